//! `pikse count`: how many valid structures there are.

use std::io::Write;

use crate::args::Count;
use crate::commands::Verdict;
use crate::errors::CliError;
use crate::output::{Counter, Sink};
use crate::progress::ProgressLine;
use crate::session::Session;
use crate::summary::Summary;

pub(crate) fn run(args: &Count) -> Result<Verdict, CliError> {
    let Count { source, bounds, search } = args;
    let session = Session::open(source, bounds, search)?;
    let mut counter = Counter(ProgressLine::new(!search.quiet));
    let outcome = session.run(source, bounds, search, false, &mut counter);
    counter.0.clear();
    let outcome = outcome?;
    let summary = Summary::new(&session, &outcome, bounds, search);
    let mut sink = Sink::open(None)?;
    let printed = match (search.json, search.quiet) {
        (true, _) => writeln!(sink, "{}", summary.to_json()),
        (false, true) => writeln!(sink, "{}", outcome.state.tally.statistics.valid),
        (false, false) => write!(sink, "{summary}"),
    };
    printed.map_err(CliError::Print)?;
    sink.finish()?;
    let verdict = Verdict::from(&outcome);
    outcome.saved.map(|()| verdict)
}
