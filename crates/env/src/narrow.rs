//! Models for 32-bit programs.
//!
//! The models are compiled for 64 bits, so they are not linked into the program's module. They stay a
//! module of their own, which is lowered together with the program; calls between the two are adapted
//! (`pikse_ir::lower_narrow`). That is possible for functions that exchange addresses and numbers, and
//! bytes in memory. Functions that read or write pointers, longs or structs of them in the program's
//! memory would find another form there: these are refused by name.

use std::collections::BTreeSet;

use pikse_ir::Import;
use pikse_llvm::Program;
use pikse_llvm::inkwell::AddressSpace;
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::inkwell::memory_buffer::MemoryBuffer;
use pikse_llvm::inkwell::module::Module;
use pikse_llvm::inkwell::values::{
    BasicValue, FunctionValue, InstructionValue, Operand, PointerValue,
};

use crate::error::Error;
use crate::link::{MODELS, NARROW, SHOWN, link_wanted, undefined, unused_call};
use crate::world::Assumption;
use crate::{PREFIX, modelled, nondet};

/// Functions whose arguments and results are addresses of bytes, `int`, `size_t` and floating-point
/// numbers.
const FIT: &str = "
    malloc calloc realloc free reallocarray aligned_alloc memalign valloc
    memcpy memmove memset memcmp memchr memrchr mempcpy memccpy bcmp bzero bcopy
    strlen strnlen strcmp strncmp strcpy strncpy strcat strncat strchr strrchr strstr strspn strcspn
    strpbrk strdup strndup stpcpy stpncpy strcasecmp strncasecmp strchrnul strtok strcoll
    isalpha isdigit isalnum isspace isupper islower ispunct isprint iscntrl isxdigit isgraph isblank
    tolower toupper __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc
    abort exit _exit _Exit quick_exit atexit __assert_fail __assert __assert_perror_fail
    abs atoi atof rand srand random srandom rand_r qsort bsearch getenv __errno_location
    printf fprintf sprintf snprintf dprintf puts putchar putc fputc fputs perror fflush fclose
    putchar_unlocked putc_unlocked getchar getc fgetc fgets ungetc feof ferror clearerr fwrite fread
    __printf_chk __fprintf_chk __sprintf_chk __snprintf_chk __memcpy_chk __memset_chk __memmove_chk
    __strcpy_chk __strcat_chk __strncpy_chk
    sleep usleep getpid
    fabs sqrt floor ceil trunc round rint nearbyint fmod pow exp log log10 log2 sin cos tan fmin fmax
    copysign fabsf sqrtf floorf ceilf truncf roundf fmodf fminf fmaxf copysignf
    __fpclassify __fpclassifyf __isnan __isnanf __isinf __isinff __finite __finitef __signbit
    isnan isinf finite
    stdin stdout stderr
    klee_make_symbolic klee_assume klee_int klee_range klee_report_error klee_warning
    klee_silent_exit klee_abort klee_is_symbolic
    pikse_symbolic pikse_assume pikse_reject pikse_failed
    __VERIFIER_assume __VERIFIER_assert __VERIFIER_error __VERIFIER_nondet_memory
    __VERIFIER_atomic_begin __VERIFIER_atomic_end reach_error";
/// Functions with models of their own for 32-bit programs.
const OWN: &str = "strtol strtoul strtod strtok_r __ubsan_handle_shift_out_of_bounds";
/// Functions with a `long`, which is extended with its sign.
const SIGNED: &str = "labs";

/// A 32-bit program's models.
#[derive(Debug)]
pub struct Narrow<'ctx> {
    /// The module with the models.
    pub models: Program<'ctx>,
    /// What the program takes from it, and what is refused.
    pub imports: Vec<Import>,
    /// Undefined functions and globals without a model.
    pub missing: Vec<String>,
    /// What the models assume of the system.
    pub assumed: Vec<Assumption>,
}

/// Whether a list has a word.
fn has(list: &str, name: &str) -> bool {
    list.split_whitespace().any(|word| word == name)
}

/// Finds the models for a 32-bit program.
pub fn link_narrow<'ctx>(
    context: &'ctx Context,
    program: &Program<'ctx>,
) -> Result<Narrow<'ctx>, Error> {
    let module = program.module();
    nondet::define(module, None);
    let known = modelled()?;
    let names: Vec<String> = undefined(module).map(|(name, _)| name).collect();
    // Newer headers have other names for some functions.
    let plain = |name: &str| name.strip_prefix("__isoc23_").unwrap_or(name).to_owned();
    let model = |name: &str| {
        let plain = plain(name);
        match known.contains(&plain) {
            true if has(OWN, &plain) => Some(format!("{NARROW}{plain}")),
            true if has(FIT, name) || has(SIGNED, name) => Some(format!("{PREFIX}{name}")),
            _ => None,
        }
    };
    let wanted: BTreeSet<String> =
        names.iter().filter(|name| model(name).is_some()).map(|name| plain(name)).collect();
    let models = Program::from_module(wanting(context, &wanted)?);
    let assumed = link_wanted(&models)?.assumed;
    let mut imports = Vec::new();
    for name in &names {
        let model = model(name);
        let shown = format!("{SHOWN}{name}");
        if model.is_some() && models.module().get_function(&shown).is_some() {
            show(module, name, &shown);
            imports.push(Import { name: shown.clone(), model: Some(shown), signed: false });
        }
        if model.is_some() || known.contains(name) {
            let signed = has(SIGNED, name);
            imports.push(Import { name: name.clone(), model, signed });
        }
    }
    let missing = names.iter().filter(|name| !known.contains(name)).cloned().collect();
    Ok(Narrow { models, imports, missing, assumed })
}

/// A module of 64 bits that uses some functions and globals, and nothing else.
fn wanting<'ctx>(context: &'ctx Context, names: &BTreeSet<String>) -> Result<Module<'ctx>, Error> {
    let buffer = MemoryBuffer::create_from_memory_range_copy(MODELS, "models.bc");
    let models = Module::parse_bitcode_from_buffer(&buffer, context)
        .map_err(|message| Error::BadModels(message.to_string()))?;
    let module = context.create_module("wanted");
    module.set_triple(&models.get_triple());
    module.set_data_layout(&models.get_data_layout());
    let pointer = context.ptr_type(AddressSpace::default());
    let nothing = context.void_type().fn_type(&[], false);
    let is_global = |name: &str| matches!(name, "stdin" | "stdout" | "stderr");
    let addresses: Vec<PointerValue<'ctx>> = names
        .iter()
        .map(|name| match is_global(name) {
            true => module.add_global(pointer, None, name).as_pointer_value(),
            false => module.add_function(name, nothing, None).as_global_value().as_pointer_value(),
        })
        .collect();
    let list = pointer.const_array(&addresses);
    module.add_global(list.get_type(), None, "pikse.wanted").set_initializer(&list);
    Ok(module)
}

/// Calls whose result is not used may get a special model.
fn show(module: &Module<'_>, name: &str, shown: &str) {
    let Some(function) = module.get_function(name) else { return };
    let value = function.as_global_value().as_pointer_value();
    let uses = std::iter::successors(value.get_first_use(), |here| here.get_next_use());
    let calls: Vec<InstructionValue<'_>> = uses.filter_map(unused_call).collect();
    if calls.is_empty() {
        return;
    }
    let new: FunctionValue<'_> = module
        .get_function(shown)
        .unwrap_or_else(|| module.add_function(shown, function.get_type(), None));
    for call in calls {
        let callee = call.get_num_operands() - 1;
        if call.get_operand(callee).and_then(Operand::value) == Some(value.into()) {
            call.set_operand(callee, new.as_global_value().as_pointer_value());
        }
    }
}
