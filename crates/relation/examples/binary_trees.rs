//! Counts binary trees: `cargo run --release -p pikse-relation --example binary_trees -- 6`.
//!
//! A problem without any language: a universe, bounds, a formula, and three ways to solve it.

use std::time::Instant;

use pikse_relation::{Ast, Bounds, Decl, Error, Options, Solver, TupleSet, Universe};

fn main() -> Result<(), Error> {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(6);
    let start = Instant::now();
    let mut universe = Universe::new(4)?;
    let atoms: Vec<_> =
        (0..count).map(|node| universe.add(&format!("Node{node}"))).collect::<Result<_, _>>()?;
    let all = TupleSet::of_atoms(atoms);
    let pairs = all.product(&all)?;
    let mut bounds = Bounds::new(universe);
    let node = bounds.add_exactly("Node", all.clone())?;
    let root = bounds.add_upper("root", all)?;
    let left = bounds.add_upper("left", pairs.clone())?;
    let right = bounds.add_upper("right", pairs)?;

    let ast = Ast::new();
    let (node, root) = (ast.relation(node), ast.relation(root));
    let (left, right) = (ast.relation(left), ast.relation(right));
    let edges = ast.union(left, right);
    let (variable, n) = ast.atom_variable("n");
    let each = ast.and(&[
        ast.lone(ast.join(n, left)),
        ast.lone(ast.join(n, right)),
        ast.not(ast.is_in(n, ast.join(n, ast.closure(edges)))),
        ast.lone(ast.join(n, ast.transpose(edges))),
        ast.no(ast.intersection(ast.join(n, left), ast.join(n, right))),
    ]);
    let formula = ast.and(&[
        ast.one(root),
        ast.equal(ast.join(root, ast.reflexive_closure(edges)), node),
        ast.all(&[Decl::one(variable, node)], each),
    ]);

    let mut solver = Solver::new(&bounds, &ast, formula, Options::default())?;
    let size = solver.size();
    let translated = start.elapsed();
    solver.next_instance()?;
    println!("{size:?}, translated in {translated:?}, first instance after {:?}", start.elapsed());
    for (name, options) in [
        ("without isomorphs", Options { no_isomorphs: true, ..Options::default() }),
        ("with broken symmetries", Options::default()),
        ("all", Options { symmetry: 0, ..Options::default() }),
    ] {
        let start = Instant::now();
        let total = Solver::new(&bounds, &ast, formula, options)?.count(3_000_000)?;
        let rate = total.found as f64 / start.elapsed().as_secs_f64();
        println!("{name}: {total:?} in {:?}, {rate:.0} a second", start.elapsed());
    }
    Ok(())
}
