//! Explores the program of a task, and answers.

use std::time::{Duration, Instant};

use pikse_base::Halt;
use pikse_explore::replay::{self, Replayer, Start};
use pikse_explore::{
    Ended, Explorer, Input, Limits, Opened, Order, Outcome, Progress, Test, Wanted, Watch, strategy,
};
use pikse_ir::{LocId, Program};
use pikse_llvm::inkwell::context::Context;
use pikse_solver::{chain, last};
use pikse_vm::{Failure, Machine, Verdict};
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Unknown};
use crate::judge::{Meaning, meaning, options};
use crate::property::{Part, Property};
use crate::sources::Sources;
use crate::task::Task;

/// The limits of a run.
#[derive(Clone, Debug)]
pub struct Budget {
    /// The time for everything.
    pub time: Duration,
    /// The memory of the process in bytes.
    pub memory: u64,
    /// The memory that the process has now.
    pub resident: fn() -> u64,
    /// A request to stop, which also holds while the solver works.
    pub halt: Halt,
}

/// A place in a source file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spot {
    /// The file.
    pub file: String,
    /// The line, from 1 on; 0 if it is not known.
    pub line: u32,
    /// The column, from 1 on.
    pub column: u32,
    /// The function, if it is known.
    pub function: Option<String>,
}

/// A run of the program that violates the property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterexample {
    /// The inputs in order, and where the program asked for them.
    pub inputs: Vec<(Input, Spot)>,
    /// Where the violation is.
    pub target: Spot,
    /// What it is.
    pub message: String,
}

/// What the native run of a counterexample showed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Confirmation {
    /// The same path, and the violation if it can be seen.
    Confirmed,
    /// Nothing, and why.
    NotJudged(String),
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// The answer.
    pub answer: Answer,
    /// The run that shows a violation.
    pub counterexample: Option<Counterexample>,
    /// Whether a native run confirmed it.
    pub confirmation: Option<Confirmation>,
    /// The number of paths.
    pub paths: u64,
}

impl Done {
    /// A result without an answer.
    #[must_use]
    pub fn unknown(why: Unknown) -> Self {
        let answer = Answer::Unknown(why);
        Self { answer, counterexample: None, confirmation: None, paths: 0 }
    }
}

/// Answers a task.
#[must_use]
pub fn run(task: &Task, budget: &Budget) -> Done {
    let begun = Instant::now();
    if matches!(task.property, Property::NoDataRace | Property::Coverage) {
        return Done::unknown(Unknown::Property(task.property.name().to_owned()));
    }
    let no_program = |why: String| Done::unknown(Unknown::NoProgram(why));
    let sources = match Sources::of(&task.files) {
        Ok(sources) => sources,
        Err(error) => return no_program(error.to_string()),
    };
    let context = Context::create();
    let (opened, wanted) = match sources.open(&context, task) {
        Ok(opened) => opened,
        Err(error) => return no_program(error.to_string()),
    };
    drop(sources);
    let limits = pikse_solver::Limits {
        time: budget.time / 2,
        halt: budget.halt.clone(),
        ..Default::default()
    };
    let solver = Box::new(chain(last(limits)));
    let (machine, first) = match opened.machine(options(&task.property), solver) {
        Ok(machine) => machine,
        Err(error) => return no_program(error.to_string()),
    };
    let limits = Limits {
        time: Some(budget.time.saturating_sub(begun.elapsed())),
        memory: Some(budget.memory),
        halt: budget.halt.clone(),
        ..Limits::default()
    };
    // No order is good at everything: the first finds short runs, the second deep ones.
    let orders = [Order::Coverage, Order::DepthFirst, Order::RandomPath];
    let mut explorer = Explorer::new(machine, first, strategy(&orders, 1), limits);
    let mut watcher = Watcher::new(&opened.ir, &task.property, budget);
    let outcome = explorer.run(&mut watcher);
    let paths = outcome.tally.paths();
    let Some((part, test, counterexample)) = watcher.violation.take() else {
        let answer = watcher.without_violation(&outcome);
        return Done { answer, counterexample: None, confirmation: None, paths };
    };
    let (answer, confirmation) = match confirm(&opened, &wanted, &test) {
        Ok(confirmation) => (Answer::False(part), Some(confirmation)),
        Err(how) => (Answer::Unknown(Unknown::Refuted(how)), None),
    };
    Done { answer, counterexample: Some(counterexample), confirmation, paths }
}

/// Runs a counterexample natively. The error is what the run showed instead.
fn confirm(opened: &Opened<'_>, wanted: &Wanted, test: &Test) -> Result<Confirmation, String> {
    let start = Start::of(wanted, opened);
    let Opened { user, ir, own, .. } = opened;
    let is_traced = |function: pikse_ir::FuncId| own[function.index()];
    let replayer = Replayer::new(user, ir, is_traced, &start, replay::Limits::default());
    let replayed = replayer.and_then(|replayer| replayer.run(test));
    match replayed {
        Err(error) => Ok(Confirmation::NotJudged(error.to_string())),
        Ok(replayed) if replayed.is_refuted() => Err(replayed.to_string()),
        Ok(replayed) if replayed.same_path == Some(true) => Ok(Confirmation::Confirmed),
        Ok(replayed) => Ok(Confirmation::NotJudged(replayed.to_string())),
    }
}

/// Waits for the first violation.
struct Watcher<'a> {
    program: &'a Program,
    property: &'a Property,
    budget: &'a Budget,
    violation: Option<(Option<Part>, Test, Counterexample)>,
    /// The first error that the property does not mention.
    undefined: Option<(String, Spot)>,
}

impl<'a> Watcher<'a> {
    fn new(program: &'a Program, property: &'a Property, budget: &'a Budget) -> Self {
        Self { program, property, budget, violation: None, undefined: None }
    }

    /// A place in the source.
    fn spot(&self, location: LocId) -> Spot {
        let Some(known) = self.program.locations.get(location.index()) else {
            return Spot::default();
        };
        let file = self.program.files.get(known.file.index()).cloned().unwrap_or_default();
        Spot { file, line: known.line, column: known.column, function: None }
    }

    /// The innermost place of an error that is in a source.
    fn place(&self, failure: &Failure) -> Spot {
        let named = |place: &pikse_vm::Place| {
            let function = &self.program.functions[place.function.index()];
            let name = function.source_name.as_ref().unwrap_or(&function.name).clone();
            Spot { function: Some(name), ..self.spot(place.location) }
        };
        let mut places = failure.stack.iter().map(named);
        let main = || {
            let main = self.program.function("main");
            main.map_or_else(Spot::default, |main| {
                let location = self.program.functions[main.index()].location;
                Spot { function: Some("main".to_owned()), ..self.spot(location) }
            })
        };
        places.find(|spot| spot.line > 0).unwrap_or_else(main)
    }

    /// The answer if no path violates the property.
    fn without_violation(&self, outcome: &Outcome) -> Answer {
        if let Some((error, spot)) = &self.undefined {
            let place = format!("{}:{}", spot.file, spot.line);
            return Answer::Unknown(Unknown::Undefined { error: error.clone(), place });
        }
        if outcome.is_complete() {
            return Answer::True;
        }
        let cut = outcome.tally.cut.keys().map(ToString::to_string);
        let notes = outcome
            .notes
            .iter()
            .map(|(note, _)| format!("{} (line {})", note.text, self.spot(note.location).line));
        Answer::Unknown(Unknown::Incomplete(cut.chain(notes).collect()))
    }
}

impl Watch for Watcher<'_> {
    fn ended(&mut self, machine: &mut Machine<'_>, path: &Ended<'_>) -> bool {
        let failure = match path.verdict {
            Verdict::Error(failure) => failure,
            Verdict::Blocked(what, place) if *self.property == Property::Termination => {
                let spot = place.map_or_else(Spot::default, |place| self.spot(place.location));
                self.undefined.get_or_insert((format!("the program waits for ever: {what}"), spot));
                return true;
            }
            _ => return true,
        };
        let place = self.place(failure);
        let message = match failure.message.is_empty() {
            true => failure.kind.title().to_owned(),
            false => format!("{}: {}", failure.kind.title(), failure.message),
        };
        let Meaning::Violation(part) = meaning(self.property, failure) else {
            self.undefined.get_or_insert((message, place));
            return true;
        };
        let Some(test) = Test::of_path(machine, path, None, |_| String::new()) else { return true };
        let spots = path.state.inputs().into_iter().map(|input| self.spot(input.location));
        let inputs = test.inputs.iter().cloned().zip(spots).collect();
        let counterexample = Counterexample { inputs, target: place, message };
        self.violation = Some((part, test, counterexample));
        false
    }

    fn look(&mut self, _: &Machine<'_>, _: &Progress<'_>) -> bool {
        true
    }

    fn memory(&mut self) -> u64 {
        (self.budget.resident)()
    }
}
