//! `pikse generate`: prints every valid structure.

use std::io::Write;

use pikse_cluster::{ClusterError, Observer, Progress};
use pikse_search::Solution;
use pikse_work::token;
use serde_json::json;

use crate::args::Generate;
use crate::commands::{Exit, print};
use crate::errors::CliError;
use crate::output::{CodeSubject, Printer, Sink};
use crate::parts::Mode;
use crate::session::{Finds, Session, Stopped, Tally};
use crate::ship;
use crate::summary::Summary;

pub(crate) fn run(args: &Generate) -> Result<Exit, CliError> {
    let Generate { source, bounds, search, format, output } = args;
    let session = Session::open(source, bounds, search)?;
    let code = CodeSubject::new(&session, source, *format, output.as_deref())?;
    let code = code.as_ref().map(CodeSubject::for_report);
    let sink = Sink::open(output.as_deref())?;
    // An error of the output names the file.
    let of_output = |error: CliError| match (error, output) {
        (CliError::Search(ClusterError::Output(error)) | CliError::Print(error), Some(path)) => {
            CliError::Write { path: path.clone(), error }
        }
        (CliError::Search(ClusterError::Output(error)), None) => CliError::Print(error),
        (other, _) => other,
    };
    let mut printer = Printer::new(&session, *format, code.as_ref(), sink, !search.quiet)?;
    printer.begin().map_err(of_output)?;
    // Several machines find structures in any order: they are printed in that of one search, at the end.
    let is_sorted = ship::ranks() > 1 || !matches!(search.mode, Mode::Run);
    let outcome = match is_sorted {
        false => session.run(source, bounds, search, Finds::HandedOut, &mut printer),
        true => {
            let mut sorted = Sorted { found: Vec::new(), printer: &mut printer };
            let outcome = session.run(source, bounds, search, Finds::Kept, &mut sorted);
            let is_printed = matches!(search.mode, Mode::Run | Mode::Merge(_));
            let printed = if is_printed { sorted.print() } else { Ok(()) };
            outcome.and_then(|outcome| printed.map(|()| outcome).map_err(CliError::Print))
        }
    };
    let (refused, done) = (printer.refused.take(), printer.done());
    let mut sink = printer.end().map_err(of_output)?;
    if let Some(error) = refused {
        return Err(error.into());
    }
    let outcome = match outcome.map_err(of_output) {
        Ok(outcome) => outcome,
        Err(error) => {
            // What was found so far stays. A file that cannot be resumed was no beginning.
            if !matches!(error, CliError::Resume { .. })
                && let Ok(Some(partial)) = sink.keep_partial()
            {
                say(&format!("what was found so far is in {}\n", partial.display()));
            }
            return Err(error);
        }
    };
    if let Some(parts) = outcome.split {
        print(&crate::parts::written(parts, &search.mode))?;
        return Ok(Exit::Passed);
    }
    let summary = Summary::new(&session, &outcome, bounds, search, done);
    if search.json {
        let last = json!({"summary": summary.to_json()});
        match output {
            // The file has structures only.
            Some(_) => print(&format!("{last}\n"))?,
            None => writeln!(sink, "{last}").map_err(CliError::Print)?,
        }
    }
    let is_interrupted = outcome.stopped == Some(Stopped::Interrupted);
    let partial = match is_interrupted {
        true => sink.keep_partial()?,
        false => sink.finish().map(|()| None)?,
    };
    if !search.json && !search.quiet {
        say(&summary.to_string());
        if let Some(partial) = &partial {
            say(&format!("what was found so far is in {}\n", partial.display()));
        }
    }
    let exit = Exit::of(&summary.verdict(), search.allow_incomplete, search.quiet);
    outcome.saved.map(|()| exit)
}

/// Says something. If standard error is closed, it is not wanted.
fn say(text: &str) {
    let _ = write!(std::io::stderr(), "{text}");
}

/// The order and the candidate vector of a structure, as bytes: there may be many.
type Packed = (Box<[u8]>, Box<[u8]>);

/// Collects structures, and prints them in the order of one search.
struct Sorted<'a, 'p> {
    found: Vec<Packed>,
    printer: &'a mut Printer<'p>,
}

impl Sorted<'_, '_> {
    fn print(&mut self) -> std::io::Result<()> {
        let mut found = std::mem::take(&mut self.found);
        found.sort_unstable();
        for (_, candidate) in found {
            let candidate = token::of_bytes(&candidate).map_err(std::io::Error::other)?;
            let found = Solution { candidate, order: Vec::new(), detail: () };
            Observer::<_, Tally>::found(self.printer, found)?;
        }
        Ok(())
    }
}

impl Observer<Solution<()>, Tally> for Sorted<'_, '_> {
    fn found(&mut self, found: Solution<()>) -> std::io::Result<()> {
        let order = found.order.iter().flat_map(|index| index.to_be_bytes()).collect();
        self.found.push((order, token::bytes(&found.candidate).into()));
        Ok(())
    }

    fn progress(&mut self, progress: &Progress<Tally>) {
        self.printer.progress(progress);
    }
}
