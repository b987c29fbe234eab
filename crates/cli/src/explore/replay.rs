//! Runs tests of explorations as native code.

use std::path::{Path, PathBuf};

use clap::Parser;
use pikse_explore::replay::{Limits, Replayed, Replayer, Start};
use pikse_explore::{Opened, Test, Wanted, open};
use pikse_llvm::inkwell::context::Context;

use crate::args::check::ShowAs;
use crate::args::{Cli, Command};
use crate::commands::quoted;
use crate::errors::CliError;
use crate::explore::plan;
use crate::explore::show::show;
use crate::explore::tests::MORE;

/// A test and its origin.
pub(crate) struct Named {
    /// The file, and the line if it has several tests.
    pub(crate) name: String,
    pub(crate) test: Test,
}

/// The tests in a file or folder; none if the file is a failure of a check.
pub(crate) fn tests_of(path: &Path) -> Result<Option<Vec<Named>>, CliError> {
    if path.is_dir() {
        let files = files_in(path)?;
        let mut all = Vec::new();
        for file in &files {
            all.extend(tests_in(file)?.unwrap_or_default());
        }
        if all.is_empty() {
            let why = "the folder has no tests of `pikse explore`".to_owned();
            return Err(CliError::Replay { path: path.to_owned(), why });
        }
        return Ok(Some(all));
    }
    tests_in(path)
}

/// The files in a folder that may be tests, sorted.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let unreadable = |error: std::io::Error| CliError::Replay {
        path: folder.to_owned(),
        why: error.to_string(),
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(unreadable)?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json" || ending == "jsonl"))
        .collect();
    files.sort();
    Ok(files)
}

pub(crate) fn tests_in(path: &Path) -> Result<Option<Vec<Named>>, CliError> {
    let bad = |why: String| CliError::Replay { path: path.to_owned(), why };
    let bytes = std::fs::read(path).map_err(|error| bad(error.to_string()))?;
    let name = path.display().to_string();
    if path.extension().is_some_and(|ending| ending == "ktest") {
        let message = "a .ktest file does not name its program; replay the .json file next to it";
        Test::from_ktest(&bytes).map_err(|error| bad(error.to_string()))?;
        return Err(bad(message.to_owned()));
    }
    let text = String::from_utf8_lossy(&bytes);
    if path.file_name().is_some_and(|file| file == MORE) {
        let read = |(at, line): (usize, &str)| match Test::from_json(line) {
            Ok(test) => Ok(Named { name: format!("{name}:{}", at + 1), test }),
            Err(error) => Err(bad(format!("line {}: {error}", at + 1))),
        };
        return text.lines().enumerate().map(read).collect::<Result<_, _>>().map(Some);
    }
    if !text.contains("\"pikse_test\"") {
        return Ok(None);
    }
    let test = Test::from_json(&text).map_err(|error| bad(error.to_string()))?;
    Ok(Some(vec![Named { name, test }]))
}

/// The program of a test. The file has the words of the command line.
fn wanted(path: &Path, test: &Test) -> Result<Wanted, CliError> {
    let bad = |why: String| CliError::Replay { path: path.to_owned(), why };
    let words = ["pikse", "explore"].map(str::to_owned).into_iter();
    let words = words.chain(test.sources.iter().cloned()).chain(test.options.iter().cloned());
    let cli = Cli::try_parse_from(words)
        .map_err(|error| bad(format!("its options are not valid: {error}")))?;
    let Command::Explore(args) = cli.command else {
        return Err(bad("its options belong to another command".to_owned()));
    };
    plan::wanted(&args)
}

/// The structure or the test code of a test.
pub(crate) fn shown(path: &Path, test: &Test, form: ShowAs) -> Result<String, CliError> {
    let context = Context::create();
    let opened = open(&context, &wanted(path, test)?).map_err(CliError::Open)?;
    show(path, &opened, test, form)
}

/// Replays tests of one program.
pub(crate) struct Session {
    replayer: Replayer,
    /// The symbol of the function that is explored.
    entry: String,
}

impl Session {
    /// Compiles the program of a test.
    pub(crate) fn of(path: &Path, test: &Test) -> Result<Self, CliError> {
        let bad = |why: String| CliError::Replay { path: path.to_owned(), why };
        let wanted = wanted(path, test)?;
        let context = Context::create();
        let opened = open(&context, &wanted).map_err(CliError::Open)?;
        let start = Start::of(&wanted, &opened);
        let Opened { user, ir, own, .. } = &opened;
        let is_traced = |function: pikse_ir::FuncId| own[function.index()];
        let replayer = Replayer::new(user, ir, is_traced, &start, Limits::default())
            .map_err(|error| bad(error.to_string()))?;
        let function = opened.source.function.as_ref().filter(|_| wanted.entry.is_some());
        let entry = function.map_or("main".to_owned(), |function| function.symbol.clone());
        Ok(Self { replayer, entry })
    }

    /// The command that runs a test under a debugger. Its program is kept beside the test.
    pub(crate) fn debugger(&self, path: &Path, test: &Test) -> Result<String, CliError> {
        let bad = |why: String| CliError::Replay { path: path.to_owned(), why };
        let kept = self.replayer.keep(&path.with_extension("debug"), test);
        let kept = kept.map_err(|error| bad(error.to_string()))?;
        let word = |path: &Path| quoted(&path.display().to_string());
        let environment = kept.environment.iter();
        let environment = environment.map(|(name, value)| format!("{name}={}", quoted(value)));
        let environment: Vec<String> = environment.collect();
        let program = [quoted(&kept.program.display().to_string())];
        let words = program.into_iter().chain(kept.arguments.iter().map(|word| quoted(word)));
        let words: Vec<String> = words.collect();
        let run = quoted(&format!("run <{}", word(&kept.input)));
        Ok(format!(
            "cd {} && {} gdb -ex 'break {}' -ex {run} --args {}\n",
            word(&kept.folder),
            environment.join(" "),
            self.entry,
            words.join(" ")
        ))
    }

    /// Runs a test.
    pub(crate) fn run(&self, named: &Named) -> Result<Replayed, CliError> {
        self.replayer.run(&named.test).map_err(|error| CliError::Replay {
            path: PathBuf::from(&named.name),
            why: error.to_string(),
        })
    }
}
