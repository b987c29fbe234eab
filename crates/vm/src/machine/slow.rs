//! Symbolic arithmetic, branches, and everything that may end a path.

use pikse_expr::{Binary as Op, Expr, View};
use pikse_ir::{Binary, BlockId, Cast, Compare, Flags, Inst, Operand, Reg};
use pikse_solver::Side as Answer;

use super::{Flow, Machine, Step};
use crate::state::State;
use crate::value::Value;
use crate::verdict::{Cut, ErrorKind};
use crate::way::Way;

/// The operator of expressions with the same meaning.
fn operator(op: Binary) -> Op {
    match op {
        Binary::Add => Op::Add,
        Binary::Sub => Op::Sub,
        Binary::Mul => Op::Mul,
        Binary::Udiv => Op::Udiv,
        Binary::Sdiv => Op::Sdiv,
        Binary::Urem => Op::Urem,
        Binary::Srem => Op::Srem,
        Binary::And => Op::And,
        Binary::Or => Op::Or,
        Binary::Xor => Op::Xor,
        Binary::Shl => Op::Shl,
        Binary::Lshr => Op::Lshr,
        Binary::Ashr => Op::Ashr,
    }
}

impl Machine<'_> {
    /// Does one instruction.
    pub(super) fn slow(&mut self, state: &mut State, inst: Inst) -> Step<Flow> {
        match inst {
            Inst::Binary { op, width, flags, dst, a, b } => {
                let width = u32::from(width);
                let a = self.value(state, a).expr(&mut self.exprs, width);
                let b = self.value(state, b).expr(&mut self.exprs, width);
                self.binary(state, op, flags, dst, a, b)?;
            }
            Inst::Compare { op, width, dst, a, b } => {
                let width = u32::from(width);
                let a = self.value(state, a).expr(&mut self.exprs, width);
                let b = self.value(state, b).expr(&mut self.exprs, width);
                let result = match op {
                    Compare::Eq => self.exprs.eq(a, b),
                    Compare::Ne => self.exprs.ne(a, b),
                    Compare::Ult => self.exprs.ult(a, b),
                    Compare::Ule => self.exprs.ule(a, b),
                    Compare::Slt => self.exprs.slt(a, b),
                    Compare::Sle => self.exprs.sle(a, b),
                };
                self.set_expr(state, dst, result);
            }
            Inst::Cast { op, from, to, dst, a } => {
                let a = self.value(state, a).expr(&mut self.exprs, u32::from(from));
                let to = u32::from(to);
                let result = match op {
                    Cast::Zext => self.exprs.zext(a, to),
                    Cast::Sext => self.exprs.sext(a, to),
                    Cast::Trunc => self.exprs.trunc(a, to),
                };
                self.set_expr(state, dst, result);
            }
            Inst::Select { width, dst, condition, yes, no } => {
                let width = u32::from(width);
                let condition = self.value(state, condition).expr(&mut self.exprs, 1);
                let yes = self.value(state, yes).expr(&mut self.exprs, width);
                let no = self.value(state, no).expr(&mut self.exprs, width);
                let result = self.exprs.ite(condition, yes, no);
                self.set_expr(state, dst, result);
            }
            Inst::Move { dst, a } => {
                let value = self.value(state, a);
                self.set(state, dst, value);
            }
            Inst::Freeze { dst, a, .. } => self.freeze(state, dst, a),
            Inst::Offset { dst, base, offset } => {
                let base = self.value(state, base).expr(&mut self.exprs, 64);
                let result = self.exprs.add_const(base, offset as u64 as u128);
                self.set_expr(state, dst, result);
            }
            Inst::Index { width, dst, base, index, scale } => {
                let base = self.value(state, base).expr(&mut self.exprs, 64);
                let index = self.value(state, index).expr(&mut self.exprs, u32::from(width));
                let index = match width {
                    ..64 => self.exprs.sext(index, 64),
                    64 => index,
                    _ => self.exprs.trunc(index, 64),
                };
                let scale = self.exprs.constant(64, u128::from(scale));
                let offset = self.exprs.mul(index, scale);
                let result = self.exprs.add(base, offset);
                self.set_expr(state, dst, result);
            }
            Inst::Load { width, align, dst, address } => {
                let address = self.value(state, address);
                let value = self.load(state, address, u32::from(width), u32::from(align))?;
                self.set(state, dst, value);
            }
            Inst::Store { width, align, value, address } => {
                let (address, value) = (self.value(state, address), self.value(state, value));
                self.store(state, address, value, u32::from(width), u32::from(align))?;
            }
            Inst::Alloca { dst, count, size, .. } => {
                self.alloca(state, dst, count, size)?;
            }
            Inst::FloatBinary { .. }
            | Inst::FloatUnary { .. }
            | Inst::FloatCompare { .. }
            | Inst::FloatCast { .. } => self.float(state, inst)?,
            Inst::Intrinsic { op, width, dst, a, b, c } => {
                self.intrinsic(state, op, u32::from(width), dst, [a, b, c])?;
            }
            Inst::Wide { wide } => self.wide(state, wide)?,
            Inst::Call { call } => return self.call(state, call),
            Inst::LandingPad { pad, dst } => self.landing_pad(state, pad, dst)?,
            Inst::Resume { exception, .. } => {
                let exception = self.value(state, exception);
                return self.resume(state, exception);
            }
            Inst::Unsupported { what } => {
                return Err(self.unsupported(state, self.program.text(what)));
            }
            Inst::Jump { to } => {
                self.jump(state, to);
                return Ok(Flow::Frame);
            }
            Inst::Branch { condition, yes, no } => {
                return self.split_branch(state, condition, yes, no);
            }
            Inst::Switch { width, value, switch } => {
                return self.switch(state, u32::from(width), value, switch);
            }
            Inst::Return { values } => return self.ret(state, values),
            Inst::Unreachable => {
                let message = "execution reached code that the compiler may assume unreachable";
                return Err(self.error(state, ErrorKind::Unreachable, message));
            }
        }
        Ok(Flow::Next)
    }

    fn binary(
        &mut self,
        state: &mut State,
        op: Binary,
        flags: Flags,
        dst: Reg,
        a: Expr,
        b: Expr,
    ) -> Step<()> {
        let width = self.exprs.width(a);
        let constant = |machine: &mut Self, value| machine.exprs.constant(width, value);
        match op {
            Binary::Udiv | Binary::Urem | Binary::Sdiv | Binary::Srem => {
                let zero = constant(self, 0);
                let fits = self.exprs.ne(b, zero);
                self.require(state, fits, ErrorKind::DivisionByZero, "division by zero")?;
                if matches!(op, Binary::Sdiv | Binary::Srem) {
                    let least = constant(self, pikse_expr::bits::sign_bit(width));
                    let minus = constant(self, u128::MAX);
                    let (x, y) = (self.exprs.eq(a, least), self.exprs.eq(b, minus));
                    let both = self.exprs.and(x, y);
                    let fits = self.exprs.not(both);
                    let message = "the smallest integer is divided by -1";
                    self.require(state, fits, ErrorKind::Overflow, message)?;
                }
            }
            Binary::Shl | Binary::Lshr | Binary::Ashr if self.options.undefined_behaviour => {
                let limit = constant(self, u128::from(width));
                // A width that the operand cannot hold is never reached.
                let fits = match self.exprs.as_const(limit) {
                    Some(0) => Expr::TRUE,
                    _ => self.exprs.ult(b, limit),
                };
                let message = format!("a {width}-bit number is shifted by {width} bits or more");
                self.require(state, fits, ErrorKind::Shift, &message)?;
            }
            _ => {}
        }
        if self.options.undefined_behaviour {
            self.no_wrap(state, op, flags, a, b)?;
        }
        let result = self.exprs.binary(operator(op), a, b);
        self.set_expr(state, dst, result);
        Ok(())
    }

    /// Checks that nothing is lost where the compiler assumes so: sums, differences, products and
    /// shifts to the left do not overflow, quotients and shifts to the right are exact.
    fn no_wrap(
        &mut self,
        state: &mut State,
        op: Binary,
        flags: Flags,
        a: Expr,
        b: Expr,
    ) -> Step<()> {
        let word = match op {
            Binary::Add => "sum",
            Binary::Sub => "difference",
            Binary::Mul => "product",
            Binary::Shl => "shift",
            _ if flags.has(Flags::EXACT) => {
                let exprs = &mut self.exprs;
                let (back, what) = match op {
                    Binary::Lshr | Binary::Ashr => {
                        let shifted = exprs.binary(operator(op), a, b);
                        (exprs.shl(shifted, b), "a shift to the right loses bits")
                    }
                    _ => {
                        let quotient = exprs.binary(operator(op), a, b);
                        (exprs.mul(quotient, b), "a division has a remainder")
                    }
                };
                let is_exact = exprs.eq(back, a);
                let message = format!("{what}, such as the difference of unrelated pointers");
                return self.require(state, is_exact, ErrorKind::BrokenPromise, &message);
            }
            _ => return Ok(()),
        };
        for (flag, is_signed) in [(Flags::NO_SIGNED_WRAP, true), (Flags::NO_UNSIGNED_WRAP, false)] {
            if flags.has(flag) {
                let overflows = self.overflows(op, is_signed, a, b);
                let fits = self.exprs.not(overflows);
                let width = self.exprs.width(a);
                let sign = if is_signed { "a signed" } else { "an unsigned" };
                let message = format!("{sign} {word} does not fit into {width} bits");
                self.require(state, fits, ErrorKind::Overflow, &message)?;
            }
        }
        Ok(())
    }

    /// Some value for an undefined result.
    fn freeze(&mut self, state: &mut State, dst: Reg, a: Operand) {
        let value = self.value(state, a);
        let frozen = match value {
            Value::Symbolic(expr) => {
                let expr = self.as_zero(expr);
                Value::of(&self.exprs, expr)
            }
            value => value,
        };
        self.set(state, dst, frozen);
    }

    fn split_branch(
        &mut self,
        state: &mut State,
        condition: Operand,
        yes: BlockId,
        no: BlockId,
    ) -> Step<Flow> {
        let condition = self.value(state, condition).expr(&mut self.exprs, 1);
        let condition = self.decidable(state, condition, "a branch")?;
        if let Some(holds) = self.exprs.as_const(condition) {
            self.take(state, if holds == 1 { yes } else { no });
            return Ok(Flow::Frame);
        }
        if let Some(known) = self.known(state) {
            let Way::Side(holds) = known.way else { return Err(self.misfit(state, known)) };
            if known.is_new_decision() {
                self.count_split(state)?;
                if state.is_unsplit {
                    self.note_unsplit(state);
                }
            }
            let condition = if holds { condition } else { self.exprs.not(condition) };
            self.accept(state, known, known.is_new_decision().then_some(condition));
            self.take(state, if holds { yes } else { no });
            return Ok(Flow::Frame);
        }
        if let Some(holds) = self.solver.settled(&mut self.exprs, &state.path, condition) {
            self.took(state, Way::Side(holds));
            self.take(state, if holds { yes } else { no });
            return Ok(Flow::Frame);
        }
        if self.is_ranged(state) {
            let opposite = self.exprs.not(condition);
            let conditions = [condition, opposite];
            let depth = state.decided;
            for (at, (way, mut part)) in self.parts(state, &conditions)?.into_iter().enumerate() {
                self.decided(&mut part, Way::Side(way == 0), Some(conditions[way]));
                self.take(&mut part, if way == 0 { yes } else { no });
                self.continue_or_wait(state, part, at, depth);
            }
            return Ok(Flow::Frame);
        }
        self.awake(state)?;
        let opposite = self.exprs.not(condition);
        let branch = self.branch(state, condition);
        match (branch.yes, branch.no) {
            (Answer::Possible(path), Answer::Impossible) => {
                self.took(state, Way::Side(true));
                state.path = path;
                self.take(state, yes);
            }
            (Answer::Impossible, Answer::Possible(path)) => {
                self.took(state, Way::Side(false));
                state.path = path;
                self.take(state, no);
            }
            (Answer::Possible(first), Answer::Possible(_)) if state.is_unsplit => {
                self.count_split(state)?;
                self.note_unsplit(state);
                state.path = first;
                self.decided(state, Way::Side(true), Some(condition));
                self.take(state, yes);
            }
            (Answer::Possible(first), Answer::Possible(second)) => {
                self.count_split(state)?;
                let depth = state.decided;
                let mut other = state.clone();
                other.path = second;
                self.decided(&mut other, Way::Side(false), Some(opposite));
                self.take(&mut other, no);
                self.split_off(depth, other, None, false);
                state.path = first;
                self.decided(state, Way::Side(true), Some(condition));
                self.take(state, yes);
            }
            // A side that the solver does not decide is cut; the other continues.
            (Answer::Possible(first), Answer::Unknown(second, why)) => {
                let verdict = self.undecided(state, &why);
                let side = (Way::Side(false), Some(opposite));
                self.split_cut(state, Some(second), side, verdict);
                state.path = first;
                self.decided(state, Way::Side(true), Some(condition));
                self.take(state, yes);
            }
            (Answer::Unknown(first, why), Answer::Possible(second)) => {
                let verdict = self.undecided(state, &why);
                let mut other = state.clone();
                other.path = first;
                self.decided(&mut other, Way::Side(true), Some(condition));
                self.split_off(state.decided, other, Some(verdict), true);
                state.path = second;
                self.decided(state, Way::Side(false), Some(opposite));
                self.take(state, no);
            }
            (Answer::Unknown(first, why), second) => {
                if let Answer::Unknown(second, why) = second {
                    let verdict = self.undecided(state, &why);
                    let side = (Way::Side(false), Some(opposite));
                    self.split_cut(state, Some(second), side, verdict);
                }
                let verdict = self.undecided(state, &why);
                state.path = first;
                self.decided(state, Way::Side(true), Some(condition));
                return Err(verdict);
            }
            (Answer::Impossible, Answer::Unknown(second, why)) => {
                let verdict = self.undecided(state, &why);
                state.path = second;
                self.decided(state, Way::Side(false), Some(opposite));
                return Err(verdict);
            }
            (Answer::Impossible, Answer::Impossible) => {
                return Err(self.cut(state, Cut::Unknown("neither side".to_owned())));
            }
        }
        Ok(Flow::Frame)
    }

    /// Counts how often the path splits at one branch of one call.
    fn count_split(&mut self, state: &mut State) -> Step<()> {
        let Some(limit) = self.options.loops else { return Ok(()) };
        let pc = state.top.pc;
        let count = match state.top.splits.iter_mut().find(|(at, _)| *at == pc) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                state.top.splits.push((pc, 1));
                1
            }
        };
        if count > limit { Err(self.cut(state, Cut::Loops)) } else { Ok(()) }
    }

    fn switch(&mut self, state: &mut State, width: u32, value: Operand, switch: u32) -> Step<Flow> {
        let program = self.program;
        let Some(body) = &program.functions[state.top.function.index()].body else {
            unreachable!("a function that runs has a body")
        };
        let table = &body.switches[switch as usize];
        let value = self.value(state, value);
        if let Some(number) = value.number(&self.exprs) {
            let to = match table.cases.binary_search_by_key(&number, |case| case.0) {
                Ok(at) => table.cases[at].1,
                Err(_) => table.default,
            };
            self.take(state, to);
            return Ok(Flow::Frame);
        }
        let expr = value.expr(&mut self.exprs, width);
        let expr = self.decidable(state, expr, "a branch")?;
        self.count_split(state)?;
        // Cases that jump to the same place are one way; the default comes last.
        let mut ways: Vec<(BlockId, Expr)> = Vec::new();
        for &(number, to) in &table.cases {
            let constant = self.exprs.constant(width, number);
            let here = self.exprs.eq(expr, constant);
            match ways.iter_mut().find(|way| way.0 == to) {
                _ if to == table.default => {}
                Some(way) => way.1 = self.exprs.or(way.1, here),
                None => ways.push((to, here)),
            }
        }
        let rest = ways.iter().fold(Expr::TRUE, |all, way| {
            let not_here = self.exprs.not(way.1);
            self.exprs.and(all, not_here)
        });
        ways.push((table.default, rest));
        if let Some(known) = self.known(state) {
            let Way::Case(case) = known.way else { return Err(self.misfit(state, known)) };
            let Some(&(to, condition)) = ways.get(case as usize) else {
                return Err(self.misfit(state, known));
            };
            if state.is_unsplit && known.is_new_decision() {
                self.note_unsplit(state);
            }
            self.accept(state, known, Some(condition));
            self.take(state, to);
            return Ok(Flow::Frame);
        }
        if self.is_ranged(state) {
            let conditions: Vec<Expr> = ways.iter().map(|way| way.1).collect();
            let depth = state.decided;
            for (at, (case, mut part)) in self.parts(state, &conditions)?.into_iter().enumerate() {
                let (to, condition) = ways[case];
                self.decided(&mut part, Way::Case(case as u32), Some(condition));
                self.take(&mut part, to);
                self.continue_or_wait(state, part, at, depth);
            }
            return Ok(Flow::Frame);
        }
        self.awake(state)?;
        let mut possible = Vec::new();
        for (case, (to, condition)) in (0..).zip(ways) {
            match self.side(state, condition) {
                Answer::Possible(path) => possible.push((case, condition, to, path, None)),
                Answer::Impossible => {}
                Answer::Unknown(path, why) => {
                    let verdict = self.undecided(state, &why);
                    possible.push((case, condition, to, path, Some(verdict)));
                }
            }
        }
        let forks = possible.len() > 1;
        let mut own = possible.iter().position(|way| way.4.is_none()).unwrap_or(0);
        if state.is_unsplit && forks {
            self.note_unsplit(state);
            possible = vec![possible.swap_remove(own)];
            own = 0;
        }
        for (at, (case, condition, to, path, ended)) in possible.iter_mut().enumerate() {
            if at != own {
                let mut other = state.clone();
                other.path = path.clone();
                self.decided(&mut other, Way::Case(*case), Some(*condition));
                if ended.is_none() {
                    self.take(&mut other, *to);
                }
                self.split_off(state.decided, other, ended.take(), at < own);
            }
        }
        if possible.is_empty() {
            return Err(self.cut(state, Cut::Unknown("no case of a switch".to_owned())));
        }
        let (case, condition, to, path, ended) = possible.swap_remove(own);
        state.path = path;
        match forks {
            true => self.decided(state, Way::Case(case), Some(condition)),
            false => self.took(state, Way::Case(case)),
        }
        if let Some(verdict) = ended {
            return Err(verdict);
        }
        self.take(state, to);
        Ok(Flow::Frame)
    }

    /// Whether a sum, difference or product is not that of numbers without limit.
    pub(super) fn overflows(&mut self, op: Binary, is_signed: bool, a: Expr, b: Expr) -> Expr {
        let width = self.exprs.width(a);
        let exprs = &mut self.exprs;
        match (op, is_signed) {
            (Binary::Shl, _) => {
                let shifted = exprs.shl(a, b);
                let back = if is_signed { exprs.ashr(shifted, b) } else { exprs.lshr(shifted, b) };
                exprs.ne(back, a)
            }
            (Binary::Add, false) => {
                let sum = exprs.add(a, b);
                exprs.ult(sum, a)
            }
            (Binary::Sub, false) => exprs.ult(a, b),
            (Binary::Add | Binary::Sub, true) => {
                let result = if op == Binary::Add { exprs.add(a, b) } else { exprs.sub(a, b) };
                let zero = exprs.constant(width, 0);
                let (x, y) = (exprs.slt(a, zero), exprs.slt(b, zero));
                let z = exprs.slt(result, zero);
                // The operands of a sum have one sign, those of a difference two, and the result
                // has not the sign of the first.
                let signs = if op == Binary::Add { exprs.eq(x, y) } else { exprs.ne(x, y) };
                let wrong = exprs.ne(z, x);
                exprs.and(signs, wrong)
            }
            _ if product_fits(exprs, is_signed, a, b) => Expr::FALSE,
            _ if width <= 64 => {
                let double = width * 2;
                let wide = |exprs: &mut pikse_expr::Exprs, x| match is_signed {
                    true => exprs.sext(x, double),
                    false => exprs.zext(x, double),
                };
                let (x, y) = (wide(exprs, a), wide(exprs, b));
                let product = exprs.mul(x, y);
                let low = exprs.trunc(product, width);
                let same = wide(exprs, low);
                exprs.ne(product, same)
            }
            _ => {
                // No number is twice as wide: divide the product again.
                let product = exprs.mul(a, b);
                let zero = exprs.constant(width, 0);
                let is_zero = exprs.eq(b, zero);
                let quotient =
                    if is_signed { exprs.sdiv(product, b) } else { exprs.udiv(product, b) };
                let differs = exprs.ne(quotient, a);
                let least = exprs.constant(width, pikse_expr::bits::sign_bit(width));
                let minus = exprs.constant(width, u128::MAX);
                let (x, y) = (exprs.eq(a, least), exprs.eq(b, minus));
                let special = exprs.and(x, y);
                let special = if is_signed { special } else { Expr::FALSE };
                let wrong = exprs.or(differs, special);
                let not_zero = exprs.not(is_zero);
                exprs.and(not_zero, wrong)
            }
        }
    }
}

/// Whether the operands of a product were extended, so that it has room.
fn product_fits(exprs: &pikse_expr::Exprs, is_signed: bool, a: Expr, b: Expr) -> bool {
    let bits = |of: Expr| match exprs.view(of) {
        View::Sext(narrow) if is_signed => exprs.width(narrow),
        View::Zext(narrow) => exprs.width(narrow) + u32::from(is_signed),
        View::Const(number) if !is_signed => 128 - number.leading_zeros(),
        View::Const(number) if number < 1 << 62 => 129 - number.leading_zeros(),
        _ => exprs.width(of),
    };
    bits(a) + bits(b) <= exprs.width(a)
}
