//! What a function reaches: the functions that it calls or has addresses of, and the globals that it uses.

use std::collections::BTreeSet;
use std::fmt;

use crate::ids::{FuncId, GlobalId};
use crate::inst::{Callee, Clause, Inst, Operand};
use crate::program::{Body, Constant, Program, Target};

/// The parts of a program that can run when one of its functions runs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reached {
    /// The functions, in order.
    pub functions: BTreeSet<FuncId>,
    /// The globals, in order.
    pub globals: BTreeSet<GlobalId>,
}

impl Body {
    /// Calls `each` with the operands that an instruction reads.
    pub fn each_operand(&self, inst: &Inst, mut each: impl FnMut(Operand)) {
        let mut all = |operands: &[Operand]| operands.iter().copied().for_each(&mut each);
        match *inst {
            Inst::Binary { a, b, .. }
            | Inst::Compare { a, b, .. }
            | Inst::FloatBinary { a, b, .. }
            | Inst::FloatCompare { a, b, .. } => all(&[a, b]),
            Inst::Cast { a, .. }
            | Inst::Move { a, .. }
            | Inst::Freeze { a, .. }
            | Inst::FloatUnary { a, .. }
            | Inst::FloatCast { a, .. } => all(&[a]),
            Inst::Select { condition, yes, no, .. } => all(&[condition, yes, no]),
            Inst::Load { address, .. } => all(&[address]),
            Inst::Store { value, address, .. } => all(&[value, address]),
            Inst::Offset { base, .. } => all(&[base]),
            Inst::Index { base, index, .. } => all(&[base, index]),
            Inst::Alloca { count, .. } => all(&[count]),
            Inst::Intrinsic { a, b, c, .. } => all(&[a, b, c]),
            Inst::Wide { wide } => {
                all(&self.wides[wide as usize].a);
                all(&self.wides[wide as usize].b);
            }
            Inst::Call { call } => {
                let call = &self.calls[call.index()];
                all(&call.arguments);
                if let Callee::Indirect(address) = call.callee {
                    all(&[address]);
                }
            }
            Inst::LandingPad { pad, .. } => {
                for clause in &self.pads[pad as usize].clauses {
                    match clause {
                        Clause::Catch(what) => all(&[*what]),
                        Clause::Filter(what) => all(what),
                    }
                }
            }
            Inst::Resume { exception, selector } => all(&[exception, selector]),
            Inst::Branch { condition, .. } => all(&[condition]),
            Inst::Switch { value, .. } => all(&[value]),
            Inst::Return { values } => all(&self.returns[values as usize]),
            Inst::Unsupported { .. } | Inst::Jump { .. } | Inst::Unreachable => {}
        }
    }
}

impl Program {
    /// What a function reaches. Constructors of the program run before it, so they count, too.
    #[must_use]
    pub fn reached_from(&self, function: FuncId) -> Reached {
        let mut reached = Reached::default();
        let starts = self.constructors.iter().copied().chain([function]);
        let mut todo: Vec<Target> = starts.map(Target::Function).collect();
        while let Some(target) = todo.pop() {
            match target {
                Target::Function(id) if reached.functions.insert(id) => {
                    let Some(body) = &self.functions[id.index()].body else { continue };
                    for inst in &body.code {
                        body.each_operand(inst, |operand| {
                            let constant = operand.as_constant();
                            let constant = constant.map(|id| self.constants[id.index()]);
                            if let Some(Constant::Address { target, .. }) = constant {
                                todo.push(target);
                            }
                        });
                        if let &Inst::Call { call } = inst
                            && let Callee::Function(callee) = body.calls[call.index()].callee
                        {
                            todo.push(Target::Function(callee));
                        }
                    }
                }
                Target::Global(id) if reached.globals.insert(id) => {
                    let addresses = &self.globals[id.index()].relocations;
                    todo.extend(addresses.iter().map(|address| address.target));
                }
                Target::Function(_) | Target::Global(_) => {}
            }
        }
        reached
    }

    /// The code and the globals that a function reaches, as text. It is the same in every program that
    /// has this function, whatever else the program has.
    #[must_use]
    pub fn show_reached(&self, function: FuncId) -> String {
        let Reached { functions, globals } = self.reached_from(function);
        let mut parts: Vec<String> =
            functions.iter().map(|&id| self.show(id).to_string()).collect();
        parts.extend(globals.iter().map(|&id| ShowGlobal { program: self, id }.to_string()));
        // Ids depend on the rest of the program; names do not.
        parts.sort_unstable();
        parts.concat()
    }
}

struct ShowGlobal<'a> {
    program: &'a Program,
    id: GlobalId,
}

impl fmt::Display for ShowGlobal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.program.write_global(f, &self.program.globals[self.id.index()])
    }
}
