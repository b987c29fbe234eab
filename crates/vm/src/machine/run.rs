//! The interpreter loop.
//!
//! Concrete numbers are computed here. An instruction with a symbolic operand, or one that may end
//! the path, falls through to `slow`.

use std::cmp::Reverse;
use std::rc::Rc;

use pikse_ir::{BlockId, FuncId, Inst, Operand};

use super::{Flow, Machine, Side, Step, Stop, numbers};
use crate::memory::place_of;
use crate::state::{Again, State, mix};
use crate::value::{Value, mask, signed};
use crate::verdict::Verdict;

#[inline(always)]
pub(super) fn get(registers: &[Value], constants: &[Value], operand: Operand) -> Value {
    match operand.as_register() {
        Some(register) => registers[register.index()],
        None => constants[operand.as_constant().map_or(0, pikse_ir::ConstId::index)],
    }
}

impl Machine<'_> {
    /// Runs a state until it splits or ends, or until the given number of instructions ran.
    pub fn run(&mut self, state: &mut State, budget: u64) -> Stop {
        let mut left = budget;
        let result = self.steps(state, &mut left);
        let done = budget - left;
        state.instructions += done;
        self.statistics.instructions += done;
        let mut others = self.in_order();
        for side in &mut others {
            // One that does the instruction again has not done it yet.
            side.state.instructions += done - u64::from(side.state.again.is_some());
        }
        self.statistics.splits += others.iter().filter(|side| side.ended.is_none()).count() as u64;
        match result {
            Err(verdict) => {
                let verdict = self.after_panic(state, verdict);
                Stop::Ended(self.after_script(state, verdict), others)
            }
            Ok(()) if others.is_empty() => Stop::Budget,
            Ok(()) => Stop::Split(others),
        }
    }

    /// The states that split off, in the order of their ways. An instruction may decide several things; what
    /// split off at the last one comes first.
    fn in_order(&mut self) -> Vec<Side> {
        let mut others = std::mem::take(&mut self.others);
        others.sort_by_key(|(depth, side)| match side.is_first {
            true => (false, Reverse(0)),
            false => (true, Reverse(*depth)),
        });
        others.into_iter().map(|(_, side)| side).collect()
    }

    fn steps(&mut self, state: &mut State, left: &mut u64) -> Result<(), Verdict> {
        let program = self.program;
        let constants = Rc::clone(&self.constants);
        let constants = &constants[..];
        let ub = self.options.undefined_behaviour;
        'frame: loop {
            let function = state.top.function;
            let Some(body) = &program.functions[function.index()].body else {
                unreachable!("a function without a body has no frame")
            };
            if self.stops.as_ref().is_some_and(|stops| stops[function.index()]) {
                return Ok(());
            }
            let code = &body.code[..];
            let traced = self.traced[function.index()] && state.is_traced();
            let mut pc = state.top.pc as usize;
            loop {
                if *left == 0 {
                    state.top.pc = pc as u32;
                    return Ok(());
                }
                *left -= 1;
                let inst = code[pc];
                let registers = &mut state.top.registers[..];
                match inst {
                    Inst::Binary { op, width, flags, dst, a, b }
                        if width <= 64 && !(ub && flags.0 != 0) =>
                    {
                        let (a, b) = (get(registers, constants, a), get(registers, constants, b));
                        if let (Value::Concrete(a), Value::Concrete(b)) = (a, b)
                            && let Some(result) = numbers::binary(op, u32::from(width), a, b)
                        {
                            registers[dst.index()] = Value::Concrete(result);
                            pc += 1;
                            continue;
                        }
                    }
                    Inst::Compare { op, width, dst, a, b } if width <= 64 => {
                        let (a, b) = (get(registers, constants, a), get(registers, constants, b));
                        if let (Value::Concrete(a), Value::Concrete(b)) = (a, b) {
                            let holds = numbers::compare(op, u32::from(width), a, b);
                            registers[dst.index()] = Value::Concrete(u64::from(holds));
                            pc += 1;
                            continue;
                        }
                    }
                    Inst::Cast { op, from, to, dst, a } if from <= 64 && to <= 64 => {
                        if let Value::Concrete(a) = get(registers, constants, a) {
                            let result = numbers::cast(op, u32::from(from), u32::from(to), a);
                            registers[dst.index()] = Value::Concrete(result);
                            pc += 1;
                            continue;
                        }
                    }
                    Inst::Select { dst, condition, yes, no, .. } => {
                        if let Value::Concrete(bit) = get(registers, constants, condition) {
                            let chosen = if bit == 1 { yes } else { no };
                            registers[dst.index()] = get(registers, constants, chosen);
                            pc += 1;
                            continue;
                        }
                    }
                    Inst::Move { dst, a } => {
                        registers[dst.index()] = get(registers, constants, a);
                        pc += 1;
                        continue;
                    }
                    Inst::Offset { dst, base, offset } => {
                        if let Value::Concrete(base) = get(registers, constants, base) {
                            registers[dst.index()] =
                                Value::Concrete(base.wrapping_add_signed(offset));
                            pc += 1;
                            continue;
                        }
                    }
                    Inst::Index { width, dst, base, index, scale } => {
                        let base = get(registers, constants, base);
                        let index = get(registers, constants, index);
                        if let (Value::Concrete(base), Value::Concrete(index)) = (base, index) {
                            let index = signed(u32::from(width), index);
                            let offset = index.wrapping_mul(i64::from(scale));
                            registers[dst.index()] =
                                Value::Concrete(base.wrapping_add_signed(offset));
                            pc += 1;
                            continue;
                        }
                    }
                    Inst::Load { width, dst, address, .. }
                        if width <= 64 && !self.options.alignment =>
                    {
                        if let Value::Concrete(address) = get(registers, constants, address) {
                            let (number, offset) = place_of(address);
                            let count = u32::from(width).div_ceil(8);
                            if let Some(object) = state.memory.object(number)
                                && offset >= 0
                                && offset as u64 + u64::from(count) <= object.size()
                                && let Some(bits) = object.number(offset as u64, count)
                            {
                                registers[dst.index()] =
                                    Value::Concrete(bits & mask(u32::from(width)));
                                pc += 1;
                                continue;
                            }
                        }
                    }
                    Inst::Store { width, value, address, .. }
                        if width <= 64 && !self.options.alignment =>
                    {
                        let address = get(registers, constants, address);
                        let value = get(registers, constants, value);
                        if let (Value::Concrete(address), Value::Concrete(bits)) = (address, value)
                        {
                            let (number, offset) = place_of(address);
                            let count = u32::from(width).div_ceil(8);
                            if let Some(object) = state.memory.object_mut(number)
                                && offset >= 0
                                && offset as u64 + u64::from(count) <= object.size()
                                && object.is_plainly_writable()
                            {
                                object.put_number(offset as u64, count, bits);
                                pc += 1;
                                continue;
                            }
                        }
                    }
                    Inst::Jump { to } => {
                        self.coverage.enter(function, to);
                        pc = body.blocks[to.index()].start as usize;
                        continue;
                    }
                    Inst::Branch { condition, yes, no } => {
                        if let Value::Concrete(bit) = get(registers, constants, condition) {
                            let to = if bit == 1 { yes } else { no };
                            self.coverage.enter(function, to);
                            if traced {
                                state.trace = mix(state.trace, function.0, pc as u32, to.0);
                            }
                            pc = body.blocks[to.index()].start as usize;
                            continue;
                        }
                    }
                    _ => {}
                }
                state.top.pc = pc as u32;
                self.done.clear();
                if let Some(ways) = state.top.done.take() {
                    state.again = Some(Box::new(Again { ways, at: 0, rest: None }));
                }
                let flow = match (self.slow(state, inst), self.interrupt.take()) {
                    (Err(_), Some(call)) => self.interrupt(state, call)?,
                    (flow, _) => flow?,
                };
                state.again = None;
                match flow {
                    Flow::Next => pc += 1,
                    Flow::Frame if self.others.is_empty() => continue 'frame,
                    Flow::Frame => return Ok(()),
                }
                if !self.others.is_empty() {
                    state.top.pc = pc as u32;
                    return Ok(());
                }
            }
        }
    }

    /// Continues at a block of the top frame.
    pub(super) fn jump(&mut self, state: &mut State, to: BlockId) {
        let function = state.top.function;
        let Some(body) = &self.program.functions[function.index()].body else { return };
        self.coverage.enter(function, to);
        state.top.pc = body.blocks[to.index()].start;
    }

    /// Continues at a block, after a branch or a switch.
    pub(super) fn take(&mut self, state: &mut State, to: BlockId) {
        let function: FuncId = state.top.function;
        if self.traced[function.index()] && state.is_traced() {
            state.trace = mix(state.trace, function.0, state.top.pc, to.0);
        }
        self.jump(state, to);
    }

    /// The value of an operand in the top frame.
    #[inline]
    pub(super) fn value(&self, state: &State, operand: Operand) -> Value {
        get(&state.top.registers, &self.constants, operand)
    }

    /// The value of an operand, which must be concrete; other values split off.
    pub(super) fn plain(&mut self, state: &mut State, operand: Operand, width: u32) -> Step<u64> {
        let value = self.value(state, operand);
        self.one_value(state, value, width)
    }
}
