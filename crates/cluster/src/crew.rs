//! The workers, as the parent sees them: orders go to them, and news come from them. A transport is a crew:
//! processes of this machine (`local`), or ranks of MPI with such processes (`mpi`).

use std::time::Duration;

use pikse_work::{Death, Witness, Work};

use crate::ClusterError;
use crate::message::{FoundOf, News, Order, PositionOf, TallyOf};

/// The news of a kind of work.
pub(crate) type NewsOf<W> = News<PositionOf<W>, TallyOf<W>, FoundOf<W>>;

/// What is heard of a worker.
pub(crate) enum Heard<N> {
    /// It has sent news.
    News(N),
    /// It is dead. A new one sits in its place, idle.
    Died(Death, Witness),
}

/// What is heard, with the numbers of the workers.
pub(crate) type AllHeard<W> = Vec<(usize, Heard<NewsOf<W>>)>;

pub(crate) trait Crew<W: Work> {
    /// The number of workers.
    fn len(&self) -> usize;

    /// Sends an order. If the worker is dead, that is heard later.
    fn order(&mut self, worker: usize, order: &Order<PositionOf<W>>);

    /// Appends what workers have sent, and waits for it at most so long.
    fn listen(&mut self, wait: Duration, heard: &mut AllHeard<W>) -> Result<(), ClusterError>;

    /// Kills a worker that does not answer. Its death is heard later.
    fn kill(&mut self, worker: usize);
}
