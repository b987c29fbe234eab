//! Properties of code under test.
//!
//! A property is a function of the user's program with its arguments. All arguments
//! together are the **input**, which is a structure. So a search can generate inputs,
//! with the pre-condition as the predicate.
//!
//! | module | its job |
//! | --- | --- |
//! | [`property`] | what is run, with which arguments, and what has to hold |
//! | `open` | finds the properties in sources or packages |
//! | [`bounds_text`] | the bounds in the source of a check |

pub mod bounds_text;
mod open;
pub mod property;

pub use bounds_text::CheckBounds;
pub use open::{Checked, open};
pub use property::{Callee, How, Named, Passed, Property, PropertyError};
