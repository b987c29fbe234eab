//! The tree of a program's paths is the program's own: whatever was asked before, in whatever order, with
//! whatever solver, in whatever process. And a path is found again by its script, without a question.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::LazyLock;

use crate::support::Argument::{Buffer, Symbolic, Text};
use crate::support::heap::{Field, given};
use crate::support::{
    Argument, Ended, Subject, begin, compile, explore_in_order, program, subjects,
};
use pikse_ir::FuncId;
use pikse_solver::{Limits, last};
use pikse_vm::{
    Cut, ErrorKind, Given, Machine, Misfit, Options, Script, State, Step, Stop, Value, Verdict, Way,
};

/// Files of `subjects/explore` with their entries, flags and arguments.
type File = (&'static str, &'static str, &'static [&'static str], &'static [Argument]);

const FILES: &[File] = &[
    ("c/mid.c", "mid", &[], &[Symbolic, Symbolic, Symbolic]),
    ("c/abs.c", "abs", &[], &[Symbolic]),
    ("c/roots.c", "roots", &[], &[Symbolic, Symbolic, Symbolic]),
    ("c/choose.c", "choose", &[], &[Symbolic, Symbolic]),
    ("c/is_bitonic.c", "is_bitonic", &[], &[Buffer(16)]),
    ("c/search_tree.c", "main", &["-DN=3"], &[]),
    ("c/search_tree_subscripts.c", "main", &["-DN=3"], &[]),
    ("c/sorted_list.c", "main", &["-DN=5"], &[]),
    ("c/expression.c", "is_expression", &[], &[Text(3)]),
    ("c/regex.c", "main", &["-DN=3"], &[]),
    ("c/branches.c", "main", &["-DN=5"], &[]),
    ("c/many_states.c", "main", &["-DN=5"], &[]),
    ("errors/c/wild_pointer.c", "entry", &[], &[Symbolic]),
    ("errors/c/null_pointer.c", "entry", &[], &[Symbolic]),
    ("rust/mid.rs", "mid", &[], &[Symbolic, Symbolic, Symbolic]),
];

/// Texts with a function `entry` of two bytes: places where a decision has many ways.
const TEXTS: &[(&str, &str)] = &[
    (
        "several objects",
        "static int x = 5, y = 6;
         E { int z = 7, *p = a < 10 ? &z : a < 200 ? &y : &x; *p += b; if (*p == 9) return x; return y; }",
    ),
    (
        "several objects, twice in an instruction",
        "E { char s[4] = {1}, t[4] = {2}, u[4] = {3}, *p = a & 1 ? t : s, *q = b & 1 ? u : s;
         __builtin_memmove(q, p, 4); if (s[0] == 2) return 1; return 0; }",
    ),
    (
        "null, freed, nowhere and good",
        "void *malloc(unsigned long); void free(void *);
         E { int x = 4, *q = malloc(4); free(q);
         int *t[4] = {&x, q, 0, (int *)0x7f0000000000}; return *t[a & 3]; }",
    ),
    (
        "sizes of copies, with errors",
        "E { unsigned char s[12] = {a, 2, 3}, t[8] = {0}; __builtin_memcpy(t, s, b & 15);
         if (t[1] == 2) return 1; return t[0] > 9; }",
    ),
    (
        "sparse sizes",
        "E { unsigned char t[100] = {0}; unsigned n = (a & 5) * 7 + (b & 1) * 16;
         __builtin_memset(t, 1, n); return t[3] + t[40]; }",
    ),
    (
        "a free of one of several",
        "void *malloc(unsigned long); void free(void *);
         E { char *t[4] = {malloc(1), malloc(2), malloc(3), 0}; free(t[a & 3]); free(t[b & 3]); return 1; }",
    ),
    (
        "functions by a table",
        "static int one(int x) { return x + 1; } static int two(int x) { return x > 3; }
         static int (*const t[4])(int) = {one, two, two, one};
         E { if (t[a & 3](b) == 1) return 3; return t[b & 3](a); }",
    ),
    (
        "switches",
        "E { switch (a) { case 1: return 1; case 7: case 9: return 2; case 3: if (b > 4) return 4; break;
         case 200: return 5; default: break; } switch (b & 3) { case 0: return 6; case 1: return 7;
         case 2: return 8; case 3: return 9; } return 10; }",
    ),
    (
        "sizes that are made concrete",
        "void *malloc(unsigned long); void free(void *);
         E { if (a < 3) return 0; unsigned char *p = malloc(a & 0x7f | 4); p[0] = b; int r = p[0] > 7;
         unsigned n = b % 5; unsigned char t[n + 1]; t[0] = a; free(p); return r + (t[0] == 50); }",
    ),
    (
        "numbers that become floating-point",
        "E { if (a < 3) return 0; double d = a; if (d > 2.5 && b > 4) return 1; return d < 10 && b < 2; }",
    ),
    (
        "divisions and subscripts that may fail",
        "E { static unsigned char t[5] = {1, 2, 3, 4, 5}; int r = 100 / b; if (r > 20) return t[a];
         return t[b & 7] + 7 / (a - 3); }",
    ),
    (
        "memory that was not written",
        "E { int t[4]; t[1] = 1; t[3] = 2; if (t[b & 3] == 2) return 1; return 0; }",
    ),
    (
        "assumptions and values",
        "int klee_get_value_i32(int); void klee_assume(unsigned long);
         E { klee_assume(a > 17); int v = klee_get_value_i32(a * 3 + b); if (b > v) return 1;
         klee_assume(b != 4); if (a > v) return 2; return 3; }",
    ),
    (
        "a lost pointer of several",
        "void *malloc(unsigned long); static char *kept;
         E { char *p = malloc(3), *q = malloc(4); kept = a > 9 ? p : q; return 0; }",
    ),
];

const TREE: &str = "
#include <stdbool.h>
#include <stdlib.h>
struct node { struct node *left, *right; int key; };
struct tree { struct node *root; int size; };
static struct node *met[16];
static int count;
static bool is_tree(struct node *node)
{
    if (!node) return true;
    for (int i = 0; i < count; i++) if (met[i] == node) return false;
    met[count++] = node;
    return is_tree(node->left) && is_tree(node->right);
}
int entry(struct tree *tree)
{
    if (!is_tree(tree->root) || tree->size != count) return 1;
    struct node copy = *tree->root;
    return copy.key > 2 ? 2 : 3;
}
";

/// Trees of three nodes.
fn trees() -> Given {
    let tree = [("root", 0, 8, Field::Link(1)), ("size", 8, 4, Field::Range(0, 4))];
    let node = [
        ("left", 0, 8, Field::Link(1)),
        ("right", 8, 8, Field::Link(1)),
        ("key", 16, 4, Field::Range(0, 4)),
    ];
    given(&[("tree", 1, 16, &tree), ("node", 3, 24, &node)]).expect("a heap")
}

/// A program and how it begins.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) subject: Subject,
    entry: &'static str,
    arguments: Vec<Argument>,
    is_given: bool,
}

impl Case {
    pub(crate) fn options(&self) -> Options {
        Options { leaks: self.name.starts_with("a lost"), ..Options::default() }
    }

    pub(crate) fn begin(&self, machine: &mut Machine<'_>) -> State {
        let entry = self.subject.entry(self.entry);
        if !self.is_given {
            return begin(machine, entry, &self.arguments);
        }
        let mut state = machine.start(entry, &[]);
        let tree = machine.give(&mut state, &trees()).expect("numbers for the objects")[0];
        machine.set_arguments(&mut state, &[Value::Concrete(tree)]);
        state
    }
}

/// All programs, compiled once.
pub(crate) fn cases() -> &'static [Case] {
    static CASES: LazyLock<Vec<Case>> = LazyLock::new(compile_all);
    &CASES
}

fn compile_all() -> Vec<Case> {
    let file = |&(file, entry, flags, arguments): &File| Case {
        name: format!("{file} {flags:?}"),
        subject: compile(&subjects().join(file), entry, flags),
        entry,
        arguments: arguments.to_vec(),
        is_given: false,
    };
    let text = |&(name, text): &(&str, &str)| {
        let text = text.replace("E {", "int entry(unsigned char a, unsigned char b) {");
        Case {
            name: name.to_owned(),
            subject: program(&text),
            entry: "entry",
            arguments: vec![Symbolic, Symbolic],
            is_given: false,
        }
    };
    let given = Case {
        name: "a tree that is chosen".to_owned(),
        subject: program(TREE),
        entry: "entry",
        arguments: Vec::new(),
        is_given: true,
    };
    FILES.iter().map(file).chain(TEXTS.iter().map(text)).chain([given]).collect()
}

/// How a path ended, without what is only an example.
pub(crate) fn kind(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Finished(_) => "finished".to_owned(),
        Verdict::Rejected => "rejected".to_owned(),
        Verdict::Killed(signal, _) => format!("killed by {signal}"),
        Verdict::Blocked(why, _) => format!("blocked: {why}"),
        Verdict::Error(failure) => {
            let places =
                failure.stack.iter().map(|at| format!("{}:{}", at.function.0, at.instruction));
            format!("{} at {}", failure.kind.name(), places.collect::<Vec<_>>().join(" "))
        }
        Verdict::Cut(cut, _) => cut.to_string(),
    }
}

fn decisions(state: &State) -> String {
    let decisions = state.decisions();
    let one = decisions.iter().map(|decision| {
        format!("{}:{}:{}", decision.place.function.0, decision.place.instruction, decision.way)
    });
    one.collect::<Vec<_>>().join(", ")
}

/// The paths of a program by their decisions.
type Tree = BTreeMap<String, String>;

fn add(tree: &mut Tree, path: &Ended) {
    let end = format!("{}, trace {:x}", kind(&path.verdict), path.state.trace());
    let before = tree.insert(decisions(&path.state), end.clone());
    assert_eq!(before, None, "two paths with the same decisions: {end}");
}

fn explore(case: &Case, machine: &mut Machine<'_>, next: impl FnMut(usize) -> usize) -> Vec<Ended> {
    let first = case.begin(machine);
    let mut ended = Vec::new();
    explore_in_order(machine, first, next, &mut |path| ended.push(path));
    ended
}

fn tree_of(paths: &[Ended]) -> Tree {
    let mut tree = Tree::new();
    paths.iter().for_each(|path| add(&mut tree, path));
    tree
}

fn depth_first(case: &Case) -> Vec<Ended> {
    explore(case, &mut case.subject.machine(case.options()), |open| open - 1)
}

#[test]
fn the_tree_depends_on_the_program_alone() {
    for case in cases() {
        let name = &case.name;
        let mut usual = case.subject.machine(case.options());
        let paths = explore(case, &mut usual, |open| open - 1);
        let expected = tree_of(&paths);
        // Without a solver for floating-point numbers, the coefficients are made concrete.
        assert!(expected.len() > 1 || name.contains("roots"), "{name} has one path");
        let ways = |path: &Ended| path.state.script().ways().collect::<Vec<Way>>();
        let ordered: Vec<Vec<Way>> = paths.iter().map(ways).collect();
        if let Some(pair) = ordered.windows(2).find(|pair| pair[0] >= pair[1]) {
            panic!("{name}: depth first is not in the order of ways: {pair:?}");
        }
        // Once more, with all that this machine remembers.
        let again = explore(case, &mut usual, |open| open - 1);
        assert_eq!(tree_of(&again), expected, "{name}: asked before");
        // Without any memory of answers.
        let solver = Box::new(last(Limits::default()));
        let program = &case.subject.program;
        let mut plain = Machine::with_solver(program, case.options(), solver).expect("it runs");
        for (at, function) in program.functions.iter().enumerate() {
            if !case.subject.is_own(&function.name) {
                plain.do_not_trace(FuncId(at as u32));
            }
        }
        let without = explore(case, &mut plain, |open| open - 1);
        assert_eq!(tree_of(&without), expected, "{name}: without caches");
        for seed in [1u64, 0x5eed, 0xdead_beef] {
            let mut random = seed;
            let next = |open: usize| {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                (random % open as u64) as usize
            };
            let mut machine = case.subject.machine(case.options());
            let shuffled = explore(case, &mut machine, next);
            assert_eq!(tree_of(&shuffled), expected, "{name}: shuffled by {seed}");
        }
    }
}

/// Where another process writes its trees.
const CHILD: &str = "PIKSE_WAYS_CHILD";

fn all_trees<'a>(cases: impl Iterator<Item = &'a Case>) -> String {
    let mut text = BTreeMap::new();
    for case in cases {
        text.insert(case.name.clone(), tree_of(&depth_first(case)));
    }
    format!("{text:#?}")
}

/// What the other process of [`another_process_has_the_same_trees`] does.
#[test]
fn trees_for_another_process() {
    let Ok(file) = std::env::var(CHILD) else { return };
    std::fs::write(file, all_trees(cases().iter().rev())).expect("a file");
}

#[test]
fn another_process_has_the_same_trees() {
    if std::env::var_os(CHILD).is_some() {
        return;
    }
    let folder = crate::support::folder();
    let file = folder.join("trees");
    let status = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "ways::trees_for_another_process"])
        .env(CHILD, &file)
        .stdout(std::process::Stdio::null())
        .status()
        .expect("it runs");
    assert!(status.success());
    let other = std::fs::read_to_string(&file).expect("its trees");
    assert!(other == all_trees(cases().iter()), "another process has other trees");
    std::fs::remove_dir_all(folder).expect("the folder goes");
}

/// Follows a script from the beginning.
fn follow(case: &Case, machine: &mut Machine<'_>, script: &Script) -> (Verdict, State, bool) {
    let mut state = case.begin(machine);
    machine.follow(&mut state, script);
    match machine.run(&mut state, u64::MAX) {
        Stop::Ended(verdict, others) => (verdict, state, !others.is_empty()),
        Stop::Split(_) => (Verdict::Rejected, state, true),
        Stop::Budget => panic!("the budget is without limit"),
    }
}

#[test]
fn paths_are_followed_without_questions() {
    for case in cases() {
        let name = &case.name;
        let mut machine = case.subject.machine(case.options());
        for path in depth_first(case) {
            let script = path.state.script();
            let text = serde_json::to_string(&script).expect("it is written");
            let script: Script = serde_json::from_str(&text).expect("it is read");
            let before = machine.statistics().queries;
            let (verdict, state, splits) = follow(case, &mut machine, &script);
            let asked = machine.statistics().queries - before;
            let what = format!("{name}, {}", decisions(&path.state));
            assert!(!splits, "{what}: it splits");
            assert_eq!(kind(&verdict), kind(&path.verdict), "{what}");
            assert_eq!(decisions(&state), decisions(&path.state), "{name}");
            assert_eq!(state.script(), path.state.script(), "{what}");
            assert_eq!(state.trace(), path.state.trace(), "{what}");
            assert_eq!(state.notes(), path.state.notes(), "{what}");
            assert!(state.path().model().is_some(), "{what}: a model");
            // The least address that is wrong, and the least address of a leak, are asked for at the end.
            let is_address = matches!(&verdict, Verdict::Error(failure) if matches!(
                failure.kind,
                ErrorKind::NullPointer | ErrorKind::WildPointer | ErrorKind::UseAfterFree
                    | ErrorKind::Leak
            ));
            assert!(asked <= 1 || is_address, "{what}: {asked} questions");
        }
    }
}

/// From the place where the first decisions of a path lead, exploration finds what begins with them.
#[test]
fn a_part_of_a_script_leads_to_a_part_of_the_tree() {
    for case in cases() {
        let paths = depth_first(case);
        let whole = tree_of(&paths);
        for path in paths.iter().step_by(paths.len() / 6 + 1) {
            let script = path.state.script();
            let count = path.state.decision_count();
            for decisions in [0, count / 2, count.saturating_sub(1)] {
                let mut machine = case.subject.machine(case.options());
                let mut first = case.begin(&mut machine);
                let part = script.first(decisions);
                machine.follow(&mut first, &part);
                let mut found = Tree::new();
                explore_in_order(&mut machine, first, |open| open - 1, &mut |path| {
                    add(&mut found, &path);
                });
                let ways: Vec<Way> = part.ways().collect();
                let mut expected = Tree::new();
                for other in &paths {
                    let theirs: Vec<Way> = other.state.script().ways().collect();
                    if theirs.starts_with(&ways) {
                        add(&mut expected, other);
                    }
                }
                assert!(expected.len() <= whole.len());
                assert_eq!(found, expected, "{}: the first {decisions} decisions", case.name);
            }
        }
    }
}

/// States are handed over to other machines while an exploration runs, as scripts. Together they find what one
/// machine finds.
#[test]
fn states_that_wait_can_go_on_elsewhere() {
    for case in cases() {
        let expected = tree_of(&depth_first(case));
        let mut found = Tree::new();
        let mut scripts = vec![Script::default()];
        let mut random = 0x9e37_79b9u64;
        while let Some(script) = scripts.pop() {
            let mut machine = case.subject.machine(case.options());
            let mut first = case.begin(&mut machine);
            machine.follow(&mut first, &script);
            let mut open = vec![(first, None)];
            while let Some((mut state, ended)) = open.pop() {
                if let Some(verdict) = ended {
                    add(&mut found, &Ended { verdict, state });
                    continue;
                }
                let (verdict, others) = match machine.run(&mut state, u64::MAX) {
                    Stop::Ended(verdict, others) => (Some(verdict), others),
                    Stop::Split(others) => (None, others),
                    Stop::Budget => panic!("the budget is without limit"),
                };
                open.push((state, verdict));
                for side in others {
                    random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                    match side.ended {
                        None if scripts.len() < 40 && random >> 60 < 4 => {
                            scripts.push(side.state.script());
                        }
                        ended => open.push((*side.state, ended)),
                    }
                }
            }
        }
        assert_eq!(found, expected, "{}", case.name);
    }
}

#[test]
fn a_script_of_another_program_is_an_error() {
    let case = |text: &str| Case {
        name: String::new(),
        subject: program(&text.replace("E {", "int entry(unsigned char a, unsigned char b) {")),
        entry: "entry",
        arguments: vec![Symbolic, Symbolic],
        is_given: false,
    };
    let branch = case("E { if (a < 4) return 1; if (a < 2) return 2; return 3; }");
    let step = |way| Step::Decided(way);
    let misfit = |steps: &[Step]| {
        let mut machine = branch.subject.machine(Options::default());
        let script = Script { steps: steps.to_vec() };
        match follow(&branch, &mut machine, &script).0 {
            Verdict::Cut(Cut::Misfit(misfit), _) => Some(misfit),
            _ => None,
        }
    };
    let (yes, no) = (step(Way::Side(true)), step(Way::Side(false)));
    assert_eq!(misfit(&[yes]), None);
    assert_eq!(misfit(&[no, no]), None);
    assert_eq!(misfit(&[no, yes]), Some(Misfit::Impossible));
    assert_eq!(misfit(&[yes, yes]), Some(Misfit::Unused));
    for way in [Way::Value(3), Way::Case(0), Way::Object(7), Way::Fails, Way::Rest, Way::Choice(1)]
    {
        assert_eq!(misfit(&[step(way)]), Some(Misfit::Way(way)));
    }
    // Whatever a script says, nothing panics.
    let all = cases();
    for (at, case) in all.iter().enumerate() {
        let other = &all[(at + 1) % all.len()];
        let mut machine = case.subject.machine(case.options());
        let own = depth_first(case).into_iter().take(4);
        for path in depth_first(other).into_iter().take(4).chain(own) {
            let mut script = path.state.script();
            script
                .steps
                .extend([Step::Sides { bits: 5, count: 255 }, Step::Sides { bits: 0, count: 0 }]);
            follow(case, &mut machine, &script);
            script.steps.reverse();
            follow(case, &mut machine, &script);
        }
    }
}
