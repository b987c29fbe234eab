//! How arguments and results are passed, where caller and callee do not agree, and variable arguments.
//!
//! A function that is called through another type finds its arguments where x86-64 puts them. If they
//! are in other places than it expects, that is an error of the program. Integers of another width are
//! what is left in the register: the low bits, or, beyond 32 bits, zeros, as a move of 32 bits leaves
//! them. A result has no bits beyond those that the callee returns: to use more of them is an error.
//!
//! Lists of variable arguments have the layout of x86-64, because compilers read them with ordinary
//! code: six integers and eight floating-point numbers, those of the parameters included, are saved in
//! one area, and all others follow each other in a second one.

use std::rc::Rc;

use pikse_ir::{Call, FuncId, Function, Pass};

use super::{Machine, Step};
use crate::memory::{Kind, Object};
use crate::state::{More, State};
use crate::value::{Value, mask, signed};
use crate::verdict::{Cut, ErrorKind};

/// The registers for arguments, and their sizes in the area where a function saves them.
const INTEGERS: u32 = 6;
const INTEGER_SIZE: u32 = 8;
const FLOATS: u32 = 8;
const FLOAT_SIZE: u32 = 16;
const SAVED: u32 = INTEGERS * INTEGER_SIZE + FLOATS * FLOAT_SIZE;
/// The width of a register up to which narrow integers are extended.
const EXTENDED: u32 = 32;

/// Where the next arguments are.
#[derive(Clone, Copy, Default)]
struct Registers {
    integers: u32,
    floats: u32,
}

/// The place of an argument.
enum At {
    /// In the area of saved registers.
    Saved(u32),
    /// Among the arguments on the stack.
    Stack { align: u32 },
}

impl Registers {
    /// The place of the next argument.
    fn next(&mut self, pass: Pass, width: u32) -> At {
        let is_wide = width > 64;
        match pass {
            Pass::Integer { .. } => {
                let count = if is_wide { 2 } else { 1 };
                if self.integers + count <= INTEGERS {
                    self.integers += count;
                    return At::Saved((self.integers - count) * INTEGER_SIZE);
                }
                At::Stack { align: 8 * count }
            }
            Pass::Float | Pass::Part => {
                if pass == Pass::Float && self.floats < FLOATS {
                    self.floats += 1;
                    let before = INTEGERS * INTEGER_SIZE;
                    return At::Saved(before + (self.floats - 1) * FLOAT_SIZE);
                }
                At::Stack { align: if is_wide { 16 } else { 8 } }
            }
            Pass::Stack => At::Stack { align: 16 },
            Pass::Copy { align } => At::Stack { align: align.into() },
        }
    }

    /// The registers after the parameters of a function.
    fn after(function: &Function) -> Self {
        let mut registers = Self::default();
        for (&pass, &width) in function.passing.iter().zip(&function.params) {
            registers.next(pass, width.into());
        }
        registers
    }
}

impl Machine<'_> {
    /// The arguments as a function finds them that may have another type than the call.
    pub(super) fn fit_arguments(
        &mut self,
        state: &State,
        call: &Call,
        function: FuncId,
        arguments: &mut [Value],
    ) -> Step<()> {
        let callee = &self.program.functions[function.index()];
        let name = callee.source_name.as_deref().unwrap_or(&callee.name);
        let wanted = callee.params.len();
        if arguments.len() < wanted {
            let given = arguments.len();
            let message = format!("`{name}` takes {wanted} arguments and is called with {given}");
            return Err(self.error(state, ErrorKind::BadCall, message));
        }
        for (k, argument) in arguments[..wanted].iter_mut().enumerate() {
            let (from, to) = (call.widths[k], callee.params[k]);
            let (given, taken) = (call.passing[k], callee.passing[k]);
            let fits = given.is_like(taken)
                && match given {
                    Pass::Integer { .. } => (from > 64) == (to > 64),
                    Pass::Copy { .. } => true,
                    _ => from == to,
                };
            if !fits {
                let number = k + 1;
                let (taken, given) = (described(taken, to), described(given, from));
                let message = format!(
                    "`{name}` takes {taken} as argument {number} and is called with {given}"
                );
                return Err(self.error(state, ErrorKind::BadCall, message));
            }
            if let Pass::Integer { signed } = given {
                *argument = self.resized(*argument, from.into(), to.into(), signed);
            }
        }
        if call.is_used {
            self.check_results(state, call, callee, name)?;
        }
        Ok(())
    }

    /// Whether a function returns what a call uses.
    fn check_results(&self, state: &State, call: &Call, callee: &Function, name: &str) -> Step<()> {
        let Some(body) = &self.program.functions[state.top.function.index()].body else {
            return Ok(());
        };
        for (k, (&wanted, &register)) in call.returning.iter().zip(&call.results).enumerate() {
            let to = body.width(register);
            let wanted = described(wanted, to);
            let message = match (callee.returning.get(k), callee.results.get(k)) {
                (Some(&given), Some(&from)) => {
                    let fits = given.is_like(call.returning[k])
                        && match given {
                            // A truth value is returned as a byte.
                            Pass::Integer { .. } => to <= from.max(8),
                            _ => from == to,
                        };
                    if fits {
                        continue;
                    }
                    let given = described(given, from);
                    format!("`{name}` returns {given} and {wanted} is used")
                }
                _ => format!("`{name}` returns nothing and {wanted} is used"),
            };
            return Err(self.error(state, ErrorKind::BadCall, message));
        }
        Ok(())
    }

    /// A result in the width that the caller expects.
    pub(super) fn fit_result(&mut self, function: FuncId, k: usize, value: Value, to: u8) -> Value {
        let from = self.program.functions[function.index()].results[k];
        if from == to {
            return value;
        }
        self.resized(value, from.into(), to.into(), false)
    }

    /// What is in a register when an integer of one width is read with another one.
    pub(super) fn resized(&mut self, value: Value, from: u32, to: u32, is_signed: bool) -> Value {
        if from == to {
            return value;
        }
        let signed_to = if is_signed && from < EXTENDED { EXTENDED } else { from };
        match value {
            Value::Concrete(bits) if to <= 64 => {
                let bits = match signed_to > from {
                    true => signed(from, bits) as u64 & mask(EXTENDED),
                    false => bits,
                };
                Value::Concrete(bits & mask(to))
            }
            value => {
                let mut expr = value.expr(&mut self.exprs, from);
                if signed_to > from {
                    expr = self.exprs.sext(expr, EXTENDED);
                }
                let expr = match to < signed_to {
                    true => self.exprs.trunc(expr, to),
                    false if to > signed_to => self.exprs.zext(expr, to),
                    false => expr,
                };
                Value::of(&self.exprs, expr)
            }
        }
    }

    /// `va_start` in a 32-bit function: the list is the address of the next argument on the stack.
    pub(super) fn va_start_narrow(&mut self, state: &mut State, list: Value) -> Step<()> {
        let more = Rc::clone(&state.top.more);
        let sizes = more.iter().map(|one| one.size().next_multiple_of(4));
        let location = self.location(state);
        let object = Object::unwritten(Kind::Stack, sizes.clone().sum::<u32>().into(), location);
        let Some(number) = state.memory.add(object) else {
            return Err(self.cut(state, Cut::Memory));
        };
        state.top.locals.push(number);
        let mut offset = 0;
        for (one, size) in more.iter().zip(sizes) {
            if one.copied > 0 {
                let to = Value::Concrete(state.memory.address(number, offset));
                self.copy(state, to, one.value, u64::from(one.copied))?;
            } else {
                let (width, bytes) = (u32::from(one.width), u32::from(one.width).div_ceil(8));
                let value = match width < bytes * 8 {
                    true => self.resized(one.value, width, bytes * 8, false),
                    false => one.value,
                };
                if let Some(object) = state.memory.object_mut(number) {
                    object.put(&mut self.exprs, offset, bytes, value);
                }
            }
            offset += u64::from(size);
        }
        let first = Value::Concrete(state.memory.address(number, 0));
        self.store(state, list, first, 32, 1)
    }

    /// `va_start`.
    pub(super) fn va_start(&mut self, state: &mut State, list: Value) -> Step<()> {
        let more = Rc::clone(&state.top.more);
        let function = &self.program.functions[state.top.function.index()];
        let mut registers = Registers::after(function);
        let used = registers;
        let mut size = 0u32;
        let mut places = Vec::with_capacity(more.len());
        for one in &*more {
            let place = match registers.next(one.pass, one.width.into()) {
                At::Saved(offset) => (true, offset),
                At::Stack { align } => {
                    let offset = size.next_multiple_of(align);
                    size = offset + one.size().next_multiple_of(8);
                    (false, offset)
                }
            };
            places.push(place);
        }
        let location = self.location(state);
        let mut areas = [0; 2];
        for (area, size) in areas.iter_mut().zip([size, SAVED]) {
            let object = Object::unwritten(Kind::Stack, size.into(), location);
            let Some(number) = state.memory.add(object) else {
                return Err(self.cut(state, Cut::Memory));
            };
            state.top.locals.push(number);
            *area = number;
        }
        for (one, (is_saved, offset)) in more.iter().zip(places) {
            let number = areas[usize::from(is_saved)];
            if one.copied > 0 {
                let to = Value::Concrete(state.memory.address(number, offset.into()));
                self.copy(state, to, one.value, u64::from(one.copied))?;
                continue;
            }
            let (mut value, mut bytes) = (one.value, u32::from(one.width).div_ceil(8));
            let width = u32::from(one.width);
            if let Pass::Integer { signed } = one.pass
                && is_saved
                && width < 64
            {
                // The whole register is saved.
                value = self.resized(value, width, 64, signed);
                bytes = INTEGER_SIZE;
            } else if width < bytes * 8 {
                value = self.resized(value, width, bytes * 8, false);
            }
            if let Some(object) = state.memory.object_mut(number) {
                object.put(&mut self.exprs, offset.into(), bytes, value);
            }
        }
        let at = |offset: u64, machine: &mut Self| match list {
            Value::Concrete(address) => Value::Concrete(address + offset),
            Value::Symbolic(expr) => {
                let expr = machine.exprs.add_const(expr, u128::from(offset));
                Value::of(&machine.exprs, expr)
            }
        };
        let integers = used.integers * INTEGER_SIZE;
        let floats = INTEGERS * INTEGER_SIZE + used.floats * FLOAT_SIZE;
        let fields = [
            (0, 32, u64::from(integers)),
            (4, 32, u64::from(floats)),
            (8, 64, state.memory.address(areas[0], 0)),
            (16, 64, state.memory.address(areas[1], 0)),
        ];
        for (offset, width, value) in fields {
            let address = at(offset, self);
            self.store(state, address, Value::Concrete(value), width, 1)?;
        }
        Ok(())
    }
}

impl More {
    /// Its bytes on the stack.
    fn size(&self) -> u32 {
        match self.copied {
            0 => u32::from(self.width).div_ceil(8),
            size => size,
        }
    }
}

/// What is passed, for people.
fn described(pass: Pass, width: u8) -> String {
    match pass {
        Pass::Integer { .. } => format!("an integer or an address of {width} bits"),
        Pass::Float => format!("a floating-point number or a vector ({width} bits)"),
        Pass::Part => "an element of a vector".to_owned(),
        Pass::Stack => "a `long double`".to_owned(),
        Pass::Copy { .. } => "a struct in memory".to_owned(),
    }
}
