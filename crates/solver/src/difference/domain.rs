//! The possible values of an atom: integers in a few intervals.

/// A set of integers, as intervals in order that do not touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Domain {
    intervals: Vec<(i128, i128)>,
}

impl Domain {
    pub(super) fn new(low: i128, high: i128) -> Self {
        Self { intervals: vec![(low, high)] }
    }

    /// The least and the greatest value.
    pub(super) fn bounds(&self) -> Option<(i128, i128)> {
        Some((self.intervals.first()?.0, self.intervals.last()?.1))
    }

    /// Intersects with intervals, which are in order.
    pub(super) fn restrict(&mut self, keep: &[(i128, i128)]) {
        if let ([(low, high)], [(first, last)]) = (&mut self.intervals[..], keep) {
            // The common case: one bound of one interval.
            (*low, *high) = ((*low).max(*first), (*high).min(*last));
            if *low > *high {
                self.intervals.clear();
            }
            return;
        }
        let mut kept = Vec::with_capacity(self.intervals.len() + keep.len());
        let (mut i, mut j) = (0, 0);
        while let (Some(&(a, b)), Some(&(c, d))) = (self.intervals.get(i), keep.get(j)) {
            let (low, high) = (a.max(c), b.min(d));
            if low <= high {
                kept.push((low, high));
            }
            if b < d {
                i += 1;
            } else {
                j += 1;
            }
        }
        self.intervals = kept;
    }

    /// The least member that is not below the value.
    pub(super) fn at_least(&self, value: i128) -> Option<i128> {
        let at = self.intervals.partition_point(|&(_, high)| high < value);
        self.intervals.get(at).map(|&(low, _)| low.max(value))
    }

    /// The greatest member that is not above the value.
    pub(super) fn at_most(&self, value: i128) -> Option<i128> {
        let at = self.intervals.partition_point(|&(low, _)| low <= value);
        self.intervals[..at].last().map(|&(_, high)| high.min(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains() {
        let mut domain = Domain::new(0, 20);
        domain.restrict(&[(-5, -1), (1, 6), (8, 19), (30, 31)]);
        assert_eq!(domain.intervals, [(1, 6), (8, 19)]);
        domain.restrict(&[(2, 3), (5, 9), (12, 40)]);
        assert_eq!(domain.intervals, [(2, 3), (5, 6), (8, 9), (12, 19)]);
        assert_eq!(domain.bounds(), Some((2, 19)));
        assert_eq!(
            [0, 4, 7, 12, 20].map(|value| domain.at_least(value)),
            [Some(2), Some(5), Some(8), Some(12), None]
        );
        assert_eq!(
            [0, 4, 7, 12, 20].map(|value| domain.at_most(value)),
            [None, Some(3), Some(6), Some(12), Some(19)]
        );
        domain.restrict(&[(10, 11)]);
        assert!(domain.bounds().is_none());
        let mut one = Domain::new(3, 5);
        one.restrict(&[(6, 9)]);
        assert!(one.bounds().is_none());
    }
}
