//! Going to and fro between the search and the predicate, each on its own stack.
//!
//! The search enters the predicate with [`enter`], or with [`resume`] at a checkpoint;
//! both return when the predicate ends. In between the predicate calls the hooks. The
//! hook of a first read, [`read_hook`], leaves all registers on the predicate's stack, so
//! a copy of the stack from there on is all that a checkpoint needs.
#![expect(unsafe_code, reason = "switches stacks")]

use std::arch::naked_asm;

use super::control::Control;
use super::host;

/// Calls `entry(root)` on the stack that ends at `stack`. Gives what it returned, or
/// what [`leave`] was given.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn enter(
    control: *mut Control,
    entry: u64,
    root: u64,
    stack: u64,
) -> u64 {
    naked_asm!(
        "push rbx",
        "push rbp",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        // The control page begins with the search's stack pointer.
        "mov [rdi], rsp",
        // The way back finds the control page at the end of the stack.
        "lea rsp, [rcx - 16]",
        "mov [rsp], rdi",
        "mov rdi, rdx",
        "xor ebp, ebp",
        "call rsi",
        "mov rdi, [rsp]",
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

/// Goes on behind the hook that left its registers at `stack`; ends as [`enter`] does.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn resume(control: *mut Control, stack: u64) -> u64 {
    naked_asm!(
        "push rbx",
        "push rbp",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "mov [rdi], rsp",
        "mov rsp, rsi",
        "jmp {behind}",
        behind = sym behind_read_hook,
    )
}

/// Ends the predicate from within: the search sees `outcome`.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn leave(control: *mut Control, outcome: u64) -> ! {
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

/// What the program calls before a read of candidate memory that may not be known: the
/// address, the length, and (or null) a function that decides values with what it needs.
/// It keeps all registers but r11.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn read_hook() {
    naked_asm!(
        "push rax",
        "push rcx",
        "push rdx",
        "push rsi",
        "push rdi",
        "push r8",
        "push r9",
        "push r10",
        "push rbx",
        "push rbp",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "sub rsp, 8",
        "mov r8, rsp",
        "call {read}",
        "jmp {behind}",
        read = sym host::first_read,
        behind = sym behind_read_hook,
    )
}

/// The end of [`read_hook`].
#[unsafe(naked)]
unsafe extern "C" fn behind_read_hook() {
    naked_asm!(
        "add rsp, 8",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbp",
        "pop rbx",
        "pop r10",
        "pop r9",
        "pop r8",
        "pop rdi",
        "pop rsi",
        "pop rdx",
        "pop rcx",
        "pop rax",
        "ret",
    )
}

/// What the program calls before a write that it cannot log itself: the address and the
/// length. It keeps all registers but r11.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn write_hook() {
    naked_asm!(
        "push rax",
        "push rcx",
        "push rdx",
        "push rsi",
        "push rdi",
        "push r8",
        "push r9",
        "push r10",
        "sub rsp, 8",
        "call {write}",
        "add rsp, 8",
        "pop r10",
        "pop r9",
        "pop r8",
        "pop rdi",
        "pop rsi",
        "pop rdx",
        "pop rcx",
        "pop rax",
        "ret",
        write = sym host::before_write,
    )
}
