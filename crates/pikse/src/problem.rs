//! Problems: a space, a formula, what to search for, and the questions to ask.

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
    /// What was done before.
    pub statistics: Statistics,
    /// What was found before, if it was asked for.
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

/// Declaring what to search for.
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

    /// Whether multi-value comparisons strike values out. They do unless told not to.
    #[must_use]
    pub fn multi_value(mut self, on: bool) -> Self {
        self.settings.multi_value = on;
        self
    }

    /// What becomes of fields that an accepted predicate never read.
    #[must_use]
    pub fn unread(mut self, unread: Unread) -> Self {
        self.settings.unread = unread;
        self
    }

    /// How many first runs are all checked in full for determinism (1024 unless told
    /// otherwise); later ones are checked in full now and then.
    #[must_use]
    pub fn strict_runs(mut self, runs: u64) -> Self {
        self.settings.strict_runs = runs;
        self
    }

    /// Puts fields (`Node.data`) out of focus: for each choice of the fields that
    /// are read before them, they get one solution and not all.
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
    /// one path become fixes and exclusions; the others are judged after the
    /// predicate. [`Problem::condition`] tells which is which.
    pub fn given(mut self, condition: &str) -> Result<Self, OptionError> {
        self.settings.given(condition)?;
        Ok(self)
    }

    /// What became of the conditions that were [given](Self::given).
    pub fn condition(&self) -> Option<&Condition> {
        self.settings.condition.as_ref()
    }
}

/// Asking.
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

    /// Counts the solutions, and what it took to find them.
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

    /// Hands every solution to `visit`, until it breaks.
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
/// After an item that is an error the iterator goes on with the next candidate if
/// the error leaves a way to (a panic does), and ends otherwise.
#[derive(Debug)]
pub struct Solutions {
    search: Search<Conjuncts>,
    over: bool,
}

impl Solutions {
    /// What the search has done so far.
    pub fn statistics(&self) -> Statistics {
        self.search.statistics()
    }

    /// How much of the space is behind the search, from 0 to 1.
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
