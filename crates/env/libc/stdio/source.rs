//! Sources of `scanf`: a text, or a stream.

use core::ffi::{c_char, c_int};

use super::stream::{EOF, Stream, get, unget};

/// Characters with a lookahead of one.
pub struct Source {
    text: *const c_char,
    stream: *mut Stream,
    /// The number of consumed characters.
    pub taken: usize,
    looked: bool,
    next: c_int,
}

impl Source {
    pub fn text(text: *const c_char) -> Self {
        Source { text, stream: core::ptr::null_mut(), taken: 0, looked: false, next: EOF }
    }

    pub fn stream(stream: *mut Stream) -> Self {
        Source { text: core::ptr::null(), stream, taken: 0, looked: false, next: EOF }
    }

    /// The next character; `EOF` at the end.
    pub unsafe fn peek(&mut self) -> c_int {
        if !self.looked {
            self.looked = true;
            self.next = match self.stream.is_null() {
                false => get(self.stream),
                true if *self.text == 0 => EOF,
                true => {
                    self.text = self.text.add(1);
                    c_int::from(*self.text.sub(1) as u8)
                }
            };
        }
        self.next
    }

    /// Consumes the character.
    pub fn take(&mut self) {
        self.looked = false;
        self.taken += 1;
    }

    /// Puts back a character that was not consumed.
    pub unsafe fn end(&mut self) {
        if self.looked && self.next != EOF && !self.stream.is_null() {
            unget(self.stream, self.next);
        }
        self.looked = false;
    }
}
