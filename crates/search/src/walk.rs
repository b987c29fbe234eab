//! The search as [work](pikse_work) that can be distributed, stopped and resumed.
//!
//! A step is a run of the predicate, or the processing of a solution, which is its second phase.
//! The journal of a step holds the cells that the run has read, and then those that were read while
//! its solution was processed, with [`LATE`] set.

use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;
use std::str::FromStr;
use std::sync::Arc;

use pikse_structure::{CellId, FieldId, Space};
use pikse_work::{Advance, Budget, Death, Journal, Tally, Walk, WalkError, Witness, Work};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::position::Position;
use crate::probe::Probe;
use crate::search::{Runner, Search, Settings, Statistics, Step};
use crate::trail::Choices;

/// The bit of an entry of a journal that says that the cell was read late.
pub const LATE: u32 = 1 << 31;

/// A runner whose search can be distributed.
pub trait WorkRunner: Runner {
    /// The runner's own tally: candidates without a verdict, failures, coverage.
    type Tally: Tally;
    /// The runner's result for a solution.
    type Detail: fmt::Debug + Serialize + DeserializeOwned;

    /// Its tally since it was made.
    fn tally(&self) -> Self::Tally;

    /// Whether something has failed since it was made.
    fn has_failed(&self) -> bool {
        self.tally().has_failed()
    }

    /// From now on, records every cell that a run reads before the predicate continues; or no longer does so.
    fn keep_journal(&mut self, journal: Option<Rc<dyn Journal>>);

    /// Processes a solution. This may take long and may end the process. Cells in `late` become
    /// choice points ([`Search::process`]); with a journal, each is recorded with [`LATE`] set
    /// before its value is used.
    fn solved(&mut self, choices: Choices<'_>, late: &mut Vec<CellId>) -> Self::Detail;

    /// Whether the solution that was processed last turned out to be none: it has contents of a
    /// container that are none.
    fn has_rejected(&self) -> bool {
        false
    }

    /// Whether [`WorkRunner::solved`] has to see every solution.
    fn looks_at_solutions(&self) -> bool {
        false
    }

    /// The tally of a candidate that ended its process.
    fn killed(killed: Killed, space: &Arc<Space>) -> Self::Tally;
}

/// A candidate that ended its process.
#[derive(Clone, Debug)]
pub struct Killed {
    /// How the process ended.
    pub death: Death,
    /// The candidate vector.
    pub candidate: Vec<u32>,
    /// The choices of a solution, in order, if processing it ended the process.
    pub solution: Option<Vec<u32>>,
}

/// A search to distribute.
pub struct SearchWork<'a, R> {
    /// Its space.
    pub space: &'a Arc<Space>,
    /// The options.
    pub settings: &'a Settings,
    /// The runner's [signature](Runner::signature).
    pub signature: &'a str,
    /// Makes the runner, in the process that searches.
    pub load: &'a dyn Fn() -> Result<R, String>,
    /// Whether the digest of all solutions is wanted.
    pub digest: bool,
}

/// The tally of a search, and that of its runner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SearchTally<T> {
    /// Runs, solutions, initializations.
    pub statistics: Statistics,
    /// The digest of all solutions, if it was asked for.
    pub digest: Option<Digest>,
    /// The fields that some run has read.
    pub fields_read: BTreeSet<FieldId>,
    /// The runner's tally.
    pub runner: T,
}

impl<T: Tally> Tally for SearchTally<T> {
    fn merge(&mut self, other: &Self) {
        self.statistics.add(&other.statistics);
        self.digest = match (self.digest, other.digest) {
            (Some(one), Some(two)) => Some(one + two),
            (one, two) => one.or(two),
        };
        self.fields_read.extend(&other.fields_read);
        self.runner.merge(&other.runner);
    }

    fn has_failed(&self) -> bool {
        self.runner.has_failed()
    }
}

/// The sum of the digests of structures: equal for equal sets of structures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digest(pub u128);

impl std::ops::Add for Digest {
    type Output = Digest;

    fn add(self, other: Digest) -> Digest {
        Digest(self.0.wrapping_add(other.0))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for Digest {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u128::from_str_radix(text, 16).map(Digest)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// A solution that is handed out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solution<D> {
    /// Its candidate vector.
    pub candidate: Vec<u32>,
    /// Its choices, in the order in which they were made: a search finds the least first.
    pub order: Vec<u32>,
    /// The runner's result for it.
    pub detail: D,
}

/// A search that goes from part to part.
pub struct SearchWalk<R> {
    space: Arc<Space>,
    settings: Settings,
    journal: Rc<dyn Journal>,
    /// A search of the current part, or a runner that waits for one.
    running: Running<R>,
    /// The statistics in the position where the current part began.
    before: Statistics,
    /// The tally of finished parts.
    past: Statistics,
    fields_read: BTreeSet<FieldId>,
    digest: Option<Digest>,
}

enum Running<R> {
    Idle(R),
    Part(Box<Search<R>>),
    /// Only while it changes from one to the other.
    Nothing,
}

impl<R: WorkRunner> SearchWalk<R> {
    fn search(&mut self) -> &mut Search<R> {
        match &mut self.running {
            Running::Part(search) => search,
            Running::Idle(_) | Running::Nothing => panic!("a walk begins before it goes on"),
        }
    }

    fn runner(&self) -> &R {
        match &self.running {
            Running::Part(search) => search.runner(),
            Running::Idle(runner) => runner,
            Running::Nothing => unreachable!("a walk always has its runner"),
        }
    }

    /// The tally, including the current part.
    fn statistics(&self) -> Statistics {
        let mut statistics = self.past;
        if let Running::Part(search) = &self.running {
            statistics.add(&search.statistics());
            statistics.subtract(&self.before);
        }
        statistics
    }

    fn fields_read(&self) -> BTreeSet<FieldId> {
        let mut read = self.fields_read.clone();
        if let Running::Part(search) = &self.running {
            let never = search.fields_never_read();
            read.extend(self.space.field_ids().filter(|field| !never.contains(field)));
        }
        read
    }

    /// Ends the current part.
    fn rest(&mut self) {
        (self.past, self.fields_read) = (self.statistics(), self.fields_read());
        self.running = match std::mem::replace(&mut self.running, Running::Nothing) {
            Running::Part(search) => Running::Idle(search.into_runner()),
            other => other,
        };
    }

    /// Processes a solution.
    fn look(&mut self, looks: bool, found: Option<&mut Vec<Solution<R::Detail>>>) {
        let Running::Part(search) = &mut self.running else { return };
        let digest = self.digest.map(|_| Digest(search.structure().canonical().digest()));
        // Processing may add choice points.
        let order = search.order();
        let mut detail = None;
        if looks || found.is_some() {
            self.journal.set_second_phase(true);
            detail = Some(search.process(WorkRunner::solved));
            self.journal.set_second_phase(false);
            if search.runner().has_rejected() {
                search.take_back_solution();
                return;
            }
        }
        if let (Some(all), Some(digest)) = (&mut self.digest, digest) {
            *all = *all + digest;
        }
        let Some(detail) = detail else { return };
        if let Some(found) = found {
            found.push(Solution { candidate: search.candidate(), order, detail });
        }
    }
}

impl<R: WorkRunner> Walk for SearchWalk<R> {
    type Position = Position;
    type Tally = SearchTally<R::Tally>;
    type Found = Solution<R::Detail>;

    fn begin(&mut self, part: Option<&Position>, careful: bool) -> Result<(), WalkError> {
        self.rest();
        let Running::Idle(mut runner) = std::mem::replace(&mut self.running, Running::Nothing)
        else {
            unreachable!("a walk that rests has its runner")
        };
        runner.keep_journal(careful.then(|| Rc::clone(&self.journal)));
        let settings = self.settings.clone();
        self.before = part.map_or_else(Statistics::default, Position::statistics);
        let search = match part {
            None => Search::new(&self.space, runner, settings),
            Some(part) => Search::resume(&self.space, runner, settings, part)?,
        };
        self.running = Running::Part(Box::new(search));
        Ok(())
    }

    fn advance(
        &mut self,
        budget: Budget,
        found: &mut Vec<Solution<R::Detail>>,
    ) -> Result<Advance, WalkError> {
        let looks = self.runner().looks_at_solutions();
        let only_counts = budget.finds.is_none() && self.digest.is_none() && !looks;
        let mut end = self.search().statistics().explored.saturating_add(budget.steps);
        let mut finds = budget.finds;
        loop {
            let search = self.search();
            let left = end.saturating_sub(search.statistics().explored);
            if left == 0 || finds == Some(0) {
                return Ok(Advance::Paused);
            }
            let step = match only_counts {
                true => search.count_within(left),
                false => search.step_within(left),
            };
            match step.map_err(|error| WalkError::Mistake(error.to_string()))? {
                Step::Exhausted => return Ok(Advance::Exhausted),
                Step::Paused(_) => return Ok(Advance::Paused),
                Step::Solution => {
                    let found = finds.is_some().then_some(&mut *found);
                    self.look(looks, found);
                    // A solution counts as a step: there may be many without a run.
                    end -= 1;
                    finds = finds.map(|finds| finds - 1);
                    if budget.until_failure && self.runner().has_failed() {
                        return Ok(Advance::Paused);
                    }
                }
            }
        }
    }

    fn position(&mut self) -> Position {
        self.search().position()
    }

    fn split(&mut self) -> Option<Position> {
        self.search().split()
    }

    fn done(&self) -> f64 {
        match &self.running {
            Running::Part(search) => search.progress(),
            Running::Idle(_) | Running::Nothing => 0.0,
        }
    }

    fn tally(&self) -> SearchTally<R::Tally> {
        SearchTally {
            statistics: self.statistics(),
            digest: self.digest,
            fields_read: self.fields_read(),
            runner: self.runner().tally(),
        }
    }
}

impl<R: WorkRunner> Work for SearchWork<'_, R> {
    type Walk = SearchWalk<R>;

    fn load(&self, journal: Rc<dyn Journal>) -> Result<SearchWalk<R>, WalkError> {
        Ok(SearchWalk {
            space: Arc::clone(self.space),
            settings: self.settings.clone(),
            journal,
            running: Running::Idle((self.load)().map_err(WalkError::Load)?),
            before: Statistics::default(),
            past: Statistics::default(),
            fields_read: BTreeSet::new(),
            digest: self.digest.then(Digest::default),
        })
    }

    /// A run reads each cell once.
    fn journal_words(&self) -> usize {
        self.space.cells().len()
    }

    fn pass(
        &self,
        at: Option<&Position>,
        witness: &Witness,
        death: &Death,
    ) -> Result<(Position, SearchTally<R::Tally>), WalkError> {
        let is_cell = |cell: &CellId| cell.index() < self.space.cells().len();
        let (late, early): (Vec<u32>, Vec<u32>) =
            witness.words.iter().partition(|&&word| word & LATE != 0);
        let late: Vec<CellId> =
            late.into_iter().map(|word| CellId(word & !LATE)).filter(is_cell).collect();
        let ghost = Ghost {
            cells: early.into_iter().map(CellId).filter(is_cell).collect(),
            accepts: witness.second_phase,
            signature: self.signature.to_owned(),
            candidate: Vec::new(),
        };
        let settings = self.settings.clone();
        let mut search = match at {
            None => Search::new(self.space, ghost, settings),
            Some(at) => Search::resume(self.space, ghost, settings, at)?,
        };
        let before = search.statistics();
        let step = search.step_within(1);
        let killed = match step.map_err(|error| WalkError::Mistake(error.to_string()))? {
            Step::Solution => Killed {
                death: death.clone(),
                candidate: search.candidate(),
                solution: Some(search.process(|_, choices, reads| {
                    reads.extend(&late);
                    // A late read had the first value.
                    choices.map(|(_, at)| at).chain(late.iter().map(|_| 0)).collect()
                })),
            },
            _ => Killed {
                death: death.clone(),
                candidate: search.runner().candidate.clone(),
                solution: None,
            },
        };
        let mut statistics = search.statistics();
        statistics.subtract(&before);
        let tally = SearchTally {
            statistics,
            digest: None,
            fields_read: BTreeSet::new(),
            runner: R::killed(killed, self.space),
        };
        Ok((search.position(), tally))
    }
}

/// Repeats the reads of a run that ended its process. It rejects, unless the process ended while
/// a solution was processed.
struct Ghost {
    cells: Vec<CellId>,
    accepts: bool,
    signature: String,
    /// The candidate vector that it read.
    candidate: Vec<u32>,
}

impl Runner for Ghost {
    fn run(&mut self, probe: &mut Probe, _changed: usize) -> bool {
        for &cell in &self.cells {
            probe.read(cell);
        }
        if self.accepts {
            return true;
        }
        self.candidate = probe.candidate();
        probe.abandon();
        false
    }

    fn current(&self) -> String {
        self.signature.clone()
    }

    fn signature(&self) -> String {
        self.signature.clone()
    }
}
