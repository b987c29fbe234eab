//! Without the feature `mpi`, all workers are processes of this machine.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use pikse_explore::ExploreWork;
use pikse_native::{Compiled, CompiledCheck};
use pikse_search::Settings;
use pikse_structure::BoundedHeap;

/// The number of ranks.
pub(crate) fn ranks() -> u64 {
    1
}

pub(crate) fn search(
    _: &Compiled,
    _: &Arc<BoundedHeap>,
    _: &Settings,
    _: (&str, bool),
) -> Option<Rc<[u8]>> {
    None
}

pub(crate) fn check(
    _: (&Compiled, &CompiledCheck),
    _: &Arc<BoundedHeap>,
    _: &Settings,
    _: &str,
    _: (bool, bool),
) -> Option<Rc<[u8]>> {
    None
}

pub(crate) fn explore(_: &ExploreWork<'_>, _: Duration) -> Option<Rc<[u8]>> {
    None
}
