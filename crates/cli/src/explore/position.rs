//! Tests as positions in the order of paths.

use std::cmp::Ordering;
use std::path::Path;

use pikse_explore::Test;
use pikse_vm::{Ends, Inputs, Machine, State, Stop};

use crate::errors::CliError;
use crate::explore::replay::tests_in;

/// A test that is a position.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub(crate) name: String,
    pub(crate) inputs: Inputs,
    pub(crate) test: Test,
}

impl Position {
    /// Reads a test: JSON, or KLEE's format. `words` are the options of the program that it must belong to.
    pub(crate) fn read(path: &Path, words: &[String]) -> Result<Position, CliError> {
        let bad = |why: String| CliError::Replay { path: path.to_owned(), why };
        let test = match path.extension().is_some_and(|ending| ending == "ktest") {
            true => {
                let bytes = std::fs::read(path).map_err(|error| bad(error.to_string()))?;
                let test = Test::from_ktest(&bytes).map_err(|error| bad(error.to_string()))?;
                // It does not say how its program was run.
                Test { sources: Vec::new(), ..test }
            }
            false => {
                let tests = tests_in(path)?.unwrap_or_default();
                let found = tests.into_iter().next().map(|named| named.test);
                found.ok_or_else(|| bad("it is not a test of `pikse explore`".to_owned()))?
            }
        };
        Position::of(path.display().to_string(), test, words)
    }

    /// The position of a test.
    pub(crate) fn of(name: String, test: Test, words: &[String]) -> Result<Position, CliError> {
        if !test.sources.is_empty() && test.options != words {
            let (then, now) = (test.options.join(" "), words.join(" "));
            let why = format!(
                "it is a test of another run: that had the options \"{then}\", this one has \"{now}\""
            );
            return Err(CliError::Replay { path: name.into(), why });
        }
        let inputs = test.inputs.iter().map(|input| (input.name.clone(), input.bytes.clone()));
        Ok(Position { inputs: inputs.collect(), name, test })
    }

    /// Runs the program on the inputs, by evaluation, and checks that it asks for them.
    pub(crate) fn check(&self, machine: &mut Machine<'_>, first: &State) -> Result<(), CliError> {
        let mut state = first.clone();
        follow(machine, &mut state, &self.inputs, &self.inputs);
        let exprs = machine.exprs();
        let asked: Vec<(String, usize)> = state
            .inputs()
            .iter()
            .map(|input| {
                let length = exprs.array_length(input.array) as usize;
                (exprs.array_name(input.array).to_owned(), length)
            })
            .collect();
        let misses = |(name, bytes): &&(String, Vec<u8>)| {
            !asked.iter().any(|(known, length)| known == name && *length == bytes.len())
        };
        let Some((name, bytes)) = self.inputs.iter().find(misses) else { return Ok(()) };
        let why = match asked.iter().find(|(known, _)| known == name) {
            Some((_, length)) => format!(
                "its input `{name}` has {} bytes, but the program asks for {length}; it is a test of \
                 another program, or of another version",
                bytes.len()
            ),
            None => format!(
                "the program does not ask for its input `{name}`; it is a test of another program, or of \
                 another version"
            ),
        };
        Err(CliError::Replay { path: self.name.clone().into(), why })
    }

    /// The order of the paths of two tests.
    pub(crate) fn compare(
        &self,
        other: &Position,
        machine: &mut Machine<'_>,
        first: &State,
    ) -> Ordering {
        let mut state = first.clone();
        follow(machine, &mut state, &self.inputs, &other.inputs);
        machine.order().unwrap_or(Ordering::Equal)
    }
}

/// Runs until the paths of two inputs part, or to the end of their path.
fn follow(machine: &mut Machine<'_>, state: &mut State, from: &Inputs, to: &Inputs) {
    let ends = Ends { from: Some(from.clone()), to: Some(to.clone()) };
    machine.compare(state, &ends);
    while !matches!(machine.run(state, u64::MAX), Stop::Ended(..)) {}
}

/// The ends of a range, checked: both are inputs of the program, and the first comes before the second.
pub(crate) fn ends(
    machine: &mut Machine<'_>,
    first: &State,
    from: Option<&Position>,
    to: Option<&Position>,
) -> Result<Ends, CliError> {
    for position in from.iter().chain(&to) {
        position.check(machine, first)?;
    }
    if let (Some(from), Some(to)) = (from, to) {
        let why = match from.compare(to, machine, first) {
            Ordering::Less => None,
            Ordering::Equal => Some("follow the same path, so the range between them is empty"),
            Ordering::Greater => Some("are in the wrong order: the end comes before the start"),
        };
        if let Some(why) = why {
            return Err(CliError::Usage(format!(
                "--from {} and --to {} {why}",
                from.name, to.name
            )));
        }
    }
    let inputs = |position: Option<&Position>| position.map(|position| position.inputs.clone());
    Ok(Ends { from: inputs(from), to: inputs(to) })
}
