//! Random clauses against enumeration, with assumptions and cores.

use pikse_sat::{Lit, Sat};

use crate::judged::Judged;
use crate::{Literals, Rng, rounds, solvable, with_seed};

fn random_clause(rng: &mut Rng, variables: u32) -> Vec<Lit> {
    let mut clause: Vec<Lit> = Vec::new();
    let length = 1 + rng.below(3).max(u64::from(rng.below(4) != 0)) as usize;
    while clause.len() < length {
        let literal = rng.literal(variables);
        if !clause.contains(&literal) && !clause.contains(&!literal) {
            clause.push(literal);
        }
    }
    clause
}

/// Three different variables.
fn three(rng: &mut Rng, variables: u32) -> Vec<Lit> {
    let mut clause: Vec<Lit> = Vec::new();
    while clause.len() < 3 {
        let literal = rng.literal(variables);
        if clause.iter().all(|other| other.variable() != literal.variable()) {
            clause.push(literal);
        }
    }
    clause
}

#[test]
fn random_clauses() {
    for seed in 0..rounds(1_500) {
        let mut rng = Rng(seed);
        let variables = 3 + rng.below(9) as u32;
        let mut solver = Judged::of(&[vec![Lit::TRUE]]);
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for _ in 0..6 {
            for _ in 0..rng.below(u64::from(variables) * 2) {
                let clause = random_clause(&mut rng, variables);
                solver.clause(None, &clause).unwrap();
                clauses.push(clause);
            }
            let assumptions: Vec<Lit> = (0..rng.below(5)).map(|_| rng.literal(variables)).collect();
            let expected = solvable(&clauses, &assumptions, variables);
            let answer = with_seed(seed, || solver.ask(&assumptions));
            assert_eq!(answer, expected, "seed {seed}");
            if !answer {
                let core = solver.failed_assumptions();
                assert!(!solvable(&clauses, &core, variables), "seed {seed}: {core:?}");
            }
        }
    }
}

/// About as many formulas have a solution as have none: 4.26 clauses a variable, and more if there
/// are few variables.
#[test]
fn three_literals_near_the_threshold() {
    let (mut yes, mut no) = (0, 0);
    for seed in 0..rounds(300) {
        let mut rng = Rng(seed);
        let variables = 8 + rng.below(8) as u32;
        let count = f64::from(variables) * 4.26 + 6.0;
        let clauses: Vec<Vec<Lit>> =
            (0..count as usize).map(|_| three(&mut rng, variables)).collect();
        let answer = with_seed(seed, || Judged::of(&clauses).ask(&[]));
        assert_eq!(answer, solvable(&clauses, &[], variables), "seed {seed}");
        *if answer { &mut yes } else { &mut no } += 1;
    }
    assert!(yes > 50 && no > 50, "{yes} have a solution, {no} have none");
}

/// Sizes beyond enumeration: models and proofs confirm the answers. The limit of learned clauses is
/// small, so many are deleted; seed 142 deletes a clause that is the reason of a fact.
#[test]
fn three_literals_and_many_variables() {
    let mut forgotten = 0;
    for seed in 0..rounds(160) {
        let mut rng = Rng(seed);
        let variables = 90 + rng.below(30) as u32;
        let count = f64::from(variables) * 4.4;
        let clauses: Vec<Vec<Lit>> =
            (0..count as usize).map(|_| three(&mut rng, variables)).collect();
        let mut solver = Judged::of(&clauses);
        solver.solver.keep(30);
        for _ in 0..4 {
            let assumptions: Vec<Lit> = (0..rng.below(5)).map(|_| rng.literal(variables)).collect();
            with_seed(seed, || solver.ask(&assumptions));
        }
        let proof = solver.solver.proof().expect("it is logged");
        forgotten += proof.steps().filter(|step| step.kind == pikse_sat::Kind::Deleted).count();
    }
    assert!(forgotten > 1_000, "{forgotten}");
}

/// A clause may have a literal twice, or with its negation; so may assumptions.
#[test]
fn literals_that_stand_twice() {
    for seed in 0..rounds(500) {
        let mut rng = Rng(seed);
        let variables = 2 + rng.below(3) as u32;
        let mut solver = Judged::default();
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for _ in 0..3 {
            for _ in 0..1 + rng.below(4) {
                let clause: Vec<Lit> = (0..rng.below(5)).map(|_| rng.literal(variables)).collect();
                // The empty clause ends everything, so it is rare.
                if !clause.is_empty() || rng.below(8) == 0 {
                    solver.clause(None, &clause).unwrap();
                    clauses.push(clause);
                }
            }
            let assumptions: Vec<Lit> = (0..rng.below(4)).map(|_| rng.literal(variables)).collect();
            let answer = with_seed(seed, || solver.ask(&assumptions));
            assert_eq!(answer, solvable(&clauses, &assumptions, variables), "seed {seed}");
        }
    }
}
