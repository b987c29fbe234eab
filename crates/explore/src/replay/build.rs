//! From a module to an executable.

use std::path::{Path, PathBuf};

use pikse_llvm::inkwell::memory_buffer::MemoryBuffer;
use pikse_llvm::inkwell::module::{Linkage, Module};
use pikse_llvm::inkwell::values::FunctionValue;
use pikse_llvm::{CppLibrary, Error, Link, LinkError, Program};

use super::{ReplayError, system};

/// The functions that programs under replay call, compiled with this crate.
const RUNTIME: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/replay.bc"));
/// The function that is called instead of an undefined one.
const UNDEFINED: &str = "pikse_replay_undefined";

/// Compiles and links a program that has a `main`.
pub(super) fn executable(program: &Program<'_>, folder: &Path) -> Result<PathBuf, ReplayError> {
    add_runtime(program)?;
    let is_cpp = program.needs_cpp();
    let (object, output) = (folder.join("program.o"), folder.join("program"));
    program.write_object(&object)?;
    let mut objects = vec![object];
    let refusal = match link(&objects, is_cpp, &output)? {
        None => return Ok(output),
        Some(refusal) => refusal,
    };
    // An undefined function is an error only when it is called.
    let names = undefined(&refusal);
    if names.is_empty() {
        return Err(ReplayError::Link(refusal));
    }
    let text = folder.join("undefined.ll");
    std::fs::write(&text, definitions(&names))
        .map_err(system("cannot write a file for the program"))?;
    let context = pikse_llvm::inkwell::context::Context::create();
    let definitions = Program::compile(&context, &[text], &pikse_llvm::Options::default())?;
    let object = folder.join("undefined.o");
    definitions.write_object(&object)?;
    objects.push(object);
    match link(&objects, is_cpp, &output)? {
        None => Ok(output),
        Some(refusal) => Err(ReplayError::Link(refusal)),
    }
}

/// Links in the functions that the program calls, and removes unused ones.
fn add_runtime(program: &Program<'_>) -> Result<(), ReplayError> {
    let refuse = |message: String| ReplayError::Llvm(Error::Machine(message));
    if program.needs_cpp() {
        pikse_env::link_cpp_threads(program).map_err(ReplayError::Models)?;
    }
    pikse_env::link_harness(program).map_err(ReplayError::Models)?;
    let module = program.module();
    let buffer = MemoryBuffer::create_from_memory_range_copy(RUNTIME, "replay.bc");
    let runtime = Module::parse_bitcode_from_buffer(&buffer, module.get_context());
    let runtime = runtime.map_err(|message| refuse(message.to_string()))?;
    runtime.set_triple(&module.get_triple());
    runtime.set_data_layout(&module.get_data_layout());
    module.link_in_module(runtime).map_err(|message| refuse(message.to_string()))?;
    // A Rust program brings a whole library, of which it needs little. Others may have functions
    // that C++'s library calls, so theirs stay.
    for function in program.defined().filter(is_rust) {
        function.set_linkage(Linkage::Internal);
    }
    program.run_passes("globaldce")?;
    module.verify().map_err(|message| refuse(message.to_string()))
}

/// Whether only Rust code calls a function, by its name.
fn is_rust(function: &FunctionValue<'_>) -> bool {
    let name = function.get_name().to_bytes();
    name.starts_with(b"_R") || (name.starts_with(b"_ZN") && has_hash(name))
}

/// Names of the older form end with a number: `17h0123456789abcdefE`.
fn has_hash(name: &[u8]) -> bool {
    name.len() > 20 && name[name.len() - 20..].starts_with(b"17h") && name.ends_with(b"E")
}

/// Links; the error is the message of the linker.
fn link(inputs: &[PathBuf], is_cpp: bool, output: &Path) -> Result<Option<String>, ReplayError> {
    let cpp = is_cpp.then_some(CppLibrary::Shared);
    let libraries = &["-lm", "-lpthread", "-ldl"];
    match (Link { inputs, output, flags: &[], cpp, libraries }).run() {
        Ok(()) => Ok(None),
        Err(LinkError::Refused(refusal)) => Ok(Some(refusal)),
        Err(error) => Err(ReplayError::Link(error.to_string())),
    }
}

/// The names that a linker does not find, in the words of GNU's linker and of LLVM's.
fn undefined(message: &str) -> Vec<String> {
    let mut names: Vec<String> = message
        .lines()
        .filter_map(|line| {
            let quoted = line.split_once("undefined reference to `").map(|(_, rest)| rest);
            let plain = line.split_once("undefined symbol: ").map(|(_, rest)| rest);
            let name = quoted.or(plain)?.split(['\'', ' ']).next()?;
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "_.$".contains(c);
            (!name.is_empty() && name.chars().all(is_plain)).then(|| name.to_owned())
        })
        .collect();
    names.sort();
    names.dedup();
    names
}

/// Functions that say that they are not defined.
fn definitions(names: &[String]) -> String {
    use std::fmt::Write as _;
    let mut text = format!("declare void @{UNDEFINED}(ptr)\n");
    for (at, name) in names.iter().enumerate() {
        let _ = writeln!(
            text,
            "@n{at} = internal constant [{} x i8] c\"{name}\\00\"\n\
             define void @\"{name}\"() {{\n  call void @{UNDEFINED}(ptr @n{at})\n  unreachable\n}}",
            name.len() + 1,
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linkers_tell_what_they_do_not_find() {
        for (message, expected) in [
            ("a.o: in function `f':\n(.text+0x5): undefined reference to `absent'", "absent"),
            ("ld.lld: error: undefined symbol: absent\n>>> referenced by a.c", "absent"),
            (
                "x: undefined reference to `b'\ny: undefined reference to `a'\nz: undefined reference to `b'",
                "a b",
            ),
            ("undefined reference to `std::cout'", ""),
            ("collect2: error: ld returned 1 exit status", ""),
        ] {
            assert_eq!(undefined(message).join(" "), expected, "{message}");
        }
    }
}
