//! The environment of a program: its arguments, its input, its files, its environment variables.

/// Bytes that the program reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Fixed bytes.
    Bytes(Vec<u8>),
    /// A number of symbolic bytes.
    Symbolic(u32),
}

/// One argument, or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A fixed text.
    Text(Vec<u8>),
    /// A symbolic string with a maximum length.
    Symbolic(u32),
    /// Several such strings.
    SymbolicMany {
        /// The minimum number.
        least: u32,
        /// The maximum number.
        most: u32,
        /// The maximum length of each.
        length: u32,
    },
}

/// The environment of a program. Arrays of symbols are called `arg00`, `arg01`, …, `n_args` (the
/// number of arguments from [`Argument::SymbolicMany`]), `stdin`, and for a file `A` `A-data` and
/// `A-mode` (its permissions). `stdin-tty`, `stdout-tty` and `stderr-tty` say which streams are
/// terminals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The arguments, the program's name first.
    pub arguments: Vec<Argument>,
    /// The contents of the standard input.
    pub stdin: Input,
    /// Files, with their names.
    pub files: Vec<(String, Input)>,
    /// Definitions such as `HOME=/root`.
    pub environment: Vec<String>,
}

impl Plan {
    /// An environment with a program's name and nothing else.
    #[must_use]
    pub fn new(program: &str) -> Self {
        Plan {
            arguments: vec![Argument::Text(program.into())],
            stdin: Input::Bytes(Vec::new()),
            files: Vec::new(),
            environment: Vec::new(),
        }
    }

    /// Adds symbolic files named `A`, `B` and so on, with a given number of bytes each. The names
    /// after `Z` are `F26`, `F27`, and so on.
    #[must_use]
    pub fn with_symbolic_files(mut self, count: u32, length: u32) -> Self {
        let names = (0..count).map(|number| match char::from_u32(u32::from('A') + number) {
            Some(letter @ 'A'..='Z') => letter.to_string(),
            _ => format!("F{number}"),
        });
        self.files.extend(names.map(|name| (name, Input::Symbolic(length))));
        self
    }

    /// The plan as bytes, for the model `pikse_env_main` (see `libc/entry.rs`).
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut to = Encoder(Vec::new());
        for argument in &self.arguments {
            match argument {
                Argument::Text(text) => to.kind(1).bytes(text),
                Argument::Symbolic(length) => to.kind(2).number(*length),
                Argument::SymbolicMany { least, most, length } => {
                    to.kind(3).number(*least).number(*most).number(*length)
                }
            };
        }
        match &self.stdin {
            Input::Bytes(bytes) => to.kind(4).bytes(bytes),
            Input::Symbolic(length) => to.kind(5).number(*length),
        };
        for (name, input) in &self.files {
            match input {
                Input::Bytes(bytes) => to.kind(6).bytes(name.as_bytes()).bytes(bytes),
                Input::Symbolic(length) => to.kind(7).bytes(name.as_bytes()).number(*length),
            };
        }
        for definition in &self.environment {
            to.kind(8).bytes(definition.as_bytes());
        }
        to.kind(0);
        to.0
    }
}

struct Encoder(Vec<u8>);

impl Encoder {
    fn kind(&mut self, kind: u8) -> &mut Self {
        self.0.push(kind);
        self
    }

    fn number(&mut self, number: u32) -> &mut Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    /// The length and then the bytes; anything beyond 4 GiB is cut.
    fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        let number = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        self.number(number).0.extend(&bytes[..number as usize]);
        self
    }
}
