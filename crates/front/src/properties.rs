//! Finds the checks in a program by the names of functions and constants, in any language.
//!
//! `pikse_check_NAME` is a property; `pikse_pre_NAME` is its pre-condition;
//! `pikse_bounds_NAME` is a text with bounds; `pikse_finitize_NAME`, only in Rust,
//! requests the bounds of the structures' types.

use std::path::Path;

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::inkwell::values::BasicValueEnum;
use pikse_llvm::{Error, Options, Program, RustSource};

use crate::rust_entry::{self, EntryError};
use crate::{containers, facade};

/// The prefix of a property.
pub const CHECK: &str = "pikse_check_";
/// The prefix of a pre-condition.
pub const PRE: &str = "pikse_pre_";
/// The prefix of a text with bounds.
pub const BOUNDS: &str = "pikse_bounds_";
/// The prefix of a finitization function, which [`crate::finitization`] runs.
pub const FINITIZE: &str = "pikse_finitize_";

/// The names of the checks of a program, without the prefix.
pub fn checks_in(program: &Program<'_>) -> Vec<String> {
    let name = |function: &str| function.strip_prefix(CHECK).map(str::to_owned);
    program.defined().filter_map(|function| name(&function.get_name().to_string_lossy())).collect()
}

/// The text with bounds of a check, if it has one.
pub fn bounds_text(program: &Program<'_>, name: &str) -> Option<String> {
    let global = program.module().get_global(&format!("{BOUNDS}{name}"))?;
    let bytes = bytes_of(global.get_initializer()?)?;
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    Some(String::from_utf8_lossy(&bytes[..end]).into_owned())
}

/// The bytes of a constant: an array in C, one in a struct in Rust.
fn bytes_of(value: BasicValueEnum<'_>) -> Option<Vec<u8>> {
    match value {
        BasicValueEnum::ArrayValue(array) => array.as_const_string().map(<[u8]>::to_vec),
        BasicValueEnum::StructValue(of) => bytes_of(of.get_field_at_index(0)?),
        _ => None,
    }
}

/// Compiles a Rust file that belongs to no package, for its checks. Without any, the
/// program is empty.
pub fn rust_file_checks<'ctx>(
    context: &'ctx Context,
    file: &Path,
    options: &Options,
) -> Result<Program<'ctx>, EntryError> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Error::Unreadable { path: file.to_owned(), error })?;
    let mut options = rust_entry::library_options(&rust_entry::with_facade(&text, options)?);
    let flags = ["--cfg=pikse".to_owned(), "--cfg=test".to_owned(), facade::panics_flag()?];
    options.rustflags.extend(flags);
    let folder = tempfile::tempdir().map_err(Error::NoFolder)?;
    let functions = containers::included(&options.appended, folder.path());
    let functions = functions.map_err(Error::NoFolder)?;
    let whole = format!("{text}\nextern crate {} as _;\n{functions}", facade::PANICS_CRATE);
    let source = RustSource::Text { path: file, text: &whole };
    match Program::compile_rust(context, source, &options) {
        Ok(program) => Ok(prepare(program)?),
        // The message must not mention the text that was appended.
        Err(error @ Error::Refused { .. }) => {
            let alone = Program::compile_rust(context, RustSource::File(file), &options);
            Err(alone.err().unwrap_or(error).into())
        }
        Err(error) => Err(error.into()),
    }
}

/// Removes the code that prints panics, and drops everything that no check needs.
pub(crate) fn prepare(program: Program<'_>) -> Result<Program<'_>, Error> {
    let names: Vec<String> = program
        .defined()
        .map(|function| function.get_name().to_string_lossy().into_owned())
        .filter(|name| [CHECK, PRE, FINITIZE].iter().any(|prefix| name.starts_with(prefix)))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    rust_entry::prepare_for(program, &names)
}
