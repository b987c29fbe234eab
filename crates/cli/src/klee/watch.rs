//! Writes tests and messages while the exploration runs.

use std::io::Write;
use std::time::{Duration, Instant};

use pikse_explore::{Ended, Progress, Test, Watch};
use pikse_ir::Program;
use pikse_search::Cancel;
use pikse_vm::{Cut, Failure, Machine, Verdict};

use crate::errors::CliError;
use crate::explore::result::Places;
use crate::explore::watch::resident;
use crate::klee::errors::{name, suffix};
use crate::klee::folder::Folder;
use crate::klee::options::Settings;

const EVERY: Duration = Duration::from_millis(100);

/// Observes an exploration as KLEE shows it.
pub(crate) struct Watcher<'a> {
    pub(crate) folder: Folder,
    settings: &'a Settings,
    places: Places<'a>,
    cancel: Cancel,
    /// The number of tests so far.
    pub(crate) tests: u64,
    memory: u64,
    looked: Instant,
    /// The first error of the disk; it ends the exploration.
    pub(crate) failed: Option<CliError>,
}

impl<'a> Watcher<'a> {
    pub(crate) fn new(
        folder: Folder,
        settings: &'a Settings,
        program: &'a Program,
        cancel: Cancel,
    ) -> Self {
        let (places, looked) = (Places::new(program), Instant::now());
        Self { folder, settings, places, cancel, tests: 0, memory: 0, looked, failed: None }
    }

    fn path(&mut self, machine: &mut Machine<'_>, path: &Ended<'_>) -> Result<bool, CliError> {
        let settings = self.settings;
        let (failure, is_wanted) = match path.verdict {
            Verdict::Finished(_) | Verdict::Killed(..) | Verdict::Blocked(..) => (None, true),
            Verdict::Error(failure) => {
                (Some(&**failure), path.new_error || settings.emit_all_errors)
            }
            Verdict::Rejected => return Ok(true),
            Verdict::Cut(Cut::Stopped(_), _) => return Ok(true),
            Verdict::Cut(cut, place) => {
                let at = place.map(|place| format!("{}: ", self.places.place(&place)));
                self.folder.warning(&format!("{}{cut}", at.unwrap_or_default()))?;
                return Ok(true);
            }
        };
        let test = Test::of_path(machine, path, None, |place| self.places.place(place).to_string());
        let sources = vec![settings.program.display().to_string()];
        let test = test.map(|test| Test { sources, ..test });
        if let Some(test) = &test {
            // A closed output does not end the exploration.
            let _ = std::io::stdout().write_all(&test.output);
        }
        let mut stops = false;
        if let Some(failure) = failure {
            let (ending, message) = name(failure);
            stops = settings.exit_on_types.contains(&ending);
            if is_wanted {
                let ending = suffix(failure).unwrap_or(ending);
                self.error(machine, failure, ending, &message, path.number)?;
            }
        }
        if let Some(test) = test.filter(|_| is_wanted && !settings.no_output) {
            self.tests += 1;
            self.folder.write(&format!("test{:06}.ktest", self.tests), &test.to_ktest())?;
            if settings.smt2 {
                let conjuncts = path.state.path().conjuncts();
                let text = pikse_expr::smt_script(machine.exprs(), &conjuncts);
                self.folder.write(&format!("test{:06}.smt2", self.tests), text.as_bytes())?;
            }
        }
        let is_enough = settings.tests.is_some_and(|limit| self.tests >= limit);
        Ok(!stops && !is_enough)
    }

    /// Shows an error, and writes its file. Its test has the next number.
    fn error(
        &mut self,
        machine: &Machine<'_>,
        failure: &Failure,
        ending: &str,
        message: &str,
        state: u64,
    ) -> Result<(), CliError> {
        let own: Vec<_> =
            failure.stack.iter().filter(|place| machine.is_traced(place.function)).collect();
        let stack = if own.is_empty() { failure.stack.iter().collect() } else { own };
        let places: Vec<_> = stack.iter().map(|place| self.places.place(place)).collect();
        let first = places.first().cloned().unwrap_or_default();
        self.folder.message(&format!("ERROR: {}:{}: {message}", first.file, first.line))?;
        if !self.settings.emit_all_errors {
            self.folder.message("NOTE: now ignoring this error at this location")?;
        }
        if self.settings.no_output {
            return Ok(());
        }
        let mut text = format!(
            "Error: {message}\nFile: {}\nLine: {}\nState: {state}\nStack:\n",
            first.file, first.line
        );
        for (at, place) in places.iter().enumerate() {
            let place =
                format!("\t#{at} in {}() at {}:{}\n", place.function, place.file, place.line);
            text.push_str(&place);
        }
        text.push_str(&format!("Info:\n\t{}\n", failure.message));
        self.folder.write(&format!("test{:06}.{ending}.err", self.tests + 1), text.as_bytes())
    }
}

impl Watch for Watcher<'_> {
    fn ended(&mut self, machine: &mut Machine<'_>, path: &Ended<'_>) -> bool {
        match self.path(machine, path) {
            Ok(goes_on) => goes_on,
            Err(error) => {
                self.failed = Some(error);
                false
            }
        }
    }

    fn look(&mut self, _: &Machine<'_>, _: &Progress<'_>) -> bool {
        if self.looked.elapsed() >= EVERY {
            self.looked = Instant::now();
            self.memory = resident();
        }
        !self.cancel.is_cancelled()
    }

    fn memory(&mut self) -> u64 {
        self.memory
    }
}
