//! `pikse split`, `pikse run` and `pikse merge`.

use std::path::{Path, PathBuf};

use clap::Parser;

use crate::args::parts::{Merge, Run, Split};
use crate::args::{Cli, Command};
use crate::commands::{self, Exit};
use crate::errors::CliError;
use crate::parts::{Mode, Part, parts_in};

/// The command of some words.
fn command_of(words: &[String]) -> Result<Command, CliError> {
    let all = std::iter::once("pikse").chain(words.iter().map(String::as_str));
    let cli = Cli::try_parse_from(all).map_err(|error| {
        CliError::Usage(error.to_string().trim_start_matches("error: ").to_owned())
    })?;
    match cli.command {
        command @ (Command::Count(_) | Command::Explore(_)) => Ok(command),
        _ => Err(CliError::Usage("only `count` and `explore` can be split into parts".to_owned())),
    }
}

/// Takes an option with its value out of some words. What comes after `--` is the program's.
fn take(words: &mut Vec<String>, option: &str) -> Option<String> {
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let joined = format!("{option}=");
    let at = words[..end].iter().position(|word| word == option || word.starts_with(&joined))?;
    let word = words.remove(at);
    match word.strip_prefix(&joined) {
        Some(value) => Some(value.to_owned()),
        None => (at < words.len()).then(|| words.remove(at)),
    }
}

pub(crate) fn split(args: &Split) -> Result<Exit, CliError> {
    let mut words = args.command.clone();
    let missing = |option: &str| CliError::Usage(format!("pikse split needs {option}"));
    let parts = args.parts.clone().or_else(|| take(&mut words, "--parts"));
    let parts = parts.ok_or_else(|| missing("--parts N, the number of parts"))?;
    let parts = match parts.parse::<usize>() {
        Ok(parts @ 1..=1_000_000) => parts,
        _ => {
            let message = format!("--parts {parts}: write a number from 1 to 1000000");
            return Err(CliError::Usage(message));
        }
    };
    let out = args.out.clone().or_else(|| take(&mut words, "--out"));
    let out: PathBuf = out.ok_or_else(|| missing("--out FOLDER, for the parts"))?.into();
    let mut command = command_of(&words)?;
    std::fs::create_dir_all(&out).map_err(|error| CliError::Write { path: out.clone(), error })?;
    let mut entries = std::fs::read_dir(&out).into_iter().flatten().flatten();
    if entries.next().is_some() {
        let folder = out.display();
        return Err(CliError::Usage(format!("the folder {folder} is not empty; name another one")));
    }
    let mode = Mode::Split { parts, folder: out.clone(), command: words };
    match &mut command {
        Command::Count(count) => count.search.mode = mode,
        Command::Explore(explore) => {
            explore.shared.mode = mode;
            explore.output.out = out.join("000.tests");
        }
        _ => {}
    }
    commands::run(&command)
}

pub(crate) fn run(args: &Run) -> Result<Exit, CliError> {
    let path = &args.part;
    let part = Part::read(path)?;
    let mut command = command_of(&part.command)?;
    let file = Some(path.clone());
    match &mut command {
        Command::Count(count) => {
            let search = &mut count.search;
            (search.resume, search.save) = (file.clone(), file);
            search.jobs = args.jobs.unwrap_or(search.jobs);
            search.stop_after = args.stop_after.or(search.stop_after);
            (search.json, search.quiet) = (args.json, args.quiet);
            search.mode = Mode::Part(part);
        }
        Command::Explore(explore) => {
            let shared = &mut explore.shared;
            (shared.resume, shared.save) = (file.clone(), file);
            shared.jobs = args.jobs.unwrap_or(shared.jobs);
            shared.mode = Mode::Part(part);
            explore.search.time = args.stop_after.or(explore.search.time);
            (explore.output.json, explore.output.quiet) = (args.json, args.quiet);
            explore.output.out = tests_of(path);
        }
        _ => {}
    }
    commands::run(&command)
}

pub(crate) fn merge(args: &Merge) -> Result<Exit, CliError> {
    let (merged, part) = parts_in(&args.folder)?;
    let mut command = command_of(&part.command)?;
    match &mut command {
        Command::Count(count) => {
            count.search.mode = Mode::Merge(merged);
            (count.search.json, count.search.quiet) = (args.json, args.quiet);
        }
        Command::Explore(explore) => {
            explore.shared.mode = Mode::Merge(merged);
            (explore.output.json, explore.output.quiet) = (args.json, args.quiet);
            explore.output.tests = crate::args::explore::TestsOf::None;
        }
        _ => {}
    }
    commands::run(&command)
}

/// The folder for the tests of a part.
fn tests_of(part: &Path) -> PathBuf {
    let mut name = part.as_os_str().to_owned();
    name.push(".tests");
    name.into()
}
