//! Threads, on one schedule: a thread runs until it blocks or ends.
//!
//! | module | what it has |
//! | --- | --- |
//! | `schedule` | the threads, which one runs, blocking and waking |
//! | `create` | `pthread_create`, `pthread_join`, the end of a thread |
//! | `mutex` | mutexes and spin locks |
//! | `wait` | condition variables, semaphores, barriers, `pthread_once`, futexes |
//! | `shared` | locks for readers and writers |
//! | `keys` | thread-specific data |
//! | `attributes` | attributes of threads |
//! | `c11` | `threads.h` |
//!
//! A new thread runs at once. A thread that unlocks or signals continues; those that waited are ready
//! from then on. A path on which a thread was created has a note, and its result is incomplete: other schedules
//! were not run. It is an error if all threads are blocked.

#![expect(
    clippy::while_immutable_condition,
    reason = "another thread changes what a loop waits for"
)]

pub mod attributes;
pub mod c11;
pub mod create;
pub mod keys;
pub mod mutex;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod named;
pub mod schedule;
#[cfg(any(pikse_rest, not(pikse_models)))]
pub mod settings;
pub mod shared;
pub mod wait;
