//! The trail: choice points in the order of their first reads.
//!
//! A choice point holds its current value and the remaining values. These are the
//! indices up to `last`, or, if values in between are excluded, the bits of a mask.
//! Masks are in one arena that grows and shrinks with the trail, so a search allocates
//! nothing once it has reached its depth.

use std::sync::atomic::{AtomicU64, Ordering};

use pikse_structure::CellId;

const NO_MASK: u32 = u32::MAX;

/// A choice point. Its size is a power of two, so that finding the last one is a
/// shift.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Choice {
    /// The cell whose first read made it.
    pub(crate) cell: CellId,
    /// The current value.
    pub(crate) index: u32,
    /// Its first value; progress is measured from here.
    pub(crate) first: u32,
    /// The largest value to try.
    pub(crate) last: u32,
    /// Where its mask begins in the arena.
    mask: u32,
    /// The number of words of each of its masks.
    words: u32,
    /// Whether a second mask follows, of values that are accepted without a run.
    accepts: bool,
    /// Whether the current value is an object that no earlier choice point has.
    pub(crate) fresh: bool,
    /// Whether there was more than one value when it was made.
    pub(crate) alternatives: bool,
}

/// What is known of a value without running the predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing: the predicate has to run.
    Run,
    /// It would be rejected.
    Skip,
    /// It would be accepted.
    Accept,
}

/// The next value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Next {
    pub(crate) index: u32,
    /// Whether it is marked as accepted.
    pub(crate) accepted: bool,
}

impl Choice {
    /// The bits of the values after the current one, if they fit in one word.
    fn left(&self) -> u64 {
        self.left_after(self.index)
    }

    /// The bits of the values after a given one, if they fit in one word.
    #[inline(always)]
    fn left_after(&self, index: u32) -> u64 {
        u64::MAX << index << 1 & u64::MAX >> (63 - self.last)
    }

    /// Whether values between the current and the last are excluded.
    #[inline(always)]
    pub(crate) fn is_masked(&self) -> bool {
        self.mask != NO_MASK
    }
}

/// A time at which a search showed its choices. It is unique among all searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    search: u64,
    times: u64,
}

impl Shown {
    /// A search that has shown nothing.
    pub(crate) fn new() -> Shown {
        static SEARCHES: AtomicU64 = AtomicU64::new(0);
        Shown { search: SEARCHES.fetch_add(1, Ordering::Relaxed), times: 0 }
    }

    #[inline(always)]
    pub(crate) fn next(self) -> Shown {
        Shown { times: self.times + 1, ..self }
    }
}

/// The cells that a candidate has chosen values for, in the order in which they were read,
/// with the index of each value in its domain. All others have their first value.
#[derive(Clone, Debug)]
pub struct Choices<'a> {
    choices: std::slice::Iter<'a, Choice>,
    unchanged: usize,
    before: Shown,
    now: Shown,
}

impl<'a> Choices<'a> {
    /// The choices of a trail, and how many from the beginning are unchanged.
    #[inline(always)]
    pub(crate) fn new(trail: &'a Trail, unchanged: usize, (before, now): (Shown, Shown)) -> Self {
        let unchanged = unchanged.min(trail.len());
        Choices { choices: trail.choices.iter(), unchanged, before, now }
    }

    /// The time of these choices.
    #[inline(always)]
    pub fn shown(&self) -> Shown {
        self.now
    }

    /// The number of choices from the beginning that are certainly unchanged since a time.
    /// The search only knows this for the last time it showed its choices.
    #[inline(always)]
    pub fn unchanged_since(&self, time: Shown) -> usize {
        if time == self.before { self.unchanged } else { 0 }
    }
}

impl Iterator for Choices<'_> {
    type Item = (CellId, u32);

    #[inline(always)]
    fn next(&mut self) -> Option<(CellId, u32)> {
        self.choices.next().map(|choice| (choice.cell, choice.index))
    }

    /// Skipping several takes no longer than skipping one.
    #[inline(always)]
    fn nth(&mut self, n: usize) -> Option<(CellId, u32)> {
        self.choices.nth(n).map(|choice| (choice.cell, choice.index))
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    choices: Vec<Choice>,
    masks: Vec<u64>,
}

impl Trail {
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.choices.len()
    }

    #[inline(always)]
    pub(crate) fn choices(&self) -> &[Choice] {
        &self.choices
    }

    #[inline(always)]
    pub(crate) fn choice_mut(&mut self, depth: usize) -> &mut Choice {
        &mut self.choices[depth]
    }

    #[inline(always)]
    pub(crate) fn top(&self) -> Option<&Choice> {
        self.choices.last()
    }

    #[inline(always)]
    pub(crate) fn top_mut(&mut self) -> Option<&mut Choice> {
        self.choices.last_mut()
    }

    /// Adds a choice point whose values are `first..=last`.
    #[inline(always)]
    pub(crate) fn push(&mut self, cell: CellId, first: u32, last: u32, fresh: bool) {
        self.choices.push(Choice {
            cell,
            index: first,
            first,
            last,
            mask: NO_MASK,
            words: 0,
            accepts: false,
            fresh,
            alternatives: first < last,
        });
    }

    /// Adds a choice point whose values are those of `first..=last` that `mark`
    /// does not skip. Returns whether there is any; if not, the choice point keeps
    /// `first` and has nothing else to try.
    pub(crate) fn push_marked(
        &mut self,
        cell: CellId,
        first: u32,
        last: u32,
        mut mark: impl FnMut(u32) -> Mark,
    ) -> bool {
        let words = last / 64 + 1;
        let mask = self.masks.len();
        self.masks.resize(mask + 2 * words as usize, 0);
        let accept = mask + words as usize;
        let (mut begin, mut end, mut count) = (None, first, 0_u32);
        let mut accepts = false;
        for index in first..=last {
            let at = match mark(index) {
                Mark::Skip => continue,
                Mark::Run => mask,
                Mark::Accept => {
                    accepts = true;
                    accept
                }
            };
            self.masks[at + index as usize / 64] |= 1 << (index % 64);
            begin.get_or_insert(index);
            end = index;
            count += 1;
        }
        let first = begin.unwrap_or(first);
        self.push(cell, first, end.max(first), false);
        if !accepts {
            self.masks.truncate(accept);
        }
        let contiguous = !accepts && count == end.max(first) - first + 1;
        if count <= 1 || contiguous {
            self.masks.truncate(mask);
        } else {
            let choice = self.choices.last_mut().expect("it was just pushed");
            (choice.mask, choice.words, choice.accepts) = (mask as u32, words, accepts);
        }
        count > 0
    }

    /// Adds a choice point whose values are the bits of `run` and of `accept`, from
    /// `first` on, which is the lowest of them (or any value, if there is none).
    #[inline(always)]
    pub(crate) fn push_words(
        &mut self,
        cell: CellId,
        first: u32,
        run: u64,
        accept: u64,
        fresh: bool,
    ) {
        let any = run | accept | 1 << first;
        let last = 63 - any.leading_zeros();
        self.push(cell, first, last, fresh);
        let contiguous = any >> first == u64::MAX >> (63 - (last - first));
        if contiguous && accept == 0 {
            return;
        }
        let mask = self.masks.len() as u32;
        self.masks.push(run);
        if accept != 0 {
            self.masks.push(accept);
        }
        let choice = self.choices.last_mut().expect("it was just pushed");
        choice.alternatives = any.count_ones() > 1;
        (choice.mask, choice.words, choice.accepts) = (mask, 1, accept != 0);
    }

    /// The value after the current one of the choice point at `depth`.
    #[inline(always)]
    pub(crate) fn next(&self, depth: usize) -> Option<Next> {
        let choice = &self.choices[depth];
        self.after(choice, choice.index)
    }

    #[inline(always)]
    fn after(&self, choice: &Choice, index: u32) -> Option<Next> {
        if choice.mask == NO_MASK {
            return (index < choice.last).then(|| Next { index: index + 1, accepted: false });
        }
        self.after_masked(choice, index)
    }

    #[inline(always)]
    fn after_masked(&self, choice: &Choice, index: u32) -> Option<Next> {
        if choice.words != 1 {
            return self.after_in_words(choice, index);
        }
        // One word is enough for most choice points.
        if index >= choice.last {
            return None;
        }
        let run = self.masks[choice.mask as usize];
        let accept = if choice.accepts { self.masks[choice.mask as usize + 1] } else { 0 };
        let left = (run | accept) & choice.left_after(index);
        (left != 0).then(|| {
            let index = left.trailing_zeros();
            Next { index, accepted: accept >> index & 1 == 1 }
        })
    }

    #[inline(never)]
    fn after_in_words(&self, choice: &Choice, index: u32) -> Option<Next> {
        let mut at = index + 1;
        while at <= choice.last {
            let word = (at / 64) as usize;
            let run = self.masks[choice.mask as usize + word];
            let accept = match choice.accepts {
                true => self.masks[(choice.mask + choice.words) as usize + word],
                false => 0,
            };
            let bits = (run | accept) >> (at % 64);
            if bits != 0 {
                at += bits.trailing_zeros();
                let accepted = accept >> (at % 64) & 1 == 1;
                return (at <= choice.last).then_some(Next { index: at, accepted });
            }
            at = (at / 64 + 1) * 64;
        }
        None
    }

    /// Whether a value to run may be left after the current one: those up to the last may
    /// be excluded, or split off.
    #[inline(always)]
    pub(crate) fn may_run_others(&self, depth: usize) -> bool {
        let choice = &self.choices[depth];
        choice.index < choice.last && (!choice.accepts || self.has_runs_left(choice))
    }

    fn has_runs_left(&self, choice: &Choice) -> bool {
        choice.words != 1 || self.masks[choice.mask as usize] & choice.left() != 0
    }

    /// Makes the last value of the last choice point the current one, if it and all
    /// between are accepted without a run. Returns their number.
    pub(crate) fn pass_accepted(&mut self) -> u64 {
        let Some(choice) = self.choices.last_mut() else { return 0 };
        if !choice.accepts || choice.words != 1 || choice.index >= choice.last {
            return 0;
        }
        let left = choice.left();
        let run = self.masks[choice.mask as usize] & left;
        let accept = self.masks[choice.mask as usize + 1] & left;
        if run != 0 {
            return 0;
        }
        choice.index = choice.last;
        accept.count_ones().into()
    }

    /// The values after the current one of the choice point at `depth`, in order.
    pub(crate) fn remaining(&self, depth: usize) -> impl Iterator<Item = Next> + '_ {
        let choice = &self.choices[depth];
        let mut at = choice.index;
        std::iter::from_fn(move || {
            let next = self.after(choice, at)?;
            at = next.index;
            Some(next)
        })
    }

    /// The value in the middle of those after the current one of the choice point at `depth`, which
    /// has some. A range is not listed.
    pub(crate) fn middle(&self, depth: usize) -> Next {
        let choice = &self.choices[depth];
        if !choice.is_masked() {
            let count = choice.last - choice.index;
            return Next { index: choice.index + 1 + count / 2, accepted: false };
        }
        let remaining: Vec<Next> = self.remaining(depth).collect();
        remaining[remaining.len() / 2]
    }

    /// The total number of values of the choice point at `depth`, and how many of them
    /// are done.
    pub(crate) fn share_done(&self, depth: usize) -> (u32, u32) {
        let choice = &self.choices[depth];
        if choice.mask == NO_MASK {
            return (choice.index - choice.first, choice.last - choice.first + 1);
        }
        let before = |to: u32| {
            let mut at = choice.first;
            let mut count = 0;
            while at < to {
                count += 1;
                match self.after(choice, at) {
                    Some(next) => at = next.index,
                    None => break,
                }
            }
            count
        };
        (before(choice.index), before(choice.last + 1).max(1))
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<Choice> {
        let choice = self.choices.pop()?;
        if choice.mask != NO_MASK {
            self.masks.truncate(choice.mask as usize);
        }
        Some(choice)
    }
}
