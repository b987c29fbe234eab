//! Native replay: compiles the program to native code, runs it on the inputs of a test, and compares
//! path and outcome.
//!
//! The program's module is copied and instrumented: a call before every branch and switch reports its
//! way, in the numbers of the symbolic machine (see [`pikse_vm::mix`]). Inputs come from a page that the
//! program shares with the replayer. The trace is written there, so that it survives a crash.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `instrument` | the calls that report the way |
//! | `start` | a `main` for a program whose entry is another function |
//! | `objects` | objects of structures that the entry takes |
//! | `build` | from a module to an executable |
//! | `world` | arguments, standard input and files of a whole program |
//! | `page` | the page that is shared with the program |
//! | `process` | running with limits |
//! | `outcome` | how a native run ended |
//! | `compare` | compares a native run with a test |
//!
//! **Invariant:** a native run never changes the verdict of an exploration; it only confirms or refutes
//! it.

mod build;
mod compare;
mod instrument;
mod objects;
mod outcome;
mod page;
mod process;
mod start;
mod world;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use pikse_env::Plan;
use pikse_ir::Program as Lowered;
use pikse_llvm::Program;
use tempfile::TempDir;

pub use compare::Replayed;
pub use outcome::Outcome;

use crate::{Entry, Opened, Test, TestVerdict, Wanted};
use page::layout::VARIABLE;
use world::World;

/// The limits of a native run.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The maximum time.
    pub time: Duration,
    /// The maximum memory in bytes.
    pub memory: u64,
    /// The maximum size in bytes of each file that it writes, including its output.
    pub output: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: Duration::from_secs(10), memory: 1 << 30, output: 64 << 20 }
    }
}

impl Limits {
    /// The limits of a test: more output if it has more, and less time if it waits for ever.
    fn of(&self, test: &Test) -> Self {
        let output = test.output_length.map_or(0, |length| length.saturating_add(1 << 20));
        let time = match test.verdict {
            TestVerdict::Blocked => self.time.min(Duration::from_secs(1)),
            _ => self.time,
        };
        Self { time, output: self.output.max(output), ..self.clone() }
    }
}

/// Where the program begins.
#[derive(Clone, Debug)]
pub enum Start {
    /// At a function, with arguments that are inputs.
    Function(Entry),
    /// At `main`, in a world that is made of inputs.
    Main(Plan),
}

impl Start {
    /// Where the exploration of a program begins.
    #[must_use]
    pub fn of(wanted: &Wanted, opened: &Opened<'_>) -> Self {
        match wanted.entry {
            Some(_) => Self::Function(opened.entry.clone()),
            None => Self::Main(wanted.plan.clone()),
        }
    }
}

/// Why a program or a test cannot be replayed.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReplayError {
    /// LLVM refuses.
    Llvm(pikse_llvm::Error),
    /// The functions for harnesses cannot be linked in.
    Models(pikse_env::Error),
    /// The program has no such function.
    NoEntry(String),
    /// The arguments are not those that the function takes.
    Arguments {
        /// The function.
        function: String,
        /// What does not fit.
        why: String,
    },
    /// It is a 32-bit program.
    Narrow,
    /// There is no linker, or it failed.
    Link(String),
    /// A file or a process cannot be made.
    System {
        /// The action that failed.
        what: String,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The program's world has a name or an argument that a system cannot have.
    World(String),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Llvm(error) => write!(f, "{error}"),
            Self::Models(error) => write!(f, "{error}"),
            Self::NoEntry(name) => write!(f, "the program does not define the function `{name}`"),
            Self::Arguments { function, why } => {
                write!(f, "`{function}` cannot be called with these arguments: {why}")
            }
            Self::Narrow => write!(f, "32-bit programs are not run natively"),
            Self::Link(message) => {
                write!(f, "the program cannot be linked natively: {}", message.trim_end())
            }
            Self::System { what, error } => write!(f, "{what}: {error}"),
            Self::World(why) => write!(f, "the program cannot be started: {why}"),
        }
    }
}

impl std::error::Error for ReplayError {}

impl From<pikse_llvm::Error> for ReplayError {
    fn from(error: pikse_llvm::Error) -> Self {
        Self::Llvm(error)
    }
}

/// A program, compiled once to be replayed often. Several threads may do so at the same time.
#[derive(Debug)]
pub struct Replayer {
    folder: TempDir,
    program: PathBuf,
    plan: Plan,
    limits: Limits,
    /// Why the path is unknown, if it is.
    unknown_path: Option<String>,
    /// The number of runs.
    runs: AtomicU64,
}

impl Replayer {
    /// Compiles a program. `module` is the program as it was lowered, but without models; `lowered`
    /// is what the symbolic machine runs. `is_traced` says of a function of the lowered program
    /// whether its branches are part of the trace, see [`Opened::own`]; functions that only the lowered
    /// program has are not asked for.
    pub fn new(
        module: &Program<'_>,
        lowered: &Lowered,
        is_traced: impl Fn(pikse_ir::FuncId) -> bool,
        start: &Start,
        mut limits: Limits,
    ) -> Result<Self, ReplayError> {
        if lowered.is_narrow {
            return Err(ReplayError::Narrow);
        }
        let copy = module.copy();
        // AddressSanitizer's shadow is as large as an eighth of all addresses, though little of it is
        // used.
        let has_shadow = copy.module().get_function("__asan_init").is_some();
        if has_shadow {
            limits.memory = 0;
        }
        let unknown_path = instrument::instrument(&copy, lowered, is_traced)?;
        let plan = match start {
            Start::Function(entry) => {
                start::add_main(&copy, entry)?;
                Plan::new("program")
            }
            Start::Main(plan) => {
                start::check_main(&copy)?;
                plan.clone()
            }
        };
        let folder = tempfile::Builder::new().prefix("pikse-replay-").tempdir();
        let folder = folder.map_err(system("cannot create a folder for the program"))?;
        world::open_to_all(folder.path())?;
        let program = build::executable(&copy, folder.path())?;
        Ok(Self { folder, program, plan, limits, unknown_path, runs: AtomicU64::new(0) })
    }

    /// Runs the program on the inputs of a test, and compares.
    pub fn run(&self, test: &Test) -> Result<Replayed, ReplayError> {
        let number = self.runs.fetch_add(1, Ordering::Relaxed);
        let folder = self.folder.path().join(format!("run{number}"));
        let ran = self.run_in(&folder, test);
        // The whole folder goes away in the end; a file that stays until then does no harm.
        let _ = std::fs::remove_dir_all(&folder);
        let (ran, page) = ran?;
        Ok(compare::compare(test, ran, &page, self.unknown_path.as_deref()))
    }

    /// Copies the program, and all that it needs to run on the inputs of a test, to a folder.
    pub fn keep(&self, folder: &Path, test: &Test) -> Result<Kept, ReplayError> {
        let failed = system("cannot write the program of the test");
        std::fs::create_dir_all(folder).map_err(&failed)?;
        let folder = folder.canonicalize().map_err(&failed)?;
        let around = world::folders(&folder)?;
        let world = World::of(&self.plan, &test.inputs, &around)?;
        // A debugger may need more memory in the program than a plain run.
        let limits = Limits { memory: 0, ..self.limits.of(test) };
        let page = write_page(&folder, test, &world, &limits)?;
        let (program, input) = (folder.join("program"), folder.join("input"));
        std::fs::copy(&self.program, &program).map_err(&failed)?;
        std::fs::write(&input, &world.stdin).map_err(&failed)?;
        let own = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let page = (VARIABLE.to_owned(), page.display().to_string());
        let environment = world.environment.iter().copied().map(own).chain([page]).collect();
        let arguments = world.arguments.iter().skip(1);
        let arguments = arguments.map(|word| word.to_string_lossy().into_owned()).collect();
        Ok(Kept { program, arguments, environment, input, folder: around })
    }

    fn run_in(
        &self,
        folder: &Path,
        test: &Test,
    ) -> Result<(process::Ran, page::Page), ReplayError> {
        let around = world::folders(folder)?;
        let world = World::of(&self.plan, &test.inputs, &around)?;
        let limits = self.limits.of(test);
        let file = write_page(folder, test, &world, &limits)?;
        let ran = process::run(&self.program, folder, &around, &world, &file, &limits)?;
        let page = std::fs::read(&file).map_err(system("cannot read the file of the run"))?;
        Ok((ran, page::Page::new(page)))
    }
}

/// A program that was kept, and how it is run.
#[derive(Debug)]
pub struct Kept {
    /// The program.
    pub program: PathBuf,
    /// Its arguments, without its name.
    pub arguments: Vec<String>,
    /// Names and values of its environment.
    pub environment: Vec<(String, String)>,
    /// Its standard input.
    pub input: PathBuf,
    /// Its folder.
    pub folder: PathBuf,
}

/// Writes the page that the program shares with the replayer, and returns its path.
fn write_page(
    folder: &Path,
    test: &Test,
    world: &World<'_>,
    limits: &Limits,
) -> Result<PathBuf, ReplayError> {
    let file = folder.join("page");
    let page = page::encode(test.trace, limits, &world.others);
    std::fs::write(&file, page).map_err(system("cannot write a file for the run"))?;
    Ok(file)
}

/// An error of the system, while something was done.
fn system(what: &str) -> impl Fn(std::io::Error) -> ReplayError {
    move |error| ReplayError::System { what: what.to_owned(), error }
}
