//! Proofs: correct ones are confirmed, wrong ones are rejected.

use pikse_sat::checker::refutes;
use pikse_sat::{Cdcl, Cone, Kind, Limit, Lit, Outcome, Proof, Refusal, Sat};

use crate::{Literals, Rng, pigeonhole, rounds, solvable};

/// A proof that can be changed.
type Steps = Vec<(Kind, Vec<Lit>)>;

fn lit(variable: u32) -> Lit {
    Lit::new(variable, false)
}

fn proof(steps: &[(Kind, Vec<Lit>)]) -> Proof {
    let mut proof = Proof::default();
    for (kind, clause) in steps {
        proof.push(*kind, clause.iter().copied());
    }
    proof
}

/// The proof that a formula has no solution under assumptions; `None` if it has one.
fn prove(formula: &[Vec<Lit>], assumptions: &[Lit]) -> Option<Steps> {
    let mut solver = Cdcl::with_proof();
    solver.keep(10);
    for clause in formula {
        solver.clause(None, clause).unwrap();
    }
    let outcome = solver.solve(assumptions, Cone::All, Limit::NONE);
    let proof = solver.proof().expect("it is logged");
    let steps = proof.steps().map(|step| (step.kind, step.clause.to_vec())).collect();
    (outcome == Outcome::Unsat).then_some(steps)
}

fn is_lemma(step: &(Kind, Vec<Lit>)) -> bool {
    matches!(step.0, Kind::Learned | Kind::Concluded)
}

/// A formula that has solutions, but not under assumptions: so not everything follows.
struct Refuted {
    formula: Vec<Vec<Lit>>,
    assumptions: Vec<Lit>,
    steps: Steps,
}

const VARIABLES: u32 = 10;

fn refuted_by_assumptions(seed: u64) -> Option<Refuted> {
    let mut rng = Rng(seed);
    let formula: Vec<Vec<Lit>> =
        (0..38).map(|_| (0..3).map(|_| rng.literal(VARIABLES)).collect()).collect();
    let assumptions: Vec<Lit> = (0..4).map(|_| rng.literal(VARIABLES)).collect();
    if !solvable(&formula, &[], VARIABLES) {
        return None;
    }
    let steps = prove(&formula, &assumptions)?;
    refutes(&formula, &assumptions, &proof(&steps)).unwrap_or_else(|r| panic!("seed {seed}: {r}"));
    Some(Refuted { formula, assumptions, steps })
}

/// Whatever the checker accepts must follow; enumeration decides whether it does.
fn follows(formula: &[Vec<Lit>], steps: &Steps) -> bool {
    steps.iter().filter(|step| is_lemma(step)).all(|(_, clause)| {
        let opposite: Vec<Lit> = clause.iter().map(|&literal| !literal).collect();
        !solvable(formula, &opposite, VARIABLES)
    })
}

#[test]
fn a_dropped_literal_is_noticed() {
    let (mut wrong, mut tried) = (0, 0);
    for seed in 0..rounds(300) {
        let Some(Refuted { formula, assumptions, steps }) = refuted_by_assumptions(seed) else {
            continue;
        };
        for at in (0..steps.len()).filter(|&at| is_lemma(&steps[at])) {
            for k in 0..steps[at].1.len() {
                let mut changed = steps.clone();
                changed[at].1.remove(k);
                let answer = refutes(&formula, &assumptions, &proof(&changed));
                tried += 1;
                if !follows(&formula, &changed) {
                    wrong += 1;
                    assert!(answer.is_err(), "seed {seed}: step {at} without literal {k}");
                }
            }
        }
    }
    assert!(wrong > 200 && tried > wrong, "{wrong} of {tried} are wrong");
}

#[test]
fn a_foreign_lemma_is_noticed() {
    let mut wrong = 0;
    for seed in 0..rounds(300) {
        let Some(Refuted { formula, assumptions, steps }) = refuted_by_assumptions(seed) else {
            continue;
        };
        let mut rng = Rng(seed ^ 0xf00d);
        for _ in 0..10 {
            let clause: Vec<Lit> = (0..1 + rng.below(3)).map(|_| rng.literal(VARIABLES)).collect();
            let mut changed = steps.clone();
            let at = rng.below(steps.len() as u64) as usize;
            changed.insert(at, (Kind::Learned, clause));
            if !follows(&formula, &changed) {
                wrong += 1;
                let answer = refutes(&formula, &assumptions, &proof(&changed));
                let refused = matches!(answer, Err(Refusal::NotImplied(_)));
                assert!(refused, "seed {seed}: {:?}", changed[at]);
            }
        }
    }
    assert!(wrong > 200, "{wrong}");
}

#[test]
fn a_clause_that_is_not_in_the_formula_is_noticed() {
    let formula = pigeonhole(4, 3);
    let mut steps = prove(&formula, &[]).expect("there is no solution");
    refutes(&formula, &[], &proof(&steps)).unwrap();
    let foreign = vec![lit(1), lit(5)];
    steps.insert(3, (Kind::Given, foreign.clone()));
    assert_eq!(refutes(&formula, &[], &proof(&steps)), Err(Refusal::Foreign(foreign)));
    // Nor may a clause of the formula lose a literal.
    steps.remove(3);
    steps[0].1.pop();
    assert!(matches!(refutes(&formula, &[], &proof(&steps)), Err(Refusal::Foreign(_))));
}

#[test]
fn a_missing_lemma_is_noticed() {
    let formula = pigeonhole(5, 4);
    let steps = prove(&formula, &[]).expect("there is no solution");
    refutes(&formula, &[], &proof(&steps)).unwrap();
    // No clause has a single literal, so unit propagation alone proves nothing.
    let bare: Steps = steps
        .iter()
        .filter(|step| matches!(step.0, Kind::Given | Kind::Concluded))
        .cloned()
        .collect();
    assert_eq!(refutes(&formula, &[], &proof(&bare)), Err(Refusal::NotImplied(Vec::new())));
    // Most lemmas can be omitted one at a time, but some cannot.
    let lemmas: Vec<usize> = (0..steps.len()).filter(|&at| steps[at].0 == Kind::Learned).collect();
    let refused = lemmas.iter().filter(|&&at| {
        let mut changed = steps.clone();
        changed.remove(at);
        refutes(&formula, &[], &proof(&changed)).is_err()
    });
    let refused = refused.count();
    assert!(refused > 0, "{} lemmas", lemmas.len());
}

#[test]
fn a_missing_clause_of_the_formula_is_noticed() {
    // Every clause of the pigeons is needed: without it there is a solution.
    let formula = pigeonhole(4, 3);
    let steps = prove(&formula, &[]).expect("there is no solution");
    for at in (0..steps.len()).filter(|&at| steps[at].0 == Kind::Given) {
        let mut changed = steps.clone();
        changed.remove(at);
        let answer = refutes(&formula, &[], &proof(&changed));
        assert!(answer.is_err(), "without {:?}", steps[at].1);
    }
}

#[test]
fn what_is_deleted_does_not_count() {
    let (a, b) = (lit(1), lit(2));
    let formula = [vec![a], vec![!a, b], vec![!b]];
    let given: Steps = formula.iter().map(|clause| (Kind::Given, clause.clone())).collect();
    let with = |more: &[(Kind, Vec<Lit>)]| proof(&[&given, more].concat());
    let end = (Kind::Concluded, Vec::new());
    assert_eq!(refutes(&formula, &[], &with(std::slice::from_ref(&end))), Ok(()));
    for clause in &formula {
        let deleted = (Kind::Deleted, clause.clone());
        let answer = refutes(&formula, &[], &with(&[deleted.clone(), end.clone()]));
        assert_eq!(answer, Err(Refusal::NotImplied(Vec::new())), "without {clause:?}");
        let answer = refutes(&formula, &[], &with(&[deleted.clone(), deleted, end.clone()]));
        assert_eq!(answer, Err(Refusal::NotThere(clause.clone())));
    }
    // Clauses learned from a clause stay when that clause is deleted.
    let steps = [(Kind::Learned, vec![b]), (Kind::Deleted, vec![a]), end];
    assert_eq!(refutes(&formula, &[], &with(&steps)), Ok(()));
}

#[test]
fn a_proof_of_something_else_is_noticed() {
    let formula = [vec![!lit(1), !lit(2)]];
    let assumptions = [lit(3), lit(1), lit(2)];
    let steps = prove(&formula, &assumptions).expect("there is no solution");
    assert_eq!(refutes(&formula, &assumptions, &proof(&steps)), Ok(()));
    assert_eq!(refutes(&formula, &[lit(1), lit(2)], &proof(&steps)), Ok(()));
    for other in [&[lit(3), lit(1)][..], &[lit(1), !lit(2)], &[]] {
        assert_eq!(refutes(&formula, other, &proof(&steps)), Err(Refusal::NoConclusion));
    }
    // A truncated proof concludes nothing.
    let begun = proof(&steps[..steps.len() - 1]);
    assert_eq!(refutes(&formula, &assumptions, &begun), Err(Refusal::NoConclusion));
}

#[test]
fn without_a_proof_nothing_is_logged() {
    let mut solver = Cdcl::default();
    solver.clause(None, &[lit(1)]).unwrap();
    assert_eq!(solver.solve(&[!lit(1)], Cone::All, Limit::NONE), Outcome::Unsat);
    assert!(solver.proof().is_none());
}
