//! `slab`: values in a vector, whose free places are a list inside of it.
//!
//! The fields are private, so what Pikse generates is a plan, a history of operations, and
//! the property carries it out on a slab and on a map that says what it should hold.

use std::collections::BTreeMap;

use slab::Slab;

#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Insert,
    /// Asks for a place, and does not use it.
    VacantEntry,
    Remove,
    Retain,
    Shrink,
    Clear,
}

/// The first `len` steps count.
pub struct Plan {
    len: usize,
    kinds: [Kind; 4],
    keys: [usize; 4],
}

impl Plan {
    /// What is not used is 0, so that no two plans do the same. Every key that is used is
    /// compared with something: what a predicate does not read keeps its first value.
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

/// Values are numbers that are all different.
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

/// What is left can be filled up: each place is handed out once.
#[pikse::check(size = 4)]
fn histories(plan: &Plan) {
    let (mut slab, mut model) = run(plan);
    for value in 10..14 {
        let key = slab.insert(value);
        assert!(model.insert(key, value).is_none(), "a place is handed out twice");
    }
    is_same(&slab, &model);
}

/// The keys of `from_iter` need no order and may stand twice: the last one counts. Places
/// between them are free.
#[pikse::check(size = 4)]
fn from_iter(pairs: &Keys) {
    let pairs = || pairs.at[..pairs.len].iter().copied().zip(0..);
    let (mut slab, mut model): (Slab<_>, BTreeMap<_, _>) = (pairs().collect(), pairs().collect());
    is_same(&slab, &model);
    let end = model.last_key_value().map_or(0, |(&key, _)| key + 1);
    // The free places first, then one behind all others.
    let mut free: Vec<usize> = (0..end).filter(|key| !model.contains_key(key)).collect();
    free.push(end);
    let mut got: Vec<usize> = free.iter().map(|_| slab.insert(9)).collect();
    got.sort_unstable();
    assert_eq!(got, free);
    model.extend(free.into_iter().map(|key| (key, 9)));
    is_same(&slab, &model);
}

/// `compact` closes the gaps, and says which value moved where. A move that is refused
/// leaves the value where it was.
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
