//! The macros of Pikse: `#[derive(Finite)]`, bounds beside the fields of a struct, and
//! `#[check]`, a property that `pikse check` runs on every input within bounds.
//!
//! The tokens are read by hand. These files are also compiled by themselves, for Rust
//! files that belong to no package.
//!
//! | module | its job |
//! | --- | --- |
//! | `tokens` | reading and writing tokens |
//! | `finite` | `#[derive(Finite)]` |
//! | `check` | `#[check]`: what it becomes |
//! | `property` | the function below `#[check]` and its parameters |
//! | `domain` | the values of a parameter, as text |

mod check;
mod domain;
mod finite;
mod property;
mod tokens;

use proc_macro::TokenStream;

use crate::tokens::Refused;

/// Derives `pikse::Finite`: how far a search looks.
///
/// In the attributes `n` is the size, an `i64`.
///
/// | attribute | on | meaning |
/// | --- | --- | --- |
/// | `#[finite(objects = n + 1)]` | a struct | how many objects there are |
/// | `#[finite(1..=n)]`, `#[finite(0..n)]` | an integer | its values |
/// | `#[finite(n)]` | an integer | its only value |
/// | `#[finite([1, 5, 9])]` | an integer | its values, in this order |
/// | `#[finite(non_null)]` | an `Option` of a pointer | it is never `None` |
///
/// A field without attribute keeps the bounds that its type gives it.
#[proc_macro_derive(Finite, attributes(finite))]
pub fn derive_finite(input: TokenStream) -> TokenStream {
    finite::derive(input).unwrap_or_else(Refused::into_error)
}

/// Makes a function a property: `pikse check` runs it on every input within bounds, and so
/// does `cargo test`.
///
/// ```text
/// #[pikse::check(size = 5, pre = "t.size < 6")]
/// fn insert_keeps_order(t: &mut Bst, #[finite(0..=6)] x: i32) {
///     t.insert(x);
///     assert!(t.rep_ok() && t.contains(x));
/// }
/// ```
///
/// A property fails if it panics or breaks off in any other way, and if it returns `false`
/// or an `Err`. Its parameters are the input:
///
/// | parameter | what it gets |
/// | --- | --- |
/// | `&T`, `&mut T` or `T` of a type of your own | every structure whose `rep_ok()` is true |
/// | an integer, `bool` or `char` | every value of its domain |
/// | an enum without fields, with `#[finite(..)]` before it | every variant |
/// | `old: &T`, or `old_t: &T` beside a structure `t` | the structure as it was before the call |
///
/// The domain of an integer stands before it: `#[finite(0..=6)]`, `#[finite(1..n)]`,
/// `#[finite([1, 5])]`. An end is a number, or the size `n` with a number added to or taken
/// away from it.
///
/// All options may be left out:
///
/// | option | meaning |
/// | --- | --- |
/// | `size = 5` | the size of the structures |
/// | `pre = "x > 0 && t.size < 6"` | an expression over the parameters that has to be true too |
/// | `valid = "path::to::is_valid"` | what is called in place of `rep_ok()` |
/// | `bounds = "range:Node.data=1..n"` | more bounds, as on the command line of `pikse check` |
///
/// The function itself stays as it is. Two checks of one crate cannot have the same name,
/// whatever their modules: each becomes a symbol of that name.
#[proc_macro_attribute]
pub fn check(options: TokenStream, item: TokenStream) -> TokenStream {
    check::expand(options, item).unwrap_or_else(Refused::into_error)
}
