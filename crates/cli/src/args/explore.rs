//! The arguments of `pikse explore`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use pikse_explore::Order;

use super::{FieldBounds, ReportFiles, Words, any_bytes, bytes, duration, words};

pub(crate) const EXPLORE_HELP: &str = "\
A program with a `main` runs as a whole; what it makes symbolic (pikse_symbolic of pikse.h,
klee_make_symbolic, __VERIFIER_nondet_int, pikse::symbolic in Rust), and the symbolic arguments, input
and files that are asked for here, take every value. A function that --entry names runs as it stands, with
symbolic arguments. A pointer to a struct leads to every structure up to the bounds, for which the
predicate holds if the file has one.

Examples:
  pikse explore subjects/explore/c/mid.c --entry mid
  pikse explore subjects/explore/c/is_bitonic.c --entry is_bitonic --arg 'a=int[4]'
  pikse explore subjects/c/search_tree.c --entry bst_add --size 3
  pikse explore parser.c --sym-stdin 6 --time 60s --report parser.html
  pikse explore tool.c --sym-args 0 2 4 -- --verbose

Every path gives a test in the folder pikse-out/NAME, which `pikse replay` runs natively.

Exit codes: 0 if no path has an error, 1 if one has, 2 if the command or its input is wrong, 3 if no
error was found but not every path was followed to its end with every value. --allow-incomplete makes
3 a 0.";

#[derive(Debug, Args)]
pub(crate) struct Explore {
    /// Sources: .c, .cc, .cpp, .cxx, .rs, .bc, .ll
    #[arg(value_name = "FILE", required = true, help_heading = "Arguments")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) output: ExploreOutput,
}

/// What runs, with which input.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "The program")]
pub(crate) struct ProgramArgs {
    /// The function to run; left out, `main`
    #[arg(long, value_name = "NAME")]
    pub(crate) entry: Option<String>,
    // Written as an attribute, because documents would take the brackets for links.
    #[arg(
        long,
        value_name = "NAME=WHAT",
        requires = "entry",
        help = "What a pointer argument of the entry points to: 'a=int[4]', 's=cstr[8]', \
                  'p=null'; or the one value of a number: 'n=4'"
    )]
    pub(crate) arg: Vec<String>,
    /// What has to hold before the call, besides the predicate of each structure
    #[arg(long, value_name = "NAME", requires = "entry")]
    pub(crate) pre: Vec<String>,
    /// A symbolic argument of the program, of up to so many characters
    #[arg(long, value_name = "LENGTH")]
    pub(crate) sym_arg: Vec<u32>,
    /// From MIN to MAX symbolic arguments of up to LENGTH characters each
    #[arg(long, value_names = ["MIN", "MAX", "LENGTH"], num_args = 3)]
    pub(crate) sym_args: Vec<u32>,
    /// A symbolic standard input of so many bytes
    #[arg(long, value_name = "BYTES")]
    pub(crate) sym_stdin: Option<u32>,
    /// COUNT symbolic files of so many bytes each, called A, B, …
    #[arg(long, value_names = ["COUNT", "BYTES"], num_args = 2)]
    pub(crate) sym_files: Vec<u32>,
    /// Flags for clang, as one text: '-I include -DN=3'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, value_parser = words)]
    pub(crate) cflags: Option<Words>,
    /// Flags for rustc, as one text: '--cfg test'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, value_parser = words)]
    pub(crate) rustflags: Option<Words>,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGUMENTS", help_heading = "Arguments")]
    pub(crate) arguments: Vec<String>,
    // The last one: its heading would be that of what follows, too.
    #[command(flatten)]
    pub(crate) structures: StructureArgs,
}

/// The structures that pointer arguments of the entry lead to.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Bounds of structures that the entry is given")]
pub(crate) struct StructureArgs {
    /// How large they get: the number of objects of each class that pointers lead to, and the
    /// largest value of ints in them
    #[arg(long, value_name = "N", requires = "entry")]
    pub(crate) size: Option<u32>,
    #[command(flatten)]
    pub(crate) fields: FieldBounds,
    /// What has to hold of them before the call; left out, `rep_ok` or `repOk` if there is one
    #[arg(long, value_name = "NAME", requires = "entry")]
    pub(crate) predicate: Option<String>,
    /// Nothing has to hold of them
    #[arg(long, requires = "entry", conflicts_with = "predicate")]
    pub(crate) no_predicate: bool,
}

/// Which paths, in which order, and for how long.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "The search")]
pub(crate) struct SearchArgs {
    /// Which state goes on; several take turns
    #[arg(long, value_name = "ORDER", value_delimiter = ',', default_value = "dfs", value_enum)]
    pub(crate) search: Vec<OrderName>,
    /// The seed of what is random
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,
    /// Look for overflow and shifts that are too far, too
    #[arg(long)]
    pub(crate) ub: bool,
    /// Look for memory that is lost at the end, too
    #[arg(long)]
    pub(crate) leaks: bool,
    /// Stop at the first error
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Stop after so long, with what was found: 30s, 5m, 2h
    #[arg(long, visible_alias = "stop-after", value_name = "TIME", value_parser = duration,
          help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    /// Stop after so many paths
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) max_paths: Option<u64>,
    /// Stop after so many instructions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) max_instructions: Option<u64>,
    /// Cut a path after so many instructions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) path_instructions: Option<u64>,
    /// Cut a path that splits more often at one branch of one call
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) loop_limit: Option<u32>,
    /// How deep calls may be nested; more is an error of the program
    #[arg(long, value_name = "N", default_value = "10000", help_heading = "Limits")]
    pub(crate) recursion_limit: u32,
    /// How many states may wait; the rest is dropped, and told of
    #[arg(long, value_name = "N", default_value = "1000000", help_heading = "Limits")]
    pub(crate) max_states: usize,
    /// Stop when this process has so much memory
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = any_bytes,
          help_heading = "Limits")]
    pub(crate) memory: u64,
    /// How much memory the program may allocate
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = bytes,
          help_heading = "Limits")]
    pub(crate) memory_limit: u64,
    /// How long the solver may think about one question
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration,
          help_heading = "Limits")]
    pub(crate) solver_time: Duration,
}

/// What is written.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ExploreOutput {
    /// The folder in which this exploration gets a folder of its own
    #[arg(long, value_name = "FOLDER", default_value = "pikse-out")]
    pub(crate) out: PathBuf,
    /// Which paths give tests
    #[arg(long, value_enum, default_value = "all")]
    pub(crate) tests: TestsOf,
    /// How many tests get files of their own; the rest are lines of more-tests.jsonl
    #[arg(long, value_name = "N", default_value = "10000")]
    pub(crate) test_files: u64,
    /// Write the path condition of each test as SMT-LIB, too
    #[arg(long)]
    pub(crate) smt2: bool,
    #[command(flatten)]
    pub(crate) files: ReportFiles,
    /// So many tests are shown in the report
    #[arg(long, value_name = "N", default_value = "10000", requires = "report")]
    pub(crate) report_tests: usize,
    /// Write the program into this file, as the machine runs it
    #[arg(long, value_name = "FILE")]
    pub(crate) dump_ir: Option<PathBuf>,
    /// Print what the machine and the solver did
    #[arg(long)]
    pub(crate) statistics: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Print no summary and no progress
    #[arg(long, short, conflicts_with = "json")]
    pub(crate) quiet: bool,
    /// Exit with code 0 in place of 3 if not everything was tried, for runs with a time limit
    #[arg(long)]
    pub(crate) allow_incomplete: bool,
}

/// Which paths give tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TestsOf {
    /// Every path that ran to its end, and every error
    All,
    /// The first path of every error
    Errors,
    /// None
    None,
}

/// The names of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OrderName {
    /// Depth first, the true side of a branch first
    Dfs,
    /// Breadth first
    Bfs,
    /// A random way down the tree of splits
    Random,
    /// States that have just discovered code first
    Coverage,
}

impl From<OrderName> for Order {
    fn from(name: OrderName) -> Self {
        match name {
            OrderName::Dfs => Self::DepthFirst,
            OrderName::Bfs => Self::BreadthFirst,
            OrderName::Random => Self::RandomPath,
            OrderName::Coverage => Self::Coverage,
        }
    }
}
