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

/// Goes to `entry(root)` on the stack that ends at `stack`. The entry does not return but
/// goes to [`leave`]; gives what that was given.
///
/// Processors guess where a return goes by the calls before it. So nothing here returns
/// but to its caller: what goes to the predicate and back are jumps.
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
        // As if it had been called: what returns all the same goes to `returned`.
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

/// Where constructors return to, which know nothing of all this.
#[unsafe(naked)]
unsafe extern "C" fn returned() {
    naked_asm!(
        "mov rdi, [rsp]",
        "xor esi, esi",
        "jmp {leave}",
        leave = sym leave,
    )
}

/// How many bytes [`read_hook`] leaves on the stack: registers and where to go on.
pub(crate) const REGISTERS: u64 = 128;

/// Goes on behind the hook that left its registers at `stack`, with the registers from
/// their copy; the stack behind them is in place. Ends as [`enter`] does.
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
        read = sym host::first_read,
    )
}

/// What the program calls before a write that it cannot log itself: the address and the
/// length. The host also learns where the program is. It keeps all registers but r11.
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
        write = sym host::before_write,
    )
}
