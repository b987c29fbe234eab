//! The models in `subjects/models`: every command gives what it expects, and as many instances without
//! isomorphs as the comment `count N` on its line says. The first instance of every command is judged
//! again by the evaluator.

use std::path::{Path, PathBuf};

use pikse_alloy::{Outcome, Request, Settings, open};

use crate::counting;

fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { panic!("no folder {}", folder.display()) };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, all);
        } else if path.extension().is_some_and(|e| e == "als") {
            all.push(path);
        }
    }
    all.sort();
}

/// The number in the comment on the last line of a command.
fn expected_count(text: &str, place: &str, command: &str) -> Option<u64> {
    let line: usize = place.rsplit(':').nth(1)?.parse().ok()?;
    let last = command.split_whitespace().last()?;
    let line = text.lines().skip(line - 1).find(|l| l.contains(last))?;
    line.split("// count ").nth(1)?.trim().parse().ok()
}

#[test]
fn every_model_gives_what_it_expects() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/models");
    let mut all = Vec::new();
    files(&folder, &mut all);
    assert!(all.len() >= 40, "only {} models", all.len());
    let (mut commands, mut counts) = (0, 0);
    for file in all {
        let name = file.display().to_string();
        let Ok(text) = std::fs::read_to_string(&file) else { panic!("cannot read {name}") };
        let module = match open(&file) {
            Ok(module) => module,
            Err(failure) => {
                // A module of the library has parameters, and is opened by others.
                assert!(name.contains("/library/"), "{failure}");
                continue;
            }
        };
        for command in module.commands() {
            commands += 1;
            let what = format!("{}: {}", command.place, command.text);
            let answer = match module.answer(&command, &Request::default()) {
                Ok(answer) => answer,
                Err(failure) => panic!("{what}: {failure}"),
            };
            assert_ne!(answer.outcome, Outcome::Unknown, "{what}");
            assert_eq!(answer.is_expected(), Some(true), "{what}");
            if !module.is_symbolic()
                && let Ok(mut run) = module.run(&command, &Settings::default())
                && let Ok(Some(instance)) = run.next_instance()
            {
                assert_eq!(run.holds(&instance), Ok(true), "{what}");
            }
            if let Some(expected) = expected_count(&text, &command.place, &command.text) {
                counts += 1;
                let Ok(counted) = module.answer(&command, &counting()) else {
                    panic!("{what}: no count")
                };
                assert!(counted.is_complete, "{what}");
                assert_eq!(counted.count, Some(expected), "{what}");
            }
        }
    }
    assert!(commands > 300, "only {commands} commands");
    assert!(counts >= 15, "only {counts} counts");
}
