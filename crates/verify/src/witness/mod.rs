//! Witnesses: what shows that an answer is right, in the formats of the competition.
//!
//! A violation witness has the value of each input along a violating run, and the place of the
//! violation. A correctness witness may have invariants; ours has none, because a complete
//! exploration needs none.

mod graphml;
mod values;
mod yaml;

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::hash::{sha256, sha256_text};
use crate::property::Property;
use crate::run::{Counterexample, Spot};
use crate::task::Task;

/// A witness file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Witness {
    /// The ending of its name: `yml` or `graphml`.
    pub ending: String,
    /// Its contents.
    pub text: String,
}

/// Who makes a witness, and when.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The version of Pikse.
    pub version: String,
    /// Seconds since 1970.
    pub time: u64,
}

/// The witnesses of an answer; none for *unknown*.
#[must_use]
pub fn witnesses(
    task: &Task,
    answer: &Answer,
    counterexample: Option<&Counterexample>,
    origin: &Origin,
) -> Vec<Witness> {
    let sources = Sources::of(task);
    let about = About { task, sources, origin };
    let steps = counterexample.map(|found| steps(&about, found)).unwrap_or_default();
    let witness = |ending: &str, text: String| Witness { ending: ending.to_owned(), text };
    let mut all = Vec::new();
    match (answer, counterexample) {
        (Answer::True, _) => {
            all.push(witness("yml", yaml::correctness(&about)));
            if matches!(task.property, Property::UnreachCall(_)) {
                all.push(witness("graphml", graphml::correctness(&about)));
            }
        }
        (Answer::False(_), Some(found)) => {
            all.push(witness("yml", yaml::violation(&about, &steps, &found.target)));
            if matches!(task.property, Property::UnreachCall(_)) {
                all.push(witness("graphml", graphml::violation(&about, &steps, &found.target)));
            }
        }
        _ => {}
    }
    all
}

/// What every witness says about its task.
struct About<'a> {
    task: &'a Task,
    sources: Sources,
    origin: &'a Origin,
}

impl About<'_> {
    /// The time of its making, in UTC.
    fn time(&self) -> String {
        let (days, seconds) = (self.origin.time / 86_400, self.origin.time % 86_400);
        let (year, month, day) = civil(days);
        let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }

    /// A number that no other witness has.
    fn uuid(&self) -> String {
        let text = format!("{:?} {} {}", self.task, self.origin.time, std::process::id());
        let mut bytes = sha256(text.as_bytes());
        // Version 4, variant 1.
        bytes[6] = bytes[6] & 0x0f | 0x40;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        let hex: String = bytes[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        let parts = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]];
        parts.join("-")
    }

    /// The name of the task's file that a place is in.
    fn file(&self, spot: &Spot) -> Option<&str> {
        let name = |path: &str| Path::new(path).file_name().map(std::ffi::OsStr::to_owned);
        let file = self.sources.0.iter().find(|source| name(&source.name) == name(&spot.file));
        file.map(|source| source.name.as_str()).filter(|_| spot.line > 0)
    }
}

/// The date of a day since 1970, by the proleptic Gregorian calendar.
fn civil(days: u64) -> (u64, u64, u64) {
    // Years begin in March, so that the day of a leap year is the last.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, date)
}

/// The task's files.
struct Sources(Vec<Source>);

struct Source {
    name: String,
    hash: String,
    lines: Vec<String>,
}

impl Sources {
    fn of(task: &Task) -> Self {
        let source = |path: &std::path::PathBuf| {
            // A file that is gone since the run has an empty text.
            let bytes = std::fs::read(path).unwrap_or_default();
            let lines = String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect();
            Source { name: path.display().to_string(), hash: sha256_text(&bytes), lines }
        };
        Self(task.files.iter().map(source).collect())
    }
}

/// One value that a call returned.
struct Step {
    file: String,
    /// Where the call begins and where its last parenthesis is; columns from 1 on.
    begin: (u32, u32),
    end: (u32, u32),
    /// The value in C.
    value: String,
}

/// The calls that returned inputs, up to the first whose place is not certain: without it, a later one
/// could be taken for an earlier call at the same place.
fn steps(about: &About<'_>, found: &Counterexample) -> Vec<Step> {
    let step = |(input, spot): &(pikse_explore::Input, Spot)| {
        let file = about.file(spot)?;
        let source = about.sources.0.iter().find(|source| source.name == file)?;
        let end = end_of_call(&source.lines, (spot.line, spot.column))?;
        let value = values::text(input)?;
        Some(Step { file: file.to_owned(), begin: (spot.line, spot.column), end, value })
    };
    found.inputs.iter().map_while(step).collect()
}

/// The place of the last parenthesis of a call of an input function that begins at a place.
fn end_of_call(lines: &[String], (line, column): (u32, u32)) -> Option<(u32, u32)> {
    let first = lines.get(line.checked_sub(1)? as usize)?;
    let rest = first.get(column.checked_sub(1)? as usize..)?;
    if !rest.starts_with("__VERIFIER_nondet_") {
        return None;
    }
    let (mut depth, mut begun) = (0, false);
    for (at, text) in lines.iter().enumerate().skip(line as usize - 1) {
        let skip = if at + 1 == line as usize { column as usize - 1 } else { 0 };
        for (place, c) in text.bytes().enumerate().skip(skip) {
            match c {
                b'(' => (depth, begun) = (depth + 1, true),
                b')' => depth -= 1,
                _ => {}
            }
            if begun && depth == 0 {
                return Some((at as u32 + 1, place as u32 + 1));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (days, date) in [
            (0, (1970, 1, 1)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (19_723, (2024, 1, 1)),
            (20_758, (2026, 11, 1)),
        ] {
            assert_eq!(civil(days), date, "{days}");
        }
    }

    #[test]
    fn calls_end_at_their_parenthesis() {
        let lines = ["  x = __VERIFIER_nondet_int();", "y = __VERIFIER_nondet_int", "  ( );"];
        let lines = lines.map(str::to_owned);
        assert_eq!(end_of_call(&lines, (1, 7)), Some((1, 29)));
        assert_eq!(end_of_call(&lines, (2, 5)), Some((3, 5)));
        assert_eq!(end_of_call(&lines, (1, 3)), None);
        assert_eq!(end_of_call(&lines, (9, 9)), None);
    }
}
