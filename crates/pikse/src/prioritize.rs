//! Prioritization: finds the order of the logical conjuncts that explores the fewest
//! candidates.
//!
//! Document 002, section 3.2: run every order on a small size, check that all
//! find the same number of structures (if not, some conjunct relies on another
//! and the conjunction is not logical), and take the order that explored the
//! fewest candidates. Use this order for a larger size of the same problem.

use std::fmt;

use pikse_search::Statistics;

use crate::formula::{Conjunct, Node};
use crate::problem::{Problem, Stopped};

/// An order of predicates, by their names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Order(pub Vec<String>);

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

/// The result of prioritization.
#[derive(Clone, Debug)]
pub struct Prioritization {
    /// The order that explored the fewest candidates; of several, the first by name.
    pub best: Order,
    /// The order that explored the most candidates; of several, the last by name.
    pub worst: Order,
    /// Every order, with its statistics.
    pub table: Vec<(Order, Statistics)>,
}

/// Why there is no best order.
#[derive(Debug)]
#[non_exhaustive]
pub enum PrioritizeError {
    /// Two orders found different numbers of structures: the conjunction is not
    /// logical.
    OrdersDisagree {
        /// One order, with what it found.
        one: (Order, u64),
        /// Another, with what it found.
        other: (Order, u64),
    },
    /// A predicate failed in an order: it relies on another that ran later.
    OrderFails {
        /// The order.
        order: Order,
        /// What happened.
        stopped: Box<Stopped>,
    },
    /// There are more orders than can be tried.
    TooManyOrders {
        /// How many at least.
        orders: usize,
    },
    /// The problem's formula does not allow this order.
    NoSuchOrder {
        /// The order.
        order: Order,
        /// The formula.
        formula: String,
    },
}

impl fmt::Display for PrioritizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PrioritizeError::OrdersDisagree { one, other } => write!(
                f,
                "the conjunction is not logical: in the order `{}` it finds {} structures, in \
                 the order `{}` {}; join predicates that rely on each other with `and`",
                one.0, one.1, other.0, other.1
            ),
            PrioritizeError::OrderFails { order, stopped } => write!(
                f,
                "in the order `{order}` a predicate fails, so it relies on one that comes after \
                 it; join the two with `and`\n{stopped}"
            ),
            PrioritizeError::TooManyOrders { orders } => write!(
                f,
                "there are {orders} orders or more, and at most {MAX_ORDERS} are tried; \
                 join some of the predicates with `and`"
            ),
            PrioritizeError::NoSuchOrder { order, formula } => {
                write!(f, "`{order}` is not an order of `{formula}`")
            }
        }
    }
}

impl std::error::Error for PrioritizeError {}

/// The number of orders of 7 logical conjuncts.
const MAX_ORDERS: usize = 5040;

impl Problem {
    /// Tries every order of the logical conjuncts. Do this on a small size, and
    /// give the best order to the problem of the size you want by
    /// [`in_order`](Problem::in_order).
    pub fn prioritize(&self) -> Result<Prioritization, PrioritizeError> {
        let mut table: Vec<(Order, Statistics)> = Vec::new();
        for conjuncts in orders(&self.formula.0)? {
            let order = order_of(&conjuncts);
            let problem = Problem { conjuncts, ..self.clone() };
            let statistics = problem.count().map_err(|stopped| PrioritizeError::OrderFails {
                order: order.clone(),
                stopped: Box::new(stopped),
            })?;
            if let Some((first, known)) = table.first()
                && known.valid != statistics.valid
            {
                return Err(PrioritizeError::OrdersDisagree {
                    one: (first.clone(), known.valid),
                    other: (order, statistics.valid),
                });
            }
            table.push((order, statistics));
        }
        let explored = |at: &usize| table[*at].1.explored;
        let best = (0..table.len()).min_by_key(explored).expect("a formula has an order");
        let worst = (0..table.len()).max_by_key(explored).expect("a formula has an order");
        Ok(Prioritization { best: table[best].0.clone(), worst: table[worst].0.clone(), table })
    }

    /// The same problem with its predicates in another order.
    pub fn in_order(self, order: &Order) -> Result<Problem, PrioritizeError> {
        let conjuncts =
            orders(&self.formula.0)?.into_iter().find(|known| order_of(known) == *order);
        match conjuncts {
            Some(conjuncts) => Ok(Problem { conjuncts, ..self }),
            None => Err(PrioritizeError::NoSuchOrder {
                order: order.clone(),
                formula: self.formula.to_string(),
            }),
        }
    }

    /// The order in which the predicates run.
    pub fn order(&self) -> Order {
        order_of(&self.conjuncts)
    }
}

fn order_of(conjuncts: &[Conjunct]) -> Order {
    Order(conjuncts.iter().map(|conjunct| conjunct.name.to_string()).collect())
}

/// Every order that a formula allows. Logical conjuncts are permuted in the order
/// of their names, so that the answer does not depend on how they were written.
fn orders(formula: &Node) -> Result<Vec<Vec<Conjunct>>, PrioritizeError> {
    match formula {
        Node::Predicate(conjunct) => Ok(vec![vec![conjunct.clone()]]),
        Node::And(parts) => sequences(&parts.iter().collect::<Vec<_>>()),
        Node::Land(parts) => {
            let mut all = Vec::new();
            let mut sorted: Vec<&Node> = parts.iter().collect();
            sorted.sort_by_key(ToString::to_string);
            for permutation in permutations(parts.len())? {
                let parts: Vec<&Node> = permutation.iter().map(|&at| sorted[at]).collect();
                all.extend(sequences(&parts)?);
                limit(all.len())?;
            }
            Ok(all)
        }
    }
}

/// Every way to run the parts one after the other, each in any of its orders.
fn sequences(parts: &[&Node]) -> Result<Vec<Vec<Conjunct>>, PrioritizeError> {
    let mut all: Vec<Vec<Conjunct>> = vec![Vec::new()];
    for part in parts {
        let orders = orders(part)?;
        limit(all.len() * orders.len())?;
        all = all
            .iter()
            .flat_map(|begin| orders.iter().map(move |end| [&begin[..], &end[..]].concat()))
            .collect();
    }
    Ok(all)
}

/// The permutations of `0..count` in lexicographic order.
fn permutations(count: usize) -> Result<Vec<Vec<usize>>, PrioritizeError> {
    limit((1..=count).fold(1_usize, usize::saturating_mul))?;
    let mut current: Vec<usize> = (0..count).collect();
    let mut all = vec![current.clone()];
    // The next permutation: lengthen the shortest tail that can still grow.
    while let Some(at) = (1..count).rev().find(|&at| current[at - 1] < current[at]) {
        let swap = (at..count).rev().find(|&other| current[other] > current[at - 1]);
        current.swap(at - 1, swap.expect("the tail holds a larger one"));
        current[at..].reverse();
        all.push(current.clone());
    }
    Ok(all)
}

fn limit(orders: usize) -> Result<(), PrioritizeError> {
    match orders <= MAX_ORDERS {
        true => Ok(()),
        false => Err(PrioritizeError::TooManyOrders { orders }),
    }
}
