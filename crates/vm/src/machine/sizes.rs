//! Symbolic sizes: of allocations, and of what is copied or set.
//!
//! A size with few values is tried with each of them. Any other one stays symbolic: an object then has
//! room for the largest size, and a copy is a choice for each byte.

use pikse_expr::Expr;
use pikse_ir::{Operand, Reg};
use pikse_solver::{Branch, Least, Side as Answer};

use super::{Machine, Step};
use crate::memory::{Fresh, Kind, LARGEST, Object};
use crate::state::State;
use crate::value::Value;
use crate::verdict::Cut;
use crate::way::Way;

/// Up to how many values of a size are tried one by one.
const FEW: usize = 8;

/// A size.
#[derive(Clone, Copy, Debug)]
pub(super) enum Size {
    Known(u64),
    /// An expression of 64 bits, with its least and its largest value on the path.
    Between(Expr, u64, u64),
}

impl Machine<'_> {
    /// A size of 64 bits.
    pub(super) fn size(&mut self, state: &mut State, value: Value) -> Step<Size> {
        let expr = match value {
            Value::Concrete(size) => return Ok(Size::Known(size)),
            Value::Symbolic(expr) => expr,
        };
        let expr = self.decidable(state, expr, "a size")?;
        if let Some(size) = self.exprs.as_const(expr) {
            return Ok(Size::Known(size as u64));
        }
        let (least, most, each) = match self.known(state) {
            Some(known) => {
                let Way::Sizes { least, most, each } = known.way else {
                    return Err(self.misfit(state, known));
                };
                self.accept(state, known, None);
                (least, most, each)
            }
            None => {
                self.awake(state)?;
                if state.panicking.is_some() {
                    return Ok(Size::Known(self.example(state, expr)? as u64));
                }
                let (least, most, each) = self.range(state, expr)?;
                self.took(state, Way::Sizes { least, most, each });
                (least, most, each)
            }
        };
        match each {
            _ if least == most => Ok(Size::Known(least)),
            true => Ok(Size::Known(self.one_value(state, Value::Symbolic(expr), 64)?)),
            false => Ok(Size::Between(expr, least, most)),
        }
    }

    /// The least and the largest value of an expression of 64 bits, and whether it has only few.
    fn range(&mut self, state: &mut State, expr: Expr) -> Step<(u64, u64, bool)> {
        let (least, model) = self.least(state, expr)?;
        let opposite = self.exprs.not(expr);
        let (rest, _) = self.least(state, opposite)?;
        let most = !(rest as u64);
        let (mut last, mut count) = (least, 1);
        let mut path = state.path.assume(&mut self.exprs, Expr::TRUE, Some(model));
        while count <= FEW && last < u128::from(most) {
            let constant = self.exprs.constant(64, last);
            let is_after = self.exprs.ult(constant, expr);
            path = match self.solver.assume(&mut self.exprs, &path, is_after) {
                Answer::Possible(path) => path,
                Answer::Impossible => break,
                Answer::Unknown(_, why) => return Err(self.undecided(state, &why)),
            };
            last = match self.solver.least(&mut self.exprs, &path, expr, last + 1) {
                Least::Value(value, _) => value,
                Least::Impossible => break,
                Least::Unknown(why) => return Err(self.undecided(state, &why)),
            };
            count += 1;
        }
        Ok((least as u64, most, count <= FEW))
    }

    /// Whether a condition holds. The state continues where it does; where it does not, another state
    /// does the instruction again.
    pub(super) fn divide(&mut self, state: &mut State, condition: Expr) -> Step<bool> {
        if let Some(holds) = self.exprs.as_const(condition) {
            return Ok(holds == 1);
        }
        let opposite = self.exprs.not(condition);
        if let Some(known) = self.known(state) {
            let Way::Side(holds) = known.way else { return Err(self.misfit(state, known)) };
            let condition = if holds { condition } else { opposite };
            self.accept(state, known, known.is_new_decision().then_some(condition));
            return Ok(holds);
        }
        if self.is_ranged(state) {
            let conditions = [condition, opposite];
            let (depth, mut holds) = (state.decided, true);
            let parts = self.parts(state, &conditions)?;
            let before = self.done.len();
            for (at, (way, mut part)) in parts.into_iter().enumerate() {
                let side = Way::Side(way == 0);
                self.decided(&mut part, side, Some(conditions[way]));
                match at {
                    0 => {
                        (*state, holds) = (part, way == 0);
                        self.done.push(side);
                    }
                    _ => {
                        let own = self.done.split_off(before);
                        self.split_again(depth, part, Some(side), None);
                        self.done.extend(own);
                    }
                }
            }
            return Ok(holds);
        }
        self.awake(state)?;
        let Branch { yes, no } = self.branch(state, condition);
        match (yes, no) {
            (Answer::Impossible, no) => {
                self.took(state, Way::Side(false));
                self.go_on(state, no)?;
                Ok(false)
            }
            (yes, Answer::Impossible) => {
                self.took(state, Way::Side(true));
                self.go_on(state, yes)?;
                Ok(true)
            }
            (yes, Answer::Unknown(path, why)) => {
                let verdict = self.undecided(state, &why);
                let side = (Way::Side(false), Some(opposite));
                self.split_cut(state, Some(path), side, verdict);
                self.take_side(state, condition, yes)
            }
            (yes, Answer::Possible(path)) => {
                let mut other = state.clone();
                other.path = path;
                self.decided(&mut other, Way::Side(false), Some(opposite));
                self.split_again(state.decided, other, Some(Way::Side(false)), None);
                self.take_side(state, condition, yes)
            }
        }
    }

    fn take_side(&mut self, state: &mut State, condition: Expr, side: Answer) -> Step<bool> {
        self.decided(state, Way::Side(true), Some(condition));
        self.done.push(Way::Side(true));
        self.go_on(state, side)?;
        Ok(true)
    }

    /// New heap memory; the null pointer if there is not so much.
    pub(super) fn allocate_heap(
        &mut self,
        state: &mut State,
        size: Value,
        fresh: Fresh,
    ) -> Step<Value> {
        let location = self.user_location(state);
        match self
            .new_object(state, size, |room| Object::filled(Kind::Heap, room, fresh, location))?
        {
            Some(address) => Ok(Value::Concrete(address)),
            // By the rules of the competition, an allocation never fails.
            None if self.options.competition => Err(self.cut(state, Cut::Memory)),
            None => Ok(Value::ZERO),
        }
    }

    /// New memory on the stack.
    pub(super) fn alloca(
        &mut self,
        state: &mut State,
        dst: Reg,
        count: Operand,
        size: u32,
    ) -> Step<()> {
        let count = self.value(state, count);
        let bytes = match count {
            Value::Concrete(count) => Value::Concrete(count.saturating_mul(u64::from(size))),
            Value::Symbolic(count) => {
                let scale = self.exprs.constant(64, u128::from(size));
                let product = self.exprs.mul(count, scale);
                let largest =
                    self.exprs.constant(64, u128::from(u64::MAX / u64::from(size.max(1))));
                let fits = self.exprs.ule(count, largest);
                if !self.divide(state, fits)? {
                    return Err(self.cut(state, Cut::Memory));
                }
                Value::of(&self.exprs, product)
            }
        };
        let location = self.location(state);
        let made =
            self.new_object(state, bytes, |room| Object::unwritten(Kind::Stack, room, location))?;
        let Some(address) = made else { return Err(self.cut(state, Cut::Memory)) };
        state.top.locals.push(state.memory.place(address).0);
        self.set(state, dst, Value::Concrete(address));
        Ok(())
    }

    /// A new object; none if there is not so much memory.
    fn new_object(
        &mut self,
        state: &mut State,
        size: Value,
        make: impl FnOnce(u64) -> Object,
    ) -> Step<Option<u64>> {
        let left = self.options.memory.saturating_sub(state.memory.allocated()).min(LARGEST);
        if let Value::Symbolic(expr) = size {
            let expr = self.decidable(state, expr, "a size")?;
            let left = self.exprs.constant(64, u128::from(left));
            let fits = self.exprs.ule(expr, left);
            if !self.divide(state, fits)? {
                return Ok(None);
            }
        }
        let object = match self.size(state, size)? {
            Size::Known(size) if size > left => return Ok(None),
            Size::Known(size) => make(size),
            Size::Between(length, least, most) => make(most).with_length(length, least),
        };
        match state.memory.add(object) {
            Some(number) => Ok(Some(state.memory.address(number, 0))),
            None => Err(self.cut(state, Cut::Memory)),
        }
    }

    /// The size of an object.
    pub(super) fn size_of_object(&self, object: &Object) -> Value {
        match object.length() {
            Some(length) => Value::of(&self.exprs, length),
            None => Value::Concrete(object.size()),
        }
    }
}
