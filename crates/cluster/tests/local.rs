//! However a search is shared out, stopped, resumed and survived, it finds what a plain
//! search finds.
//!
//! Workers are forked, so all cases run one after the other in a single test: no other
//! thread does anything then.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use pikse_cluster::{
    ClusterError, Failure, Job, Journal, Observer, Options, Progress, State, WorkerRunner, run,
};
use pikse_search::{Cancel, Position, Probe, Runner, Search, Settings, Statistics, Step};
use pikse_structure::{Field, Int, Ref, SmallObjSet, Space, SpaceBuilder};

/// What a predicate does with a list that ends with the data value 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Defect {
    None,
    Exits,
    Aborts,
    Waits,
}

/// Sorted lists whose size is right.
struct Lists {
    head: Field<Ref>,
    size: Field<Int>,
    next: Field<Ref>,
    data: Field<Int>,
    space: Arc<Space>,
    defect: Defect,
}

impl Lists {
    fn new(nodes: usize, values: i64, defect: Defect) -> Lists {
        let mut bounds = SpaceBuilder::new();
        let list = bounds.class("List", 1);
        let node = bounds.class("Node", nodes);
        let head = bounds.reference(list, "head", node);
        let size = bounds.int(list, "size", 0..=nodes as i64);
        let next = bounds.reference(node, "next", node);
        let data = bounds.int(node, "data", 0..=values);
        let space = Arc::new(bounds.build().expect("the bounds are sound"));
        Lists { head, size, next, data, space, defect }
    }

    fn walker(&self) -> Walker {
        let Lists { head, size, next, data, defect, .. } = *self;
        Walker { head, size, next, data, defect, journal: None, rejected: Vec::new() }
    }
}

/// The predicate.
struct Walker {
    head: Field<Ref>,
    size: Field<Int>,
    next: Field<Ref>,
    data: Field<Int>,
    defect: Defect,
    journal: Option<Journal>,
    /// Rejected candidates, by the size of the list; they are reported as failures.
    rejected: Vec<Failure>,
}

impl Walker {
    fn accepts(&self, probe: &mut Probe) -> bool {
        let list = probe.root();
        let mut seen = SmallObjSet::new();
        let mut last = i64::MIN;
        let mut node = probe.get(list, self.head);
        self.note(probe);
        while let Some(here) = node {
            if !seen.insert(here) {
                return false;
            }
            let data = probe.get(here, self.data);
            self.note(probe);
            if data < last {
                return false;
            }
            last = data;
            node = probe.get(here, self.next);
            self.note(probe);
        }
        if last == 3 {
            match self.defect {
                Defect::None => {}
                Defect::Exits => std::process::exit(5),
                Defect::Aborts => std::process::abort(),
                Defect::Waits => std::thread::sleep(Duration::from_secs(3600)),
            }
        }
        let size = probe.get(list, self.size);
        self.note(probe);
        size == seen.len() as i64
    }

    fn note(&self, probe: &Probe) {
        if let Some(journal) = &self.journal {
            let cells: Vec<_> = (0..probe.met()).map(|depth| probe.cell_at(depth)).collect();
            journal.note(&cells);
        }
    }
}

impl Runner for Walker {
    fn run(&mut self, probe: &mut Probe, _changed: usize) -> bool {
        let accepted = self.accepts(probe);
        if !accepted {
            let text = format!("after {} reads", probe.met());
            match self.rejected.iter_mut().find(|known| known.text == text) {
                Some(known) => known.count += 1,
                None => {
                    let (kind, candidate) = ("rejected".to_owned(), probe.candidate());
                    let key = text.clone();
                    let failure =
                        Failure { key, kind, text, count: 1, candidate, ..Failure::default() };
                    self.rejected.push(failure);
                }
            }
        }
        accepted
    }

    fn current(&self) -> String {
        self.signature()
    }

    fn signature(&self) -> String {
        "sorted".to_owned()
    }
}

impl WorkerRunner for Walker {
    fn failures(&self) -> Vec<Failure> {
        self.rejected.clone()
    }

    fn fallback(&self) -> Option<String> {
        None
    }

    fn keep_journal(&mut self, journal: Journal) {
        self.journal = Some(journal);
    }
}

/// Keeps what it hears.
#[derive(Default)]
struct Listener {
    solutions: Vec<Vec<u32>>,
    /// Cancels after so many solutions.
    cancel: Option<(usize, Cancel)>,
}

impl Observer for Listener {
    fn solution(&mut self, candidate: &[u32], _: &str) -> std::io::Result<()> {
        self.solutions.push(candidate.to_vec());
        if let Some((after, cancel)) = &self.cancel
            && self.solutions.len() >= *after
        {
            cancel.cancel();
        }
        Ok(())
    }

    fn progress(&mut self, progress: &Progress) {
        assert!((0.0..=1.0 + 1e-9).contains(&progress.done), "{progress:?}");
    }
}

/// All that a search finds, in no order.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    statistics: Statistics,
    digest: u128,
    solutions: Vec<Vec<u32>>,
    failures: BTreeMap<(String, String), u64>,
    fields_read: usize,
}

impl Found {
    fn of(state: &State, mut solutions: Vec<Vec<u32>>) -> Found {
        solutions.sort_unstable();
        Found {
            statistics: state.statistics,
            digest: state.digest,
            solutions,
            failures: counts(&state.failures),
            fields_read: state.fields_read.len(),
        }
    }

    /// Without sharing anything out.
    fn plainly(lists: &Lists) -> Found {
        let mut search = Search::new(&lists.space, lists.walker(), Settings::new(&lists.space));
        let (mut digest, mut solutions) = (0_u128, Vec::new());
        while search.step().expect("it is deterministic") == Step::Solution {
            digest = digest.wrapping_add(search.structure().canonical().digest());
            solutions.push(search.candidate());
        }
        solutions.sort_unstable();
        let failures = counts(&search.runner().failures());
        let fields_read = lists.space.fields().len() - search.fields_never_read().len();
        Found { statistics: search.statistics(), digest, solutions, failures, fields_read }
    }
}

fn counts(failures: &[Failure]) -> BTreeMap<(String, String), u64> {
    let entry = |failure: &Failure| ((failure.kind.clone(), failure.text.clone()), failure.count);
    failures.iter().map(entry).collect()
}

/// Goes on with a search.
fn go_on(lists: &Lists, options: &Options, state: &mut State, listener: &mut Listener) {
    let settings = Settings::new(&lists.space);
    let load = || Ok(lists.walker());
    let job = Job { space: &lists.space, settings: &settings, signature: "sorted", load: &load };
    let cancel =
        listener.cancel.as_ref().map_or_else(Cancel::default, |(_, cancel)| cancel.clone());
    run(&job, options, state, listener, &cancel).unwrap_or_else(|error| panic!("{error}"));
}

fn wanted(workers: usize) -> Options {
    Options { workers, solutions: true, digest: true, ..Options::default() }
}

/// Goes on until nothing is left; each time, what is left is written down and read.
#[track_caller]
fn until_complete(
    lists: &Lists,
    options: &Options,
    mut stop: impl FnMut() -> Option<(usize, Cancel)>,
) -> (Found, usize) {
    let (mut state, mut listener, mut rounds) = (State::new(), Listener::default(), 0);
    while !state.is_complete() {
        let before = listener.solutions.len();
        listener.cancel = stop().map(|(more, cancel)| (before + more, cancel));
        go_on(lists, options, &mut state, &mut listener);
        if let Some(first) = options.first {
            let new = (listener.solutions.len() - before) as u64;
            assert!(new == first || state.is_complete() && new < first, "{new} of {first}");
        }
        let text = |part: &Position| {
            part.to_string().parse::<Position>().unwrap_or_else(|error| panic!("{error}"))
        };
        for part in state.parts.iter_mut().flatten() {
            *part = text(part);
        }
        rounds += 1;
        assert!(rounds < 100_000, "it does not get on");
    }
    (Found::of(&state, listener.solutions), rounds)
}

fn workers_share_a_search() {
    let lists = Lists::new(6, 7, Defect::None);
    let plain = Found::plainly(&lists);
    assert!(plain.statistics.valid > 1000, "{:?}", plain.statistics);
    for workers in 1..=4 {
        for _ in 0..3 {
            let (found, rounds) = until_complete(&lists, &wanted(workers), || None);
            assert!(found == plain && rounds == 1, "{workers} workers: {:?}", found.statistics);
        }
        // If nobody wants the solutions, they are counted all the same.
        let mut state = State::new();
        let options = Options { workers, ..Options::default() };
        go_on(&lists, &options, &mut state, &mut Listener::default());
        assert_eq!((state.statistics, state.digest), (plain.statistics, 0), "{workers} workers");
    }
}

fn stopped_searches_go_on() {
    let lists = Lists::new(5, 4, Defect::None);
    let plain = Found::plainly(&lists);
    for workers in 1..=4 {
        for first in [1, 7, 100, 10_000] {
            let options = Options { first: Some(first), ..wanted(workers) };
            let (found, rounds) = until_complete(&lists, &options, || None);
            assert_eq!(found, plain, "the first {first}, {workers} workers");
            assert_eq!(rounds as u64, plain.statistics.valid / first + 1, "{first}");
        }
        let options = Options { stop_after: Some(Duration::ZERO), ..wanted(workers) };
        let (found, rounds) = until_complete(&lists, &options, || None);
        assert_eq!(found, plain, "{workers} workers, in {rounds} rounds");
        for more in [1, 60] {
            let (found, rounds) =
                until_complete(&lists, &wanted(workers), || Some((more, Cancel::default())));
            assert_eq!(found, plain, "{workers} workers, in {rounds} rounds");
        }
    }
    // Nobody searches for somebody who has cancelled before.
    let cancel = Cancel::default();
    cancel.cancel();
    let (mut state, mut listener) = (State::new(), Listener::default());
    listener.cancel = Some((0, cancel));
    let large = Lists::new(9, 9, Defect::None);
    go_on(&large, &wanted(2), &mut state, &mut listener);
    assert!(!state.is_complete() && state.statistics.explored < 1_000_000);
}

fn deaths_are_survived() {
    for (defect, how) in [
        (Defect::Exits, "exits with code 5"),
        (Defect::Aborts, "signal 6"),
        (Defect::Waits, "no answer"),
    ] {
        // Each death costs as long as silence does.
        let nodes = if defect == Defect::Waits { 1 } else { 2 };
        let lists = Lists::new(nodes, 4, defect);
        let sound = Found::plainly(&Lists::new(nodes, 4, Defect::None));
        let three = |candidate: &Vec<u32>| {
            // Lists that end with 3: the defect is there before the size is read.
            let structure =
                pikse_structure::Structure::of_candidate(&lists.space, |c| candidate[c.index()]);
            let nodes = structure.objects().iter().skip(1);
            let last = nodes.filter_map(|node| structure.value(node, "data")).next_back();
            last == Some(&pikse_structure::Value::Int(3))
        };
        let expected: Vec<_> =
            sound.solutions.iter().filter(|candidate| !three(candidate)).cloned().collect();
        let killed = sound.solutions.len() - expected.len();
        for workers in [1, 3] {
            let silence = Duration::from_millis(300);
            let options = Options { silence, ..wanted(workers) };
            let (found, _) = until_complete(&lists, &options, || None);
            let case = format!("{defect:?}, {workers} workers: {:?}", found.failures);
            assert_eq!(found.solutions, expected, "{case}");
            assert_eq!(found.statistics.valid, expected.len() as u64, "{case}");
            let of_death = |((kind, _), _): &(&(String, String), &u64)| kind == "killed";
            let deaths: Vec<_> = found.failures.iter().filter(of_death).collect();
            let [((_, text), count)] = deaths[..] else { panic!("{case}") };
            assert!(text.contains(how) && *count == killed as u64, "{case}, not {killed}");
            // Every other candidate was accepted or rejected once.
            let all: u64 = found.failures.values().sum();
            assert_eq!(found.statistics.explored, found.statistics.valid + all, "{case}");
        }
    }
}

fn mistakes_are_told() {
    let lists = Lists::new(2, 2, Defect::None);
    let settings = Settings::new(&lists.space);
    let load = || Err::<Walker, _>("it cannot be loaded".to_owned());
    let job = Job { space: &lists.space, settings: &settings, signature: "sorted", load: &load };
    let mut state = State::new();
    let told = run(&job, &wanted(2), &mut state, &mut Listener::default(), &Cancel::default());
    let told = told.expect_err("nothing was searched");
    assert!(
        matches!(&told, ClusterError::Predicate(why) if why == "it cannot be loaded"),
        "{told}"
    );
    assert_eq!(state, State::new());
    // A full disk ends a search, and what is left of it stays.
    struct Full;
    impl Observer for Full {
        fn solution(&mut self, _: &[u32], _: &str) -> std::io::Result<()> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn progress(&mut self, _: &Progress) {}
    }
    let load = || Ok(lists.walker());
    let job = Job { space: &lists.space, settings: &settings, signature: "sorted", load: &load };
    let told = run(&job, &wanted(2), &mut state, &mut Full, &Cancel::default());
    assert!(matches!(told, Err(ClusterError::Output(_))), "{told:?}");
}

#[test]
fn searches_are_shared_out() {
    workers_share_a_search();
    stopped_searches_go_on();
    deaths_are_survived();
    mistakes_are_told();
}
