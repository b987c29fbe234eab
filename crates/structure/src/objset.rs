//! Sets of objects, for the `visited` of a predicate.

use crate::handle::Obj;

/// Words for objects 64 and up. They are boxed, so that a set that does not need them
/// costs one more word, not three.
type Rest = Option<Box<Vec<u64>>>;

/// A set of objects. The first 64 objects of a space are in one word; further objects
/// need an allocation.
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
            // Only `rest` is passed by address, so that the first word can stay in a
            // register of the predicate.
            return insert_beyond(&mut self.rest, id);
        }
        let new = self.first >> id & 1 == 0;
        self.first |= 1 << id;
        new
    }

    /// Removes an object; whether it was in the set.
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
        // Counted on demand: a counter kept beside the words was miscompiled by rustc
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

/// A set of the first 64 objects of a space: one word, which a compiler keeps in a
/// register. A predicate over a small space that uses it runs noticeably faster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SmallObjSet(u64);

impl SmallObjSet {
    /// The empty set.
    #[inline(always)]
    pub fn new() -> Self {
        SmallObjSet(0)
    }

    /// Adds an object; whether it was new.
    ///
    /// # Panics
    /// If it is not among the first 64 objects of its space.
    #[inline(always)]
    pub fn insert(&mut self, obj: Obj) -> bool {
        let bit = bit(obj);
        let new = self.0 & bit == 0;
        self.0 |= bit;
        new
    }

    /// Whether an object is in.
    #[inline(always)]
    pub fn contains(self, obj: Obj) -> bool {
        obj.id().0 < 64 && self.0 & bit(obj) != 0
    }

    /// How many objects are in.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether none is.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

#[inline(always)]
fn bit(obj: Obj) -> u64 {
    assert!(obj.id().0 < 64, "a SmallObjSet holds the first 64 objects of a space: use ObjSet");
    1 << obj.id().0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SpaceBuilder;

    /// Both sets against the standard one.
    #[test]
    fn sets_are_sets() {
        let mut bounds = SpaceBuilder::new();
        bounds.class("Node", 300);
        let space = bounds.build().expect("the bounds are good");
        let (mut set, mut small) = (ObjSet::new(), SmallObjSet::new());
        let mut expected = std::collections::BTreeSet::new();
        for step in 0..2000_usize {
            let obj = space.objects()[step * step % 300];
            assert_eq!(set.contains(obj), expected.contains(&obj));
            if step % 3 == 0 {
                assert_eq!(set.remove(obj), expected.remove(&obj));
            } else {
                assert_eq!(set.insert(obj), expected.insert(obj));
            }
            assert_eq!(set.len(), expected.len());
            let low = space.objects()[step * step % 64];
            assert_eq!(small.contains(low), !small.clone().insert(low));
            small.insert(low);
            assert!(
                small.contains(low) && !small.is_empty() && !small.contains(space.objects()[64])
            );
        }
        assert_eq!(small.len(), 12, "the squares modulo 64");
    }

    #[test]
    #[should_panic(expected = "use ObjSet")]
    fn a_small_set_says_what_it_cannot_hold() {
        let mut bounds = SpaceBuilder::new();
        bounds.class("Node", 65);
        let space = bounds.build().expect("the bounds are good");
        SmallObjSet::new().insert(space.objects()[64]);
    }
}
