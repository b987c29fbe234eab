//! Ranges: an input is a position in the order of paths. The ranges between some inputs are disjoint, and
//! together they are the whole.

use std::cmp::Ordering;

use crate::support::Argument::Symbolic;
use crate::support::brute_force::whole_program;
use crate::support::{Ended, Subject, begin, explore_in_order, program, random};
use crate::ways::{Case, cases, kind};
use pikse_vm::{Cut, Ends, Inputs, Machine, Options, Side, State, Stop, Verdict};

/// A path, without what is only an example.
type Key = (u64, String);

fn key(verdict: &Verdict, state: &State) -> Key {
    (state.digest(), kind(verdict))
}

/// The paths of a range, in order.
fn paths(machine: &mut Machine<'_>, mut first: State, ends: &Ends) -> Vec<Key> {
    machine.restrict(&mut first, ends);
    let mut open: Vec<(State, Option<Verdict>)> = vec![(first, None)];
    let mut found = Vec::new();
    while let Some((mut state, ended)) = open.pop() {
        let ended = ended.or_else(|| machine.confirm(&mut state).err());
        let (verdict, others) = match ended {
            Some(verdict) => (Some(verdict), Vec::new()),
            None => match machine.run(&mut state, u64::MAX) {
                Stop::Budget => (None, Vec::new()),
                Stop::Split(others) => (None, others),
                Stop::Ended(verdict, others) => (Some(verdict), others),
            },
        };
        let (before, after): (Vec<Side>, Vec<Side>) =
            others.into_iter().partition(|side| side.is_first);
        open.extend(after.into_iter().rev().map(|side| (*side.state, side.ended)));
        match verdict {
            Some(Verdict::Cut(Cut::Outside, _)) => {}
            Some(verdict) if before.is_empty() => found.push(key(&verdict, &state)),
            verdict => open.push((state, verdict)),
        }
        open.extend(before.into_iter().rev().map(|side| (*side.state, side.ended)));
    }
    found
}

fn compare(machine: &mut Machine<'_>, first: &State, one: &Inputs, other: &Inputs) -> Ordering {
    let mut state = first.clone();
    let ends = Ends { from: Some(one.clone()), to: Some(other.clone()) };
    machine.compare(&mut state, &ends);
    while !matches!(machine.run(&mut state, u64::MAX), Stop::Ended(..)) {}
    machine.order().unwrap_or(Ordering::Equal)
}

/// A small generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// Checks the ranges between some inputs, in any order: their paths are those of the whole.
fn check_positions(
    name: &str,
    machine: &mut Machine<'_>,
    first: &State,
    whole: &[Key],
    mut positions: Vec<Inputs>,
) {
    positions.sort_by(|one, other| compare(machine, first, one, other));
    positions.dedup_by(|one, other| compare(machine, first, one, other).is_eq());
    let starts = std::iter::once(None).chain(positions.iter().cloned().map(Some));
    let ends = positions.iter().cloned().map(Some).chain([None]);
    let mut all = Vec::new();
    for (from, to) in starts.zip(ends) {
        all.extend(paths(machine, first.clone(), &Ends { from, to }));
    }
    if all != whole {
        let at = all.iter().zip(whole).position(|(one, other)| one != other);
        let at = at.unwrap_or(all.len().min(whole.len()));
        panic!(
            "{name}: {} paths in ranges, {} in the whole; the first difference is path {at}: {:?} and {:?}\n{positions:?}",
            all.len(),
            whole.len(),
            all.get(at),
            whole.get(at)
        );
    }
}

fn check(name: &str, machine: &mut Machine<'_>, first: &State, seed: u64, rounds: usize) {
    let mut ended: Vec<Ended> = Vec::new();
    explore_in_order(machine, first.clone(), |open| open - 1, &mut |path| ended.push(path));
    let whole: Vec<Key> = ended.iter().map(|path| key(&path.verdict, &path.state)).collect();
    assert_eq!(paths(machine, first.clone(), &Ends::default()), whole, "{name}: the whole");
    let tests: Vec<(usize, Inputs)> = ended
        .iter()
        .enumerate()
        .filter(|(_, path)| path.state.path().model().is_some())
        .map(|(at, path)| (at, path.inputs(machine)))
        .collect();
    if tests.is_empty() {
        return;
    }
    let mut random = Random(seed | 1);
    for round in 0..rounds {
        // Two tests, of which the paths are known.
        let (one, other) = (random.below(tests.len()), random.below(tests.len()));
        let ((a, from), (b, to)) = (&tests[one.min(other)], &tests[one.max(other)]);
        let order = compare(machine, first, from, to);
        assert_eq!(order, a.cmp(b), "{name}: paths {a} and {b}: {from:?} {to:?}");
        assert_eq!(compare(machine, first, to, from), order.reverse(), "{name}");
        let ends = Ends { from: Some(from.clone()), to: Some(to.clone()) };
        let found = paths(machine, first.clone(), &ends);
        assert_eq!(found, whole[*a..*b], "{name}: paths {a} to {b}: {from:?} {to:?}");
        // Some tests, and inputs that nobody has seen.
        let mut positions: Vec<Inputs> = Vec::new();
        for _ in 0..random.below(5) {
            positions.push(tests[random.below(tests.len())].1.clone());
        }
        for _ in 0..random.below(4) {
            let mut inputs = tests[random.below(tests.len())].1.clone();
            for (_, bytes) in &mut inputs {
                for byte in bytes.iter_mut() {
                    if random.below(3) > 0 {
                        let few = [0, 1, 2, 5, 9, 48, 97, 127, 200, 255];
                        *byte = few[random.below(few.len())];
                    }
                }
            }
            positions.push(inputs);
        }
        let name = format!("{name}, round {round}");
        check_positions(&name, machine, first, &whole, positions);
    }
}

#[test]
fn ranges_of_the_subjects_make_up_the_whole() {
    for (seed, case) in cases().iter().enumerate() {
        let mut machine = case.subject.machine(Case::options(case));
        let first = case.begin(&mut machine);
        check(&case.name, &mut machine, &first, seed as u64 * 77 + 5, 4);
    }
}

/// The range between the tests of the second and the fourth path of `mid`.
#[test]
fn the_second_and_the_third_path_of_mid() {
    let case = cases().iter().find(|case| case.name.contains("c/mid.c")).expect("it is there");
    let mut machine = case.subject.machine(Options::default());
    let first = case.begin(&mut machine);
    let mut ended = Vec::new();
    explore_in_order(&mut machine, first.clone(), |open| open - 1, &mut |path| ended.push(path));
    let (from, to) = (ended[1].inputs(&machine), ended[3].inputs(&machine));
    let before = machine.statistics().queries;
    assert_eq!(compare(&mut machine, &first, &from, &to), Ordering::Less);
    assert_eq!(machine.statistics().queries, before, "a comparison asks nothing");
    let found = paths(&mut machine, first, &Ends { from: Some(from), to: Some(to) });
    let expected: Vec<Key> =
        ended[1..3].iter().map(|path| key(&path.verdict, &path.state)).collect();
    assert_eq!(found, expected);
}

/// An address that may lead to any object, and inputs that lead nowhere.
#[test]
fn ranges_of_addresses_make_up_the_whole() {
    let text = "static int a[2] = {1, 2}, b = 3, c = 4;
        int entry(unsigned char x, unsigned char y, unsigned char z) {
            int *all[4] = {&a[1], &b, &c, 0};
            int *p = all[x & 3];
            if (y > 9) p = (int *)((unsigned long)p + ((unsigned long)(y & 3) << 32));
            int n = *p;
            if (n > 2 && z == 7) n += *all[z & 1];
            return n == 3; }";
    let subject: Subject = program(text);
    let mut machine = subject.machine(Options::default());
    let entry = subject.entry("entry");
    let first = begin(&mut machine, entry, &vec![Symbolic; 3]);
    for seed in 0..12 {
        check(&format!("addresses {seed}"), &mut machine, &first, seed * 91 + 3, 6);
    }
}

fn check_random(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let subject: Subject = whole_program(&random::program(seed), 8);
        let mut machine = subject.machine(Options::default());
        let entry = subject.entry("entry");
        let count = machine.program().functions[entry.index()].params.len();
        let first = begin(&mut machine, entry, &vec![Symbolic; count]);
        check(&format!("seed {seed}"), &mut machine, &first, seed, 2);
    }
}

#[test]
fn ranges_of_random_programs_make_up_the_whole() {
    check_random(20_000..20_020);
}

#[test]
#[ignore = "takes minutes; in the large suite"]
fn ranges_of_a_thousand_random_programs_make_up_the_whole() {
    check_random(30_000..31_000);
}
