//! Structures whose numbers are known: lists, trees, graphs.

use pikse_relation::{
    Ast, Bounds, Comparison, Decl, Evaluator, ExprId, FormulaId, Next, Options, RelationId, Solver,
    TupleSet, Universe,
};

/// A structure with nodes.
pub(crate) struct Structure {
    pub(crate) bounds: Bounds,
    pub(crate) ast: Ast,
    pub(crate) formula: FormulaId,
}

fn nodes(count: usize) -> (Universe, TupleSet) {
    let mut universe = Universe::new(4).unwrap();
    let atoms: Vec<_> =
        (0..count).map(|node| universe.add(&format!("Node{node}")).unwrap()).collect();
    (universe, TupleSet::of_atoms(atoms))
}

fn relation(bounds: &mut Bounds, name: &str, all: &TupleSet, arity: usize) -> RelationId {
    let upper = (1..arity).fold(all.clone(), |upper, _| upper.product(all).unwrap());
    bounds.add_upper(name, upper).unwrap()
}

/// `lone n.field` for all nodes.
fn partial(ast: &Ast, node: ExprId, field: ExprId) -> FormulaId {
    let (variable, n) = ast.atom_variable("n");
    ast.all(&[Decl::one(variable, node)], ast.lone(ast.join(n, field)))
}

pub(crate) fn binary_tree(count: usize) -> Structure {
    let (universe, all) = nodes(count);
    binary_tree_in(universe, &all, |_, ast, _| ast.truth(true))
}

/// The parts of a binary tree.
struct Tree {
    node: ExprId,
    left: ExprId,
    right: ExprId,
}

/// Binary trees with something more.
fn binary_tree_in(
    universe: Universe,
    all: &TupleSet,
    more: impl FnOnce(&mut Bounds, &Ast, &Tree) -> FormulaId,
) -> Structure {
    let mut bounds = Bounds::new(universe);
    let node = bounds.add_exactly("Node", all.clone()).unwrap();
    let root = relation(&mut bounds, "root", all, 1);
    let left = relation(&mut bounds, "left", all, 2);
    let right = relation(&mut bounds, "right", all, 2);
    let ast = Ast::new();
    let (node, root) = (ast.relation(node), ast.relation(root));
    let (left, right) = (ast.relation(left), ast.relation(right));
    let edges = ast.union(left, right);
    let (variable, n) = ast.atom_variable("n");
    let each = ast.and(&[
        ast.not(ast.is_in(n, ast.join(n, ast.closure(edges)))),
        ast.lone(ast.join(n, ast.transpose(edges))),
        ast.no(ast.intersection(ast.join(n, left), ast.join(n, right))),
    ]);
    let more = more(&mut bounds, &ast, &Tree { node, left, right });
    let formula = ast.and(&[
        ast.one(root),
        partial(&ast, node, left),
        partial(&ast, node, right),
        ast.equal(ast.join(root, ast.reflexive_closure(edges)), node),
        ast.all(&[Decl::one(variable, node)], each),
        more,
    ]);
    Structure { bounds, ast, formula }
}

pub(crate) fn list(count: usize) -> Structure {
    let (universe, all) = nodes(count);
    let mut bounds = Bounds::new(universe);
    let node = bounds.add_exactly("Node", all.clone()).unwrap();
    let header = relation(&mut bounds, "header", &all, 1);
    let next = relation(&mut bounds, "next", &all, 2);
    let ast = Ast::new();
    let (node, header, next) = (ast.relation(node), ast.relation(header), ast.relation(next));
    let formula = ast.and(&[
        ast.one(header),
        partial(&ast, node, next),
        ast.acyclic(next),
        ast.equal(ast.join(header, ast.reflexive_closure(next)), node),
    ]);
    Structure { bounds, ast, formula }
}

pub(crate) fn acyclic_graph(count: usize) -> Structure {
    let (universe, all) = nodes(count);
    let mut bounds = Bounds::new(universe);
    let edges = relation(&mut bounds, "edges", &all, 2);
    let ast = Ast::new();
    let formula = ast.acyclic(ast.relation(edges));
    Structure { bounds, ast, formula }
}

/// Binary trees whose nodes have different keys from 1 to their number, in order.
pub(crate) fn search_tree(count: usize) -> Structure {
    let (mut universe, all) = nodes(count);
    let keys = (1..=count as i64).map(|key| universe.add_integer(key).unwrap());
    let keys = TupleSet::of_atoms(keys.collect::<Vec<_>>());
    binary_tree_in(universe, &all, |bounds, ast, tree| {
        let key = bounds.add_upper("key", all.product(&keys).unwrap()).unwrap();
        let key = ast.relation(key);
        let (variable, n) = ast.atom_variable("n");
        let (below, c) = ast.atom_variable("c");
        let value = |of| ast.sum_of(ast.join(of, key));
        let down = ast.reflexive_closure(ast.union(tree.left, tree.right));
        let in_left = ast.join(ast.join(n, tree.left), down);
        let in_right = ast.join(ast.join(n, tree.right), down);
        let less = |a, b| ast.compare(Comparison::Less, value(a), value(b));
        let (i, integer) = ast.atom_variable("i");
        ast.and(&[
            ast.all(
                &[Decl::one(variable, tree.node)],
                ast.and(&[
                    ast.one(ast.join(n, key)),
                    ast.all(&[Decl::one(below, in_left)], less(c, n)),
                    ast.all(&[Decl::one(below, in_right)], less(n, c)),
                ]),
            ),
            ast.all(&[Decl::one(i, ast.integers())], ast.lone(ast.join(key, integer))),
        ])
    })
}

/// Red-black trees; the root may be red.
pub(crate) fn red_black_tree(count: usize) -> Structure {
    let (universe, all) = nodes(count);
    binary_tree_in(universe, &all, |bounds, ast, tree| {
        let red = bounds.add_upper("red", all.clone()).unwrap();
        let red = ast.relation(red);
        let black = ast.difference(tree.node, red);
        let edges = ast.union(tree.left, tree.right);
        // A red node has no red child.
        let no_red = ast.no(ast.intersection(ast.join(red, edges), red));
        // All nodes with a child missing have the same number of black nodes above them.
        let (a, x) = ast.atom_variable("a");
        let (b, y) = ast.atom_variable("b");
        let is_open =
            |n| ast.or(&[ast.no(ast.join(n, tree.left)), ast.no(ast.join(n, tree.right))]);
        let height = |n| {
            let above = ast.join(ast.reflexive_closure(edges), n);
            ast.cardinality(ast.intersection(above, black))
        };
        let same = ast.compare(Comparison::Equal, height(x), height(y));
        let balanced = ast.all(
            &[Decl::one(a, tree.node), Decl::one(b, tree.node)],
            ast.implies(ast.and(&[is_open(x), is_open(y)]), same),
        );
        ast.and(&[no_red, balanced])
    })
}

impl Structure {
    pub(crate) fn solver(&self, options: Options) -> Solver {
        Solver::new(&self.bounds, &self.ast, self.formula, options).unwrap()
    }

    /// The number of instances, each of which the evaluator accepts.
    pub(crate) fn count(&self, options: Options) -> u64 {
        let mut solver = self.solver(options);
        let mut found = 0;
        loop {
            match solver.next_instance().unwrap() {
                Next::Instance(instance) => {
                    let judge = Evaluator::new(self.bounds.universe(), &self.ast, &instance);
                    assert_eq!(judge.formula(self.formula), Ok(true));
                    found += 1;
                }
                Next::Exhausted => return found,
                Next::Stopped(stop) => panic!("{stop:?}"),
            }
        }
    }
}

pub(crate) fn classes() -> Options {
    Options { no_isomorphs: true, ..Options::default() }
}

pub(crate) fn labelled() -> Options {
    Options { symmetry: 0, ..Options::default() }
}

#[test]
fn binary_trees() {
    for (nodes, trees) in [(3, 5), (4, 14), (5, 42), (6, 132)] {
        assert_eq!(binary_tree(nodes).count(classes()), trees, "{nodes} nodes");
    }
    // No tree has a symmetry, so each class has n! instances.
    for (nodes, trees) in [(3, 5 * 6), (4, 14 * 24), (5, 42 * 120)] {
        assert_eq!(binary_tree(nodes).count(labelled()), trees, "{nodes} nodes");
    }
}

#[test]
fn search_trees() {
    for (nodes, trees) in [(3, 5), (4, 14), (5, 42), (6, 132)] {
        assert_eq!(search_tree(nodes).count(classes()), trees, "{nodes} nodes");
    }
}

#[test]
fn red_black_trees() {
    for (nodes, trees) in [(3, 3), (4, 8), (5, 14), (6, 20)] {
        assert_eq!(red_black_tree(nodes).count(classes()), trees, "{nodes} nodes");
    }
}

/// The times of structures, for people: `cargo test --release -p pikse-relation -- --ignored
/// --nocapture times`.
#[test]
#[ignore = "it only prints"]
fn times() {
    let time = |name: &str, structure: Structure, options: Options| {
        let start = std::time::Instant::now();
        let mut solver = structure.solver(options);
        let translated = start.elapsed();
        solver.next_instance().unwrap();
        let first = start.elapsed();
        let mut found = 1;
        while let Next::Instance(_) = solver.next_instance().unwrap() {
            found += 1;
        }
        let size = solver.size();
        println!(
            "{name}: translated {translated:?}, first {first:?}, all {found} {:?}, {size:?}",
            start.elapsed()
        );
    };
    time("binary trees of 6", binary_tree(6), classes());
    time("binary trees of 6, labelled", binary_tree(6), labelled());
    time("binary trees of 8", binary_tree(8), classes());
    time("search trees of 6", search_tree(6), classes());
    time("red-black trees of 6", red_black_tree(6), classes());
    time("lists of 10", list(10), classes());
    time("acyclic graphs of 5", acyclic_graph(5), classes());
    time("acyclic graphs of 6", acyclic_graph(6), classes());
}

#[test]
fn lists() {
    for nodes in [3, 4, 5, 6, 10] {
        assert_eq!(list(nodes).count(classes()), 1, "{nodes} nodes");
    }
    assert_eq!(list(5).count(labelled()), 120);
}

#[test]
fn acyclic_graphs() {
    for (nodes, graphs) in [(3, 6), (4, 31), (5, 302)] {
        assert_eq!(acyclic_graph(nodes).count(classes()), graphs, "{nodes} nodes");
    }
    for (nodes, graphs) in [(3, 25), (4, 543), (5, 29281)] {
        let total = acyclic_graph(nodes).solver(labelled()).count(u64::MAX).unwrap();
        assert_eq!((total.found, total.stopped), (graphs, None), "{nodes} nodes");
    }
}

#[test]
#[ignore = "slow without optimization"]
fn acyclic_graphs_of_six() {
    assert_eq!(acyclic_graph(6).count(classes()), 5_984);
}

#[test]
fn instances_without_any_edge_are_one_class() {
    // All atoms are alike: the search of the canonical form must not try all orders.
    let (universe, all) = nodes(14);
    let mut bounds = Bounds::new(universe);
    let set = relation(&mut bounds, "set", &all, 1);
    let loops = relation(&mut bounds, "loops", &all, 2);
    let ast = Ast::new();
    let formula = ast.is_in(
        ast.relation(loops),
        ast.intersection(ast.iden(), ast.product(ast.relation(set), ast.relation(set))),
    );
    let mut solver = Solver::new(&bounds, &ast, formula, classes()).unwrap();
    // The size of the set, and how many of it have a loop.
    assert_eq!(solver.count(u64::MAX).unwrap().found, 15 * 16 / 2);
}

#[test]
fn a_total_order_over_a_class_is_fixed() {
    let (universe, all) = nodes(5);
    let mut bounds = Bounds::new(universe);
    let node = bounds.add_exactly("Node", all.clone()).unwrap();
    let next = relation(&mut bounds, "next", &all, 2);
    let first = relation(&mut bounds, "first", &all, 1);
    let last = relation(&mut bounds, "last", &all, 1);
    let marked = relation(&mut bounds, "marked", &all, 1);
    let ast = Ast::new();
    let order = ast.total_order(next, node, first, last);
    let formula = ast.and(&[order, ast.some(ast.relation(marked))]);
    let structure = Structure { bounds, ast, formula };
    let solver = structure.solver(classes());
    assert_eq!(solver.size().primary, 5);
    assert_eq!(structure.count(classes()), 31);
    assert_eq!(structure.count(Options::default()), 31);
    assert_eq!(structure.count(labelled()), 31 * 120);
    let negated = Structure { formula: structure.ast.not(order), ..structure };
    // Not a conjunct: nothing is fixed.
    assert_eq!(negated.solver(Options::default()).size().primary, 25 + 5 + 5 + 5);
}

#[test]
fn skolemized_sets_have_witnesses() {
    // Some set of two nodes has no edge to the outside; and a function picks a node for each.
    let (universe, all) = nodes(3);
    let mut bounds = Bounds::new(universe);
    let node = bounds.add_exactly("Node", all.clone()).unwrap();
    let edges = relation(&mut bounds, "edges", &all, 2);
    let ast = Ast::new();
    let (node, edges) = (ast.relation(node), ast.relation(edges));
    let (set, n) = (ast.variable("set", 1), ast.variable("n", 1));
    let decl = |variable, count| Decl { variable, count, domain: node };
    let closed = ast.and(&[
        ast.is_in(ast.join(ast.var(set), edges), ast.var(set)),
        ast.compare(Comparison::Equal, ast.cardinality(ast.var(set)), ast.number(2)),
        ast.is_in(ast.var(n), ast.var(set)),
    ]);
    let formula = ast
        .all(&[Decl::one(n, node)], ast.exists(&[decl(set, pikse_relation::Count::Set)], closed));
    let structure = Structure { bounds, ast, formula };
    let mut solver = structure.solver(Options::default());
    let Next::Instance(instance) = solver.next_instance().unwrap() else { panic!() };
    assert_eq!(instance.witnesses.len(), 1);
    assert_eq!(instance.witnesses[0].name, "set");
    assert_eq!(instance.witnesses[0].tuples.len(), 6);
    assert!(structure.count(classes()) > 1);
}
