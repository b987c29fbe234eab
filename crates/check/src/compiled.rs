//! Compiles a property and its pre-condition for the native engine.

use pikse_front::{Bounds, Property};
use pikse_llvm::Program;
use pikse_native::{Build, CheckBuild, Compiled, CompiledCheck, NativeError};

use crate::emit::{INPUT_CHECK, INPUT_OK, emit_check, emit_pre};

/// Instruments and links the part of a program that checks inputs. The program itself is not
/// changed.
pub fn compile(
    program: &Program<'_>,
    property: &Property,
    bounds: &Bounds,
    build: &CheckBuild,
) -> Result<CompiledCheck, NativeError> {
    let program = program.copy();
    emit_check(&program, property, bounds).map_err(NativeError::Llvm)?;
    CompiledCheck::new(&program, INPUT_CHECK, property.uses_old(), build)
}

/// The pre-condition of a property, as a predicate over its inputs.
pub fn compile_pre(
    program: &Program<'_>,
    property: &Property,
    bounds: &Bounds,
    build: &Build,
) -> Result<Compiled, NativeError> {
    let program = program.copy();
    emit_pre(&program, property, bounds).map_err(NativeError::Llvm)?;
    Compiled::new(&program, INPUT_OK, build)
}
