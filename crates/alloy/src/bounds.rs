//! The universe of a command, and a relation for every signature and field.
//!
//! A signature without children is a relation; so is one with children that is not abstract, and its
//! children are subsets of it. An abstract signature is the union of its children. A field of a `one`
//! signature is a relation without the first column, which is always the same atom.

use pikse_relation::{
    Ast, Atom, Bounds, Comparison, ExprId, FormulaId, RelationId, TupleSet, Universe,
};

use crate::ast::Mult;
use crate::ir::{FieldId, INT, Kind, NONE, Node, SEQ_INT, STRING, SigId, SigShape, UNIV, World};
use crate::scope::{Scopes, declared};
use crate::source::{Result, Span, fail};
use crate::symbolic::{Names, State};

/// The relations of a command.
pub(crate) struct Layout {
    pub(crate) bounds: Bounds,
    pub(crate) scopes: Scopes,
    /// The expression of a signature.
    pub(crate) sigs: Vec<ExprId>,
    /// The expression of a field.
    pub(crate) fields: Vec<ExprId>,
    /// The relation of a field of a `one` signature, without the first column.
    pub(crate) short: Vec<Option<RelationId>>,
    /// The relation of a signature, if it is one.
    pub(crate) sig_relations: Vec<Option<RelationId>>,
    /// Atoms that a signature may have.
    pub(crate) upper: Vec<TupleSet>,
    /// Atoms that a signature has for certain.
    pub(crate) lower: Vec<TupleSet>,
    /// Formulas that hold by construction of signatures, with their places.
    pub(crate) formulas: Vec<(Span, String, FormulaId)>,
    /// The elements, the first relation and the next relation of ordered enums: fixed by bounds.
    pub(crate) fixed_orders: Vec<SigId>,
    /// The successors of integers.
    pub(crate) next: ExprId,
    /// The parameters of the predicate that is run.
    pub(crate) parameters: Vec<(String, RelationId)>,
}

pub(crate) fn wrong(span: Span, why: &pikse_relation::Error) -> Box<crate::source::Diagnostic> {
    Box::new(crate::source::Diagnostic::new(span, why.to_string()))
}

impl Layout {
    pub(crate) fn new(world: &World, scopes: Scopes, ast: &Ast, span: Span) -> Result<Layout> {
        Layout::with(world, scopes, ast, span, None)
    }

    /// The same for a symbolic model.
    pub(crate) fn with(
        world: &World,
        mut scopes: Scopes,
        ast: &Ast,
        span: Span,
        symbolic: Option<(&Names, &mut State)>,
    ) -> Result<Layout> {
        let failed = |e| wrong(span, &e);
        let (atoms, names) = scopes.allot(world);
        let mut universe = Universe::new(scopes.bits).map_err(failed)?;
        for name in &names {
            universe.add(name).map_err(failed)?;
        }
        let integers = universe.add_integers().map_err(failed)?;
        let mut strings = Vec::new();
        for text in &world.strings {
            strings.push(universe.add(&format!("{text:?}")).map_err(failed)?);
        }
        let mut extra = 0;
        while (strings.len() as i64) < scopes.strings {
            if let Ok(atom) = universe.add(&format!("\"String{extra}\"")) {
                strings.push(atom);
            }
            extra += 1;
        }
        let seq: Vec<Atom> = (0..scopes.max_seq).filter_map(|i| universe.of_integer(i)).collect();
        let pairs: Vec<(Atom, Atom)> = integers.windows(2).map(|w| (w[0], w[1])).collect();
        let everything = universe.all();
        let count = world.sigs.len();
        let set = |numbers: &[u32]| TupleSet::of_atoms(numbers.iter().map(|&n| Atom(n)));
        let mut layout = Layout {
            bounds: Bounds::new(universe),
            scopes,
            sigs: vec![ast.none(1); count],
            fields: Vec::new(),
            short: Vec::new(),
            sig_relations: vec![None; count],
            upper: atoms.iter().map(|a| set(&a.upper)).collect(),
            lower: atoms.iter().map(|a| set(&a.lower)).collect(),
            formulas: Vec::new(),
            fixed_orders: Vec::new(),
            next: ast.constant(TupleSet::of_pairs(pairs)),
            parameters: Vec::new(),
        };
        layout.upper[UNIV.0 as usize] = everything;
        for (sig, all) in [(INT, integers), (SEQ_INT, seq), (STRING, strings)] {
            let all = TupleSet::of_atoms(all);
            layout.sigs[sig.0 as usize] =
                if sig == INT { ast.integers() } else { ast.constant(all.clone()) };
            layout.upper[sig.0 as usize] = all.clone();
            layout.lower[sig.0 as usize] = all;
        }
        layout.sigs[NONE.0 as usize] = ast.none(1);
        let mut univ = ast.union(layout.sigs[INT.0 as usize], layout.sigs[STRING.0 as usize]);
        for sig in declared(world) {
            if let SigShape::Prim(UNIV) = world.sig(sig).shape {
                let e = layout.prim(world, ast, sig).map_err(failed)?;
                univ = ast.union(univ, e);
            }
        }
        layout.sigs[UNIV.0 as usize] = univ;
        for sig in declared(world) {
            layout.subset(world, ast, sig).map_err(failed)?;
        }
        layout.multiplicities(world, ast);
        layout.all_fields(world, ast, span, symbolic)?;
        Ok(layout)
    }

    /// Makes a signature and its children.
    fn prim(
        &mut self,
        world: &World,
        ast: &Ast,
        id: SigId,
    ) -> std::result::Result<ExprId, pikse_relation::Error> {
        let sig = world.sig(id);
        let mut children = Vec::new();
        for &child in &sig.children {
            children.push(self.prim(world, ast, child)?);
        }
        for (i, &a) in children.iter().enumerate() {
            for &b in &children[..i] {
                let disjoint = ast.no(ast.intersection(a, b));
                let bounds = (&self.upper[sig.children[i].0 as usize], self.overlap(sig, i));
                if !bounds.1 || bounds.0.is_empty() {
                    continue;
                }
                self.formulas.push((
                    sig.span,
                    format!("children of {} are disjoint", sig.label),
                    disjoint,
                ));
            }
        }
        let whole = if !children.is_empty() && sig.is_abstract {
            ast.union_of(1, &children)
        } else {
            let (lower, upper) =
                (self.lower[id.0 as usize].clone(), self.upper[id.0 as usize].clone());
            let is_exact = lower == upper;
            let relation = self.bounds.add(&sig.label, lower, upper)?;
            self.sig_relations[id.0 as usize] = Some(relation);
            let e = ast.relation(relation);
            for (i, &child) in children.iter().enumerate() {
                if !is_exact
                    && !self.upper[sig.children[i].0 as usize].is_subset(&self.lower[id.0 as usize])
                {
                    let inside = ast.is_in(child, e);
                    self.formulas.push((
                        sig.span,
                        format!("children of {} are in it", sig.label),
                        inside,
                    ));
                }
            }
            e
        };
        self.sigs[id.0 as usize] = whole;
        let size = self.scopes.size(id);
        let (least, most) =
            (self.lower[id.0 as usize].len() as i64, self.upper[id.0 as usize].len() as i64);
        let limited = if self.scopes.is_exact(id) {
            let certain =
                least == size && most == size && (!sig.is_abstract || children.is_empty());
            (!certain).then_some(Comparison::Equal)
        } else {
            (most > size).then_some(Comparison::AtMost)
        };
        if let Some(comparison) = limited {
            let formula = if least == most && least == size {
                // All atoms of an abstract signature are in its children.
                ast.is_in(ast.constant(self.lower[id.0 as usize].clone()), whole)
            } else {
                ast.compare(comparison, ast.cardinality(whole), ast.number(size))
            };
            self.formulas.push((sig.span, format!("scope of {}", sig.label), formula));
        }
        Ok(whole)
    }

    /// Whether a child's atoms may be those of an earlier sibling.
    fn overlap(&self, sig: &crate::ir::Sig, child: usize) -> bool {
        let own = &self.upper[sig.children[child].0 as usize];
        sig.children[..child]
            .iter()
            .any(|c| own.iter().any(|tuple| self.upper[c.0 as usize].contains(&tuple)))
    }

    fn subset(
        &mut self,
        world: &World,
        ast: &Ast,
        id: SigId,
    ) -> std::result::Result<(), pikse_relation::Error> {
        let sig = world.sig(id);
        let SigShape::Subset(parents, is_all) = &sig.shape else { return Ok(()) };
        if self.sig_relations[id.0 as usize].is_some() {
            return Ok(());
        }
        let mut upper = TupleSet::empty(1);
        let mut whole = Vec::new();
        for &parent in parents {
            if let SigShape::Subset(..) = world.sig(parent).shape {
                self.subset(world, ast, parent)?;
            }
            upper = upper.union(&self.upper[parent.0 as usize]);
            whole.push(self.sigs[parent.0 as usize]);
        }
        let whole = ast.union_of(1, &whole);
        self.upper[id.0 as usize] = upper.clone();
        if *is_all {
            self.sigs[id.0 as usize] = whole;
            return Ok(());
        }
        let relation = self.bounds.add_upper(&sig.label, upper)?;
        self.sig_relations[id.0 as usize] = Some(relation);
        let e = ast.relation(relation);
        self.sigs[id.0 as usize] = e;
        self.formulas.push((sig.span, format!("{} is a subset", sig.label), ast.is_in(e, whole)));
        Ok(())
    }

    fn multiplicities(&mut self, world: &World, ast: &Ast) {
        for id in declared(world) {
            let sig = world.sig(id);
            let e = self.sigs[id.0 as usize];
            let certain =
                self.lower[id.0 as usize].len() == 1 && self.upper[id.0 as usize].len() == 1;
            let formula = match sig.mult {
                Some(Mult::One) if !certain => ast.one(e),
                Some(Mult::Lone) if self.upper[id.0 as usize].len() > 1 => ast.lone(e),
                Some(Mult::Some) if self.lower[id.0 as usize].is_empty() => ast.some(e),
                _ => continue,
            };
            self.formulas.push((sig.span, format!("multiplicity of {}", sig.label), formula));
        }
    }

    /// The tuples of a field whose last column is a symbol of its own.
    pub(crate) fn pinned_upper(
        &self,
        names: &Names,
        state: &mut State,
        products: &[Vec<SigId>],
        arity: usize,
        span: Span,
    ) -> Result<TupleSet> {
        let mut upper = TupleSet::empty(arity);
        for product in products {
            let Some((last, prefix)) = product.split_last() else { continue };
            if !names.is_symbol(Some(last)) {
                upper = upper.union(&self.upper_of(std::slice::from_ref(product), arity, span)?);
                continue;
            }
            let symbols = &self.upper[last.0 as usize];
            let before = match prefix {
                [] => None,
                _ => Some(self.upper_of(&[prefix.to_vec()], arity - 1, span)?),
            };
            let Some(pinned) = state.pinned(*last == names.bool, symbols, before.as_ref()) else {
                return fail(span, "there are not enough symbols");
            };
            upper = upper.union(&pinned);
        }
        Ok(upper)
    }

    /// The tuples that expressions of a type may have.
    pub(crate) fn upper_of(
        &self,
        products: &[Vec<SigId>],
        arity: usize,
        span: Span,
    ) -> Result<TupleSet> {
        let mut upper = TupleSet::empty(arity);
        for product in products.iter().filter(|p| p.len() == arity) {
            let mut size = 1usize;
            let mut all: Option<TupleSet> = None;
            for column in product {
                let next = &self.upper[column.0 as usize];
                size = size.saturating_mul(next.len());
                if size > 20_000_000 {
                    return fail(
                        span,
                        "this may have more than 20 million tuples in the scope of the command",
                    );
                }
                all = Some(match all {
                    None => next.clone(),
                    Some(all) => all.product(next).map_err(|e| wrong(span, &e))?,
                });
            }
            upper = upper.union(&all.unwrap_or_else(|| TupleSet::empty(arity)));
        }
        Ok(upper)
    }

    fn all_fields(
        &mut self,
        world: &World,
        ast: &Ast,
        span: Span,
        mut symbolic: Option<(&Names, &mut State)>,
    ) -> Result<()> {
        let failed = |e| wrong(span, &e);
        let orders = enum_orders(world);
        for (number, field) in world.fields.iter().enumerate() {
            let owner = world.sig(field.sig);
            let label = format!("{}.{}", owner.label, field.name);
            let is_one = owner.mult == Some(Mult::One)
                && matches!(owner.shape, SigShape::Prim(_))
                && self.sig_relations[field.sig.0 as usize].is_some()
                && self.lower[field.sig.0 as usize].len() == 1
                && self.upper[field.sig.0 as usize].len() == 1;
            let Some(arity) = field.ty.arity() else {
                return fail(span, format!("the field {label} has no arity"));
            };
            let arity = if is_one { arity - 1 } else { arity };
            let columns: Vec<Vec<SigId>> =
                field.ty.products.iter().map(|p| p[usize::from(is_one)..].to_vec()).collect();
            let mut is_symbolic = false;
            let upper = match &mut symbolic {
                Some((names, state)) if columns.iter().any(|c| names.is_symbol(c.last())) => {
                    is_symbolic = true;
                    self.pinned_upper(names, state, &columns, arity, owner.span)?
                }
                _ => self.upper_of(&columns, arity, owner.span)?,
            };
            let id = FieldId(number as u32);
            let relation = match orders.iter().find(|o| o.first == id || o.next == id) {
                Some(order) if is_one => {
                    let elements: Vec<Atom> = world
                        .sig(order.elements)
                        .children
                        .iter()
                        .filter_map(|c| self.upper[c.0 as usize].iter().next().map(|t| t[0]))
                        .collect();
                    let tuples = if order.first == id {
                        TupleSet::of_atoms(elements.first().copied())
                    } else {
                        TupleSet::of_pairs(elements.windows(2).map(|w| (w[0], w[1])))
                    };
                    self.fixed_orders.push(order.elements);
                    self.bounds.add_exactly(&label, tuples).map_err(failed)?
                }
                _ => self.bounds.add_upper(&label, upper).map_err(failed)?,
            };
            let e = ast.relation(relation);
            if let Some((_, state)) = &mut symbolic
                && is_symbolic
            {
                state.cell(e);
            }
            self.short.push(is_one.then_some(relation));
            self.fields.push(if is_one {
                ast.product(self.sigs[field.sig.0 as usize], e)
            } else {
                e
            });
        }
        Ok(())
    }
}

/// A total order that a `one` signature's fact states of its fields.
pub(crate) struct Order {
    pub(crate) elements: SigId,
    pub(crate) first: FieldId,
    pub(crate) next: FieldId,
}

/// The order that a fact of a signature states, if it has the usual form.
pub(crate) fn order_of(fact: &Node) -> Option<Order> {
    let Kind::TotalOrder(parts) = &fact.kind else { return None };
    let field = |n: &Node| match &n.kind {
        Kind::Join(a, b) => match (&a.kind, &b.kind) {
            (Kind::Var(_), Kind::Field(f)) => Some(*f),
            _ => None,
        },
        _ => None,
    };
    let Kind::Sig(elements) = parts[0].kind else { return None };
    Some(Order { elements, first: field(&parts[1])?, next: field(&parts[2])? })
}

/// The orders of enums, which follow from the declaration.
fn enum_orders(world: &World) -> Vec<Order> {
    world
        .sig_facts
        .iter()
        .filter_map(|(_, _, fact)| order_of(fact))
        .filter(|o| world.sig(o.elements).is_enum)
        .collect()
}
