//! Intrinsics of LLVM.

use pikse_expr::Expr;
use pikse_ir::{Binary, Intrinsic, Operand, Reg};

use super::{Machine, Step};
use crate::state::State;
use crate::value::{Value, mask};
use crate::verdict::ErrorKind;

impl Machine<'_> {
    pub(super) fn intrinsic(
        &mut self,
        state: &mut State,
        op: Intrinsic,
        width: u32,
        dst: Reg,
        [a, b, c]: [Operand; 3],
    ) -> Step<()> {
        use Intrinsic as I;
        let value = |machine: &Self, operand| machine.value(state, operand);
        match op {
            I::PopCount | I::LeadingZeros | I::TrailingZeros | I::SwapBytes | I::ReverseBits => {
                let a = value(self, a);
                let result = match a {
                    Value::Concrete(bits) => Value::Concrete(count_bits(op, width, bits)),
                    Value::Symbolic(expr) => {
                        let result = self.bits(op, width, expr);
                        Value::of(&self.exprs, result)
                    }
                };
                self.set(state, dst, result);
            }
            I::FunnelLeft | I::FunnelRight => {
                let [a, b, c] =
                    [a, b, c].map(|operand| value(self, operand).expr(&mut self.exprs, width));
                let result = self.funnel(op == I::FunnelLeft, width, a, b, c);
                self.set_expr(state, dst, result);
            }
            I::AddOverflowsUnsigned
            | I::AddOverflowsSigned
            | I::SubOverflowsUnsigned
            | I::SubOverflowsSigned
            | I::MulOverflowsUnsigned
            | I::MulOverflowsSigned => {
                let (op, is_signed) = checked(op);
                let (a, b) = (value(self, a), value(self, b));
                let (result, overflows) = match (a, b) {
                    (Value::Concrete(a), Value::Concrete(b)) => {
                        let (result, overflows) = checked_number(op, is_signed, width, a, b);
                        (Value::Concrete(result), Value::Concrete(u64::from(overflows)))
                    }
                    (a, b) => {
                        let a = a.expr(&mut self.exprs, width);
                        let b = b.expr(&mut self.exprs, width);
                        let result = self.plain_result(op, a, b);
                        let overflows = self.overflows(op, is_signed, a, b);
                        (Value::of(&self.exprs, result), Value::of(&self.exprs, overflows))
                    }
                };
                self.set(state, dst, result);
                self.set(state, Reg(dst.0 + 1), overflows);
            }
            I::AddSaturatingUnsigned
            | I::AddSaturatingSigned
            | I::SubSaturatingUnsigned
            | I::SubSaturatingSigned
            | I::ShlSaturatingUnsigned
            | I::ShlSaturatingSigned => {
                let a = value(self, a).expr(&mut self.exprs, width);
                let b = value(self, b).expr(&mut self.exprs, width);
                let result = self.saturating(op, width, a, b);
                self.set_expr(state, dst, result);
            }
            I::CopyMemory | I::MoveMemory => {
                let (to, from, length) = (value(self, a), value(self, b), value(self, c));
                self.copy_length(state, to, from, length)?;
            }
            I::SetMemory => {
                let (to, byte, length) = (value(self, a), value(self, b), value(self, c));
                self.fill_length(state, to, byte, length)?;
            }
            I::FusedMultiplyAdd => {
                self.multiply_add(state, width, dst, [a, b, c])?;
            }
            I::FloatClass => {
                let classes = value_number(value(self, b));
                let number = value(self, a);
                let result = match width {
                    80 => self.long_class(state, number, classes)?,
                    _ => self.float_class(number, width, classes),
                };
                self.set(state, dst, result);
            }
            I::VaStart => {
                let list = value(self, a);
                match width {
                    32 => self.va_start_narrow(state, list)?,
                    _ => self.va_start(state, list)?,
                }
            }
            I::VaEnd | I::LifetimeStart | I::LifetimeEnd => {}
            I::VaCopy => {
                let (to, from) = (value(self, a), value(self, b));
                self.copy(state, to, from, if width == 32 { 4 } else { 24 })?;
            }
            I::StackSave => {
                let count = state.top.locals.len() as u64;
                self.set(state, dst, Value::Concrete(count));
            }
            I::StackRestore => {
                let count = value_number(value(self, a)) as usize;
                while state.top.locals.len() > count {
                    if let Some(number) = state.top.locals.pop() {
                        state.memory.remove(number);
                    }
                }
            }
            I::Assume => {
                if self.options.undefined_behaviour {
                    let condition = value(self, a).expr(&mut self.exprs, 1);
                    let message = "an assumption given to the compiler is false";
                    self.require(state, condition, ErrorKind::BrokenPromise, message)?;
                }
            }
            I::NotZero => {
                if self.options.undefined_behaviour {
                    let number = value(self, a).expr(&mut self.exprs, width);
                    let is_counted = self.exprs.is_nonzero(number);
                    let message = "the zeros before or after the ones of 0 are counted, as by \
                                   `__builtin_clz(0)`";
                    self.require(state, is_counted, ErrorKind::BrokenPromise, message)?;
                }
            }
            I::InVector => {
                let place = value(self, a).expr(&mut self.exprs, width);
                let count = value(self, b).expr(&mut self.exprs, width);
                let number = self.exprs.as_const(count).unwrap_or(0);
                let inside = self.exprs.ult(place, count);
                let message =
                    format!("the index is not below {number}, the elements of the vector");
                self.require(state, inside, ErrorKind::OutOfBounds, &message)?;
            }
            I::BadJump => {
                let message = "a computed jump to an address that is no label of the function";
                return Err(self.error(state, ErrorKind::BadCall, message));
            }
            I::Trap => {
                let message = "the program executed a trap".to_owned();
                return Err(self.fail(state, ErrorKind::Abort, message));
            }
            I::ObjectSize => {
                let address = value(self, a);
                let size = match address {
                    Value::Concrete(address) => self.room(state, address).unwrap_or(u64::MAX),
                    Value::Symbolic(_) => u64::MAX,
                };
                self.set(state, dst, Value::Concrete(size & mask(width)));
            }
            I::TypeIdFor => {
                let address = self.plain(state, a, 64)?;
                let number = self.type_id(address);
                self.set(state, dst, Value::Concrete(u64::from(number)));
            }
            I::FrameAddress => self.set(state, dst, Value::ZERO),
            I::CycleCounter => {
                let now = state.instructions;
                self.set(state, dst, Value::Concrete(now & mask(width)));
            }
        }
        Ok(())
    }

    fn plain_result(&mut self, op: Binary, a: Expr, b: Expr) -> Expr {
        match op {
            Binary::Add => self.exprs.add(a, b),
            Binary::Sub => self.exprs.sub(a, b),
            _ => self.exprs.mul(a, b),
        }
    }

    /// Bits counted or put in another order.
    pub(super) fn bits(&mut self, op: Intrinsic, width: u32, a: Expr) -> Expr {
        let exprs = &mut self.exprs;
        let bit = |exprs: &mut pikse_expr::Exprs, k| exprs.extract(a, k, 1);
        match op {
            Intrinsic::SwapBytes => {
                let mut result = exprs.extract(a, 0, 8);
                for k in 1..width / 8 {
                    let byte = exprs.extract(a, k * 8, 8);
                    result = exprs.concat(result, byte);
                }
                result
            }
            Intrinsic::ReverseBits => {
                let mut result = bit(exprs, 0);
                for k in 1..width {
                    let next = bit(exprs, k);
                    result = exprs.concat(result, next);
                }
                result
            }
            Intrinsic::PopCount => {
                let mut sum = exprs.constant(width, 0);
                for k in 0..width {
                    let next = bit(exprs, k);
                    let next = exprs.of_bool(next, width);
                    sum = exprs.add(sum, next);
                }
                sum
            }
            // The first 1 from the one end or the other decides.
            _ => {
                let mut result = exprs.constant(width, u128::from(width));
                for k in 0..width {
                    // The bit that decides last is tested last.
                    let at = if op == Intrinsic::LeadingZeros { k } else { width - 1 - k };
                    let count = exprs.constant(width, u128::from(width - 1 - k));
                    let is_set = bit(exprs, at);
                    result = exprs.ite(is_set, count, result);
                }
                result
            }
        }
    }

    /// A word out of two, shifted.
    fn funnel(&mut self, left: bool, width: u32, a: Expr, b: Expr, by: Expr) -> Expr {
        let exprs = &mut self.exprs;
        let constant = exprs.constant(width, u128::from(width));
        // The width itself may not fit into so few bits; then every amount is below it.
        let by = match exprs.as_const(constant) {
            Some(0) => by,
            _ => exprs.urem(by, constant),
        };
        let zero = exprs.constant(width, 0);
        let none = exprs.eq(by, zero);
        let rest = exprs.sub(constant, by);
        let (high, low, same) = match left {
            true => (exprs.shl(a, by), exprs.lshr(b, rest), a),
            false => (exprs.shl(a, rest), exprs.lshr(b, by), b),
        };
        let both = exprs.or(high, low);
        exprs.ite(none, same, both)
    }

    /// The nearest number that there is.
    fn saturating(&mut self, op: Intrinsic, width: u32, a: Expr, b: Expr) -> Expr {
        use Intrinsic as I;
        let most = pikse_expr::bits::mask(width);
        let is_signed =
            matches!(op, I::AddSaturatingSigned | I::SubSaturatingSigned | I::ShlSaturatingSigned);
        let (result, wrong) = match op {
            I::AddSaturatingSigned | I::AddSaturatingUnsigned => {
                (self.exprs.add(a, b), self.overflows(Binary::Add, is_signed, a, b))
            }
            I::SubSaturatingSigned | I::SubSaturatingUnsigned => {
                (self.exprs.sub(a, b), self.overflows(Binary::Sub, is_signed, a, b))
            }
            _ => {
                let result = self.exprs.shl(a, b);
                let back = match is_signed {
                    true => self.exprs.ashr(result, b),
                    false => self.exprs.lshr(result, b),
                };
                (result, self.exprs.ne(back, a))
            }
        };
        let limit = match op {
            I::SubSaturatingUnsigned => self.exprs.constant(width, 0),
            _ if !is_signed => self.exprs.constant(width, most),
            _ => {
                let zero = self.exprs.constant(width, 0);
                let negative = self.exprs.slt(a, zero);
                let least = self.exprs.constant(width, pikse_expr::bits::sign_bit(width));
                let largest = self.exprs.constant(width, most >> 1);
                self.exprs.ite(negative, least, largest)
            }
        };
        self.exprs.ite(wrong, limit, result)
    }
}

fn value_number(value: Value) -> u64 {
    value.concrete().unwrap_or(0)
}

fn checked(op: Intrinsic) -> (Binary, bool) {
    match op {
        Intrinsic::AddOverflowsUnsigned => (Binary::Add, false),
        Intrinsic::AddOverflowsSigned => (Binary::Add, true),
        Intrinsic::SubOverflowsUnsigned => (Binary::Sub, false),
        Intrinsic::SubOverflowsSigned => (Binary::Sub, true),
        Intrinsic::MulOverflowsUnsigned => (Binary::Mul, false),
        _ => (Binary::Mul, true),
    }
}

/// A sum, difference or product of plain numbers, and whether it does not fit.
fn checked_number(op: Binary, is_signed: bool, width: u32, a: u64, b: u64) -> (u64, bool) {
    let wide = |bits| match is_signed {
        true => i128::from(crate::value::signed(width, bits)),
        false => i128::from(bits),
    };
    let (x, y) = (wide(a), wide(b));
    let exact = match op {
        Binary::Add => x + y,
        Binary::Sub => x - y,
        // Two unsigned numbers of 64 bits may have a product of 128 bits.
        _ => x.wrapping_mul(y),
    };
    let result = exact as u64 & mask(width);
    let overflows = match op {
        Binary::Mul if !is_signed => (u128::from(a) * u128::from(b)) >> width != 0,
        _ => wide(result) != exact,
    };
    (result, overflows)
}

fn count_bits(op: Intrinsic, width: u32, bits: u64) -> u64 {
    let zeros_above = u64::from(64 - width);
    match op {
        Intrinsic::PopCount => u64::from(bits.count_ones()),
        Intrinsic::LeadingZeros => u64::from(bits.leading_zeros()) - zeros_above,
        Intrinsic::TrailingZeros => u64::from(bits.trailing_zeros().min(width)),
        Intrinsic::SwapBytes => bits.swap_bytes() >> zeros_above,
        _ => bits.reverse_bits() >> zeros_above,
    }
}
