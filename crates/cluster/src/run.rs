//! Runs work with the workers that there are: ranks of MPI, or processes of this machine.

use pikse_work::{Cancel, Work};

use crate::crew::Crew;
use crate::local::Local;
use crate::message::{FoundOf, PositionOf, TallyOf};
use crate::parent::{Hears, Parent, useful};
use crate::{ClusterError, Observer, Options, State, StateOf};

/// Walks through the rest of `state` with workers. Afterwards `state` holds the
/// results, whether the walk was completed, cancelled or stopped, or an error ended it.
pub fn run<W: Work>(
    job: &W,
    options: &Options,
    state: &mut State<PositionOf<W>, TallyOf<W>>,
    observer: &mut dyn Observer<FoundOf<W>, TallyOf<W>>,
    cancel: &Cancel,
) -> Result<(), ClusterError> {
    run_keeping(job, options, state, observer, cancel, &mut |_| {})
}

/// The same. Every second `keep` gets the state, from which a later run can go on if this process is
/// killed.
pub fn run_keeping<W: Work>(
    job: &W,
    options: &Options,
    state: &mut State<PositionOf<W>, TallyOf<W>>,
    observer: &mut dyn Observer<FoundOf<W>, TallyOf<W>>,
    cancel: &Cancel,
    keep: &mut dyn FnMut(&StateOf<W>),
) -> Result<(), ClusterError> {
    let count = useful(state, options);
    #[cfg(feature = "mpi")]
    if let Some(shipped) = options.shipped.as_ref().filter(|_| count > 0 && options.first.is_none())
    {
        let crew = crate::mpi::Ranks::new(job, options, count, shipped)?;
        return lead(Parent::new(job, options, state, crew), state, observer, cancel, keep);
    }
    let crew = Local::new(job, options, count)?;
    lead(Parent::new(job, options, state, crew), state, observer, cancel, keep)
}

fn lead<W: Work, C: Crew<W>>(
    mut parent: Parent<'_, W, C>,
    state: &mut State<PositionOf<W>, TallyOf<W>>,
    observer: &mut Hears<'_, W>,
    cancel: &Cancel,
    keep: &mut dyn FnMut(&StateOf<W>),
) -> Result<(), ClusterError> {
    let ended = parent.run(observer, cancel, keep);
    *state = parent.state();
    ended
}
