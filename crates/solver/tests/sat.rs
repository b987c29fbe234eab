//! The SAT solver by itself: random clauses against enumeration, with assumptions and cores.

mod common;

use std::time::Duration;

use common::Rng;
use pikse_solver::blast::{Cdcl, Lit, Outcome, Sat};

const TIME: Duration = Duration::from_secs(100);

fn random_clause(rng: &mut Rng, variables: u32) -> Vec<Lit> {
    let mut clause: Vec<Lit> = Vec::new();
    let length = 1 + rng.below(3).max(u64::from(rng.below(4) != 0)) as usize;
    while clause.len() < length {
        let literal = Lit::new(1 + rng.below(u64::from(variables)) as u32, rng.below(2) == 0);
        if !clause.contains(&literal) && !clause.contains(&!literal) {
            clause.push(literal);
        }
    }
    clause
}

fn holds(literal: Lit, values: u32) -> bool {
    (values >> literal.variable() & 1 == 1) != literal.is_negated()
}

fn solvable(clauses: &[Vec<Lit>], assumptions: &[Lit], variables: u32) -> bool {
    (0..1u32 << variables).any(|values| {
        let values = values << 1;
        assumptions.iter().all(|&literal| holds(literal, values))
            && clauses.iter().all(|clause| clause.iter().any(|&literal| holds(literal, values)))
    })
}

#[test]
fn random_clauses() {
    for seed in 0..common::rounds(1_500) {
        let mut rng = Rng(seed);
        let variables = 3 + rng.below(9) as u32;
        let cone: Vec<u32> = (0..=variables).collect();
        let mut solver = Cdcl::default();
        solver.clause(None, &[Lit::TRUE]).unwrap();
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for _ in 0..6 {
            for _ in 0..rng.below(u64::from(variables) * 2) {
                let clause = random_clause(&mut rng, variables);
                solver.clause(None, &clause).unwrap();
                clauses.push(clause);
            }
            let assumptions: Vec<Lit> = (0..rng.below(5))
                .map(|_| Lit::new(1 + rng.below(u64::from(variables)) as u32, rng.below(2) == 0))
                .collect();
            let expected = solvable(&clauses, &assumptions, variables);
            match solver.solve(&assumptions, &cone, TIME, 1_000_000) {
                Outcome::Sat => {
                    assert!(expected, "seed {seed}");
                    let satisfied =
                        |clause: &Vec<Lit>| clause.iter().any(|&l| Sat::value(&solver, l));
                    assert!(clauses.iter().all(satisfied), "seed {seed}");
                    assert!(assumptions.iter().all(|&l| Sat::value(&solver, l)), "seed {seed}");
                }
                Outcome::Unsat => {
                    assert!(!expected, "seed {seed}");
                    let core = solver.core();
                    assert!(core.iter().all(|literal| assumptions.contains(literal)));
                    assert!(!solvable(&clauses, &core, variables), "seed {seed}: {core:?}");
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

/// Pigeons and holes: many conflicts, restarts and forgetting, and no solution.
#[test]
fn pigeons() {
    let (pigeons, holes) = (8, 7);
    let place = |pigeon: u32, hole: u32| Lit::new(1 + pigeon * holes + hole, false);
    let mut solver = Cdcl::default();
    solver.clause(None, &[Lit::TRUE]).unwrap();
    for pigeon in 0..pigeons {
        let clause: Vec<Lit> = (0..holes).map(|hole| place(pigeon, hole)).collect();
        solver.clause(None, &clause).unwrap();
    }
    for hole in 0..holes {
        for a in 0..pigeons {
            for b in 0..a {
                solver.clause(None, &[!place(a, hole), !place(b, hole)]).unwrap();
            }
        }
    }
    let cone: Vec<u32> = (0..=pigeons * holes).collect();
    assert_eq!(solver.solve(&[], &cone, TIME, 100), Outcome::Conflicts);
    assert_eq!(solver.solve(&[], &cone, TIME, 10_000_000), Outcome::Unsat);
    assert!(solver.conflicts() > 1_000);
}
