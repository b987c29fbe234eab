//! From a tree to code for the matcher.

use super::super::machine::pikse_vm_unsupported;
use super::parse::{NONE, Parser, Part};
use super::{Anchor, List};

/// An instruction of the matcher.
#[derive(Clone, Copy)]
pub enum Inst {
    Char(u8),
    Set(usize),
    Reference(usize),
    Anchor(Anchor),
    /// Continues at the first; if that fails, at the second.
    Split(usize, usize),
    Jump(usize),
    /// Stores the position.
    Save(usize),
    /// Begins a loop.
    Enter(usize),
    /// Another round of a loop, or its end; only its end if the last round was empty.
    Round(usize, usize),
    Match,
}

const MOST: usize = 100_000;

/// Writes code.
pub struct Writer<'p> {
    pub parser: &'p Parser,
    pub code: List<Inst>,
    pub loops: usize,
}

impl Writer<'_> {
    unsafe fn push(&mut self, inst: Inst) -> usize {
        if self.code.count > MOST {
            pikse_vm_unsupported(c"a regular expression that is too large".as_ptr());
        }
        self.code.push(inst)
    }

    pub unsafe fn write(&mut self, part: usize) {
        if part == NONE {
            return;
        }
        match *self.parser.parts.at(part) {
            Part::Char(c) => {
                self.push(Inst::Char(c));
            }
            Part::Set(set) => {
                self.push(Inst::Set(set));
            }
            Part::Reference(group) => {
                self.push(Inst::Reference(group));
            }
            Part::Anchor(anchor) => {
                self.push(Inst::Anchor(anchor));
            }
            Part::Both(left, right) => {
                self.write(left);
                self.write(right);
            }
            Part::Either(left, right) => {
                let split = self.push(Inst::Jump(0));
                self.write(left);
                let jump = self.push(Inst::Jump(0));
                *self.code.at(split) = Inst::Split(split + 1, jump + 1);
                self.write(right);
                *self.code.at(jump) = Inst::Jump(self.code.count);
            }
            Part::Group(inner, number) => {
                self.push(Inst::Save(2 * number));
                self.write(inner);
                self.push(Inst::Save(2 * number + 1));
            }
            Part::Repeat(inner, least, most) => self.repeat(inner, least, most),
        }
    }

    unsafe fn repeat(&mut self, inner: usize, least: i32, most: i32) {
        let mut round = 0;
        while round < least {
            self.write(inner);
            round += 1;
        }
        if most < 0 {
            let number = self.loops;
            self.loops += 1;
            self.push(Inst::Enter(number));
            let begin = self.push(Inst::Round(number, 0));
            self.write(inner);
            self.push(Inst::Jump(begin));
            *self.code.at(begin) = Inst::Round(number, self.code.count);
            return;
        }
        // Every further round may be the last.
        let first = self.code.count;
        while round < most {
            self.push(Inst::Split(self.code.count + 1, NONE));
            self.write(inner);
            round += 1;
        }
        let (end, mut at) = (self.code.count, first);
        while at < end {
            if let Inst::Split(next, NONE) = *self.code.at(at) {
                *self.code.at(at) = Inst::Split(next, end);
            }
            at += 1;
        }
    }
}
