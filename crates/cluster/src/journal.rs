//! The journal: what the current step of a worker has done, in memory that outlives the worker.
#![expect(unsafe_code, reason = "memory that two processes share")]

use std::io;
use std::sync::atomic::{AtomicU32, Ordering};

use pikse_work::Witness;

/// A journal. Copies refer to the same journal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Journal {
    /// The number of words, then the words, then whether the step is in its second phase.
    words: *const AtomicU32,
    capacity: usize,
}

impl Journal {
    /// An empty journal for `capacity` words. It is never freed.
    pub(crate) fn new(capacity: usize) -> io::Result<Journal> {
        let size = (capacity + 2) * size_of::<AtomicU32>();
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping of our own.
        let found = unsafe { libc::mmap(std::ptr::null_mut(), size, protection, flags, -1, 0) };
        match found {
            libc::MAP_FAILED => Err(io::Error::last_os_error()),
            _ => Ok(Journal { words: found.cast(), capacity }),
        }
    }

    fn word(&self, at: usize) -> &AtomicU32 {
        assert!(at <= self.capacity + 1, "a step stays within its journal");
        // SAFETY: the mapping has that many words, all zero at first, and stays.
        unsafe { &*self.words.add(at) }
    }

    /// What the last step did.
    pub(crate) fn witness(&self) -> Witness {
        let count = self.word(0).load(Ordering::Acquire) as usize;
        let words = 1..=count.min(self.capacity);
        Witness {
            words: words.map(|at| self.word(at).load(Ordering::Relaxed)).collect(),
            second_phase: self.word(self.capacity + 1).load(Ordering::Acquire) != 0,
        }
    }
}

impl pikse_work::Journal for Journal {
    fn note(&self, count: usize, last: u32) {
        if count > 0 {
            self.word(count).store(last, Ordering::Relaxed);
        }
        self.word(0).store(count as u32, Ordering::Release);
    }

    fn set_second_phase(&self, second: bool) {
        self.word(self.capacity + 1).store(second.into(), Ordering::Release);
    }
}
