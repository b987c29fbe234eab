//! What `pikse explore` did and found: the model that every report is written from.
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
    /// The command line, as a user would type it again.
    pub command: String,
    /// The version of Pikse.
    pub version: String,
    /// How long the exploration took.
    pub seconds: f64,
    /// The sources, as the user names them.
    pub sources: Vec<String>,
    /// The function that was run, `main` if none was named.
    pub entry: String,
    /// Paths that ran to an end of the program: its own, or an error.
    pub paths: u64,
    /// Paths on which an assumption did not hold.
    pub rejected: u64,
    /// Distinct errors, in the order in which they were found.
    pub errors: Vec<ExploreError>,
    /// Why not every path was followed to its end, with every value that is possible on it;
    /// nothing if that is so.
    pub incomplete: Option<Incomplete>,
    /// What else a user should know.
    pub notes: Vec<ExploreNote>,
    /// Which lines ran: 1 for those that did, 0 for the others.
    pub coverage: Vec<FileCoverage>,
    /// What the machine and the solver did.
    pub statistics: ExploreStatistics,
    /// How many tests were written.
    pub tests_written: u64,
    /// Where they are, if there are any.
    pub folder: Option<String>,
    /// Tests to look at, in the order of their paths. They may be fewer than there are paths.
    pub tests: Vec<ExploreTest>,
    /// The paths as a tree, if a report of it was asked for.
    pub tree: Option<ExploreTree>,
}

/// A distinct error: a kind at a place.
#[derive(Clone, Debug, Default)]
pub struct ExploreError {
    /// The kind in a word for machines: `out-of-bounds`.
    pub kind: String,
    /// The kind for people: `access out of bounds`.
    pub title: String,
    /// What exactly.
    pub message: String,
    /// Where, from the innermost function of the program's own outwards.
    pub stack: Vec<SourcePlace>,
    /// The inputs of the first path with it.
    pub inputs: Vec<ExploreInput>,
    /// The structures that this path was given, as far as it read them.
    pub structure: Option<Snapshot>,
    /// How many paths had it.
    pub count: u64,
    /// The number of the first path with it.
    pub path: u64,
    /// The file of that path's test.
    pub test: Option<String>,
    /// The command that runs the test natively.
    pub replay: Option<String>,
}

/// An input: bytes under a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExploreInput {
    /// The name.
    pub name: String,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// What they mean, if they are the choice of a cell of a structure: `null`, `node1`, `3`.
    pub meaning: Option<String>,
}

/// What the machine and the solver did.
#[derive(Clone, Debug, Default)]
pub struct ExploreStatistics {
    /// Instructions that were run.
    pub instructions: u64,
    /// States that split off.
    pub splits: u64,
    /// Questions to the solver about branches.
    pub questions: u64,
    /// Distinct expressions.
    pub expressions: u64,
    /// The most states that waited at a time.
    pub most_states: u64,
    /// The states that still waited in the end.
    pub waiting: u64,
    /// The most memory that the process had, in bytes.
    pub peak: u64,
    /// The tiers of the solver, in the order in which a question goes through them.
    pub tiers: Vec<Tier>,
}

/// A tier of the solver.
#[derive(Clone, Debug, Default)]
pub struct Tier {
    /// Its name.
    pub name: String,
    /// How many questions came to it.
    pub queries: u64,
    /// How many of them it decided.
    pub decided: u64,
    /// How long it took, without the tiers behind it.
    pub seconds: f64,
}

/// A path that ended, with the inputs that lead there.
#[derive(Clone, Debug, Default)]
pub struct ExploreTest {
    /// The number of the path.
    pub number: u64,
    /// `finished`, or the kind of an error.
    pub verdict: String,
    /// What exactly happened; empty if nothing is to be said.
    pub message: String,
    /// Its error, as a place in [`ExploreRun::errors`].
    pub error: Option<usize>,
    /// The inputs.
    pub inputs: Vec<ExploreInput>,
    /// The structures that it was given, as far as it read them.
    pub structure: Option<Snapshot>,
    /// The exit code, if the program came to its end and has one.
    pub exit_code: Option<i32>,
    /// What the program wrote to standard output.
    pub output: Vec<u8>,
    /// The command that runs it natively, if it has a file of its own.
    pub replay: Option<String>,
}

/// The paths of an exploration, merged where they begin alike.
#[derive(Clone, Debug, Default)]
pub struct ExploreTree {
    /// The nodes: the first is the start, and the parent of any other comes before it.
    pub nodes: Vec<TreeNode>,
    /// How many paths lead below nodes that were not kept, because there were too many.
    pub not_kept: u64,
}

/// A node of the tree: what one decision led to.
#[derive(Clone, Debug, Default)]
pub struct TreeNode {
    /// The node that the decision was taken in.
    pub parent: usize,
    /// Where the decision was taken; an unknown place for the start.
    pub place: SourcePlace,
    /// Which way was taken.
    pub way: Way,
    /// What holds on this way, over the inputs; empty if it is not known.
    pub condition: String,
    /// How the paths below ended.
    pub below: Ends,
    /// How many of them are below nodes that were not kept.
    pub not_kept: u64,
    /// The paths that ended before another decision.
    pub ends: Vec<TreeEnd>,
}

/// The way that a decision took, in the order in which ways are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// The start, where nothing was decided yet.
    #[default]
    Start,
    /// A check fails.
    Fails,
    /// A check holds.
    Holds,
    /// The condition of a branch holds.
    Yes,
    /// It does not.
    No,
    /// A case of a switch, by its number from 0.
    Case(u32),
    /// A value of a number.
    Value(u128),
    /// An object that an address leads to, by its number; 0 is null.
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

/// How many paths ended in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// At the end of the program.
    pub finished: u64,
    /// With an error.
    pub failed: u64,
    /// Because an assumption did not hold.
    pub rejected: u64,
    /// Not at all: they were cut.
    pub cut: u64,
}

/// Paths that ended in the same way at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeEnd {
    /// How.
    pub verdict: EndVerdict,
    /// How many.
    pub count: u64,
    /// The number of the first of them.
    pub first: u64,
}

/// How paths of the tree ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndVerdict {
    /// The program came to its end.
    Finished,
    /// An assumption did not hold.
    Rejected,
    /// An error, as a place in [`ExploreRun::errors`].
    Error(usize),
    /// The path was cut, and why.
    Cut(Cut),
}

impl ExploreRun {
    /// What the exploration came to.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(!self.errors.is_empty(), self.incomplete.as_ref())
    }

    /// Whether every path was followed to its end, with every value that is possible on it, even
    /// if there is none.
    pub fn is_complete(&self) -> bool {
        let is_left_out = |reason: &Reason| !matches!(reason, Reason::NothingRan { .. });
        let mut reasons = self.incomplete.iter().flat_map(|incomplete| &incomplete.reasons);
        !reasons.any(is_left_out)
    }

    /// The part of the lines that ran; all, if there are none.
    pub fn covered(&self) -> f64 {
        match FileCoverage::lines_of(&self.coverage) {
            (_, 0) => 1.0,
            (hit, all) => hit as f64 / all as f64,
        }
    }

    /// The sources in a line.
    pub fn source_names(&self) -> String {
        self.sources.join(" ")
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
    /// The bytes for people: by their meaning, as text if they are one, as a number if they are few.
    pub fn value(&self) -> String {
        if let Some(meaning) = &self.meaning {
            return meaning.clone();
        }
        let bytes = &self.bytes;
        let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
        let is_printed =
            |text: &[u8]| !text.is_empty() && text.iter().all(|byte| (32..127).contains(byte));
        let is_text = is_printed(text);
        // A buffer may have more zeros behind its text; a number has them, too.
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
            let input = ExploreInput { name, bytes, meaning: None };
            assert_eq!(input.value(), text);
            assert_eq!(input.to_string(), format!("x = {text}"));
        }
    }
}
