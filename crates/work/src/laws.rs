//! The test that every kind of walk has to pass: whatever is paused, resumed and split, wherever,
//! nothing is lost and nothing is found twice.

use std::fmt::Debug;
use std::rc::Rc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Advance, Budget, NoJournal, Tally, Walk, Work, token};

/// How many steps a damaged position may be walked before the test has seen enough.
const DAMAGED_STEPS: u64 = 50;

/// What a walk came to.
struct Run<F, T> {
    found: Vec<F>,
    tally: T,
}

type RunOf<W> = Run<<<W as Work>::Walk as Walk>::Found, <<W as Work>::Walk as Walk>::Tally>;
type PositionOf<W> = <<W as Work>::Walk as Walk>::Position;

/// Checks the laws at every `stride`th step of a walk. Gives the number of steps of the whole.
///
/// # Panics
/// If a law does not hold.
pub fn check<W: Work>(work: &W, stride: usize) -> usize
where
    <W::Walk as Walk>::Found: PartialEq + Clone,
    <W::Walk as Walk>::Tally: PartialEq,
{
    let (whole, steps) = step_by_step(work);
    let at_once = finish(work, loaded(work, None), Budget { steps: u64::MAX, ..handing_out() });
    assert_same(&at_once, &whole, "one step at a time, and all at once");
    for step in (0..=steps).step_by(stride.max(1)) {
        resume_at(work, &whole, step);
        split_at(work, &whole, step);
        damage_at(work, step);
    }
    split_all_the_time(work, &whole);
    steps
}

fn handing_out() -> Budget {
    Budget { steps: 1, finds: Some(u64::MAX), until_failure: false }
}

fn loaded<W: Work>(work: &W, part: Option<&PositionOf<W>>) -> W::Walk {
    let mut walk = work.load(Rc::new(NoJournal)).expect("the program loads");
    walk.begin(part, false).expect("the position is of this space");
    walk
}

fn step_by_step<W: Work>(work: &W) -> (RunOf<W>, usize) {
    let (mut walk, mut found, mut steps) = (loaded(work, None), Vec::new(), 0);
    let mut done = 0.0;
    while advance(&mut walk, handing_out(), &mut found) == Advance::Paused {
        steps += 1;
        assert!(walk.done() >= done && walk.done() <= 1.0 + 1e-9, "{} after {done}", walk.done());
        done = walk.done();
    }
    (Run { found, tally: walk.tally() }, steps)
}

fn advance<K: Walk>(walk: &mut K, budget: Budget, found: &mut Vec<K::Found>) -> Advance {
    walk.advance(budget, found).expect("the walk goes on")
}

/// Walks to the end of the part.
fn finish<W: Work>(_work: &W, mut walk: W::Walk, budget: Budget) -> RunOf<W> {
    let mut found = Vec::new();
    while advance(&mut walk, budget, &mut found) == Advance::Paused {}
    Run { found, tally: walk.tally() }
}

/// A walk that has made so many steps, and what it found.
fn after<W: Work>(work: &W, steps: usize) -> (W::Walk, Vec<<W::Walk as Walk>::Found>) {
    let (mut walk, mut found) = (loaded(work, None), Vec::new());
    for _ in 0..steps {
        advance(&mut walk, handing_out(), &mut found);
    }
    (walk, found)
}

fn resume_at<W: Work>(work: &W, whole: &RunOf<W>, step: usize)
where
    <W::Walk as Walk>::Found: PartialEq + Clone,
    <W::Walk as Walk>::Tally: PartialEq,
{
    let (mut walk, found) = after(work, step);
    let position = sent(&walk.position());
    let before = walk.tally();
    // Somebody else goes on from there.
    let rest = finish(work, loaded(work, Some(&position)), handing_out());
    let mut resumed = Run { found: [found.clone(), rest.found].concat(), tally: before };
    resumed.tally.merge(&rest.tally);
    assert_same(&resumed, whole, &format!("resumed after step {step}"));
    // To say where it stands changes nothing.
    let mut rest = finish(work, walk, Budget { steps: u64::MAX, ..handing_out() });
    rest.found.splice(0..0, found);
    assert_same(&rest, whole, &format!("gone on after step {step}"));
}

fn split_at<W: Work>(work: &W, whole: &RunOf<W>, step: usize)
where
    <W::Walk as Walk>::Found: PartialEq + Clone,
    <W::Walk as Walk>::Tally: PartialEq,
{
    let (mut walk, found) = after(work, step);
    let Some(given) = walk.split() else { return };
    let given = sent(&given);
    let mut kept = finish(work, walk, handing_out());
    kept.found.splice(0..0, found);
    let other = finish(work, loaded(work, Some(&given)), handing_out());
    assert_union(vec![kept, other], whole, &format!("split after step {step}"));
}

/// Parts are split as long as they can be, whenever a step was made.
fn split_all_the_time<W: Work>(work: &W, whole: &RunOf<W>)
where
    <W::Walk as Walk>::Found: PartialEq + Clone,
    <W::Walk as Walk>::Tally: PartialEq,
{
    let (mut parts, mut runs) = (vec![None], Vec::new());
    while let Some(part) = parts.pop() {
        let (mut walk, mut found) = (loaded(work, part.as_ref()), Vec::new());
        loop {
            if let Some(given) = walk.split() {
                parts.push(Some(sent(&given)));
            }
            if advance(&mut walk, handing_out(), &mut found) == Advance::Exhausted {
                break;
            }
        }
        runs.push(Run { found, tally: walk.tally() });
    }
    assert_union(runs, whole, "split after every step");
}

/// A position that was damaged is refused, or leads somewhere: it never does harm.
fn damage_at<W: Work>(work: &W, step: usize) {
    let (mut walk, _) = after(work, step);
    let bytes = token::bytes(&walk.position());
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        for bytes in [&damaged[..], &bytes[..at]] {
            let Ok(position) = token::of_bytes::<PositionOf<W>>(bytes) else { continue };
            let mut walk = work.load(Rc::new(NoJournal)).expect("the program loads");
            if walk.begin(Some(&position), false).is_ok() {
                let _ = walk.advance(Budget { steps: DAMAGED_STEPS, ..handing_out() }, &mut vec![]);
            }
        }
    }
}

/// A value as another process, and a file, would have it.
fn sent<T: Serialize + DeserializeOwned + Debug>(value: &T) -> T {
    let text = serde_json::to_string(value).expect("it has a text");
    let read: T = serde_json::from_str(&text).expect("the text is that of a value");
    token::of_bytes(&token::bytes(&read)).expect("the bytes are those of a value")
}

fn assert_same<F: PartialEq + Debug, T: PartialEq + Debug>(
    one: &Run<F, T>,
    other: &Run<F, T>,
    what: &str,
) {
    assert!(one.found == other.found, "{what}: {:?}\nand not {:?}", one.found, other.found);
    assert_eq!(one.tally, other.tally, "{what}");
}

/// The runs have found what the whole has, each once, in any order.
fn assert_union<F: PartialEq + Clone + Debug + Serialize, T: Tally + PartialEq>(
    runs: Vec<Run<F, T>>,
    whole: &Run<F, T>,
    what: &str,
) {
    let sorted = |found: &[F]| {
        let mut keys: Vec<Vec<u8>> = found.iter().map(token::bytes).collect();
        keys.sort_unstable();
        keys
    };
    let (mut found, mut tally) = (Vec::new(), T::default());
    for run in runs {
        found.extend(run.found);
        tally.merge(&run.tally);
    }
    assert!(sorted(&found) == sorted(&whole.found), "{what}: {found:?}\nand not {:?}", whole.found);
    assert_eq!(tally, whole.tally, "{what}");
}
