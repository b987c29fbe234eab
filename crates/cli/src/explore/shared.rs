//! An exploration by worker processes, which can also be saved and resumed.
//!
//! Workers hand out paths in any order. What is shown does not depend on it: errors are in the order of
//! their first paths, the tests that get files are the first ones in the order of paths, and the rest are
//! lines of one file.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path as FilePath;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pikse_cluster::{Observer, Options, Progress, State};
use pikse_explore::{
    ErrorKey, ExploreTally, ExploreWork, Frontier, Outcome, Path, Run, Test, error_key,
};
use pikse_solver::{Limits, Solver, chain, last};
use pikse_vm::{Machine, Stopped, Verdict, Way};
use pikse_work::Cancel;

use crate::args::explore::{Explore, OrderName, TestsOf};
use crate::errors::CliError;
use crate::explore::loaded::Loaded;
use crate::explore::plan;
use crate::explore::since::{self, Begin};
use crate::explore::tests::TestName;
use crate::explore::watch::{Shown, Watcher, resident};
use crate::parts::Mode;
use crate::save::{self, Identity};
use crate::{ship, work};

/// A shorter exploration shows no line.
const QUIET_FOR: Duration = Duration::from_secs(2);

/// Whether worker processes explore.
pub(crate) fn is_wanted(args: &Explore) -> bool {
    let shared = &args.shared;
    let is_whole = matches!(shared.mode, Mode::Run);
    let is_local = shared.jobs == 1 && ship::ranks() == 1;
    let is_saved = shared.save.is_some() || shared.resume.is_some() || shared.since.is_some();
    !is_local || is_saved || !is_whole
}

/// Refuses options that only one process has.
pub(crate) fn refuse(args: &Explore) -> Result<(), CliError> {
    let (search, output) = (&args.search, &args.output);
    let refused = [
        ("--search", search.search != [OrderName::Dfs]),
        ("--max-paths", search.max_paths.is_some()),
        ("--max-instructions", search.max_instructions.is_some()),
        ("--smt2", output.smt2),
    ];
    match refused.iter().find(|(_, is_there)| *is_there) {
        None => Ok(()),
        Some((option, _)) => Err(CliError::Usage(format!(
            "{option} needs one process that explores everything; remove it, or remove --jobs, --save \
             and --resume"
        ))),
    }
}

/// Explores with workers.
pub(crate) fn explore(
    args: &Explore,
    loaded: &Loaded,
    machine: &Machine<'_>,
    watcher: &mut Watcher<'_>,
    cancel: &Cancel,
) -> Result<Explored, CliError> {
    let time = args.search.solver_time;
    let solver = || Box::new(chain(last(Limits { time, ..Limits::default() }))) as Box<dyn Solver>;
    let ready = &loaded.ready;
    let work = ExploreWork {
        code: ready.code(),
        options: plan::machine_options(&args.search, ready.is_rust),
        solver: &solver,
        limits: pikse_explore::Limits {
            memory: Some(args.search.memory / u64::from(args.shared.jobs)),
            ..plan::limits(&args.search)
        },
        ends: loaded.range.ends.clone(),
        stages: Arc::clone(&loaded.stages),
        memory: resident,
        handed_out: if args.output.tests == TestsOf::All { u64::MAX } else { 0 },
        // For --since.
        scripts: args.shared.save.is_some() && matches!(args.shared.mode, Mode::Run),
    };
    let (identity, same_options) = identities(&work, &watcher.options);
    // `pikse merge` tells what was kept; a part goes on from where it is.
    let begin = args.shared.since.as_deref().filter(|_| args.shared.mode.part().is_none());
    let begin = begin.map(|path| since::begin(path, &same_options, &work)).transpose()?;
    let (begin, kept, mut since) = match begin {
        Some(Begin { state, kept, since }) => (state, kept, Some(since)),
        None => (State::new(), BTreeMap::new(), None),
    };
    if let (Mode::Run, Some(path)) = (&args.shared.mode, &args.shared.save) {
        since::write(path, &work)?;
    }
    let options = Options {
        workers: usize::from(args.shared.jobs),
        shipped: ship::explore(&work, time),
        stop_after: args.search.time,
        finds: true,
        until_failure: args.search.fail_fast,
        ..Options::default()
    };
    let plan = work::Plan {
        mode: &args.shared.mode,
        resume: args.shared.resume.as_deref(),
        save: args.shared.save.as_deref(),
        identity: &identity,
        keeps_found: true,
        pack: &|| Ok(loaded.pack(&args.files)),
    };
    let begun = Instant::now();
    let files = args.output.test_files.max(1) as usize;
    let mut found = Finds {
        machine,
        watcher,
        files,
        first: BTreeMap::new(),
        errors: BTreeMap::new(),
        kept,
        added: 0,
    };
    let read = |path: &FilePath| save::read(path, &identity);
    let done = work::run(&work, &options, &plan, (begin, &read), &mut found, cancel)?;
    let work::Done { state, saved, split, open, ended, .. } = done;
    let Finds { first, errors, added, .. } = found;
    if let Some(since) = &mut since {
        since.added = added;
    }
    let stopped = match () {
        () if state.is_complete() || open.is_some() => None,
        () if args.search.fail_fast && state.tally.failed > 0 => Some(Stopped::FirstError),
        () if cancel.is_cancelled() => Some(Stopped::Interrupted),
        () => Some(Stopped::Time),
    };
    let states = state.parts.iter().map(|part| part.as_ref().map_or(1, Frontier::len)).sum();
    let mut outcome = Outcome::of(state.tally, stopped, states, begun.elapsed());
    write_tests(machine, watcher, &mut outcome, first, &errors);
    // What was found so far stays.
    if let (Err(_), Some(tests)) = (&ended, &mut watcher.tests) {
        tests.finish()?;
    }
    ended.map_err(CliError::Search)?;
    Ok(Explored { outcome, saved, split, open, since })
}

/// What must be equal to continue an exploration, and to use one of another version.
fn identities(work: &ExploreWork<'_>, words: &[String]) -> (Identity, Identity) {
    let ExploreWork { options, ends, stages, .. } = work;
    let words = words.join(" ");
    let sources = ("sources", work.code.ir.to_string().into_bytes());
    let options = ("options", format!("{words} {options:?} {ends:?} {stages:?}").into_bytes());
    (Identity::new(vec![sources, options.clone()]), Identity::new(vec![options]))
}

/// What workers have explored.
pub(crate) struct Explored {
    pub(crate) outcome: Outcome,
    /// Whether saving the state succeeded.
    pub(crate) saved: Result<(), CliError>,
    /// The number of parts that it was split into instead.
    pub(crate) split: Option<u32>,
    /// If parts were merged: those that are missing, and those that are not finished.
    pub(crate) open: Option<(Vec<u32>, Vec<u32>)>,
    /// What was left of an exploration of another version.
    pub(crate) since: Option<pikse_report::Since>,
}

/// Collects what workers find.
struct Finds<'a, 'w, 'm> {
    machine: &'a Machine<'m>,
    watcher: &'a mut Watcher<'w>,
    /// How many tests get files.
    files: usize,
    /// The first paths, in order.
    first: BTreeMap<Vec<Way>, Path>,
    /// The path of each error with the smallest input; of those the first.
    errors: BTreeMap<ErrorKey, Path>,
    /// The runs of paths that stay from an earlier exploration.
    kept: BTreeMap<Vec<Way>, Run>,
    /// The number of other tests.
    added: u64,
}

impl Finds<'_, '_, '_> {
    /// Keeps a path if it has the smallest input of its error. Returns the one that had it before.
    fn consider(&mut self, path: &Path) -> Option<Path> {
        let Verdict::Error(failure) = &path.verdict else { return None };
        let key = error_key(self.machine, failure)?;
        let size = |path: &Path| (path.measure.is_none(), path.measure.clone());
        match self.errors.get_mut(&key) {
            Some(known) if (size(known), &known.ways) <= (size(path), &path.ways) => None,
            Some(known) => Some(std::mem::replace(known, path.clone())),
            None => {
                self.errors.insert(key, path.clone());
                None
            }
        }
    }
}

impl Observer<Path, ExploreTally> for Finds<'_, '_, '_> {
    fn found(&mut self, mut path: Path) -> std::io::Result<()> {
        match self.kept.get(&path.ways) {
            Some(run) => path.run = Some(run.clone()),
            None => self.added += u64::from(path.run.is_some()),
        }
        let demoted = self.consider(&path);
        if self.watcher.which != TestsOf::All || path.run.is_none() {
            return Ok(());
        }
        self.first.insert(path.ways.clone(), path);
        let last = match self.first.len() > self.files {
            true => self.first.pop_last().map(|(_, path)| path),
            false => None,
        };
        // The tests of errors get files in the end. One that was left out of the first ones for that reason
        // is a test like others when a smaller one is found.
        let last = last.filter(|last| !self.errors.values().any(|path| path.ways == last.ways));
        let demoted = demoted.filter(|path| !self.first.contains_key(&path.ways));
        for path in last.into_iter().chain(demoted) {
            if let Some(test) = self.watcher.test_of(self.machine, path)
                && let Some(tests) = &mut self.watcher.tests
                && !tests.write(TestName::More, test, None)
            {
                return Err(std::io::Error::other("the tests cannot be written"));
            }
        }
        Ok(())
    }

    fn progress(&mut self, progress: &Progress<ExploreTally>) {
        if self.watcher.shows && progress.elapsed >= QUIET_FOR {
            self.watcher.is_there = true;
            let Progress { tally, done, working, .. } = progress;
            let _ = write!(
                std::io::stderr(),
                "\r\x1b[K{} paths, {} errors, {:.1} % done, {working} at work",
                tally.paths(),
                tally.failed,
                (done * 100.0).min(99.9),
            );
        }
    }
}

/// Writes the tests that get files, numbered in the order of their paths.
fn write_tests(
    machine: &Machine<'_>,
    watcher: &mut Watcher<'_>,
    outcome: &mut Outcome,
    first: BTreeMap<Vec<Way>, Path>,
    errors: &BTreeMap<ErrorKey, Path>,
) {
    let mut all = first;
    let mut error_of: BTreeMap<Vec<Way>, usize> = BTreeMap::new();
    for (at, found) in outcome.errors.iter().enumerate() {
        if let Some(path) = errors.get(&found.key) {
            error_of.insert(path.ways.clone(), at);
            all.insert(path.ways.clone(), path.clone());
        }
    }
    for (number, (ways, path)) in (1..).zip(all) {
        let error = error_of.get(&ways).copied();
        let of_error = match &path.verdict {
            Verdict::Error(failure) => error_key(machine, failure),
            _ => None,
        };
        let of_error = of_error.and_then(|key| outcome.errors.iter().position(|of| of.key == key));
        let verdict = path.verdict.clone();
        let Some(test) = watcher.test_of(machine, path) else { continue };
        let name = error.map_or(TestName::Path(number), TestName::Error);
        let file = watcher.tests.as_ref().and_then(|tests| tests.file(name));
        if let Some(at) = error {
            let failure = match verdict {
                Verdict::Error(failure) => *failure,
                _ => outcome.errors[at].failure.clone(),
            };
            let (test, file) = (test.clone(), file.clone());
            watcher.errors.insert(at, Shown { failure, test, file, path: number });
        }
        if let Some(kept) = watcher.collected.as_mut().filter(|kept| kept.wants_tests()) {
            kept.test((number, of_error), &test, file.as_deref().map(Watcher::replay));
        }
        if let Some(tests) = &mut watcher.tests {
            tests.write(name, test, None);
        }
    }
}

impl Watcher<'_> {
    /// The test of a path from another process.
    fn test_of(&self, machine: &Machine<'_>, path: Path) -> Option<Test> {
        let test = Test::of_found(machine, path, |place| self.places.place(place).to_string())?;
        let (sources, options) = (self.sources.clone(), self.options.clone());
        Some(Test { sources, options, ..test })
    }
}
