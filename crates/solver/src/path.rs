//! Path conditions.
//!
//! A path is a set of conjuncts, stored as **components**: conjuncts are in the same component if
//! they have a symbol in common, directly or through others. A condition only concerns the
//! components that share its symbols. Paths share their components, so the cost of a fork depends
//! on what the new condition touches.

use std::sync::Arc;

use pikse_base::List;
use pikse_expr::{Binary, Expr, Exprs, Model, Symbols, View};

pub use crate::components::Component;
use crate::components::Components;

/// The path condition of an execution. Copies share everything.
#[derive(Clone, Debug, Default)]
pub struct Path {
    components: Components,
    assumed: List<Expr>,
    length: usize,
    impossible: bool,
    model: Option<Model>,
}

impl Path {
    /// The empty path condition.
    #[must_use]
    pub fn new() -> Self {
        Self { model: Some(Model::new()), ..Self::default() }
    }

    /// The path with these conditions.
    pub fn of(exprs: &mut Exprs, conditions: &[Expr]) -> Self {
        conditions.iter().fold(Self::new(), |path, &condition| path.assume(exprs, condition, None))
    }

    /// A part of a path: some of its components. The model stays valid.
    pub(crate) fn part(&self, components: Vec<Arc<Component>>) -> Self {
        let length = components.iter().map(|component| component.len()).sum();
        Self {
            components: Components::of(components),
            assumed: List::default(),
            length,
            impossible: false,
            model: self.model.clone(),
        }
    }

    /// Whether the path condition is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// How many conjuncts were assumed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether one of the conjuncts is the constant that never holds.
    #[must_use]
    pub fn is_impossible(&self) -> bool {
        self.impossible
    }

    /// The components.
    #[must_use]
    pub fn components(&self) -> Vec<&Arc<Component>> {
        self.components.all()
    }

    /// The number of components.
    pub(crate) fn component_count(&self) -> usize {
        self.components.len()
    }

    /// A model of the path, if one is known.
    #[must_use]
    pub fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }

    /// Sets another model of the path.
    pub(crate) fn set_model(&mut self, model: Model) {
        self.model = Some(model);
    }

    /// The conjuncts in the order in which they were assumed.
    #[must_use]
    pub fn conjuncts(&self) -> Vec<Expr> {
        self.assumed.to_vec().into_iter().copied().collect()
    }

    /// The components that share symbols with these.
    pub(crate) fn relevant(&self, exprs: &Exprs, symbols: Symbols) -> Vec<&Arc<Component>> {
        self.components.relevant(exprs, symbols)
    }

    /// Whether the condition, or its negation, is one of the conjuncts.
    pub fn says(&self, exprs: &mut Exprs, condition: Expr) -> Option<bool> {
        let symbols = exprs.symbols(condition);
        let opposite = exprs.not(condition);
        self.relevant(exprs, symbols).into_iter().find_map(|component| {
            if component.has(condition) {
                Some(true)
            } else {
                component.has(opposite).then_some(false)
            }
        })
    }

    /// The path with the condition added. `model` satisfies all of it, if the caller has one; the
    /// caller has to guarantee that.
    #[must_use]
    pub fn assume(&self, exprs: &mut Exprs, condition: Expr, model: Option<Model>) -> Self {
        let mut path = self.clone();
        let mut open = vec![condition];
        while let Some(condition) = open.pop() {
            match exprs.view(condition) {
                View::Binary(Binary::And, a, b) => open.extend([b, a]),
                View::Not(inner) => match exprs.view(inner) {
                    View::Binary(Binary::Or, a, b) => {
                        let (a, b) = (exprs.not(a), exprs.not(b));
                        open.extend([b, a]);
                    }
                    _ => path.insert(exprs, condition),
                },
                View::Const(1) => {}
                View::Const(_) => path.impossible = true,
                _ => path.insert(exprs, condition),
            }
        }
        path.model = model;
        path
    }

    /// Adds one conjunct.
    fn insert(&mut self, exprs: &mut Exprs, condition: Expr) {
        if self.components.insert(exprs, condition) {
            self.assumed.push(condition);
            self.length += 1;
        }
    }
}
