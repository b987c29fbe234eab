//! A path that has ended: the ways that it took, how it ended, and an input that follows it.

use pikse_vm::{Machine, OutputLength, Place, State, Step, Value, Verdict, Way};
use serde::{Deserialize, Serialize};

use crate::explorer::Ended;
use crate::smallest::Measure;
use crate::test::{Input, Test, TestVerdict};

/// The descriptor of standard output.
const STANDARD_OUTPUT: i32 = 1;

/// A path that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Path {
    /// Its decisions, in order. No other path has the same.
    pub ways: Vec<Way>,
    /// How it ended.
    pub verdict: Verdict,
    /// An input that follows it, if one is known.
    pub run: Option<Run>,
    /// A number for the branches that were taken; see `pikse_vm::mix`.
    pub trace: u64,
    /// What a machine needs to follow it again, if that is wanted.
    pub script: Option<Vec<Step>>,
    /// How large its input is, if that may be the smallest of its error.
    pub measure: Option<Measure>,
}

/// A run of the program along a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Inputs, in the order in which the program asked for them.
    pub inputs: Vec<Input>,
    /// The cells of given objects that were read when one value was left for them, by name.
    pub forced: Vec<String>,
    /// The standard output of the program, or the beginning of it.
    pub output: Vec<u8>,
    /// The length of the whole standard output, if only its beginning was kept.
    pub output_length: Option<u64>,
}

impl Path {
    /// The path of a state that has ended, with a run along it, and the measure of that.
    pub fn of(path: &Ended<'_>, run: Option<Run>, measure: Option<Measure>) -> Self {
        let decisions = path.state.decisions();
        Self {
            ways: decisions.iter().map(|decision| decision.way).collect(),
            verdict: path.verdict.clone(),
            run,
            trace: path.state.trace(),
            script: None,
            measure,
        }
    }
}

impl Run {
    /// The run of the path's model; none if the path has no model.
    pub fn of(machine: &mut Machine<'_>, path: &Ended<'_>) -> Option<Self> {
        let state = path.state;
        let model = state.path().model()?;
        let again = machine.with_final_output(path.first, state);
        let shown = again.as_ref().unwrap_or(state);
        let (inputs, forced) = Self::inputs(machine, state)?;
        let mut output = Vec::new();
        for piece in shown.output() {
            if piece.descriptor == STANDARD_OUTPUT {
                output.extend(piece.bytes().map(|byte| match byte {
                    Value::Concrete(byte) => byte as u8,
                    Value::Symbolic(expr) => machine.evaluate(model, expr) as u8,
                }));
            }
        }
        let OutputLength { written, kept } = shown.output_length();
        let output_length = (kept < written).then_some(written);
        Some(Self { inputs, forced, output, output_length })
    }

    /// The inputs of a state's model, and the cells for which one value was left.
    pub(crate) fn inputs(
        machine: &Machine<'_>,
        state: &State,
    ) -> Option<(Vec<Input>, Vec<String>)> {
        let (exprs, model) = (machine.exprs(), state.path().model()?);
        let inputs = state.inputs().into_iter().map(|input| Input {
            name: exprs.array_name(input.array).to_owned(),
            bytes: model.array(exprs, input.array),
        });
        let space = machine.given().map(|heap| &heap.space);
        let forced = state.forced().into_iter().filter_map(|cell| Some(space?.cell_name(cell)));
        Some((inputs.collect(), forced.collect()))
    }
}

impl Test {
    /// The test of a path that came to an end of the program: its own, or an error. None for other
    /// paths, and if no run along the path is known. `run` is one that the caller prefers; `at` says where
    /// a place is. The sources and the options are the caller's to add.
    pub fn of_path(
        machine: &mut Machine<'_>,
        path: &Ended<'_>,
        run: Option<Run>,
        at: impl Fn(&Place) -> String,
    ) -> Option<Test> {
        if matches!(path.verdict, Verdict::Rejected | Verdict::Cut(..)) {
            return None;
        }
        let run = match run {
            Some(run) => run,
            None => Run::of(machine, path)?,
        };
        Self::of(machine, (path.verdict, path.state.trace()), run, at)
    }

    /// The same, for a path from another process.
    pub fn of_found(
        machine: &Machine<'_>,
        path: Path,
        at: impl Fn(&Place) -> String,
    ) -> Option<Test> {
        Self::of(machine, (&path.verdict, path.trace), path.run?, at)
    }

    fn of(
        machine: &Machine<'_>,
        (verdict, trace): (&Verdict, u64),
        run: Run,
        at: impl Fn(&Place) -> String,
    ) -> Option<Test> {
        let (verdict, message, exit_code) = match verdict {
            Verdict::Finished(code) => (TestVerdict::Finished, String::new(), *code),
            Verdict::Error(failure) => {
                let own = |place: &&Place| machine.is_traced(place.function);
                let place = failure.stack.iter().find(own).or(failure.stack.first());
                let place = place.map(at).unwrap_or_default();
                (TestVerdict::Error(failure.kind), format!("{} at {place}", failure.message), None)
            }
            Verdict::Killed(signal, place) => {
                let place = place.as_ref().map(at).unwrap_or_default();
                let message = format!("killed by its own signal {signal} at {place}");
                (TestVerdict::Killed(*signal), message, None)
            }
            Verdict::Blocked(why, place) => {
                let place = place.as_ref().map(at).unwrap_or_default();
                (TestVerdict::Blocked, format!("blocked for ever: {why} at {place}"), None)
            }
            Verdict::Rejected | Verdict::Cut(..) => return None,
        };
        let Run { inputs, forced, output, output_length } = run;
        let test = Test { inputs, forced, verdict, message, exit_code, trace, ..Test::default() };
        Some(Test { output, output_length, ..test })
    }
}
