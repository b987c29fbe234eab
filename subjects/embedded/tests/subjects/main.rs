//! The structures of the documents: published figures, known sequences, and operations beside
//! brute force.

mod figures;
mod heap_pcs;
mod known_sequences;
mod korat_api;
mod operations;
mod operations_in_rust;
mod parallel;
mod published;
#[cfg(feature = "large")]
mod published_large;
