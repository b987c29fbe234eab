//! How far a state is from code that has not run, for the order `coverage`.
//!
//! A distance is a number of blocks. It follows calls into functions, and returns into the callers of the
//! state; a call through a pointer counts as nothing. It is an estimate: whether a path is possible is
//! not asked.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use pikse_ir::{BlockId, Body, Callee, Cfg, FuncId, Inst, Program};
use pikse_vm::{Machine, State};

/// No code that has not run can be reached.
pub(crate) const FAR: u32 = u32::MAX;
/// The number of questions between two computations: in the beginning, code is found all the time.
const QUESTIONS: u32 = 256;

/// The distances of every block of a program. Blocks of all functions are numbered in one row.
#[derive(Default)]
pub(crate) struct Distances {
    /// The number of each function's first block.
    first: Vec<usize>,
    /// For each block, the blocks from which control comes, with their lengths.
    before: Vec<Vec<(usize, u32)>>,
    /// From the beginning of each block to the return of its function.
    to_return: Vec<u32>,
    /// From the beginning of each block to code that has not run, within the call.
    to_new: Vec<u32>,
    /// The coverage for which they hold.
    covered: Option<usize>,
    asked: u32,
}

impl Distances {
    /// Computes them, if code was found since the last time and there were some questions.
    pub(crate) fn update(&mut self, machine: &Machine<'_>) {
        self.asked += 1;
        let covered = machine.coverage().own_count();
        match self.covered {
            None => self.open(machine.program()),
            Some(known) if known == covered || self.asked < QUESTIONS => return,
            Some(_) => {}
        }
        (self.covered, self.asked) = (Some(covered), 0);
        self.compute(machine);
    }

    /// The distance of a state.
    pub(crate) fn of(&self, machine: &Machine<'_>, state: &State) -> u32 {
        let (mut nearest, mut returned) = (FAR, 0_u32);
        for (function, pc) in state.frames() {
            let body = machine.program().functions[function.index()].body.as_ref();
            let Some(body) = body else { break };
            let block = self.first[function.index()] + block_of(body, pc);
            nearest = nearest.min(returned.saturating_add(self.to_new[block]));
            returned = returned.saturating_add(self.to_return[block]);
            if returned >= nearest {
                break;
            }
        }
        nearest
    }

    fn open(&mut self, program: &Program) {
        let bodies: Vec<Option<&Body>> =
            program.functions.iter().map(|function| function.body.as_ref()).collect();
        let mut count = 0;
        for body in &bodies {
            self.first.push(count);
            count += body.map_or(0, |body| body.blocks.len());
        }
        self.to_return = vec![FAR; count];
        let graphs: Vec<Option<(Cfg, Vec<Vec<FuncId>>)>> = bodies
            .iter()
            .map(|body| body.map(|body| (Cfg::of(body), calls(body, &bodies))))
            .collect();
        // Distances only become smaller, so this ends.
        while (0..bodies.len()).rev().fold(false, |changed, function| {
            let (Some(body), Some((cfg, calls))) = (bodies[function], &graphs[function]) else {
                return changed;
            };
            self.shorten(function, body, cfg, calls) || changed
        }) {}
        self.before = vec![Vec::new(); count];
        for (function, graph) in graphs.iter().enumerate() {
            let Some((cfg, calls)) = graph else { continue };
            for (block, called) in calls.iter().enumerate() {
                let from = self.first[function] + block;
                let mut length = 1_u32;
                for callee in called {
                    let entry = self.first[callee.index()];
                    self.before[entry].push((from, length));
                    length = length.saturating_add(self.to_return[entry]);
                }
                for to in cfg.successors(BlockId::at(block)).iter().filter(|_| length < FAR) {
                    self.before[self.first[function] + to.index()].push((from, length));
                }
            }
        }
    }

    /// Computes the distances to the return of one function from those of the functions that it calls.
    /// Returns whether one became smaller.
    fn shorten(&mut self, function: usize, body: &Body, cfg: &Cfg, calls: &[Vec<FuncId>]) -> bool {
        let first = self.first[function];
        let mut changed = false;
        for &block in cfg.reverse_post_order().iter().rev() {
            let called = calls[block.index()].iter().map(|callee| self.first[callee.index()]);
            let length =
                called.fold(1_u32, |length, entry| length.saturating_add(self.to_return[entry]));
            let next = match body.block(block).last() {
                Some(Inst::Return { .. }) => 0,
                _ => {
                    let next = cfg.successors(block).iter();
                    next.map(|to| self.to_return[first + to.index()]).min().unwrap_or(FAR)
                }
            };
            let known = &mut self.to_return[first + block.index()];
            let new = length.saturating_add(next);
            changed |= new < *known;
            *known = new.min(*known);
        }
        changed
    }

    /// Computes the distances to code that has not run, from there backwards.
    fn compute(&mut self, machine: &Machine<'_>) {
        self.to_new.clear();
        self.to_new.resize(self.before.len(), FAR);
        let mut open = BinaryHeap::new();
        for (at, function) in machine.program().functions.iter().enumerate() {
            let id = FuncId::at(at);
            let blocks = function.body.as_ref().map_or(&[][..], |body| &body.blocks);
            for block in 0..blocks.len() {
                let is_new = !machine.coverage().is_covered(id, BlockId::at(block));
                if is_new && machine.is_traced(id) {
                    self.to_new[self.first[at] + block] = 0;
                    open.push(Reverse((0, self.first[at] + block)));
                }
            }
        }
        while let Some(Reverse((distance, block))) = open.pop() {
            if distance > self.to_new[block] {
                continue;
            }
            for &(from, length) in &self.before[block] {
                let longer = distance.saturating_add(length);
                if longer < self.to_new[from] {
                    self.to_new[from] = longer;
                    open.push(Reverse((longer, from)));
                }
            }
        }
    }
}

/// The functions that each block calls by name, and that have code.
fn calls(body: &Body, bodies: &[Option<&Body>]) -> Vec<Vec<FuncId>> {
    let called = |block| {
        let calls = body.block(BlockId::at(block)).iter().filter_map(|inst| match inst {
            Inst::Call { call } => Some(&body.calls[call.index()]),
            _ => None,
        });
        let named = calls.filter_map(|call| match call.callee {
            Callee::Function(function) => Some(function),
            Callee::Indirect(_) => None,
        });
        named.filter(|callee| bodies[callee.index()].is_some()).collect()
    };
    (0..body.blocks.len()).map(called).collect()
}

/// The block of an instruction.
fn block_of(body: &Body, pc: u32) -> usize {
    body.blocks.partition_point(|block| block.start <= pc).saturating_sub(1)
}
