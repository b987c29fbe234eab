//! The parts of libc++ that are not in its headers.
//!
//! The library itself is machine code. The parts that programs need most are in `libc/cpp`, which is
//! compiled with the user's clang when a program needs one of them.

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::inkwell::module::{Linkage, Module};
use pikse_llvm::{Options, Program};

use crate::error::Error;
use crate::link::{text, undefined};

/// A part: a name, its source, and parts of the names of the symbols that it is for. It is linked if
/// a program needs one of them.
struct Part {
    name: &'static str,
    source: &'static [&'static str],
    of: &'static [&'static str],
}

/// The parts. Those that follow also define what earlier ones need.
const PARTS: [Part; 3] = [
    Part {
        name: "threads.cpp",
        source: &[include_str!("../libc/cpp/threads.cpp")],
        of: &[
            "6thread",
            "11this_thread",
            "5mutex",
            "11timed_mutex",
            "15recursive_mutex",
            "19__shared_mutex_base",
            "18condition_variable",
            "11__call_once",
            "17__assoc_sub_state",
            "7promiseIvE",
            "6futureIvE",
            "12future_error",
            "15future_category",
        ],
    },
    Part {
        name: "streams.cpp",
        source: &[include_str!("../libc/cpp/streams.cpp")],
        of: &[
            "13basic_istream",
            "13basic_ostream",
            "14basic_iostream",
            "15basic_streambuf",
            "15basic_stringbuf",
            "13basic_filebuf",
            "9basic_ios",
            "8ios_base",
            "6locale",
            "St3__13cinE",
            "St3__14coutE",
            "St3__14cerrE",
            "St3__14clogE",
        ],
    },
    Part {
        name: "support.cpp",
        source: &[
            include_str!("../libc/cpp/support.cpp"),
            include_str!("../libc/cpp/types.cpp"),
            include_str!("../libc/cpp/errors.cpp"),
        ],
        of: &[""],
    },
];
/// Prefixes of names in the library: those of `std` and of C++'s runtime.
const BEGINS: [&str; 9] = [
    "_ZTTNSt",
    "_ZNSt",
    "_ZNKSt",
    "_ZSt",
    "_ZTI",
    "_ZTV",
    "__cxa_",
    "__dynamic_cast",
    "__ubsan_handle_dynamic_type_cache_miss",
];

/// Functions that models call, for programs with exceptions.
const ALWAYS: [&str; 1] = ["__pikse_what"];

/// Links the support for the C++ library that a program needs into its module, before
/// [`link`](crate::link()). Returns whether that was possible: the user's headers may have a
/// version that the support does not match; then the symbols stay undefined.
pub fn link_cpp(program: &Program<'_>) -> Result<bool, Error> {
    let mut is_whole = true;
    for part in &PARTS {
        is_whole &= link_part(program, part)?;
    }
    Ok(is_whole)
}

/// Links the threads of the C++ library into a program that runs natively, so that they take turns as in
/// the machine: the library's own code knows nothing of turns. Everything else of the library is the real
/// one. Returns whether that was possible, see [`link_cpp`].
pub fn link_cpp_threads(program: &Program<'_>) -> Result<bool, Error> {
    link_part(program, &PARTS[0])
}

/// Whether a function of the C++ library is about threads.
pub(crate) fn is_of_threads(name: &str) -> bool {
    let is_of_library = BEGINS.iter().any(|begin| name.starts_with(begin));
    is_of_library && PARTS[0].of.iter().any(|word| name.contains(word))
}

fn link_part(program: &Program<'_>, part: &Part) -> Result<bool, Error> {
    let module = program.module();
    let names = undefined(module).map(|(name, _)| name);
    let wanted: Vec<String> =
        names.filter(|name| BEGINS.iter().any(|begin| name.starts_with(begin))).collect();
    let mut special = wanted.iter().filter(|name| !name.starts_with("__cxa_"));
    if !special.any(|name| part.of.iter().any(|word| name.contains(word))) {
        return Ok(true);
    }
    let folder = tempfile::tempdir().map_err(pikse_llvm::Error::NoFolder)?;
    let source = folder.path().join(part.name);
    std::fs::write(&source, part.source.concat()).map_err(pikse_llvm::Error::NoFolder)?;
    // Without debug information it does not count as source code with lines.
    let options =
        Options { cflags: vec!["-std=c++17".to_owned(), "-g0".to_owned()], ..Options::default() };
    let context = Context::create();
    let support = match Program::compile(&context, &[source], &options) {
        Err(pikse_llvm::Error::Refused { .. }) => return Ok(false),
        support => support?,
    };
    let throws = wanted.iter().any(|name| name.starts_with("__cxa_") || name == "_ZSt9terminatev");
    let is_wanted =
        |name: &str| wanted.iter().any(|wanted| wanted == name) || throws && ALWAYS.contains(&name);
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
    let unlinked = |message: &dyn std::fmt::Display| Error::DoNotLink(message.to_string());
    let buffer = support.module().write_bitcode_to_memory();
    let support = Module::parse_bitcode_from_buffer(&buffer, module.get_context());
    let support = support.map_err(|message| unlinked(&message))?;
    module.link_in_module(support).map_err(|message| unlinked(&message))?;
    Ok(true)
}
