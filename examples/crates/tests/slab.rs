//! `slab`: values in a vector, with a free list inside the vector.
//!
//! The fields are private, so Pikse generates a plan: a history of operations. The check runs
//! the plan on a slab and on a map, the model, and compares the two.

use std::collections::BTreeMap;

use slab::Slab;

#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Insert,
    /// Gets a vacant entry and does not use it.
    VacantEntry,
    Remove,
    Retain,
    Shrink,
    Clear,
}

/// Only the first `len` steps are used.
pub struct Plan {
    len: usize,
    kinds: [Kind; 4],
    keys: [usize; 4],
}

impl Plan {
    /// Unused keys are 0, so that no two plans are equivalent. Every used key is compared with
    /// its bound: a field that the predicate does not read keeps its first value.
    fn rep_ok(&self) -> bool {
        (0..4).all(|i| {
            let kind = self.kinds[i];
            let has_key = matches!(kind, Kind::Remove | Kind::Retain);
            (i < self.len || kind == Kind::Insert) && self.keys[i] <= if has_key { 2 } else { 0 }
        })
    }

    fn steps(&self) -> impl Iterator<Item = (Kind, usize)> {
        (0..self.len).map(|i| (self.kinds[i], self.keys[i]))
    }
}

/// Runs the plan. All values are distinct.
fn run(plan: &Plan) -> (Slab<usize>, BTreeMap<usize, usize>) {
    let (mut slab, mut model) = (Slab::new(), BTreeMap::new());
    for (value, (kind, key)) in plan.steps().enumerate() {
        let next = slab.vacant_key();
        assert!(!model.contains_key(&next), "a place that is taken is handed out");
        match kind {
            Kind::Insert => {
                assert_eq!(slab.insert(value), next);
                model.insert(next, value);
            }
            Kind::VacantEntry => assert_eq!(slab.vacant_entry().key(), next),
            Kind::Remove => assert_eq!(slab.try_remove(key), model.remove(&key)),
            Kind::Retain => {
                slab.retain(|at, _| at != key);
                model.remove(&key);
            }
            Kind::Shrink => slab.shrink_to_fit(),
            Kind::Clear => {
                slab.clear();
                model.clear();
            }
        }
        is_same(&slab, &model);
    }
    (slab, model)
}

fn is_same(slab: &Slab<usize>, model: &BTreeMap<usize, usize>) {
    assert_eq!(slab.len(), model.len());
    assert!(slab.iter().map(|(key, &value)| (key, value)).eq(model.iter().map(|(&k, &v)| (k, v))));
    assert!(slab.iter().rev().map(|(key, _)| key).eq(model.keys().rev().copied()));
    assert_eq!(slab.iter().len(), model.len());
    for key in 0..7 {
        assert_eq!(slab.get(key), model.get(&key));
    }
}

/// After the plan, new insertions never return a key that is in use.
#[pikse::check(size = 4)]
fn histories(plan: &Plan) {
    let (mut slab, mut model) = run(plan);
    for value in 10..14 {
        let key = slab.insert(value);
        assert!(model.insert(key, value).is_none(), "a place is handed out twice");
    }
    is_same(&slab, &model);
}

/// `from_iter` takes keys in any order. Of duplicates, the last one counts. Slots between the
/// keys are free.
#[pikse::check(size = 4)]
fn from_iter(pairs: &Keys) {
    let pairs = || pairs.at[..pairs.len].iter().copied().zip(0..);
    let (mut slab, mut model): (Slab<_>, BTreeMap<_, _>) = (pairs().collect(), pairs().collect());
    is_same(&slab, &model);
    let end = model.last_key_value().map_or(0, |(&key, _)| key + 1);
    // The free slots, then one past the end.
    let mut free: Vec<usize> = (0..end).filter(|key| !model.contains_key(key)).collect();
    free.push(end);
    let mut got: Vec<usize> = free.iter().map(|_| slab.insert(9)).collect();
    got.sort_unstable();
    assert_eq!(got, free);
    model.extend(free.into_iter().map(|key| (key, 9)));
    is_same(&slab, &model);
}

/// `compact` closes the gaps and reports which value moves where. A value whose move is
/// refused stays where it was.
#[pikse::check(size = 4)]
fn compact(plan: &Plan, #[finite(0..=5)] refused: usize) {
    let (mut slab, model) = run(plan);
    let mut moved = model.clone();
    slab.compact(|value, from, to| {
        assert!(to < from && *value == model[&from]);
        if *value == refused {
            return false;
        }
        let value = moved.remove(&from).expect("it is there");
        assert!(moved.insert(to, value).is_none(), "it moves to a place that is taken");
        true
    });
    is_same(&slab, &moved);
    if !model.values().any(|&value| value == refused) {
        assert!(moved.keys().copied().eq(0..moved.len()));
    }
    let key = slab.insert(9);
    assert!(!moved.contains_key(&key));
}

/// A list of keys.
pub struct Keys {
    len: usize,
    at: [usize; 4],
}

impl Keys {
    fn rep_ok(&self) -> bool {
        (0..4).all(|i| self.at[i] <= if i < self.len { 4 } else { 0 })
    }
}
