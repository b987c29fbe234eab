//! A search's runner for a native predicate.
//!
//! The objects of a space lie one after the other in one block of memory, each with
//! the layout of its class. When the predicate reads a byte of it, the host looks up
//! the cell, asks the probe for its value (which makes it a choice point if the read
//! is the first), and puts the value there before the read happens.
#![expect(unsafe_code, reason = "the hook gets at its host through a pointer")]

use std::cell::Cell;
use std::fmt;
use std::ptr;

use pikse_llvm::inkwell::types::BasicTypeEnum;
use pikse_llvm::inkwell::values::FunctionValue;
use pikse_llvm::{Error, Program};
use pikse_search::{Probe, Runner};
use pikse_structure::{CellId, Obj};

use crate::bounds::{Bounds, Encoding};
use crate::instrument::instrument;
use crate::library::Library;

/// Why a predicate cannot be run.
#[derive(Debug)]
#[non_exhaustive]
pub enum NativeError {
    /// LLVM refuses.
    Llvm(Error),
    /// There is no function with this name.
    NoSuchFunction {
        /// The name.
        name: String,
        /// Functions that there are.
        known: Vec<String>,
    },
    /// The function is no predicate over one structure.
    WrongSignature {
        /// The name.
        name: String,
        /// Its type.
        found: String,
    },
    /// The program cannot be linked or loaded.
    Link(String),
}

impl fmt::Display for NativeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NativeError::Llvm(error) => error.fmt(f),
            NativeError::NoSuchFunction { name, known } => {
                write!(f, "there is no function `{name}`; there are {}", known.join(", "))
            }
            NativeError::WrongSignature { name, found } => write!(
                f,
                "`{name}` is no predicate: it should take a pointer to the structure and return \
                 a bool, but is {found}"
            ),
            NativeError::Link(message) => {
                write!(f, "the program cannot be linked or loaded:\n{}", message.trim_end())
            }
        }
    }
}

impl std::error::Error for NativeError {}

/// A predicate in native code, ready to be searched.
pub struct Predicate {
    name: String,
    library: Library,
    memory: Vec<u8>,
    /// For each byte of the memory, the cell that it belongs to.
    cells: Vec<Option<CellId>>,
    /// For each cell, where it is and what its bytes mean.
    places: Vec<Place>,
    /// Where each object begins.
    objects: Vec<usize>,
}

struct Place {
    at: usize,
    size: usize,
    encoding: Encoding,
}

/// Objects begin at multiples of this: every type of C, C++ and Rust that has a bound
/// is content with it.
const ALIGNMENT: usize = 16;

thread_local! {
    /// The run that is under way on this thread.
    static RUNNING: Cell<*mut Run<'static>> = const { Cell::new(ptr::null_mut()) };
}

/// What the hook needs.
struct Run<'a> {
    probe: &'a mut Probe,
    memory: &'a mut [u8],
    cells: &'a [Option<CellId>],
    places: &'a [Place],
    objects: &'a [usize],
}

impl Predicate {
    /// Instruments and loads a program, whose `function` is the predicate.
    pub fn load(
        program: &Program<'_>,
        function: &str,
        bounds: &Bounds,
    ) -> Result<Predicate, NativeError> {
        let known = || program.defined().map(|f| f.get_name().to_string_lossy().into_owned());
        let found = program.module().get_function(function);
        let found = found.filter(|found| found.count_basic_blocks() > 0).ok_or_else(|| {
            NativeError::NoSuchFunction { name: function.to_owned(), known: known().collect() }
        })?;
        check_signature(function, found)?;
        program.keep_only(function).map_err(NativeError::Llvm)?;
        instrument(program).map_err(NativeError::Llvm)?;
        let mut predicate = Predicate {
            name: function.to_owned(),
            library: Library::load(program, function)?,
            memory: Vec::new(),
            cells: Vec::new(),
            places: Vec::new(),
            objects: Vec::new(),
        };
        predicate.lay_out(bounds);
        predicate.library.connect(&mut predicate.memory, hook);
        Ok(predicate)
    }

    fn lay_out(&mut self, bounds: &Bounds) {
        let mut end = 0;
        for &obj in bounds.space.objects() {
            let layout = &bounds.layouts[obj.class().index()];
            self.objects.push(end);
            for cell in &layout.cells {
                self.places.push(Place {
                    at: end + cell.offset as usize,
                    size: cell.size as usize,
                    encoding: cell.encoding.clone(),
                });
            }
            end = (end + (layout.size as usize).max(1)).next_multiple_of(ALIGNMENT);
        }
        self.memory = vec![0; end];
        let start = self.memory.as_ptr() as usize;
        assert!(start.is_multiple_of(ALIGNMENT), "memory blocks are aligned for every type");
        self.cells = vec![None; end];
        for (number, place) in self.places.iter().enumerate() {
            self.cells[place.at..place.at + place.size].fill(Some(CellId::at(number)));
        }
    }
}

/// One pointer in, a bool out.
fn check_signature(name: &str, function: FunctionValue<'_>) -> Result<(), NativeError> {
    let of = function.get_type();
    let takes_a_pointer =
        matches!(of.get_param_types()[..], [parameter] if parameter.is_pointer_type());
    let gives_a_bool = matches!(
        of.get_return_type(),
        Some(BasicTypeEnum::IntType(int)) if matches!(int.get_bit_width(), 1 | 8 | 32)
    );
    match takes_a_pointer && gives_a_bool {
        true => Ok(()),
        false => Err(NativeError::WrongSignature {
            name: name.to_owned(),
            found: of.print_to_string().to_string(),
        }),
    }
}

/// The predicate is about to read `bytes` at `offset` in the candidate's memory.
extern "C" fn hook(offset: u64, bytes: u64) {
    let run = RUNNING.get();
    // SAFETY: the pointer is set for the duration of a run, on this thread, to a `Run`
    // that nobody else touches meanwhile; and the library calls only while it runs.
    let Some(run) = (unsafe { run.as_mut() }) else { return };
    run.read(offset as usize, bytes as usize);
}

impl Run<'_> {
    fn read(&mut self, offset: usize, bytes: usize) {
        let end = offset.saturating_add(bytes).min(self.cells.len());
        let mut at = offset;
        while at < end {
            match self.cells[at] {
                // Padding belongs to no cell.
                None => at += 1,
                Some(cell) => {
                    let raw = self.probe.read(cell);
                    let place = &self.places[cell.index()];
                    let value = match &place.encoding {
                        Encoding::Value => raw,
                        Encoding::Constants(values) => values[raw as usize],
                        Encoding::Address => Obj::from_raw(raw).map_or(0, |obj| {
                            let start = self.objects[obj.id().index()];
                            self.memory[start..].as_ptr() as i64
                        }),
                    };
                    let place_end = place.at + place.size;
                    self.memory[place.at..place_end]
                        .copy_from_slice(&value.to_le_bytes()[..place.size]);
                    at = place_end;
                }
            }
        }
    }
}

impl Runner for Predicate {
    fn run(&mut self, probe: &mut Probe, _changed: usize) -> bool {
        let root = self.memory.as_mut_ptr();
        let mut run = Run {
            probe,
            memory: &mut self.memory,
            cells: &self.cells,
            places: &self.places,
            objects: &self.objects,
        };
        RUNNING.set(ptr::from_mut(&mut run).cast());
        let verdict = self.library.run(root);
        RUNNING.set(ptr::null_mut());
        verdict
    }

    fn current(&self) -> String {
        self.name.clone()
    }

    fn signature(&self) -> String {
        self.name.clone()
    }
}

impl fmt::Debug for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Predicate({})", self.name)
    }
}
