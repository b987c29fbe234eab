//! Benchmarks of symbolic exploration: subjects of the kinds that KLEE was measured with, concrete
//! code compared with native execution, and the number of simultaneous states.
//!
//! KLEE's figures are constants here. They were measured with its best set-up (STP in the process,
//! depth first) on one core of a similar machine. Ours are CPU time without the compilers, the best
//! of several rounds. A row also shows which tier of the solver took the time.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use pikse_explore::{
    Ended, Explorer, Limits, Opened, Order, Outcome, Wanted, Watch, begin, open, strategy,
};
use pikse_llvm::Language;
use pikse_llvm::inkwell::context::Context;
use pikse_solver::TierStats;
use pikse_vm::Machine;

use crate::native::clock::processor_time;
use crate::native::table::{Promise, Table, text};

/// A program of the kind that KLEE was measured with.
struct Case {
    what: &'static str,
    file: &'static str,
    entry: Option<&'static str>,
    arguments: &'static [&'static str],
    flags: &'static str,
    /// Paths that run to their end, and rejected ones.
    paths: (u64, u64),
    /// KLEE's time.
    klee: Duration,
    /// The required speedup.
    guaranteed: f64,
}

const CASES: &[Case] = &[
    Case {
        what: "`is_bitonic` of 7 ints",
        file: "is_bitonic.c",
        entry: Some("is_bitonic"),
        arguments: &["a=int[7]"],
        flags: "-DN=7",
        paths: (729, 0),
        klee: Duration::from_millis(2_400),
        guaranteed: 10.0,
    },
    Case {
        what: "search trees up to 4 nodes, links chosen lazily",
        file: "search_tree.c",
        entry: None,
        arguments: &[],
        flags: "-DN=4",
        paths: (175, 292),
        klee: Duration::from_millis(360),
        guaranteed: 10.0,
    },
    Case {
        what: "search trees up to 6 nodes, links chosen lazily",
        file: "search_tree.c",
        entry: None,
        arguments: &[],
        flags: "-DN=6",
        paths: (2_353, 4_756),
        klee: Duration::from_millis(7_600),
        guaranteed: 10.0,
    },
    Case {
        what: "search trees up to 4 nodes, links as subscripts",
        file: "search_tree_subscripts.c",
        entry: None,
        arguments: &[],
        flags: "-DN=4",
        paths: (175, 133),
        klee: Duration::from_millis(9_400),
        guaranteed: 10.0,
    },
    Case {
        what: "sorted lists up to 8 nodes",
        file: "sorted_list.c",
        entry: None,
        arguments: &[],
        flags: "-DN=8",
        paths: (45, 64),
        klee: Duration::from_millis(200),
        guaranteed: 10.0,
    },
    Case {
        what: "a recogniser of expressions, 7 bytes (KLEE: 56,268 paths of one like it)",
        file: "expression.c",
        entry: None,
        arguments: &[],
        flags: "-DN=7",
        paths: (78_697, 0),
        klee: Duration::from_millis(6_600),
        guaranteed: 10.0,
    },
    Case {
        what: "a regex matcher, a pattern of 6 bytes (KLEE: 16,900 paths of one like it)",
        file: "regex.c",
        entry: None,
        arguments: &[],
        flags: "-DN=6",
        paths: (44_680, 0),
        klee: Duration::from_millis(4_200),
        guaranteed: 3.0,
    },
];

/// An observer that ignores everything.
struct Nobody;

impl Watch for Nobody {
    fn ended(&mut self, _: &mut Machine<'_>, _: &Ended<'_>) -> bool {
        true
    }
}

fn subject(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/explore/c").join(file)
}

pub(crate) fn wanted(file: &str, entry: Option<&str>, arguments: &[&str], flags: &str) -> Wanted {
    let own = |list: &[&str]| list.iter().map(|&word| word.to_owned()).collect();
    Wanted {
        bin: None,
        files: vec![subject(file)],
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
    }
}

/// The result of one exploration.
struct Ran {
    outcome: Outcome,
    time: Duration,
    instructions: u64,
    splits: u64,
    tiers: Vec<TierStats>,
}

/// Explores once, with a new machine.
fn explore(opened: &Opened<'_>, order: Order, limits: Limits) -> Ran {
    let started = processor_time();
    let mut machine = Machine::new(&opened.ir, pikse_vm::Options::default())
        .expect("a subject is no large program");
    let first = begin(&mut machine, opened.function, &opened.entry);
    let mut explorer = Explorer::new(machine, first, strategy(&[order], 1), limits);
    let outcome = explorer.run(&mut Nobody);
    let time = processor_time() - started;
    let machine = explorer.machine();
    let statistics = machine.statistics();
    Ran {
        outcome,
        time,
        instructions: statistics.instructions,
        splits: statistics.splits,
        tiers: machine.solver_stats(),
    }
}

/// The best of some rounds.
fn best(opened: &Opened<'_>, rounds: usize) -> Ran {
    let runs = (0..rounds).map(|_| explore(opened, Order::DepthFirst, Limits::default()));
    runs.min_by_key(|ran| ran.time).expect("at least one round")
}

/// Where the time went: the solver's tiers that took some of it, and the rest.
fn split_by_tier(ran: &Ran) -> String {
    let total = ran.time.as_secs_f64();
    let share = |time: Duration| time.as_secs_f64() / total * 100.0;
    let tiers = ran.tiers.iter().filter(|tier| share(tier.time) >= 1.0);
    let shown: Vec<String> =
        tiers.clone().map(|tier| format!("{} {:.0} %", tier.name, share(tier.time))).collect();
    let solver: f64 = ran.tiers.iter().map(|tier| share(tier.time)).sum();
    format!(
        "{}{}machine {:.0} %",
        shown.join(", "),
        if shown.is_empty() { "" } else { ", " },
        100.0 - solver
    )
}

/// Checks the number of paths of every measured subject.
pub(crate) fn check() {
    let context = Context::create();
    for case in CASES.iter().filter(|case| case.paths.0 < 1_000) {
        run_case(&context, case, 1);
    }
}

fn run_case(context: &Context, case: &Case, rounds: usize) -> Ran {
    let wanted = wanted(case.file, case.entry, case.arguments, case.flags);
    let opened = open(context, &wanted).expect("a subject can be opened");
    let ran = best(&opened, rounds);
    let tally = &ran.outcome.tally;
    assert_eq!((tally.paths(), tally.rejected), case.paths, "{}", case.what);
    assert!(ran.outcome.is_complete(), "{}: {:?}", case.what, tally.cut);
    ran
}

/// Measures and prints everything. Returns the requirements that are not met.
pub(crate) fn measure() -> Vec<String> {
    let mut table = Table::default();
    table.begin("exploration");
    let context = Context::create();
    for case in CASES {
        let ran = run_case(&context, case, 5);
        let ratio = case.klee.as_secs_f64() / ran.time.as_secs_f64();
        let what = format!("{}: KLEE, Pikse ({})", case.what, split_by_tier(&ran));
        let promise = Promise::AtLeast(case.guaranteed);
        table.row(&what, text(case.klee), text(ran.time), (ratio, " times"), promise);
    }
    forks(&mut table, &context);
    plain_code(&mut table, &context);
    states(&mut table, &context);
    table.broken()
}

fn forks(table: &mut Table, context: &Context) {
    let opened = open(context, &wanted("branches.c", None, &[], "")).expect("a subject");
    let ran = best(&opened, 5);
    let rate = ran.splits as f64 / ran.time.as_secs_f64() / 1e3;
    let what = format!("independent branches: thousand forks per second ({})", split_by_tier(&ran));
    table.row(&what, "", text(ran.time), (rate, ""), Promise::AtLeast(100.0));
}

/// Concrete code: the machine compared with native execution of the same program without
/// optimisation.
fn plain_code(table: &mut Table, context: &Context) {
    let opened = open(context, &wanted("load.c", None, &[], "")).expect("a subject");
    let ran = best(&opened, 3);
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("load");
    let mut clang = pikse_llvm::find_clang(Language::C).expect("there is a clang");
    let built = clang.args(["-O0", "-o"]).arg(&program).arg(subject("load.c")).status();
    assert!(built.is_ok_and(|status| status.success()), "clang compiles the subject");
    let started = std::time::Instant::now();
    let native = Command::new(&program).output().expect("the subject runs");
    let beside = started.elapsed();
    assert!(native.status.success(), "the subject comes to its end");
    let rate = ran.instructions as f64 / ran.time.as_secs_f64() / 1e6;
    let what = format!(
        "plain code, {:.0} million instructions: the processor at -O0, million instructions per second",
        ran.instructions as f64 / 1e6
    );
    table.row(&what, text(beside), text(ran.time), (rate, ""), Promise::AtLeast(50.0));
}

/// Many simultaneous states: the memory of this process when all exist.
fn states(table: &mut Table, context: &Context) {
    let opened = open(context, &wanted("many_states.c", None, &[], "")).expect("a subject");
    let before = resident();
    // With breadth-first search, all states exist when the first path ends.
    let mut machine = Machine::new(&opened.ir, pikse_vm::Options::default()).expect("a machine");
    let first = begin(&mut machine, opened.function, &opened.entry);
    let mut watch = Memory { most: 0 };
    let limits = Limits { paths: Some(1), ..Limits::default() };
    let order = strategy(&[Order::BreadthFirst], 1);
    let outcome = Explorer::new(machine, first, order, limits).run(&mut watch);
    let states = outcome.tally.effort.most_states;
    assert!(states >= 100_000, "{states} states at a time");
    let mib = watch.most.saturating_sub(before) as f64 / f64::from(1 << 20);
    let what = format!("{states} states at a time, in MiB");
    table.row(&what, "", "", (mib, ""), Promise::AtMost(2_048.0));
}

struct Memory {
    most: u64,
}

impl Watch for Memory {
    fn ended(&mut self, _: &mut Machine<'_>, _: &Ended<'_>) -> bool {
        self.most = resident();
        true
    }
}

fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * 4_096
}
