//! The machine's functions for tests of models: memory is the C library's, nothing is symbolic,
//! output is kept, and the end of a program ends the process.

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_int};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

static SIZES: LazyLock<Mutex<HashMap<usize, usize>>> = LazyLock::new(Mutex::default);
static OUTPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ALONE: Mutex<()> = Mutex::new(());

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tests of models that have a state run one after the other.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    lock(&ALONE)
}

/// What was written since the last time.
pub(crate) fn output() -> String {
    String::from_utf8_lossy(&std::mem::take(&mut *lock(&OUTPUT))).into_owned()
}

/// Runs a function that ends the process in a separate process, and returns how it ended: the exit
/// code, or the message to the machine.
pub(crate) fn end_of(run: impl FnOnce()) -> String {
    let mut pipe = [0; 2];
    // SAFETY: the child only runs models, which take no lock but those of this file.
    unsafe {
        assert_eq!(libc::pipe(pipe.as_mut_ptr()), 0);
        let child = libc::fork();
        assert!(child >= 0, "a process can be made");
        if child == 0 {
            libc::dup2(pipe[1], 100);
            run();
            end("returned");
        }
        libc::close(pipe[1]);
        let mut text = vec![0u8; 1000];
        let mut length = 0;
        loop {
            let got = libc::read(pipe[0], text[length..].as_mut_ptr().cast(), text.len() - length);
            if got <= 0 {
                break;
            }
            length += got as usize;
        }
        libc::close(pipe[0]);
        libc::waitpid(child, std::ptr::null_mut(), 0);
        text.truncate(length);
        String::from_utf8_lossy(&text).into_owned()
    }
}

/// Sends a message from such a process.
pub(crate) fn say(what: &str) {
    // SAFETY: the text is there while it is written.
    unsafe { libc::write(100, what.as_ptr().cast(), what.len()) };
}

/// Ends the process with a reason.
pub(crate) fn end(why: &str) -> ! {
    say(why);
    // SAFETY: nothing is left to be done.
    unsafe { libc::_exit(0) }
}

unsafe fn text(of: *const c_char) -> String {
    // SAFETY: models give texts with a zero at the end.
    unsafe { CStr::from_ptr(of) }.to_string_lossy().into_owned()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pikse_vm_allocate(size: usize, align: usize) -> *mut u8 {
    if size > 1 << 40 {
        return std::ptr::null_mut();
    }
    let room = size.max(1).next_multiple_of(align);
    // SAFETY: the size is a multiple of the alignment.
    let new = unsafe { libc::aligned_alloc(align, room) }.cast::<u8>();
    // SAFETY: it is new.
    unsafe { new.write_bytes(0xa5, room) };
    lock(&SIZES).insert(new as usize, size);
    new
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pikse_vm_allocate_zeroed(size: usize, align: usize) -> *mut u8 {
    // SAFETY: it has so many bytes.
    unsafe {
        let new = pikse_vm_allocate(size, align);
        if !new.is_null() {
            new.write_bytes(0, size);
        }
        new
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pikse_vm_give(size: usize) -> *mut u8 {
    // SAFETY: as for any other memory.
    unsafe { pikse_vm_allocate(size, 16) }
}

/// Sizes of objects are not known natively.
#[unsafe(no_mangle)]
extern "C" fn pikse_vm_room(_: *const u8) -> usize {
    usize::MAX >> 1
}

#[unsafe(no_mangle)]
extern "C" fn pikse_vm_split(_: c_int) {}

#[unsafe(no_mangle)]
extern "C" fn pikse_vm_switch(_: usize, _: c_int) {
    end("another thread runs")
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pikse_vm_free(p: *mut u8) {
    let known = lock(&SIZES).remove(&(p as usize));
    match known {
        // SAFETY: it was allocated above.
        Some(_) => unsafe { libc::free(p.cast()) },
        None => end("bad free"),
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pikse_vm_size(p: *const u8) -> usize {
    let size = lock(&SIZES).get(&(p as usize)).copied();
    size.unwrap_or_else(|| end("no heap memory begins there"))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pikse_vm_write(fd: c_int, bytes: *const u8, n: usize) {
    // SAFETY: the caller has that many bytes.
    let bytes = unsafe { std::slice::from_raw_parts(bytes, n) };
    let mut output = lock(&OUTPUT);
    if fd == 2 {
        output.push(b'!');
    }
    output.extend(bytes);
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pikse_vm_write_at(_: c_int, _: usize, _: *const u8, _: usize) {
    end("this output is a stream")
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pikse_vm_resize_output(_: c_int, _: usize) {
    end("this output is a stream")
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pikse_vm_symbolic(p: *mut u8, n: usize, name: *const c_char) {
    // SAFETY: the caller has that many bytes.
    let (bytes, name) = unsafe { (std::slice::from_raw_parts_mut(p, n), text(name)) };
    lock(&OUTPUT).extend(format!("<{name}:{n}>").bytes());
    bytes.fill(1);
    if name == "n_args" {
        bytes.copy_from_slice(&2u32.to_le_bytes());
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pikse_vm_assume(condition: c_int) {
    if condition == 0 {
        end("rejected");
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pikse_vm_kill(signal: c_int) -> ! {
    end(&format!("killed by signal {signal}"))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pikse_vm_block(message: *const c_char) -> ! {
    // SAFETY: the models end their messages with a zero byte.
    let message = unsafe { std::ffi::CStr::from_ptr(message) };
    end(&format!("blocked: {}", message.to_string_lossy()))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pikse_vm_reject() -> ! {
    end("rejected")
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pikse_vm_exit(code: c_int) -> ! {
    end(&format!("exit {code}"))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pikse_vm_fail(kind: u32, message: *const c_char) -> ! {
    // SAFETY: models give texts.
    end(&format!("fail {kind}: {}", unsafe { text(message) }))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pikse_vm_unsupported(what: *const c_char) -> ! {
    // SAFETY: models give texts.
    end(&format!("unsupported: {}", unsafe { text(what) }))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pikse_vm_note(what: *const c_char) {
    // SAFETY: models give texts.
    lock(&OUTPUT).extend(format!("(note: {})", unsafe { text(what) }).bytes());
}

#[unsafe(no_mangle)]
extern "C" fn pikse_vm_is_symbolic(_: u64) -> c_int {
    0
}

#[unsafe(no_mangle)]
extern "C" fn pikse_vm_value(value: u64) -> u64 {
    value
}

#[unsafe(no_mangle)]
extern "C" fn pikse_vm_least(value: u64) -> u64 {
    value
}

#[unsafe(no_mangle)]
extern "C" fn pikse_vm_concretize(value: u64) -> u64 {
    value
}

#[unsafe(no_mangle)]
extern "C" fn pikse_vm_longjmp(_: *mut u8, value: c_int) -> ! {
    end(&format!("longjmp {value}"))
}

/// A `main` that shows its environment.
#[unsafe(no_mangle)]
unsafe extern "C" fn pikse_vm_call_main(
    argc: c_int,
    argv: *mut *mut c_char,
    envp: *mut *mut c_char,
) -> c_int {
    let mut shown = format!("{argc}");
    // SAFETY: both lists end with a null.
    unsafe {
        for list in [argv, envp] {
            shown.push('|');
            for at in (0..).take_while(|at| !(*list.add(*at)).is_null()) {
                shown.push_str(&format!("{},", text(*list.add(at))));
            }
        }
    }
    lock(&OUTPUT).extend(shown.bytes());
    7
}

macro_rules! arithmetic {
    ($($name:ident($of:ty) $operator:tt;)*) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $name(a: $of, b: $of) -> $of {
            a $operator b
        }
    )*};
}

arithmetic! {
    pikse_model_sdiv32(i32) /;
    pikse_model_srem32(i32) %;
    pikse_model_sdiv64(i64) /;
    pikse_model_srem64(i64) %;
}
