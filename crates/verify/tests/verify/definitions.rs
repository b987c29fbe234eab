//! Task definitions and their mistakes.

use std::path::Path;

use pikse_verify::task::{in_folder, read};
use pikse_verify::{DataModel, Expected, Part, TaskError};

const CALL: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )";

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
        std::fs::write(path, text).expect("the file can be written");
    }
    folder
}

/// The message of a wrong definition.
fn mistake(text: &str) -> String {
    let files = [("t.yml", text), ("t.c", "int main(void) { }"), ("p.prp", CALL), ("bad.prp", "x")];
    let folder = folder(&files);
    let error = read(&folder.path().join("t.yml")).expect_err(text);
    error.to_string().replace(&folder.path().display().to_string(), "")
}

#[test]
fn a_definition_has_a_task_for_each_property() {
    let safety =
        "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )";
    let text = "format_version: \"2.0\"\ninput_files:\n  - a.c\n  - b.c\nproperties:\n\
        \x20 - property_file: p.prp\n    expected_verdict: true\n\
        \x20 - property_file: m.prp\n    expected_verdict: false\n    subproperty: valid-deref\n\
        \x20 - property_file: cover.prp\n\
        options:\n  language: C\n  data_model: ILP32\n";
    let folder = folder(&[
        ("t.yml", text),
        ("a.c", ""),
        ("b.c", ""),
        ("p.prp", CALL),
        ("m.prp", safety),
        ("cover.prp", "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"),
    ]);
    let tasks = read(&folder.path().join("t.yml")).expect("it is right");
    assert_eq!(tasks.len(), 2);
    assert_eq!(tasks[0].files.len(), 2);
    assert_eq!(tasks[0].data_model, DataModel::Ilp32);
    assert_eq!(tasks[0].expected, Some(Expected::True));
    assert_eq!(tasks[1].expected, Some(Expected::False(Some(Part::ValidDeref))));
}

#[test]
fn mistakes_name_their_line() {
    let task = "format_version: '2.0'\ninput_files: t.c\nproperties:\n  - property_file: p.prp\n";
    for (text, expected) in [
        ("input_files: t.c\n", "/t.yml:1: `format_version` is missing"),
        ("format_version: '1.0'\n", "/t.yml:1: `format_version` is 1.0; only 2.0 is known"),
        ("format_version: '2.0'\ninput_files: no.c\n", "/t.yml:2: `/no.c` cannot be read"),
        ("format_version: '2.0'\ninput_files: t.c\n", "/t.yml:1: `properties` is missing"),
        (&task.replace("p.prp", "no.prp"), "/t.yml:4: `/no.prp` cannot be read"),
        (&task.replace("p.prp", "bad.prp"), "/bad.prp: line 1: unknown property: x"),
        (&format!("{task}    expected_verdict: maybe\n"), "/t.yml:5: `expected_verdict` is maybe"),
        (
            &format!("{task}    expected_verdict: false\n    subproperty: valid-deref\n"),
            "/t.yml:6: unknown subproperty: valid-deref",
        ),
        (&format!("{task}options:\n  language: Java\n"), "/t.yml:6: the language Java"),
        (&format!("{task}options:\n  data_model: ILP64\n"), "/t.yml:6: `data_model` is ILP64"),
    ] {
        let message = mistake(text);
        assert!(message.starts_with(expected), "{text}: {message}");
    }
    assert!(
        mistake("format_version: '2.0'\ninput_files: [t.c\nproperties: 1\n").contains("t.yml:")
    );
}

#[test]
fn folders_are_searched() {
    let folder = folder(&[("b/t.yml", ""), ("a.yaml", ""), ("c.c", "")]);
    let found = in_folder(folder.path()).expect("there are some");
    let names: Vec<&Path> =
        found.iter().map(|path| path.strip_prefix(folder.path()).expect("below")).collect();
    assert_eq!(names, [Path::new("a.yaml"), Path::new("b/t.yml")]);
    let empty = tempfile::tempdir().expect("a folder can be made");
    assert!(matches!(in_folder(empty.path()), Err(TaskError::NoTasks { .. })));
}
