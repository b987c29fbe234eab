//! The summary of an exploration for the terminal: what ran, the errors with their inputs,
//! whether it is complete, and the next command.

use std::fmt::Write;

use crate::explore_run::{ExploreError, ExploreInput, ExploreRun};
use crate::paint::Paint;
use crate::terminal::{calls, drawing};
use crate::text::{count, duration, one_line, shortened, thousands};
use crate::verdict::Verdict;

/// An input with more characters is cut; the whole of it is in the test.
const MAX_INPUT: usize = 400;

/// The summary, with colours if the terminal shows them, and with statistics if they are
/// wanted.
pub fn write(run: &ExploreRun, colours: bool, statistics: bool) -> String {
    let paint = Paint { colours };
    let mut text = String::new();
    headline(&mut text, run, &paint);
    for error in &run.errors {
        of_error(&mut text, error, &paint);
    }
    // Writing to a string cannot fail.
    match &run.incomplete {
        None => {
            // A run with errors is not green, whether it is complete or not.
            let complete = match run.errors.is_empty() {
                true => paint.good("complete:"),
                false => "complete:".to_owned(),
            };
            let is_range = run.from.is_some() || run.to.is_some();
            let of = if is_range { " of the range" } else { "" };
            let _ = writeln!(text, "\n{complete} every path{of} was followed to its end");
        }
        Some(incomplete) => {
            let _ = writeln!(text, "\n{}", paint.warn("incomplete:"));
            for reason in &incomplete.reasons {
                let _ = writeln!(text, "  {reason}");
            }
        }
    }
    for note in &run.notes {
        let _ = writeln!(text, "note: {}", one_line(&note.to_string()));
    }
    if let Some(folder) = &run.folder {
        let _ = writeln!(text, "{} in {}", count(run.tests_written, "test"), one_line(folder));
    }
    if statistics {
        of_statistics(&mut text, run);
    }
    text
}

fn headline(text: &mut String, run: &ExploreRun, paint: &Paint) {
    let name = paint.bold(&one_line(&run.source_names()));
    let _ = write!(text, "{name}: {}", count(run.paths, "path"));
    if run.rejected > 0 {
        let _ = write!(text, ", {} rejected", thousands(run.rejected));
    }
    let errors = match run.verdict() {
        Verdict::Passed => paint.good("no error"),
        Verdict::Incomplete(_) => paint.warn("INCOMPLETE, no error so far"),
        Verdict::Failed => paint.bad(&count(run.errors.len() as u64, "error")),
    };
    // Never round up to 100 %.
    let (covered, seconds) = ((run.covered() * 100.0).floor(), duration(run.seconds));
    let _ = writeln!(text, ", {errors}, {covered} % of lines, {seconds}");
}

fn of_error(text: &mut String, error: &ExploreError, paint: &Paint) {
    let (kind, mut message) = (paint.bad(&one_line(&error.title)), one_line(&error.message));
    if error.message == error.title {
        message.clear();
    }
    let colon = if message.is_empty() { "" } else { ": " };
    let _ = writeln!(text, "\n{} {kind}{colon}{message}", paint.bad("error:"));
    if let Some((place, above)) = error.stack.split_first() {
        let _ = writeln!(text, "  at {}", one_line(&place.to_string()));
        // The function itself may be the deepest call of a recursion.
        for line in calls(above, "called at") {
            let _ = writeln!(text, "  {line}");
        }
    }
    // A structure is drawn; the inputs of its cells would repeat it.
    let is_drawn = |input: &&ExploreInput| {
        error.structure.is_some() && input.meaning.is_some() && !input.is_argument
    };
    for input in error.inputs.iter().filter(|input| !is_drawn(input)) {
        let value = shortened(&input.value(), MAX_INPUT);
        let _ = writeln!(text, "  {} = {value}", one_line(&input.name));
    }
    if let Some(structure) = &error.structure {
        let _ = writeln!(text, "  input (? was not read):");
        text.push_str(&drawing(&structure.to_string()));
    }
    if error.count > 1 {
        let _ = writeln!(text, "  on {}", count(error.count, "path"));
    }
    if let Some(code) = &error.code {
        let _ = writeln!(text, "  test {}", one_line(code));
    }
    if let Some(replay) = &error.replay {
        let _ = writeln!(text, "  {}", paint.bold(&one_line(replay)));
    }
}

/// `1 solver query`, `16 solver queries`.
fn queries(number: u64) -> String {
    let word = if number == 1 { "query" } else { "queries" };
    format!("{} solver {word}", thousands(number))
}

fn of_statistics(text: &mut String, run: &ExploreRun) {
    let of = &run.statistics;
    let millions = of.instructions as f64 / run.seconds.max(1e-9) / 1e6;
    let _ = writeln!(
        text,
        "\n{} ({millions:.1} M/s), {}, {} at branches, {}, at most {}, {:.0} MB",
        count(of.instructions, "instruction"),
        count(of.splits, "split"),
        queries(of.questions),
        count(of.expressions, "expression"),
        count(of.most_states, "state"),
        of.peak as f64 / f64::from(1 << 20),
    );
    let _ = writeln!(text, "{:>12} {:>10} {:>10} {:>10}", "tier", "queries", "decided", "ms");
    for tier in &of.tiers {
        let _ = writeln!(
            text,
            "{:>12} {:>10} {:>10} {:>10.1}",
            tier.name,
            tier.queries,
            tier.decided,
            tier.seconds * 1e3
        );
    }
}
