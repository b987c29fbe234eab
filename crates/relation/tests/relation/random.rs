//! Random problems over tiny universes: the translation agrees with the evaluator on every
//! instance, with and without isomorphs, and cores are unsatisfiable and minimal.

use std::collections::BTreeSet;

use pikse_base::Random;
use pikse_relation::{
    Ast, Atom, Bounds, Comparison, Core, Count, Decl, Error, Evaluator, ExprId, FormulaId,
    Instance, IntId, IntOperator, Multiplicity, Next, Options, Overflow, RelationId, Solver,
    TupleSet, Universe, VarId, core,
};

pub(crate) struct Problem {
    pub(crate) bounds: Bounds,
    pub(crate) ast: Ast,
    relations: Vec<RelationId>,
    random: Random,
    with_ints: bool,
    with_constants: bool,
    has_constant: bool,
}

impl Problem {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random(pikse_base::random::mix(seed));
        let with_ints = random.once_in(2);
        let mut universe = Universe::new(2 + random.below(2) as u32).unwrap();
        let mut atoms: Vec<Atom> =
            (0..2 + random.below(2)).map(|n| universe.add(&format!("a{n}")).unwrap()).collect();
        if with_ints {
            if random.once_in(2) {
                atoms.extend(universe.add_integers().unwrap().into_iter().take(2));
            } else {
                atoms.push(universe.add_integer(1).unwrap());
                atoms.push(universe.add_integer(-1).unwrap());
            }
        }
        let mut bounds = Bounds::new(universe);
        let mut relations = Vec::new();
        let mut room = 6;
        for (number, arity) in [1, 2, 1 + random.index(3)].into_iter().enumerate() {
            let mut upper = TupleSet::of_atoms(atoms.iter().copied());
            for _ in 1..arity {
                upper = upper.product(&TupleSet::of_atoms(atoms.iter().copied())).unwrap();
            }
            // Symmetric bounds half of the time, as long as there are few tuples.
            let whole = random.once_in(2) && upper.len() <= room;
            let mut tuples: Vec<Vec<Atom>> = upper.iter().collect();
            while !whole && tuples.len() > room.min(4) {
                let at = random.index(tuples.len());
                tuples.swap_remove(at);
            }
            let lower: Vec<_> = tuples.iter().filter(|_| random.once_in(6)).cloned().collect();
            let lower = if whole { Vec::new() } else { lower };
            room -= tuples.len() - lower.len();
            let upper = TupleSet::of_tuples(arity, tuples).unwrap();
            let lower = TupleSet::of_tuples(arity, lower).unwrap();
            relations.push(bounds.add(&format!("r{number}"), lower, upper).unwrap());
        }
        let with_constants = random.once_in(3);
        Self {
            bounds,
            ast: Ast::new(),
            relations,
            random,
            with_ints,
            with_constants,
            has_constant: false,
        }
    }

    fn expr(&mut self, arity: usize, depth: u32, vars: &[(VarId, usize)]) -> ExprId {
        if depth == 0 || self.random.once_in(5) {
            return self.leaf(arity, vars);
        }
        let depth = depth - 1;
        match self.random.below(11) {
            0 => {
                let (a, b) = (self.expr(arity, depth, vars), self.expr(arity, depth, vars));
                self.ast.union(a, b)
            }
            1 => {
                let (a, b) = (self.expr(arity, depth, vars), self.expr(arity, depth, vars));
                self.ast.difference(a, b)
            }
            2 => {
                let (a, b) = (self.expr(arity, depth, vars), self.expr(arity, depth, vars));
                self.ast.intersection(a, b)
            }
            3 => {
                let (a, b) = (self.expr(arity, depth, vars), self.expr(arity, depth, vars));
                self.ast.override_by(a, b)
            }
            4 if arity == 2 => {
                let a = self.expr(2, depth, vars);
                match self.random.below(3) {
                    0 => self.ast.transpose(a),
                    1 => self.ast.closure(a),
                    _ => self.ast.reflexive_closure(a),
                }
            }
            5 if arity >= 2 => {
                let (a, b) = (self.expr(1, depth, vars), self.expr(arity - 1, depth, vars));
                self.ast.product(a, b)
            }
            6 if arity <= 2 => {
                let (a, b) = (self.expr(1, depth, vars), self.expr(arity + 1, depth, vars));
                self.ast.join(a, b)
            }
            7 if arity <= 2 => {
                let (a, b) = (self.expr(arity, depth, vars), self.expr(2, depth, vars));
                self.ast.join(a, b)
            }
            8 => {
                let (set, a) = (self.expr(1, depth, vars), self.expr(arity, depth, vars));
                if self.random.once_in(2) {
                    self.ast.domain_restriction(set, a)
                } else {
                    self.ast.range_restriction(a, set)
                }
            }
            9 => {
                let condition = self.formula(depth, vars);
                let (a, b) = (self.expr(arity, depth, vars), self.expr(arity, depth, vars));
                self.ast.if_expr(condition, a, b)
            }
            _ if arity <= 2 => {
                let (decls, inner) = self.decls(arity, depth, vars);
                let body = self.formula(depth, &inner);
                self.ast.comprehension(&decls, body)
            }
            _ => self.leaf(arity, vars),
        }
    }

    /// Declarations of single atoms.
    fn decls(
        &mut self,
        count: usize,
        depth: u32,
        vars: &[(VarId, usize)],
    ) -> (Vec<Decl>, Vec<(VarId, usize)>) {
        let mut inner = vars.to_vec();
        let mut decls = Vec::new();
        for _ in 0..count {
            let domain = self.expr(1, depth.min(1), &inner);
            let variable = self.ast.variable("v", 1);
            inner.push((variable, 1));
            decls.push(Decl::one(variable, domain));
        }
        (decls, inner)
    }

    fn leaf(&mut self, arity: usize, vars: &[(VarId, usize)]) -> ExprId {
        let fitting: Vec<VarId> =
            vars.iter().filter(|&&(_, of)| of == arity).map(|&(variable, _)| variable).collect();
        if !fitting.is_empty() && self.random.below(3) > 0 {
            return self.ast.var(self.random.pick(&fitting));
        }
        let relations: Vec<RelationId> =
            self.relations.iter().copied().filter(|relation| relation.arity() == arity).collect();
        if !relations.is_empty() && self.random.below(4) > 0 {
            return self.ast.relation(self.random.pick(&relations));
        }
        match (arity, self.random.below(4)) {
            (1, 0) => self.ast.univ(),
            (1, 1) if self.with_ints => {
                let int = self.int(1, vars);
                self.ast.of_int(int)
            }
            (1, 2) if self.with_ints => self.ast.integers(),
            (1, 3) if self.with_constants => {
                self.has_constant = true;
                self.ast.atom(Atom(0))
            }
            (2, _) => self.ast.iden(),
            (3, _) => {
                let (a, b) = (self.ast.iden(), self.ast.univ());
                self.ast.product(a, b)
            }
            _ => self.ast.none(arity),
        }
    }

    fn int(&mut self, depth: u32, vars: &[(VarId, usize)]) -> IntId {
        if depth == 0 {
            return match self.random.below(3) {
                0 => self.ast.number(self.random.below(5) as i64 - 2),
                _ => {
                    let a = self.leaf(1, vars);
                    self.ast.sum_of(a)
                }
            };
        }
        let depth = depth - 1;
        match self.random.below(8) {
            0 => {
                let a = self.expr(1, depth, vars);
                self.ast.sum_of(a)
            }
            1 => {
                let arity = 1 + self.random.index(2);
                let a = self.expr(arity, depth, vars);
                self.ast.cardinality(a)
            }
            2 => {
                let a = self.int(depth, vars);
                if self.random.once_in(2) { self.ast.negate(a) } else { self.ast.absolute(a) }
            }
            3 => {
                let condition = self.formula(depth, vars);
                let (a, b) = (self.int(depth, vars), self.int(depth, vars));
                self.ast.if_int(condition, a, b)
            }
            4 => {
                let (decls, inner) = self.decls(1, depth, vars);
                let body = self.int(depth, &inner);
                self.ast.sum_over(&decls, body)
            }
            _ => {
                let operator = self.random.pick(&[
                    IntOperator::Plus,
                    IntOperator::Plus,
                    IntOperator::Minus,
                    IntOperator::Times,
                    IntOperator::Divide,
                    IntOperator::Remainder,
                    IntOperator::ShiftLeft,
                    IntOperator::ShiftRight,
                    IntOperator::ShiftRightZero,
                    IntOperator::BitAnd,
                    IntOperator::BitOr,
                    IntOperator::BitXor,
                ]);
                let (a, b) = (self.int(depth, vars), self.int(depth, vars));
                self.ast.binary(operator, a, b)
            }
        }
    }

    pub(crate) fn formula(&mut self, depth: u32, vars: &[(VarId, usize)]) -> FormulaId {
        let inner = depth.saturating_sub(1);
        let kinds = if depth == 0 { 4 } else { 11 };
        match self.random.below(kinds) {
            0 => {
                let arity = 1 + self.random.index(2);
                let (a, b) = (self.expr(arity, inner, vars), self.expr(arity, inner, vars));
                self.ast.is_in(a, b)
            }
            1 => {
                let arity = 1 + self.random.index(2);
                let (a, b) = (self.expr(arity, inner, vars), self.expr(arity, inner, vars));
                self.ast.equal(a, b)
            }
            3 if self.with_ints => {
                let comparison =
                    self.random.pick(&[Comparison::Equal, Comparison::Less, Comparison::AtMost]);
                let (a, b) = (self.int(inner, vars), self.int(inner, vars));
                self.ast.compare(comparison, a, b)
            }
            2 | 3 => {
                let multiplicity = self.random.pick(&[
                    Multiplicity::No,
                    Multiplicity::Some,
                    Multiplicity::Lone,
                    Multiplicity::One,
                ]);
                let arity = 1 + self.random.index(3);
                let a = self.expr(arity, inner, vars);
                self.ast.multiplicity(multiplicity, a)
            }
            4 => {
                let (a, b) = (self.formula(inner, vars), self.formula(inner, vars));
                self.ast.and(&[a, b])
            }
            5 => {
                let (a, b) = (self.formula(inner, vars), self.formula(inner, vars));
                self.ast.or(&[a, b])
            }
            6 => {
                let a = self.formula(inner, vars);
                self.ast.not(a)
            }
            7 => {
                let (a, b) = (self.formula(inner, vars), self.formula(inner, vars));
                self.ast.iff(a, b)
            }
            8 => {
                let count = 1 + self.random.index(2);
                let (decls, inside) = self.decls(count, inner, vars);
                let body = self.formula(inner, &inside);
                self.ast.all(&decls, body)
            }
            9 => {
                let count = 1 + self.random.index(2);
                let (decls, inside) = self.decls(count, inner, vars);
                let body = self.formula(inner, &inside);
                self.ast.exists(&decls, body)
            }
            _ => {
                // Over sets, or over pairs.
                let arity = 1 + self.random.index(2);
                let domain = self.leaf(arity, vars);
                let variable = self.ast.variable("s", arity);
                let count = self.random.pick(&[Count::Set, Count::Some, Count::Lone, Count::One]);
                let mut inside = vars.to_vec();
                inside.push((variable, arity));
                let body = self.formula(inner, &inside);
                self.ast.exists(&[Decl { variable, count, domain }], body)
            }
        }
    }

    /// Every instance inside the bounds.
    pub(crate) fn instances(&self) -> Vec<Instance> {
        let mut all: Vec<Vec<TupleSet>> = vec![Vec::new()];
        for (relation, bound) in self.bounds.iter() {
            let free: Vec<Vec<Atom>> = bound.upper.difference(&bound.lower).iter().collect();
            let mut longer = Vec::new();
            for chosen in 0..1u32 << free.len() {
                let more = free.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
                let more = more.map(|(_, tuple)| tuple.clone());
                let tuples = TupleSet::of_tuples(relation.arity(), more).unwrap();
                let tuples = tuples.union(&bound.lower);
                for instance in &all {
                    let mut instance = instance.clone();
                    instance.push(tuples.clone());
                    longer.push(instance);
                }
            }
            all = longer;
        }
        all.into_iter().map(Instance::new).collect()
    }

    fn holds(&self, formula: FormulaId, instance: &Instance, overflow: Overflow) -> bool {
        let judge = Evaluator::new(self.bounds.universe(), &self.ast, instance);
        judge.with_overflow(overflow).formula(formula).unwrap()
    }

    /// All permutations of atoms inside symmetry classes, by trying swaps on whole bounds.
    fn permutations(&self) -> Vec<Vec<Atom>> {
        let universe = self.bounds.universe();
        let mut sets: Vec<TupleSet> = self
            .bounds
            .iter()
            .flat_map(|(_, bound)| [bound.lower.clone(), bound.upper.clone()])
            .collect();
        if self.has_constant {
            sets.push(TupleSet::of_atoms([Atom(0)]));
        }
        let identity: Vec<Atom> = universe.atoms().collect();
        let mut group = vec![identity.clone()];
        for a in universe.atoms() {
            for b in universe.atoms().filter(|&b| b > a) {
                if universe.integer(a).is_some() || universe.integer(b).is_some() {
                    continue;
                }
                let mut swap = identity.clone();
                swap.swap(a.0 as usize, b.0 as usize);
                if !sets.iter().all(|set| permuted(set, &swap) == *set) {
                    continue;
                }
                // Closes the group under one more swap.
                loop {
                    let known: BTreeSet<Vec<Atom>> = group.iter().cloned().collect();
                    let more: Vec<Vec<Atom>> = group
                        .iter()
                        .map(|map| map.iter().map(|atom| swap[atom.0 as usize]).collect())
                        .filter(|map| !known.contains(map))
                        .collect();
                    if more.is_empty() {
                        break;
                    }
                    group.extend(more);
                }
            }
        }
        // The swaps of one class generate all of its permutations in any order of closing only if
        // the closing is repeated.
        loop {
            let known: BTreeSet<Vec<Atom>> = group.iter().cloned().collect();
            let mut next = known.clone();
            for first in &known {
                for second in &known {
                    next.insert(first.iter().map(|atom| second[atom.0 as usize]).collect());
                }
            }
            if next.len() == known.len() {
                return group;
            }
            group = next.into_iter().collect();
        }
    }
}

fn permuted(set: &TupleSet, map: &[Atom]) -> TupleSet {
    let tuples = set.iter().map(|tuple| tuple.iter().map(|atom| map[atom.0 as usize]).collect());
    TupleSet::of_tuples::<Vec<Atom>>(set.arity(), tuples).unwrap()
}

fn least(instance: &Instance, group: &[Vec<Atom>]) -> Vec<TupleSet> {
    let images = group.iter().map(|map| {
        instance.relations().iter().map(|set| permuted(set, map)).collect::<Vec<TupleSet>>()
    });
    images.min().unwrap()
}

/// Solves with options; `None` if a variable ranges over sets and cannot be skolemized.
fn found(problem: &Problem, formula: FormulaId, options: Options) -> Option<Vec<Instance>> {
    let mut solver = match Solver::new(&problem.bounds, &problem.ast, formula, options) {
        Ok(solver) => solver,
        Err(Error::HigherOrder { .. }) => return None,
        Err(error) => panic!("{error}"),
    };
    let mut found = Vec::new();
    loop {
        match solver.next_instance().unwrap() {
            Next::Instance(instance) => found.push(instance),
            Next::Exhausted => return Some(found),
            Next::Stopped(stop) => panic!("{stop:?}"),
        }
    }
}

fn agree(seed: u64) -> bool {
    let mut problem = Problem::new(seed);
    let depth = 1 + problem.random.index(4) as u32;
    let formula = problem.formula(depth, &[]);
    let overflow = if problem.random.once_in(4) { Overflow::Wrap } else { Overflow::Forbid };
    let skolem_depth = problem.random.index(3);
    let options = Options { overflow, skolem_depth, symmetry: 0, ..Options::default() };
    let Some(all) = found(&problem, formula, options.clone()) else { return false };
    let expected: BTreeSet<Vec<TupleSet>> = problem
        .instances()
        .iter()
        .filter(|instance| problem.holds(formula, instance, overflow))
        .map(|instance| instance.relations().to_vec())
        .collect();
    let got: BTreeSet<Vec<TupleSet>> =
        all.iter().map(|instance| instance.relations().to_vec()).collect();
    assert_eq!(got.len(), all.len(), "seed {seed}: an instance comes twice");
    assert_eq!(got, expected, "seed {seed}");
    let group = problem.permutations();
    let classes: BTreeSet<Vec<TupleSet>> =
        expected.iter().map(|sets| least(&Instance::new(sets.clone()), &group)).collect();
    let symmetry = 1 + problem.random.index(40);
    let options = Options { symmetry, ..options };
    let broken = found(&problem, formula, options.clone()).unwrap();
    let left: BTreeSet<_> = broken.iter().map(|instance| least(instance, &group)).collect();
    assert_eq!(left, classes, "seed {seed}: symmetry breaking lost a class");
    let once = found(&problem, formula, Options { no_isomorphs: true, ..options }).unwrap();
    let left: BTreeSet<_> = once.iter().map(|instance| least(instance, &group)).collect();
    assert_eq!(once.len(), left.len(), "seed {seed}: isomorphs");
    assert_eq!(left, classes, "seed {seed}: without isomorphs");
    true
}

#[test]
fn translation_agrees_with_brute_force() {
    let solved = (0..5_000).filter(|&seed| agree(seed)).count();
    assert!(solved > 4_000, "{solved}");
}

#[test]
#[ignore = "long"]
fn translation_agrees_with_brute_force_longer() {
    assert!((5_000..100_000).filter(|&seed| agree(seed)).count() > 80_000);
}

/// Whether the parts with these labels, and the one without a label, have an instance.
fn has_instance(problem: &Problem, parts: &[FormulaId], labels: &[u32], all: &[Instance]) -> bool {
    all.iter().any(|instance| {
        labels.iter().all(|&label| problem.holds(parts[label as usize], instance, Overflow::Forbid))
    })
}

#[test]
fn cores_are_unsatisfiable_and_minimal() {
    let mut cores = 0;
    for seed in 0..1_500 {
        let mut problem = Problem::new(seed + 1_000_000);
        let count = 3 + problem.random.index(4);
        let parts: Vec<FormulaId> = (0..count).map(|_| problem.formula(2, &[])).collect();
        let labelled: Vec<FormulaId> =
            parts.iter().zip(0..).map(|(&part, label)| problem.ast.label(label, part)).collect();
        let formula = problem.ast.and(&labelled);
        let symmetry = problem.random.index(2) * 40;
        let options = Options { symmetry, ..Options::default() };
        let all = problem.instances();
        let everything: Vec<u32> = (0..count as u32).collect();
        match core(&problem.bounds, &problem.ast, formula, &options) {
            Err(Error::HigherOrder { .. }) => {}
            Err(error) => panic!("seed {seed}: {error}"),
            Ok(Core::Satisfiable) => {
                assert!(has_instance(&problem, &parts, &everything, &all), "seed {seed}");
            }
            Ok(Core::Labels { labels, is_minimal }) => {
                cores += 1;
                assert!(is_minimal);
                assert!(!has_instance(&problem, &parts, &labels, &all), "seed {seed}");
                for at in 0..labels.len() {
                    let mut fewer = labels.clone();
                    fewer.remove(at);
                    assert!(has_instance(&problem, &parts, &fewer, &all), "seed {seed}");
                }
            }
            Ok(Core::Stopped(stop)) => panic!("{stop:?}"),
        }
    }
    assert!(cores > 300, "{cores}");
}
