//! The smallest input of each error.
//!
//! Many paths may have the same error. The input that is shown and saved is the smallest: by objects, then by
//! bytes, then by numbers. How many objects and bytes there are is known of a path without a query; numbers
//! are made small by the solver ([`Machine::with_small_inputs`]), and only for a few paths that are as small.

use std::collections::HashMap;

use pikse_vm::Machine;
use serde::{Deserialize, Serialize};

use crate::chosen::Cells;
use crate::explorer::Ended;
use crate::path::Run;
use crate::test::Input;

/// How many paths of an error with the same numbers of objects and bytes are compared.
const TRIES: u32 = 8;

/// How large an input is; the order is that of sizes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Measure {
    objects: usize,
    bytes: usize,
    /// The distance from zero of each number, in the order of the inputs; a negative number comes after the
    /// positive one.
    numbers: Vec<u64>,
}

impl Measure {
    fn of(inputs: &[Input], objects: usize) -> Self {
        let bytes = inputs.iter().map(|input| input.bytes.len()).sum();
        Self {
            objects,
            bytes,
            numbers: inputs.iter().flat_map(|input| numbers(&input.bytes)).collect(),
        }
    }
}

/// The numbers of an input, as distances from zero.
fn numbers(bytes: &[u8]) -> Vec<u64> {
    let size = if matches!(bytes.len(), 2 | 4 | 8) { bytes.len() } else { 1 };
    let distance = |word: &[u8]| {
        let is_negative = size > 1 && word.last().is_some_and(|byte| byte >> 7 == 1);
        let mut wide = [if is_negative { 0xff } else { 0 }; 8];
        wide[..word.len()].copy_from_slice(word);
        let number = i64::from_le_bytes(wide);
        number.unsigned_abs().saturating_mul(2).saturating_sub(u64::from(number > 0))
    };
    bytes.chunks(size).map(distance).collect()
}

/// Finds the smallest input of each error, path by path.
#[derive(Debug, Default)]
pub struct Smallest {
    cells: Option<Cells>,
    known: HashMap<usize, Known>,
}

#[derive(Debug)]
struct Known {
    measure: Measure,
    /// How many more paths of the same size are compared.
    left: u32,
}

impl Smallest {
    /// The run of a path with an error, if it has the smallest input of that error so far.
    pub fn consider(
        &mut self,
        machine: &mut Machine<'_>,
        path: &Ended<'_>,
    ) -> Option<(Run, Measure)> {
        let error = path.error?;
        let (inputs, forced) = Run::inputs(machine, path.state)?;
        let rough = Measure::of(&inputs, self.objects(machine, &inputs, &forced));
        if let Some(known) = self.known.get_mut(&error) {
            let (new, old) =
                ((rough.objects, rough.bytes), (known.measure.objects, known.measure.bytes));
            if new > old || new == old && known.left == 0 {
                return None;
            }
            known.left = if new < old { TRIES } else { known.left - 1 };
        }
        let small = machine.with_small_inputs(path.state);
        let path = Ended { state: small.as_ref().unwrap_or(path.state), ..*path };
        let run = Run::of(machine, &path)?;
        let measure = Measure::of(&run.inputs, rough.objects);
        match self.known.get_mut(&error) {
            Some(known) if known.measure <= measure => return None,
            Some(known) => known.measure = measure.clone(),
            None => {
                self.known.insert(error, Known { measure: measure.clone(), left: TRIES });
            }
        }
        Some((run, measure))
    }

    /// The number of objects of the structures that a path was given.
    fn objects(&mut self, machine: &Machine<'_>, inputs: &[Input], forced: &[String]) -> usize {
        if self.cells.is_none() {
            self.cells = machine.given().map(Cells::of_heap);
        }
        let chosen = self.cells.as_ref().and_then(|cells| cells.chosen_by(inputs, forced).ok());
        chosen.map_or(0, |chosen| chosen.snapshot().objects.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(bytes: &[u8]) -> Input {
        Input { name: "x".to_owned(), bytes: bytes.to_vec() }
    }

    #[test]
    fn inputs_are_ordered_by_objects_then_bytes_then_numbers() {
        let word = |number: i32| vec![input(&number.to_le_bytes())];
        let sorted = [
            Measure::of(&[input(&[9])], 1),
            Measure::of(&word(0), 1),
            Measure::of(&word(1), 1),
            Measure::of(&word(-1), 1),
            Measure::of(&word(2), 1),
            Measure::of(&word(i32::MAX), 1),
            Measure::of(&word(i32::MIN), 1),
            Measure::of(&[input(&[0, 0, 0, 0, 0])], 1),
            Measure::of(&[input(&[0])], 2),
        ];
        assert!(sorted.is_sorted_by(|a, b| a < b), "{sorted:?}");
    }

    #[test]
    fn bytes_of_a_text_are_numbers_of_their_own() {
        assert_eq!(numbers(b"\x01\x00\xff"), [1, 0, 509]);
        assert_eq!(numbers(&(-3_i16).to_le_bytes()), [6]);
    }
}
