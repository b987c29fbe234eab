//! Finding in `intrusive-collections` 0.9.7, with safe code only: the list that
//! `CursorMut::split_before` returns still links to the items that were not split off, so
//! they are freed twice. Reported as <https://github.com/Amanieu/intrusive-rs/issues/99>,
//! and fixed in 0.10.

use intrusive_collections::{LinkedList, LinkedListLink, intrusive_adapter};

struct Item {
    link: LinkedListLink,
    value: usize,
}
intrusive_adapter!(ItemAdapter = Box<Item>: Item { link: LinkedListLink });

fn values<'a>(items: impl Iterator<Item = &'a Item>) -> Vec<usize> {
    items.map(|item| item.value).collect()
}

/// Splits a list of `len` items before the item at `at`.
fn split(len: usize, at: usize) -> (LinkedList<ItemAdapter>, LinkedList<ItemAdapter>) {
    let mut list = LinkedList::new(ItemAdapter::new());
    (0..len)
        .for_each(|value| list.push_back(Box::new(Item { link: LinkedListLink::new(), value })));
    let mut cursor = list.front_mut();
    (0..at).for_each(|_| cursor.move_next());
    let front = cursor.split_before();
    (front, list)
}

/// Both lists have the right items, in both directions.
#[pikse::check(size = 3, pre = "at <= len")]
fn split_before_is_right(#[finite(0..=n)] len: usize, #[finite(0..=n)] at: usize) {
    let (front, list) = split(len, at);
    assert!(values(front.iter()).into_iter().eq(0..at));
    assert!(values(list.iter()).into_iter().eq(at..len));
    assert!(values(front.iter().rev()).into_iter().eq((0..at).rev()));
    assert!(values(list.iter().rev()).into_iter().eq((at..len).rev()));
}

/// Both lists can be dropped.
#[pikse::check(size = 3, pre = "at <= len")]
fn split_before_can_be_dropped(#[finite(0..=n)] len: usize, #[finite(0..=n)] at: usize) {
    drop(split(len, at));
}
