//! A check as a search's runner: the pre-condition is the predicate, and the property runs on every
//! solution.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use pikse_native::{Broken, Check, Failed, Predicate, PredicateTally};
use pikse_search::{Choices, Killed, Probe, Runner, WorkRunner};
use pikse_structure::domain::References;
use pikse_structure::{CellId, FieldId, Snapshot, Space, Structure};
use pikse_work::{Journal, Tally};
use serde::{Deserialize, Serialize};

/// The maximum number of distinct failures in a process; further ones are counted as the last.
const MOST_FAILURES: usize = 200;

/// The key that distinguishes failures.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FailureKey {
    /// The [kind](Broken::kind).
    pub kind: String,
    /// The key within the kind.
    pub what: String,
    /// The call that failed, as an address in the library.
    pub call: Option<u64>,
}

impl FailureKey {
    fn of(failed: &Failed) -> FailureKey {
        let (kind, what) = failed.broken.key();
        FailureKey { kind: kind.to_owned(), what, call: failed.calls.first().copied() }
    }
}

/// Inputs on which a property failed in the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedInputs {
    /// Their key.
    pub key: FailureKey,
    /// Their number.
    pub count: u64,
    /// The smallest of them, and of those the first.
    pub smallest: FailedInput,
}

/// How large an input is, among those with as many objects. Shorter inputs come first, and then those
/// with smaller numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Sums {
    /// The sum of the lengths of its vectors, strings, maps and arrays.
    pub lengths: u64,
    /// The sum of the absolute values of its other numbers.
    pub numbers: u64,
}

/// An input on which a property failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedInput {
    /// The number of its objects.
    pub objects: u32,
    /// The lengths and the numbers that were chosen for it.
    pub sums: Sums,
    /// Its choices, in the order in which they were made: the first input of a search has the least.
    pub order: Vec<u32>,
    /// Its candidate vector.
    pub candidate: Vec<u32>,
    /// What happened.
    pub failed: Failed,
    /// Its state after the run, if the process survived.
    pub after: Option<Snapshot>,
}

impl FailedInput {
    /// The order of inputs: by objects, then by lengths and numbers, then as the search finds them.
    fn rank(&self) -> (u32, Sums, &[u32]) {
        (self.objects, self.sums, &self.order)
    }
}

/// The tally of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckTally {
    /// The failures.
    pub failures: Vec<FailedInputs>,
    /// The tally of the pre-condition.
    pub pre: PredicateTally,
    /// The number of inputs that ran, by the number of their objects.
    pub ran: Vec<u64>,
    /// The number of them that failed.
    pub failed: Vec<u64>,
    /// How often each covered block ran.
    pub blocks: Vec<u64>,
    /// The globals that were changed, as addresses in the library.
    pub globals: BTreeSet<u64>,
    /// The fields that the code under test reads and the pre-condition does not.
    pub late: BTreeSet<FieldId>,
    /// Whether they were varied; if not, they had their first value.
    pub varies: bool,
    /// The number of inputs whose run ended before the time limit, because others had exceeded it in
    /// the same loop.
    pub early: u64,
}

impl Tally for CheckTally {
    fn merge(&mut self, other: &Self) {
        for failure in &other.failures {
            match self.failures.iter_mut().find(|known| known.key == failure.key) {
                Some(known) => {
                    known.count += failure.count;
                    if failure.smallest.rank() < known.smallest.rank() {
                        known.smallest = failure.smallest.clone();
                    }
                }
                None => self.failures.push(failure.clone()),
            }
        }
        self.pre.merge(&other.pre);
        add(&mut self.ran, &other.ran);
        add(&mut self.failed, &other.failed);
        add(&mut self.blocks, &other.blocks);
        self.globals.extend(&other.globals);
        self.late.extend(&other.late);
        self.varies |= other.varies;
        self.early += other.early;
    }

    fn has_failed(&self) -> bool {
        !self.failures.is_empty() || self.pre.has_failed()
    }
}

fn add(sums: &mut Vec<u64>, more: &[u64]) {
    if sums.len() < more.len() {
        sums.resize(more.len(), 0);
    }
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// The result of a run on an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observed {
    /// The state of the input after the run.
    pub after: Snapshot,
    /// The failure, if it failed.
    pub failure: Option<FailureKey>,
}

/// A check in a process that searches.
pub struct CheckRunner {
    predicate: Predicate,
    check: Check,
    cells: usize,
    failures: Vec<FailedInputs>,
    /// The index of each failure in `failures`.
    known: HashMap<FailureKey, usize>,
    ran: Vec<u64>,
    failed: Vec<u64>,
    /// Whether the state after each run is wanted.
    observes: bool,
    /// Whether fields that only the code under test reads are varied.
    varies: bool,
    /// The fields that the code under test reads and the pre-condition does not.
    late: BTreeSet<FieldId>,
    /// Whether the last input was none.
    rejected: bool,
    space: Arc<Space>,
}

impl CheckRunner {
    /// A check of a space, whose pre-condition is the predicate. If it `observes`, every input comes
    /// with the state after its run. Fields that only the code under test reads are varied.
    pub fn new(
        predicate: Predicate,
        check: Check,
        space: &Arc<Space>,
        observes: bool,
    ) -> CheckRunner {
        let objects = space.objects().len();
        CheckRunner {
            predicate,
            check,
            cells: space.cells().len(),
            failures: Vec::new(),
            known: HashMap::new(),
            ran: vec![0; objects + 1],
            failed: vec![0; objects + 1],
            observes,
            varies: true,
            late: BTreeSet::new(),
            rejected: false,
            space: Arc::clone(space),
        }
    }

    /// Keeps the first value of fields that only the code under test reads.
    #[must_use]
    pub fn keeping_unread_first(mut self) -> CheckRunner {
        self.varies = false;
        self
    }

    #[cold]
    fn note(&mut self, failed: Failed, choices: Choices<'_>) -> usize {
        let key = FailureKey::of(&failed);
        let objects = self.check.objects();
        self.failed[objects as usize] += 1;
        let known = match self.known.get(&key) {
            None if self.failures.len() == MOST_FAILURES => Some(MOST_FAILURES - 1),
            known => known.copied(),
        };
        if let Some(at) = known {
            self.failures[at].count += 1;
            let least = &self.failures[at].smallest;
            if objects > least.objects {
                return at;
            }
            let rank = (objects, self.sums(choices.clone()));
            let of_least = (least.objects, least.sums);
            let is_first =
                || order(choices.clone(), self.check.late()).lt(least.order.iter().copied());
            if rank > of_least || rank == of_least && !is_first() {
                return at;
            }
        }
        let smallest = self.input(failed, choices);
        match known {
            Some(at) => {
                self.failures[at].smallest = smallest;
                at
            }
            None => {
                self.known.insert(key.clone(), self.failures.len());
                self.failures.push(FailedInputs { key, count: 1, smallest });
                self.failures.len() - 1
            }
        }
    }

    /// The sums of the input that ran. Late reads had their first value.
    fn sums(&self, choices: Choices<'_>) -> Sums {
        let late = self.check.late().iter().map(|&cell| (cell, 0));
        Sums::of(&self.space, choices.chain(late))
    }

    fn input(&mut self, failed: Failed, choices: Choices<'_>) -> FailedInput {
        let mut candidate = vec![0; self.cells];
        choices.clone().for_each(|(cell, index)| candidate[cell.index()] = index);
        FailedInput {
            objects: self.check.objects(),
            sums: self.sums(choices.clone()),
            order: order(choices, self.check.late()).collect(),
            candidate,
            failed,
            after: Some(self.check.after()),
        }
    }
}

impl Sums {
    /// The sums of chosen cells.
    fn of(space: &Space, cells: impl Iterator<Item = (CellId, u32)>) -> Sums {
        let mut sums = Sums::default();
        for (cell, index) in cells {
            let domain = space.domain_of(cell);
            // References are counted as objects.
            if domain.references() != References::No {
                continue;
            }
            let to = match space.is_length(cell) {
                true => &mut sums.lengths,
                false => &mut sums.numbers,
            };
            *to = to.saturating_add(domain.raw(index).unsigned_abs());
        }
        sums
    }
}

/// The indices of the choices, and then of late reads, which had their first value.
fn order<'a>(choices: Choices<'a>, late: &'a [CellId]) -> impl Iterator<Item = u32> + 'a {
    choices.map(|(_, index)| index).chain(late.iter().map(|_| 0))
}

impl Runner for CheckRunner {
    #[inline(always)]
    fn run(&mut self, probe: &mut Probe, changed: usize) -> bool {
        self.predicate.run(probe, changed)
    }

    fn current(&self) -> String {
        self.predicate.current()
    }

    fn signature(&self) -> String {
        self.predicate.signature()
    }

    fn check_period(&self) -> u64 {
        self.predicate.check_period()
    }
}

impl WorkRunner for CheckRunner {
    type Tally = CheckTally;
    type Detail = Option<Observed>;

    fn tally(&self) -> CheckTally {
        CheckTally {
            failures: self.failures.clone(),
            pre: self.predicate.tally(),
            ran: self.ran.clone(),
            failed: self.failed.clone(),
            blocks: self.check.counters().to_vec(),
            globals: self.check.changed_globals().iter().copied().collect(),
            late: self.late.clone(),
            varies: self.varies,
            early: self.check.ended_early(),
        }
    }

    fn has_failed(&self) -> bool {
        !self.failures.is_empty() || self.predicate.has_failed()
    }

    fn keep_journal(&mut self, journal: Option<Rc<dyn Journal>>) {
        self.check.keep_journal(journal.clone());
        self.predicate.keep_journal(journal);
    }

    #[inline(always)]
    fn solved(&mut self, choices: Choices<'_>, late: &mut Vec<CellId>) -> Option<Observed> {
        self.check.choose(choices.clone());
        let outcome = self.check.run();
        if !self.check.late().is_empty() {
            let read = self.check.late().iter();
            self.late.extend(read.map(|&cell| self.space.cell(cell).field));
            if self.varies {
                late.extend_from_slice(self.check.late());
            }
        }
        self.rejected = self.check.has_rejected();
        if self.rejected {
            return None;
        }
        self.ran[self.check.objects() as usize] += 1;
        let failure = outcome.err().map(|failed| self.note(failed, choices));
        self.observes.then(|| Observed {
            failure: failure.map(|at| self.failures[at].key.clone()),
            after: self.check.after(),
        })
    }

    fn has_rejected(&self) -> bool {
        self.rejected
    }

    fn looks_at_solutions(&self) -> bool {
        true
    }

    fn killed(killed: Killed, space: &Arc<Space>) -> CheckTally {
        let Killed { death, candidate, solution } = &killed;
        let Some(order) = solution.clone() else {
            return CheckTally { pre: Predicate::killed(killed, space), ..CheckTally::default() };
        };
        let structure = Structure::of_candidate(space, |cell| candidate[cell.index()]);
        // The root is the input itself.
        let objects = structure.objects().len() - 1;
        let failed = Failed { broken: Broken::Killed(death.clone()), calls: Vec::new() };
        let mut one = vec![0; objects + 1];
        one[objects] = 1;
        CheckTally {
            failures: vec![FailedInputs {
                key: FailureKey::of(&failed),
                count: 1,
                smallest: FailedInput {
                    objects: objects as u32,
                    sums: Sums::of(
                        space,
                        (0..candidate.len()).map(|cell| (CellId::at(cell), candidate[cell])),
                    ),
                    order,
                    candidate: candidate.clone(),
                    failed,
                    after: None,
                },
            }],
            ran: one.clone(),
            failed: one,
            ..CheckTally::default()
        }
    }
}
