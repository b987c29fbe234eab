//! From a program to a machine: addresses, contents of globals, constants.

use std::collections::HashMap;
use std::rc::Rc;

use pikse_expr::{Evaluator, Exprs};
use pikse_ir::{Constant, FuncId, GlobalId, LocId, Program, Target};
use pikse_solver::{Solver, Tiers};

use super::builtins::Builtin;
use super::{Coverage, Machine, Statistics};
use crate::memory::{FUNCTION_STEP, FUNCTIONS, Kind, LARGEST, Memory, Object};
use crate::options::Options;
use crate::value::Value;

/// Why a program cannot be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// A global is too large.
    TooLarge {
        /// Its name.
        global: String,
        /// Its size.
        size: u64,
    },
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooLarge { global, size } => {
                write!(f, "the global `{global}` has {size} bytes; at most {LARGEST} are possible")
            }
        }
    }
}

impl std::error::Error for LoadError {}

/// The number of symbols for uninitialised memory. Two bytes may share one; this matters only if the
/// two are compared.
const UNWRITTEN: u32 = 1_024;

/// The address of a function.
pub(super) fn function_address(memory: &Memory, function: FuncId) -> u64 {
    memory.address(FUNCTIONS, u64::from(function.0) * u64::from(FUNCTION_STEP))
}

impl<'p> Machine<'p> {
    /// A machine with a solver of one's own.
    pub fn with_solver(
        program: &'p Program,
        options: Options,
        solver: Box<dyn Solver>,
    ) -> Result<Self, LoadError> {
        let mut image = match program.is_narrow {
            true => Memory::narrow(program.functions.len()),
            false => Memory::new(),
        };
        let globals = place_globals(program, &mut image)?;
        // An undefined weak symbol is the null pointer.
        let is_absent = |target| match target {
            Target::Global(GlobalId(global)) => {
                let global = &program.globals[global as usize];
                global.weak && global.bytes.is_none() && global.unsupported.is_none()
            }
            Target::Function(function) => {
                let function = &program.functions[function.index()];
                function.weak && function.body.is_none() && Builtin::of(&function.name).is_none()
            }
        };
        // Addresses do not depend on contents.
        let places = match program.is_narrow {
            true => Memory::narrow(program.functions.len()),
            false => Memory::new(),
        };
        let address = |target| match target {
            target if is_absent(target) => 0,
            Target::Global(GlobalId(global)) => places.address(globals[global as usize], 0),
            Target::Function(function) => function_address(&places, function),
        };
        for (global, &number) in program.globals.iter().zip(&globals) {
            let Some(object) = image.object_mut(number) else { continue };
            for relocation in &global.relocations {
                let value = address(relocation.target).wrapping_add_signed(relocation.addend);
                object.put_number(relocation.offset, u32::from(relocation.bytes), value);
            }
        }
        let allowed = super::arbitrary::Allowed::new(program, &options);
        let mut exprs = Exprs::new();
        let mut unwritten = None;
        if program.constants.iter().any(|c| matches!(c, Constant::Undefined { .. })) {
            unwritten = Some(unwritten_array(&mut exprs));
        }
        let constants: Rc<[Value]> = program
            .constants
            .iter()
            .map(|&constant| match constant {
                Constant::Int { width, value } => {
                    Value::of_number(&mut exprs, u32::from(width), value)
                }
                Constant::Address { target, addend } => {
                    Value::Concrete(address(target).wrapping_add_signed(addend))
                }
                Constant::Undefined { width } => {
                    let bytes = u32::from(width).div_ceil(8);
                    let (array, _) = unwritten.expect("it is there for such constants");
                    let word = exprs.read(array, 0, bytes * 8);
                    let bits = exprs.trunc(word, u32::from(width));
                    Value::of(&exprs, bits)
                }
            })
            .collect();
        let blocks = program.functions.iter().map(|function| {
            let count = function.body.as_ref().map_or(0, |body| body.blocks.len());
            vec![false; count].into_boxed_slice()
        });
        let builtins = program.functions.iter().map(|function| match function.body {
            Some(_) => None,
            None => Builtin::of(&function.name),
        });
        let builtins: Vec<Option<Builtin>> = builtins.collect();
        Ok(Self {
            order: None,
            program,
            exprs,
            floats: solver.decides_floats(),
            solver: Tiers::with(solver),
            evaluator: Evaluator::new(),
            options,
            constants,
            image,
            has_shadow: builtins.contains(&Some(Builtin::Shadow)),
            builtins,
            traced: vec![true; program.functions.len()],
            globals,
            unwritten,
            shadows: super::unwritten::Shadows::default(),
            allowed,
            arrays: HashMap::new(),
            lazy: super::lazy::Lazy::default(),
            interrupt: None,
            others: Vec::new(),
            done: Vec::new(),
            coverage: Coverage {
                blocks: blocks.collect(),
                own: vec![true; program.functions.len()],
                count: 0,
                own_count: 0,
            },
            stops: None,
            statistics: Statistics::default(),
            no_more: Rc::from([]),
            spare: Vec::new(),
        })
    }

    /// The symbols of uninitialised memory.
    pub(super) fn unwritten(&mut self) -> pikse_expr::Array {
        self.unwritten.get_or_insert_with(|| unwritten_array(&mut self.exprs)).0
    }
}

/// The symbol of an uninitialised byte.
pub(super) fn unwritten_symbol(object: u32, offset: u64) -> u32 {
    (object.wrapping_mul(0x9e37_79b1) ^ offset as u32) % UNWRITTEN
}

fn unwritten_array(exprs: &mut Exprs) -> (pikse_expr::Array, pikse_expr::Symbols) {
    let array = exprs.array("unwritten", UNWRITTEN);
    (array, exprs.symbols_of_array(array))
}

/// Creates an object for each global. An undefined global also has one, of no bytes: an access is an
/// error that names it.
fn place_globals(program: &Program, image: &mut Memory) -> Result<Vec<u32>, LoadError> {
    let mut globals = Vec::with_capacity(program.globals.len());
    for global in &program.globals {
        let kind = if global.constant { Kind::Constant } else { Kind::Global };
        let size = if global.bytes.is_some() { global.size } else { 0 };
        let too_large = LoadError::TooLarge { global: global.name.clone(), size };
        if size > LARGEST {
            return Err(too_large);
        }
        let bytes = global.bytes.as_deref().unwrap_or_default();
        let bytes = &bytes[..bytes.len().min(size as usize)];
        let object = Object::of_bytes(kind, bytes, size, LocId(0));
        globals.push(image.add(object).ok_or(too_large)?);
    }
    Ok(globals)
}
