//! Statistics of the tiers.

use std::time::{Duration, Instant};

/// The statistics of a tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierStats {
    /// The tier's name.
    pub name: &'static str,
    /// The number of queries that reached it.
    pub queries: u64,
    /// The number of queries that it decided itself.
    pub hits: u64,
    /// The time it took, without the tiers after it.
    pub time: Duration,
}

impl TierStats {
    pub(crate) fn new(name: &'static str) -> Self {
        Self { name, queries: 0, hits: 0, time: Duration::ZERO }
    }

    /// Counts a query that reaches the tier.
    pub(crate) fn enter(&mut self) -> Instant {
        self.queries += 1;
        Instant::now()
    }

    /// Adds the time since the tier was entered.
    pub(crate) fn leave(&mut self, since: Instant, hit: bool) {
        self.time += since.elapsed();
        self.hits += u64::from(hit);
    }
}
