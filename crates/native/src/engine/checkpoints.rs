//! Checkpoints: the state of the predicate at first reads, the oldest first.
//!
//! A checkpoint is a copy of the live part of the stack, on which the hook has saved the
//! registers, and marks in the undo log and the heap.
#![expect(unsafe_code, reason = "copies stacks")]

use super::log::LogMark;
use super::slot::{CHECKPOINTS, CHECKPOINTS_SIZE, STACK_PART, STACK_PART_SIZE, Slot};
use super::switch::REGISTERS;

/// A checkpoint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checkpoint {
    /// The index on the trail of the choice point that it belongs to.
    pub(crate) depth: usize,
    /// Where the hook saved the registers.
    pub(crate) stack: u64,
    /// Where the copy begins, with the registers.
    pub(crate) copy: u64,
    pub(crate) log: LogMark,
    pub(crate) tip: u64,
    /// The number of steps that the run had left.
    pub(crate) steps: i64,
    /// The rest of the read after the choice point's cell: its address and length.
    pub(crate) rest: (u64, u64),
}

/// The checkpoints of a slot.
#[derive(Debug)]
pub(crate) struct Checkpoints {
    made: Vec<Checkpoint>,
    /// The range of memory for copies.
    start: u64,
    end: u64,
    /// The end of the predicate's stack.
    stack_end: u64,
}

impl Checkpoints {
    pub(crate) fn new(slot: Slot) -> Checkpoints {
        let start = slot.base() + CHECKPOINTS;
        Checkpoints {
            made: Vec::new(),
            start,
            end: start + CHECKPOINTS_SIZE,
            stack_end: slot.base() + STACK_PART + STACK_PART_SIZE,
        }
    }

    #[inline(always)]
    pub(crate) fn last(&self) -> Option<&Checkpoint> {
        self.made.last()
    }

    /// Drops all checkpoints of choice points after `depth`.
    #[inline(always)]
    pub(crate) fn forget_behind(&mut self, depth: usize) {
        while self.made.last().is_some_and(|last| last.depth > depth) {
            self.made.pop();
        }
    }

    #[inline(always)]
    pub(crate) fn forget_last(&mut self) {
        self.made.pop();
    }

    pub(crate) fn forget_all(&mut self) {
        self.made.clear();
    }

    /// Copies the stack from `stack` on. A checkpoint that does not fit is not made.
    #[inline(always)]
    pub(crate) fn save(
        &mut self,
        depth: usize,
        stack: u64,
        log: LogMark,
        (tip, steps): (u64, i64),
        rest: (u64, u64),
    ) -> bool {
        let size = self.stack_end - stack;
        let copy = match self.made.last() {
            Some(last) => last.copy + (self.stack_end - last.stack),
            None => self.start,
        };
        if copy + size > self.end {
            return false;
        }
        // SAFETY: the stack is mapped from there to its end, and the copy fits.
        unsafe { copy_stack(stack, copy, size) };
        self.made.push(Checkpoint { depth, stack, copy, log, tip, steps, rest });
        true
    }

    /// Restores the registers to where the hook saved them, for checkpoints that are made
    /// there again.
    pub(crate) fn restore_registers(&self, checkpoint: &Checkpoint) {
        // SAFETY: the copy was made from there, and nothing else uses the stack.
        unsafe { copy_stack(checkpoint.copy, checkpoint.stack, REGISTERS) };
    }

    /// Restores the stack, except for the registers, which are taken from the copy. Nothing
    /// runs on the stack now.
    #[inline(always)]
    pub(crate) fn restore_stack(&self, checkpoint: &Checkpoint) {
        let size = self.stack_end - checkpoint.stack - REGISTERS;
        // SAFETY: the copy was made from there, and nothing else uses the stack.
        unsafe { copy_stack(checkpoint.copy + REGISTERS, checkpoint.stack + REGISTERS, size) };
    }
}

/// Copies `size` bytes, a multiple of 16, as both stack pointers are aligned.
#[inline(always)]
unsafe fn copy_stack(from: u64, to: u64, size: u64) {
    use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_storeu_si128};
    let (mut from, mut to) = (from as *const __m128i, to as *mut __m128i);
    let mut left = size / 16;
    // SAFETY: the caller guarantees both ranges, and they do not overlap.
    unsafe {
        while left >= 4 {
            let values = [0, 1, 2, 3].map(|at| _mm_loadu_si128(from.add(at)));
            for (at, value) in values.into_iter().enumerate() {
                _mm_storeu_si128(to.add(at), value);
            }
            (from, to, left) = (from.add(4), to.add(4), left - 4);
        }
        while left > 0 {
            _mm_storeu_si128(to, _mm_loadu_si128(from));
            (from, to, left) = (from.add(1), to.add(1), left - 1);
        }
    }
}
