//! Heap path conditions made from solutions (document 002, section 4.2.3).

use std::collections::{BTreeSet, VecDeque};

use pikse::{Order, Problem, Structure, Value};
use pikse_subjects::korat_api;

/// A recursive structure of Table 4.
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    pub(crate) problem: fn(usize) -> Problem,
    /// The order of predicates that the table was made with.
    pub(crate) order: &'static str,
}

pub(crate) const TABLE_4: [Subject; 4] = [
    Subject {
        name: "doubly linked list",
        problem: korat_api::doubly_linked_list,
        order: "circular size link sorted",
    },
    Subject {
        name: "height-balanced tree",
        problem: |n| korat_api::height_balanced_bst_of(n, n),
        order: "acyclic parents balanced bst",
    },
    Subject {
        name: "red-black tree",
        problem: korat_api::red_black_tree,
        order: "acyclic colors bst parents",
    },
    Subject {
        name: "singly linked list",
        problem: |n| korat_api::singly_linked_list_of(n, n + 4),
        order: "acyclic size sorted unique",
    },
];

impl Subject {
    pub(crate) fn of_size(&self, n: usize) -> Problem {
        let order = Order(self.order.split(' ').map(str::to_owned).collect());
        (self.problem)(n).multi_value(false).in_order(&order).expect("it is an order")
    }
}

/// What solving the conditions of a subject took.
pub(crate) struct Table4 {
    pub(crate) conditions: usize,
    pub(crate) explored_without: u64,
    pub(crate) explored_with: u64,
}

/// Makes up to `count` conditions from the solutions of a problem, each from the
/// first part of a solution, and solves each by derived restrictions. The count
/// must be what the conjunction of predicate and condition has: as many solutions
/// as satisfy the condition by a direct look.
pub(crate) fn solve_conditions(problem: &Problem, count: usize) -> Table4 {
    let solutions: Vec<Structure> =
        problem.solutions().map(|found| found.expect("a subject runs")).collect();
    let explored_without = problem.count().expect("a subject runs").explored;
    let mut conditions = BTreeSet::new();
    // Half of a solution, as in the document; other parts where there are too few
    // different halves. Spread over the solutions, as a random sample would be: the
    // stride is a prime.
    let places = (0..solutions.len()).map(|at| at * 1_000_003 % solutions.len());
    for part in [0.5, 0.6, 0.4, 0.7, 0.3] {
        for at in places.clone() {
            if conditions.len() < count {
                conditions.insert(clauses(&solutions[at], part));
            }
        }
    }
    let mut explored_with = 0;
    for clauses in &conditions {
        let text = clauses.join(" && ");
        let satisfying =
            solutions.iter().filter(|solution| clauses.iter().all(|c| holds(solution, c))).count();
        let given = problem.clone().given(&text).expect("the condition fits the problem");
        assert!(given.condition().is_some_and(|c| c.left.is_empty()), "all of it is derived");
        let counted = given.count().expect("a subject runs");
        assert_eq!(counted.valid, satisfying as u64, "{text}");
        assert!(satisfying > 0, "a condition from a solution has a solution");
        explored_with += counted.explored;
    }
    Table4 {
        conditions: conditions.len(),
        explored_without,
        explored_with: explored_with / conditions.len() as u64,
    }
}

/// Breadth first from the root, what the fields hold: the first part of it.
fn clauses(solution: &Structure, part: f64) -> Vec<String> {
    let mut clauses = Vec::new();
    let mut queue = VecDeque::from([(String::new(), solution.root())]);
    let mut seen = BTreeSet::from([solution.root().id]);
    while let Some((path, object)) = queue.pop_front() {
        for (_, name, value) in solution.fields(object) {
            let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            match value {
                Value::Null => clauses.push(format!("{path} == null")),
                Value::Int(int) => clauses.push(format!("{path} == {int}")),
                Value::Ref(id) => {
                    clauses.push(format!("{path} != null"));
                    if seen.insert(*id) {
                        queue.push_back((path, solution.object(*id).expect("it is reachable")));
                    }
                }
                _ => {}
            }
        }
    }
    clauses.truncate((clauses.len() as f64 * part) as usize);
    clauses
}

/// Whether a clause made by [`clauses`] holds, by a direct look.
fn holds(solution: &Structure, clause: &str) -> bool {
    let (path, comparison) = clause.split_once(' ').expect("a clause has a comparison");
    let (way, last) = path.rsplit_once('.').map_or(("", path), |parts| parts);
    let mut object = solution.root();
    for name in way.split('.').filter(|name| !name.is_empty()) {
        match solution.follow(object, name) {
            Some(next) => object = next,
            None => return false,
        }
    }
    match (solution.value(object, last), comparison) {
        (Some(value), "== null") => *value == Value::Null,
        (Some(value), "!= null") => *value != Value::Null,
        (Some(Value::Int(int)), _) => comparison == format!("== {int}"),
        _ => false,
    }
}
