//! From a pattern to a tree, as glibc's `parse_reg_exp` and the functions below it.

use core::ffi::c_int;

use super::tokens::{Pattern, Token};
use super::{Anchor, List, Parsed, Set, error, syntax as on};

/// A part of the tree. Children are indices of other parts; `NONE` matches the empty text.
#[derive(Clone, Copy)]
pub enum Part {
    Char(u8),
    /// A character of a set.
    Set(usize),
    Reference(usize),
    Anchor(Anchor),
    Both(usize, usize),
    Either(usize, usize),
    Group(usize, usize),
    /// A part, at least and at most so often; -1 for any number.
    Repeat(usize, c_int, c_int),
}

pub const NONE: usize = usize::MAX;
/// The largest number of repetitions.
const MOST: c_int = 0x7fff;

/// The tree so far.
pub struct Parser {
    pub pattern: Pattern,
    pub parts: List<Part>,
    pub sets: List<Set>,
    pub groups: usize,
    pub has_references: bool,
    token: Token,
    /// The groups that references may name: those that are closed.
    closed: u64,
    syntax: u64,
}

impl Parser {
    pub fn new(pattern: Pattern, syntax: u64) -> Self {
        Parser {
            pattern,
            parts: List::new(),
            sets: List::new(),
            groups: 0,
            has_references: false,
            token: Token::End,
            closed: 0,
            syntax,
        }
    }

    unsafe fn fetch(&mut self, syntax: u64) {
        let (token, length) = self.pattern.peek(syntax);
        self.token = token;
        self.pattern.at += length;
    }

    unsafe fn next(&mut self) {
        self.fetch(self.syntax);
    }

    /// The whole pattern.
    pub unsafe fn whole(&mut self) -> Parsed<usize> {
        self.fetch(self.syntax | on::CARET_ANCHORS_HERE);
        self.alternatives(0)
    }

    unsafe fn add(&mut self, part: Part) -> usize {
        self.parts.push(part)
    }

    unsafe fn alternatives(&mut self, nest: u32) -> Parsed<usize> {
        let before = self.closed;
        let mut tree = self.branch(nest)?;
        while self.token == Token::Alternative {
            self.fetch(self.syntax | on::CARET_ANCHORS_HERE);
            let is_empty = matches!(self.token, Token::Alternative | Token::End)
                || (nest != 0 && self.token == Token::Close);
            let mut right = NONE;
            if !is_empty {
                // A side sees only its own groups.
                let first = self.closed;
                self.closed = before;
                right = self.branch(nest)?;
                self.closed |= first;
            }
            tree = self.add(Part::Either(tree, right));
        }
        Ok(tree)
    }

    unsafe fn branch(&mut self, nest: u32) -> Parsed<usize> {
        let mut tree = self.expression(nest)?;
        while !matches!(self.token, Token::Alternative | Token::End)
            && (nest == 0 || self.token != Token::Close)
        {
            let right = self.expression(nest)?;
            tree = match (tree, right) {
                (NONE, _) => right,
                (_, NONE) => tree,
                _ => self.add(Part::Both(tree, right)),
            };
        }
        Ok(tree)
    }

    unsafe fn set(&mut self, set: Set) -> usize {
        let number = self.sets.push(set);
        self.add(Part::Set(number))
    }

    /// The set of bytes for which a test holds, or does not.
    unsafe fn class(&mut self, test: fn(u8) -> bool, holds: bool) -> usize {
        let mut set: Set = [0; 4];
        let mut c = 0u32;
        while c < 256 {
            if test(c as u8) == holds {
                super::add(&mut set, c as u8);
            }
            c += 1;
        }
        self.set(set)
    }

    unsafe fn expression(&mut self, nest: u32) -> Parsed<usize> {
        let has = |option: u64, syntax: u64| syntax & option != 0;
        let syntax = self.syntax;
        let mut tree = match self.token {
            Token::Char(c) => self.add(Part::Char(c)),
            Token::Open => self.group(nest + 1)?,
            Token::Bracket => {
                let set = self.pattern.list(syntax)?;
                self.set(set)
            }
            Token::Reference(group) => {
                if self.closed >> group & 1 == 0 {
                    return Err(error::ESUBREG);
                }
                self.has_references = true;
                self.add(Part::Reference(usize::from(group) + 1))
            }
            Token::OpenInterval if has(on::CONTEXT_INVALID_DUP, syntax) => {
                return Err(error::BADRPT);
            }
            Token::OpenInterval | Token::Star | Token::Plus | Token::Question
                if has(on::CONTEXT_INVALID_OPS, syntax) =>
            {
                return Err(error::BADRPT);
            }
            Token::OpenInterval | Token::Star | Token::Plus | Token::Question
                if has(on::CONTEXT_INDEP_OPS, syntax) =>
            {
                self.next();
                return self.expression(nest);
            }
            Token::Close if !has(on::UNMATCHED_RIGHT_PAREN_ORD, syntax) => {
                return Err(error::ERPAREN);
            }
            Token::OpenInterval | Token::CloseInterval => {
                let c = if self.token == Token::OpenInterval { b'{' } else { b'}' };
                self.add(Part::Char(c))
            }
            Token::Star => self.add(Part::Char(b'*')),
            Token::Plus => self.add(Part::Char(b'+')),
            Token::Question => self.add(Part::Char(b'?')),
            Token::Close => self.add(Part::Char(b')')),
            // What follows an anchor does not repeat it.
            Token::Anchor(anchor) => {
                let tree = self.add(Part::Anchor(anchor));
                self.next();
                return Ok(tree);
            }
            Token::Any => {
                let mut set: Set = [u64::MAX; 4];
                if !has(on::DOT_NEWLINE, syntax) {
                    set[0] &= !(1 << b'\n');
                }
                if has(on::DOT_NOT_NULL, syntax) {
                    set[0] &= !1;
                }
                self.set(set)
            }
            Token::Word(holds) => self.class(super::run::is_word, holds),
            Token::Space(holds) => self.class(|c| c == b' ' || (9..14).contains(&c), holds),
            Token::Alternative | Token::End => return Ok(NONE),
            Token::Backslash => return Err(error::EESCAPE),
        };
        self.next();
        while matches!(
            self.token,
            Token::Star | Token::Plus | Token::Question | Token::OpenInterval
        ) {
            tree = self.repetition(tree)?;
            let again = matches!(self.token, Token::Star | Token::OpenInterval);
            if has(on::CONTEXT_INVALID_DUP, syntax) && again {
                return Err(error::BADRPT);
            }
        }
        Ok(tree)
    }

    unsafe fn group(&mut self, nest: u32) -> Parsed<usize> {
        let number = self.groups;
        self.groups += 1;
        self.fetch(self.syntax | on::CARET_ANCHORS_HERE);
        let mut tree = NONE;
        if self.token != Token::Close {
            tree = self.alternatives(nest)?;
            if self.token != Token::Close {
                return Err(error::EPAREN);
            }
        }
        if number < 9 {
            self.closed |= 1 << number;
        }
        Ok(self.add(Part::Group(tree, number + 1)))
    }

    /// A number of an interval: -1 for none, -2 if it is no number.
    unsafe fn number(&mut self) -> c_int {
        let mut number = -1;
        loop {
            self.next();
            match self.token {
                Token::End => return -2,
                Token::CloseInterval | Token::Char(b',') => return number,
                Token::Char(c) if c.is_ascii_digit() && number != -2 => {
                    let digit = c_int::from(c - b'0');
                    number = if number == -1 { digit } else { number * 10 + digit };
                    if number > MOST + 1 {
                        number = MOST + 1;
                    }
                }
                _ => number = -2,
            }
        }
    }

    unsafe fn repetition(&mut self, tree: usize) -> Parsed<usize> {
        let (least, most) = match self.token {
            Token::Star => (0, -1),
            Token::Plus => (1, -1),
            Token::Question => (0, 1),
            _ => match self.interval()? {
                Some(interval) => interval,
                // It was no interval after all: the brace is a character.
                None => {
                    let brace = self.add(Part::Char(b'{'));
                    self.next();
                    return Ok(if tree == NONE {
                        brace
                    } else {
                        self.add(Part::Both(tree, brace))
                    });
                }
            },
        };
        self.next();
        if tree == NONE || (least == 0 && most == 0) {
            return Ok(NONE);
        }
        Ok(self.add(Part::Repeat(tree, least, most)))
    }

    unsafe fn interval(&mut self) -> Parsed<Option<(c_int, c_int)>> {
        let begin = self.pattern.at;
        let mut least = self.number();
        if least == -1 {
            if self.token != Token::Char(b',') {
                return Err(error::BADBR);
            }
            least = 0;
        }
        let mut most = -2;
        if least != -2 {
            most = match self.token {
                Token::CloseInterval => least,
                Token::Char(b',') => self.number(),
                _ => -2,
            };
        }
        if least == -2 || most == -2 {
            if self.syntax & on::INVALID_INTERVAL_ORD == 0 {
                let is_end = self.token == Token::End;
                return Err(if is_end { error::EBRACE } else { error::BADBR });
            }
            self.pattern.at = begin;
            return Ok(None);
        }
        if (most != -1 && least > most) || self.token != Token::CloseInterval {
            return Err(error::BADBR);
        }
        if (if most == -1 { least } else { most }) > MOST {
            return Err(error::ESIZE);
        }
        Ok(Some((least, most)))
    }
}
