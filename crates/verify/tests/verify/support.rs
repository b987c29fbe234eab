//! Tasks in temporary folders.

use std::time::Duration;

use pikse_verify::{Answer, Budget, DataModel, Done, Part, Property, Task, Unknown, run};
use tempfile::TempDir;

/// What most tasks begin with.
pub(crate) const HEAD: &str = "
extern void abort(void);
void reach_error() { abort(); }
void check(int condition) { if (!condition) reach_error(); }
void assume_abort_if_not(int condition) { if (!condition) abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
";

/// A task with one file.
pub(crate) fn task(file: &str, text: &str, property: &str, model: DataModel) -> (TempDir, Task) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join(file);
    std::fs::write(&path, text).expect("the file can be written");
    let task = Task {
        name: file.to_owned(),
        files: vec![path],
        data_model: model,
        property: Property::named(property).expect("the property is known"),
        expected: None,
    };
    (folder, task)
}

pub(crate) fn done_in(seconds: u64, task: &Task) -> Done {
    let time = Duration::from_secs(seconds);
    run(task, &Budget { time, memory: 4 << 30, resident: || 0, halt: pikse_base::Halt::NEVER })
}

/// The answer to a program.
pub(crate) fn answer(property: &str, text: &str) -> Answer {
    let (_folder, task) = task("task.c", text, property, DataModel::Lp64);
    done_in(60, &task).answer
}

/// Checks that a property holds.
#[track_caller]
pub(crate) fn holds(property: &str, text: &str) {
    assert_eq!(answer(property, text), Answer::True, "{property}: {text}");
}

/// Checks that a property is violated.
#[track_caller]
pub(crate) fn violated(property: &str, part: Option<Part>, text: &str) {
    assert_eq!(answer(property, text), Answer::False(part), "{property}: {text}");
}

/// Checks that there is no answer because of another error.
#[track_caller]
pub(crate) fn undefined(property: &str, text: &str) {
    let answer = answer(property, text);
    let is_right = matches!(answer, Answer::Unknown(Unknown::Undefined { .. }));
    assert!(is_right, "{property}: {answer:?}: {text}");
}
