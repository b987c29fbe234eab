//! The page that a program under replay shares with the replayer: the places of its numbers.
//!
//! The replayer writes the first part before the program starts; the program writes the second part
//! while it runs, so that it is there however the program ends. All numbers have 8 bytes, the low byte
//! first. The inputs follow the page's numbers, one after the other: whether it was used, the
//! length of the name, the length of the bytes, the name, the bytes; each begins at a multiple of 8.

/// The name of the environment variable that names the file of the page.
pub(crate) const VARIABLE: &str = "PIKSE_REPLAY";

/// The trace of the path that is expected.
pub(crate) const EXPECTED: usize = 0;
/// The limit on the program's memory in bytes; 0 for none.
pub(crate) const MEMORY: usize = 8;
/// The limit on each file that it writes, in bytes; 0 for none.
pub(crate) const FILES: usize = 16;
/// The number of inputs.
pub(crate) const INPUTS: usize = 24;

/// The trace of the branches so far.
pub(crate) const TRACE: usize = 32;
/// The number of branches.
pub(crate) const BRANCHES: usize = 40;
/// The number of branches, plus one, when the trace was last the expected one; else 0.
pub(crate) const MATCHED: usize = 48;
/// How the runtime ended the program, if it did: one of the numbers below.
pub(crate) const ENDED: usize = 56;
/// The return value of the entry, and whether it returned.
pub(crate) const RESULT: usize = 64;
/// See [`RESULT`].
pub(crate) const RETURNED: usize = 72;
/// The number of requested inputs that the test does not have.
pub(crate) const MISSING: usize = 80;
/// The number of requested inputs that have a different size in the test.
pub(crate) const RESIZED: usize = 88;
/// The number of bytes of the message.
pub(crate) const MESSAGE_LENGTH: usize = 96;
/// The message of an error.
pub(crate) const MESSAGE: usize = 104;
/// The longest message.
pub(crate) const LONGEST_MESSAGE: usize = 408;
/// The first input.
pub(crate) const FIRST_INPUT: usize = MESSAGE + LONGEST_MESSAGE;

/// An assumption does not hold.
pub(crate) const REJECTED: u64 = 1;
/// A function was called that has no definition.
pub(crate) const UNDEFINED: u64 = 2;
/// An error was reported; the number of its kind is added.
pub(crate) const FAILED: u64 = 16;

/// The exit status of a program that the runtime ended. The page says more.
pub(crate) const STATUS: i32 = 121;

/// The user and the group that a program runs as if root replays it, as in the models.
pub(crate) const USER: u32 = 1000;
