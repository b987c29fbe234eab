//! Switches between the search and the predicate, each on its own stack.
//!
//! The search enters the predicate with [`enter`], or with [`resume`] at a checkpoint;
//! both return when the predicate ends. In between the predicate calls the hooks. The
//! hook of a first read, [`read_hook`], saves all registers on the predicate's stack, so
//! a checkpoint only needs a copy of the stack from there on.
#![expect(unsafe_code, reason = "switches stacks")]

use std::arch::naked_asm;

use super::control::Control;
use super::hooks;

/// Calls `entry(root)` on the stack that ends at `stack`. The entry does not return but
/// jumps to [`leave`]; the result is the value that [`leave`] got.
///
/// Processors predict returns by the calls before them. So functions here only return to
/// their caller, and control is passed to the predicate and back by jumps.
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
        // As if it had been called: a function that does return goes to `returned`.
        "lea rsp, [rcx - 24]",
        "lea rax, [rip + {returned}]",
        "mov [rsp], rax",
        "mov [rsp + 8], rdi",
        "mov rdi, rdx",
        "xor ebp, ebp",
        "jmp rsi",
        returned = sym returned,
    )
}

/// Where constructors return to, which are not instrumented to leave by a jump.
#[unsafe(naked)]
unsafe extern "C" fn returned() {
    naked_asm!(
        "mov rdi, [rsp]",
        "xor esi, esi",
        "jmp {leave}",
        leave = sym leave,
    )
}

/// The number of bytes that [`read_hook`] saves on the stack: registers and the return
/// address.
pub(crate) const REGISTERS: u64 = 128;

/// Continues after the hook that saved its registers at `stack`, with the registers from
/// their copy; the stack above them is in place. Returns as [`enter`] does.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn resume(control: *mut Control, registers: u64, stack: u64) -> u64 {
    naked_asm!(
        "push rbx",
        "push rbp",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "mov [rdi], rsp",
        "lea rsp, [rdx + 128]",
        "mov r15, [rsi + 8]",
        "mov r14, [rsi + 16]",
        "mov r13, [rsi + 24]",
        "mov r12, [rsi + 32]",
        "mov rbp, [rsi + 40]",
        "mov rbx, [rsi + 48]",
        "mov r10, [rsi + 56]",
        "mov r9, [rsi + 64]",
        "mov r8, [rsi + 72]",
        "mov rdi, [rsi + 80]",
        "mov rdx, [rsi + 96]",
        "mov rcx, [rsi + 104]",
        "mov rax, [rsi + 112]",
        "mov r11, [rsi + 120]",
        "mov rsi, [rsi + 88]",
        "jmp r11",
    )
}

/// Ends the predicate: the search sees `outcome`.
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

/// Called before a read of candidate memory that may not be known. Arguments: the address,
/// the length, and a function that decides values (or null) with its data. It keeps all
/// registers but r11.
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
        read = sym hooks::first_read,
    )
}

/// Called before a write that the program cannot log itself. Arguments: the address and the
/// length. The host also gets the place in the program. It keeps all registers but r11.
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
        "mov rdx, [rsp + 64]",
        "mov rcx, rbp",
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
        write = sym hooks::before_write,
    )
}

/// Called before code under test copies what it did not choose. Arguments: where to, where from, and the
/// length. Otherwise as [`write_hook`].
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn copy_hook() {
    naked_asm!(
        "push rax",
        "push rcx",
        "push rdx",
        "push rsi",
        "push rdi",
        "push r8",
        "push r9",
        "push r10",
        "mov rcx, [rsp + 64]",
        "mov r8, rbp",
        "sub rsp, 8",
        "call {copy}",
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
        copy = sym hooks::before_copy,
    )
}
