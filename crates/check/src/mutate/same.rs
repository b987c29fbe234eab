//! Finds mutants that are equivalent to the program or to another mutant.
//!
//! If the optimiser makes the same code of two functions, they are equivalent. It processes
//! only the changed function, not the whole program, which takes milliseconds.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};

use pikse_llvm::inkwell::module::Linkage;
use pikse_llvm::inkwell::values::AnyValue;
use pikse_llvm::{Error, Program, raw};
use pikse_native::multi_value::CANONICAL;

use super::{Mutant, MutateError, edit};

/// Functions, by their symbols.
type Symbols = BTreeSet<String>;

/// The optimised code of the functions seen so far.
pub(super) struct Judge<'a, 'ctx> {
    program: &'a Program<'ctx>,
    /// For functions: the program with nothing else in it.
    alone: HashMap<Symbols, Program<'ctx>>,
    seen: HashSet<(Symbols, String)>,
}

impl<'a, 'ctx> Judge<'a, 'ctx> {
    pub(super) fn new(program: &'a Program<'ctx>) -> Self {
        Judge { program, alone: HashMap::new(), seen: HashSet::new() }
    }

    /// Whether a mutant is not equivalent to the program or to an earlier mutant.
    pub(super) fn is_new(&mut self, mutant: &Mutant) -> Result<bool, MutateError> {
        let functions: Symbols = mutant.edits.iter().map(|edit| edit.at.function.clone()).collect();
        let alone = match self.alone.entry(functions.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let alone = alone(self.program, &functions)?;
                let original = optimised(&alone.copy(), &functions)?;
                self.seen.insert((functions.clone(), original));
                place.insert(alone)
            }
        };
        let copy = alone.copy();
        edit::apply(&copy, &mutant.edits)?;
        let made = functions.iter().filter_map(|name| copy.module().get_function(name));
        if !made.into_iter().all(|function| function.verify(false)) {
            return Ok(false);
        }
        let text = optimised(&copy, &functions)?;
        Ok(self.seen.insert((functions, text)))
    }
}

/// A copy in which all other functions are only declared.
fn alone<'ctx>(program: &Program<'ctx>, functions: &Symbols) -> Result<Program<'ctx>, Error> {
    let copy = program.copy();
    copy.module().strip_debug_info();
    for function in copy.defined() {
        let is_kept = functions.contains(&*function.get_name().to_string_lossy());
        let linkage = if is_kept { Linkage::External } else { Linkage::AvailableExternally };
        function.set_linkage(linkage);
        raw::ungroup(function);
    }
    copy.run_passes("elim-avail-extern,globaldce")?;
    Ok(copy)
}

/// The optimised code of functions.
fn optimised(program: &Program<'_>, functions: &Symbols) -> Result<String, Error> {
    program.run_passes(&format!("{CANONICAL},default<O1>,globaldce"))?;
    let of = |name: &String| program.module().get_function(name);
    Ok(functions.iter().filter_map(of).map(|f| f.print_to_string().to_string()).collect())
}
