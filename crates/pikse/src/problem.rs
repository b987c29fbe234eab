//! Problems: a space, a formula and the options of the search.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use pikse_search::{
    Cancel, Condition, Fixed, OptionError, Position, PositionError, Search, SearchError, Settings,
    Statistics, Step, Unread,
};
use pikse_structure::{BuildError, CellId, Space, SpaceBuilder, Structure};

use crate::formula::{Conjunct, Conjuncts, Formula};

/// A problem: find every structure of a space that a formula accepts.
///
/// Options are set by value, so that a problem reads as one expression:
///
/// ```
/// # use pikse::{Builder, Problem, predicate};
/// # let mut bounds = Builder::new();
/// # let pair = bounds.class("Pair", 1);
/// # let (x, y) = (bounds.int(pair, "x", 0..=4), bounds.int(pair, "y", 0..=4));
/// # let less = predicate("less", move |p| p.get(p.root(), x) < p.get(p.root(), y));
/// let valid = Problem::new(bounds, less)?.fix("x", 2)?.count()?.valid;
/// assert_eq!(valid, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Problem {
    pub(crate) space: Arc<Space>,
    pub(crate) formula: Formula,
    /// The predicates in the order in which they run.
    pub(crate) conjuncts: Vec<Conjunct>,
    pub(crate) settings: Settings,
}

/// A search that an error stopped, with what it had found.
#[derive(Debug)]
pub struct Stopped {
    /// Why.
    pub error: Box<SearchError>,
    /// The statistics up to the error.
    pub statistics: Statistics,
    /// The solutions up to the error, if they were asked for.
    pub found: Vec<Structure>,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Statistics { explored, valid, .. } = self.statistics;
        write!(f, "{}\n(after {explored} candidates, {valid} of them valid)", self.error)
    }
}

impl std::error::Error for Stopped {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// Declaring the problem.
impl Problem {
    /// A problem over the declared space.
    pub fn new(bounds: SpaceBuilder, formula: Formula) -> Result<Self, BuildError> {
        let space = Arc::new(bounds.build()?);
        let conjuncts = formula.conjuncts();
        let settings = Settings::new(&space);
        Ok(Problem { space, formula, conjuncts, settings })
    }

    /// The space.
    pub fn space(&self) -> &Arc<Space> {
        &self.space
    }

    /// The formula.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// Whether multi-value comparisons skip values. Default: yes.
    #[must_use]
    pub fn multi_value(mut self, on: bool) -> Self {
        self.settings.multi_value = on;
        self
    }

    /// How to treat fields that the predicate did not read before it accepted.
    #[must_use]
    pub fn unread(mut self, unread: Unread) -> Self {
        self.settings.unread = unread;
        self
    }

    /// The number of runs at the start that are all checked in full for determinism; later
    /// runs are sampled. Default: 1024.
    #[must_use]
    pub fn strict_runs(mut self, runs: u64) -> Self {
        self.settings.strict_runs = runs;
        self
    }

    /// Puts fields (`Node.data`) out of focus: only one solution is found for each
    /// combination of values of the fields that are read before them.
    pub fn out_of_focus(mut self, fields: &[&str]) -> Result<Self, OptionError> {
        for name in fields {
            let field = self.settings.field_named(name)?;
            self.settings.out_of_focus.push(field);
        }
        Ok(self)
    }

    /// Keeps only structures in which the path has this value: a number, a bool,
    /// `"null"` or an enum's constant.
    pub fn fix(mut self, path: &str, value: impl Into<Fixed>) -> Result<Self, OptionError> {
        self.settings.fix(path, value)?;
        Ok(self)
    }

    /// Keeps only structures in which the path leads to an object.
    pub fn exclude_null(mut self, path: &str) -> Result<Self, OptionError> {
        self.settings.exclude_null(path)?;
        Ok(self)
    }

    /// Keeps only candidates whose vector has this domain index in this cell.
    pub fn fix_cell(mut self, cell: u32, index: u32) -> Result<Self, OptionError> {
        self.settings.restrictions.fix_cell(CellId(cell), index)?;
        Ok(self)
    }

    /// Keeps only candidates whose vector has no null in this cell.
    pub fn exclude_null_cell(mut self, cell: u32) -> Result<Self, OptionError> {
        self.settings.restrictions.exclude_null_cell(CellId(cell))?;
        Ok(self)
    }

    /// Keeps only structures that satisfy a heap path condition such as
    /// `header != null && header.next.next == null && size == 2`. Conjuncts about
    /// one path become restrictions; the others are evaluated after the predicate.
    /// [`Problem::condition`] says which is which.
    pub fn given(mut self, condition: &str) -> Result<Self, OptionError> {
        self.settings.given(condition)?;
        Ok(self)
    }

    /// How the [given](Self::given) conditions are evaluated.
    pub fn condition(&self) -> Option<&Condition> {
        self.settings.condition.as_ref()
    }
}

/// Searching.
impl Problem {
    /// The search itself: to step through, pause, save and split.
    pub fn search(&self) -> Search<Conjuncts> {
        let runner = Conjuncts::new(self.conjuncts.clone());
        Search::new(&self.space, runner, self.settings.clone())
    }

    /// The search from a saved position of this problem.
    pub fn resume(&self, position: &Position) -> Result<Search<Conjuncts>, PositionError> {
        let runner = Conjuncts::new(self.conjuncts.clone());
        Search::resume(&self.space, runner, self.settings.clone(), position)
    }

    /// Counts the solutions, with the statistics of the search.
    pub fn count(&self) -> Result<Statistics, Stopped> {
        let mut search = self.search();
        loop {
            match search.step() {
                Ok(Step::Solution) => {}
                Ok(Step::Exhausted | Step::Paused(_)) => return Ok(search.statistics()),
                Err(error) => return Err(stopped(error, search.statistics(), Vec::new())),
            }
        }
    }

    /// The first `count` solutions, or all if there are fewer.
    pub fn first(&self, count: usize) -> Result<Vec<Structure>, Stopped> {
        let mut found = Vec::new();
        let mut solutions = self.solutions();
        while found.len() < count {
            match solutions.next() {
                Some(Ok(structure)) => found.push(structure),
                Some(Err(error)) => return Err(stopped(error, solutions.statistics(), found)),
                None => break,
            }
        }
        Ok(found)
    }

    /// The solutions one by one, as they are asked for.
    pub fn solutions(&self) -> Solutions {
        Solutions { search: self.search(), over: false }
    }

    /// Calls `visit` with every solution, until it breaks.
    pub fn solve(
        &self,
        mut visit: impl FnMut(Structure) -> ControlFlow<()>,
    ) -> Result<Statistics, Stopped> {
        let mut solutions = self.solutions();
        while let Some(next) = solutions.next() {
            match next {
                Ok(structure) => {
                    if visit(structure).is_break() {
                        break;
                    }
                }
                Err(error) => return Err(stopped(error, solutions.statistics(), Vec::new())),
            }
        }
        Ok(solutions.statistics())
    }
}

fn stopped(error: SearchError, statistics: Statistics, found: Vec<Structure>) -> Stopped {
    Stopped { error: Box::new(error), statistics, found }
}

impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Problem").field("formula", &self.formula).finish_non_exhaustive()
    }
}

/// The solutions of a problem, found as they are asked for.
///
/// After a panic of the predicate the iterator continues with the next candidate. After
/// any other error it ends.
#[derive(Debug)]
pub struct Solutions {
    search: Search<Conjuncts>,
    over: bool,
}

impl Solutions {
    /// The statistics so far.
    pub fn statistics(&self) -> Statistics {
        self.search.statistics()
    }

    /// How much of the space is done, from 0 to 1: an estimate.
    pub fn progress(&self) -> f64 {
        self.search.progress()
    }

    /// Lets `cancel` end the iteration.
    pub fn set_cancel(&mut self, cancel: Cancel) {
        self.search.set_cancel(cancel);
    }

    /// The search, to save or split what is left.
    pub fn into_search(self) -> Search<Conjuncts> {
        self.search
    }
}

impl Iterator for Solutions {
    type Item = Result<Structure, SearchError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        match self.search.step() {
            Ok(Step::Solution) => Some(Ok(self.search.structure())),
            Ok(Step::Exhausted | Step::Paused(_)) => {
                self.over = true;
                None
            }
            Err(error) => {
                self.over = matches!(error, SearchError::Fault { .. });
                Some(Err(error))
            }
        }
    }
}
