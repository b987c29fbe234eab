//! What libc++ keeps in its library instead of its headers.
//!
//! A program in C++ is compiled with libc++, whose containers are headers. Members of `std::string`,
//! exceptions and a few others are not: they are in a library of machine code. `libcxx/library.cpp`
//! takes its place. Its text needs the headers of the user's machine, so it is compiled when a program
//! needs it.

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program};

use crate::error::Error;

const LIBRARY: &str = include_str!("../libcxx/library.cpp");

/// How the names begin of what may be in the library: members of `std`, its functions, its exceptions.
const NAMES: [&str; 6] =
    ["_ZNSt", "_ZNKSt", "_ZSt17__throw_bad_alloc", "_ZTISt", "_ZTVSt", "_ZTVNSt"];

/// Puts C++'s library into a program that needs it; whether it did. What of it the program does
/// not need should go, see [`Program::keep`].
pub fn link_cpp<'ctx>(context: &'ctx Context, program: &Program<'ctx>) -> Result<bool, Error> {
    let is_needed = |name: &str| NAMES.iter().any(|start| name.starts_with(start));
    let mut functions = program.external();
    if !functions.any(|function| is_needed(&function.get_name().to_string_lossy())) {
        return Ok(false);
    }
    let folder = tempfile::tempdir().map_err(pikse_llvm::Error::NoFolder)?;
    let file = folder.path().join("library.cpp");
    std::fs::write(&file, LIBRARY).map_err(pikse_llvm::Error::NoFolder)?;
    let cflags = ["-std=c++20", "-w"].map(str::to_owned).to_vec();
    let library = Program::compile(context, &[file], &Options { cflags, ..Options::default() })?;
    // What the program has itself, in whatever form, is the program's.
    let linked = program.module().link_in_module(library.into_module());
    linked.map_err(|message| Error::DoNotLink(message.to_string()))?;
    Ok(true)
}
