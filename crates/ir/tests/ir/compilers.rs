//! Everything that compilers generate for real programs can be lowered, at every optimisation
//! level.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{lowered, run, subjects, unsupported};
use pikse_ir::{Global, Program};

/// The installed clangs, the newest first, by the version in their name. One for C++ needs a
/// compatible libc++.
fn clangs(name: &str) -> Vec<String> {
    let versioned =
        (14..=pikse_llvm::NEWEST_CLANG).rev().map(|version| format!("{name}-{version}"));
    let answers = |name: &String| {
        let mut clang = Command::new(name);
        match name.starts_with("clang++") {
            true => {
                clang.args("-stdlib=libc++ -x c++ -include set -fsyntax-only /dev/null".split(' '))
            }
            false => clang.arg("--version"),
        };
        clang.stdout(Stdio::null()).stderr(Stdio::null());
        clang.status().is_ok_and(|status| status.success())
    };
    let found: Vec<String> = versioned.chain([name.to_owned()]).filter(answers).collect();
    assert!(!found.is_empty(), "no {name} is installed");
    found
}

/// The options of `explore`, and those of a user's bitcode.
const LEVELS: [&[&str]; 3] = [&["-O0"], &["-O2"], &["-O1", "-Xclang", "-disable-llvm-passes"]];

fn clang(name: &str, flags: &[&str], path: &Path) -> Program {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let output = folder.path().join("module.bc");
    let mut clang = Command::new(name);
    clang.args(["-emit-llvm", "-c", "-g", "-fPIC", "-w"]).args(flags);
    if name.starts_with("clang++") {
        clang.args(["-stdlib=libc++", "-std=c++17"]);
    }
    run(clang.arg("-o").arg(&output).arg(path));
    lowered(&output)
}

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sources").join(name)
}

/// Globals without contents that are not defined elsewhere either. A table of distances has a table
/// of addresses beside it.
fn empty_globals(program: &Program) -> Vec<&Global> {
    let addresses = |name: &str| program.global(&format!("{name}.addresses")).is_some();
    let globals = program.globals.iter();
    globals.filter(|global| global.unsupported.is_some() && !addresses(&global.name)).collect()
}

fn nothing_is_missing(program: &Program, what: &str) {
    let missing = unsupported(program);
    assert!(missing.is_empty(), "{what}: {missing:?}");
    let empty = empty_globals(program);
    assert!(empty.is_empty(), "{what}: {empty:?}");
}

#[test]
fn subjects_in_c() {
    for clang_name in clangs("clang") {
        for flags in LEVELS {
            for path in subjects("c") {
                let program = clang(&clang_name, flags, &path);
                nothing_is_missing(&program, &format!("{clang_name} {flags:?} {path:?}"));
            }
        }
    }
}

/// Every second file, from one on: compiling takes seconds, and the large suite has all.
fn subjects_in_cpp(flags: &[&str], from: usize, stride: usize) {
    for (at, clang_name) in clangs("clang++").iter().enumerate() {
        // Older compilers get a few files: they take seconds each.
        let count = if at == 0 { usize::MAX } else { 3 };
        for path in subjects("cpp").into_iter().skip(from).step_by(stride).take(count) {
            let program = clang(clang_name, flags, &path);
            nothing_is_missing(&program, &format!("{clang_name} {flags:?} {path:?}"));
        }
    }
}

#[test]
fn subjects_in_cpp_unoptimised() {
    subjects_in_cpp(LEVELS[0], 0, 2);
}

#[test]
fn subjects_in_cpp_optimised() {
    subjects_in_cpp(LEVELS[1], 1, 2);
}

#[test]
#[ignore = "a minute: part of `cargo xtask test --large`"]
fn all_subjects_in_cpp() {
    LEVELS.iter().for_each(|level| subjects_in_cpp(level, 0, 1));
}

/// All subjects as one library.
fn subjects_in_rust(flags: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut text = String::new();
    for path in subjects("rust") {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        text += &format!("#[path = {path:?}] pub mod {name};\n");
    }
    let (path, output) = (folder.path().join("all.rs"), folder.path().join("all.bc"));
    std::fs::write(&path, text).expect("the file can be written");
    let mut rustc = Command::new(pikse_llvm::rust::rustc());
    rustc.args(["--edition=2024", "--crate-type=lib", "-g"]).args(flags);
    run(rustc.arg(format!("--emit=llvm-bc={}", output.display())).arg(&path));
    let program = lowered(&output);
    let bodies = program.functions.iter().filter(|function| function.body.is_some());
    assert!(bodies.count() > 200);
    nothing_is_missing(&program, &format!("{flags:?}"));
}

#[test]
fn subjects_in_rust_debug() {
    subjects_in_rust(&[]);
}

#[test]
fn subjects_in_rust_release() {
    subjects_in_rust(&["-O"]);
}

/// The features of C.
#[test]
fn features_of_c() {
    let levels = LEVELS.iter().copied().chain([&["-O3", "-march=x86-64-v3"] as &[&str]]);
    for flags in levels {
        for clang_name in clangs("clang") {
            let program = clang(&clang_name, flags, &source("features.c"));
            nothing_is_missing(&program, &format!("{clang_name} {flags:?}"));
            let named = |list: &[pikse_ir::FuncId]| -> Vec<String> {
                list.iter().map(|id| program.functions[id.index()].name.clone()).collect()
            };
            assert_eq!(named(&program.constructors), ["sooner", "later"]);
            assert_eq!(named(&program.destructors), ["last"]);
            assert_eq!(program.function("other_name"), program.function("target"));
            let weak = |name: &str| {
                let function = program.function(name).expect("it is there");
                program.functions[function.index()].weak
            };
            assert!(weak("perhaps") && !weak("printf") && !weak("main"));
        }
    }
}

#[test]
fn features_of_cpp() {
    for flags in LEVELS {
        for clang_name in clangs("clang++") {
            let program = clang(&clang_name, flags, &source("features.cpp"));
            nothing_is_missing(&program, &format!("{clang_name} {flags:?}"));
            let catches = program.function("_Z7catchesi").expect("it is there");
            let body = program.functions[catches.index()].body.as_ref().expect("it has one");
            let clauses = body.pads.iter().map(|pad| pad.clauses.len()).max();
            assert_eq!(clauses, Some(3), "{clang_name} {flags:?}");
            for call in &body.calls {
                assert!(call.unwind.is_none_or(|block| body.landing_pad(block).is_some()));
            }
            assert_eq!(program.constructors.len(), 1, "{clang_name} {flags:?}");
        }
    }
}

/// A Rust program with its library, as it comes from [`pikse_llvm`] and as a release build.
#[test]
fn features_of_rust() {
    let whole = lowered(&source("features.rs"));
    // The library can print 16-bit floating-point numbers, which stable programs do not have.
    let halves = |text: &&str| !text.ends_with("half");
    let missing: Vec<&str> = unsupported(&whole).into_iter().filter(halves).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(empty_globals(&whole).is_empty());
    // Rust's library gets the arguments through a constructor that has them as parameters.
    let first = whole.constructors.first().expect("there is one");
    assert_eq!(whole.functions[first.index()].params, [32, 64, 64]);
    let code = whole.functions.iter().filter_map(|function| function.body.as_ref());
    assert!(code.map(|body| body.code.len()).sum::<usize>() > 100_000);

    for flags in [&["-O"] as &[&str], &["-O", "-C", "lto=fat", "-C", "codegen-units=1"]] {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let output = folder.path().join("features.bc");
        let mut rustc = Command::new(pikse_llvm::rust::rustc());
        rustc.args(["--edition=2024", "-g", "--crate-name=features"]).args(flags);
        rustc.arg(format!("--emit=llvm-bc={}", output.display()));
        rustc.arg(format!("--emit=link={}", folder.path().join("features").display()));
        run(rustc.arg(source("features.rs")));
        nothing_is_missing(&lowered(&output), &format!("{flags:?}"));
    }
}
