//! The tests of structures and snapshots.

mod snapshots;
mod structures;
mod tags;
