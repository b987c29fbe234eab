//! Exploration as [work](pikse_work) that can be split, stopped and resumed.
//!
//! The paths of a program are ordered by their decisions (see `pikse_vm::Way`), and a walk visits them
//! depth first, in that order. A position is the frontier: the script of every state that waits. A
//! script is followed without a query, so a walk can continue from a position in any process.
//!
//! A step runs one state until it splits or ends, or returns one path that has ended.

use std::rc::Rc;

use pikse_base::Fnv;
use pikse_solver::Solver;
use pikse_vm::{Cut, Machine, Misfit, Options, Script, Step, Stopped, Verdict};
use pikse_work::{Advance, Budget, Death, Journal, PositionError, Walk, WalkError, Witness, Work};
use serde::{Deserialize, Serialize};

use crate::explorer::{Ended, Explorer, Watch};
use crate::limits::Limits;
use crate::path::Path;
use crate::program::Opened;
use crate::strategy::strategy;
use crate::tally::ExploreTally;

/// An exploration to split among processes.
pub struct ExploreWork<'a, 'ctx> {
    /// The program and its entry.
    pub opened: &'a Opened<'ctx>,
    /// The errors that the machine detects.
    pub options: Options,
    /// Makes the solver, in the process that explores.
    pub solver: &'a dyn Fn() -> Box<dyn Solver>,
    /// Limits of one path, and of the states. Limits of the whole are the caller's.
    pub limits: Limits,
}

impl ExploreWork<'_, '_> {
    /// The identity of a program, its entry and the detected errors, for positions.
    fn fingerprint(&self) -> u64 {
        let Opened { ir, function, entry, .. } = self.opened;
        let text = format!("{function:?} {entry:?} {:?}", self.options);
        Fnv::of(text.as_bytes()) ^ Fnv::of(ir.to_string().as_bytes())
    }
}

/// The position of an exploration: the waiting states, in the order of their paths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frontier {
    fingerprint: u64,
    waiting: Vec<Branch>,
}

/// A script, as its difference from the one before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Branch {
    shared: u32,
    steps: Vec<Step>,
}

impl Frontier {
    fn of(fingerprint: u64, scripts: &[Script]) -> Self {
        let mut before: &[Step] = &[];
        let mut waiting = Vec::with_capacity(scripts.len());
        for script in scripts {
            let pairs = before.iter().zip(&script.steps);
            let shared = pairs.take_while(|(one, other)| one == other).count();
            waiting.push(Branch { shared: shared as u32, steps: script.steps[shared..].to_vec() });
            before = &script.steps;
        }
        Self { fingerprint, waiting }
    }

    fn scripts(&self) -> Result<Vec<Script>, PositionError> {
        let mut before: Vec<Step> = Vec::new();
        let mut scripts = Vec::with_capacity(self.waiting.len());
        for Branch { shared, steps } in &self.waiting {
            let shared = before.get(..*shared as usize);
            let shared =
                shared.ok_or_else(|| PositionError::malformed("it has an impossible path"))?;
            before = [shared, steps].concat();
            scripts.push(Script { steps: before.clone() });
        }
        Ok(scripts)
    }

    /// The number of waiting states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether nothing is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}

/// An exploration that goes from part to part.
pub struct ExploreWalk<'p> {
    explorer: Explorer<'p>,
    fingerprint: u64,
}

/// Collects paths.
struct Collector<'a> {
    found: Option<&'a mut Vec<Path>>,
    misfit: Option<Misfit>,
}

impl Watch for Collector<'_> {
    fn ended(&mut self, machine: &mut Machine<'_>, path: &Ended<'_>) -> bool {
        if let Verdict::Cut(Cut::Misfit(misfit), _) = path.verdict {
            self.misfit = Some(*misfit);
        }
        if let Some(found) = &mut self.found {
            found.push(Path::of(machine, path));
        }
        true
    }
}

impl Walk for ExploreWalk<'_> {
    type Position = Frontier;
    type Tally = ExploreTally;
    type Found = Path;

    fn begin(&mut self, part: Option<&Frontier>, _careful: bool) -> Result<(), WalkError> {
        let scripts = match part {
            None => vec![Script::default()],
            Some(part) if part.fingerprint != self.fingerprint => {
                return Err(PositionError::OtherProblem.into());
            }
            Some(part) => part.scripts()?,
        };
        self.explorer.begin(scripts);
        Ok(())
    }

    fn advance(&mut self, budget: Budget, found: &mut Vec<Path>) -> Result<Advance, WalkError> {
        let most = budget.finds.map(|finds| found.len() as u64 + finds);
        for _ in 0..budget.steps {
            if most.is_some_and(|most| found.len() as u64 >= most) {
                return Ok(Advance::Paused);
            }
            let mut collector = Collector { found: most.map(|_| &mut *found), misfit: None };
            let goes_on = self.explorer.step(&mut collector);
            if let Some(misfit) = collector.misfit {
                return Err(PositionError::malformed(misfit.to_string()).into());
            }
            if !goes_on {
                return Ok(Advance::Exhausted);
            }
            if budget.until_failure && self.explorer.has_failed() {
                return Ok(Advance::Paused);
            }
        }
        Ok(Advance::Paused)
    }

    fn position(&mut self) -> Frontier {
        Frontier::of(self.fingerprint, &self.explorer.frontier())
    }

    fn split(&mut self) -> Option<Frontier> {
        let script = self.explorer.give_away()?;
        Some(Frontier::of(self.fingerprint, &[script]))
    }

    fn done(&self) -> f64 {
        self.explorer.done()
    }

    fn tally(&self) -> ExploreTally {
        self.explorer.tally()
    }
}

impl<'a> Work for ExploreWork<'a, '_> {
    type Walk = ExploreWalk<'a>;

    fn load(&self, _journal: Rc<dyn Journal>) -> Result<ExploreWalk<'a>, WalkError> {
        let begun = self.opened.machine(self.options.clone(), (self.solver)());
        let (machine, first) = begun.map_err(|error| WalkError::Load(error.to_string()))?;
        // The order of paths is that of depth first.
        let explorer = Explorer::new(machine, first, strategy(&[], 0), self.limits.clone());
        Ok(ExploreWalk { explorer, fingerprint: self.fingerprint() })
    }

    /// Drops the next state, which killed its process: its paths are unknown.
    fn pass(
        &self,
        at: Option<&Frontier>,
        _witness: &Witness,
        _death: &Death,
    ) -> Result<(Frontier, ExploreTally), WalkError> {
        let scripts = at.map_or_else(|| Ok(vec![Script::default()]), Frontier::scripts)?;
        let left = scripts.get(1..).unwrap_or_default();
        let mut tally = ExploreTally::default();
        tally.count_cut(&Cut::Stopped(Stopped::Died));
        Ok((Frontier::of(self.fingerprint(), left), tally))
    }
}
