//! Small predicates in C, each with what is to be said of a field's values.

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program};
use pikse_native::multi_value::{CANONICAL, analyse};

use super::harness::{Field, Host, Predicate};

/// What the predicates read. They are given `a == 2` and `b == 7`.
const HEADER: &str = "
#include <stdbool.h>
#include <stddef.h>
enum color { RED, GREEN = 4, BLUE = 9 };
struct s {
    int x, y, a, b;
    struct s *p, *q;
    signed char c;
    unsigned char uc;
    short h;
    unsigned u;
    long l;
    bool t;
    enum color e;
    double d;
};
void *malloc(size_t);
void free(void *);
int counter;
";

struct Case {
    name: &'static str,
    code: &'static str,
    field: &'static str,
    /// What is to be said of each value.
    expected: fn(i64) -> u8,
}

const fn case(
    name: &'static str,
    field: &'static str,
    expected: fn(i64) -> u8,
    code: &'static str,
) -> Case {
    Case { name, code, field, expected }
}

/// 1 if the predicate rejects, and nothing otherwise.
fn rejects(when: bool) -> u8 {
    when.into()
}

/// 1 if the predicate rejects, 2 if it accepts.
fn decides(accepts: bool) -> u8 {
    1 + u8::from(accepts)
}

const CASES: &[Case] = &[
    // The four chains of Table I.
    case("branch", "x", |x| rejects(x != 7), "
        bool branch(struct s *t) { int b = t->b; if (t->x != b) return false; return t->y == 3; }"),
    case("branch_both", "x", |x| decides(x == 7), "
        bool branch_both(struct s *t) { int b = t->b; if (t->x != b) return false; return true; }"),
    case("returned", "x", |x| decides(x == 7), "
        bool returned(struct s *t) { int b = t->b; return t->x == b; }"),
    case("two_branch", "x", |x| rejects(!(2..=7).contains(&x)), "
        bool two_branch(struct s *t) {
            int a = t->a, b = t->b;
            if (t->x < a || t->x > b) return false;
            return t->y == 3;
        }"),
    case("two_returned", "x", |x| decides((2..=7).contains(&x)), "
        bool two_returned(struct s *t) {
            int a = t->a, b = t->b;
            return t->x >= a && t->x <= b;
        }"),
    // More comparisons, and other ways to join them.
    case("strict_and", "x", |x| decides(!(2 < x && x < 7)), "
        bool strict_and(struct s *t) {
            int a = t->a, b = t->b, x = t->x;
            return !((a < x) & (x < b));
        }"),
    case("three", "x", |x| rejects(!(0..=10).contains(&x) || x == 7), "
        bool three(struct s *t) {
            int b = t->b;
            if (t->x < 0 || t->x > 10 || t->x == b) return false;
            return t->y == 3;
        }"),
    case("mixed", "x", |x| rejects((0..=5).contains(&x) && x != 3 || x == 9), "
        bool mixed(struct s *t) {
            if ((t->x >= 0 && t->x <= 5 && t->x != 3) || t->x == 9) return false;
            return t->y;
        }"),
    case("one_side", "x", |x| rejects(x > 4), "
        bool one_side(struct s *t) { int x = t->x; return x <= 4 && t->y == 3; }"),
    case("accept_side", "x", |x| if x > 4 { 2 } else { 0 }, "
        bool accept_side(struct s *t) { int x = t->x; return x > 4 || t->y == 3; }"),
    case("ternary", "x", |x| decides(if x > 4 { x != 6 } else { x == 2 }), "
        bool ternary(struct s *t) { int a = t->a, x = t->x; return x > 4 ? x != 6 : x == a; }"),
    case("local_flag", "x", |x| rejects(!(2..=7).contains(&x)), "
        bool local_flag(struct s *t) {
            int a = t->a, b = t->b;
            bool bad = false;
            if (t->x < a) bad = true;
            if (t->x > b) bad = true;
            if (bad) return false;
            return t->y == 3;
        }"),
    case("computed", "x", |x| decides(x * x - 3 * x == 4), "
        bool computed(struct s *t) { int x = t->x; return x * x - 3 * x == 4; }"),
    case("constant_divisor", "x", |x| decides(x % 3 == 1), "
        bool constant_divisor(struct s *t) { return t->x % 3 == 1; }"),
    case("read_before", "x", |x| rejects(x < 2), "
        bool read_before(struct s *t) {
            int a = t->a, x = t->x, y = t->y;
            if (x < a) return false;
            return y == 3;
        }"),
    // Numbers as verdicts, and other kinds of returning.
    case("number", "x", |x| decides(x == 3), "
        int number(struct s *t) { return t->x == 3; }"),
    case("any_number", "x", |x| decides(x & 4 != 0), "
        int any_number(struct s *t) { return t->x & 4; }"),
    case("one_exit", "x", |x| rejects(x < 0), "
        bool one_exit(struct s *t) {
            bool result = false;
            void *p = malloc(8);
            if (t->x < 0) goto out;
            result = t->y == 3;
        out:
            free(p);
            return result;
        }"),
    case("compared_then_called", "x", |x| rejects(x != 7), "
        bool compared_then_called(struct s *t) {
            void *p = malloc(8);
            int b = t->b;
            bool same = t->x == b;
            free(p);
            return same;
        }"),
    case("called_then_compared", "x", |x| rejects(x < 2), "
        bool called_then_compared(struct s *t) {
            int a = t->a, x = t->x;
            free(malloc(1));
            if (x < a) return false;
            return t->y == 3;
        }"),
    // Other types.
    case("signed_char", "c", |c| decides(c >= 2), "
        bool signed_char(struct s *t) { int a = t->a; return t->c >= a; }"),
    case("unsigned_char", "uc", |c| decides((c as u8) >= 2), "
        bool unsigned_char(struct s *t) { int a = t->a; return t->uc >= a; }"),
    case("short_int", "h", |h| decides(h < 7), "
        bool short_int(struct s *t) { long b = t->b; return t->h < b; }"),
    case("unsigned_int", "u", |u| decides((u as u32) < 7), "
        bool unsigned_int(struct s *t) { unsigned b = t->b; return t->u < b; }"),
    case("long_int", "l", |l| decides(l - 1 == 7), "
        bool long_int(struct s *t) { int b = t->b; return t->l - 1 == b; }"),
    case("truth", "t", |t| rejects(t & 1 == 0), "
        bool truth(struct s *t) { if (!t->t) return false; return t->y == 3; }"),
    case("as_double", "x", |x| decides(x as f64 * 0.5 > 1.25), "
        bool as_double(struct s *t) { return t->x * 0.5 > 1.25; }"),
    case("color", "e", |e| match e { 0 => 2, 4 => 0, _ => 1 }, "
        bool color(struct s *t) {
            switch (t->e) {
            case RED: return true;
            case GREEN: return t->y == 3;
            case BLUE: return false;
            default: return false;
            }
        }"),
    case("dense", "x", |x| match x { 1 | 3 => 1, 2 => 2, _ => 0 }, "
        bool dense(struct s *t) {
            switch (t->x) { case 1: case 3: return false; case 2: return true; }
            return t->y == 3;
        }"),
    // Pointers: 0 is null, and 1 the structure itself.
    case("null", "p", |p| rejects(p == 0), "
        bool null(struct s *t) { if (t->p == NULL) return false; return t->p->y == 3; }"),
    case("parent", "p", |p| decides(p == 1), "
        bool parent(struct s *t) { return t->p == t; }"),
    case("leaf", "p", |p| if p == 0 { 2 } else { 0 }, "
        bool leaf(struct s *t) { if (!t->p) return true; return t->p->y == 3; }"),
    // In helpers, in loops, in recursion.
    case("helped", "x", |x| rejects(!(2..=7).contains(&x)), "
        static inline bool within(int x, int a, int b) { return a <= x && x <= b; }
        bool helped(struct s *t) {
            int a = t->a, b = t->b;
            if (!within(t->x, a, b)) return false;
            return t->y == 3;
        }"),
    case("not_inlined", "x", |x| rejects(x < 2), "
        static __attribute__((noinline)) bool in_order(struct s *t, int a) {
            if (t->x < a) return false;
            return t->y == 3;
        }
        bool not_inlined(struct s *t) {
            int a = t->a;
            if (!in_order(t, a)) return false;
            return true;
        }"),
    case("error_code", "x", |x| rejects(x < 2), "
        static __attribute__((noinline)) int check_order(struct s *t, int a) {
            if (t->x < a) return -1;
            return t->y == 3 ? 0 : -2;
        }
        bool error_code(struct s *t) {
            int a = t->a;
            return check_order(t, a) == 0;
        }"),
    case("is_bad", "x", |x| rejects(x == 4), "
        static __attribute__((noinline)) bool bad(struct s *t) { return t->x == 4 || t->y == 3; }
        bool is_bad(struct s *t) { if (bad(t)) return false; return t->a == 2; }"),
    case("found_null", "x", |x| rejects(x == 4), "
        static __attribute__((noinline)) struct s *find(struct s *t) {
            if (t->x == 4) return NULL;
            return t->q;
        }
        bool found_null(struct s *t) { struct s *f = find(t); if (!f) return false; return f->y; }"),
    case("in_loop", "x", |x| rejects(x >= 2), "
        bool in_loop(struct s *t) {
            int a = t->a;
            for (struct s *n = t; n; n = n->q) {
                if (n->x >= a) return false;
                if (n->y == 3) break;
            }
            return true;
        }"),
    case("recursive", "x", |x| rejects(!(2..=7).contains(&x)), "
        static bool ok(struct s *n, int lo, int hi) {
            if (!n) return true;
            if (n->x < lo || n->x > hi) return false;
            return ok(n->p, lo, n->x - 1) && ok(n->q, n->x + 1, hi);
        }
        bool recursive(struct s *t) { int a = t->a, b = t->b; return ok(t, a, b); }"),
    case("self_recursive", "x", |x| rejects(x == 4), "
        bool self_recursive(struct s *t) {
            if (!t) return true;
            if (t->x == 4) return false;
            return self_recursive(t->p) && self_recursive(t->q);
        }"),
    // The first comparison goes on reading, the second decides.
    case("goes_on", "x", |x| rejects(x > 7), "
        bool goes_on(struct s *t) {
            int a = t->a, b = t->b, x = t->x;
            if (x < a) return t->y == 3;
            if (x > b) return false;
            return t->y == 3;
        }"),
    // Nothing is decided here.
    case("counted", "x", |_| 0, "
        bool counted(struct s *t) {
            counter = 0;
            int *to = &counter;
            if (t->x < 2) *to = 1;
            return counter + t->y == 3;
        }"),
    case("counted_on_stack", "x", |x| rejects(x >= 2), "
        static __attribute__((noinline)) void set(int *to, int v) { *to = v; }
        bool counted_on_stack(struct s *t) {
            int n;
            set(&n, 0);
            if (t->x < 2) set(&n, 1);
            return n == 1;
        }"),
    case("stored_on_stack", "x", |x| rejects(x >= 2), "
        static __attribute__((noinline)) void clear(int *to) { *to = 0; }
        bool stored_on_stack(struct s *t) {
            int n[2], m;
            clear(&m); clear(n); clear(n + 1);
            if (t->x < 2) { n[0] = 1; return n[0] + n[1] == 1 && t->y == 3; }
            return m == 1;
        }"),
    case("reads_on", "x", |_| 0, "
        bool reads_on(struct s *t) { if (t->x < 2) { if (t->y == 3) return true; } return t->a == 3; }"),
    case("ignored", "x", |_| 0, "
        static __attribute__((noinline)) bool looked_at(struct s *t) { return t->x == 4; }
        bool ignored(struct s *t) { looked_at(t); return t->y == 3; }"),
    case("negated", "x", |x| rejects(x == 4), "
        static __attribute__((noinline)) bool is_four(struct s *t) { return t->x == 4; }
        bool negated(struct s *t) { return !is_four(t); }"),
    case("negated_in_one_place", "x", |_| 0, "
        static __attribute__((noinline)) bool is_five(struct s *t) { return t->x == 5; }
        bool negated_in_one_place(struct s *t) {
            if (t->y == 0) return !is_five(t);
            return is_five(t);
        }"),
    case("negated_recursion", "x", |_| 0, "
        static bool odd(struct s *n) { if (n->x == 4) return false; return n->q ? !odd(n->q) : n->y; }
        bool negated_recursion(struct s *t) { return odd(t); }"),
    case("by_pointer", "x", |_| 0, "
        static bool is_six(struct s *t) { return t->x == 6; }
        static bool (*volatile table[1])(struct s *) = { is_six };
        bool by_pointer(struct s *t) { return !table[0](t); }"),
    case("by_pointer_too", "x", |_| 0, "
        static __attribute__((noinline)) bool is_seven(struct s *t) { return t->x == 7; }
        static bool (*volatile other[1])(struct s *) = { is_seven };
        bool by_pointer_too(struct s *t) {
            if (t->y == 3) return is_seven(t);
            return !other[0](t);
        }"),
    // What was known before is not known in the next round.
    case("next_round", "x", |x| rejects(x == 4), "
        bool next_round(struct s *t) {
            for (bool again = false;; again = true) {
                bool first = t->y == 0;
                if (t->l == 99) return false;
                int x = t->x;
                if (first) {
                    if (x == 4 || again) return false;
                    t->y = 1;
                } else {
                    return true;
                }
            }
        }"),
    // A value from before the load meets a constant after it.
    case("earlier", "x", |_| 0, "
        bool earlier(struct s *t) {
            bool result = t->y == 3;
        again:
            if (t->x == 4) { t->x = 5; goto again; }
            if (counter) result = false;
            return result;
        }"),
    case("accepts_after_call", "x", |x| rejects(x != 4), "
        bool accepts_after_call(struct s *t) { bool r = t->x == 4; free(NULL); return r; }"),
    case("accepts_in_callee", "x", |x| rejects(x != 4), "
        static __attribute__((noinline)) bool equal(struct s *t) { return t->x == 4; }
        bool accepts_in_callee(struct s *t) { return equal(t); }"),
    case("divided", "x", |_| 0, "
        bool divided(struct s *t) { int x = t->x; if (12 / x == 4) return false; return true; }"),
    case("divided_later", "x", |_| 0, "
        bool divided_later(struct s *t) { int x = t->x; t->y = 12 / x; return false; }"),
    case("volatile_read", "x", |_| 0, "
        bool volatile_read(struct s *t) { return *(volatile int *)&t->x == 4; }"),
    case("read_for_nothing", "x", |_| 2, "
        bool read_for_nothing(struct s *t) {
            if (t->y != 0) return false;
            (void)*(volatile int *)&t->x;
            return true;
        }"),
    case("two_read_for_nothing", "x", |_| 0, "
        bool two_read_for_nothing(struct s *t) {
            (void)*(volatile int *)&t->x;
            (void)*(volatile int *)&t->y;
            return true;
        }"),
    // Loops that only look. `a` is how many there are.
    case("looked_up", "x", |x| rejects(x == 3 || x == 5), "
        bool looked_up(struct s *t) {
            int known[4] = {3, 5, 8, 1}, a = t->a, x = t->x;
            for (int i = 0; i < a; i++) if (known[i] == x) return false;
            return t->y == 3;
        }"),
    case("looked_up_backwards", "x", |x| rejects(x == 3 || x == 5), "
        bool looked_up_backwards(struct s *t) {
            int known[4] = {3, 5, 8, 1}, left = t->a, x = t->x;
            while (left-- > 0) if (known[left] == x) return false;
            return t->y == 3;
        }"),
    case("looked_up_first", "x", |x| decides(x != 3 && x != 5), "
        bool looked_up_first(struct s *t) {
            int known[4] = {3, 5, 8, 1}, a = t->a, x = t->x, i = 0;
            while (i < a && known[i] != x) i++;
            return i == a;
        }"),
    case("looked_up_late", "x", |x| rejects(x <= 8), "
        bool looked_up_late(struct s *t) {
            int known[32], b = t->b;
            for (int i = 0; i < 32; i++) known[i] = i - 8 + b - 7;
            int x = t->x;
            for (int i = 0; i < 32; i++) if (known[i] == x) return false;
            return t->y == 3;
        }"),
    case("looked_up_in_input", "x", |x| rejects(x == 2 || x == 7), "
        bool looked_up_in_input(struct s *t) {
            int a = t->a, b = t->b, x = t->x;
            for (int i = 0; i < 2 * a - 2; i++) if ((&t->a)[i] == x) return false;
            return a < b && t->y == 3;
        }"),
    case("looked_up_while_reading", "x", |_| 0, "
        bool looked_up_while_reading(struct s *t) {
            int known[4] = {3, 5, 8, 1}, a = t->a;
            for (int i = 0; i < a; i++) if (known[i] == t->x) { a = t->y; }
            return a == 3;
        }"),
    case("counted_in_loop", "x", |x| rejects(x == 3), "
        bool counted_in_loop(struct s *t) {
            int known[4] = {3, 5, 8, 1}, a = t->a, x = t->x;
            for (int i = 0; i < a; i++) { if (known[i] == x) return false; counter++; }
            return t->y == 3;
        }"),
    case("aborts_in_loop", "x", |x| rejects(x == 3), "
        bool aborts_in_loop(struct s *t) {
            int known[4] = {3, 5, 8, 1}, a = t->a, x = t->x;
            for (int i = 0; i < a; i++) {
                if (known[i] == x) { if (i == 1 && t->y == 99) __builtin_trap(); return false; }
            }
            return t->y == 3;
        }"),
    case("aborts", "x", |x| rejects(x < 2), "
        bool aborts(struct s *t) {
            int x = t->x;
            if (x > 100) __builtin_trap();
            return x >= 2 && t->y == 3;
        }"),
    case("aborts_on_the_way", "x", |_| 0, "
        bool aborts_on_the_way(struct s *t) {
            if (t->x > 1) { if (t->y == 9) __builtin_trap(); return false; }
            return t->y == 3;
        }"),
];

/// The fields of `struct s`: name, place, size.
const FIELDS: &[(&str, usize, usize)] = &[
    ("x", 0, 4),
    ("y", 4, 4),
    ("a", 8, 4),
    ("b", 12, 4),
    ("p", 16, 8),
    ("q", 24, 8),
    ("c", 32, 1),
    ("uc", 33, 1),
    ("h", 34, 2),
    ("u", 36, 4),
    ("l", 40, 8),
    ("t", 48, 1),
    ("e", 52, 4),
    ("d", 56, 8),
];

#[test]
fn verdicts_are_as_expected_and_true() {
    let folder = tempfile::tempdir().expect("there is a folder");
    let file = folder.path().join("predicates.c");
    let code: Vec<&str> = CASES.iter().map(|case| case.code).collect();
    std::fs::write(&file, format!("{HEADER}{}", code.join("\n"))).expect("it is written");
    let context = Context::create();
    let options = Options::default();
    let program = Program::compile(&context, &[&file], &options);
    let program = program.unwrap_or_else(|error| panic!("{error}"));
    program.run_passes(CANONICAL).expect("passes run");
    let mut decisions = Vec::new();
    for case in CASES {
        decisions.extend(analyse(&program, case.name).expect("it is analysed"));
    }
    let host = Host::new(&program, &decisions, "default<O1>");
    let mut wrong = Vec::new();
    for case in CASES {
        let mut memory = vec![0; 8];
        let itself = memory.as_mut_ptr() as u64;
        let numbers: Vec<i64> = (-3..=12).collect();
        let fields: Vec<Field> = FIELDS
            .iter()
            .map(|&(name, offset, size)| {
                let bits = |&n: &i64| n as u64 & (u64::MAX >> (64 - 8 * size));
                let values = match name {
                    "p" | "q" => vec![0, itself],
                    "t" => vec![0, 1],
                    _ => numbers.iter().map(bits).collect(),
                };
                Field { offset, size, values }
            })
            .collect();
        // The values must be such that no run fails.
        (memory[0], memory[1]) = (5, 2 | 7 << 32);
        let predicate = Predicate { name: case.name, wide: case.name.contains("number") };
        let said = host.check(predicate, &mut memory, &fields);
        let at = FIELDS.iter().position(|&(name, ..)| name == case.field).expect("it is there");
        let expected: Vec<u8> = match fields[at].values.len() {
            2 => [0, 1].map(case.expected).to_vec(),
            _ => numbers.iter().map(|&n| (case.expected)(n)).collect(),
        };
        match said.iter().find(|said| said.field == at) {
            None => wrong.push(format!("{}: `{}` is not read", case.name, case.field)),
            Some(said) if said.verdicts != expected => wrong.push(format!(
                "{}: {:?} instead of {expected:?}; {:?}",
                case.name,
                said.verdicts,
                said.decision.map(|at| &host.sites[at])
            )),
            Some(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
