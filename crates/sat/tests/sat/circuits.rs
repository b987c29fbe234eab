//! Circuits against plain computation, and the cones of queries.

use pikse_sat::{Cdcl, Gates, Limit, Lit, Outcome, words};

use crate::judged::Judged;
use crate::{Rng, rounds, with_seed};

/// Solves; returns whether there is a solution.
fn ask<S: pikse_sat::Sat>(gates: &mut Gates<S>, assumptions: &[Lit]) -> bool {
    match gates.solve(assumptions, Limit::NONE) {
        Outcome::Sat => true,
        Outcome::Unsat => false,
        other => panic!("{other:?}"),
    }
}

/// Literals with their truth tables over the inputs.
struct Tables {
    gates: Gates<Judged>,
    inputs: Vec<Lit>,
    /// A bit for each assignment of the inputs.
    known: Vec<(Lit, u64)>,
    all: u64,
}

impl Tables {
    fn new(count: u32) -> Self {
        let mut gates: Gates<Judged> = Gates::default();
        let inputs: Vec<Lit> = (0..count).map(|_| gates.fresh()).collect();
        let assignments = 1u64 << count;
        let all = if assignments == 64 { u64::MAX } else { (1 << assignments) - 1 };
        let mut known = vec![(Lit::TRUE, all), (Lit::FALSE, 0)];
        for (k, &input) in inputs.iter().enumerate() {
            let table =
                (0..assignments).fold(0, |table, values| table | (values >> k & 1) << values);
            known.push((input, table));
        }
        Self { gates, inputs, known, all }
    }

    fn pick(&self, rng: &mut Rng) -> (Lit, u64) {
        let (literal, table) = rng.pick(&self.known);
        if rng.below(2) == 0 { (literal, table) } else { (!literal, !table & self.all) }
    }

    fn grow(&mut self, rng: &mut Rng) {
        let [(a, x), (b, y), (c, z)] = [self.pick(rng), self.pick(rng), self.pick(rng)];
        let gates = &mut self.gates;
        let made = match rng.below(7) {
            0 => (gates.and(a, b), x & y),
            1 => (gates.or(a, b), x | y),
            2 => (gates.xor(a, b), x ^ y),
            3 => (gates.mux(a, b, c), x & y | !x & z),
            4 => (gates.majority(a, b, c), x & y | x & z | y & z),
            5 => (gates.all(&[a, b, c]), x & y & z),
            _ => (gates.any(&[a, b, c]), x | y | z),
        };
        self.known.push((made.0, made.1 & self.all));
    }

    /// The assignment of the inputs in the solution.
    fn assignment(&self) -> u64 {
        let bit = |k: usize| u64::from(self.gates.value(self.inputs[k])) << k;
        (0..self.inputs.len()).map(bit).sum()
    }
}

/// Queries about a few of many gates. The wrapper of the solver evaluates the definitions in the
/// cone and checks the proofs; the tables give the expected answers.
#[test]
fn random_circuits_and_their_cones() {
    let mut proved = 0;
    for seed in 0..rounds(200) {
        let mut rng = Rng(seed);
        let mut tables = Tables::new(3 + rng.below(4) as u32);
        for _ in 0..20 {
            for _ in 0..3 {
                tables.grow(&mut rng);
            }
            let asked: Vec<(Lit, u64)> =
                (0..1 + rng.below(3)).map(|_| tables.pick(&mut rng)).collect();
            let assumptions: Vec<Lit> = asked.iter().map(|&(literal, _)| literal).collect();
            let solutions = asked.iter().fold(tables.all, |all, &(_, table)| all & table);
            if with_seed(seed, || ask(&mut tables.gates, &assumptions)) {
                // Inputs outside the cone have any value.
                let assignment = tables.assignment();
                assert!(solutions >> assignment & 1 == 1, "seed {seed}");
            } else {
                assert_eq!(solutions, 0, "seed {seed}");
                let core = tables.gates.failed_assumptions();
                let left = asked.iter().filter(|(literal, _)| core.contains(literal));
                let left = left.fold(tables.all, |all, &(_, table)| all & table);
                assert_eq!(left, 0, "seed {seed}: {core:?}");
            }
        }
        proved += tables.gates.sat().proved;
    }
    assert!(proved > 100, "{proved}");
}

/// Equal gates are one gate, and gates that are constants or inputs are none.
#[test]
fn gates_are_shared() {
    let mut gates: Gates<Cdcl> = Gates::default();
    let (a, b, c) = (gates.fresh(), gates.fresh(), gates.fresh());
    let both = gates.and(a, b);
    let differ = gates.xor(a, b);
    let chosen = gates.mux(a, b, c);
    let two = gates.majority(a, b, c);
    let three = gates.all(&[a, b, !c]);
    let count = gates.variables();
    assert_eq!(gates.all(&[!c, a, b, a]), three);
    assert_eq!(gates.any(&[!b, c, !a]), !three);
    assert_eq!(gates.and(b, a), both);
    assert_eq!(gates.or(!a, !b), !both);
    assert_eq!(gates.xor(!b, a), !differ);
    assert_eq!(gates.mux(!a, c, b), chosen);
    assert_eq!(gates.majority(c, b, a), two);
    assert_eq!(gates.all(&[b, a, Lit::TRUE, b]), both);
    assert_eq!(gates.any(&[a, !a, c]), Lit::TRUE);
    assert_eq!(gates.mux(c, a, a), a);
    assert_eq!(gates.majority(a, !a, c), c);
    assert_eq!(gates.and(a, !a), Lit::FALSE);
    assert_eq!(gates.variables(), count);
}

/// Gates outside the cone cause no conflicts and change no answer.
#[test]
fn a_hard_circuit_outside_the_cone_costs_nothing() {
    let mut gates: Gates<Cdcl> = Gates::default();
    let a: Vec<Lit> = (0..20).map(|_| gates.fresh()).collect();
    let b: Vec<Lit> = (0..20).map(|_| gates.fresh()).collect();
    let product = gates.product(&a, &b);
    let odd = gates.any(&product[5..]);
    let (x, y) = (gates.fresh(), gates.fresh());
    let both = gates.and(x, y);
    assert!(ask(&mut gates, &[both]));
    assert!(!ask(&mut gates, &[both, !x]));
    assert_eq!(gates.sat().conflicts(), 0);
    assert!(ask(&mut gates, &[odd, both]));
}

/// Required clauses hold in every query.
#[test]
fn required_clauses_are_in_every_cone() {
    let mut gates: Gates<Judged> = Gates::default();
    let (a, b, c) = (gates.fresh(), gates.fresh(), gates.fresh());
    let both = gates.and(a, b);
    gates.require(&[both, c]);
    let other = gates.fresh();
    assert!(ask(&mut gates, &[other]));
    assert!(gates.value(both) || gates.value(c));
    assert!(!ask(&mut gates, &[!a, !c, other]));
    let mut core = gates.failed_assumptions();
    core.sort_unstable();
    assert_eq!(core, [!a, !c]);
    gates.require(&[!c]);
    assert!(ask(&mut gates, &[]));
    assert!(gates.value(a) && gates.value(b));
    gates.require(&[!b]);
    assert!(!ask(&mut gates, &[other]));
    assert!(gates.failed_assumptions().is_empty());
}

/// Words compute the same as numbers: with the inputs fixed, the output has no other value.
#[test]
fn words_compute() {
    for seed in 0..rounds(60) {
        let mut rng = Rng(seed);
        let width = 1 + rng.below(9) as usize;
        let mask = (1u64 << width) - 1;
        let signed = |x: u64| (x as i64) << (64 - width) >> (64 - width);
        let mut gates: Gates<Judged> = Gates::default();
        let a: Vec<Lit> = (0..width).map(|_| gates.fresh()).collect();
        let b: Vec<Lit> = (0..width).map(|_| gates.fresh()).collect();
        let results: [Vec<Lit>; 10] = [
            gates.sum(&a, &b, Lit::TRUE),
            gates.negate(&a),
            gates.product(&a, &b),
            gates.divide(&a, &b).0,
            gates.divide(&a, &b).1,
            gates.divide_signed(&a, &b).1,
            vec![gates.equal(&a, &b)],
            vec![gates.less(&a, &b, Lit::TRUE)],
            vec![gates.less_signed(&a, &b, Lit::FALSE)],
            gates.shift_down(&a, &b, Lit::FALSE),
        ];
        for _ in 0..4 {
            let (x, y) = (rng.next() & mask, rng.next() & mask & rng.next());
            let rest = if y == 0 { signed(x) } else { signed(x).wrapping_rem(signed(y)) };
            let expected = [
                x + y + 1,
                x.wrapping_neg(),
                x * y,
                x.checked_div(y).unwrap_or(mask),
                x.checked_rem(y).unwrap_or(x),
                rest as u64,
                u64::from(x == y),
                u64::from(x <= y),
                u64::from(signed(x) < signed(y)),
                x.checked_shr(y as u32).unwrap_or(0),
            ];
            let fixed = |word: &[Lit], value: u64| -> Vec<Lit> {
                let bit = |k: usize| if value >> k & 1 == 1 { word[k] } else { !word[k] };
                (0..word.len()).map(bit).collect()
            };
            let inputs = [fixed(&a, x), fixed(&b, y)].concat();
            for (k, (result, value)) in results.iter().zip(expected).enumerate() {
                let right = fixed(result, value);
                let case = format!("seed {seed}: operator {k}, width {width}, {x} and {y}");
                let asked = [&inputs[..], &right].concat();
                assert!(with_seed(seed, || ask(&mut gates, &asked)), "{case}");
                let right = gates.all(&right);
                let asked = [&inputs[..], &[!right]].concat();
                assert!(!with_seed(seed, || ask(&mut gates, &asked)), "{case}");
            }
        }
        assert_eq!(words::not(&words::not(&a)), a);
    }
}

/// A law of arithmetic needs a search, and so a proof that is longer than its conclusion.
#[test]
fn laws_of_arithmetic_are_proved() {
    let mut gates: Gates<Judged> = Gates::default();
    let [a, b, c]: [Vec<Lit>; 3] = std::array::from_fn(|_| (0..4).map(|_| gates.fresh()).collect());
    let sum = gates.sum(&b, &c, Lit::FALSE);
    let left = gates.product(&a, &sum);
    let (ab, ac) = (gates.product(&a, &b), gates.product(&a, &c));
    let right = gates.sum(&ab, &ac, Lit::FALSE);
    let equal = gates.equal(&left, &right);
    assert!(!ask(&mut gates, &[!equal]));
    assert!(ask(&mut gates, &[equal]));
    assert!(gates.sat().solver.conflicts() > 50, "{}", gates.sat().solver.conflicts());
}
