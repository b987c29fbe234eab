
// Panics are reported to the host. This text is appended to the user's, so it imports
// nothing and uses no keyword of a newer edition.
mod pikse_rust_panics {
    unsafe extern "C" {
        fn pikse_panicked(text: *const u8, length: usize) -> !;
    }

    struct Text {
        bytes: [u8; 1000],
        length: usize,
    }

    impl core::fmt::Write for Text {
        fn write_str(&mut self, part: &str) -> core::fmt::Result {
            for &byte in part.as_bytes() {
                match self.bytes.get_mut(self.length) {
                    Some(place) => *place = byte,
                    None => return Err(core::fmt::Error),
                }
                self.length += 1;
            }
            Ok(())
        }
    }

    fn tell(what: core::fmt::Arguments<'_>) -> ! {
        let mut text = Text { bytes: [0; 1000], length: 0 };
        let _ = core::fmt::Write::write_fmt(&mut text, what);
        unsafe { pikse_panicked(text.bytes.as_ptr(), text.length) }
    }

    #[unsafe(no_mangle)]
    extern "C" fn pikse_rust_panic(info: &core::panic::PanicInfo<'_>) -> ! {
        tell(core::format_args!("{}", info))
    }

    #[unsafe(no_mangle)]
    extern "C" fn pikse_rust_panic_at(
        _data: *const u8,
        _methods: *const u8,
        location: &core::panic::Location<'_>,
    ) -> ! {
        tell(core::format_args!("panicked at {}", location))
    }

    #[unsafe(no_mangle)]
    extern "C" fn pikse_rust_no_memory(size: usize, _align: usize) -> ! {
        tell(core::format_args!("no memory for {} bytes", size))
    }
}
