//! The search's runner for a native predicate.
//!
//! A program is instrumented and linked once ([`Compiled`]) and then loaded where it
//! runs ([`Predicate`]), which may be another process.
#![expect(unsafe_code, reason = "runs the program's constructors")]

use std::fmt;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use pikse_llvm::inkwell::types::BasicTypeEnum;
use pikse_llvm::inkwell::values::FunctionValue;
use pikse_llvm::{Error, Program};
use pikse_search::{Choices, Killed, Probe, Runner, WorkRunner};
use pikse_structure::{BoundedHeap, CellId, Space};
use pikse_work::{Journal, Tally, token};
use serde::{Deserialize, Serialize};
use tracing::{debug, warn};

use crate::candidate::CandidateLayout;
use crate::engine::faults::Watcher;
use crate::engine::functions::table;
use crate::engine::host::Host;
use crate::engine::slot::{HEAP, Mapped, STACK_PART, STACK_PART_SIZE, Slot};
use crate::engine::{Broken, MemoryLimits, switch};
use crate::instrument::{Plan, instrument};
use crate::library::{self, Library};
use crate::multi_value::Site;

/// Why a predicate cannot be run.
#[derive(Debug)]
#[non_exhaustive]
pub enum NativeError {
    /// An error of LLVM.
    Llvm(Error),
    /// There is no function with this name.
    NoSuchFunction {
        /// The name.
        name: String,
        /// The existing functions.
        known: Vec<String>,
    },
    /// The function is not a predicate over one structure.
    WrongSignature {
        /// The name.
        name: String,
        /// Its type.
        found: String,
    },
    /// The program cannot be linked or loaded.
    Link(String),
    /// The system has no memory or no timer for it.
    System(std::io::Error),
    /// A constructor of the program fails.
    Constructor(Broken),
}

impl fmt::Display for NativeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NativeError::Llvm(error) => error.fmt(f),
            NativeError::NoSuchFunction { name, known } => {
                write!(f, "there is no function `{name}`; there are {}", known.join(", "))
            }
            NativeError::WrongSignature { name, found } => write!(
                f,
                "`{name}` is not a predicate: it should take a pointer to the structure and return \
                 a bool, but is {found}"
            ),
            NativeError::Link(message) => {
                write!(f, "the program cannot be linked or loaded:\n{}", message.trim_end())
            }
            NativeError::System(error) => {
                write!(
                    f,
                    "the system cannot provide memory or a timer to run the predicate: {error}"
                )
            }
            NativeError::Constructor(broken) => {
                write!(f, "the program fails before its predicate runs: a constructor {broken}")
            }
        }
    }
}

impl std::error::Error for NativeError {}

/// How to continue with the next candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Strategy {
    /// Go back to a checkpoint at the last choice point; run from the beginning where that
    /// is not possible.
    #[default]
    Auto,
    /// The same as `Auto`: effects that cannot be undone still force a run from the
    /// beginning.
    Checkpoint,
    /// Run from the beginning.
    Reexecute,
}

/// The limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The CPU time of one run. Default: 2 s.
    pub time: Duration,
    /// The number of steps (blocks of code) of one run. Default: no limit.
    pub steps: Option<u64>,
    /// Memory.
    pub memory: MemoryLimits,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { time: Duration::from_secs(2), steps: None, memory: MemoryLimits::default() }
    }
}

/// How a predicate is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// How to continue with the next candidate.
    pub strategy: Strategy,
    /// Whether multi-value comparisons are used. Default: yes.
    pub multi_value: bool,
    /// The limits of a run.
    pub limits: Limits,
    /// Whether the text of the instrumented program is kept. Default: no.
    pub keeps_text: bool,
}

impl Default for Build {
    fn default() -> Self {
        Build {
            strategy: Strategy::Auto,
            multi_value: true,
            limits: Limits::default(),
            keeps_text: false,
        }
    }
}

/// What [`Compiled::pack`] packs: all but the folder, and the library itself.
type Packed = (String, Slot, u32, Vec<Site>, Build, Vec<u8>);

/// An instrumented and linked program with its predicate.
#[derive(Debug)]
pub struct Compiled {
    name: String,
    slot: Slot,
    constructors: u32,
    sites: Vec<Site>,
    library: PathBuf,
    build: Build,
    /// Holds the library.
    _folder: tempfile::TempDir,
}

impl Compiled {
    /// Instruments and links a program, whose `function` is the predicate.
    pub fn new(
        program: &Program<'_>,
        function: &str,
        build: &Build,
    ) -> Result<Compiled, NativeError> {
        let known = || program.defined().map(|f| f.get_name().to_string_lossy().into_owned());
        let found = program.module().get_function(function);
        let found = found.filter(|found| found.count_basic_blocks() > 0).ok_or_else(|| {
            NativeError::NoSuchFunction { name: function.to_owned(), known: known().collect() }
        })?;
        check_signature(function, found)?;
        let slot = Slot::fresh();
        let plan = Plan {
            slot,
            steps: build.limits.steps.is_some(),
            checkpoints: build.strategy != Strategy::Reexecute,
            multi_value: build.multi_value,
        };
        let instrumented = instrument(program, function, plan).map_err(NativeError::Llvm)?;
        debug!(function, sites = instrumented.sites.len(), "instrumented a predicate");
        let folder =
            tempfile::tempdir().map_err(|error| NativeError::Llvm(Error::NoFolder(error)))?;
        Ok(Compiled {
            name: function.to_owned(),
            slot,
            constructors: instrumented.constructors,
            sites: instrumented.sites,
            library: library::link(program, folder.path(), build.keeps_text)?,
            build: *build,
            _folder: folder,
        })
    }
}

impl Compiled {
    /// The name of the predicate.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file with the text of the instrumented program, if it was kept.
    pub fn text(&self) -> Option<PathBuf> {
        self.build.keeps_text.then(|| self.library.with_file_name(library::TEXT))
    }

    /// The program as bytes, for a process on another machine.
    pub fn pack(&self) -> std::io::Result<Vec<u8>> {
        let library = std::fs::read(&self.library)?;
        let Compiled { name, slot, constructors, sites, build, .. } = self;
        // The text is not packed.
        let build = Build { keeps_text: false, ..*build };
        Ok(token::bytes(&(name, slot, constructors, sites, build, library)))
    }

    /// The program of such bytes. Its text is not there.
    pub fn unpack(bytes: &[u8]) -> Result<Compiled, NativeError> {
        let unpacked = token::of_bytes(bytes).map_err(NativeError::Link)?;
        let (name, slot, constructors, sites, build, library): Packed = unpacked;
        let (library, folder) = library::store(&library)?;
        Ok(Compiled { name, slot, constructors, sites, library, build, _folder: folder })
    }

    /// The places in the source where multi-value comparisons apply.
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }
}

/// One pointer in, a bool out.
fn check_signature(name: &str, function: FunctionValue<'_>) -> Result<(), NativeError> {
    let of = function.get_type();
    let takes_a_pointer =
        matches!(of.get_param_types()[..], [parameter] if parameter.is_pointer_type());
    let gives_a_bool = matches!(
        of.get_return_type(),
        Some(BasicTypeEnum::IntType(int)) if matches!(int.get_bit_width(), 1 | 8 | 32)
    );
    match takes_a_pointer && gives_a_bool {
        true => Ok(()),
        false => Err(NativeError::WrongSignature {
            name: name.to_owned(),
            found: of.print_to_string().to_string(),
        }),
    }
}

/// Candidates on which the predicate failed in the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// How.
    pub broken: Broken,
    /// The first of the candidates.
    pub candidate: Vec<u32>,
    /// Their number.
    pub count: u64,
}

/// The tally of a predicate during a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PredicateTally {
    /// The candidates without a verdict, by how the predicate failed.
    pub failures: Vec<Failure>,
    /// Why checkpoints were not used, if they should have been.
    pub fallback: Option<String>,
}

impl Tally for PredicateTally {
    fn merge(&mut self, other: &Self) {
        for failure in &other.failures {
            let key = failure.broken.key();
            match self.failures.iter_mut().find(|known| known.broken.key() == key) {
                Some(known) => known.count += failure.count,
                None => self.failures.push(failure.clone()),
            }
        }
        self.fallback = self.fallback.take().or_else(|| other.fallback.clone());
    }

    fn has_failed(&self) -> bool {
        !self.failures.is_empty()
    }
}

/// The maximum number of different failures; further ones are counted as the last.
const MOST_FAILURES: usize = 100;

/// A predicate in native code, loaded and ready for a search.
pub struct Predicate {
    name: String,
    watcher: Watcher,
    host: Box<Host>,
    base: u64,
    steps: Option<u64>,
    failures: Vec<Failure>,
    library: Library,
}

impl Predicate {
    /// Loads a program for candidates within bounds. One process has it loaded once at a
    /// time.
    pub fn load(compiled: &Compiled, bounds: &BoundedHeap) -> Result<Predicate, NativeError> {
        let base = compiled.slot.base();
        let layout = CandidateLayout::new(bounds, base);
        let size = layout.initial().len() as u64;
        let mapped = Mapped::new(compiled.slot, size, compiled.build.limits.memory);
        let mapped = mapped.map_err(NativeError::System)?;
        let checkpointing = compiled.build.strategy != Strategy::Reexecute;
        let mut host = Host::new(mapped, layout, HEAP, checkpointing);
        // SAFETY: the host has mapped its control page.
        unsafe {
            for (number, function) in table().iter().enumerate() {
                (*host.control).functions[number] = function.address as u64;
            }
            (*host.control).steps = i64::MAX;
        }
        // The host must be ready before any code of the program runs: Rust's library has
        // initialisers that run when it is loaded.
        let library = Library::load(&compiled.library, compiled.constructors)?;
        host.find_containers(&bounds.space, &library)?;
        if let Some(heap) = library.resolve(bounds)? {
            host.lay_out_again(CandidateLayout::new(&heap, base));
        }
        let (image, image_end) = library.image;
        // SAFETY: as above.
        unsafe {
            ((*host.control).image, (*host.control).image_size) = (image, image_end - image);
        }
        let watcher = Watcher::new(library.code, compiled.build.limits.time);
        let mut predicate = Predicate {
            name: compiled.name.clone(),
            watcher: watcher.map_err(NativeError::System)?,
            host,
            base,
            steps: compiled.build.limits.steps,
            failures: Vec::new(),
            library,
        };
        predicate.construct()?;
        Ok(predicate)
    }

    /// Runs the program's constructors.
    fn construct(&mut self) -> Result<(), NativeError> {
        let control = self.host.control;
        for &constructor in &self.library.constructors {
            self.watcher.begin(control, self.base);
            // SAFETY: a constructor takes nothing; the stack is the predicate's own.
            unsafe { switch::enter(control, constructor, 0, self.host.stack_end()) };
            if let Some(broken) = self.host.broken.take() {
                return Err(NativeError::Constructor(broken));
            }
        }
        self.host.keep_heap();
        Ok(())
    }

    /// The candidates on which the predicate failed.
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }

    /// Whether checkpoints are used.
    pub fn is_checkpointing(&self) -> bool {
        self.host.is_checkpointing()
    }

    /// Why checkpoints are not used, if they should be.
    pub fn fallback(&self) -> Option<&str> {
        self.host.fallback.as_deref()
    }

    /// Handles a run that was left before its end.
    #[cold]
    fn left(&mut self, probe: &mut Probe) {
        // Without a failure, the run was left because its verdict was certain.
        let Some(broken) = self.host.broken.take() else { return };
        if matches!(broken, Broken::StackOverflow | Broken::OutOfMemory) {
            self.give_memory_back();
        }
        let key = broken.key();
        warn!(predicate = self.name, %broken, "a run gave no verdict");
        let known = self.failures.iter().position(|failure| failure.broken.key() == key);
        let full = self.failures.len() == MOST_FAILURES;
        match known.or(full.then_some(MOST_FAILURES - 1)) {
            Some(known) => self.failures[known].count += 1,
            None => {
                let candidate = probe.candidate();
                self.failures.push(Failure { broken, candidate, count: 1 });
            }
        }
        probe.abandon();
    }

    /// Frees memory after a run that used much.
    fn give_memory_back(&mut self) {
        let mapped = &self.host.mapped;
        let limits = mapped.limits();
        let (stack, tip) = (STACK_PART + STACK_PART_SIZE - limits.stack, self.host.heap.tip());
        mapped.release(stack, limits.stack);
        // Blocks that checkpoints need are older than the last checkpoint.
        let kept = self.host.checkpoints.last().map_or(tip, |last| last.tip).min(tip);
        let kept = (kept - self.base).next_multiple_of(4096);
        let end = HEAP + limits.heap;
        mapped.release(kept.min(end), end - kept.min(end));
    }
}

impl Runner for Predicate {
    #[inline(always)]
    fn run(&mut self, probe: &mut Probe, changed: usize) -> bool {
        self.watcher.begin(self.host.control, self.base);
        if let Some(steps) = self.steps {
            // SAFETY: the control page is mapped.
            unsafe { (*self.host.control).steps = i64::try_from(steps).unwrap_or(i64::MAX) };
        }
        match self.host.run(probe, changed, self.library.entry) {
            0 => false,
            1 => true,
            _ => {
                self.left(probe);
                false
            }
        }
    }

    fn current(&self) -> String {
        self.name.clone()
    }

    fn signature(&self) -> String {
        self.name.clone()
    }

    /// A run from the beginning makes all checkpoints anew.
    fn check_period(&self) -> u64 {
        4093
    }
}

impl WorkRunner for Predicate {
    type Tally = PredicateTally;
    type Detail = ();

    fn tally(&self) -> PredicateTally {
        PredicateTally {
            failures: self.failures.clone(),
            fallback: self.fallback().map(str::to_owned),
        }
    }

    fn has_failed(&self) -> bool {
        !self.failures.is_empty()
    }

    fn keep_journal(&mut self, journal: Option<Rc<dyn Journal>>) {
        self.host.set_journal(journal);
    }

    fn solved(&mut self, _: Choices<'_>, _: &mut Vec<CellId>) {}

    fn killed(killed: Killed, _: &Arc<Space>) -> PredicateTally {
        let Killed { death, candidate, .. } = killed;
        let failure = Failure { broken: Broken::Killed(death), candidate, count: 1 };
        PredicateTally { failures: vec![failure], fallback: None }
    }
}

impl fmt::Debug for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Predicate({})", self.name)
    }
}
