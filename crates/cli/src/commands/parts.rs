//! `pikse split`, `pikse run` and `pikse merge`.

use std::path::{Path, PathBuf};

use clap::Parser;

use crate::args::parts::{Merge, Run, Split};
use crate::args::{Cli, Command, Search};
use crate::commands::{self, Exit};
use crate::errors::CliError;
use crate::parts::{self, Mode, OnePart, Part, parts_in};

/// The command of some words.
fn command_of(words: &[String]) -> Result<Command, CliError> {
    let all = std::iter::once("pikse").chain(words.iter().map(String::as_str));
    let cli = Cli::try_parse_from(all).map_err(|error| {
        CliError::Usage(error.to_string().trim_start_matches("error: ").to_owned())
    })?;
    match cli.command {
        command @ (Command::Count(_)
        | Command::Generate(_)
        | Command::Check(_)
        | Command::Explore(_)) => Ok(command),
        _ => Err(CliError::Usage(
            "only `count`, `generate`, `check` and `explore` can be split into parts".to_owned(),
        )),
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
    let path = match &words[..] {
        [path] if out.is_none() && Path::new(path).is_file() => Path::new(path),
        _ => {
            let out: PathBuf = out.ok_or_else(|| missing("--out FOLDER, for the parts"))?.into();
            return split_command(parts, out, words);
        }
    };
    // A part is split again.
    let part = Part::read(path)?;
    let command = command_of(&part.command)?;
    let folder = path.parent().map(Path::to_owned).unwrap_or_default();
    let (words, program) = (part.command.clone(), Some(part.program(path)?));
    let of = Some((part, path.to_owned()));
    with_mode(command, Mode::Split(parts::Split { parts, folder, command: words, of, program }))
}

/// Splits a command into parts.
fn split_command(parts: usize, folder: PathBuf, words: Vec<String>) -> Result<Exit, CliError> {
    let command = command_of(&words)?;
    let bad = |error| CliError::Write { path: folder.clone(), error };
    std::fs::create_dir_all(&folder).map_err(bad)?;
    let mut entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
    if entries.next().is_some() {
        let folder = folder.display();
        return Err(CliError::Usage(format!("the folder {folder} is not empty; name another one")));
    }
    let (of, program) = (None, None);
    with_mode(command, Mode::Split(parts::Split { parts, folder, command: words, of, program }))
}

/// Runs a command that splits.
fn with_mode(mut command: Command, mode: Mode) -> Result<Exit, CliError> {
    match &mut command {
        Command::Count(count) => count.search.mode = mode,
        Command::Generate(generate) => (generate.search.mode, generate.output) = (mode, None),
        Command::Check(check) => check.run.mode = mode,
        Command::Explore(explore) => explore.shared.mode = mode,
        _ => {}
    }
    commands::run(&command)
}

pub(crate) fn run(args: &Run) -> Result<Exit, CliError> {
    let path = &args.part;
    let part = Part::read(path)?;
    let mut command = command_of(&part.command)?;
    let program = part.program(path)?;
    let part = OnePart { part, program };
    let file = Some(path.clone());
    let resume = |search: &mut Search, part: OnePart| {
        (search.resume, search.save) = (file.clone(), file.clone());
        search.jobs = args.jobs.unwrap_or(search.jobs);
        search.stop_after = args.stop_after.or(search.stop_after);
        (search.json, search.quiet) = (args.json, args.quiet);
        search.mode = Mode::Part(part);
    };
    match &mut command {
        Command::Count(count) => resume(&mut count.search, part),
        Command::Generate(generate) => {
            resume(&mut generate.search, part);
            generate.output = None;
        }
        Command::Check(check) => {
            let run = &mut check.run;
            (run.resume, run.save) = (file.clone(), file);
            run.jobs = args.jobs.unwrap_or(run.jobs);
            run.stop_after = args.stop_after.or(run.stop_after);
            run.mode = Mode::Part(part);
            (check.output.json, check.output.quiet) = (args.json, args.quiet);
        }
        Command::Explore(explore) => {
            let shared = &mut explore.shared;
            (shared.resume, shared.save) = (file.clone(), file);
            shared.jobs = args.jobs.unwrap_or(shared.jobs);
            shared.mode = Mode::Part(part);
            explore.search.time = args.stop_after.or(explore.search.time);
            (explore.output.json, explore.output.quiet) = (args.json, args.quiet);
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
        Command::Generate(generate) => {
            generate.search.mode = Mode::Merge(merged);
            (generate.search.json, generate.search.quiet) = (args.json, args.quiet);
        }
        Command::Check(check) => {
            check.run.mode = Mode::Merge(merged);
            (check.output.json, check.output.quiet) = (args.json, args.quiet);
        }
        Command::Explore(explore) => {
            explore.shared.mode = Mode::Merge(merged);
            (explore.output.json, explore.output.quiet) = (args.json, args.quiet);
        }
        _ => {}
    }
    commands::run(&command)
}
