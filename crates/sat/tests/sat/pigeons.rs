//! Pigeons and holes: many conflicts, restarts and forgetting, and no solution.

use pikse_sat::{Cone, Limit, Lit, Outcome, Sat};

use crate::judged::Judged;
use crate::pigeonhole;

#[test]
fn eight_pigeons_have_no_place_in_seven_holes() {
    let mut solver = Judged::of(&pigeonhole(8, 7));
    let few = Limit { conflicts: 100, ..Limit::NONE };
    assert_eq!(solver.solve(&[], Cone::All, few), Outcome::Conflicts);
    assert_eq!(solver.solve(&[], Cone::All, Limit::NONE), Outcome::Unsat);
    assert!(solver.solver.conflicts() > 1_000);
    // From now on, nothing has a solution.
    assert!(!solver.ask(&[Lit::new(1, false)]));
    assert!(solver.failed_assumptions().is_empty());
    assert_eq!(solver.proved, 2);
}

#[test]
fn a_proof_with_forgetting_is_confirmed() {
    let mut solver = Judged::of(&pigeonhole(7, 6));
    solver.solver.keep(20);
    assert!(!solver.ask(&[]));
    let proof = solver.solver.proof().expect("it is logged");
    let deleted = proof.steps().filter(|step| step.kind == pikse_sat::Kind::Deleted).count();
    assert!(deleted > 100, "{deleted}");
}

#[test]
fn as_many_holes_as_pigeons_are_enough() {
    assert!(Judged::of(&pigeonhole(7, 7)).ask(&[]));
}
