//! A state: one path, up to its current point.

use std::rc::Rc;

use pikse_base::{List, Table};
use pikse_expr::{Array, Expr, Model};
use pikse_ir::{FuncId, LocId, Pass};
use pikse_solver::Path;
use pikse_structure::{CellId, ObjectId};
use serde::{Deserialize, Serialize};

use crate::machine::Panicking;
use crate::memory::Memory;
use crate::range::{Ends, Range, Unchecked};
use crate::value::Value;
use crate::way::{Decision, Script, Step, Way};

/// The descriptor of standard output.
const STANDARD_OUTPUT: i32 = 1;
/// A piece of output with more bytes is not continued.
const JOINED: usize = 1 << 12;

/// The frame of a function call.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) function: FuncId,
    /// The next instruction.
    pub(crate) pc: u32,
    pub(crate) registers: Vec<Value>,
    /// Local variables in memory.
    pub(crate) locals: Vec<u32>,
    /// Arguments beyond the parameters.
    pub(crate) more: Rc<[More]>,
    /// How often the path has split at branches of this call, by instruction; only with a limit.
    pub(crate) splits: Vec<(u32, u32)>,
    /// Set if the function above was called before the next instruction: the ways that the instruction
    /// has taken so far.
    pub(crate) done: Option<Rc<[Way]>>,
}

/// An argument beyond the parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct More {
    pub(crate) value: Value,
    pub(crate) width: u8,
    pub(crate) pass: Pass,
    /// The size of what the value points to, if that is passed and not the value; otherwise 0.
    pub(crate) copied: u32,
}

/// An input: bytes that the program made symbolic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Input {
    /// Its symbols. Their array has the input's name.
    pub array: Array,
    /// Where it was made symbolic.
    pub location: LocId,
}

/// How many inputs have a name, or this name with `_` and a number. The latest counts come last, so
/// that a program which asks for the same name again and again finds its count at once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names(List<(Rc<str>, u32)>);

impl Names {
    /// The name before `_` and a number, if there is such a number.
    pub(crate) fn short(name: &str) -> Option<&str> {
        let (short, digits) = name.rsplit_once('_')?;
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then_some(short)
    }

    /// The count of a name that does not end with a number.
    pub(crate) fn count(&self, name: &str) -> u32 {
        self.0.iter().find(|(known, _)| &**known == name).map_or(0, |&(_, count)| count)
    }

    /// Counts an input.
    pub(crate) fn take(&mut self, name: &Rc<str>) {
        let name = Self::short(name).map_or_else(|| Rc::clone(name), Rc::from);
        let count = self.count(&name) + 1;
        self.0.push((name, count));
    }
}

/// The record of a path where a condition, a value or an address was symbolic.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Logged {
    Decided(Decision),
    Only(Way),
    Shown(u128),
    Sides { bits: u64, count: u8 },
}

/// An instruction that runs again after a split: the ways that it took before, and the remaining
/// values of the number that split.
#[derive(Clone, Debug)]
pub(crate) struct Again {
    pub(crate) ways: Rc<[Way]>,
    pub(crate) at: usize,
    pub(crate) rest: Option<Rest>,
}

/// The values of a number that were not taken yet.
#[derive(Clone, Debug)]
pub(crate) struct Rest {
    /// The path before any value was taken.
    pub(crate) base: Path,
    /// All values that are left are at least this.
    pub(crate) from: u128,
    /// The number of taken values.
    pub(crate) count: usize,
    /// All of them are less than this.
    pub(crate) below: Option<u128>,
}

/// A script and the position in it.
#[derive(Clone, Debug)]
pub(crate) struct Following {
    pub(crate) steps: Rc<[Step]>,
    pub(crate) at: usize,
    /// The next bit, if the step is one of sides.
    pub(crate) bit: u8,
}

/// Output to a file descriptor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// The descriptor: 1 for standard output, 2 for errors.
    pub descriptor: i32,
    bytes: Written,
}

/// Bytes that were written. Most are numbers, which take little memory.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Written {
    Numbers(Vec<u8>),
    Values(Vec<Value>),
}

impl Output {
    /// The bytes; symbolic ones have a value that the path allows.
    pub fn bytes(&self) -> impl Iterator<Item = Value> {
        let (numbers, values) = match &self.bytes {
            Written::Numbers(numbers) => (&numbers[..], &[][..]),
            Written::Values(values) => (&[][..], &values[..]),
        };
        let numbers = numbers.iter().map(|&byte| Value::Concrete(byte.into()));
        numbers.chain(values.iter().copied())
    }

    fn new(descriptor: i32, values: &[Value]) -> Self {
        let numbers = values.iter().map(|value| value.concrete().map(|byte| byte as u8));
        let bytes = match numbers.collect::<Option<Vec<u8>>>() {
            Some(numbers) => Written::Numbers(numbers),
            None => Written::Values(values.to_vec()),
        };
        Self { descriptor, bytes }
    }
}

/// How much output a path has, and how much of it is kept.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct OutputLength {
    /// All bytes.
    pub written: u64,
    /// The first bytes, which are kept.
    pub kept: u64,
}

/// The kind of a note.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum NoteKind {
    /// A symbolic value was made concrete, so other values were not explored.
    Concretized,
    /// A note of a model.
    Model,
}

/// A note on a path, for the result.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Note {
    /// The kind.
    pub kind: NoteKind,
    /// What happened.
    pub text: Rc<str>,
    /// Where.
    pub location: LocId,
}

/// A place that `setjmp` has saved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jump {
    pub(crate) buffer: u64,
    pub(crate) depth: u32,
    pub(crate) pc: u32,
    pub(crate) function: FuncId,
}

/// An object at an address that the program has chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixed {
    pub(crate) address: u64,
    pub(crate) size: u64,
    pub(crate) number: u32,
}

/// A thread that does not run now.
#[derive(Clone, Debug)]
pub(crate) struct Thread {
    pub(crate) top: Frame,
    pub(crate) below: List<Frame>,
    pub(crate) depth: u32,
    pub(crate) jumps: List<Jump>,
}

/// The threads of a program that has created some.
#[derive(Clone, Debug, Default)]
pub(crate) struct Threads {
    /// The number of the one that runs.
    pub(crate) now: usize,
    /// All but the one that runs and those that have ended, by number.
    pub(crate) waiting: Vec<Option<Rc<Thread>>>,
    /// Thread-local variables of other threads than the first: the thread, the object of the
    /// global, and the object of the thread.
    pub(crate) locals: Vec<(usize, u32, u32)>,
}

/// A call that follows the current one.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub(crate) function: FuncId,
    pub(crate) arguments: Rc<[Value]>,
    /// Whether the path continues only if the call does not return zero.
    pub(crate) is_condition: bool,
}

/// One path, up to its current point. A copy shares nearly everything.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) top: Frame,
    pub(crate) below: List<Frame>,
    pub(crate) depth: u32,
    pub(crate) memory: Memory,
    pub(crate) path: Path,
    pub(crate) inputs: List<Input>,
    pub(crate) names: Names,
    /// Decisions, and where there was only one way; the sides that come last are not in it yet.
    pub(crate) log: List<Logged>,
    pub(crate) sides: (u64, u8),
    pub(crate) decided: usize,
    /// Answers that are known before a query.
    pub(crate) again: Option<Box<Again>>,
    pub(crate) following: Option<Box<Following>>,
    /// The inputs between which it explores, while it is on the path of one of them.
    pub(crate) range: Option<Box<Range>>,
    /// Set while no query has shown that an input follows it: what it means if none does.
    pub(crate) unchecked: Option<Unchecked>,
    /// A number for all ways that were taken.
    pub(crate) digest: u64,
    pub(crate) output: List<Output>,
    /// The length of the standard output, and of all other output.
    pub(crate) output_lengths: [OutputLength; 2],
    /// Symbolic values of which the output shows one, with that one.
    pub(crate) shown: List<(Expr, u128)>,
    /// The inputs of the path, if it runs again to show their values.
    pub(crate) inputs_again: Option<Model>,
    pub(crate) notes: List<Note>,
    pub(crate) jumps: List<Jump>,
    pub(crate) pending: List<Pending>,
    /// Threads, if the program has created some.
    pub(crate) threads: Option<Rc<Threads>>,
    /// Whether the outermost call, which runs now, is a condition.
    pub(crate) is_condition: bool,
    /// The number of passed objects of each class that were touched; see
    /// `pikse_structure::symmetry`.
    pub(crate) touched: Rc<[u32]>,
    /// Passed objects that a chosen cell owns.
    pub(crate) owned: List<ObjectId>,
    /// Whether such an object was freed before a cell that owns it was chosen.
    pub(crate) is_miscounted: bool,
    /// Cells of such objects that were read when one value was left.
    pub(crate) forced: List<CellId>,
    /// The values of such cells that decide about others, by the index in their domain.
    pub(crate) chosen: Rc<[(CellId, u32)]>,
    /// How many containers are being made; see `machine::held`.
    pub(crate) making: u32,
    /// Conditions that the input should satisfy if it can.
    pub(crate) preferred: List<Expr>,
    /// Objects at addresses that the program has chosen.
    pub(crate) fixed: List<Fixed>,
    /// The shadows of objects, by the objects' numbers; see `machine::shadow`.
    pub(crate) shadows: Table<u32>,
    /// Whether the path takes one side of a branch instead of splitting.
    pub(crate) is_unsplit: bool,
    /// The values for the next landing pad: the header of the exception, and the selector.
    pub(crate) landed: Option<(Value, u32)>,
    /// The panic in flight.
    pub(crate) panicking: Option<Rc<Panicking>>,
    /// The entry and its return value.
    pub(crate) entry: FuncId,
    pub(crate) code: Option<Value>,
    /// A number for the branches that were taken.
    pub(crate) trace: u64,
    pub(crate) instructions: u64,
    /// A number that the caller may use.
    pub tag: u64,
}

impl State {
    /// The path condition.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether branches are part of the trace.
    #[inline]
    pub(crate) fn is_traced(&self) -> bool {
        self.panicking.is_none() && self.making == 0
    }

    /// The inputs, in order.
    #[must_use]
    pub fn inputs(&self) -> Vec<Input> {
        self.inputs.to_vec().into_iter().copied().collect()
    }

    /// The cells of given objects that were read when one value was left for them, in order. They have
    /// the first value of their domain, and are not inputs.
    #[must_use]
    pub fn forced(&self) -> Vec<CellId> {
        self.forced.to_vec().into_iter().copied().collect()
    }

    /// Whether anything was made symbolic.
    #[must_use]
    pub fn has_input(&self) -> bool {
        !self.inputs.is_empty()
    }

    /// The decisions, in order.
    #[must_use]
    pub fn decisions(&self) -> Vec<Decision> {
        let mut list: Vec<Decision> = Vec::with_capacity(self.decided);
        list.extend(self.log.iter().filter_map(|logged| match logged {
            Logged::Decided(decision) => Some(decision),
            Logged::Only(_) | Logged::Shown(_) | Logged::Sides { .. } => None,
        }));
        list.reverse();
        list
    }

    /// The number of decisions.
    #[must_use]
    pub fn decision_count(&self) -> usize {
        self.decided
    }

    /// What a machine needs to reach this state again without a query.
    #[must_use]
    pub fn script(&self) -> Script {
        let mut steps: Vec<Step> = Vec::with_capacity(self.log.len() + 1);
        let rest = self.again.as_ref().and_then(|again| again.rest.as_ref());
        steps.extend(rest.map(|rest| Step::From {
            value: rest.from,
            count: rest.count,
            below: rest.below,
        }));
        let (bits, count) = self.sides;
        steps.extend((count > 0).then_some(Step::Sides { bits, count }));
        steps.extend(self.log.iter().map(|logged| match *logged {
            Logged::Decided(decision) => Step::Decided(decision.way),
            Logged::Only(way) => Step::Only(way),
            Logged::Shown(value) => Step::Shown(value),
            Logged::Sides { bits, count } => Step::Sides { bits, count },
        }));
        steps.reverse();
        Script { steps }
    }

    /// Records the only possible side of a branch or a check.
    pub(crate) fn log_side(&mut self, side: bool) {
        self.digest = mixed(self.digest, 2, u128::from(side));
        let (bits, count) = &mut self.sides;
        *bits |= u64::from(side) << *count;
        *count += 1;
        if *count == 64 {
            self.log_sides();
        }
    }

    fn log_sides(&mut self) {
        let (bits, count) = std::mem::take(&mut self.sides);
        if count > 0 {
            self.log.push(Logged::Sides { bits, count });
        }
    }

    /// Records a decision, or the only possible way.
    pub(crate) fn log(&mut self, logged: Logged) {
        match logged {
            Logged::Decided(Decision { way, .. }) | Logged::Only(way) => {
                let (kind, number) = way.essence();
                self.digest = mixed(self.digest, kind, number);
            }
            Logged::Shown(_) | Logged::Sides { .. } => {}
        }
        self.log_sides();
        self.decided += usize::from(matches!(logged, Logged::Decided(_)));
        self.log.push(logged);
    }

    /// The output, in order, as far as it is kept.
    #[must_use]
    pub fn output(&self) -> Vec<&Output> {
        self.output.to_vec()
    }

    /// The length of the standard output.
    #[must_use]
    pub fn output_length(&self) -> OutputLength {
        self.output_lengths[0]
    }

    /// Adds output, of which at most `limit` bytes of each kind are kept.
    pub(crate) fn write(&mut self, descriptor: i32, values: &[Value], limit: u64) {
        let length = &mut self.output_lengths[usize::from(descriptor != STANDARD_OUTPUT)];
        let room = limit.saturating_sub(length.kept).min(values.len() as u64) as usize;
        length.written += values.len() as u64;
        length.kept += room as u64;
        if room == 0 {
            return;
        }
        let mut new = Output::new(descriptor, &values[..room]);
        // Programs that write byte by byte would need a piece for each byte.
        if let Some(Output { descriptor: last, bytes: Written::Numbers(before) }) =
            self.output.last_mut()
            && *last == descriptor
            && before.len() < JOINED
            && let Written::Numbers(numbers) = &mut new.bytes
        {
            before.append(numbers);
            return;
        }
        self.output.push(new);
    }

    /// Writes into output at a place: over what is there, after its end, or both. Bytes between its end and
    /// that place are zero, as in a file.
    pub(crate) fn write_at(&mut self, descriptor: i32, at: u64, values: &[Value], limit: u64) {
        let OutputLength { written, .. } = self.output_length_of(descriptor);
        if at > written {
            self.resize_output(descriptor, at, limit);
        }
        let over = written.saturating_sub(at).min(values.len() as u64) as usize;
        if over > 0 {
            let new =
                |place: u64| values[..over].get(usize::try_from(place.checked_sub(at)?).ok()?);
            self.change_output(descriptor, |place, old| Some(*new(place).unwrap_or(&old)));
        }
        self.write(descriptor, &values[over..], limit);
    }

    /// Sets the length of output, as of a file: it is cut, or continued with zeros.
    pub(crate) fn resize_output(&mut self, descriptor: i32, length: u64, limit: u64) {
        let OutputLength { written, kept } = self.output_length_of(descriptor);
        if length > written {
            let room = limit.saturating_sub(kept).min(length - written);
            self.write(descriptor, &vec![Value::Concrete(0); room as usize], limit);
        } else if length < kept {
            self.change_output(descriptor, |place, old| (place < length).then_some(old));
        }
        let now = &mut self.output_lengths[usize::from(descriptor != STANDARD_OUTPUT)];
        *now = OutputLength { written: length, kept: now.kept.min(length) };
    }

    fn output_length_of(&self, descriptor: i32) -> OutputLength {
        self.output_lengths[usize::from(descriptor != STANDARD_OUTPUT)]
    }

    /// Gives each byte that is kept of a descriptor's output another value, or removes it.
    fn change_output(&mut self, descriptor: i32, new: impl Fn(u64, Value) -> Option<Value>) {
        let mut places = 0..;
        let pieces = self.output.to_vec().into_iter().filter_map(|piece| {
            if piece.descriptor != descriptor {
                return Some(piece.clone());
            }
            let bytes = piece.bytes().zip(&mut places);
            let bytes = bytes.filter_map(|(old, place)| new(place, old)).collect::<Vec<_>>();
            (!bytes.is_empty()).then(|| Output::new(descriptor, &bytes))
        });
        self.output = pieces.collect();
    }

    /// The notes of this path, in order.
    #[must_use]
    pub fn notes(&self) -> Vec<&Note> {
        self.notes.to_vec()
    }

    /// A number that paths with the same branches have in common: see [`mix`].
    #[must_use]
    pub fn trace(&self) -> u64 {
        self.trace
    }

    /// A number for all ways that the path took. It does not depend on how the path was found: where only
    /// one way was possible, it counts as a way, too.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// The inputs between which the state explores, if it is on the path of one of them.
    #[must_use]
    pub fn ends(&self) -> Option<Ends> {
        self.range.as_ref().map(|range| range.ends())
    }

    /// Set while no query has shown that an input follows the state: what it means if none does.
    #[must_use]
    pub fn unchecked(&self) -> Option<Unchecked> {
        self.unchecked
    }

    /// The number of executed instructions.
    #[must_use]
    pub fn instructions(&self) -> u64 {
        self.instructions
    }

    /// The current call depth.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The current function and its next instruction.
    #[must_use]
    pub fn at(&self) -> (FuncId, u32) {
        (self.top.function, self.top.pc)
    }

    /// The current function and its callers, the innermost first, each with its next instruction.
    pub fn frames(&self) -> impl Iterator<Item = (FuncId, u32)> + '_ {
        let all = std::iter::once(&self.top).chain(self.below.iter());
        all.map(|frame| (frame.function, frame.pc))
    }

    /// An estimate of the bytes that only this state uses.
    #[must_use]
    pub fn own_weight(&self) -> usize {
        size_of::<Self>()
            + self.top.registers.capacity() * size_of::<Value>()
            + self.memory.own_weight()
    }
}

/// Adds one way to a digest.
#[inline]
fn mixed(digest: u64, kind: u8, number: u128) -> u64 {
    let key = (number as u64) ^ ((number >> 64) as u64).rotate_left(32) ^ u64::from(kind) << 56;
    (digest.rotate_left(5) ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Adds one branch to a trace: the function's number, the instruction's number, and the number of the
/// instruction where execution continues. A native replay computes the same number.
#[inline]
#[must_use]
pub const fn mix(trace: u64, function: u32, from: u32, way: u32) -> u64 {
    let key = (function as u64) << 40 ^ (from as u64) << 20 ^ way as u64;
    (trace.rotate_left(7) ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
