//! integers
