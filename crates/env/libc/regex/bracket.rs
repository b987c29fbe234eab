//! Lists of characters: `[a-z]`, `[^[:digit:]]`, `[[.a.][=b=]]`.

use super::tokens::Pattern;
use super::{Parsed, Set, add, error, syntax as on};

/// A part of a list.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    End,
    Char(u8),
    /// `[.`, `[=` or `[:`, with the second character.
    Symbol(u8),
    Range,
    Close,
    Not,
}

/// A character, or a class of them.
enum Element {
    Char(u8),
    Collating([u8; NAME], usize),
    Equivalents([u8; NAME], usize),
    Class([u8; NAME], usize),
}

const NAME: usize = 32;

impl Pattern {
    unsafe fn peek_part(&self, syntax: u64) -> (Part, usize) {
        if self.is_at_end() {
            return (Part::End, 0);
        }
        let c = self.byte(self.at);
        let left = self.length - self.at;
        match c {
            b'\\' if syntax & on::BACKSLASH_ESCAPE_IN_LISTS != 0 && left > 1 => {
                (Part::Char(self.byte(self.at + 1)), 2)
            }
            b'[' => match if left > 1 { self.byte(self.at + 1) } else { 0 } {
                b':' if syntax & on::CHAR_CLASSES == 0 => (Part::Char(c), 1),
                symbol @ (b'.' | b'=' | b':') => (Part::Symbol(symbol), 2),
                _ => (Part::Char(c), 1),
            },
            b'-' => {
                let is_three =
                    left > 2 && self.byte(self.at + 1) == b'-' && self.byte(self.at + 2) == b'-';
                if is_three { (Part::Char(b'-'), 3) } else { (Part::Range, 1) }
            }
            b']' => (Part::Close, 1),
            b'^' => (Part::Not, 1),
            _ => (Part::Char(c), 1),
        }
    }

    /// The element that begins with a part.
    unsafe fn element(
        &mut self,
        part: Part,
        length: usize,
        takes_hyphen: bool,
        syntax: u64,
    ) -> Parsed<Element> {
        self.at += length;
        match part {
            Part::Symbol(kind) => self.symbol(kind),
            Part::Range => {
                if !takes_hyphen && self.peek_part(syntax).0 != Part::Close {
                    return Err(error::ERANGE);
                }
                Ok(Element::Char(b'-'))
            }
            Part::Char(c) => Ok(Element::Char(c)),
            Part::Not => Ok(Element::Char(b'^')),
            Part::Close => Ok(Element::Char(b']')),
            Part::End => Err(error::EBRACK),
        }
    }

    unsafe fn symbol(&mut self, kind: u8) -> Parsed<Element> {
        let (mut name, mut length) = ([0; NAME], 0);
        loop {
            if self.at + 1 >= self.length || length >= NAME {
                return Err(error::EBRACK);
            }
            let c = if kind == b':' { self.raw(self.at) } else { self.byte(self.at) };
            self.at += 1;
            if c == kind && self.byte(self.at) == b']' {
                break;
            }
            if let Some(place) = name.get_mut(length) {
                *place = c;
            }
            length += 1;
        }
        self.at += 1;
        Ok(match kind {
            b'.' => Element::Collating(name, length),
            b'=' => Element::Equivalents(name, length),
            _ => Element::Class(name, length),
        })
    }

    /// The characters of a list, whose `[` was read.
    pub unsafe fn list(&mut self, syntax: u64) -> Parsed<Set> {
        let mut set: Set = [0; 4];
        let (mut part, mut length) = self.peek_part(syntax);
        if part == Part::End {
            return Err(error::BADPAT);
        }
        let is_not = part == Part::Not;
        if is_not {
            if syntax & on::HAT_LISTS_NOT_NEWLINE != 0 {
                add(&mut set, b'\n');
            }
            self.at += length;
            (part, length) = self.peek_part(syntax);
            if part == Part::End {
                return Err(error::BADPAT);
            }
        }
        if part == Part::Close {
            part = Part::Char(b']');
        }
        let mut is_first = true;
        loop {
            let start = self.element(part, length, is_first, syntax)?;
            is_first = false;
            (part, length) = self.peek_part(syntax);
            let mut end = None;
            if !matches!(start, Element::Class(..) | Element::Equivalents(..)) {
                if part == Part::End {
                    return Err(error::EBRACK);
                }
                if part == Part::Range {
                    self.at += length;
                    let (second, second_length) = self.peek_part(syntax);
                    match second {
                        Part::End => return Err(error::EBRACK),
                        // A last '-' is a character.
                        Part::Close => {
                            self.at -= length;
                            part = Part::Char(b'-');
                        }
                        _ => {
                            end = Some(self.element(second, second_length, true, syntax)?);
                            (part, length) = self.peek_part(syntax);
                        }
                    }
                }
            }
            match end {
                Some(end) => self.range(&mut set, &start, &end, syntax)?,
                None => self.single(&mut set, &start)?,
            }
            match part {
                Part::End => return Err(error::EBRACK),
                Part::Close => break,
                _ => {}
            }
        }
        self.at += length;
        if is_not {
            for word in &mut set {
                *word = !*word;
            }
        }
        Ok(set)
    }

    unsafe fn range(
        &self,
        set: &mut Set,
        start: &Element,
        end: &Element,
        syntax: u64,
    ) -> Parsed<()> {
        let character = |of: &Element| match of {
            Element::Char(c) => Ok(*c),
            Element::Collating(name, 1) => Ok(name[0]),
            Element::Collating(..) => Err(error::ECOLLATE),
            _ => Err(error::ERANGE),
        };
        let (first, last) = (character(start)?, character(end)?);
        if first > last {
            return if syntax & on::NO_EMPTY_RANGES != 0 { Err(error::ERANGE) } else { Ok(()) };
        }
        let mut c = 0u32;
        while c < 256 {
            if c as u8 >= first && c as u8 <= last {
                add(set, c as u8);
            }
            c += 1;
        }
        Ok(())
    }

    unsafe fn single(&self, set: &mut Set, of: &Element) -> Parsed<()> {
        match of {
            Element::Char(c) => add(set, *c),
            Element::Collating(name, 1) | Element::Equivalents(name, 1) => add(set, name[0]),
            Element::Collating(..) | Element::Equivalents(..) => return Err(error::ECOLLATE),
            Element::Class(name, length) => self.class(set, name, *length)?,
        }
        Ok(())
    }

    unsafe fn class(&self, set: &mut Set, name: &[u8; NAME], length: usize) -> Parsed<()> {
        let is = |wanted: &[u8]| {
            let mut at = 0;
            let mut same = wanted.len() == length;
            while same && at < length && at < NAME {
                same = wanted.get(at) == name.get(at);
                at += 1;
            }
            same
        };
        let case = |plain: fn(u8) -> bool| if self.ignores_case { is_alpha } else { plain };
        let test: fn(u8) -> bool = match () {
            () if is(b"alnum") => |c| is_alpha(c) || is_digit(c),
            () if is(b"alpha") => is_alpha,
            () if is(b"blank") => |c| c == b' ' || c == b'\t',
            () if is(b"cntrl") => |c| c < 32 || c == 127,
            () if is(b"digit") => is_digit,
            () if is(b"graph") => |c| c > 32 && c < 127,
            () if is(b"lower") => case(|c| c.is_ascii_lowercase()),
            () if is(b"print") => |c| (32..127).contains(&c),
            () if is(b"punct") => |c| c > 32 && c < 127 && !is_alpha(c) && !is_digit(c),
            () if is(b"space") => |c| c == b' ' || (9..14).contains(&c),
            () if is(b"upper") => case(|c| c.is_ascii_uppercase()),
            () if is(b"xdigit") => |c| c.is_ascii_hexdigit(),
            () => return Err(error::ECTYPE),
        };
        let mut c = 0u32;
        while c < 256 {
            if test(c as u8) {
                add(set, self.fold(c as u8));
            }
            c += 1;
        }
        Ok(())
    }
}

fn is_alpha(c: u8) -> bool {
    c.is_ascii_alphabetic()
}

fn is_digit(c: u8) -> bool {
    c.is_ascii_digit()
}
