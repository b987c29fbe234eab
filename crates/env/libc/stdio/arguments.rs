//! The arguments of a variadic function.

/// x86-64's `va_list`. The machine's `va_start` says that no registers are left, so all
/// arguments are in the overflow area, 8 bytes each.
#[repr(C)]
pub struct VaList {
    pub gp_offset: u32,
    pub fp_offset: u32,
    pub overflow: *mut u8,
    pub save: *mut u8,
}

impl VaList {
    pub unsafe fn word(&mut self) -> u64 {
        let value = self.overflow.cast::<u64>().read();
        self.overflow = self.overflow.add(8);
        value
    }

    pub unsafe fn int(&mut self) -> i32 {
        let value = self.overflow.cast::<i32>().read();
        self.overflow = self.overflow.add(8);
        value
    }

    pub unsafe fn pointer<T>(&mut self) -> *mut T {
        let value = self.overflow.cast::<*mut T>().read();
        self.overflow = self.overflow.add(8);
        value
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
