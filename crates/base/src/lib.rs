//! Small utilities that every crate of Pikse may use. This crate depends on no other of them.
//!
//! | module | its job |
//! | --- | --- |
//! | [`hash`] | a hash that is the same in every version; a fast one for maps |
//! | [`halt`] | a request to stop, which long computations poll |
//! | [`list`] | a persistent list: copies share their elements |
//! | [`random`] | pseudo-random numbers from a seed |
//! | [`table`] | a persistent table: copies share their elements |

pub mod halt;
pub mod hash;
pub mod list;
pub mod random;
pub mod table;

pub use halt::{Halt, Halted};
pub use hash::{Fnv, SmallHash};
pub use list::List;
pub use random::Random;
pub use table::Table;
