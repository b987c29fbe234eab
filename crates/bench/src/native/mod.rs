//! Benchmarks of the native engine: checkpoints beside re-execution and beside
//! checkpoints written by hand, the cost of a read, and the command as users run it
//! beside the figures of a peer.

mod by_hand;
mod checks;
pub(crate) mod clock;
mod command;
mod lists;
mod reads;
mod subject;
pub(crate) mod table;
mod trees;

/// The hand-written loops explore the candidates that the engine explores.
pub(crate) fn check() {
    trees::check();
}

/// Measures and prints everything; the promises that are broken. `long` adds what takes
/// more than some seconds.
pub(crate) fn measure(long: bool) -> Vec<String> {
    let mut table = table::Table::default();
    table.begin("native");
    trees::measure(&mut table);
    lists::measure(&mut table);
    reads::measure(&mut table);
    checks::measure(&mut table);
    command::measure(&mut table, long);
    table.broken()
}

/// Measures and prints code under test alone; the promises that are broken.
pub(crate) fn measure_checks() -> Vec<String> {
    let mut table = table::Table::default();
    table.begin("native");
    checks::measure(&mut table);
    table.broken()
}
