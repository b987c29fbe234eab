//! Paths of the symbolic machine, replayed natively.

mod floats;
mod programs;
mod subjects;
mod support;

use std::time::Duration;

use self::support::{Subject, entry};
use pikse_explore::replay::{Limits, Outcome, Replayer, Start};
use pikse_explore::{Argument, Entry, Input, Test, TestVerdict};
use pikse_llvm::inkwell::context::Context;
use pikse_vm::{ErrorKind, Options};

/// Every path is confirmed, and there are so many.
fn confirm(text: &str, start: &Start, paths: usize) {
    let context = Context::create();
    let subject = Subject::c(&context, text);
    let replayed = subject.replay_all(start, Options::default());
    for (test, replayed) in &replayed {
        assert!(replayed.is_confirmed(), "{replayed}\n{test:?}\n{text}");
    }
    assert_eq!(replayed.len(), paths, "{text}");
}

#[test]
fn functions_take_the_same_paths() {
    let mid = "int mid(int x, int y, int z) {
        if (x < y) { if (y < z) return y; else if (x < z) return z; else return x; }
        else if (x < z) return x; else if (y < z) return z; else return y; }";
    confirm(mid, &entry("mid", &[32, 32, 32]), 6);
    let table = "int f(unsigned char c) { switch (c) {
        case 0: return 7; case 1: case 2: return 8; case 200: c = 3; break; default: break; }
        int n = 0; while (c > 253) { c--; n++; } return n + c; }";
    confirm(table, &entry("f", &[8]), 6);
}

#[test]
fn arguments_of_every_kind_are_the_same() {
    let text = "int f(const char *s, int *a, long n, double d, _Bool b, char *none, short k) {
        int sum = b ? 1 : 2;
        if (none || k != -3) return -1;
        for (long i = 0; i < n; i++) if (a[i] == 7) sum += 10;
        if (s[0] == 'x' && s[1] == 0) sum += 100;
        while (*s) { s++; if (*s == 'q') return sum; }
        if (d == 0.5) sum++;
        return sum; }";
    let symbolic = |name: &str, width| Argument::Symbolic { name: name.to_owned(), width };
    let arguments = vec![
        Argument::Buffer { name: "s".to_owned(), bytes: 2, terminated: true },
        Argument::Buffer { name: "a".to_owned(), bytes: 8, terminated: false },
        Argument::Number { width: 64, value: 2 },
        Argument::Number { width: 64, value: 0.5f64.to_bits() },
        symbolic("b", 1),
        Argument::Null,
        Argument::Number { width: 16, value: 0xfffd },
    ];
    let start = Start::Function(Entry { function: "f".to_owned(), arguments, ..Entry::default() });
    let context = Context::create();
    let subject = Subject::c(&context, text);
    let replayed = subject.replay_all(&start, Options::default());
    assert!(replayed.len() > 20, "{}", replayed.len());
    for (test, replayed) in &replayed {
        assert!(replayed.is_confirmed(), "{replayed}\n{test:?}");
    }
}

#[test]
fn blocks_with_an_address_are_found() {
    let text = "int f(unsigned char a, unsigned char b) {
        static const void *next[] = { &&add, &&twice, &&end };
        int sum = 0;
        unsigned char code[3] = { a, b, 2 };
        const unsigned char *at = code;
        if (a > 2 || b > 2) return -1;
        goto *next[*at++];
        add: sum += 1; goto *next[*at++];
        twice: sum = sum * 2 + 1; goto *next[*at++];
        end: return sum; }";
    let context = Context::create();
    let subject = Subject::c(&context, text);
    let replayed = subject.replay_all(&entry("f", &[8, 8]), Options::default());
    assert!(replayed.len() >= 9, "{}", replayed.len());
    for (test, replayed) in &replayed {
        assert!(replayed.is_confirmed(), "{replayed}\n{test:?}");
    }
}

/// A harness with one path of each verdict, and how it ends natively.
#[test]
fn every_verdict_is_seen() {
    for (statement, verdict, outcome) in [
        // A system keeps the low 8 bits.
        ("exit(300);", "finished", "Exited(44)"),
        ("pikse_assume(x > 7);", "rejected", "Rejected"),
        ("klee_silent_exit(1);", "rejected", "Rejected"),
        ("assert(x != 5);", "assertion", "Assertion"),
        ("pikse_failed(\"x\", \"f\", 1);", "assertion", "Assertion(\"x\")"),
        ("abort();", "abort", "Aborted"),
        ("reach_error();", "reached-error", "ReachedError"),
        ("klee_report_error(\"f\", 1, \"bad\", \"err\");", "reported", "Reported(\"bad (err)\")"),
        ("*(volatile int *)0 = 1;", "null-pointer", "Signal(11)"),
        ("x = 10 / (x - 5);", "division-by-zero", "Signal(8)"),
        ("free(p); free(p);", "double-free", "Heap"),
        ("free((char *)p + 1);", "bad-free", "Heap"),
        ("((void (*)(void))16)();", "bad-call", "Signal(11)"),
        ("return f(0);", "recursion", "Signal(11)"),
    ] {
        let text = format!(
            "#include <assert.h>
             #include <stdlib.h>
             void klee_silent_exit(int);
             volatile int zero;
             int f(int n) {{ volatile char room[4096]; room[n] = n; return f(n) + room[n]; }}
             int main(void) {{
                int x; void *p = malloc(8);
                pikse_symbolic(&x, sizeof x, \"x\");
                if (x == 5) {{ {statement} }}
                free(p);
                return x == zero; }}"
        );
        let context = Context::create();
        let subject = Subject::c(&context, &text);
        let start = Start::Main(pikse_env::Plan::new("subject"));
        let replayed = subject.replay_all(&start, Options::default());
        let seen = replayed.iter().filter(|(test, _)| test.verdict.name() == verdict);
        assert!(seen.count() >= 1, "{statement}: {:?}", replayed[0].0);
        for (test, replayed) in &replayed {
            assert!(replayed.is_confirmed(), "{statement}: {replayed}\n{test:?}");
            if test.inputs[0].bytes == [5, 0, 0, 0] {
                let seen = format!("{:?}", replayed.outcome);
                assert!(seen.starts_with(outcome), "{statement}: {replayed}");
            }
        }
    }
}

/// Errors that a native run does not show: the path up to them is confirmed.
#[test]
fn errors_that_do_not_show_are_confirmed_up_to_them() {
    for (statement, verdict) in [
        ("if (room[4 + x - 5] == 0 || 1) zero = 1;", "out-of-bounds"),
        ("free(p); if (*(volatile char *)p) zero = 1; p = 0;", "use-after-free"),
        ("if (*(volatile char *)p == 3) zero = 2;", "uninitialised"),
        ("x = 2147483647; x += zero + 1;", "overflow"),
        ("x = 1 << (27 + x);", "shift"),
        ("p = 0;", "leak"),
    ] {
        let text = format!(
            "#include <stdlib.h>
             volatile int zero;
             int main(void) {{
                int x; char *p = malloc(8); volatile char room[4] = {{ 1, 2, 3, 4 }};
                pikse_symbolic(&x, sizeof x, \"x\");
                if (x == 5) {{ {statement} }}
                if (zero) x = 1;
                free(p);
                return x == zero; }}"
        );
        let context = Context::create();
        let subject = Subject::c(&context, &text);
        let start = Start::Main(pikse_env::Plan::new("subject"));
        let options = Options { undefined_behaviour: true, leaks: true, ..Options::default() };
        let replayed = subject.replay_all(&start, options);
        assert!(replayed.iter().any(|(test, _)| test.verdict.name() == verdict), "{statement}");
        for (test, replayed) in &replayed {
            assert!(!replayed.is_refuted(), "{statement}: {replayed}\n{test:?}");
            assert_eq!(replayed.same_path, Some(true), "{statement}: {replayed}\n{test:?}");
            assert_eq!(
                replayed.is_confirmed(),
                test.verdict == TestVerdict::Finished,
                "{replayed}"
            );
        }
    }
}

/// A program that tells little by its verdict, for tests that are wrong or strange.
const ECHO: &str = "
    #include <stdio.h>
    #include <stdlib.h>
    #include <sys/syscall.h>
    #include <unistd.h>
    void absent(void);
    int main(void) {
        int x; char again[2];
        pikse_symbolic(&x, sizeof x, \"x\");
        pikse_symbolic(again, sizeof again, \"x\");
        if (x == 1) for (;;) pause();
        if (x == 2) absent();
        if (x == 3) { for (;;) if (!malloc(1 << 20)) return 33; }
        if (x == 4) { int child = syscall(SYS_fork); if (!child) for (;;) pause(); x = child; }
        if (x == 5) for (;;) puts(\"more and more and more\");
        if (x == 7) for (volatile int k = 0;; k++) {}
        if (x == 6) return getenv(\"PATH\") || getenv(\"PIKSE_REPLAY\");
        printf(\"%d %d\\n\", x, again[1]);
        return again[0]; }";

fn numbered(name: &str, bytes: &[u8]) -> Input {
    Input { name: name.to_owned(), bytes: bytes.to_vec() }
}

#[test]
fn limits_hold_and_nothing_is_left_behind() {
    let context = Context::create();
    let subject = Subject::c(&context, ECHO);
    let start = Start::Main(pikse_env::Plan::new("subject"));
    let limits = Limits { time: Duration::from_millis(500), memory: 256 << 20, output: 1 << 20 };
    let replayer = subject.replayer(&start, limits);
    for (x, expected) in [
        (1, Outcome::Blocked),
        (7, Outcome::TimedOut),
        (2, Outcome::Undefined("absent".to_owned())),
        (3, Outcome::Exited(33)),
        (4, Outcome::Exited(7)),
        (5, Outcome::Signal(25)),
        (6, Outcome::Exited(0)),
    ] {
        let test = Test {
            inputs: vec![numbered("x", &[x, 0, 0, 0]), numbered("x_1", &[7, 9])],
            verdict: TestVerdict::Finished,
            ..Test::default()
        };
        let replayed = replayer.run(&test).expect("it runs");
        assert_eq!(replayed.outcome, expected, "{x}: {replayed}");
        if x == 4 {
            let text = String::from_utf8_lossy(&replayed.output);
            let child = text.split(' ').next().expect("its number");
            assert!(ends(child.parse().expect("a number")), "{child} is left behind");
        }
    }
}

/// Whether a process that was told to end does so. Nobody may have waited for it yet.
fn ends(process: u32) -> bool {
    let is_there = || {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok();
        stat.is_some_and(|stat| !stat.contains(") Z "))
    };
    let mut tries = (0..1_000).map(|_| {
        std::thread::sleep(Duration::from_millis(10));
        !is_there()
    });
    tries.any(|ended| ended)
}

#[test]
fn tests_that_are_wrong_are_not_confirmed() {
    let context = Context::create();
    let subject = Subject::c(&context, ECHO);
    let start = Start::Main(pikse_env::Plan::new("subject"));
    let replayer = subject.replayer(&start, Limits::default());
    let unknown = Test {
        inputs: vec![numbered("x", &[0, 1, 0, 0]), numbered("x_1", &[7, 9])],
        verdict: TestVerdict::Finished,
        exit_code: Some(7),
        output: b"256 9\n".to_vec(),
        ..Test::default()
    };
    let right = Test { trace: trace_of(&replayer, &unknown), ..unknown };
    let run = |test: &Test| replayer.run(test).expect("it runs").to_string();
    let confirmed = "confirmed: the same path (7 branches); it exited with code 7";
    assert_eq!(run(&right), confirmed);
    let changed = |change: fn(&mut Test)| {
        let mut test = right.clone();
        change(&mut test);
        run(&test)
    };
    for (text, expected) in [
        (
            changed(|test| test.trace ^= 1),
            "not confirmed: a different path (7 branches); it exited with code 7",
        ),
        (
            changed(|test| test.exit_code = Some(8)),
            "not confirmed: the same path (7 branches); it exited with code 7 \
             (the test expects `finished` with code 8)",
        ),
        (
            changed(|test| test.output.clear()),
            "not confirmed: the same path (7 branches); it exited with code 7 \
             (the output differs)",
        ),
        (
            changed(|test| test.verdict = TestVerdict::Error(ErrorKind::Assertion)),
            "not confirmed: the same path (7 branches); it exited with code 7 \
             (the test expects `assertion`)",
        ),
        (
            changed(|test| test.verdict = TestVerdict::Error(ErrorKind::OutOfBounds)),
            "path confirmed: the same path (7 branches); it exited with code 7 \
             (`out-of-bounds` need not be visible in a native run)",
        ),
        (
            changed(|test| test.inputs[1].bytes.truncate(1)),
            "not confirmed: the same path (7 branches); it exited with code 7 \
             (the output differs; 1 inputs have a different size in the test)",
        ),
        (
            changed(|test| test.inputs.truncate(1)),
            "not confirmed: the same path (7 branches); it exited with code 0 \
             (the test expects `finished` with code 7; the output differs; \
             1 inputs are missing in the test; zero was used)",
        ),
    ] {
        assert_eq!(text, expected);
    }
}

/// The trace of a native run.
fn trace_of(replayer: &Replayer, test: &Test) -> u64 {
    replayer.run(test).expect("it runs").trace
}

#[test]
fn one_program_runs_in_several_threads() {
    let context = Context::create();
    let text = "int f(unsigned char x) { return x < 100 ? x : x * 2; }";
    let subject = Subject::c(&context, text);
    let replayer = subject.replayer(&entry("f", &[8]), Limits::default());
    std::thread::scope(|scope| {
        for part in 0..4u8 {
            let replayer = &replayer;
            scope.spawn(move || {
                for x in (part * 64)..=(part * 64 + 63) {
                    let inputs = vec![numbered("arg0", &[x])];
                    let replayed = replayer.run(&Test { inputs, ..Test::default() });
                    let expected = if x < 100 { i32::from(x) } else { i32::from(x) * 2 };
                    let outcome = replayed.expect("it runs").outcome;
                    assert_eq!(outcome, Outcome::Exited(expected), "{x}");
                }
            });
        }
    });
}

#[test]
fn what_does_not_fit_is_an_error() {
    let context = Context::create();
    let subject =
        Subject::c(&context, "struct s { float a, b; }; int f(struct s x) { return x.a > 0; }");
    let start = |function: &str, arguments| {
        Start::Function(Entry { function: function.to_owned(), arguments, ..Entry::default() })
    };
    let wide = Argument::Number { width: 32, value: 0 };
    for (start, expected) in [
        (start("g", vec![]), "the program does not define the function `g`"),
        (
            start("pikse_symbolic", vec![]),
            "the program does not define the function `pikse_symbolic`",
        ),
        (
            start("f", vec![]),
            "`f` cannot be called with these arguments: it takes 1, but 0 are given",
        ),
        (
            start("f", vec![wide]),
            "`f` cannot be called with these arguments: argument 0 is of type `<2 x float>`",
        ),
        (Start::Main(pikse_env::Plan::new("p")), "the program does not define the function `main`"),
    ] {
        let made =
            Replayer::new(&subject.module, &subject.lowered, |_| true, &start, Limits::default());
        assert_eq!(made.expect_err("it does not fit").to_string(), expected);
    }
}
