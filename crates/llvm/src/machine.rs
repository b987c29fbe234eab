//! The target machine of a module: runs passes and writes object files.

use std::path::Path;

use inkwell::OptimizationLevel;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{
    CodeModel, FileType, InitializationConfig, RelocMode, Target, TargetMachine, TargetTriple,
};

use crate::error::Error;
use crate::program::Program;

/// The target machine of a program, with the given optimisation level.
pub(crate) fn machine(
    program: &Program<'_>,
    level: OptimizationLevel,
) -> Result<TargetMachine, Error> {
    let triple = match program.module().get_triple() {
        // A hand-written module may have no target; then it is for this machine.
        none if none.as_str().is_empty() => TargetMachine::get_default_triple(),
        triple => triple,
    };
    machine_for(&triple, level)
}

/// The target machine of a target.
pub(crate) fn machine_for(
    triple: &TargetTriple,
    level: OptimizationLevel,
) -> Result<TargetMachine, Error> {
    Target::initialize_x86(&InitializationConfig::default());
    let refuse = |message: String| Error::Machine(message);
    let target = Target::from_triple(triple).map_err(|message| refuse(message.to_string()))?;
    target
        .create_target_machine(triple, "x86-64", "", level, RelocMode::PIC, CodeModel::Default)
        .ok_or_else(|| refuse(format!("LLVM has no target machine for {triple}")))
}

impl Program<'_> {
    /// Runs passes, named as for LLVM's `opt`.
    pub fn run_passes(&self, passes: &str) -> Result<(), Error> {
        let machine = machine(self, OptimizationLevel::Default)?;
        let run = self.module().run_passes(passes, &machine, PassBuilderOptions::create());
        run.map_err(|message| Error::Machine(message.to_string()))
    }

    /// Writes the program as an object file. Code generation changes the module, so the program
    /// cannot be used afterwards.
    pub fn write_object(&self, path: &Path) -> Result<(), Error> {
        let written = machine(self, OptimizationLevel::Default)?.write_to_file(
            self.module(),
            FileType::Object,
            path,
        );
        written.map_err(|message| Error::Machine(message.to_string()))
    }
}
