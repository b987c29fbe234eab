//! One object: its bytes, and how many of them there are.
//!
//! A small object has one run of bytes. A large one has pages, and only those that were written; the
//! others have what the object began with. Copies share pages. So an object of many gigabytes costs as
//! much as is touched of it.
//!
//! The size of an object may be symbolic. It then has room for its largest size, and all accesses up to
//! its least size are in bounds without a question.

use std::rc::Rc;

use pikse_base::Table;
use pikse_expr::{Array, Expr, Exprs, Memory as Bytes};
use pikse_ir::LocId;

use super::page::{Byte, Page};
use crate::value::Value;

/// The size of a page.
const PAGE: u64 = 4096;
/// The most pages that a copy shares.
const MOST_SHARED: u64 = 1 << 24;
/// Objects that are larger than this have pages.
const SMALL: u64 = 1 << 16;

/// The kind of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A global variable.
    Global,
    /// A global that may not be written.
    Constant,
    /// A local variable.
    Stack,
    /// Heap memory that the program allocated.
    Heap,
    /// Memory that the machine created for the program, such as arguments.
    World,
    /// The same, but as if it had been allocated: the program may free it.
    Given,
}

/// A memory object.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) kind: Kind,
    /// Whether it has bytes that must not be written before something else was done: those of containers,
    /// which are made first.
    pub(crate) is_guarded: bool,
    /// Where it was made.
    pub(crate) made_at: LocId,
    /// How many bytes it has at least.
    size: u64,
    /// How many it may have.
    room: u64,
    /// The size, if it is symbolic: an expression of 64 bits.
    length: Option<Expr>,
    contents: Contents,
    /// The contents since something was written at a symbolic offset; the other contents are not
    /// used any more.
    symbolic: Option<Bytes>,
}

#[derive(Clone, Debug)]
enum Contents {
    Whole(Page),
    Pages(Box<Pages>),
}

/// The pages of a large object.
#[derive(Clone, Debug)]
struct Pages {
    /// Those that differ from what the object began with.
    written: Table<Rc<Page>>,
    fresh: Fresh,
}

/// What an object began with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fresh {
    Unwritten,
    Byte(u8),
    Symbols(Array),
}

impl Fresh {
    fn page(self, first: u64, size: u64) -> Page {
        match self {
            Self::Unwritten => Page::unwritten(size as u32),
            Self::Byte(byte) => Page::of_bytes(vec![byte; size as usize]),
            Self::Symbols(array) => Page::of_symbols(size as u32, array, first as u32),
        }
    }

    fn byte(self, offset: u64) -> Byte {
        match self {
            Self::Unwritten => Byte::Unwritten,
            Self::Byte(byte) => Byte::Number(byte),
            Self::Symbols(array) => Byte::Symbol(array, offset as u32),
        }
    }
}

impl Pages {
    fn page(&self, offset: u64) -> Option<&Page> {
        self.written.get((offset / PAGE) as u32).map(|page| &**page)
    }

    fn page_mut(&mut self, offset: u64) -> &mut Page {
        let number = (offset / PAGE) as u32;
        if self.written.get(number).is_none() {
            let page = self.fresh.page(offset / PAGE * PAGE, PAGE);
            self.written.set(number, Rc::new(page));
        }
        match self.written.get_mut(number) {
            Some(page) => Rc::make_mut(page),
            None => unreachable!("the page was made"),
        }
    }

    fn byte(&self, offset: u64) -> Byte {
        match self.page(offset) {
            Some(page) => page.byte((offset % PAGE) as u32),
            None => self.fresh.byte(offset),
        }
    }

    fn number(&self, offset: u64, count: u32) -> Option<u64> {
        let at = offset % PAGE;
        if at + u64::from(count) <= PAGE
            && let Some(page) = self.page(offset)
        {
            return page.number(at as u32, count);
        }
        (0..count).rev().try_fold(0, |number, k| match self.byte(offset + u64::from(k)) {
            Byte::Number(byte) => Some(number << 8 | u64::from(byte)),
            _ => None,
        })
    }
}

/// The parts of a range that are in one page each: their first bytes, and how many there are.
fn pieces(offset: u64, count: u64) -> impl Iterator<Item = (u64, u64)> {
    let end = offset + count;
    let mut at = offset;
    std::iter::from_fn(move || {
        let next = (at / PAGE + 1).saturating_mul(PAGE).min(end);
        let piece = (at, next - at);
        (at < end).then(|| {
            at = next;
            piece
        })
    })
}

impl Object {
    /// An uninitialised object.
    pub(crate) fn unwritten(kind: Kind, size: u64, made_at: LocId) -> Self {
        Self::filled(kind, size, Fresh::Unwritten, made_at)
    }

    /// An object of plain bytes, followed by zeros.
    pub(crate) fn of_bytes(kind: Kind, bytes: &[u8], size: u64, made_at: LocId) -> Self {
        let mut object = Self::filled(kind, size, Fresh::Byte(0), made_at);
        object.put_plain(0, bytes);
        object
    }

    /// An object whose bytes are all alike.
    pub(crate) fn filled(kind: Kind, size: u64, fresh: Fresh, made_at: LocId) -> Self {
        let contents = match size {
            ..=SMALL => Contents::Whole(fresh.page(0, size)),
            _ => Contents::Pages(Box::new(Pages { written: Table::new(), fresh })),
        };
        let (is_guarded, length, symbolic) = (false, None, None);
        Self { kind, is_guarded, made_at, size, room: size, length, contents, symbolic }
    }

    /// Gives an object with room for its largest size its symbolic size, which is at least `least`.
    pub(crate) fn with_length(self, length: Expr, least: u64) -> Self {
        Self { size: least, length: Some(length), ..self }
    }

    /// How many bytes it has on every path.
    #[inline]
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// How many bytes it has at most.
    pub(crate) fn room(&self) -> u64 {
        self.room
    }

    /// The size, if it is symbolic.
    pub(crate) fn length(&self) -> Option<Expr> {
        self.length
    }

    /// Whether a number can be put anywhere in it.
    #[inline]
    pub(crate) fn is_plainly_writable(&self) -> bool {
        self.symbolic.is_none() && self.kind != Kind::Constant && !self.is_guarded
    }

    /// An estimate of its memory.
    pub(crate) fn weight(&self) -> usize {
        let contents = match &self.contents {
            Contents::Whole(page) => page.weight(),
            Contents::Pages(pages) => {
                let own = pages.written.iter().filter(|(_, page)| Rc::strong_count(page) == 1);
                own.map(|(_, page)| page.weight()).sum()
            }
        };
        size_of::<Self>() + contents
    }

    /// The contents as one memory, if something was written at a symbolic offset.
    pub(crate) fn symbolic(&self) -> Option<Bytes> {
        self.symbolic
    }

    pub(crate) fn set_symbolic(&mut self, bytes: Bytes) {
        self.symbolic = Some(bytes);
        self.contents = Contents::Whole(Page::of_bytes(Vec::new()));
    }

    /// The number in up to 8 bytes, if they are numbers. The bytes are in the object.
    #[inline]
    pub(crate) fn number(&self, offset: u64, count: u32) -> Option<u64> {
        if self.symbolic.is_some() {
            return None;
        }
        match &self.contents {
            Contents::Whole(page) => page.number(offset as u32, count),
            Contents::Pages(pages) => pages.number(offset, count),
        }
    }

    /// Whether some of these bytes is uninitialised.
    pub(crate) fn has_unwritten(&self, offset: u64, count: u64) -> bool {
        if self.symbolic.is_some() || count == 0 {
            return false;
        }
        match &self.contents {
            Contents::Whole(page) => page.has_unwritten(offset as u32, count as u32),
            Contents::Pages(pages) => pieces(offset, count).any(|(at, n)| match pages.page(at) {
                Some(page) => page.has_unwritten((at % PAGE) as u32, n as u32),
                None => pages.fresh == Fresh::Unwritten,
            }),
        }
    }

    /// Plain bytes, if they all are. The bytes are in the object.
    pub(crate) fn plain(&self, offset: u64, count: u64) -> Option<Vec<u8>> {
        if self.symbolic.is_some() {
            return None;
        }
        if count == 0 {
            return Some(Vec::new());
        }
        match &self.contents {
            Contents::Whole(page) => page.plain(offset as u32, count as u32).map(<[u8]>::to_vec),
            Contents::Pages(pages) => {
                let mut bytes = Vec::with_capacity(count as usize);
                for (at, n) in pieces(offset, count) {
                    match (pages.page(at), pages.fresh) {
                        (Some(page), _) => {
                            bytes.extend(page.plain((at % PAGE) as u32, n as u32)?);
                        }
                        (None, Fresh::Byte(byte)) => bytes.resize(bytes.len() + n as usize, byte),
                        (None, _) => return None,
                    }
                }
                Some(bytes)
            }
        }
    }

    /// Puts a number of up to 8 bytes.
    #[inline]
    pub(crate) fn put_number(&mut self, offset: u64, count: u32, bits: u64) {
        debug_assert!(self.symbolic.is_none());
        match &mut self.contents {
            Contents::Whole(page) => page.put_number(offset as u32, count, bits),
            Contents::Pages(_) => self.put_plain(offset, &bits.to_le_bytes()[..count as usize]),
        }
    }

    /// Puts plain bytes.
    pub(crate) fn put_plain(&mut self, offset: u64, bytes: &[u8]) {
        debug_assert!(self.symbolic.is_none());
        if bytes.is_empty() {
            return;
        }
        match &mut self.contents {
            Contents::Whole(page) => page.put_plain(offset as u32, bytes),
            Contents::Pages(pages) => {
                for (at, n) in pieces(offset, bytes.len() as u64) {
                    let from = (at - offset) as usize;
                    let page = pages.page_mut(at);
                    page.put_plain((at % PAGE) as u32, &bytes[from..from + n as usize]);
                }
            }
        }
    }

    /// Puts one byte many times.
    pub(crate) fn fill(&mut self, offset: u64, count: u64, byte: u8) {
        if count == 0 {
            return;
        }
        let is_all = offset == 0 && count == self.room;
        match &mut self.contents {
            Contents::Whole(page) => page.fill(offset as u32, count as u32, byte),
            Contents::Pages(pages) if is_all => {
                **pages = Pages { written: Table::new(), fresh: Fresh::Byte(byte) };
            }
            Contents::Pages(pages) => {
                for (at, n) in pieces(offset, count) {
                    if pages.page(at).is_some() || pages.fresh != Fresh::Byte(byte) {
                        pages.page_mut(at).fill((at % PAGE) as u32, n as u32, byte);
                    }
                }
            }
        }
    }

    /// Puts the symbols of an array.
    pub(crate) fn put_array(&mut self, exprs: &mut Exprs, offset: u64, array: Array, count: u32) {
        if count == 0 {
            return;
        }
        if let Some(memory) = self.symbolic {
            let mut memory = memory;
            for k in 0..count {
                let at = exprs.constant(64, u128::from(offset + u64::from(k)));
                let byte = exprs.read(array, k, 8);
                memory = exprs.write(memory, at, byte);
            }
            self.symbolic = Some(memory);
            return;
        }
        let is_all = offset == 0 && u64::from(count) == self.room;
        match &mut self.contents {
            Contents::Whole(page) => page.put_array(exprs, offset as u32, count, (array, 0)),
            Contents::Pages(pages) if is_all => {
                **pages = Pages { written: Table::new(), fresh: Fresh::Symbols(array) };
            }
            Contents::Pages(pages) => {
                for (at, n) in pieces(offset, count.into()) {
                    let symbols = (array, (at - offset) as u32);
                    let page = pages.page_mut(at);
                    page.put_array(exprs, (at % PAGE) as u32, n as u32, symbols);
                }
            }
        }
    }

    /// One byte.
    pub(crate) fn byte(&self, offset: u64) -> Byte {
        match &self.contents {
            Contents::Whole(page) => page.byte(offset as u32),
            Contents::Pages(pages) => pages.byte(offset),
        }
    }

    /// Puts bytes that were copied.
    pub(crate) fn put_bytes(&mut self, exprs: &mut Exprs, offset: u64, bytes: &[Byte]) {
        match &mut self.contents {
            Contents::Whole(page) => page.put_bytes(exprs, offset as u32, bytes),
            Contents::Pages(pages) => {
                for (at, n) in pieces(offset, bytes.len() as u64) {
                    let from = (at - offset) as usize;
                    let bytes = &bytes[from..from + n as usize];
                    pages.page_mut(at).put_bytes(exprs, (at % PAGE) as u32, bytes);
                }
            }
        }
    }

    /// Takes over whole pages of another large object, as a copy of its bytes would. False if the places are
    /// not at the beginning of pages, or an object is not large.
    pub(crate) fn share_pages(&mut self, goal: u64, of: &Self, start: u64, count: u64) -> bool {
        let (Contents::Pages(into), Contents::Pages(from)) = (&mut self.contents, &of.contents)
        else {
            return false;
        };
        let is_whole = [goal, start, count].iter().all(|place| place.is_multiple_of(PAGE));
        if !is_whole || count / PAGE > MOST_SHARED || matches!(from.fresh, Fresh::Symbols(_)) {
            return false;
        }
        let numbers = |first: u64| (first / PAGE) as u32..((first + count) / PAGE) as u32;
        if from.fresh == into.fresh {
            let before = into.written.iter().map(|(number, _)| number);
            let before: Vec<u32> = before.filter(|at| numbers(goal).contains(at)).collect();
            before.into_iter().for_each(|number| into.written.remove(number));
        } else {
            // All are one page until they are written.
            let page = Rc::new(from.fresh.page(0, PAGE));
            numbers(goal).for_each(|number| into.written.set(number, page.clone()));
        }
        let written = from.written.iter().filter(|(at, _)| numbers(start).contains(at));
        for (number, page) in written {
            let place = number - numbers(start).start + numbers(goal).start;
            into.written.set(place, page.clone());
        }
        true
    }

    /// The places where something was written that may be an address: every eight bytes of small
    /// objects, and of the written pages of large ones.
    pub(crate) fn words(&self) -> Vec<u64> {
        let whole = |from: u64, size: u64| (from..(from + size / 8 * 8)).step_by(8);
        match &self.contents {
            Contents::Whole(_) => whole(0, self.room).collect(),
            Contents::Pages(pages) => {
                let pages = pages.written.iter().map(|(number, _)| u64::from(number) * PAGE);
                let words = pages.flat_map(|at| whole(at, PAGE.min(self.room - at)));
                words.collect()
            }
        }
    }

    /// The offset of the last four bytes, if they are no whole word.
    pub(crate) fn last_half(&self) -> Option<u64> {
        (self.room % 8 >= 4).then(|| self.room / 8 * 8)
    }

    /// The expression of up to 16 bytes. `unwritten` returns the symbol of an uninitialised byte.
    pub(crate) fn expr(
        &self,
        exprs: &mut Exprs,
        offset: u64,
        count: u32,
        unwritten: &mut dyn FnMut(&mut Exprs, u64) -> Expr,
    ) -> Expr {
        if let Some(memory) = self.symbolic {
            let at = exprs.constant(64, u128::from(offset));
            return exprs.select_word(memory, at, count);
        }
        // Runs of bytes that belong together are joined once, from the most significant on.
        let byte_at = |at: u32| self.byte(offset + u64::from(at));
        let mut whole: Option<Expr> = None;
        let mut end = count;
        while end > 0 {
            let mut start = end - 1;
            let run = match byte_at(start) {
                Byte::Number(_) => {
                    let mut number = 0u128;
                    start = end;
                    while start > 0
                        && let Byte::Number(byte) = byte_at(start - 1)
                    {
                        number = number << 8 | u128::from(byte);
                        start -= 1;
                    }
                    exprs.constant((end - start) * 8, number)
                }
                Byte::Part(of, mut byte) => {
                    let high = u32::from(byte);
                    while start > 0
                        && byte > 0
                        && matches!(byte_at(start - 1),
                            Byte::Part(other, before) if other == of && before + 1 == byte)
                    {
                        start -= 1;
                        byte -= 1;
                    }
                    let low = u32::from(byte);
                    exprs.extract(of, low * 8, (high - low + 1) * 8)
                }
                Byte::Symbol(array, mut at) => {
                    while start > 0
                        && matches!(byte_at(start - 1),
                            Byte::Symbol(other, before) if other == array && before + 1 == at)
                    {
                        start -= 1;
                        at -= 1;
                    }
                    exprs.read(array, at, (end - start) * 8)
                }
                Byte::Unwritten => unwritten(exprs, offset + u64::from(start)),
            };
            whole = Some(match whole {
                None => run,
                Some(above) => exprs.concat(above, run),
            });
            end = start;
        }
        whole.unwrap_or(Expr::FALSE)
    }

    /// Puts a value of whole bytes.
    pub(crate) fn put(&mut self, exprs: &mut Exprs, offset: u64, count: u32, value: Value) {
        if let Some(memory) = self.symbolic {
            let word = value.expr(exprs, count * 8);
            let at = exprs.constant(64, u128::from(offset));
            self.symbolic = Some(exprs.write_word(memory, at, word));
            return;
        }
        match &mut self.contents {
            Contents::Whole(page) => page.put(exprs, offset as u32, count, value),
            Contents::Pages(pages) if offset % PAGE + u64::from(count) <= PAGE => {
                pages.page_mut(offset).put(exprs, (offset % PAGE) as u32, count, value);
            }
            Contents::Pages(_) => {
                let word = value.expr(exprs, count * 8);
                for k in 0..count {
                    let byte = exprs.extract(word, k * 8, 8);
                    let byte = Value::of(exprs, byte);
                    self.put(exprs, offset + u64::from(k), 1, byte);
                }
            }
        }
    }
}
