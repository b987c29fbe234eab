//! The macros of Pikse: `#[derive(Finite)]`, for bounds on a struct and its fields, and
//! `#[check]`, for a property that `pikse check` runs on every input within bounds.
//!
//! The tokens are parsed without `syn`, because these files are also compiled alone, for
//! Rust files that belong to no package.
//!
//! | module | its job |
//! | --- | --- |
//! | `tokens` | reading and writing tokens |
//! | `finite` | `#[derive(Finite)]` |
//! | `check` | `#[check]`: the functions that it generates |
//! | `property` | the function below `#[check]` and its parameters |
//! | `domain` | the values of a parameter, as text |

mod check;
mod domain;
mod finite;
mod property;
mod tokens;

use proc_macro::TokenStream;

use crate::tokens::Refused;

/// Derives `pikse::Finite`: the bounds of a search.
///
/// In the attributes `n` is the size, an `i64`.
///
/// | attribute | on | meaning |
/// | --- | --- | --- |
/// | `#[finite(objects = n + 1)]` | a struct | the number of its objects |
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
/// A property fails if it panics, crashes, or returns `false` or an `Err`. Its parameters are
/// the input:
///
/// | parameter | what it gets |
/// | --- | --- |
/// | `&T`, `&mut T` or `T` of your own type | every structure whose `rep_ok()` is true |
/// | an integer, `bool` or `char` | every value of its domain |
/// | an enum without fields, with `#[finite(..)]` before it | every variant |
/// | `old: &T`, or `old_t: &T` for a structure `t` | the structure as it was before the call |
///
/// Write the domain of an integer before it: `#[finite(0..=6)]`, `#[finite(1..n)]`,
/// `#[finite([1, 5])]`. An end is a number, or the size `n` plus or minus a number.
///
/// All options are optional:
///
/// | option | meaning |
/// | --- | --- |
/// | `size = 5` | the size of the structures |
/// | `pre = "x > 0 && t.size < 6"` | an expression over the parameters that must also be true |
/// | `valid = "path::to::is_valid"` | the function to call instead of `rep_ok()` |
/// | `bounds = "range:Node.data=1..n"` | more bounds, as on the command line of `pikse check` |
///
/// The function itself is not changed. Two checks of one crate cannot have the same name, even
/// in different modules, because each becomes a symbol of that name.
#[proc_macro_attribute]
pub fn check(options: TokenStream, item: TokenStream) -> TokenStream {
    check::expand(options, item).unwrap_or_else(Refused::into_error)
}
