//! The command-line arguments and their help.

pub(crate) mod check;
pub(crate) mod explore;
pub(crate) mod model;
pub(crate) mod parts;
pub(crate) mod ranges;
pub(crate) mod stage;
pub(crate) mod verify;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use pikse_front::bounds::{ArrayOf, EmbeddedIn, FieldName, ObjectCount, RangeOf, ValuesOf};
use pikse_native::Strategy;
use pikse_search::{Fixed, Unread};

use crate::colour::When;
use crate::parts::Mode;

/// Generate every valid data structure within bounds, check code on all of them, and explore
/// programs symbolically
#[derive(Debug, Parser)]
#[command(name = "pikse", version, max_term_width = 100, after_help = flowing(EXIT_CODES))]
pub(crate) struct Cli {
    /// Colours in the output; auto: on a terminal, unless NO_COLOR is set or TERM is dumb
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "General",
        display_order = 900
    )]
    pub(crate) color: When,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "\
Examples:
  pikse generate examples/first/set.c --size 2 --format text
  pikse check examples/first/set.c --call set_add --args 'value=0..n' --post rep_ok --size 3
  pikse explore examples/first/days.c --entry days_in_month

Exit codes:
  0  passed: everything within the bounds was tried, and nothing failed
  1  failed: a check failed, a path has an error, or the predicate crashed or exceeded a limit
  2  the command or its input is wrong
  3  incomplete: nothing failed, but the run stopped early (--allow-incomplete turns 3 into 0)

`pikse COMMAND --help` describes one command, with examples.";

/// A text whose paragraphs are one line each, so that they are broken where the terminal ends and
/// nowhere else. Lines that begin with two spaces stay lines; a line that begins with five belongs to
/// the one before.
pub(crate) fn flowing(text: &str) -> String {
    let mut flowing = String::new();
    let mut may_go_on = false;
    for line in text.lines() {
        let goes_on = line.starts_with("     ") || !line.starts_with(' ');
        match may_go_on && goes_on && !line.is_empty() {
            true => flowing.push(' '),
            false if flowing.is_empty() => {}
            false => flowing.push('\n'),
        }
        flowing.push_str(if may_go_on && goes_on { line.trim_start() } else { line });
        // A heading is a line of its own.
        may_go_on = !line.is_empty() && !line.ends_with(':');
    }
    flowing
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print every valid structure
    #[command(after_help = flowing(GENERATE_HELP))]
    Generate(Generate),
    /// Count the valid structures
    #[command(after_help = flowing(COUNT_HELP))]
    Count(Count),
    /// Run your code on every valid input, and report failures
    #[command(after_help = flowing(check::CHECK_HELP))]
    Check(Box<check::Check>),
    /// Run a saved failure or test again
    #[command(after_help = flowing(check::REPLAY_HELP))]
    Replay(check::Replay),
    /// Run every path of a program with symbolic input, and write a test for each
    #[command(after_help = flowing(explore::EXPLORE_HELP))]
    Explore(Box<explore::Explore>),
    /// Explore a predicate once, and store the structures that it accepts, for `explore --staged`
    #[command(after_help = flowing(stage::STAGE_HELP))]
    Stage(Box<stage::Stage>),
    /// Compare the paths of two tests
    #[command(after_help = flowing(ranges::COMPARE_HELP))]
    Compare(Box<ranges::Compare>),
    /// Divide an exploration into ranges between tests
    #[command(after_help = flowing(ranges::RANGES_HELP))]
    Ranges(Box<ranges::Ranges>),
    /// Split a run into parts that need no connection to each other
    #[command(after_help = flowing(parts::SPLIT_HELP))]
    Split(parts::Split),
    /// Work on one part of a run
    Run(parts::Run),
    /// Report what the parts of a run have found
    #[command(after_help = flowing(parts::MERGE_HELP))]
    Merge(parts::Merge),
    /// Answer verification tasks (SV-COMP), and compare with the expected verdicts
    #[command(after_help = flowing(verify::VERIFY_HELP))]
    Verify(verify::Verify),
    #[command(hide = true)]
    VerifyTask(verify::VerifyTask),
    /// Run the commands of an Alloy model: instances, counterexamples, counts, cores
    #[command(after_help = flowing(model::MODEL_HELP))]
    Model(model::Model),
    /// Explore a program with the command line and the files of KLEE
    #[command(after_help = flowing(KLEE_HELP))]
    Klee(Klee),
    /// Show the comparisons in the predicate that decide many values at once
    #[command(after_help = flowing(EXPLAIN_HELP))]
    Explain(Explain),
    /// Print a completion script for a shell
    #[command(after_help = flowing(COMPLETIONS_HELP))]
    Completions(Completions),
    /// Write man pages to a folder
    Man(Man),
}

const COMPLETIONS_HELP: &str = "\
Examples:
  pikse completions bash > ~/.local/share/bash-completion/completions/pikse
  pikse completions zsh > ~/.zfunc/_pikse
  pikse completions fish > ~/.config/fish/completions/pikse.fish";

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct Man {
    /// The folder: pikse.1 and a page for each command
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
}

const GENERATE_HELP: &str = "\
Structures are written to standard output, or to the file that --output names. The file appears
only when it is complete; after Ctrl-C, what was found so far is in FILE.partial. The summary goes
to standard error. With --json it is the last line on
standard output, under the key \"summary\".

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
If a comparison alone makes the predicate return, its result decides many values of a field at
once. Pikse skips these values without running the predicate (a multi-value comparison). This
command lists such comparisons by file and line.

Example:
  pikse explain subjects/c/search_tree.c";

const KLEE_HELP: &str = "\
Accepts the common options of KLEE, and writes a folder klee-out-N beside the program, with a test
(.ktest) for each path and an .err file for each error. Options that do not change results are noted
and have no effect; others that are not supported are refused, with what to use instead.
docs/klee.md lists all of them.

Examples:
  pikse klee program.bc
  pikse klee --max-time=60s --search=dfs program.bc
  pikse klee --posix-runtime --libc=uclibc tool.bc --sym-args 0 2 4 --sym-files 1 8

The exit code is 0 if the exploration ran, whatever it found, and 2 if the command or its input is
wrong.";

#[derive(Debug, Args)]
pub(crate) struct Klee {
    /// KLEE's options, the program (.bc, .ll, or a source), and its arguments
    #[arg(
        value_name = "WORDS",
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub(crate) words: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Generate {
    #[command(flatten)]
    pub(crate) source: Source,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
    #[command(flatten)]
    pub(crate) search: Search,
    /// Output format: JSON lines, Graphviz DOT, text, or test code that builds each structure and
    /// calls the predicate (`c` also writes C++)
    #[arg(long, value_enum, default_value = "json", help_heading = "Output", display_order = 0)]
    pub(crate) format: Format,
    /// Write the structures to this file
    #[arg(long, value_name = "FILE", help_heading = "Output", display_order = 1)]
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
    /// Print a JSON array
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

/// Files that a run writes for people and for CI.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ReportFiles {
    /// Write an HTML report
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Write JUnit XML
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// Write SARIF 2.1
    #[arg(long, value_name = "FILE")]
    pub(crate) sarif: Option<PathBuf>,
    /// Write line coverage of the code under test, as lcov
    #[arg(long, value_name = "FILE")]
    pub(crate) coverage: Option<PathBuf>,
}

/// How structures are written. `C` is C++ if the source file is C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Json,
    Dot,
    Text,
    C,
    Rust,
}

/// The source of the predicate.
#[derive(Debug, Args)]
#[command(next_help_heading = "Predicate")]
pub(crate) struct Source {
    /// Source files: .c, .cc, .cpp, .cxx, .rs, .bc, .ll
    #[arg(value_name = "FILE", required_unless_present = "package", help_heading = None::<&str>)]
    pub(crate) files: Vec<PathBuf>,
    /// Use the Cargo package in this folder instead of files; needs --type with the path of the type
    #[arg(long, value_name = "PATH", conflicts_with = "files", requires = "of")]
    pub(crate) package: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) names: Names,
}

/// The names to use in a source, and how to compile it.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Names {
    /// Cargo features to enable
    #[arg(long, value_name = "A,B", value_delimiter = ',', requires = "package")]
    pub(crate) features: Vec<String>,
    /// Disable the default Cargo features
    #[arg(long, requires = "package")]
    pub(crate) no_default_features: bool,
    /// The type of the structures [default: the parameter type of the predicate]
    #[arg(long = "type", value_name = "T")]
    pub(crate) of: Option<String>,
    /// The predicate, a function or method [default: `rep_ok` or `repOk`]
    #[arg(long, value_name = "NAME")]
    pub(crate) predicate: Option<String>,
    /// Flags for clang, in one argument: '-I include -DN=3'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, value_parser = cflags)]
    pub(crate) cflags: Option<Words>,
    /// Flags for rustc, in one argument: '--cfg test'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, value_parser = words)]
    pub(crate) rustflags: Option<Words>,
}

/// The bounds of a search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Bounds")]
pub(crate) struct Bounds {
    /// The size n: up to n objects of each class that a pointer can reach, and ints from 0 to n
    #[arg(long, value_name = "N")]
    pub(crate) size: u32,
    #[command(flatten)]
    pub(crate) fields: FieldBounds,
}

/// Bounds of classes and fields.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Bounds")]
pub(crate) struct FieldBounds {
    /// The number of objects of a class: node=4, or node=n for the size
    #[arg(long, value_name = "CLASS=N")]
    pub(crate) objects: Vec<ObjectCount>,
    /// The range of an int field, both ends included: node.data=1..n
    #[arg(long, value_name = "CLASS.FIELD=A..B", allow_hyphen_values = true)]
    pub(crate) range: Vec<RangeOf>,
    /// The values of an int field: node.key=1,5,9
    #[arg(long, value_name = "CLASS.FIELD=A,B,C", allow_hyphen_values = true)]
    pub(crate) values: Vec<ValuesOf>,
    /// A pointer field that is never null: node.next
    #[arg(long, value_name = "CLASS.FIELD")]
    pub(crate) non_null: Vec<FieldName>,
    /// The length of a vector, a string or an array with a length: node.items=0..3 [default: 0..n]
    #[arg(long, value_name = "CLASS.FIELD=A..B")]
    pub(crate) length: Vec<RangeOf>,
    /// A pointer to an array, and the field with its length: stack.data=stack.len [default: a
    /// number called len, length, size, count, num, n or used beside a pointer to numbers]
    #[arg(long, value_name = "CLASS.FIELD=CLASS.LENGTH")]
    pub(crate) array: Vec<ArrayOf>,
    /// The field that says which member of a union beside it is there: value.kind [default: the
    /// only enum beside it, if it has as many constants as the union has members]
    #[arg(long, value_name = "CLASS.FIELD")]
    pub(crate) tag: Vec<FieldName>,
    /// A link, and the field of the elements of a list that contain it: list_head=item.link
    /// [default: the only field of this type in another struct]
    #[arg(long, value_name = "LINK=CLASS.FIELD")]
    pub(crate) embedded: Vec<EmbeddedIn>,
    /// A field that has its simplest value only: node.cache
    #[arg(long, value_name = "CLASS.FIELD")]
    pub(crate) ignore: Vec<FieldName>,
    /// The function in the file that sets the bounds [default: `finitize` or `finitization`, if
    /// the file has one]
    #[arg(long, value_name = "NAME")]
    pub(crate) finitize: Option<String>,
}

/// What to search for, and how.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct Search {
    /// Stop after N structures; the result still counts as passed (exit code 0)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) first: Option<u64>,
    /// Fields that the predicate never reads: keep the first value, or try every value
    #[arg(long, value_enum, value_name = "MODE", default_value = "first")]
    pub(crate) unread: UnreadFields,
    /// Vary only this field (repeatable); find one structure for each combination of these fields
    #[arg(long, value_name = "CLASS.FIELD")]
    pub(crate) focus: Vec<String>,
    /// Do not vary this field: find one value for each combination of the fields read before it
    #[arg(long, alias = "out-of-focus", value_name = "CLASS.FIELD")]
    pub(crate) unfocus: Vec<String>,
    /// Only structures in which this field path has this value: 'root.left=null', 'size=2'
    #[arg(long, value_name = "PATH=VALUE", value_parser = fixed)]
    pub(crate) fix: Vec<Fix>,
    /// Only structures in which this field path is not null: 'root.left'
    #[arg(long, value_name = "PATH")]
    pub(crate) exclude_null: Vec<String>,
    /// Only structures that satisfy this condition: 'header.next == null && size == 2'
    #[arg(long = "where", value_name = "CONDITION")]
    pub(crate) given: Vec<String>,
    /// How to reach the next candidate: from a checkpoint, or by running the predicate from the start
    #[arg(long, value_enum, value_name = "MODE", default_value = "auto")]
    pub(crate) strategy: StrategyName,
    /// Skip values that one comparison decides, without running the predicate on them
    #[arg(long, value_enum, value_name = "MODE", default_value = "on")]
    pub(crate) multi_value: Switch,
    /// Number of worker processes
    #[arg(long, value_name = "N", default_value = "1",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: u16,
    /// Stop after this time and report what was found: 30s, 5m, 2h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) stop_after: Option<Duration>,
    /// Save the state of the search to this file, for --resume
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Continue a saved search; use the same options
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// What to do with the state of the search
    #[arg(skip)]
    pub(crate) mode: Mode,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Write the instrumented program to this folder, as LLVM IR
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    pub(crate) dump_instrumented: Option<PathBuf>,
    /// Print a hash of the set of structures; it does not depend on their order
    #[arg(long, help_heading = "Output")]
    pub(crate) digest: bool,
    /// Print the summary as JSON
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    /// Do not print the summary or the progress
    #[arg(long, short, help_heading = "Output", conflicts_with = "json")]
    pub(crate) quiet: bool,
    /// Exit with 0 instead of 3 if the run is incomplete
    #[arg(long, help_heading = "Output")]
    pub(crate) allow_incomplete: bool,
}

/// Limits of one run of the predicate or the check.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits of one run")]
pub(crate) struct Limits {
    /// Maximum time
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = duration)]
    pub(crate) time_limit: Duration,
    /// Maximum number of steps [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) step_limit: Option<u64>,
    /// Maximum heap memory
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = bytes)]
    pub(crate) memory_limit: u64,
    /// Maximum stack
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

/// A field path and its value.
#[derive(Clone, Debug)]
pub(crate) struct Fix {
    pub(crate) path: String,
    pub(crate) value: Fixed,
    /// As the user wrote it.
    pub(crate) text: String,
}

fn fixed(text: &str) -> Result<Fix, String> {
    let (path, value) =
        text.split_once('=').ok_or("expected `PATH=VALUE`, for example `size=2`")?;
    let (path, value) = (path.trim(), value.trim());
    if path.is_empty() || value.is_empty() || value.starts_with('=') {
        return Err("expected `PATH=VALUE`, for example `size=2`".to_owned());
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
    read.filter(sensible)
        .ok_or_else(|| "expected a time, for example `30s`, `5m` or `2h`".to_owned())
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

/// A memory limit of this process.
fn any_bytes(text: &str) -> Result<u64, String> {
    let sensible = |size: &u64| *size >= 1 << 20;
    size(text)
        .filter(sensible)
        .ok_or_else(|| "expected a size of at least 1M, for example `64M` or `4G`".to_owned())
}

/// A memory limit of a program that is explored: memory that it does not touch costs nothing.
fn sparse_bytes(text: &str) -> Result<u64, String> {
    let sensible = |size: &u64| (1 << 16..=1 << 40).contains(size);
    size(text)
        .filter(sensible)
        .ok_or_else(|| "expected a size from 64K to 1024G, for example `64M`".to_owned())
}

/// A memory limit of the program under test.
fn bytes(text: &str) -> Result<u64, String> {
    // The part of the address space that the predicate uses has room for this much.
    let sensible = |size: &u64| (1 << 16..=1 << 31).contains(size);
    size(text)
        .filter(sensible)
        .ok_or_else(|| "expected a size from 64K to 2G, for example `64M`".to_owned())
}

/// Words given in one argument.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words(pub(crate) Vec<String>);

/// Splits a text at spaces; quotes keep words together.
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
        Some(open) => Err(format!("the quote {open} is not closed")),
        None => Ok(Words(words)),
    }
}

/// Flags for clang. A sanitizer needs a library that is not linked, unless its checks trap.
fn cflags(text: &str) -> Result<Words, String> {
    const TRAPS: [&str; 4] = [
        "-fsanitize-trap",
        "-fsanitize-trap=all",
        "-fsanitize-trap=undefined",
        "-fsanitize-undefined-trap-on-error",
    ];
    let words = words(text)?;
    let traps = words.0.iter().any(|word| TRAPS.contains(&word.as_str()));
    for word in &words.0 {
        let Some(names) = word.strip_prefix("-fsanitize=") else { continue };
        let needs_library = |name: &str| {
            ["address", "memory", "thread", "leak", "hwaddress", "dataflow", "fuzzer"]
                .iter()
                .any(|kind| name.contains(kind))
        };
        if names.split(',').any(needs_library) {
            return Err(format!(
                "`{word}` is not needed: pikse finds wrong accesses to memory and leaks itself; \
                 remove it"
            ));
        }
        if !traps {
            return Err(format!(
                "`{word}` needs a library that is not linked; use `pikse check --ub`, or add \
                 -fsanitize-trap=undefined"
            ));
        }
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn help_has_no_breaks_within_sentences() {
        let text = "One\ntwo.\n\nCodes:\n  0  passed\n  3  not,\n     or so\nnext";
        assert_eq!(flowing(text), "One two.\n\nCodes:\n  0  passed\n  3  not, or so next");
        let help = Cli::command().render_help().to_string();
        assert!(help.contains("--color <WHEN>"), "{help}");
        for command in Cli::command().get_subcommands() {
            // Without the breaks of a narrow terminal.
            let help = command.clone().term_width(0).render_help().to_string();
            let broken = help.lines().find(|line| line.starts_with(|c: char| c.is_lowercase()));
            assert_eq!(broken, None, "a line begins within a sentence\n{help}");
        }
    }

    #[test]
    fn sanitizers_without_their_library_are_refused() {
        for (flags, expected) in [
            ("-I include -DN=3", None),
            ("-fsanitize=undefined -fsanitize-trap=undefined", None),
            ("-fsanitize=undefined", Some("--ub")),
            ("-O1 -fsanitize=address", Some("remove it")),
            ("-fsanitize=undefined,address -fsanitize-trap=undefined", Some("remove it")),
        ] {
            let refused = cflags(flags).err();
            assert_eq!(refused.is_some(), expected.is_some(), "{flags}: {refused:?}");
            let text = refused.unwrap_or_default();
            assert!(text.contains(expected.unwrap_or_default()), "{flags}: {text}");
        }
    }

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
