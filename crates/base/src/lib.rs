//! What every part of Pikse may use, and what knows no part of Pikse.
//!
//! | module | its job |
//! | --- | --- |
//! | [`hash`] | a hash that is the same in every version; a fast one for maps |
//! | [`list`] | a list that copies share |
//! | [`random`] | pseudo-random numbers from a seed |

pub mod hash;
pub mod list;
pub mod random;

pub use hash::{Fnv, SmallHash};
pub use list::List;
pub use random::Random;
