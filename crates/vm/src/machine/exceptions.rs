//! Exceptions: the way from a throw to its handler, frame by frame.
//!
//! This is the part of the unwinder and of the personality functions. The functions of the C++
//! runtime, such as `__cxa_throw`, are models (`crates/env`), and Rust's panics use the library's
//! own code. Both describe an exception by a header in memory, as the Itanium ABI has it, whose
//! address is what landing pads get. For C++ there are more fields below the header.
//!
//! The stack is first searched for a handler. Without one nothing is unwound, and no destructor
//! runs. With one the frames above it are left one by one, through their landing pads.

use pikse_ir::{BlockId, Clause, Constant, FuncId, Inst, Operand, Pad, Reg, Target};

use super::catching::{Thrown, Type};
use super::{Flow, Machine, Step};
use crate::state::{Frame, State};
use crate::value::Value;
use crate::verdict::ErrorKind;

/// The language of an exception, in its header: C++.
const CPP: u64 = 0x434c_4e47_432b_2b00;
/// C++ too, but the object belongs to another exception.
const CPP_DEPENDENT: u64 = CPP | 1;
/// Rust, in one byte order or the other.
const RUST: u64 = u64::from_be_bytes(*b"MOZ\0RUST");
/// The size of the header; the object of an exception in C++ follows it.
const HEADER: i64 = 32;
/// Fields of an exception in C++, relative to the header.
const OWNER: i64 = -88;
const TYPE: i64 = -80;
const BROKEN: i64 = -32;
const ADJUSTED: i64 = -8;

/// The selector of a handler of everything, and that of a broken specification.
const EVERYTHING: u32 = u32::MAX - 1;
const UNEXPECTED: u32 = u32::MAX;
/// What the unwinder returns if there is no handler.
const NO_HANDLER: u64 = 5;
/// A part of the name of the function of Rust's library that calls `main`.
const AROUND_MAIN: &str = "19lang_start_internal";
/// A model that calls a function out of which no exception gets.
const BARRIER: &str = "pikse_model_noexcept";

/// How a frame meets an exception.
struct Met {
    block: BlockId,
    pad: u32,
    /// 0 for a cleanup.
    selector: u32,
    /// The pointer that the handler gets.
    adjusted: Option<Value>,
}

impl<'p> Machine<'p> {
    /// The number of a type in selectors; 0 is not used.
    pub(super) fn type_id(&self, address: u64) -> u32 {
        self.global_at(address).map_or(u32::MAX, |global| global.0 + 1)
    }

    /// `_Unwind_RaiseException`: continues at the nearest landing pad, if there is a handler for
    /// the exception. Otherwise it returns.
    pub(super) fn raise(&mut self, state: &mut State, header: u64, results: &[Reg]) -> Step<Flow> {
        if self.is_caught(state, header, |_| true) {
            let class = self.peek(state, header);
            let is_rust = class == Some(RUST) || class == Some(RUST.swap_bytes());
            if is_rust && !self.catches_panic(state) {
                let message = "a panic leaves the program";
                return Err(self.error(state, ErrorKind::Panic, message));
            }
            return self.unwind(state, header);
        }
        if let Some(&register) = results.first() {
            self.set(state, register, Value::Concrete(NO_HANDLER));
        }
        Ok(Flow::Next)
    }

    /// Whether a frame has a handler for an exception; only those that are asked for count.
    pub(super) fn is_caught(
        &self,
        state: &State,
        header: u64,
        counts: impl Fn(FuncId) -> bool,
    ) -> bool {
        let thrown = self.thrown(state, header);
        let barrier = self.program.function(BARRIER);
        std::iter::once(&state.top)
            .chain(state.below.iter())
            .take_while(|frame| Some(frame.function) != barrier)
            .filter(|frame| counts(frame.function))
            .any(|frame| self.meets(state, frame, &thrown).is_some_and(|met| met.selector != 0))
    }

    /// Whether the program catches a panic that begins here. The handler around `main` is the
    /// library's.
    pub(super) fn catches_panic(&self, state: &State) -> bool {
        self.is_caught(state, 0, |function| {
            !self.program.functions[function.index()].name.contains(AROUND_MAIN)
        })
    }

    /// Leaves frames until one has a landing pad for the exception.
    fn unwind(&mut self, state: &mut State, header: u64) -> Step<Flow> {
        let thrown = self.thrown(state, header);
        loop {
            if let Some(met) = self.meets(state, &state.top, &thrown) {
                if let Some(adjusted) = met.adjusted.filter(|_| thrown.is_cpp) {
                    self.put_word(state, header.wrapping_add_signed(ADJUSTED), adjusted);
                }
                if met.selector == UNEXPECTED && thrown.is_cpp {
                    let place = u64::from(state.top.function.0) << 32 | u64::from(met.pad + 1);
                    let at = header.wrapping_add_signed(BROKEN);
                    self.put_word(state, at, Value::Concrete(place));
                }
                state.landed = Some((Value::Concrete(header), met.selector));
                self.land(state, met.block);
                return Ok(Flow::Frame);
            }
            for number in std::mem::take(&mut state.top.locals) {
                state.memory.remove(number);
            }
            if !self.leave(state) {
                return Err(self.unsupported(state, "an exception that leaves the program"));
            }
        }
    }

    /// The exception of a header.
    fn thrown(&self, state: &State, header: u64) -> Thrown<'p> {
        let word = |offset: i64| self.peek(state, header.wrapping_add_signed(offset));
        let class = word(0).unwrap_or(0);
        let is_cpp = class & !1 == CPP;
        let object = match class {
            CPP_DEPENDENT => word(OWNER).unwrap_or(0),
            _ => header.wrapping_add_signed(HEADER),
        };
        let of = word(TYPE).filter(|_| is_cpp).and_then(|address| self.type_at(address));
        Thrown { is_cpp, object, of }
    }

    /// How the call that a frame is at meets an exception.
    fn meets(&self, state: &State, frame: &Frame, thrown: &Thrown<'p>) -> Option<Met> {
        let body = self.program.functions[frame.function.index()].body.as_ref()?;
        let Inst::Call { call } = *body.code.get(frame.pc as usize)? else { return None };
        let block = body.calls[call.index()].unwind?;
        let pad = body.landing_pad(block)?;
        let number = body.pads.iter().position(|other| std::ptr::eq(other, pad))? as u32;
        let (selector, adjusted) = self.selector(state, pad, thrown)?;
        Some(Met { block, pad: number, selector, adjusted })
    }

    /// The selector with which a pad is entered, and the pointer to what is caught.
    fn selector(
        &self,
        state: &State,
        pad: &Pad,
        thrown: &Thrown<'p>,
    ) -> Option<(u32, Option<Value>)> {
        let whole = Some(Value::Concrete(thrown.object));
        for clause in &pad.clauses {
            match clause {
                Clause::Catch(operand) => match self.type_of(*operand) {
                    None => return Some((EVERYTHING, whole)),
                    Some((wanted, number)) => {
                        if let Some(adjusted) = self.catches(state, wanted, thrown) {
                            return Some((number, Some(adjusted)));
                        }
                    }
                },
                Clause::Filter(allowed) => {
                    if !self.is_allowed(state, allowed, thrown) {
                        return Some((UNEXPECTED, whole));
                    }
                }
            }
        }
        pad.cleanup.then_some((0, None))
    }

    fn is_allowed(&self, state: &State, allowed: &[Operand], thrown: &Thrown<'p>) -> bool {
        allowed.iter().any(|operand| {
            self.type_of(*operand)
                .is_none_or(|(wanted, _)| self.catches(state, wanted, thrown).is_some())
        })
    }

    /// Whether the specification that an exception has broken allows another one; 0 is
    /// `std::bad_exception`.
    pub(super) fn allows(&self, state: &State, broken: u64, other: u64) -> bool {
        let place = self.peek(state, broken.wrapping_add_signed(BROKEN)).unwrap_or(0);
        let function = self.program.functions.get((place >> 32) as usize);
        let body = function.and_then(|function| function.body.as_ref());
        let pad = body.and_then(|body| body.pads.get((place as u32).checked_sub(1)? as usize));
        let thrown = match other {
            0 => Thrown { is_cpp: true, object: 0, of: Some(Type::named("St13bad_exception")) },
            _ => self.thrown(state, other),
        };
        let Some(pad) = pad else { return false };
        pad.clauses.iter().all(|clause| match clause {
            Clause::Filter(allowed) => self.is_allowed(state, allowed, &thrown),
            Clause::Catch(_) => true,
        })
    }

    /// The type information that an operand is, and its number; nothing for the null pointer.
    fn type_of(&self, operand: Operand) -> Option<(Type<'p>, u32)> {
        match self.program.constant(operand.as_constant()?) {
            Constant::Address { target: Target::Global(global), .. } => {
                Some((self.type_in(global), global.0 + 1))
            }
            _ => None,
        }
    }

    /// A word of memory, if it is a number.
    pub(super) fn peek(&self, state: &State, address: u64) -> Option<u64> {
        let (number, offset) = state.memory.place(address);
        let object = state.memory.object(number)?;
        let offset = u64::try_from(offset).ok().filter(|offset| offset + 8 <= object.size())?;
        object.number(offset, 8)
    }

    fn put_word(&mut self, state: &mut State, address: u64, value: Value) {
        let (number, offset) = state.memory.place(address);
        if let Some(object) = state.memory.object_mut(number)
            && let Ok(offset) = u64::try_from(offset)
            && offset + 8 <= object.size()
        {
            object.put(&mut self.exprs, offset, 8, value);
        }
    }

    /// An exception reaches a landing pad.
    pub(super) fn landing_pad(&mut self, state: &mut State, _pad: u32, dst: Reg) -> Step<()> {
        let Some((header, selector)) = state.landed.take() else {
            return Err(self.unsupported(state, "a landing pad without an exception"));
        };
        self.set(state, dst, header);
        self.set(state, Reg(dst.0 + 1), Value::Concrete(u64::from(selector)));
        Ok(())
    }

    /// After a cleanup the exception continues to the caller.
    pub(super) fn resume(&mut self, state: &mut State, header: Value) -> Step<Flow> {
        let header = self.one_value(state, header, 64)?;
        for number in std::mem::take(&mut state.top.locals) {
            state.memory.remove(number);
        }
        if !self.leave(state) {
            return Err(self.unsupported(state, "an exception that leaves the program"));
        }
        self.unwind(state, header)
    }
}
