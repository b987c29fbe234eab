//! A test: the inputs that follow a path, and its outcome.
//!
//! It has two formats. JSON has everything. `.ktest` is KLEE's format, which other tools read: only the
//! inputs.
//!
//! Inputs are bytes. The choice of a cell of a given object is an input under the name of the cell; its
//! bytes are those that `pikse_structure::layout` describes: for an address 0 is null, and `k` is the
//! object with the number `k - 1`.

use std::fmt;

use pikse_vm::ErrorKind;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

/// One input: what the program made symbolic under this name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Input {
    /// The name.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// How the program of a test ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TestVerdict {
    /// It ended by itself.
    #[default]
    Finished,
    /// An assumption does not hold.
    Rejected,
    /// It has an error.
    Error(ErrorKind),
    /// It ended itself by this signal, whose action is to end a process.
    Killed(i32),
    /// It waits for ever.
    Blocked,
    /// The path was cut before its end.
    Cut,
}

impl TestVerdict {
    /// The name for machines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Rejected => "rejected",
            Self::Error(kind) => kind.name(),
            Self::Killed(_) => "killed",
            Self::Blocked => "blocked",
            Self::Cut => "cut",
        }
    }

    /// The verdict of a name, with the number of the signal if it has one.
    fn of(name: &str, signal: Option<i64>) -> Option<Self> {
        let error = || ErrorKind::ALL.into_iter().find(|kind| kind.name() == name);
        Some(match name {
            "finished" => Self::Finished,
            "rejected" => Self::Rejected,
            "killed" => Self::Killed(i32::try_from(signal?).ok()?),
            "blocked" => Self::Blocked,
            "cut" => Self::Cut,
            _ => Self::Error(error()?),
        })
    }
}

impl fmt::Display for TestVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
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
    /// How the program ends.
    pub verdict: TestVerdict,
    /// The details: what happened, and where.
    pub message: String,
    /// The exit code, if the program ended and has one.
    pub exit_code: Option<i32>,
    /// A number for the branches that were taken; see `pikse_vm::mix`.
    pub trace: u64,
    /// The standard output of the program, or the beginning of it.
    pub output: Vec<u8>,
    /// The length of the whole standard output, if only its beginning was kept.
    pub output_length: Option<u64>,
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

/// The version of our JSON.
const VERSION: u64 = 1;
/// How `.ktest` files begin, and the version that is written and read.
const MAGIC: &[u8; 5] = b"KTEST";
const KTEST_VERSION: u32 = 3;
/// A file with more or larger inputs is damaged.
const MOST: u32 = 1 << 28;

/// A test as it is written.
struct Json<'a> {
    pikse_test: u64,
    test: &'a Test,
    structure: Option<&'a Value>,
}

/// Bytes, as hexadecimal digits.
struct Hex<'a>(&'a [u8]);

impl Serialize for Hex<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex(self.0))
    }
}

/// An input as it is written.
struct JsonInput<'a>(&'a Input);

impl Serialize for JsonInput<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("name", &self.0.name)?;
        map.serialize_entry("bytes", &Hex(&self.0.bytes))?;
        map.end()
    }
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { pikse_test, test, structure } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("pikse_test", pikse_test)?;
        map.serialize_entry("sources", &test.sources)?;
        map.serialize_entry("options", &test.options)?;
        let inputs: Vec<JsonInput<'_>> = test.inputs.iter().map(JsonInput).collect();
        map.serialize_entry("inputs", &inputs)?;
        map.serialize_entry("forced", &test.forced)?;
        map.serialize_entry("verdict", test.verdict.name())?;
        if let TestVerdict::Killed(signal) = test.verdict {
            map.serialize_entry("signal", &signal)?;
        }
        map.serialize_entry("message", &test.message)?;
        map.serialize_entry("exit_code", &test.exit_code)?;
        map.serialize_entry("trace", &format_args!("{:016x}", test.trace))?;
        map.serialize_entry("output", &Hex(&test.output))?;
        if let Some(length) = test.output_length {
            map.serialize_entry("output_length", &length)?;
        }
        if let Some(structure) = structure {
            map.serialize_entry("structure", structure)?;
        }
        map.end()
    }
}

impl Test {
    /// Whether the path has an error.
    #[must_use]
    pub fn is_error(&self) -> bool {
        matches!(self.verdict, TestVerdict::Error(_))
    }

    /// The test as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.to_json_with(None)
    }

    /// The test as JSON, with the structures that its inputs stand for.
    #[must_use]
    pub fn to_json_with(&self, structure: Option<&Value>) -> String {
        let json = Json { pikse_test: VERSION, test: self, structure };
        // Strings and numbers can always be written.
        serde_json::to_string(&json).unwrap_or_default()
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
        let verdict = |name: &str, signal: &Value| match TestVerdict::of(name, signal.as_i64()) {
            Some(verdict) => Ok(verdict),
            None => Err(bad(&format!("`{name}` is not a verdict"))),
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
            verdict: verdict(&text(&value, "verdict")?, &value["signal"])?,
            message: text(&value, "message")?,
            exit_code,
            trace: u64::from_str_radix(&text(&value, "trace")?, 16)
                .map_err(|_| bad("`trace` is not hexadecimal"))?,
            output: bytes(&value, "output")?,
            output_length: value["output_length"].as_u64(),
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
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
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
            verdict: TestVerdict::Error(ErrorKind::Assertion),
            message: "x > 0\nat a.c:3".to_owned(),
            exit_code: Some(-1),
            trace: u64::MAX - 1,
            output: b"hello\n\xff".to_vec(),
            output_length: Some(1 << 40),
        }
    }

    #[test]
    fn json_and_back() {
        let test = sample();
        assert_eq!(Test::from_json(&test.to_json()), Ok(test));
    }

    #[test]
    fn verdicts_and_back() {
        let errors = ErrorKind::ALL.map(TestVerdict::Error);
        let others = [
            TestVerdict::Finished,
            TestVerdict::Rejected,
            TestVerdict::Killed(15),
            TestVerdict::Blocked,
            TestVerdict::Cut,
        ];
        for verdict in errors.into_iter().chain(others) {
            let test = Test { verdict, output_length: None, ..sample() };
            assert_eq!(Test::from_json(&test.to_json()), Ok(test));
        }
        let unknown = sample().to_json().replace("\"assertion\"", "\"nonsense\"");
        assert!(Test::from_json(&unknown).is_err());
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
        let json = sample().to_json().replace("\"00ff1001\"", "\"0g\"");
        assert!(Test::from_json(&json).is_err());
    }
}
