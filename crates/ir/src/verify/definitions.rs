//! Checks that every register is set on every path to its uses.

use super::Verifier;
use crate::cfg::Cfg;
use crate::ids::{BlockId, Reg};
use crate::inst::Inst;
use crate::program::Body;

/// A set of registers.
#[derive(Clone)]
struct Set(Vec<u64>);

impl Set {
    fn insert(&mut self, register: Reg) {
        self.0[register.index() / 64] |= 1 << (register.index() % 64);
    }

    fn has(&self, register: Reg) -> bool {
        self.0[register.index() / 64] >> (register.index() % 64) & 1 == 1
    }

    /// Intersects with another set; returns whether it became smaller.
    fn keep(&mut self, other: &Self) -> bool {
        let mut less = false;
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            less |= *a & !b != 0;
            *a &= b;
        }
        less
    }
}

/// Checks all reachable blocks. The body must have no other problem.
pub(super) fn check(verifier: &mut Verifier<'_>, params: usize, body: &Body) {
    let cfg = Cfg::of(body);
    let mut start = Set(vec![0; body.registers.len().div_ceil(64)]);
    (0..params).for_each(|at| start.insert(Reg::at(at)));
    // The registers that are set at the start of each block; unknown at first.
    let mut entry: Vec<Option<Set>> = vec![None; cfg.len()];
    entry[0] = Some(start);
    let mut changed = true;
    while changed {
        changed = false;
        for &block in cfg.reverse_post_order() {
            let Some(mut set) = entry[block.index()].clone() else { continue };
            let mut arrive = |to: BlockId, set: &Set| match &mut entry[to.index()] {
                Some(known) => changed |= known.keep(set),
                unknown => {
                    *unknown = Some(set.clone());
                    changed = true;
                }
            };
            for inst in body.block(block) {
                // A call that throws sets nothing.
                if let &Inst::Call { call } = inst
                    && let Some(unwind) = body.calls[call.index()].unwind
                {
                    arrive(unwind, &set);
                }
                each_set(body, inst, |register| set.insert(register));
            }
            each_target(body, block, |to| arrive(to, &set));
        }
    }
    for &block in cfg.reverse_post_order() {
        let Some(mut set) = entry[block.index()].clone() else { continue };
        for inst in body.block(block) {
            each_read(body, inst, |register| {
                if !set.has(register) {
                    let what = format!("%{} may be read before it is set", register.0);
                    verifier.problem(format!("block {}, {inst:?}: {what}", block.0));
                }
            });
            each_set(body, inst, |register| set.insert(register));
        }
    }
}

fn each_target(body: &Body, block: BlockId, mut each: impl FnMut(BlockId)) {
    match body.block(block).last() {
        Some(&Inst::Jump { to }) => each(to),
        Some(&Inst::Branch { yes, no, .. }) => {
            each(yes);
            each(no);
        }
        Some(&Inst::Switch { switch, .. }) => {
            let switch = &body.switches[switch as usize];
            switch.cases.iter().for_each(|&(_, to)| each(to));
            each(switch.default);
        }
        _ => {}
    }
}

/// Calls `each` with the registers that an instruction sets.
fn each_set(body: &Body, inst: &Inst, mut each: impl FnMut(Reg)) {
    match *inst {
        Inst::Binary { dst, .. }
        | Inst::Compare { dst, .. }
        | Inst::Cast { dst, .. }
        | Inst::Select { dst, .. }
        | Inst::Move { dst, .. }
        | Inst::Freeze { dst, .. }
        | Inst::Load { dst, .. }
        | Inst::Offset { dst, .. }
        | Inst::Index { dst, .. }
        | Inst::Alloca { dst, .. }
        | Inst::FloatBinary { dst, .. }
        | Inst::FloatUnary { dst, .. }
        | Inst::FloatCompare { dst, .. }
        | Inst::FloatCast { dst, .. } => each(dst),
        Inst::Intrinsic { op, dst, .. } => {
            (0..op.results() as u32).for_each(|at| each(Reg(dst.0 + at)));
        }
        Inst::Wide { wide } => body.wides[wide as usize].results.iter().for_each(|&r| each(r)),
        Inst::Call { call } => body.calls[call.index()].results.iter().for_each(|&r| each(r)),
        Inst::LandingPad { dst, .. } => {
            each(dst);
            each(Reg(dst.0 + 1));
        }
        Inst::Store { .. }
        | Inst::Resume { .. }
        | Inst::Unsupported { .. }
        | Inst::Jump { .. }
        | Inst::Branch { .. }
        | Inst::Switch { .. }
        | Inst::Return { .. }
        | Inst::Unreachable => {}
    }
}

/// Calls `each` with the registers that an instruction reads.
fn each_read(body: &Body, inst: &Inst, mut each: impl FnMut(Reg)) {
    body.each_operand(inst, |operand| operand.as_register().into_iter().for_each(&mut each));
}
