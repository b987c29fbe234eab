//! The components of a path, in a form that copies share.
//!
//! Every state that waits has its own path condition, and most of it is also that of its neighbours. A
//! copy that grows by one conjunct must not copy the rest: a loop with a new symbol in every iteration
//! would need memory that grows with the square of the iterations. Therefore a component is a list of
//! sorted runs, of which an addition copies only the last, short one; and many components are in a
//! persistent table, by the symbols that they touch.

use std::sync::Arc;

use pikse_base::Table;
use pikse_expr::{Expr, Exprs, Symbols};

/// A run that is longer than this is not copied any more when a conjunct is added.
const RUN: usize = 32;
/// With more components than this, they are in a table.
const FEW: usize = 32;
/// The number of symbols of one entry of the table.
const BLOCK: u32 = 64;
/// A component, or a query, that touches more blocks than this is not looked up by blocks.
const WIDE: usize = 64;

/// Conjuncts that have symbols in common.
#[derive(Debug)]
pub struct Component {
    symbols: Symbols,
    /// The first symbol, which no other component has.
    first: u32,
    length: usize,
    /// Sorted runs. Each but the last is at least twice as long as the next one, so there are few. Most
    /// components have only the last.
    earlier: Box<[Arc<[Expr]>]>,
    last: Arc<[Expr]>,
}

impl Component {
    /// The symbols of its conjuncts.
    #[must_use]
    pub fn symbols(&self) -> Symbols {
        self.symbols
    }

    /// The number of conjuncts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.length
    }

    /// Always false: a component has a conjunct.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The conjuncts, each once, in no particular order.
    pub fn conjuncts(&self) -> impl Iterator<Item = Expr> {
        self.runs().flat_map(|run| run.iter().copied())
    }

    fn runs(&self) -> impl Iterator<Item = &Arc<[Expr]>> {
        self.earlier.iter().chain([&self.last])
    }

    /// Whether it has a conjunct.
    pub(crate) fn has(&self, conjunct: Expr) -> bool {
        self.runs().any(|run| run.binary_search(&conjunct).is_ok())
    }

    /// These components together, with one more conjunct, which none of them has.
    fn joined(exprs: &mut Exprs, parts: &[Arc<Self>], conjunct: Expr) -> Self {
        let own = exprs.symbols(conjunct);
        let symbols = parts.iter().fold(own, |all, part| exprs.union(all, part.symbols));
        let first = exprs.ranges(symbols).first().map_or(0, |range| range.start);
        let length = parts.iter().map(|part| part.length).sum::<usize>() + 1;
        let (mut runs, mut last) = match parts {
            [] => {
                let (earlier, last) = (Box::default(), Arc::new([conjunct]));
                return Self { symbols, first, length, earlier, last };
            }
            [part] => (part.runs().cloned().collect(), vec![conjunct]),
            parts => {
                let all = parts.iter().flat_map(|part| part.conjuncts()).chain([conjunct]);
                (Vec::new(), all.collect())
            }
        };
        // The last run takes in those before it that are short.
        while let Some(run) = runs.pop_if(|run| run.len() < RUN || run.len() < 2 * last.len()) {
            last.extend_from_slice(&run);
        }
        last.sort_unstable();
        Self { symbols, first, length, earlier: runs.into(), last: last.into() }
    }
}

/// The components of a path. Copies share nearly everything.
#[derive(Clone, Debug)]
pub(crate) enum Components {
    /// All of them.
    Few(Arc<[Arc<Component>]>),
    /// By the blocks of symbols that they touch.
    Many {
        blocks: Table<Arc<[Arc<Component>]>>,
        /// Components that touch many blocks.
        wide: Arc<[Arc<Component>]>,
        count: usize,
    },
}

impl Default for Components {
    fn default() -> Self {
        Self::Few(Arc::new([]))
    }
}

/// The numbers of the blocks that a set of symbols touches; none if there are too many, or no symbols.
fn blocks_of(exprs: &Exprs, symbols: Symbols) -> Option<Vec<u32>> {
    let mut blocks: Vec<u32> = Vec::new();
    for range in exprs.ranges(symbols) {
        for block in range.start / BLOCK..=(range.end - 1) / BLOCK {
            if blocks.last() != Some(&block) {
                blocks.push(block);
            }
            if blocks.len() > WIDE {
                return None;
            }
        }
    }
    (!blocks.is_empty()).then_some(blocks)
}

impl Components {
    pub(crate) fn of(components: Vec<Arc<Component>>) -> Self {
        Self::Few(components.into())
    }

    /// The number of components.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Few(all) => all.len(),
            Self::Many { count, .. } => *count,
        }
    }

    /// All of them.
    pub(crate) fn all(&self) -> Vec<&Arc<Component>> {
        match self {
            Self::Few(all) => all.iter().collect(),
            Self::Many { blocks, wide, .. } => {
                let in_blocks = blocks.iter().flat_map(|(block, list)| {
                    list.iter().filter(move |component| component.first / BLOCK == block)
                });
                in_blocks.chain(wide.iter()).collect()
            }
        }
    }

    /// Those that share symbols with these.
    pub(crate) fn relevant(&self, exprs: &Exprs, symbols: Symbols) -> Vec<&Arc<Component>> {
        let touches = |component: &&Arc<Component>| exprs.intersect(component.symbols, symbols);
        let (blocks, wide) = match self {
            Self::Few(all) => return all.iter().filter(touches).collect(),
            Self::Many { blocks, wide, .. } => (blocks, wide),
        };
        let Some(numbers) = blocks_of(exprs, symbols) else {
            return self.all().into_iter().filter(touches).collect();
        };
        let near = numbers.iter().filter_map(|&number| blocks.get(number)).flat_map(|of| of.iter());
        let mut found: Vec<&Arc<Component>> = near.filter(touches).collect();
        found.sort_unstable_by_key(|component| component.first);
        found.dedup_by_key(|component| component.first);
        found.extend(wide.iter().filter(touches));
        found
    }

    /// Adds a conjunct; false if it is there.
    pub(crate) fn insert(&mut self, exprs: &mut Exprs, conjunct: Expr) -> bool {
        let symbols = exprs.symbols(conjunct);
        let touched: Vec<Arc<Component>> =
            self.relevant(exprs, symbols).into_iter().cloned().collect();
        if touched.iter().any(|component| component.has(conjunct)) {
            return false;
        }
        let component = Arc::new(Component::joined(exprs, &touched, conjunct));
        self.replace(exprs, &touched, component);
        true
    }

    fn replace(&mut self, exprs: &Exprs, old: &[Arc<Component>], new: Arc<Component>) {
        let is_old = |other: &Arc<Component>| old.iter().any(|old| Arc::ptr_eq(old, other));
        if let Self::Few(all) = self {
            let list: Arc<[Arc<Component>]> = if old.is_empty() {
                // The length is known, so this allocates once.
                all.iter().cloned().chain([new]).collect()
            } else {
                let mut list = Vec::with_capacity(all.len() + 1 - old.len());
                list.extend(all.iter().filter(|other| !is_old(other)).cloned());
                list.push(new);
                list.into()
            };
            if list.len() <= FEW {
                *all = list;
                return;
            }
            let (blocks, wide) = (Table::new(), Arc::new([]));
            *self = Self::Many { blocks, wide, count: 0 };
            for component in list.iter() {
                self.replace(exprs, &[], Arc::clone(component));
            }
            return;
        }
        let Self::Many { blocks, wide, count } = self else { return };
        *count = *count + 1 - old.len();
        let without = |list: &[Arc<Component>]| -> Vec<Arc<Component>> {
            list.iter().filter(|other| !is_old(other)).cloned().collect()
        };
        let in_new = blocks_of(exprs, new.symbols);
        for component in old {
            match blocks_of(exprs, component.symbols) {
                None => *wide = without(wide).into(),
                Some(numbers) => {
                    // Blocks that the new one also touches are changed below.
                    let is_left =
                        |number: &u32| in_new.as_ref().is_none_or(|new| !new.contains(number));
                    for number in numbers.into_iter().filter(is_left) {
                        match blocks.get(number).map(|list| without(list)) {
                            Some(list) if list.is_empty() => blocks.remove(number),
                            Some(list) => blocks.set(number, list.into()),
                            None => {}
                        }
                    }
                }
            }
        }
        match in_new {
            None => *wide = without(wide).into_iter().chain([new]).collect(),
            Some(numbers) => {
                for number in numbers {
                    let list = blocks.get(number).map(|list| without(list)).unwrap_or_default();
                    let list = list.into_iter().chain([Arc::clone(&new)]);
                    blocks.set(number, list.collect());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(mut list: Vec<Expr>) -> Vec<Expr> {
        list.sort_unstable();
        list
    }

    /// Random conditions on a few symbols each, beside components that are computed anew.
    #[test]
    fn components_are_those_of_the_symbols() {
        let mut random = pikse_base::Random(1);
        for arrays in [3, 40, 300] {
            let mut exprs = Exprs::new();
            let arrays: Vec<_> = (0..arrays)
                .map(|k| exprs.array(&format!("a{k}"), if k % 7 == 0 { 9_000 } else { 4 }))
                .collect();
            let mut components = Components::default();
            let mut plain: Vec<Expr> = Vec::new();
            for step in 0..400u32 {
                let mut pick = || arrays[random.next() as usize % arrays.len()];
                let (a, b) = (pick(), pick());
                let a = exprs.read(a, step % 4, 8);
                let b = if step % 3 == 0 { exprs.read(b, 0, 8) } else { a };
                let sum = exprs.add(a, b);
                let limit = exprs.constant(8, u128::from(step % 5) + 40);
                let condition = exprs.ult(sum, limit);
                let is_new = !plain.contains(&condition);
                let before = components.clone();
                assert_eq!(components.insert(&mut exprs, condition), is_new);
                assert_eq!(before.all().iter().map(|c| c.len()).sum::<usize>(), plain.len());
                if is_new {
                    plain.push(condition);
                }
                let all: Vec<Expr> = components.all().iter().flat_map(|c| c.conjuncts()).collect();
                assert_eq!(sorted(all), sorted(plain.clone()));
                assert_eq!(components.len(), components.all().len());
                // No two components have a symbol in common, and those that a condition touches are found.
                let symbols = exprs.symbols(condition);
                let found = components.relevant(&exprs, symbols);
                let touched = components.all().into_iter();
                let touched = touched.filter(|c| exprs.intersect(c.symbols, symbols)).count();
                assert_eq!((found.len(), touched), (1, 1));
                assert!(found[0].has(condition));
            }
        }
    }

    #[test]
    fn a_conjunct_more_shares_the_others() {
        let mut exprs = Exprs::new();
        let array = exprs.array("x", 8);
        let word = exprs.read(array, 0, 64);
        let mut components = Components::default();
        for k in 0..10_000u128 {
            let value = exprs.constant(64, k);
            let differs = exprs.ne(word, value);
            components.insert(&mut exprs, differs);
        }
        let [component] = components.all()[..] else { panic!("one symbol, one component") };
        assert_eq!(component.len(), 10_000);
        assert!(component.earlier.len() < 12, "{}", component.earlier.len());
        let mut more = components.clone();
        let value = exprs.constant(64, 10_000);
        let differs = exprs.ne(word, value);
        more.insert(&mut exprs, differs);
        assert!(Arc::ptr_eq(&more.all()[0].earlier[0], &component.earlier[0]));
    }
}
