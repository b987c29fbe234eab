//! The commands.

mod check;
mod count;
mod explain;
mod explore;
mod generate;
mod klee;
mod model;
mod parts;
mod ranges;
mod replay;
mod replay_test;
mod shell;
mod stage;
mod verify;

use std::io::Write;
use std::process::ExitCode;

use pikse_report::Verdict;

use crate::args::Command;
use crate::errors::CliError;
use crate::output::Sink;

/// The result of a command that finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything was tried and nothing failed, or --allow-incomplete was given.
    Passed,
    /// Something failed.
    Failed,
    /// Something was not tried.
    Incomplete,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Passed => ExitCode::SUCCESS,
            Exit::Failed => ExitCode::from(1),
            // 2 is for errors in the command or its input.
            Exit::Incomplete => ExitCode::from(3),
        }
    }
}

impl Exit {
    /// The exit of a command with a verdict. Without a summary, the reason of an incomplete run is
    /// written to standard error.
    fn of(verdict: &Verdict, allow_incomplete: bool, is_quiet: bool) -> Exit {
        match verdict {
            Verdict::Passed => Exit::Passed,
            Verdict::Failed => Exit::Failed,
            Verdict::Incomplete(incomplete) => {
                if is_quiet {
                    eprintln!("incomplete: {}", incomplete.line());
                }
                if allow_incomplete { Exit::Passed } else { Exit::Incomplete }
            }
        }
    }
}

/// Prints the result of a command. A closed pipe does not change the exit code.
fn print(text: &str) -> Result<(), CliError> {
    let write = || {
        let mut sink = Sink::open(None)?;
        sink.write_all(text.as_bytes()).map_err(CliError::Print)?;
        sink.finish()
    };
    match write() {
        Err(error) if error.is_closed_pipe() => Ok(()),
        written => written,
    }
}

/// The words of the command line after the name of a command, without those that do not change
/// results.
fn words_after(name: &str) -> Vec<String> {
    let mut words: Vec<String> = std::env::args().skip_while(|word| word != name).skip(1).collect();
    while let Some(at) = words.iter().position(|word| word == "--color") {
        words.drain(at..words.len().min(at + 2));
    }
    words.retain(|word| !word.starts_with("--color="));
    words
}

/// A command, in a form that can be typed again.
fn command(name: &str, words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    format!("pikse {name} {}", words.join(" ")).trim_end().to_owned()
}

/// A word, quoted for a shell.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=:,@%+".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Runs a command.
pub(crate) fn run(command: &Command) -> Result<Exit, CliError> {
    match command {
        Command::Generate(args) => generate::run(args),
        Command::Count(args) => count::run(args),
        Command::Check(args) => check::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Explore(args) => explore::run(args),
        Command::Stage(args) => stage::run(args),
        Command::Compare(args) => ranges::compare(args),
        Command::Ranges(args) => ranges::ranges(args),
        Command::Split(args) => parts::split(args),
        Command::Run(args) => parts::run(args),
        Command::Merge(args) => parts::merge(args),
        Command::Verify(args) => verify::run(args),
        Command::VerifyTask(args) => crate::verify::worker::work(args),
        Command::Klee(args) => klee::run(args),
        Command::Model(args) => model::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Completions(args) => shell::completions(args),
        Command::Man(args) => shell::man(args),
    }
}
