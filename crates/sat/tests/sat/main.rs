//! The SAT solver and the circuits. Every answer is confirmed ([`judged`]): a model is evaluated,
//! a proof is checked.

mod circuits;
mod incremental;
mod judged;
mod list;
mod pigeons;
mod proofs;
mod random;

use pikse_base::Random as Rng;
use pikse_sat::Lit;

/// Random literals.
trait Literals {
    /// A literal of the variables from 1 on.
    fn literal(&mut self, variables: u32) -> Lit;
}

impl Literals for Rng {
    fn literal(&mut self, variables: u32) -> Lit {
        Lit::new(1 + self.below(u64::from(variables)) as u32, self.below(2) == 0)
    }
}

/// More rounds than usual, for long runs: `PIKSE_FUZZ=100000 cargo test`.
fn rounds(usual: u64) -> u64 {
    std::env::var("PIKSE_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// Prints the seed if the answer is not confirmed.
fn with_seed<T>(seed: u64, ask: impl FnOnce() -> T) -> T {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask))
        .unwrap_or_else(|_| panic!("seed {seed}"))
}

/// Whether a literal holds if the bit of each variable is its value.
fn holds(literal: Lit, values: u32) -> bool {
    (values >> literal.variable() & 1 == 1) != literal.is_negated()
}

/// Whether one of all assignments of the variables from 1 on satisfies everything.
fn solvable(clauses: &[Vec<Lit>], assumptions: &[Lit], variables: u32) -> bool {
    (0..1u32 << variables).any(|values| {
        let values = values << 1;
        assumptions.iter().all(|&literal| holds(literal, values))
            && clauses.iter().all(|clause| clause.iter().any(|&literal| holds(literal, values)))
    })
}

/// Each pigeon has a hole, and no two have the same: there is no solution with more pigeons.
fn pigeonhole(pigeons: u32, holes: u32) -> Vec<Vec<Lit>> {
    let place = |pigeon: u32, hole: u32| Lit::new(1 + pigeon * holes + hole, false);
    let mut clauses: Vec<Vec<Lit>> =
        (0..pigeons).map(|pigeon| (0..holes).map(|hole| place(pigeon, hole)).collect()).collect();
    for hole in 0..holes {
        for a in 0..pigeons {
            clauses.extend((0..a).map(|b| vec![!place(a, hole), !place(b, hole)]));
        }
    }
    clauses
}
