//! Restrictions: fields that are fixed, or must not be null, given by path
//! (`header.next.next`) or by cell.
//!
//! The paths form a tree of **nodes**; the root node is for the root object. The
//! values that a node allows are computed here, when the restriction is declared. The
//! objects that belong to the nodes are known only while the search runs: see
//! `bindings`.
//!
//! A restriction is a filter: a search with it finds exactly those structures of a
//! search without it that satisfy it (a path through null satisfies nothing). Fields
//! that the predicate does not read are restricted in the tail.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use pikse_structure::domain::ResolvedDomain;
use pikse_structure::path::Path;
use pikse_structure::space::Part;
use pikse_structure::{CellId, Domain, FieldId, Space, Value};
use serde::{Deserialize, Serialize};

use crate::route::Route;

/// A set of domain indices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ValueSet(Vec<u64>);

impl ValueSet {
    fn of(domain: &ResolvedDomain, keep: impl Fn(u32) -> bool) -> Self {
        let mut words = vec![0; domain.len().div_ceil(64) as usize];
        for index in (0..domain.len()).filter(|&index| keep(index)) {
            words[index as usize / 64] |= 1 << (index % 64);
        }
        ValueSet(words)
    }

    fn intersect(&mut self, other: &ValueSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
    }

    pub(crate) fn contains(&self, index: u32) -> bool {
        self.0[index as usize / 64] >> (index % 64) & 1 == 1
    }

    /// The first value in the set.
    pub(crate) fn first(&self) -> Option<u32> {
        let at = self.0.iter().position(|&word| word != 0)?;
        Some(at as u32 * 64 + self.0[at].trailing_zeros())
    }
}

/// Why a restriction is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RestrictError {
    /// No class that the path can lead to has the field.
    UndeclaredField {
        /// The path.
        path: String,
        /// The field that does not exist.
        field: String,
        /// The classes that the path can lead to before it.
        classes: Vec<String>,
        /// Their fields.
        fields: Vec<String>,
    },
    /// The path ends at, or goes through, a value of the wrong kind.
    WrongKind {
        /// The path.
        path: String,
        /// What is wrong.
        why: String,
    },
    /// The value is not in the field's domain.
    NotInDomain {
        /// The path or cell.
        path: String,
        /// The value.
        value: String,
        /// The domain, as text.
        domain: String,
    },
    /// The candidate vector has no such cell.
    NoSuchCell {
        /// The cell.
        cell: u32,
        /// The number of cells.
        cells: usize,
    },
}

impl fmt::Display for RestrictError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RestrictError::UndeclaredField { path, field, classes, fields } => write!(
                f,
                "`{path}`: {} has no field `{field}`; it has {}",
                classes.join(", "),
                fields.join(", ")
            ),
            RestrictError::WrongKind { path, why } => write!(f, "`{path}`: {why}"),
            RestrictError::NotInDomain { path, value, domain } => {
                write!(f, "`{path}` can never be {value}: its domain is {domain}")
            }
            RestrictError::NoSuchCell { cell, cells } => {
                write!(f, "there is no cell {cell}: the candidate vector has {cells} cells")
            }
        }
    }
}

impl std::error::Error for RestrictError {}

/// The restrictions of a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Restrictions {
    pub(crate) space: Arc<Space>,
    /// The tree of paths; the first node is that of the root object.
    pub(crate) nodes: Vec<Node>,
    pub(crate) cells: BTreeMap<CellId, ValueSet>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Node {
    pub(crate) children: Vec<Child>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Child {
    pub(crate) field: FieldId,
    pub(crate) part: Part,
    pub(crate) allowed: ValueSet,
    /// Where the path continues; the node has no children if it does not.
    pub(crate) node: usize,
}

impl Restrictions {
    /// No restriction.
    pub fn new(space: Arc<Space>) -> Self {
        Restrictions { space, nodes: vec![Node::default()], cells: BTreeMap::new() }
    }

    /// Whether there are no restrictions.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty() && !self.has_paths()
    }

    /// A field that has no value left because restrictions contradict each other.
    pub fn contradiction(&self) -> Option<String> {
        let mut children = self.nodes.iter().flat_map(|node| &node.children);
        let empty = children.find(|child| child.allowed.first().is_none())?;
        Some(self.space.field_name(empty.field))
    }

    pub(crate) fn has_paths(&self) -> bool {
        !self.nodes[0].children.is_empty()
    }

    /// The value of a word at the end of a path: `null`, or a constant of an enum.
    pub fn word_at(&self, path: &Path, word: &str) -> Result<Value, RestrictError> {
        let route = Route::of(&self.space, path)?;
        let domains = route.domains(&self.space);
        let value = domains.iter().find_map(|domain| match &domain.declared {
            Domain::Enum(names) => {
                names.iter().position(|name| name == word).map(|at| Value::Enum(at as u32))
            }
            Domain::Reference(_) if word == "null" => Some(Value::Null),
            _ => None,
        });
        value.ok_or_else(|| RestrictError::NotInDomain {
            path: path.to_string(),
            value: word.to_owned(),
            domain: self.space.domain_text(domains[0]),
        })
    }

    /// Keeps only candidates in which `path` has `value`.
    pub fn fix(&mut self, path: &Path, value: &Value) -> Result<(), RestrictError> {
        let route = Route::of(&self.space, path)?;
        if let Value::Ref(_) | Value::Array(_) = value {
            let why = "a path can be fixed to null, a number, a bool or a constant".to_owned();
            return Err(RestrictError::WrongKind { path: path.to_string(), why });
        }
        let domains = route.domains(&self.space);
        if !domains.iter().any(|&domain| domain.index_of(value).is_some()) {
            return Err(RestrictError::NotInDomain {
                path: path.to_string(),
                value: value_text(value, domains[0]),
                domain: self.space.domain_text(domains[0]),
            });
        }
        self.keep(&route, &|_, candidate| candidate == value);
        Ok(())
    }

    /// Keeps only candidates in which `path` leads to an object.
    pub fn exclude_null(&mut self, path: &Path) -> Result<(), RestrictError> {
        let route = Route::of(&self.space, path)?;
        let is_reference =
            |domain: &&ResolvedDomain| matches!(domain.declared, Domain::Reference(_));
        if !route.domains(&self.space).iter().any(is_reference) {
            let why = "it is not a reference, so it is never null".to_owned();
            return Err(RestrictError::WrongKind { path: path.to_string(), why });
        }
        self.keep(&route, &|_, value| *value != Value::Null);
        Ok(())
    }

    /// Keeps only candidates in which the value at the end of `route` passes
    /// `test`, which also gets the value's domain.
    pub(crate) fn keep(&mut self, route: &Route, test: &dyn Fn(&ResolvedDomain, &Value) -> bool) {
        let space = Arc::clone(&self.space);
        let mut at = vec![0];
        for (number, stops) in route.steps.iter().enumerate() {
            let onward = route.steps.get(number + 1);
            let mut next = Vec::new();
            for node in at {
                for stop in stops {
                    let domain = stop.domain(&space);
                    let allowed = ValueSet::of(domain, |index| match onward {
                        None => test(domain, &domain.value(index)),
                        Some(stops) => domain
                            .object(index)
                            .is_some_and(|obj| stops.iter().any(|stop| stop.class == obj.class())),
                    });
                    next.push(self.child(node, stop.field, stop.part, &allowed));
                }
            }
            next.sort_unstable();
            next.dedup();
            at = next;
        }
    }

    /// Keeps only candidates in which `cell` has the value at `index`.
    pub fn fix_cell(&mut self, cell: CellId, index: u32) -> Result<(), RestrictError> {
        let domain = self.domain_of_cell(cell)?;
        if index >= domain.len() {
            return Err(RestrictError::NotInDomain {
                path: self.space.cell_name(cell),
                value: format!("value number {index}"),
                domain: self.space.domain_text(domain),
            });
        }
        self.keep_cell(cell, |_, candidate| candidate == index)
    }

    /// Keeps only candidates in which `cell` is not null.
    pub fn exclude_null_cell(&mut self, cell: CellId) -> Result<(), RestrictError> {
        let domain = self.domain_of_cell(cell)?;
        if !matches!(domain.declared, Domain::Reference(_)) {
            let why = "it is not a reference, so it is never null".to_owned();
            return Err(RestrictError::WrongKind { path: self.space.cell_name(cell), why });
        }
        self.keep_cell(cell, |domain, index| !domain.is_null(index))
    }

    fn keep_cell(
        &mut self,
        cell: CellId,
        keep: impl Fn(&ResolvedDomain, u32) -> bool,
    ) -> Result<(), RestrictError> {
        let domain = self.domain_of_cell(cell)?;
        let set = ValueSet::of(domain, |index| keep(domain, index));
        let known = self.cells.entry(cell).or_insert_with(|| set.clone());
        known.intersect(&set);
        Ok(())
    }

    fn domain_of_cell(&self, cell: CellId) -> Result<&ResolvedDomain, RestrictError> {
        let cells = self.space.cells();
        match cells.get(cell.index()) {
            Some(info) => Ok(self.space.domain(info.domain)),
            None => Err(RestrictError::NoSuchCell { cell: cell.0, cells: cells.len() }),
        }
    }

    /// The child of `node` at a field, made if it does not exist, restricted to `allowed`.
    fn child(&mut self, node: usize, field: FieldId, part: Part, allowed: &ValueSet) -> usize {
        let fresh = self.nodes.len();
        let children = &mut self.nodes[node].children;
        match children.iter_mut().find(|child| child.field == field && child.part == part) {
            Some(child) => {
                child.allowed.intersect(allowed);
                child.node
            }
            None => {
                children.push(Child { field, part, allowed: allowed.clone(), node: fresh });
                self.nodes.push(Node::default());
                fresh
            }
        }
    }
}

fn value_text(value: &Value, domain: &ResolvedDomain) -> String {
    match (value, &domain.declared) {
        (Value::Null, _) => "null".to_owned(),
        (Value::Int(int), _) => int.to_string(),
        (Value::Bool(bool), _) => bool.to_string(),
        (Value::Enum(variant), Domain::Enum(names)) if (*variant as usize) < names.len() => {
            names[*variant as usize].clone()
        }
        (other, _) => format!("{other:?}"),
    }
}
