//! Line coverage of the code under test: inserts a counter at the beginning of each block
//! of code that comes from the user's sources.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use pikse_front::is_library;
use pikse_llvm::inkwell::AddressSpace;
use pikse_llvm::inkwell::values::{BasicValue, InstructionOpcode};
use pikse_llvm::raw::places;
use pikse_llvm::{Error, Program};
use serde::{Deserialize, Serialize};

use crate::engine::slot::{COUNTERS, Slot};

/// A block of code that is counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoveredBlock {
    /// The function's name in the source.
    pub function: String,
    /// Whether the function begins with it.
    pub is_first: bool,
    /// The source.
    pub file: String,
    /// Its lines.
    pub lines: Vec<u32>,
}

/// Marks accesses of counters.
pub(crate) const COUNTER: &str = "pikse.counter";

/// Inserts a counter before each block of the user's code.
pub(crate) fn count_blocks(program: &Program<'_>, slot: Slot) -> Result<Vec<CoveredBlock>, Error> {
    let context = program.module().get_context();
    let (ptr, int) = (context.ptr_type(AddressSpace::default()), context.i64_type());
    let builder = context.create_builder();
    let refuse =
        |error: pikse_llvm::inkwell::builder::BuilderError| Error::Machine(error.to_string());
    let mut is_own: HashMap<String, bool> = HashMap::new();
    let mut covered = Vec::new();
    for function in program.defined().collect::<Vec<_>>() {
        for (number, block) in function.get_basic_blocks().into_iter().enumerate() {
            let mut lines: BTreeSet<u32> = BTreeSet::new();
            let mut found: Option<(String, Option<String>)> = None;
            for instruction in block.get_instructions() {
                let places = places(program.module(), instruction);
                let Some(place) = places.into_iter().next().filter(|place| place.line > 0) else {
                    continue;
                };
                let path = Path::new(&place.folder).join(&place.file);
                let path = path.to_string_lossy().into_owned();
                let own = is_own
                    .entry(path.clone())
                    .or_insert_with(|| Path::new(&path).is_file() && !is_library(Path::new(&path)));
                let (file, _) = found.get_or_insert((path.clone(), place.function));
                if *own && *file == path {
                    lines.insert(place.line);
                }
            }
            let first = block.get_instructions().find(|instruction| {
                !matches!(
                    instruction.get_opcode(),
                    InstructionOpcode::Phi
                        | InstructionOpcode::LandingPad
                        | InstructionOpcode::Alloca
                )
            });
            let (Some((file, name)), Some(first), false) = (found, first, lines.is_empty()) else {
                continue;
            };
            let at = slot.base() + COUNTERS + 8 * covered.len() as u64;
            let counter = int.const_int(at, false).const_to_pointer(ptr);
            builder.position_before(&first);
            let count = builder.build_load(int, counter, "").map_err(refuse)?.into_int_value();
            let more = builder.build_int_add(count, int.const_int(1, false), "").map_err(refuse)?;
            let store = builder.build_store(counter, more).map_err(refuse)?;
            // Counters are not part of the program's state: they are not undone.
            let mark = context.metadata_node(&[]);
            for own in count.as_instruction_value().into_iter().chain([store]) {
                own.set_metadata(mark, context.get_kind_id(COUNTER))
                    .map_err(|error| Error::Machine(error.to_string()))?;
            }
            covered.push(CoveredBlock {
                function: name
                    .unwrap_or_else(|| function.get_name().to_string_lossy().into_owned()),
                is_first: number == 0,
                file,
                lines: lines.into_iter().collect(),
            });
        }
    }
    Ok(covered)
}
