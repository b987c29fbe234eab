//! The interpreter.
//!
//! | module | what it does |
//! | --- | --- |
//! | `load` | globals, constants and built-in functions of a program |
//! | `run` | the loop: plain numbers at full speed; everything else goes to `slow` |
//! | `slow` | symbolic arithmetic, branches, and everything that may end a path |
//! | `numbers` | arithmetic on plain numbers |
//! | `floats` | floating-point arithmetic |
//! | `long_double` | floating-point numbers other than `float` and `double` |
//! | `mathematics` | functions of `math.h` that the host computes |
//! | `wide` | integers of more than 128 bits |
//! | `decide` | solver queries, and how a state splits on their answers |
//! | `values` | one value of a symbolic number: each in turn, or the least |
//! | `address` | from an address to an object and an offset |
//! | `access` | loads, stores |
//! | `copies` | copies and fills |
//! | `sizes` | symbolic sizes; allocations |
//! | `call` | calls, returns, jumps out of functions |
//! | `passing` | arguments and results of another type; variable arguments |
//! | `exceptions` | from a throw to a landing pad |
//! | `catching` | which exceptions a handler of C++ catches |
//! | `panics` | Rust's panics |
//! | `harness` | what harnesses ask for: preferred inputs, fixed addresses |
//! | `intrinsics` | intrinsics of LLVM |
//! | `builtins` | the functions of the machine that programs and models call |
//! | `threads` | threads that take turns, thread-local variables |
//! | `unwritten` | which bits depend on uninitialised memory |
//! | `smallest` | the smallest inputs of a path, for people |
//! | `arbitrary` | uninitialised memory whose value is arbitrary |
//! | `lazy` | objects whose cells are chosen when they are first read |
//! | `held` | containers in such objects, which functions of the program make |
//! | `leaks` | memory leaks |
//! | `shadow` | the shadow memory of AddressSanitizer |

mod access;
mod address;
mod arbitrary;
mod builtins;
mod call;
mod catching;
mod copies;
mod decide;
mod exceptions;
mod floats;
mod harness;
mod held;
mod intrinsics;
mod lazy;
mod leaks;
mod load;
mod long_double;
mod mathematics;
mod numbers;
mod panics;
mod passing;
mod ranged;
mod run;
mod shadow;
mod sizes;
mod slow;
mod smallest;
mod threads;
mod unwritten;
mod values;
mod wide;

use std::collections::HashMap;
use std::rc::Rc;

use pikse_base::{Halt, List, Table};
use pikse_expr::{Array, Evaluator, Expr, Exprs, Model, Symbols};
use pikse_ir::{BlockId, FuncId, LocId, Program, Reg};
use pikse_solver::{Limits, Path, Solver, TierStats, Tiers, chain, last};

use crate::memory::{Kind, Memory, Object};
use crate::options::Options;
use crate::state::{Frame, Input, More, Names, Note, NoteKind, OutputLength, Pending, State};
use crate::value::Value;
use crate::verdict::{ErrorKind, Failure, Place, Verdict};
use crate::way::Way;

pub use arbitrary::UNINITIALISED;
use builtins::Builtin;
pub use load::LoadError;
pub(crate) use panics::Panicking;

/// Why a machine stopped running a state.
#[derive(Debug)]
pub enum Stop {
    /// The allowed number of instructions ran; the state can continue.
    Budget,
    /// The state has split: it can continue, and so can the others that have not ended.
    Split(Vec<Side>),
    /// The path has ended. The others, if any, split off by the same instruction.
    Ended(Verdict, Vec<Side>),
}

/// A state that split off.
#[derive(Debug)]
pub struct Side {
    /// The state. It is boxed, because it moves several times before it runs.
    pub state: Box<State>,
    /// How it ended, if it did.
    pub ended: Option<Verdict>,
    /// Whether it comes before the state that it split off from, and not after it, in the order of ways. It
    /// has ended then.
    pub is_first: bool,
}

/// Which blocks have been run.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    blocks: Vec<Box<[bool]>>,
    /// The functions of the program's own.
    own: Vec<bool>,
    count: usize,
    own_count: usize,
}

impl Coverage {
    /// Whether a block has been run.
    #[must_use]
    pub fn is_covered(&self, function: FuncId, block: BlockId) -> bool {
        self.blocks[function.index()].get(block.index()).is_some_and(|&covered| covered)
    }

    /// The number of covered blocks.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The number of covered blocks of the program's own functions.
    #[must_use]
    pub fn own_count(&self) -> usize {
        self.own_count
    }

    /// The blocks that have been run.
    pub fn blocks(&self) -> impl Iterator<Item = (FuncId, BlockId)> + '_ {
        let functions = self.blocks.iter().enumerate();
        functions.flat_map(|(function, blocks)| {
            let covered = blocks.iter().enumerate().filter(|(_, covered)| **covered);
            covered.map(move |(block, _)| (FuncId::at(function), BlockId::at(block)))
        })
    }

    #[inline]
    fn enter(&mut self, function: FuncId, block: BlockId) {
        let covered = &mut self.blocks[function.index()][block.index()];
        if !*covered {
            *covered = true;
            self.count += 1;
            self.own_count += usize::from(self.own[function.index()]);
        }
    }
}

/// Statistics of the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Instructions that were run.
    pub instructions: u64,
    /// States that split off and can continue.
    pub splits: u64,
    /// Questions about conditions.
    pub queries: u64,
}

/// A name of an array, its size, and how many there were of that name before.
type ArrayKey = (Rc<str>, u32, u32);

/// Runs states of one program.
pub struct Machine<'p> {
    program: &'p Program,
    exprs: Exprs,
    solver: Tiers<Box<dyn Solver>>,
    /// Whether the solver decides floating-point arithmetic.
    floats: bool,
    evaluator: Evaluator,
    options: Options,
    constants: Rc<[Value]>,
    /// The memory with which every state begins.
    image: Memory,
    /// The objects of globals.
    globals: Vec<u32>,
    builtins: Vec<Option<Builtin>>,
    /// Whether the program has AddressSanitizer's checks.
    has_shadow: bool,
    /// Which functions' branches are part of a path's trace.
    traced: Vec<bool>,
    /// The symbols of uninitialised memory.
    unwritten: Option<(Array, Symbols)>,
    shadows: unwritten::Shadows,
    /// Where such memory has an arbitrary value instead.
    allowed: arbitrary::Allowed,
    arrays: HashMap<ArrayKey, (Array, Rc<str>)>,
    /// The objects that are passed to the program.
    lazy: lazy::Lazy,
    /// A function to call before the current instruction runs again.
    interrupt: Option<held::Interrupt>,
    /// The order of the inputs that were compared last.
    order: crate::range::Order,
    /// The states that have split off, with twice the number of decisions that they have in common with the
    /// state, and one more unless they come after all others with as many.
    others: Vec<(usize, Side)>,
    /// The ways that the present instruction has taken, for states that do it again.
    done: Vec<Way>,
    coverage: Coverage,
    /// For each function whether a run stops when it is there; none if no function is one.
    stops: Option<Box<[bool]>>,
    statistics: Statistics,
    /// The arguments beyond the parameters of a call that has none: calls are too many to allocate it.
    no_more: Rc<[More]>,
    /// Register files to be used again.
    spare: Vec<Vec<Value>>,
}

impl std::fmt::Debug for Machine<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine").field("statistics", &self.statistics).finish_non_exhaustive()
    }
}

/// Where execution continues after an instruction.
enum Flow {
    /// The next instruction.
    Next,
    /// As the top frame says: a jump, a call, a return.
    Frame,
}

/// The way of every step that may end the path.
type Step<T> = Result<T, Verdict>;

impl<'p> Machine<'p> {
    /// A machine with the usual solver.
    pub fn new(program: &'p Program, options: Options) -> Result<Self, LoadError> {
        Self::with_solver(program, options, Box::new(chain(last(Limits::default()))))
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The expressions of all states.
    #[must_use]
    pub fn exprs(&self) -> &Exprs {
        &self.exprs
    }

    /// The expressions of all states, for new ones.
    pub fn exprs_mut(&mut self) -> &mut Exprs {
        &mut self.exprs
    }

    /// The solver together with the expressions it works on.
    pub fn solver(&mut self) -> (&mut Tiers<Box<dyn Solver>>, &mut Exprs) {
        (&mut self.solver, &mut self.exprs)
    }

    /// The value of an expression under a model.
    pub fn evaluate(&mut self, model: &Model, expr: Expr) -> u128 {
        self.evaluator.eval(&self.exprs, model, expr)
    }

    /// Sets the request after which the solver decides nothing: a path that needs it is cut.
    pub fn set_halt(&mut self, halt: Halt) {
        self.solver.set_halt(halt);
    }

    /// Statistics of each tier of the solver.
    #[must_use]
    pub fn solver_stats(&self) -> Vec<TierStats> {
        self.solver.all_stats()
    }

    /// Which blocks have been run.
    #[must_use]
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// Statistics of the machine.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        Statistics { queries: self.solver.queries(), ..self.statistics.clone() }
    }

    /// The number of instructions that were run.
    #[must_use]
    pub fn instructions(&self) -> u64 {
        self.statistics.instructions
    }

    /// The state in which a program begins: constructors, the entry with these arguments, destructors.
    ///
    /// # Panics
    /// If the entry has no body.
    pub fn start(&mut self, entry: FuncId, arguments: &[Value]) -> State {
        let call = |function, arguments: &[Value]| Pending {
            function,
            arguments: arguments.into(),
            is_condition: false,
        };
        let constructors = self.program.constructors.iter().map(|&function| call(function, &[]));
        let destructors = self.program.destructors.iter().map(|&function| call(function, &[]));
        let mut calls: Vec<Pending> =
            constructors.chain([call(entry, arguments)]).chain(destructors).collect();
        calls.retain(|call| self.program.functions[call.function.index()].body.is_some());
        calls.reverse();
        let first = calls.pop().expect("the entry has a body");
        let mut pending = List::default();
        calls.into_iter().for_each(|call| pending.push(call));
        State {
            top: self.frame(first.function, &first.arguments, Rc::from([])),
            below: List::default(),
            depth: 1,
            memory: self.image.clone(),
            path: Path::new(),
            inputs: List::default(),
            names: Names::default(),
            log: List::default(),
            sides: (0, 0),
            decided: 0,
            again: None,
            following: None,
            range: None,
            unchecked: None,
            digest: 0,
            output: List::default(),
            output_lengths: [OutputLength::default(); 2],
            shown: List::default(),
            inputs_again: None,
            notes: List::default(),
            jumps: List::default(),
            pending,
            threads: None,
            is_condition: false,
            touched: Rc::from([]),
            owned: List::default(),
            is_miscounted: false,
            forced: List::default(),
            chosen: Rc::from([]),
            making: 0,
            preferred: List::default(),
            fixed: List::default(),
            shadows: Table::new(),
            is_unsplit: false,
            landed: None,
            panicking: None,
            entry,
            code: None,
            trace: 0,
            instructions: 0,
            tag: 0,
        }
    }

    /// Gives the function that a state is about to begin its arguments, if that is the entry.
    ///
    /// # Panics
    /// If the state has run, or the entry has fewer parameters.
    pub fn set_arguments(&mut self, state: &mut State, arguments: &[Value]) {
        assert!(state.instructions == 0, "the state has run");
        let mut pending = Vec::new();
        if state.top.function == state.entry {
            state.top.registers[..arguments.len()].copy_from_slice(arguments);
            return;
        }
        while let Some(mut call) = state.pending.pop() {
            if call.function == state.entry {
                call.arguments = arguments.into();
            }
            pending.push(call);
        }
        pending.into_iter().rev().for_each(|call| state.pending.push(call));
    }

    /// Has a function called before the entry, and before others that this was asked for earlier. The
    /// path continues only where its result is not zero.
    ///
    /// # Panics
    /// If the state has run, or the function has no body or fewer parameters.
    pub fn call_before(&mut self, state: &mut State, function: FuncId, arguments: &[Value]) {
        assert!(state.instructions == 0, "the state has run");
        let condition = Pending { function, arguments: arguments.into(), is_condition: true };
        let is_after_constructors =
            |call: &Pending, entry| call.is_condition || call.function == entry;
        if state.is_condition || state.top.function == state.entry {
            let frame = self.frame(function, arguments, Rc::from([]));
            let first = std::mem::replace(&mut state.top, frame);
            let count = self.program.functions[first.function.index()].params.len();
            state.pending.push(Pending {
                function: first.function,
                arguments: first.registers[..count].into(),
                is_condition: std::mem::replace(&mut state.is_condition, true),
            });
            return;
        }
        let mut before = Vec::new();
        while let Some(call) = state.pending.pop() {
            if is_after_constructors(&call, state.entry) {
                state.pending.push(call);
                break;
            }
            before.push(call);
        }
        state.pending.push(condition);
        before.into_iter().rev().for_each(|call| state.pending.push(call));
    }

    /// Ends paths where the entry would begin: after the functions that are called before it.
    ///
    /// # Panics
    /// If the state has run.
    pub fn end_before_entry(&mut self, state: &mut State) {
        assert!(state.instructions == 0, "the state has run");
        let mut before = Vec::new();
        while let Some(call) = state.pending.pop() {
            if call.function == state.entry && !call.is_condition {
                break;
            }
            before.push(call);
        }
        state.pending = List::default();
        before.into_iter().rev().for_each(|call| state.pending.push(call));
    }

    /// Leaves the branches of a function out of the trace of paths.
    pub fn do_not_trace(&mut self, function: FuncId) {
        self.traced[function.index()] = false;
        self.coverage.own[function.index()] = false;
    }

    /// Whether a function's branches are part of the trace: whether it is the program's own.
    #[must_use]
    pub fn is_traced(&self, function: FuncId) -> bool {
        self.traced[function.index()]
    }

    /// New memory of a state, in which nothing was written; its address.
    pub fn allocate(&mut self, state: &mut State, kind: Kind, size: u32) -> Option<u64> {
        let object = Object::unwritten(kind, size.into(), LocId(0));
        state.memory.add(object).map(|number| state.memory.address(number, 0))
    }

    /// Puts plain bytes into memory that was allocated.
    ///
    /// # Panics
    /// If the bytes are not all in one object.
    pub fn put_bytes(&mut self, state: &mut State, address: u64, bytes: &[u8]) {
        let (number, offset) = state.memory.place(address);
        let object = state.memory.object_mut(number).expect("an object that is there");
        object.put_plain(offset as u64, bytes);
    }

    /// Puts a value of whole bytes into memory that was allocated.
    ///
    /// # Panics
    /// If the bytes are not all in one object.
    pub fn put_value(&mut self, state: &mut State, address: u64, bytes: u32, value: Value) {
        let (number, offset) = state.memory.place(address);
        let object = state.memory.object_mut(number).expect("an object that is there");
        object.put(&mut self.exprs, offset as u64, bytes, value);
    }

    /// Makes memory that was allocated symbolic, as an input of this name.
    ///
    /// # Panics
    /// If the bytes are not all in one object.
    pub fn make_symbolic(
        &mut self,
        state: &mut State,
        address: u64,
        size: u32,
        name: &str,
    ) -> Array {
        let (number, offset) = state.memory.place(address);
        let array = self.input(state, name, size, LocId(0));
        let object = state.memory.object_mut(number).expect("an object that is there");
        object.put_array(&mut self.exprs, offset as u64, array, size);
        array
    }

    /// A new input of a state. The second one of a name gets another name, and the same one on every
    /// path.
    pub fn input(&mut self, state: &mut State, name: &str, size: u32, location: LocId) -> Array {
        let name: Rc<str> = name.into();
        let before = match Names::short(&name) {
            None if self.given().is_none() => state.names.count(&name),
            // A name with a number may be that of an earlier input, or of the second of a name. Cells of
            // given objects are inputs that are not counted.
            _ => {
                let taken = state.inputs.iter().map(|input| self.exprs.array_name(input.array));
                let is_same =
                    |taken: &&str| *taken == &*name || Names::short(taken) == Some(&*name);
                taken.filter(is_same).count() as u32
            }
        };
        let key = (Rc::clone(&name), size, before);
        let (array, unique) = match self.arrays.get(&key) {
            Some(known) => known.clone(),
            None => {
                let unique: Rc<str> = match before {
                    0 => Rc::clone(&name),
                    _ => format!("{name}_{before}").into(),
                };
                let array = self.exprs.array(&unique, size);
                self.arrays.insert(key, (array, Rc::clone(&unique)));
                (array, unique)
            }
        };
        state.names.take(&unique);
        state.inputs.push(Input { array, location });
        self.know_input(state, array);
        array
    }

    /// Where a state is, from the innermost function outwards.
    #[must_use]
    pub fn stack(&self, state: &State) -> Vec<Place> {
        std::iter::once(&state.top)
            .chain(state.below.iter())
            .map(|frame| self.place(frame))
            .collect()
    }

    fn place(&self, frame: &Frame) -> Place {
        let body = self.program.functions[frame.function.index()].body.as_ref();
        let location = body.and_then(|body| body.places.get(frame.pc as usize).copied());
        Place {
            function: frame.function,
            instruction: frame.pc,
            location: location.unwrap_or(LocId(0)),
        }
    }

    /// The place in the source where a state is.
    fn location(&self, state: &State) -> LocId {
        self.place(&state.top).location
    }

    /// The verdict of an error where the state is.
    fn error(&self, state: &State, kind: ErrorKind, message: impl Into<String>) -> Verdict {
        let failure = Failure { kind, message: message.into(), stack: self.stack(state) };
        Verdict::Error(Box::new(failure))
    }

    fn note(&self, state: &mut State, kind: NoteKind, text: &str) {
        let location = self.user_location(state);
        let known = state.notes.iter().any(|note| note.location == location && &*note.text == text);
        if !known {
            state.notes.push(Note { kind, text: text.into(), location });
        }
    }

    /// From now on a run stops, as if its budget were used up, when it enters one of these functions: there is
    /// a flag for each function of the program.
    pub fn stop_at(&mut self, functions: Vec<bool>) {
        self.stops = Some(functions.into());
    }

    /// Whether a state is in a function at which runs stop.
    #[must_use]
    pub fn is_stopped_at(&self, state: &State) -> bool {
        self.stops.as_ref().is_some_and(|stops| stops[state.top.function.index()])
    }

    /// A frame at the beginning of a function.
    fn frame(&mut self, function: FuncId, arguments: &[Value], more: Rc<[More]>) -> Frame {
        let body = self.program.functions[function.index()].body.as_ref().expect("it has a body");
        let mut registers = self.spare.pop().unwrap_or_default();
        registers.clear();
        registers.extend_from_slice(arguments);
        registers.resize(body.registers.len(), Value::ZERO);
        self.coverage.enter(function, BlockId(0));
        Frame {
            function,
            pc: 0,
            registers,
            locals: Vec::new(),
            more,
            splits: Vec::new(),
            done: None,
        }
    }

    fn set(&mut self, state: &mut State, register: Reg, value: Value) {
        state.top.registers[register.index()] = value;
    }

    fn set_expr(&mut self, state: &mut State, register: Reg, expr: Expr) {
        state.top.registers[register.index()] = Value::of(&self.exprs, expr);
    }
}
