//! A hand-written search with checkpoints, for search trees with parents: the predicate
//! of `subjects/c/search_tree.c` with a call at each first read of a field.
//!
//! The predicate runs on a separate stack. At a choice point with several values the
//! callee-saved registers and the live part of the stack are copied; for the next value
//! they are restored. There are no options and no checks, only the stack is undone, and the
//! only statistics are two counts.
#![expect(unsafe_code, reason = "switches and copies stacks")]

use std::arch::{asm, naked_asm};

use crate::by_hand::Counts;

/// The maximum number of nodes. The C subject has room for 64, but its arrays would then be
/// most of what is copied.
const MAX_NODES: usize = 15;
/// Fields: root, size, then left, right, parent and data of each node.
const CELLS: usize = 2 + 4 * MAX_NODES;
const STACK: usize = 1 << 13;
const COPIES: usize = 1 << 18;

const ROOT: usize = 0;
const SIZE: usize = 1;
const LEFT: usize = 0;
const RIGHT: usize = 1;
const PARENT: usize = 2;
const DATA: usize = 3;

/// A choice point.
#[derive(Clone, Copy, Default)]
struct Choice {
    cell: usize,
    /// The remaining values, as bits.
    values: u32,
    /// The largest object in fields read before; unused for fields that are not references.
    used: u32,
    is_reference: bool,
    /// Where the live part of the stack begins, and its copy.
    stack: usize,
    copy: usize,
}

/// The state of a search. It begins with the search's own stack pointer.
#[repr(C)]
struct Hand {
    own_stack: usize,
    n: u32,
    used: u32,
    value: [u32; CELLS],
    read: [bool; CELLS],
    trail: [Choice; CELLS],
    len: usize,
    /// Where the next copy goes.
    free: usize,
    stack_end: usize,
}

/// A subtree to visit: its node and the bounds of its data.
#[derive(Clone, Copy)]
struct Visit {
    node: u64,
    min: i32,
    max: i32,
}

/// Counts search trees of `n` nodes. Every value is run.
pub(crate) fn search_tree(n: usize) -> Counts {
    search(n, rep_ok::<false>)
}

/// The same, without runs for values that `data < min || data > max`, `parent != c` and
/// `size == count` decide alone.
pub(crate) fn search_tree_with_marks(n: usize) -> Counts {
    search(n, rep_ok::<true>)
}

type Entry = unsafe extern "C" fn(*mut Hand) -> !;

fn search(n: usize, entry: Entry) -> Counts {
    assert!(n <= MAX_NODES, "there is no room for {n} nodes");
    let stack = vec![0_u128; STACK / 16];
    let copies = vec![0_u128; COPIES / 16];
    let mut hand = Box::new(Hand {
        own_stack: 0,
        n: n as u32,
        used: 0,
        value: [0; CELLS],
        read: [false; CELLS],
        trail: [Choice::default(); CELLS],
        len: 0,
        free: copies.as_ptr().addr(),
        stack_end: stack.as_ptr().addr() + STACK,
    });
    let (mut explored, mut valid) = (0, 0);
    let hand: *mut Hand = &raw mut *hand;
    // SAFETY: the stack, the copies and the state outlive the predicate, and nothing else
    // uses them.
    unsafe {
        let mut accepted = enter(hand, entry, (*hand).stack_end);
        loop {
            explored += 1;
            valid += accepted;
            let Some(choice) = (*hand).advance() else { return (explored, valid) };
            let (from, to) = (choice.copy as *const u8, choice.stack as *mut u8);
            to.copy_from_nonoverlapping(from, (*hand).stack_end - choice.stack);
            accepted = resume(hand, choice.stack, (*hand).value[choice.cell]);
        }
    }
}

impl Hand {
    /// Advances to the next candidate.
    #[inline(always)]
    fn advance(&mut self) -> Option<Choice> {
        while self.len > 0 {
            let choice = &mut self.trail[self.len - 1];
            if choice.values != 0 {
                let value = choice.values.trailing_zeros();
                choice.values &= choice.values - 1;
                self.value[choice.cell] = value;
                if choice.is_reference {
                    self.used = choice.used.max(value);
                } else {
                    self.used = choice.used;
                }
                self.free = choice.copy + (self.stack_end - choice.stack);
                return Some(*choice);
            }
            self.read[choice.cell] = false;
            self.len -= 1;
        }
        None
    }
}

/// A first read: returns the first of `values`, which are bits, and puts the others on the
/// trail with a copy of the stack from `stack` on.
unsafe extern "C" fn choose_here(
    hand: *mut Hand,
    cell: usize,
    values: u32,
    is_reference: bool,
    stack: usize,
) -> u32 {
    // SAFETY: the state belongs to the search, which waits.
    let hand = unsafe { &mut *hand };
    let value = values.trailing_zeros();
    let (values, used) = (values & (values - 1), hand.used);
    (hand.value[cell], hand.read[cell]) = (value, true);
    hand.trail[hand.len] = Choice { cell, values, used, is_reference, stack, copy: hand.free };
    hand.len += 1;
    if is_reference {
        hand.used = used.max(value);
    }
    if values != 0 {
        let size = hand.stack_end - stack;
        // SAFETY: the stack is that long, and there is room for a copy a cell.
        unsafe { (hand.free as *mut u8).copy_from_nonoverlapping(stack as *const u8, size) };
        hand.free += size;
    }
    value
}

/// [`choose_here`] for the predicate: saves the callee-saved registers on the stack.
#[unsafe(naked)]
unsafe extern "C" fn choose(hand: *mut Hand, cell: usize, values: u32, is_reference: bool) -> u32 {
    naked_asm!(
        "push rbx",
        "push rbp",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "sub rsp, 8",
        "mov r8, rsp",
        "call {choose_here}",
        "add rsp, 56",
        "ret",
        choose_here = sym choose_here,
    )
}

/// Runs the predicate from the beginning; whether it accepts.
#[unsafe(naked)]
unsafe extern "C" fn enter(hand: *mut Hand, entry: Entry, stack_end: usize) -> u64 {
    naked_asm!(
        "push rbx",
        "push rbp",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "mov [rdi], rsp",
        // As if it had been called.
        "lea rsp, [rdx - 8]",
        "jmp rsi",
    )
}

/// Continues after the [`choose`] that saved its registers at `stack`, with another value.
#[unsafe(naked)]
unsafe extern "C" fn resume(hand: *mut Hand, stack: usize, value: u32) -> u64 {
    naked_asm!(
        "push rbx",
        "push rbp",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "mov [rdi], rsp",
        "mov eax, edx",
        "lea rsp, [rsi + 64]",
        "mov r15, [rsi + 8]",
        "mov r14, [rsi + 16]",
        "mov r13, [rsi + 24]",
        "mov r12, [rsi + 32]",
        "mov rbp, [rsi + 40]",
        "mov rbx, [rsi + 48]",
        "jmp [rsi + 56]",
    )
}

/// Ends the predicate.
#[unsafe(naked)]
unsafe extern "C" fn leave(hand: *mut Hand, accepted: u64) -> ! {
    naked_asm!(
        "mov rax, rsi",
        "mov rsp, [rdi]",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbp",
        "pop rbx",
        "ret",
    )
}

/// Reads a field, whose values are bits.
#[inline(always)]
unsafe fn read(hand: *mut Hand, cell: usize, values: u32, is_reference: bool) -> u32 {
    // SAFETY: the state is the search's, and the cell exists.
    unsafe {
        match (&raw const (*hand).read).cast::<bool>().add(cell).read() {
            true => (&raw const (*hand).value).cast::<u32>().add(cell).read(),
            false => choose(hand, cell, values, is_reference),
        }
    }
}

/// Reads a pointer: null, a node that was met, or the next one.
#[inline(always)]
unsafe fn pointer(hand: *mut Hand, cell: usize) -> u64 {
    // SAFETY: as for `read`.
    unsafe {
        let last = ((*hand).used + 1).min((*hand).n);
        read(hand, cell, (2 << last) - 1, true).into()
    }
}

/// The predicate on its separate stack; it does not return but jumps to [`leave`].
unsafe extern "C" fn rep_ok<const MARKS: bool>(hand: *mut Hand) -> ! {
    // SAFETY: the search waits in `enter` or `resume`; nothing here has to be dropped.
    unsafe {
        let accepted = u64::from(judge::<MARKS>(hand));
        asm!(
            "jmp {leave}",
            leave = sym leave,
            in("rdi") hand,
            in("rsi") accepted,
            options(noreturn),
        )
    }
}

#[inline(always)]
unsafe fn judge<const MARKS: bool>(hand: *mut Hand) -> bool {
    let mut visited_array = [0_u64; MAX_NODES + 1];
    let mut worklist_array = [Visit { node: 0, min: 0, max: 0 }; MAX_NODES + 1];
    let (visited, worklist) = (visited_array.as_mut_ptr(), worklist_array.as_mut_ptr());
    let (mut visited_count, mut pending) = (0, 0);
    let cell_of = |node: u64, field| 4 * node as usize - 2 + field;
    // SAFETY: no node is visited twice, so both arrays have room.
    unsafe {
        let n = (*hand).n;
        let root = pointer(hand, ROOT);
        if root != 0 {
            *visited = root;
            *worklist = Visit { node: root, min: i32::MIN, max: i32::MAX };
            (visited_count, pending) = (1, 1);
        }
        while pending > 0 {
            pending -= 1;
            let Visit { node, min, max } = *worklist.add(pending);
            let mut values = (2 << n) - 2;
            if MARKS {
                values &= within(min, max);
                if values == 0 {
                    return false;
                }
            }
            let data = read(hand, cell_of(node, DATA), values, false) as i32;
            if !MARKS && (data < min || data > max) {
                return false;
            }
            for side in [LEFT, RIGHT] {
                let child = pointer(hand, cell_of(node, side));
                if child == 0 {
                    continue;
                }
                for at in 0..visited_count {
                    if *visited.add(at) == child {
                        return false;
                    }
                }
                let parent = cell_of(child, PARENT);
                if MARKS {
                    read(hand, parent, 1 << node, true);
                } else if pointer(hand, parent) != node {
                    return false;
                }
                *visited.add(visited_count) = child;
                visited_count += 1;
                *worklist.add(pending) = match side {
                    LEFT => Visit { node: child, min, max: data - 1 },
                    _ => Visit { node: child, min: data + 1, max },
                };
                pending += 1;
            }
        }
        read(hand, SIZE, 1 << n, false) as usize == visited_count
    }
}

/// The values from `min` to `max` as bits; there are none below 0 or above 31.
#[inline(always)]
fn within(min: i32, max: i32) -> u32 {
    let (min, max) = (min.max(0), max.min(31));
    if min > max { 0 } else { (u32::MAX >> (31 - max)) & (u32::MAX << min) }
}
