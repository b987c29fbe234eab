//! Lowers one function: its blocks in order, its values, and the edges between its blocks.

use std::collections::HashMap;
use std::rc::Rc;

use pikse_llvm::raw::{Block as LlvmBlock, Opcode, Type, Value, ValueKind};

use super::debug::NOWHERE;
use super::maps::PointerMap;
use super::moves;
use super::tables::Shared;
use super::types::{Lowered, Shape, Unsupported, unsupported};
use crate::ids::{BlockId, LocId, Reg};
use crate::inst::{Inst, Intrinsic, Operand};
use crate::program::{Block, Body, Constant};

/// The scalars of a value.
#[derive(Clone, Copy)]
pub(super) enum Parts {
    /// Just one.
    One(Operand),
    /// Several, or none, in the list of the function.
    Many { start: u32, len: u32 },
}

/// A block that LLVM does not have.
#[derive(Clone, Copy)]
enum Extra<'m> {
    /// An edge with moves: its source and its target.
    Edge(LlvmBlock<'m>, LlvmBlock<'m>, LocId),
    /// A block that is never entered.
    DeadEnd(LocId),
}

/// A function under construction.
pub(super) struct Builder<'a, 'm> {
    pub(super) shared: &'a mut Shared<'m>,
    pub(super) body: Body,
    values: PointerMap<Parts>,
    lists: Vec<Operand>,
    blocks: PointerMap<BlockId>,
    /// The phis of each block.
    phis: Vec<Vec<Value<'m>>>,
    /// The values of the phis of a block when it is entered from another one.
    incoming: PointerMap<Vec<Value<'m>>, (usize, usize)>,
    /// Blocks after those of LLVM.
    extra: Vec<Extra<'m>>,
    edge_blocks: HashMap<(usize, usize), BlockId>,
    dead_end: Option<BlockId>,
    /// The number of LLVM's blocks.
    plain_blocks: usize,
    /// Instructions before all others.
    pub(super) prologue: Vec<Inst>,
    /// Memory that is never read back, for masked accesses that do not happen.
    pub(super) scratch: Option<Reg>,
    place: LocId,
}

impl<'a, 'm> Builder<'a, 'm> {
    /// Lowers a function with a body.
    pub(super) fn lower(shared: &'a mut Shared<'m>, function: Value<'m>, params: &[u8]) -> Body {
        let order = reverse_post_order(function);
        let mut builder = Self {
            shared,
            body: Body::default(),
            values: PointerMap::default(),
            lists: Vec::new(),
            blocks: order
                .iter()
                .enumerate()
                .map(|(at, block)| (block.key(), BlockId::at(at)))
                .collect(),
            phis: Vec::new(),
            incoming: PointerMap::default(),
            extra: Vec::new(),
            edge_blocks: HashMap::new(),
            dead_end: None,
            plain_blocks: order.len(),
            prologue: Vec::new(),
            scratch: None,
            place: NOWHERE,
        };
        builder.params(function, params);
        for &block in &order {
            builder.enter_phis(block);
        }
        for (at, &block) in order.iter().enumerate() {
            builder.block(at, block);
        }
        builder.extra_code();
        builder.finish()
    }

    fn params(&mut self, function: Value<'m>, params: &[u8]) {
        self.body.registers.extend(params);
        let mut next = 0;
        for (at, ty) in function.value_type().params().into_iter().enumerate() {
            // The signature was lowered, so all of its types are supported.
            let Ok(shape) = self.shared.types.shape(ty) else { continue };
            let registers = next..next + shape.len();
            next = registers.end;
            let parts = self.list(registers.map(|at| Operand::register(Reg::at(at))));
            self.values.insert(function.param(at as u32).key(), parts);
        }
    }

    /// Registers for the phis of a block, which other blocks set.
    fn enter_phis(&mut self, block: LlvmBlock<'m>) {
        let mut phis = Vec::new();
        for phi in block.instructions().take_while(|i| i.opcode() == Opcode::LLVMPHI) {
            // A phi with an unsupported type cannot be used either.
            let Ok(shape) = self.shared.types.shape(phi.ty()) else { continue };
            let parts = self.fresh(&shape);
            self.values.insert(phi.key(), parts);
            for (from, value) in phi.incoming() {
                let all = self.incoming.entry((from.key(), block.key())).or_default();
                // A block with two edges here has the same value for both.
                if all.len() == phis.len() {
                    all.push(value);
                }
            }
            phis.push(phi);
        }
        self.phis.push(phis);
    }

    fn block(&mut self, at: usize, block: LlvmBlock<'m>) {
        let start = self.body.code.len() as u32;
        debug_assert_eq!(at, self.body.blocks.len());
        for instruction in block.instructions() {
            if instruction.opcode() == Opcode::LLVMPHI {
                continue;
            }
            self.place = self.shared.debug.place(&mut self.shared.program, instruction);
            let lowered = if is_terminator(instruction.opcode()) {
                self.terminator(block, instruction)
            } else {
                self.instruction(instruction)
            };
            if let Err(Unsupported(what)) = lowered {
                self.unsupported(instruction, what);
            }
        }
        let end = self.body.code.len() as u32;
        self.body.blocks.push(Block { start, end, edge: false });
    }

    /// Code that cannot be lowered becomes an `Unsupported` instruction.
    fn unsupported(&mut self, instruction: Value<'m>, what: String) {
        let what = self.shared.text(what);
        self.emit(Inst::Unsupported { what });
        if let Ok(shape) = self.shared.types.shape(instruction.ty()) {
            let undefined: Vec<Operand> =
                shape.widths().map(|width| self.shared.undefined(width)).collect();
            self.define(instruction, undefined);
        }
        if is_terminator(instruction.opcode()) {
            self.emit(Inst::Unreachable);
        }
    }

    /// The blocks that LLVM does not have.
    fn extra_code(&mut self) {
        // Making one must not require another: they only jump.
        for extra in std::mem::take(&mut self.extra) {
            let start = self.body.code.len() as u32;
            match extra {
                Extra::Edge(from, to, place) => {
                    self.place = place;
                    if let Err(Unsupported(what)) = self.jump(from, to) {
                        let what = self.shared.text(what);
                        self.emit(Inst::Unsupported { what });
                        self.emit(Inst::Unreachable);
                    }
                }
                Extra::DeadEnd(place) => {
                    self.place = place;
                    self.check_intrinsic(Intrinsic::BadJump, 64, &[]);
                    self.emit(Inst::Unreachable);
                }
            }
            let end = self.body.code.len() as u32;
            let edge = matches!(extra, Extra::Edge(..));
            self.body.blocks.push(Block { start, end, edge });
        }
    }

    fn finish(mut self) -> Body {
        if !self.prologue.is_empty() {
            let count = self.prologue.len();
            self.body.code.splice(0..0, self.prologue);
            self.body.places.splice(0..0, std::iter::repeat_n(NOWHERE, count));
            for (at, block) in self.body.blocks.iter_mut().enumerate() {
                block.start += if at == 0 { 0 } else { count as u32 };
                block.end += count as u32;
            }
        }
        self.body
    }
}

/// Edges.
impl<'m> Builder<'_, 'm> {
    /// The block to jump to in order to enter another block: that block, or the edge's block, if
    /// there are moves.
    pub(super) fn target(&mut self, from: LlvmBlock<'m>, to: LlvmBlock<'m>) -> BlockId {
        let plain = self.blocks[&to.key()];
        if self.phis[plain.index()].is_empty() {
            return plain;
        }
        let next = BlockId::at(self.plain_blocks + self.extra.len());
        let place = self.place;
        *self.edge_blocks.entry((from.key(), to.key())).or_insert_with(|| {
            self.extra.push(Extra::Edge(from, to, place));
            next
        })
    }

    /// If an instruction has no place in the source: that of a block from which its block is entered.
    pub(super) fn place_before(&mut self, block: LlvmBlock<'m>) {
        if self.place != NOWHERE {
            return;
        }
        let phi = block.instructions().next().filter(|i| i.opcode() == Opcode::LLVMPHI);
        let before = phi.and_then(|phi| phi.incoming().find_map(|(from, _)| from.terminator()));
        if let Some(before) = before {
            self.place = self.shared.debug.place(&mut self.shared.program, before);
        }
    }

    /// A block that is never entered.
    pub(super) fn dead_end(&mut self) -> BlockId {
        if let Some(known) = self.dead_end {
            return known;
        }
        let next = BlockId::at(self.plain_blocks + self.extra.len());
        self.extra.push(Extra::DeadEnd(self.place));
        self.dead_end = Some(next);
        next
    }

    /// Jumps at the end of a block with one successor.
    pub(super) fn jump(&mut self, from: LlvmBlock<'m>, to: LlvmBlock<'m>) -> Lowered {
        self.move_phis(from, to)?;
        self.emit(Inst::Jump { to: self.blocks[&to.key()] });
        Ok(())
    }

    /// Sets the phis of a block for one predecessor.
    fn move_phis(&mut self, from: LlvmBlock<'m>, to: LlvmBlock<'m>) -> Lowered {
        let block = self.blocks[&to.key()].index();
        if self.phis[block].is_empty() {
            return Ok(());
        }
        let values = self.incoming.remove(&(from.key(), to.key())).unwrap_or_default();
        let mut all = Vec::new();
        for (at, value) in values.into_iter().enumerate() {
            let phi = self.values[&self.phis[block][at].key()];
            let parts = self.parts(value)?;
            for part in 0..self.count(phi) {
                if let Some(register) = self.part(phi, part).as_register() {
                    all.push((register, self.part(parts, part)));
                }
            }
        }
        let registers = &mut self.body.registers;
        let ordered = moves::in_order(all, |like| {
            registers.push(registers[like.index()]);
            Reg::at(registers.len() - 1)
        });
        for (dst, a) in ordered {
            self.emit(Inst::Move { dst, a });
        }
        Ok(())
    }
}

/// Values.
impl<'m> Builder<'_, 'm> {
    /// Adds an instruction at the current source location.
    pub(super) fn emit(&mut self, inst: Inst) {
        self.body.code.push(inst);
        self.body.places.push(self.place);
    }

    /// A new register.
    pub(super) fn register(&mut self, width: u8) -> Reg {
        self.body.registers.push(width);
        Reg::at(self.body.registers.len() - 1)
    }

    /// New registers for a value.
    pub(super) fn fresh(&mut self, shape: &Shape) -> Parts {
        let start = self.body.registers.len();
        self.body.registers.extend(shape.widths());
        self.list((start..start + shape.len()).map(|at| Operand::register(Reg::at(at))))
    }

    /// Scalars as one value.
    pub(super) fn list(&mut self, operands: impl IntoIterator<Item = Operand>) -> Parts {
        let start = self.lists.len();
        self.lists.extend(operands);
        match self.lists.len() - start {
            1 => Parts::One(self.lists.pop().expect("there is one")),
            len => Parts::Many { start: start as u32, len: len as u32 },
        }
    }

    /// The width of an operand.
    pub(super) fn width(&self, operand: Operand) -> u8 {
        match operand.as_constant().map(|id| self.shared.program.constant(id)) {
            Some(Constant::Int { width, .. } | Constant::Undefined { width }) => width,
            Some(Constant::Address { .. }) => 64,
            None => operand.as_register().map_or(64, |register| self.body.width(register)),
        }
    }

    /// The number of scalars of a value.
    pub(super) fn count(&self, parts: Parts) -> usize {
        match parts {
            Parts::One(_) => 1,
            Parts::Many { len, .. } => len as usize,
        }
    }

    /// One scalar of a value.
    pub(super) fn part(&self, parts: Parts, at: usize) -> Operand {
        match parts {
            Parts::One(operand) => {
                debug_assert_eq!(at, 0);
                operand
            }
            Parts::Many { start, len } => {
                debug_assert!(at < len as usize);
                self.lists[start as usize + at]
            }
        }
    }

    /// All scalars of a value.
    pub(super) fn all(&self, parts: Parts) -> Vec<Operand> {
        (0..self.count(parts)).map(|at| self.part(parts, at)).collect()
    }

    /// Defines the result of an instruction.
    pub(super) fn define(
        &mut self,
        instruction: Value<'m>,
        operands: impl IntoIterator<Item = Operand>,
    ) {
        let parts = self.list(operands);
        self.values.insert(instruction.key(), parts);
    }

    /// Defines the result of an instruction as another value.
    pub(super) fn define_as(&mut self, instruction: Value<'m>, parts: Parts) {
        self.values.insert(instruction.key(), parts);
    }

    /// A new register for the result of an instruction with one scalar.
    pub(super) fn define_register(&mut self, instruction: Value<'m>, width: u8) -> Reg {
        let register = self.register(width);
        self.values.insert(instruction.key(), Parts::One(Operand::register(register)));
        register
    }

    pub(super) fn shape(&mut self, ty: Type<'m>) -> Lowered<Rc<Shape>> {
        self.shared.types.shape(ty)
    }

    /// The scalars of an operand.
    pub(super) fn parts(&mut self, value: Value<'m>) -> Lowered<Parts> {
        if let Some(&known) = self.values.get(&value.key()) {
            return Ok(known);
        }
        if !value.is_constant() {
            return unsupported(format!("a value of type `{}`", value.ty().text()));
        }
        let shape = self.shape(value.ty())?;
        match shape.len() {
            1 if !is_aggregate(value) => self.scalar_constant(value).map(Parts::One),
            _ => {
                let mut operands = Vec::with_capacity(shape.len());
                self.collect_constant(value, &mut operands)?;
                // A value computed in this block is not available in others.
                let keep = operands.iter().all(|operand| operand.as_constant().is_some());
                let parts = self.list(operands);
                if keep {
                    self.values.insert(value.key(), parts);
                }
                Ok(parts)
            }
        }
    }

    /// The scalar of an operand that has just one.
    pub(super) fn operand(&mut self, value: Value<'m>) -> Lowered<Operand> {
        match self.parts(value)? {
            Parts::One(operand) => Ok(operand),
            Parts::Many { .. } => unsupported(format!("a value of type `{}`", value.ty().text())),
        }
    }
}

/// Whether a constant has elements, even if it is just one scalar.
fn is_aggregate(value: Value<'_>) -> bool {
    use pikse_llvm::raw::TypeKind::{LLVMArrayTypeKind, LLVMStructTypeKind, LLVMVectorTypeKind};
    matches!(value.ty().kind(), LLVMArrayTypeKind | LLVMStructTypeKind | LLVMVectorTypeKind)
}

impl<'m> Builder<'_, 'm> {
    /// The scalars of a constant, one after the other.
    fn collect_constant(&mut self, value: Value<'m>, operands: &mut Vec<Operand>) -> Lowered {
        let shape = self.shape(value.ty())?;
        if shape.len() == 0 {
            return Ok(());
        }
        if !is_aggregate(value) {
            match (shape.len(), value.kind()) {
                (1, _) => operands.push(self.scalar_constant(value)?),
                (_, ValueKind::LLVMConstantIntValueKind) => {
                    operands.append(&mut self.wide_constant(value)?);
                }
                (_, ValueKind::LLVMUndefValueValueKind | ValueKind::LLVMPoisonValueKind) => {
                    operands.extend(shape.widths().map(|width| self.shared.undefined(width)));
                }
                _ => return unsupported(format!("the constant `{}`", value.text())),
            }
            return Ok(());
        }
        for at in 0..value.ty().count() as u32 {
            match value.element(at) {
                Some(element) => self.collect_constant(element, operands)?,
                None => return unsupported(format!("the constant `{}`", value.text())),
            }
        }
        Ok(())
    }

    /// The scalar of a constant, computed here if necessary.
    fn scalar_constant(&mut self, value: Value<'m>) -> Lowered<Operand> {
        match self.shared.constant_operand(value)? {
            Some(operand) => Ok(operand),
            None => self.expression(value),
        }
    }
}

/// Whether an instruction is a terminator.
pub(super) fn is_terminator(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::LLVMRet
            | Opcode::LLVMBr
            | Opcode::LLVMSwitch
            | Opcode::LLVMIndirectBr
            | Opcode::LLVMInvoke
            | Opcode::LLVMUnreachable
            | Opcode::LLVMCallBr
            | Opcode::LLVMResume
            | Opcode::LLVMCleanupRet
            | Opcode::LLVMCatchRet
            | Opcode::LLVMCatchSwitch
    )
}

/// The reachable blocks, each after one of its predecessors; a block comes before those that it
/// dominates.
pub(super) fn reverse_post_order<'m>(function: Value<'m>) -> Vec<LlvmBlock<'m>> {
    let Some(&entry) = function.blocks().first() else { return Vec::new() };
    let successors =
        |block: LlvmBlock<'m>| block.terminator().map_or(Vec::new(), Value::successors);
    let mut seen: PointerMap<()> = PointerMap::default();
    seen.insert(entry.key(), ());
    let mut open = vec![(entry, successors(entry))];
    let mut order = Vec::new();
    while let Some((block, left)) = open.last_mut() {
        // The last one is pushed first, so that the first one ends up first.
        match left.pop() {
            Some(next) => {
                if seen.insert(next.key(), ()).is_none() {
                    let after = successors(next);
                    open.push((next, after));
                }
            }
            None => {
                order.push(*block);
                open.pop();
            }
        }
    }
    order.reverse();
    order
}
