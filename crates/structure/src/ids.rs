//! Typed ids: small integers that cannot be mixed up.

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize,
        )]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an index into a vector.
            #[inline(always)]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The id for `index`.
            ///
            /// # Panics
            /// If `index` does not fit 32 bits; a space checks its sizes when it is built.
            #[inline]
            pub fn at(index: usize) -> Self {
                Self(u32::try_from(index).expect("ids fit 32 bits"))
            }
        }
    };
}

id! {
    /// A class of a space.
    ClassId
}
id! {
    /// A field of a class (the declaration; a [`CellId`] is the field of one object).
    FieldId
}
id! {
    /// An object, numbered through all classes.
    ObjectId
}
id! {
    /// A position in the candidate vector: one field, or one array element, of one object.
    CellId
}
id! {
    /// A domain of values; fields with equal domains share one.
    DomainId
}
