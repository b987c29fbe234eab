//! Destinations of formatted text: memory, or a stream.

use super::super::machine::{pikse_vm_unsupported, pikse_vm_value};
use super::stream::{Stream, put_bytes};

/// The number of bytes that are collected before they go to a stream.
const COLLECTED: usize = 128;

/// A destination of formatted text.
pub struct Out {
    /// Memory with its size, or a stream.
    memory: *mut u8,
    room: usize,
    stream: *mut Stream,
    collected: [u8; COLLECTED],
    waiting: usize,
    /// The length of the text, even if there is not enough room.
    pub total: usize,
    /// Whether the text is only for people: then one possible value of a symbolic value is shown,
    /// instead of forking for each.
    pub shown: bool,
    /// Whether characters are wide ones: four bytes each in memory.
    pub is_wide: bool,
}

impl Out {
    pub fn memory(memory: *mut u8, room: usize) -> Self {
        Out {
            memory,
            room,
            stream: core::ptr::null_mut(),
            collected: [0; COLLECTED],
            waiting: 0,
            total: 0,
            shown: false,
            is_wide: false,
        }
    }

    /// The same, for wide characters.
    pub fn of_wide(self) -> Self {
        Out { is_wide: true, ..self }
    }

    pub fn stream(stream: *mut Stream, shown: bool) -> Self {
        Out { stream, shown, ..Out::memory(core::ptr::null_mut(), 0) }
    }

    /// The value to format.
    pub unsafe fn see(&self, value: u64) -> u64 {
        if self.shown { pikse_vm_value(value) } else { value }
    }

    pub unsafe fn byte(&mut self, byte: u8) {
        if self.stream.is_null() {
            if self.total + 1 < self.room && self.is_wide {
                *self.memory.cast::<i32>().add(self.total) = i32::from(byte);
            } else if self.total + 1 < self.room {
                *self.memory.add(self.total) = byte;
            }
        } else {
            if self.waiting == COLLECTED {
                self.flush();
            }
            if let Some(place) = self.collected.get_mut(self.waiting) {
                *place = byte;
                self.waiting += 1;
            }
        }
        self.total += 1;
    }

    /// A wide character; a stream takes those of ASCII.
    pub unsafe fn wide(&mut self, wide: i32) {
        if self.stream.is_null() && self.is_wide {
            if self.total + 1 < self.room {
                *self.memory.cast::<i32>().add(self.total) = wide;
            }
            self.total += 1;
            return;
        }
        if !(0..128).contains(&wide) {
            // The C library writes a similar text, or a question mark.
            pikse_vm_unsupported(c"a wide character outside of ASCII that is written".as_ptr());
        }
        self.byte(wide as u8);
    }

    pub unsafe fn repeat(&mut self, byte: u8, count: usize) {
        let mut left = count;
        while left > 0 {
            self.byte(byte);
            left -= 1;
        }
    }

    unsafe fn flush(&mut self) {
        put_bytes(self.stream, (&raw const self.collected).cast(), self.waiting);
        self.waiting = 0;
    }

    /// Ends the text; in memory with a zero, if there is any room.
    pub unsafe fn end(&mut self) {
        if !self.stream.is_null() {
            self.flush();
        } else if self.room > 0 {
            let end = if self.total < self.room { self.total } else { self.room - 1 };
            if self.is_wide {
                *self.memory.cast::<i32>().add(end) = 0;
            } else {
                *self.memory.add(end) = 0;
            }
        }
    }
}
