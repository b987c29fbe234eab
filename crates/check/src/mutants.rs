//! Selects the mutants of a check and compiles them.

use std::path::Path;
use std::time::Duration;

use pikse_front::check::Checked;
use pikse_front::properties::CHECK;
use pikse_front::subject::PREDICATES;
use pikse_front::{Bounds, Property};
use pikse_native::{CheckBuild, CompiledCheck};

use crate::compile;
use crate::mutate::{Mutant, Mutants, MutateError};

/// The time limit of a run: short, so that mutants that do not end are found soon.
const MUTANT_TIME: Duration = Duration::from_millis(500);
/// The seed of the selection: always the same.
const SEED: u64 = 1;

/// The selection of mutants.
#[derive(Clone, Copy, Debug)]
pub struct WantedMutants<'a> {
    /// Their number.
    pub count: usize,
    /// Only in files whose paths contain this text.
    pub within: Option<&'a str>,
}

/// The mutants of a check.
#[derive(Debug, Default)]
pub struct CheckMutants {
    /// Each, with the check compiled for it.
    pub compiled: Vec<(Mutant, CompiledCheck)>,
    /// The number of all mutants of the code under test.
    pub places: usize,
}

impl CheckMutants {
    /// The mutants of the code that a property tests. Stops early once `is_cancelled` says so.
    pub fn new(
        checked: &Checked<'_>,
        property: &Property,
        (bounds, build): (&Bounds, &CheckBuild),
        wanted: WantedMutants<'_>,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<CheckMutants, MutateError> {
        let found = under_test(checked, property, wanted.within);
        let mut build = CheckBuild { coverage: false, ..*build };
        build.limits.time = build.limits.time.min(MUTANT_TIME);
        let mut compiled = Vec::new();
        for index in found.choose(&checked.program, wanted.count, SEED)? {
            if is_cancelled() {
                break;
            }
            let program = checked.program.copy();
            found.apply(&program, index)?;
            // A mutant that cannot be compiled is skipped.
            if let (Some(mutant), Ok(check)) =
                (found.get(index), compile(&program, property, bounds, &build))
            {
                compiled.push((mutant.clone(), check));
            }
        }
        Ok(CheckMutants { compiled, places: found.len() })
    }
}

/// All mutants of the code under test. Its specification (conditions and predicates) is not
/// changed.
fn under_test(checked: &Checked<'_>, property: &Property, within: Option<&str>) -> Mutants {
    let judges = property.pre.iter().chain(&property.post).chain(&property.same_as);
    let mut excluded: Vec<String> = judges.map(|callee| callee.symbol.clone()).collect();
    let predicates = checked.types.functions().iter();
    excluded.extend(
        predicates
            .filter(|function| PREDICATES.contains(&function.last_name()))
            .map(|function| function.symbol.clone()),
    );
    let under_test = vec![property.call.symbol.clone()];
    let is_check = property.call.symbol.starts_with(CHECK);
    if is_check {
        // The functions that a check calls are under test, not the check itself.
        excluded.extend(under_test.iter().cloned());
    }
    let (program, types) = (&checked.program, &checked.types);
    let mut found = Mutants::find_within(program, types, &under_test, &excluded, within);
    if let (Some((file, _)), true) = (&property.place, is_check) {
        // Functions in the file of a check are its helpers, unless there are no others.
        let is_elsewhere = |m: &Mutant| Path::new(&m.folder).join(&m.file) != Path::new(file);
        if found.iter().any(is_elsewhere) {
            found.retain(is_elsewhere);
        }
    }
    found
}
