//! The page that the replayer shares with the program; see `rt/layout.rs`.

#[path = "../../rt/layout.rs"]
pub(super) mod layout;

use layout::{
    BRANCHES, ENDED, EXPECTED, FILES, FIRST_INPUT, INPUTS, LONGEST_MESSAGE, MATCHED, MEMORY,
    MESSAGE, MESSAGE_LENGTH, MISSING, RESIZED, RESULT, RETURNED, TRACE,
};

use super::Limits;
use crate::Input;

/// The page of a run before it begins.
pub(super) fn encode(expected: u64, limits: &Limits, inputs: &[&Input]) -> Vec<u8> {
    let mut page = vec![0; FIRST_INPUT];
    let mut put = |offset: usize, number: u64| {
        page[offset..offset + 8].copy_from_slice(&number.to_le_bytes());
    };
    put(EXPECTED, expected);
    put(MEMORY, limits.memory);
    put(FILES, limits.output);
    put(INPUTS, inputs.len() as u64);
    if expected == 0 {
        put(MATCHED, 1);
    }
    for input in inputs {
        page.extend_from_slice(&0u64.to_le_bytes());
        page.extend_from_slice(&(input.name.len() as u64).to_le_bytes());
        page.extend_from_slice(&(input.bytes.len() as u64).to_le_bytes());
        page.extend_from_slice(input.name.as_bytes());
        page.extend_from_slice(&input.bytes);
        page.resize(page.len().next_multiple_of(8), 0);
    }
    page
}

/// The page of a run that has ended.
pub(super) struct Page(Vec<u8>);

impl Page {
    pub(super) fn new(mut bytes: Vec<u8>) -> Self {
        // The program can write where it likes, but not make the file smaller by that; still,
        // nothing here relies on it.
        bytes.resize(bytes.len().max(FIRST_INPUT), 0);
        Self(bytes)
    }

    fn get(&self, offset: usize) -> u64 {
        let bytes = self.0[offset..offset + 8].try_into();
        bytes.map_or(0, u64::from_le_bytes)
    }

    pub(super) fn trace(&self) -> u64 {
        self.get(TRACE)
    }

    pub(super) fn branches(&self) -> u64 {
        self.get(BRANCHES)
    }

    /// After how many branches the trace was last the expected one.
    pub(super) fn matched(&self) -> Option<u64> {
        self.get(MATCHED).checked_sub(1)
    }

    /// How the runtime ended the program, if it did.
    pub(super) fn ended(&self) -> u64 {
        self.get(ENDED)
    }

    /// The return value of the entry.
    pub(super) fn result(&self) -> Option<i32> {
        (self.get(RETURNED) != 0).then(|| self.get(RESULT) as u32 as i32)
    }

    /// The number of inputs that the test does not have.
    pub(super) fn missing(&self) -> u64 {
        self.get(MISSING)
    }

    /// The number of inputs with a different size.
    pub(super) fn resized(&self) -> u64 {
        self.get(RESIZED)
    }

    pub(super) fn message(&self) -> String {
        let length = self.get(MESSAGE_LENGTH).min(LONGEST_MESSAGE as u64) as usize;
        String::from_utf8_lossy(&self.0[MESSAGE..MESSAGE + length]).into_owned()
    }
}
