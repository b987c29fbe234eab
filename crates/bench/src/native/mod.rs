//! Benchmarks of the native engine: checkpoints compared with re-execution and with
//! hand-written checkpoints, the cost of a read, and the command as users run it compared
//! with the figures of the Java Korat.

mod by_hand;
mod checks;
pub(crate) mod clock;
pub(crate) mod command;
mod lists;
mod reads;
pub(crate) mod subject;
pub(crate) mod table;
mod trees;

/// Checks that the hand-written loops explore the same candidates as the engine.
pub(crate) fn check() {
    trees::check();
}

/// Measures and prints everything. Returns the requirements that are not met. `long` adds
/// benchmarks that take more than a few seconds.
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

/// Measures and prints only code under test. Returns the requirements that are not met.
pub(crate) fn measure_checks() -> Vec<String> {
    let mut table = table::Table::default();
    table.begin("native");
    checks::measure(&mut table);
    table.broken()
}
