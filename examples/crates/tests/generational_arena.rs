//! `generational-arena`: values by index. A removed index is never valid again, even if its
//! slot is reused.

use generational_arena::{Arena, Index};

#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Insert,
    /// Inserts only if there is a free slot.
    TryInsert,
    Remove,
    /// Keeps all but one.
    Retain,
    Drain,
    Clear,
    Reserve,
}

/// Only the first `len` steps are used. `which` selects an index: 0 is the first that the
/// arena ever returned.
pub struct Plan {
    len: usize,
    kinds: [Kind; 5],
    which: [usize; 5],
}

impl Plan {
    fn rep_ok(&self) -> bool {
        let mut inserted = 0;
        (0..5).all(|i| {
            let kind = self.kinds[i];
            if i >= self.len {
                return kind == Kind::Insert && self.which[i] == 0;
            }
            let last = match kind {
                Kind::Remove | Kind::Retain if inserted == 0 => return false,
                Kind::Remove | Kind::Retain => inserted - 1,
                _ => 0,
            };
            // TryInsert may fail and return no index, so it does not count.
            inserted += usize::from(kind == Kind::Insert);
            self.which[i] <= last
        })
    }
}

/// Every index that the arena returned, with its value until it is removed.
type Model = Vec<(Index, Option<usize>)>;

fn is_same(arena: &Arena<usize>, model: &Model) {
    let live = || model.iter().filter_map(|&(index, value)| Some((index, value?)));
    assert_eq!(arena.len(), live().count());
    assert!(arena.capacity() >= arena.len());
    for (i, &(index, value)) in model.iter().enumerate() {
        assert_eq!(arena.get(index).copied(), value);
        assert_eq!(arena.contains(index), value.is_some());
        assert!(model[..i].iter().all(|&(other, _)| other != index), "an index comes twice");
        if value.is_some() {
            let (place, _) = index.into_raw_parts();
            assert_eq!(arena.get_unknown_gen(place).map(|(_, index)| index), Some(index));
        }
    }
    let mut expected: Vec<_> = live().collect();
    expected.sort_unstable_by_key(|(index, _)| index.into_raw_parts().0);
    assert!(arena.iter().map(|(index, &value)| (index, value)).eq(expected.iter().copied()));
    assert!(arena.iter().rev().map(|(index, _)| index).eq(expected.iter().rev().map(|e| e.0)));
    assert_eq!(arena.iter().len(), expected.len());
}

#[pikse::check(size = 5)]
fn indices_are_never_valid_again(plan: &Plan, #[finite(0..=3)] capacity: usize) {
    let mut arena = Arena::with_capacity(capacity);
    let mut model = Model::new();
    for value in 0..plan.len {
        let which = plan.which[value];
        match plan.kinds[value] {
            Kind::Insert => model.push((arena.insert(value), Some(value))),
            Kind::TryInsert => {
                let full = arena.len() == arena.capacity();
                match arena.try_insert(value) {
                    Ok(index) => model.push((index, Some(value))),
                    Err(back) => assert!(full && back == value),
                }
            }
            Kind::Remove => {
                let (index, there) = &mut model[which];
                assert_eq!(arena.remove(*index), there.take());
            }
            Kind::Retain => {
                arena.retain(|index, _| index != model[which].0);
                model[which].1 = None;
            }
            Kind::Drain => {
                let drained: Vec<_> = arena.drain().collect();
                let live = model.iter_mut().filter_map(|(i, v)| Some((*i, v.take()?)));
                let mut live: Vec<_> = live.collect();
                live.sort_unstable_by_key(|(index, _)| index.into_raw_parts().0);
                assert_eq!(drained, live);
            }
            Kind::Clear => {
                arena.clear();
                model.iter_mut().for_each(|(_, value)| *value = None);
            }
            Kind::Reserve => arena.reserve(1),
        }
        is_same(&arena, &model);
    }
}
