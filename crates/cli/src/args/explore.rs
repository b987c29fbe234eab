//! The arguments of `pikse explore`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use pikse_explore::Order;

use crate::parts::Mode;

use super::{FieldBounds, ReportFiles, Words, any_bytes, duration, sparse_bytes, words};

pub(crate) const EXPLORE_HELP: &str = "\
Without --entry, `main` runs. Its input is symbolic where the --sym options say so, and where the
program itself makes values symbolic: pikse_symbolic (C, C++), pikse::symbolic (Rust),
klee_make_symbolic, or __VERIFIER_nondet_int and similar functions.

With --entry, one function runs with symbolic arguments. A pointer to a struct stands for every
structure within the bounds that the predicate accepts, or for every structure if the file has no
predicate.

Pikse writes a test for each path to pikse-out/NAME. `pikse replay` runs it as native code.

Examples:
  pikse explore subjects/explore/c/mid.c --entry mid
  pikse explore subjects/explore/c/is_bitonic.c --entry is_bitonic --arg 'a=int[4]'
  pikse explore subjects/c/search_tree.c --entry bst_add --size 3
  pikse explore parser.c --sym-stdin 6 --time 60s --report parser.html
  pikse explore tool.c --sym-args 0 2 4 -- --verbose
  pikse explore tool.c --sym-stdin 8 --jobs 4 --time 10m --save tool.save
  pikse explore tool.c --sym-stdin 8 --jobs 4 --resume tool.save

Exit codes:
  0  passed: every path was followed to its end, and none has an error
  1  failed: a path has an error
  2  the command or its input is wrong
  3  incomplete: no error so far, but not everything was explored (--allow-incomplete turns 3
     into 0)";

#[derive(Clone, Debug, Args)]
pub(crate) struct Explore {
    /// Source files (.c, .cc, .cpp, .cxx, .rs, .bc, .ll), or the folder of a Cargo package
    #[arg(value_name = "FILE", required = true, help_heading = None::<&str>)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) shared: SharedArgs,
    #[command(flatten)]
    pub(crate) output: ExploreOutput,
}

/// Parts of an exploration: by several processes, one after the other, or a range.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Parts")]
pub(crate) struct SharedArgs {
    /// Number of worker processes
    #[arg(long, value_name = "N", default_value = "1",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: u16,
    /// Save the state of the exploration to this file, for --resume
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Continue a saved exploration; use the same options
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Explore from the path of this test on (.json, .ktest), in the order of paths
    #[arg(long, value_name = "TEST")]
    pub(crate) from: Option<PathBuf>,
    /// Explore the paths before that of this test
    #[arg(long, value_name = "TEST")]
    pub(crate) to: Option<PathBuf>,
    /// Explore only what has changed since a saved exploration of another version, and keep its other tests
    #[arg(long, value_name = "SAVED", conflicts_with_all = ["from", "to", "resume"])]
    pub(crate) since: Option<PathBuf>,
    /// What to do with the state of the exploration
    #[arg(skip)]
    pub(crate) mode: Mode,
}

/// The program and its input.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Program")]
pub(crate) struct ProgramArgs {
    /// The function to run [default: `main`]
    #[arg(long, value_name = "NAME")]
    pub(crate) entry: Option<String>,
    /// The program to run, if a package has several
    #[arg(long, value_name = "NAME", conflicts_with = "entry")]
    pub(crate) bin: Option<String>,
    // Written as an attribute, because documents would take the brackets for links.
    #[arg(
        long,
        value_name = "NAME=WHAT",
        requires = "entry",
        help = "What a pointer parameter of the entry points to: 'a=int[4]', 's=cstr[8]', \
                'p=null'; or the value of a number: 'n=4'"
    )]
    pub(crate) arg: Vec<String>,
    /// A function that must return true before the call, in addition to the predicates
    #[arg(long, value_name = "NAME", requires = "entry")]
    pub(crate) pre: Vec<String>,
    /// Add a symbolic argument of up to LENGTH characters
    #[arg(long, value_name = "LENGTH")]
    pub(crate) sym_arg: Vec<u32>,
    /// Add MIN to MAX symbolic arguments of up to LENGTH characters
    #[arg(long, value_names = ["MIN", "MAX", "LENGTH"], num_args = 3)]
    pub(crate) sym_args: Vec<u32>,
    /// Provide BYTES bytes of symbolic standard input
    #[arg(long, value_name = "BYTES")]
    pub(crate) sym_stdin: Option<u32>,
    /// Provide COUNT symbolic files A, B, … of BYTES bytes
    #[arg(long, value_names = ["COUNT", "BYTES"], num_args = 2)]
    pub(crate) sym_files: Vec<u32>,
    /// Flags for clang, in one argument: '-I include -DN=3'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, value_parser = words)]
    pub(crate) cflags: Option<Words>,
    /// Flags for rustc, in one argument: '--cfg test'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, value_parser = words)]
    pub(crate) rustflags: Option<Words>,
    /// Arguments to pass to the program unchanged
    #[arg(last = true, value_name = "ARGUMENTS", help_heading = None::<&str>)]
    pub(crate) arguments: Vec<String>,
    // The last one: its heading would also apply to what follows.
    #[command(flatten)]
    pub(crate) structures: StructureArgs,
}

/// The structures that pointer arguments of the entry stand for.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Bounds")]
pub(crate) struct StructureArgs {
    /// Begin with the structures in this file of `pikse stage` (repeatable); the bounds are those of
    /// the file
    #[arg(long, value_name = "FILE", requires = "entry", help_heading = "Program")]
    pub(crate) staged: Vec<PathBuf>,
    /// The size n: up to n objects of each class that a pointer can reach, and ints from 0 to n
    #[arg(long, value_name = "N", requires = "entry")]
    pub(crate) size: Option<u32>,
    #[command(flatten)]
    pub(crate) fields: FieldBounds,
    /// The predicate of the structures [default: `rep_ok` or `repOk`, if there is one]
    #[arg(long, value_name = "NAME", requires = "entry", help_heading = "Program")]
    pub(crate) predicate: Option<String>,
    /// Do not call a predicate: also explore invalid structures
    #[arg(long, requires = "entry", conflicts_with = "predicate", help_heading = "Program")]
    pub(crate) no_predicate: bool,
}

/// The search: its order and its limits.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchArgs {
    /// Search order: depth first, breadth first, a random walk down the tree of paths, or paths that
    /// just ran new code first; several alternate
    #[arg(long, value_name = "ORDER", value_delimiter = ',', default_value = "dfs", value_enum)]
    pub(crate) search: Vec<OrderName>,
    /// Seed for random search
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,
    /// Report undefined arithmetic: overflow, and shifts by too many bits
    #[arg(long)]
    pub(crate) ub: bool,
    /// Report memory leaks at the end of a path
    #[arg(long)]
    pub(crate) leaks: bool,
    /// What a program that aborts means: an error, or a path to reject, as an assumption that is false
    #[arg(long, value_enum, value_name = "MEANING", default_value = "error")]
    pub(crate) abort: OnAbort,
    /// What uninitialised memory holds: nothing, so that a decision that depends on it is an error, or
    /// any value, which is then an input of the test
    #[arg(long, value_enum, value_name = "WHAT", default_value = "error")]
    pub(crate) uninitialised: UninitialisedName,
    /// Allow reads of uninitialised memory in this function and in those that it calls, or at this line
    /// of a file; the memory holds any value there
    #[arg(long, value_name = "FUNCTION|FILE:LINE")]
    pub(crate) allow_uninitialised: Vec<String>,
    /// Stop at the first error
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Stop after this time and report what was found: 30s, 5m, 2h
    #[arg(long, visible_alias = "stop-after", value_name = "TIME", value_parser = duration,
          help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    /// Stop after N paths
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) max_paths: Option<u64>,
    /// Stop after N instructions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) max_instructions: Option<u64>,
    /// End a path after N instructions; the result is incomplete
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) path_instructions: Option<u64>,
    /// End a path that splits more than N times at one branch of one call; the result is incomplete
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) loop_limit: Option<u32>,
    /// Maximum call depth; deeper recursion is an error of the program
    #[arg(long, value_name = "N", default_value = "10000", help_heading = "Limits")]
    pub(crate) recursion_limit: u32,
    /// Maximum number of waiting states; further ones are dropped, and the result is incomplete
    #[arg(long, value_name = "N", default_value = "1000000", help_heading = "Limits")]
    pub(crate) max_states: usize,
    /// Stop when Pikse uses this much memory
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = any_bytes,
          help_heading = "Limits")]
    pub(crate) memory: u64,
    /// Maximum memory that the program may allocate
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = sparse_bytes,
          help_heading = "Limits")]
    pub(crate) memory_limit: u64,
    /// Time limit of one solver query
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration,
          help_heading = "Limits")]
    pub(crate) solver_time: Duration,
}

/// The output of the command.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ExploreOutput {
    /// Write tests to a subfolder of this folder
    #[arg(long, value_name = "FOLDER", default_value = "pikse-out")]
    pub(crate) out: PathBuf,
    /// Write tests for all paths, only for the first path with each error, or for none
    #[arg(long, value_enum, value_name = "PATHS", default_value = "all")]
    pub(crate) tests: TestsOf,
    /// Number of tests written as separate files; the rest go to more-tests.jsonl
    #[arg(long, value_name = "N", default_value = "200")]
    pub(crate) test_files: u64,
    /// Also write the path condition of each test, as SMT-LIB
    #[arg(long)]
    pub(crate) smt2: bool,
    #[command(flatten)]
    pub(crate) files: ReportFiles,
    /// Number of tests to show in the report
    #[arg(long, value_name = "N", default_value = "10000", requires = "report")]
    pub(crate) report_tests: usize,
    /// Write the program to this file, in the intermediate form that the interpreter runs
    #[arg(long, value_name = "FILE")]
    pub(crate) dump_ir: Option<PathBuf>,
    /// Print statistics of the interpreter and the solver
    #[arg(long)]
    pub(crate) statistics: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Do not print the summary or the progress
    #[arg(long, short, conflicts_with = "json")]
    pub(crate) quiet: bool,
    /// Exit with 0 instead of 3 if the run is incomplete
    #[arg(long)]
    pub(crate) allow_incomplete: bool,
}

/// The paths that give tests. The variants have no doc comments: with them, the whole help of the
/// command would become much longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TestsOf {
    // Every path that ran to its end, and every path with an error.
    All,
    // The first path with each error.
    Errors,
    None,
}

/// What `abort` means. The variants have no doc comments; see `TestsOf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnAbort {
    Error,
    Reject,
}

/// What uninitialised memory holds. The variants have no doc comments; see `TestsOf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UninitialisedName {
    Error,
    Any,
}

impl From<UninitialisedName> for pikse_vm::Uninitialised {
    fn from(name: UninitialisedName) -> Self {
        match name {
            UninitialisedName::Error => Self::Error,
            UninitialisedName::Any => Self::Any,
        }
    }
}

/// The names of orders. The variants have no doc comments; see `TestsOf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OrderName {
    Dfs,
    Bfs,
    Random,
    Coverage,
    Covnew,
}

impl From<OrderName> for Order {
    fn from(name: OrderName) -> Self {
        match name {
            OrderName::Dfs => Self::DepthFirst,
            OrderName::Bfs => Self::BreadthFirst,
            OrderName::Random => Self::RandomPath,
            OrderName::Coverage => Self::Coverage,
            OrderName::Covnew => Self::CoveringNew,
        }
    }
}
