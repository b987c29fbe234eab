//! From an address to an object and an offset.

use pikse_expr::{Expr, Model};
use pikse_solver::{Least, Path, Side as Answer};

use super::ranged::Between;
use super::values::Values;
use super::{Machine, Step};
use crate::memory::{FUNCTIONS, Found, Kind};
use crate::state::State;
use crate::value::Value;
use crate::verdict::{Cut, ErrorKind, Verdict};
use crate::way::Way;

/// Where in an object.
#[derive(Clone, Copy, Debug)]
pub(super) enum Offset {
    Known(u64),
    /// An expression of 64 bits, which is inside.
    Symbolic(Expr),
}

/// The kind of access to an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    Read,
    Write,
}

impl Access {
    fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
        }
    }
}

/// An object that an address may point to: its number, and the condition for it.
type Leads = (u32, Expr, Path);
/// The rest beyond a limit, and how that path ends.
type Left = (Way, Option<Path>, Verdict);

impl Machine<'_> {
    /// The object and the offset of an access to some bytes. Other objects that the address may lead
    /// to are split off, and so are errors.
    pub(super) fn resolve(
        &mut self,
        state: &mut State,
        address: Value,
        count: u64,
        access: Access,
    ) -> Step<(u32, Offset)> {
        if self.is_shadow(address) {
            return self.shadow(state, address);
        }
        let expr = match address {
            Value::Concrete(address) => {
                if !state.fixed.is_empty()
                    && let Some((number, offset)) = self.fixed(state, address, count)
                {
                    return Ok((number, Offset::Known(offset)));
                }
                return self.inside(state, address, count, access);
            }
            Value::Symbolic(expr) => expr,
        };
        let expr = self.decidable(state, expr, "an address")?;
        let number = match self.likely_object(state, expr) {
            Some(number) => number,
            None => self.one_object(state, expr)?,
        };
        let number = state.memory.first(number);
        if state.memory.object(number).is_none() {
            // The kind of error depends on the address, so it is the least one. The path gets a model
            // with it, so that the inputs fit the message.
            let least = match state.panicking {
                Some(_) => self.example(state, expr)?,
                None => {
                    let (least, model) = self.least(state, expr)?;
                    state.path = state.path.assume(&mut self.exprs, Expr::TRUE, Some(model));
                    least
                }
            };
            return Err(self.bad_address(state, least as u64, count, access));
        }
        self.writable(state, number, access)?;
        let base = self.exprs.constant(64, u128::from(state.memory.address(number, 0)));
        let offset = self.exprs.sub(expr, base);
        let inside = self.in_bounds(state, number, offset, count);
        if inside != Expr::TRUE {
            self.require_inside(state, number, expr, inside, count, access)?;
        }
        let offset = match self.exprs.as_const(offset) {
            Some(offset) => Offset::Known(offset as u64),
            // A table of so many bytes would be too large, so each place is tried.
            None if self.is_vast(state, number, offset, count) => {
                Offset::Known(self.one_value(state, Value::Symbolic(offset), 64)?)
            }
            None => Offset::Symbolic(offset),
        };
        Ok((number, offset))
    }

    /// Whether an access at an offset is inside of an object.
    fn in_bounds(&mut self, state: &State, number: u32, offset: Expr, count: u64) -> Expr {
        let Some(object) = state.memory.object(number) else { return Expr::FALSE };
        let count = u128::from(count);
        match object.length() {
            None => match u128::from(object.size()).checked_sub(count) {
                Some(last) => {
                    let last = self.exprs.constant(64, last);
                    self.exprs.ule(offset, last)
                }
                None => Expr::FALSE,
            },
            Some(length) => {
                let count = self.exprs.constant(64, count);
                let has_room = self.exprs.ule(count, length);
                let last = self.exprs.sub(length, count);
                let is_before = self.exprs.ule(offset, last);
                self.exprs.and(has_room, is_before)
            }
        }
    }

    /// Continues where the access is in bounds of the object, and splits off the error where it is not.
    fn require_inside(
        &mut self,
        state: &mut State,
        number: u32,
        address: Expr,
        inside: Expr,
        count: u64,
        access: Access,
    ) -> Step<()> {
        self.check(state, inside, |machine, outside| {
            let example = machine.example(outside, address)? as u64;
            // Shown as an offset of this object, even if the address is far outside.
            let offset = example.wrapping_sub(outside.memory.address(number, 0)) as i64;
            machine.out_of_bounds(outside, number, offset, count, access)
        })
    }

    /// The object of an address that is one plus something symbolic.
    pub(super) fn likely_object(&self, state: &State, address: Expr) -> Option<u32> {
        let (_, constant) = self.exprs.offset_form(address);
        let (number, offset) = state.memory.place(constant as u64);
        let object = state.memory.object(number)?;
        // Indices may begin anywhere, so a constant part a little outside is a part of the address.
        let near = object.room() as i64 + (1 << 20);
        (-near..=near).contains(&offset).then_some(number)
    }

    /// The object of any address: the state continues with the first one; the others split off.
    fn one_object(&mut self, state: &mut State, address: Expr) -> Step<u32> {
        let (low, width) = state.memory.number_bits();
        let upper = self.exprs.extract(address, low, width);
        if let Some(number) = self.exprs.as_const(upper) {
            return Ok(number as u32);
        }
        if let Some(known) = self.known(state) {
            return match known.way {
                Way::Object(number) => {
                    let here = self.is_object(upper, number);
                    self.accept(state, known, known.is_new_decision().then_some(here));
                    Ok(number)
                }
                _ => Err(self.left_over(state, known, Cut::Objects)),
            };
        }
        self.awake(state)?;
        if state.panicking.is_some() {
            return Ok(self.example(state, upper)? as u32);
        }
        let memory = state.memory.clone();
        // All addresses after the last object are one way.
        let place = |number: u32| {
            let is_nowhere = matches!(memory.find(number), Found::Nothing);
            if is_nowhere && memory.is_after_all(number) { u32::MAX } else { number }
        };
        let mut between = Between { low: None, high: None };
        if self.is_ranged(state) {
            between = self.between(state, |machine, model| {
                place(machine.evaluator.eval(&machine.exprs, model, upper) as u32)
            })?;
        }
        let (mut objects, mut left) = match (state.range.is_some(), between.low, between.high) {
            // Both ends go the same way: there is nothing to ask. It is not beyond the limit.
            (true, Some(low), Some(high))
                if low == high && (low as usize) < self.options.objects =>
            {
                let here = self.is_object(upper, low);
                (vec![(low, here, state.path.clone())], None)
            }
            (true, ..) => self.all_objects(state, upper, None, between),
            (false, ..) => {
                let lesser = match self.values(state, upper)? {
                    Values::One(number) => {
                        self.took(state, Way::Object(number as u32));
                        return Ok(number as u32);
                    }
                    Values::Several { lesser, .. } => Some(lesser),
                    Values::Unknown(..) => None,
                };
                self.all_objects(state, upper, lesser, between)
            }
        };
        if state.range.is_some() {
            objects.retain(|object| between.has(place(object.0)));
            left = left.filter(|_| between.high.is_none());
            if objects.is_empty() && left.is_none() {
                return Err(self.cut(state, Cut::Outside));
            }
        }
        let mut objects = objects.into_iter();
        let first = objects.next();
        let part = |machine: &mut Self, state: &State, (number, here, path): &Leads| {
            if state.range.is_none() {
                return State { path: path.clone(), ..state.clone() };
            }
            let mut part = machine.part(state, between, place(*number), *here);
            // That it is possible is known.
            if part.range.is_none() {
                (part.path, part.unchecked) = (path.clone(), None);
            }
            part
        };
        for leads in objects {
            let mut other = part(self, state, &leads);
            let (number, here, _) = leads;
            self.decided(&mut other, Way::Object(number), Some(here));
            self.split_again(state.decided, other, Some(Way::Object(number)), None);
        }
        if let Some((way, path, verdict)) = left {
            if first.is_none() {
                self.decided(state, way, None);
                return Err(verdict);
            }
            self.split_cut(state, path, (way, None), verdict);
        }
        let Some(leads) = first else { return Err(self.cut(state, Cut::Objects)) };
        match state.range.is_some() {
            true => *state = part(self, state, &leads),
            false => state.path = leads.2.clone(),
        }
        let (number, here, _) = leads;
        self.decided(state, Way::Object(number), Some(here));
        self.done.push(Way::Object(number));
        Ok(number)
    }

    /// That the upper half of an address is the number of an object.
    fn is_object(&mut self, upper: Expr, number: u32) -> Expr {
        let constant = self.exprs.constant(self.exprs.width(upper), u128::from(number));
        self.exprs.eq(upper, constant)
    }

    /// All objects that an address may point to, by their numbers, with their conditions; and the rest
    /// beyond a limit, with the reason. Only those between the ends of a range are looked for.
    fn all_objects(
        &mut self,
        state: &State,
        upper: Expr,
        model: Option<Model>,
        between: Between<u32>,
    ) -> (Vec<Leads>, Option<Left>) {
        let model = model.or_else(|| state.path.model().cloned());
        let mut rest = state.path.assume(&mut self.exprs, Expr::TRUE, model);
        let mut from = 0;
        // Those before the start also count for the limit.
        let is_few = state.memory.next_number() as usize <= self.options.objects;
        if let Some(low) = between.low.filter(|&low| low != u32::MAX && is_few) {
            let constant = self.exprs.constant(self.exprs.width(upper), u128::from(low));
            let is_from = self.exprs.ule(constant, upper);
            // The input at the start of the range is one.
            let start = state.range.as_ref().and_then(|range| range.model()).cloned();
            rest = rest.assume(&mut self.exprs, is_from, start);
            from = u128::from(low);
        }
        let mut objects = Vec::new();
        let mut found = 0;
        let left = loop {
            let (number, model) = match self.solver.least(&mut self.exprs, &rest, upper, from) {
                Least::Value(number, model) => (number as u32, model),
                Least::Impossible => break None,
                Least::Unknown(why) => {
                    break Some((Way::Undecided((&why).into()), None, self.undecided(state, &why)));
                }
            };
            let here = self.is_object(upper, number);
            let path = state.path.assume(&mut self.exprs, here, Some(model));
            objects.push((number, here, path));
            found += 1;
            if between.high.is_some_and(|high| number >= high) {
                break None;
            }
            // One error is reported for all addresses where no object ever was, and after the last
            // object there are no others.
            let is_nowhere = matches!(state.memory.find(number), Found::Nothing);
            if is_nowhere && state.memory.is_after_all(number) {
                break None;
            }
            from = u128::from(number) + 1;
            let constant = self.exprs.constant(self.exprs.width(upper), u128::from(number));
            let is_after = self.exprs.ult(constant, upper);
            match self.solver.assume(&mut self.exprs, &state.path, is_after) {
                Answer::Impossible => break None,
                Answer::Unknown(path, why) => {
                    let way = Way::Undecided((&why).into());
                    break Some((way, Some(path), self.undecided(state, &why)));
                }
                Answer::Possible(path) if found >= self.options.objects => {
                    break Some((Way::Rest, Some(path), self.cut(state, Cut::Objects)));
                }
                Answer::Possible(path) => rest = path,
            }
        };
        (objects, left)
    }

    /// The object and the offset of an access at a plain address.
    fn inside(
        &mut self,
        state: &mut State,
        address: u64,
        count: u64,
        access: Access,
    ) -> Step<(u32, Offset)> {
        let (number, offset) = state.memory.place(address);
        let Some(object) = state.memory.object(number) else {
            return Err(self.bad_address(state, address, count, access));
        };
        let end = (offset.max(0) as u64).saturating_add(count);
        if offset < 0 || end > object.room() {
            return Err(self.out_of_bounds(state, number, offset, count, access)?);
        }
        let is_inside = end <= object.size();
        self.writable(state, number, access)?;
        if !is_inside {
            let at = self.exprs.constant(64, offset as u128);
            let inside = self.in_bounds(state, number, at, count);
            let address = self.exprs.constant(64, u128::from(address));
            self.require_inside(state, number, address, inside, count, access)?;
        }
        Ok((number, Offset::Known(offset as u64)))
    }

    fn writable(&self, state: &State, number: u32, access: Access) -> Step<()> {
        match state.memory.object(number) {
            Some(object) if access == Access::Write && object.kind == Kind::Constant => {
                let whose = self.whose(number);
                let message = format!("write to {whose}, which is constant");
                Err(self.error(state, ErrorKind::WriteToConstant, message))
            }
            _ => Ok(()),
        }
    }

    /// The error for an address that does not point to a live object.
    pub(super) fn bad_address(
        &self,
        state: &State,
        address: u64,
        count: u64,
        access: Access,
    ) -> Verdict {
        let (number, offset) = state.memory.place(address);
        let word = access.word();
        let bytes = bytes(count);
        match state.memory.find(number) {
            _ if number == FUNCTIONS => {
                let message = format!("{word} of {bytes} at the address of a function");
                self.error(state, ErrorKind::WildPointer, message)
            }
            Found::Freed(at) => {
                let place = self.program.locations.get(at.index());
                let place = place
                    .filter(|place| place.line > 0)
                    .map(|place| format!(" freed at line {}", place.line));
                let message = format!(
                    "{word} of {bytes} at offset {offset} of memory{}",
                    place.as_deref().unwrap_or(" that was freed")
                );
                self.error(state, ErrorKind::UseAfterFree, message)
            }
            Found::Gone => {
                let message = format!(
                    "{word} of {bytes} in a local variable of a function that has returned"
                );
                self.error(state, ErrorKind::UseAfterReturn, message)
            }
            _ if address < 1 << 16 => {
                let message = match address {
                    0 => format!("{word} of {bytes} at the null pointer"),
                    _ => {
                        format!("{word} of {bytes} at address {address:#x}, near the null pointer")
                    }
                };
                self.error(state, ErrorKind::NullPointer, message)
            }
            Found::Object | Found::Nothing => {
                let message = format!(
                    "{word} of {bytes} at address {address:#x}, which is not in any object"
                );
                self.error(state, ErrorKind::WildPointer, message)
            }
        }
    }

    fn out_of_bounds(
        &mut self,
        state: &mut State,
        number: u32,
        offset: i64,
        count: u64,
        access: Access,
    ) -> Step<Verdict> {
        let object = state.memory.object(number);
        let (size, length) = object.map_or((0, None), |object| (object.size(), object.length()));
        let size = match length {
            Some(length) => self.example(state, length)? as u64,
            None => size,
        };
        let (word, whose, count) = (access.word(), self.whose_in(state, number), bytes(count));
        if let Some(name) = self.undefined_global(number) {
            return Ok(self.unsupported(state, format!("the undefined global `{name}`")));
        }
        let size = bytes(size);
        let message = format!("{word} of {count} at offset {offset} of {whose}, which has {size}");
        Ok(self.error(state, ErrorKind::OutOfBounds, message))
    }

    fn global_of(&self, number: u32) -> Option<&pikse_ir::Global> {
        // Numbers of globals are given in order.
        let at = self.globals.binary_search(&number).ok()?;
        self.program.globals.get(at)
    }

    fn undefined_global(&self, number: u32) -> Option<&str> {
        let global = self.global_of(number)?;
        global.bytes.is_none().then_some(&global.name)
    }

    fn whose(&self, number: u32) -> String {
        match self.global_of(number) {
            Some(global) => format!("the global `{}`", global.name),
            None => "memory".to_owned(),
        }
    }

    /// The description of an object, for people.
    pub(super) fn whose_in(&self, state: &State, number: u32) -> String {
        let Some(object) = state.memory.object(number) else { return self.whose(number) };
        let line = self.program.locations.get(object.made_at.index()).map_or(0, |at| at.line);
        match (object.kind, line) {
            (Kind::Global | Kind::Constant, _) => self.whose(number),
            (Kind::Stack, 0) => "a local variable".to_owned(),
            (Kind::Stack, line) => format!("the local variable of line {line}"),
            (Kind::Heap, 0) => "allocated memory".to_owned(),
            (Kind::Heap, line) => format!("memory allocated at line {line}"),
            (Kind::World | Kind::Given, _) => "memory passed to the program".to_owned(),
        }
    }
}

fn bytes(count: u64) -> String {
    match count {
        1 => "1 byte".to_owned(),
        _ => format!("{count} bytes"),
    }
}
