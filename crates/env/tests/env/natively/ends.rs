//! Ends of programs, and messages of harnesses.

use std::ffi::{c_int, c_void};

use super::machine::end_of;
use super::models::harness::{klee, own, verifier};
use super::models::stdio::arguments::VaList;
use super::models::stdlib::exit;
use super::models::{alloc, assert, setjmp, signal, system, threads};

#[test]
fn each_end_is_told_as_what_it_is() {
    type Run = fn();
    // SAFETY: what is called ends the process.
    let table: [(&str, &str, Run); 21] = unsafe {
        [
            ("exit", "exit 3", || exit::pikse_libc_exit(3)),
            ("_exit", "exit 4", || exit::pikse_libc__exit(4)),
            ("abort", "fail 1: abort", || exit::pikse_libc_abort()),
            ("raise", "fail 1: abort", || _ = signal::pikse_libc_raise(6)),
            ("a signal of an error", "fail 1: a signal without a handler", || {
                signal::pikse_libc_raise(11);
            }),
            ("another signal", "killed by signal 15", || _ = signal::pikse_libc_raise(15)),
            ("a signal that stops", "blocked: a signal that stops the program", || {
                signal::pikse_libc_raise(19);
            }),
            ("pause", "blocked: waiting for a signal", || {
                signal::pikse_libc_pause();
            }),
            ("a signal that does nothing", "returned", || _ = signal::pikse_libc_raise(17)),
            ("assert", "fail 0: x > 0", || {
                assert::pikse_libc___assert_fail(
                    c"x > 0".as_ptr(),
                    c"a.c".as_ptr(),
                    7,
                    c"main".as_ptr(),
                );
            }),
            ("PIKSE_ASSERT", "fail 0: x", || {
                own::pikse_libc_pikse_failed(c"x".as_ptr(), c"a.c".as_ptr(), 7);
            }),
            ("pikse_assume", "rejected", || own::pikse_libc_pikse_assume(0)),
            ("pikse_assume, if it holds", "returned", || own::pikse_libc_pikse_assume(256)),
            ("klee_assume", "returned", || klee::pikse_libc_klee_assume(1 << 40)),
            ("klee_silent_exit", "rejected", || klee::pikse_libc_klee_silent_exit(0)),
            ("klee_report_error", "fail 5: m (s)", || {
                klee::pikse_libc_klee_report_error(c"f".as_ptr(), 1, c"m".as_ptr(), c"s".as_ptr());
            }),
            ("reach_error", "fail 3: reach_error", || verifier::pikse_libc_reach_error()),
            ("__VERIFIER_assert", "fail 0: __VERIFIER_assert", || {
                verifier::pikse_libc___VERIFIER_assert(0);
            }),
            ("new", "fail 4: std::bad_alloc: out of memory", || {
                alloc::pikse_libc__Znwm(usize::MAX);
            }),
            ("longjmp", "longjmp 1", || setjmp::pikse_libc_longjmp(std::ptr::null_mut(), 0)),
            (
                "a mutex twice",
                "fail 1: deadlock: a thread locks a mutex that it has already locked",
                || {
                    let mut mutex = std::mem::zeroed();
                    threads::mutex::pikse_libc_pthread_mutex_lock(&raw mut mutex);
                    threads::mutex::pikse_libc_pthread_mutex_lock(&raw mut mutex);
                },
            ),
        ]
    };
    let _alone = super::machine::alone();
    for (name, expected, run) in table {
        assert_eq!(end_of(run), expected, "{name}");
    }
}

extern "C" fn first() {
    super::machine::say("first ");
}

extern "C" fn second(argument: *mut c_void) {
    super::machine::say(if argument.is_null() { "null " } else { "second " });
}

extern "C" fn third(code: c_int, _: *mut c_void) {
    super::machine::say(&format!("{code} "));
    // SAFETY: a handler may add one.
    unsafe { exit::pikse_libc_atexit(first as *const u8) };
}

#[test]
fn handlers_run_at_the_end_the_last_one_first() {
    let _alone = super::machine::alone();
    let end = end_of(|| {
        let mut something = 0u8;
        // SAFETY: the handlers take what they get.
        unsafe {
            for _ in 0..10 {
                exit::pikse_libc_atexit(first as *const u8);
            }
            let argument = (&raw mut something).cast();
            exit::pikse_libc___cxa_atexit(second as *const u8, argument, std::ptr::null_mut());
            exit::pikse_libc_on_exit(third as *const u8, std::ptr::null_mut());
            exit::pikse_libc_exit(5);
        }
    });
    assert_eq!(end, format!("5 first second {}exit 5", "first ".repeat(10)));
}

extern "C" fn handle(signal: c_int) {
    super::machine::say(&format!("signal {signal} "));
}

#[test]
fn handlers_of_signals_run() {
    let _alone = super::machine::alone();
    let end = end_of(|| {
        // SAFETY: the handler takes what it gets.
        unsafe {
            signal::pikse_libc_signal(15, handle as *const () as usize);
            signal::pikse_libc_raise(15);
            signal::pikse_libc_signal(6, handle as *const () as usize);
            exit::pikse_libc_abort();
        }
    });
    assert_eq!(end, "signal 15 signal 6 fail 1: abort");
}

#[test]
fn calls_by_number_are_the_functions() {
    let _alone = super::machine::alone();
    let call = |number, words: &[u64]| {
        let mut words = words.to_vec();
        let mut list = VaList {
            gp_offset: 48,
            fp_offset: 176,
            overflow: words.as_mut_ptr().cast(),
            save: std::ptr::null_mut(),
        };
        // SAFETY: there are as many words as the call takes.
        unsafe { system::pikse_model_syscall(number, &raw mut list) }
    };
    let mut bytes = [0u8; 8];
    assert_eq!(call(318, &[bytes.as_mut_ptr() as u64, 8, 4]), 8);
    assert_ne!(bytes, [0; 8]);
    assert_eq!(call(202, &[bytes.as_mut_ptr() as u64, 1, 1]), 0);
    let end = end_of(|| _ = call(57, &[]));
    assert_eq!(end, "unsupported: syscall with this number");
}
