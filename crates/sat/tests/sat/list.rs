//! Lists of all solutions against enumeration.

use std::collections::BTreeSet;

use pikse_sat::{Cdcl, Checker, Cone, Gates, Limit, Lit, Outcome, Sat};

use crate::{Literals, Rng, holds, rounds};

/// The solutions of random clauses, as bits of the primary variables. With a limit of one conflict,
/// the list stops and continues all the time.
fn check(seed: u64) {
    let mut rng = Rng(seed);
    let variables = 3 + rng.below(8) as u32;
    let primary: Vec<u32> = (1..=1 + rng.below(u64::from(variables)) as u32).collect();
    let later: Vec<u32> = (primary.len() as u32 + 1..=variables).collect();
    let mut solver = Cdcl::with_proof();
    // Learned clauses are deleted all the time.
    solver.keep(rng.below(8) as usize);
    solver.clause(None, &[Lit::TRUE]).unwrap();
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    for _ in 0..rng.below(u64::from(variables) * 4) {
        let length = 1 + rng.below(4).max(u64::from(rng.below(8) != 0));
        let mut clause: Vec<Lit> = (0..length).map(|_| rng.literal(variables)).collect();
        clause.sort_unstable();
        clause.dedup();
        if clause.windows(2).all(|pair| pair[0] != !pair[1]) {
            solver.clause(None, &clause).unwrap();
            clauses.push(clause);
        }
    }
    let bits = |values: u32| values & ((2u32 << primary.len()) - 2);
    let expected: BTreeSet<u32> = (0..1u32 << variables)
        .map(|values| values << 1)
        .filter(|&values| {
            clauses.iter().all(|clause| clause.iter().any(|&literal| holds(literal, values)))
        })
        .map(bits)
        .collect();
    let conflicts = if rng.once_in(2) { 1 } else { u64::MAX };
    let limit = Limit { conflicts, ..Limit::NONE };
    solver.list(Cone::All, &primary, &later);
    let mut found = BTreeSet::new();
    loop {
        match solver.next_listed(&limit) {
            Outcome::Sat => {
                let all = (1..=variables).map(|v| (v, Sat::value(&solver, Lit::new(v, false))));
                let values = all.fold(0, |bits, (v, value)| bits | u32::from(value) << v);
                let is_solution = clauses
                    .iter()
                    .all(|clause| clause.iter().any(|&literal| holds(literal, values)));
                assert!(is_solution, "seed {seed}");
                assert!(found.insert(bits(values)), "seed {seed}: twice");
            }
            Outcome::Unsat => break,
            Outcome::Conflicts => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(found, expected, "seed {seed}");
    assert_eq!(solver.next_listed(&limit), Outcome::Unsat);
    // What was learned on the way follows from the clauses alone, and later queries are right.
    let assumption = rng.literal(variables);
    let answer = solver.solve(&[assumption], Cone::All, Limit::NONE) == Outcome::Sat;
    let possible = crate::solvable(&clauses, &[assumption], variables);
    assert_eq!(answer, possible, "seed {seed}");
    let mut checker = Checker::default();
    checker.allow(&[Lit::TRUE]);
    for clause in &clauses {
        checker.allow(clause);
    }
    for step in solver.proof().unwrap().steps() {
        checker.step(step).unwrap_or_else(|refusal| panic!("seed {seed}: {refusal:?}"));
    }
}

#[test]
fn all_solutions_once() {
    for seed in 0..rounds(6_000) {
        check(seed);
    }
}

#[test]
fn inputs_of_gates() {
    let mut gates: Gates<Cdcl> = Gates::default();
    let inputs: Vec<Lit> = (0..6).map(|_| gates.fresh()).collect();
    let other = gates.fresh();
    let odd = inputs.iter().fold(Lit::FALSE, |odd, &input| gates.xor(odd, input));
    let either = gates.or(odd, other);
    gates.require(&[either]);
    gates.list(&inputs);
    let mut found = 0;
    while gates.next_listed(&Limit::NONE) == Outcome::Sat {
        assert!(gates.value(either));
        found += 1;
    }
    // The other input makes the rest possible.
    assert_eq!(found, 64);
    gates.require(&[!other]);
    gates.list(&inputs);
    found = 0;
    while gates.next_listed(&Limit::NONE) == Outcome::Sat {
        assert!(gates.value(odd));
        found += 1;
    }
    assert_eq!(found, 32);
    gates.require(&[]);
    assert!(matches!(gates.next_listed(&Limit::NONE), Outcome::Failed(_)));
}
