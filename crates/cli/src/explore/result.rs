//! The result of an exploration, as the reports need it.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use pikse_explore::tree::{self, End};
use pikse_explore::{Covered, Outcome, Ready, Tree, coverage};
use pikse_expr::Expr;
use pikse_ir::{BlockId, FuncId, LocId, Program};
use pikse_report::explore_run::{
    EndVerdict, Ends, ExploreStatistics, Tier, TreeEnd, TreeNode, Way,
};
use pikse_report::{
    ExploreError, ExploreNote, ExploreRun, ExploreTree, FileCoverage, Incomplete, LeftOut, Reached,
    Reason, SourcePlace, Unit,
};
use pikse_vm::{Decision, Failure, Machine, Place};

use crate::check::session::short;
use crate::explore::collect::{inputs, structure};
use crate::explore::watch::{Watcher, peak};

/// A condition with more characters is cut.
const MAX_CONDITION: usize = 160;

/// Places of a program, with paths relative to the current folder.
#[derive(Debug)]
pub(crate) struct Places<'a> {
    program: &'a Program,
    /// The names of the files.
    files: Vec<String>,
}

impl<'a> Places<'a> {
    pub(crate) fn new(program: &'a Program) -> Self {
        let files = program.files.iter().map(|file| short(Path::new(file))).collect();
        Self { program, files }
    }

    /// A place in the source, without a function; with line 0 if it is not known.
    pub(crate) fn source(&self, location: LocId) -> SourcePlace {
        let known = self.program.locations.get(location.index()).filter(|place| place.line > 0);
        let file = known.and_then(|place| self.files.get(place.file.index()));
        match (known, file) {
            (Some(place), Some(file)) => SourcePlace {
                file: file.clone(),
                line: place.line,
                column: place.column,
                ..SourcePlace::default()
            },
            _ => SourcePlace::default(),
        }
    }

    /// A place in a function.
    pub(crate) fn place(&self, place: &Place) -> SourcePlace {
        let function = self.name(place.function);
        SourcePlace { function, ..self.source(place.location) }
    }

    fn name(&self, function: FuncId) -> String {
        let function = &self.program.functions[function.index()];
        function.source_name.as_ref().unwrap_or(&function.name).clone()
    }
}

/// The way that a decision took.
fn way(decision: &Decision) -> Way {
    match decision.way {
        pikse_vm::Way::Side(true) => Way::Yes,
        pikse_vm::Way::Side(false) => Way::No,
        pikse_vm::Way::Fails => Way::Fails,
        pikse_vm::Way::Holds => Way::Holds,
        pikse_vm::Way::Case(case) => Way::Case(case),
        pikse_vm::Way::Value(value) | pikse_vm::Way::Concrete(value) => Way::Value(value),
        pikse_vm::Way::Object(number) | pikse_vm::Way::Choice(number) => Way::Object(number),
        pikse_vm::Way::Rest | pikse_vm::Way::Undecided(_) => Way::Rest,
        pikse_vm::Way::Sizes { least, .. } => Way::Value(u128::from(least)),
    }
}

/// The run, without the fields that the command fills in: command line, version, sources, entry.
pub(crate) fn result(
    ready: &Ready,
    machine: &Machine<'_>,
    outcome: &Outcome,
    watcher: &Watcher<'_>,
) -> ExploreRun {
    let places = &watcher.places;
    let errors = outcome.errors.iter().enumerate().map(|(at, found)| {
        let shown = watcher.errors.get(&at);
        let failure = shown.map_or(&found.failure, |shown| &shown.failure);
        let test = shown.map(|shown| &shown.test);
        let file = shown.and_then(|shown| shown.file.clone());
        ExploreError {
            kind: failure.kind.name().to_owned(),
            title: failure.kind.title().to_owned(),
            message: failure.message.clone(),
            stack: stack(machine, places, failure),
            inputs: test
                .map(|test| inputs(test, watcher.cells.as_ref(), &watcher.values))
                .unwrap_or_default(),
            structure: test.and_then(|test| structure(test, watcher.cells.as_ref())),
            count: found.count,
            path: shown.map_or(found.path, |shown| shown.path),
            replay: file.as_deref().map(Watcher::replay),
            test: file,
            code: None,
        }
    });
    ExploreRun {
        seconds: outcome.time.as_secs_f64(),
        paths: outcome.tally.paths(),
        killed: outcome.tally.killed.iter().map(|(&signal, &paths)| (signal, paths)).collect(),
        blocked: outcome.tally.blocked,
        rejected: outcome.tally.rejected,
        errors: errors.collect(),
        incomplete: incomplete(places, outcome),
        notes: notes(ready, outcome),
        coverage: coverage_of(ready, &outcome.tally.coverage, places),
        statistics: statistics(outcome),
        digest: outcome.tally.digest,
        tests_written: watcher.tests.as_ref().map_or(0, super::tests::Tests::count),
        folder: watcher.tests.as_ref().map(|tests| tests.folder().display().to_string()),
        tests: watcher.collected.as_ref().map(|kept| kept.tests.clone()).unwrap_or_default(),
        tree: watcher.tree().map(|tree| tree_of(machine, places, tree)),
        ..ExploreRun::default()
    }
}

/// The call stack of an error, innermost first, without library functions.
fn stack(machine: &Machine<'_>, places: &Places<'_>, failure: &Failure) -> Vec<SourcePlace> {
    let is_own = |place: &&Place| machine.is_traced(place.function);
    let own: Vec<SourcePlace> =
        failure.stack.iter().filter(is_own).map(|place| places.place(place)).collect();
    match own.is_empty() {
        true => failure.stack.iter().map(|place| places.place(place)).collect(),
        false => own,
    }
}

/// Why the exploration is not complete, if it is not.
fn incomplete(places: &Places<'_>, outcome: &Outcome) -> Option<Incomplete> {
    let tally = &outcome.tally;
    let paths = tally.paths();
    let mut reasons = left_out(places, outcome);
    if outcome.is_complete() && paths == 0 {
        reasons.push(Reason::NothingRan {
            rejected: tally.rejected,
            what: Unit::Path,
            likely: Vec::new(),
        });
    }
    let is_complete = outcome.is_complete() && reasons.is_empty();
    let reached = Reached { done: None, tried: Some((paths, Unit::Path)) };
    (!is_complete).then_some(Incomplete { reasons, reached })
}

/// What the exploration left out, and on how many paths.
fn left_out(places: &Places<'_>, outcome: &Outcome) -> Vec<Reason> {
    let cut = outcome.tally.cut.iter();
    let cut = cut.map(|(cut, &paths)| (LeftOut::Cut(cut.clone()), paths));
    let notes = outcome.notes.iter().map(|(note, paths)| {
        let place = places.source(note.location);
        (LeftOut::Note { kind: note.kind, text: note.text.to_string(), place }, *paths)
    });
    cut.chain(notes).map(|(what, paths)| Reason::LeftOut { what, paths }).collect()
}

/// Notes on the whole exploration.
fn notes(ready: &Ready, outcome: &Outcome) -> Vec<ExploreNote> {
    let mut notes: Vec<ExploreNote> = ready.taken.iter().cloned().map(ExploreNote::Taken).collect();
    notes.extend(ready.assumed.iter().map(|&of| ExploreNote::Assumed(of)));
    if ready.is_optimised {
        notes.push(ExploreNote::Optimised);
    }
    if !outcome.tally.has_input && outcome.tally.cut.is_empty() {
        notes.push(ExploreNote::NothingSymbolic);
    }
    let killed = outcome.tally.killed.iter();
    notes.extend(killed.map(|(&signal, &paths)| ExploreNote::Killed { signal, paths }));
    if outcome.tally.blocked > 0 {
        notes.push(ExploreNote::Blocked { paths: outcome.tally.blocked });
    }
    let (kept, longest) =
        (pikse_vm::Options::default().output, outcome.tally.effort.longest_output);
    if longest > kept {
        notes.push(ExploreNote::OutputKept { kept, longest });
    }
    notes
}

/// The lines and functions of the user's files, and whether they ran.
fn coverage_of(ready: &Ready, covered: &Covered, places: &Places<'_>) -> Vec<FileCoverage> {
    let program = &ready.ir;
    let is_own = |file: &str| !pikse_front::is_library(Path::new(file));
    let lines = coverage::lines(program, covered, &is_own);
    // A generic function that is compiled for several types counts once.
    let mut functions: BTreeMap<(String, u32, String), bool> = BTreeMap::new();
    for (at, function) in program.functions.iter().enumerate() {
        let place = places.source(function.location);
        if ready.own[at] && function.body.is_some() && place.line > 0 {
            let key = (place.file, place.line, places.name(FuncId::at(at)));
            let called = covered.is_covered(FuncId::at(at), BlockId::at(0));
            *functions.entry(key).or_default() |= called;
        }
    }
    let files = lines.into_iter().map(|(file, lines)| {
        let file = short(Path::new(&file));
        let functions = functions
            .iter()
            .filter(|((of, ..), _)| *of == file)
            .map(|((_, line, name), &called)| (name.clone(), *line, u64::from(called)))
            .collect();
        let lines = lines.into_iter().map(|(line, ran)| (line, u64::from(ran))).collect();
        FileCoverage { file, lines, functions }
    });
    files.collect()
}

fn statistics(outcome: &Outcome) -> ExploreStatistics {
    let of = &outcome.tally.effort;
    let tier = |(name, queries, decided, time): &(String, u64, u64, u64)| Tier {
        name: name.clone(),
        queries: *queries,
        decided: *decided,
        seconds: *time as f64 / 1e9,
    };
    ExploreStatistics {
        instructions: of.instructions,
        splits: of.splits,
        questions: of.queries,
        expressions: of.expressions,
        most_states: of.most_states,
        waiting: outcome.states as u64,
        peak: peak(),
        tiers: of.tiers.iter().map(tier).collect(),
    }
}

fn tree_of(machine: &Machine<'_>, places: &Places<'_>, tree: &Tree) -> ExploreTree {
    // Many nodes have the same condition.
    let mut texts: HashMap<Expr, String> = HashMap::new();
    let mut text = |condition: Expr| {
        let text = texts.entry(condition).or_insert_with(|| condition_text(machine, condition));
        text.clone()
    };
    let mut node = |node: &tree::Node| TreeNode {
        parent: node.parent,
        place: node.decision.map(|of| places.place(&of.place)).unwrap_or_default(),
        way: node.decision.as_ref().map_or(Way::Start, way),
        condition: node.decision.and_then(|of| of.condition).map(&mut text).unwrap_or_default(),
        below: Ends {
            finished: node.below.finished,
            failed: node.below.failed,
            rejected: node.below.rejected,
            cut: node.below.cut,
        },
        not_kept: node.not_kept,
        ends: node.ends.iter().map(end).collect(),
    };
    ExploreTree { nodes: tree.nodes().iter().map(&mut node).collect(), not_kept: tree.not_kept() }
}

/// A condition over the inputs, or the beginning of a long one.
fn condition_text(machine: &Machine<'_>, condition: Expr) -> String {
    let text = machine.exprs().text(condition).to_string();
    match text.char_indices().nth(MAX_CONDITION) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

fn end(ended: &tree::Ended) -> TreeEnd {
    let verdict = match &ended.end {
        End::Finished => EndVerdict::Finished,
        End::Rejected => EndVerdict::Rejected,
        End::Killed(signal) => EndVerdict::Killed(*signal),
        End::Blocked => EndVerdict::Blocked,
        End::Error(_, at) => EndVerdict::Error(*at),
        End::Cut(why) => EndVerdict::Cut(why.clone()),
    };
    TreeEnd { verdict, count: ended.count, first: ended.first }
}
