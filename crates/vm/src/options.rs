//! Limits, and which errors are looked for.

/// What a machine does beyond running a program.
#[derive(Clone, Debug)]
pub struct Options {
    /// Look for overflow, shifts that are too far and broken promises of the compiler; by default not.
    pub undefined_behaviour: bool,
    /// Look for memory that is lost when the program ends; by default not.
    pub leaks: bool,
    /// Look at the alignment of addresses; by default not. Rust programs need it.
    pub alignment: bool,
    /// How deep calls may be nested; by default 10,000.
    pub depth: u32,
    /// How many bytes a program may have at a time; by default 1 GiB.
    pub memory: u64,
    /// How often one path may split at one branch of one call; by default without limit. Beyond it
    /// the path is cut.
    pub loops: Option<u32>,
    /// How many objects an address may lead to before the path is cut; by default 64.
    pub objects: usize,
    /// How many values a size or a number may be split into before the path is cut; by default 4,096.
    pub values: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            undefined_behaviour: false,
            leaks: false,
            alignment: false,
            depth: 10_000,
            memory: 1 << 30,
            loops: None,
            objects: 64,
            values: 4_096,
        }
    }
}
