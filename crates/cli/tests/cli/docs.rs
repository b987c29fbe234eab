//! Commands in the README and in `docs/` print what the pages say.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A command of a page, and the output after it.
#[derive(Debug, PartialEq, Eq)]
struct Example {
    command: String,
    output: String,
}

/// The examples of a page: a block `sh` with one command and then a block `text`, or a block `console`.
fn examples(page: &str) -> Vec<Example> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(kind), None) => open = Some((kind.to_owned(), String::new())),
            (None, Some((_, text))) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    let mut found = Vec::new();
    for (at, (kind, text)) in blocks.iter().enumerate() {
        let example = match (kind.as_str(), blocks.get(at + 1)) {
            ("sh", Some((next, output))) if next == "text" && text.lines().count() == 1 => {
                Example { command: text.trim().to_owned(), output: output.clone() }
            }
            ("console", _) => {
                let (command, output) = text.split_once('\n').unwrap_or((text, ""));
                let Some(command) = command.strip_prefix("$ ") else { continue };
                Example { command: command.to_owned(), output: output.to_owned() }
            }
            _ => continue,
        };
        found.extend(example.command.starts_with("pikse ").then_some(example));
    }
    found
}

/// A line without times, which differ from run to run.
fn plain(line: &str) -> String {
    let line = line.replace("less than ", "");
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_unit = |word: &str| ["ms", "s", "min"].contains(&word.trim_end_matches([',', ';', '.']));
    let is_number = |word: &str| word.trim_start_matches('(').parse::<f64>().is_ok();
    let mut plain = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let is_time = is_number(word) && words.get(at + 1).is_some_and(|next| is_unit(next));
        let is_unit_of_time = at > 0 && is_unit(word) && is_number(words[at - 1]);
        plain.push(if is_time || is_unit_of_time { "T" } else { word });
    }
    plain.join(" ")
}

/// Whether an output has the lines of a page, in order. `…` stands for lines that are left out.
fn missing_line(expected: &str, output: &str) -> Option<String> {
    let mut lines = output.lines().map(plain).filter(|line| !line.is_empty());
    let expected = expected.lines().filter(|line| !line.trim().is_empty() && line.trim() != "…");
    expected.map(plain).find(|wanted| !lines.any(|line| line == *wanted))
}

/// Copies a file and those beside it.
fn copy_beside(root: &Path, file: &Path, to: &Path) {
    let folder = file.parent().expect("it is in a folder");
    fs::create_dir_all(to.join(folder)).expect("a folder can be made");
    for entry in fs::read_dir(root.join(folder)).expect("the folder is there").flatten() {
        if entry.path().is_file() {
            let copied = fs::copy(entry.path(), to.join(folder).join(entry.file_name()));
            copied.expect("it can be copied");
        }
    }
}

#[test]
fn commands_print_what_the_pages_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().expect("it is there");
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (mut ran, mut wrong) = (0, Vec::new());
    for page in ["README.md", "docs/checking.md", "docs/exploring.md", "docs/staging.md"] {
        let text = fs::read_to_string(root.join(page)).expect("the page is there");
        for Example { command, output } in examples(&text) {
            let file = Path::new(command.split_whitespace().nth(2).unwrap_or_default());
            if !root.join(file).is_file() {
                continue;
            }
            copy_beside(&root, file, folder.path());
            let pikse = env!("CARGO_BIN_EXE_pikse");
            let line = command.replacen("pikse", pikse, 1);
            let ended = Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output();
            let ended = ended.expect("it starts");
            // As in a terminal: the structures, and then the summary.
            let printed = [ended.stdout, ended.stderr].concat();
            let printed = String::from_utf8_lossy(&printed).into_owned();
            ran += 1;
            if let Some(line) = missing_line(&output, &printed) {
                wrong.push(format!("{page}: {command}\n`{line}` is not in\n{printed}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(ran >= 6, "only {ran} examples ran");
}

#[test]
fn examples_are_found_and_compared() {
    let page =
        "```sh\npikse a\n```\n\n```text\none 3 ms\n…\ntwo\n```\n```console\n$ pikse b\nx\n```\n";
    let found = examples(page);
    let commands: Vec<&str> = found.iter().map(|example| example.command.as_str()).collect();
    assert_eq!(commands, ["pikse a", "pikse b"]);
    assert_eq!(missing_line(&found[0].output, "one 12.5 s\nthree\ntwo\n"), None);
    assert_eq!(missing_line(&found[0].output, "one 12.5 s\n"), Some("two".to_owned()));
    assert_eq!(plain("run, less than 1 ms, x 3"), "run, T T x 3");
}
