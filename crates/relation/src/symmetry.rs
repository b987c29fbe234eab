//! Symmetries of the bounds, and how they are broken.
//!
//! Two atoms are **symmetric** if swapping them changes no bound and no constant of the formula.
//! This is an equivalence; its classes are the symmetry classes. A permutation of atoms inside the
//! classes turns instances into instances. Atoms that stand for integers are symmetric to none.
//!
//! Symmetries are broken in two ways. A total order over a whole class is fixed to the order of the
//! atoms. For the other symmetries, some swaps of two atoms of a class get a predicate: the values
//! of all inputs, as a word, are at most those after the swap. The least word of each class of
//! instances satisfies all of them.

use std::collections::HashMap;

use pikse_base::SmallHash;
use pikse_sat::Lit;

use crate::ast::{Decl, Expr, ExprId, Formula, FormulaId, Int, IntId, Nodes};
use crate::error::Error;
use crate::matrix::Circuits;
use crate::universe::{Atom, Bounds, COLUMN, RelationId, TupleSet, atoms_of};

/// Classes up to this size get a predicate for every swap; larger ones for neighbours only.
const ALL_SWAPS: usize = 12;

/// A total order that is required.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    next: RelationId,
    ordered: RelationId,
    first: RelationId,
    last: RelationId,
}

/// The total orders among the conjuncts of a formula. Below a label, they are left out if
/// `without_labels`.
pub(crate) fn orders(nodes: &Nodes, root: FormulaId, without_labels: bool) -> Vec<Order> {
    let mut open = vec![root];
    let mut orders = Vec::new();
    while let Some(id) = open.pop() {
        match nodes.formula(id) {
            Formula::And(parts) => open.extend(parts.iter().rev()),
            Formula::Label(_, part) if !without_labels => open.push(*part),
            Formula::TotalOrder { next, ordered, first, last } => {
                orders.push(Order { next: *next, ordered: *ordered, first: *first, last: *last });
            }
            _ => {}
        }
    }
    orders
}

/// The constants of a formula. Checks relations on the way.
pub(crate) fn constants(
    nodes: &Nodes,
    bounds: &Bounds,
    root: FormulaId,
) -> Result<Vec<TupleSet>, Error> {
    enum Node {
        Expr(ExprId),
        Formula(FormulaId),
        Int(IntId),
    }
    let mut seen_exprs = vec![false; nodes.exprs.nodes.len()];
    let mut seen_formulas = vec![false; nodes.formulas.nodes.len()];
    let mut seen_ints = vec![false; nodes.ints.nodes.len()];
    let mut open = vec![Node::Formula(root)];
    let mut constants = Vec::new();
    let known = |relation: RelationId| bounds.get(relation).map(|_| ()).ok_or(Error::UnknownId);
    let domains = |open: &mut Vec<Node>, decls: &[Decl]| {
        open.extend(decls.iter().map(|decl| Node::Expr(decl.domain)));
    };
    while let Some(node) = open.pop() {
        match node {
            Node::Expr(id) => {
                if std::mem::replace(&mut seen_exprs[id.0 as usize], true) {
                    continue;
                }
                match nodes.expr(id) {
                    Expr::Relation(relation) => known(*relation)?,
                    Expr::Constant(tuples) => {
                        tuples.check_atoms(bounds.universe().size())?;
                        constants.push(tuples.clone());
                    }
                    Expr::Variable(_) | Expr::Univ | Expr::Iden | Expr::Integers => {}
                    Expr::Union(a, b)
                    | Expr::Difference(a, b)
                    | Expr::Intersection(a, b)
                    | Expr::Join(a, b)
                    | Expr::Product(a, b)
                    | Expr::Override(a, b) => open.extend([Node::Expr(*a), Node::Expr(*b)]),
                    Expr::Transpose(a) | Expr::Closure(a) | Expr::ReflexiveClosure(a) => {
                        open.push(Node::Expr(*a));
                    }
                    Expr::Comprehension(decls, body) => {
                        domains(&mut open, decls);
                        open.push(Node::Formula(*body));
                    }
                    Expr::If(condition, a, b) => {
                        open.push(Node::Formula(*condition));
                        open.extend([Node::Expr(*a), Node::Expr(*b)]);
                    }
                    Expr::OfInt(a) => open.push(Node::Int(*a)),
                }
            }
            Node::Formula(id) => {
                if std::mem::replace(&mut seen_formulas[id.0 as usize], true) {
                    continue;
                }
                match nodes.formula(id) {
                    Formula::Constant(_) => {}
                    Formula::And(parts) | Formula::Or(parts) => {
                        open.extend(parts.iter().map(|&part| Node::Formula(part)));
                    }
                    Formula::Not(a) | Formula::Label(_, a) => open.push(Node::Formula(*a)),
                    Formula::Iff(a, b) => open.extend([Node::Formula(*a), Node::Formula(*b)]),
                    Formula::In(a, b) | Formula::Equal(a, b) => {
                        open.extend([Node::Expr(*a), Node::Expr(*b)]);
                    }
                    Formula::Multiplicity(_, a) => open.push(Node::Expr(*a)),
                    Formula::All(decls, body) | Formula::Exists(decls, body) => {
                        domains(&mut open, decls);
                        open.push(Node::Formula(*body));
                    }
                    Formula::Compare(_, a, b) => open.extend([Node::Int(*a), Node::Int(*b)]),
                    Formula::TotalOrder { next, ordered, first, last } => {
                        for relation in [next, ordered, first, last] {
                            known(*relation)?;
                        }
                    }
                }
            }
            Node::Int(id) => {
                if std::mem::replace(&mut seen_ints[id.0 as usize], true) {
                    continue;
                }
                match nodes.int(id) {
                    Int::Constant(_) => {}
                    Int::Cardinality(a) | Int::SumOf(a) => open.push(Node::Expr(*a)),
                    Int::SumOver(decls, body) => {
                        domains(&mut open, decls);
                        open.push(Node::Int(*body));
                    }
                    Int::Binary(_, a, b) => open.extend([Node::Int(*a), Node::Int(*b)]),
                    Int::Negate(a) | Int::Absolute(a) => open.push(Node::Int(*a)),
                    Int::If(condition, a, b) => {
                        open.push(Node::Formula(*condition));
                        open.extend([Node::Int(*a), Node::Int(*b)]);
                    }
                }
            }
        }
    }
    Ok(constants)
}

/// A tuple after the swap of two atoms.
fn swapped(key: u128, arity: usize, a: u32, b: u32) -> u128 {
    let mut out = key;
    for column in 0..arity as u32 {
        let shift = column * COLUMN;
        let atom = (key >> shift) as u32 & 0xffff;
        let other = if atom == a {
            b
        } else if atom == b {
            a
        } else {
            continue;
        };
        out = out & !(0xffff << shift) | u128::from(other) << shift;
    }
    out
}

/// The symmetry classes with two or more atoms, each in order.
pub(crate) fn classes(bounds: &Bounds, constants: &[TupleSet]) -> Vec<Vec<Atom>> {
    let universe = bounds.universe();
    let mut sets: Vec<&TupleSet> = Vec::new();
    for (_, bound) in bounds.iter() {
        sets.push(&bound.upper);
        if bound.lower != bound.upper {
            sets.push(&bound.lower);
        }
    }
    sets.extend(constants);
    sets.sort_unstable();
    sets.dedup();
    // Symmetric atoms occur equally often in each column.
    let mut counts: Vec<Vec<u32>> = vec![Vec::new(); universe.size()];
    for (number, set) in sets.iter().enumerate() {
        for &key in set.keys() {
            for (column, atom) in atoms_of(key, set.arity()).into_iter().enumerate() {
                counts[atom.0 as usize].push((number * 8 + column) as u32);
            }
        }
    }
    for counts in &mut counts {
        counts.sort_unstable();
    }
    let mut members: HashMap<(usize, u32), Vec<u128>, SmallHash> = HashMap::default();
    for (number, set) in sets.iter().enumerate() {
        for &key in set.keys() {
            for atom in atoms_of(key, set.arity()) {
                let list = members.entry((number, atom.0)).or_default();
                if list.last() != Some(&key) {
                    list.push(key);
                }
            }
        }
    }
    let is_symmetric = |a: Atom, b: Atom| {
        counts[a.0 as usize] == counts[b.0 as usize]
            && sets.iter().enumerate().all(|(number, set)| {
                [a, b].into_iter().all(|atom| {
                    members.get(&(number, atom.0)).is_none_or(|keys| {
                        keys.iter().all(|&key| {
                            let image = swapped(key, set.arity(), a.0, b.0);
                            set.keys().binary_search(&image).is_ok()
                        })
                    })
                })
            })
    };
    let mut classes: Vec<Vec<Atom>> = Vec::new();
    for atom in universe.atoms().filter(|&atom| universe.integer(atom).is_none()) {
        match classes.iter_mut().find(|class| is_symmetric(class[0], atom)) {
            Some(class) => class.push(atom),
            None => classes.push(vec![atom]),
        }
    }
    classes.retain(|class| class.len() > 1);
    classes
}

/// Fixes total orders over whole symmetry classes, and gives the classes that are left.
pub(crate) fn fix_orders(
    bounds: &mut Bounds,
    constants: &[TupleSet],
    orders: &[Order],
) -> Vec<Vec<Atom>> {
    let mut left = classes(bounds, constants);
    for order in orders {
        let get = |relation| bounds.get(relation);
        let (Some(next), Some(ordered), Some(first), Some(last)) =
            (get(order.next), get(order.ordered), get(order.first), get(order.last))
        else {
            continue;
        };
        let atoms: Vec<Atom> = ordered.upper.iter().map(|tuple| tuple[0]).collect();
        let is_class = match atoms[..] {
            [] => false,
            [_] => true,
            _ => left.iter().any(|class| atoms.iter().all(|atom| class.contains(atom))),
        };
        if ordered.lower != ordered.upper || !is_class {
            continue;
        }
        let chain = TupleSet::of_pairs(atoms.windows(2).map(|pair| (pair[0], pair[1])));
        let least = TupleSet::of_atoms(atoms.first().copied());
        let greatest = TupleSet::of_atoms(atoms.last().copied());
        let fits = [(next, &chain), (first, &least), (last, &greatest)]
            .iter()
            .all(|(bound, tuples)| bound.lower.is_subset(tuples) && tuples.is_subset(&bound.upper));
        if fits {
            bounds.fix(order.next, chain);
            bounds.fix(order.first, least);
            bounds.fix(order.last, greatest);
            left = classes(bounds, constants);
        }
    }
    left
}

/// Requires the predicates against swaps. Each compares at most `length` pairs of inputs.
pub(crate) fn break_swaps(
    circuits: &mut Circuits,
    bounds: &Bounds,
    primary: &[(usize, u128, Lit)],
    classes: &[Vec<Atom>],
    length: usize,
) {
    let arities: Vec<usize> = bounds.iter().map(|(relation, _)| relation.arity()).collect();
    let places: HashMap<(usize, u128), usize, SmallHash> = primary
        .iter()
        .enumerate()
        .map(|(place, &(relation, key, _))| ((relation, key), place))
        .collect();
    let classes = if length == 0 { &[] } else { classes };
    for class in classes {
        for (at, &a) in class.iter().enumerate() {
            let end =
                if class.len() <= ALL_SWAPS { class.len() } else { (at + 2).min(class.len()) };
            for &b in &class[at + 1..end] {
                let mut same = Lit::TRUE;
                let mut compared = 0;
                for (place, &(relation, key, input)) in primary.iter().enumerate() {
                    let image = swapped(key, arities[relation], a.0, b.0);
                    // A pair that was compared the other way round is equal here.
                    let Some(&other) = places.get(&(relation, image)) else { continue };
                    if other <= place {
                        continue;
                    }
                    let other = primary[other].2;
                    circuits.require(&[!same, !input, other]);
                    compared += 1;
                    if compared >= length {
                        break;
                    }
                    let still = circuits.or(input, !other);
                    same = circuits.and(same, still);
                }
            }
        }
    }
}
