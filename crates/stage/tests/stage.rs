//! Explorations that begin with stored structures obey the laws of work: paused, resumed and split at
//! every step, they find each path of an exploration at once, and none twice.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use pikse_explore::{
    ExploreWork, Invariant, Limits, Opened, Path, Stages, Structures, Wanted, open, strategy,
};
use pikse_llvm::inkwell::context::Context;
use pikse_solver::{Limits as SolverLimits, Solver, chain, last};
use pikse_stage::{About, StageFile, first, stages};
use pikse_vm::{Ends, Options, Verdict, Way};
use pikse_work::laws;

fn wanted(entry: Option<&str>) -> Wanted {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../subjects/c/sorted_list.c");
    Wanted {
        files: vec![file],
        bin: None,
        entry: entry.map(str::to_owned),
        invariant: entry.is_none().then(Invariant::default),
        arguments: Vec::new(),
        pre: Vec::new(),
        structures: Structures { size: Some(2), ..Structures::default() },
        plan: pikse_env::Plan::new("subject"),
        targets: Vec::new(),
        options: pikse_llvm::Options::default(),
    }
}

fn solver() -> Box<dyn Solver> {
    Box::new(chain(last(SolverLimits::default())))
}

/// Stage 1 of the subject.
fn stored(context: &Context) -> StageFile {
    let opened = open(context, &wanted(None)).expect("a predicate");
    let options = Options::default();
    let begun = opened.machine(options.clone(), solver()).expect("a machine");
    let about = About { size: 2, ..About::default() };
    let order = strategy(&[], 0);
    let (file, outcome) =
        first(&opened, &options, begun, order, Limits::default(), about).expect("stage 1");
    assert!(outcome.is_complete());
    // What is read is what was written.
    let read = StageFile::from_json(&file.to_json()).expect("a file");
    assert_eq!(read.scripts(), file.scripts());
    read
}

fn work<'a>(
    opened: &'a Opened<'_>,
    solver: &'a dyn Fn() -> Box<dyn Solver>,
    stages: Stages,
) -> ExploreWork<'a> {
    ExploreWork {
        code: opened.code(),
        options: Options::default(),
        solver,
        limits: Limits::default(),
        ends: Ends::default(),
        stages: Arc::new(stages),
        handed_out: u64::MAX,
        scripts: false,
        memory: || 0,
    }
}

/// Checks the laws at every so many steps; the paths that came to an end.
fn paths(work: &ExploreWork<'_>, stride: usize) -> BTreeSet<Vec<Way>> {
    let found = RefCell::new(BTreeSet::new());
    laws::check(work, stride, |path: &Path| {
        if !matches!(path.verdict, Verdict::Rejected) {
            found.borrow_mut().insert(path.ways.clone());
        }
        path.ways.clone()
    });
    found.into_inner()
}

#[test]
fn stored_structures_are_work_like_any_other() {
    let context = Context::create();
    let file = stored(&context);
    assert_eq!(file.valid, 3);
    let opened = open(&context, &wanted(Some("sorted_list_merge"))).expect("a function");
    let stages = stages(&opened, &Options::default(), &[file]).expect("stages");
    let (staged, at_once) =
        (work(&opened, &solver, stages), work(&opened, &solver, Stages::default()));
    let found = paths(&staged, 1);
    assert!(found.len() > 20, "{}", found.len());
    assert_eq!(found, paths(&at_once, usize::MAX));
}
