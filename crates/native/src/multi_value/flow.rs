//! The constants that the rest of a function can return, for any contents of memory.
//!
//! Sparse conditional constant propagation (Wegman and Zadeck) that begins in the
//! middle of a function: constants are propagated along the branches that they allow;
//! everything that is not computed from constants is unknown. A call is assumed to
//! return. Its effects on memory do not matter, because no read of memory is ever
//! known.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::body::{BlockId, Body, Instruction, Kind, Ref, ValueId};
use super::fold::fold;

/// Where to begin.
#[derive(Clone, Copy, Debug)]
pub(super) enum Start {
    /// With this instruction.
    At(ValueId),
    /// On the edge from one block to another.
    Edge(BlockId, BlockId),
}

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    /// Nothing has reached it yet.
    Unreached,
    /// It is always this.
    Constant(u64),
    /// It may be anything.
    Anything,
}

impl Cell {
    fn known(self) -> Option<u64> {
        match self {
            Cell::Constant(bits) => Some(bits),
            _ => None,
        }
    }

    /// What is known if either may be the case.
    fn join(self, other: Cell) -> Cell {
        match (self, other) {
            (Cell::Unreached, known) | (known, Cell::Unreached) => known,
            (a, b) if a == b => a,
            _ => Cell::Anything,
        }
    }
}

/// The constants that the function may return from here; `None` if it may return
/// another value, or end in another way.
pub(super) fn returned(
    body: &Body<'_>,
    start: Start,
    known: &HashMap<ValueId, u64>,
) -> Option<BTreeSet<u64>> {
    // Only values from before the start can be seen without being computed again.
    let is_before = |value| match start {
        Start::At(point) => body.is_before(value, point),
        Start::Edge(from, _) => value == body.end(from) || body.is_before(value, body.end(from)),
    };
    let before = |value| match (is_before(value), known.get(&value)) {
        (false, _) => Cell::Unreached,
        (true, Some(&bits)) => Cell::Constant(bits),
        (true, None) => Cell::Anything,
    };
    let mut flow = Flow {
        body,
        cells: (0..body.count()).map(before).collect(),
        edges: HashSet::new(),
        entered: Vec::new(),
        changed: false,
        returned: BTreeSet::new(),
    };
    if let Start::Edge(from, to) = start {
        flow.follow(from, to);
    }
    loop {
        flow.changed = false;
        flow.returned.clear();
        if let Start::At(point) = start {
            flow.block(point, body.at(point).block)?;
        }
        let mut at = 0;
        while let Some(&block) = flow.entered.get(at) {
            flow.block(body.blocks[block].0, block)?;
            at += 1;
        }
        if !flow.changed {
            let returned = std::mem::take(&mut flow.returned);
            return (!returned.is_empty()).then_some(returned);
        }
    }
}

struct Flow<'a, 'ctx> {
    body: &'a Body<'ctx>,
    cells: Vec<Cell>,
    edges: HashSet<(BlockId, BlockId)>,
    /// The blocks that may be entered, in the order in which they were found.
    entered: Vec<BlockId>,
    changed: bool,
    returned: BTreeSet<u64>,
}

impl Flow<'_, '_> {
    fn cell(&self, of: Ref) -> Cell {
        match of {
            Ref::Known(bits) => Cell::Constant(bits),
            Ref::Value(value) => self.cells[value],
            Ref::Literal(_) | Ref::Undefined => Cell::Anything,
        }
    }

    fn follow(&mut self, from: BlockId, to: BlockId) {
        if self.edges.insert((from, to)) {
            self.changed = true;
            if !self.entered.contains(&to) {
                self.entered.push(to);
            }
        }
    }

    /// Processes the rest of a block; `None` if the function may end in another way than by
    /// returning.
    fn block(&mut self, first: ValueId, block: BlockId) -> Option<()> {
        let body = self.body;
        for id in first..body.blocks[block].1 {
            let instruction = body.at(id);
            match &instruction.kind {
                Kind::Call { returns: false, .. } | Kind::Invoke { returns: false, .. } => {
                    return None;
                }
                // A check of the library while it drops a value; it does not return.
                Kind::Panic => return Some(()),
                Kind::Division | Kind::OtherEnd => return None,
                // This is never reached, so the path does not happen.
                Kind::Unreachable => {}
                // The exception would come from a call, but calls are assumed to return.
                Kind::Resume => {}
                Kind::Jump(to) => self.follow(block, *to),
                Kind::Branch(then, otherwise) => match self.cell(instruction.operands[0]) {
                    Cell::Unreached => {}
                    Cell::Constant(0) => self.follow(block, *otherwise),
                    Cell::Constant(_) => self.follow(block, *then),
                    Cell::Anything => {
                        self.follow(block, *then);
                        self.follow(block, *otherwise);
                    }
                },
                Kind::Switch(cases, default) => {
                    let on = self.cell(instruction.operands[0]);
                    self.switch(block, on, cases, *default);
                }
                Kind::Invoke { normal, unwind, .. } => {
                    self.set(id, Cell::Anything);
                    self.follow(block, *normal);
                    if !self.is_fatal(*unwind) {
                        self.follow(block, *unwind);
                    }
                }
                Kind::Return => match self.cell(*instruction.operands.first()?) {
                    Cell::Unreached => {}
                    Cell::Constant(bits) => {
                        self.returned.insert(bits);
                    }
                    Cell::Anything => return None,
                },
                _ => {
                    let cell = self.evaluate(instruction);
                    self.set(id, cell);
                }
            }
        }
        Some(())
    }

    fn set(&mut self, id: ValueId, cell: Cell) {
        let joined = self.cells[id].join(cell);
        self.changed |= joined != self.cells[id];
        self.cells[id] = joined;
    }

    fn switch(&mut self, block: BlockId, on: Cell, cases: &[(u64, BlockId)], default: BlockId) {
        match on {
            Cell::Unreached => {}
            Cell::Constant(bits) => {
                let case = cases.iter().find(|&&(value, _)| value == bits);
                self.follow(block, case.map_or(default, |&(_, to)| to));
            }
            Cell::Anything => {
                cases.iter().for_each(|&(_, to)| self.follow(block, to));
                self.follow(block, default);
            }
        }
    }

    /// Whether an exception that gets here ends the program: C++ puts such blocks
    /// around destructors, which must not throw.
    fn is_fatal(&self, block: BlockId) -> bool {
        matches!(self.body.at(self.body.end(block)).kind, Kind::Unreachable)
    }

    fn evaluate(&self, instruction: &Instruction<'_>) -> Cell {
        if let Kind::Phi(incoming) = &instruction.kind {
            let open =
                |&&(from, _): &&(BlockId, Ref)| self.edges.contains(&(from, instruction.block));
            let cells = incoming.iter().filter(open).map(|&(_, of)| self.cell(of));
            return cells.fold(Cell::Unreached, Cell::join);
        }
        let cells: Vec<Cell> = instruction.operands.iter().map(|&of| self.cell(of)).collect();
        if cells.contains(&Cell::Unreached) {
            return Cell::Unreached;
        }
        let known: Vec<Option<u64>> = cells.into_iter().map(Cell::known).collect();
        fold(instruction, &known).map_or(Cell::Anything, Cell::Constant)
    }
}
