//! Strategies: which state runs next.
//!
//! A strategy knows states only by number, so that several can alternate on the same states.

use std::collections::{HashMap, HashSet, VecDeque};

use pikse_base::Random;

mod weighted;

/// The number of a state; never used again.
pub type Id = u64;

/// Chooses the state that runs next.
pub trait Strategy {
    /// The first state is there.
    fn start(&mut self, id: Id);
    /// States have split off from a state, which still exists. They are in order: the state itself
    /// comes first, then they.
    fn split(&mut self, id: Id, others: &[Id]);
    /// A state is there no longer.
    fn end(&mut self, id: Id);
    /// A state has run code that no state had run before.
    fn discovered(&mut self, _id: Id) {}
    /// A state has run for a while without a split. It may do so for ever.
    fn paused(&mut self, _id: Id) {}
    /// The state that runs next; none if no state is left. `sight` knows the states themselves.
    fn choose(&mut self, sight: &mut dyn Sight) -> Option<Id>;
}

/// What a strategy may ask about states.
pub trait Sight {
    /// The distance of a state to code that has not run: a number of blocks, as an estimate.
    fn distance(&mut self, id: Id) -> u32;
    /// The number of instructions that a state has executed.
    fn instructions(&mut self, id: Id) -> u64;
}

/// How to choose, as users write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Depth first, the true side of a branch first.
    DepthFirst,
    /// Breadth first.
    BreadthFirst,
    /// A random way down the tree of splits.
    RandomPath,
    /// States that have just discovered code first, then random ones, and sometimes one near to code that
    /// has not run.
    Coverage,
    /// A random one by weight: states that are near to code that has not run, or have discovered code
    /// recently, are more likely (KLEE's `nurs:covnew`).
    CoveringNew,
}

impl Order {
    /// Every order with its name.
    pub const ALL: [(&'static str, Self); 5] = [
        ("dfs", Self::DepthFirst),
        ("bfs", Self::BreadthFirst),
        ("random", Self::RandomPath),
        ("coverage", Self::Coverage),
        ("covnew", Self::CoveringNew),
    ];

    /// The order of a name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|&(_, order)| order)
    }

    /// The name of the order.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, order)| *order == self).map_or("", |(name, _)| name)
    }

    fn strategy(self, seed: u64) -> Box<dyn Strategy> {
        match self {
            Self::DepthFirst => Box::new(DepthFirst::default()),
            Self::BreadthFirst => Box::new(BreadthFirst::default()),
            Self::RandomPath => Box::new(RandomPath::new(seed)),
            Self::Coverage => Box::new(Coverage::new(seed)),
            Self::CoveringNew => Box::new(weighted::Weighted::new(seed)),
        }
    }
}

/// The strategy of an order, or of several that take turns.
#[must_use]
pub fn strategy(orders: &[Order], seed: u64) -> Box<dyn Strategy> {
    match orders {
        [] => Order::DepthFirst.strategy(seed),
        [order] => order.strategy(seed),
        orders => {
            let list = orders.iter().map(|order| order.strategy(seed)).collect();
            Box::new(Turns { list, next: 0, present: None })
        }
    }
}

/// Depth first: the current state runs until it ends; then the one that split off last.
#[derive(Default)]
struct DepthFirst {
    stack: Vec<Id>,
    gone: HashSet<Id>,
}

impl Strategy for DepthFirst {
    fn start(&mut self, id: Id) {
        self.stack.push(id);
    }

    fn split(&mut self, id: Id, others: &[Id]) {
        // Usually the state is on top; if others took turns, it is somewhere below.
        let at = match self.stack.last() {
            Some(&top) if top == id => self.stack.len() - 1,
            _ => self.stack.iter().rposition(|&known| known == id).unwrap_or(0),
        };
        self.stack.splice(at..at, others.iter().rev().copied());
    }

    fn end(&mut self, id: Id) {
        match self.stack.last() {
            Some(&top) if top == id => {
                self.stack.pop();
            }
            _ => {
                self.gone.insert(id);
            }
        }
    }

    fn choose(&mut self, _sight: &mut dyn Sight) -> Option<Id> {
        while let Some(&top) = self.stack.last() {
            if self.gone.is_empty() || !self.gone.remove(&top) {
                return Some(top);
            }
            self.stack.pop();
        }
        None
    }
}

/// Breadth first: the state that has waited longest, until the next split.
#[derive(Default)]
struct BreadthFirst {
    queue: VecDeque<Id>,
    gone: HashSet<Id>,
}

impl Strategy for BreadthFirst {
    fn start(&mut self, id: Id) {
        self.queue.push_back(id);
    }

    fn split(&mut self, id: Id, others: &[Id]) {
        if self.queue.front() == Some(&id) {
            self.queue.pop_front();
            self.queue.push_back(id);
        }
        self.queue.extend(others);
    }

    fn paused(&mut self, id: Id) {
        self.split(id, &[]);
    }

    fn end(&mut self, id: Id) {
        match self.queue.front() {
            Some(&first) if first == id => {
                self.queue.pop_front();
            }
            _ => {
                self.gone.insert(id);
            }
        }
    }

    fn choose(&mut self, _sight: &mut dyn Sight) -> Option<Id> {
        while let Some(&first) = self.queue.front() {
            if self.gone.is_empty() || !self.gone.remove(&first) {
                return Some(first);
            }
            self.queue.pop_front();
        }
        None
    }
}

/// A random walk down the tree of splits: each side of a split is equally likely, no matter how many
/// states are below it.
struct RandomPath {
    random: Random,
    nodes: Vec<Node>,
    free: Vec<usize>,
    leaves: HashMap<Id, usize>,
    present: Option<Id>,
}

struct Node {
    parent: Option<usize>,
    children: Vec<usize>,
    id: Id,
}

impl RandomPath {
    fn new(seed: u64) -> Self {
        Self {
            random: Random(seed),
            // The root is no state: an exploration may begin with several.
            nodes: vec![Node { parent: None, children: Vec::new(), id: 0 }],
            free: Vec::new(),
            leaves: HashMap::new(),
            present: None,
        }
    }

    fn node(&mut self, parent: Option<usize>, id: Id) -> usize {
        let node = Node { parent, children: Vec::new(), id };
        let at = match self.free.pop() {
            Some(at) => {
                self.nodes[at] = node;
                at
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() - 1
            }
        };
        self.leaves.insert(id, at);
        at
    }

    /// The root, as long as there is a state.
    fn root(&self) -> Option<usize> {
        (!self.leaves.is_empty()).then_some(0)
    }
}

impl Strategy for RandomPath {
    fn start(&mut self, id: Id) {
        let at = self.node(Some(0), id);
        self.nodes[0].children.push(at);
        self.present = None;
    }

    fn split(&mut self, id: Id, others: &[Id]) {
        let Some(&at) = self.leaves.get(&id) else { return };
        let mut children = vec![self.node(Some(at), id)];
        for &other in others {
            children.push(self.node(Some(at), other));
        }
        self.nodes[at].children = children;
        self.present = None;
    }

    fn paused(&mut self, _id: Id) {
        self.present = None;
    }

    fn end(&mut self, id: Id) {
        let Some(mut at) = self.leaves.remove(&id) else { return };
        self.present = None;
        // Nodes without states are removed, except the root.
        while let Some(parent) = self.nodes[at].parent {
            self.nodes[parent].children.retain(|&child| child != at);
            self.free.push(at);
            if !self.nodes[parent].children.is_empty() {
                break;
            }
            at = parent;
        }
    }

    fn choose(&mut self, _sight: &mut dyn Sight) -> Option<Id> {
        if self.present.is_some() {
            return self.present;
        }
        let mut at = self.root()?;
        while !self.nodes[at].children.is_empty() {
            let choice = self.random.index(self.nodes[at].children.len());
            at = self.nodes[at].children[choice];
        }
        self.present = Some(self.nodes[at].id);
        self.present
    }
}

/// States that have just discovered code first, the last one first. Then a random way down the tree of
/// splits, and now and then the one of several states that is nearest to code that has not run. More turns
/// of the nearest find less: code may be near and impossible to reach.
struct Coverage {
    paths: RandomPath,
    random: Random,
    fresh: Vec<Id>,
    all: Vec<Id>,
    places: HashMap<Id, usize>,
    present: Option<Id>,
}

/// The nearest state has one turn in so many, on average.
const NEAREST: u64 = 16;
/// The number of states of which the nearest one is taken.
const SAMPLE: usize = 16;

impl Coverage {
    fn new(seed: u64) -> Self {
        Self {
            paths: RandomPath::new(seed),
            random: Random(seed),
            fresh: Vec::new(),
            all: Vec::new(),
            places: HashMap::new(),
            present: None,
        }
    }

    fn add(&mut self, id: Id) {
        self.places.insert(id, self.all.len());
        self.all.push(id);
    }
}

impl Strategy for Coverage {
    fn start(&mut self, id: Id) {
        self.paths.start(id);
        self.add(id);
    }

    fn split(&mut self, id: Id, others: &[Id]) {
        self.paths.split(id, others);
        others.iter().for_each(|&other| self.add(other));
        self.present = None;
    }

    fn paused(&mut self, id: Id) {
        self.paths.paused(id);
        self.present = None;
    }

    fn end(&mut self, id: Id) {
        self.paths.end(id);
        if let Some(at) = self.places.remove(&id) {
            self.all.swap_remove(at);
            if let Some(&moved) = self.all.get(at) {
                self.places.insert(moved, at);
            }
        }
        self.present = None;
    }

    fn discovered(&mut self, id: Id) {
        self.fresh.push(id);
    }

    fn choose(&mut self, sight: &mut dyn Sight) -> Option<Id> {
        if self.present.is_none() {
            while let Some(id) = self.fresh.pop() {
                if self.places.contains_key(&id) {
                    self.present = Some(id);
                    return self.present;
                }
            }
            self.present = match self.random.once_in(NEAREST) {
                false => self.paths.choose(sight),
                true => {
                    let count = self.all.len().min(SAMPLE);
                    let sample = (0..count).map(|_| self.all[self.random.index(self.all.len())]);
                    let sample: Vec<Id> = sample.collect();
                    sample.into_iter().min_by_key(|&id| sight.distance(id))
                }
            };
        }
        self.present
    }
}

/// Several strategies that take turns, from split to split.
struct Turns {
    list: Vec<Box<dyn Strategy>>,
    next: usize,
    present: Option<Id>,
}

impl Strategy for Turns {
    fn start(&mut self, id: Id) {
        self.list.iter_mut().for_each(|strategy| strategy.start(id));
    }

    fn split(&mut self, id: Id, others: &[Id]) {
        self.list.iter_mut().for_each(|strategy| strategy.split(id, others));
        self.present = None;
    }

    fn end(&mut self, id: Id) {
        self.list.iter_mut().for_each(|strategy| strategy.end(id));
        self.present = None;
    }

    fn discovered(&mut self, id: Id) {
        self.list.iter_mut().for_each(|strategy| strategy.discovered(id));
    }

    fn paused(&mut self, id: Id) {
        self.list.iter_mut().for_each(|strategy| strategy.paused(id));
        self.present = None;
    }

    fn choose(&mut self, sight: &mut dyn Sight) -> Option<Id> {
        if self.present.is_none() {
            self.next = (self.next + 1) % self.list.len();
            self.present = self.list[self.next].choose(sight);
        }
        self.present
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All states are alike.
    struct Blind;

    impl Sight for Blind {
        fn distance(&mut self, _id: Id) -> u32 {
            0
        }

        fn instructions(&mut self, _id: Id) -> u64 {
            0
        }
    }

    /// A tree in which every state splits in two until it is `depth` deep; the order of its ends.
    fn ends(orders: &[Order], depth: u32) -> Vec<String> {
        let mut strategy = strategy(orders, 7);
        let mut names = HashMap::from([(0, String::new())]);
        let mut next = 1;
        let mut ends = Vec::new();
        strategy.start(0);
        while let Some(id) = strategy.choose(&mut Blind) {
            let name = names[&id].clone();
            if name.len() as u32 == depth {
                ends.push(name);
                names.remove(&id);
                strategy.end(id);
                continue;
            }
            names.insert(id, format!("{name}1"));
            names.insert(next, format!("{name}0"));
            strategy.split(id, &[next]);
            if name.len() % 2 == 0 {
                strategy.discovered(next);
            }
            next += 1;
        }
        assert!(names.is_empty(), "every state ends");
        ends
    }

    #[test]
    fn depth_first_takes_the_true_side_first() {
        assert_eq!(ends(&[Order::DepthFirst], 2), ["11", "10", "01", "00"]);
    }

    #[test]
    fn every_order_finds_every_end_once() {
        let mut expected = ends(&[Order::DepthFirst], 6);
        expected.sort();
        assert_eq!(expected.len(), 64);
        let all = Order::ALL.map(|(_, order)| order);
        let mut lists: Vec<Vec<Order>> = all.iter().map(|&order| vec![order]).collect();
        lists.push(all.to_vec());
        lists.push(vec![Order::RandomPath, Order::Coverage]);
        for orders in lists {
            let mut found = ends(&orders, 6);
            found.sort();
            assert_eq!(found, expected, "{orders:?}");
        }
    }

    #[test]
    fn breadth_first_ends_nobody_before_all_have_split() {
        let found = ends(&[Order::BreadthFirst], 3);
        assert_eq!(found.len(), 8);
        assert_eq!(found[0], "111");
    }

    /// A state that runs for ever does not keep the others from running, except depth first.
    #[test]
    fn endless_states_take_turns() {
        for (name, order) in Order::ALL {
            let mut strategy = strategy(&[order], 7);
            strategy.start(0);
            strategy.split(0, &[1]);
            let mut seen = HashSet::new();
            for _ in 0..100 {
                let id = strategy.choose(&mut Blind).expect("two states");
                seen.insert(id);
                strategy.paused(id);
            }
            assert_eq!(seen.len(), if order == Order::DepthFirst { 1 } else { 2 }, "{name}");
        }
    }

    #[test]
    fn names_are_those_of_the_table() {
        for (name, order) in Order::ALL {
            assert_eq!((Order::of(name), order.name()), (Some(order), name));
        }
        assert_eq!(Order::of("deep"), None);
    }
}
