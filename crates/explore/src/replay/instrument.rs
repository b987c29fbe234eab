//! Instrumentation: calls before every branch that report its way, in the numbers of the symbolic machine.
//!
//! The way is computed from the lowered program: its branches and tables have the target block of each
//! condition or value. From LLVM only the condition is needed, so edges that have separate blocks in the
//! lowered program need no special case.

use std::collections::HashMap;

use pikse_ir::{BlockId, Body, FuncId, Inst, Program as Lowered, block_order};
use pikse_llvm::inkwell::IntPredicate;
use pikse_llvm::inkwell::basic_block::BasicBlock;
use pikse_llvm::inkwell::builder::{Builder, BuilderError};
use pikse_llvm::inkwell::context::ContextRef;
use pikse_llvm::inkwell::values::{
    BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue, Operand,
};
use pikse_llvm::raw::block_address;
use pikse_llvm::{Error, Program};

/// The function that is called.
const BRANCH: &str = "pikse_replay_branch";

/// Adds the calls. Returns why the path is unknown, if a function differs from the lowered one.
pub(super) fn instrument(
    program: &Program<'_>,
    lowered: &Lowered,
    is_traced: impl Fn(FuncId) -> bool,
) -> Result<Option<String>, Error> {
    let numbers: HashMap<&str, usize> = lowered
        .functions
        .iter()
        .enumerate()
        .map(|(at, function)| (function.name.as_str(), at))
        .collect();
    let context = program.module().get_context();
    let int = context.i32_type();
    let told = context.void_type().fn_type(&[int.into(); 3], false);
    let defined: Vec<FunctionValue<'_>> = program.defined().collect();
    let branch = program.module().add_function(BRANCH, told, None);
    let mut problem = None;
    for function in defined {
        let name = function.get_name().to_string_lossy();
        // Functions that the symbolic machine does not have do not run there.
        let Some(&number) = numbers.get(&*name) else { continue };
        let id = FuncId::at(number);
        let Some(body) = &lowered.functions[number].body else { continue };
        if !is_traced(id) {
            continue;
        }
        let teller = Teller { context, builder: context.create_builder(), branch, id, body };
        if !teller.tell(function).map_err(|error| Error::Machine(error.to_string()))? {
            problem.get_or_insert_with(|| {
                format!("`{name}` has other branches than when it was explored")
            });
        }
    }
    Ok(problem)
}

struct Teller<'a, 'ctx> {
    context: ContextRef<'ctx>,
    builder: Builder<'ctx>,
    branch: FunctionValue<'ctx>,
    id: FuncId,
    body: &'a Body,
}

impl<'ctx> Teller<'_, 'ctx> {
    /// Adds calls to a function; false if it differs from the lowered one.
    fn tell(&self, function: FunctionValue<'ctx>) -> Result<bool, BuilderError> {
        let order = block_order(function);
        let blocks = function.get_basic_blocks();
        // After the blocks of the function come those of edges, and others that have no source.
        let plain = self.body.blocks.get(..order.len());
        if plain.is_none_or(|plain| plain.iter().any(|block| block.edge)) {
            // A function that cannot run at all has just one block, which ends the path.
            return Ok(matches!(self.body.code.first(), Some(Inst::Unsupported { .. })));
        }
        let blocks: Vec<BasicBlock<'ctx>> = order.iter().map(|&at| blocks[at]).collect();
        for (at, block) in blocks.iter().enumerate() {
            let Some(end) = block.get_terminator() else { continue };
            let from = self.body.blocks[at].end - 1;
            match (ways(end), self.body.code[from as usize]) {
                (Ways::One, Inst::Branch { .. } | Inst::Switch { .. }) => return Ok(false),
                (Ways::Condition, Inst::Branch { yes, no, .. }) => {
                    let condition = operand(end).into_int_value();
                    self.builder.position_before(&end);
                    let way = self.select(condition, self.way(yes), self.way(no))?;
                    self.call(from, way)?;
                }
                (Ways::Value, Inst::Switch { switch, .. }) => {
                    self.builder.position_before(&end);
                    let way = self.switched(operand(end).into_int_value(), switch)?;
                    self.call(from, way)?;
                }
                (Ways::Address, Inst::Switch { switch, .. }) => {
                    self.builder.position_before(&end);
                    let way = self.jumped(operand(end), switch, &blocks)?;
                    self.call(from, way)?;
                }
                // An instruction that could not be lowered ends the path in the machine.
                (_, Inst::Unreachable) | (Ways::One, _) => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    fn way(&self, block: BlockId) -> IntValue<'ctx> {
        self.number(block.0)
    }

    fn number(&self, number: u32) -> IntValue<'ctx> {
        self.context.i32_type().const_int(number.into(), false)
    }

    fn select(
        &self,
        condition: IntValue<'ctx>,
        yes: IntValue<'ctx>,
        no: IntValue<'ctx>,
    ) -> Result<IntValue<'ctx>, BuilderError> {
        Ok(self.builder.build_select(condition, yes, no, "")?.into_int_value())
    }

    fn call(&self, from: u32, way: IntValue<'ctx>) -> Result<(), BuilderError> {
        let arguments = [self.number(self.id.0).into(), self.number(from).into(), way.into()];
        self.builder.build_call(self.branch, &arguments, "")?;
        Ok(())
    }

    /// The target of a value, from the table.
    fn switched(&self, value: IntValue<'ctx>, switch: u32) -> Result<IntValue<'ctx>, BuilderError> {
        let table = &self.body.switches[switch as usize];
        let mut way = self.way(table.default);
        for &(case, to) in table.cases.iter().filter(|(_, to)| *to != table.default) {
            let words = [case as u64, (case >> 64) as u64];
            let case = value.get_type().const_int_arbitrary_precision(&words);
            let here = self.builder.build_int_compare(IntPredicate::EQ, value, case, "")?;
            way = self.select(here, self.way(to), way)?;
        }
        Ok(way)
    }

    /// The target of an address: the table has the numbers of blocks.
    fn jumped(
        &self,
        address: BasicValueEnum<'ctx>,
        switch: u32,
        blocks: &[BasicBlock<'ctx>],
    ) -> Result<IntValue<'ctx>, BuilderError> {
        let table = &self.body.switches[switch as usize];
        let word = self.context.i64_type();
        let address = address.into_pointer_value();
        let address = self.builder.build_ptr_to_int(address, word, "")?;
        let mut way = self.way(table.default);
        for &(_, to) in &table.cases {
            let target = match (self.body.blocks[to.index()].edge, self.body.block(to).last()) {
                (true, Some(&Inst::Jump { to })) => to,
                _ => to,
            };
            let block = blocks.get(target.index());
            let Some(block) = block.and_then(|&block| block_address(block)) else { continue };
            let block = self.builder.build_ptr_to_int(block, word, "")?;
            let here = self.builder.build_int_compare(IntPredicate::EQ, address, block, "")?;
            way = self.select(here, self.way(to), way)?;
        }
        Ok(way)
    }
}

/// The number of ways at the end of a block.
enum Ways {
    /// At most one that is a choice.
    One,
    /// Two, by a condition.
    Condition,
    /// By a number.
    Value,
    /// By an address.
    Address,
}

fn ways(end: InstructionValue<'_>) -> Ways {
    match end.get_opcode() {
        InstructionOpcode::Br if end.is_conditional() == Ok(true) => Ways::Condition,
        InstructionOpcode::Switch => Ways::Value,
        InstructionOpcode::IndirectBr => Ways::Address,
        _ => Ways::One,
    }
}

/// The value that decides at the end of a block.
fn operand(end: InstructionValue<'_>) -> BasicValueEnum<'_> {
    let operand = end.get_operand(0).and_then(Operand::value);
    operand.expect("it decides by its first operand")
}
