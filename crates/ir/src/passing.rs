//! How x86-64 passes arguments and results, as far as a program can notice: if it calls a function
//! through another type, and in lists of variable arguments.

use serde::{Deserialize, Serialize};

/// Where a scalar is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Pass {
    /// In integer registers: an integer or an address. One of more than 64 bits takes two registers.
    Integer {
        /// Whether one of less than 32 bits is sign-extended to 32 bits, and not zero-extended.
        signed: bool,
    },
    /// In a vector register: a floating-point number, or the first element of a vector.
    Float,
    /// In the same register as the scalar before it: another element of a vector.
    Part,
    /// On the stack: a number of the x87 unit.
    Stack,
    /// On the stack: a copy of the memory at the address.
    Copy {
        /// Its alignment in bytes, at least 8.
        align: u8,
    },
}

impl Pass {
    /// Whether a callee finds the scalar where a caller that passes it in another way puts it.
    #[must_use]
    pub fn is_like(self, other: Self) -> bool {
        match (self, other) {
            (Self::Integer { .. }, Self::Integer { .. })
            | (Self::Copy { .. }, Self::Copy { .. }) => true,
            (a, b) => a == b,
        }
    }
}
