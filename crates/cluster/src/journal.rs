//! The journal: the cells that the present run of a worker has read, and whether its
//! solution is being looked at, in memory that outlives the worker.
#![expect(unsafe_code, reason = "memory that two processes share")]

use std::io;
use std::sync::atomic::{AtomicU32, Ordering};

use pikse_structure::CellId;

/// A journal. Copies are of the same journal.
#[derive(Clone, Copy, Debug)]
pub struct Journal {
    /// How many cells there are, then the cells, then whether a solution is looked at.
    words: *const AtomicU32,
    capacity: usize,
}

impl Journal {
    /// An empty journal for a space of `cells` cells; it is never given back.
    pub fn new(cells: usize) -> io::Result<Journal> {
        let size = (cells + 2) * size_of::<AtomicU32>();
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping of our own.
        let found = unsafe { libc::mmap(std::ptr::null_mut(), size, protection, flags, -1, 0) };
        match found {
            libc::MAP_FAILED => Err(io::Error::last_os_error()),
            _ => Ok(Journal { words: found.cast(), capacity: cells }),
        }
    }

    fn word(&self, at: usize) -> &AtomicU32 {
        assert!(at <= self.capacity + 1, "a run reads each cell once");
        // SAFETY: the mapping has that many words, all zero at first, and stays.
        unsafe { &*self.words.add(at) }
    }

    /// The run has read `cells` so far: the last of them is new, or some were taken back.
    pub fn note(&self, cells: &[CellId]) {
        if let Some(last) = cells.last() {
            self.word(cells.len()).store(last.0, Ordering::Relaxed);
        }
        self.word(0).store(cells.len() as u32, Ordering::Release);
    }

    /// A solution is looked at now, or no more.
    pub fn set_solved(&self, solved: bool) {
        self.word(self.capacity + 1).store(solved.into(), Ordering::Release);
    }

    /// Whether a solution was looked at last.
    pub fn is_solved(&self) -> bool {
        self.word(self.capacity + 1).load(Ordering::Acquire) != 0
    }

    /// What the last run has read.
    pub fn cells(&self) -> Vec<CellId> {
        let count = self.word(0).load(Ordering::Acquire) as usize;
        (1..=count.min(self.capacity))
            .map(|at| CellId(self.word(at).load(Ordering::Relaxed)))
            .collect()
    }
}
