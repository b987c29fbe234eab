//! Work that recurses as deep as formulas nest. Deep formulas run on a thread whose stack is large
//! enough; [`MAX_DEPTH`](crate::MAX_DEPTH) bounds it.

use crate::error::Error;

/// Up to this depth, the caller's stack is enough.
const SHALLOW: u32 = 60;
/// More than one level of nesting needs.
const LEVEL: usize = 12 << 10;

/// Runs work that recurses to a depth.
pub(crate) fn on_stack<T: Send>(
    depth: u32,
    work: impl FnOnce() -> Result<T, Error> + Send,
) -> Result<T, Error> {
    if depth <= SHALLOW {
        return work();
    }
    let size = (1 << 20) + depth as usize * LEVEL;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(size)
            .spawn_scoped(scope, work)
            .map_err(|error| Error::Failed(error.to_string()))?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
