//! Records trees: the steps of explorations and of searches, with the time of each.

use std::rc::Rc;

use pikse::Problem;
use pikse_cluster::recorded::{Recorder, Splits, Tree};
use pikse_explore::{ExploreWork, Limits, open};
use pikse_llvm::inkwell::context::Context;
use pikse_solver::{Limits as SolverLimits, Solver, chain, last};
use pikse_subjects as subjects;
use pikse_vm::Ends;
use pikse_work::{Advance, Budget, NoJournal, Walk, Work};

use crate::explore::wanted;
use crate::native::clock::processor_time;

/// A recorded tree.
pub(crate) struct Recorded {
    pub(crate) name: String,
    pub(crate) tree: Tree,
}

/// Programs: the file, the entry, its arguments, flags of the compiler; for a quick look, and for a study.
type Program = (&'static str, Option<&'static str>, [&'static str; 2], [&'static str; 2]);

const PROGRAMS: &[Program] = &[
    ("is_bitonic.c", Some("is_bitonic"), ["a=int[5]", "a=int[9]"], ["-DN=5", "-DN=9"]),
    ("regex.c", None, ["", ""], ["-DN=3", "-DN=6"]),
    ("expression.c", None, ["", ""], ["-DN=4", "-DN=7"]),
    ("search_tree.c", None, ["", ""], ["-DN=3", "-DN=7"]),
    ("search_tree_subscripts.c", None, ["", ""], ["-DN=2", "-DN=4"]),
    ("sorted_list.c", None, ["", ""], ["-DN=4", "-DN=24"]),
    ("branches.c", None, ["", ""], ["-DN=6", "-DN=17"]),
    ("bucket.c", None, ["", ""], ["", ""]),
    ("choose.c", None, ["", ""], ["", ""]),
];

/// The trees of explorations. A study needs large ones.
pub(crate) fn explorations(is_study: bool) -> Vec<Recorded> {
    let size = usize::from(is_study);
    let mut all = Vec::new();
    for (file, entry, arguments, flags) in PROGRAMS {
        let arguments: Vec<&str> =
            Some(arguments[size]).filter(|text| !text.is_empty()).into_iter().collect();
        let context = Context::create();
        let wanted = wanted(file, *entry, &arguments, flags[size]);
        let Ok(opened) = open(&context, &wanted) else { continue };
        let solver = || Box::new(chain(last(SolverLimits::default()))) as Box<dyn Solver>;
        let work = ExploreWork {
            code: opened.code(),
            options: pikse_vm::Options::default(),
            solver: &solver,
            limits: Limits::default(),
            ends: Ends::default(),
            stages: std::sync::Arc::default(),
            handed_out: 0,
            scripts: false,
            memory: || 0,
        };
        let mut walk = work.load(Rc::new(NoJournal)).expect("a subject can be loaded");
        walk.begin(None, false).expect("it begins");
        let mut recorder = Recorder::default();
        loop {
            let begun = processor_time();
            let advance = walk.advance(Budget::steps(1), &mut Vec::new()).expect("a subject runs");
            let took = processor_time() - begun;
            recorder.visited(took.as_nanos() as u64, walk.waiting());
            if advance == Advance::Exhausted {
                break;
            }
        }
        let stem = file.trim_end_matches(".c");
        let flags = flags[size].trim_start_matches("-D");
        let name = format!("explore {stem} {flags}");
        println!("  {name}: {} nodes", recorder.tree().len());
        all.push(Recorded { name: name.trim_end().to_owned(), tree: recorder.tree() });
    }
    all
}

/// The candidates of a problem as a tree (document 001, Figure 4.3): a candidate comes from the one that made the
/// choice point whose value it advanced.
pub(crate) fn tree_of(problem: &Problem) -> Tree {
    let mut search = problem.search();
    let (mut parents, mut costs) = (Vec::new(), Vec::new());
    // The candidate that made each choice point.
    let mut made_by: Vec<u32> = Vec::new();
    while !search.is_exhausted() {
        let kept = search.order().len();
        let number = costs.len() as u32;
        made_by.resize(kept.max(made_by.len()), number.saturating_sub(1));
        made_by.truncate(kept);
        if let Some(&parent) = made_by.last() {
            parents.push(parent);
        }
        let begun = processor_time();
        search.step_within(1).expect("a subject runs");
        costs.push((processor_time() - begun).as_nanos() as u64);
        // A saved position stands before the next candidate, also after a solution.
        search.position();
    }
    Tree::new(&parents, &costs).that_splits(Splits::Half)
}

/// The five subjects of document 001, Table 4.4. The tree of lists is the document's; the others are smaller.
pub(crate) fn candidates(is_study: bool) -> Vec<Recorded> {
    let sizes = if is_study { [500, 9, 7, 6, 3] } else { [40, 6, 5, 4, 2] };
    let [list, tree, red_black, dag, java] = sizes;
    let problems = [
        (format!("lists of {list}"), subjects::linked_list::singly(list)),
        (format!("binary trees of {tree}"), subjects::binary_tree::exactly(tree)),
        (format!("red-black trees of {red_black}"), subjects::red_black_tree::exactly(red_black)),
        (format!("acyclic graphs of {dag}"), subjects::dag::topological(dag)),
        (format!("Java hierarchies of {java} + {java}"), subjects::java::hierarchies(java, java)),
    ];
    problems
        .into_iter()
        .map(|(name, problem)| {
            let tree = tree_of(&problem.multi_value(false));
            println!("  {name}: {} nodes", tree.len());
            Recorded { name, tree }
        })
        .collect()
}
