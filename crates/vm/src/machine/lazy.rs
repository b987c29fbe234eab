//! Objects whose cells are chosen when they are first read.
//!
//! A cell that nobody has read or written is memory that nobody has written, so that only the slow
//! way of a load comes here. A number becomes a new symbol within its domain. For an address the path
//! splits: null, each object of the class that some cell has led to already, and the first one of the
//! others, since those differ in nothing but their numbers. A choice is an input of the path. What is
//! written before it is read is never chosen.

use std::ops::Range;
use std::rc::Rc;

use pikse_expr::{Array, Expr};

use super::address::Offset;
use super::load::unwritten_symbol;
use super::{Machine, Step};
use crate::memory::{Byte, Kind, Object, address_of};
use crate::shape::{Cell, Domain, Shape};
use crate::state::{Input, State};
use crate::value::Value;
use crate::verdict::Verdict;
use crate::way::Way;

/// The objects of a shape in memory.
#[derive(Debug, Default)]
pub(super) struct Lazy {
    shape: Rc<Shape>,
    /// The numbers of the objects, class by class.
    numbers: Vec<Range<u32>>,
}

impl Lazy {
    /// The class of an object, and which one it is.
    fn place(&self, number: u32) -> Option<(usize, u32)> {
        if !(self.numbers.first()?.start..self.numbers.last()?.end).contains(&number) {
            return None;
        }
        let class = self.numbers.iter().position(|numbers| numbers.contains(&number))?;
        Some((class, number - self.numbers[class].start))
    }
}

impl Machine<'_> {
    /// Makes the objects of a shape in a state that has not begun. Gives the address of the first
    /// object of each class; none if there are too many. A machine is given one shape.
    pub fn give(&mut self, state: &mut State, shape: &Shape) -> Option<Vec<u64>> {
        let mut numbers = Vec::with_capacity(shape.classes.len());
        let mut next = None;
        for class in &shape.classes {
            let mut first = next;
            for _ in 0..class.objects {
                let mut object = Object::unwritten(Kind::Given, class.size, pikse_ir::LocId(0));
                for (offset, bytes) in &class.constants {
                    object.put_plain(*offset, bytes);
                }
                let number = state.memory.add(object)?;
                first = first.or(Some(number));
                next = number.checked_add(1);
            }
            let first = first.unwrap_or(0);
            numbers.push(first..first + class.objects);
        }
        let addresses = numbers.iter().map(|numbers| address_of(numbers.start, 0)).collect();
        state.used = shape.classes.iter().map(|class| u32::from(class.is_root)).collect();
        self.lazy = Lazy { shape: Rc::new(shape.clone()), numbers };
        Some(addresses)
    }

    /// Chooses what is read here and was not chosen. The state goes on with one choice; the others
    /// are split off and do the instruction again, so nothing may have been done before.
    #[inline]
    pub(super) fn choose(
        &mut self,
        state: &mut State,
        number: u32,
        offset: Offset,
        count: u32,
    ) -> Step<()> {
        match self.lazy.place(number) {
            None => Ok(()),
            Some((class, object)) => {
                let Some(size) = state.memory.object(number).map(Object::size) else {
                    return Ok(());
                };
                let range = match offset {
                    Offset::Known(offset) => offset..offset + count,
                    Offset::Symbolic(offset) => {
                        let facts = self.exprs.facts(offset);
                        let last = facts.high.min(u64::from(size.saturating_sub(count)));
                        facts.low.min(last) as u32..last as u32 + count
                    }
                };
                self.choose_in(state, number, (class, object), &range)
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
        match (offset, self.lazy.place(number)) {
            (Offset::Symbolic(_), Some(place)) => {
                self.choose_in(state, number, place, &(0..u32::MAX))
            }
            _ => Ok(()),
        }
    }

    fn choose_in(
        &mut self,
        state: &mut State,
        number: u32,
        (class, object): (usize, u32),
        range: &Range<u32>,
    ) -> Step<()> {
        let shape = Rc::clone(&self.lazy.shape);
        for (at, cell) in shape.classes[class].cells.iter().enumerate() {
            let is_touched = cell.offset < range.end && cell.offset + cell.size > range.start;
            let is_open = || {
                let object = state.memory.object(number);
                object.is_some_and(|object| object.has_unwritten(cell.offset, cell.size))
            };
            if is_touched && is_open() {
                let name = shape.cell_name(class, object, at);
                self.choose_cell(state, number, cell, &name)?;
            }
        }
        Ok(())
    }

    fn choose_cell(&mut self, state: &mut State, number: u32, cell: &Cell, name: &str) -> Step<()> {
        let Domain::Object { class, nullable, into, null } = cell.domain else {
            self.choose_number(state, number, cell, name);
            return Ok(());
        };
        let used = state.used[class];
        let objects = self.lazy.shape.classes[class].objects;
        let mut ways = u32::from(!nullable)..(used + 1).min(objects) + 1;
        // After a panic a path does not split.
        if state.panicking.is_some() {
            ways.end = ways.end.min(ways.start + 1);
        }
        let size = self.lazy.shape.choice_size(class);
        let input = (ways.len() > 1).then(|| self.cell_input(name, size));
        let first_object = self.lazy.numbers[class].start;
        let take = |machine: &mut Self, state: &mut State, way: u32| {
            if let Some(array) = input {
                let location = machine.user_location(state);
                state.inputs.push(Input { array, location });
                let word = machine.exprs.read(array, 0, size * 8);
                let chosen = machine.exprs.constant(size * 8, u128::from(way));
                let condition = machine.exprs.eq(word, chosen);
                machine.suppose(state, array, condition, u128::from(way));
                machine.decided(state, Way::Choice(way), Some(condition));
            }
            if way > used {
                let mut all = state.used.to_vec();
                all[class] = way;
                state.used = all.into();
            }
            let address = match way {
                0 => null as u64,
                _ => address_of(first_object + way - 1, into),
            };
            machine.put_open(state, number, cell, Value::Concrete(address));
        };
        if ways.len() > 1
            && let Some(known) = self.known(state)
        {
            // The choice stays in memory, so an instruction that is done again does not come here.
            self.done.pop();
            return match known.way {
                Way::Choice(way) if ways.contains(&way) => {
                    take(self, state, way);
                    Ok(())
                }
                _ => Err(self.misfit(state, known)),
            };
        }
        let Some(first) = ways.next() else { return Err(Verdict::Rejected) };
        let depth = state.decided;
        for way in ways {
            let mut other = state.clone();
            take(self, &mut other, way);
            self.split_again(depth, other, None, None);
        }
        take(self, state, first);
        Ok(())
    }

    fn choose_number(&mut self, state: &mut State, number: u32, cell: &Cell, name: &str) {
        let width = cell.size * 8;
        let first = cell.domain.first();
        let is_only = match &cell.domain {
            Domain::Range { low, high } => low == high,
            Domain::Values(values) => values.len() < 2,
            Domain::Object { .. } => false,
        };
        if is_only || state.panicking.is_some() {
            let value = Value::of_number(&mut self.exprs, width, i128::from(first) as u128);
            self.put_open(state, number, cell, value);
            return;
        }
        let array = self.cell_input(name, cell.size);
        let location = self.user_location(state);
        state.inputs.push(Input { array, location });
        let word = self.exprs.read(array, 0, width);
        let condition = self.within(&cell.domain, word, width);
        self.suppose(state, array, condition, i128::from(first) as u128);
        self.put_open(state, number, cell, Value::Symbolic(word));
    }

    /// That a word is of a domain of numbers.
    fn within(&mut self, domain: &Domain, word: Expr, width: u32) -> Expr {
        let exprs = &mut self.exprs;
        let constant = |exprs: &mut pikse_expr::Exprs, value: i64| {
            exprs.constant(width, i128::from(value) as u128)
        };
        match domain {
            &Domain::Range { low, high } => {
                let (least, most) = (constant(exprs, low), constant(exprs, high));
                // Where nothing is below zero, signs make no difference.
                let (above, below) = match low < 0 {
                    true => (exprs.sle(least, word), exprs.sle(word, most)),
                    false => (exprs.ule(least, word), exprs.ule(word, most)),
                };
                exprs.and(above, below)
            }
            Domain::Values(values) => values.iter().fold(Expr::FALSE, |any, &value| {
                let value = constant(exprs, value);
                let is_it = exprs.eq(word, value);
                exprs.or(any, is_it)
            }),
            Domain::Object { .. } => Expr::TRUE,
        }
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
        let key = (Rc::from(name), size, u32::MAX);
        match self.arrays.get(&key) {
            Some(&array) => array,
            None => {
                let array = self.exprs.array(name, size);
                self.arrays.insert(key, array);
                array
            }
        }
    }

    /// Puts a choice where nothing was written.
    fn put_open(&mut self, state: &mut State, number: u32, cell: &Cell, value: Value) {
        let Some(object) = state.memory.object_mut(number) else { return };
        let is_open = |object: &Object, at: u32| matches!(object.byte(at), Byte::Unwritten);
        let places = cell.offset..cell.offset + cell.size;
        if places.clone().all(|at| is_open(object, at)) {
            object.put(&mut self.exprs, cell.offset, cell.size, value);
            return;
        }
        let word = value.expr(&mut self.exprs, cell.size * 8);
        for (k, at) in (0..).zip(places) {
            if is_open(object, at) {
                let byte = self.exprs.extract(word, k * 8, 8);
                let byte = Value::of(&self.exprs, byte);
                object.put(&mut self.exprs, at, 1, byte);
            }
        }
    }

    /// Bytes that are about to be copied into an object. Those that nobody has written stay so, and
    /// are no cells to be chosen.
    pub(super) fn keep_unwritten(&mut self, target: u32, goal: u32, bytes: &mut [Byte]) {
        if self.lazy.place(target).is_none() {
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
