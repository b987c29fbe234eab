//! The tally of an exploration. The tallies of disjoint parts merge into that of the whole.

use std::collections::BTreeMap;

use pikse_ir::{BlockId, FuncId, Program};
use pikse_vm::{Coverage, Cut, ErrorKind, Failure, Note, Place, Way};
use pikse_work::Tally;
use serde::{Deserialize, Serialize};

/// The identity of an error: the kind, and the place in the user's code.
pub type ErrorKey = (ErrorKind, Place);

/// A distinct error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundError {
    /// That of the first path, in the order of paths.
    pub failure: Failure,
    /// The decisions of that path.
    pub first: Vec<Way>,
    /// The number of paths with it.
    pub count: u64,
}

/// The results of a part of the paths.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExploreTally {
    /// Paths that ran to the end of the program.
    pub finished: u64,
    /// Paths on which the program ended itself by a signal, by its number.
    #[serde(with = "pairs")]
    pub killed: BTreeMap<i32, u64>,
    /// Paths on which the program waits for ever.
    pub blocked: u64,
    /// Paths on which an assumption did not hold.
    pub rejected: u64,
    /// Paths that ended with an error.
    pub failed: u64,
    /// Paths that were cut, by the reason.
    #[serde(with = "pairs")]
    pub cut: BTreeMap<Cut, u64>,
    /// A number for the set of paths that came to an end of the program, or to an error. It does not depend
    /// on the order in which they were found.
    pub digest: u64,
    /// Distinct errors.
    #[serde(with = "pairs")]
    pub errors: BTreeMap<ErrorKey, FoundError>,
    /// Notes, with the number of paths of each.
    #[serde(with = "pairs")]
    pub notes: BTreeMap<Note, u64>,
    /// The blocks that were run.
    pub coverage: Covered,
    /// Whether anything was symbolic.
    pub has_input: bool,
    /// What it cost.
    pub effort: Effort,
}

/// What results cost. That depends on the order and on the process, so it is no part of a result: efforts
/// are always equal.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Effort {
    /// Instructions that were run.
    pub instructions: u64,
    /// States that split off.
    pub splits: u64,
    /// Questions about conditions.
    pub queries: u64,
    /// Expressions that were made.
    pub expressions: u64,
    /// The most states that waited at a time, in one process.
    pub most_states: u64,
    /// The length of the longest standard output of a path, of which only the beginning may be kept.
    pub longest_output: u64,
    /// The tiers of the solver: name, queries, decided queries, nanoseconds.
    pub tiers: Vec<(String, u64, u64, u64)>,
}

impl PartialEq for Effort {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Effort {}

impl Effort {
    fn merge(&mut self, other: &Self) {
        self.instructions += other.instructions;
        self.splits += other.splits;
        self.queries += other.queries;
        self.expressions += other.expressions;
        self.most_states = self.most_states.max(other.most_states);
        self.longest_output = self.longest_output.max(other.longest_output);
        for (name, queries, decided, time) in &other.tiers {
            match self.tiers.iter_mut().find(|tier| tier.0 == *name) {
                Some(tier) => {
                    (tier.1, tier.2, tier.3) = (tier.1 + queries, tier.2 + decided, tier.3 + time);
                }
                None => self.tiers.push((name.clone(), *queries, *decided, *time)),
            }
        }
    }
}

/// Blocks that were run: a bit for each block of each function that has run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Covered(#[serde(with = "pairs")] BTreeMap<u32, Vec<u64>>);

impl Covered {
    /// The blocks that a machine has run.
    #[must_use]
    pub fn of(coverage: &Coverage) -> Self {
        let mut covered = Self::default();
        for (function, block) in coverage.blocks() {
            let words = covered.0.entry(function.0).or_default();
            let (word, bit) = (block.index() / 64, block.index() % 64);
            if words.len() <= word {
                words.resize(word + 1, 0);
            }
            words[word] |= 1 << bit;
        }
        covered
    }

    /// The same by the names of functions, for another program that has them.
    #[must_use]
    pub fn by_name(&self, program: &Program) -> BTreeMap<String, Vec<u64>> {
        let name = |function: u32| program.functions[function as usize].name.clone();
        self.0.iter().map(|(&function, words)| (name(function), words.clone())).collect()
    }

    /// Adds blocks that ran in another program, by the names of functions that this one has, too.
    pub fn add_by_name(&mut self, program: &Program, covered: &BTreeMap<String, Vec<u64>>) {
        let known = |name: &String| program.function(name).map(|function| function.0);
        let other = covered.iter().filter_map(|(name, words)| Some((known(name)?, words.clone())));
        self.merge(&Self(other.collect()));
    }

    /// Whether a block has been run.
    #[must_use]
    pub fn is_covered(&self, function: FuncId, block: BlockId) -> bool {
        let word = self.0.get(&function.0).and_then(|words| words.get(block.index() / 64));
        word.is_some_and(|word| word >> (block.index() % 64) & 1 == 1)
    }

    /// The number of covered blocks.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.values().flatten().map(|word| word.count_ones() as usize).sum()
    }

    fn merge(&mut self, other: &Self) {
        for (function, words) in &other.0 {
            let own = self.0.entry(*function).or_default();
            own.resize(own.len().max(words.len()), 0);
            own.iter_mut().zip(words).for_each(|(own, word)| *own |= word);
        }
    }
}

impl Tally for ExploreTally {
    fn merge(&mut self, other: &Self) {
        self.finished += other.finished;
        self.blocked += other.blocked;
        self.digest = self.digest.wrapping_add(other.digest);
        self.rejected += other.rejected;
        add(&mut self.killed, &other.killed);
        self.failed += other.failed;
        add(&mut self.cut, &other.cut);
        add(&mut self.notes, &other.notes);
        for (key, error) in &other.errors {
            match self.errors.get_mut(key) {
                Some(known) => known.merge(error),
                None => {
                    self.errors.insert(*key, error.clone());
                }
            }
        }
        self.coverage.merge(&other.coverage);
        self.has_input |= other.has_input;
        self.effort.merge(&other.effort);
    }

    fn has_failed(&self) -> bool {
        self.failed > 0
    }
}

impl FoundError {
    fn merge(&mut self, other: &Self) {
        let count = self.count + other.count;
        if other.first < self.first {
            self.clone_from(other);
        }
        self.count = count;
    }
}

fn add<K: Ord + Clone>(sums: &mut BTreeMap<K, u64>, more: &BTreeMap<K, u64>) {
    for (key, count) in more {
        *sums.entry(key.clone()).or_default() += count;
    }
}

impl ExploreTally {
    /// Paths that ran to the end of the program, however it ended, or to an error.
    #[must_use]
    pub fn paths(&self) -> u64 {
        self.finished + self.failed + self.blocked + self.killed.values().sum::<u64>()
    }

    /// Counts a path that was cut.
    pub fn count_cut(&mut self, cut: &Cut) {
        *self.cut.entry(cut.clone()).or_default() += 1;
    }
}

/// Maps whose keys are not strings, as lists of pairs: JSON has no other maps.
mod pairs {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<K: Serialize, V: Serialize, S: Serializer>(
        map: &BTreeMap<K, V>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(map)
    }

    pub(super) fn deserialize<'de, K, V, D>(deserializer: D) -> Result<BTreeMap<K, V>, D::Error>
    where
        K: Deserialize<'de> + Ord,
        V: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        Ok(Vec::<(K, V)>::deserialize(deserializer)?.into_iter().collect())
    }
}
