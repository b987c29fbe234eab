//! The reports of checks and of explorations, in every format.

mod browser;
mod explore_browser;
mod explore_fixtures;
mod explore_writers;
mod fixtures;
mod writers;
