//! Calls from a 32-bit program to models, which are compiled for 64 bits.
//!
//! Addresses have 64 bits in registers of both. Other numbers are extended or cut at the call: a `size_t`
//! of 32 bits becomes one of 64. What models read from memory must have the same form in both; the list
//! of imports says which functions are like that.

use std::rc::Rc;

use pikse_llvm::inkwell::module::Module;
use pikse_llvm::raw::{self, Value};

use super::cannot_run;
use super::function::Builder;
use super::tables::{Shared, Symbol};
use super::types::{Lowered, Shape, unsupported};
use crate::ids::{CallId, FuncId};
use crate::inst::{Call, Callee, Cast, Inst, Operand};
use crate::passing::Pass;
use crate::program::{Constant, Function, Target};

/// An undefined function or global of a 32-bit program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// Its name.
    pub name: String,
    /// The symbol of the models that takes its place; none if there is no model that fits, and a path
    /// that calls it is unsupported.
    pub model: Option<String>,
    /// Whether its numbers are signed where they are extended.
    pub signed: bool,
}

impl<'m> Shared<'m> {
    /// Makes the undefined symbols of a module those of the program so far.
    pub(super) fn import(&mut self, module: &'m Module<'_>, imports: &[Import]) {
        for function in raw::functions(module) {
            let Some(import) = imports.iter().find(|import| import.name == function.name()) else {
                continue;
            };
            let model = import.model.as_ref().and_then(|name| self.program.function(name));
            let id = match model {
                Some(id) => id,
                None => self.refused(&import.name),
            };
            if model.is_some() {
                self.foreign.insert(id, import.signed);
            }
            self.symbols.insert(function.key(), Symbol::Target(Target::Function(id)));
        }
        for global in raw::globals(module) {
            let import = imports.iter().find(|import| import.name == global.name());
            let model = import.and_then(|import| import.model.as_ref());
            if let Some(id) = model.and_then(|name| self.program.global(name)) {
                self.symbols.insert(global.key(), Symbol::Target(Target::Global(id)));
            }
        }
    }

    /// A function that cannot be called.
    fn refused(&mut self, name: &str) -> FuncId {
        let body = cannot_run(self, format!("`{name}` in a 32-bit program"));
        let id = FuncId::at(self.program.functions.len());
        self.program.functions.push(Function {
            name: name.to_owned(),
            source_name: None,
            params: Vec::new(),
            passing: Vec::new(),
            results: Vec::new(),
            returning: Vec::new(),
            variadic: true,
            weak: false,
            location: super::debug::NOWHERE,
            body: Some(body),
        });
        self.foreign.insert(id, false);
        id
    }
}

impl<'m> Builder<'_, 'm> {
    /// The model that a call of a 32-bit program calls, and whether its numbers are signed.
    pub(super) fn foreign(&mut self, callee: Value<'m>) -> Lowered<Option<(FuncId, bool)>> {
        if self.shared.foreign.is_empty() || !callee.is_constant() {
            return Ok(None);
        }
        Ok(match self.shared.fold(callee)? {
            Some(Constant::Address { target: Target::Function(function), addend: 0 }) => {
                self.shared.foreign.get(&function).map(|&signed| (function, signed))
            }
            _ => None,
        })
    }

    /// Calls a model: extends the arguments, and cuts the result.
    pub(super) fn call_foreign(
        &mut self,
        i: Value<'m>,
        shape: &Rc<Shape>,
        function: FuncId,
        signed: bool,
        (mut arguments, mut widths, mut passing): (Vec<Operand>, Vec<u8>, Vec<Pass>),
    ) -> Lowered {
        let known = &self.shared.program.functions[function.index()];
        let (params, results, name) =
            (known.params.clone(), known.results.clone(), known.name.clone());
        let returning = known.returning.clone();
        if !known.variadic {
            arguments.truncate(params.len());
            widths.truncate(params.len());
            passing.truncate(params.len());
        }
        let misfit = || unsupported(format!("a call of `{name}` with other types"));
        let wanted: Vec<u8> = shape.widths().collect();
        // A function that never returns has no results, whatever is declared.
        let fits = wanted.len() <= results.len() || results.is_empty();
        if arguments.len() < params.len() || !fits {
            return misfit();
        }
        for (at, (argument, width)) in arguments.iter_mut().zip(widths.iter_mut()).enumerate() {
            // What follows the parameters of a variadic function is as long as models expect.
            let (to, op) = match params.get(at) {
                Some(&to) if signed => (to, Cast::Sext),
                Some(&to) => (to, Cast::Zext),
                None => ((*width).max(64), Cast::Sext),
            };
            match (*width).cmp(&to) {
                std::cmp::Ordering::Equal => {}
                std::cmp::Ordering::Less => {
                    let dst = self.register(to);
                    self.emit(Inst::Cast { op, from: *width, to, dst, a: *argument });
                    (*argument, *width) = (Operand::register(dst), to);
                }
                std::cmp::Ordering::Greater => return misfit(),
            }
        }
        let mut registers = Vec::new();
        let mut values = Vec::new();
        if results.iter().zip(&wanted).any(|(from, to)| from < to) {
            return misfit();
        }
        for &width in &results {
            registers.push(self.register(width));
        }
        self.body.calls.push(Call {
            callee: Callee::Function(function),
            arguments: arguments.into(),
            widths: widths.into(),
            passing: passing.into(),
            copies: Vec::new().into(),
            results: registers.clone().into(),
            returning: returning.into(),
            is_used: !wanted.is_empty() && i.is_used(),
            unwind: None,
        });
        self.emit(Inst::Call { call: CallId::at(self.body.calls.len() - 1) });
        for (at, &to) in wanted.iter().enumerate() {
            values.push(match registers.get(at) {
                Some(&register) => self.resize(Operand::register(register), results[at], to),
                None => self.shared.undefined(to),
            });
        }
        self.define(i, values);
        Ok(())
    }
}
