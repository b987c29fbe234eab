//! Properties of code under test.
//!
//! A property is a function of the user's program with its arguments. All arguments
//! together are the **input**, a structure like any other, so a search generates inputs:
//! its predicate is the pre-condition.
//!
//! | module | its job |
//! | --- | --- |
//! | [`property`] | what is run, with which arguments, and what has to hold |
//! | `open` | from what a user names to properties |
//! | [`bounds_text`] | the bounds that a check gives itself |

pub mod bounds_text;
mod open;
pub mod property;

pub use bounds_text::CheckBounds;
pub use open::{Checked, open};
pub use property::{Callee, Named, Passed, Property, PropertyError};
