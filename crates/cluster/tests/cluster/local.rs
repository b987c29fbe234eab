//! However a search is shared out, stopped, resumed and survived, it finds what a plain
//! search finds.

use std::time::Duration;

use pikse_cluster::{ClusterError, Observer, Options, Progress, State, run};
use pikse_search::{
    Cancel, Digest, Position, Search, SearchTally, SearchWork, Settings, Solution, Statistics, Step,
};
use pikse_work::{Death, WalkError};

use crate::lists::{Defect, Lists, Rejected, Walker};

type Tally = SearchTally<Rejected>;

/// Keeps what it hears.
#[derive(Default)]
struct Listener {
    solutions: Vec<Vec<u32>>,
    /// Cancels after so many solutions.
    cancel: Option<(usize, Cancel)>,
}

impl Observer<Solution<()>, Tally> for Listener {
    fn found(&mut self, found: Solution<()>) -> std::io::Result<()> {
        self.solutions.push(found.candidate);
        if let Some((after, cancel)) = &self.cancel
            && self.solutions.len() >= *after
        {
            cancel.cancel();
        }
        Ok(())
    }

    fn progress(&mut self, progress: &Progress<Tally>) {
        assert!((0.0..=1.0 + 1e-9).contains(&progress.done), "{progress:?}");
    }
}

/// All that a search finds, in no order.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    statistics: Statistics,
    digest: Option<Digest>,
    solutions: Vec<Vec<u32>>,
    rejected: Rejected,
    fields_read: usize,
}

impl Found {
    fn of(tally: Tally, mut solutions: Vec<Vec<u32>>) -> Found {
        solutions.sort_unstable();
        let SearchTally { statistics, digest, fields_read, runner } = tally;
        let fields_read = fields_read.len();
        Found { statistics, digest, solutions, rejected: runner, fields_read }
    }

    /// Without sharing anything out.
    fn plainly(lists: &Lists) -> Found {
        let mut search = Search::new(&lists.space, lists.walker(), Settings::new(&lists.space));
        let (mut digest, mut solutions) = (Digest::default(), Vec::new());
        while search.step().expect("it is deterministic") == Step::Solution {
            digest = digest + Digest(search.structure().canonical().digest());
            solutions.push(search.candidate());
        }
        solutions.sort_unstable();
        let fields_read = lists.space.fields().len() - search.fields_never_read().len();
        let (statistics, digest) = (search.statistics(), Some(digest));
        let rejected = search.runner().rejected.clone();
        Found { statistics, digest, solutions, rejected, fields_read }
    }
}

/// Goes on with a search.
fn go_on(
    lists: &Lists,
    options: &Options,
    digest: bool,
    state: &mut State<Position, Tally>,
    listener: &mut Listener,
) {
    let settings = Settings::new(&lists.space);
    let load = || Ok(lists.walker());
    let work = SearchWork { digest, ..lists.work(&settings, &load) };
    let cancel =
        listener.cancel.as_ref().map_or_else(Cancel::default, |(_, cancel)| cancel.clone());
    run(&work, options, state, listener, &cancel).unwrap_or_else(|error| panic!("{error}"));
}

fn wanted(workers: usize) -> Options {
    Options { workers, finds: true, ..Options::default() }
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
        go_on(lists, options, true, &mut state, &mut listener);
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
    (Found::of(state.tally, listener.solutions), rounds)
}

pub(crate) fn workers_share_a_search() {
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
        go_on(&lists, &options, false, &mut state, &mut Listener::default());
        let Tally { statistics, digest, .. } = state.tally;
        assert_eq!((statistics, digest), (plain.statistics, None), "{workers} workers");
    }
}

pub(crate) fn stopped_searches_go_on() {
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
    go_on(&large, &wanted(2), true, &mut state, &mut listener);
    assert!(!state.is_complete() && state.tally.statistics.explored < 1_000_000);
}

pub(crate) fn deaths_are_survived() {
    for (defect, death) in [
        (Defect::Exits, Death::Exit(5)),
        (Defect::Aborts, Death::Signal(6)),
        (Defect::Waits, Death::Silent),
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
            let case = format!("{defect:?}, {workers} workers: {:?}", found.rejected);
            assert_eq!(found.solutions, expected, "{case}");
            assert_eq!(found.statistics.valid, expected.len() as u64, "{case}");
            let deaths: Vec<_> = found.rejected.killed.iter().collect();
            assert_eq!(deaths, [(&death, &(killed as u64))], "{case}");
            // Every other candidate was accepted or rejected once.
            let all = found.rejected.by_reads.values().sum::<u64>() + killed as u64;
            assert_eq!(found.statistics.explored, found.statistics.valid + all, "{case}");
        }
    }
}

pub(crate) fn mistakes_are_told() {
    let lists = Lists::new(2, 2, Defect::None);
    let settings = Settings::new(&lists.space);
    let load = || Err::<Walker, _>("it cannot be loaded".to_owned());
    let job = lists.work(&settings, &load);
    let mut state = State::new();
    let told = run(&job, &wanted(2), &mut state, &mut Listener::default(), &Cancel::default());
    let told = told.expect_err("nothing was searched");
    assert!(
        matches!(&told, ClusterError::Walk(WalkError::Load(why)) if why == "it cannot be loaded"),
        "{told}"
    );
    assert_eq!(state, State::new());
    // A full disk ends a search, and what is left of it stays.
    struct Full;
    impl Observer<Solution<()>, Tally> for Full {
        fn found(&mut self, _: Solution<()>) -> std::io::Result<()> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn progress(&mut self, _: &Progress<Tally>) {}
    }
    let load = || Ok(lists.walker());
    let job = lists.work(&settings, &load);
    let told = run(&job, &wanted(2), &mut state, &mut Full, &Cancel::default());
    assert!(matches!(told, Err(ClusterError::Output(_))), "{told:?}");
}
