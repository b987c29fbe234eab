//! The reports of `pikse explore`: a writer for each format, all of one model
//! ([`explore_run`](crate::explore_run)). Coverage is written by [`lcov`](crate::lcov).

pub mod html;
pub mod json;
pub mod junit;
pub mod sarif;
pub mod terminal;
