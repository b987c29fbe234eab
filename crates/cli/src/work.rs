//! Work with its state on disk: begun, resumed, divided into parts, or merged from parts.

use std::path::Path;

use pikse_cluster::{ClusterError, Observer, Options, State, StateOf, divide_further, run_keeping};
use pikse_work::{Cancel, Walk, Work};

use crate::errors::CliError;
use crate::files::WholeFile;
use crate::found::{self, FoundFile, Logged};
use crate::parts::{self, Mode};
use crate::program::Packed;
use crate::save::{self, Identity, Saving};

/// What to do with the state of some work.
pub(crate) struct Plan<'a> {
    pub(crate) mode: &'a Mode,
    pub(crate) resume: Option<&'a Path>,
    pub(crate) save: Option<&'a Path>,
    pub(crate) identity: &'a Identity,
    /// Whether what is found belongs to the state: then it is saved with it, and the observer gets it again
    /// when the work goes on.
    pub(crate) keeps_found: bool,
    /// Packs the compiled program, for parts.
    pub(crate) pack: &'a dyn Fn() -> Result<Packed, CliError>,
}

/// What came of it.
pub(crate) struct Done<P, T> {
    pub(crate) state: State<P, T>,
    /// The results before this run.
    pub(crate) before: T,
    /// Whether saving the state succeeded.
    pub(crate) saved: Result<(), CliError>,
    /// The number of parts that it was split into instead.
    pub(crate) split: Option<u32>,
    /// If parts were merged: those that are missing, and those that are not finished.
    pub(crate) open: Option<(Vec<u32>, Vec<u32>)>,
    /// An error that ended it. The state has what was done before it.
    pub(crate) ended: Result<(), ClusterError>,
}

type FoundOf<W> = <<W as Work>::Walk as Walk>::Found;
type TallyOf<W> = <<W as Work>::Walk as Walk>::Tally;
/// Reads a saved state.
type Read<'a, W> = &'a dyn Fn(&Path) -> Result<StateOf<W>, CliError>;
type DoneOf<W> = Done<<<W as Work>::Walk as Walk>::Position, TallyOf<W>>;

/// Does what the plan says. `begin` is the state of work that has not begun, and `read` reads a saved one.
pub(crate) fn run<W: Work>(
    work: &W,
    options: &Options,
    plan: &Plan<'_>,
    (begin, read): (StateOf<W>, Read<'_, W>),
    observer: &mut dyn Observer<FoundOf<W>, TallyOf<W>>,
    cancel: &Cancel,
) -> Result<DoneOf<W>, CliError> {
    let Plan { mode, resume, save, identity, keeps_found, pack } = *plan;
    let mut known = |path: &Path| -> Result<u64, CliError> {
        match keeps_found {
            true => {
                let length = save::found_in(path)?;
                found::each(path, length, &mut |found| observer.found(found))?;
                Ok(length)
            }
            false => Ok(0),
        }
    };
    let (mut open, mut length) = (None, 0);
    let mut state = match mode {
        Mode::Merge(merged) => {
            let (state, unfinished) = parts::merge(merged, |path| {
                let state = read(path)?;
                known(path)?;
                Ok(state)
            })?;
            open = Some((merged.missing.clone(), unfinished));
            state
        }
        Mode::Split(split) => match &split.of {
            Some((_, path)) => read(path)?,
            None => begin,
        },
        Mode::Run | Mode::Part(_) => match resume {
            Some(path) => {
                let state = read(path)?;
                length = known(path)?;
                state
            }
            None => begin,
        },
    };
    let before = state.tally.clone();
    let (mut split, mut ended, mut saved) = (None, Ok(()), Ok(()));
    match mode {
        Mode::Merge(_) => {}
        Mode::Split(wanted) => {
            let divided = divide_further(work, &state, wanted.parts).map_err(CliError::Search)?;
            let (states, mut found) = (parts::apart(divided.0), divided.1);
            found.retain(|_| keeps_found);
            split = Some(save::write_parts(wanted, identity, pack, &states, &found)?);
        }
        Mode::Run | Mode::Part(_) => {
            // An output that cannot be written is reported before the work, not after it.
            let file = save.map(WholeFile::begin).transpose()?;
            let found = match save.filter(|_| keeps_found) {
                Some(path) => Some(FoundFile::begin(path, resume.map(|resume| (resume, length)))?),
                None => None,
            };
            let saving = Saving { identity, part: mode.part(), found: found.clone() };
            let mut keep = |state: &StateOf<W>| saving.keep(save, state);
            let mut logged = Logged { file: found, observer };
            ended = run_keeping(work, options, &mut state, &mut logged, cancel, &mut keep);
            saved = file.map_or(Ok(()), |file| saving.write(file, &state));
        }
    }
    Ok(Done { state, before, saved, split, open, ended })
}
