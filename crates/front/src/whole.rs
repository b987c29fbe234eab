//! Whole Rust programs without a predicate, for symbolic execution.

use std::path::Path;

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Error, Program, RustSource, Types, rust};

use crate::containers;
use crate::facade::UNWIND;
use crate::rust_entry::{library_options, with_facade};
use crate::rust_symbols;
use crate::subject::{SubjectError, types_of};

/// Words in programs that see panics, as those of Cargo do by default. Others are compiled so that a
/// panic aborts, which leaves out everything that would clean up.
const UNWINDING: [&str; 4] = ["catch_unwind", "resume_unwind", "thread", "should_panic"];

/// A Rust file as a program with its `main`, or as a library with all its functions; with the
/// types and functions of the file itself. A panic is handled by the standard library.
pub fn rust_program<'ctx>(
    context: &'ctx Context,
    file: &Path,
    as_library: bool,
    options: &pikse_llvm::Options,
) -> Result<(Program<'ctx>, Types), SubjectError> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Error::Unreadable { path: file.to_owned(), error })?;
    let mut options = options.clone();
    if UNWINDING.iter().any(|word| text.contains(word)) {
        options.rustflags.splice(0..0, ["-C".to_owned(), UNWIND.to_owned()]);
    }
    let mut options = with_facade(&text, &options)?;
    if as_library {
        options = library_options(&options);
        options.rustflags.extend(["-C".to_owned(), "link-dead-code".to_owned()]);
    }
    let folder = tempfile::tempdir().map_err(Error::NoFolder)?;
    let functions = containers::included(&options.appended, folder.path());
    let whole = text + &functions.map_err(Error::NoFolder)?;
    let source = match options.appended.is_empty() {
        true => RustSource::File(file),
        false => RustSource::Text { path: file, text: &whole },
    };
    let program = Program::compile_rust(context, source, &options)?;
    // The standard library has many functions, which are not needed.
    let own = program.copy();
    let kept = rust_symbols::of_crate(&own, &rust::crate_name(file));
    own.keep(&kept.iter().map(String::as_str).collect::<Vec<_>>())?;
    let types = types_of(&own)?;
    Ok((program, types))
}
