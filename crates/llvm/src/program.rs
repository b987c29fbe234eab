//! Links several sources into one module.

use std::path::Path;

use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use inkwell::values::FunctionValue;

use crate::compiler::{self, Options};
use crate::error::Error;
use crate::probe;
use crate::rust::{self, RustSource};
use crate::source::Language;
use crate::target;

/// A program as one LLVM module. It is verified. A module from rustc contains whole libraries, so
/// only the part that [`Program::keep`] leaves is verified.
#[derive(Debug)]
pub struct Program<'ctx> {
    module: Module<'ctx>,
}

impl<'ctx> Program<'ctx> {
    /// Compiles and links sources, in order.
    pub fn compile(
        context: &'ctx Context,
        sources: &[impl AsRef<Path>],
        options: &Options,
    ) -> Result<Self, Error> {
        let mut modules = Vec::with_capacity(sources.len());
        let mut others = options.clone();
        others.appended.clear();
        for (number, source) in sources.iter().map(AsRef::as_ref).enumerate() {
            let folder = tempfile::tempdir().map_err(Error::NoFolder)?;
            let options = if number == options.appended_to { options } else { &others };
            let file = compiler::compile(source, folder.path(), options)?;
            if Language::of(source)?.is_llvm() {
                let path = source.to_owned();
                probe::survives(&file).map_err(|message| Error::BadModule { path, message })?;
            }
            modules.push((source, read(context, source, &file)?));
        }
        target::agree(&modules)?;
        let mut modules = modules.into_iter();
        let (_, linked) = modules.next().ok_or(Error::NoSource)?;
        for (source, module) in modules {
            linked.link_in_module(module).map_err(|message| Error::DoNotLink {
                path: source.to_owned(),
                message: message.to_string(),
            })?;
        }
        Ok(Program { module: linked })
    }

    /// Compiles a Rust text in place of a file.
    pub fn compile_rust(
        context: &'ctx Context,
        source: RustSource<'_>,
        options: &Options,
    ) -> Result<Self, Error> {
        let folder = tempfile::tempdir().map_err(Error::NoFolder)?;
        let file = rust::compile(source, folder.path(), options)?;
        Ok(Program { module: parse(context, source.path(), &file)? })
    }

    /// Reads a program from a bitcode file written by rustc.
    pub fn read(context: &'ctx Context, file: &Path) -> Result<Self, Error> {
        Ok(Program { module: parse(context, file, file)? })
    }

    /// Makes a program of an existing module.
    #[must_use]
    pub fn from_module(module: Module<'ctx>) -> Self {
        Program { module }
    }

    /// The module, without the program around it.
    #[must_use]
    pub fn into_module(self) -> Module<'ctx> {
        self.module
    }

    /// A copy, for changes that the program itself must not see.
    #[must_use]
    pub fn copy(&self) -> Self {
        Program { module: self.module.clone() }
    }

    /// The module.
    pub fn module(&self) -> &Module<'ctx> {
        &self.module
    }

    /// The functions that have a body.
    pub fn defined(&self) -> impl Iterator<Item = FunctionValue<'ctx>> + '_ {
        self.module.get_functions().filter(|function| function.count_basic_blocks() > 0)
    }

    /// The functions that are declared but not defined here, without LLVM's intrinsics.
    pub fn external(&self) -> impl Iterator<Item = FunctionValue<'ctx>> + '_ {
        self.module.get_functions().filter(|function| {
            function.count_basic_blocks() == 0
                && !function.get_name().to_bytes().starts_with(b"llvm.")
        })
    }

    /// Whether the program calls the C++ library, or uses its objects: descriptions of classes need some.
    #[must_use]
    pub fn needs_cpp(&self) -> bool {
        let objects = self.module().get_globals().filter(|global| {
            global.is_declaration() && global.get_name().to_bytes().starts_with(b"_ZTV")
        });
        let functions = self.external().map(FunctionValue::as_global_value);
        functions.chain(objects).any(|of| {
            let name = of.get_name().to_bytes();
            // The functions that register exit handlers belong to the C library.
            let is_of_c = name.ends_with(b"atexit") || name.ends_with(b"atexit_impl");
            let begins = [&b"_Z"[..], b"__cxa", b"__gxx"];
            !is_of_c && begins.iter().any(|begin| name.starts_with(begin))
        })
    }
}

/// Reads and verifies a module: a file that LLVM can read may still be invalid.
pub(crate) fn read<'ctx>(
    context: &'ctx Context,
    source: &Path,
    file: &Path,
) -> Result<Module<'ctx>, Error> {
    let module = parse(context, source, file)?;
    module.verify().map_err(|message| Error::BadModule {
        path: source.to_owned(),
        message: message.to_string(),
    })?;
    Ok(module)
}

fn parse<'ctx>(context: &'ctx Context, source: &Path, file: &Path) -> Result<Module<'ctx>, Error> {
    let bad = |message: String| Error::BadModule { path: source.to_owned(), message };
    let module = match Language::of(file)? {
        Language::Assembly => {
            let text = std::fs::read_to_string(file)
                .map_err(|error| Error::Unreadable { path: source.to_owned(), error })?;
            let name = file.to_string_lossy();
            let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), &name);
            context.create_module_from_ir(buffer)
        }
        _ => Module::parse_bitcode_from_path(file, context),
    };
    module.map_err(|message| bad(message.to_string()))
}
