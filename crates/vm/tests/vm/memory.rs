//! Memory against all inputs: offsets, objects, copies, sizes and frees that depend on the input,
//! and memory that nobody has written.

use crate::support::brute_force::{Setting, check};
use pikse_vm::Options;

/// How many inputs end in which way.
type Ends = &'static [(&'static str, usize)];

/// A name, the text of a program with `f`, and how many of the 4,096 inputs (256 values of `a` and 16
/// of `b`) end in which way. Those that only finish are compared with native runs, too.
type Row = (&'static str, &'static str, Ends);

const FINISHED: Ends = &[("finished", 4096)];

const PROGRAMS: &[Row] = &[
    (
        "read at an offset",
        "static const unsigned char t[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
         F { if (t[b] == 5) return 1; return t[a & 15] * 2; }",
        FINISHED,
    ),
    (
        "words at an offset",
        "F { unsigned t[8] = {1, 20, 300, 4000, a, b, 7, 8}; unsigned x = t[a & 7];
         return x > 100 ? x : t[b & 3] + 1; }",
        FINISHED,
    ),
    (
        "a word across words",
        "F { unsigned char t[24]; for (int i = 0; i < 24; i++) t[i] = i * 11 + b; unsigned x;
         __builtin_memcpy(&x, t + (a & 15), 4); if (x % 5 == 0) return x; return x >> 3; }",
        FINISHED,
    ),
    (
        "write at an offset",
        "F { unsigned char t[16] = {0}; t[a & 15] = 7; t[b] += 3; if (t[5] > 6) return 1;
         return t[a & 15] + t[3]; }",
        FINISHED,
    ),
    (
        "writes that overlap",
        "F { unsigned char t[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}; unsigned x = a * 0x10203;
         __builtin_memcpy(t + (b & 7), &x, 4); x = ~x; __builtin_memcpy(t + (a & 7), &x, 2);
         unsigned long r = 0; for (int i = 0; i < 12; i++) r = r * 31 + t[i]; return r; }",
        FINISHED,
    ),
    (
        "a large table",
        "static unsigned short t[1024];
         F { for (int i = 0; i < 1024; i++) t[i] = i * 7; t[a * 4 + (b & 3)] = 9;
         if (t[b * 64] == 9) return 1; return t[a] + t[(a ^ 3) * 4]; }",
        FINISHED,
    ),
    (
        "a table of tables",
        "F { unsigned char t[4][4]; for (int i = 0; i < 16; i++) t[i / 4][i % 4] = i ^ b;
         t[a & 3][a >> 2 & 3] = 99; return t[b & 3][b >> 2] * 3 + (t[1][2] == 99); }",
        FINISHED,
    ),
    (
        "pointers to several objects",
        "static int x = 5, y = 6;
         F { int z = 7, *p = a < 10 ? &x : a < 200 ? &y : &z; x = 5; y = 6; *p += b;
         if (*p == 9) return x; return x * 10000 + y * 100 + z; }",
        FINISHED,
    ),
    (
        "pointers by a table",
        "F { int x = 1, y = 2, z = 3, *t[4] = {&x, &y, &z, &y}; *t[a & 3] = b; *t[b & 3] += 5;
         return x + y * 100 + z * 10000; }",
        FINISHED,
    ),
    (
        "pointers to places of several objects",
        "F { int s[4] = {1, 2, 3, 4}, t[4] = {5, 6, 7, 8}; int *p = (a & 1 ? s : t) + (b & 3);
         *p = 50; return s[a & 3] + t[b & 3] * 100 + p[-(b & 1 && b & 3)]; }",
        FINISHED,
    ),
    (
        "comparison of pointers",
        "F { int s[8] = {0}, *p = s + (a & 7), *q = s + (b & 7); if (p == q) return 1;
         if (p < q) return 100 + (q - p); return 200 + (p - q); }",
        FINISHED,
    ),
    (
        "functions by a table",
        "static int one(int x) { return x + 1; } static int two(int x) { return x * 2; }
         static int three(int x) { return x > 9 ? 1 : 0; }
         static int (*const t[4])(int) = {one, two, three, one};
         F { return t[a & 3](b) * 10 + t[b & 3](a); }",
        FINISHED,
    ),
    (
        "a linked list",
        "struct node { struct node *next; int x; };
         F { struct node n[4] = {{n + 1, a}, {n + 2, b}, {n + 3, 9}, {0, 4}}; n[a & 3].next = 0;
         n[1].next = b & 1 ? n + 3 : n[1].next; int s = 0;
         for (struct node *p = n; p; p = p->next) s = s * 3 + p->x; return s; }",
        FINISHED,
    ),
    (
        "copies of symbolic size",
        "F { unsigned char s[8] = {a, 2, 3, 4, 5, 6, 7, b}, t[8] = {0};
         __builtin_memcpy(t, s, a & 7); unsigned long r = 0;
         for (int i = 0; i < 8; i++) r = r * 31 + t[i]; return r; }",
        FINISHED,
    ),
    (
        "moves over themselves",
        "F { unsigned char t[16]; for (int i = 0; i < 16; i++) t[i] = i + a;
         __builtin_memmove(t + (a & 7), t + (b & 7), 6); unsigned long r = 0;
         for (int i = 0; i < 16; i++) r = r * 31 + t[i]; return r; }",
        FINISHED,
    ),
    (
        "fills",
        "F { unsigned char t[16] = {0}; __builtin_memset(t + (a & 3), a, b & 7); unsigned long r = 0;
         for (int i = 0; i < 16; i++) r = r * 31 + t[i]; return r; }",
        FINISHED,
    ),
    (
        "structs by value",
        "struct s { int x; long y; char z[12]; }; static int g(struct s s) { s.z[3]++; return s.x + s.z[3]; }
         F { struct s s = {a, b, \"hello\"}, t = s; t.z[b & 3] = a; s.x += g(t); t = s;
         return g(t) * 1000 + t.z[3]; }",
        FINISHED,
    ),
    (
        "a union",
        "F { union { unsigned x; unsigned char t[4]; } u; u.x = a * 0x01020304u; u.t[b & 3] = 7;
         if (u.x > 0x07000000) return u.t[1]; return u.x; }",
        FINISHED,
    ),
    // Subscripts beyond the end.
    (
        "too large a subscript",
        "F { unsigned char t[10] = {0}; t[b] = 1; return t[b]; }",
        &[("finished", 2560), ("out-of-bounds", 1536)],
    ),
    (
        "too small a subscript",
        "F { int t[16] = {0}; return t[(int)b - 4]; }",
        &[("finished", 3072), ("out-of-bounds", 1024)],
    ),
    (
        "a word at the end",
        "F { unsigned char t[16] = {0}; unsigned x; __builtin_memcpy(&x, t + b, 4); return x; }",
        &[("finished", 3328), ("out-of-bounds", 768)],
    ),
    (
        "one of two objects is too small",
        "F { char s[4] = {0}, t[8] = {0}, *p = a & 1 ? s : t; return p[b & 7]; }",
        &[("finished", 3072), ("out-of-bounds", 1024)],
    ),
    (
        "too long a copy",
        "F { char s[12] = {0}, t[8]; __builtin_memcpy(t, s, b); return 1; }",
        &[("finished", 2304), ("out-of-bounds", 1792)],
    ),
    (
        "a copy from a place, of a size",
        "F { char s[16] = {0}, t[16]; __builtin_memcpy(t, s + (a & 15), b); return 1; }",
        // Sixteen values of each, fitting where their sum is at most 16.
        &[("finished", 2416), ("out-of-bounds", 1680)],
    ),
    (
        "a copy from a place, of a size; most places have more room than the first one tried",
        "F { char s[16] = {0}, t[16]; __builtin_memcpy(t, s + ((a & 15) ^ 12), b); return 1; }",
        &[("finished", 2416), ("out-of-bounds", 1680)],
    ),
    (
        "a fill of a place of several, of a size",
        "F { char s[4], t[16], *p = (a & 1 ? s : t) + (a >> 1 & 3); __builtin_memset(p, 1, b); return 1; }",
        // In the small one 5 + 4 + 3 + 2 sizes fit, in the large one 16 + 16 + 15 + 14.
        &[("finished", 32 * (14 + 61)), ("out-of-bounds", 4096 - 32 * (14 + 61))],
    ),
    (
        "nothing is copied from nowhere",
        "F { char t[4], *p = a & 1 ? t : 0; __builtin_memcpy(t, p, b & 1 && a & 1 ? 2 : 0); return 1; }",
        FINISHED,
    ),
    (
        "something is copied from nowhere",
        "F { char t[4], *p = a & 1 ? t + 2 : 0; __builtin_memcpy(t, p, b & 1); return 1; }",
        &[("finished", 3072), ("null-pointer", 1024)],
    ),
    // Pointers that lead nowhere.
    (
        "null, freed, and good",
        "void *malloc(unsigned long); void free(void *);
         F { int x = 4, *p = &x, *q = malloc(4); *q = 5; free(q); if (a < 4) p = 0; else if (a < 8) p = q;
         return *p; }",
        &[("finished", 3968), ("null-pointer", 64), ("use-after-free", 64)],
    ),
    (
        "a table of null, freed, and good",
        "void *malloc(unsigned long); void free(void *);
         F { int x = 4, *q = malloc(4); *q = 5; free(q); int *t[4] = {&x, q, 0, &x};
         return *t[a & 3]; }",
        &[("finished", 2048), ("null-pointer", 1024), ("use-after-free", 1024)],
    ),
    (
        "two that were freed",
        "void *malloc(unsigned long); void free(void *);
         F { int x = 4, *q = malloc(4), *r = malloc(4); free(q); free(r); int *t[4] = {&x, q, r, &x};
         return *t[a & 3]; }",
        &[("finished", 2048), ("use-after-free", 2048)],
    ),
    (
        "a free of one of several",
        "void *malloc(unsigned long); void free(void *);
         F { char *t[4] = {malloc(1), malloc(2), malloc(3), 0}; char *p = t[a & 3];
         free(p); if (p != t[b & 3]) free(t[b & 3]); else if (b == 15) free(p); return 1; }",
        &[("finished", 4096)],
    ),
    (
        "a double free of one of several",
        "void *malloc(unsigned long); void free(void *);
         F { char *t[4] = {malloc(1), malloc(2), malloc(3), malloc(4)};
         free(t[a & 3]); free(t[b & 3]); return 1; }",
        &[("finished", 3072), ("double-free", 1024)],
    ),
    (
        "a free in the middle",
        "void *malloc(unsigned long); void free(void *);
         F { char *p = malloc(16); free(p + (b & 3)); return 1; }",
        &[("finished", 1024), ("bad-free", 3072)],
    ),
    (
        "a constant is written",
        "static const int c = 5; F { int x = 4, *p = a == 3 ? (int *)&c : &x; *p = b; return x; }",
        &[("finished", 4080), ("write-to-constant", 16)],
    ),
    // Memory that nobody has written.
    (
        "unwritten subscripts",
        "F { int t[8]; for (int i = 0; i < 8; i += 2) t[i] = i; if (t[b & 7] > 3) return 1; return 0; }",
        &[("finished", 2048), ("uninitialised", 2048)],
    ),
    (
        "unwritten, but the path knows better",
        "F { int t[8]; for (int i = 0; i < 8; i += 2) t[i] = i; if (b & 1) return 2;
         if (t[b & 7] > 3) return 1; return 0; }",
        FINISHED,
    ),
    (
        "unwritten bytes are copied",
        "F { char t[8], s[8]; t[a & 7] = 5; __builtin_memcpy(s, t, 8); char x = s[b & 7];
         if ((a & 7) == (b & 7)) { if (x == 5) return 1; } return 0; }",
        FINISHED,
    ),
    (
        "unwritten bits are masked",
        "F { struct { unsigned x : 3, y : 7, z : 4, w : 2; } s; s.y = a; s.w = b;
         if (s.y > 100) return s.w; s.x = b; if (s.x == s.w) return 3; return s.y; }",
        FINISHED,
    ),
    (
        "unwritten bits decide",
        "F { struct { unsigned x : 3, y : 7, z : 4, w : 2; } s; s.y = a; if (b & 1) s.z = 3;
         if (s.z > 2) return s.y; return 0; }",
        &[("finished", 2048), ("uninitialised", 2048)],
    ),
    (
        "an unwritten pointer",
        "F { int x = 3, *p[2]; if (a > 9) p[b & 1] = &x; else p[~b & 1] = 0; return *p[b & 1]; }",
        &[("finished", 246 * 16), ("uninitialised", 160)],
    ),
    (
        "an unwritten size",
        "F { char s[4] = {0}, t[4]; unsigned long n; if (b) n = b & 3;
         __builtin_memcpy(t, s, n); return 1; }",
        &[("finished", 3840), ("uninitialised", 256)],
    ),
    (
        "unwritten, after a free and a new allocation",
        "void *malloc(unsigned long); void free(void *);
         F { char *p = malloc(4); p[1] = a; free(p); p = malloc(4); p[b & 3] = 1;
         if (p[1]) return 1; return 0; }",
        &[("finished", 1024), ("uninitialised", 3072)],
    ),
    (
        "a local variable that is gone",
        "static int *g(int x) { int y = x, z = 3, *p = &y; static int k = 9; return x > 7 ? p : &k; }
         F { int *p = g(b); return *p; }",
        &[("finished", 2048), ("use-after-return", 2048)],
    ),
];

#[test]
fn memory_is_what_it_is_on_every_input() {
    check_all(PROGRAMS, &Options::default());
}

/// Programs for which the option counts that looks for overflow. The numbers are counted by hand, or
/// with numbers without limit.
const STRICT: &[Row] = &[
    (
        "sums",
        "F { int x = (int)a << 23, y = (int)b << 26; if (x + y > 5) return 1; return 0; }",
        &[("finished", 3136), ("overflow", 960)],
    ),
    (
        "differences",
        "F { int x = (signed char)a * (1 << 24), y = (b + 1) << 26; return (unsigned)(x - y); }",
        &[("finished", 3552), ("overflow", 544)],
    ),
    (
        "products",
        "F { int x = (signed char)a, y = (int)b << 21; return (unsigned)(x * y); }",
        &[("finished", 3535), ("overflow", 561)],
    ),
    (
        "negation",
        "F { int x = (int)((unsigned)a << 24); return (unsigned)-x; }",
        &[("finished", 4080), ("overflow", 16)],
    ),
    (
        "unsigned numbers may wrap",
        "F { unsigned x = (unsigned)a << 24; return x * x + (x << 3) - 9; }",
        FINISHED,
    ),
    (
        "shifts",
        "F { return 1u << (a & 63) | (unsigned)b >> (a & 7); }",
        &[("finished", 2048), ("shift", 2048)],
    ),
    (
        "divisions",
        "F { int x = (int)((unsigned)a << 24), y = b == 15 ? -1 : b; return (unsigned)(x / y); }",
        &[("finished", 4096 - 256 - 1), ("division-by-zero", 256), ("overflow", 1)],
    ),
    (
        "promises",
        "F { __builtin_assume(a != b); if (a == b) return 1; return 2; }",
        &[("finished", 4080), ("broken-promise", 16)],
    ),
];

#[test]
fn overflow_is_found_on_every_input() {
    let options = Options { undefined_behaviour: true, ..Options::default() };
    check_all(STRICT, &options);
}

fn check_all(programs: &[Row], options: &Options) {
    let mut wrong = Vec::new();
    for (name, text, ends) in programs {
        let text = text.replace("F {", "unsigned long f(unsigned char a, unsigned char b) {");
        let native = *ends == FINISHED;
        match check(&text, &Setting { native, options: options.clone(), ..Setting::default() }) {
            Ok(summary) => {
                let found: usize = ends.iter().map(|(end, _)| summary.of(end)).sum();
                let same = ends.iter().all(|&(end, count)| summary.of(end) == count);
                if !same || found != 4096 {
                    wrong.push(format!("{name}: {:?}", summary.inputs));
                }
            }
            Err(why) => wrong.push(format!("{name}: {why}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
