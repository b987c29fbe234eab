//! Lowers an LLVM module to a [`Program`].
//!
//! Symbols are declared first, so that everything can be named; then come globals, then functions.
//! Code that cannot be lowered becomes an `Unsupported` instruction. Only a module for a machine
//! that is not like x86-64 is rejected as a whole.
//!
//! | module | job |
//! | --- | --- |
//! | `types` | types to lists of scalars |
//! | `tables` | data shared by all functions; each constant and text once |
//! | `constants` | constants and constant expressions |
//! | `foreign` | calls from a 32-bit program to models of 64 bits |
//! | `globals` | initializers, constructors |
//! | `debug` | source locations |
//! | `function` | blocks, values, edges |
//! | `moves` | parallel moves to sequential moves |
//! | `instruction` | dispatch to the lowering of each instruction |
//! | `arithmetic`, `casts`, `memory`, `aggregates`, `calls`, `terminators` | instructions |
//! | `wide` | integers of more than 128 bits |
//! | `intrinsics` | LLVM's intrinsics |
//! | `assembly` | inline assembly of the common kinds |

mod aggregates;
mod arithmetic;
mod assembly;
mod calls;
mod casts;
mod constants;
mod debug;
mod foreign;
mod function;
mod globals;
mod instruction;
mod intrinsics;
mod maps;
mod memory;
mod moves;
mod tables;
mod terminators;
mod types;
mod wide;

use std::fmt;

use pikse_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use pikse_llvm::inkwell::module::Module;
use pikse_llvm::inkwell::values::FunctionValue;
use pikse_llvm::raw::{self, Linkage, Value};

use crate::ids::{FuncId, GlobalId};
use crate::inst::Inst;
use crate::program::{Alias, Block, Body, Constant, Function, Global, Program, Target};
use debug::Debug;
use function::Builder;
use maps::PointerMap;
use tables::{Shared, Signature, Symbol};
use types::{Types, Unsupported};

pub use foreign::Import;

/// Why a module cannot be lowered at all.
#[derive(Debug)]
pub enum LowerError {
    /// LLVM could not prepare the module.
    Prepare(pikse_llvm::Error),
    /// The target's pointers have another size.
    PointerSize {
        /// The size in bytes.
        bytes: u32,
    },
    /// The target is big-endian.
    BigEndian,
}

impl fmt::Display for LowerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Prepare(error) => write!(f, "{error}"),
            Self::PointerSize { bytes } => write!(
                f,
                "the program is compiled for a target with pointers of {bytes} bytes; \
                 compile it for one with 8 bytes, such as x86-64"
            ),
            Self::BigEndian => write!(
                f,
                "the program is compiled for a big-endian target; \
                 compile it for one that is little-endian, such as x86-64"
            ),
        }
    }
}

impl std::error::Error for LowerError {}

/// The attribute of functions whose local variables stay in memory.
pub const KEEP_LOCALS: &str = "pikse-keep-locals";

/// Lowers a module. First, stack variables whose address is not taken become values (`mem2reg`),
/// which changes the module.
pub fn lower(program: &pikse_llvm::Program<'_>) -> Result<Program, LowerError> {
    prepare(program, 8)?;
    let module = program.module();
    let mut lowered = Program::default();
    let debug = Debug::new(raw::context(module), &mut lowered);
    let mut shared = Shared::new(Types::new(raw::layout(module)), debug, lowered);
    fill(&mut shared, module);
    Ok(finish(shared))
}

/// Lowers a 32-bit module together with a module of 64 bits that has the functions and globals which it
/// imports. Both are of one context.
pub fn lower_narrow(
    program: &pikse_llvm::Program<'_>,
    models: &pikse_llvm::Program<'_>,
    imports: &[Import],
) -> Result<Program, LowerError> {
    prepare(program, 4)?;
    prepare(models, 8)?;
    let (module, models) = (program.module(), models.module());
    let mut lowered = Program { is_narrow: true, ..Program::default() };
    let debug = Debug::new(raw::context(module), &mut lowered);
    let mut shared = Shared::new(Types::new(raw::layout(models)), debug, lowered);
    fill(&mut shared, models);
    // Constants of equal text may mean something else in the other layout.
    shared.types = Types::new(raw::layout(module));
    shared.known = PointerMap::default();
    shared.import(module, imports);
    fill(&mut shared, module);
    Ok(finish(shared))
}

/// Checks the target of a module, and makes its local variables values.
fn prepare(program: &pikse_llvm::Program<'_>, pointer: u32) -> Result<(), LowerError> {
    let module = program.module();
    let layout = raw::layout(module);
    if layout.pointer_size() != pointer {
        return Err(LowerError::PointerSize { bytes: layout.pointer_size() });
    }
    if !layout.is_little_endian() {
        return Err(LowerError::BigEndian);
    }
    // Passes skip functions with `optnone`.
    let keep_off = Attribute::get_named_enum_kind_id("optnone");
    for function in program.defined() {
        if function.get_string_attribute(AttributeLoc::Function, KEEP_LOCALS).is_none() {
            function.remove_enum_attribute(AttributeLoc::Function, keep_off);
        }
    }
    program.run_passes("mem2reg").map_err(LowerError::Prepare)
}

/// Lowers what a module has, apart from what is imported.
fn fill<'m>(shared: &mut Shared<'m>, module: &'m Module<'_>) {
    let functions = declare_functions(shared, raw::functions(module));
    for ifunc in raw::ifuncs(module) {
        let id = declare_function(shared, ifunc);
        let body = cannot_run(shared, format!("the `ifunc` `{}`", ifunc.name()));
        let function = &mut shared.program.functions[id.index()];
        function.body = Some(Body { registers: function.params.clone(), ..body });
    }
    let globals = declare_globals(shared, raw::globals(module));
    for alias in raw::aliases(module) {
        if let Ok(Some(Constant::Address { target, addend: 0 })) = shared.fold(alias) {
            shared.program.aliases.push(Alias { name: alias.name(), target });
        }
    }
    for (id, global) in globals {
        fill_global(shared, id, global);
    }
    for (id, function) in functions {
        fill_function(shared, id, function);
    }
    shared.collect_constructors(raw::globals(module));
}

fn finish(shared: Shared<'_>) -> Program {
    debug_assert!(
        crate::verify(&shared.program).is_empty(),
        "{:?}",
        crate::verify(&shared.program)
    );
    shared.program
}

/// The blocks of a function in the order in which lowering numbers them, each as its index in the
/// function. Unreachable blocks are omitted. Blocks of edges get the numbers after these.
#[must_use]
pub fn block_order(function: FunctionValue<'_>) -> Vec<usize> {
    let function = raw::value(&function);
    let places: PointerMap<usize> =
        function.blocks().iter().enumerate().map(|(at, block)| (block.key(), at)).collect();
    function::reverse_post_order(function).iter().map(|block| places[&block.key()]).collect()
}

fn declare_functions<'m>(
    shared: &mut Shared<'m>,
    functions: Vec<Value<'m>>,
) -> Vec<(FuncId, Value<'m>)> {
    let mut declared = Vec::new();
    for function in functions {
        if let Some(name) = function.intrinsic() {
            let known = intrinsics::known(&name);
            shared.symbols.insert(function.key(), Symbol::Intrinsic(known));
            continue;
        }
        // What is imported has its symbol.
        if shared.symbols.contains_key(&function.key()) {
            continue;
        }
        let id = declare_function(shared, function);
        declared.push((id, function));
    }
    declared
}

/// A function, without its body. One whose types are not supported cannot be called.
fn declare_function<'m>(shared: &mut Shared<'m>, function: Value<'m>) -> FuncId {
    let (signature, body) = match shared.declared(function) {
        Ok(signature) => (signature, None),
        Err(Unsupported(what)) => (Signature::default(), Some(cannot_run(shared, what))),
    };
    let (source_name, location) = shared.debug.function(&mut shared.program, function);
    let id = FuncId::at(shared.program.functions.len());
    shared.program.functions.push(Function {
        name: function.name(),
        source_name,
        params: signature.params,
        passing: signature.passing,
        results: signature.results,
        returning: signature.returning,
        variadic: signature.variadic,
        weak: function.linkage() == Linkage::LLVMExternalWeakLinkage,
        location,
        body,
    });
    shared.symbols.insert(function.key(), Symbol::Target(Target::Function(id)));
    id
}

/// The body of a function that cannot run.
fn cannot_run(shared: &mut Shared<'_>, what: String) -> Body {
    Body {
        code: vec![Inst::Unsupported { what: shared.text(what) }, Inst::Unreachable],
        places: vec![debug::NOWHERE; 2],
        blocks: vec![Block { start: 0, end: 2, edge: false }],
        ..Body::default()
    }
}

fn fill_function<'m>(shared: &mut Shared<'m>, id: FuncId, function: Value<'m>) {
    let known = &shared.program.functions[id.index()];
    if known.body.is_some() || function.blocks().is_empty() {
        return;
    }
    let params = known.params.clone();
    let body = Builder::lower(shared, function, &params);
    shared.program.functions[id.index()].body = Some(body);
}

fn declare_globals<'m>(
    shared: &mut Shared<'m>,
    globals: Vec<Value<'m>>,
) -> Vec<(GlobalId, Value<'m>)> {
    let mut declared = Vec::new();
    for global in globals {
        let name = global.name();
        if name.starts_with("llvm.") || shared.symbols.contains_key(&global.key()) {
            continue;
        }
        let ty = global.value_type();
        let align = match global.align() {
            0 => shared.types.layout.align(ty),
            align => align,
        };
        let id = GlobalId::at(shared.program.globals.len());
        shared.program.globals.push(Global {
            name,
            size: shared.types.layout.size(ty),
            align,
            constant: global.is_read_only(),
            thread_local: global.is_thread_local(),
            weak: global.linkage() == Linkage::LLVMExternalWeakLinkage,
            bytes: None,
            unsupported: None,
            relocations: Vec::new(),
        });
        shared.symbols.insert(global.key(), Symbol::Target(Target::Global(id)));
        declared.push((id, global));
    }
    declared
}

fn fill_global<'m>(shared: &mut Shared<'m>, id: GlobalId, global: Value<'m>) {
    let Some(initializer) = global.initializer() else { return };
    let contents = shared.contents(initializer);
    match contents {
        Ok(contents) => {
            let global = &mut shared.program.globals[id.index()];
            global.bytes = Some(contents.bytes);
            global.relocations = contents.relocations;
        }
        Err(Unsupported(what)) => {
            let what = shared.text(what);
            shared.program.globals[id.index()].unsupported = Some(what);
            // Only `llvm.load.relative` can read it then.
            shared.relative_table(id, initializer);
        }
    }
}
