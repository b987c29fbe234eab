//! Code under test: a function of the program that checks an input. It is compiled once
//! ([`CompiledCheck`]) and loaded where it runs ([`Check`]). It runs in a separate slot, on a
//! copy of each input, and its effects are undone.
#![expect(unsafe_code, reason = "copies inputs into the memory of code under test")]

use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use pikse_front::Bounds;
use pikse_llvm::{Error, Program};
use pikse_search::{Choices, Shown};
use pikse_structure::{BoundedHeap, CellId, Snapshot, Space};
use pikse_work::{Journal, token};
use serde::{Deserialize, Serialize};

use crate::candidate::CandidateLayout;
use crate::engine::checking::Checking;
use crate::engine::containers::Containers;
use crate::engine::faults::Watcher;
use crate::engine::functions::table;
use crate::engine::host::Host;
use crate::engine::slot::{CHECKED_HEAP, COUNTERS, Mapped, Slot};
use crate::engine::{Broken, calls, observe, switch};
use crate::instrument::{CheckPlan, CoveredBlock, instrument_check};
use crate::library::{self, Library};
use crate::predicate::{Limits, NativeError};

pub use crate::engine::slot::OLD;

/// Whether leaks are failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Leaks {
    /// If the program allocates or frees memory anywhere: one that never does has no leaks.
    #[default]
    Auto,
    /// Always.
    On,
    /// Never.
    Off,
}

/// How a check is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CheckBuild {
    /// The limits of a run.
    pub limits: Limits,
    /// Whether leaks are failures.
    pub leaks: Leaks,
    /// Whether line coverage is counted.
    pub coverage: bool,
    /// Whether the text of the instrumented program is kept.
    pub keeps_text: bool,
}

/// What [`CompiledCheck::pack`] packs: all but the folder, and the library itself.
type Packed = (Slot, u32, Vec<CoveredBlock>, Limits, bool, bool, Vec<u8>);

/// Code under test that is instrumented and linked.
#[derive(Debug)]
pub struct CompiledCheck {
    slot: Slot,
    constructors: u32,
    covered: Vec<CoveredBlock>,
    library: PathBuf,
    limits: Limits,
    finds_leaks: bool,
    uses_old: bool,
    keeps_text: bool,
    /// Holds the library.
    _folder: tempfile::TempDir,
}

impl CompiledCheck {
    /// Instruments and links a program whose `function` checks an input; `uses_old`: whether it
    /// also takes a copy of the input, in its state before the call.
    pub fn new(
        program: &Program<'_>,
        function: &str,
        uses_old: bool,
        build: &CheckBuild,
    ) -> Result<CompiledCheck, NativeError> {
        let slot = Slot::fresh();
        let (steps, coverage) = (build.limits.steps.is_some(), build.coverage);
        let plan = CheckPlan { slot, steps, coverage };
        let instrumented = instrument_check(program, function, plan).map_err(NativeError::Llvm)?;
        let folder =
            tempfile::tempdir().map_err(|error| NativeError::Llvm(Error::NoFolder(error)))?;
        Ok(CompiledCheck {
            slot,
            constructors: instrumented.constructors,
            covered: instrumented.covered,
            library: library::link(program, folder.path(), build.keeps_text)?,
            limits: build.limits,
            finds_leaks: match build.leaks {
                Leaks::Auto => instrumented.manages_memory,
                Leaks::On => true,
                Leaks::Off => false,
            },
            uses_old,
            keeps_text: build.keeps_text,
            _folder: folder,
        })
    }

    /// The blocks of code that are counted, in the order of [`Check::counters`].
    pub fn covered(&self) -> &[CoveredBlock] {
        &self.covered
    }

    /// The file with the text of the instrumented program, if it was kept.
    pub fn text(&self) -> Option<PathBuf> {
        self.keeps_text.then(|| self.library.with_file_name(library::TEXT))
    }

    /// The library, with its debug information.
    pub fn library(&self) -> &Path {
        &self.library
    }

    /// The program as bytes, for a process on another machine.
    pub fn pack(&self) -> std::io::Result<Vec<u8>> {
        let library = std::fs::read(&self.library)?;
        let CompiledCheck { slot, constructors, covered, limits, finds_leaks, uses_old, .. } = self;
        Ok(token::bytes(&(slot, constructors, covered, limits, finds_leaks, uses_old, library)))
    }

    /// The program of such bytes. Its text is not there.
    pub fn unpack(bytes: &[u8]) -> Result<CompiledCheck, NativeError> {
        let unpacked = token::of_bytes(bytes).map_err(NativeError::Link)?;
        let (slot, constructors, covered, limits, finds_leaks, uses_old, library): Packed =
            unpacked;
        let (library, folder) = library::store(&library)?;
        Ok(CompiledCheck {
            slot,
            constructors,
            covered,
            library,
            limits,
            finds_leaks,
            uses_old,
            keeps_text: false,
            _folder: folder,
        })
    }

    /// Whether leaks are failures.
    pub fn finds_leaks(&self) -> bool {
        self.finds_leaks
    }
}

/// A run that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failed {
    /// How.
    pub broken: Broken,
    /// Where in the library's code, the innermost call first.
    pub calls: Vec<u64>,
}

/// A property that is loaded and ready to run.
pub struct Check {
    watcher: Watcher,
    host: Box<Host>,
    base: u64,
    library: Library,
    steps: Option<u64>,
    finds_leaks: bool,
    counters: usize,
    /// The contents of the input's memory, and its copy's, at the beginning of a run.
    image: Vec<u8>,
    old: Option<Old>,
    space: Arc<Space>,
    /// The cells of the image that were chosen, with the indices of their values, in the
    /// order of the trail.
    chosen: Vec<(CellId, u32)>,
    /// When a search showed them, if one did.
    shown: Option<Shown>,
    /// Whether the objects that can be reached have to be found anew.
    moved: bool,
    /// Whether objects have counts of their owners.
    has_counts: bool,
    objects: u32,
    /// The addresses of globals that runs have changed, relative to the library.
    changed: Vec<u64>,
}

/// The copy of the input.
struct Old {
    layout: CandidateLayout,
    image: Vec<u8>,
}

/// The maximum number of changed globals to report.
const MOST_CHANGED: usize = 16;

impl Check {
    /// Loads a check for inputs within bounds. One process has it loaded once at a time.
    pub fn load(compiled: &CompiledCheck, bounds: &Bounds) -> Result<Check, NativeError> {
        Check::load_within(compiled, &bounds.heap)
    }

    /// The same, for the heap of the bounds.
    pub fn load_within(
        compiled: &CompiledCheck,
        bounds: &Arc<BoundedHeap>,
    ) -> Result<Check, NativeError> {
        let base = compiled.slot.base();
        let layout = CandidateLayout::new(bounds, base);
        let image = layout.first_values(bounds);
        let counters = compiled.covered.len();
        let limits = compiled.limits;
        let size = image.len() as u64;
        let mapped = Mapped::for_check(compiled.slot, size, 8 * counters as u64, limits.memory);
        let mapped = mapped.map_err(NativeError::System)?;
        let heap = (base + CHECKED_HEAP, base + CHECKED_HEAP + limits.memory.heap);
        let checking =
            Checking::new(&layout, base, heap, limits.memory.stack, bounds, compiled.uses_old);
        let mut host = Host::new(mapped, layout, CHECKED_HEAP, false);
        host.checking = Some(checking);
        host.heap.be_careful();
        // SAFETY: the host has mapped its control page.
        unsafe {
            for (number, function) in table().iter().enumerate() {
                (*host.control).functions[number] = function.address as u64;
            }
            (*host.control).steps = i64::MAX;
        }
        let mut library = Library::load(&compiled.library, compiled.constructors)?;
        host.find_containers(&bounds.space, &library)?;
        let resolved = library.resolve(bounds)?;
        let heap = resolved.as_ref().unwrap_or(bounds);
        let mut image = image;
        if resolved.is_some() {
            let layout = CandidateLayout::new(heap, base);
            image = layout.first_values(heap);
            host.lay_out_again(layout);
            if let Some(checking) = &mut host.checking {
                checking.bounds = Arc::clone(heap);
            }
        }
        if compiled.uses_old {
            // Memory that a function allocates for the copy is not a leak.
            library.data.push((base + OLD, base + OLD + size));
        }
        let (start, end) = library.image;
        // SAFETY: as above.
        unsafe { ((*host.control).image, (*host.control).image_size) = (start, end - start) };
        let watcher = Watcher::new(library.code, limits.time).map_err(NativeError::System)?;
        let old = compiled.uses_old.then(|| {
            let layout = CandidateLayout::new(heap, base + OLD);
            let image = layout.first_values(heap);
            Old { layout, image }
        });
        let mut check = Check {
            watcher,
            host,
            base,
            library,
            steps: limits.steps,
            finds_leaks: compiled.finds_leaks,
            counters,
            image,
            old,
            space: Arc::clone(&bounds.space),
            chosen: Vec::new(),
            shown: None,
            moved: true,
            has_counts: false,
            objects: 0,
            changed: Vec::new(),
        };
        check.has_counts = check.host.checking.as_ref().is_some_and(Checking::has_counts);
        check.construct()?;
        Ok(check)
    }

    fn construct(&mut self) -> Result<(), NativeError> {
        let control = self.host.control;
        for &constructor in &self.library.constructors {
            self.watcher.begin(control, self.base);
            // SAFETY: a constructor takes nothing; the stack is the program's own.
            unsafe { switch::enter(control, constructor, 0, self.host.stack_end()) };
            if let Some(broken) = self.host.broken.take() {
                return Err(NativeError::Constructor(broken));
            }
        }
        self.host.keep_heap();
        let Host { checking, heap, .. } = &mut *self.host;
        if let Some(checking) = checking {
            checking.keep(heap);
        }
        Ok(())
    }

    /// Chooses the input from the choices of a search. All other cells have their first value.
    #[inline(always)]
    pub fn choose(&mut self, choices: Choices<'_>) {
        let unchanged = self.shown.map_or(0, |shown| choices.unchanged_since(shown));
        self.shown = Some(choices.shown());
        debug_assert!(choices.clone().take(unchanged).eq(self.chosen[..unchanged].iter().copied()));
        if let Some(checking) = &mut self.host.checking
            && checking.has_journal()
        {
            checking.begin_journal(choices.clone().map(|(cell, _)| cell));
        }
        self.choose_from(unchanged, choices.skip(unchanged));
    }

    /// From now on, records every cell that a run reads without a choice.
    pub fn keep_journal(&mut self, journal: Option<Rc<dyn Journal>>) {
        if let Some(checking) = &mut self.host.checking {
            checking.keep_journal(journal);
        }
    }

    /// Chooses the input: cells with the indices of their values. All others have their
    /// first value.
    pub fn choose_cells(&mut self, cells: impl Iterator<Item = (CellId, u32)>) {
        self.shown = None;
        self.choose_from(0, cells);
    }

    /// Chooses the cells from an index of the trail on.
    #[inline(always)]
    fn choose_from(&mut self, mut depth: usize, cells: impl Iterator<Item = (CellId, u32)>) {
        if let Host { checking: Some(checking), layout, .. } = &mut *self.host {
            checking.sleep(layout);
        }
        for (cell, index) in cells {
            if let Some(&(known, value)) = self.chosen.get(depth)
                && known == cell
            {
                if value != index {
                    // Another value of the same cell.
                    self.unchoose(depth + 1);
                    self.put_value(cell, index);
                    self.chosen[depth].1 = index;
                }
                depth += 1;
                continue;
            }
            self.unchoose(depth);
            self.put(cell, index, true);
            self.chosen.push((cell, index));
            depth += 1;
        }
        self.unchoose(depth);
    }

    /// Resets the cells from an index on to their first value.
    #[inline(always)]
    fn unchoose(&mut self, depth: usize) {
        while self.chosen.len() > depth
            && let Some((cell, _)) = self.chosen.pop()
        {
            self.put(cell, 0, false);
        }
    }

    #[inline(always)]
    fn put(&mut self, cell: CellId, index: u32, is_chosen: bool) {
        let Host { layout, checking, .. } = &mut *self.host;
        if let Some(checking) = checking {
            checking.set_chosen(layout, cell, is_chosen);
        }
        self.put_value(cell, index);
    }

    #[inline(always)]
    fn put_value(&mut self, cell: CellId, index: u32) {
        let raw = self.space.domain_of(cell).raw(index);
        let layout = &self.host.layout;
        if layout.place(cell).tagged().is_some() {
            let Host { checking: Some(checking), layout, .. } = &mut *self.host else { return };
            checking.raws[cell.index()] = raw;
            checking.settle(layout, cell);
            let raw = |cell: CellId| checking.raws[cell.index()];
            layout.put_tagged(&mut self.image, cell, &raw);
            if let Some(old) = &mut self.old {
                old.layout.put_tagged(&mut old.image, cell, &raw);
            }
            self.moved = true;
            return;
        }
        layout.put(&mut self.image, cell, raw);
        self.moved |= layout.is_address(cell);
        if let Some(old) = &mut self.old {
            old.layout.put(&mut old.image, cell, raw);
        }
    }

    /// Runs the property on the chosen input.
    #[inline(always)]
    pub fn run(&mut self) -> Result<(), Failed> {
        if self.has_counts && self.moved {
            self.count_owners();
        }
        // SAFETY: the memory of the input, and of its copy, is mapped with that size.
        unsafe {
            let to = self.base as *mut u8;
            std::ptr::copy_nonoverlapping(self.image.as_ptr(), to, self.image.len());
            if let Some(Old { image, .. }) = &self.old {
                let to = (self.base + OLD) as *mut u8;
                std::ptr::copy_nonoverlapping(image.as_ptr(), to, image.len());
            }
        }
        let Host { checking, heap, layout, containers, .. } = &mut *self.host;
        let Some(checking) = checking else { return Ok(()) };
        checking.begin(heap, layout);
        if let Some(containers) = containers {
            containers.begin(layout, checking);
        }
        if std::mem::take(&mut self.moved) {
            checking.mark_before();
            self.objects = checking.reached_before();
            if self.has_counts {
                checking.forget_unowned();
            }
        }
        self.watcher.begin(self.host.control, self.base);
        if let Some(steps) = self.steps {
            // SAFETY: the control page is mapped.
            unsafe { (*self.host.control).steps = i64::try_from(steps).unwrap_or(i64::MAX) };
        }
        let outcome = self.host.start(self.library.entry);
        if !self.host.log.is_empty() && self.changed.len() < MOST_CHANGED {
            self.note_changes();
        }
        if outcome != 1 {
            return Err(self.broke());
        }
        if self.finds_leaks {
            return self.look_for_leaks();
        }
        Ok(())
    }

    fn count_owners(&mut self) {
        let Host { checking: Some(checking), layout, .. } = &mut *self.host else { return };
        let old = self.old.as_mut().map(|old| &mut old.image[..]);
        let images = [&mut self.image[..]].into_iter().chain(old);
        checking.count_owners(layout, &self.chosen, images);
    }

    #[inline(always)]
    fn look_for_leaks(&mut self) -> Result<(), Failed> {
        let Host { checking, heap, containers, .. } = &mut *self.host;
        let Some(checking) = checking else { return Ok(()) };
        let has_built = containers.as_ref().is_some_and(Containers::any_built);
        if !has_built && checking.loses_nothing(&self.image, heap) {
            return Ok(());
        }
        match checking.leaks(heap, &self.library.data) {
            (0, 0) => Ok(()),
            (objects, blocks) => {
                let calls = if blocks > 0 { self.site_of_leak() } else { Vec::new() };
                Err(Failed { broken: Broken::Leaked { objects, blocks }, calls })
            }
        }
    }

    /// The calls that allocated a lost block: runs the same input again, and notes allocations.
    #[cold]
    fn site_of_leak(&mut self) -> Vec<u64> {
        match &mut self.host.checking {
            Some(checking) if !checking.notes_sites => checking.notes_sites = true,
            _ => return Vec::new(),
        }
        // It leaks again, and then the flag is set.
        let _ = self.run();
        let Host { checking, heap, .. } = &mut *self.host;
        let Some(checking) = checking else { return Vec::new() };
        checking.notes_sites = false;
        let calls = checking.site_of_leak(heap);
        checking.sites.clear();
        calls.unwrap_or_default()
    }

    #[cold]
    fn broke(&mut self) -> Failed {
        // A run that was left without a failure is a property that returned false.
        let broken = self.host.broken.take().unwrap_or(Broken::ReturnedFalse);
        let calls = calls::addresses(self.host.stopped_at, self.base, self.library.image);
        Failed { broken, calls }
    }

    #[cold]
    fn note_changes(&mut self) {
        for address in self.host.log.changed(self.library.image) {
            let address = address - self.library.image.0;
            if !self.changed.contains(&address) && self.changed.len() < MOST_CHANGED {
                self.changed.push(address);
            }
        }
    }

    /// Whether the last run has met contents of a container that are none, such as a set with equal
    /// elements: then its input is none.
    pub fn has_rejected(&self) -> bool {
        self.host.containers.as_ref().is_some_and(|containers| containers.has_rejected)
    }

    /// The number of objects of the chosen input, after a run.
    pub fn objects(&self) -> u32 {
        self.objects
    }

    /// The state in which the last run has left its input.
    pub fn after(&mut self) -> Snapshot {
        self.host.show_containers();
        let Host { checking, heap, .. } = &mut *self.host;
        let Some(checking) = checking else { return Snapshot::default() };
        // Lost objects are known only after the search for leaks.
        checking.leaks(heap, &self.library.data);
        observe::snapshot(checking, heap)
    }

    /// The globals that runs have changed, as addresses in the library.
    pub fn changed_globals(&self) -> &[u64] {
        &self.changed
    }

    /// The cells that the last run has read although no choice was made for them, so that they
    /// had their first value; in the order of the reads. A field that only one of two functions
    /// writes also counts as read, if the two are compared: it may be equal or not.
    #[inline(always)]
    pub fn late(&self) -> &[CellId] {
        self.host.checking.as_ref().map_or(&[], Checking::late)
    }

    /// The number of runs that ended before the time limit, because others had exceeded it in the
    /// same loop.
    pub fn ended_early(&self) -> u64 {
        self.watcher.ended_early()
    }

    /// How often each covered block ran.
    pub fn counters(&self) -> &[u64] {
        // SAFETY: this number of counters is mapped.
        unsafe { std::slice::from_raw_parts((self.base + COUNTERS) as *const u64, self.counters) }
    }
}

impl fmt::Debug for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Check")
    }
}
