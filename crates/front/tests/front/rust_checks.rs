//! `#[pikse::check]` in a Rust file that belongs to no package: what it becomes, and what
//! is said of what it cannot be.

use std::fs;

use pikse_front::properties::{CHECK, FINITIZE, PRE};
use pikse_front::{EntryError, bounds_text, checks_in, rust_file_checks};
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::inkwell::values::FunctionValue;
use pikse_llvm::{Options, Program, Types};

fn compile<'ctx>(context: &'ctx Context, text: &str) -> Result<Program<'ctx>, EntryError> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("pairs.rs");
    fs::write(&path, text).expect("the file can be written");
    rust_file_checks(context, &path, &Options::default())
}

/// Types, and a macro that writes a check.
const PAIRS: &str = "
    #![forbid(unsafe_code)]
    #![allow(dead_code)]
    pub struct Pair { x: i32, y: i32 }
    impl Pair { fn rep_ok(&mut self) -> bool { self.x <= self.y } }
    fn is_good(p: &Pair) -> bool { p.x == 1 }
    pub mod shapes { pub struct Line<T> { pub of: T } pub enum Side { Left, Right } }
    use shapes::{Line, Side};
    macro_rules! checked { ($name:ident, $of:ty) => {
        #[pikse::check] fn $name(p: &mut Pair, #[finite(0..=3)] x: $of) { p.x = x.into(); }
    } }
    fn main() {}
";

#[test]
fn parameters_and_options_become_functions_and_a_text() {
    // The check, its text, the parameters of its condition (if it has one).
    let checks = [
        ("#[pikse::check] fn c(p: &Pair)", None, Some(1)),
        ("#[pikse::check()] pub fn c(p: &'_ mut Pair, x: i32)", None, Some(1)),
        ("#[pikse::check(size = 0x05)] fn c(mut p: Pair)", Some("size=5"), Some(1)),
        ("#[pikse::check(size = 5,)] fn c(x: u64,)", Some("size=5"), None),
        ("#[pikse::check] fn c()", None, None),
        ("#[pikse::check(pre = \"x > 3\")] fn c(x: i8, y: i8)", None, Some(1)),
        (
            "#[pikse::check(pre = \"p.x < x\")] fn c(p: &mut Pair, x: i32, old: &Pair)",
            None,
            Some(2),
        ),
        ("#[pikse::check(valid = \"is_good\")] fn c(p: &Pair)", None, Some(1)),
        ("#[pikse::check(valid = \"|_| true\")] fn c(p: &Line<Vec<(u8, u8)>>)", None, Some(1)),
        ("#[pikse::check] fn c(a: &Pair, b: Pair, old_a: &Pair, old_b: &Pair)", None, Some(2)),
        ("#[pikse::check] fn c(#[finite(0..=6)] x: i32)", Some("x=0..6"), None),
        ("#[pikse::check] fn c(#[finite(-n..n)] r#type: isize)", Some("type=-n..n-1"), None),
        ("#[pikse::check] fn c(#[finite(-1..=n + 1)] x: i32)", Some("x=-1..n+1"), None),
        ("#[pikse::check] fn c(#[finite(7_u8)] x: u8)", Some("x=7..7"), None),
        ("#[pikse::check] fn c(#[finite([1, 5, n - 1])] x: u8)", Some("x={1,5,n-1}"), None),
        ("#[pikse::check] fn c(#[finite('a'..='c')] x: char)", Some("x=97..99"), None),
        ("#[pikse::check] fn c(#[finite([true])] x: bool)", Some("x={1}"), None),
        ("#[pikse::check] fn c(#[finite(..)] x: shapes::Side, y: u16)", None, None),
        (
            "/// Words.\n#[pikse::check(size = 3, bounds = r\"range:Pair.x=1..n objects:Pair=2\")]\n\
             #[inline(never)]\n#[ignore = \"slow\"]\n\
             pub(crate) fn c(#[cfg(all())] p: &Pair, #[finite(0..2)] x: u8, #[finite(4)] z: i64)",
            Some("size=3 x=0..1 z=4..4 range:Pair.x=1..n objects:Pair=2"),
            Some(1),
        ),
    ];
    // All in one file, since each file brings the standard library.
    let named = |at: usize, check: &str| check.replace("fn c(", &format!("fn c{at}("));
    let texts = checks.iter().enumerate().map(|(at, check)| named(at, check.0) + " { }\n");
    let context = Context::create();
    let program = compile(&context, &format!("{PAIRS}{}", texts.collect::<String>()));
    let program = program.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(checks_in(&program).len(), checks.len());
    let types = Types::of(&program).unwrap_or_else(|error| panic!("{error}"));
    for (at, (check, bounds, condition)) in checks.into_iter().enumerate() {
        let name = format!("c{at}");
        assert!(checks_in(&program).contains(&name), "{check}");
        assert_eq!(bounds_text(&program, &name).as_deref(), bounds, "{check}");
        let found = program.module().get_function(&format!("{PRE}{name}"));
        assert_eq!(found.map(FunctionValue::count_params), condition, "{check}");
        let asks = program.module().get_function(&format!("{FINITIZE}{name}")).is_some();
        assert_eq!(asks, check.contains("Pair") || check.contains("Line"), "{check}");
        let is_it = |symbol: &str| symbol == format!("{CHECK}{name}");
        assert!(types.functions().iter().any(|function| is_it(&function.symbol)), "{check}");
    }
}

/// A function without parameters needs no types.
#[test]
fn a_check_may_have_no_parameters() {
    let context = Context::create();
    let program = compile(&context, "#[pikse::check] fn c() {}");
    let program = program.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(checks_in(&program), ["c"]);
    assert!(Types::of(&program).is_ok());
}

#[test]
fn checks_may_be_anywhere_in_a_file() {
    let context = Context::create();
    let text = format!(
        "{PAIRS} checked!(of_a_macro, u8);\n\
         #[cfg(test)] mod tests {{ use super::*; use pikse::check;\n\
           #[check] fn in_tests(p: &Pair) -> bool {{ is_good(p) }}\n\
           #[test] fn no_check() {{}} }}\n\
         #[pikse::check] #[cfg(any())] fn not_here(p: &Nothing) {{}}\n\
         #[pikse::check] fn result(x: i32) -> Result<(), Box<dyn std::error::Error>> {{ Ok(()) }}\n\
         #[pikse::check] fn unit(x: i32) -> () {{}}"
    );
    let program = compile(&context, &text).unwrap_or_else(|error| panic!("{error}"));
    let mut names = checks_in(&program);
    names.sort();
    assert_eq!(names, ["in_tests", "of_a_macro", "result", "unit"]);
    // Panics tell the host.
    assert!(program.module().get_function("pikse_panicked").is_some());
    let none = compile(&context, PAIRS).unwrap_or_else(|error| panic!("{error}"));
    assert!(checks_in(&none).is_empty());
}

#[test]
fn what_is_wrong_is_said_where_it_is() {
    // The check stands in the third line; a place is a column.
    for (check, words) in [
        (
            "#[pikse::check(sise = 5)] fn c(x: i32) {}",
            ["`size`, `pre`, `valid` and `bounds`", "3:16"],
        ),
        (
            "#[pikse::check(size)] fn c(x: i32) {}",
            ["write an option of a check as `size = 5`", "3:16"],
        ),
        ("#[pikse::check(size = n)] fn c(x: i32) {}", ["the size must be a number", "3:23"]),
        ("#[pikse::check(pre = x)] fn c(x: i32) {}", ["in a string: `pre = ", "3:22"]),
        ("#[pikse::check(pre = \"\")] fn c(x: i32) {}", ["not an expression", "3:22"]),
        ("#[pikse::check(pre = \"y > 1\")] fn c(x: i32) {}", ["cannot find value `y`", "3:22"]),
        ("#[pikse::check(pre = \"x\")] fn c(x: i32) {}", ["expected `bool`, found `i32`", "3:22"]),
        ("#[pikse::check(bounds = 3)] fn c(x: i32) {}", ["in a string: `bounds = ", "3:25"]),
        ("#[pikse::check] struct C;", ["a check must be a function", "3:17"]),
        ("#[pikse::check] async fn c(x: i32) {}", ["cannot be async", "3:17"]),
        ("#[pikse::check] unsafe fn c(x: i32) {}", ["cannot be unsafe", "3:17"]),
        ("#[pikse::check] fn c<T>(x: T) {}", ["cannot be generic", "3:21"]),
        ("#[pikse::check] fn c(x: impl Copy) {}", ["cannot be generic: name the type", "3:25"]),
        ("impl P { #[pikse::check] fn c(&self) {} }", ["cannot be a method", "3:31"]),
        ("#[pikse::check] fn c((x, y): P) {}", ["a name and a type", "3:22"]),
        ("#[pikse::check] fn c(_: i32) {}", ["give the parameter a name", "3:22"]),
        ("#[pikse::check] fn c(c: i32) {}", ["cannot have the name of its check", "3:22"]),
        ("#[pikse::check] fn größe(x: i32) {}", ["only ASCII letters", "3:20"]),
        ("#[pikse::check] fn c(x: f64) {}", ["`f64` is not supported", "3:25"]),
        ("#[pikse::check] fn c(x: &str) {}", ["`str` is not supported", "3:25"]),
        ("#[pikse::check] fn c(x: &[P]) {}", ["must be a `&T`, a `&mut T` or a `T`", "3:25"]),
        ("#[pikse::check] fn c(x: *mut P) {}", ["must be a `&T`, a `&mut T` or a `T`", "3:25"]),
        ("#[pikse::check] fn c(x: &mut i32) {}", ["not a reference to it", "3:25"]),
        ("#[pikse::check] fn c(x: &'static P) {}", ["write `&T`", "3:26"]),
        ("#[pikse::check] fn c(x: &P, y: &Q) {}", ["no method named `rep_ok`", "3:32"]),
        ("#[pikse::check] fn c(old: &P) {}", ["add a parameter `t: &mut T`", "3:22"]),
        ("#[pikse::check] fn c(x: &P, y: &P, old: &P) {}", ["write `old_x: &T`", "3:36"]),
        ("#[pikse::check] fn c(x: &P, old_z: &P) {}", ["structure `z`, which is not", "3:29"]),
        ("#[pikse::check] fn c(x: &P, old: i32) {}", ["its type must be `&T`", "3:34"]),
        ("#[pikse::check] fn c(x: i32) -> i32 { 1 }", ["must return nothing, a bool", "3:33"]),
        ("#[pikse::check] fn c(#[finite] x: i32) {}", ["write the values", "3:23"]),
        ("#[pikse::check] fn c(#[finite(1..)] x: i32) {}", ["a range has two ends", "3:30"]),
        ("#[pikse::check] fn c(#[finite(..)] x: i32) {}", ["a range has two ends", "3:23"]),
        ("#[pikse::check] fn c(#[finite(3..3)] x: i32) {}", ["range is empty", "3:30"]),
        ("#[pikse::check] fn c(#[finite([])] x: i32) {}", ["list is empty", "3:31"]),
        ("#[pikse::check] fn c(#[finite(0..=MAX)] x: i32) {}", ["an end is a number", "3:35"]),
        ("#[pikse::check] fn c(#[finite(0..=n * 2)] x: i32) {}", ["an end is a number", "3:37"]),
        ("#[pikse::check] fn c(#[finite(0..=6)] x: &P) {}", ["for scalar parameters", "3:23"]),
    ] {
        let text = format!(
            "pub struct P {{ x: i32 }} impl P {{ fn rep_ok(&self) -> bool {{ self.x == 1 }} }}\n\
             pub struct Q;\n{check}\n"
        );
        let context = Context::create();
        let error = compile(&context, &text).expect_err(check);
        let said = error.to_string();
        for word in words.map(|word| match word.starts_with("3:") {
            true => format!("pairs.rs:{word}\n"),
            false => word.to_owned(),
        }) {
            assert!(said.contains(&word), "{check}: `{word}` is not in: {said}");
        }
    }
    let context = Context::create();
    let error = compile(&context, "fn x() { 1 }").expect_err("it is wrong").to_string();
    assert!(error.contains("pairs.rs:1:10") && !error.contains("pikse"), "{error}");
}
