//! Tasks of a few lines each, with the answer that the rules of the competition give them.

mod answers;
mod definitions;
mod narrow;
mod support;
mod witnesses;
