//! Bad input and limits: errors, never panics.

use std::time::Duration;

use pikse_base::Halt;
use pikse_relation::{
    Ast, Atom, Bounds, Comparison, Count, Decl, Error, Evaluator, FormulaId, Halted, Instance,
    IntOperator, MAX_DEPTH, Next, Options, Solver, Stop, TupleSet, Universe,
};

use crate::structures;

fn bounds() -> Bounds {
    let mut universe = Universe::new(4).unwrap();
    universe.add("a").unwrap();
    universe.add("b").unwrap();
    Bounds::new(universe)
}

fn fault(ast: &Ast, formula: FormulaId) -> Option<Error> {
    let bounds = bounds();
    let instance = Instance::new(Vec::new());
    let solved = Solver::new(&bounds, ast, formula, Options::default()).err();
    let evaluated = Evaluator::new(bounds.universe(), ast, &instance).formula(formula).err();
    if solved.is_some() {
        assert_eq!(solved, evaluated);
    }
    solved
}

#[test]
fn arities_have_to_fit() {
    let ast = Ast::new();
    let formula = ast.no(ast.union(ast.univ(), ast.iden()));
    let wrong = Error::Mismatch { operator: "+", left: 1, right: 2 };
    assert_eq!(ast.fault(), Some(wrong.clone()));
    assert_eq!(fault(&ast, formula), Some(wrong));

    let ast = Ast::new();
    let formula = ast.no(ast.join(ast.univ(), ast.univ()));
    assert_eq!(fault(&ast, formula), Some(Error::Arity { operator: ".", arity: 0 }));

    let ast = Ast::new();
    let formula = ast.no(ast.closure(ast.univ()));
    assert!(matches!(fault(&ast, formula), Some(Error::Mismatch { operator: "^", .. })));

    let ast = Ast::new();
    let pair = ast.iden();
    let four = ast.product(pair, pair);
    let formula = ast.no(ast.product(ast.product(four, four), pair));
    assert_eq!(fault(&ast, formula), Some(Error::Arity { operator: "->", arity: 10 }));
}

#[test]
fn the_largest_arity_works() {
    let ast = Ast::new();
    let pair = ast.iden();
    let four = ast.product(pair, pair);
    let eight = ast.product(four, four);
    let variable = ast.variable("x", 8);
    let decl = Decl::one(variable, eight);
    let all = ast.comprehension(&[decl], ast.some(ast.var(variable)));
    let formula = ast.and(&[
        ast.equal(all, eight),
        ast.all(&[decl], ast.exists(&[decl], ast.is_in(ast.var(variable), all))),
        ast.compare(Comparison::Equal, ast.cardinality(all), ast.number(16)),
    ]);
    for skolem_depth in [0, 2] {
        let bounds = bounds();
        let options = Options { skolem_depth, ..Options::default() };
        let mut solver = Solver::new(&bounds, &ast, formula, options).unwrap();
        let Next::Instance(instance) = solver.next_instance().unwrap() else { panic!() };
        let judge = Evaluator::new(bounds.universe(), &ast, &instance);
        assert_eq!(judge.formula(formula), Ok(true));
    }
}

#[test]
fn bounds_have_to_fit() {
    let mut universe = Universe::new(4).unwrap();
    let a = universe.add("a").unwrap();
    assert_eq!(universe.add("a"), Err(Error::SameName("a".into())));
    assert_eq!(universe.add_integer(8), Err(Error::BitWidth(4)));
    assert_eq!(Universe::new(0).err(), Some(Error::BitWidth(0)));
    let mut bounds = Bounds::new(universe);
    let set = TupleSet::of_atoms([a]);
    let outside = bounds.add("r", set.clone(), TupleSet::empty(1));
    assert_eq!(outside, Err(Error::Bounds("r".into())));
    assert!(bounds.add("r", set, TupleSet::empty(2)).is_err());
    let unknown = bounds.add_upper("r", TupleSet::of_atoms([Atom(7)]));
    assert_eq!(unknown, Err(Error::UnknownAtom(7)));
    let unknown = bounds.add_upper("r", TupleSet::of_atoms([Atom(1 << 16)]));
    assert_eq!(unknown, Err(Error::UnknownAtom(0xffff)));
    assert!(TupleSet::of_tuples(2, [[a]]).is_err());
    assert!(TupleSet::of_tuples(9, [[a; 9]]).is_err());
}

#[test]
fn ids_of_others_are_errors() {
    let other = Ast::new();
    let foreign = other.no(other.union_of(1, &[other.univ(), other.none(1), other.integers()]));
    let ast = Ast::new();
    assert_eq!(fault(&ast, foreign), Some(Error::UnknownId));
    let formula = ast.not(foreign);
    assert_eq!(fault(&ast, formula), Some(Error::UnknownId));
    let mut more = bounds();
    let relation = more.add_upper("r", TupleSet::empty(1)).unwrap();
    let ast = Ast::new();
    let formula = ast.no(ast.relation(relation));
    assert_eq!(fault(&ast, formula), Some(Error::UnknownId));
    let ast = Ast::new();
    let formula = ast.no(ast.atom(Atom(9)));
    assert_eq!(fault(&ast, formula), Some(Error::UnknownAtom(9)));
}

#[test]
fn variables_have_to_be_bound() {
    let ast = Ast::new();
    let (_, x) = ast.atom_variable("x");
    assert_eq!(fault(&ast, ast.no(x)), Some(Error::FreeVariable("x".into())));
}

#[test]
fn sets_that_cannot_be_skolemized() {
    let ast = Ast::new();
    let variable = ast.variable("s", 1);
    let decl = Decl { variable, count: Count::Set, domain: ast.univ() };
    let formula = ast.label(3, ast.all(&[decl], ast.lone(ast.var(variable))));
    let solved = Solver::new(&bounds(), &ast, formula, Options::default()).err();
    let wrong = Error::HigherOrder { variable: "s".into(), label: Some(3) };
    assert_eq!(solved, Some(wrong));
    // The negation is existential.
    let formula = ast.not(formula);
    let mut solver = Solver::new(&bounds(), &ast, formula, Options::default()).unwrap();
    assert!(matches!(solver.next_instance(), Ok(Next::Instance(_))));
    let set = ast.comprehension(&[decl], ast.truth(true));
    assert!(matches!(fault(&ast, ast.no(set)), Some(Error::HigherOrder { .. })));
}

/// Formulas, expressions and integers nested as deep as this.
fn nested(ast: &Ast, depth: usize) -> Vec<FormulaId> {
    let (variable, x) = ast.atom_variable("x");
    let mut formula = ast.some(ast.univ());
    let mut quantified = ast.some(x);
    let mut expr = ast.univ();
    let mut int = ast.number(1);
    let mut condition = ast.univ();
    for step in 0..depth {
        formula = if step % 2 == 0 {
            ast.or(&[formula, ast.no(ast.univ())])
        } else {
            ast.not(ast.not(ast.label(1, formula)))
        };
        let one = ast.intersection(ast.atom(Atom(0)), ast.univ());
        quantified = ast.all(&[Decl::one(variable, one)], quantified);
        expr = ast.difference(ast.union(expr, ast.none(1)), ast.none(1));
        int = ast.binary(IntOperator::BitOr, int, ast.number(1));
        condition = ast.if_expr(ast.some(condition), ast.univ(), ast.none(1));
    }
    vec![
        formula,
        quantified,
        ast.some(expr),
        ast.compare(Comparison::Equal, int, ast.number(1)),
        ast.some(condition),
    ]
}

#[test]
fn deep_formulas_need_no_deep_stack() {
    // Called from a thread with a small stack.
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(|| {
        let ast = Ast::new();
        for formula in nested(&ast, 10_000) {
            let bounds = bounds();
            let mut solver = Solver::new(&bounds, &ast, formula, Options::default()).unwrap();
            let Next::Instance(instance) = solver.next_instance().unwrap() else { panic!() };
            let judge = Evaluator::new(bounds.universe(), &ast, &instance);
            assert_eq!(judge.formula(formula), Ok(true));
        }
        let ast = Ast::new();
        let deepest = nested(&ast, MAX_DEPTH as usize)[2];
        assert_eq!(fault(&ast, deepest), Some(Error::TooDeep));
    });
    thread.unwrap().join().unwrap();
}

#[test]
fn limits_stop_and_continue() {
    let tree = structures::binary_tree(4);
    let options = Options { conflicts: 1, ..structures::labelled() };
    let mut solver = tree.solver(options);
    let (mut found, mut stops) = (0, 0);
    loop {
        match solver.next_instance().unwrap() {
            Next::Instance(_) => found += 1,
            Next::Stopped(Stop::Conflicts) => stops += 1,
            Next::Exhausted => break,
            Next::Stopped(Stop::Time) => panic!(),
        }
    }
    assert_eq!(found, 14 * 24);
    assert!(stops > 0);
    let total = tree.solver(structures::labelled()).count(100).unwrap();
    assert_eq!((total.found, total.stopped), (100, Some(Halted::Enough)));
    let halt = Halt::new();
    halt.request(pikse_base::Halted::Time);
    let options = Options { halt, time: Duration::from_secs(100), ..Options::default() };
    let graph = structures::acyclic_graph(20);
    let solver = Solver::new(&graph.bounds, &graph.ast, graph.formula, options);
    assert_eq!(solver.err(), Some(Error::Stopped));
}
