//! Panics: the message is reported, and the path ends. These models replace functions of Rust's
//! library, in programs compiled by the same compiler.

use core::ffi::c_char;
use core::fmt::{self, Write};
use core::panic::{Location, PanicInfo, PanicMessage};

use super::machine::{kind, pikse_vm_fail, pikse_vm_settle, pikse_vm_write};

const ROOM: usize = 1000;

/// A text, cut to fit, followed by a zero.
struct Text {
    bytes: [u8; ROOM],
    used: usize,
}

impl Write for Text {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        for byte in part.bytes() {
            if self.used + 1 < ROOM
                && let Some(place) = self.bytes.get_mut(self.used)
            {
                *place = byte;
                self.used += 1;
            }
        }
        Ok(())
    }
}

impl Text {
    fn new() -> Self {
        Text { bytes: [0; ROOM], used: 0 }
    }

    fn number(&mut self, value: u32) {
        let mut digits = [b'0'; 10];
        let (mut left, mut count) = (value, 0);
        for digit in &mut digits {
            if left == 0 && count > 0 {
                break;
            }
            *digit = b'0' + (left % 10) as u8;
            left /= 10;
            count += 1;
        }
        for digit in digits.iter().take(count).rev() {
            let _ = self.write_char(*digit as char);
        }
    }

    /// Ends the path: the text is printed and is the error.
    unsafe fn end(&mut self, location: &Location<'_>) -> ! {
        let mut all = Text::new();
        let _ = all.write_str("\nthread 'main' panicked at ");
        let _ = all.write_str(location.file());
        let _ = all.write_char(':');
        all.number(location.line());
        let _ = all.write_char(':');
        all.number(location.column());
        let _ = all.write_str(":\n");
        pikse_vm_write(2, (&raw const all.bytes).cast(), all.used);
        pikse_vm_write(2, (&raw const self.bytes).cast(), self.used);
        pikse_vm_write(2, c"\n".as_ptr().cast(), 1);
        pikse_vm_fail(kind::PANIC, (&raw const self.bytes).cast::<c_char>())
    }
}

/// A panic with a message that the program's own code formats.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_rust_panic(info: &PanicInfo<'_>) -> ! {
    pikse_vm_settle();
    let mut text = Text::new();
    let message: PanicMessage<'_> = info.message();
    match message.as_str() {
        Some(known) => _ = text.write_str(known),
        None => {
            // SAFETY: a message has one field, which is this; its own `Display` may not be part of
            // the program any more, but formatting always is.
            let arguments: &fmt::Arguments<'_> = core::mem::transmute(message);
            let _ = fmt::write(&mut text, *arguments);
        }
    }
    match info.location() {
        Some(location) => text.end(location),
        None => pikse_vm_fail(kind::PANIC, (&raw const text.bytes).cast()),
    }
}

/// A panic with a value of any type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_rust_panic_any(
    _value: *const u8,
    _methods: *const u8,
    location: &Location<'_>,
) -> ! {
    pikse_vm_settle();
    let mut text = Text::new();
    let _ = text.write_str("a panic with a value");
    text.end(location)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_rust_no_memory(_size: usize, _align: usize) -> ! {
    pikse_vm_fail(kind::PANIC, c"out of memory".as_ptr())
}
