//! Threads: stacks that take turns, as the models say (`crates/env/libc/threads`).
//!
//! A thread is a stack of frames. All share one memory, and each has thread-local variables of its
//! own. Which one runs next is decided by models, so that a program has one tree of decisions.

use std::rc::Rc;

use pikse_base::List;
use pikse_ir::FuncId;

use super::{Flow, Machine, Step};
use crate::state::{State, Thread, Threads};
use crate::value::Value;
use crate::verdict::Cut;

impl Machine<'_> {
    /// Adds a thread that begins with a function of one argument. It does not run yet.
    pub(super) fn add_thread(
        &mut self,
        state: &mut State,
        function: FuncId,
        argument: Value,
    ) -> Step<Value> {
        let body = &self.program.functions[function.index()];
        if body.body.is_none() || body.params.len() != 1 {
            return Err(self.unsupported(state, "a thread with unusual parameters"));
        }
        let top = self.frame(function, &[argument], Rc::from([]));
        let thread = Thread { top, below: List::default(), depth: 1, jumps: List::default() };
        let all = state.threads.get_or_insert_with(Rc::default);
        let all = Rc::make_mut(all);
        if all.waiting.is_empty() {
            all.waiting.push(None);
        }
        all.waiting.push(Some(Rc::new(thread)));
        Ok(Value::Concrete(all.waiting.len() as u64 - 1))
    }

    /// Continues another thread. The current one continues after this call when its turn comes, unless
    /// it has ended.
    pub(super) fn switch_thread(
        &mut self,
        state: &mut State,
        to: usize,
        has_ended: bool,
    ) -> Step<Flow> {
        let found = state.threads.as_mut().and_then(|all| {
            let Threads { now, waiting, .. } = Rc::make_mut(all);
            let thread = waiting.get_mut(to)?.take()?;
            Some((thread, std::mem::replace(now, to)))
        });
        let Some((thread, before)) = found else {
            return Err(self.unsupported(state, "a switch to a thread that is not there"));
        };
        let next = Rc::try_unwrap(thread).unwrap_or_else(|shared| (*shared).clone());
        state.top.pc += 1;
        let last = Thread {
            top: std::mem::replace(&mut state.top, next.top),
            below: std::mem::replace(&mut state.below, next.below),
            depth: std::mem::replace(&mut state.depth, next.depth),
            jumps: std::mem::replace(&mut state.jumps, next.jumps),
        };
        if has_ended {
            let frames = std::iter::once(&last.top).chain(last.below.iter());
            for number in frames.flat_map(|frame| frame.locals.iter().copied()) {
                state.memory.remove(number);
            }
            if let Some(all) = &mut state.threads {
                let all = Rc::make_mut(all);
                let (own, others): (Vec<_>, Vec<_>) =
                    all.locals.drain(..).partition(|(of, ..)| *of == before);
                all.locals = others;
                own.into_iter().for_each(|(.., number)| state.memory.remove(number));
            }
        } else if let Some(all) = &mut state.threads {
            Rc::make_mut(all).waiting[before] = Some(Rc::new(last));
        }
        Ok(Flow::Frame)
    }

    /// The address of a thread-local variable for the thread that runs. The first thread uses the
    /// global itself; each other one gets a copy of its initial contents at the first use.
    pub(super) fn thread_local(&mut self, state: &mut State, address: u64) -> Step<u64> {
        let Some(all) = state.threads.as_ref().filter(|all| all.now != 0) else {
            return Ok(address);
        };
        let (number, offset) = self.image.place(address);
        let now = all.now;
        let known = all.locals.iter().find(|(of, global, _)| *of == now && *global == number);
        let own = match known {
            Some(&(.., own)) => own,
            None => {
                let Some(object) = self.image.object(number).cloned() else { return Ok(address) };
                let Some(own) = state.memory.add(object) else {
                    return Err(self.cut(state, Cut::Memory));
                };
                if let Some(all) = &mut state.threads {
                    Rc::make_mut(all).locals.push((now, number, own));
                }
                own
            }
        };
        Ok(state.memory.address(own, 0).wrapping_add_signed(offset))
    }
}
