//! Tables of relative addresses, which `llvm.load.relative` reads.
//!
//! An element of such a table is the 32-bit distance from the table to its target. Objects have no
//! fixed distances here, so each such table gets a second table with the addresses, and lookups use
//! that one.

use pikse_llvm::raw::{Opcode, TypeKind, Value, ValueKind};

use super::super::function::Builder;
use super::super::maps::PointerMap;
use super::super::tables::Shared;
use super::super::types::{Lowered, unsupported};
use crate::ids::GlobalId;
use crate::inst::{Cast, Inst, Operand};
use crate::program::{Constant, Global, Relocation, Target};

/// Maps tables of distances to tables of addresses.
pub(in super::super) type RelativeTables = PointerMap<GlobalId, u32>;

/// The size of a distance and of an address.
const DISTANCE: u64 = 4;
const ADDRESS: u64 = 8;

impl<'m> Shared<'m> {
    /// Makes the table of addresses of a global that is a table of distances.
    pub(in super::super) fn relative_table(&mut self, id: GlobalId, initializer: Value<'m>) {
        let is_table = initializer.kind() == ValueKind::LLVMConstantArrayValueKind
            && self.types.layout.size(initializer.ty().element(0)) == DISTANCE;
        if !is_table {
            return;
        }
        let count = initializer.operands();
        let mut relocations = Vec::with_capacity(count as usize);
        for at in 0..count {
            let Some((target, addend)) = self.distance(id, initializer.operand(at)) else { return };
            relocations.push(Relocation {
                offset: u64::from(at) * ADDRESS,
                target,
                addend,
                bytes: 8,
            });
        }
        let table = Global {
            name: format!("{}.addresses", self.program.globals[id.index()].name),
            size: u64::from(count) * ADDRESS,
            align: ADDRESS as u32,
            constant: true,
            thread_local: false,
            weak: false,
            bytes: Some(Vec::new()),
            unsupported: None,
            relocations,
        };
        let addresses = GlobalId::at(self.program.globals.len());
        self.program.globals.push(table);
        self.relative_tables.insert(id.0, addresses);
    }

    /// The target of an element of a table: `trunc (target - table)`.
    fn distance(&mut self, table: GlobalId, value: Value<'m>) -> Option<(Target, i64)> {
        let expression = |value: Value<'m>, opcode| {
            let is = value.kind() == ValueKind::LLVMConstantExprValueKind;
            is && value.expression() == opcode
        };
        if !expression(value, Opcode::LLVMTrunc) {
            return None;
        }
        let difference = value.operand(0);
        if !expression(difference, Opcode::LLVMSub) {
            return None;
        }
        let base = self.fold(difference.operand(1)).ok()??;
        if base != (Constant::Address { target: Target::Global(table), addend: 0 }) {
            return None;
        }
        match self.fold(difference.operand(0)).ok()?? {
            Constant::Address { target, addend } => Some((target, addend)),
            _ => None,
        }
    }
}

impl<'m> Builder<'_, 'm> {
    pub(super) fn load_relative(&mut self, i: Value<'m>) -> Lowered {
        let base = self.operand(i.operand(0))?;
        let place = self.operand(i.operand(1))?;
        let width = self.shared.types.leaf(i.operand(1).ty())?.width;
        if i.operand(1).ty().kind() != TypeKind::LLVMIntegerTypeKind || width > 64 {
            return unsupported(format!("`{}`", i.callee().name()));
        }
        let table = match base.as_constant().map(|id| self.shared.program.constant(id)) {
            Some(Constant::Address { target: Target::Global(table), addend }) => {
                self.shared.relative_tables.get(&table.0).map(|&addresses| (addresses, addend))
            }
            _ => None,
        };
        let result = self.register(64);
        if let Some((addresses, addend)) = table {
            let scale = ADDRESS / DISTANCE;
            let addend = addend * scale as i64;
            let target = Target::Global(addresses);
            let base = self.shared.constant(Constant::Address { target, addend });
            let dst = self.register(64);
            self.emit(Inst::Index { width, dst, base, index: place, scale: scale as u32 });
            let address = Operand::register(dst);
            self.emit(Inst::Load { width: 64, align: ADDRESS as u8, dst: result, address });
        } else {
            let dst = self.register(64);
            self.emit(Inst::Index { width, dst, base, index: place, scale: 1 });
            let distance = self.register(32);
            let (address, align) = (Operand::register(dst), DISTANCE as u8);
            self.emit(Inst::Load { width: 32, align, dst: distance, address });
            let wide = self.register(64);
            let a = Operand::register(distance);
            self.emit(Inst::Cast { op: Cast::Sext, from: 32, to: 64, dst: wide, a });
            let index = Operand::register(wide);
            self.emit(Inst::Index { width: 64, dst: result, base, index, scale: 1 });
        }
        self.define(i, [Operand::register(result)]);
        Ok(())
    }
}
