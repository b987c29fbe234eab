//! `pikse klee`: KLEE's command line, for users who have scripts.
//!
//! | module | its job |
//! | --- | --- |
//! | `options` | KLEE's options: what each becomes here |
//! | `posix` | the options of a program under `--posix-runtime` |
//! | `errors` | KLEE's names of errors |
//! | `folder` | the output folder |
//! | `watch` | tests and messages while the exploration runs |
//!
//! **Invariant:** an option is mapped, ignored with a note because it does not change results, or refused
//! with what to use instead. None changes the meaning silently.

pub(crate) mod errors;
pub(crate) mod folder;
pub(crate) mod options;
pub(crate) mod posix;
pub(crate) mod watch;
