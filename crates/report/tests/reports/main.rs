//! The reports of a check: every format, and the HTML report in a real browser.

mod browser;
mod fixtures;
mod writers;
