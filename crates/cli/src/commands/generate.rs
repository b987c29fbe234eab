//! `pikse generate`: prints every valid structure.

use std::io::Write;

use pikse_cluster::ClusterError;
use serde_json::json;

use crate::args::Generate;
use crate::commands::{Exit, print};
use crate::errors::CliError;
use crate::output::{CodeSubject, Printer, Sink};
use crate::session::{Session, Stopped};
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
    let outcome = session.run(source, bounds, search, true, &mut printer);
    let (refused, done) = (printer.refused.take(), printer.done());
    let mut sink = printer.end().map_err(of_output)?;
    if let Some(error) = refused {
        return Err(error.into());
    }
    let outcome = outcome.map_err(of_output)?;
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
        // If standard error is closed, the summary is not wanted.
        let _ = write!(std::io::stderr(), "{summary}");
        if let Some(partial) = &partial {
            let _ =
                writeln!(std::io::stderr(), "what was found so far is in {}", partial.display());
        }
    }
    let exit = Exit::of(&summary.verdict(), search.allow_incomplete, search.quiet);
    outcome.saved.map(|()| exit)
}
