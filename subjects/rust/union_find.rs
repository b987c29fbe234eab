//! Disjoint sets as records that know the place of their parent and their rank (document 002,
//! Table 1).

use std::ptr;

const CAPACITY: usize = 8;

pub struct Record {
    pub parent: usize,
    pub rank: i32,
}

pub struct UnionFind {
    pub size: usize,
    pub length: usize,
    pub elements: [Box<Record>; CAPACITY],
}

impl UnionFind {
    /// Whether the first `size` records are different, and form trees of growing ranks.
    pub fn rep_ok(&self) -> bool {
        self.length <= CAPACITY
            && self.size == self.length
            && self.no_record_twice()
            && self.ranks_fit()
            && self.parents_are_in_the_set()
    }

    fn no_record_twice(&self) -> bool {
        (0..self.size)
            .all(|i| (i + 1..self.size).all(|j| !ptr::eq(&*self.elements[i], &*self.elements[j])))
    }

    /// Whether ranks grow upwards, and there are no more roots than records of rank 0.
    fn ranks_fit(&self) -> bool {
        let mut roots = 0;
        for i in 0..self.size {
            let record = &self.elements[i];
            if record.parent == i {
                roots += 1;
            } else if record.parent < self.size && self.elements[record.parent].rank <= record.rank
            {
                return false;
            }
        }
        let records = self.elements.iter().take(self.size);
        roots <= records.filter(|record| record.rank == 0).count()
    }

    fn parents_are_in_the_set(&self) -> bool {
        self.elements.iter().take(self.size).all(|record| record.parent < self.size)
    }
}

impl UnionFind {
    /// Before `find`: there is such a record.
    pub fn is_record(&self, x: usize) -> bool {
        self.rep_ok() && x < self.size
    }

    /// The root of the set of a record. Every record on the way gets the root as its parent.
    pub fn find(&mut self, mut x: usize) -> usize {
        let root = self.top(x);
        while x != root {
            x = std::mem::replace(&mut self.elements[x].parent, root);
        }
        root
    }

    /// Makes one set of those of two records; false if they are one already, or if there is no
    /// such record.
    pub fn merge(&mut self, x: usize, y: usize) -> bool {
        if x >= self.size || y >= self.size {
            return false;
        }
        let (mut top, mut below) = (self.find(x), self.find(y));
        if top == below {
            return false;
        }
        if self.elements[top].rank < self.elements[below].rank {
            std::mem::swap(&mut top, &mut below);
        }
        self.elements[below].parent = top;
        if self.elements[top].rank == self.elements[below].rank {
            self.elements[top].rank += 1;
        }
        true
    }

    /// The root of the set of a record.
    fn top(&self, mut x: usize) -> usize {
        while self.elements[x].parent != x {
            x = self.elements[x].parent;
        }
        x
    }

    /// After `find`: it is the root, no record has another one, and the way to it is short.
    pub fn found(&self, old: &UnionFind, x: usize, result: usize) -> bool {
        self.size == old.size
            && (0..self.size)
                .all(|i| self.top(i) == old.top(i) && self.elements[i].rank == old.elements[i].rank)
            && result == old.top(x)
            && self.elements[x].parent == result
    }

    /// After `merge`: two records are in one set if they were, or if their sets are those of `x`
    /// and `y`.
    pub fn merged(&self, old: &UnionFind, x: usize, y: usize, result: bool) -> bool {
        let are_records = x < old.size && y < old.size;
        let can_merge = are_records && old.top(x) != old.top(y);
        // What the root of a record is, if `y`'s takes the place of `x`'s.
        let expected = |i| match old.top(i) {
            top if can_merge && top == old.top(x) => old.top(y),
            top => top,
        };
        let are_one = |i, j| self.top(i) == self.top(j);
        result == can_merge
            && self.size == old.size
            && (0..self.size).all(|i| (0..i).all(|j| are_one(i, j) == (expected(i) == expected(j))))
    }
}
