//! What it costs to divide a run: two workers on this machine, and ranges one after the other.
//!
//! `cargo xtask bench --workers` runs this. The efficiency of two workers needs an idle machine with two cores.
//! The processor time of all processes together, and the counts of instructions and queries, do not depend on
//! what else runs.

use std::process::{Command, Stdio};
use std::time::Duration;

use pikse_base::Random;
use pikse_env::Input;
use pikse_explore::{
    Ended, Explorer, Limits, Opened, Order, Part, Structures, Test, Wanted, Watch, begin, open,
    strategy,
};
use pikse_llvm::inkwell::context::Context;
use pikse_vm::{Ends, Inputs, Machine};
use serde_json::Value as Json;

use crate::explore::wanted;
use crate::native::clock::{processor_time, processor_time_of_children};
use crate::native::command::binary;
use crate::native::subject::in_workspace;
use crate::native::table::{Promise, Table};

/// Rounds of each command, of which the best time counts.
const ROUNDS: usize = 3;

/// Commands of some seconds each; explorations of more than 10,000 paths.
const COMMANDS: [(&str, &str); 7] = [
    ("count search trees of 10", "count subjects/c/search_tree.c --size 10 --digest"),
    (
        "count red-black trees of 10",
        "count subjects/c/red_black_tree.c --type red_black_tree --size 10 --digest",
    ),
    (
        "check `bst_add` on search trees of 8",
        "check subjects/c/search_tree.c --call bst_add --args x=0..8 --post rep_ok --size 8",
    ),
    ("explore 18 branches", "explore subjects/explore/c/branches.c --cflags -DN=18 --tests none"),
    (
        "explore a regex matcher, 7 bytes",
        "explore subjects/explore/c/regex.c --cflags -DN=7 --tests none",
    ),
    (
        "explore a recogniser, 8 bytes",
        "explore subjects/explore/c/expression.c --cflags -DN=8 --tests none",
    ),
    (
        "explore search trees up to 8",
        "explore subjects/explore/c/search_tree.c --cflags -DN=8 --tests none",
    ),
];

/// Measures and prints everything. Returns the requirements that are not met.
pub(crate) fn measure(with_mpi: bool) -> Vec<String> {
    ranges();
    let mut table = Table::default();
    table.begin("two workers (processor time of all processes, by that of one)");
    for (what, words) in COMMANDS {
        let one = best(&[], words, 1);
        row(&mut table, what, &one, &best(&[], words, 2));
        if with_mpi {
            let mpi = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-n", "2"];
            row(&mut table, &format!("{what}: two ranks of MPI"), &one, &best(&mpi, words, 1));
        }
    }
    table.broken()
}

/// A run of the command.
struct Ran {
    /// The time of the search, without compilation.
    seconds: f64,
    /// The processor time of all processes, with compilation.
    processor: Duration,
    /// What must be equal.
    essence: Json,
}

fn row(table: &mut Table, what: &str, one: &Ran, two: &Ran) {
    assert_eq!(one.essence, two.essence, "{what}");
    let efficiency = one.seconds / two.seconds / 2.0;
    let overhead = two.processor.as_secs_f64() / one.processor.as_secs_f64();
    table.row(
        &format!("{what} ({overhead:.2})"),
        format!("{:.2} s", one.seconds),
        format!("{:.2} s", two.seconds),
        (efficiency, " efficiency"),
        Promise::AtLeast(0.9),
    );
}

fn best(before: &[&str], words: &str, jobs: usize) -> Ran {
    let runs = (0..ROUNDS).map(|_| run(before, words, jobs));
    let least = |one: Ran, other: Ran| Ran {
        seconds: one.seconds.min(other.seconds),
        processor: one.processor.min(other.processor),
        essence: other.essence,
    };
    runs.reduce(least).expect("there are rounds")
}

fn run(before: &[&str], words: &str, jobs: usize) -> Ran {
    let binary = binary();
    let mut command = match before {
        [] => Command::new(binary),
        [first, rest @ ..] => {
            let mut command = Command::new(first);
            command.args(rest).arg(binary);
            command
        }
    };
    command.args(words.split_whitespace()).args(["--jobs", &jobs.to_string(), "--json"]);
    command.current_dir(in_workspace("")).stdout(Stdio::piped()).stderr(Stdio::piped());
    let before = processor_time_of_children();
    let output = command.output().expect("the command runs");
    let processor = processor_time_of_children() - before;
    let text = String::from_utf8_lossy(&output.stdout);
    let json: Json = serde_json::from_str(&text)
        .unwrap_or_else(|_| panic!("{words}: {text} {}", String::from_utf8_lossy(&output.stderr)));
    // A check is one of several, with a time of its own.
    let of = if json["checks"].is_array() { &json["checks"][0] } else { &json };
    let seconds = of["seconds"].as_f64().expect("the command tells its time");
    let keys = ["valid", "explored", "inputs", "paths", "digest", "complete"];
    Ran { seconds, processor, essence: keys.map(|key| of[key].clone()).to_vec().into() }
}

/// Programs whose ranges are measured: the file, the entry, its arguments, flags, and the bytes of standard input.
type Program = (&'static str, Option<&'static str>, &'static [&'static str], &'static str, u32);

const PROGRAMS: [Program; 10] = [
    ("is_bitonic.c", Some("is_bitonic"), &["a=int[9]"], "-DN=9", 0),
    ("regex.c", None, &[], "-DN=6", 0),
    ("expression.c", None, &[], "-DN=7", 0),
    ("search_tree.c", None, &[], "-DN=8", 0),
    ("search_tree_subscripts.c", None, &[], "-DN=4", 0),
    ("sorted_list.c", None, &[], "-DN=48", 0),
    ("branches.c", None, &[], "-DN=16", 0),
    ("../../c/search_tree.c", Some("bst_add"), &[], "", 0),
    ("../cpp/word_count.cpp", None, &[], "", 6),
    ("../rust/accounts.rs", None, &[], "", 7),
];

/// Ten ranges between random tests, one after the other, compared with the whole.
fn ranges() {
    println!(
        "\n| ten random ranges, by the whole | paths | the whole | instructions | queries | processor time |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    for (file, entry, arguments, flags, bytes) in PROGRAMS {
        let mut wanted = wanted(file, entry, arguments, flags);
        if bytes > 0 {
            wanted.plan.stdin = Input::Symbolic(bytes);
        }
        if entry == Some("bst_add") {
            wanted.structures = Structures { size: Some(6), ..Structures::default() };
        }
        let name = file.rsplit('/').next().unwrap_or(file);
        range_row(&format!("{name} {}", flags.trim_start_matches("-D")), &wanted);
    }
}

/// Sets of ranges for each program, of which the best time counts.
const SETS: u64 = 3;

fn range_row(name: &str, wanted: &Wanted) {
    let context = Context::create();
    let opened = open(&context, wanted).expect("a subject can be opened");
    let mut tests = Tests(Vec::new());
    explore(&opened, Ends::default(), &mut tests);
    let whole = (0..SETS).map(|_| explore(&opened, Ends::default(), &mut Nobody));
    let whole = whole.reduce(Cost::best).expect("there are rounds");
    let mut sets: Vec<Cost> = Vec::new();
    for seed in 0..SETS {
        let mut random = Random(seed + 1);
        let mut cuts: Vec<usize> = (0..9).map(|_| random.index(tests.0.len())).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let cuts = || cuts.iter().map(|&at| Some(tests.0[at].clone()));
        let (starts, ends) = (std::iter::once(None).chain(cuts()), cuts().chain([None]));
        let ranges = starts.zip(ends).map(|(from, to)| Ends { from, to });
        let all = ranges.map(|ends| explore(&opened, ends, &mut Nobody));
        let sum = all.reduce(Cost::sum).expect("there are ranges");
        assert_eq!(sum.paths, whole.paths, "{name}: ranges make up the whole");
        sets.push(sum);
    }
    let most = |of: fn(&Cost) -> f64| {
        let ratios = sets.iter().map(|set| of(set) / of(&whole).max(f64::MIN_POSITIVE));
        let (mut least, mut most) = (f64::MAX, 0.0_f64);
        ratios.for_each(|ratio| (least, most) = (least.min(ratio), most.max(ratio)));
        format!("{least:.2} to {most:.2}")
    };
    println!(
        "| {} | {} | {:.2} s | {} | {} | {} |",
        name.trim_end(),
        whole.paths,
        whole.time.as_secs_f64(),
        most(|of| of.instructions as f64),
        most(|of| of.queries as f64),
        most(|of| of.time.as_secs_f64())
    );
}

/// What an exploration costs.
#[derive(Clone, Copy)]
struct Cost {
    paths: u64,
    instructions: u64,
    queries: u64,
    time: Duration,
}

impl Cost {
    fn best(self, other: Cost) -> Cost {
        Cost { time: self.time.min(other.time), ..other }
    }

    fn sum(self, other: Cost) -> Cost {
        Cost {
            paths: self.paths + other.paths,
            instructions: self.instructions + other.instructions,
            queries: self.queries + other.queries,
            time: self.time + other.time,
        }
    }
}

fn explore(opened: &Opened<'_>, ends: Ends, watch: &mut dyn Watch) -> Cost {
    let begun = processor_time();
    let mut machine = Machine::new(&opened.ir, pikse_vm::Options::default()).expect("a subject");
    let first = begin(&mut machine, opened.function, &opened.entry);
    let order = strategy(&[Order::DepthFirst], 1);
    let mut explorer = Explorer::new(machine, first, order, Limits::default());
    explorer.begin(vec![Part::between(ends)]);
    let outcome = explorer.run(watch);
    let time = processor_time() - begun;
    let statistics = explorer.machine().statistics();
    let (instructions, queries) = (statistics.instructions, statistics.queries);
    let tally = &outcome.tally;
    Cost { paths: tally.paths() + tally.rejected, instructions, queries, time }
}

/// An observer that ignores everything.
struct Nobody;

impl Watch for Nobody {
    fn ended(&mut self, _: &mut Machine<'_>, _: &Ended<'_>) -> bool {
        true
    }
}

/// Keeps the inputs of all paths, in their order.
struct Tests(Vec<Inputs>);

impl Watch for Tests {
    fn ended(&mut self, machine: &mut Machine<'_>, path: &Ended<'_>) -> bool {
        if let Some(test) = Test::of_path(machine, path, None, |_| String::new()) {
            let inputs = test.inputs.into_iter().map(|input| (input.name, input.bytes));
            self.0.push(inputs.collect());
        }
        true
    }
}
