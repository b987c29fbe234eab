//! Bindings: the objects that the paths of [`restrict`](crate::restrict) lead to while
//! the search runs.
//!
//! A path names a cell only once the references along it are chosen: `header.next`
//! is the `next` of the object that `header` refers to. A node of the tree of paths
//! is **bound** to the object that its path leads to, as soon as the references are
//! known; a read of a cell of a bound object then keeps only the values that the node
//! allows. When a reference binds an object some of whose cells are already chosen,
//! those are checked at once: a value of the reference that would contradict them is
//! not allowed.

use std::sync::Arc;

use pikse_structure::{CellId, Obj};

use crate::restrict::{Child, Node, Restrictions, ValueSet};

/// The bindings of nodes to objects while a search runs.
#[derive(Clone, Debug)]
pub(crate) struct Bindings {
    restrictions: Restrictions,
    /// The nodes bound to each object, the latest last.
    bound: Vec<Vec<usize>>,
    /// Which object each binding was for, the latest last.
    log: Vec<usize>,
    /// The length of the log before each choice point of the trail.
    marks: Vec<u32>,
    /// Whether some restriction can touch a cell.
    touches: Vec<bool>,
}

impl Bindings {
    pub(crate) fn new(restrictions: Restrictions) -> Self {
        let space = Arc::clone(&restrictions.space);
        let mut bound = vec![Vec::new(); space.objects().len()];
        bound[space.root().id().index()].push(0);
        let mut touches = vec![false; space.cells().len()];
        for child in restrictions.nodes.iter().flat_map(|node| &node.children) {
            for (touched, info) in touches.iter_mut().zip(space.cells()) {
                *touched |= info.field == child.field && info.part == child.part;
            }
        }
        for cell in restrictions.cells.keys() {
            touches[cell.index()] = true;
        }
        Bindings { restrictions, bound, log: Vec::new(), marks: Vec::new(), touches }
    }

    /// Whether there are paths, so that every choice point has to be
    /// [marked](Self::mark).
    pub(crate) fn has_paths(&self) -> bool {
        self.restrictions.has_paths()
    }

    /// Whether a read of the cell has to ask [`admits`](Self::admits).
    #[inline]
    pub(crate) fn touches(&self, cell: CellId) -> bool {
        self.touches[cell.index()]
    }

    /// The value that a cell has while it is unread.
    pub(crate) fn initial(&self, cell: CellId) -> u32 {
        self.restrictions.cells.get(&cell).and_then(ValueSet::first).unwrap_or(0)
    }

    /// The nodes of the path tree.
    pub(crate) fn nodes(&self) -> &[Node] {
        &self.restrictions.nodes
    }

    /// Whether `cell` may take `index`; `chosen` gives the index of a cell that is
    /// on the trail.
    pub(crate) fn admits(
        &self,
        cell: CellId,
        index: u32,
        chosen: &dyn Fn(CellId) -> Option<u32>,
    ) -> bool {
        if self.restrictions.cells.get(&cell).is_some_and(|set| !set.contains(index)) {
            return false;
        }
        let value_of = |other: CellId| {
            if other == cell { Some(index) } else { chosen(other) }
        };
        let owner = self.restrictions.space.object(self.restrictions.space.cell(cell).object);
        let mut todo: Vec<(usize, Obj)> =
            self.bound[owner.id().index()].iter().map(|&node| (node, owner)).collect();
        // The owner's nodes concern only `cell`. Nodes that become bound concern all chosen cells.
        let direct = todo.len();
        let mut at = 0;
        while let Some(&(node, obj)) = todo.get(at) {
            let only = (at < direct).then_some(cell);
            at += 1;
            for (child, other) in self.children(node, obj) {
                if only.is_some_and(|cell| cell != other) {
                    continue;
                }
                let Some(value) = value_of(other) else {
                    continue;
                };
                if !child.allowed.contains(value) {
                    return false;
                }
                if let Some(target) = self.target(child, other, value) {
                    todo.push((child.node, target));
                }
            }
        }
        true
    }

    /// Binds what the choice of `index` for `cell` makes known.
    pub(crate) fn bind(
        &mut self,
        cell: CellId,
        index: u32,
        chosen: &dyn Fn(CellId) -> Option<u32>,
    ) {
        let owner = self.restrictions.space.object(self.restrictions.space.cell(cell).object);
        let mut todo: Vec<(usize, Obj)> = Vec::new();
        for &node in &self.bound[owner.id().index()] {
            let reached = self.children(node, owner).filter(|&(_, other)| other == cell);
            todo.extend(reached.filter_map(|(child, other)| {
                self.target(child, other, index).map(|target| (child.node, target))
            }));
        }
        while let Some((node, obj)) = todo.pop() {
            self.bound[obj.id().index()].push(node);
            self.log.push(obj.id().index());
            let further = self.children(node, obj).filter_map(|(child, other)| {
                let value = if other == cell { Some(index) } else { chosen(other) }?;
                self.target(child, other, value).map(|target| (child.node, target))
            });
            todo.extend(further);
        }
    }

    /// Records a new choice point on the trail. Without paths nothing is ever bound.
    pub(crate) fn mark(&mut self) {
        if self.has_paths() {
            self.marks.push(self.log.len() as u32);
        }
    }

    /// Undoes what the latest choice point bound.
    pub(crate) fn unbind(&mut self) {
        let to = self.marks.last().map_or(0, |&mark| mark as usize);
        for obj in self.log.drain(to..).rev() {
            self.bound[obj].pop();
        }
    }

    /// Undoes and forgets the latest choice point.
    pub(crate) fn pop(&mut self) {
        self.unbind();
        self.marks.pop();
    }

    /// The children of a node that apply to an object, with their cells in it.
    pub(crate) fn children(&self, node: usize, obj: Obj) -> impl Iterator<Item = (&Child, CellId)> {
        let space = &self.restrictions.space;
        self.restrictions.nodes[node].children.iter().filter_map(move |child| {
            let applies = space.field(child.field).class == obj.class();
            let cell = applies.then(|| space.cell_of(obj, child.field, child.part))?;
            cell.map(|cell| (child, cell))
        })
    }

    /// The object that a child's path leads to, if the path continues.
    fn target(&self, child: &Child, cell: CellId, value: u32) -> Option<Obj> {
        let goes_on = !self.restrictions.nodes[child.node].children.is_empty();
        goes_on.then(|| self.restrictions.space.domain_of(cell).object(value)).flatten()
    }
}
