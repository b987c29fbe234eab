//! Objects whose cells are chosen when they are first read.
//!
//! A cell that was neither read nor written is uninitialised memory, so only the slow path of a load
//! comes here. A number becomes a new symbol within its domain. For an address the path splits into
//! the values that the isomorphism rule leaves ([`pikse_structure::symmetry`]). A choice is an input
//! of the path, under the name of the cell in its space; see [`pikse_structure::layout`] for its bytes.
//! If only one value is left, there is no input. A cell that is written before it is read is never
//! chosen.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use pikse_expr::{Array, Expr};
use pikse_structure::{BoundedHeap, CellId, CellLayout, Numbers, Obj, ObjectId, symmetry};

use super::address::Offset;
use super::load::unwritten_symbol;
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
    heap: Option<Arc<BoundedHeap>>,
    /// The numbers that the objects have in memory, in the order of the space.
    numbers: Range<u32>,
    /// The id of the first object that is in memory.
    first: u32,
    /// For each class its cells in the order in which they lie in an object.
    order: Vec<Vec<usize>>,
}

impl Lazy {
    /// The object of the space with this number in memory.
    #[inline]
    fn object(&self, number: u32) -> Option<ObjectId> {
        let is_given = self.numbers.contains(&number);
        is_given.then(|| ObjectId(self.first + number - self.numbers.start))
    }

    /// The number in memory of an object.
    fn number(&self, object: ObjectId) -> u32 {
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
        for obj in objects {
            let layout = heap.layout(obj.class());
            let mut object = Object::unwritten(Kind::Given, layout.size, pikse_ir::LocId(0));
            for &(offset, size, value) in &layout.constants {
                object.put_plain(offset, &value.to_le_bytes()[..size as usize]);
            }
            let number = state.memory.add(object)?;
            first = first.or(Some(obj.id().0));
            let start = numbers.map_or(number, |numbers| numbers.start);
            numbers = Some(start..number + 1);
        }
        let order = |layout: &pikse_structure::Layout| {
            let mut order: Vec<usize> = (0..layout.cells.len()).collect();
            order.sort_by_key(|&at| layout.cells[at].offset);
            order
        };
        self.lazy = Lazy {
            heap: Some(Arc::clone(heap)),
            numbers: numbers?,
            first: first?,
            order: heap.layouts.iter().map(order).collect(),
        };
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
    pub fn given(&self) -> Option<&BoundedHeap> {
        self.lazy.heap.as_deref()
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
                self.choose_in(state, number, given, &range)
            }
        }
    }

    /// Chooses all of an object before something is written at an offset that is not known.
    pub(super) fn choose_all(
        &mut self,
        state: &mut State,
        number: u32,
        offset: Offset,
    ) -> Step<()> {
        match (offset, self.lazy.object(number)) {
            (Offset::Symbolic(_), Some(given)) => {
                self.choose_in(state, number, given, &(0..u64::MAX))
            }
            _ => Ok(()),
        }
    }

    fn choose_in(
        &mut self,
        state: &mut State,
        number: u32,
        given: ObjectId,
        range: &Range<u64>,
    ) -> Step<()> {
        let Some(heap) = self.lazy.heap.clone() else { return Ok(()) };
        let obj = heap.space.object(given);
        let class = obj.class().index();
        for at in 0..self.lazy.order[class].len() {
            let at = self.lazy.order[class][at];
            let cell = CellId::at(obj.first_cell().index() + at);
            let places = places(heap.cell(cell));
            let is_touched = places.start < range.end && places.end > range.start;
            let is_open = || {
                let object = state.memory.object(number);
                let size = places.end - places.start;
                object.is_some_and(|object| object.has_unwritten(places.start, size))
            };
            if is_touched && is_open() {
                match heap.numbers(cell) {
                    Some(numbers) => self.choose_number(state, number, &heap, cell, numbers),
                    None => self.choose_object(state, number, &heap, cell)?,
                }
            }
        }
        Ok(())
    }

    /// Chooses a cell that holds an address.
    fn choose_object(
        &mut self,
        state: &mut State,
        number: u32,
        heap: &BoundedHeap,
        cell: CellId,
    ) -> Step<()> {
        let (layout, domain) = (heap.cell(cell), heap.space.domain_of(cell));
        let mut indices = symmetry::indices(&heap.space, domain, &state.touched);
        // After a panic a path does not split.
        if state.panicking.is_some() {
            indices.truncate(1);
        }
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
            let address = match domain.object(index) {
                None => layout.null as u64,
                Some(obj) => {
                    machine.touch(state, heap, obj);
                    state.memory.address(machine.lazy.number(obj.id()), layout.into)
                }
            };
            machine.put_open(state, number, layout, Value::Concrete(address));
        };
        if indices.len() > 1
            && let Some(known) = self.known(state)
        {
            // The choice stays in memory, so an instruction that is done again does not come here.
            self.done.pop();
            let index = match known.way {
                Way::Choice(way) => heap.index_of_choice(cell, way.into()),
                _ => None,
            };
            return match index.filter(|index| indices.contains(index)) {
                Some(index) => {
                    take(self, state, index);
                    Ok(())
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
        Ok(())
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
        number: u32,
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
            self.put_open(state, number, layout, value);
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
        self.put_open(state, number, layout, Value::Symbolic(word));
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
    fn put_open(&mut self, state: &mut State, number: u32, cell: &CellLayout, value: Value) {
        let Some(object) = state.memory.object_mut(number) else { return };
        let is_open = |object: &Object, at: u64| matches!(object.byte(at), Byte::Unwritten);
        let (places, size) = (places(cell), cell.size as u32);
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

/// The bytes of its object that are a cell's.
fn places(cell: &CellLayout) -> Range<u64> {
    cell.offset..cell.offset + cell.size
}
