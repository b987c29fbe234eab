//! Checks in C and C++: what `pikse.h` makes of them, for Pikse and for other compilers.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use pikse_front::{bounds_text, checks_in, with_headers};
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program, Types};

const C: &str = "
    #include <pikse.h>
    struct pair { int x, y; };
    static int rep_ok(struct pair *p) { return p->x <= p->y; }
    PIKSE_CHECK(add_keeps_order, struct pair *p, int x, const struct pair *old)
    {
        p->x += x;
        PIKSE_ASSERT(rep_ok(p) && old->y == p->y);
    }
    PIKSE_PRE(add_keeps_order, struct pair *p) { return rep_ok(p) && p->x > 0; }
    PIKSE_BOUNDS(add_keeps_order, \"size=5 x=0..6\")
    PIKSE_CHECK(no_bounds, unsigned char c, _Bool b) { PIKSE_ASSERT(c < 3 || b); }
    PIKSE_CHECK(nothing, void) { }
";

const CPP: &str = "
    #include <pikse.hpp>
    namespace shapes {
    template <class T, class U> struct Pair {
        T x; U y;
        bool repOk() const { return x <= y; }
    };
    struct Truth { explicit operator bool() const { return true; } };
    PIKSE_CHECK(add_keeps_order, Pair<int, int> &p, int x, const Pair<int, int> *old) {
        p.x += x;
        PIKSE_ASSERT(Pair<int, int>{p.x, old->y}.repOk());
        PIKSE_ASSERT(Truth());
    }
    PIKSE_PRE(add_keeps_order, const Pair<int, int> &p) { return p.repOk() && p.x > 0; }
    PIKSE_BOUNDS(add_keeps_order, \"size=5 x=0..6\")
    }
    PIKSE_CHECK(no_bounds, unsigned char c, bool b) { PIKSE_ASSERT(c < 3 || b); }
    PIKSE_CHECK(nothing, void) { }
";

/// A test that repeats what a check found.
const MAIN: &str = "\nint main(void) { pikse_check_no_bounds(2, 0); pikse_check_no_bounds(3, 1); \
                    return 0; }\n";
const FAILING: &str = "\nint main(void) { pikse_check_no_bounds(3, 0); return 0; }\n";

fn is_there(compiler: &str) -> bool {
    Command::new(compiler).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Compiles a text, and another file that includes the header too, and runs the program.
fn run(compiler: &str, flags: &[&str], name: &str, text: &str) -> Result<Output, String> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = |name: &str| folder.path().join(name);
    fs::write(at(name), text).expect("the file can be written");
    let other = format!("other.{}", name.rsplit('.').next().unwrap_or_default());
    fs::write(at(&other), "#include <pikse.h>\n").expect("the file can be written");
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../include");
    let mut command = Command::new(compiler);
    command.args(["-Wall", "-Wextra", "-Werror", "-pedantic", "-Wno-unused-parameter", "-I"]);
    command.arg(include).args(flags).arg("-o").arg(at("run")).args([at(name), at(&other)]);
    let compiled = command.output().expect("the compiler runs");
    match compiled.status.success() {
        true => Ok(Command::new(at("run")).output().expect("the program runs")),
        false => Err(String::from_utf8_lossy(&compiled.stderr).into_owned()),
    }
}

#[test]
fn every_compiler_takes_the_header() {
    let gcc_and_clang = [("gcc", "g++"), ("clang", "clang++"), ("clang-19", "clang++-19")];
    let found: Vec<_> =
        gcc_and_clang.iter().filter(|(c, cpp)| is_there(c) && is_there(cpp)).collect();
    assert!(!found.is_empty(), "there is no compiler");
    for (c, cpp) in found {
        let c_standards = ["-std=c99", "-std=c11", "-std=gnu17"].map(|flag| (*c, flag, "a.c", C));
        let cpp_standards = ["-std=c++11", "-std=c++20"].map(|flag| (*cpp, flag, "a.cpp", CPP));
        for (compiler, standard, name, text) in c_standards.into_iter().chain(cpp_standards) {
            let run = |main: &str| {
                let ran = run(compiler, &[standard], name, &format!("{text}{main}"));
                ran.unwrap_or_else(|said| panic!("{compiler} {standard}: {said}"))
            };
            assert!(run(MAIN).status.success(), "{compiler} {standard}");
            let failed = run(FAILING);
            let said = String::from_utf8_lossy(&failed.stderr);
            let line =
                1 + text.lines().position(|line| line.contains("c < 3")).expect("it is there");
            assert!(said.ends_with(&format!("{name}:{line}: c < 3 || b\n")), "{compiler}: {said}");
            assert_eq!(failed.status.code(), None, "it is aborted");
        }
    }
}

#[test]
fn checks_are_found_by_name() {
    for (name, text) in [("a.c", C), ("a.cpp", CPP)] {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join(name);
        fs::write(&path, text).expect("the file can be written");
        let context = Context::create();
        let options = with_headers(&Options::default());
        let program = Program::compile(&context, &[&path], &options);
        let program = program.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(checks_in(&program), ["add_keeps_order", "no_bounds", "nothing"]);
        let bounds = bounds_text(&program, "add_keeps_order");
        assert_eq!(bounds.as_deref(), Some("size=5 x=0..6"));
        assert_eq!(bounds_text(&program, "no_bounds"), None);
        let is_defined = |name: &str| {
            let function = program.module().get_function(name);
            function.map(|function| function.count_basic_blocks() > 0)
        };
        assert_eq!(is_defined("pikse_pre_add_keeps_order"), Some(true));
        // The engine has one.
        assert_eq!(is_defined("pikse_failed"), Some(false));
        let types = Types::of(&program).expect("it has debug information");
        let is_check = |symbol: &str| symbol == "pikse_check_add_keeps_order";
        let check = types.functions().iter().find(|function| is_check(&function.symbol));
        assert_eq!(check.map(|check| check.parameters.len()), Some(3), "{name}");
    }
}
