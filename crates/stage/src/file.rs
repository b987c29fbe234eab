//! Stored inputs as a file.
//!
//! The file is JSON that people can read: bounds, and for each input the graph, the condition in the
//! program's words, and one solution in the format of `pikse generate`. Stage 2 uses the script of an
//! input; the rest is for people and other programs. A checksum finds scripts that were damaged.

use std::collections::BTreeMap;
use std::fmt;

use pikse_base::Fnv;
use pikse_structure::Snapshot;
use pikse_vm::{Script, Step, Way};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::identity::Identity;

/// The version of the format.
pub(crate) const FORMAT: u32 = 1;

/// The accepting paths of a predicate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StageFile {
    /// The version of the format.
    pub pikse_stage: u32,
    /// The version of Pikse that wrote it.
    pub version: String,
    /// The type of the structures.
    #[serde(rename = "type")]
    pub of: String,
    /// The predicate, as the source calls it.
    pub predicate: String,
    /// The size that the user set.
    pub size: u32,
    /// The bounds, in words.
    pub bounds: Vec<String>,
    /// What the file belongs to.
    pub identity: Identity,
    /// The number of paths that the predicate accepts.
    pub valid: u64,
    /// The number of paths that it rejects.
    pub rejected: u64,
    /// The number of paths on which it has an error.
    pub errors: u64,
    /// Whether every path of the predicate was followed to its end.
    pub complete: bool,
    /// The time of stage 1.
    pub seconds: f64,
    /// What the user set of the bounds, as words of the command.
    pub options: Vec<String>,
    /// The blocks that ran, for each function that ran, as bits: coverage of rejecting paths, too.
    pub covered: BTreeMap<String, Vec<u64>>,
    /// The inputs, in the order of paths.
    pub inputs: Vec<AbstractInput>,
    /// The checksum of the scripts.
    pub checksum: String,
}

/// An abstract symbolic input.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbstractInput {
    /// The objects: where pointers lead, and which fields are symbolic or were not read.
    pub graph: Json,
    /// What the symbolic fields must satisfy: all of these.
    pub condition: Vec<String>,
    /// One solution: a structure in the format of `pikse generate`, with the first value in each field
    /// that was not read.
    pub solution: Json,
    /// The ways through the predicate, in binary form as hexadecimal digits.
    pub script: String,
    /// The solution with what was not read, for drawings. It is not stored.
    #[serde(skip)]
    pub shown: Snapshot,
}

/// Why a file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileError {
    /// It is not JSON of this form.
    Form(String),
    /// Another version of the format.
    Format(u32),
    /// The script of an input is damaged; inputs count from 1.
    Script(usize),
    /// The contents do not match the checksum.
    Checksum,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(why) => write!(f, "it is not a stage file: {why}"),
            Self::Format(version) => write!(
                f,
                "it has version {version} of the format, and this Pikse reads version {FORMAT}; make \
                 it again with `pikse stage`"
            ),
            Self::Script(input) => write!(
                f,
                "the script of input {input} is damaged; make the file again with `pikse stage`"
            ),
            Self::Checksum => {
                write!(f, "it was changed or damaged; make it again with `pikse stage`")
            }
        }
    }
}

impl std::error::Error for FileError {}

impl AbstractInput {
    /// A script in the form of the file.
    #[must_use]
    pub fn encode(script: &Script) -> String {
        let bytes = postcard::to_stdvec(script).unwrap_or_default();
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn decode(&self) -> Option<Script> {
        let digits = self.script.as_bytes();
        let digit = |at: u8| char::from(at).to_digit(16).map(|digit| digit as u8);
        let bytes: Option<Vec<u8>> = digits
            .chunks(2)
            .map(|pair| match *pair {
                [high, low] => Some(digit(high)? << 4 | digit(low)?),
                _ => None,
            })
            .collect();
        let script: Script = postcard::from_bytes(&bytes?).ok()?;
        script.steps.iter().all(is_portable).then_some(script)
    }
}

/// Whether a step means the same in every program that has the predicate. Numbers of objects do not:
/// they count all objects of a program.
pub(crate) fn is_portable(step: &Step) -> bool {
    match step {
        Step::Decided(way) | Step::Only(way) => !matches!(
            way,
            Way::Object(_) | Way::Fails | Way::Rest | Way::Undecided(_) | Way::Concrete(_)
        ),
        Step::Shown(_) | Step::Sides { .. } => true,
        Step::From { .. } => false,
    }
}

impl StageFile {
    /// The file with its checksum.
    #[must_use]
    pub(crate) fn sealed(mut self) -> Self {
        self.checksum = self.sum();
        self
    }

    fn sum(&self) -> String {
        let mut hash = Fnv::default();
        let Self { valid, rejected, errors, complete, identity, options, covered, .. } = self;
        let head =
            format!("{identity:?} {valid} {rejected} {errors} {complete} {options:?} {covered:?}");
        hash.feed(head.as_bytes());
        for input in &self.inputs {
            hash.feed(input.script.as_bytes());
            hash.feed(b";");
        }
        format!("{:016x}", hash.finish())
    }

    /// The file as text.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Reads a file.
    pub fn from_json(text: &str) -> Result<Self, FileError> {
        let form = |error: serde_json::Error| FileError::Form(error.to_string());
        let json: Json = serde_json::from_str(text).map_err(form)?;
        match json.get("pikse_stage").and_then(Json::as_u64) {
            None => return Err(FileError::Form("`pikse_stage` is missing".to_owned())),
            Some(version) if version == u64::from(FORMAT) => {}
            Some(version) => {
                return Err(FileError::Format(u32::try_from(version).unwrap_or(u32::MAX)));
            }
        }
        let file: Self = serde_json::from_value(json).map_err(form)?;
        match file.sum() == file.checksum && file.valid == file.inputs.len() as u64 {
            true => Ok(file),
            false => Err(FileError::Checksum),
        }
    }

    /// The scripts of the inputs.
    pub fn scripts(&self) -> Result<Vec<Script>, FileError> {
        let decode =
            |(at, input): (usize, &AbstractInput)| input.decode().ok_or(FileError::Script(at + 1));
        self.inputs.iter().enumerate().map(decode).collect()
    }
}
