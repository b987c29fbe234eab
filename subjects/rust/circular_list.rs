//! Sorted doubly linked lists that are closed to a ring (document 002, Table 1).

use std::collections::BTreeSet;
use std::ptr;

pub struct Entry {
    pub next: Option<&'static Entry>,
    pub previous: *const Entry,
    pub element: i32,
}

pub struct CircularList {
    /// Its element is 0.
    pub header: Option<&'static Entry>,
    /// The number of entries with the header.
    pub size: usize,
}

impl CircularList {
    /// Whether this is a ring of `size` entries, linked both ways, whose elements never fall.
    pub fn rep_ok(&self) -> bool {
        let Some(header) = self.header else { return false };
        if header.element != 0 {
            return false;
        }
        let Some(ring) = ring(header) else { return false };
        let following = ring.iter().cycle().skip(1);
        self.size == ring.len()
            && ring.iter().zip(following).all(|(entry, next)| ptr::eq(next.previous, *entry))
            && ring.is_sorted_by(|a, b| a.element <= b.element)
    }
}

/// The entries of a ring, if it is closed.
fn ring(header: &'static Entry) -> Option<Vec<&'static Entry>> {
    let mut visited = BTreeSet::new();
    let mut entries = Vec::new();
    let mut entry = header;
    while visited.insert(ptr::from_ref(entry)) {
        entries.push(entry);
        entry = entry.next?;
    }
    ptr::eq(entry, header).then_some(entries)
}
