//! Short texts that models make.

use core::ffi::c_char;

/// Writes into memory, as far as there is room; the last byte is for the zero.
pub struct Writer {
    to: *mut u8,
    room: usize,
    used: usize,
}

impl Writer {
    pub fn new(to: *mut u8, room: usize) -> Self {
        Writer { to, room, used: 0 }
    }

    pub unsafe fn byte(&mut self, byte: u8) {
        if self.used + 1 < self.room {
            *self.to.add(self.used) = byte;
            self.used += 1;
        }
    }

    pub unsafe fn text(&mut self, text: *const c_char) {
        let mut at = text;
        while *at != 0 {
            self.byte(*at as u8);
            at = at.add(1);
        }
    }

    pub unsafe fn bytes(&mut self, from: *const u8, count: usize) {
        let mut at = 0;
        while at < count {
            self.byte(*from.add(at));
            at += 1;
        }
    }

    pub unsafe fn number(&mut self, value: i64) {
        if value < 0 {
            self.byte(b'-');
        }
        self.unsigned(value.unsigned_abs(), 1);
    }

    /// A number with a minimum number of digits.
    pub unsafe fn unsigned(&mut self, value: u64, least: u32) {
        let mut digits = [b'0'; 20];
        let (mut left, mut count) = (value, 0);
        for digit in &mut digits {
            if left == 0 && count >= least.max(1) {
                break;
            }
            *digit = b'0' + (left % 10) as u8;
            left /= 10;
            count += 1;
        }
        for digit in digits.iter().take(count as usize).rev() {
            self.byte(*digit);
        }
    }

    pub fn length(&self) -> usize {
        self.used
    }

    pub fn used(&self) -> usize {
        self.used
    }

    /// Removes everything after the first `used` bytes.
    pub fn back_to(&mut self, used: usize) {
        self.used = used;
    }

    /// Adds the terminating zero, and returns the length.
    pub unsafe fn end(&mut self) -> usize {
        if self.room > 0 {
            *self.to.add(self.used) = 0;
        }
        self.used
    }
}
