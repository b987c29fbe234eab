//! The commands.

mod check;
mod count;
mod explain;
mod explore;
mod generate;
mod replay;
mod replay_test;

use crate::args::Command;
use crate::errors::CliError;
use crate::session::Outcome;

/// How a command ended that came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Nothing is wrong.
    Clean,
    /// The predicate broke off on some structure.
    Violation,
}

impl From<&Outcome> for Verdict {
    fn from(outcome: &Outcome) -> Self {
        match outcome.state.tally.runner.failures.is_empty() {
            true => Verdict::Clean,
            false => Verdict::Violation,
        }
    }
}

/// A command, as somebody would type it again.
fn command(name: &str, words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    format!("pikse {name} {}", words.join(" ")).trim_end().to_owned()
}

/// A word as a shell wants it.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=:,@%+".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Runs a command.
pub(crate) fn run(command: &Command) -> Result<Verdict, CliError> {
    match command {
        Command::Generate(args) => generate::run(args),
        Command::Count(args) => count::run(args),
        Command::Check(args) => check::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Explore(args) => explore::run(args),
        Command::Explain(args) => explain::run(args),
    }
}
