//! A test: the inputs that follow a path, and its outcome.
//!
//! It has two formats. JSON has everything. `.ktest` is KLEE's format, which other tools read: only the
//! inputs.
//!
//! Inputs are bytes. The choice of a cell of a given object is an input under the name of the cell; its
//! bytes are those that `pikse_structure::layout` describes: for an address 0 is null, and `k` is the
//! object with the number `k - 1`.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// One input: what the program made symbolic under this name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Input {
    /// The name.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// A test.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Test {
    /// The program's sources, as the user named them.
    pub sources: Vec<String>,
    /// Arguments of the command that say how the program is run: the entry, its arguments, the
    /// program's world.
    pub options: Vec<String>,
    /// Inputs, in the order in which the program asked for them.
    pub inputs: Vec<Input>,
    /// The cells of given objects that were read when one value was left for them, by name. They have
    /// the first value of their domain.
    pub forced: Vec<String>,
    /// The verdict in one word: `finished`, or the name of an error.
    pub verdict: String,
    /// The details: what happened, and where.
    pub message: String,
    /// The exit code, if the program ended and has one.
    pub exit_code: Option<i32>,
    /// A number for the branches that were taken; see `pikse_vm::mix`.
    pub trace: u64,
    /// The standard output of the program.
    pub output: Vec<u8>,
}

/// Why a file is not a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TestError {
    /// It is not JSON, or not the JSON of a test.
    Json(String),
    /// It is not a `.ktest` file.
    Ktest(&'static str),
}

impl fmt::Display for TestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(message) => write!(f, "not a test: {message}"),
            Self::Ktest(message) => write!(f, "not a .ktest file: {message}"),
        }
    }
}

impl std::error::Error for TestError {}

/// The verdict of a test whose program ended without an error.
pub(crate) const FINISHED: &str = "finished";

/// The version of our JSON.
const VERSION: u64 = 1;
/// How `.ktest` files begin, and the version that is written and read.
const MAGIC: &[u8; 5] = b"KTEST";
const KTEST_VERSION: u32 = 3;
/// A file with more or larger inputs is damaged.
const MOST: u32 = 1 << 28;

impl Test {
    /// Whether the path has an error.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.verdict != FINISHED
    }

    /// The test as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let inputs: Vec<Value> = self
            .inputs
            .iter()
            .map(|input| json!({ "name": input.name, "bytes": hex(&input.bytes) }))
            .collect();
        json!({
            "pikse_test": VERSION,
            "sources": self.sources,
            "options": self.options,
            "inputs": inputs,
            "forced": self.forced,
            "verdict": self.verdict,
            "message": self.message,
            "exit_code": self.exit_code,
            "trace": format!("{:016x}", self.trace),
            "output": hex(&self.output),
        })
    }

    /// A test from JSON.
    pub fn from_json(text: &str) -> Result<Self, TestError> {
        let bad = |message: &str| TestError::Json(message.to_owned());
        let value: Value =
            serde_json::from_str(text).map_err(|error| TestError::Json(error.to_string()))?;
        if value["pikse_test"].as_u64() != Some(VERSION) {
            return Err(bad("`pikse_test` is not 1"));
        }
        let texts = |key: &str| -> Result<Vec<String>, TestError> {
            let list =
                value[key].as_array().ok_or_else(|| bad(&format!("`{key}` is not a list")))?;
            list.iter()
                .map(|text| text.as_str().map(str::to_owned))
                .collect::<Option<_>>()
                .ok_or_else(|| bad(&format!("`{key}` is not a list of strings")))
        };
        let text = |value: &Value, key: &str| {
            value[key]
                .as_str()
                .map(str::to_owned)
                .ok_or_else(|| bad(&format!("`{key}` is not a string")))
        };
        let bytes = |value: &Value, key: &str| {
            unhex(&text(value, key)?).ok_or_else(|| bad(&format!("`{key}` is not hexadecimal")))
        };
        let list = value["inputs"].as_array().ok_or_else(|| bad("`inputs` is not a list"))?;
        let inputs = list
            .iter()
            .map(|input| Ok(Input { name: text(input, "name")?, bytes: bytes(input, "bytes")? }))
            .collect::<Result<_, TestError>>()?;
        let exit_code = match &value["exit_code"] {
            Value::Null => None,
            code => Some(
                code.as_i64()
                    .and_then(|code| i32::try_from(code).ok())
                    .ok_or_else(|| bad("`exit_code` is not a number"))?,
            ),
        };
        Ok(Self {
            sources: texts("sources")?,
            options: texts("options")?,
            inputs,
            // Tests of earlier versions have none.
            forced: if value["forced"].is_null() { Vec::new() } else { texts("forced")? },
            verdict: text(&value, "verdict")?,
            message: text(&value, "message")?,
            exit_code,
            trace: u64::from_str_radix(&text(&value, "trace")?, 16)
                .map_err(|_| bad("`trace` is not hexadecimal"))?,
            output: bytes(&value, "output")?,
        })
    }

    /// The inputs as a `.ktest` file.
    #[must_use]
    pub fn to_ktest(&self) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        let number = |file: &mut Vec<u8>, number: usize| {
            file.extend_from_slice(&(number as u32).to_be_bytes());
        };
        number(&mut file, KTEST_VERSION as usize);
        let program = self.sources.first().map_or("program", String::as_str);
        number(&mut file, 1);
        number(&mut file, program.len());
        file.extend_from_slice(program.as_bytes());
        // Symbolic arguments, which are inputs like others here.
        number(&mut file, 0);
        number(&mut file, 0);
        number(&mut file, self.inputs.len());
        for input in &self.inputs {
            number(&mut file, input.name.len());
            file.extend_from_slice(input.name.as_bytes());
            number(&mut file, input.bytes.len());
            file.extend_from_slice(&input.bytes);
        }
        file
    }

    /// The inputs of a `.ktest` file; the rest of the test is empty.
    pub fn from_ktest(file: &[u8]) -> Result<Self, TestError> {
        let mut reader = Reader { rest: file };
        let magic = reader.bytes(5)?;
        if magic != MAGIC && magic != b"BOUT\n" {
            return Err(TestError::Ktest("it does not begin with KTEST"));
        }
        let version = reader.number()?;
        if version > KTEST_VERSION {
            return Err(TestError::Ktest("it has a newer version"));
        }
        let arguments = reader.number()?;
        let mut sources = Vec::new();
        for _ in 0..arguments {
            sources.push(reader.text()?);
        }
        sources.truncate(1);
        if version >= 2 {
            reader.number()?;
            reader.number()?;
        }
        let count = reader.number()?;
        let mut inputs = Vec::new();
        for _ in 0..count {
            let name = reader.text()?;
            let length = reader.number()?;
            inputs.push(Input { name, bytes: reader.bytes(length)?.to_vec() });
        }
        Ok(Self { sources, inputs, ..Self::default() })
    }
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: u32) -> Result<&'a [u8], TestError> {
        if count > MOST || count as usize > self.rest.len() {
            return Err(TestError::Ktest("it ends too early"));
        }
        let (bytes, rest) = self.rest.split_at(count as usize);
        self.rest = rest;
        Ok(bytes)
    }

    fn number(&mut self) -> Result<u32, TestError> {
        let bytes = self.bytes(4)?;
        Ok(bytes.iter().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    fn text(&mut self) -> Result<String, TestError> {
        let length = self.number()?;
        Ok(String::from_utf8_lossy(self.bytes(length)?).into_owned())
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    let digit = |byte: u8| (byte as char).to_digit(16);
    digits.chunks(2).map(|pair| Some((digit(pair[0])? * 16 + digit(pair[1])?) as u8)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Test {
        Test {
            sources: vec!["a \"b\".c".to_owned()],
            options: vec!["--entry".to_owned(), "f".to_owned()],
            inputs: vec![
                Input { name: "x".to_owned(), bytes: vec![0, 255, 16, 1] },
                Input { name: "empty".to_owned(), bytes: Vec::new() },
            ],
            forced: vec!["list.head".to_owned()],
            verdict: "assertion".to_owned(),
            message: "x > 0\nat a.c:3".to_owned(),
            exit_code: Some(-1),
            trace: u64::MAX - 1,
            output: b"hello\n\xff".to_vec(),
        }
    }

    #[test]
    fn json_and_back() {
        let test = sample();
        assert_eq!(Test::from_json(&test.to_json().to_string()), Ok(test));
    }

    #[test]
    fn ktest_and_back() {
        let test = sample();
        let read = Test::from_ktest(&test.to_ktest()).expect("it is one");
        assert_eq!((read.inputs, read.sources), (test.inputs, test.sources));
    }

    #[test]
    fn broken_files_are_errors() {
        let file = sample().to_ktest();
        for length in 0..file.len() {
            assert!(Test::from_ktest(&file[..length]).is_err(), "cut at {length}");
        }
        let mut huge = file.clone();
        huge[9..13].copy_from_slice(&u32::MAX.to_be_bytes());
        assert!(Test::from_ktest(&huge).is_err());
        for text in ["", "{}", "[1]", r#"{"pikse_test":1}"#, r#"{"pikse_test":2}"#] {
            assert!(Test::from_json(text).is_err(), "{text}");
        }
        let mut json = sample().to_json();
        json["inputs"][0]["bytes"] = "0g".into();
        assert!(Test::from_json(&json.to_string()).is_err());
    }
}
