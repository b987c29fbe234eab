//! Objects whose cells are chosen when they are first read.
//!
//! A cell that was neither read nor written is uninitialised memory, so only the slow path of a load
//! comes here. A number becomes a new symbol within its domain. For an address the path splits into
//! the values that the isomorphism rule leaves ([`pikse_structure::symmetry`]). A choice is an input
//! of the path, under the name of the cell in its space; see [`pikse_structure::layout`] for its bytes.
//! If only one value is left, there is no input. A cell that is written before it is read is never
//! chosen.
//!
//! Some cells are there only with some values of others: the data of a variant, the elements of a
//! vector. Their **tags** are chosen first, and the path splits into the values of a tag. The bytes of
//! cells that are not there stay uninitialised. Containers of the program's library are made of their
//! contents: see `held`.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use pikse_expr::{Array, Binary, Expr, View};
use pikse_ir::FuncId;
use pikse_structure::{
    Bits, BoundedHeap, CellId, CellLayout, Encoding, Layout, Numbers, Obj, ObjectId, Owns, symmetry,
};

use super::address::Offset;
use super::load::{function_address, unwritten_symbol};
use super::ranged::Between;
use super::{Machine, Step};
use crate::given::Given;
use crate::memory::{Byte, Kind, Object};
use crate::state::{Input, State};
use crate::value::Value;
use crate::verdict::{Cut, Verdict};
use crate::way::Way;

/// The given objects in memory.
#[derive(Debug, Default)]
pub(super) struct Lazy {
    pub(super) heap: Option<Arc<BoundedHeap>>,
    /// The functions that make containers, by the names of those.
    pub(super) makers: Vec<(String, FuncId)>,
    /// The numbers that the objects have in memory, in the order of the space.
    numbers: Range<u32>,
    /// The id of the first object that is in memory.
    first: u32,
    /// After the objects, in memory, come their buffers: the object of each, and the offset at which
    /// its layout has the buffer.
    buffers: Vec<(ObjectId, u64)>,
    /// For each object that is in memory, its first buffer.
    first_buffers: Vec<u32>,
    /// For each class its cells in the order in which they lie in an object.
    order: Vec<Vec<usize>>,
}

impl Lazy {
    /// The object of the space whose block or buffer has this number in memory, and the offset of that
    /// in its layout.
    #[inline]
    pub(super) fn object(&self, number: u32) -> Option<(ObjectId, u64)> {
        if self.numbers.contains(&number) {
            return Some((ObjectId(self.first + number - self.numbers.start), 0));
        }
        let after = number.checked_sub(self.numbers.end)?;
        self.buffers.get(after as usize).copied()
    }

    /// Where an offset of an object's layout is in memory: a number, and an offset there.
    pub(super) fn place(&self, heap: &BoundedHeap, object: ObjectId, offset: u64) -> (u32, u64) {
        let layout = heap.layout(heap.space.object(object).class());
        match layout.buffer_at(offset) {
            None => (self.number(object), offset),
            Some(buffer) => {
                let first = self.first_buffers[(object.0 - self.first) as usize];
                let number = self.numbers.end + first + buffer as u32;
                (number, offset - layout.buffers[buffer].offset)
            }
        }
    }

    /// The number in memory of an object.
    pub(super) fn number(&self, object: ObjectId) -> u32 {
        self.numbers.start + object.0 - self.first
    }
}

impl Machine<'_> {
    /// Makes objects in a state that has not begun. Gives the address of the first object of each
    /// root; none if there are too many objects. A machine is given objects once.
    pub fn give(&mut self, state: &mut State, given: &Given) -> Option<Vec<u64>> {
        let heap = &given.heap;
        let space = &heap.space;
        let first_class = *given.roots.first()?;
        let objects = space.objects().iter().filter(|obj| obj.class() >= first_class);
        let mut numbers: Option<Range<u32>> = None;
        let mut first = None;
        for obj in objects.clone() {
            let layout = heap.layout(obj.class());
            let mut object = Object::unwritten(Kind::Given, layout.size, pikse_ir::LocId(0));
            object.is_guarded = holds(layout, 0, layout.size);
            let number = state.memory.add(object)?;
            first = first.or(Some(obj.id().0));
            let start = numbers.map_or(number, |numbers| numbers.start);
            numbers = Some(start..number + 1);
        }
        let (mut buffers, mut first_buffers) = (Vec::new(), Vec::new());
        for obj in objects.clone() {
            first_buffers.push(buffers.len() as u32);
            for buffer in &heap.layout(obj.class()).buffers {
                let kind = if buffer.is_static { Kind::World } else { Kind::Given };
                let mut object = Object::unwritten(kind, buffer.size, pikse_ir::LocId(0));
                object.is_guarded = holds(heap.layout(obj.class()), buffer.offset, buffer.size);
                state.memory.add(object)?;
                buffers.push((obj.id(), buffer.offset));
            }
        }
        let order = |layout: &Layout| {
            let mut order: Vec<usize> = (0..layout.cells.len()).collect();
            order.sort_by_key(|&at| layout.cells[at].offset);
            order
        };
        self.lazy = Lazy {
            heap: Some(Arc::clone(heap)),
            makers: self.find_makers(),
            numbers: numbers?,
            first: first?,
            buffers,
            first_buffers,
            order: heap.layouts.iter().map(order).collect(),
        };
        for obj in objects {
            let layout = heap.layout(obj.class());
            let address = |lazy: &Lazy, state: &State, offset: u64| {
                let (number, offset) = lazy.place(heap, obj.id(), offset);
                state.memory.address(number, offset)
            };
            let numbers =
                layout.constants.iter().map(|&(at, size, value)| (at, size, value as u64));
            let addresses = layout.addresses.iter();
            let addresses = addresses.map(|&(at, to)| (at, 8, address(&self.lazy, state, to)));
            let mut constants: Vec<(u64, u64, u64)> = numbers.chain(addresses).collect();
            // Bytes of buffers that are no cell's are zero: the end of a string.
            for buffer in &layout.buffers {
                let cells = layout.cells.iter().map(|cell| (cell.offset, cell.size));
                let known = constants.iter().map(|&(at, size, _)| (at, size));
                let known: Vec<(u64, u64)> = cells.chain(known).collect();
                let bytes = buffer.offset..buffer.offset + buffer.size;
                let is_free =
                    |byte: &u64| !known.iter().any(|&(at, size)| (at..at + size).contains(byte));
                constants.extend(bytes.filter(is_free).map(|byte| (byte, 1, 0)));
            }
            for (at, size, value) in constants {
                let (number, at) = self.lazy.place(heap, obj.id(), at);
                if let Some(object) = state.memory.object_mut(number) {
                    object.put_plain(at, &value.to_le_bytes()[..size as usize]);
                }
            }
        }
        let mut touched = vec![0; space.classes().len()];
        let mut addresses = Vec::with_capacity(given.roots.len());
        for &root in &given.roots {
            let obj = space.object_of(root, 0)?;
            symmetry::touch(space, &mut touched, obj);
            addresses.push(state.memory.address(self.lazy.number(obj.id()), 0));
        }
        state.touched = touched.into();
        Some(addresses)
    }

    /// The heap that objects were given of.
    #[must_use]
    pub fn given(&self) -> Option<&Arc<BoundedHeap>> {
        self.lazy.heap.as_ref()
    }

    /// Chooses the cells that are read here for the first time. The state continues with one choice;
    /// the others split off and run the instruction again, so the state must not have changed before.
    #[inline]
    pub(super) fn choose(
        &mut self,
        state: &mut State,
        number: u32,
        offset: Offset,
        count: u64,
    ) -> Step<()> {
        match self.lazy.object(number) {
            None => Ok(()),
            Some(given) => {
                let Some(size) = state.memory.object(number).map(Object::size) else {
                    return Ok(());
                };
                let range = match offset {
                    Offset::Known(offset) => offset..offset + count,
                    Offset::Symbolic(offset) => {
                        let facts = self.exprs.facts(offset);
                        let last = facts.high.min(size.saturating_sub(count));
                        facts.low.min(last)..last + count
                    }
                };
                self.choose_in(state, given, &range)
            }
        }
    }

    /// Chooses all of an object before something is written at an offset that is not known. A container
    /// is made before something is written into it.
    pub(super) fn choose_all(
        &mut self,
        state: &mut State,
        number: u32,
        offset: Offset,
        count: u64,
    ) -> Step<()> {
        match (offset, self.lazy.object(number)) {
            (Offset::Symbolic(_), Some(given)) => {
                let size = state.memory.object(number).map_or(0, Object::size);
                self.choose_in(state, given, &(0..size))
            }
            (Offset::Known(offset), Some((given, base)))
                if state.memory.object(number).is_some_and(|object| object.is_guarded) =>
            {
                let Some(heap) = self.lazy.heap.clone() else { return Ok(()) };
                self.make_held(state, &heap, given, &(base + offset..base + offset + count))
            }
            _ => Ok(()),
        }
    }

    fn choose_in(
        &mut self,
        state: &mut State,
        (given, base): (ObjectId, u64),
        range: &Range<u64>,
    ) -> Step<()> {
        let Some(heap) = self.lazy.heap.clone() else { return Ok(()) };
        let obj = heap.space.object(given);
        let class = obj.class().index();
        let is_plain = heap.layouts[class].is_plain();
        // The layout counts from the beginning of the object.
        let range = base + range.start..base.saturating_add(range.end);
        self.make_held(state, &heap, given, &range)?;
        for at in 0..self.lazy.order[class].len() {
            let at = self.lazy.order[class][at];
            let cell = CellId::at(obj.first_cell().index() + at);
            let places = places(heap.cell(cell));
            let is_touched = places.start < range.end && places.end > range.start;
            if !is_touched || !self.is_open(state, &heap, cell) {
                continue;
            }
            if !is_plain {
                if !self.is_there(state, &heap, cell)? {
                    continue;
                }
                let is_table = matches!(heap.cell(cell).encoding, Encoding::Table(_));
                if is_table || heap.space.is_tag(cell) || heap.has_symbols(cell) {
                    self.choose_tag(state, &heap, cell)?;
                    continue;
                }
            }
            match heap.numbers(cell) {
                Some(numbers) => self.choose_number(state, &heap, cell, numbers),
                None => self.choose_object(state, &heap, cell)?,
            }
        }
        Ok(())
    }

    /// Whether a cell has bytes that were neither chosen nor written.
    pub(super) fn is_open(&self, state: &State, heap: &BoundedHeap, cell: CellId) -> bool {
        let (places, given) = (places(heap.cell(cell)), heap.space.cell(cell).object);
        let (number, offset) = self.lazy.place(heap, given, places.start);
        let object = state.memory.object(number);
        object.is_some_and(|object| object.has_unwritten(offset, places.end - places.start))
    }

    /// Whether a cell is there. Its tags are chosen.
    pub(super) fn is_there(
        &mut self,
        state: &mut State,
        heap: &BoundedHeap,
        cell: CellId,
    ) -> Step<bool> {
        for (tag, low, high) in heap.space.conditions(cell) {
            let index = self.choose_tag(state, heap, tag)?;
            if !(low..=high).contains(&heap.space.domain_of(tag).raw(index)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The value of a cell that decides about others, as an index of its domain. If it was not chosen
    /// yet, the path splits into all of its values.
    pub(super) fn choose_tag(
        &mut self,
        state: &mut State,
        heap: &BoundedHeap,
        cell: CellId,
    ) -> Step<u32> {
        let known = state.chosen.iter().find(|(known, _)| *known == cell);
        if let Some(&(_, index)) = known {
            return Ok(index);
        }
        let mut indices: Vec<u32> = (0..heap.space.domain_of(cell).len()).collect();
        if state.panicking.is_some() {
            indices.truncate(1);
        }
        let take = |machine: &mut Self, state: &mut State, index: u32| {
            let mut chosen = state.chosen.to_vec();
            chosen.push((cell, index));
            state.chosen = chosen.into();
            let bits = match &heap.cell(cell).encoding {
                Encoding::Table(bits) => bits.get(index as usize).copied(),
                _ => Some(Bits::Number(heap.choice(cell, index) as i64)),
            };
            let value = match bits {
                Some(Bits::Number(number)) => {
                    machine.symbol_at(state, heap, cell, index).unwrap_or(number as u64)
                }
                Some(Bits::Own(offset)) => {
                    let object = heap.space.cell(cell).object;
                    let (number, offset) = machine.lazy.place(heap, object, offset);
                    state.memory.address(number, offset)
                }
                // The bytes are another cell's.
                Some(Bits::Left) | None => return,
            };
            machine.put_open(state, heap, cell, value_of(value, heap.cell(cell).size));
        };
        self.choose_index(state, heap, cell, indices, take)
    }

    /// The address of the symbol that a value of a cell is, if it is one.
    fn symbol_at(
        &self,
        state: &State,
        heap: &BoundedHeap,
        cell: CellId,
        index: u32,
    ) -> Option<u64> {
        let symbol = heap.symbol_of(cell, index)?;
        let globals = self.program.globals.iter();
        let global = globals.zip(&self.globals).find(|(global, _)| global.name == symbol.name);
        let address = match global {
            Some((_, &number)) => state.memory.address(number, 0),
            None => function_address(&state.memory, self.program.function(&symbol.name)?),
        };
        Some(address.wrapping_add(symbol.behind))
    }

    /// Chooses a cell that holds an address.
    pub(super) fn choose_object(
        &mut self,
        state: &mut State,
        heap: &BoundedHeap,
        cell: CellId,
    ) -> Step<()> {
        let (layout, domain) = (heap.cell(cell), heap.space.domain_of(cell));
        let mut indices = symmetry::indices(&heap.space, domain, &state.touched);
        // After a panic a path does not split.
        if state.panicking.is_some() {
            indices.truncate(1);
        }
        let take = |machine: &mut Self, state: &mut State, index: u32| {
            let address = match domain.object(index) {
                None => layout.null as u64,
                Some(obj) => {
                    machine.touch(state, heap, obj);
                    let into = layout.offset_in(obj.class());
                    state.memory.address(machine.lazy.number(obj.id()), into)
                }
            };
            machine.put_open(state, heap, cell, Value::Concrete(address));
            if let Some(obj) = domain.object(index) {
                machine.own(state, heap, cell, obj);
            }
        };
        self.choose_index(state, heap, cell, indices, take).map(drop)
    }

    /// Counts a cell that owns an object. The first owner is in the count from the beginning. If the object
    /// was freed before, the count was wrong then: the path is not one of the program.
    fn own(&self, state: &mut State, heap: &BoundedHeap, cell: CellId, obj: Obj) {
        let Some(count) = heap.count(cell, obj) else { return };
        if state.memory.object(self.lazy.number(obj.id())).is_none() {
            state.is_miscounted = true;
            return;
        }
        if heap.cell(cell).owns == Owns::Shared && !state.owned.iter().any(|&of| of == obj.id()) {
            state.owned.push(obj.id());
            return;
        }
        let Some(object) = state.memory.object_mut(self.lazy.number(obj.id())) else { return };
        let size = count.size as u32;
        if let Some(number) = object.number(count.offset, size) {
            object.put_number(count.offset, size, number.wrapping_add(1));
        }
    }

    /// Chooses one of some values of a cell, by their indices in its domain. The path splits into them;
    /// `put` puts one into memory.
    fn choose_index(
        &mut self,
        state: &mut State,
        heap: &BoundedHeap,
        cell: CellId,
        mut indices: Vec<u32>,
        put: impl Fn(&mut Self, &mut State, u32),
    ) -> Step<u32> {
        let size = heap.choice_size(cell);
        let input = (indices.len() > 1).then(|| self.cell_input(&heap.space.cell_name(cell), size));
        if let Some(array) = input {
            self.know_input(state, array);
        }
        let take = |machine: &mut Self, state: &mut State, index: u32| {
            match input {
                Some(array) => {
                    let choice = heap.choice(cell, index);
                    let location = machine.user_location(state);
                    state.inputs.push(Input { array, location });
                    let word = machine.exprs.read(array, 0, size * 8);
                    let chosen = machine.exprs.constant(size * 8, u128::from(choice));
                    let condition = machine.exprs.eq(word, chosen);
                    machine.suppose(state, array, condition, u128::from(choice));
                    machine.decided(state, Way::Choice(choice as u32), Some(condition));
                }
                None => state.forced.push(cell),
            }
            put(machine, state, index);
        };
        if indices.len() > 1
            && let Some(known) = self.known(state)
        {
            // The choice stays in memory, so an instruction that is done again does not come here.
            self.done.pop();
            let is_it = |index: &u32| known.way == Way::Choice(heap.choice(cell, *index) as u32);
            return match indices.iter().copied().find(is_it) {
                Some(index) => {
                    take(self, state, index);
                    Ok(index)
                }
                None => Err(self.misfit(state, known)),
            };
        }
        let mut between = Between { low: None, high: None };
        if let Some(array) = input
            && self.is_ranged(state)
        {
            let word = self.exprs.read(array, 0, size * 8);
            between = self.between(state, |machine, model| {
                machine.evaluator.eval(&machine.exprs, model, word)
            })?;
            indices.retain(|&index| between.has(u128::from(heap.choice(cell, index))));
            if indices.is_empty() {
                return Err(self.cut(state, Cut::Outside));
            }
        }
        // Every choice of a new input is possible.
        let part = |machine: &mut Self, state: &State, index: u32| {
            if state.range.is_none() {
                return state.clone();
            }
            let choice = u128::from(heap.choice(cell, index));
            let part = machine.part(state, between, choice, Expr::TRUE);
            State { path: state.path.clone(), unchecked: None, ..part }
        };
        // A domain has at least one value, and the rule leaves one.
        let Some((&first, others)) = indices.split_first() else { return Err(Verdict::Rejected) };
        let depth = state.decided;
        for &index in others {
            let mut other = part(self, state, index);
            take(self, &mut other, index);
            self.split_again(depth, other, None, None);
        }
        if state.range.is_some() {
            *state = part(self, state, first);
        }
        take(self, state, first);
        Ok(first)
    }

    /// Counts an object as touched.
    fn touch(&self, state: &mut State, heap: &BoundedHeap, obj: Obj) {
        let mut touched = state.touched.to_vec();
        if symmetry::touch(&heap.space, &mut touched, obj) {
            state.touched = touched.into();
        }
    }

    fn choose_number(
        &mut self,
        state: &mut State,
        heap: &BoundedHeap,
        cell: CellId,
        numbers: Numbers<'_>,
    ) {
        let layout = heap.cell(cell);
        let width = layout.size as u32 * 8;
        let first = numbers.first();
        if numbers.is_one() || state.panicking.is_some() {
            state.forced.push(cell);
            let value = Value::of_number(&mut self.exprs, width, i128::from(first) as u128);
            self.put_open(state, heap, cell, value);
            return;
        }
        let array = self.cell_input(&heap.space.cell_name(cell), layout.size as u32);
        self.know_input(state, array);
        let location = self.user_location(state);
        state.inputs.push(Input { array, location });
        let word = self.exprs.read(array, 0, width);
        let condition = self.within(numbers, word, width);
        self.suppose(state, array, condition, i128::from(first) as u128);
        self.stay_within(state, array, condition, i128::from(first) as u128);
        self.put_open(state, heap, cell, Value::Symbolic(word));
    }

    /// What the bounds say of a number: the conditions that a path has as soon as it reads the cell.
    pub fn bound(&mut self, cell: CellId) -> Vec<Expr> {
        let Some(heap) = self.lazy.heap.clone() else { return Vec::new() };
        let Some(numbers) = heap.numbers(cell) else { return Vec::new() };
        let layout = heap.cell(cell);
        let array = self.cell_input(&heap.space.cell_name(cell), layout.size as u32);
        let width = layout.size as u32 * 8;
        let word = self.exprs.read(array, 0, width);
        let whole = self.within(numbers, word, width);
        // A path keeps the sides of a conjunction apart.
        let mut list = vec![whole];
        if let View::Binary(Binary::And, above, below) = self.exprs.view(whole) {
            list.extend([above, below]);
        }
        list
    }

    /// That a word is one of some numbers.
    fn within(&mut self, numbers: Numbers<'_>, word: Expr, width: u32) -> Expr {
        let exprs = &mut self.exprs;
        let constant = |exprs: &mut pikse_expr::Exprs, value: i64| {
            exprs.constant(width, i128::from(value) as u128)
        };
        match numbers {
            Numbers::Range { low, high } => {
                let (least, most) = (constant(exprs, low), constant(exprs, high));
                // Where nothing is below zero, signs make no difference.
                let (above, below) = match low < 0 {
                    true => (exprs.sle(least, word), exprs.sle(word, most)),
                    false => (exprs.ule(least, word), exprs.ule(word, most)),
                };
                exprs.and(above, below)
            }
            Numbers::List(list) => list.iter().fold(Expr::FALSE, |any, &value| {
                let value = constant(exprs, value);
                let is_it = exprs.eq(word, value);
                exprs.or(any, is_it)
            }),
        }
    }

    /// An end of a range whose number is not one of the bounds has the first one instead.
    fn stay_within(&mut self, state: &mut State, array: Array, condition: Expr, first: u128) {
        let Some(mut range) = state.range.take() else { return };
        let (symbol, bytes) = (self.exprs.symbol(array, 0), first.to_le_bytes());
        let count = self.exprs.array_length(array) as usize;
        for end in range.from.iter_mut().chain(range.to.iter_mut()) {
            if !self.evaluator.holds(&self.exprs, &end.model, condition) {
                let changes: Vec<(usize, u8)> =
                    (0..count).map(|k| (symbol + k, bytes[k])).collect();
                end.model = end.model.with(&changes);
            }
        }
        if state.path.model().is_some() {
            let model = range.model().cloned();
            state.path = state.path.assume(&mut self.exprs, Expr::TRUE, model);
        }
        state.range = Some(range);
    }

    /// Adds a condition on a new input, which holds if the input has a value.
    fn suppose(&mut self, state: &mut State, array: Array, condition: Expr, value: u128) {
        let first = self.exprs.symbol(array, 0);
        let bytes = value.to_le_bytes();
        let count = self.exprs.array_length(array) as usize;
        let changes: Vec<(usize, u8)> = (0..count).map(|k| (first + k, bytes[k])).collect();
        let model = state.path.model().map(|model| model.with(&changes));
        state.path = state.path.assume(&mut self.exprs, condition, model);
    }

    /// The input of a cell. It has this very name on every path: a replay finds it by that.
    fn cell_input(&mut self, name: &str, size: u32) -> Array {
        let name: Rc<str> = name.into();
        let key = (Rc::clone(&name), size, u32::MAX);
        match self.arrays.get(&key) {
            Some(&(array, _)) => array,
            None => {
                let array = self.exprs.array(&name, size);
                self.arrays.insert(key, (array, name));
                array
            }
        }
    }

    /// Puts a choice where nothing was written.
    fn put_open(&mut self, state: &mut State, heap: &BoundedHeap, cell: CellId, value: Value) {
        let (layout, object) = (heap.cell(cell), heap.space.cell(cell).object);
        let (number, offset) = self.lazy.place(heap, object, layout.offset);
        let Some(object) = state.memory.object_mut(number) else { return };
        let is_open = |object: &Object, at: u64| matches!(object.byte(at), Byte::Unwritten);
        let (places, size) = (offset..offset + layout.size, layout.size as u32);
        if places.clone().all(|at| is_open(object, at)) {
            object.put(&mut self.exprs, places.start, size, value);
            return;
        }
        let word = value.expr(&mut self.exprs, size * 8);
        for (k, at) in (0..).zip(places) {
            if is_open(object, at) {
                let byte = self.exprs.extract(word, k * 8, 8);
                let byte = Value::of(&self.exprs, byte);
                object.put(&mut self.exprs, at, 1, byte);
            }
        }
    }

    /// Bytes that are about to be copied into an object. Uninitialised ones stay so, and
    /// are not cells to be chosen.
    pub(super) fn keep_unwritten(&mut self, target: u32, goal: u64, bytes: &mut [Byte]) {
        if self.lazy.object(target).is_none() {
            return;
        }
        let unwritten = self.unwritten();
        for (at, byte) in (goal..).zip(bytes) {
            if matches!(byte, Byte::Unwritten) {
                let symbol = self.exprs.read(unwritten, unwritten_symbol(target, at), 8);
                *byte = Byte::Part(symbol, 0);
            }
        }
    }
}

/// Whether some bytes of an object are a container's.
fn holds(layout: &Layout, from: u64, count: u64) -> bool {
    let is_there =
        |container: &pikse_structure::Container| (from..from + count).contains(&container.offset);
    layout.containers.iter().any(is_there)
}

/// A number of so many bytes.
fn value_of(number: u64, size: u64) -> Value {
    let mask = if size >= 8 { u64::MAX } else { (1 << (size * 8)) - 1 };
    Value::Concrete(number & mask)
}

/// The bytes of its object that are a cell's.
fn places(cell: &CellLayout) -> Range<u64> {
    cell.offset..cell.offset + cell.size
}
