//! Small programs against all of their inputs: arithmetic and control flow.

use crate::support::brute_force::{Setting, check};

/// A name, and what `f` does.
const PROGRAMS: &[(&str, &str)] = &[
    ("constant", "return 5;"),
    ("sum", "return (unsigned char)(a + b);"),
    ("comparison", "if (a < b) return 1; if (a == b) return 2; return 3;"),
    ("signed comparison", "signed char x = a, y = b; if (x < y) return 1; return x > -5 ? 2 : 3;"),
    ("conditions", "if (a > 10 && (b < 3 || a == 200)) return 1; return !(a & 1) + 2;"),
    ("product", "if ((unsigned char)(a * b) == 36) return 1; return a * b;"),
    ("division", "unsigned d = b + 1; if (a / d == 7) return a % d; return a / d;"),
    (
        "signed division",
        "int x = (signed char)a, d = (int)b - 8; if (d == 0) return 99; \
         if (x / d < -3) return x % d; return x / d;",
    ),
    ("shifts", "unsigned x = a; if ((x << (b & 7)) & 64) return x >> (b & 3); return x << b;"),
    ("signed shift", "int x = (signed char)a; return (x >> (b & 7)) & 0xffff;"),
    ("bits", "return __builtin_popcount(a) * 100 + __builtin_clz(a | 1) + __builtin_ctz(b | 16);"),
    ("byte swap", "unsigned x = a << 24 | b; if (__builtin_bswap32(x) > 200) return 1; return 0;"),
    ("rotation", "unsigned char x = a; x = x << 3 | x >> 5; if (x == 0xa5) return 1; return x;"),
    ("loop", "unsigned n = 0; while (a > b + 3) { a -= 3 + b; n++; } return n;"),
    (
        "loop with a bound",
        "unsigned s = 0; for (unsigned k = 0; k < (a & 7); k++) s += k ^ b; return s;",
    ),
    (
        "nested loops",
        "unsigned s = 0; for (int i = 0; i < (a & 3); i++) \
      for (int j = i; j < (b & 3); j++) { if ((i + j) & 1) continue; s = s * 3 + j; } return s;",
    ),
    (
        "switch",
        "switch (a) { case 0: return 5; case 3: case 4: return b; case 200: return 1; \
      default: break; } switch (b) { case 1: a++; case 2: return a; } return 77;",
    ),
    (
        "switch on ranges",
        "switch (a) { case 10 ... 20: return 1; case 15 + 100: return 2; \
      case 250 ... 255: return 3; } return 4;",
    ),
    ("goto", "again: if (a > 100) { a -= 50; b++; goto again; } return a * 16 + b;"),
    (
        "carries",
        "unsigned char s; if (__builtin_add_overflow(a, (unsigned char)(b * 16), &s)) \
      return s; return 1000 + s;",
    ),
    (
        "signed carries",
        "signed char s; if (__builtin_sub_overflow((signed char)a, \
      (signed char)(b * 16), &s)) return 1; return 1000 + s;",
    ),
    (
        "products that do not fit",
        "int p; if (__builtin_mul_overflow((int)a << 24, (int)b, &p)) \
      return 1; return (unsigned)p;",
    ),
    (
        "wide numbers",
        "unsigned __int128 x = (unsigned __int128)a << 90 | b; x *= x; \
      if (x >> 127) return 1; return (unsigned long)(x >> 60);",
    ),
    (
        "wide division",
        "unsigned __int128 x = ((unsigned __int128)(a + 1) << 64) / (b + 1); \
      return (unsigned long)(x >> 60);",
    ),
    (
        "64 bits",
        "unsigned long x = a * 0x0101010101010101ul; x ^= x >> (b * 4); \
      if (x % 7 == 3) return 1; return x;",
    ),
    (
        "copy of all from a place on",
        "char from[8] = \"0123456\", to[8] = {0}; unsigned at = a & 7, n = 8 - at; \
      __builtin_memcpy(to, from + at, n); __builtin_memset(to + at, 1, n / 2); return to[b & 7];",
    ),
    (
        "narrow fields",
        "struct { unsigned x : 3, y : 5; int z : 4; } s = {a, b, a}; \
      if (s.x == s.z) return 1; return s.y * 100 + s.x;",
    ),
    ("booleans", "_Bool x = a & 4, y = b; return x ? y ? 1 : 2 : (x | y) + 3;"),
    ("selection", "unsigned m = a > b ? a : b; return m ? 255 / m : 0;"),
    ("recursion", "extern unsigned g(unsigned, unsigned); return g(a & 15, b & 7);"),
    ("comparison of a comparison", "return ((a < b) == (b < 9)) + ((a > 200) << (b & 1));"),
];

/// A function of the test "recursion".
const HELPER: &str = "unsigned g(unsigned x, unsigned y)\n\
     { return x == 0 ? y : y == 0 ? g(x - 1, 1) & 15 : (g(x - 1, y - 1) + x) & 15; }";

#[test]
fn every_input_is_on_its_path() {
    let mut wrong = Vec::new();
    for (name, body) in PROGRAMS {
        let text =
            format!("{HELPER}\nunsigned long f(unsigned char a, unsigned char b) {{ {body} }}\n");
        if let Err(why) = check(&text, &Setting::default()) {
            wrong.push(format!("{name}: {why}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
