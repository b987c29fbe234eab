//! 32-bit programs.

use pikse_verify::{Answer, Confirmation, DataModel, Part, Unknown};

use crate::support::{HEAD, done_in, task};

fn answer(property: &str, text: &str) -> Answer {
    let (_folder, task) = task("task.c", text, property, DataModel::Ilp32);
    done_in(60, &task).answer
}

#[track_caller]
fn holds(text: &str) {
    assert_eq!(answer("unreach-call", &format!("{HEAD}{text}")), Answer::True, "{text}");
}

#[test]
fn types_have_the_sizes_of_the_data_model() {
    holds(
        "struct s { char c; void *p; long long l; short s; }; union u { long l; void *p; double d; };\n\
         int main(void) { check(sizeof(void *) == 4); check(sizeof(long) == 4);\n\
         check(sizeof(struct s) == 20); check(__builtin_offsetof(struct s, l) == 8);\n\
         check(sizeof(union u) == 8); check(sizeof(long long) == 8); check(sizeof(__SIZE_TYPE__) == 4);\n\
         long x = 0x7fffffff; unsigned long y = x; check(y + 1 == 0x80000000u); return 0; }",
    );
}

#[test]
fn a_long_overflows_at_32_bits() {
    let text = "extern long __VERIFIER_nondet_long(void);\n\
                int main(void) { long x = __VERIFIER_nondet_long(); return x + 1 > x; }";
    assert_eq!(answer("no-overflow", text), Answer::False(None));
    let text = "extern int __VERIFIER_nondet_int(void);\n\
                int main(void) { long long x = __VERIFIER_nondet_int(); return x + 1 > x; }";
    assert_eq!(answer("no-overflow", text), Answer::True);
}

#[test]
fn pointers_are_stored_computed_and_compared() {
    holds(
        "int a[8]; int *table[3] = { a, a + 2, &a[7] }; struct n { struct n *next; int v; };\n\
         int deref(int **p) { return **p; }\n\
         int main(void) { unsigned i = __VERIFIER_nondet_uint(); assume_abort_if_not(i < 8);\n\
         a[2] = 5; check(*table[1] == 5); check(table[2] - table[0] == 7);\n\
         int *p = &a[i]; check(p >= a && p < a + 8); check(deref(&p) == a[i]);\n\
         unsigned long as_number = (unsigned long)p; check((int *)as_number == p);\n\
         check(((char *)p - (char *)a) / 4 == (int)i);\n\
         struct n x = { 0, 1 }, y = { &x, 2 }; check(y.next->v == 1 && y.next->next == 0);\n\
         int (*f)(int **) = deref; check(f(&table[1]) == 5); return 0; }",
    );
}

#[test]
fn models_serve_32_bit_programs() {
    let text = "#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n\
        struct n { struct n *next; int v; };\n\
        int main(int argc, char **argv) { struct n *head = 0;\n\
        for (int i = 0; i < 3; i++) { struct n *n = malloc(sizeof *n); n->next = head; n->v = i; head = n; }\n\
        int sum = 0; while (head) { struct n *n = head->next; sum += head->v; free(head); head = n; }\n\
        check(sum == 3); char text[20]; check(snprintf(text, sizeof text, \"%d %s %ld\", 5, \"ab\", -7L) == 7);\n\
        check(strcmp(text, \"5 ab -7\") == 0); check(strlen(argv[0]) > 0 && argv[argc] == 0);\n\
        printf(\"%d\\n\", __VERIFIER_nondet_int()); char *copy = strdup(text); check(copy[2] == 'a');\n\
        memset(copy, 'x', 3); check(memcmp(copy, \"xxxb\", 4) == 0); free(copy);\n\
        int *big = calloc(1000, sizeof *big); check(big[999] == 0); free(big); check(atoi(\"12\") == 12);\n\
        char *end; check(strtol(\"99999999999x\", &end, 10) == 2147483647L && *end == 'x');\n\
        return 0; }";
    let text = text
        .replacen("struct n", &format!("{HEAD}struct n"), 1)
        .replace("extern void abort(void);", "");
    assert_eq!(answer("unreach-call", &text), Answer::True);
    assert_eq!(answer("valid-memsafety", &text), Answer::True);
}

#[test]
fn arguments_of_variadic_functions() {
    holds(
        "int sum(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int s = 0;\n\
         for (int i = 0; i < n; i++) s += __builtin_va_arg(l, int);\n\
         s += *__builtin_va_arg(l, int *); s += (int)__builtin_va_arg(l, long long);\n\
         s += (int)__builtin_va_arg(l, double); __builtin_va_end(l); return s; }\n\
         int main(void) { int x = 100; check(sum(2, 1, 2, &x, 1000LL, 10000.0) == 11103); return 0; }",
    );
}

#[test]
fn memory_errors_are_found() {
    for (part, text) in [
        (Part::ValidDeref, "int main(void) { int *p = malloc(4); p[1] = 1; free(p); return 0; }"),
        (Part::ValidDeref, "int main(void) { int *p = malloc(4); free(p); return *p; }"),
        (Part::ValidDeref, "int main(void) { int *p = 0; return *p; }"),
        (Part::ValidFree, "int main(void) { int *p = malloc(4); free(p); free(p); return 0; }"),
        (Part::ValidMemtrack, "int main(void) { malloc(4); return 0; }"),
    ] {
        let text = format!("#include <stdlib.h>\n{text}");
        assert_eq!(answer("valid-memsafety", &text), Answer::False(Some(part)), "{text}");
    }
}

#[test]
fn a_model_that_does_not_fit_is_refused_by_name() {
    let text = "#include <time.h>\nint main(void) { time_t t; return time(&t) != t; }";
    match answer("unreach-call", text) {
        Answer::Unknown(Unknown::Incomplete(reasons)) => {
            assert!(reasons[0].contains("`time` in a 32-bit program"), "{reasons:?}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_violation_is_not_confirmed_natively() {
    let text =
        format!("{HEAD}int main(void) {{ if (__VERIFIER_nondet_int() == 7) reach_error(); }}");
    let (_folder, task) = task("task.c", &text, "unreach-call", DataModel::Ilp32);
    let done = done_in(60, &task);
    assert_eq!(done.answer, Answer::False(None));
    assert!(matches!(done.confirmation, Some(Confirmation::NotJudged(_))));
}
