//! The test that every kind of walk has to pass. It pauses, resumes and splits a walk at every
//! place, and checks that nothing is lost and nothing is found twice.

use std::fmt::Debug;
use std::rc::Rc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Advance, Budget, NoJournal, Tally, Walk, Work, token};

/// The number of steps to walk from a damaged position before the test stops.
const DAMAGED_STEPS: u64 = 50;

type PositionOf<W> = <<W as Work>::Walk as Walk>::Position;
type TallyOf<W> = <<W as Work>::Walk as Walk>::Tally;
type FoundOf<W> = <<W as Work>::Walk as Walk>::Found;

/// Checks the laws at every `stride`th step of a walk. Finds are compared by their `key`, which
/// may depend on nothing but the space. Returns the number of steps of the whole walk.
///
/// # Panics
/// If a law does not hold.
pub fn check<W: Work, K: Ord + Clone + Debug>(
    work: &W,
    stride: usize,
    key: impl Fn(&FoundOf<W>) -> K,
) -> usize
where
    TallyOf<W>: PartialEq,
{
    let laws = Laws { work, key: &key };
    let (whole, steps) = laws.step_by_step();
    let at_once = laws.finish(laws.loaded(None), u64::MAX);
    assert_same(&at_once, &whole, "one step at a time, and all at once");
    for step in (0..=steps).step_by(stride.max(1)) {
        laws.resume_at(&whole, step);
        laws.split_at(&whole, step);
        laws.damage_at(step);
    }
    laws.split_all_the_time(&whole);
    steps
}

/// The result of a walk.
struct Run<K, T> {
    found: Vec<K>,
    tally: T,
}

struct Laws<'a, W: Work, K> {
    work: &'a W,
    key: &'a dyn Fn(&FoundOf<W>) -> K,
}

impl<W: Work, K: Ord + Clone + Debug> Laws<'_, W, K>
where
    TallyOf<W>: PartialEq,
{
    fn loaded(&self, part: Option<&PositionOf<W>>) -> W::Walk {
        let mut walk = self.work.load(Rc::new(NoJournal)).expect("the program loads");
        walk.begin(part, false).expect("the position is of this space");
        walk
    }

    /// Advances by some steps, and appends the keys of the finds.
    fn advance(&self, walk: &mut W::Walk, steps: u64, keys: &mut Vec<K>) -> Advance {
        let budget = Budget { steps, finds: Some(u64::MAX), until_failure: false };
        let mut found = Vec::new();
        let advance = walk.advance(budget, &mut found).expect("the walk goes on");
        keys.extend(found.iter().map(self.key));
        advance
    }

    fn step_by_step(&self) -> (Run<K, TallyOf<W>>, usize) {
        let (mut walk, mut found, mut steps) = (self.loaded(None), Vec::new(), 0);
        let mut done = 0.0;
        while self.advance(&mut walk, 1, &mut found) == Advance::Paused {
            steps += 1;
            let now = walk.done();
            assert!(now >= done - 1e-9 && now <= 1.0 + 1e-9, "{now} after {done}");
            done = now;
        }
        (Run { found, tally: walk.tally() }, steps)
    }

    /// Walks to the end of the part, a given number of steps at a time.
    fn finish(&self, mut walk: W::Walk, steps: u64) -> Run<K, TallyOf<W>> {
        let mut found = Vec::new();
        while self.advance(&mut walk, steps, &mut found) == Advance::Paused {}
        Run { found, tally: walk.tally() }
    }

    /// A walk after a number of steps, and what it found.
    fn after(&self, steps: usize) -> (W::Walk, Vec<K>) {
        let (mut walk, mut found) = (self.loaded(None), Vec::new());
        for _ in 0..steps {
            self.advance(&mut walk, 1, &mut found);
        }
        (walk, found)
    }

    fn resume_at(&self, whole: &Run<K, TallyOf<W>>, step: usize) {
        let (mut walk, found) = self.after(step);
        let position = sent(&walk.position());
        let before = walk.tally();
        // Another walk continues from there.
        let rest = self.finish(self.loaded(Some(&position)), 1);
        let mut resumed = Run { found: [found.clone(), rest.found].concat(), tally: before };
        resumed.tally.merge(&rest.tally);
        assert_same(&resumed, whole, &format!("resumed after step {step}"));
        // Asking for the position changes nothing.
        let mut rest = self.finish(walk, u64::MAX);
        rest.found.splice(0..0, found);
        assert_same(&rest, whole, &format!("gone on after step {step}"));
    }

    fn split_at(&self, whole: &Run<K, TallyOf<W>>, step: usize) {
        let (mut walk, found) = self.after(step);
        let Some(given) = walk.split() else { return };
        let given = sent(&given);
        let mut kept = self.finish(walk, 1);
        kept.found.splice(0..0, found);
        let other = self.finish(self.loaded(Some(&given)), 1);
        assert_union(vec![kept, other], whole, &format!("split after step {step}"));
    }

    /// Splits parts after every step, as long as they can be split.
    fn split_all_the_time(&self, whole: &Run<K, TallyOf<W>>) {
        let (mut parts, mut runs) = (vec![None], Vec::new());
        while let Some(part) = parts.pop() {
            let (mut walk, mut found) = (self.loaded(part.as_ref()), Vec::new());
            loop {
                if let Some(given) = walk.split() {
                    parts.push(Some(sent(&given)));
                }
                if self.advance(&mut walk, 1, &mut found) == Advance::Exhausted {
                    break;
                }
            }
            runs.push(Run { found, tally: walk.tally() });
        }
        assert_union(runs, whole, "split after every step");
    }

    /// A damaged position is refused, or can be walked: it never causes a crash.
    fn damage_at(&self, step: usize) {
        let (mut walk, _) = self.after(step);
        let bytes = token::bytes(&walk.position());
        let budget = Budget { finds: Some(u64::MAX), ..Budget::steps(DAMAGED_STEPS) };
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            for bytes in [&damaged[..], &bytes[..at]] {
                let Ok(position) = token::of_bytes::<PositionOf<W>>(bytes) else { continue };
                let mut walk = self.work.load(Rc::new(NoJournal)).expect("the program loads");
                if walk.begin(Some(&position), false).is_ok() {
                    let _ = walk.advance(budget, &mut Vec::new());
                }
            }
        }
    }
}

/// A value after a round trip through JSON and through bytes.
fn sent<T: Serialize + DeserializeOwned + Debug>(value: &T) -> T {
    let text = serde_json::to_string(value).expect("it has a text");
    let read: T = serde_json::from_str(&text).expect("the text is that of a value");
    token::of_bytes(&token::bytes(&read)).expect("the bytes are those of a value")
}

fn assert_same<K: PartialEq + Debug, T: PartialEq + Debug>(
    one: &Run<K, T>,
    other: &Run<K, T>,
    what: &str,
) {
    assert!(one.found == other.found, "{what}: {:?}\nand not {:?}", one.found, other.found);
    assert_eq!(one.tally, other.tally, "{what}");
}

/// The runs together found what the whole found, each once, in any order.
fn assert_union<K: Ord + Clone + Debug, T: Tally + PartialEq>(
    runs: Vec<Run<K, T>>,
    whole: &Run<K, T>,
    what: &str,
) {
    let (mut found, mut tally) = (Vec::new(), T::default());
    for run in runs {
        found.extend(run.found);
        tally.merge(&run.tally);
    }
    found.sort_unstable();
    let mut expected = whole.found.clone();
    expected.sort_unstable();
    assert!(found == expected, "{what}: {found:?}\nand not {expected:?}");
    assert_eq!(tally, whole.tally, "{what}");
}
