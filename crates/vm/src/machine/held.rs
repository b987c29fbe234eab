//! Containers of the program's library in given objects: maps, sets, lists.
//!
//! What is chosen is their contents, which are cells in a buffer that the program does not know (see
//! [`pikse_structure::Container`]). When the program first touches the bytes of a container, a function of
//! the program runs that makes it of the contents, and then the instruction runs again. The function asks
//! the machine for the order of entries: then the keys of an entry are chosen, one value each, because
//! hashes and comparisons of symbolic keys would decide about the layout of the container. Values stay
//! symbolic. Contents that are not in order, or that the container does not accept, are no input.
//!
//! The branches of the function are no part of a path's trace: a native replay makes all containers before
//! the program runs.

use std::ops::Range;
use std::rc::Rc;

use pikse_ir::FuncId;
use pikse_structure::layout::MAKES;
use pikse_structure::space::{Part, Style};
use pikse_structure::{BoundedHeap, CellId, Encoding, ObjectId, Order};

use super::{Flow, Machine, Step};
use crate::state::State;
use crate::value::Value;
use crate::verdict::Verdict;

/// A call before an instruction runs again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interrupt {
    function: FuncId,
    arguments: [Value; 2],
}

impl Machine<'_> {
    /// The functions that make containers, by the names of those.
    pub(super) fn find_makers(&self) -> Vec<(String, FuncId)> {
        let functions = self.program.functions.iter().enumerate();
        let makers = functions.filter(|(_, function)| function.body.is_some());
        let named = makers.filter_map(|(at, function)| {
            Some((function.name.strip_prefix(MAKES)?.to_owned(), FuncId(at as u32)))
        });
        named.collect()
    }

    /// Makes a container that an access of an object touches, if there is one that was not made: the
    /// error is no verdict, but leads to [`Machine::interrupt`].
    pub(super) fn make_held(
        &mut self,
        state: &mut State,
        heap: &BoundedHeap,
        given: ObjectId,
        range: &Range<u64>,
    ) -> Step<()> {
        let obj = heap.space.object(given);
        for container in &heap.layout(obj.class()).containers {
            let end = container.offset + container.size;
            if container.offset >= range.end || end <= range.start {
                continue;
            }
            let contents = &heap.space.contents()[container.contents];
            let Some(length) = heap.space.cell_of(obj, contents.length, Part::Scalar) else {
                continue;
            };
            if !self.is_there(state, heap, length)? {
                continue;
            }
            let (buffer, at) = self.lazy.place(heap, given, container.buffer);
            let Some(object) = state.memory.object_mut(buffer) else { continue };
            if object.number(at + 8, 8) != Some(0) {
                continue;
            }
            let makers = self.lazy.makers.iter();
            let Some(&(_, function)) = makers.clone().find(|(name, _)| *name == container.name)
            else {
                continue;
            };
            object.put_number(at + 8, 8, 1);
            let (number, offset) = self.lazy.place(heap, given, container.offset);
            let address = |number, offset| Value::Concrete(state.memory.address(number, offset));
            let arguments = [address(number, offset), address(buffer, at)];
            self.interrupt = Some(Interrupt { function, arguments });
            return Err(Verdict::Rejected);
        }
        Ok(())
    }

    /// Calls a function before the current instruction, which runs again after that.
    pub(super) fn interrupt(&mut self, state: &mut State, call: Interrupt) -> Step<Flow> {
        // What the instruction has decided so far.
        state.top.done = Some(self.done.iter().copied().collect());
        let more = Rc::clone(&self.no_more);
        self.enter(state, call.function, &call.arguments, more)?;
        state.making += 1;
        Ok(Flow::Frame)
    }

    /// Goes on after such a call, which says whether the contents are those of a container.
    pub(super) fn after_interrupt(
        &mut self,
        state: &mut State,
        returned: Option<Value>,
        width: u32,
    ) -> Step<Flow> {
        state.making = state.making.saturating_sub(1);
        if let Some(value) = returned {
            let value = value.expr(&mut self.exprs, width);
            let holds = self.exprs.is_nonzero(value);
            self.assume(state, holds)?;
        }
        Ok(Flow::Frame)
    }

    /// Chooses everything of an entry that its order depends on.
    pub(super) fn choose_key(&mut self, state: &mut State, buffer: u64, entry: u64) -> Step<()> {
        let Some((heap, given, contents)) = self.held_at(state, buffer) else { return Ok(()) };
        let contents = &heap.space.contents()[contents];
        let Some(entry) = contents.entries.get(entry as usize) else { return Ok(()) };
        let fields = match contents.order {
            Order::Any => return Ok(()),
            Order::Keys => entry.key.clone(),
            Order::Entries => entry.all.clone(),
        };
        let obj = heap.space.object(given);
        for at in 0..heap.layout(obj.class()).cells.len() {
            let cell = CellId::at(obj.first_cell().index() + at);
            let field = heap.space.cell(cell).field;
            let is_hidden = heap.space.field(field).style == Style::Hidden;
            if !fields.contains(&field.0) || is_hidden || !self.is_there(state, &heap, cell)? {
                continue;
            }
            match heap.cell(cell).encoding {
                Encoding::Address if self.is_open(state, &heap, cell) => {
                    self.choose_object(state, &heap, cell)?;
                }
                Encoding::Address => {}
                _ => {
                    self.choose_tag(state, &heap, cell)?;
                }
            }
        }
        Ok(())
    }

    /// Whether an entry may follow the one before it.
    pub(super) fn is_in_order(&self, state: &State, buffer: u64, entry: u64) -> bool {
        let Some((heap, given, contents)) = self.held_at(state, buffer) else { return true };
        let contents = &heap.space.contents()[contents];
        let mut raw = |cell: CellId| {
            let domain = heap.space.domain_of(cell);
            if heap.cell(cell).encoding == Encoding::Address {
                let address = self.address_in(state, &heap, cell)?;
                let null = address == heap.cell(cell).null as u64;
                let is_it = |index: &u32| match domain.object(*index) {
                    None => null,
                    Some(obj) => {
                        let number = self.lazy.number(obj.id());
                        !null
                            && state.memory.address(number, heap.cell(cell).offset_in(obj.class()))
                                == address
                    }
                };
                return (0..domain.len()).find(is_it).map(|index| domain.raw(index));
            }
            let known = state.chosen.iter().find(|(known, _)| *known == cell);
            known.map(|&(_, index)| domain.raw(index))
        };
        heap.space.may_follow(contents, heap.space.object(given), entry as usize, &mut raw)
    }

    /// The address that a cell holds.
    fn address_in(&self, state: &State, heap: &BoundedHeap, cell: CellId) -> Option<u64> {
        let object = heap.space.cell(cell).object;
        let (number, offset) = self.lazy.place(heap, object, heap.cell(cell).offset);
        state.memory.object(number)?.number(offset, 8)
    }

    /// The contents in a buffer: the object that they belong to, and their number in the space.
    fn held_at(
        &self,
        state: &State,
        buffer: u64,
    ) -> Option<(std::sync::Arc<BoundedHeap>, ObjectId, usize)> {
        let heap = self.lazy.heap.clone()?;
        let (number, offset) = state.memory.place(buffer);
        let (given, base) = self.lazy.object(number)?;
        let at = base.checked_add_signed(offset)?;
        let layout = heap.layout(heap.space.object(given).class());
        let contents = layout.containers.iter().find(|container| container.buffer == at)?.contents;
        Some((heap, given, contents))
    }
}
