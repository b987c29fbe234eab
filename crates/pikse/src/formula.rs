//! Formulas: named predicates joined by `and` (in this order) and `land` (in any
//! order).

use std::fmt;
use std::sync::Arc;

use pikse_search::{Probe, Runner};

type Test = dyn Fn(&mut Probe) -> bool + Send + Sync;

/// A named predicate.
#[derive(Clone)]
pub(crate) struct Conjunct {
    pub(crate) name: Arc<str>,
    test: Arc<Test>,
}

/// A formula over predicates. Both conjunctions run their sides one after the
/// other and stop at the first that rejects. They differ in whether the order may be
/// changed.
#[derive(Clone)]
pub struct Formula(pub(crate) Node);

#[derive(Clone)]
pub(crate) enum Node {
    Predicate(Conjunct),
    /// In this order.
    And(Vec<Node>),
    /// In any order.
    Land(Vec<Node>),
}

/// A predicate with a name: a closure that reads fields through the probe and
/// returns whether the structure is valid. It may depend only on what it reads.
pub fn predicate(name: &str, test: impl Fn(&mut Probe) -> bool + Send + Sync + 'static) -> Formula {
    Formula(Node::Predicate(Conjunct { name: name.into(), test: Arc::new(test) }))
}

impl Formula {
    /// Sequential conjunction: `other` may rely on `self`, and runs only if it holds.
    #[must_use]
    pub fn and(self, other: Formula) -> Formula {
        Formula(match self.0 {
            Node::And(mut parts) => {
                parts.push(other.0);
                Node::And(parts)
            }
            first => Node::And(vec![first, other.0]),
        })
    }

    /// Logical conjunction: neither side relies on the other, so
    /// [`prioritize`](crate::Problem::prioritize) may reorder them.
    #[must_use]
    pub fn land(self, other: Formula) -> Formula {
        Formula(match self.0 {
            Node::Land(mut parts) => {
                parts.push(other.0);
                Node::Land(parts)
            }
            first => Node::Land(vec![first, other.0]),
        })
    }

    /// The predicates in the order in which they are written.
    pub(crate) fn conjuncts(&self) -> Vec<Conjunct> {
        self.0.conjuncts()
    }
}

impl Node {
    fn conjuncts(&self) -> Vec<Conjunct> {
        match self {
            Node::Predicate(conjunct) => vec![conjunct.clone()],
            Node::And(parts) | Node::Land(parts) => {
                parts.iter().flat_map(Node::conjuncts).collect()
            }
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (parts, sign) = match self {
            Node::Predicate(conjunct) => return f.write_str(&conjunct.name),
            Node::And(parts) => (parts, " && "),
            Node::Land(parts) => (parts, " ∧ "),
        };
        let shown: Vec<String> = parts
            .iter()
            .map(|part| match part {
                Node::Predicate(_) => part.to_string(),
                _ => format!("({part})"),
            })
            .collect();
        f.write_str(&shown.join(sign))
    }
}

impl fmt::Debug for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Runs the predicates of a formula, one after the other.
#[derive(Clone)]
pub struct Conjuncts {
    /// All but the last; mostly none, since most problems have one predicate.
    others: Vec<Conjunct>,
    last: Conjunct,
    current: usize,
}

impl Conjuncts {
    /// There is at least one.
    pub(crate) fn new(mut conjuncts: Vec<Conjunct>) -> Self {
        let last = conjuncts.pop().expect("a formula has a predicate");
        let current = conjuncts.len();
        Conjuncts { others: conjuncts, last, current }
    }

    /// Whether all but the last accept.
    fn others_accept(&mut self, probe: &mut Probe) -> bool {
        probe.set_conclusive(false);
        for (at, conjunct) in self.others.iter().enumerate() {
            self.current = at;
            if !(conjunct.test)(probe) {
                return false;
            }
        }
        self.current = self.others.len();
        probe.set_conclusive(true);
        true
    }
}

impl Runner for Conjuncts {
    #[inline(always)]
    fn run(&mut self, probe: &mut Probe, _changed: usize) -> bool {
        (self.others.is_empty() || self.others_accept(probe)) && (self.last.test)(probe)
    }

    fn current(&self) -> String {
        self.others.get(self.current).unwrap_or(&self.last).name.to_string()
    }

    fn signature(&self) -> String {
        let all = self.others.iter().chain([&self.last]);
        all.map(|conjunct| &*conjunct.name).collect::<Vec<_>>().join(" && ")
    }
}

impl fmt::Debug for Conjuncts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.signature())
    }
}
