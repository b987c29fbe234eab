//! The reports of `pikse explore`: each file that can be asked for, from a program in which every path
//! is known by hand.

use std::fs;
use std::path::Path;

use crate::common::{Ended, folder, line_of, run_in};
use serde_json::{Value as Json, json};

/// Four paths come to an end: for 'a', `n` may be in the array or behind it; for 'x' an assertion fails;
/// and all others do nothing. A fifth is rejected: a negative `n`.
const PROGRAM: &str = r#"
#include <pikse.h>
#include <stdio.h>

static int table[2] = {3, 4};

static int look_up(int n)
{
    return table[n]; /* </script> */
}

static int never(void)
{
    return 7;
}

int main(void)
{
    int n;
    char c;
    pikse_symbolic(&n, sizeof n, "n");
    pikse_symbolic(&c, sizeof c, "c");
    pikse_assume(n >= 0 && n <= 2);
    switch (c) {
    case 'a':
        printf("found %d\n", look_up(n));
        return 0;
    case 'x':
        pikse_assert(c != 'x');
        break;
    default:
        break;
    }
    if (c == 'a')
        return never();
    return 1;
}
"#;

fn explore(folder: &Path, options: &str) -> Ended {
    run_in(folder, &format!("explore table.c {options}"))
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What an HTML report carries.
fn data(html: &str) -> Json {
    let (_, data) = html.split_once("id=\"data\">").expect("there is data");
    let (data, _) = data.split_once("</script>").expect("the data ends");
    serde_json::from_str(data).expect("it is JSON")
}

const LINES: (&str, &str) = ("return table[n]", "pikse_assert(c");

#[test]
fn every_report_tells_the_same() {
    let folder = folder(&[("table.c", PROGRAM)]);
    let options = "--report out.html --junit out.xml --sarif out.sarif --coverage out.info --json";
    let ended = explore(folder.path(), options);
    let told = ended.whole_json();
    assert_eq!((ended.code, &*ended.stderr), (1, ""), "{ended:?}");
    let errors = told["errors"].as_array().expect("there are errors");
    let kinds: Vec<&str> = errors.iter().filter_map(|error| error["kind"].as_str()).collect();
    let mut sorted = kinds.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, ["assertion", "out-of-bounds"], "{told}");
    assert_eq!((&told["paths"], &told["rejected"]), (&json!(4), &json!(1)), "{told}");
    assert_eq!(told["command"], format!("pikse explore table.c {options}"));
    assert_eq!((&told["entry"], &told["complete"]), (&json!("main"), &json!(true)), "{told}");
    let bad = errors.iter().find(|error| error["kind"] == "out-of-bounds").expect("it is there");
    let place = &bad["places"][0];
    assert_eq!(place["file"], "table.c");
    assert_eq!(
        (&place["line"], &place["function"]),
        (&json!(line_of(PROGRAM, LINES.0)), &json!("look_up"))
    );
    assert_eq!(bad["inputs"][0], json!({"name": "n", "bytes": [2, 0, 0, 0], "value": "2"}));

    let report = data(&read(folder.path(), "out.html"));
    for key in ["command", "paths", "rejected", "result", "entry"] {
        assert_eq!(report[key], told[key], "{key}");
    }
    assert_eq!(report["errors"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        report["tests"]["rows"].as_array().map(|rows| json!(rows.len())),
        Some(told["tests"].clone())
    );
    let lines = &report["files"]["table.c"][0];
    assert_eq!(
        lines[1][line_of(PROGRAM, LINES.0) as usize - 1],
        "    return table[n]; /* </script> */"
    );

    let log: Json = serde_json::from_str(&read(folder.path(), "out.sarif")).expect("it is JSON");
    let results = log["runs"][0]["results"].as_array().expect("there are results");
    let rules: Vec<&str> = results.iter().filter_map(|result| result["ruleId"].as_str()).collect();
    assert_eq!(rules, kinds);
    let region = |kind: &str| {
        let result = results.iter().find(|result| result["ruleId"] == kind).expect("it is there");
        result["locations"][0]["physicalLocation"]["region"]["startLine"].clone()
    };
    assert_eq!(region("out-of-bounds"), line_of(PROGRAM, LINES.0));
    assert_eq!(region("assertion"), line_of(PROGRAM, LINES.1));

    let xml = read(folder.path(), "out.xml");
    for expected in [
        "<testsuite name=\"pikse explore\" tests=\"1\" failures=\"1\"",
        "<testcase name=\"main\" classname=\"table.c\"",
        "access out of bounds at table.c:",
        "n = 2",
        "replay: pikse replay pikse-out/table/error-000001.json",
    ] {
        assert!(xml.contains(expected), "{expected} is not in\n{xml}");
    }

    let coverage = read(folder.path(), "out.info");
    for (words, ran) in [(LINES.0, 1), ("return 7", 0), ("return never()", 0), ("return 1;", 1)] {
        let expected = format!("\nDA:{},{ran}\n", line_of(PROGRAM, words));
        assert!(coverage.contains(&expected), "{words}: {expected:?} is not in\n{coverage}");
    }
    assert!(coverage.starts_with("TN:\nSF:table.c\n"), "{coverage}");
    assert!(
        coverage.contains("FNDA:1,look_up\n") && coverage.contains("FNDA:0,never\n"),
        "{coverage}"
    );
}

#[test]
fn the_tree_has_every_path_with_its_decisions() {
    let folder = folder(&[("table.c", PROGRAM)]);
    let ended = explore(folder.path(), "--report out.html");
    assert_eq!(ended.code, 1, "{ended:?}");
    let report = data(&read(folder.path(), "out.html"));
    let tree = &report["tree"];
    let numbers = |key: &str| -> Vec<u64> {
        let list = tree[key].as_array().expect("it is a list");
        list.iter().filter_map(Json::as_u64).collect()
    };
    let (parents, ways) = (numbers("parent"), numbers("way"));
    let ended: u64 = ["finished", "failed", "rejected"].iter().map(|key| numbers(key)[0]).sum();
    assert_eq!((ended, numbers("failed")[0]), (5, 2), "{tree}");
    let ends = tree["ends"].as_array().expect("there are ends");
    let counted: u64 = ends.iter().filter_map(|end| end[3].as_u64()).sum();
    assert_eq!(counted, ended);
    assert_eq!((ways[0], parents[0]), (0, 0));
    assert!(parents.iter().enumerate().skip(1).all(|(at, &parent)| parent < at as u64));
    // The cases of the switch, in terms of the source and of the inputs.
    let switch = line_of(PROGRAM, "switch (c)");
    let places = tree["places"].as_array().expect("there are places");
    assert!(places.iter().any(|place| place[0] == "table.c" && place[1] == switch), "{tree}");
    let conditions = tree["conditions"].to_string();
    assert!(conditions.contains("c == 97") && conditions.contains("c == 120"), "{conditions}");
}

#[test]
fn a_report_shows_as_many_tests_as_it_is_told_to() {
    let folder = folder(&[("table.c", PROGRAM)]);
    for (options, rows, written) in [
        ("--report-tests 1", 1, true),
        ("--report-tests 0", 0, true),
        ("--tests none", 4, false),
        ("--tests errors", 4, true),
    ] {
        let ended = explore(folder.path(), &format!("--report out.html --json {options}"));
        let told = ended.whole_json();
        let report = data(&read(folder.path(), "out.html"));
        let shown = report["tests"]["rows"].as_array().expect("there are tests");
        assert_eq!(shown.len(), rows, "{options}: {told}");
        assert_eq!(told["folder"].is_string(), written, "{options}: {told}");
        // Only a test that has a file can be run again.
        for row in shown.iter().filter(|row| row[8].is_string()) {
            let file = row[8].as_str().and_then(|text| text.strip_prefix("pikse replay "));
            assert!(folder.path().join(file.unwrap_or_default()).is_file(), "{options}: {row}");
        }
        let again = shown.iter().filter(|row| row[8].is_string()).count();
        let files = match options {
            "--tests none" => 0,
            "--tests errors" => 2,
            _ => shown.len(),
        };
        assert_eq!(again, files, "{options}");
        assert_eq!(told["errors"][0]["test"].is_string(), written, "{options}");
    }
}

#[test]
fn what_was_left_out_stands_in_every_report() {
    let folder = folder(&[("table.c", PROGRAM)]);
    let options = "--max-paths 1 --report out.html --junit out.xml --sarif out.sarif";
    let ended = explore(folder.path(), options);
    let why = "path limit reached (--max-paths)";
    assert!(ended.stdout.contains(&format!("incomplete:\n  {why}")), "{ended:?}");
    let report = data(&read(folder.path(), "out.html"));
    let reason = &report["incomplete"]["reasons"][0]["text"];
    assert!(reason.as_str().is_some_and(|text| text.starts_with(why)), "{report}");
    // The first path has an error, which weighs more.
    assert_eq!((ended.code, &report["result"]), (1, &json!("failed")), "{report}");
    assert!(read(folder.path(), "out.sarif").contains("\"executionSuccessful\": false"));
    assert!(report["statistics"]["waiting"].as_u64().is_some_and(|left| left > 0), "{report}");
    for file in ["out.xml", "out.sarif"] {
        assert!(read(folder.path(), file).contains(&format!("incomplete: {why}")), "{file}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_known_before_the_run() {
    let folder = folder(&[("table.c", PROGRAM)]);
    for option in ["report", "junit", "sarif", "coverage"] {
        let ended = explore(folder.path(), &format!("--{option} nowhere/out"));
        assert_eq!((ended.code, &*ended.stdout), (2, ""), "{option}: {ended:?}");
        assert!(ended.stderr.contains("nowhere/out"), "{option}: {ended:?}");
        assert!(!folder.path().join("pikse-out").exists(), "{option}: nothing ran");
    }
    let ended = explore(folder.path(), "--report-tests 3");
    assert_eq!(ended.code, 2, "{ended:?}");
}

#[test]
fn a_program_that_does_not_compile_leaves_no_report() {
    let folder = folder(&[("table.c", "int main(void) { return x; }")]);
    fs::write(folder.path().join("out.html"), "as it was").expect("a file");
    let ended = explore(folder.path(), "--report out.html");
    assert_eq!(ended.code, 2, "{ended:?}");
    assert_eq!(read(folder.path(), "out.html"), "as it was");
    let left = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 2, "no other file is left");
}
