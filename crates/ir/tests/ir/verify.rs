//! A program with one broken place has a problem that says so.

use std::path::Path;

use crate::common::lowered;
use pikse_ir::{
    Binary, BlockId, Body, CallId, Callee, Cast, Clause, ConstId, Constant, FileId, FuncId,
    GlobalId, Inst, LocId, Operand, Program, Reg, Relocation, Target, TextId, verify,
};

/// Programs with everything that can be broken.
fn programs() -> [Program; 3] {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    ["control.ll", "exceptions.ll", "constants.ll"].map(|name| lowered(&cases.join(name)))
}

fn body<'a>(program: &'a mut Program, name: &str) -> &'a mut Body {
    let id = program.function(name).expect("it is there");
    program.functions[id.index()].body.as_mut().expect("it has one")
}

/// Breaks a program and looks for words in the problems.
#[track_caller]
fn broken(program: &Program, words: &str, break_it: impl FnOnce(&mut Program)) {
    let mut copy = program.clone();
    break_it(&mut copy);
    let problems: Vec<String> = verify(&copy).iter().map(ToString::to_string).collect();
    assert!(!problems.is_empty(), "not found: {words}");
    assert!(problems.iter().any(|problem| problem.contains(words)), "{words}: {problems:#?}");
}

fn constant(program: &mut Program, constant: Constant) -> Operand {
    let known = program.constants.iter().position(|&known| known == constant);
    Operand::constant(ConstId::at(known.unwrap_or_else(|| {
        program.constants.push(constant);
        program.constants.len() - 1
    })))
}

#[test]
fn programs_have_no_problem() {
    for program in programs() {
        assert_eq!(verify(&program), []);
    }
}

#[test]
fn tables() {
    let [_, _, program] = programs();
    broken(&program, "does not fit in 8 bits", |p| {
        p.constants.push(Constant::Int { width: 8, value: 256 });
    });
    broken(&program, "does not fit in 0 bits", |p| {
        p.constants.push(Constant::Int { width: 0, value: 0 });
    });
    broken(&program, "has 129 bits", |p| p.constants.push(Constant::Undefined { width: 129 }));
    broken(&program, "duplicate", |p| p.constants.push(p.constants[0]));
    broken(&program, "no global 99", |p| {
        let target = Target::Global(GlobalId(99));
        p.constants.push(Constant::Address { target, addend: 0 });
    });
    broken(&program, "no function 99", |p| p.constructors.push(FuncId(99)));
    broken(&program, "not the unknown location", |p| p.locations[0].line = 1);
    broken(&program, "in file 99", |p| p.locations[0].file = FileId(99));
    broken(&program, "in scope 99", |p| p.locations[0].scope = Some(99));
    broken(&program, "comes later", |p| {
        let called_at = LocId(0);
        p.scopes.push(pikse_ir::Scope { function: "f".to_owned(), called_at });
        p.locations[0].scope = Some(0);
    });
    broken(&program, "aligned to 3", |p| p.globals[0].align = 3);
    broken(&program, "of 1 bytes", |p| p.globals[0].size = 1);
    broken(&program, "overlaps", |p| {
        let at = p.global("itself").expect("it is there").index();
        let target = Target::Function(FuncId(0));
        let relocation = Relocation { offset: 4, target, addend: 0, bytes: 8 };
        p.globals[at].relocations.push(relocation);
    });
    broken(&program, "overlaps", |p| {
        let at = p.global("pointer").expect("it is there").index();
        p.globals[at].relocations[0].offset = 1;
    });
    broken(&program, "but no contents", |p| {
        let at = p.global("pointer").expect("it is there").index();
        p.globals[at].bytes = None;
    });
    broken(&program, "no global 77", |p| p.aliases[0].target = Target::Global(GlobalId(77)));
}

#[test]
fn shapes_of_functions() {
    let [program, ..] = programs();
    broken(&program, "not the parameters", |p| body(p, "sum").registers[0] = 8);
    broken(&program, "has 0 bits", |p| body(p, "sum").registers[2] = 0);
    broken(&program, "no value has 200 bits", |p| p.functions[0].results[0] = 200);
    broken(&program, "locations", |p| {
        body(p, "sum").places.pop();
    });
    broken(&program, "no location 99", |p| body(p, "sum").places[0] = LocId(99));
    broken(&program, "no location 99", |p| p.functions[0].location = LocId(99));
    broken(&program, "there is no block", |p| {
        let body = body(p, "never");
        body.blocks.clear();
        body.code.clear();
        body.places.clear();
    });
    broken(&program, "is from", |p| body(p, "sum").blocks[1].start += 1);
    broken(&program, "is from", |p| {
        let last = body(p, "sum").blocks.last_mut().expect("there is one");
        last.end += 1;
    });
    broken(&program, "after the last block", |p| {
        let body = body(p, "never");
        body.code.push(Inst::Unreachable);
        body.places.push(LocId(0));
    });
    broken(&program, "its only terminator", |p| body(p, "sum").code[0] = Inst::Unreachable);
    broken(&program, "its only terminator", |p| {
        let body = body(p, "never");
        body.code[0] = Inst::Unsupported { what: TextId(0) };
    });
    broken(&program, "contains more than moves", |p| {
        let edges = body(p, "edges");
        let start = edges.blocks.last().expect("there is one").start as usize;
        let address = Operand::register(Reg(0));
        edges.code[start] = Inst::Store { width: 1, align: 1, value: address, address };
    });
}

#[test]
fn operands_and_widths() {
    let [program, ..] = programs();
    let zero = |p: &mut Program, width| constant(p, Constant::Int { width, value: 0 });
    /// Replaces the first instruction of a function that returns nothing.
    fn replace(p: &mut Program, inst: Inst) {
        let never = body(p, "never");
        never.registers = vec![32, 64, 1, 32];
        never.code.insert(0, inst);
        never.places.push(LocId(0));
        never.blocks[0].end += 1;
    }
    let unset = Operand::register(Reg(0));
    broken(&program, "no register 9", |p| {
        replace(p, Inst::Move { dst: Reg(0), a: Operand::register(Reg(9)) });
    });
    broken(&program, "no constant 999", |p| {
        replace(p, Inst::Move { dst: Reg(0), a: Operand::constant(ConstId(999)) });
    });
    broken(&program, "has 32 bits, not 64", |p| {
        let a = zero(p, 64);
        replace(p, Inst::Move { dst: Reg(0), a });
    });
    broken(&program, "before it is set", |p| replace(p, Inst::Move { dst: Reg(3), a: unset }));
    broken(&program, "has 8 bits, not 32", |p| {
        let (a, b, flags) = (zero(p, 32), zero(p, 8), pikse_ir::Flags::default());
        replace(p, Inst::Binary { op: Binary::Add, width: 32, flags, dst: Reg(0), a, b });
    });
    broken(&program, "has 32 bits, not 1", |p| {
        let a = zero(p, 32);
        let op = pikse_ir::Compare::Eq;
        replace(p, Inst::Compare { op, width: 32, dst: Reg(0), a, b: a });
    });
    broken(&program, "Trunc from 32 to 64", |p| {
        let a = zero(p, 32);
        replace(p, Inst::Cast { op: Cast::Trunc, from: 32, to: 64, dst: Reg(1), a });
    });
    broken(&program, "Zext from 32 to 32", |p| {
        let a = zero(p, 32);
        replace(p, Inst::Cast { op: Cast::Zext, from: 32, to: 32, dst: Reg(0), a });
    });
    broken(&program, "not 64", |p| {
        let address = zero(p, 32);
        replace(p, Inst::Load { width: 32, align: 1, dst: Reg(0), address });
    });
    broken(&program, "aligned to 0", |p| {
        let address = zero(p, 64);
        replace(p, Inst::Load { width: 32, align: 0, dst: Reg(0), address });
    });
    broken(&program, "an index of 128 bits", |p| {
        let (base, index) = (zero(p, 64), zero(p, 128));
        replace(p, Inst::Index { width: 128, dst: Reg(1), base, index, scale: 1 });
    });
    broken(&program, "a floating-point number of", |p| {
        let a = zero(p, 8);
        let op = pikse_ir::FloatUnary::Neg;
        replace(p, Inst::FloatUnary { op, width: 8, dst: Reg(0), a });
    });
    broken(&program, "Extend from 64 to 32", |p| {
        let a = zero(p, 64);
        let op = pikse_ir::FloatCast::Extend;
        replace(p, Inst::FloatCast { op, from: 64, to: 32, dst: Reg(0), a });
    });
    broken(&program, "is not an operand", |p| {
        let (a, c) = (zero(p, 32), zero(p, 1));
        let b = constant(p, Constant::Int { width: 32, value: 1 });
        let op = pikse_ir::Intrinsic::PopCount;
        replace(p, Inst::Intrinsic { op, width: 32, dst: Reg(0), a, b, c });
    });
    broken(&program, "sets nothing", |p| {
        let (a, c) = (zero(p, 64), zero(p, 1));
        let op = pikse_ir::Intrinsic::VaEnd;
        replace(p, Inst::Intrinsic { op, width: 64, dst: Reg(1), a, b: c, c });
    });
    broken(&program, "pairs of bytes", |p| {
        let (a, c) = (zero(p, 8), zero(p, 1));
        let op = pikse_ir::Intrinsic::SwapBytes;
        replace(p, Inst::Intrinsic { op, width: 8, dst: Reg(0), a, b: c, c });
    });
    broken(&program, "no such text", |p| replace(p, Inst::Unsupported { what: TextId(99) }));
    broken(&program, "no such call", |p| replace(p, Inst::Call { call: CallId(99) }));
    broken(&program, "no such landing pad", |p| {
        replace(p, Inst::LandingPad { pad: 9, dst: Reg(1) });
    });
}

#[test]
fn ends_of_blocks() {
    let [program, ..] = programs();
    let last = |body: &mut Body, block: usize| body.blocks[block].end as usize - 1;
    broken(&program, "no block 99", |p| {
        let sum = body(p, "sum");
        let at = last(sum, 0);
        sum.code[at] = Inst::Jump { to: BlockId(99) };
    });
    broken(&program, "those that the function returns", |p| {
        let sum = body(p, "sum");
        sum.returns[0] = Box::new([]);
    });
    broken(&program, "no such list", |p| body(p, "sum").returns.clear());
    broken(&program, "not in order", |p| body(p, "same_target").switches[0].cases.reverse());
    broken(&program, "does not fit in 8 bits", |p| {
        body(p, "same_target").switches[0].cases[3].0 = 256;
    });
    broken(&program, "no such switch", |p| body(p, "same_target").switches.clear());
    // A path around the only block that sets a register.
    broken(&program, "%4 may be read before", |p| {
        let sum = body(p, "sum");
        let at = last(sum, 1);
        let Inst::Branch { condition, no, .. } = sum.code[at] else { panic!("it is a branch") };
        sum.code[at] = Inst::Branch { condition, yes: BlockId(2), no };
        let at = last(sum, 2);
        sum.returns[0] = Box::new([Operand::register(Reg(4))]);
        assert!(matches!(sum.code[at], Inst::Return { .. }));
    });
}

#[test]
fn calls_and_landing_pads() {
    let [_, program, _] = programs();
    broken(&program, "takes other arguments", |p| {
        let call = &mut body(p, "catches").calls[0];
        (call.arguments, call.widths) = (Box::new([]), Box::new([]));
    });
    broken(&program, "have 0 widths", |p| body(p, "catches").calls[0].widths = Box::new([]));
    broken(&program, "returns something else", |p| {
        body(p, "catches").calls[0].results = Box::new([]);
    });
    broken(&program, "marked as copied", |p| {
        body(p, "catches").calls[0].copies = Box::new([1, 2]);
    });
    broken(&program, "is not an address", |p| body(p, "catches").calls[0].copies = Box::new([4]));
    broken(&program, "no function 99", |p| {
        body(p, "catches").calls[0].callee = Callee::Function(FuncId(99));
    });
    broken(&program, "has 32 bits, not 64", |p| {
        body(p, "catches").calls[0].callee = Callee::Indirect(Operand::register(Reg(0)));
    });
    broken(&program, "is not a landing pad", |p| {
        body(p, "catches").calls[0].unwind = Some(BlockId(3));
    });
    broken(&program, "no block 99", |p| {
        body(p, "catches").calls[0].unwind = Some(BlockId(99));
    });
    broken(&program, "jumps to a landing pad", |p| {
        let catches = body(p, "catches");
        let at = catches.blocks[2].end as usize - 1;
        catches.code[at] = Inst::Jump { to: BlockId(1) };
    });
    broken(&program, "begin with its landing pad", |p| {
        let catches = body(p, "catches");
        let start = catches.blocks[1].start as usize;
        catches.code.swap(start, start + 1);
    });
    broken(&program, "has 32 bits, not 64", |p| {
        let clause = Clause::Catch(Operand::register(Reg(0)));
        body(p, "catches").pads[0].clauses = Box::new([clause]);
    });
    // The result of a call is not set if the call throws.
    broken(&program, "%2 may be read before", |p| {
        let catches = body(p, "catches");
        let start = catches.blocks[4].start as usize;
        let Inst::Resume { exception, .. } = catches.code[start] else { panic!("it resumes") };
        catches.code[start] = Inst::Resume { exception, selector: Operand::register(Reg(2)) };
    });
}
