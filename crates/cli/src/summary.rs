//! The result of a search, as text and as JSON.

use std::fmt::{self, Write};
use std::sync::Arc;

use pikse_native::Failure;
use pikse_report::{Incomplete, Reached, Reason, Unit, Verdict};
use pikse_structure::space::Style;
use pikse_structure::{FieldId, Space, Structure};
use serde_json::{Value as Json, json};

use crate::args::{Bounds, Search, StrategyName, Switch};
use crate::session::{Outcome, Session, Stopped, Tally};

/// The result of a command.
#[derive(Debug)]
pub(crate) struct Summary<'a> {
    session: &'a Session,
    outcome: &'a Outcome,
    size: u32,
    search: &'a Search,
    incomplete: Option<Incomplete>,
}

impl<'a> Summary<'a> {
    pub(crate) fn new(
        session: &'a Session,
        outcome: &'a Outcome,
        bounds: &Bounds,
        search: &'a Search,
        done: Option<f64>,
    ) -> Self {
        let Tally { statistics, runner, .. } = &outcome.state.tally;
        let reason = match outcome.stopped {
            // A failure says more than that there is no structure.
            None if statistics.valid == 0
                && runner.failures.is_empty()
                && search.mode.part().is_none() =>
            {
                let predicate = session.predicate.clone();
                let likely = session.likely_reason();
                Some(Reason::NoStructure { predicate, rejected: statistics.explored, likely })
            }
            // All requested structures were found.
            None | Some(Stopped::First(_)) => None,
            Some(Stopped::Interrupted) => Some(Reason::Interrupted),
            Some(Stopped::Time) => Some(Reason::Time),
            Some(Stopped::Parts) => {
                let (missing, unfinished) = outcome.open.clone().unwrap_or_default();
                Some(Reason::Parts { missing, unfinished })
            }
        };
        let reached = Reached {
            // After --resume, only the part of the remaining space is known.
            done: done.filter(|_| search.resume.is_none()),
            tried: Some((outcome.state.tally.statistics.explored, Unit::Candidate)),
        };
        let incomplete = reason.map(|reason| Incomplete::new(reason, reached));
        Summary { session, outcome, size: bounds.size, search, incomplete }
    }

    /// The verdict of the search.
    pub(crate) fn verdict(&self) -> Verdict {
        Verdict::of(!self.tally().runner.failures.is_empty(), self.incomplete.as_ref())
    }

    fn tally(&self) -> &Tally {
        &self.outcome.state.tally
    }

    /// Whether checkpoints were really used.
    fn is_checkpointing(&self) -> bool {
        self.search.strategy != StrategyName::Reexecute && self.tally().runner.fallback.is_none()
    }

    fn strategy(&self) -> &'static str {
        if self.is_checkpointing() { "checkpoint" } else { "reexecute" }
    }

    fn never_read(&self) -> Vec<String> {
        let space = self.session.space();
        let read = &self.tally().fields_read;
        let is_shown = |field: &FieldId| space.field(*field).style != Style::Hidden;
        let fields = space.field_ids().filter(|field| is_shown(field) && !read.contains(field));
        fields.map(|field| space.field_name(field)).collect()
    }

    /// The fields that have their simplest value only.
    fn simplest(&self) -> Vec<Json> {
        let notes = self.session.bounds.notes.iter();
        notes.map(|note| json!({"field": note.field, "is": note.what})).collect()
    }

    fn digest(&self) -> Option<String> {
        self.tally().digest.map(|digest| digest.to_string())
    }

    /// The result as one JSON object.
    pub(crate) fn to_json(&self) -> Json {
        let Tally { statistics, runner, .. } = self.tally();
        let inits = match self.is_checkpointing() {
            true => statistics.inits_checkpoint,
            false => statistics.inits_reexecution,
        };
        let space = self.session.space();
        let failures: Vec<Json> = runner
            .failures
            .iter()
            .map(|Failure { broken, count, candidate }| {
                let structure = structure_of(space, candidate).to_json();
                let (kind, text) = (broken.kind(), broken.to_string());
                json!({"kind": kind, "text": text, "count": count, "structure": structure})
            })
            .collect();
        let mut json = json!({
            "type": self.session.root,
            "predicate": self.session.predicate,
            "size": self.size,
            "valid": statistics.valid,
            "explored": statistics.explored,
            "inits": inits,
            "result": self.verdict().word(),
            "complete": self.outcome.state.is_complete(),
            "incomplete": self.incomplete.as_ref().map(Incomplete::to_json),
            "strategy": self.strategy(),
            "multi_value": self.search.multi_value == Switch::On,
            "seconds": self.outcome.seconds,
            "jobs": self.outcome.jobs,
            "failures": failures,
            "fallback": runner.fallback,
            "bounds": space.to_string(),
            "never_read": self.never_read(),
            "simplest": self.simplest(),
        });
        if let Some(digest) = self.digest() {
            json["digest"] = json!(digest);
        }
        json
    }
}

impl Summary<'_> {
    fn write_how_to_continue(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.search.save {
            Some(path) => writeln!(f, "; continue with --resume {}", path.display()),
            None => writeln!(f),
        }
    }
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Session { root, predicate, .. } = self.session;
        let Tally { statistics, runner, .. } = self.tally();
        writeln!(f, "`{root}` structures that `{predicate}` accepts, within these bounds:")?;
        writeln!(f, "{}", indented(&self.session.space().to_string(), "  "))?;
        let multi = match self.search.multi_value {
            Switch::On => "with multi-value comparisons",
            Switch::Off => "without multi-value comparisons",
        };
        writeln!(
            f,
            "{}; `{predicate}` ran {} in {:.3} s ({}, {multi})",
            counted(statistics.valid, "valid structure"),
            counted(statistics.explored, "time"),
            self.outcome.seconds,
            self.strategy()
        )?;
        if let Some(Stopped::First(first)) = self.outcome.stopped {
            let first = counted(first, "structure");
            write!(f, "stopped after {first} (--first); there may be more")?;
            self.write_how_to_continue(f)?;
        }
        if let Some(incomplete) = &self.incomplete {
            write!(f, "INCOMPLETE: {}", incomplete.line())?;
            match self.outcome.stopped {
                None => writeln!(f)?,
                Some(_) => {
                    f.write_str("; there may be more")?;
                    self.write_how_to_continue(f)?;
                }
            }
        }
        if let Some(why) = &runner.fallback {
            writeln!(f, "checkpoints are off, so each run starts from the beginning: {why}")?;
        }
        for note in &self.session.bounds.notes {
            writeln!(f, "note: {note}")?;
        }
        let never_read = self.never_read();
        if !never_read.is_empty() {
            writeln!(f, "fields that `{predicate}` never read: {}", never_read.join(", "))?;
        }
        if let Some(digest) = self.digest() {
            writeln!(f, "digest: {digest}")?;
        }
        for failure in &runner.failures {
            let structure = structure_of(self.session.space(), &failure.candidate);
            let candidates = match failure.count {
                1 => "1 candidate".to_owned(),
                count => format!("{count} candidates, the first"),
            };
            writeln!(f, "\n`{predicate}` {} on {candidates}:", failure.broken)?;
            writeln!(f, "{}", indented(&structure.to_string(), "  "))?;
        }
        Ok(())
    }
}

/// `1 time`, `8 times`.
fn counted(number: u64, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

/// The structure of a candidate vector.
pub(crate) fn structure_of(space: &Arc<Space>, candidate: &[u32]) -> Structure {
    Structure::of_candidate(space, |cell| candidate[cell.index()])
}

fn indented(text: &str, by: &str) -> String {
    let mut indented = String::new();
    for line in text.lines() {
        let newline = if indented.is_empty() { "" } else { "\n" };
        let _ = write!(indented, "{newline}{by}{line}");
    }
    indented
}
