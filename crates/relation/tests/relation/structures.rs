//! Structures whose numbers are known: lists, trees, graphs.

use pikse_relation::{
    Ast, Bounds, Decl, Evaluator, ExprId, FormulaId, Next, Options, RelationId, Solver, TupleSet,
    Universe,
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
    let mut bounds = Bounds::new(universe);
    let node = bounds.add_exactly("Node", all.clone()).unwrap();
    let root = relation(&mut bounds, "root", &all, 1);
    let left = relation(&mut bounds, "left", &all, 2);
    let right = relation(&mut bounds, "right", &all, 2);
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
    let formula = ast.and(&[
        ast.one(root),
        partial(&ast, node, left),
        partial(&ast, node, right),
        ast.equal(ast.join(root, ast.reflexive_closure(edges)), node),
        ast.all(&[Decl::one(variable, node)], each),
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
        ast.compare(
            pikse_relation::Comparison::Equal,
            ast.cardinality(ast.var(set)),
            ast.number(2),
        ),
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
