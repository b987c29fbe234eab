//! A check in a worker process: its pre-condition is the predicate of the search, and its
//! property runs on every solution.

use std::collections::HashMap;

use pikse_cluster::{Failure, Journal, WorkerRunner};
use pikse_native::{Check, Failed, Predicate};
use pikse_search::{Choices, Probe, Runner};
use serde_json::json;

use crate::runner::NativeRunner;

/// So many failures are told apart in a worker; what comes later counts as the last.
const MOST_FAILURES: usize = 200;
/// How the key of a failure of the pre-condition begins.
pub(crate) const OF_PRE: &str = "pre ";

/// How notes begin.
pub(crate) const GLOBAL: &str = "global ";
pub(crate) const UNCHOSEN: &str = "unchosen ";

/// A check in a worker.
pub(crate) struct CheckRunner {
    predicate: NativeRunner,
    check: Check,
    cells: usize,
    failures: Vec<Failure>,
    /// The place of a failure in `failures`, by what tells failures apart.
    known: HashMap<(&'static str, String, Option<u64>), usize>,
    /// How many inputs ran, and how many failed, by the number of their objects.
    ran: Vec<u64>,
    failed: Vec<u64>,
    /// Whether the state after each run is wanted.
    observes: bool,
}

impl CheckRunner {
    /// A check for a space with so many objects and cells.
    pub(crate) fn new(
        predicate: Predicate,
        check: Check,
        (objects, cells): (usize, usize),
        observes: bool,
    ) -> CheckRunner {
        CheckRunner {
            predicate: NativeRunner(predicate),
            check,
            cells,
            failures: Vec::new(),
            known: HashMap::new(),
            ran: vec![0; objects + 1],
            failed: vec![0; objects + 1],
            observes,
        }
    }

    #[cold]
    fn note(&mut self, failed: &Failed, choices: Choices<'_>) -> usize {
        let (kind, what) = failed.broken.key();
        let key = (kind, what, failed.calls.first().copied());
        let size = self.check.objects();
        self.failed[size as usize] += 1;
        let at = match self.known.get(&key) {
            Some(&at) => at,
            None if self.failures.len() == MOST_FAILURES => MOST_FAILURES - 1,
            None => {
                let at = self.failures.len();
                let key_text = format!("{} {} {:?}", key.0, key.1, key.2);
                self.known.insert(key, at);
                self.failures.push(Failure {
                    key: key_text,
                    kind: kind.to_owned(),
                    size: u32::MAX,
                    ..Failure::default()
                });
                at
            }
        };
        self.failures[at].count += 1;
        let order = choices.clone().map(|(_, index)| index);
        let known = &self.failures[at];
        let is_smaller =
            size < known.size || size == known.size && order.lt(known.order.iter().copied());
        if is_smaller {
            let mut candidate = vec![0; self.cells];
            choices.clone().for_each(|(cell, index)| candidate[cell.index()] = index);
            let after = self.check.after().to_wire();
            let failure = &mut self.failures[at];
            failure.text = failed.broken.to_string();
            failure.size = size;
            failure.candidate = candidate;
            failure.order = choices.map(|(_, index)| index).collect();
            failure.detail = json!({"calls": failed.calls, "after": after}).to_string();
        }
        at
    }
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

impl WorkerRunner for CheckRunner {
    fn failures(&self) -> Vec<Failure> {
        let of_pre = self
            .predicate
            .failures()
            .into_iter()
            .map(|failure| Failure { key: format!("{OF_PRE}{}", failure.key), ..failure });
        self.failures.iter().cloned().chain(of_pre).collect()
    }

    fn fallback(&self) -> Option<String> {
        self.predicate.fallback()
    }

    fn keep_journal(&mut self, journal: Journal) {
        self.predicate.keep_journal(journal);
    }

    #[inline(always)]
    fn solved(&mut self, choices: Choices<'_>) -> String {
        self.check.choose(choices.clone());
        let outcome = self.check.run();
        self.ran[self.check.objects() as usize] += 1;
        let failure = outcome.as_ref().err().map(|failed| self.note(failed, choices));
        match self.observes {
            true => {
                let key = failure.map(|at| &self.failures[at].key);
                json!({"after": self.check.after().to_wire(), "failure": key}).to_string()
            }
            false => String::new(),
        }
    }

    fn looks_at_solutions(&self) -> bool {
        true
    }

    /// Inputs that ran by size, those that failed by size, and how often each block of code
    /// ran.
    fn counters(&self) -> Vec<u64> {
        [&self.ran, &self.failed, self.check.counters()].concat()
    }

    /// The globals that were changed, as addresses in the library, and the fields that were
    /// read without a choice, by number.
    fn notes(&self) -> Vec<String> {
        let globals = self.check.changed_globals().iter().map(|at| format!("{GLOBAL}{at:x}"));
        let fields = self.check.unchosen_reads();
        globals.chain(fields.iter().map(|field| format!("{UNCHOSEN}{}", field.0))).collect()
    }
}
