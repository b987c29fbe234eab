//! Terminators.

use pikse_llvm::raw::{Block, Opcode, Value};

use super::constants::integer;
use super::function::Builder;
use super::instruction::name;
use super::types::{Lowered, unsupported};
use crate::ids::BlockId;
use crate::inst::{Inst, Operand, Switch};

impl<'m> Builder<'_, 'm> {
    /// Lowers a terminator.
    pub(super) fn terminator(&mut self, block: Block<'m>, i: Value<'m>) -> Lowered {
        match i.opcode() {
            Opcode::LLVMRet => self.returns(i),
            Opcode::LLVMBr => match *i.successors() {
                [to] => self.jump(block, to),
                [yes, no] => {
                    let condition = self.operand(i.operand(0))?;
                    let (yes, no) = (self.target(block, yes), self.target(block, no));
                    self.emit(Inst::Branch { condition, yes, no });
                    Ok(())
                }
                _ => unsupported("`br` to more than two blocks"),
            },
            Opcode::LLVMSwitch => self.switch(block, i),
            Opcode::LLVMIndirectBr => self.computed_jump(block, i),
            Opcode::LLVMInvoke => {
                let (normal, unwind) = i.invoke_targets();
                let unwind = self.target(block, unwind);
                self.called(i, Some(unwind))?;
                self.jump(block, normal)
            }
            Opcode::LLVMResume => {
                let parts = self.parts(i.operand(0))?;
                if self.shape(i.operand(0).ty())?.widths().ne([64, 32]) {
                    return unsupported(format!("`resume` of {}", i.operand(0).ty().text()));
                }
                let (exception, selector) = (self.part(parts, 0), self.part(parts, 1));
                self.emit(Inst::Resume { exception, selector });
                Ok(())
            }
            Opcode::LLVMUnreachable => {
                self.emit(Inst::Unreachable);
                Ok(())
            }
            other => unsupported(format!("`{}`", name(other))),
        }
    }

    fn returns(&mut self, i: Value<'m>) -> Lowered {
        let values = match i.operands() {
            0 => Vec::new(),
            _ => {
                let parts = self.parts(i.operand(0))?;
                self.all(parts)
            }
        };
        self.body.returns.push(values.into());
        let values = self.body.returns.len() as u32 - 1;
        self.emit(Inst::Return { values });
        Ok(())
    }

    fn switch(&mut self, block: Block<'m>, i: Value<'m>) -> Lowered {
        let width = self.shared.types.leaf(i.operand(0).ty())?.width;
        let value = self.operand(i.operand(0))?;
        let successors = i.successors();
        let default = self.target(block, successors[0]);
        let mut cases: Vec<(u128, BlockId)> = Vec::with_capacity(successors.len() - 1);
        for (at, &to) in successors.iter().enumerate().skip(1) {
            cases.push((integer(i.switch_case(at as u32)), self.target(block, to)));
        }
        self.many_way(width, value, cases, default);
        Ok(())
    }

    fn many_way(
        &mut self,
        width: u8,
        value: Operand,
        mut cases: Vec<(u128, BlockId)>,
        default: BlockId,
    ) {
        cases.sort_by_key(|&(value, _)| value);
        self.body.switches.push(Switch { cases: cases.into(), default });
        let switch = self.body.switches.len() as u32 - 1;
        self.emit(Inst::Switch { width, value, switch });
    }

    /// A jump to a block whose address was taken: addresses of blocks are plain numbers.
    fn computed_jump(&mut self, block: Block<'m>, i: Value<'m>) -> Lowered {
        let value = self.operand(i.operand(0))?;
        // Clang makes one such jump for all of a function, and gives it no place in the source.
        self.place_before(block);
        let mut cases: Vec<(u128, BlockId)> = Vec::new();
        for to in i.successors() {
            let number = self.shared.block_number(to).into();
            cases.push((number, self.target(block, to)));
        }
        cases.sort_by_key(|&(value, _)| value);
        cases.dedup();
        let default = self.dead_end();
        self.many_way(64, value, cases, default);
        Ok(())
    }
}
