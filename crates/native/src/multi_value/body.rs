//! A function as plain data: the parts of LLVM's instructions that the analysis needs.

use std::collections::{HashMap, HashSet};

use pikse_llvm::inkwell::IntPredicate;
use pikse_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use pikse_llvm::inkwell::types::{AnyTypeEnum, BasicTypeEnum};
use pikse_llvm::inkwell::values::{
    BasicValueEnum, CallSiteValue, FunctionValue, InstructionOpcode, InstructionValue, Operand,
    PhiValue,
};
use pikse_llvm::{Program, raw};

use super::intrinsics;

/// The number of a function with a body.
pub(super) type FunctionId = usize;
/// The number of a block in its function; the first is the entry.
pub(super) type BlockId = usize;
/// The number of a value in its function: the parameters, then the instructions.
pub(super) type ValueId = usize;

/// An operand of an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ref {
    /// A parameter, or the result of an instruction.
    Value(ValueId),
    /// The bits of a constant.
    Known(u64),
    /// Another constant, by its number in [`Body::literals`].
    Literal(usize),
    /// An undefined value.
    Undefined,
}

/// The kind of an instruction, as far as it matters here.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// Integer arithmetic that cannot fail.
    Binary(InstructionOpcode),
    /// A comparison of integers or pointers.
    Compare(IntPredicate),
    /// A cast between integers and pointers.
    Cast { sign: bool },
    /// A choice between two values.
    Select,
    /// Its value is its first operand's.
    Same,
    /// Anything else whose result depends on its operands only and that cannot fail.
    Pure,
    /// An address in a known distance of another.
    Address,
    /// A phi: a value for each predecessor block.
    Phi(Vec<(BlockId, Ref)>),
    /// An allocation on the stack.
    Alloca,
    /// A read of memory; `plain` ones are neither volatile nor atomic.
    Load { plain: bool },
    /// A write of memory, neither volatile nor atomic.
    Store,
    /// A hint for the optimiser, without effect.
    Nothing,
    /// A call; `returns` is false if it is known not to.
    Call { callee: Option<FunctionId>, returns: bool },
    /// A panic of Rust's.
    Panic,
    /// A division that may fail.
    Division,
    /// Anything else.
    Other,
    /// The end of a block that leads to one block.
    Jump(BlockId),
    /// The end of a block that leads to the first block for true.
    Branch(BlockId, BlockId),
    /// The end of a block that leads to a block for each value, or to another.
    Switch(Vec<(u64, BlockId)>, BlockId),
    /// A call that leads to the first block if it returns.
    Invoke { callee: Option<FunctionId>, returns: bool, normal: BlockId, unwind: BlockId },
    /// The end of the function.
    Return,
    /// The end of a block that is never reached.
    Unreachable,
    /// An exception is passed on to the caller.
    Resume,
    /// Another end of a block.
    OtherEnd,
}

/// An instruction.
#[derive(Debug)]
pub(super) struct Instruction<'ctx> {
    pub(super) value: InstructionValue<'ctx>,
    pub(super) kind: Kind,
    pub(super) operands: Vec<Ref>,
    /// The width of the result in bits, if it is an integer or a pointer; else 0.
    pub(super) width: u32,
    /// The width of the first operand.
    pub(super) operand_width: u32,
    pub(super) block: BlockId,
}

/// A function.
#[derive(Debug)]
pub(super) struct Body<'ctx> {
    pub(super) function: FunctionValue<'ctx>,
    pub(super) parameters: Vec<BasicValueEnum<'ctx>>,
    instructions: Vec<Instruction<'ctx>>,
    /// The instructions of each block: the first, and the one after the last.
    pub(super) blocks: Vec<(ValueId, ValueId)>,
    pub(super) literals: Vec<BasicValueEnum<'ctx>>,
    /// For each value, the instructions that use it.
    pub(super) users: Vec<Vec<ValueId>>,
    /// The immediate dominator of each block; `None` for blocks that are never entered.
    dominators: Vec<Option<BlockId>>,
    /// The width of the return value in bits; 0 if it is not an integer or a pointer.
    pub(super) returns: u32,
}

/// Facts about a module as a whole.
pub(super) struct Names {
    functions: HashMap<usize, FunctionId>,
    intrinsics: HashMap<usize, Kind>,
    never_return: HashSet<usize>,
    panics: HashSet<usize>,
    pub(super) constants: HashSet<usize>,
    noreturn: u32,
}

impl Names {
    pub(super) fn of(program: &Program<'_>) -> Names {
        let noreturn = Attribute::get_named_enum_kind_id("noreturn");
        let numbered = program.defined().enumerate().map(|(id, f)| (raw::value(&f).key(), id));
        let module = program.module();
        let known = |f: FunctionValue<'_>| {
            let kind = intrinsics::kind(&f.get_name().to_string_lossy())?;
            Some((raw::value(&f).key(), kind))
        };
        let stays = |f: &FunctionValue<'_>| {
            f.get_enum_attribute(AttributeLoc::Function, noreturn).is_some()
        };
        let constant = module.get_globals().filter(|g| g.is_constant() && !g.is_thread_local());
        Names {
            functions: numbered.collect(),
            intrinsics: module.get_functions().filter_map(known).collect(),
            panics: module.get_functions().filter(is_panic).map(|f| raw::value(&f).key()).collect(),
            never_return: module
                .get_functions()
                .filter(stays)
                .map(|f| raw::value(&f).key())
                .collect(),
            constants: constant.map(|global| raw::value(&global).key()).collect(),
            noreturn,
        }
    }
}

impl<'ctx> Body<'ctx> {
    pub(super) fn of(function: FunctionValue<'ctx>, names: &Names) -> Body<'ctx> {
        let mut body = Body {
            function,
            parameters: function.get_params(),
            instructions: Vec::new(),
            blocks: Vec::new(),
            literals: Vec::new(),
            users: Vec::new(),
            dominators: Vec::new(),
            returns: function.get_type().get_return_type().map_or(0, |of| basic_width(of)),
        };
        let mut values: HashMap<usize, ValueId> = HashMap::new();
        let mut blocks: HashMap<usize, BlockId> = HashMap::new();
        for parameter in &body.parameters {
            values.insert(raw::value(parameter).key(), values.len());
        }
        for (id, block) in function.get_basic_blocks().into_iter().enumerate() {
            blocks.insert(raw::block(block).key(), id);
            let first = values.len();
            for instruction in block.get_instructions() {
                values.insert(raw::value(&instruction).key(), values.len());
            }
            body.blocks.push((first, values.len()));
        }
        let mut reader = Reader { names, values, blocks, literals: Vec::new() };
        for (id, block) in function.get_basic_blocks().into_iter().enumerate() {
            for instruction in block.get_instructions() {
                body.instructions.push(reader.read(instruction, id));
            }
        }
        body.literals = reader.literals;
        let mut users = vec![Vec::new(); body.parameters.len() + body.instructions.len()];
        for (id, instruction) in body.all() {
            let incoming = match &instruction.kind {
                Kind::Phi(incoming) => incoming.iter().map(|&(_, from)| from).collect(),
                _ => Vec::new(),
            };
            for used in instruction.operands.iter().chain(&incoming) {
                if let Ref::Value(used) = used {
                    users[*used].push(id);
                }
            }
        }
        body.users = users;
        body.dominators = dominators(&body);
        body
    }

    /// The instruction with a number; `None` for parameters.
    pub(super) fn instruction(&self, id: ValueId) -> Option<&Instruction<'ctx>> {
        self.instructions.get(id.checked_sub(self.parameters.len())?)
    }

    /// An instruction whose number came from this body.
    pub(super) fn at(&self, id: ValueId) -> &Instruction<'ctx> {
        &self.instructions[id - self.parameters.len()]
    }

    /// All instructions with their numbers.
    pub(super) fn all(&self) -> impl Iterator<Item = (ValueId, &Instruction<'ctx>)> {
        let first = self.parameters.len();
        self.instructions.iter().enumerate().map(move |(at, found)| (at + first, found))
    }

    /// The number of values.
    pub(super) fn count(&self) -> usize {
        self.users.len()
    }

    /// The number of the last instruction of a block.
    pub(super) fn end(&self, block: BlockId) -> ValueId {
        self.blocks[block].1 - 1
    }

    /// Whether a block can be entered at all.
    pub(super) fn is_entered(&self, block: BlockId) -> bool {
        block == 0 || self.dominators[block].is_some()
    }

    /// Whether `value` dominates the place just before `point`.
    pub(super) fn is_before(&self, value: ValueId, point: ValueId) -> bool {
        let (Some(definition), to) = (self.instruction(value), self.at(point).block) else {
            return true;
        };
        match definition.block == to {
            true => value < point,
            false => self.dominates(definition.block, to),
        }
    }

    /// Whether a block dominates another.
    pub(super) fn dominates(&self, block: BlockId, of: BlockId) -> bool {
        std::iter::successors(Some(of), |&at| self.dominators[at]).any(|at| at == block)
    }

    /// The blocks that a block leads to.
    pub(super) fn successors(&self, block: BlockId) -> Vec<BlockId> {
        match &self.at(self.end(block)).kind {
            Kind::Jump(to) => vec![*to],
            Kind::Branch(then, otherwise) => vec![*then, *otherwise],
            Kind::Switch(cases, default) => {
                cases.iter().map(|&(_, to)| to).chain([*default]).collect()
            }
            Kind::Invoke { normal, unwind, .. } => vec![*normal, *unwind],
            Kind::OtherEnd => {
                let blocks = self.function.get_basic_blocks();
                let id = |key| blocks.iter().position(|&block| raw::block(block).key() == key);
                let ends = raw::value(&self.at(self.end(block)).value).successors();
                ends.into_iter().filter_map(|end| id(end.key())).collect()
            }
            _ => Vec::new(),
        }
    }

    /// LLVM's value with a number.
    pub(super) fn value(&self, id: ValueId) -> Option<BasicValueEnum<'ctx>> {
        match self.instruction(id) {
            None => self.parameters.get(id).copied(),
            Some(instruction) => result(instruction.value),
        }
    }
}

/// The result of an instruction; some have none.
pub(super) fn result<'ctx>(instruction: InstructionValue<'ctx>) -> Option<BasicValueEnum<'ctx>> {
    use pikse_llvm::inkwell::values::AnyValue;
    match instruction.get_type() {
        AnyTypeEnum::VoidType(_) | AnyTypeEnum::FunctionType(_) => None,
        _ => match PhiValue::try_from(instruction) {
            Ok(phi) => Some(phi.as_basic_value()),
            Err(()) => instruction.as_any_value_enum().try_into().ok(),
        },
    }
}

fn basic_width(of: BasicTypeEnum<'_>) -> u32 {
    match of {
        BasicTypeEnum::IntType(int) if int.get_bit_width() <= 64 => int.get_bit_width(),
        BasicTypeEnum::PointerType(_) => 64,
        _ => 0,
    }
}

/// Reads instructions.
struct Reader<'a, 'ctx> {
    names: &'a Names,
    values: HashMap<usize, ValueId>,
    blocks: HashMap<usize, BlockId>,
    literals: Vec<BasicValueEnum<'ctx>>,
}

impl<'ctx> Reader<'_, 'ctx> {
    fn read(&mut self, value: InstructionValue<'ctx>, block: BlockId) -> Instruction<'ctx> {
        let kind = self.kind(value);
        let inputs: Vec<BasicValueEnum<'ctx>> = match (&kind, value.get_opcode()) {
            (Kind::Branch(..) | Kind::Switch(..), _) => {
                value.get_operand(0).and_then(Operand::value).into_iter().collect()
            }
            (Kind::Same | Kind::Pure | Kind::Binary(_), InstructionOpcode::Call) => {
                let count = value.get_num_operands().saturating_sub(1);
                (0..count).filter_map(|at| value.get_operand(at)?.value()).collect()
            }
            (Kind::Binary(_) | Kind::Compare(_) | Kind::Cast { .. } | Kind::Select, _)
            | (Kind::Same | Kind::Pure | Kind::Address, _)
            | (Kind::Load { .. } | Kind::Store | Kind::Return, _) => {
                value.get_operands().flatten().filter_map(Operand::value).collect()
            }
            _ => Vec::new(),
        };
        let operand_width = inputs.first().map_or(0, |input| basic_width(input.get_type()));
        let width = match value.get_type() {
            AnyTypeEnum::IntType(int) if int.get_bit_width() <= 64 => int.get_bit_width(),
            AnyTypeEnum::PointerType(_) => 64,
            _ => 0,
        };
        let operands = inputs.into_iter().map(|input| self.reference(input)).collect();
        Instruction { value, kind, operands, width, operand_width, block }
    }

    fn reference(&mut self, value: BasicValueEnum<'ctx>) -> Ref {
        if let Some(&id) = self.values.get(&raw::value(&value).key()) {
            return Ref::Value(id);
        }
        match value {
            BasicValueEnum::IntValue(int) if int.is_undef() => return Ref::Undefined,
            BasicValueEnum::FloatValue(float) if float.is_undef() => return Ref::Undefined,
            BasicValueEnum::PointerValue(pointer) if pointer.is_undef() => return Ref::Undefined,
            BasicValueEnum::PointerValue(pointer) if pointer.is_null() => return Ref::Known(0),
            BasicValueEnum::IntValue(int) => {
                if let Some(bits) = int.get_zero_extended_constant() {
                    return Ref::Known(bits);
                }
            }
            _ => {}
        }
        self.literals.push(value);
        Ref::Literal(self.literals.len() - 1)
    }

    fn kind(&mut self, value: InstructionValue<'ctx>) -> Kind {
        use InstructionOpcode as Op;
        match value.get_opcode() {
            opcode @ (Op::Add | Op::Sub | Op::Mul | Op::And | Op::Or | Op::Xor)
            | opcode @ (Op::Shl | Op::LShr | Op::AShr) => Kind::Binary(opcode),
            opcode @ (Op::UDiv | Op::URem | Op::SDiv | Op::SRem) => division(value, opcode),
            Op::ICmp => value.get_icmp_predicate().map_or(Kind::Other, Kind::Compare),
            Op::ZExt | Op::Trunc | Op::PtrToInt | Op::IntToPtr => Kind::Cast { sign: false },
            Op::SExt => Kind::Cast { sign: true },
            Op::Select => Kind::Select,
            Op::Freeze => Kind::Same,
            Op::FCmp | Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FNeg => Kind::Pure,
            Op::FPExt | Op::FPTrunc | Op::FPToSI | Op::FPToUI | Op::SIToFP | Op::UIToFP => {
                Kind::Pure
            }
            Op::BitCast | Op::ExtractValue | Op::InsertValue => Kind::Pure,
            Op::GetElementPtr => Kind::Address,
            Op::Alloca => Kind::Alloca,
            Op::Load => Kind::Load { plain: is_plain(value) },
            Op::Store if is_plain(value) => Kind::Store,
            Op::Phi => self.phi(value),
            Op::Call => self.call(value),
            Op::Invoke => self.invoke(value),
            Op::Return => Kind::Return,
            Op::Unreachable => Kind::Unreachable,
            Op::Resume => Kind::Resume,
            Op::Br | Op::Switch => self.jump(value),
            Op::IndirectBr | Op::CallBr | Op::CatchSwitch | Op::CatchRet | Op::CleanupRet => {
                Kind::OtherEnd
            }
            _ => Kind::Other,
        }
    }

    fn phi(&mut self, value: InstructionValue<'ctx>) -> Kind {
        let Ok(phi) = PhiValue::try_from(value) else { return Kind::Other };
        let mut incoming = Vec::new();
        for (from, block) in phi.get_incomings() {
            let from = self.reference(from);
            incoming.push((self.blocks[&raw::block(block).key()], from));
        }
        Kind::Phi(incoming)
    }

    fn jump(&self, value: InstructionValue<'ctx>) -> Kind {
        let end = raw::value(&value);
        let to: Vec<BlockId> = end.successors().iter().map(|to| self.blocks[&to.key()]).collect();
        match (value.get_opcode(), &to[..]) {
            (InstructionOpcode::Br, &[only]) => Kind::Jump(only),
            (InstructionOpcode::Br, &[then, otherwise]) => Kind::Branch(then, otherwise),
            (InstructionOpcode::Switch, &[default, ref cases @ ..]) => {
                let case = |(at, &to): (usize, &BlockId)| {
                    let value = end.switch_case(at as u32 + 1);
                    (value.ty().int_width() <= 64).then(|| (value.int(), to))
                };
                let cases: Option<Vec<_>> = cases.iter().enumerate().map(case).collect();
                cases.map_or(Kind::OtherEnd, |cases| Kind::Switch(cases, default))
            }
            _ => Kind::OtherEnd,
        }
    }

    fn call(&self, value: InstructionValue<'ctx>) -> Kind {
        let callee = raw::value(&value).callee().key();
        if let Some(kind) = self.names.intrinsics.get(&callee) {
            return kind.clone();
        }
        let stays = CallSiteValue::try_from(value).is_ok_and(|call| {
            call.get_enum_attribute(AttributeLoc::Function, self.names.noreturn).is_some()
        });
        if self.names.panics.contains(&callee) {
            return Kind::Panic;
        }
        Kind::Call {
            callee: self.names.functions.get(&callee).copied(),
            returns: !stays && !self.names.never_return.contains(&callee),
        }
    }

    fn invoke(&self, value: InstructionValue<'ctx>) -> Kind {
        let invoke = raw::value(&value);
        let (callee, (normal, unwind)) = (invoke.callee().key(), invoke.invoke_targets());
        Kind::Invoke {
            callee: self.names.functions.get(&callee).copied(),
            returns: !self.names.never_return.contains(&callee),
            normal: self.blocks[&normal.key()],
            unwind: self.blocks[&unwind.key()],
        }
    }
}

/// Whether a function is one of Rust's panic functions.
fn is_panic(function: &FunctionValue<'_>) -> bool {
    let name = function.get_name().to_string_lossy();
    let is_rust = name.starts_with("_ZN") || name.starts_with("_R");
    is_rust
        && ["panicking", "unwrap_failed", "expect_failed"].iter().any(|part| name.contains(part))
}

/// A division fails for some divisors; only constants that never do are allowed.
fn division(value: InstructionValue<'_>, opcode: InstructionOpcode) -> Kind {
    let divisor = value.get_operand(1).and_then(Operand::value);
    let divisor = match divisor {
        Some(BasicValueEnum::IntValue(int)) => int.get_sign_extended_constant(),
        _ => None,
    };
    match divisor {
        None | Some(0 | -1) => Kind::Division,
        Some(_) => Kind::Binary(opcode),
    }
}

/// Neither volatile nor atomic.
fn is_plain(value: InstructionValue<'_>) -> bool {
    use pikse_llvm::inkwell::AtomicOrdering;
    let volatile = value.get_volatile().unwrap_or(true);
    let atomic = value.get_atomic_ordering() != Ok(AtomicOrdering::NotAtomic);
    !volatile && !atomic
}

/// The immediate dominators of blocks (the algorithm of Cooper, Harvey and Kennedy).
fn dominators(body: &Body<'_>) -> Vec<Option<BlockId>> {
    let count = body.blocks.len();
    let successors: Vec<Vec<BlockId>> = (0..count).map(|block| body.successors(block)).collect();
    // Blocks in postorder.
    let (mut order, mut number) = (Vec::new(), vec![usize::MAX; count]);
    let (mut seen, mut stack) = (vec![false; count], vec![(0, 0)]);
    seen[0] = true;
    while let Some((block, at)) = stack.pop() {
        match successors[block].get(at) {
            None => {
                number[block] = order.len();
                order.push(block);
            }
            Some(&to) => {
                stack.push((block, at + 1));
                if !std::mem::replace(&mut seen[to], true) {
                    stack.push((to, 0));
                }
            }
        }
    }
    let mut predecessors = vec![Vec::new(); count];
    for &block in &order {
        successors[block].iter().for_each(|&to| predecessors[to].push(block));
    }
    let mut found: Vec<Option<BlockId>> = vec![None; count];
    found[0] = Some(0);
    let mut changed = true;
    while changed {
        changed = false;
        for &block in order.iter().rev().filter(|&&block| block != 0) {
            let mut common: Option<BlockId> = None;
            for &from in predecessors[block].iter().filter(|&&from| found[from].is_some()) {
                common = Some(common.map_or(from, |other| {
                    let (mut a, mut b) = (from, other);
                    while a != b {
                        let low = if number[a] < number[b] { &mut a } else { &mut b };
                        *low = found[*low].unwrap_or(0);
                    }
                    a
                }));
            }
            changed |= found[block] != common;
            found[block] = common;
        }
    }
    found[0] = None;
    found
}
