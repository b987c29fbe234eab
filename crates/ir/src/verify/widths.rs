//! The rules for single instructions: widths agree, and indices exist.

use super::{Verifier, fits};
use crate::ids::Reg;
use crate::inst::{Cast, FloatBinary, FloatCast, Inst, Intrinsic, Operand, Wide, WideOp};
use crate::program::{Body, Constant, Function};

/// Whether an instruction only computes, so that it may be in an edge block.
pub(super) fn is_plain(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Move { .. }
            | Inst::Binary { .. }
            | Inst::Cast { .. }
            | Inst::Offset { .. }
            | Inst::Index { .. }
            | Inst::Unsupported { .. }
    )
}

impl Verifier<'_> {
    pub(super) fn inst(&mut self, function: &Function, body: &Body, inst: &Inst) {
        match *inst {
            Inst::Binary { width, dst, a, b, .. } => {
                self.register(body, dst, width);
                self.both(body, a, b, width);
            }
            Inst::Compare { width, dst, a, b, .. } => {
                self.register(body, dst, 1);
                self.both(body, a, b, width);
            }
            Inst::Cast { op, from, to, dst, a } => {
                self.register(body, dst, to);
                self.operand(body, a, from);
                let good = if op == Cast::Trunc { to < from } else { to > from };
                self.check(good, || format!("{op:?} from {from} to {to} bits"));
            }
            Inst::Select { width, dst, condition, yes, no } => {
                self.register(body, dst, width);
                self.operand(body, condition, 1);
                self.both(body, yes, no, width);
            }
            Inst::Move { dst, a } => {
                if let Some(width) = self.width(body, a) {
                    self.register(body, dst, width);
                }
            }
            Inst::Freeze { width, dst, a } => {
                self.register(body, dst, width);
                self.operand(body, a, width);
            }
            Inst::Load { width, align, dst, address } => {
                self.register(body, dst, width);
                self.operand(body, address, 64);
                self.check(align.is_power_of_two(), || format!("it is aligned to {align}"));
            }
            Inst::Store { width, align, value, address } => {
                self.operand(body, value, width);
                self.operand(body, address, 64);
                self.check(align.is_power_of_two(), || format!("it is aligned to {align}"));
            }
            Inst::Offset { dst, base, .. } => {
                self.register(body, dst, 64);
                self.operand(body, base, 64);
            }
            Inst::Index { width, dst, base, index, .. } => {
                self.register(body, dst, 64);
                self.operand(body, base, 64);
                self.operand(body, index, width);
                self.check(width <= 64, || format!("an index of {width} bits"));
            }
            Inst::Alloca { align, dst, count, .. } => {
                self.register(body, dst, 64);
                self.operand(body, count, 64);
                self.check(align.is_power_of_two(), || format!("it is aligned to {align}"));
            }
            Inst::FloatBinary { op, width, dst, a, b } => {
                self.float(width);
                self.register(body, dst, width);
                self.operand(body, a, width);
                let whole = matches!(op, FloatBinary::Ldexp | FloatBinary::Powi);
                self.operand(body, b, if whole { 32 } else { width });
            }
            Inst::FloatUnary { width, dst, a, .. } => {
                self.float(width);
                self.register(body, dst, width);
                self.operand(body, a, width);
            }
            Inst::FloatCompare { width, dst, a, b, .. } => {
                self.float(width);
                self.register(body, dst, 1);
                self.both(body, a, b, width);
            }
            Inst::FloatCast { op, from, to, dst, a } => {
                self.register(body, dst, to);
                self.operand(body, a, from);
                self.float_cast(op, from, to);
            }
            Inst::Intrinsic { op, width, dst, a, b, c } => {
                self.intrinsic(body, op, width, dst, [a, b, c]);
            }
            Inst::Wide { wide } => match body.wides.get(wide as usize) {
                Some(wide) => self.wide(body, wide),
                None => self.problem("there is no such operation"),
            },
            Inst::Call { call } => match body.calls.get(call.index()) {
                Some(call) => self.call(body, call),
                None => self.problem("there is no such call"),
            },
            Inst::LandingPad { pad, dst } => {
                self.register(body, dst, 64);
                self.register(body, Reg(dst.0 + 1), 32);
                match body.pads.get(pad as usize) {
                    Some(pad) => pad.clauses.iter().for_each(|clause| self.clause(body, clause)),
                    None => self.problem("there is no such landing pad"),
                }
            }
            Inst::Resume { exception, selector } => {
                self.operand(body, exception, 64);
                self.operand(body, selector, 32);
            }
            Inst::Unsupported { what } => {
                let there = what.index() < self.program.texts.len();
                self.check(there, || "there is no such text".to_owned());
            }
            Inst::Jump { to } => self.block(body, to),
            Inst::Branch { condition, yes, no } => {
                self.operand(body, condition, 1);
                self.block(body, yes);
                self.block(body, no);
            }
            Inst::Switch { width, value, switch } => self.switch(body, width, value, switch),
            Inst::Return { values } => self.returns(function, body, values),
            Inst::Unreachable => {}
        }
    }

    fn wide(&mut self, body: &Body, wide: &Wide) {
        let words = |at: u32| (wide.width - at).min(64) as u8;
        let whole: Vec<u8> = (0..wide.width).step_by(64).map(words).collect();
        let (one, two) = (whole.clone(), Vec::new());
        let mut more = whole.clone();
        more.push(1);
        let (a, b, results) = match wide.op {
            WideOp::PopCount
            | WideOp::LeadingZeros
            | WideOp::TrailingZeros
            | WideOp::SwapBytes
            | WideOp::ReverseBits => (one, two, whole),
            WideOp::MulOverflowsUnsigned | WideOp::MulOverflowsSigned => (one, whole, more),
            WideOp::FromFloat { float, .. } => (vec![float], two, whole),
            WideOp::ToFloat { float, .. } => (one, two, vec![float]),
            _ => (one, whole.clone(), whole),
        };
        let counts = (a.len(), b.len(), results.len());
        let found = (wide.a.len(), wide.b.len(), wide.results.len());
        self.check(counts == found, || format!("{found:?} scalars in place of {counts:?}"));
        for (&operand, &width) in wide.a.iter().chain(&wide.b).zip(a.iter().chain(&b)) {
            self.operand(body, operand, width);
        }
        for (&register, &width) in wide.results.iter().zip(&results) {
            self.register(body, register, width);
        }
    }

    fn both(&mut self, body: &Body, a: Operand, b: Operand, width: u8) {
        self.operand(body, a, width);
        self.operand(body, b, width);
    }

    fn float(&mut self, width: u8) {
        let good = matches!(width, 16 | 32 | 64 | 80 | 128);
        self.check(good, || format!("a floating-point number of {width} bits"));
    }

    fn float_cast(&mut self, op: FloatCast, from: u8, to: u8) {
        match op {
            FloatCast::Extend | FloatCast::Truncate => {
                self.float(from);
                self.float(to);
                let good = if op == FloatCast::Extend { from < to } else { to < from };
                self.check(good, || format!("{op:?} from {from} to {to} bits"));
            }
            FloatCast::FromUnsigned | FloatCast::FromSigned => self.float(to),
            FloatCast::ToUnsigned
            | FloatCast::ToSigned
            | FloatCast::ToUnsignedSaturating
            | FloatCast::ToSignedSaturating => self.float(from),
        }
    }

    fn switch(&mut self, body: &Body, width: u8, value: Operand, switch: u32) {
        self.operand(body, value, width);
        let Some(switch) = body.switches.get(switch as usize) else {
            return self.problem("there is no such switch");
        };
        self.block(body, switch.default);
        for &(value, to) in &switch.cases {
            self.block(body, to);
            self.check(fits(width, value), || {
                format!("the case {value} does not fit in {width} bits")
            });
        }
        let sorted = switch.cases.windows(2).all(|pair| pair[0].0 < pair[1].0);
        self.check(sorted, || "the cases are not in order".to_owned());
    }

    fn returns(&mut self, function: &Function, body: &Body, values: u32) {
        let Some(values) = body.returns.get(values as usize) else {
            return self.problem("there is no such list");
        };
        let widths: Vec<Option<u8>> = values.iter().map(|&value| self.width(body, value)).collect();
        let good = widths.into_iter().eq(function.results.iter().map(|&width| Some(width)));
        self.check(good, || {
            "the returned values are not those that the function returns".to_owned()
        });
    }

    fn intrinsic(
        &mut self,
        body: &Body,
        op: Intrinsic,
        width: u8,
        dst: Reg,
        operands: [Operand; 3],
    ) {
        let (taken, given) = widths(op, width);
        debug_assert_eq!((taken.len(), given.len()), (op.operands(), op.results()));
        for (at, &operand) in operands.iter().enumerate() {
            match taken.get(at) {
                Some(&width) => self.operand(body, operand, width),
                None => {
                    let constant = operand.as_constant();
                    let constant = constant.and_then(|id| self.program.constants.get(id.index()));
                    let good = matches!(constant, Some(Constant::Int { value: 0, .. }));
                    self.check(good, || format!("{operand:?} is not an operand of {op:?}"));
                }
            }
        }
        for (at, &width) in given.iter().enumerate() {
            self.register(body, Reg(dst.0 + at as u32), width);
        }
        self.check(!given.is_empty() || dst == Reg(0), || "it sets nothing".to_owned());
        match op {
            Intrinsic::SwapBytes => {
                self.check(width.is_multiple_of(16), || {
                    format!("{width} bits are not pairs of bytes")
                });
            }
            Intrinsic::FloatClass if width == 80 => {}
            Intrinsic::FusedMultiplyAdd | Intrinsic::FloatClass => self.float(width),
            _ => {}
        }
    }
}

/// The widths of an intrinsic's operands and results.
fn widths(op: Intrinsic, width: u8) -> (Vec<u8>, Vec<u8>) {
    let (taken, given): (&[u8], &[u8]) = match op {
        Intrinsic::PopCount
        | Intrinsic::LeadingZeros
        | Intrinsic::TrailingZeros
        | Intrinsic::SwapBytes
        | Intrinsic::ReverseBits => (&[width], &[width]),
        Intrinsic::FunnelLeft | Intrinsic::FunnelRight | Intrinsic::FusedMultiplyAdd => {
            (&[width; 3], &[width])
        }
        Intrinsic::AddOverflowsUnsigned
        | Intrinsic::AddOverflowsSigned
        | Intrinsic::SubOverflowsUnsigned
        | Intrinsic::SubOverflowsSigned
        | Intrinsic::MulOverflowsUnsigned
        | Intrinsic::MulOverflowsSigned => (&[width; 2], &[width, 1]),
        Intrinsic::AddSaturatingUnsigned
        | Intrinsic::AddSaturatingSigned
        | Intrinsic::SubSaturatingUnsigned
        | Intrinsic::SubSaturatingSigned
        | Intrinsic::ShlSaturatingUnsigned
        | Intrinsic::ShlSaturatingSigned => (&[width; 2], &[width]),
        Intrinsic::CopyMemory | Intrinsic::MoveMemory => (&[64, 64, 64], &[]),
        Intrinsic::SetMemory => (&[64, 8, 64], &[]),
        Intrinsic::FloatClass => (&[width, 32], &[1]),
        Intrinsic::VaStart
        | Intrinsic::VaEnd
        | Intrinsic::StackRestore
        | Intrinsic::LifetimeStart
        | Intrinsic::LifetimeEnd => (&[64], &[]),
        Intrinsic::VaCopy => (&[64, 64], &[]),
        Intrinsic::StackSave | Intrinsic::FrameAddress | Intrinsic::CycleCounter => (&[], &[64]),
        Intrinsic::Assume => (&[1], &[]),
        Intrinsic::NotZero => (&[width], &[]),
        Intrinsic::InVector => (&[width, width], &[]),
        Intrinsic::Trap | Intrinsic::BadJump => (&[], &[]),
        Intrinsic::ObjectSize => (&[64], &[width]),
        Intrinsic::TypeIdFor => (&[64], &[32]),
    };
    (taken.to_vec(), given.to_vec())
}
