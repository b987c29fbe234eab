//! The arguments, as the user gives them.

pub(crate) mod check;
pub(crate) mod explore;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use pikse_front::bounds::{FieldName, ObjectCount, RangeOf, ValuesOf};
use pikse_native::Strategy;
use pikse_search::{Fixed, Unread};

/// Tests code systematically: every valid structure that a predicate in C, C++ or Rust accepts.
#[derive(Debug, Parser)]
#[command(name = "pikse", version, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "\
Example:
  pikse generate subjects/rust/search_tree.rs --size 3 --format text

Exit codes: 0 if the run was clean, 1 if a check failed, or the predicate crashed, panicked or went
past a limit on some structure, 2 if the command or its input is wrong, 3 if nothing is wrong so far
but not everything was tried: the run was stopped or interrupted. --allow-incomplete makes 3 a 0.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print every valid structure
    #[command(after_help = GENERATE_HELP)]
    Generate(Generate),
    /// Count the valid structures
    #[command(after_help = COUNT_HELP)]
    Count(Count),
    /// Run code under test on every input
    #[command(after_help = check::CHECK_HELP)]
    Check(Box<check::Check>),
    /// Run a failing input of a check, or tests of an exploration, again
    #[command(after_help = check::REPLAY_HELP)]
    Replay(check::Replay),
    /// Run every path of a program, symbolically
    #[command(after_help = explore::EXPLORE_HELP)]
    Explore(Box<explore::Explore>),
    /// Show the source lines at which several values are decided at once
    #[command(after_help = EXPLAIN_HELP)]
    Explain(Explain),
}

const GENERATE_HELP: &str = "\
Structures go to standard output, or to the file that --output names, which is there only when it
is whole. With --json the last line is an object with the key \"summary\"; otherwise the summary
goes to standard error.

Examples:
  pikse generate subjects/rust/search_tree.rs --size 3 --format text
  pikse generate subjects/c/search_tree.c --size 3 --range node.data=1..n --where 'size == 2'
  pikse generate subjects/c/search_tree.c --size 3 --format c --output trees_test.c";

const COUNT_HELP: &str = "\
Examples:
  pikse count subjects/c/search_tree.c --size 5 --range bst.size=n --range node.data=1..n
  pikse count subjects/c/search_tree.c --size 8 --stop-after 30s --save trees.save
  pikse count subjects/c/search_tree.c --size 8 --resume trees.save --json";

const EXPLAIN_HELP: &str = "\
Where a comparison alone makes the predicate return, all values of the field that fail it are
struck out without a run. These are such comparisons, by file and line.

Example:
  pikse explain subjects/c/search_tree.c";

#[derive(Debug, Args)]
pub(crate) struct Generate {
    #[command(flatten)]
    pub(crate) source: Source,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
    #[command(flatten)]
    pub(crate) search: Search,
    /// How structures are printed: a line of JSON, Graphviz, an outline, or test code that
    /// builds each structure and calls the predicate
    #[arg(long, value_enum, default_value = "json", help_heading = "Output")]
    pub(crate) format: Format,
    /// The file for the structures
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) source: Source,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
    #[command(flatten)]
    pub(crate) search: Search,
}

#[derive(Debug, Args)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) source: Source,
    /// Print one JSON array
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

/// How structures are printed. `C` is C++ if the file is.
/// Files that a run writes for people and for CI.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ReportFiles {
    /// Write a report to look at in a browser
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Write JUnit XML
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// Write SARIF 2.1
    #[arg(long, value_name = "FILE")]
    pub(crate) sarif: Option<PathBuf>,
    /// Write which lines of the code under test ran, as lcov
    #[arg(long, value_name = "FILE")]
    pub(crate) coverage: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Json,
    Dot,
    Text,
    C,
    Rust,
}

/// Where the predicate is.
#[derive(Debug, Args)]
#[command(next_help_heading = "The predicate")]
pub(crate) struct Source {
    /// Sources: .c, .cc, .cpp, .cxx, .rs, .bc, .ll
    #[arg(value_name = "FILE", required_unless_present = "package", help_heading = "Arguments")]
    pub(crate) files: Vec<PathBuf>,
    /// A Cargo package in place of files: its folder. The type has to be named by its path
    #[arg(long, value_name = "PATH", conflicts_with = "files", requires = "of")]
    pub(crate) package: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) names: Names,
}

/// What of a source is meant, and how it is compiled.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Names {
    /// Features of the package to turn on
    #[arg(long, value_name = "A,B", value_delimiter = ',', requires = "package")]
    pub(crate) features: Vec<String>,
    /// Turn the default features of the package off
    #[arg(long, requires = "package")]
    pub(crate) no_default_features: bool,
    /// The type of the structures; left out, what the predicate takes
    #[arg(long = "type", value_name = "T")]
    pub(crate) of: Option<String>,
    /// The predicate: a function or a method; left out, `rep_ok` or `repOk`
    #[arg(long, value_name = "NAME")]
    pub(crate) predicate: Option<String>,
    /// Flags for clang, as one text: '-I include -DN=3'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, value_parser = words)]
    pub(crate) cflags: Option<Words>,
    /// Flags for rustc, as one text: '--cfg test'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, value_parser = words)]
    pub(crate) rustflags: Option<Words>,
}

/// How far to look.
#[derive(Debug, Args)]
#[command(next_help_heading = "Bounds")]
pub(crate) struct Bounds {
    /// How large: the number of objects of each class that pointers lead to, and the largest
    /// value of ints
    #[arg(long, value_name = "N")]
    pub(crate) size: u32,
    #[command(flatten)]
    pub(crate) fields: FieldBounds,
}

/// Bounds of classes and fields.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct FieldBounds {
    /// How many objects a class has: node=4, or node=n for the size
    #[arg(long, value_name = "CLASS=N")]
    pub(crate) objects: Vec<ObjectCount>,
    /// What an int field may be, both ends included: node.data=1..n
    #[arg(long, value_name = "CLASS.FIELD=A..B", allow_hyphen_values = true)]
    pub(crate) range: Vec<RangeOf>,
    /// What an int field may be, one by one: node.key=1,5,9
    #[arg(long, value_name = "CLASS.FIELD=A,B,C", allow_hyphen_values = true)]
    pub(crate) values: Vec<ValuesOf>,
    /// A pointer that is never null: node.next
    #[arg(long, value_name = "CLASS.FIELD")]
    pub(crate) non_null: Vec<FieldName>,
    /// The function of the file that gives bounds; left out, `finitize` or `finitization` if
    /// the file has one
    #[arg(long, value_name = "NAME")]
    pub(crate) finitize: Option<String>,
}

/// What to search for, and how.
#[derive(Debug, Args)]
#[command(next_help_heading = "The search")]
pub(crate) struct Search {
    /// Stop after so many structures; what comes after them is not asked for, so the exit code is 0
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) first: Option<u64>,
    /// What becomes of fields that the predicate never reads: their first value, or each
    #[arg(long, value_enum, default_value = "first")]
    pub(crate) unread: UnreadFields,
    /// Vary only this field (and others so named); all others get one solution each
    #[arg(long, value_name = "CLASS.FIELD")]
    pub(crate) focus: Vec<String>,
    /// Do not vary this field: it gets one solution for each choice of those read before it
    #[arg(long, alias = "out-of-focus", value_name = "CLASS.FIELD")]
    pub(crate) unfocus: Vec<String>,
    /// Only structures in which a path has this value: 'root.left=null', 'size=2'
    #[arg(long, value_name = "PATH=VALUE", value_parser = fixed)]
    pub(crate) fix: Vec<Fix>,
    /// Only structures in which a path leads to an object: 'root.left'
    #[arg(long, value_name = "PATH")]
    pub(crate) exclude_null: Vec<String>,
    /// Only structures that satisfy a condition: 'header.next == null && size == 2'
    #[arg(long = "where", value_name = "CONDITION")]
    pub(crate) given: Vec<String>,
    /// How to go from one structure to the next: back to the last choice, or from the beginning
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) strategy: StrategyName,
    /// Whether values that a comparison decides alone are struck out without a run
    #[arg(long, value_enum, default_value = "on")]
    pub(crate) multi_value: Switch,
    /// How many worker processes search
    #[arg(long, value_name = "N", default_value = "1",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: u16,
    /// Stop after so long, with what was found: 30s, 5m, 2h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) stop_after: Option<Duration>,
    /// Where to keep what was found and what is left to search
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Go on from a saved file, with the same options
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Write the instrumented program into this folder, as LLVM's text
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    pub(crate) dump_instrumented: Option<PathBuf>,
    /// Add a hash of the set of structures, in whatever order they are found
    #[arg(long, help_heading = "Output")]
    pub(crate) digest: bool,
    /// Print the summary as JSON
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    /// Print no summary and no progress
    #[arg(long, short, help_heading = "Output", conflicts_with = "json")]
    pub(crate) quiet: bool,
    /// Exit with code 0 in place of 3 if not everything was tried, for runs with a time limit
    #[arg(long, help_heading = "Output")]
    pub(crate) allow_incomplete: bool,
}

/// How much one run may use.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Limits {
    /// How long one run may take
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = duration)]
    pub(crate) time_limit: Duration,
    /// How many steps one run may take; left out, no limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) step_limit: Option<u64>,
    /// How much memory a run may allocate
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = bytes)]
    pub(crate) memory_limit: u64,
    /// How much stack a run may use
    #[arg(long, value_name = "SIZE", default_value = "8M", value_parser = bytes)]
    pub(crate) stack_limit: u64,
}

impl Limits {
    pub(crate) fn for_native(&self) -> pikse_native::Limits {
        pikse_native::Limits {
            time: self.time_limit,
            steps: self.step_limit,
            memory: pikse_native::MemoryLimits { stack: self.stack_limit, heap: self.memory_limit },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UnreadFields {
    First,
    Vary,
}

impl From<UnreadFields> for Unread {
    fn from(unread: UnreadFields) -> Self {
        match unread {
            UnreadFields::First => Unread::First,
            UnreadFields::Vary => Unread::Vary,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StrategyName {
    Checkpoint,
    Reexecute,
    Auto,
}

impl From<StrategyName> for Strategy {
    fn from(name: StrategyName) -> Self {
        match name {
            StrategyName::Checkpoint => Strategy::Checkpoint,
            StrategyName::Reexecute => Strategy::Reexecute,
            StrategyName::Auto => Strategy::Auto,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

/// A path and the value that it has.
#[derive(Clone, Debug)]
pub(crate) struct Fix {
    pub(crate) path: String,
    pub(crate) value: Fixed,
    /// As it was given.
    pub(crate) text: String,
}

fn fixed(text: &str) -> Result<Fix, String> {
    let (path, value) = text.split_once('=').ok_or("it should look like `size=2`")?;
    let (path, value) = (path.trim(), value.trim());
    if path.is_empty() || value.is_empty() || value.starts_with('=') {
        return Err("it should look like `size=2`".to_owned());
    }
    let value = match (value, value.parse::<i64>()) {
        (_, Ok(int)) => Fixed::from(int),
        ("true", _) => Fixed::from(true),
        ("false", _) => Fixed::from(false),
        (word, _) => Fixed::from(word),
    };
    Ok(Fix { path: path.to_owned(), value, text: text.to_owned() })
}

/// `30s`, `500ms`, `5m`, `2h`; a plain number is seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];
    let read = units.iter().find_map(|(unit, seconds)| {
        let number: f64 = text.trim().strip_suffix(unit)?.trim().parse().ok()?;
        Duration::try_from_secs_f64(number * seconds).ok()
    });
    let longest = Duration::from_secs(100 * 365 * 24 * 3600);
    let sensible = |time: &Duration| !time.is_zero() && *time <= longest;
    read.filter(sensible).ok_or_else(|| "it should look like `30s`, `5m` or `2h`".to_owned())
}

/// `64M`, `512K`, `1G`; a plain number is bytes.
fn size(text: &str) -> Option<u64> {
    let units = [("K", 10), ("M", 20), ("G", 30), ("", 0)];
    let text = text.trim().trim_end_matches('B').trim_end_matches('i');
    units.iter().find_map(|(unit, shift)| {
        let number: u64 = text.strip_suffix(unit)?.trim().parse().ok()?;
        number.checked_mul(1 << shift)
    })
}

/// How much memory this process may have.
fn any_bytes(text: &str) -> Result<u64, String> {
    let sensible = |size: &u64| *size >= 1 << 20;
    size(text)
        .filter(sensible)
        .ok_or_else(|| "it should look like `64M` or `4G`, and be at least 1M".to_owned())
}

/// How much memory a program may have.
fn bytes(text: &str) -> Result<u64, String> {
    // What the predicate's part of the address space has room for.
    let sensible = |size: &u64| (1 << 16..=1 << 31).contains(size);
    size(text)
        .filter(sensible)
        .ok_or_else(|| "it should look like `64M`, and be from 64K to 2G".to_owned())
}

/// Words that were given as one argument.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words(pub(crate) Vec<String>);

/// Takes a text apart at spaces; quotes keep words together.
pub(crate) fn words(text: &str) -> Result<Words, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in text.chars() {
        match (quote, c) {
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(open), c) if c == open => quote = None,
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match quote {
        Some(open) => Err(format!("a {open} is not closed")),
        None => Ok(Words(words)),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_declaration_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn times_and_sizes_are_read() {
        for (text, expected) in [("30s", 30_000), ("500ms", 500), ("2 m", 120_000), ("1.5", 1500)] {
            assert_eq!(duration(text), Ok(Duration::from_millis(expected)), "{text}");
        }
        for text in ["", "s", "0", "-1s", "1d", "1e99h", "NaN", "inf"] {
            assert!(duration(text).is_err(), "{text}");
        }
        for (text, expected) in [("64M", 64 << 20), ("512KiB", 512 << 10), ("65536", 1 << 16)] {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        for text in ["", "M", "1", "-1M", "3G", "99999999999999999999G"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn flags_are_taken_apart() {
        let read = |text: &str| words(text).map(|words| words.0);
        assert_eq!(read(" -I  inc -DN=3 "), Ok(vec!["-I".into(), "inc".into(), "-DN=3".into()]));
        assert_eq!(read("'-I my dir' -D\"A B\""), Ok(vec!["-I my dir".into(), "-DA B".into()]));
        assert!(read("'open").is_err());
    }

    #[test]
    fn fixes_are_read() {
        let value = |text: &str| fixed(text).map(|fix| (fix.path, fix.value));
        assert_eq!(value("a.b = -2"), Ok(("a.b".into(), Fixed::from(-2_i64))));
        assert_eq!(value("flag=true"), Ok(("flag".into(), Fixed::from(true))));
        assert_eq!(value("root=null"), Ok(("root".into(), Fixed::from("null"))));
        for text in ["", "a", "=2", "a=", "a==2"] {
            assert!(fixed(text).is_err(), "{text}");
        }
    }
}
