//! Divides work into parts in advance, for workers that cannot talk to each other.

use std::collections::VecDeque;
use std::rc::Rc;

use pikse_work::{Advance, Budget, NoJournal, Tally, Walk, WalkError, Work};

use crate::message::{FoundOf, PositionOf, TallyOf};
use crate::{ClusterError, State, alone};

/// How many steps a part is walked in the hope that it can be split then.
const STEPS: u64 = 1 << 14;

/// The state of work that was divided, and what was found meanwhile.
type Divided<W> = (State<PositionOf<W>, TallyOf<W>>, Vec<FoundOf<W>>);

/// Divides work into about as many parts, each nearly as large as the others if the tree is even. What is
/// done meanwhile is in the tally. Runs in a process of its own.
///
/// # Errors
/// If the walk cannot begin, or its process dies: then the first steps are hostile, and a run with workers
/// can tell which.
pub fn divide<W: Work>(job: &W, parts: usize) -> Result<Divided<W>, ClusterError> {
    divide_further(job, &State::new(), parts)
}

/// The same for what is left of a state. The tally has what the state has.
///
/// # Errors
/// As above.
pub fn divide_further<W: Work>(
    job: &W,
    state: &State<PositionOf<W>, TallyOf<W>>,
    parts: usize,
) -> Result<Divided<W>, ClusterError> {
    match alone(|| divided(job, &state.parts, parts))? {
        Ok(Ok((mut divided, found))) => {
            divided.tally.merge(&state.tally);
            Ok((divided, found))
        }
        Ok(Err(error)) => Err(ClusterError::Walk(error)),
        Err(death) => Err(ClusterError::Walk(WalkError::Load(format!(
            "the process that divides the work died: {death}"
        )))),
    }
}

fn divided<W: Work>(
    job: &W,
    begun: &[Option<PositionOf<W>>],
    parts: usize,
) -> Result<Divided<W>, WalkError> {
    let mut walk = job.load(Rc::new(NoJournal))?;
    let mut found = Vec::new();
    let mut waiting: VecDeque<Option<PositionOf<W>>> = begun.iter().cloned().collect();
    // Parts that could not be split within the steps.
    let mut small = Vec::new();
    while waiting.len() + small.len() < parts
        && let Some(part) = waiting.pop_front()
    {
        walk.begin(part.as_ref(), false)?;
        let mut steps = 0;
        loop {
            if let Some(given) = walk.split() {
                waiting.push_back(Some(walk.position()));
                waiting.push_back(Some(given));
                break;
            }
            if steps >= STEPS {
                small.push(Some(walk.position()));
                break;
            }
            let budget = Budget { steps: 1, finds: Some(u64::MAX), until_failure: false };
            steps += 1;
            if walk.advance(budget, &mut found)? == Advance::Exhausted {
                break;
            }
        }
    }
    let parts = waiting.into_iter().chain(small).collect();
    Ok((State { tally: walk.tally(), parts }, found))
}
