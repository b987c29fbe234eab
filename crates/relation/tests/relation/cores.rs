//! cores
