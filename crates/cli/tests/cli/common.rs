//! Running the command.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value as Json;

/// How a command ended, and what it printed.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ended {
    /// The last line as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> Json {
        let line = self.stdout.lines().last().unwrap_or_default();
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl Ended {
    /// All that was printed, as JSON.
    #[track_caller]
    pub(crate) fn whole_json(&self) -> Json {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Ended {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// The command, in a folder.
pub(crate) fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pikse"));
    command.current_dir(folder);
    command
}

/// Runs the command in a folder; arguments are taken apart at spaces.
pub(crate) fn run_in(folder: &Path, arguments: &str) -> Ended {
    command(folder).args(arguments.split_whitespace()).output().expect("it starts").into()
}

/// Runs the command among the subjects.
pub(crate) fn run(arguments: &str) -> Ended {
    run_in(&subjects(), arguments)
}

/// Runs the command among the subjects; it should be clean and print JSON.
#[track_caller]
pub(crate) fn json(arguments: &str) -> Json {
    let ended = run(&format!("{arguments} --json"));
    assert_eq!(ended.code, 0, "{arguments}: {ended:?}");
    ended.json()
}

/// The folder of the subjects.
pub(crate) fn subjects() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects")
}

/// A folder with files in it.
pub(crate) fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("the file can be written");
    }
    folder
}

/// The line of a text, counted from 1.
pub(crate) fn line_of(text: &str, words: &str) -> u64 {
    let line = text.lines().position(|line| line.contains(words));
    line.unwrap_or_else(|| panic!("`{words}` is there")) as u64 + 1
}

/// The checks of a result.
pub(crate) fn checks(result: &Json) -> &[Json] {
    result["checks"].as_array().expect("it is a list")
}

/// The failures of a check.
pub(crate) fn failures(check: &Json) -> &[Json] {
    check["failures"].as_array().expect("it is a list")
}

/// Runs a check that prints JSON.
#[track_caller]
pub(crate) fn check(folder: &Path, arguments: &str) -> (Ended, Json) {
    let ended = run_in(folder, &format!("check {arguments} --json"));
    let json = ended.whole_json();
    (ended, json)
}

/// Search trees in C as document 000 has them: exactly `n` nodes, with keys 1 to `n`.
pub(crate) const TREES: &str = "c/search_tree.c --range bst.size=n --range node.data=1..n";

/// A list whose predicate breaks in several ways.
pub(crate) const BROKEN: &str = r#"
#include <stdbool.h>
#include <stdlib.h>
struct node { struct node *next; int value; };
struct list { struct node *head; int size; };
bool null(struct list *l) { return l->head->value == 0; }
bool loops(struct list *l) { for (volatile int i = 0; l->head; i++) {} return true; }
bool aborts(struct list *l) { if (l->size == 1) abort(); return true; }
int not_really(struct list *l, int size) { return l->size == size; }
"#;

/// Sorted lists in C, with operations of which some are wrong. Of size 2, with values from
/// 0 to 2, there are 7 lists: 1 without a node, 3 with one, 3 with two.
pub(crate) const LIST: &str = r#"
#include <stdbool.h>
#include <stdlib.h>

struct node { struct node *next; int value; };
struct list { struct node *head; int size; };

bool rep_ok(const struct list *l)
{
    int count = 0;
    for (struct node *n = l->head; n; n = n->next, count++)
        if (n->value < 0 || (n->next && n->next->value <= n->value))
            return false;
    return count == l->size;
}

bool has(const struct list *l, int x)
{
    for (struct node *n = l->head; n; n = n->next)
        if (n->value == x)
            return true;
    return false;
}

void add(struct list *l, int x)
{
    struct node **at = &l->head;
    while (*at && (*at)->value < x)
        at = &(*at)->next;
    if (*at && (*at)->value == x)
        return;
    struct node *n = malloc(sizeof *n);
    n->next = *at;
    n->value = x;
    *at = n;
    l->size++;
}

void push(struct list *l, int x)
{
    struct node *n = malloc(sizeof *n);
    n->next = l->head;
    n->value = x;
    l->head = n;
    l->size++;
}
"#;
