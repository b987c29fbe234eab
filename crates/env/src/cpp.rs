//! The parts of libc++ that are not in its headers.
//!
//! The library itself is machine code. The parts that programs need most are in
//! `libc/cpp/support.cpp`, which is compiled with the user's clang when a program needs one of
//! them.

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::inkwell::module::Linkage;
use pikse_llvm::{Options, Program};

use crate::error::Error;
use crate::link::{text, undefined};

const SUPPORT: &str = include_str!("../libc/cpp/support.cpp");
/// Prefixes of names in the library: those of `std` and of C++'s runtime.
const BEGINS: [&str; 7] = ["_ZNSt", "_ZNKSt", "_ZSt", "_ZTI", "_ZTV", "__cxa_", "__dynamic_cast"];

/// Links the support for the C++ library that a program needs into its module, before
/// [`link`](crate::link()). Returns whether that was possible: the user's headers may have a
/// version that the support does not match; then the symbols stay undefined.
pub fn link_cpp<'ctx>(context: &'ctx Context, program: &Program<'ctx>) -> Result<bool, Error> {
    let module = program.module();
    let names = undefined(module).map(|(name, _)| name);
    let wanted: Vec<String> =
        names.filter(|name| BEGINS.iter().any(|begin| name.starts_with(begin))).collect();
    let is_cpp = wanted.iter().any(|name| !name.starts_with("__cxa_"));
    if !is_cpp {
        return Ok(true);
    }
    let folder = tempfile::tempdir().map_err(pikse_llvm::Error::NoFolder)?;
    let source = folder.path().join("support.cpp");
    std::fs::write(&source, SUPPORT).map_err(pikse_llvm::Error::NoFolder)?;
    // Without debug information it does not count as source code with lines.
    let options =
        Options { cflags: vec!["-std=c++17".to_owned(), "-g0".to_owned()], ..Options::default() };
    let support = match Program::compile(context, &[source], &options) {
        Err(pikse_llvm::Error::Refused { .. }) => return Ok(false),
        support => support?,
    };
    let is_wanted = |name: &str| wanted.iter().any(|wanted| wanted == name);
    for function in support.defined().filter(|function| !is_wanted(&text(function.get_name()))) {
        function.set_linkage(Linkage::Internal);
    }
    for global in support.module().get_globals().filter(|global| !global.is_declaration()) {
        // LLVM's own lists are merged, not hidden.
        let name = text(global.get_name());
        if !is_wanted(&name) && !name.starts_with("llvm.") {
            global.set_linkage(Linkage::Internal);
        }
    }
    support.run_passes("globaldce")?;
    let linked = module.link_in_module(support.into_module());
    linked.map_err(|message| Error::DoNotLink(message.to_string()))?;
    Ok(true)
}
