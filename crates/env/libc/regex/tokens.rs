//! The parts of a pattern, as glibc's `peek_token` has them.

use core::ffi::c_int;

use super::Anchor;
use super::syntax as on;

/// A part of a pattern outside of a list of characters.
#[derive(Clone, Copy, PartialEq)]
pub enum Token {
    End,
    Char(u8),
    Alternative,
    Open,
    Close,
    Star,
    Plus,
    Question,
    OpenInterval,
    CloseInterval,
    Bracket,
    Any,
    Word(bool),
    Space(bool),
    Reference(u8),
    Anchor(Anchor),
    /// A backslash at the end.
    Backslash,
}

/// A pattern, and how far it has been read.
pub struct Pattern {
    pub text: *const u8,
    pub length: usize,
    pub at: usize,
    /// How bytes are changed before they are compared; null for not at all.
    pub translate: *const u8,
    pub ignores_case: bool,
}

impl Pattern {
    /// A byte as it is written.
    pub unsafe fn raw(&self, at: usize) -> u8 {
        *self.text.add(at)
    }

    /// A byte as it is compared.
    pub unsafe fn byte(&self, at: usize) -> u8 {
        self.fold(self.raw(at))
    }

    pub unsafe fn fold(&self, byte: u8) -> u8 {
        fold(byte, self.translate, self.ignores_case)
    }

    pub fn is_at_end(&self) -> bool {
        self.at >= self.length
    }

    /// The next token, and its length.
    pub unsafe fn peek(&self, syntax: u64) -> (Token, usize) {
        if self.is_at_end() {
            return (Token::End, 0);
        }
        let has = |option: u64| syntax & option != 0;
        let c = self.byte(self.at);
        if c == b'\\' {
            if self.at + 1 >= self.length {
                return (Token::Backslash, 1);
            }
            return (self.escaped(self.raw(self.at + 1), syntax), 2);
        }
        let token = match c {
            b'\n' if has(on::NEWLINE_ALT) => Token::Alternative,
            b'|' if !has(on::LIMITED_OPS) && has(on::NO_BK_VBAR) => Token::Alternative,
            b'*' => Token::Star,
            b'+' if !has(on::LIMITED_OPS) && !has(on::BK_PLUS_QM) => Token::Plus,
            b'?' if !has(on::LIMITED_OPS) && !has(on::BK_PLUS_QM) => Token::Question,
            b'{' if has(on::INTERVALS) && has(on::NO_BK_BRACES) => Token::OpenInterval,
            b'}' if has(on::INTERVALS) && has(on::NO_BK_BRACES) => Token::CloseInterval,
            b'(' if has(on::NO_BK_PARENS) => Token::Open,
            b')' if has(on::NO_BK_PARENS) => Token::Close,
            b'[' => Token::Bracket,
            b'.' => Token::Any,
            b'^' if self.caret_is_anchor(syntax) => Token::Anchor(Anchor::LineFirst),
            b'$' if self.dollar_is_anchor(syntax) => Token::Anchor(Anchor::LineLast),
            _ => Token::Char(c),
        };
        (token, 1)
    }

    unsafe fn escaped(&self, c: u8, syntax: u64) -> Token {
        let has = |option: u64| syntax & option != 0;
        let gnu = !has(on::NO_GNU_OPS);
        match c {
            b'|' if !has(on::LIMITED_OPS) && !has(on::NO_BK_VBAR) => Token::Alternative,
            b'1'..=b'9' if !has(on::NO_BK_REFS) => Token::Reference(c - b'1'),
            b'<' if gnu => Token::Anchor(Anchor::WordFirst),
            b'>' if gnu => Token::Anchor(Anchor::WordLast),
            b'b' if gnu => Token::Anchor(Anchor::WordEdge),
            b'B' if gnu => Token::Anchor(Anchor::NotWordEdge),
            b'w' if gnu => Token::Word(true),
            b'W' if gnu => Token::Word(false),
            b's' if gnu => Token::Space(true),
            b'S' if gnu => Token::Space(false),
            b'`' if gnu => Token::Anchor(Anchor::BufferFirst),
            b'\'' if gnu => Token::Anchor(Anchor::BufferLast),
            b'(' if !has(on::NO_BK_PARENS) => Token::Open,
            b')' if !has(on::NO_BK_PARENS) => Token::Close,
            b'+' if !has(on::LIMITED_OPS) && has(on::BK_PLUS_QM) => Token::Plus,
            b'?' if !has(on::LIMITED_OPS) && has(on::BK_PLUS_QM) => Token::Question,
            b'{' if has(on::INTERVALS) && !has(on::NO_BK_BRACES) => Token::OpenInterval,
            b'}' if has(on::INTERVALS) && !has(on::NO_BK_BRACES) => Token::CloseInterval,
            _ => Token::Char(self.fold(c)),
        }
    }

    unsafe fn caret_is_anchor(&self, syntax: u64) -> bool {
        if syntax & (on::CONTEXT_INDEP_ANCHORS | on::CARET_ANCHORS_HERE) != 0 || self.at == 0 {
            return true;
        }
        syntax & on::NEWLINE_ALT != 0 && self.byte(self.at - 1) == b'\n'
    }

    unsafe fn dollar_is_anchor(&self, syntax: u64) -> bool {
        if syntax & on::CONTEXT_INDEP_ANCHORS != 0 || self.at + 1 == self.length {
            return true;
        }
        let rest = Pattern { at: self.at + 1, ..*self };
        matches!(rest.peek(syntax).0, Token::Alternative | Token::Close)
    }
}

/// A byte as it is compared.
pub unsafe fn fold(byte: u8, translate: *const u8, ignores_case: bool) -> u8 {
    let byte = if translate.is_null() { byte } else { *translate.add(usize::from(byte)) };
    if ignores_case { super::super::ctype::upper(c_int::from(byte)) as u8 } else { byte }
}
