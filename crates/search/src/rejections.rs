//! Why a search finds nothing: what its runs had read when they were rejected.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pikse_structure::{FieldId, Space};
use serde::{Deserialize, Serialize};

use crate::error::SearchError;
use crate::probe::Probe;
use crate::search::{Runner, Search, Settings, Step};

/// The number of runs between two looks at the clock.
const SLICE: u64 = 256;

/// What rejected runs had read last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rejections {
    /// The number of rejected runs.
    pub rejected: u64,
    /// The field that a run had read last, and the number of these runs, the most frequent first.
    /// `None`: it had read nothing.
    pub after: Vec<(Option<FieldId>, u64)>,
}

impl Rejections {
    /// Searches for a while, and notes where runs are rejected.
    pub fn of<R: Runner>(
        space: &Arc<Space>,
        runner: R,
        settings: Settings,
        time: Duration,
    ) -> Result<Rejections, SearchError> {
        let noting = Noting { runner, after: BTreeMap::new() };
        let mut search = Search::new(space, noting, settings);
        let begun = Instant::now();
        while begun.elapsed() < time && search.count_within(SLICE)? != Step::Exhausted {}
        let mut after: Vec<_> = search.into_runner().after.into_iter().collect();
        after.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        Ok(Rejections { rejected: after.iter().map(|&(_, count)| count).sum(), after })
    }
}

/// Notes the last field that each rejected run reads.
struct Noting<R> {
    runner: R,
    after: BTreeMap<Option<FieldId>, u64>,
}

impl<R: Runner> Runner for Noting<R> {
    fn run(&mut self, probe: &mut Probe, changed: usize) -> bool {
        let accepted = self.runner.run(probe, changed);
        if !accepted {
            let last = probe.met().checked_sub(1).map(|last| probe.cell_at(last));
            let field = last.map(|cell| probe.space().cell(cell).field);
            *self.after.entry(field).or_default() += 1;
        }
        accepted
    }

    fn current(&self) -> String {
        self.runner.current()
    }

    fn signature(&self) -> String {
        self.runner.signature()
    }

    fn check_period(&self) -> u64 {
        self.runner.check_period()
    }
}
