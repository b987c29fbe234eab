//! Random predicates: whatever is said must be true.

use std::fmt::Write;

use pikse_base::Random;
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program};
use pikse_native::multi_value::{CANONICAL, analyse};

use super::harness::{Field, Host, Predicate, put};

const FILES: u64 = 12;
const PREDICATES: usize = 30;

const HEADER: &str = "
#include <stdbool.h>
#ifdef __cplusplus
struct Guard { int *v; ~Guard(); };
#define GUARD(v) Guard guard{v};
extern \"C\" {
#else
#define GUARD(v)
#endif
struct s { int x, y, z; signed char c; unsigned char n; short h; unsigned u; bool t; };
int global;
__attribute__((noinline)) void noise(int *v) { *v = *v * 3 + global; global++; }
__attribute__((noinline)) int opaque(int v) { global += v; return global & 3; }
#ifdef __cplusplus
}
Guard::~Guard() { noise(v); }
extern \"C\" {
#endif
";

/// A destructor runs at the end of each block in C++.
const FOOTER: &str = "
#ifdef __cplusplus
}
#endif
";

/// The fields of `struct s`: place, size.
const FIELDS: &[(usize, usize)] =
    &[(0, 4), (4, 4), (8, 4), (12, 1), (13, 1), (14, 2), (16, 4), (20, 1)];

/// Writes random C.
struct Writer<'a> {
    random: &'a mut Random,
    /// Helpers that may be called.
    helpers: Vec<String>,
    /// What is returned: a number, or a truth value.
    wide: bool,
}

impl Writer<'_> {
    fn expression(&mut self, depth: usize) -> String {
        let leaf = depth == 0 || self.random.index(4) == 0;
        if leaf {
            let values = ["t->x", "t->x", "t->y", "t->z", "t->c", "t->n", "t->h", "t->u", "t->t"];
            return match self.random.index(4) {
                0 => format!("{}", self.random.index(9) as i64 - 2),
                1 => self.random.pick(&["a", "v", "w", "r[0]", "r[1]"]).to_owned(),
                _ => self.random.pick(&values).to_owned(),
            };
        }
        match self.random.index(9) {
            0 => {
                let cast = self.random.pick(&["signed char", "short", "unsigned char", "long"]);
                format!("({cast})({})", self.expression(depth - 1))
            }
            1 => format!(
                "({} ? {} : {})",
                self.condition(depth - 1),
                self.expression(depth - 1),
                self.expression(depth - 1)
            ),
            2 => format!("({} % 3)", self.expression(depth - 1)),
            3 => self.condition(depth - 1),
            _ => {
                let operator = self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                format!(
                    "({} {operator} {})",
                    self.expression(depth - 1),
                    self.expression(depth - 1)
                )
            }
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.index(3) == 0 {
            let operator = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
            let inner = depth.min(1);
            return format!("({} {operator} {})", self.expression(inner), self.expression(inner));
        }
        match self.random.index(6) {
            0 => format!("!{}", self.condition(depth - 1)),
            1 if !self.helpers.is_empty() => {
                let helper = self.random.index(self.helpers.len());
                let argument = self.expression(0);
                format!("{}(t, {argument})", self.helpers[helper])
            }
            _ => {
                let operator = self.random.pick(&["&&", "||", "&&", "||", "&", "|"]);
                format!("({} {operator} {})", self.condition(depth - 1), self.condition(depth - 1))
            }
        }
    }

    fn result(&mut self) -> String {
        match (self.random.index(5), self.wide) {
            (0, _) => "1".to_owned(),
            (1 | 2, _) => "0".to_owned(),
            (3, true) => self.expression(2),
            _ => self.condition(2),
        }
    }

    fn statement(&mut self, depth: usize, text: &mut String) {
        let simple = depth == 0;
        match self.random.index(if simple { 5 } else { 12 }) {
            0 => {
                let to = self.random.pick(&["v", "w", "r[0]", "r[1]", "global"]);
                let _ = writeln!(text, "{to} = {};", self.expression(2));
            }
            1 => {
                let _ = writeln!(text, "if ({}) return {};", self.condition(2), self.result());
            }
            2 => {
                let _ = writeln!(text, "if (!{}) return 0;", self.condition(1));
            }
            3 => {
                let call = self.random.pick(&["noise(r);", "noise(r + 1);", "w = opaque(v);"]);
                let _ = writeln!(text, "{call}");
            }
            4 => {
                let _ = writeln!(text, "if ({}) flag = false;", self.condition(1));
            }
            5 | 6 => {
                let guard = self.random.pick(&["", "GUARD(r)", "GUARD(&w)"]);
                let _ = writeln!(text, "if ({}) {{ {guard}", self.condition(2));
                self.statements(depth - 1, text);
                let _ = writeln!(text, "}} else {{");
                self.statements(depth - 1, text);
                let _ = writeln!(text, "}}");
            }
            7 => {
                let _ = writeln!(text, "switch ({}) {{", self.expression(1));
                for case in 0..=self.random.index(4) {
                    let _ = writeln!(text, "case {case}:");
                    self.statement(depth - 1, text);
                    if self.random.index(3) > 0 {
                        let _ = writeln!(text, "break;");
                    }
                }
                let _ = writeln!(text, "}}");
            }
            8 => {
                let variable = format!("i{depth}");
                let _ = writeln!(
                    text,
                    "for (int {variable} = 0; {variable} < {}; {variable}++) {{ GUARD(&v)",
                    self.random.pick(&["2", "3", "(a & 3)", "(t->y & 3)"])
                );
                self.statements(depth - 1, text);
                let _ = writeln!(text, "}}");
            }
            9 | 10 => self.lookup(text),
            _ => {
                let _ = writeln!(text, "if (!flag) goto out;");
            }
        }
    }

    /// A loop that only looks, or nearly.
    fn lookup(&mut self, text: &mut String) {
        let end = self.random.pick(&["2", "5", "24", "(a & 7)", "(a & 31)", "(t->y & 7)"]);
        let what = self.random.pick(&["r[k & 1]", "r[k & 1] + k", "k", "(&t->x)[k % 3]"]);
        let operator = self.random.pick(&["<", ">", "==", "!=", "==", "!="]);
        let then = match self.random.index(6) {
            0 => "break;".to_owned(),
            1 => "{ w = k; break; }".to_owned(),
            2 => "v += k;".to_owned(),
            3 => "global += k;".to_owned(),
            4 => "return 0;".to_owned(),
            _ => format!("return {};", self.result()),
        };
        let value = self.expression(1);
        let _ = writeln!(
            text,
            "{{ int k = 0, x = t->x; for (; k < {end}; k++) if ({what} {operator} {}) {then}",
            self.random.pick(&["x", "x", &value])
        );
        let _ = writeln!(text, "if ({} {operator} k) return {}; }}", value, self.result());
    }

    fn statements(&mut self, depth: usize, text: &mut String) {
        for _ in 0..=self.random.index(2) {
            self.statement(depth, text);
        }
    }

    fn function(&mut self, head: &str, depth: usize) -> String {
        let mut text = format!("{head} {{\nint v = 0, w = 1, r[2] = {{0, 1}}; bool flag = true;\n");
        for _ in 0..=self.random.index(3) {
            self.statement(depth, &mut text);
        }
        let _ = writeln!(text, "if ({}) return {};", self.condition(1), self.result());
        let end = self.result();
        let _ = writeln!(text, "return {end};\nout: noise(&w);\nreturn flag;\n}}");
        text
    }
}

#[test]
fn random_predicates_do_what_is_said() {
    let (mut rejected, mut accepted) = (0, 0);
    for seed in 1..=FILES {
        let mut random = Random(seed);
        let mut code = HEADER.to_owned();
        let mut predicates: Vec<(String, bool)> = Vec::new();
        for number in 0..PREDICATES {
            let mut helpers = Vec::new();
            for helper in 0..random.index(3) {
                let name = format!("helper_{number}_{helper}");
                let inline = random.pick(&["inline", "__attribute__((noinline))"]);
                let mut writer =
                    Writer { random: &mut random, helpers: helpers.clone(), wide: false };
                let head = format!("static {inline} bool {name}(struct s *t, int a)");
                code += &writer.function(&head, 1);
                helpers.push(name);
            }
            let wide = random.index(2) == 0;
            let name = format!("predicate_{number}");
            let of = if wide { "int" } else { "bool" };
            let mut writer = Writer { random: &mut random, helpers, wide };
            let body = writer.function(&format!("{of} {name}(struct s *t)"), 2);
            code += &body.replacen('\n', "\nint a = t->z; global = 0;\n", 1);
            predicates.push((name, wide));
        }
        code += FOOTER;
        let (more, less) = check(seed, &code, &predicates, &mut random);
        rejected += more;
        accepted += less;
    }
    // The test is worth something only if much is said.
    assert!(rejected > 10_000 && accepted > 1000, "{rejected} rejected, {accepted} accepted");
}

fn check(
    seed: u64,
    code: &str,
    predicates: &[(String, bool)],
    random: &mut Random,
) -> (usize, usize) {
    let folder = tempfile::tempdir().expect("there is a folder");
    let ending = if seed.is_multiple_of(2) { "c" } else { "cpp" };
    let file = folder.path().join(format!("random_{seed}.{ending}"));
    std::fs::write(&file, code).expect("it is written");
    let options =
        Options { cflags: ["-fwrapv", "-w"].map(str::to_owned).to_vec(), ..Options::default() };
    let context = Context::create();
    let program = Program::compile(&context, &[&file], &options);
    let program = program.unwrap_or_else(|error| panic!("{error}\n{code}"));
    program.run_passes(CANONICAL).expect("passes run");
    let mut decisions = Vec::new();
    for (name, _) in predicates {
        decisions.extend(analyse(&program, name).expect("it is analysed"));
    }
    let host = Host::new(&program, &decisions, "default<O1>");
    let field = |&(offset, size): &(usize, usize)| {
        let bits = |n: i64| n as u64 & (u64::MAX >> (64 - 8 * size));
        let truth = offset == 20;
        let values = if truth { vec![0, 1] } else { (-3..=12).map(bits).collect() };
        Field { offset, size, values }
    };
    let fields: Vec<Field> = FIELDS.iter().map(field).collect();
    let (mut rejected, mut accepted) = (0, 0);
    for (name, wide) in predicates {
        for _ in 0..24 {
            let mut memory = vec![0; 3];
            for field in &fields {
                put(&mut memory, field, field.values[random.index(field.values.len())]);
            }
            let predicate = Predicate { name, wide: *wide };
            for said in host.check(predicate, &mut memory, &fields) {
                rejected += said.verdicts.iter().filter(|&&verdict| verdict == 1).count();
                accepted += said.verdicts.iter().filter(|&&verdict| verdict == 2).count();
            }
        }
    }
    (rejected, accepted)
}
