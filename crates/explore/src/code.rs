//! What runs: the lowered program and its entry, without LLVM. It can be sent to another machine.

use pikse_ir::{FuncId, Program as Ir};
use pikse_solver::Solver;
use pikse_vm::{LoadError, Machine, Options, State};
use serde::{Deserialize, Serialize};

use crate::entry::{Entry, begin};
use crate::values::Values;

/// A program and its entry.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Code<'a> {
    /// The program with its models, lowered.
    pub ir: &'a Ir,
    /// The functions of the user's own sources; all others are models, or of a library.
    pub own: &'a [bool],
    /// Where it begins.
    pub function: FuncId,
    /// The entry and its arguments.
    pub entry: &'a Entry,
}

/// The same, as another process has it.
#[derive(Clone, Debug, Deserialize)]
pub struct OwnedCode {
    ir: Ir,
    own: Vec<bool>,
    function: FuncId,
    entry: Entry,
}

impl OwnedCode {
    /// The program and its entry.
    #[must_use]
    pub fn code(&self) -> Code<'_> {
        let OwnedCode { ir, own, function, entry } = self;
        Code { ir, own, function: *function, entry }
    }
}

/// A program that can be explored, without LLVM: it can be stored, and explored where there is no compiler.
#[derive(Debug, Serialize, Deserialize)]
pub struct Ready {
    /// The program with its models, lowered.
    pub ir: Ir,
    /// The functions of the user's own sources; all others are models, or of a library.
    pub own: Vec<bool>,
    /// Where it begins.
    pub function: FuncId,
    /// The entry and its arguments.
    pub entry: Entry,
    /// How the structures of the function were interpreted, one text each.
    pub taken: Vec<String>,
    /// What the models assume of the system, as far as the program asks.
    pub assumed: Vec<pikse_env::Assumption>,
    /// The arguments as values of their types.
    pub values: Values,
    /// Whether some of it was Rust.
    pub is_rust: bool,
    /// Whether it came optimised, so that paths may have been merged.
    pub is_optimised: bool,
}

impl Ready {
    /// What runs.
    #[must_use]
    pub fn code(&self) -> Code<'_> {
        let Ready { ir, own, function, entry, .. } = self;
        Code { ir, own, function: *function, entry }
    }
}

impl<'a> Code<'a> {
    /// A machine for the program, and the state in which every path begins. Branches of models and of
    /// libraries are not part of a path's trace.
    pub fn machine(
        self,
        options: Options,
        solver: Box<dyn Solver>,
    ) -> Result<(Machine<'a>, State), LoadError> {
        let mut machine = Machine::with_solver(self.ir, options, solver)?;
        for (at, _) in self.own.iter().enumerate().filter(|(_, own)| !**own) {
            machine.do_not_trace(FuncId::at(at));
        }
        let first = begin(&mut machine, self.function, self.entry);
        Ok((machine, first))
    }
}
