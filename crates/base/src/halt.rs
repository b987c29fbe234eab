//! A request to stop, which long computations poll.
//!
//! One thread makes the request: a timer, a signal handler's flag, a check of the memory. Every other
//! thread sees it with one load, so that loops can look at it often.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// Why a computation has to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halted {
    /// The time is up.
    Time,
    /// The process uses too much memory.
    Memory,
    /// The user interrupted it.
    Interrupted,
}

/// A request to stop; copies share it. The default is never made.
#[derive(Clone, Debug, Default)]
pub struct Halt(Option<Arc<AtomicU8>>);

impl Halt {
    /// A request that is never made.
    pub const NEVER: Self = Self(None);

    /// A request that has not been made yet.
    #[must_use]
    pub fn new() -> Self {
        Self(Some(Arc::default()))
    }

    /// Makes the request. The first reason stays.
    pub fn request(&self, why: Halted) {
        let number = match why {
            Halted::Time => 1,
            Halted::Memory => 2,
            Halted::Interrupted => 3,
        };
        if let Some(request) = &self.0 {
            let _ = request.compare_exchange(0, number, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// The reason, if the request was made.
    #[inline]
    #[must_use]
    pub fn reason(&self) -> Option<Halted> {
        match self.0.as_ref()?.load(Ordering::Relaxed) {
            1 => Some(Halted::Time),
            2 => Some(Halted::Memory),
            3 => Some(Halted::Interrupted),
            _ => None,
        }
    }

    /// Whether the request was made.
    #[inline]
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.reason().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::{Halt, Halted};

    #[test]
    fn the_first_reason_stays() {
        let halt = Halt::new();
        let copy = halt.clone();
        assert_eq!(copy.reason(), None);
        halt.request(Halted::Memory);
        copy.request(Halted::Time);
        assert_eq!((halt.reason(), copy.reason()), (Some(Halted::Memory), Some(Halted::Memory)));
        Halt::NEVER.request(Halted::Time);
        assert!(!Halt::NEVER.is_requested());
    }
}
