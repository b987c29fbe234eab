//! The cost of a query, by tier.
//!
//! `cargo run --release -p pikse-solver --example tiers`
//!
//! Explores random decision trees like an engine: both sides of a fork if both are possible, the
//! last one first. Times are wall-clock, so an idle machine gives the best ones.

use std::time::Instant;

use pikse_base::Random;
use pikse_expr::{Expr, Exprs};
use pikse_solver::blast::{Blast, Cdcl};
use pikse_solver::{Limits, Path, Side, Solver, Tiers};

/// Makes the condition of a fork from random numbers.
type Condition = fn(&mut Exprs, &[Expr], &mut dyn FnMut(u64) -> usize) -> Expr;

/// A kind of program.
struct Program {
    name: &'static str,
    words: u32,
    width: u32,
    depth: usize,
    forks: u64,
    condition: Condition,
}

const PROGRAMS: &[Program] = &[
    Program {
        name: "chains of signed comparisons, 6 ints",
        words: 6,
        width: 32,
        depth: 12,
        forks: 20_000,
        condition: |exprs, words, random| {
            let (a, b) = (words[random(6)], words[random(6)]);
            exprs.slt(a, b)
        },
    },
    Program {
        name: "comparisons x + c <s y, 6 ints",
        words: 6,
        width: 32,
        depth: 12,
        forks: 20_000,
        condition: |exprs, words, random| {
            let (a, b) = (words[random(6)], words[random(6)]);
            let sum = exprs.add_const(a, random(5) as u128);
            exprs.slt(sum, b)
        },
    },
    Program {
        name: "sums x + y <s c, 6 ints",
        words: 6,
        width: 32,
        depth: 12,
        forks: 1_000,
        condition: |exprs, words, random| {
            let sum = exprs.add(words[random(6)], words[random(6)]);
            let limit = exprs.constant(32, random(100) as u128);
            exprs.slt(sum, limit)
        },
    },
    Program {
        name: "characters, 8 bytes",
        words: 8,
        width: 8,
        depth: 16,
        forks: 100_000,
        condition: |exprs, words, random| {
            let byte = words[random(8)];
            let limit = exprs.constant(8, random(256) as u128);
            if random(2) == 0 { exprs.eq(byte, limit) } else { exprs.ult(byte, limit) }
        },
    },
];

fn explore<S: Solver>(program: &Program, chain: &str, mut tiers: Tiers<S>, limit: u64) {
    let mut exprs = Exprs::new();
    let words: Vec<Expr> = (0..program.words)
        .map(|k| {
            let array = exprs.array(&format!("x{k}"), program.width / 8);
            exprs.read(array, 0, program.width)
        })
        .collect();
    let start = Instant::now();
    let (mut paths, mut numbers) = (0, Random(1));
    let mut open = vec![(Path::new(), 0)];
    while let Some((path, depth)) = open.pop() {
        if depth == program.depth || tiers.branches() >= limit {
            paths += 1;
            continue;
        }
        let mut random = |n: u64| numbers.below(n) as usize;
        let condition = (program.condition)(&mut exprs, &words, &mut random);
        let branch = tiers.branch(&mut exprs, &path, condition);
        for side in [branch.no, branch.yes] {
            match side {
                Side::Possible(path) => open.push((path, depth + 1)),
                Side::Impossible => {}
                Side::Unknown(_, why) => println!("unknown: {why}"),
            }
        }
    }
    let micros = start.elapsed().as_secs_f64() * 1e6;
    let forks = tiers.branches();
    println!("  {chain}: {forks} forks, {paths} paths, {:.2} us a fork", micros / forks as f64);
    for tier in tiers.all_stats().iter().filter(|tier| tier.queries > 0) {
        println!(
            "    {:10} {:8} queries {:8} decided {:10.2} us a query",
            tier.name,
            tier.queries,
            tier.hits,
            tier.time.as_secs_f64() * 1e6 / tier.queries as f64
        );
    }
}

fn main() {
    for program in PROGRAMS {
        println!("{}", program.name);
        explore(program, "all tiers", Tiers::default(), program.forks);
        let blast = Tiers::with(Blast::<Cdcl>::new(Limits::default()));
        explore(program, "bit-blasting alone", blast, program.forks.min(1_000));
    }
}
