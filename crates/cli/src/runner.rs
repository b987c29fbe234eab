//! A native predicate as the runner of a worker process.

use pikse_cluster::{Failure, Journal, WorkerRunner};
use pikse_native::Predicate;
use pikse_search::{Probe, Runner};

/// A native predicate in a worker.
#[derive(Debug)]
pub(crate) struct NativeRunner(pub(crate) Predicate);

impl Runner for NativeRunner {
    #[inline(always)]
    fn run(&mut self, probe: &mut Probe, changed: usize) -> bool {
        self.0.run(probe, changed)
    }

    fn current(&self) -> String {
        self.0.current()
    }

    fn signature(&self) -> String {
        self.0.signature()
    }

    fn check_period(&self) -> u64 {
        self.0.check_period()
    }
}

impl WorkerRunner for NativeRunner {
    fn failures(&self) -> Vec<Failure> {
        let failures = self.0.failures().iter();
        failures
            .map(|failure| Failure {
                key: failure.broken.to_string(),
                kind: failure.broken.kind().to_owned(),
                text: failure.broken.to_string(),
                count: failure.count,
                candidate: failure.candidate.clone(),
                ..Failure::default()
            })
            .collect()
    }

    fn fallback(&self) -> Option<String> {
        self.0.fallback().map(str::to_owned)
    }

    fn keep_journal(&mut self, journal: Journal) {
        self.0.set_journal(move |cells| journal.note(cells));
    }
}
