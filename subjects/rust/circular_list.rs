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

/// Entries are shared, so they never change: a list that changes becomes a new ring, and the
/// entries of the old one are freed. They come from `Box::leak`, and only one list has them.
impl CircularList {
    /// Inserts an element; false if it is negative.
    pub fn insert(&mut self, x: i32) -> bool {
        if x < 0 {
            return false;
        }
        let mut elements = self.elements();
        let place = elements.partition_point(|&element| element <= x);
        elements.insert(place, x);
        self.replace(&elements);
        true
    }

    /// Removes an element that is `x`; false if there is none. The header stays.
    pub fn remove(&mut self, x: i32) -> bool {
        let mut elements = self.elements();
        let Ok(place) = elements[1..].binary_search(&x) else { return false };
        elements.remove(place + 1);
        self.replace(&elements);
        true
    }

    /// The elements of all entries, that of the header first.
    fn elements(&self) -> Vec<i32> {
        let ring = self.header.and_then(ring).expect("the list is a ring");
        ring.iter().map(|entry| entry.element).collect()
    }

    /// Puts a ring of other elements in the place of the entries.
    fn replace(&mut self, elements: &[i32]) {
        let entries = self.header.and_then(ring).expect("the list is a ring");
        self.header = ring_of(elements);
        self.size = elements.len();
        for entry in entries {
            // SAFETY: The entry comes from a box, and only the old ring led to it.
            drop(unsafe { Box::from_raw(ptr::from_ref(entry).cast_mut()) });
        }
    }

    /// After `insert`: `x` is there once more.
    pub fn inserted(&self, old: &CircularList, x: i32, result: bool) -> bool {
        let mut elements = old.elements();
        if result {
            elements.push(x);
            elements[1..].sort_unstable();
        }
        result == (x >= 0) && self.elements() == elements
    }

    /// After `remove`: `x` is there once less, if it was there.
    pub fn removed(&self, old: &CircularList, x: i32, result: bool) -> bool {
        let mut elements = old.elements();
        let place = elements.iter().skip(1).position(|&element| element == x);
        if let Some(place) = place {
            elements.remove(place + 1);
        }
        result == place.is_some() && self.elements() == elements
    }
}

/// A new ring, if there are elements.
fn ring_of(elements: &[i32]) -> Option<&'static Entry> {
    let new = |&element: &i32| Entry { next: None, previous: ptr::null(), element };
    let entries: Vec<*mut Entry> =
        elements.iter().map(|element| Box::into_raw(Box::new(new(element)))).collect();
    for (place, &entry) in entries.iter().enumerate() {
        let next = entries[(place + 1) % entries.len()];
        // SAFETY: Both come from boxes, and no reference to an entry is read before all links are
        // there.
        unsafe {
            (*entry).next = Some(&*next);
            (*next).previous = entry;
        }
    }
    // SAFETY: It comes from a box that nobody frees while the list has it.
    entries.first().map(|&header| unsafe { &*header })
}
