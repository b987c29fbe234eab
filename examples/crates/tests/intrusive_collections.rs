//! `intrusive-collections`: lists whose links are inside the items, and cursors that modify
//! them at any position.

use intrusive_collections::{LinkedList, LinkedListLink, intrusive_adapter};

struct Item {
    link: LinkedListLink,
    value: usize,
}
intrusive_adapter!(ItemAdapter = Box<Item>: Item { link => LinkedListLink });

fn item(value: usize) -> Box<Item> {
    Box::new(Item { link: LinkedListLink::new(), value })
}

#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub enum Kind {
    InsertBefore,
    InsertAfter,
    Remove,
    Replace,
    /// Cuts off the items after (or before) the cursor, and puts them before (or after) the
    /// rest.
    SplitAfter,
    SplitBefore,
    /// Inserts two new items after (or before) the cursor.
    SpliceAfter,
    SpliceBefore,
}

const STEPS: usize = 3;

/// A list of `len` items, and operations at positions. The position after the last item is
/// the cursor's null position, between the end and the start of the list.
pub struct Plan {
    len: usize,
    kinds: [Kind; STEPS],
    at: [usize; STEPS],
}

impl Plan {
    fn rep_ok(&self) -> bool {
        self.len <= 3 && (0..STEPS).all(|i| self.kinds[i] <= Kind::SpliceBefore && self.at[i] <= 4)
    }
}

type List = LinkedList<ItemAdapter>;

fn list(values: impl Iterator<Item = usize>) -> List {
    let mut list = List::new(ItemAdapter::new());
    values.for_each(|value| list.push_back(item(value)));
    list
}

fn is_same(list: &List, model: &[usize]) {
    assert!(list.iter().map(|item| item.value).eq(model.iter().copied()));
    assert!(list.iter().rev().map(|item| item.value).eq(model.iter().rev().copied()));
    assert_eq!(list.is_empty(), model.is_empty());
    assert!(list.iter().all(|item| item.link.is_linked()));
    assert_eq!(list.front().get().map(|item| item.value), model.first().copied());
    assert_eq!(list.back().get().map(|item| item.value), model.last().copied());
    // One step from each item in both directions, also past the end.
    for (i, &value) in model.iter().enumerate() {
        let mut cursor = list.front();
        (0..i).for_each(|_| cursor.move_next());
        assert_eq!(cursor.get().map(|item| item.value), Some(value));
        assert_eq!(cursor.peek_next().get().map(|item| item.value), model.get(i + 1).copied());
        let before = i.checked_sub(1).map(|i| model[i]);
        assert_eq!(cursor.peek_prev().get().map(|item| item.value), before);
    }
}

/// The expected list after a split: the items that were cut off go to the other end.
fn step(mut list: List, model: &mut Vec<usize>, kind: Kind, at: usize, new: usize) -> List {
    let mut cursor = list.front_mut();
    (0..at).for_each(|_| cursor.move_next());
    let here = model.get(at).copied();
    // After the null position comes the first item, before it the last.
    let after = if here.is_some() { at + 1 } else { 0 };
    match kind {
        Kind::InsertBefore => {
            cursor.insert_before(item(new));
            model.insert(at, new);
        }
        Kind::InsertAfter => {
            cursor.insert_after(item(new));
            model.insert(after, new);
        }
        Kind::Remove => {
            let removed = cursor.remove();
            assert!(removed.as_ref().is_none_or(|item| !item.link.is_linked()));
            assert_eq!(removed.map(|item| item.value), here.map(|_| model.remove(at)));
        }
        Kind::Replace => match cursor.replace_with(item(new)) {
            Ok(old) => {
                assert!(!old.link.is_linked());
                assert_eq!(Some(old.value), here);
                model[at] = new;
            }
            Err(back) => assert!(here.is_none() && back.value == new),
        },
        Kind::SplitAfter => {
            let mut rest = cursor.split_after();
            rest.back_mut().splice_after(list);
            list = rest;
            model.rotate_left(after);
        }
        Kind::SplitBefore => {
            let rest = cursor.split_before();
            list.back_mut().splice_after(rest);
            model.rotate_left(at);
        }
        Kind::SpliceAfter => {
            cursor.splice_after(self::list([new, new + 1].into_iter()));
            model.splice(after..after, [new, new + 1]);
        }
        Kind::SpliceBefore => {
            cursor.splice_before(self::list([new, new + 1].into_iter()));
            model.splice(at..at, [new, new + 1]);
        }
    }
    list
}

/// Runs every operation at every position of every list.
#[pikse::check(size = 4)]
fn cursors(plan: &Plan) {
    let mut model: Vec<usize> = (0..plan.len).collect();
    let mut list = list(model.iter().copied());
    for i in 0..STEPS {
        // Stop at the null position: a cursor that moves past it wraps around.
        let at = plan.at[i].min(model.len());
        list = step(list, &mut model, plan.kinds[i], at, 10 * (i + 1));
        is_same(&list, &model);
    }
}
