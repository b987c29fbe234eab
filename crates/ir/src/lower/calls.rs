//! Calls and landing pads.

use pikse_llvm::raw::{TypeKind, Value, ValueKind};

use super::function::Builder;
use super::tables::{Signature, Symbol};
use super::types::{Lowered, unsupported};
use crate::ids::{BlockId, CallId};
use crate::inst::{Call, Callee, Clause, Inst, Operand, Pad};
use crate::passing::Pass;
use crate::program::{Constant, Target};

impl<'m> Builder<'_, 'm> {
    pub(super) fn call(&mut self, i: Value<'m>) -> Lowered {
        self.called(i, None)
    }

    /// A call or an invoke, with the block for its exceptions.
    pub(super) fn called(&mut self, i: Value<'m>, unwind: Option<BlockId>) -> Lowered {
        let callee = i.callee();
        if callee.kind() == ValueKind::LLVMInlineAsmValueKind {
            return self.assembly(i, callee);
        }
        if let Some(&Symbol::Intrinsic(known)) = self.shared.symbols.get(&callee.key()) {
            return self.intrinsic(i, known);
        }
        let signature = self.shared.signature(i.callee_type())?;
        let fixed = i.callee_type().params().len();
        let foreign = self.foreign(callee)?;
        let (mut arguments, mut widths, mut copies) = (Vec::new(), Vec::new(), Vec::new());
        let mut passing: Vec<Pass> = Vec::new();
        for at in 0..i.arguments() {
            let argument = i.operand(at);
            let shape = self.shape(argument.ty())?;
            let parts = self.parts(argument)?;
            let vector = argument.ty().kind() == TypeKind::LLVMVectorTypeKind;
            if at as usize >= fixed && vector && !shape.leaves.is_empty() {
                // A function that reads its arguments one by one finds a vector in one place.
                let width = shape.leaves[0].width;
                let total = usize::from(width) * shape.len();
                let Some(total) = u8::try_from(total).ok().filter(|&total| total <= 128) else {
                    return unsupported(format!("an argument of type `{}`", argument.ty().text()));
                };
                let elements = self.all(parts);
                arguments.push(self.regroup(&elements, width, total)[0]);
                widths.push(total);
                passing.push(Pass::Float);
            } else if at as usize >= fixed && foreign.is_none() {
                // A list of arguments has them as memory does.
                for (operand, leaf) in self.all(parts).into_iter().zip(&shape.leaves) {
                    let width = self.shared.types.width_in_memory(*leaf);
                    arguments.push(self.resize(operand, leaf.width, width));
                    widths.push(width);
                }
                passing.extend(self.shared.types.passing(argument.ty())?);
            } else {
                arguments.extend(self.all(parts));
                widths.extend(shape.widths());
                passing.extend(self.shared.types.passing(argument.ty())?);
            }
            if i.argument_has(at, self.shared.sign_extended)
                && let Some(Pass::Integer { signed }) = passing.last_mut()
            {
                *signed = true;
            }
            if let Some(copied) = i.argument_type(at, self.shared.byval) {
                let size = self.shared.types.layout.size(copied);
                let Ok(size) = u32::try_from(size) else {
                    return unsupported(format!("an argument of {size} bytes"));
                };
                copies.resize(arguments.len() - 1, 0);
                copies.push(size);
                if let Some(last) = passing.last_mut() {
                    *last = self.shared.types.copy(copied);
                }
            }
        }
        if !copies.is_empty() {
            copies.resize(arguments.len(), 0);
        }
        let shape = self.shape(i.ty())?;
        if let Some((function, signed)) = foreign {
            if !copies.is_empty() {
                let name = self.shared.program.functions[function.index()].name.clone();
                return unsupported(format!("a struct as an argument of `{name}`"));
            }
            let list = (arguments, widths, passing);
            return self.call_foreign(i, &shape, function, signed, list);
        }
        let callee = self.callee(callee, &signature, &passing)?;
        let results = self.fresh(&shape);
        self.define_as(i, results);
        let results = self.all(results).into_iter().filter_map(Operand::as_register).collect();
        self.body.calls.push(Call {
            callee,
            arguments: arguments.into(),
            widths: widths.into(),
            passing: passing.into(),
            copies: copies.into(),
            results,
            returning: signature.returning.into(),
            is_used: i.is_used(),
            unwind,
        });
        self.emit(Inst::Call { call: CallId::at(self.body.calls.len() - 1) });
        Ok(())
    }

    /// The callee. A function that is called with another type is called by its address, where the
    /// types are compared.
    fn callee(
        &mut self,
        callee: Value<'m>,
        wanted: &Signature,
        passing: &[Pass],
    ) -> Lowered<Callee> {
        if callee.is_constant()
            && let Some(Constant::Address { target: Target::Function(function), addend: 0 }) =
                self.shared.fold(callee)?
        {
            let known = &self.shared.program.functions[function.index()];
            let is_like = |a: &[Pass], b: &[Pass]| a.iter().zip(b).all(|(a, b)| a.is_like(*b));
            if known.params == wanted.params
                && is_like(&known.passing, passing)
                && known.results == wanted.results
                && is_like(&known.returning, &wanted.returning)
                && known.variadic == wanted.variadic
            {
                return Ok(Callee::Function(function));
            }
        }
        Ok(Callee::Indirect(self.operand(callee)?))
    }

    pub(super) fn landing_pad(&mut self, i: Value<'m>) -> Lowered {
        let shape = self.shape(i.ty())?;
        if shape.widths().ne([64, 32]) {
            return unsupported(format!("`landingpad` of {}", i.ty().text()));
        }
        let (cleanup, values) = i.landing_pad();
        let mut clauses = Vec::with_capacity(values.len());
        for value in values {
            if value.ty().kind() == TypeKind::LLVMArrayTypeKind {
                let parts = self.parts(value)?;
                clauses.push(Clause::Filter(self.all(parts).into()));
            } else {
                clauses.push(Clause::Catch(self.operand(value)?));
            }
        }
        let parts = self.fresh(&shape);
        self.define_as(i, parts);
        self.body.pads.push(Pad { cleanup, clauses: clauses.into() });
        let pad = self.body.pads.len() as u32 - 1;
        if let Some(dst) = self.part(parts, 0).as_register() {
            self.emit(Inst::LandingPad { pad, dst });
        }
        Ok(())
    }
}
