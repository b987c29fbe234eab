//! The mutants of a check: which code is under test, a fair choice among its mutants, and each of
//! them compiled.

use std::path::Path;
use std::time::Duration;

use pikse_front::check::Checked;
use pikse_front::properties::CHECK;
use pikse_front::subject::PREDICATES;
use pikse_front::{Bounds, Property};
use pikse_native::{CheckBuild, CompiledCheck};

use crate::compile;
use crate::mutate::{Mutant, Mutants, MutateError};

/// A mutant that never ends is found out soon.
const MUTANT_TIME: Duration = Duration::from_millis(500);
/// Which mutants are chosen among many; always the same.
const SEED: u64 = 1;

/// Which mutants are wanted.
#[derive(Clone, Copy, Debug)]
pub struct WantedMutants<'a> {
    /// How many.
    pub count: usize,
    /// Only in files whose paths have this part.
    pub within: Option<&'a str>,
}

/// The mutants of a check.
#[derive(Debug, Default)]
pub struct CheckMutants {
    /// Each, with the check compiled for it.
    pub compiled: Vec<(Mutant, CompiledCheck)>,
    /// In how many ways the code under test can be changed.
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
            // One that cannot be compiled tells nothing.
            if let (Some(mutant), Ok(check)) =
                (found.get(index), compile(&program, property, bounds, &build))
            {
                compiled.push((mutant.clone(), check));
            }
        }
        Ok(CheckMutants { compiled, places: found.len() })
    }
}

/// Everything that can be changed in the code under test. What judges it (conditions and
/// predicates) stays as it is.
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
        // What a check calls is under test, and not the check itself.
        excluded.extend(under_test.iter().cloned());
    }
    let (program, types) = (&checked.program, &checked.types);
    let mut found = Mutants::find_within(program, types, &under_test, &excluded, within);
    if let (Some((file, _)), true) = (&property.place, is_check) {
        // What stands beside a check is its helper, unless there is nothing else.
        let is_elsewhere = |m: &Mutant| Path::new(&m.folder).join(&m.file) != Path::new(file);
        if found.iter().any(is_elsewhere) {
            found.retain(is_elsewhere);
        }
    }
    found
}
