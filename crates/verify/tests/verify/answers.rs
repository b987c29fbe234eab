//! The answers to small programs.

use pikse_verify::{Answer, Confirmation, DataModel, Part, Unknown};

use crate::support::{HEAD, answer, done_in, holds, task, undefined, violated};

fn with_head(text: &str) -> String {
    format!("{HEAD}{text}")
}

#[test]
fn a_call_of_reach_error_is_the_violation() {
    violated(
        "unreach-call",
        None,
        &with_head("int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }"),
    );
    holds(
        "unreach-call",
        &with_head(
            "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 && x > 5) reach_error(); }",
        ),
    );
}

#[test]
fn abort_and_failed_assertions_only_end_the_program() {
    holds(
        "unreach-call",
        &with_head(
            "int main(void) { int x = __VERIFIER_nondet_int(); assume_abort_if_not(x > 3); \
             check(x > 2); return 0; }",
        ),
    );
    holds(
        "unreach-call",
        &format!(
            "#include <assert.h>\n{HEAD}int main(void) {{ assert(__VERIFIER_nondet_int()); }}"
        ),
    );
}

#[test]
fn another_error_is_no_answer() {
    let text = with_head(
        "int a[4]; int main(void) { unsigned i = __VERIFIER_nondet_uint(); return a[i]; }",
    );
    undefined("unreach-call", &text);
    undefined("no-overflow", &text);
    undefined("termination", &text);
    violated("valid-memsafety", Some(Part::ValidDeref), &text);
    undefined(
        "valid-memsafety",
        &with_head("int main(void) { return 5 / __VERIFIER_nondet_int(); }"),
    );
}

#[test]
fn a_violation_counts_even_if_another_path_is_undefined() {
    violated(
        "unreach-call",
        None,
        &with_head(
            "int a[4]; int main(void) { unsigned i = __VERIFIER_nondet_uint(); \
             if (i == 77) reach_error(); return a[i]; }",
        ),
    );
}

#[test]
fn a_signed_left_shift_that_does_not_fit_is_a_violation() {
    let program = |condition: &str| {
        with_head(&format!(
            "int main(void) {{ int x = __VERIFIER_nondet_int(); if ({condition}) return x << 1; \
             return 0; }}"
        ))
    };
    violated("no-overflow", None, &program("x > 0"));
    // A negative number must not be shifted, but that is no overflow.
    undefined("no-overflow", &program("x < 0 && x > -5"));
    holds("no-overflow", &program("x > 0 && x < 1000"));
}

#[test]
fn a_local_without_a_value_has_any_value() {
    violated(
        "unreach-call",
        None,
        &with_head(
            "int main(void) { int x; if (__VERIFIER_nondet_int() == 3) x = 1; \
             if (x == 7) reach_error(); return 0; }",
        ),
    );
}

#[test]
fn overflow_is_of_signed_numbers() {
    for text in [
        "int main(void) { int x = __VERIFIER_nondet_int(); return x + 1 > x; }",
        "int main(void) { int x = __VERIFIER_nondet_int(); return -x; }",
        "int main(void) { int x = __VERIFIER_nondet_int(); return x / -1; }",
        "int main(void) { int x = __VERIFIER_nondet_int(); return x * 3; }",
    ] {
        violated("no-overflow", None, &with_head(text));
    }
    for text in [
        "int main(void) { unsigned x = __VERIFIER_nondet_uint(); return x + 1 > x; }",
        "int main(void) { unsigned x = __VERIFIER_nondet_uint(); return -x * 3u; }",
        "int main(void) { char c = (char)__VERIFIER_nondet_int(); c++; return c; }",
        "int main(void) { long x = __VERIFIER_nondet_int(); return (x * 3) != 1; }",
    ] {
        holds("no-overflow", &with_head(text));
    }
}

const ALLOCATION: &str = "#include <stdlib.h>\nint *g; extern int __VERIFIER_nondet_int(void);\n";

#[test]
fn memory_safety_names_its_part() {
    for (part, text) in [
        (Part::ValidFree, "int main(void) { int x; free(&x); return 0; }"),
        (Part::ValidFree, "int main(void) { int *p = malloc(8); free(p + 1); return 0; }"),
        (Part::ValidDeref, "int main(void) { int *p = 0; return *p; }"),
        (Part::ValidDeref, "int main(void) { int *p = malloc(4); free(p); return *p; }"),
        (Part::ValidMemtrack, "int main(void) { int *p = malloc(4); p = 0; return p != 0; }"),
        (Part::ValidMemtrack, "void f(void) { malloc(4); } int main(void) { f(); abort(); }"),
    ] {
        violated("valid-memsafety", Some(part), &format!("{ALLOCATION}{text}"));
    }
    for text in [
        "int main(void) { int *p = malloc(4); free(p); return 0; }",
        "int main(void) { g = malloc(4); return 0; }",
        "int main(int argc, char **argv) { return argv[0] == 0; }",
        "void f(int **p) { exit(0); } int main(void) { int *p = malloc(4); f(&p); return 0; }",
    ] {
        holds("valid-memsafety", &format!("{ALLOCATION}{text}"));
    }
}

#[test]
fn all_memory_is_freed() {
    violated("valid-memcleanup", None, &format!("{ALLOCATION}int main(void) {{ g = malloc(4); }}"));
    holds("valid-memcleanup", &format!("{ALLOCATION}int main(void) {{ g = malloc(4); free(g); }}"));
}

#[test]
fn an_allocation_never_fails() {
    holds(
        "unreach-call",
        &format!(
            "#include <stdlib.h>\n{HEAD}int main(void) {{ check(malloc(64) != 0); return 0; }}"
        ),
    );
    let text = format!(
        "#include <stdlib.h>\n{HEAD}int main(void) {{ check(malloc(1ul << 42) != 0); return 0; }}"
    );
    assert!(matches!(answer("unreach-call", &text), Answer::Unknown(Unknown::Incomplete(_))));
}

#[test]
fn termination_is_true_or_unknown() {
    holds(
        "termination",
        &with_head(
            "int main(void) { unsigned n = __VERIFIER_nondet_uint() % 5; while (n) n--; return 0; }",
        ),
    );
    let text = with_head("int main(void) { while (__VERIFIER_nondet_int()) {} return 0; }");
    let (_folder, task) = task("task.c", &text, "termination", DataModel::Lp64);
    assert!(matches!(done_in(2, &task).answer, Answer::Unknown(Unknown::Incomplete(_))));
}

#[test]
fn data_races_are_not_tried() {
    let answer = answer("no-data-race", "int main(void) { return 0; }");
    assert!(matches!(answer, Answer::Unknown(Unknown::Property(_))));
}

#[test]
fn input_functions_have_their_declared_types() {
    holds(
        "unreach-call",
        &with_head(
            "extern _Bool __VERIFIER_nondet_bool(void); extern unsigned long __VERIFIER_nondet_any(void); \
             extern unsigned char __VERIFIER_nondet_u8(void); \
             int main(void) { check(__VERIFIER_nondet_bool() <= 1); check(__VERIFIER_nondet_u8() < 256); \
             unsigned long x = __VERIFIER_nondet_any(); check(x + 1 != x); return 0; }",
        ),
    );
    violated(
        "unreach-call",
        None,
        &with_head(
            "extern int __VERIFIER_nondet_bool(void); extern short __VERIFIER_nondet_other(void); \
             int main(void) { if (__VERIFIER_nondet_bool() && __VERIFIER_nondet_other() == -300) \
             reach_error(); return 0; }",
        ),
    );
}

#[test]
fn violations_are_confirmed_natively() {
    let text = with_head("int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); }");
    let (_folder, task) = task("task.c", &text, "unreach-call", DataModel::Lp64);
    let done = done_in(60, &task);
    assert_eq!(done.confirmation, Some(Confirmation::Confirmed));
    let found = done.counterexample.expect("there is one");
    assert_eq!(found.inputs[0].0.bytes, [7, 0, 0, 0]);
    assert_eq!(found.target.function.as_deref(), Some("main"));
}

#[test]
fn preprocessed_programs_of_old_compilers_are_read() {
    let text = "# 1 \"gone.c\"\n\
        extern _Float128 strtof128 (const char *a, char **b);\n\
        typedef __builtin_va_list va;\n\
        # 40 \"gone.h\" 3\n\
        extern void abort (void);\n\
        void reach_error() { abort(); }\n\
        f(a) int a; { return a == 5; }\n\
        int main() { int x = __VERIFIER_nondet_int(); if (f(x)) reach_error(); return undeclared; }\n";
    let (_folder, broken) = task("task.i", text, "unreach-call", DataModel::Lp64);
    assert!(matches!(done_in(60, &broken).answer, Answer::Unknown(Unknown::NoProgram(_))));
    let text = text.replace("undeclared", "0");
    let (_folder, task) = task("task.i", &text, "unreach-call", DataModel::Lp64);
    let done = done_in(60, &task);
    assert_eq!(done.answer, Answer::False(None));
    assert_eq!(done.counterexample.expect("there is one").target.line, 8);
}
