//! Every family of instructions: LLVM assembly in `cases`, with the expected result after `;>`.

use std::path::Path;

use crate::common::lowered;
use pikse_ir::lower;
use pikse_llvm::Options;
use pikse_llvm::inkwell::context::Context;

/// Whether a line begins a function, a global, or another top-level item.
fn begins(line: &str) -> bool {
    let word = line.split(' ').next().unwrap_or_default();
    let words =
        ["function", "external", "global", "constant", "alias", "constructor", "destructor"];
    words.contains(&word)
}

/// Top-level items, sorted, because LLVM has its own order.
fn pieces<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for line in lines {
        match pieces.last_mut() {
            Some(piece) if !begins(line) => *piece += &format!("{line}\n"),
            _ => pieces.push(format!("{line}\n")),
        }
    }
    pieces.sort();
    pieces
}

/// Compares a case with its expected result.
fn check(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(name);
    let text = std::fs::read_to_string(&path).expect("the case can be read");
    let expected = text.lines().filter_map(|line| line.strip_prefix(";> "));
    let (found, expected) = (lowered(&path).to_string(), pieces(expected));
    let found = pieces(found.lines());
    for (found, expected) in found.iter().zip(&expected) {
        assert!(found == expected, "{name}: found\n{found}\nexpected\n{expected}");
    }
    assert_eq!(found.len(), expected.len(), "{name}");
}

macro_rules! cases {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(concat!(stringify!($name), ".ll"));
        })*

        /// A file without a test would never fail.
        #[test]
        fn every_case_is_tested() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
            for entry in std::fs::read_dir(folder).expect("there are cases") {
                let name = entry.expect("it can be read").file_name().into_string().expect("a name");
                let tested = [$(concat!(stringify!($name), ".ll")),*];
                assert!(tested.contains(&name.as_str()), "{name} is not tested");
            }
        }
    };
}

cases! {
    aggregates
    arithmetic
    atomics
    calls
    casts
    constants
    control
    exceptions
    floats
    machine
    memory
    numbers
    unsupported
    vectors
    wide
}

/// A module for an unsupported target is rejected with a message that says what to do.
#[test]
fn other_machines() {
    for (layout, words) in [("E-p:64:64", "big-endian"), ("e-p:32:32", "pointers of 4 bytes")] {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("other.ll");
        let text =
            format!("target datalayout = \"{layout}\"\ndefine void @f() {{\n  ret void\n}}\n");
        std::fs::write(&path, text).expect("the file can be written");
        let context = Context::create();
        let module = pikse_llvm::Program::compile(&context, &[&path], &Options::default());
        let error = lower(&module.expect("LLVM reads it")).expect_err("it is refused").to_string();
        assert!(error.contains(words) && error.contains("compile it for one"), "{error}");
    }
}
