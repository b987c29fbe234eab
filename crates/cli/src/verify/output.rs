//! Results of tasks, as text and as JSON.

use std::fmt::Write;

use pikse_verify::{Answer, Comparison, Confirmation, Expected, Task};
use serde_json::{Value, json};

use crate::verify::worker::Worked;

/// A task with its result.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) task: Task,
    pub(crate) worked: Worked,
    pub(crate) seconds: f64,
    /// The files of its witnesses.
    pub(crate) files: Vec<String>,
}

impl Row {
    pub(crate) fn comparison(&self) -> Comparison {
        self.worked.done.answer.compare(self.task.expected)
    }

    fn score(&self) -> i64 {
        self.worked.done.answer.score(self.task.expected)
    }

    /// One line: comparison, answer, property, task, and why.
    pub(crate) fn line(&self) -> String {
        let done = &self.worked.done;
        let word = match self.comparison() {
            Comparison::Right => "right",
            Comparison::Wrong => "WRONG",
            Comparison::Unknown => "unknown",
            Comparison::Holds => "holds",
            Comparison::Violated => "violated",
        };
        let (answer, property) = (done.answer.to_string(), self.task.property.name());
        let mut line = format!(
            "{word:<8} {answer:<22} {property:<16} {} ({:.1} s)",
            self.task.name, self.seconds
        );
        // Writing to a string cannot fail.
        if self.comparison() == Comparison::Wrong {
            let _ = write!(line, "; expected {}", expected(self.task.expected));
        }
        if let Answer::Unknown(why) = &done.answer {
            let _ = write!(line, ": {why}");
        }
        if let (Answer::False(_), Some(found)) = (&done.answer, &done.counterexample) {
            let _ = write!(line, ": line {}: {}", found.target.line, found.message);
        }
        if let Some(Confirmation::NotJudged(why)) = &done.confirmation {
            let why = why.lines().next().unwrap_or_default();
            let _ = write!(line, "; not confirmed natively: {why}");
        }
        line
    }

    fn json(&self) -> Value {
        let done = &self.worked.done;
        let part = match &done.answer {
            Answer::False(Some(part)) => Some(part.name()),
            _ => None,
        };
        let word = match &done.answer {
            Answer::True => "true",
            Answer::False(_) => "false",
            Answer::Unknown(_) => "unknown",
        };
        let why = match &done.answer {
            Answer::Unknown(why) => Some(why.to_string()),
            _ => None,
        };
        let violation = done.counterexample.as_ref().filter(|_| word == "false").map(|found| {
            let inputs = found.inputs.iter().map(|(input, spot)| {
                let bytes: String = input.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                json!({ "name": input.name, "bytes": bytes, "line": spot.line })
            });
            json!({
                "message": found.message,
                "file": found.target.file,
                "line": found.target.line,
                "column": found.target.column,
                "function": found.target.function,
                "inputs": inputs.collect::<Vec<_>>(),
            })
        });
        let (confirmed, not_judged) = match &done.confirmation {
            Some(Confirmation::Confirmed) => (Some(true), None),
            Some(Confirmation::NotJudged(why)) => (Some(false), Some(why)),
            None => (None, None),
        };
        json!({
            "task": self.task.name,
            "property": self.task.property.name(),
            "data_model": self.task.data_model.name(),
            "verdict": word,
            "subproperty": part,
            "expected": self.task.expected.map(|_| expected(self.task.expected)),
            "comparison": self.comparison(),
            "score": self.score(),
            "why_unknown": why,
            "violation": violation,
            "confirmed_natively": confirmed,
            "why_not_confirmed": not_judged,
            "paths": done.paths,
            "seconds": self.seconds,
            "witnesses": self.files,
        })
    }
}

/// What a definition expects, as text.
fn expected(expected: Option<Expected>) -> String {
    match expected {
        None => "nothing".to_owned(),
        Some(Expected::True) => Answer::True.to_string(),
        Some(Expected::False(part)) => Answer::False(part).to_string(),
    }
}

/// The numbers of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) tasks: usize,
    pub(crate) right: usize,
    pub(crate) wrong: usize,
    pub(crate) unknown: usize,
    pub(crate) holds: usize,
    pub(crate) violated: usize,
    score: i64,
    best: i64,
}

impl Summary {
    pub(crate) fn of(rows: &[Row]) -> Self {
        let count = |of| rows.iter().filter(|row| row.comparison() == of).count();
        let best = |row: &Row| match row.task.expected {
            Some(Expected::True) => 2,
            Some(Expected::False(_)) => 1,
            None => 0,
        };
        Self {
            tasks: rows.len(),
            right: count(Comparison::Right),
            wrong: count(Comparison::Wrong),
            unknown: count(Comparison::Unknown),
            holds: count(Comparison::Holds),
            violated: count(Comparison::Violated),
            score: rows.iter().map(Row::score).sum(),
            best: rows.iter().map(best).sum(),
        }
    }

    /// The summary in words.
    pub(crate) fn text(&self) -> String {
        let Self { tasks, right, wrong, unknown, holds, violated, score, best } = self;
        let mut text = format!("{tasks} tasks: {right} right, {wrong} wrong, {unknown} unknown");
        if holds + violated > 0 {
            let _ = write!(text, ", {holds} without an expectation hold, {violated} are violated");
        }
        if *best > 0 {
            let _ = write!(text, "; score {score} of {best}");
        }
        text.push('\n');
        text
    }

    /// Whether something is wrong.
    pub(crate) fn has_failed(&self) -> bool {
        self.wrong + self.violated > 0
    }

    fn word(&self) -> &'static str {
        match (self.has_failed(), self.unknown) {
            (true, _) => "failed",
            (false, 0) => "passed",
            _ => "incomplete",
        }
    }
}

/// The whole result as JSON.
pub(crate) fn json(rows: &[Row]) -> String {
    let summary = Summary::of(rows);
    let Summary { tasks, right, wrong, unknown, holds, violated, score, best } = summary;
    let value = json!({
        "result": summary.word(),
        "tasks": rows.iter().map(Row::json).collect::<Vec<_>>(),
        "summary": {
            "tasks": tasks, "right": right, "wrong": wrong, "unknown": unknown, "holds": holds,
            "violated": violated, "score": score, "maximum_score": best,
        },
    });
    format!("{value}\n")
}
