//! Calls, returns, jumps out of functions.

use std::rc::Rc;

use pikse_ir::{BlockId, CallId, Callee, FuncId, Inst};

use super::address::Access;
use super::{Flow, Machine, Step};
use crate::memory::{FUNCTION_STEP, FUNCTIONS, Kind, Object};
use crate::state::{Frame, Jump, More, State};
use crate::value::Value;
use crate::verdict::{Cut, ErrorKind, Verdict};

impl Machine<'_> {
    pub(super) fn call(&mut self, state: &mut State, call: CallId) -> Step<Flow> {
        let program = self.program;
        let Some(body) = &program.functions[state.top.function.index()].body else {
            unreachable!("a function that runs has a body")
        };
        let call = &body.calls[call.index()];
        let function = match call.callee {
            Callee::Function(function) => function,
            Callee::Indirect(operand) => {
                let address = self.plain(state, operand, 64)?;
                self.function_at(state, address)?
            }
        };
        let mut arguments: Vec<Value> =
            call.arguments.iter().map(|&operand| self.value(state, operand)).collect();
        let callee = &program.functions[function.index()];
        if callee.body.is_none() {
            let arguments = (&arguments[..], &call.widths[..]);
            return self.builtin(state, function, arguments, &call.results);
        }
        if call_is_indirect(call) {
            self.fit_arguments(state, call, function, &mut arguments)?;
        }
        if !callee.variadic {
            arguments.truncate(callee.params.len());
        }
        // A state that splits off begins the call again, so splits come before any change of the state.
        for (&argument, &size) in arguments.iter().zip(&call.copies) {
            if size > 0 {
                let count = u64::from(size);
                let (source, offset) = self.resolve(state, argument, count, Access::Read)?;
                self.choose(state, source, offset, count)?;
            }
        }
        let mut locals = Vec::new();
        for (argument, &size) in arguments.iter_mut().zip(&call.copies) {
            if size > 0 {
                *argument = self.copy_of(state, *argument, size, &mut locals)?;
            }
        }
        let more: Rc<[More]> = match arguments.len() > callee.params.len() {
            true => (callee.params.len()..arguments.len())
                .map(|k| More {
                    value: arguments[k],
                    width: call.widths[k],
                    pass: call.passing[k],
                    copied: call.copies.get(k).copied().unwrap_or(0),
                })
                .collect(),
            false => Rc::clone(&self.no_more),
        };
        arguments.truncate(callee.params.len());
        self.enter(state, function, &arguments, more)?;
        state.top.locals = locals;
        Ok(Flow::Frame)
    }

    /// A copy of an argument that is passed by value in memory.
    fn copy_of(
        &mut self,
        state: &mut State,
        argument: Value,
        size: u32,
        locals: &mut Vec<u32>,
    ) -> Step<Value> {
        let location = self.location(state);
        let object = Object::unwritten(Kind::Stack, size.into(), location);
        let Some(number) = state.memory.add(object) else {
            return Err(self.cut(state, Cut::Memory));
        };
        locals.push(number);
        let address = Value::Concrete(state.memory.address(number, 0));
        self.copy(state, address, argument, u64::from(size))?;
        Ok(address)
    }

    /// The function at an address.
    pub(super) fn function_at(&self, state: &State, address: u64) -> Step<FuncId> {
        let (number, offset) = state.memory.place(address);
        let step = i64::from(FUNCTION_STEP);
        let index = offset / step;
        if number == FUNCTIONS
            && offset >= 0
            && offset % step == 0
            && (index as usize) < self.program.functions.len()
        {
            return Ok(FuncId(index as u32));
        }
        let message = match address {
            0 => "call of the null pointer".to_owned(),
            _ => format!("call of address {address:#x}, which is not a function"),
        };
        let kind = if address == 0 { ErrorKind::NullPointer } else { ErrorKind::BadCall };
        Err(self.error(state, kind, message))
    }

    /// Begins a function.
    pub(super) fn enter(
        &mut self,
        state: &mut State,
        function: FuncId,
        arguments: &[Value],
        more: Rc<[More]>,
    ) -> Step<()> {
        if state.depth >= self.options.depth {
            let message = format!(
                "calls are nested more than {} deep (--recursion-limit)",
                self.options.depth
            );
            return Err(self.error(state, ErrorKind::Recursion, message));
        }
        let frame = self.frame(function, arguments, more);
        let caller = std::mem::replace(&mut state.top, frame);
        state.below.push(caller);
        state.depth += 1;
        Ok(())
    }

    /// Ends a function, and continues in its caller.
    pub(super) fn ret(&mut self, state: &mut State, values: u32) -> Step<Flow> {
        let program = self.program;
        let Some(body) = &program.functions[state.top.function.index()].body else {
            unreachable!("a function that runs has a body")
        };
        let returned: Vec<Value> = body.returns[values as usize]
            .iter()
            .map(|&operand| self.value(state, operand))
            .collect();
        let ended = state.top.function;
        self.leave_locals(state);
        if !self.leave(state) {
            return self.next_pending(state, ended, &returned);
        }
        if state.top.done.is_some() {
            let width = program.functions[ended.index()].results.first();
            let width = width.map_or(8, |&width| u32::from(width));
            return self.after_interrupt(state, returned.first().copied(), width);
        }
        let Some(body) = &program.functions[state.top.function.index()].body else {
            unreachable!("a function that runs has a body")
        };
        if let Inst::Call { call } = body.code[state.top.pc as usize] {
            let results = body.calls[call.index()].results.iter().zip(returned);
            for (k, (&register, value)) in results.enumerate() {
                let value = self.fit_result(ended, k, value, body.width(register));
                self.set(state, register, value);
            }
        }
        state.top.pc += 1;
        Ok(Flow::Frame)
    }

    fn leave_locals(&mut self, state: &mut State) {
        for number in std::mem::take(&mut state.top.locals) {
            state.memory.remove(number);
        }
    }

    /// Takes the top frame off; false if it was the last one.
    pub(super) fn leave(&mut self, state: &mut State) -> bool {
        let Some(caller) = state.below.pop() else { return false };
        let Frame { registers, .. } = std::mem::replace(&mut state.top, caller);
        if self.spare.len() < 64 {
            self.spare.push(registers);
        }
        state.depth -= 1;
        true
    }

    /// Continues with the next pending call, or ends the path.
    fn next_pending(&mut self, state: &mut State, ended: FuncId, returned: &[Value]) -> Step<Flow> {
        if ended == state.entry && !returned.is_empty() {
            let width = self.program.functions[ended.index()].results[0];
            if width == 32 {
                state.code = Some(returned[0]);
            }
        }
        if std::mem::take(&mut state.is_condition) {
            let width = self.program.functions[ended.index()].results.first();
            let value = returned.first().zip(width).map(|(&value, &width)| {
                let value = value.expr(&mut self.exprs, u32::from(width));
                self.exprs.is_nonzero(value)
            });
            self.assume(state, value.unwrap_or(pikse_expr::Expr::TRUE))?;
        }
        match state.pending.pop() {
            Some(next) => {
                state.is_condition = next.is_condition;
                state.top = self.frame(next.function, &next.arguments, Rc::from([]));
                Ok(Flow::Frame)
            }
            None => {
                // The outermost function has returned: its values point to nothing any more.
                state.top.registers.fill(Value::ZERO);
                Err(self.finish(state))
            }
        }
    }

    /// The verdict of a path whose program has ended.
    pub(super) fn finish(&mut self, state: &mut State) -> Verdict {
        if (self.options.leaks || self.options.cleanup)
            && let Some(verdict) = self.leak(state)
        {
            return verdict;
        }
        if let Err(verdict) = self.settle_preferred(state) {
            return verdict;
        }
        match state.code {
            None => Verdict::Finished(None),
            Some(Value::Concrete(code)) => Verdict::Finished(Some(code as i32)),
            // One of the codes, for the test; the path is not narrowed.
            Some(Value::Symbolic(expr)) => match self.example(state, expr) {
                Ok(code) => Verdict::Finished(Some(code as i32)),
                Err(verdict) => verdict,
            },
        }
    }

    /// `setjmp`.
    pub(super) fn set_jump(&mut self, state: &mut State, buffer: u64) {
        let jump =
            Jump { buffer, depth: state.depth, pc: state.top.pc, function: state.top.function };
        state.jumps.push(jump);
    }

    /// `longjmp`: back to the call of `setjmp`, which returns the value.
    pub(super) fn long_jump(&mut self, state: &mut State, buffer: u64, value: Value) -> Step<Flow> {
        let found = state.jumps.iter().find(|jump| jump.buffer == buffer).copied();
        let Some(jump) = found.filter(|jump| jump.depth <= state.depth) else {
            let message = "`longjmp` without `setjmp`, or to a function that has returned";
            return Err(self.error(state, ErrorKind::BadCall, message));
        };
        while state.depth > jump.depth {
            self.leave_locals(state);
            self.leave(state);
        }
        if state.top.function != jump.function {
            let message = "`longjmp` to a function that has returned";
            return Err(self.error(state, ErrorKind::BadCall, message));
        }
        state.top.pc = jump.pc;
        let program = self.program;
        if let Some(body) = &program.functions[jump.function.index()].body
            && let Inst::Call { call } = body.code[jump.pc as usize]
            && let Some(&register) = body.calls[call.index()].results.first()
        {
            self.set(state, register, value);
        }
        state.top.pc += 1;
        Ok(Flow::Frame)
    }

    /// Continues at a landing pad of the top frame.
    pub(super) fn land(&mut self, state: &mut State, pad: BlockId) {
        self.jump(state, pad);
    }
}

fn call_is_indirect(call: &pikse_ir::Call) -> bool {
    matches!(call.callee, Callee::Indirect(_))
}
