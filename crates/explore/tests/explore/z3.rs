//! Every answer of the solver in the explorations of the subjects, confirmed by Z3:
//! `cargo test -p pikse-explore --features z3 --test z3`.

use std::path::Path;

use pikse_explore::{Ended, Explorer, Limits, Order, Wanted, Watch, begin, open, strategy};
use pikse_llvm::inkwell::context::Context;
use pikse_solver::blast::{Blast, Cdcl};
use pikse_solver::chain;
use pikse_solver::cross_check::CrossCheck;
use pikse_vm::{Machine, Options};

struct Nobody;

impl Watch for Nobody {
    fn ended(&mut self, _: &mut Machine<'_>, _: &Ended<'_>) -> bool {
        true
    }
}

/// A subject: file, entry, arguments, flags, and its paths, rejected ones last; zeros where another test
/// counts them.
type Case = (&'static str, Option<&'static str>, &'static [&'static str], &'static str, (u64, u64));

const CASES: &[Case] = &[
    ("mid.c", Some("mid"), &[], "", (6, 0)),
    ("abs.c", Some("abs"), &[], "", (2, 0)),
    ("is_bitonic.c", Some("is_bitonic"), &["a=int[4]"], "", (27, 0)),
    ("search_tree.c", None, &[], "-DN=3", (49, 68)),
    ("search_tree_subscripts.c", None, &[], "-DN=3", (0, 0)),
    ("sorted_list.c", None, &[], "-DN=5", (0, 0)),
    ("expression.c", None, &[], "-DN=2", (0, 0)),
    ("regex.c", None, &[], "-DN=2", (0, 0)),
];

#[test]
fn z3_agrees_on_every_question_of_the_subjects() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/explore/c");
    let own = |list: &[&str]| list.iter().map(|&word| word.to_owned()).collect();
    let context = Context::create();
    for &(file, entry, arguments, flags, paths) in CASES {
        let wanted = Wanted {
            files: vec![folder.join(file)],
            bin: None,
            entry: entry.map(str::to_owned),
            invariant: None,
            arguments: own(arguments),
            pre: Vec::new(),
            structures: pikse_explore::Structures::default(),
            plan: pikse_env::Plan::new("subject"),
            targets: Vec::new(),
            options: pikse_llvm::Options {
                cflags: own(&flags.split_whitespace().collect::<Vec<_>>()),
                ..pikse_llvm::Options::default()
            },
        };
        let opened = open(&context, &wanted).expect("a subject can be opened");
        let limits = pikse_solver::Limits::default();
        let solver = CrossCheck::new(chain(Blast::<Cdcl>::new(limits)));
        let mut machine = Machine::with_solver(&opened.ir, Options::default(), Box::new(solver))
            .expect("a subject can be loaded");
        let first = begin(&mut machine, opened.function, &opened.entry);
        let order = strategy(&[Order::DepthFirst], 1);
        let mut explorer = Explorer::new(machine, first, order, Limits::default());
        let outcome = explorer.run(&mut Nobody);
        let tally = &outcome.tally;
        assert!(outcome.is_complete(), "{file}: {:?}", tally.cut);
        let asked = explorer
            .machine()
            .solver_stats()
            .iter()
            .find(|tier| tier.name == "cross-check")
            .map(|t| t.queries);
        assert!(asked.is_some_and(|asked| asked > 0), "{file}: Z3 was asked");
        if paths.0 > 0 {
            assert_eq!((tally.paths(), tally.rejected), paths, "{file}");
        }
    }
}
