//! The arguments of a variadic function.

/// The end of the saved integer registers, and of the floating-point registers after them.
const INTEGERS_END: u32 = 48;
const FLOATS_END: u32 = 176;

/// x86-64's `va_list`. The first arguments are in saved registers, the others in the overflow area.
#[repr(C)]
pub struct VaList {
    pub gp_offset: u32,
    pub fp_offset: u32,
    pub overflow: *mut u8,
    pub save: *mut u8,
}

impl VaList {
    /// The place of the next integer or address.
    unsafe fn integer(&mut self) -> *mut u8 {
        if self.gp_offset < INTEGERS_END {
            self.gp_offset += 8;
            return self.save.add(self.gp_offset as usize - 8);
        }
        self.stack()
    }

    /// The next place in the overflow area.
    unsafe fn stack(&mut self) -> *mut u8 {
        self.overflow = self.overflow.add(8);
        self.overflow.sub(8)
    }

    pub unsafe fn word(&mut self) -> u64 {
        self.integer().cast::<u64>().read()
    }

    pub unsafe fn int(&mut self) -> i32 {
        self.integer().cast::<i32>().read()
    }

    pub unsafe fn pointer<T>(&mut self) -> *mut T {
        self.integer().cast::<*mut T>().read()
    }

    /// The place of the next `double`.
    unsafe fn real(&mut self) -> *mut u8 {
        if self.fp_offset < FLOATS_END {
            self.fp_offset += 16;
            return self.save.add(self.fp_offset as usize - 16);
        }
        self.stack()
    }

    /// The bits of a `double`.
    pub unsafe fn double(&mut self) -> u64 {
        self.real().cast::<u64>().read()
    }

    /// The place of the next `long double`.
    unsafe fn extended(&mut self) -> *mut u8 {
        let at = self.overflow.add(self.overflow.align_offset(16));
        self.overflow = at.add(16);
        at
    }

    /// The mantissa of a `long double`, and its sign and exponent.
    pub unsafe fn long_double(&mut self) -> (u64, u16) {
        let at = self.extended().cast::<u64>();
        (at.read(), at.add(1).cast::<u16>().read())
    }

    pub unsafe fn skip_word(&mut self) {
        self.integer();
    }

    pub unsafe fn skip_double(&mut self) {
        self.real();
    }

    pub unsafe fn skip_long_double(&mut self) {
        self.extended();
    }

    pub unsafe fn copy(&self) -> VaList {
        VaList {
            gp_offset: self.gp_offset,
            fp_offset: self.fp_offset,
            overflow: self.overflow,
            save: self.save,
        }
    }
}
