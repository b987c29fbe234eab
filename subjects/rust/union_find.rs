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
