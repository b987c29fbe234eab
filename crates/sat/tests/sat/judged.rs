//! A solver whose answers are confirmed one by one.

use pikse_sat::{Cdcl, Checker, Cone, Limit, Lit, Outcome, Sat};

/// The solver, with the data for confirming its answers.
#[derive(Debug)]
pub(crate) struct Judged {
    pub(crate) solver: Cdcl,
    /// The formula as it was given, with owners.
    pub(crate) formula: Vec<(Option<u32>, Vec<Lit>)>,
    checker: Checker,
    /// How many steps of the proof are checked.
    checked: usize,
    /// The number of answers with a proof.
    pub(crate) proved: u64,
}

impl Default for Judged {
    fn default() -> Self {
        Self {
            solver: Cdcl::with_proof(),
            formula: Vec::new(),
            checker: Checker::default(),
            checked: 0,
            proved: 0,
        }
    }
}

impl Judged {
    /// A solver with these clauses.
    pub(crate) fn of(clauses: &[Vec<Lit>]) -> Self {
        let mut judged = Self::default();
        for clause in clauses {
            judged.clause(None, clause).expect("there is room");
        }
        judged
    }

    /// Solves with all variables, without a limit; returns whether there is a solution.
    pub(crate) fn ask(&mut self, assumptions: &[Lit]) -> bool {
        match self.solve(assumptions, Cone::All, Limit::NONE) {
            Outcome::Sat => true,
            Outcome::Unsat => false,
            other => panic!("{other:?}"),
        }
    }

    fn model_holds(&self, assumptions: &[Lit], cone: Cone<'_>) {
        for &literal in assumptions {
            assert!(self.value(literal), "the assumption {literal:?} is false");
        }
        for (owner, clause) in &self.formula {
            let counts = match (owner, cone) {
                (Some(owner), Cone::Only(variables)) => variables.contains(owner),
                _ => true,
            };
            let satisfied = clause.iter().any(|&literal| self.value(literal));
            assert!(!counts || satisfied, "{clause:?} is false");
        }
    }

    fn proof_holds(&mut self, assumptions: &[Lit]) {
        let core = self.solver.failed_assumptions();
        assert!(core.iter().all(|literal| assumptions.contains(literal)), "{core:?}");
        let confirmed = self.follow().and_then(|()| self.checker.refuted(&core));
        confirmed.unwrap_or_else(|refusal| panic!("the proof is wrong: {refusal}"));
        self.proved += 1;
    }

    /// Checks the new steps of the proof.
    fn follow(&mut self) -> Result<(), pikse_sat::Refusal> {
        let proof = self.solver.proof().expect("it is logged");
        for step in proof.steps_from(self.checked) {
            self.checker.step(step)?;
        }
        self.checked = proof.len();
        Ok(())
    }
}

impl Sat for Judged {
    fn clause(&mut self, owner: Option<Lit>, literals: &[Lit]) -> Result<(), String> {
        self.checker.allow(literals);
        self.formula.push((owner.map(Lit::variable), literals.to_vec()));
        self.solver.clause(owner, literals)
    }

    fn solve(&mut self, assumptions: &[Lit], cone: Cone<'_>, limit: Limit) -> Outcome {
        let outcome = self.solver.solve(assumptions, cone, limit);
        match outcome {
            Outcome::Sat => self.model_holds(assumptions, cone),
            Outcome::Unsat => self.proof_holds(assumptions),
            _ => {}
        }
        outcome
    }

    fn value(&self, literal: Lit) -> bool {
        Sat::value(&self.solver, literal)
    }

    fn failed_assumptions(&mut self) -> Vec<Lit> {
        self.solver.failed_assumptions()
    }
}
