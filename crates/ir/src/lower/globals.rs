//! Globals: their initial contents as bytes and addresses, constructors and destructors.

use pikse_llvm::raw::{Opcode, Value, ValueKind};

use super::tables::{Shared, Symbol};
use super::types::{Lowered, unsupported};
use super::wide::{is_wide, words};
use crate::ids::FuncId;
use crate::program::{Constant, Relocation, Target};

/// The contents of a global under construction.
#[derive(Default)]
pub(super) struct Contents {
    pub(super) bytes: Vec<u8>,
    pub(super) relocations: Vec<Relocation>,
}

impl Contents {
    fn put(&mut self, offset: u64, bytes: &[u8]) {
        let end = offset as usize + bytes.len();
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes[offset as usize..end].copy_from_slice(bytes);
    }
}

impl<'m> Shared<'m> {
    /// The contents of an initializer. Trailing zeros are omitted.
    pub(super) fn contents(&mut self, initializer: Value<'m>) -> Lowered<Contents> {
        let mut contents = Contents::default();
        self.write(initializer, 0, &mut contents)?;
        contents.relocations.sort_by_key(|relocation| relocation.offset);
        let used = contents.bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        contents.bytes.truncate(used);
        Ok(contents)
    }

    fn write(&mut self, value: Value<'m>, offset: u64, contents: &mut Contents) -> Lowered {
        match value.kind() {
            // Undefined parts may have any value.
            ValueKind::LLVMConstantAggregateZeroValueKind
            | ValueKind::LLVMUndefValueValueKind
            | ValueKind::LLVMPoisonValueKind => Ok(()),
            ValueKind::LLVMConstantDataArrayValueKind
            | ValueKind::LLVMConstantDataVectorValueKind => {
                contents.put(offset, value.data());
                Ok(())
            }
            ValueKind::LLVMConstantStructValueKind => {
                let ty = value.ty();
                for at in 0..ty.count() as u32 {
                    let place = offset + self.types.layout.field(ty, at);
                    self.write(value.operand(at), place, contents)?;
                }
                Ok(())
            }
            ValueKind::LLVMConstantArrayValueKind => {
                let size = self.types.layout.size(value.ty().element(0));
                for at in 0..value.operands() {
                    self.write(value.operand(at), offset + u64::from(at) * size, contents)?;
                }
                Ok(())
            }
            ValueKind::LLVMConstantVectorValueKind => {
                let bits = self.types.layout.bits(value.ty().element(0));
                if !bits.is_multiple_of(8) {
                    return unsupported(format!("the constant `{}`", value.text()));
                }
                for at in 0..value.operands() {
                    self.write(value.operand(at), offset + u64::from(at) * bits / 8, contents)?;
                }
                Ok(())
            }
            ValueKind::LLVMConstantIntValueKind if is_wide(value.ty()) => {
                let text = value.text();
                let digits = text.rsplit(' ').next().unwrap_or_default();
                let bits = value.ty().int_width() as usize;
                let words = words(digits, bits.div_ceil(64));
                let mut bytes: Vec<u8> = words.into_iter().flat_map(u64::to_le_bytes).collect();
                bytes.truncate(bits.div_ceil(8));
                if !bits.is_multiple_of(8)
                    && let Some(last) = bytes.last_mut()
                {
                    *last &= (1 << (bits % 8)) - 1;
                }
                contents.put(offset, &bytes);
                Ok(())
            }
            _ => self.write_number(value, offset, contents),
        }
    }

    fn write_number(&mut self, value: Value<'m>, offset: u64, contents: &mut Contents) -> Lowered {
        let size = self.types.layout.size(value.ty()).min(16) as u8;
        // In a 32-bit program, an address as a number is as long as an address.
        let is_address = value.kind() == ValueKind::LLVMConstantExprValueKind
            && value.expression() == Opcode::LLVMPtrToInt
            && size == 4
            && self.types.layout.size(value.operand(0).ty()) == 4;
        let value = if is_address { value.operand(0) } else { value };
        match self.fold(value)? {
            Some(Constant::Int { width, value }) => {
                let bytes = usize::from(width).div_ceil(8).min(usize::from(size));
                contents.put(offset, &value.to_le_bytes()[..bytes]);
                Ok(())
            }
            Some(Constant::Address { target, addend }) => {
                let bytes = size.min(8);
                contents.relocations.push(Relocation { offset, target, addend, bytes });
                Ok(())
            }
            Some(Constant::Undefined { .. }) => Ok(()),
            None => unsupported(format!("the constant `{}`", value.text())),
        }
    }

    /// Finds constructors and destructors: LLVM's lists, and addresses of functions in the sections
    /// that the lists become, which Rust programs use directly.
    pub(super) fn collect_constructors(&mut self, globals: Vec<Value<'m>>) {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for global in globals {
            match &*global.name() {
                "llvm.global_ctors" => self.listed(global, &mut before),
                "llvm.global_dtors" => self.listed(global, &mut after),
                _ => {
                    let section = global.section().unwrap_or_default();
                    if let Some(rest) = section.strip_prefix(".init_array") {
                        self.in_section(global, rest, &mut before);
                    } else if let Some(rest) = section.strip_prefix(".fini_array") {
                        self.in_section(global, rest, &mut after);
                    }
                }
            }
        }
        before.sort_by_key(|&(priority, _)| priority);
        after.sort_by_key(|&(priority, _)| priority);
        self.program.constructors = before.into_iter().map(|(_, function)| function).collect();
        // The last one in the table runs first.
        self.program.destructors = after.into_iter().rev().map(|(_, function)| function).collect();
    }

    /// The functions in one of LLVM's lists, with their priorities.
    fn listed(&mut self, list: Value<'m>, found: &mut Vec<(u64, FuncId)>) {
        let Some(list) = list.initializer() else { return };
        if list.kind() != ValueKind::LLVMConstantArrayValueKind {
            return;
        }
        for at in 0..list.operands() {
            let entry = list.operand(at);
            if let (Some(priority), Some(function)) = (entry.element(0), entry.element(1))
                && let Some(function) = self.function_at(function)
            {
                found.push((priority.int(), function));
            }
        }
    }

    /// The functions in a global of a section whose name contains their priority.
    fn in_section(&mut self, global: Value<'m>, rest: &str, found: &mut Vec<(u64, FuncId)>) {
        const LAST: u64 = 65_535;
        let priority = rest.trim_start_matches('.').parse().unwrap_or(LAST);
        let Some(&Symbol::Target(Target::Global(id))) = self.symbols.get(&global.key()) else {
            return;
        };
        for relocation in &self.program.globals[id.index()].relocations {
            if let Target::Function(function) = relocation.target {
                found.push((priority, function));
            }
        }
    }

    fn function_at(&mut self, value: Value<'m>) -> Option<FuncId> {
        match self.fold(value) {
            Ok(Some(Constant::Address { target: Target::Function(id), addend: 0 })) => Some(id),
            _ => None,
        }
    }
}
