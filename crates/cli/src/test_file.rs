//! Tests as source code on disk: where they are, and the command that compiles and runs them.

use std::io::Write;
use std::path::{Path, PathBuf};

use pikse_llvm::Language;

use crate::check::session::short;
use crate::commands::quoted;
use crate::errors::CliError;
use crate::files::WholeFile;

/// The sanitizers that see failures of tests in C and C++.
const SANITIZERS: &str = "-fsanitize=address,undefined";
/// Ends a test at undefined arithmetic, which is only printed otherwise.
const STRICT: &str = "-fno-sanitize-recover=all";

/// How the program of a test is compiled.
#[derive(Debug)]
pub(crate) struct Compiled<'a> {
    pub(crate) language: Language,
    /// Its files; the test includes the first.
    pub(crate) files: &'a [PathBuf],
    pub(crate) cflags: Vec<String>,
    pub(crate) rustflags: Vec<String>,
    /// Whether undefined arithmetic is a failure.
    pub(crate) is_strict: bool,
}

impl Compiled<'_> {
    /// The language of test code, and the extension of its files.
    pub(crate) fn language(
        language: Language,
    ) -> Result<(pikse_report::Language, &'static str), String> {
        Ok(match language {
            Language::C => (pikse_report::Language::C, "c"),
            Language::Cpp => (pikse_report::Language::Cpp, "cpp"),
            Language::Rust => (pikse_report::Language::Rust, "rs"),
            other => return Err(format!("test code in {other} is not supported")),
        })
    }

    /// The command that compiles and runs a test, with the flags of the check. A test in Rust comes after
    /// the source, whose private fields it uses; rustc reads both as one file.
    pub(crate) fn command(&self, test: &Path) -> String {
        let program = test.with_extension("").display().to_string();
        let own = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let joined = |words: Vec<String>| {
            words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
        };
        let (test, output) = (test.display().to_string(), own(&["-o", &program]));
        let others: Vec<String> = self.files.iter().skip(1).map(|other| short(other)).collect();
        let sanitizers =
            if self.is_strict { own(&[SANITIZERS, STRICT]) } else { own(&[SANITIZERS]) };
        let compile = match self.language {
            Language::Rust => {
                let source = self.files.first().map(|file| short(file)).unwrap_or_default();
                let rustc = own(&["rustc", "--test", "--edition=2024"]);
                let rustc = [rustc, self.rustflags.clone(), output, own(&["-"])].concat();
                format!("cat {} | {}", joined(vec![source, test]), joined(rustc))
            }
            language => {
                let compiler = match language {
                    Language::Cpp => own(&["c++", "-g", "-fno-access-control"]),
                    _ => own(&["cc", "-g"]),
                };
                let cflags = self.cflags.clone();
                joined([compiler, sanitizers, cflags, vec![test], others, output].concat())
            }
        };
        let run = if program.starts_with('/') { program } else { format!("./{program}") };
        format!("{compile} && {}", quoted(&run))
    }
}

/// The path of a file from a folder.
pub(crate) fn from_folder(folder: &Path, file: &Path) -> PathBuf {
    let (Ok(folder), Ok(file)) = (folder.canonicalize(), file.canonicalize()) else {
        return file.to_owned();
    };
    let same = folder.components().zip(file.components()).take_while(|(one, other)| one == other);
    let same = same.count();
    let up = folder.components().skip(same).map(|_| Path::new("..").to_owned());
    let down = file.components().skip(same).map(|part| PathBuf::from(part.as_os_str()));
    up.chain(down).collect()
}

/// Writes a test: to the first of some files that is not there, or has the same text. A test that a
/// user may have kept is never overwritten. Returns the file.
pub(crate) fn write(
    paths: impl IntoIterator<Item = PathBuf>,
    text: impl Fn(&Path) -> Result<String, String>,
) -> Result<Result<PathBuf, String>, CliError> {
    for path in paths {
        let text = match text(&path) {
            Ok(text) => text,
            Err(why) => return Ok(Err(why)),
        };
        match std::fs::read_to_string(&path) {
            Ok(found) if found == text => return Ok(Ok(path)),
            Err(_) if !path.exists() => {
                let mut file = WholeFile::begin(&path)?;
                let written = file.write_all(text.as_bytes());
                file.finish_after(written)?;
                return Ok(Ok(path));
            }
            _ => {}
        }
    }
    Ok(Err("there are too many tests already".to_owned()))
}
