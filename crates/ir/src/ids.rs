//! Typed indices, one type per table.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone,
            Copy,
            PartialEq,
            Eq,
            PartialOrd,
            Ord,
            Hash,
            Debug,
            serde::Serialize,
            serde::Deserialize,
        )]
        pub struct $name(pub u32);

        impl $name {
            /// The index in the table.
            #[inline]
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The element at an index of the table.
            ///
            /// # Panics
            /// If the table has more than 2^32 elements.
            #[must_use]
            pub fn at(index: usize) -> Self {
                Self(u32::try_from(index).expect("a table of at most 2^32 elements"))
            }
        }
    };
}

id!(
    /// A function of a program.
    FuncId
);
id!(
    /// A global of a program.
    GlobalId
);
id!(
    /// A constant of a program.
    ConstId
);
id!(
    /// A source file of a program.
    FileId
);
id!(
    /// A source location; see [`Location`](crate::Location).
    LocId
);
id!(
    /// A text of a program: the name of something unsupported.
    TextId
);
id!(
    /// A block of a function.
    BlockId
);
id!(
    /// A register of a function.
    Reg
);
id!(
    /// A call of a function.
    CallId
);
