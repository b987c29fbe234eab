//! A run of `pikse explore`: the model from which every report is written.
//!
//! The command fills it in; the writers in [`explore`](crate::explore) only read it.

use pikse_structure::Snapshot;
use pikse_vm::Cut;

use crate::check_run::{FileCoverage, SourcePlace};
use crate::note::ExploreNote;
use crate::verdict::{Incomplete, Reason, Verdict};

/// A run of `pikse explore`.
#[derive(Clone, Debug, Default)]
pub struct ExploreRun {
    /// The command line, in a form that can be typed again.
    pub command: String,
    /// The version of Pikse.
    pub version: String,
    /// When the run began, as text; empty if that is not known.
    pub date: String,
    /// The duration of the exploration.
    pub seconds: f64,
    /// The sources, as the user writes them.
    pub sources: Vec<String>,
    /// The function that was run, `main` if none was named.
    pub entry: String,
    /// Paths that ran to the end of the program or to an error.
    pub paths: u64,
    /// Paths on which the program ended itself by a signal: the signal, and how many.
    pub killed: Vec<(i32, u64)>,
    /// Paths on which the program waits for ever.
    pub blocked: u64,
    /// Paths on which an assumption is false.
    pub rejected: u64,
    /// Distinct errors, in the order in which they were found.
    pub errors: Vec<ExploreError>,
    /// Why not every path was followed to its end, with every possible value; none if every one
    /// was.
    pub incomplete: Option<Incomplete>,
    /// Notes for the user.
    pub notes: Vec<ExploreNote>,
    /// The lines of the program: 1 for those that ran, 0 for the others.
    pub coverage: Vec<FileCoverage>,
    /// Statistics of the interpreter and the solver.
    pub statistics: ExploreStatistics,
    /// The number of tests that were written.
    pub tests_written: u64,
    /// The folder with the tests, if there is one.
    pub folder: Option<String>,
    /// Tests for the report, in the order of their paths. There may be fewer than paths.
    pub tests: Vec<ExploreTest>,
    /// The number of processes that explored.
    pub jobs: u64,
    /// A number for the set of paths, whatever order they were found in.
    pub digest: u64,
    /// If it began with stored structures: the seconds that it took to find them.
    pub stage_seconds: Option<f64>,
    /// The tests between which it explored, if it was a range.
    pub from: Option<String>,
    /// What was left of an exploration of another version, if one was used.
    pub since: Option<crate::note::Since>,
    /// The end of the range.
    pub to: Option<String>,
    /// The paths as a tree, if a report was requested.
    pub tree: Option<ExploreTree>,
}

/// A distinct error: a kind at a place.
#[derive(Clone, Debug, Default)]
pub struct ExploreError {
    /// The kind for machines: `out-of-bounds`.
    pub kind: String,
    /// The kind for people: `access out of bounds`.
    pub title: String,
    /// The details.
    pub message: String,
    /// The call stack, innermost first, without library functions.
    pub stack: Vec<SourcePlace>,
    /// The inputs of the first path with the error.
    pub inputs: Vec<ExploreInput>,
    /// The input structures of this path, as far as it read them.
    pub structure: Option<Snapshot>,
    /// The number of paths with the error.
    pub count: u64,
    /// The number of the first path with the error.
    pub path: u64,
    /// The file of that path's test.
    pub test: Option<String>,
    /// The command that replays the test.
    pub replay: Option<String>,
    /// The file of a test in the language of the source.
    pub code: Option<String>,
}

/// An input: bytes under a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExploreInput {
    /// The name.
    pub name: String,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The meaning of the bytes, if they choose the value of a cell or are a value of a type: `null`,
    /// `node1`, `3`.
    pub meaning: Option<String>,
    /// Whether it is an argument, and not part of a structure.
    pub is_argument: bool,
}

/// Statistics of the interpreter and the solver.
#[derive(Clone, Debug, Default)]
pub struct ExploreStatistics {
    /// Executed instructions.
    pub instructions: u64,
    /// The number of times a state split.
    pub splits: u64,
    /// Solver queries at branches.
    pub questions: u64,
    /// Distinct expressions.
    pub expressions: u64,
    /// The largest number of waiting states.
    pub most_states: u64,
    /// The number of states that still waited at the end.
    pub waiting: u64,
    /// The peak memory of the process, in bytes.
    pub peak: u64,
    /// The tiers of the solver, in the order in which a query passes through them.
    pub tiers: Vec<Tier>,
}

/// A tier of the solver.
#[derive(Clone, Debug, Default)]
pub struct Tier {
    /// Its name.
    pub name: String,
    /// The number of queries that reached it.
    pub queries: u64,
    /// The number of queries that it decided.
    pub decided: u64,
    /// Its time, without that of later tiers.
    pub seconds: f64,
}

/// A path that ended, with its inputs.
#[derive(Clone, Debug, Default)]
pub struct ExploreTest {
    /// The number of the path.
    pub number: u64,
    /// `finished`, or the kind of an error.
    pub verdict: String,
    /// The details; may be empty.
    pub message: String,
    /// Its error, as an index into [`ExploreRun::errors`].
    pub error: Option<usize>,
    /// The inputs.
    pub inputs: Vec<ExploreInput>,
    /// Its input structures, as far as it read them.
    pub structure: Option<Snapshot>,
    /// The exit code, if the program ended and has one.
    pub exit_code: Option<i32>,
    /// The standard output of the program.
    pub output: Vec<u8>,
    /// The command that replays it, if it has a separate file.
    pub replay: Option<String>,
}

/// The paths of an exploration, merged where their beginnings are equal.
#[derive(Clone, Debug, Default)]
pub struct ExploreTree {
    /// The nodes: the first is the start, and the parent of any other comes before it.
    pub nodes: Vec<TreeNode>,
    /// The number of paths below nodes that were not kept, because there were too many.
    pub not_kept: u64,
}

/// A node of the tree: the outcome of one decision.
#[derive(Clone, Debug, Default)]
pub struct TreeNode {
    /// The node in which the decision was made.
    pub parent: usize,
    /// Where the decision was made; an unknown place for the start.
    pub place: SourcePlace,
    /// The way that was taken.
    pub way: Way,
    /// The condition on the inputs for this way; empty if it is not known.
    pub condition: String,
    /// How the paths below ended.
    pub below: Ends,
    /// The number of paths below nodes that were not kept.
    pub not_kept: u64,
    /// The paths that ended before another decision.
    pub ends: Vec<TreeEnd>,
}

/// The way that a decision took; ways are shown in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// The start, before any decision.
    #[default]
    Start,
    /// A check fails.
    Fails,
    /// A check holds.
    Holds,
    /// The condition of a branch is true.
    Yes,
    /// The condition of a branch is false.
    No,
    /// A case of a switch, by its number from 0.
    Case(u32),
    /// A value of a number.
    Value(u128),
    /// An object that an address points to, by its number; 0 is null.
    Object(u32),
    /// All other values or objects.
    Rest,
}

impl std::fmt::Display for Way {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Start => write!(f, "start"),
            Self::Fails => write!(f, "fails"),
            Self::Holds => write!(f, "holds"),
            Self::Yes => write!(f, "true"),
            Self::No => write!(f, "false"),
            Self::Case(case) => write!(f, "way {}", u64::from(*case) + 1),
            Self::Value(value) => write!(f, "= {value}"),
            Self::Object(0) => write!(f, "null"),
            Self::Object(number) => write!(f, "object {number}"),
            Self::Rest => write!(f, "others"),
        }
    }
}

/// The number of paths for each kind of end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// At the end of the program.
    pub finished: u64,
    /// With an error.
    pub failed: u64,
    /// At an assumption that is false.
    pub rejected: u64,
    /// Cut before their end.
    pub cut: u64,
}

/// Paths that ended in the same way at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeEnd {
    /// How they ended.
    pub verdict: EndVerdict,
    /// The number of paths.
    pub count: u64,
    /// The number of the first of them.
    pub first: u64,
}

/// How paths of the tree ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndVerdict {
    /// The program ended.
    Finished,
    /// An assumption is false.
    Rejected,
    /// The program ended itself by this signal.
    Killed(i32),
    /// The program waits for ever.
    Blocked,
    /// An error, as an index into [`ExploreRun::errors`].
    Error(usize),
    /// The path was cut, and why.
    Cut(Cut),
}

impl ExploreRun {
    /// The verdict of the exploration.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(!self.errors.is_empty(), self.incomplete.as_ref())
    }

    /// Whether every path was followed to its end, with every possible value, even if there is no
    /// path.
    pub fn is_complete(&self) -> bool {
        let is_left_out = |reason: &Reason| !matches!(reason, Reason::NothingRan { .. });
        let mut reasons = self.incomplete.iter().flat_map(|incomplete| &incomplete.reasons);
        !reasons.any(is_left_out)
    }

    /// The part of the lines that ran; 1 if there are no lines.
    pub fn covered(&self) -> f64 {
        match FileCoverage::lines_of(&self.coverage) {
            (_, 0) => 1.0,
            (hit, all) => hit as f64 / all as f64,
        }
    }

    /// The sources in a line: all of a few, or the first and how many others there are.
    pub fn source_names(&self) -> String {
        match &self.sources[..] {
            [first, others @ ..] if others.len() > 3 => {
                format!("{first} and {} other files", others.len())
            }
            few => few.join(" "),
        }
    }
}

impl Ends {
    /// All paths.
    pub fn all(&self) -> u64 {
        self.finished + self.failed + self.rejected + self.cut
    }
}

impl std::fmt::Display for ExploreInput {
    /// `x = -3`, `s = "ab"`, `a = [1, 0, 7]`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} = {}", self.name, self.value())
    }
}

impl ExploreInput {
    /// The bytes for people: their meaning, a text, or a number if there are few.
    pub fn value(&self) -> String {
        if let Some(meaning) = &self.meaning {
            return meaning.clone();
        }
        let bytes = &self.bytes;
        let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
        let is_printed =
            |text: &[u8]| !text.is_empty() && text.iter().all(|byte| (32..127).contains(byte));
        let is_text = is_printed(text);
        // A buffer may have more zeros after its text; so may a number.
        let used = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        let quoted = || format!("{:?}", String::from_utf8_lossy(text));
        match bytes.len() {
            1 | 2 | 4 | 8 => {
                let mut word = [0; 8];
                word[..bytes.len()].copy_from_slice(bytes);
                let shift = 64 - 8 * bytes.len() as u32;
                let number = ((u64::from_le_bytes(word) << shift) as i64) >> shift;
                if is_text { format!("{number} ({})", quoted()) } else { number.to_string() }
            }
            _ if is_printed(&bytes[..used]) => quoted(),
            _ => {
                let list: Vec<String> = bytes.iter().map(ToString::to_string).collect();
                format!("[{}]", list.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_readable() {
        for (bytes, text) in [
            (&[0xfd, 0xff, 0xff, 0xff][..], "-3"),
            (&[7], "7"),
            (&[97], "97 (\"a\")"),
            (&[255, 1, 0, 0, 0, 0, 0, 0], "511"),
            (b"abc", "\"abc\""),
            (b"ab\0", "\"ab\""),
            (b"4\0\0", "\"4\\0\""),
            (&[65, 0, 0, 0], "65"),
            (&[0, 0, 0], "[0, 0, 0]"),
            (b"a\"c", "\"a\\\"c\""),
            (&[1, 0, 200], "[1, 0, 200]"),
            (&[], "[]"),
        ] {
            let (name, bytes) = ("x".to_owned(), bytes.to_vec());
            let input = ExploreInput { name, bytes, ..ExploreInput::default() };
            assert_eq!(input.value(), text);
            assert_eq!(input.to_string(), format!("x = {text}"));
        }
    }
}
