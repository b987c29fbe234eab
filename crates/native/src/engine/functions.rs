//! Replacements for functions of the system: allocation from the predicate's heap, and
//! functions that end a run instead of the process.
#![expect(unsafe_code, reason = "the program calls these with raw pointers")]

use std::ffi::{CStr, c_char, c_int};

use super::broken::{Broken, Difference, Said};
use super::calls;
use super::containers::{is_in_order, next_unread, show_all};
use super::control::{is_on_predicate_stack, present_host};
use super::heap::HeapError;
use super::host::{Host, StoppedAt, break_here};
use super::observe::difference;
use super::slot::is_in_a_slot;

/// A function of the host, and the names by which programs call it.
pub(crate) struct HostFunction {
    pub(crate) names: &'static [&'static str],
    pub(crate) address: *const (),
}

macro_rules! functions {
    ($($function:path: $($name:literal)+;)*) => {
        &[$(HostFunction { names: &[$($name),+], address: $function as *const () }),*]
    };
}

/// All of them. Their order is their number on the control page.
pub(crate) fn table() -> &'static [HostFunction] {
    // The addresses are those of functions, so they can be shared.
    struct Table(&'static [HostFunction]);
    // SAFETY: see above.
    unsafe impl Sync for Table {}
    static TABLE: Table = Table(functions! {
        external: "pikse_external";
        pointer_leaves: "pikse_pointer_leaves";
        threw: "pikse_threw";
        out_of_steps: "pikse_out_of_steps";
        stack_outside: "pikse_stack_outside";
        allocate: "malloc" "_Znwm" "_Znam" "_ZnwmRKSt9nothrow_t" "_ZnamRKSt9nothrow_t";
        allocate_zeroed: "calloc";
        allocate_aligned: "aligned_alloc" "memalign";
        allocate_aligned_at: "posix_memalign";
        new_aligned: "_ZnwmSt11align_val_t" "_ZnamSt11align_val_t"
            "_ZnwmSt11align_val_tRKSt9nothrow_t" "_ZnamSt11align_val_tRKSt9nothrow_t";
        reallocate: "realloc";
        free: "free" "_ZdlPv" "_ZdaPv" "_ZdlPvm" "_ZdaPvm" "_ZdlPvSt11align_val_t"
            "_ZdaPvSt11align_val_t" "_ZdlPvmSt11align_val_t" "_ZdaPvmSt11align_val_t"
            "_ZdlPvRKSt9nothrow_t" "_ZdaPvRKSt9nothrow_t"
            "_ZdlPvSt11align_val_tRKSt9nothrow_t" "_ZdaPvSt11align_val_tRKSt9nothrow_t";
        abort: "abort" "_ZSt9terminatev" "__cxa_pure_virtual" "__stack_chk_fail"
            "__cxa_call_terminate" "_ZNSt3__122__libcpp_verbose_abortEPKcz";
        exit: "exit" "_exit" "_Exit" "quick_exit";
        assertion: "__assert_fail";
        failed: "pikse_failed";
        violated: "pikse_violated";
        differs: "pikse_differs";
        same: "pikse_same";
        panicked: "pikse_panicked";
        at_exit: "__cxa_atexit" "atexit" "__cxa_thread_atexit_impl";
        random: "getrandom";
        in_order: "pikse_in_order";
        unread: "pikse_unread";
    });
    TABLE.0
}

/// Functions without effects that the predicate could observe, and functions that only
/// pass on what it can observe anyway.
pub(crate) fn is_harmless(name: &str) -> bool {
    const EXACT: &[&str] = &[
        "__gxx_personality_v0",
        "__cxa_allocate_exception",
        "__cxa_throw",
        "__cxa_free_exception",
        "_Unwind_Resume",
        "__errno_location",
        "__ctype_b_loc",
        "__ctype_tolower_loc",
        "__ctype_toupper_loc",
        "abs",
        "labs",
        "llabs",
        "sqrt",
        "pow",
        "exp",
        "log",
        "log2",
        "log10",
        "floor",
        "ceil",
        "fabs",
        "fmod",
        "sin",
        "cos",
        "tan",
        "atan",
        "atan2",
        "round",
        "trunc",
        "tolower",
        "toupper",
        "isalpha",
        "isdigit",
        "isalnum",
        "isspace",
        "isupper",
        "islower",
        "rust_eh_personality",
        "__tls_get_addr",
    ];
    const CONTAINING: &[&str] = &[
        "__next_prime",
        "__throw_",
        "length_error",
        "out_of_range",
        "logic_error",
        "bad_alloc",
        "bad_array_new_length",
        "St9exception",
        "St8bad_cast",
    ];
    EXACT.contains(&name) || CONTAINING.iter().any(|part| name.contains(part))
}

/// Called before a function outside the program that may have effects.
unsafe extern "C" fn external(name: *const c_char) {
    // SAFETY: the instrumentation passes the function's name, on the predicate's stack.
    let (host, name) = unsafe { (present_host(), CStr::from_ptr(name)) };
    if host.is_checkpointing() {
        let name = name.to_string_lossy();
        host.fall_back(format!("the predicate calls `{name}`, whose effects cannot be undone"));
    }
}

/// Called before a pointer is passed to a function outside the program.
unsafe extern "C" fn pointer_leaves(pointer: u64, name: *const c_char) {
    use super::slot::{CANDIDATE_SIZE, SLOT_SIZE};
    if pointer & (SLOT_SIZE - 1) >= CANDIDATE_SIZE {
        return;
    }
    let here = 0_u8;
    if pointer & !(SLOT_SIZE - 1) == (&raw const here) as u64 & !(SLOT_SIZE - 1) {
        // SAFETY: as above.
        unsafe {
            let name = CStr::from_ptr(name).to_string_lossy().into_owned();
            break_here(Broken::Opaque(name))
        }
    }
}

/// Called when the predicate throws: the mangled name of the exception's type, and its
/// message.
unsafe extern "C" fn threw(mangled: *const c_char, what: *const c_char) {
    // SAFETY: the program passes null or texts.
    let text = |text: *const c_char| unsafe {
        (!text.is_null()).then(|| CStr::from_ptr(text).to_string_lossy().into_owned())
    };
    let name = text(mangled).map_or_else(|| "an exception".to_owned(), |name| type_name(&name));
    let message = text(what);
    // SAFETY: on the predicate's stack.
    unsafe { present_host() }.broken.get_or_insert(Broken::Threw { name, message });
}

/// The name of a C++ type from its mangled form, as far as it is simple.
fn type_name(mangled: &str) -> String {
    let builtin = match mangled {
        "i" => "int",
        "j" => "unsigned int",
        "l" => "long",
        "c" => "char",
        "b" => "bool",
        "d" => "double",
        "PKc" => "const char *",
        _ => "",
    };
    if !builtin.is_empty() {
        return builtin.to_owned();
    }
    cpp_demangle_type(mangled).unwrap_or_else(|| mangled.to_owned())
}

/// `3Foo`, `N3foo3BarE`, `St13runtime_error`: names in names.
fn cpp_demangle_type(mangled: &str) -> Option<String> {
    let inner = mangled.strip_prefix('N').and_then(|rest| rest.strip_suffix('E'));
    let mut rest = inner.unwrap_or(mangled);
    let mut parts = Vec::new();
    if let Some(after) = rest.strip_prefix("St") {
        parts.push("std");
        rest = after;
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let length: usize = rest[..digits].parse().ok()?;
        parts.push(rest.get(digits..digits + length)?);
        rest = &rest[digits + length..];
    }
    Some(parts.join("::"))
}

/// Called before an access out of bounds of a local array, or after one was noticed.
unsafe extern "C" fn stack_outside(writes: c_int) -> ! {
    // SAFETY: on the predicate's stack.
    unsafe { break_here(Broken::StackOutside { writes: writes != 0 }) }
}

unsafe extern "C" fn out_of_steps() -> ! {
    // SAFETY: on the predicate's stack.
    unsafe { break_here(Broken::TooManySteps) }
}

unsafe fn block(size: u64, alignment: u64) -> u64 {
    if !is_on_predicate_stack() {
        // Before any run: a library of the program is being initialised.
        let alignment = (alignment.max(16)) as usize;
        // SAFETY: a plain allocation; a size of zero also gives a block.
        return unsafe { libc::memalign(alignment, size as usize) as u64 };
    }
    // SAFETY: on the predicate's stack, with nothing to drop.
    unsafe {
        let host = present_host();
        match host.with_heap(|heap, log| heap.allocate(size, alignment, log)) {
            Ok(block) => {
                if let Some(checking) = &mut host.checking {
                    checking.allocated(block, size);
                    if checking.notes_sites {
                        let (control, base) = (&*host.control, checking.base());
                        let stopped = StoppedAt { code: 0, frame: control.frame };
                        let image = (control.image, control.image + control.image_size);
                        let calls = calls::addresses(stopped, base, image);
                        checking.sites.push((block, calls));
                    }
                }
                block
            }
            Err(error) => break_here(broken_by(error)),
        }
    }
}

fn broken_by(error: HeapError) -> Broken {
    match error {
        HeapError::Exhausted => Broken::OutOfMemory,
        HeapError::FreedTwice => Broken::DoubleFree,
        HeapError::NotAllocated => Broken::BadFree,
        HeapError::LogFull => Broken::TooManyWrites,
    }
}

/// Logs memory that a function of the host is going to change.
unsafe fn note_write(address: u64, bytes: u64) {
    // SAFETY: on the predicate's stack.
    unsafe {
        if let Err(broken) = present_host().before_write(address, bytes) {
            break_here(broken)
        }
    }
}

unsafe extern "C" fn allocate(size: u64) -> u64 {
    // SAFETY: as `block`.
    unsafe { block(size, 1) }
}

unsafe extern "C" fn allocate_zeroed(count: u64, size: u64) -> u64 {
    // SAFETY: as `block`; the block is that large. It may be an old one, so it is logged.
    unsafe {
        let Some(size) = count.checked_mul(size) else { break_here(Broken::OutOfMemory) };
        let block = block(size, 1);
        if present_host().with_heap(|_, log| log.note(block, size).map_err(Into::into)).is_err() {
            break_here(Broken::TooManyWrites);
        }
        std::ptr::write_bytes(block as *mut u8, 0, size as usize);
        block
    }
}

unsafe extern "C" fn allocate_aligned(alignment: u64, size: u64) -> u64 {
    // SAFETY: as `block`.
    unsafe { block(size, alignment.next_power_of_two()) }
}

unsafe extern "C" fn new_aligned(size: u64, alignment: u64) -> u64 {
    // SAFETY: as `block`.
    unsafe { block(size, alignment.next_power_of_two()) }
}

unsafe extern "C" fn allocate_aligned_at(to: *mut u64, alignment: u64, size: u64) -> c_int {
    // SAFETY: as `block`; the pointer is a variable of the program's. If it is not on the
    // stack, the log has it.
    unsafe {
        let block = block(size, alignment.next_power_of_two());
        note_write(to as u64, 8);
        to.write(block);
        0
    }
}

unsafe extern "C" fn reallocate(old: u64, size: u64) -> u64 {
    // SAFETY: as `block`; the copy fits both blocks.
    unsafe {
        if old == 0 {
            return block(size, 1);
        }
        let host = present_host();
        let own = host.checking.as_ref().and_then(|checking| checking.size_of(old));
        let known = match own.map_or_else(|| host.heap.size(old), Ok) {
            Ok(known) => known,
            Err(error) => break_here(broken_by(error)),
        };
        // Code under test always gets a new block: the map of accessible bytes is exact,
        // though blocks have spare room, and uses of pointers into the old block are found.
        if size <= known && host.checking.is_none() {
            return old;
        }
        let new = block(size, 1);
        let kept = known.min(size);
        // The program uses the copy from now on.
        let host = present_host();
        if host.checking.is_some() {
            let _ = host.copy(new, old, kept);
        }
        if present_host().with_heap(|_, log| log.note(new, kept).map_err(Into::into)).is_err() {
            break_here(Broken::TooManyWrites);
        }
        std::ptr::copy_nonoverlapping(old as *const u8, new as *mut u8, kept as usize);
        free(old);
        new
    }
}

unsafe extern "C" fn free(block: u64) {
    if block == 0 {
        return;
    }
    if !is_on_predicate_stack() {
        // Blocks of a run are dropped with its heap; others come from `block`.
        if !is_in_a_slot(block) {
            // SAFETY: allocated by `block`, outside of runs.
            unsafe { libc::free(block as *mut _) };
        }
        return;
    }
    // SAFETY: on the predicate's stack, with nothing to drop.
    unsafe {
        let host = present_host();
        let of_input = host.checking.as_mut().and_then(|checking| checking.free(block));
        let size = host.heap.size(block);
        let freed = of_input.unwrap_or_else(|| host.with_heap(|heap, log| heap.free(block, log)));
        if let (Some(checking), Ok(()), Ok(size)) = (&host.checking, &freed, size) {
            checking.freed_block(block, size);
        }
        if let Err(error) = freed {
            break_here(broken_by(error));
        }
    }
}

unsafe extern "C" fn abort() -> ! {
    // SAFETY: on the predicate's stack.
    unsafe { break_here(Broken::Aborted) }
}

unsafe extern "C" fn exit(code: c_int) -> ! {
    // SAFETY: on the predicate's stack.
    unsafe { break_here(Broken::Exited(code)) }
}

unsafe extern "C" fn assertion(
    text: *const c_char,
    file: *const c_char,
    line: u32,
    _function: *const c_char,
) -> ! {
    // SAFETY: C's assert passes texts; on the predicate's stack.
    unsafe {
        let text = CStr::from_ptr(text).to_string_lossy().into_owned();
        let file = CStr::from_ptr(file).to_string_lossy().into_owned();
        break_here(Broken::Assertion { text, place: Said { file, line, column: 0 } })
    }
}

/// `PIKSE_ASSERT` of the headers.
unsafe extern "C" fn failed(text: *const c_char, file: *const c_char, line: c_int) -> ! {
    // SAFETY: as C's own.
    unsafe { assertion(text, file, line as u32, std::ptr::null()) }
}

/// Called when a post-condition does not hold.
unsafe extern "C" fn violated(name: *const c_char) -> ! {
    // SAFETY: the instrumentation passes a text; on the predicate's stack.
    unsafe {
        let name = CStr::from_ptr(name).to_string_lossy().into_owned();
        break_here(match name.is_empty() {
            true => Broken::ReturnedFalse,
            false => Broken::Violated(name),
        })
    }
}

/// Called when two functions returned different numbers.
unsafe extern "C" fn differs(one: i64, other: i64) -> ! {
    // SAFETY: on the predicate's stack.
    unsafe { break_here(Broken::Differs(Difference::Results { one, other })) }
}

/// Whether the input is in the same state as its copy.
unsafe extern "C" fn same() {
    // SAFETY: on the predicate's stack, with nothing to drop.
    unsafe {
        show_all(present_host());
        let host = present_host();
        let Host { checking: Some(checking), layout, .. } = host else { return };
        checking.note_comparison(layout);
        if let Some(difference) = difference(checking) {
            break_here(Broken::Differs(difference))
        }
    }
}

unsafe extern "C" fn panicked(text: *const u8, length: usize) -> ! {
    // SAFETY: the program passes a text; on the predicate's stack.
    unsafe {
        let text = std::slice::from_raw_parts(text, length);
        let broken = Broken::panic(&String::from_utf8_lossy(text));
        break_here(broken)
    }
}

/// Functions that are registered for the end of the process never run.
unsafe extern "C" fn at_exit() -> c_int {
    0
}

/// Whether an entry of the contents of a container may follow the one before it.
unsafe extern "C" fn in_order(contents: u64, entry: usize) -> bool {
    // SAFETY: on the predicate's stack.
    is_in_order(unsafe { present_host() }, contents, entry)
}

/// The address of a part of an entry of the contents of a container that was not read yet, or null.
unsafe extern "C" fn unread(contents: u64, entry: usize) -> u64 {
    // SAFETY: on the predicate's stack.
    next_unread(unsafe { present_host() }, contents, entry)
}

/// The same numbers every time: a predicate has to be deterministic.
unsafe extern "C" fn random(buffer: *mut u8, length: usize, _flags: u32) -> isize {
    // SAFETY: the program's buffer; logged before it is written.
    unsafe {
        note_write(buffer as u64, length as u64);
        std::ptr::write_bytes(buffer, 0x5a, length);
    }
    length as isize
}
