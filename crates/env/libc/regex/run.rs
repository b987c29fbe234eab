//! The matcher: tries all ways from one position, and keeps the longest.

use super::super::alloc::own;
use super::super::machine::pikse_vm_free;
use super::code::Inst;
use super::tokens::fold;
use super::{Anchor, List, Program, has};

/// A text to search in.
pub struct Text {
    pub bytes: *const u8,
    pub length: usize,
    pub translate: *const u8,
    pub ignores_case: bool,
    pub not_bol: bool,
    pub not_eol: bool,
    pub newline_anchor: bool,
}

/// No position.
pub const NOWHERE: i32 = -1;

pub fn is_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_'
}

impl Text {
    unsafe fn byte(&self, at: usize) -> u8 {
        fold(*self.bytes.add(at), self.translate, self.ignores_case)
    }

    unsafe fn is_word_before(&self, at: usize) -> bool {
        at > 0 && is_word(*self.bytes.add(at - 1))
    }

    unsafe fn is_word_after(&self, at: usize) -> bool {
        at < self.length && is_word(*self.bytes.add(at))
    }

    /// Whether an anchor holds at a position of a match that begins at `from`. Inside of a match,
    /// glibc takes every newline for the end of a line.
    unsafe fn holds(&self, anchor: Anchor, from: usize, at: usize) -> bool {
        match anchor {
            Anchor::LineFirst if at == 0 => !self.not_bol,
            Anchor::LineFirst => {
                (self.newline_anchor || at > from) && *self.bytes.add(at - 1) == b'\n'
            }
            Anchor::LineLast if at == self.length => !self.not_eol,
            Anchor::LineLast => *self.bytes.add(at) == b'\n',
            Anchor::WordFirst => !self.is_word_before(at) && self.is_word_after(at),
            Anchor::WordLast => self.is_word_before(at) && !self.is_word_after(at),
            Anchor::WordEdge => self.is_word_before(at) != self.is_word_after(at),
            Anchor::NotWordEdge => self.is_word_before(at) == self.is_word_after(at),
            Anchor::BufferFirst => at == 0,
            Anchor::BufferLast => at == self.length,
        }
    }
}

/// A way that was not tried yet: where, and what to restore before.
#[derive(Clone, Copy)]
enum Waiting {
    Way(usize, usize),
    /// A position that was stored, and what was there before.
    Restore(usize, i32),
}

/// The state of a search from one position.
pub struct Run<'p> {
    program: &'p Program,
    text: &'p Text,
    /// The positions of groups, those of loops, and that of the last newline that was taken for the
    /// end of a line.
    places: *mut i32,
    count: usize,
    waiting: List<Waiting>,
    /// Where the match begins.
    from: usize,
    /// The instructions and positions that were tried, a bit each; null if references make ways
    /// different.
    tried: *mut u8,
}

impl<'p> Run<'p> {
    pub unsafe fn new(program: &'p Program, text: &'p Text) -> Self {
        let count = 2 * (program.groups + 1) + program.loops + 1;
        let places = own(count * size_of::<i32>()).cast();
        let tried = match program.has_references {
            true => core::ptr::null_mut(),
            false => own(program.code.count * (text.length + 1)),
        };
        Run { program, text, places, count, waiting: List::new(), from: 0, tried }
    }

    pub unsafe fn free(&mut self) {
        pikse_vm_free(self.places.cast());
        if !self.tried.is_null() {
            pikse_vm_free(self.tried);
        }
        self.waiting.free();
    }

    unsafe fn set(&mut self, place: usize, at: i32) {
        let old = *self.places.add(place);
        self.waiting.push(Waiting::Restore(place, old));
        *self.places.add(place) = at;
    }

    /// The end of the longest match from a position; the positions of its groups go to `best`.
    pub unsafe fn longest(&mut self, from: usize, best: *mut i32) -> Option<usize> {
        let positions = 2 * (self.program.groups + 1);
        let mut at = 0;
        while at < self.count {
            *self.places.add(at) = NOWHERE;
            at += 1;
        }
        if !self.tried.is_null() {
            let size = self.program.code.count * (self.text.length + 1);
            core::ptr::write_bytes(self.tried, 0, size);
        }
        self.from = from;
        self.waiting.count = 0;
        self.waiting.push(Waiting::Way(0, from));
        let mut longest = None;
        while self.waiting.count > 0 {
            self.waiting.count -= 1;
            match *self.waiting.at(self.waiting.count) {
                Waiting::Restore(place, old) => *self.places.add(place) = old,
                Waiting::Way(pc, at) => {
                    let Some(end) = self.follow(pc, at) else { continue };
                    if longest.is_none_or(|longest| end > longest) {
                        longest = Some(end);
                        core::ptr::copy_nonoverlapping(self.places, best, positions);
                        *best = from as i32;
                        *best.add(1) = end as i32;
                    }
                }
            }
        }
        longest
    }

    /// Whether this way is new.
    unsafe fn is_new(&mut self, pc: usize, at: usize) -> bool {
        if self.tried.is_null() {
            return true;
        }
        let mark = self.tried.add(pc * (self.text.length + 1) + at);
        let is_new = *mark == 0;
        *mark = 1;
        is_new
    }

    /// Follows one way to its end.
    unsafe fn follow(&mut self, pc: usize, at: usize) -> Option<usize> {
        let (mut pc, mut at) = (pc, at);
        let length = self.text.length;
        loop {
            if !self.is_new(pc, at) {
                return None;
            }
            pc += 1;
            match *self.program.code.at(pc - 1) {
                // A newline after the match ends a line only if it should.
                Inst::Match if *self.places.add(self.count - 1) == at as i32 => return None,
                Inst::Match => return Some(at),
                Inst::Char(c) => {
                    if at >= length || self.text.byte(at) != c {
                        return None;
                    }
                    at += 1;
                }
                Inst::Set(set) => {
                    if at >= length || !has(&*self.program.sets.at(set), self.text.byte(at)) {
                        return None;
                    }
                    at += 1;
                }
                Inst::Anchor(anchor) => {
                    if !self.text.holds(anchor, self.from, at) {
                        return None;
                    }
                    if anchor == Anchor::LineLast && at < length && !self.text.newline_anchor {
                        self.set(self.count - 1, at as i32);
                    }
                }
                Inst::Jump(to) => pc = to,
                Inst::Split(first, second) => {
                    self.waiting.push(Waiting::Way(second, at));
                    pc = first;
                }
                Inst::Save(place) => self.set(place, at as i32),
                Inst::Enter(number) => self.set(self.loop_place(number), NOWHERE),
                Inst::Round(number, end) => {
                    let place = self.loop_place(number);
                    if *self.places.add(place) == at as i32 {
                        pc = end;
                    } else {
                        self.waiting.push(Waiting::Way(end, at));
                        self.set(place, at as i32);
                    }
                }
                Inst::Reference(group) => {
                    let start = *self.places.add(2 * group);
                    let stop = *self.places.add(2 * group + 1);
                    if start < 0 || stop < start {
                        return None;
                    }
                    let n = (stop - start) as usize;
                    if n > length - at {
                        return None;
                    }
                    let mut same = 0;
                    while same < n {
                        if self.text.byte(start as usize + same) != self.text.byte(at + same) {
                            return None;
                        }
                        same += 1;
                    }
                    at += n;
                }
            }
        }
    }

    fn loop_place(&self, number: usize) -> usize {
        2 * (self.program.groups + 1) + number
    }
}
