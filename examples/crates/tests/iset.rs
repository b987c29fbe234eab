//! `iset`: interval maps, stored as red-black trees in a vector. Each node stores how far the
//! intervals of its subtree extend.
//!
//! A plan is a sequence of insertions, so the check covers every tree that five insertions
//! can build, including equal intervals. Then two intervals are removed.

use std::ops::Range;

use iset::IntervalMap;

const INTERVALS: [Range<i32>; 5] = [0..1, 0..3, 1..2, 1..3, 2..3];
const COUNT: usize = 5;

pub struct Plan {
    /// The interval to insert. Its value is the number of the step.
    intervals: [usize; COUNT],
}

impl Plan {
    fn rep_ok(&self) -> bool {
        self.intervals.iter().all(|&interval| interval < INTERVALS.len())
    }
}

/// Intervals with their values, in order.
type Model = Vec<(i32, i32, usize)>;

fn sorted(items: impl Iterator<Item = (Range<i32>, usize)>) -> Model {
    let mut items: Model = items.map(|(range, value)| (range.start, range.end, value)).collect();
    items.sort_unstable();
    items
}

fn is_same(map: &IntervalMap<i32, usize>, model: &Model) {
    assert_eq!(map.len(), model.len());
    assert_eq!(sorted(map.iter(..).map(|(range, &value)| (range, value))), *model);
    assert!(map.intervals(..).is_sorted_by_key(|range| (range.start, range.end)));
    let reach = model.iter().map(|item| item.0).min().zip(model.iter().map(|item| item.1).max());
    assert_eq!(map.range(), reach.map(|(start, end)| start..end));
    let ends = |item: Option<&(i32, i32, usize)>| item.map(|item| item.0..item.1);
    assert_eq!(map.smallest().map(|(range, _)| range), ends(model.first()));
    assert_eq!(map.largest().map(|(range, _)| range), ends(model.last()));
    for start in -1..4 {
        for end in start + 1..5 {
            let hit = |item: &(i32, i32, usize)| item.0 < end && start < item.1;
            let expected: Model = model.iter().copied().filter(hit).collect();
            assert_eq!(sorted(map.iter(start..end).map(|(r, &value)| (r, value))), expected);
            assert_eq!(map.has_overlap(start..end), !expected.is_empty());
            // With an inclusive end, an interval that starts there overlaps too.
            let hit = |item: &(i32, i32, usize)| item.0 <= end && start < item.1;
            assert_eq!(map.has_overlap(start..=end), model.iter().any(hit));
            assert_eq!(map.iter(start..=end).count(), model.iter().filter(|i| hit(i)).count());
        }
    }
    for range in INTERVALS {
        let at = map.values_at(range.clone()).map(|&value| (range.clone(), value));
        let is_at = |item: &(i32, i32, usize)| (item.0, item.1) == (range.start, range.end);
        assert_eq!(sorted(at), model.iter().copied().filter(is_at).collect::<Model>());
        assert_eq!(map.contains(range.clone()), model.iter().any(is_at));
    }
}

/// With `twice`, equal intervals are kept side by side; otherwise `insert` replaces them.
#[pikse::check(size = 5)]
fn insert_and_remove(
    plan: &Plan,
    twice: bool,
    #[finite(0..=4)] a: usize,
    #[finite(0..=4)] b: usize,
) {
    let (mut map, mut model) = (IntervalMap::new(), Model::new());
    for value in 0..COUNT {
        let range = INTERVALS[plan.intervals[value]].clone();
        if twice {
            map.force_insert(range.clone(), value);
        } else {
            let at = model.iter().position(|item| (item.0, item.1) == (range.start, range.end));
            let old = at.map(|at| model.remove(at).2);
            assert_eq!(map.insert(range.clone(), value), old);
        }
        model.push((range.start, range.end, value));
    }
    model.sort_unstable();
    is_same(&map, &model);
    for value in [a, b] {
        let range = INTERVALS[plan.intervals[value]].clone();
        let at = model.iter().position(|item| item.2 == value);
        let removed = map.remove_where(range, |&other| other == value);
        assert_eq!(removed, at.map(|at| model.remove(at).2));
        is_same(&map, &model);
    }
}

/// Builds any set of intervals, and consumes it from both ends in any order.
#[pikse::check(size = 5)]
fn from_sorted(#[finite(0..=31)] set: usize, #[finite(0..=31)] largest: usize) {
    let is_in = |value: usize| set >> value & 1 == 1;
    let mut model = sorted((0..COUNT).filter(|&v| is_in(v)).map(|v| (INTERVALS[v].clone(), v)));
    let mut map = IntervalMap::from_sorted(model.iter().map(|&(s, e, value)| (s..e, value)));
    is_same(&map, &model);
    for step in 0..COUNT {
        let (removed, expected) = if largest >> step & 1 == 1 {
            (map.remove_largest(), model.pop())
        } else {
            (map.remove_smallest(), (!model.is_empty()).then(|| model.remove(0)))
        };
        assert_eq!(removed, expected.map(|(start, end, value)| (start..end, value)));
        is_same(&map, &model);
    }
}
