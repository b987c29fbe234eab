//! The searches that have to agree.

use std::collections::BTreeSet;

use pikse_base::Random;
use pikse_front::Bounds;
use pikse_llvm::Program;
use pikse_native::{Build, Compiled, Limits, Predicate, Strategy};
use pikse_search::{Position, Search, Settings, Statistics, Step, Unread};

/// What a search found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub(crate) statistics: Statistics,
    /// The digests of all structures, added up.
    digest: u128,
    /// The digests of all structures in which fields that were not read have any value;
    /// only if nothing broke off.
    pub(crate) all: Vec<u128>,
    /// How runs broke off, and how often each way.
    pub(crate) failures: Vec<(&'static str, u64)>,
}

impl Found {
    fn kinds(&self) -> BTreeSet<&'static str> {
        self.failures.iter().map(|&(kind, _)| kind).collect()
    }
}

/// A predicate of a program.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a, 'ctx> {
    pub(crate) program: &'a Program<'ctx>,
    pub(crate) name: &'a str,
    pub(crate) bounds: &'a Bounds,
    pub(crate) limits: Limits,
}

impl Subject<'_, '_> {
    fn compile(&self, strategy: Strategy, multi_value: bool) -> Result<Compiled, String> {
        let build = Build { strategy, multi_value, limits: self.limits, ..Build::default() };
        let compiled = Compiled::new(&self.program.copy(), self.name, &build);
        compiled.map_err(|error| format!("it is not compiled: {error}"))
    }

    fn load(&self, compiled: &Compiled) -> Result<Predicate, String> {
        Predicate::load(compiled, self.bounds).map_err(|error| format!("it is not loaded: {error}"))
    }

    /// Searches from beginning to end.
    fn search(&self, compiled: &Compiled, settings: Settings) -> Result<Found, String> {
        let predicate = self.load(compiled)?;
        let mut search = Search::new(&self.bounds.space, predicate, settings);
        let mut digest = 0_u128;
        while search.step().map_err(|error| error.to_string())? == Step::Solution {
            digest = digest.wrapping_add(search.structure().canonical().digest());
        }
        let failures = search.runner().failures().iter();
        let mut failures: Vec<_> = failures.map(|f| (f.broken.kind(), f.count)).collect();
        failures.sort_unstable();
        Ok(Found { statistics: search.statistics(), digest, all: Vec::new(), failures })
    }

    /// Searches in pieces: it is stopped, cut and resumed all the time.
    fn in_pieces(&self, compiled: &Compiled, random: &mut Random) -> Result<Found, String> {
        let mut found = Found::default();
        let mut parts: Vec<Option<Position>> = vec![None];
        let mut runner = Some(self.load(compiled)?);
        while let Some(part) = parts.pop() {
            let predicate = match runner.take() {
                Some(runner) => runner,
                None => self.load(compiled)?,
            };
            let (space, settings) = (&self.bounds.space, Settings::new(&self.bounds.space));
            let before = part.as_ref().map_or_else(Statistics::default, Position::statistics);
            let mut search = match &part {
                None => Search::new(space, predicate, settings),
                Some(part) => Search::resume(space, predicate, settings, part)
                    .map_err(|error| error.to_string())?,
            };
            let budget = 1 + random.index(60) as u64 * random.index(6) as u64;
            let end = before.explored + budget;
            let exhausted = loop {
                let left = end.saturating_sub(search.statistics().explored);
                match search.step_within(left).map_err(|error| error.to_string())? {
                    Step::Solution => {
                        let digest = search.structure().canonical().digest();
                        found.digest = found.digest.wrapping_add(digest);
                        // Some are left right here.
                        if random.once_in(20) {
                            break false;
                        }
                    }
                    Step::Exhausted => break true,
                    Step::Paused(_) => break false,
                }
            };
            if !exhausted {
                if random.once_in(3) {
                    parts.extend(search.split().map(Some));
                }
                parts.push(Some(search.position()));
            }
            let mut done = search.statistics();
            done.subtract(&before);
            found.statistics.add(&done);
            if let Some(last) = parts.len().checked_sub(1) {
                parts.swap(random.index(last + 1), last);
            }
            let predicate = search.into_runner();
            // Failures are counted for as long as it is loaded.
            match random.once_in(8) || parts.is_empty() {
                true => found
                    .failures
                    .extend(predicate.failures().iter().map(|f| (f.broken.kind(), f.count))),
                false => runner = Some(predicate),
            }
        }
        Ok(found)
    }

    /// The digests of all structures in which fields that were not read have any value.
    fn all(&self, compiled: &Compiled) -> Result<Vec<u128>, String> {
        let predicate = self.load(compiled)?;
        let mut settings = Settings::new(&self.bounds.space);
        settings.unread = Unread::Vary;
        let mut search = Search::new(&self.bounds.space, predicate, settings);
        let mut digests = Vec::new();
        while search.step().map_err(|error| error.to_string())? == Step::Solution {
            digests.push(search.structure().canonical().digest());
        }
        Ok(digests)
    }

    /// Searches from the beginning each time, and with checkpoints, and compares.
    pub(crate) fn check_checkpoints(&self) -> Result<Found, String> {
        let mut settings = Settings::new(&self.bounds.space);
        settings.strict_runs = u64::MAX;
        let reference = self.compile(Strategy::Reexecute, false)?;
        let reference = self.search(&reference, settings)?;
        let plain = self.compile(Strategy::Auto, false)?;
        let plain = self.search(&plain, Settings::new(&self.bounds.space))?;
        match plain.statistics == reference.statistics
            && plain.digest == reference.digest
            && plain.failures == reference.failures
        {
            true => Ok(reference),
            false => {
                Err(format!("checkpoints change what is found: {plain:?} is not {reference:?}"))
            }
        }
    }

    /// Searches in every way, and compares. Gives what the plainest way found.
    pub(crate) fn check(&self, random: &mut Random) -> Result<Found, String> {
        let mut reference = self.check_checkpoints()?;
        let mut explored = None;
        for strategy in [Strategy::Reexecute, Strategy::Auto] {
            let compiled = self.compile(strategy, true)?;
            let mut settings = Settings::new(&self.bounds.space);
            settings.strict_runs = u64::MAX;
            let found = self.search(&compiled, settings)?;
            let what = format!("{strategy:?} with multi-value: {found:?}, not {reference:?}");
            self.compare(&found, &reference, &what)?;
            let other = *explored.get_or_insert(found.statistics.explored);
            if found.statistics.explored != other {
                return Err(format!("{what}; explored {other} with the other strategy"));
            }
            let pieces = self.in_pieces(&compiled, random)?;
            let what = format!("in pieces: {pieces:?}, not {found:?}; {strategy:?}");
            self.compare(&pieces, &reference, &what)?;
            if pieces.statistics.explored != found.statistics.explored {
                return Err(what);
            }
            if strategy == Strategy::Auto && reference.failures.is_empty() {
                reference.all = self.all(&compiled)?;
            }
        }
        Ok(reference)
    }

    fn compare(&self, found: &Found, reference: &Found, what: &str) -> Result<(), String> {
        let same = found.statistics.valid == reference.statistics.valid
            && found.digest == reference.digest;
        let wrong = match () {
            () if !same => "other structures",
            () if found.statistics.explored > reference.statistics.explored => "more candidates",
            () if !found.kinds().is_subset(&reference.kinds()) => "other failures",
            () => return Ok(()),
        };
        Err(format!("{wrong}: {what}"))
    }
}
