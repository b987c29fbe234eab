//! Observes an exploration while it runs.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, Instant};

use pikse_explore::{Cells, Ended, Progress, Run, Smallest, Test, Values, Watch};
use pikse_ir::Program;
use pikse_vm::{Failure, Machine, Verdict};

use crate::args::explore::TestsOf;
use crate::commands::quoted;
use crate::explore::collect::Collected;
use crate::explore::result::Places;
use crate::explore::tests::{TestName, Tests};

/// The interval of the progress line.
const EVERY: Duration = Duration::from_millis(200);
/// A shorter exploration shows no line.
const QUIET_FOR: Duration = Duration::from_secs(2);

/// Writes tests and shows progress.
pub(crate) struct Watcher<'a> {
    pub(crate) tests: Option<Tests>,
    pub(crate) which: TestsOf,
    pub(crate) smt2: bool,
    /// Whether other processes explore.
    pub(crate) is_shared: bool,
    pub(crate) sources: Vec<String>,
    pub(crate) options: Vec<String>,
    /// The cells of the structures that the entry takes.
    pub(crate) cells: Option<Cells>,
    /// Its other arguments.
    pub(crate) values: Values,
    pub(crate) places: Places<'a>,
    pub(crate) begun: Instant,
    pub(crate) shown: Instant,
    pub(crate) shows: bool,
    pub(crate) is_there: bool,
    pub(crate) most_memory: u64,
    /// What is shown of each error, by the index of the distinct error.
    pub(crate) errors: BTreeMap<usize, Shown>,
    pub(crate) smallest: Smallest,
    /// The data for a report, if one is requested.
    pub(crate) collected: Option<Collected>,
}

/// The path of an error that is shown: the one with the smallest input.
pub(crate) struct Shown {
    pub(crate) failure: Failure,
    pub(crate) test: Test,
    /// The file of the test.
    pub(crate) file: Option<String>,
    /// The number of the path.
    pub(crate) path: u64,
}

impl<'a> Watcher<'a> {
    pub(crate) fn new(program: &'a Program, tests: Option<Tests>, which: TestsOf) -> Self {
        let now = Instant::now();
        Self {
            tests,
            which,
            smt2: false,
            is_shared: false,
            sources: Vec::new(),
            options: Vec::new(),
            cells: None,
            values: Values::default(),
            places: Places::new(program),
            begun: now,
            shown: now,
            shows: crate::colour::rewrites_lines(),
            is_there: false,
            most_memory: 0,
            errors: BTreeMap::new(),
            smallest: Smallest::default(),
            collected: None,
        }
    }

    /// The test of a path.
    fn test(&self, machine: &mut Machine<'_>, path: &Ended<'_>, run: Option<Run>) -> Option<Test> {
        let test = Test::of_path(machine, path, run, |place| self.places.place(place).to_string())?;
        let (sources, options) = (self.sources.clone(), self.options.clone());
        Some(Test { sources, options, ..test })
    }

    /// The tree of paths, if it is wanted and known. Paths from other processes have no conditions.
    pub(crate) fn tree(&self) -> Option<&pikse_explore::Tree> {
        let tree = &self.collected.as_ref()?.tree;
        (!self.is_shared).then_some(tree)
    }

    /// The command that replays the test in a file.
    pub(crate) fn replay(file: &str) -> String {
        format!("pikse replay {}", quoted(file))
    }

    /// Clears the line.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.is_there) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

impl Watch for Watcher<'_> {
    fn ended(&mut self, machine: &mut Machine<'_>, path: &Ended<'_>) -> bool {
        let smallest = self.smallest.consider(machine, path).map(|(run, _)| run);
        let is_smallest = smallest.is_some();
        let mut is_wanted = is_smallest || (self.which == TestsOf::All && self.tests.is_some());
        if let Some(collected) = &mut self.collected {
            collected.path(path);
            is_wanted |= collected.wants_tests();
        }
        if !is_wanted {
            return true;
        }
        let Some(test) = self.test(machine, path, smallest) else { return true };
        let name = match path.error.filter(|_| is_smallest) {
            Some(at) => TestName::Error(at),
            None => TestName::Path(path.number),
        };
        let is_all = self.which == TestsOf::All;
        let tests = self.tests.as_mut().filter(|_| is_smallest || is_all);
        let file = tests.as_ref().and_then(|tests| tests.file(name));
        if let Some(collected) = self.collected.as_mut().filter(|kept| kept.wants_tests()) {
            let path = (path.number, path.error);
            collected.test(path, &test, file.as_deref().map(Self::replay));
        }
        let mut larger = None;
        if let (TestName::Error(at), Verdict::Error(failure)) = (name, path.verdict) {
            let (failure, test) = (failure.as_ref().clone(), test.clone());
            larger = self.errors.insert(at, Shown { failure, test, file, path: path.number });
        }
        let Some(tests) = tests else { return true };
        // The test that had the name of the error is one like the others now.
        if let Some(Shown { test, path, .. }) = larger {
            let name = TestName::Path(path);
            if let Some(collected) = &mut self.collected {
                let file = tests.file(name).filter(|_| is_all);
                collected.rename(path, file.as_deref().map(Self::replay));
            }
            if is_all {
                tests.write(name, test, None);
            }
            tests.forget();
        }
        let smt2 = self
            .smt2
            .then(|| pikse_expr::smt_script(machine.exprs(), &path.state.path().conjuncts()));
        tests.write(name, test, smt2)
    }

    fn look(&mut self, machine: &Machine<'_>, progress: &Progress<'_>) -> bool {
        let now = Instant::now();
        if now - self.shown >= EVERY {
            self.shown = now;
            self.most_memory = self.most_memory.max(resident());
            if self.shows && now - self.begun >= QUIET_FOR {
                self.is_there = true;
                let line = line(machine, progress, now - self.begun);
                let _ = write!(std::io::stderr(), "\r\x1b[K{line}");
            }
        }
        true
    }

    fn memory(&mut self) -> u64 {
        self.most_memory
    }
}

/// The progress line.
fn line(machine: &Machine<'_>, progress: &Progress<'_>, elapsed: Duration) -> String {
    let statistics = machine.statistics();
    let seconds = elapsed.as_secs_f64().max(0.001);
    format!(
        "{} paths, {} states, {} errors, {} blocks covered, {:.1} M instructions/s, {:.0} k queries/s",
        progress.tally.paths(),
        progress.states,
        progress.tally.failed,
        machine.coverage().count(),
        statistics.instructions as f64 / seconds / 1e6,
        statistics.queries as f64 / seconds / 1e3,
    )
}

/// The resident memory of this process.
pub(crate) fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * 4_096
}

/// The peak resident memory of this process.
pub(crate) fn peak() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1_024
}
