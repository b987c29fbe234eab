//! Where an exploration or a replay begins: a function with its arguments.
//!
//! Both sides read the same description: the explorer makes the inputs symbolic, in the order in
//! which they stand here, and the replayer fills them with the bytes of a test in the same order.

/// A function and what it is called with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The function's name, as the linker knows it.
    pub function: String,
    /// One for each parameter of the compiled function.
    pub arguments: Vec<EntryArgument>,
}

/// What a parameter gets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntryArgument {
    /// A number that is an input: an integer, a float, or a pointer as a number. The input has as
    /// many whole bytes as the width needs, the low byte first; bits above the width are not looked
    /// at.
    Scalar {
        /// The input's name: the parameter's, or `arg` and its number from 0 on.
        name: String,
        /// How many bits it has.
        width: u32,
    },
    /// The address of memory whose contents are an input.
    Buffer {
        /// The input's name.
        name: String,
        /// The size of the input. If it is 0, there is no input.
        bytes: u32,
        /// Whether a zero byte follows, which is no part of the input: the memory has one byte more
        /// then.
        zero_terminated: bool,
    },
    /// The address of memory that nobody has written: for what a function returns by a pointer.
    Unwritten {
        /// Its size.
        bytes: u32,
    },
    /// The null pointer.
    Null,
    /// A number that is always the same.
    Fixed {
        /// How many bits it has.
        width: u32,
        /// Its value.
        value: u128,
    },
}

impl EntryArgument {
    /// The input that it needs: name and size.
    #[must_use]
    pub fn input(&self) -> Option<(&str, u32)> {
        match self {
            Self::Scalar { name, width } => Some((name, width.div_ceil(8))),
            Self::Buffer { name, bytes, .. } if *bytes > 0 => Some((name, *bytes)),
            _ => None,
        }
    }
}
