//! Types of expressions: sets of products of signatures, by which overloaded names are resolved.
//!
//! A type says of which signatures the columns of a relation may be. The arities are kept apart from
//! the products, because an expression may be known to be empty and still has an arity. A type
//! without arity that is no formula is the type of something ill-formed.

use crate::ir::{NONE, SigId, UNIV};

/// The type of an expression.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Type {
    /// It may be a formula.
    pub(crate) form: bool,
    /// Bit `n` says that the arity may be `n`.
    pub(crate) arities: u32,
    pub(crate) products: Vec<Vec<SigId>>,
}

impl Type {
    pub(crate) fn formula() -> Type {
        Type { form: true, ..Type::default() }
    }

    pub(crate) fn of(product: Vec<SigId>) -> Type {
        if product.contains(&NONE) {
            return Type { form: false, arities: 1 << product.len(), products: Vec::new() };
        }
        Type { form: false, arities: 1 << product.len(), products: vec![product] }
    }

    pub(crate) fn is_bad(&self) -> bool {
        !self.form && self.arities == 0
    }

    /// The arity, if there is only one.
    pub(crate) fn arity(&self) -> Option<usize> {
        (self.arities.count_ones() == 1).then_some(self.arities.trailing_zeros() as usize)
    }

    pub(crate) fn has_arity(&self, arity: usize) -> bool {
        self.arities & (1 << arity) != 0
    }

    /// The same without the formula.
    pub(crate) fn as_set(&self) -> Type {
        Type { form: false, ..self.clone() }
    }

    fn add(&mut self, product: Vec<SigId>) {
        if !self.products.contains(&product) {
            self.products.push(product);
        }
    }

    /// What may be either.
    pub(crate) fn merge(&self, other: &Type) -> Type {
        let mut all = self.clone();
        all.form |= other.form;
        all.arities |= other.arities;
        for product in &other.products {
            all.add(product.clone());
        }
        all
    }

    fn keep_arities(mut self, arities: u32) -> Type {
        self.arities = arities;
        self.products.retain(|p| arities & (1 << p.len()) != 0);
        self
    }

    /// The union of two relations of the same arity.
    pub(crate) fn union(&self, other: &Type) -> Type {
        let mut all = self.merge(other).keep_arities(self.arities & other.arities);
        all.form = false;
        all
    }

    pub(crate) fn difference(&self, other: &Type) -> Type {
        let mut all = self.clone().keep_arities(self.arities & other.arities);
        all.form = false;
        all
    }

    pub(crate) fn product(&self, other: &Type) -> Type {
        let mut all = Type::default();
        for i in 1..16 {
            for j in 1..16 {
                if self.has_arity(i) && other.has_arity(j) {
                    all.arities |= 1 << (i + j);
                }
            }
        }
        for a in &self.products {
            for b in &other.products {
                all.add(a.iter().chain(b).copied().collect());
            }
        }
        all
    }

    pub(crate) fn transpose(&self) -> Type {
        let mut all = Type { form: false, arities: self.arities & 0b100, products: Vec::new() };
        for p in self.products.iter().filter(|p| p.len() == 2) {
            all.add(vec![p[1], p[0]]);
        }
        all
    }
}

/// Which signature is part of which: the parents of signatures, where `univ` is above all.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hierarchy {
    /// The parent of a signature, by its number. Subset signatures have no place here.
    pub(crate) parents: Vec<SigId>,
}

impl Hierarchy {
    /// Whether one signature is the same as, or below, another.
    pub(crate) fn is_below(&self, a: SigId, b: SigId) -> bool {
        if b == UNIV {
            return true;
        }
        let mut at = a;
        loop {
            if at == b {
                return true;
            }
            if at == UNIV || at == NONE {
                return false;
            }
            at = self.parents[at.0 as usize];
        }
    }

    fn meet(&self, a: SigId, b: SigId) -> Option<SigId> {
        if self.is_below(a, b) {
            Some(a)
        } else if self.is_below(b, a) {
            Some(b)
        } else {
            None
        }
    }

    fn meet_products(&self, a: &[SigId], b: &[SigId]) -> Option<Vec<SigId>> {
        if a.len() != b.len() {
            return None;
        }
        a.iter().zip(b).map(|(&x, &y)| self.meet(x, y)).collect()
    }

    pub(crate) fn intersect(&self, a: &Type, b: &Type) -> Type {
        let mut all =
            Type { form: a.form && b.form, arities: a.arities & b.arities, products: Vec::new() };
        for x in &a.products {
            for y in &b.products {
                if let Some(p) = self.meet_products(x, y) {
                    all.add(p);
                }
            }
        }
        all
    }

    pub(crate) fn intersects(&self, a: &Type, b: &Type) -> bool {
        a.products.iter().any(|x| b.products.iter().any(|y| self.meet_products(x, y).is_some()))
    }

    /// The parts of `a` that overlap a part of `b`, unchanged.
    pub(crate) fn relevant(&self, a: &Type, b: &Type) -> Type {
        let mut all =
            Type { form: a.form && b.form, arities: a.arities & b.arities, products: Vec::new() };
        for x in &a.products {
            if b.products.iter().any(|y| self.meet_products(x, y).is_some()) {
                all.add(x.clone());
            }
        }
        all
    }

    fn join_products(&self, a: &[SigId], b: &[SigId]) -> Option<Vec<SigId>> {
        let (last, first) = (*a.last()?, *b.first()?);
        self.meet(last, first)?;
        let joined: Vec<SigId> = a[..a.len() - 1].iter().chain(&b[1..]).copied().collect();
        (!joined.is_empty()).then_some(joined)
    }

    pub(crate) fn join(&self, a: &Type, b: &Type) -> Type {
        let mut all = Type::default();
        for i in 1..16 {
            for j in 1..16 {
                if a.has_arity(i) && b.has_arity(j) && i + j > 2 {
                    all.arities |= 1 << (i + j - 2);
                }
            }
        }
        for x in &a.products {
            for y in &b.products {
                if let Some(p) = self.join_products(x, y) {
                    all.add(p);
                }
            }
        }
        all
    }

    /// The parts of both sides of a join that can give a part of `wanted`.
    pub(crate) fn relevant_join(&self, a: &Type, b: &Type, wanted: &Type) -> (Type, Type) {
        let (mut left, mut right) = (Type::default(), Type::default());
        for x in &a.products {
            for y in &b.products {
                let Some(p) = self.join_products(x, y) else { continue };
                if wanted.products.iter().any(|w| self.meet_products(&p, w).is_some()) {
                    left = left.merge(&Type::of(x.clone()));
                    right = right.merge(&Type::of(y.clone()));
                }
            }
        }
        (left, right)
    }

    /// The parts of both sides of a product that can give a part of `wanted`.
    pub(crate) fn relevant_product(&self, a: &Type, b: &Type, wanted: &Type) -> (Type, Type) {
        let (mut left, mut right) = (Type::default(), Type::default());
        for x in &a.products {
            for y in &b.products {
                let p: Vec<SigId> = x.iter().chain(y).copied().collect();
                if wanted.products.iter().any(|w| self.meet_products(&p, w).is_some()) {
                    left = left.merge(&Type::of(x.clone()));
                    right = right.merge(&Type::of(y.clone()));
                }
            }
        }
        (left, right)
    }

    /// `set <: a` (or `a :> set`, where the column is the last one).
    pub(crate) fn restrict(&self, set: &Type, a: &Type, first: bool) -> Type {
        let mut all = Type::default();
        if !set.has_arity(1) {
            return all;
        }
        all.arities = a.arities;
        for p in &a.products {
            for s in set.products.iter().filter(|s| s.len() == 1) {
                let column = if first { 0 } else { p.len() - 1 };
                if let Some(m) = self.meet(s[0], p[column]) {
                    let mut q = p.clone();
                    q[column] = m;
                    all.add(q);
                }
            }
        }
        all
    }

    pub(crate) fn closure(&self, a: &Type) -> Type {
        let mut all = a.clone().keep_arities(a.arities & 0b100);
        all.form = false;
        let base = all.products.clone();
        loop {
            let mut fresh = Vec::new();
            for p in &all.products {
                for q in &base {
                    if self.meet(p[1], q[0]).is_some() {
                        let r = vec![p[0], q[1]];
                        if !all.products.contains(&r) && !fresh.contains(&r) {
                            fresh.push(r);
                        }
                    }
                }
            }
            if fresh.is_empty() || all.products.len() > 400 {
                return all;
            }
            all.products.extend(fresh);
        }
    }

    /// The pairs of `a` that lie on a way between the ends of a part of `wanted`.
    pub(crate) fn relevant_closure(&self, a: &Type, wanted: &Type) -> Type {
        let whole = self.closure(a);
        let leads = |x: SigId, y: SigId| {
            self.meet(x, y).is_some()
                || whole
                    .products
                    .iter()
                    .any(|p| self.meet(p[0], x).is_some() && self.meet(p[1], y).is_some())
        };
        let mut all = Type { form: false, arities: a.arities & 0b100, products: Vec::new() };
        for p in a.products.iter().filter(|p| p.len() == 2) {
            if wanted
                .products
                .iter()
                .any(|w| w.len() == 2 && leads(w[0], p[0]) && leads(p[1], w[1]))
            {
                all.add(p.clone());
            }
        }
        all
    }

    /// Whether the first columns overlap.
    pub(crate) fn first_overlaps(&self, a: &Type, b: &Type) -> bool {
        a.products.iter().any(|x| b.products.iter().any(|y| self.meet(x[0], y[0]).is_some()))
    }
}
