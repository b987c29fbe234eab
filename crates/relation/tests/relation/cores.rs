//! Cores: labels anywhere in a formula.

use pikse_relation::{Ast, Bounds, Core, Decl, Options, Solver, Total, TupleSet, Universe, core};

fn nodes(count: usize) -> (Universe, TupleSet) {
    let mut universe = Universe::new(4).unwrap();
    let atoms: Vec<_> = (0..count).map(|n| universe.add(&format!("n{n}")).unwrap()).collect();
    (universe, TupleSet::of_atoms(atoms))
}

#[test]
fn a_core_names_the_parts_that_contradict() {
    let (universe, all) = nodes(3);
    let mut bounds = Bounds::new(universe);
    let node = bounds.add_exactly("Node", all.clone()).unwrap();
    let edges = bounds.add_upper("edges", all.product(&all).unwrap()).unwrap();
    let ast = Ast::new();
    let (node, edges) = (ast.relation(node), ast.relation(edges));
    let (variable, n) = ast.atom_variable("n");
    let each = [Decl::one(variable, node)];
    // Labels below a quantifier.
    let body = ast.and(&[
        ast.label(1, ast.some(ast.join(n, edges))),
        ast.label(2, ast.lone(ast.join(n, edges))),
    ]);
    let formula = ast.and(&[
        ast.label(3, ast.acyclic(edges)),
        ast.label(4, ast.some(node)),
        ast.all(&each, body),
    ]);
    let labels = |formula| match core(&bounds, &ast, formula, &Options::default()).unwrap() {
        Core::Labels { labels, is_minimal: true } => Some(labels),
        _ => None,
    };
    assert_eq!(labels(formula), Some(vec![1, 3]));
    // Below a negation: `not (no edges or label)`.
    let either = ast.or(&[ast.label(6, ast.no(edges)), ast.label(7, ast.some(node))]);
    let negated = ast.and(&[ast.label(5, ast.some(node)), ast.not(either)]);
    assert_eq!(labels(negated), Some(vec![7]));
    assert_eq!(labels(ast.label(1, ast.truth(true))), None);
    assert_eq!(
        core(&bounds, &ast, ast.truth(true), &Options::default()).unwrap(),
        Core::Satisfiable
    );
    // What has no label is always there.
    assert_eq!(labels(ast.and(&[ast.no(node), ast.label(1, ast.no(edges))])), Some(vec![]));
}

#[test]
fn an_order_with_a_label_is_not_fixed_in_a_core() {
    let (universe, all) = nodes(3);
    let mut bounds = Bounds::new(universe);
    let node = bounds.add_exactly("Node", all.clone()).unwrap();
    let next = bounds.add_upper("next", all.product(&all).unwrap()).unwrap();
    let first = bounds.add_upper("first", all.clone()).unwrap();
    let last = bounds.add_upper("last", all).unwrap();
    let ast = Ast::new();
    let order = ast.label(1, ast.total_order(next, node, first, last));
    let none = ast.label(2, ast.no(ast.relation(next)));
    let formula = ast.and(&[order, none]);
    let labels = vec![1, 2];
    assert_eq!(
        core(&bounds, &ast, formula, &Options::default()),
        Ok(Core::Labels { labels, is_minimal: true })
    );
    let total = Solver::new(&bounds, &ast, order, Options::default()).unwrap().count(10).unwrap();
    assert_eq!(total, Total { found: 1, stopped: None });
}
