//! Limits, and the errors to detect.

use serde::{Deserialize, Serialize};

/// What uninitialised memory holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Uninitialised {
    /// Nothing: a decision that depends on it is an error.
    #[default]
    Error,
    /// An arbitrary value, which is an input of the path.
    Any,
}

/// The options of a machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Options {
    /// Detect overflow, shifts by too many bits and false assumptions of the compiler; off by default.
    pub undefined_behaviour: bool,
    /// Detect memory leaks when the program ends; off by default.
    pub leaks: bool,
    /// Detect all heap memory that is left when the program ends, also if something points to it; off
    /// by default.
    pub cleanup: bool,
    /// Reject a path on which the program aborts, instead of reporting an error; off by default.
    pub reject_aborts: bool,
    /// The rules of the verification competition (SV-COMP); off by default. `abort` and failed
    /// assertions end the program as `exit` does. Allocation never fails: where the limits do not allow
    /// it, the path is cut.
    pub competition: bool,
    /// Detect misaligned addresses; off by default. Rust programs need it.
    pub alignment: bool,
    /// What uninitialised memory holds; by default nothing, so that using it is an error.
    pub uninitialised: Uninitialised,
    /// Functions (with those that they call) and places `FILE:LINE` where uninitialised memory may be
    /// read; there it holds an arbitrary value.
    pub allow_uninitialised: Vec<String>,
    /// The maximum call depth; by default 10,000.
    pub depth: u32,
    /// The maximum memory of the program in bytes; by default 1 GiB.
    pub memory: u64,
    /// The bytes of a path's standard output that are kept, and those of its other output; by default
    /// 1 MiB each.
    pub output: u64,
    /// How often one path may split at one branch of one call; by default without limit. Beyond it
    /// the path is cut.
    pub loops: Option<u32>,
    /// The maximum number of objects that an address may point to before the path is cut; by default 64.
    pub objects: usize,
    /// The maximum number of values of a size or a number before the path is cut; by default 4,096.
    pub values: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            undefined_behaviour: false,
            leaks: false,
            cleanup: false,
            reject_aborts: false,
            competition: false,
            alignment: false,
            uninitialised: Uninitialised::Error,
            allow_uninitialised: Vec::new(),
            depth: 10_000,
            memory: 1 << 30,
            output: 1 << 20,
            loops: None,
            objects: 64,
            values: 4_096,
        }
    }
}
