//! A sequence of queries: assumptions, failed assumptions, clauses added later.

use std::time::Duration;

use pikse_sat::{Cone, Limit, Lit, Outcome, Sat};

use crate::judged::Judged;
use crate::pigeonhole;

fn lit(variable: u32) -> Lit {
    Lit::new(variable, false)
}

#[test]
fn failed_assumptions_are_those_that_matter() {
    // 1 → 2 → 3, and 4 is independent.
    let mut solver = Judged::of(&[vec![!lit(1), lit(2)], vec![!lit(2), lit(3)]]);
    assert!(!solver.ask(&[lit(4), lit(1), !lit(3)]));
    let mut core = solver.failed_assumptions();
    core.sort_unstable();
    assert_eq!(core, [lit(1), !lit(3)]);
    assert!(solver.ask(&[lit(4), lit(1)]));
    assert!(solver.failed_assumptions().is_empty());
}

#[test]
fn an_assumption_and_its_negation_fail() {
    let mut solver = Judged::of(&[vec![lit(1), lit(2)]]);
    assert!(!solver.ask(&[lit(1), lit(2), !lit(1)]));
    let mut core = solver.failed_assumptions();
    core.sort_unstable();
    assert_eq!(core, [lit(1), !lit(1)]);
}

#[test]
fn a_false_fact_fails_alone() {
    let mut solver = Judged::of(&[vec![!lit(1)], vec![lit(1), !lit(2)]]);
    assert!(!solver.ask(&[lit(3), lit(2)]));
    assert_eq!(solver.failed_assumptions(), [lit(2)]);
}

/// A core picks a part of the formula: each clause holds only if its switch is on.
#[test]
fn switches_of_clauses_give_a_core_of_the_formula() {
    let pigeons = pigeonhole(5, 4);
    let switch = |k: usize| lit(100 + k as u32);
    let mut solver = Judged::default();
    for (k, clause) in pigeons.iter().enumerate() {
        let mut clause = clause.clone();
        clause.push(!switch(k));
        solver.clause(None, &clause).unwrap();
    }
    // Clauses that are not part of the problem.
    for k in pigeons.len()..pigeons.len() + 10 {
        solver.clause(None, &[lit(300 + k as u32), !switch(k)]).unwrap();
    }
    let all: Vec<Lit> = (0..pigeons.len() + 10).map(switch).collect();
    assert!(!solver.ask(&all));
    let core = solver.failed_assumptions();
    // Every clause of the pigeons is needed, and no other.
    assert_eq!(core.len(), pigeons.len());
    assert!(core.iter().all(|literal| literal.variable() < 100 + pigeons.len() as u32));
    for (k, clause) in pigeons.iter().enumerate() {
        let others: Vec<Lit> = all.iter().copied().filter(|&other| other != switch(k)).collect();
        assert!(solver.ask(&others), "without {clause:?}");
    }
}

/// All solutions of a formula, one by one: each is forbidden by a clause.
#[test]
fn solutions_are_enumerated() {
    // At least two of five.
    let mut solver = Judged::default();
    for missing in 1..=5 {
        let clause: Vec<Lit> = (1..=5).filter(|&v| v != missing).map(lit).collect();
        solver.clause(None, &clause).unwrap();
    }
    let mut count = 0;
    while solver.ask(&[]) {
        count += 1;
        let other: Vec<Lit> = (1..=5).map(|v| Lit::new(v, solver.value(lit(v)))).collect();
        solver.clause(None, &other).unwrap();
    }
    assert_eq!(count, 32 - 1 - 5);
}

#[test]
fn limits_end_a_question_and_not_the_solver() {
    let mut solver = Judged::of(&pigeonhole(9, 8));
    let no_time = Limit { time: Duration::ZERO, ..Limit::NONE };
    assert_eq!(solver.solve(&[], Cone::All, no_time), Outcome::Time);
    let one = Limit { conflicts: 1, ..Limit::NONE };
    assert_eq!(solver.solve(&[], Cone::All, one), Outcome::Conflicts);
    // Two pigeons in one hole: found without a limit, by propagation.
    assert!(!solver.ask(&[lit(1), lit(9)]));
    assert_eq!(solver.failed_assumptions().len(), 2);
}

#[test]
fn variables_that_no_clause_has_can_be_assumed() {
    let mut solver = Judged::default();
    assert!(solver.ask(&[lit(7), !lit(9)]));
    assert!(solver.value(lit(7)) && !solver.value(lit(9)));
}
