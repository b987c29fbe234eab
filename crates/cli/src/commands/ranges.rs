//! `pikse compare` and `pikse ranges`: tests as positions.

use std::cmp::Ordering;
use std::path::{Path, PathBuf};

use pikse_explore::{Opened, Test, open};
use pikse_llvm::inkwell::context::Context;
use pikse_solver::{Limits, chain, last};
use pikse_vm::{Machine, State};
use serde_json::json;

use crate::args::explore::SearchArgs;
use crate::args::ranges::{Compare, Ranges};
use crate::commands::{Exit, print, quoted};
use crate::errors::CliError;
use crate::explore::plan;
use crate::explore::position::Position;
use crate::explore::replay::tests_of;

/// A machine for the program, and the state in which its paths begin.
fn machine<'p>(
    opened: &'p Opened<'_>,
    search: &SearchArgs,
) -> Result<(Machine<'p>, State), CliError> {
    let options = plan::machine_options(search, opened.is_rust);
    let limits = Limits { time: search.solver_time, ..Limits::default() };
    opened.machine(options, Box::new(chain(last(limits)))).map_err(CliError::Load)
}

pub(crate) fn compare(args: &Compare) -> Result<Exit, CliError> {
    let Some((files, [a, b])) = args.files.split_last_chunk::<2>() else {
        return Err(CliError::Usage("name the files of the program, then two tests".to_owned()));
    };
    let words = plan::words(&args.program, &args.search);
    let (a, b) = (Position::read(a, &words)?, Position::read(b, &words)?);
    let wanted = plan::wanted_of(files, &args.program, &args.search)?;
    let context = Context::create();
    let opened = open(&context, &wanted).map_err(CliError::Open)?;
    let (mut machine, first) = machine(&opened, &args.search)?;
    for position in [&a, &b] {
        position.check(&mut machine, &first)?;
    }
    let (word, text) = match a.compare(&b, &mut machine, &first) {
        Ordering::Less => ("smaller", "comes before"),
        Ordering::Greater => ("bigger", "comes after"),
        Ordering::Equal => ("equivalent", "follows the same path as"),
    };
    print(&match args.json {
        true => format!("{}\n", json!({ "order": word })),
        false => format!("{word}: {} {text} {}\n", a.name, b.name),
    })?;
    Ok(Exit::Passed)
}

pub(crate) fn ranges(args: &Ranges) -> Result<Exit, CliError> {
    let words = plan::words(&args.program, &args.search);
    let mut positions = positions(&args.tests, &words)?;
    let wanted = plan::wanted_of(&args.files, &args.program, &args.search)?;
    let context = Context::create();
    let opened = open(&context, &wanted).map_err(CliError::Open)?;
    let (mut machine, first) = machine(&opened, &args.search)?;
    for position in &positions {
        position.check(&mut machine, &first)?;
    }
    let all = positions.len();
    positions.sort_by(|one, other| one.compare(other, &mut machine, &first));
    positions.dedup_by(|one, other| one.compare(other, &mut machine, &first).is_eq());
    // The first path of all needs no position: the first range begins there anyway.
    let distinct = positions.len();
    let parts = (args.parts as usize).min(distinct.max(1));
    std::fs::create_dir_all(&args.out)
        .map_err(|error| CliError::Write { path: args.out.clone(), error })?;
    let mut cuts: Vec<PathBuf> = Vec::new();
    for part in 1..parts {
        let position = &positions[part * distinct / parts];
        let path = args.out.join(format!("from-{part:04}.json"));
        let sources = args.files.iter().map(|file| file.display().to_string()).collect();
        let test = Test { sources, options: words.clone(), ..position.test.clone() };
        std::fs::write(&path, test.to_json())
            .map_err(|error| CliError::Write { path: path.clone(), error })?;
        cuts.push(path);
    }
    let name = |path: &Path| path.display().to_string();
    let starts = std::iter::once(None).chain(cuts.iter().map(|path| Some(name(path))));
    let ends = cuts.iter().map(|path| Some(name(path))).chain([None]);
    let ranges: Vec<(Option<String>, Option<String>)> = starts.zip(ends).collect();
    if args.json {
        let list = ranges.iter().map(|(from, to)| json!({"from": from, "to": to}));
        let list: Vec<_> = list.collect();
        print(&format!("{}\n", json!({"tests": all, "paths": distinct, "ranges": list})))?;
        return Ok(Exit::Passed);
    }
    let mut text = String::new();
    let files: Vec<String> = args.files.iter().map(|file| quoted(&name(file))).collect();
    let options: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    for (from, to) in &ranges {
        let mut words = vec!["pikse explore".to_owned()];
        words.extend(files.iter().cloned());
        for (option, file) in [("--from", from), ("--to", to)] {
            words.extend(file.iter().flat_map(|file| [option.to_owned(), quoted(file)]));
        }
        words.extend(options.iter().cloned());
        text += &format!("{}\n", words.join(" "));
    }
    print(&text)?;
    Ok(Exit::Passed)
}

/// The tests of a folder, or of a file.
fn positions(path: &Path, words: &[String]) -> Result<Vec<Position>, CliError> {
    let mut positions = Vec::new();
    let ktests = std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut ktests: Vec<PathBuf> =
        ktests.filter(|path| path.extension().is_some_and(|of| of == "ktest")).collect();
    ktests.sort();
    // A test that `explore` wrote is there twice.
    ktests.retain(|path| !path.with_extension("json").exists());
    for path in &ktests {
        positions.push(Position::read(path, words)?);
    }
    if positions.is_empty() || path.is_file() {
        let tests = tests_of(path)?.unwrap_or_default();
        for named in tests {
            positions.push(Position::of(named.name, named.test, words)?);
        }
    }
    match positions.is_empty() {
        true => Err(CliError::Replay {
            path: path.to_owned(),
            why: "it has no tests of `pikse explore`".to_owned(),
        }),
        false => Ok(positions),
    }
}
