//! `pikse count`: counts the valid structures.

use crate::args::Count;
use crate::commands::{Exit, print};
use crate::errors::CliError;
use crate::output::Counter;
use crate::progress::ProgressLine;
use crate::session::{Finds, Session};
use crate::summary::Summary;

pub(crate) fn run(args: &Count) -> Result<Exit, CliError> {
    let Count { source, bounds, search } = args;
    let session = Session::open(source, bounds, search)?;
    let mut counter = Counter(ProgressLine::new(!search.quiet));
    let outcome = session.run(source, bounds, search, Finds::Counted, &mut counter);
    counter.0.clear();
    let outcome = outcome?;
    if let Some(parts) = outcome.split {
        print(&crate::parts::written(parts, &search.mode))?;
        return Ok(Exit::Passed);
    }
    let summary = Summary::new(&session, &outcome, bounds, search, counter.0.done());
    print(&match (search.json, search.quiet) {
        (true, _) => format!("{}\n", summary.to_json()),
        (false, true) => format!("{}\n", outcome.state.tally.statistics.valid),
        (false, false) => summary.to_string(),
    })?;
    let exit = Exit::of(&summary.verdict(), search.allow_incomplete, search.quiet);
    outcome.saved.map(|()| exit)
}
