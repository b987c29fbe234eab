//! The host's side of a run: what it does when the program reads, writes and copies (`hooks`).
#![expect(unsafe_code, reason = "works on the predicate's memory")]

use std::ptr;
use std::rc::Rc;

use pikse_search::{Mark, Probe};
use pikse_structure::CellId;
use pikse_work::Journal;

use super::broken::Broken;
use super::checking::Checking;
use super::checkpoints::{Checkpoint, Checkpoints};
use super::containers::Containers;
use super::control::{Control, present_host};
use super::heap::{Heap, HeapError};
use super::log::UndoLog;
use super::slot::{
    CANDIDATE_SIZE, CONTROL, KNOWN, LOCALS_END, Mapped, STACK_PART, STACK_PART_SIZE,
};
use super::switch;
use crate::candidate::{CandidateLayout, Owner};

/// A function that decides up to 64 values at once. Its arguments: the first value, the
/// distance between values, their number, the data that deciding needs, and where to put the
/// bits of accepted values. It returns the bits of the values that have to be run.
pub(super) type DecideAll = unsafe extern "C" fn(u64, u64, u64, *const u8, *mut u64) -> u64;

/// The function that decides the values of a read, with its data.
#[derive(Clone, Copy)]
pub(super) struct Decider {
    pub(super) all: DecideAll,
    pub(super) needed: *const u8,
}

impl Decider {
    /// Which of `count` values have to be run, and which are accepted.
    #[inline(always)]
    fn decide(&self, first: u64, stride: u64, count: u64) -> (u64, u64) {
        let mut accepts = 0;
        // SAFETY: the program passed both, for the read that it is about to do.
        let runs = unsafe { (self.all)(first, stride, count, self.needed, &raw mut accepts) };
        (runs, accepts)
    }
}

/// The outcome of a run that the program did not end itself. [`Host::broken`] has the reason, or
/// the probe.
pub(crate) const LEFT: u64 = 2;

/// The state of a run. It must not move: the control page points to it.
pub(crate) struct Host {
    pub(crate) control: *mut Control,
    /// The probe of the current run.
    probe: *mut Probe,
    pub(crate) layout: CandidateLayout,
    /// The cells that are in memory, in the order of the trail.
    placed: Vec<Placed>,
    /// The raw values of tagged cells that are in memory.
    tags: Vec<Option<i64>>,
    pub(crate) checkpoints: Checkpoints,
    pub(crate) log: UndoLog,
    pub(crate) heap: Heap,
    /// The heap's tip before any run.
    pub(crate) first_tip: u64,
    /// Whether first reads make checkpoints.
    checkpointing: bool,
    /// Why they do not, if they should.
    pub(crate) fallback: Option<String>,
    pub(crate) broken: Option<Broken>,
    /// Where the program was when it failed.
    pub(crate) stopped_at: StoppedAt,
    /// The memory checks of code under test; none for a predicate.
    pub(crate) checking: Option<Checking>,
    /// The functions for containers of the program's library, if the candidate has any.
    pub(crate) containers: Option<Containers>,
    pub(super) has_containers: bool,
    /// The journal that records what the current run has read.
    journal: Option<Rc<dyn Journal>>,
    base: u64,
    pub(crate) mapped: Mapped,
}

/// A cell that is in memory.
#[derive(Clone, Copy, Debug)]
struct Placed {
    address: u64,
    /// The number of bytes, and [`TAGGED`].
    size: u32,
    cell: CellId,
}

/// Marks the size of a cell that is there only sometimes, or that others depend on.
const TAGGED: u32 = 1 << 31;

/// Where a program was: an address of its code, and its frame on the stack.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StoppedAt {
    /// 0 if the frame is that of a call, which contains the return address.
    pub(crate) code: u64,
    pub(crate) frame: u64,
}

/// The result of a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// The values are in place.
    On,
    /// The verdict is certain, so the run can end.
    End,
}

impl Host {
    /// A host for a mapped slot, whose heap is at an offset.
    pub(crate) fn new(
        mapped: Mapped,
        layout: CandidateLayout,
        heap: u64,
        checkpointing: bool,
    ) -> Box<Host> {
        let slot = mapped.slot();
        let base = slot.base();
        let control = (base + CONTROL) as *mut Control;
        let log = UndoLog::new(slot, control);
        let heap = Heap::new(base + heap, control, mapped.limits());
        heap.set_fresh(heap.start());
        let first_tip = heap.tip();
        let tags = vec![None; layout.cells()];
        let has_containers = !layout.containers().is_empty();
        let mut host = Box::new(Host {
            control,
            probe: ptr::null_mut(),
            layout,
            placed: Vec::new(),
            tags,
            checkpoints: Checkpoints::new(slot),
            log,
            heap,
            first_tip,
            checkpointing,
            fallback: None,
            broken: None,
            stopped_at: StoppedAt::default(),
            checking: None,
            containers: None,
            has_containers,
            journal: None,
            base,
            mapped,
        });
        let this: *mut Host = &raw mut *host;
        // SAFETY: the control page is mapped, and the box keeps the host where it is; the
        // candidate's memory was mapped with the size of the layout.
        unsafe {
            (*control).host = this;
            (*control).read_hook = switch::read_hook as *const () as u64;
            (*control).leave = switch::leave as *const () as u64;
            (*control).write_hook = switch::write_hook as *const () as u64;
            (*control).copy_hook = switch::copy_hook as *const () as u64;
            (*control).locals = base + LOCALS_END;
            let initial = host.layout.initial();
            (*control).candidate_end = initial.len() as u64;
            ptr::copy_nonoverlapping(initial.as_ptr(), base as *mut u8, initial.len());
        }
        host
    }

    #[inline(always)]
    pub(super) fn base(&self) -> u64 {
        self.base
    }

    /// The raw value of a tagged cell that is in memory.
    pub(super) fn tag(&self, cell: CellId) -> Option<i64> {
        self.tags[cell.index()]
    }

    /// Chooses a cell.
    pub(super) fn choose(&mut self, cell: CellId, stack: u64) -> Flow {
        match self.place(cell, None) {
            Flow::End => return Flow::End,
            Flow::On => self.save(cell, (self.base, 0), stack),
        }
        Flow::On
    }

    /// Makes a checkpoint for a cell that was just placed, if it has other values to run. `rest` is what
    /// is still to be read.
    #[inline(always)]
    fn save(&mut self, cell: CellId, rest: (u64, u64), stack: u64) {
        // SAFETY: as in `probe`.
        let probe = unsafe { &mut *self.probe };
        let depth = probe.depth_of(cell);
        if self.checkpointing && probe.may_run_others(depth) {
            let (log, tip) = (self.log.mark(), self.heap.tip());
            // SAFETY: the control page is mapped.
            let steps = unsafe { (*self.control).steps };
            if self.checkpoints.save(depth, stack, log, (tip, steps), rest) {
                self.heap.set_fresh(tip);
            }
        }
    }

    /// The end of the predicate's stack.
    pub(crate) fn stack_end(&self) -> u64 {
        self.base + STACK_PART + STACK_PART_SIZE
    }

    /// Keeps current allocations for all runs.
    pub(crate) fn keep_heap(&mut self) {
        self.first_tip = self.heap.tip();
        self.log = UndoLog::new(self.mapped.slot(), self.control);
        self.heap.set_fresh(self.first_tip);
    }

    /// Runs `entry`, or continues from a checkpoint. `changed` is the index on the trail of
    /// the first choice point with a new value.
    #[inline(always)]
    pub(crate) fn run(&mut self, probe: &mut Probe, changed: usize, entry: u64) -> u64 {
        self.probe = probe;
        match self.checkpoints.last() {
            Some(&checkpoint) if checkpoint.depth == changed && probe.met() >= changed => {
                self.go_back(&checkpoint, changed)
            }
            _ => self.run_on(changed, entry),
        }
    }

    /// Continues from the last checkpoint, whose choice point has a new value.
    #[inline(always)]
    fn go_back(&mut self, checkpoint: &Checkpoint, changed: usize) -> u64 {
        self.take_back(changed + 1);
        self.restore(checkpoint);
        let Some(&Placed { address, size, cell }) = self.placed.last() else { return LEFT };
        // SAFETY: as in `probe`; the layout is not the probe's.
        let probe = unsafe { &mut *self.probe };
        let raw = probe.read(cell);
        match size & TAGGED {
            0 => {
                let place = self.layout.place(cell);
                // SAFETY: the place is in the candidate's memory, which is mapped.
                unsafe { write_value(address, size, self.layout.encode(place, raw)) };
            }
            _ => self.put_tagged(cell, address, size & !TAGGED, Some(raw)),
        }
        self.tell_journal();
        if !probe.may_run_others(changed) {
            self.checkpoints.forget_last();
        }
        let (at, bytes) = checkpoint.rest;
        if self.has_containers {
            // The rest may have to run functions of the program: the hook is called again.
            // SAFETY: the control page is mapped.
            unsafe { (*self.control).again = 1 };
        } else if bytes > 0 {
            // The rest of the read may make checkpoints, which also copy the registers.
            self.checkpoints.restore_registers(checkpoint);
            if self.read(at, bytes, None, checkpoint.stack) == Flow::End {
                return LEFT;
            }
        }
        // SAFETY: the stack is as the hook left it, and so is everything else that the
        // program can see, except the value.
        unsafe { switch::resume(self.control, checkpoint.copy, checkpoint.stack) }
    }

    /// Continues from an earlier checkpoint, or from the beginning.
    #[inline(never)]
    fn run_on(&mut self, changed: usize, entry: u64) -> u64 {
        if self.probe().met() < changed {
            // The whole trail has to be met again.
            self.take_back(0);
            self.checkpoints.forget_all();
            return self.start(entry);
        }
        self.checkpoints.forget_behind(changed);
        let Some(&checkpoint) = self.checkpoints.last() else {
            self.take_back(changed);
            return self.start(entry);
        };
        if checkpoint.depth == changed && self.placed.len() > changed {
            return self.go_back(&checkpoint, changed);
        }
        self.take_back(changed);
        self.restore(&checkpoint);
        self.tell_journal();
        if self.has_containers {
            // SAFETY: the control page is mapped.
            unsafe { (*self.control).again = 1 };
        }
        // SAFETY: as in `go_back`.
        unsafe { switch::resume(self.control, checkpoint.copy, checkpoint.stack) }
    }

    /// Restores everything but the candidate's memory to its state at a checkpoint.
    #[inline(always)]
    fn restore(&mut self, checkpoint: &Checkpoint) {
        self.log.undo_to(checkpoint.log);
        self.heap.go_back(checkpoint.tip);
        // SAFETY: the control page is mapped.
        unsafe { (*self.control).steps = checkpoint.steps };
        self.checkpoints.restore_stack(checkpoint);
    }

    #[inline(always)]
    fn tell_journal(&self) {
        if let Some(journal) = &self.journal {
            let last = self.placed.last().map_or(0, |placed| placed.cell.0);
            journal.note(self.placed.len(), last);
        }
    }

    /// Runs from the beginning.
    pub(crate) fn start(&mut self, entry: u64) -> u64 {
        self.log.undo_to(self.log.start());
        self.heap.set_tip(self.first_tip);
        self.heap.set_fresh(self.first_tip);
        // SAFETY: the entry takes the root, which is the first object, and returns a
        // number; the stack is the predicate's own.
        unsafe { switch::enter(self.control, entry, self.layout.root, self.stack_end()) }
    }

    #[inline(always)]
    fn probe(&mut self) -> &mut Probe {
        // SAFETY: set by `run` for as long as it lasts, in which the caller does not
        // touch the probe.
        unsafe { &mut *self.probe }
    }

    pub(crate) fn set_journal(&mut self, journal: Option<Rc<dyn Journal>>) {
        self.journal = journal;
    }

    /// Removes the values of choice points from `depth` on from memory.
    #[inline(always)]
    fn take_back(&mut self, depth: usize) {
        while self.placed.len() > depth
            && let Some(placed) = self.placed.pop()
        {
            if placed.size & TAGGED != 0 {
                self.put_tagged(placed.cell, placed.address, placed.size & !TAGGED, None);
                continue;
            }
            // SAFETY: the map of known bytes is as long as the candidate's memory.
            unsafe { set_known(placed.address, placed.size, false) };
        }
    }

    /// Puts a value of a tagged cell into memory, or takes it away.
    #[inline(never)]
    fn put_tagged(&mut self, cell: CellId, address: u64, size: u32, raw: Option<i64>) {
        self.tags[cell.index()] = raw;
        let place = self.layout.place(cell);
        if place.is_of_container() {
            // Only the functions that make the container write its bytes.
            return;
        }
        let bits = raw.filter(|&raw| !place.leaves(raw)).map(|raw| self.layout.encode(place, raw));
        // Another cell may have the same bytes with another value of the tag: they are as in the
        // beginning again, which ends a string.
        let bits = bits.ok_or_else(|| self.layout.initial_bits(place));
        // SAFETY: the place is in the candidate's memory, which is mapped.
        unsafe {
            write_value(address, size, bits.unwrap_or_else(|initial| initial));
            set_known(address, size, bits.is_ok());
        }
    }

    /// The cell that has to be chosen for a read of a byte that several cells may have; none if the
    /// byte is what it is.
    fn next_of(&self, number: u32) -> Option<CellId> {
        for &cell in self.layout.several(number) {
            let place = self.layout.place(cell);
            let Some(tagged) = place.tagged() else { continue };
            let mut is_there = true;
            for &(tag, low, high) in &tagged.conditions {
                match self.tags[tag.index()] {
                    None => return Some(tag),
                    Some(raw) if (low..=high).contains(&raw) => {}
                    Some(_) => {
                        is_there = false;
                        break;
                    }
                }
            }
            match self.tags[cell.index()] {
                _ if !is_there => {}
                None => return Some(cell),
                Some(raw) if place.leaves(raw) => {}
                Some(_) => return None,
            }
        }
        None
    }

    /// Writes the value of a cell into memory, because it is read now.
    #[inline(always)]
    fn place(&mut self, cell: CellId, decide: Option<Decider>) -> Flow {
        // SAFETY: as in `probe`; the layout is not the probe's.
        let probe = unsafe { &mut *self.probe };
        let layout = &self.layout;
        let place = layout.place(cell);
        // A run that is repeated by its journal knows the cells, not which values were skipped.
        let raw = match decide.filter(|_| self.journal.is_none()) {
            None => probe.read(cell),
            Some(decider) => probe.read_decided(
                cell,
                |nulls, last| {
                    let (first, stride) = place.even()?;
                    let (mut runs, mut accepts) = (0, 0);
                    if nulls > 0 {
                        (runs, accepts) = decider.decide(place.null(), 0, 1);
                    }
                    let count = last + 1 - nulls;
                    if count > 0 {
                        let (more, accepted) = decider.decide(first, stride, count.into());
                        (runs, accepts) = (runs | more << nulls, accepts | accepted << nulls);
                    }
                    Some((runs, accepts))
                },
                |raw| match decider.decide(layout.encode(place, raw), 0, 1) {
                    (1, _) => Mark::Run,
                    (_, 1) => Mark::Accept,
                    _ => Mark::Skip,
                },
            ),
        };
        let address = self.base + u64::from(place.at);
        let size = place.size;
        if place.tagged().is_some() {
            self.placed.push(Placed { address, size: size | TAGGED, cell });
            self.put_tagged(cell, address, size, Some(raw));
        } else {
            let bits = layout.encode(place, raw);
            // SAFETY: the place is in the candidate's memory, which is mapped.
            unsafe {
                write_value(address, size, bits);
                set_known(address, size, true);
            }
            self.placed.push(Placed { address, size, cell });
        }
        self.tell_journal();
        if probe.is_settled() { Flow::End } else { Flow::On }
    }

    /// Called before the program reads `bytes` at `address`, in the candidate's memory.
    #[inline(always)]
    pub(super) fn read(
        &mut self,
        address: u64,
        bytes: u64,
        decide: Option<Decider>,
        stack: u64,
    ) -> Flow {
        let (mut at, end) = (address - self.base, address - self.base + bytes);
        while at < end {
            let mut is_shared = false;
            let cell = match self.layout.owner(at as usize) {
                Owner::Cell(cell) => cell,
                Owner::Several(number) => match self.next_of(number) {
                    Some(cell) => {
                        is_shared = true;
                        cell
                    }
                    None => {
                        at += 1;
                        continue;
                    }
                },
                Owner::Object => {
                    at += 1;
                    continue;
                }
                Owner::Nobody => return self.break_off(Broken::ReadOutside { address }),
            };
            let place = self.layout.place(cell);
            let (place_at, size) = (u64::from(place.at), u64::from(place.size));
            // SAFETY: the map is as long as the candidate's memory.
            if !is_shared && unsafe { is_known(self.base + place_at) } {
                at = place_at + size;
                continue;
            }
            let decide = decide.filter(|_| {
                let is_whole = place_at == at && size == bytes && !place.is_wide();
                // With one of its values, a tag may leave the byte to another cell.
                is_whole && place.tagged().is_none_or(|tagged| !tagged.is_tag())
            });
            let flow = self.place(cell, decide);
            // After a tag, the byte may be another cell's.
            at = if is_shared { at } else { place_at + size };
            if flow == Flow::End {
                return Flow::End;
            }
            let rest = (self.base + at, end.saturating_sub(at));
            self.save(cell, rest, stack);
        }
        Flow::On
    }

    fn break_off(&mut self, broken: Broken) -> Flow {
        self.broken.get_or_insert(broken);
        Flow::End
    }

    /// Makes every run start from the beginning from now on.
    pub(crate) fn fall_back(&mut self, why: String) {
        if self.checkpointing {
            tracing::info!(why, "runs start from the beginning from now on");
            self.checkpointing = false;
            self.fallback = Some(why);
            // Checkpoints of earlier runs are still valid, but the current run has done
            // something that going back would not undo.
            self.checkpoints.forget_all();
            self.heap.set_fresh(self.first_tip);
        }
    }

    pub(crate) fn is_checkpointing(&self) -> bool {
        self.checkpointing
    }

    /// Called before the program writes.
    pub(super) fn before_write(&mut self, address: u64, bytes: u64) -> Result<(), Broken> {
        let on_stack = address.wrapping_sub(self.base + STACK_PART) < STACK_PART_SIZE;
        if on_stack {
            return Ok(());
        }
        if let Some(checking) = &mut self.checking
            && address.wrapping_sub(self.base) < CANDIDATE_SIZE
        {
            let memory = (&self.heap, &self.layout);
            return checking.judge(address, bytes, true, memory).map_or(Ok(()), Err);
        }
        if address.wrapping_sub(self.base) < CANDIDATE_SIZE {
            let (at, end) = (address - self.base, address - self.base + bytes);
            let is_held = |at: u64| {
                let mut containers = self.layout.containers().iter();
                containers.any(|held| (u64::from(held.start)..u64::from(held.end)).contains(&at))
            };
            let hidden = |at| self.layout.owner(at as usize) == Owner::Object || is_held(at);
            if !(at..end).all(hidden) {
                return Err(Broken::WroteCandidate { address });
            }
        }
        if self.log.note(address, bytes).is_err() {
            self.make_room();
            return self.log.note(address, bytes).map_err(|_| Broken::TooManyWrites);
        }
        Ok(())
    }

    /// Called before code under test copies.
    pub(super) fn copy(&mut self, to: u64, from: u64, bytes: u64) -> Result<(), Broken> {
        if let Some(checking) = &mut self.checking {
            let memory = (&self.heap, &self.layout);
            checking.take_along(to, from, bytes, memory).map_or(Ok(()), Err)?;
        }
        self.before_write(to, bytes)?;
        if let Some(checking) = &mut self.checking {
            checking.arrive(to, &self.layout);
        }
        Ok(())
    }

    /// Handles a full undo log.
    fn make_room(&mut self) {
        let mark = self.checkpoints.last().map_or(self.log.start(), |last| last.log);
        if !self.log.compact(mark, false) {
            self.fall_back("the predicate writes more than the undo log holds".to_owned());
            self.log.compact(self.log.start(), true);
        }
    }

    /// An operation of the heap; retried after making room if the log was full.
    pub(crate) fn with_heap<T>(
        &mut self,
        mut action: impl FnMut(&mut Heap, &UndoLog) -> Result<T, HeapError>,
    ) -> Result<T, HeapError> {
        match action(&mut self.heap, &self.log) {
            Err(HeapError::LogFull) => {
                self.make_room();
                action(&mut self.heap, &self.log)
            }
            other => other,
        }
    }
}

/// Ends the current run from within.
///
/// # Safety
/// The caller runs on the predicate's stack and keeps nothing that has to be dropped.
pub(crate) unsafe fn break_here(broken: Broken) -> ! {
    // SAFETY: as the caller says.
    unsafe {
        let host = present_host();
        host.broken.get_or_insert(broken);
        host.stopped_at = StoppedAt { code: 0, frame: (*host.control).frame };
        switch::leave(host.control, LEFT)
    }
}

#[inline(always)]
unsafe fn write_value(address: u64, size: u32, bits: u64) {
    // SAFETY: the caller vouches for the address.
    unsafe {
        match size {
            8 => (address as *mut u64).write_unaligned(bits),
            4 => (address as *mut u32).write_unaligned(bits as u32),
            2 => (address as *mut u16).write_unaligned(bits as u16),
            _ => (address as *mut u8).write(bits as u8),
        }
    }
}

/// The map holds for each byte of a known cell how many bytes of the cell are left from
/// there on, so that one comparison checks whether a read stays within the cell.
#[inline(always)]
unsafe fn set_known(address: u64, size: u32, known: bool) {
    let at = (address + KNOWN) as *mut u8;
    let pattern: u64 = if known { 0x0102_0304_0506_0708 } else { 0 };
    // SAFETY: the caller vouches for the address.
    unsafe {
        match size {
            8 => at.cast::<u64>().write_unaligned(pattern),
            4 => at.cast::<u32>().write_unaligned((pattern >> 32) as u32),
            2 => at.cast::<u16>().write_unaligned((pattern >> 48) as u16),
            _ => at.write((pattern >> 56) as u8),
        }
    }
}

#[inline(always)]
unsafe fn is_known(address: u64) -> bool {
    // SAFETY: the caller vouches for the address.
    unsafe { *((address + KNOWN) as *const u8) != 0 }
}
