//! The state in which an exploration begins: a function with its arguments.
//!
//! A whole program is also a function: the model `pikse_env_main`, which builds the program's
//! environment from a plan and calls `main`.

use pikse_ir::{FuncId, LocId};
use pikse_vm::{Given, Kind, Machine, State, Value};
use serde::{Deserialize, Serialize};

/// A function and its arguments.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Entry {
    /// The function's name, as the linker knows it.
    pub function: String,
    /// One for each parameter of the function in the module.
    pub arguments: Vec<Argument>,
    /// The objects of structures among the arguments.
    pub given: Option<Given>,
    /// The pre-conditions, in this order.
    pub before: Vec<Condition>,
    /// Whether a path ends when the pre-conditions hold, so that the function is never called.
    pub ends_before: bool,
}

/// A function that is called before the entry. The path continues only if it returns something else
/// than zero.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Condition {
    /// The function's name, as the linker knows it.
    pub function: String,
    /// Which arguments of the entry it is called with.
    pub arguments: Vec<usize>,
}

/// An argument of a function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Argument {
    /// A number of any value: the input `name`, of as many whole bytes as the parameter's width needs.
    Symbolic {
        /// The input's name.
        name: String,
        /// The parameter's width in bits; the input's highest bits do not matter if it is not a multiple
        /// of 8.
        width: u8,
    },
    /// One number.
    Number {
        /// The parameter's width in bits.
        width: u8,
        /// Its value.
        value: u64,
    },
    /// A pointer to memory whose bytes are the input `name`.
    Buffer {
        /// The input's name.
        name: String,
        /// The number of symbolic bytes.
        bytes: u32,
        /// Whether a zero byte follows them.
        terminated: bool,
    },
    /// A pointer to memory with these bytes.
    Bytes(Vec<u8>),
    /// A pointer to the first object of a class.
    Structure {
        /// The number of the root among those that the entry takes.
        root: usize,
        /// Where in the object the argument points.
        into: u32,
    },
    /// The null pointer.
    Null,
}

/// Begins an exploration.
///
/// # Panics
/// If the function has no body or too few parameters, or a condition has no function.
pub fn begin(machine: &mut Machine<'_>, function: FuncId, entry: &Entry) -> State {
    let mut state = machine.start(function, &[]);
    let roots = entry.given.as_ref().map(|given| {
        machine.give(&mut state, given).expect("numbers for some thousands of objects")
    });
    let roots = roots.unwrap_or_default();
    let memory = |machine: &mut Machine<'_>, state: &mut State, size: u32| {
        machine.allocate(state, Kind::World, size).expect("numbers for a few objects")
    };
    let mut values = Vec::with_capacity(entry.arguments.len());
    for argument in &entry.arguments {
        values.push(match argument {
            Argument::Symbolic { name, width } => {
                let bytes = u32::from(*width).div_ceil(8);
                let array = machine.input(&mut state, name, bytes, LocId(0));
                let exprs = machine.exprs_mut();
                let word = exprs.read(array, 0, bytes * 8);
                let word = exprs.trunc(word, u32::from(*width));
                Value::of(exprs, word)
            }
            &Argument::Number { width, value } => {
                Value::of_number(machine.exprs_mut(), u32::from(width), u128::from(value))
            }
            Argument::Buffer { name, bytes, terminated } => {
                let address = memory(machine, &mut state, bytes + u32::from(*terminated));
                if *bytes > 0 {
                    machine.make_symbolic(&mut state, address, *bytes, name);
                }
                if *terminated {
                    machine.put_bytes(&mut state, address + u64::from(*bytes), &[0]);
                }
                Value::Concrete(address)
            }
            Argument::Bytes(bytes) => {
                let address = memory(machine, &mut state, bytes.len() as u32);
                machine.put_bytes(&mut state, address, bytes);
                Value::Concrete(address)
            }
            &Argument::Structure { root, into } => Value::Concrete(roots[root] + u64::from(into)),
            Argument::Null => Value::ZERO,
        });
    }
    machine.set_arguments(&mut state, &values);
    for condition in entry.before.iter().rev() {
        let function = machine.program().function(&condition.function);
        let function = function.expect("conditions are functions of the program");
        let arguments: Vec<Value> = condition.arguments.iter().map(|&at| values[at]).collect();
        machine.call_before(&mut state, function, &arguments);
    }
    if entry.ends_before {
        machine.end_before_entry(&mut state);
    }
    state
}
