//! Programs of the compilers, lowered and verified.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use pikse_ir::{Inst, Program, lower, verify};
use pikse_llvm::Options;
use pikse_llvm::inkwell::context::Context;

/// The program of a file of any language that [`pikse_llvm`] reads.
pub(crate) fn lowered(path: &Path) -> Program {
    let context = Context::create();
    let module = pikse_llvm::Program::compile(&context, &[path], &Options::default());
    verified(&module.unwrap_or_else(|error| panic!("{error}")), path)
}

/// A module, lowered and verified.
pub(crate) fn verified(module: &pikse_llvm::Program<'_>, path: &Path) -> Program {
    let program = lower(module).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let problems: Vec<String> = verify(&program).iter().map(ToString::to_string).collect();
    assert!(problems.is_empty(), "{}: {problems:#?}", path.display());
    program
}

/// The texts of what is unsupported in a program.
pub(crate) fn unsupported(program: &Program) -> BTreeSet<&str> {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let code = bodies.flat_map(|body| &body.code);
    let texts = code.filter_map(|inst| match inst {
        Inst::Unsupported { what } => Some(program.text(*what)),
        _ => None,
    });
    texts.collect()
}

/// The files of a folder of the subjects, in order.
pub(crate) fn subjects(language: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects").join(language);
    let entries = std::fs::read_dir(&folder).expect("there are subjects");
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.expect("it can be read").path()).collect();
    files.sort();
    assert!(files.len() > 20, "{}", folder.display());
    files
}

/// Runs a compiler.
pub(crate) fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {printed}");
}
