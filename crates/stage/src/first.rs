//! Stage 1: explores a predicate alone, and stores its accepting paths.

use std::collections::HashSet;
use std::fmt;

use pikse_explore::{Cells, Ended, Explorer, Limits, Opened, Outcome, Run, Strategy, Watch};
use pikse_expr::Expr;
use pikse_structure::{BoundedHeap, CellId, Snapshot};
use pikse_vm::{Machine, Options, State, Verdict, Way};
use serde_json::{Value as Json, json};

use crate::file::{AbstractInput, FORMAT, StageFile, is_portable};
use crate::identity::Identity;

/// Why there is no stage 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FirstError {
    /// The program was not opened for a predicate alone.
    NoInvariant,
    /// A path cannot be stored: how it goes depends on more than the structure.
    NotPortable,
}

impl fmt::Display for FirstError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoInvariant => write!(f, "there is no predicate that takes the structure alone"),
            Self::NotPortable => write!(
                f,
                "the predicate follows a pointer that may lead to several objects, or a number that was \
                 made concrete, so its paths cannot be stored; explore the function without --staged"
            ),
        }
    }
}

impl std::error::Error for FirstError {}

/// What a file says of itself, for people and for the command that reads it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// The version of Pikse.
    pub version: String,
    /// The type of the structures.
    pub of: String,
    /// The predicate, as the source calls it.
    pub predicate: String,
    /// The size that the user set.
    pub size: u32,
    /// The bounds, in words.
    pub bounds: Vec<String>,
    /// What the user set of the bounds, as words of the command.
    pub options: Vec<String>,
}

/// Explores the predicate of a program that was opened for it (`Wanted::invariant`).
pub fn first(
    opened: &Opened<'_>,
    options: &Options,
    (machine, state): (Machine<'_>, State),
    strategy: Box<dyn Strategy>,
    limits: Limits,
    about: About,
) -> Result<(StageFile, Outcome), FirstError> {
    let given = opened.entry.given.as_ref().ok_or(FirstError::NoInvariant)?;
    let identity = Identity::of(opened, options, 0, 0).ok_or(FirstError::NoInvariant)?;
    let cells = Cells::of(given);
    let heap = &given.heap;
    let mut collect = Collect { cells, heap, inputs: Vec::new(), is_portable: true };
    let mut explorer = Explorer::new(machine, state, strategy, limits);
    let outcome = explorer.run(&mut collect);
    if !collect.is_portable {
        return Err(FirstError::NotPortable);
    }
    let About { version, of, predicate, size, bounds, options } = about;
    let file = StageFile {
        pikse_stage: FORMAT,
        version,
        of,
        predicate,
        size,
        bounds,
        options,
        identity,
        valid: collect.inputs.len() as u64,
        rejected: outcome.tally.rejected,
        errors: outcome.tally.failed,
        complete: outcome.is_complete(),
        seconds: outcome.time.as_secs_f64(),
        covered: outcome.tally.coverage.by_name(&opened.ir),
        inputs: collect.inputs,
        checksum: String::new(),
    };
    Ok((file.sealed(), outcome))
}

/// Collects accepting paths.
struct Collect<'a> {
    cells: Cells,
    heap: &'a BoundedHeap,
    inputs: Vec<AbstractInput>,
    is_portable: bool,
}

impl Watch for Collect<'_> {
    fn ended(&mut self, machine: &mut Machine<'_>, path: &Ended<'_>) -> bool {
        if !matches!(path.verdict, Verdict::Finished(_)) {
            return true;
        }
        let script = path.state.script();
        self.is_portable &= script.steps.iter().all(is_portable);
        let Some(input) = self.input(machine, path) else {
            self.is_portable = false;
            return false;
        };
        self.inputs.push(AbstractInput { script: AbstractInput::encode(&script), ..input });
        self.is_portable
    }
}

impl Collect<'_> {
    fn input(&self, machine: &mut Machine<'_>, path: &Ended<'_>) -> Option<AbstractInput> {
        let run = Run::of(machine, path)?;
        let symbolic: HashSet<String> = numbers(machine, self.heap, path.state).collect();
        let chosen = self.cells.chosen_by(&run.inputs, &run.forced).ok()?;
        let condition = condition(machine, self.heap, path.state);
        let graph = graph(&chosen.snapshot(), &symbolic);
        let solution = structure(chosen.completed().to_json())?;
        Some(AbstractInput {
            graph,
            condition,
            solution,
            script: String::new(),
            shown: chosen.snapshot(),
        })
    }
}

/// The names of the cells of numbers that are inputs of a path.
fn numbers<'a>(
    machine: &'a Machine<'_>,
    heap: &'a BoundedHeap,
    state: &State,
) -> impl Iterator<Item = String> + 'a {
    let exprs = machine.exprs();
    let known: HashSet<String> = (0..heap.space.cells().len())
        .map(CellId::at)
        .filter(|&cell| heap.numbers(cell).is_some() && !heap.space.is_tag(cell))
        .map(|cell| heap.space.cell_name(cell))
        .collect();
    let inputs = state.inputs().into_iter();
    inputs
        .map(|input| exprs.array_name(input.array).to_owned())
        .filter(move |name| known.contains(name))
}

/// What a path requires of data: its condition, without what it chose and without the bounds.
fn condition(machine: &mut Machine<'_>, heap: &BoundedHeap, state: &State) -> Vec<String> {
    let decisions = state.decisions();
    let mut known: HashSet<Expr> = decisions
        .iter()
        .filter(|decision| matches!(decision.way, Way::Choice(_)))
        .filter_map(|decision| decision.condition)
        .collect();
    let read: HashSet<String> = numbers(machine, heap, state).collect();
    for cell in (0..heap.space.cells().len()).map(CellId::at) {
        if read.contains(&heap.space.cell_name(cell)) {
            known.extend(machine.bound(cell));
        }
    }
    let exprs = machine.exprs();
    let conjuncts = state.path().conjuncts().into_iter();
    conjuncts
        .filter(|conjunct| !known.contains(conjunct))
        .map(|conjunct| exprs.text(conjunct).as_in_source().to_string())
        .collect()
}

/// The structure of an input that has one argument, as `pikse generate` writes it.
fn structure(mut input: Json) -> Option<Json> {
    let root = input.get("root")?.as_str()?.to_owned();
    let argument = input.get_mut("objects")?.as_object_mut()?.remove(&root)?;
    let argument = argument.get("fields")?.as_object()?.values().next()?.get("ref")?.clone();
    *input.get_mut("root")? = argument;
    Some(input)
}

/// The objects of a snapshot, with symbolic numbers marked.
fn graph(snapshot: &Snapshot, symbolic: &HashSet<String>) -> Json {
    let mut json = snapshot.to_json();
    let Some(objects) = json.get_mut("objects").and_then(Json::as_object_mut) else { return json };
    for (name, object) in objects {
        let Some(fields) = object.get_mut("fields").and_then(Json::as_object_mut) else { continue };
        for (field, value) in fields {
            let of = format!("{name}.{field}");
            match value {
                Json::Array(elements) => {
                    for (at, element) in elements.iter_mut().enumerate() {
                        let of = format!("{of}[{at}]");
                        if symbolic.contains(&of) {
                            *element = json!({"symbolic": of});
                        }
                    }
                }
                value if symbolic.contains(&of) => *value = json!({"symbolic": of}),
                _ => {}
            }
        }
    }
    json
}
