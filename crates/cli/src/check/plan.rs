//! What to check: from the arguments, or from pikse.toml.
//!
//! ```toml
//! jobs = 2                      # for all checks
//! junit = "junit.xml"           # output options are also for all checks
//!
//! [[check]]                     # the checks in a source file
//! file = "tests/trees.c"
//! size = 5
//!
//! [[check]]                     # a function that has no check
//! file = "src/tree.c"
//! call = "tree_add"
//! args = ["x=0..6"]
//! post = ["rep_ok"]
//! size = 4
//! ```
//!
//! The keys are the options of the command, so the same code reads both.

use std::path::Path;

use clap::Parser;
use toml::{Table, Value};

use crate::args::check::Check;
use crate::errors::CliError;

/// The file in a folder that lists its checks.
pub(crate) const FILE: &str = "pikse.toml";

/// The options that apply to the whole run: its output and its exit code.
const OF_THE_RUN: [&str; 11] = [
    "out",
    "report",
    "gallery",
    "junit",
    "sarif",
    "coverage",
    "json",
    "quiet",
    "allow-incomplete",
    "save",
    "resume",
];

/// Something to check.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The arguments, as the words of a command line.
    pub(crate) words: Vec<String>,
    pub(crate) args: Check,
    /// Whether other plans may have the checks that `--only` names.
    pub(crate) has_others: bool,
}

/// The arguments of `pikse check`, without the command.
#[derive(Debug, Parser)]
#[command(name = "pikse check", no_binary_name = true, args_override_self = true)]
struct Alone {
    #[command(flatten)]
    check: Check,
}

impl Plan {
    /// A short name of the plan: a function, or a source with checks.
    pub(crate) fn what(&self) -> String {
        let Check { property, package, files, .. } = &self.args;
        let source = package.as_ref().or(files.first());
        let source = source.map(|path| path.display().to_string());
        property.call.clone().or(source).unwrap_or_default()
    }

    /// The plan of a list of words.
    pub(crate) fn of_words(words: Vec<String>) -> Result<Plan, String> {
        match Alone::try_parse_from(&words) {
            Ok(Alone { check }) => Ok(Plan { words, args: check, has_others: false }),
            Err(error) => {
                // The message and its tips, without the usage and the hint to --help.
                let text = error.render().to_string();
                let what: Vec<&str> =
                    text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
                let tips = text.lines().filter_map(|line| line.trim().strip_prefix("tip: "));
                let said: Vec<String> = std::iter::once(what.join(" ").replace("error: ", ""))
                    .chain(tips.map(str::to_owned))
                    .collect();
                Err(said.join("; "))
            }
        }
    }
}

/// Everything that a run checks.
#[derive(Debug)]
pub(crate) struct Plans {
    /// The arguments of the run as a whole.
    pub(crate) args: Check,
    /// The same, as words.
    pub(crate) words: Vec<String>,
    pub(crate) plans: Vec<Plan>,
    /// Known names for `--only`.
    pub(crate) known: Vec<String>,
}

/// The plans for the arguments. `words` are the arguments as given.
pub(crate) fn plans(args: &Check, words: &[String]) -> Result<Plans, CliError> {
    let single = |words: Vec<String>| {
        let of_words = |words| Plan::of_words(words).map_err(CliError::Usage);
        let args = of_words(words.clone())?.args;
        let plans = vec![of_words(words.clone())?];
        Ok(Plans { args, words, plans, known: Vec::new() })
    };
    if !args.files.is_empty() || args.package.is_some() {
        return single(words.to_vec());
    }
    if Path::new(FILE).exists() {
        return of_file(words);
    }
    if Path::new("Cargo.toml").exists() {
        return single([words, &["--package".to_owned(), ".".to_owned()]].concat());
    }
    Err(CliError::Usage(format!(
        "nothing to check: name a file, or a package with --package, or write a {FILE} \
         (`pikse check --help` shows examples)"
    )))
}

/// The plans of pikse.toml; words of the command line take precedence.
fn of_file(words: &[String]) -> Result<Plans, CliError> {
    let refuse = |why: String| CliError::Plan { file: FILE.to_owned(), why };
    let text = std::fs::read_to_string(FILE).map_err(|error| refuse(error.to_string()))?;
    let mut table: Table = text.parse().map_err(|error: toml::de::Error| {
        let before = error.span().and_then(|span| text.get(..span.start));
        let line = before.map(|before| before.matches('\n').count() + 1);
        let line = line.map_or(String::new(), |line| format!("line {line}: "));
        refuse(format!("{line}{}", error.message()))
    })?;
    let checks = match table.remove("check") {
        Some(Value::Array(checks)) if !checks.is_empty() => checks,
        _ => return Err(refuse("it has no [[check]]".to_owned())),
    };
    let shared = words_of(&table).map_err(&refuse)?;
    table.retain(|key, _| key == "jobs" || OF_THE_RUN.contains(&key));
    let of_the_run = words_of(&table).map_err(&refuse)?;
    let whole = [&of_the_run, words].concat();
    let args = Plan::of_words(whole.clone()).map_err(&refuse)?.args;
    let (only, without_only) = (&args.property.only, without_only(words));
    let (mut plans, mut known) = (Vec::new(), Vec::new());
    for (number, check) in checks.iter().enumerate() {
        let refuse = |why: String| refuse(format!("check {}: {why}", number + 1));
        let Value::Table(check) = check else {
            return Err(refuse("expected a table, [[check]]".to_owned()));
        };
        if let Some(key) = check.keys().find(|key| OF_THE_RUN.contains(&key.as_str())) {
            let why = format!("`{key}` is for all checks: move it above the first [[check]]");
            return Err(refuse(why));
        }
        let mut last = words;
        if let Some(Value::String(call)) = check.get("call") {
            // Such a check has the name of its function.
            known.push(call.clone());
            if !only.is_empty() && !only.contains(call) {
                continue;
            }
            last = &without_only;
        }
        // If an option is given twice, the last one counts.
        let words = [&shared[..], &words_of(check).map_err(&refuse)?, last].concat();
        let mut plan = Plan::of_words(words).map_err(&refuse)?;
        plan.has_others = checks.len() > 1;
        if plan.args.files.is_empty() && plan.args.package.is_none() {
            return Err(refuse("it names no file and no package".to_owned()));
        }
        plans.push(plan);
    }
    Ok(Plans { args, words: whole, plans, known })
}

/// Words of a command line without `--only` and its names.
fn without_only(words: &[String]) -> Vec<String> {
    let is_only = |at: usize| words[at] == "--only";
    let stays = |&at: &usize| {
        let is_name = at > 0 && is_only(at - 1);
        !is_only(at) && !is_name && !words[at].starts_with("--only=")
    };
    (0..words.len()).filter(stays).map(|at| words[at].clone()).collect()
}

/// A table as words of a command line.
fn words_of(table: &Table) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    for (key, value) in table {
        let values = match value {
            Value::Array(values) => values.iter().collect(),
            single => vec![single],
        };
        for value in values {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Integer(number) => number.to_string(),
                Value::Boolean(true) => {
                    words.push(format!("--{key}"));
                    continue;
                }
                Value::Boolean(false) => continue,
                _ => return Err(format!("`{key}` must be a string, an integer or a bool")),
            };
            match key.as_str() {
                "file" | "files" => words.push(text),
                _ => words.push(format!("--{key}={text}")),
            }
        }
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Result<Vec<String>, String> {
        words_of(&text.parse::<Table>().expect("it is TOML"))
    }

    #[test]
    fn tables_become_words() {
        let table = "file = \"a.c\"\nargs = [\"x=0..6\", \"y=1\"]\nsize = 5\nfail-fast = true";
        assert_eq!(
            words(table),
            Ok(["--args=x=0..6", "--args=y=1", "--fail-fast", "a.c", "--size=5"]
                .map(str::to_owned)
                .to_vec())
        );
        assert!(words("size = 1.5").is_err());
    }

    #[test]
    fn messages_name_the_wrong_option() {
        let wrong = Plan::of_words(vec!["a.c".to_owned(), "--sise=3".to_owned()]);
        let message = wrong.expect_err("there is no such option");
        assert!(message.contains("--sise"), "{message}");
    }
}
