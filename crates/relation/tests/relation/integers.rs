//! Integers: values, and what overflow may not do.

use pikse_relation::{
    Ast, Bounds, Comparison, Decl, Evaluator, FormulaId, Instance, IntOperator, Next, Options,
    Overflow, RelationId, Solver, TupleSet, Universe,
};

/// A universe of all integers of four bits, with one integer to find.
struct Number {
    bounds: Bounds,
    ast: Ast,
    x: RelationId,
}

impl Number {
    fn new() -> Self {
        let mut universe = Universe::new(4).unwrap();
        let integers = universe.add_integers().unwrap();
        let mut bounds = Bounds::new(universe);
        let x = bounds.add_upper("x", TupleSet::of_atoms(integers)).unwrap();
        Self { bounds, ast: Ast::new(), x }
    }

    /// The values of `x`, if it is one integer for which the formula holds.
    fn values(&self, formula: FormulaId, overflow: Overflow) -> Vec<i64> {
        let one = self.ast.one(self.ast.relation(self.x));
        let options = Options { overflow, ..Options::default() };
        let formula = self.ast.and(&[one, formula]);
        let mut solver = Solver::new(&self.bounds, &self.ast, formula, options).unwrap();
        let mut values = Vec::new();
        while let Next::Instance(instance) = solver.next_instance().unwrap() {
            let atom = instance.get(self.x).unwrap().iter().next().unwrap()[0];
            values.push(self.bounds.universe().integer(atom).unwrap());
        }
        values.sort_unstable();
        values
    }
}

#[test]
fn a_sum_that_overflows_satisfies_nothing() {
    let number = Number::new();
    let ast = &number.ast;
    let x = ast.sum_of(ast.relation(number.x));
    let more = ast.binary(IntOperator::Plus, x, ast.number(3));
    let less = ast.compare(Comparison::Less, more, x);
    assert_eq!(number.values(less, Overflow::Forbid), []);
    assert_eq!(number.values(less, Overflow::Wrap), [5, 6, 7]);
    // Below a negation, it satisfies nothing either.
    let not_more = ast.not(ast.compare(Comparison::Less, x, more));
    assert_eq!(number.values(not_more, Overflow::Forbid), []);
    assert_eq!(number.values(not_more, Overflow::Wrap), [5, 6, 7]);
}

#[test]
fn an_overflow_of_a_universal_variable_is_skipped() {
    let number = Number::new();
    let ast = &number.ast;
    let x = ast.sum_of(ast.relation(number.x));
    let (variable, y) = ast.atom_variable("y");
    let sum = ast.binary(IntOperator::Plus, ast.sum_of(y), x);
    // For all y, `y + x >= y`: if x is negative, the y for which the sum overflows are skipped.
    let grows = ast.compare(Comparison::AtMost, ast.sum_of(y), sum);
    let all = ast.all(&[Decl::one(variable, ast.integers())], grows);
    assert_eq!(number.values(all, Overflow::Forbid), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(number.values(all, Overflow::Wrap), [0]);
    // For some y: only those count for which it does not.
    let shrinks = ast.compare(Comparison::Less, sum, ast.sum_of(y));
    let some = ast.exists(&[Decl::one(variable, ast.integers())], shrinks);
    assert_eq!(number.values(some, Overflow::Forbid), [-8, -7, -6, -5, -4, -3, -2, -1]);
}

#[test]
fn a_set_leaves_out_what_overflows() {
    let number = Number::new();
    let ast = &number.ast;
    let x = ast.sum_of(ast.relation(number.x));
    let (variable, y) = ast.atom_variable("y");
    let next = ast.binary(IntOperator::Plus, ast.sum_of(y), ast.number(1));
    let positive = ast.compare(Comparison::Less, ast.number(0), next);
    let set = ast.comprehension(&[Decl::one(variable, ast.integers())], positive);
    let same = ast.compare(Comparison::Equal, x, ast.cardinality(set));
    assert_eq!(number.values(same, Overflow::Forbid), [7]);
    // An overflow that does not depend on the set's variable is one of the whole.
    let more = ast.binary(IntOperator::Plus, x, ast.number(7));
    let above = ast.compare(Comparison::Less, ast.sum_of(y), more);
    let set = ast.comprehension(&[Decl::one(variable, ast.integers())], above);
    let none = ast.no(set);
    assert_eq!(number.values(none, Overflow::Forbid), Vec::<i64>::new());
    assert_eq!(number.values(ast.not(none), Overflow::Forbid), [-8, -7, -6, -5, -4, -3, -2, -1, 0]);
}

#[test]
fn a_condition_that_overflows_chooses_nothing() {
    let number = Number::new();
    let ast = &number.ast;
    let x = ast.sum_of(ast.relation(number.x));
    let double = ast.binary(IntOperator::Times, x, ast.number(2));
    let is_small = ast.compare(Comparison::Less, double, ast.number(4));
    let chosen = ast.if_int(is_small, ast.number(1), ast.number(2));
    let two = ast.compare(Comparison::Equal, chosen, ast.number(2));
    assert_eq!(number.values(two, Overflow::Forbid), [2, 3]);
}

#[test]
fn cardinalities_are_exact_beyond_the_bit_width() {
    let mut universe = Universe::new(2).unwrap();
    let atoms: Vec<_> = (0..20).map(|atom| universe.add(&format!("a{atom}")).unwrap()).collect();
    let mut bounds = Bounds::new(universe);
    let set = bounds.add_upper("set", TupleSet::of_atoms(atoms)).unwrap();
    let ast = Ast::new();
    let count = ast.cardinality(ast.relation(set));
    let formula = ast.compare(Comparison::Equal, count, ast.number(17));
    let options = Options { no_isomorphs: true, ..Options::default() };
    let mut solver = Solver::new(&bounds, &ast, formula, options).unwrap();
    let Next::Instance(instance) = solver.next_instance().unwrap() else { panic!() };
    assert_eq!(instance.get(set).unwrap().len(), 17);
    let judge = Evaluator::new(bounds.universe(), &ast, &instance);
    assert_eq!(judge.int(count), Ok(Some(17)));
    assert_eq!(judge.int(ast.binary(IntOperator::Plus, count, ast.number(1))), Ok(None));
    assert_eq!(solver.next_instance().unwrap(), Next::Exhausted);
}

/// The circuits of every operator, on all pairs of values, as the evaluator computes them.
#[test]
fn operators_agree_on_all_values() {
    let mut universe = Universe::new(3).unwrap();
    let integers = universe.add_integers().unwrap();
    let mut bounds = Bounds::new(universe);
    let upper = TupleSet::of_atoms(integers.iter().copied());
    let [x, y, z] = ["x", "y", "z"].map(|name| bounds.add_upper(name, upper.clone()).unwrap());
    let ast = Ast::new();
    let value = |relation| ast.sum_of(ast.relation(relation));
    let one = |relation| ast.one(ast.relation(relation));
    for overflow in [Overflow::Forbid, Overflow::Wrap] {
        for operator in [
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
        ] {
            let result = ast.binary(operator, value(x), value(y));
            let formula =
                ast.and(&[one(x), one(y), ast.equal(ast.relation(z), ast.of_int(result))]);
            let options = Options { overflow, ..Options::default() };
            let mut solver = Solver::new(&bounds, &ast, formula, options).unwrap();
            let found = solver.count(u64::MAX).unwrap().found;
            let mut expected = 0;
            for &a in &integers {
                for &b in &integers {
                    let sets = [a, b].map(|atom| TupleSet::of_atoms([atom]));
                    let [a, b] = sets;
                    let instance = Instance::new(vec![a, b, TupleSet::empty(1)]);
                    let judge = Evaluator::new(bounds.universe(), &ast, &instance);
                    let judge = judge.with_overflow(overflow);
                    expected += u64::from(judge.int(result).unwrap().is_some());
                }
            }
            assert_eq!(found, expected, "{operator:?} {overflow:?}");
        }
    }
}
