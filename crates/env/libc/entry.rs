//! The entry of a whole program: sets up its environment as the plan says, runs `main`, and then
//! the exit handlers.
//!
//! `src/plan.rs` writes the plan: records of one byte for the kind, and numbers of four bytes, the
//! lowest first.

use core::ffi::{CStr, c_char, c_int};
use core::ptr::{null, null_mut};

use super::alloc::{given, own};
use super::fs;
use super::machine::{pikse_vm_assume, pikse_vm_call_main, pikse_vm_symbolic};
use super::stdio::text::Writer;
use super::stdlib::exit::run_handlers;
use super::stdlib::pikse_libc_environ;

/// The rest of a plan.
struct Plan {
    at: *const u8,
    end: *const u8,
}

impl Plan {
    unsafe fn byte(&mut self) -> u8 {
        if self.at == self.end {
            return 0;
        }
        self.at = self.at.add(1);
        *self.at.sub(1)
    }

    unsafe fn number(&mut self) -> usize {
        let (mut value, mut shift) = (0, 0);
        while shift < 32 {
            value |= usize::from(self.byte()) << shift;
            shift += 8;
        }
        value
    }

    /// A text that the program finds when it begins.
    unsafe fn text(&mut self) -> *mut u8 {
        self.copy(given).0
    }

    /// Bytes of the models, and their number.
    unsafe fn bytes(&mut self) -> (*mut u8, usize) {
        self.copy(own)
    }

    /// A copy of the next bytes followed by a zero, and their number.
    unsafe fn copy(&mut self, allocate: unsafe fn(usize) -> *mut u8) -> (*mut u8, usize) {
        let n = self.number();
        let copy = allocate(n + 1);
        core::ptr::copy_nonoverlapping(self.at, copy, n);
        *copy.add(n) = 0;
        self.at = self.at.add(n);
        (copy, n)
    }
}

/// Pointers to strings, with room for the null at the end.
struct List {
    all: *mut *mut c_char,
    count: usize,
    room: usize,
}

impl List {
    unsafe fn new() -> Self {
        let all = given(8 * size_of::<*mut c_char>()).cast();
        List { all, count: 0, room: 8 }
    }

    unsafe fn push(&mut self, text: *mut u8) {
        if self.count + 1 == self.room {
            let all = given(2 * self.room * size_of::<*mut c_char>()).cast();
            core::ptr::copy_nonoverlapping(self.all, all, self.count);
            (self.all, self.room) = (all, 2 * self.room);
        }
        *self.all.add(self.count) = text.cast();
        self.count += 1;
    }

    unsafe fn end(&mut self) -> *mut *mut c_char {
        *self.all.add(self.count) = null_mut();
        self.all
    }
}

/// Memory with a number of symbolic bytes, followed by a zero.
unsafe fn symbolic(
    n: usize,
    name: *const c_char,
    allocate: unsafe fn(usize) -> *mut u8,
) -> *mut u8 {
    let memory = allocate(n + 1);
    if n > 0 {
        pikse_vm_symbolic(memory, n, name);
    }
    *memory.add(n) = 0;
    memory
}

/// A symbolic argument; `number` is the next free number.
unsafe fn argument(n: usize, number: &mut usize) -> *mut u8 {
    let mut name = [0; 32];
    let mut to = Writer::new((&raw mut name).cast(), name.len());
    to.text(c"arg".as_ptr());
    to.unsigned(*number as u64, 2);
    to.end();
    *number += 1;
    symbolic(n, (&raw const name).cast(), given)
}

/// The name of a file's input: the name of the file, and what the input is.
unsafe fn derived(file: *const c_char, what: &CStr) -> *const c_char {
    const ROOM: usize = 64;
    let text = own(ROOM);
    let mut to = Writer::new(text, ROOM);
    to.text(file);
    to.text(what.as_ptr());
    to.end();
    text.cast()
}

/// Runs the program in the environment of the plan; returns the result of `main`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_env_main(plan: *const u8, length: usize) -> c_int {
    let mut plan = Plan { at: plan, end: plan.add(length) };
    let (mut arguments, mut environment) = (List::new(), List::new());
    let mut number = 0;
    loop {
        match plan.byte() {
            1 => arguments.push(plan.text()),
            2 => {
                let n = plan.number();
                arguments.push(argument(n, &mut number));
            }
            3 => {
                let (least, most, n) = (plan.number(), plan.number(), plan.number());
                let mut count = 0u32;
                pikse_vm_symbolic((&raw mut count).cast(), 4, c"n_args".as_ptr());
                let fits = (least as u32 <= count) & (count <= most as u32);
                pikse_vm_assume(c_int::from(fits));
                let mut made = 0;
                while made < count {
                    arguments.push(argument(n, &mut number));
                    made += 1;
                }
            }
            4 => {
                let (data, n) = plan.bytes();
                fs::set_input(data, n);
            }
            5 => {
                let n = plan.number();
                fs::set_input(symbolic(n, c"stdin".as_ptr(), own), n);
            }
            6 => {
                let name = plan.bytes().0;
                let (data, n) = plan.bytes();
                fs::give(name.cast(), data, n, null());
            }
            7 => {
                let name = plan.bytes().0;
                let n = plan.number();
                let data = symbolic(n, derived(name.cast(), c"-data"), own);
                fs::give(name.cast(), data, n, derived(name.cast(), c"-mode"));
            }
            8 => environment.push(plan.text()),
            _ => break,
        }
    }
    pikse_libc_environ = environment.end();
    let argv = arguments.end();
    super::program::named(if arguments.count > 0 { *argv } else { null_mut() });
    let code = pikse_vm_call_main(arguments.count as c_int, argv, pikse_libc_environ);
    run_handlers(code);
    code
}
