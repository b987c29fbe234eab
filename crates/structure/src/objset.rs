//! Sets of objects.

use crate::handle::Obj;

/// Words for objects 64 and up. They are behind a box, so that a set that does not
/// need them costs one word more and not three.
type Rest = Option<Box<Vec<u64>>>;

/// A set of objects, for the `visited` of a predicate. Up to 64 objects it is one
/// word; what is beyond needs an allocation.
#[derive(Clone, Debug, Default)]
pub struct ObjSet {
    first: u64,
    rest: Rest,
}

impl ObjSet {
    /// The empty set.
    #[inline(always)]
    pub fn new() -> Self {
        ObjSet::default()
    }

    /// Adds an object; whether it was new.
    #[inline(always)]
    pub fn insert(&mut self, obj: Obj) -> bool {
        let id = obj.id().0;
        if id >= 64 {
            // Only `rest` goes by address, so that the first word can stay in a
            // register of the predicate.
            return insert_beyond(&mut self.rest, id);
        }
        let new = self.first >> id & 1 == 0;
        self.first |= 1 << id;
        new
    }

    /// Takes an object out; whether it was in.
    pub fn remove(&mut self, obj: Obj) -> bool {
        let was_in = self.contains(obj);
        let bit = 1 << (obj.id().0 % 64);
        match obj.id().index() / 64 {
            0 => self.first &= !bit,
            word => {
                let rest = self.rest.as_deref_mut().map_or(&mut [][..], Vec::as_mut_slice);
                if let Some(word) = rest.get_mut(word - 1) {
                    *word &= !bit;
                }
            }
        }
        was_in
    }

    /// Whether an object is in.
    #[inline]
    pub fn contains(&self, obj: Obj) -> bool {
        let word = match obj.id().index() / 64 {
            0 => self.first,
            word => self.rest().get(word - 1).copied().unwrap_or(0),
        };
        word >> (obj.id().0 % 64) & 1 == 1
    }

    /// How many objects are in.
    #[inline]
    pub fn len(&self) -> usize {
        // Counted, not kept: a counter beside the words was miscompiled by rustc
        // 1.95 (LLVM 22) where `insert` was inlined into a loop.
        let rest: usize = self.rest().iter().map(|word| word.count_ones() as usize).sum();
        self.first.count_ones() as usize + rest
    }

    #[inline]
    fn rest(&self) -> &[u64] {
        self.rest.as_deref().map_or(&[], Vec::as_slice)
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[inline(never)]
fn insert_beyond(words: &mut Rest, id: u32) -> bool {
    let words = words.get_or_insert_default();
    let word = id as usize / 64 - 1;
    if word >= words.len() {
        words.resize(word + 1, 0);
    }
    let new = words[word] >> (id % 64) & 1 == 0;
    words[word] |= 1 << (id % 64);
    new
}
