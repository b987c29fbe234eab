//! Exploration as [work](pikse_work) that can be split, stopped and resumed.
//!
//! The paths of a program are ordered by their decisions (see `pikse_vm::Way`), and a walk visits them
//! depth first, in that order. A position is the frontier: the script of every state that waits. A
//! script is followed without a query, so a walk can continue from a position in any process.
//!
//! A step runs one state until it splits or ends, or returns one path that has ended.

use std::rc::Rc;
use std::sync::Arc;

use pikse_base::Fnv;
use pikse_solver::Solver;
use pikse_vm::{Cut, Ends, Machine, Misfit, Options, Script, Step, Stopped, Unchecked, Verdict};
use pikse_work::{Advance, Budget, Death, Journal, PositionError, Walk, WalkError, Witness, Work};
use serde::{Deserialize, Serialize};

use crate::code::Code;
use crate::explorer::{Ended, Explorer, Watch};
use crate::limits::Limits;
use crate::outcome::Part;
use crate::path::{Path, Run};
use crate::smallest::Smallest;
use crate::staged::{Staged, Stages};
use crate::strategy::strategy;
use crate::tally::ExploreTally;

/// An exploration to split among processes.
pub struct ExploreWork<'a> {
    /// The program and its entry.
    pub code: Code<'a>,
    /// The errors that the machine detects.
    pub options: Options,
    /// Makes the solver, in the process that explores.
    pub solver: &'a dyn Fn() -> Box<dyn Solver>,
    /// Limits of one path, and of the states. Limits of the whole are the caller's.
    pub limits: Limits,
    /// The inputs between which to explore.
    pub ends: Ends,
    /// The stored inputs to begin with, if there are any.
    pub stages: Arc<Stages>,
    /// How many paths of a part are handed out, the first ones. The first path of each error always is.
    pub handed_out: u64,
    /// Whether paths that are handed out have their scripts.
    pub scripts: bool,
    /// The bytes that a process uses; see [`Limits::memory`], which holds for each process.
    pub memory: fn() -> u64,
}

impl ExploreWork<'_> {
    /// All that there is to explore.
    fn whole(&self) -> Vec<Part> {
        match self.stages.is_empty() {
            true => vec![Part::between(self.ends.clone())],
            false => self.stages.whole().into_iter().collect(),
        }
    }

    /// The position before some parts, in the order of their paths.
    #[must_use]
    pub fn position(&self, parts: &[Part]) -> Frontier {
        Frontier::of(self.fingerprint(), parts)
    }

    /// The identity of a program, its entry and the detected errors, for positions.
    fn fingerprint(&self) -> u64 {
        let Code { ir, function, entry, .. } = self.code;
        let text =
            format!("{function:?} {entry:?} {:?} {:?} {:?}", self.options, self.ends, self.stages);
        Fnv::of(text.as_bytes()) ^ Fnv::of(ir.to_string().as_bytes())
    }
}

/// The position of an exploration: the waiting states, in the order of their paths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frontier {
    fingerprint: u64,
    waiting: Vec<Branch>,
}

/// A part, with its script as the difference from the one before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Branch {
    shared: u32,
    steps: Vec<Step>,
    ends: Option<Ends>,
    unchecked: Option<Unchecked>,
    staged: Option<Staged>,
}

impl Frontier {
    fn of(fingerprint: u64, parts: &[Part]) -> Self {
        let mut before: &[Step] = &[];
        let mut waiting = Vec::with_capacity(parts.len());
        for Part { script, ends, unchecked, staged } in parts {
            let pairs = before.iter().zip(&script.steps);
            let shared = pairs.take_while(|(one, other)| one == other).count();
            let steps = script.steps[shared..].to_vec();
            let (ends, unchecked, staged) = (ends.clone(), *unchecked, *staged);
            waiting.push(Branch { shared: shared as u32, steps, ends, unchecked, staged });
            before = &script.steps;
        }
        Self { fingerprint, waiting }
    }

    fn parts(&self) -> Result<Vec<Part>, PositionError> {
        let mut before: Vec<Step> = Vec::new();
        let mut parts = Vec::with_capacity(self.waiting.len());
        for Branch { shared, steps, ends, unchecked, staged } in &self.waiting {
            let shared = before.get(..*shared as usize);
            let shared =
                shared.ok_or_else(|| PositionError::malformed("it has an impossible path"))?;
            before = [shared, steps].concat();
            let (script, ends) = (Script { steps: before.clone() }, ends.clone());
            parts.push(Part { script, ends, unchecked: *unchecked, staged: *staged });
        }
        Ok(parts)
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
    /// The part with which a walk begins.
    whole: Vec<Part>,
    /// How many paths of a part are handed out, and how many of the current one are left.
    handed_out: u64,
    left: u64,
    scripts: bool,
    /// The errors of the current part.
    smallest: Smallest,
    memory: fn() -> u64,
    most_memory: Option<u64>,
    /// Steps since the last look at the memory.
    steps: u32,
}

/// The number of steps between two looks at the memory.
const STEPS: u32 = 64;

/// Collects paths.
struct Collector<'a> {
    found: Option<&'a mut Vec<Path>>,
    misfit: Option<Misfit>,
    left: &'a mut u64,
    scripts: bool,
    smallest: &'a mut Smallest,
}

impl Watch for Collector<'_> {
    fn ended(&mut self, machine: &mut Machine<'_>, path: &Ended<'_>) -> bool {
        if let Verdict::Cut(Cut::Misfit(misfit), _) = path.verdict {
            self.misfit = Some(*misfit);
        }
        if let Some(found) = &mut self.found {
            let (run, measure) = self.smallest.consider(machine, path).unzip();
            if *self.left > 0 || run.is_some() {
                *self.left = self.left.saturating_sub(1);
                let script = self.scripts.then(|| path.state.script().steps);
                let run = run.or_else(|| Run::of(machine, path));
                found.push(Path { script, ..Path::of(path, run, measure) });
            }
        }
        true
    }
}

impl ExploreWalk<'_> {
    /// The number of states that wait.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.explorer.waiting()
    }

    /// Holds the limit on memory. States that wait become scripts, which need little. If that does not help,
    /// because the expressions of the paths need it, they are dropped, and the result says so.
    fn look(&mut self) {
        self.steps += 1;
        let Some(most) = self.most_memory.filter(|_| self.steps >= STEPS) else { return };
        self.steps = 0;
        if (self.memory)() <= most {
            return;
        }
        self.explorer.fold();
        if (self.memory)() > most + most / 2 {
            self.explorer.drop_all(Stopped::Memory);
        }
    }
}

impl Walk for ExploreWalk<'_> {
    type Position = Frontier;
    type Tally = ExploreTally;
    type Found = Path;

    fn begin(&mut self, part: Option<&Frontier>, _careful: bool) -> Result<(), WalkError> {
        let parts = match part {
            None => self.whole.clone(),
            Some(part) if part.fingerprint != self.fingerprint => {
                return Err(PositionError::OtherProblem.into());
            }
            Some(part) => part.parts()?,
        };
        (self.left, self.smallest) = (self.handed_out, Smallest::default());
        self.explorer.begin(parts);
        Ok(())
    }

    fn advance(&mut self, budget: Budget, found: &mut Vec<Path>) -> Result<Advance, WalkError> {
        let most = budget.finds.map(|finds| (found.len() as u64).saturating_add(finds));
        for _ in 0..budget.steps {
            if most.is_some_and(|most| found.len() as u64 >= most) {
                return Ok(Advance::Paused);
            }
            self.look();
            let mut collector = Collector {
                found: most.map(|_| &mut *found),
                misfit: None,
                left: &mut self.left,
                scripts: self.scripts,
                smallest: &mut self.smallest,
            };
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
        let part = self.explorer.give_away()?;
        Some(Frontier::of(self.fingerprint, &[part]))
    }

    fn done(&self) -> f64 {
        self.explorer.done()
    }

    fn tally(&self) -> ExploreTally {
        self.explorer.tally()
    }
}

impl<'a> Work for ExploreWork<'a> {
    type Walk = ExploreWalk<'a>;

    fn load(&self, _journal: Rc<dyn Journal>) -> Result<ExploreWalk<'a>, WalkError> {
        let begun = self.code.machine(self.options.clone(), (self.solver)());
        let (machine, first) = begun.map_err(|error| WalkError::Load(error.to_string()))?;
        // The order of paths is that of depth first.
        let mut explorer = Explorer::new(machine, first, strategy(&[], 0), self.limits.clone());
        explorer.set_stages(Arc::clone(&self.stages));
        Ok(ExploreWalk {
            explorer,
            fingerprint: self.fingerprint(),
            whole: self.whole(),
            handed_out: self.handed_out,
            left: self.handed_out,
            scripts: self.scripts,
            smallest: Smallest::default(),
            memory: self.memory,
            most_memory: self.limits.memory,
            steps: 0,
        })
    }

    /// Drops the next state, which killed its process: its paths are unknown.
    fn pass(
        &self,
        at: Option<&Frontier>,
        _witness: &Witness,
        _death: &Death,
    ) -> Result<(Frontier, ExploreTally), WalkError> {
        let parts = at.map_or_else(|| Ok(self.whole()), Frontier::parts)?;
        let left = parts.get(1..).unwrap_or_default();
        let mut tally = ExploreTally::default();
        tally.count_cut(&Cut::Stopped(Stopped::Died));
        Ok((Frontier::of(self.fingerprint(), left), tally))
    }
}
