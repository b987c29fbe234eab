//! The functions of the machine that programs and models call.
//!
//! Models of the C library are code of the program. For what they cannot do themselves they call
//! functions whose names begin with `pikse_vm_`. Functions of the unwinder that change the machine's
//! frames are also here.

use std::rc::Rc;

use pikse_ir::{FuncId, Reg};

use super::{Flow, Machine, Step};
use crate::memory::{Fresh, Kind, LARGEST, Object};
use crate::state::{NoteKind, State};
use crate::value::Value;
use crate::verdict::{Cut, ErrorKind, Place, Verdict};

/// A function of the machine's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Builtin {
    Allocate,
    AllocateZeroed,
    Give,
    Free,
    Size,
    Write,
    WriteAt,
    ResizeOutput,
    Symbolic,
    Assume,
    Reject,
    Exit,
    Fail,
    Kill,
    Block,
    Unsupported,
    Note,
    IsSymbolic,
    Value,
    Least,
    Concretize,
    Settle,
    SetJump,
    LongJump,
    CallMain,
    Thread,
    Switch,
    ThreadLocal,
    Catches,
    Raise,
    Resume,
    Allows,
    Room,
    Whole,
    Prefer,
    Fix,
    Split,
    Shadow,
    Mathematics,
    Unread,
    InOrder,
}

impl Builtin {
    const NAMES: [(&'static str, Self); 42] = [
        ("pikse_vm_allocate", Self::Allocate),
        ("pikse_vm_allocate_zeroed", Self::AllocateZeroed),
        ("pikse_vm_give", Self::Give),
        ("pikse_vm_free", Self::Free),
        ("pikse_vm_size", Self::Size),
        ("pikse_vm_write", Self::Write),
        ("pikse_vm_write_at", Self::WriteAt),
        ("pikse_vm_resize_output", Self::ResizeOutput),
        ("pikse_vm_symbolic", Self::Symbolic),
        ("pikse_vm_assume", Self::Assume),
        ("pikse_vm_reject", Self::Reject),
        ("pikse_vm_exit", Self::Exit),
        ("pikse_vm_fail", Self::Fail),
        ("pikse_vm_kill", Self::Kill),
        ("pikse_vm_block", Self::Block),
        ("pikse_vm_unsupported", Self::Unsupported),
        ("pikse_vm_note", Self::Note),
        ("pikse_vm_is_symbolic", Self::IsSymbolic),
        ("pikse_vm_value", Self::Value),
        ("pikse_vm_least", Self::Least),
        ("pikse_vm_concretize", Self::Concretize),
        ("pikse_vm_settle", Self::Settle),
        ("pikse_vm_setjmp", Self::SetJump),
        ("pikse_vm_longjmp", Self::LongJump),
        ("pikse_vm_call_main", Self::CallMain),
        ("pikse_vm_thread", Self::Thread),
        ("pikse_vm_switch", Self::Switch),
        ("pikse_vm_thread_local", Self::ThreadLocal),
        ("pikse_vm_catches", Self::Catches),
        ("pikse_vm_raise", Self::Raise),
        ("pikse_vm_resume", Self::Resume),
        ("_Unwind_Resume", Self::Resume),
        ("pikse_vm_allows", Self::Allows),
        ("pikse_vm_room", Self::Room),
        ("pikse_vm_whole", Self::Whole),
        ("pikse_vm_prefer", Self::Prefer),
        ("pikse_vm_fix", Self::Fix),
        ("pikse_vm_split", Self::Split),
        ("pikse_vm_shadow", Self::Shadow),
        ("pikse_vm_mathematics", Self::Mathematics),
        ("pikse_unread", Self::Unread),
        ("pikse_in_order", Self::InOrder),
    ];

    /// The function of a name.
    pub(super) fn of(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|&(_, builtin)| builtin)
    }
}

impl Machine<'_> {
    /// Calls a function that the program does not define.
    pub(super) fn builtin(
        &mut self,
        state: &mut State,
        function: FuncId,
        (arguments, widths): (&[Value], &[u8]),
        results: &[Reg],
    ) -> Step<Flow> {
        let Some(builtin) = self.builtins[function.index()] else {
            let name = &self.program.functions[function.index()].name;
            return Err(self.unsupported(state, format!("call of `{name}`, which has no model")));
        };
        let argument = |k: usize| arguments.get(k).copied().unwrap_or(Value::ZERO);
        let width = |k: usize| widths.get(k).map_or(64, |&width| u32::from(width));
        let result = match builtin {
            Builtin::Allocate => self.allocate_heap(state, argument(0), Fresh::Unwritten)?,
            // The functions that make containers ask for the order of entries.
            Builtin::Unread => {
                let buffer = self.one_value(state, argument(0), 64)?;
                let entry = self.one_value(state, argument(1), 64)?;
                self.choose_key(state, buffer, entry)?;
                Value::ZERO
            }
            Builtin::InOrder => {
                let buffer = self.one_value(state, argument(0), 64)?;
                let entry = self.one_value(state, argument(1), 64)?;
                Value::Concrete(u64::from(self.is_in_order(state, buffer, entry)))
            }
            Builtin::AllocateZeroed => self.allocate_heap(state, argument(0), Fresh::Byte(0))?,
            Builtin::Give => self.give_memory(state, argument(0))?,
            Builtin::Free => {
                let address = self.one_value(state, argument(0), 64)?;
                self.free(state, address)?;
                Value::ZERO
            }
            Builtin::Size => {
                let address = self.one_value(state, argument(0), 64)?;
                let (number, offset) = state.memory.place(address);
                match state.memory.object(number) {
                    Some(object) if can_be_freed(object) && offset == 0 => {
                        self.size_of_object(object)
                    }
                    _ => return Err(self.bad_free(state, address)),
                }
            }
            Builtin::Write => self.write(state, argument(0), None, argument(1), argument(2))?,
            Builtin::WriteAt => {
                self.write(state, argument(0), Some(argument(1)), argument(2), argument(3))?
            }
            Builtin::ResizeOutput => {
                let descriptor = self.one_value(state, argument(0), 32)? as i32;
                let length = self.one_value(state, argument(1), 64)?;
                state.resize_output(descriptor, length, self.options.output);
                Value::Concrete(0)
            }
            Builtin::Symbolic => {
                self.symbolic(state, argument(0), argument(1), argument(2))?;
                Value::ZERO
            }
            Builtin::Assume => {
                let width = width(0);
                let value = argument(0).expr(&mut self.exprs, width);
                let condition = self.exprs.is_nonzero(value);
                self.assume(state, condition)?;
                Value::ZERO
            }
            Builtin::Reject => return Err(Verdict::Rejected),
            Builtin::Exit => {
                state.code = Some(argument(0));
                return Err(self.finish(state));
            }
            Builtin::Fail => {
                let kind = argument(0).concrete().unwrap_or(0) as usize;
                self.settle_preferred(state)?;
                let kind = ErrorKind::REPORTED.get(kind).copied().unwrap_or(ErrorKind::Reported);
                let message = self.text(state, argument(1), true)?;
                return Err(self.fail(state, kind, message));
            }
            Builtin::Kill => {
                let signal = self.one_value(state, argument(0), 32)? as i32;
                return Err(Verdict::Killed(signal, self.user_place(state)));
            }
            Builtin::Block => {
                let message = self.text(state, argument(0), true)?;
                return Err(Verdict::Blocked(message, self.user_place(state)));
            }
            Builtin::Unsupported => {
                let what = self.text(state, argument(0), true)?;
                return Err(self.unsupported(state, what));
            }
            Builtin::Note => {
                let text = self.text(state, argument(0), false)?;
                self.note(state, NoteKind::Model, &text);
                Value::ZERO
            }
            Builtin::IsSymbolic => {
                let is_symbolic = argument(0).number(&self.exprs).is_none();
                Value::Concrete(u64::from(is_symbolic))
            }
            Builtin::Value => Value::Concrete(self.some_value(state, argument(0))?),
            Builtin::Least => Value::Concrete(self.least_value(state, argument(0))?),
            Builtin::Concretize => {
                let number =
                    self.concretize(state, argument(0), 64, "a value that a model needs")?;
                Value::Concrete(number as u64)
            }
            Builtin::Settle => {
                self.panic(state);
                Value::ZERO
            }
            Builtin::SetJump => {
                let buffer = self.one_value(state, argument(0), 64)?;
                self.set_jump(state, buffer);
                Value::ZERO
            }
            Builtin::LongJump => {
                let buffer = self.one_value(state, argument(0), 64)?;
                return self.long_jump(state, buffer, argument(1));
            }
            Builtin::CallMain => return self.call_main(state, arguments, widths),
            Builtin::Thread => {
                let function = self.one_value(state, argument(0), 64)?;
                let function = self.function_at(state, function)?;
                self.add_thread(state, function, argument(1))?
            }
            Builtin::Switch => {
                let to = self.one_value(state, argument(0), 64)?;
                let has_ended = self.one_value(state, argument(1), width(1))? != 0;
                return self.switch_thread(state, to as usize, has_ended);
            }
            Builtin::ThreadLocal => {
                let address = self.one_value(state, argument(0), 64)?;
                Value::Concrete(self.thread_local(state, address)?)
            }
            Builtin::Catches => Value::Concrete(u64::from(self.catches_panic(state))),
            Builtin::Room => {
                let address = self.one_value(state, argument(0), 64)?;
                let room = match self.fixed(state, address, 1) {
                    Some((number, offset)) => {
                        self.room(state, state.memory.address(number, offset))
                    }
                    None => self.room(state, address),
                };
                // In an object of symbolic size the accesses themselves are checked.
                Value::Concrete(room.unwrap_or(u64::MAX >> 1))
            }
            Builtin::Whole => {
                let address = self.one_value(state, argument(0), 64)?;
                Value::Concrete(self.whole(state, address))
            }
            Builtin::Prefer => {
                self.prefer(state, argument(0), width(0));
                Value::ZERO
            }
            Builtin::Fix => {
                let address = self.one_value(state, argument(0), 64)?;
                let size = self.one_value(state, argument(1), 64)?;
                self.fix(state, address, size)?;
                Value::ZERO
            }
            Builtin::Split => {
                state.is_unsplit = self.one_value(state, argument(0), width(0))? == 0;
                Value::ZERO
            }
            Builtin::Shadow => Value::Concrete(super::shadow::SHADOW),
            Builtin::Mathematics => {
                self.mathematics(state, argument(0), argument(1), argument(2))?;
                Value::ZERO
            }
            Builtin::Raise => {
                let header = self.one_value(state, argument(0), 64)?;
                return self.raise(state, header, results);
            }
            Builtin::Resume => return self.resume(state, argument(0)),
            Builtin::Allows => {
                let broken = self.one_value(state, argument(0), 64)?;
                let other = self.one_value(state, argument(1), 64)?;
                Value::Concrete(u64::from(self.allows(state, broken, other)))
            }
        };
        if let Some(&register) = results.first() {
            self.set(state, register, result);
        }
        Ok(Flow::Next)
    }

    /// An error that the program reports. An abort may be an ordinary end, by the options.
    pub(super) fn fail(&mut self, state: &mut State, kind: ErrorKind, message: String) -> Verdict {
        match kind {
            ErrorKind::Abort if self.options.reject_aborts => Verdict::Rejected,
            ErrorKind::Abort | ErrorKind::Assertion if self.options.competition => {
                state.code = None;
                self.finish(state)
            }
            _ => self.error(state, kind, message),
        }
    }

    /// New memory that is no heap memory of the program: it cannot be freed, and is never lost.
    fn give_memory(&mut self, state: &mut State, size: Value) -> Step<Value> {
        let size = self.one_value(state, size, 64)?;
        if size > LARGEST {
            return Ok(Value::ZERO);
        }
        let location = self.user_location(state);
        let object = Object::unwritten(Kind::World, size, location);
        match state.memory.add(object) {
            Some(number) => Ok(Value::Concrete(state.memory.address(number, 0))),
            None => Err(self.cut(state, Cut::Memory)),
        }
    }

    /// The innermost place that is not in a model.
    pub(super) fn user_location(&self, state: &State) -> pikse_ir::LocId {
        self.user_place(state).map_or(pikse_ir::LocId(0), |place| place.location)
    }

    fn user_place(&self, state: &State) -> Option<Place> {
        let mut frames = std::iter::once(&state.top).chain(state.below.iter());
        let own = frames.find(|frame| self.traced[frame.function.index()]);
        own.map(|frame| self.place(frame))
    }

    fn free(&mut self, state: &mut State, address: u64) -> Step<()> {
        if address == 0 {
            return Ok(());
        }
        let (number, offset) = state.memory.place(address);
        match state.memory.object(number) {
            Some(object) if can_be_freed(object) && offset == 0 => {
                let at = self.user_location(state);
                state.memory.free(number, at);
                Ok(())
            }
            _ => Err(self.bad_free(state, address)),
        }
    }

    fn bad_free(&self, state: &State, address: u64) -> Verdict {
        let (number, offset) = state.memory.place(address);
        let kind = match state.memory.find(number) {
            crate::memory::Found::Freed(_) => ErrorKind::DoubleFree,
            _ => ErrorKind::BadFree,
        };
        let message = match kind {
            ErrorKind::DoubleFree => "the memory was already freed".to_owned(),
            _ if state.memory.object(number).is_some() => {
                let whose = self.whose_in(state, number);
                match offset {
                    0 => format!("free of {whose}, which is not heap memory"),
                    _ => format!("free of {whose} at offset {offset}"),
                }
            }
            _ => format!("free of address {address:#x}, which is not in any object"),
        };
        self.error(state, kind, message)
    }

    fn write(
        &mut self,
        state: &mut State,
        descriptor: Value,
        at: Option<Value>,
        from: Value,
        count: Value,
    ) -> Step<Value> {
        let descriptor = self.one_value(state, descriptor, 32)? as i32;
        let at = at.map(|at| self.one_value(state, at, 64)).transpose()?;
        let places = [(from, super::address::Access::Read)];
        let count = self.each_length(state, count, &places)?;
        let mut bytes = Vec::with_capacity(count.min(1 << 16) as usize);
        if let Value::Concrete(from) = from {
            let (number, offset) = state.memory.place(from);
            let object = state.memory.object(number).filter(|object| object.length().is_none());
            let is_inside =
                |size: u64| offset >= 0 && (offset as u64).saturating_add(count) <= size;
            let inside = object.filter(|object| is_inside(object.size()));
            let plain = inside.and_then(|object| object.plain(offset as u64, count));
            bytes.extend(plain.into_iter().flatten().map(|byte| Value::Concrete(byte.into())));
        }
        for k in bytes.len() as u64..count {
            let address = match from {
                Value::Concrete(from) => Value::Concrete(from.wrapping_add(k)),
                Value::Symbolic(from) => {
                    let at = self.exprs.add_const(from, u128::from(k));
                    Value::of(&self.exprs, at)
                }
            };
            bytes.push(self.load(state, address, 8, 1)?);
        }
        match at {
            None => state.write(descriptor, &bytes, self.options.output),
            Some(at) => state.write_at(descriptor, at, &bytes, self.options.output),
        }
        Ok(Value::Concrete(count))
    }

    fn symbolic(
        &mut self,
        state: &mut State,
        address: Value,
        size: Value,
        name: Value,
    ) -> Step<()> {
        let address = self.one_value(state, address, 64)?;
        let size = self.one_value(state, size, 64)?;
        let name = self.text(state, name, false)?;
        let name = if name.is_empty() { "input".to_owned() } else { name };
        if size == 0 {
            return Ok(());
        }
        let access = super::address::Access::Write;
        let (number, offset) = self.resolve(state, Value::Concrete(address), size, access)?;
        let super::address::Offset::Known(offset) = offset else { return Ok(()) };
        let location = self.user_location(state);
        let array = self.input(state, &name, size as u32, location);
        if let Some(object) = state.memory.object_mut(number) {
            object.put_array(&mut self.exprs, offset, array, size as u32);
        }
        Ok(())
    }

    /// A list of addresses of 8 bytes that ends with a null pointer, as a list of addresses of 4 bytes.
    fn narrow_list(&mut self, state: &mut State, list: Value) -> Step<Value> {
        let list = self.one_value(state, list, 64)?;
        let mut addresses = Vec::new();
        loop {
            let at = Value::Concrete(list + 8 * addresses.len() as u64);
            let address = self.load(state, at, 64, 1)?;
            let address = self.one_value(state, address, 64)?;
            addresses.push(address);
            if address == 0 {
                break;
            }
        }
        let size = Value::Concrete(4 * addresses.len() as u64);
        let new = self.give_memory(state, size)?;
        let start = self.one_value(state, new, 64)?;
        for (k, address) in addresses.into_iter().enumerate() {
            let at = Value::Concrete(start + 4 * k as u64);
            self.store(state, at, Value::Concrete(address), 32, 1)?;
        }
        Ok(new)
    }

    /// The program's `main`, with as many of the arguments as it takes.
    fn call_main(&mut self, state: &mut State, arguments: &[Value], widths: &[u8]) -> Step<Flow> {
        let Some(main) = self.program.function("main") else {
            return Err(self.unsupported(state, "a program without `main`"));
        };
        let function = &self.program.functions[main.index()];
        let taken = function.params.len().min(arguments.len());
        if function.body.is_none() || taken < function.params.len() {
            return Err(self.unsupported(state, "a `main` with unusual parameters"));
        }
        let mut arguments = arguments.to_vec();
        if state.memory.is_narrow() {
            for list in arguments.iter_mut().skip(1) {
                *list = self.narrow_list(state, *list)?;
            }
        }
        let taken: Vec<Value> = (0..taken)
            .map(|k| {
                let (from, to) = (widths[k], function.params[k]);
                self.resized(arguments[k], from.into(), to.into(), true)
            })
            .collect();
        self.enter(state, main, &taken, Rc::from([]))?;
        Ok(Flow::Frame)
    }
}

/// Whether an object was allocated, or could have been.
fn can_be_freed(object: &Object) -> bool {
    matches!(object.kind, Kind::Heap | Kind::Given)
}
