//! The HTML report of an exploration in a real browser.

use pikse_report::ExploreRun;
use pikse_report::explore::html;
use serde_json::{Value as Json, json};

use super::browser::{assert_sound, examine_report};
use super::explore_fixtures as fixtures;

const OF_EXPLORATIONS: &str = include_str!("selftest_explore.js");
const EVERYTHING: &str =
    "test(allPages, errors, sources, treeRowsAndKeys, tests, keys, statistics);";

fn examine(run: &ExploreRun, parts: &str, width: u32) -> Json {
    let report = html::write(run, &fixtures::source);
    let found = examine_report(&report, &format!("{OF_EXPLORATIONS}\n{parts}"), width);
    assert_sound(&found);
    assert_eq!(found["facts"]["width"], width);
    found["facts"].clone()
}

#[test]
fn on_a_desktop() {
    let facts = examine(&fixtures::run(), EVERYTHING, 1280);
    let tabs = ["Overview", "Errors 3", "Tree", "Tests 60", "Source", "Statistics"];
    assert_eq!((&facts["tabs"], &facts["present"]), (&json!(tabs), &json!(["Overview"])));
    assert_eq!(facts["tiles"], json!(["12,345", "3", "6", "57 %", "1.50 s"]));
    let reasons = ["time limit reached (--time) (3 paths)", "unsupported: call of `<f>`"];
    assert_eq!(facts["reasons"], json!(reasons));
    let titles = ["access out of bounds", "assertion failed", "assertion failed"];
    assert_eq!(facts["errors"], json!(titles));
    for (hash, title) in [
        ("#/", "3 errors found"),
        ("#/error/1", "access out of bounds"),
        ("#/error/99", "No such error"),
        ("#/source/nothing", "nothing"),
        ("#/tree", "Tree of paths"),
        ("#/tree/3", "Part of the tree"),
        ("#/tree/99999999", "Tree of paths"),
        ("#/tests", "60 tests"),
        ("#/test/99999", "Path 99999"),
        ("#/%E0%A4%A", "3 errors found"),
    ] {
        assert_eq!(facts["titles"][hash], title, "{hash}");
    }
    assert_eq!(facts["marked"], json!(["return table[digit]; // </script>"]));
    let said = "read of 4 bytes <b>&\\u{1b}[31m\\u{0}]]></script>\nof `table`";
    assert_eq!(facts["said"], said);
    assert_eq!(facts["inputs"], json!(["text52 (\"4\")2", "n-34", "list.headnode01"]));
    let calls = ["src/parse.c:3:12 in look_up", "src/parse.c:9:16 in parse", "src/parse.c in main"];
    assert_eq!(facts["calls"], json!(calls));
    let file = "pikse-out/parse/error-000001.json";
    let code = "pikse-out/parse/error-000001.c";
    assert_eq!(facts["commands"], json!([format!("pikse replay {file}"), file, code]));
    assert!(facts["long"].as_u64().is_some_and(|length| length > 10_000), "{}", facts["long"]);
    assert_eq!(facts["ran"], json!(["line-3", "line-8", "line-9", "line-10"]));
    assert_eq!(facts["missed"], json!(["line-15", "line-16"]));
    assert_eq!(facts["marks"], json!(["", "✓ran", "✗never ran"]));
    assert_eq!(facts["lineNotes"], json!(["error access out of bounds"]));
    assert_eq!(facts["tiers"], json!(["fold", "blast"]));
    let widths = facts["bars"].as_array().expect("there are bars");
    assert_eq!((widths.len(), &widths[2], &widths[3]), (4, &json!("100%"), &json!("100%")));
}

#[test]
fn the_tree_opens_by_keys() {
    let facts = examine(&fixtures::run(), "test(treeRowsAndKeys);", 1280);
    let tree = &facts["tree"];
    assert_eq!(tree["nodes"], 111);
    let rows = tree["firstRows"].as_u64().unwrap_or_default();
    assert!((20..=60).contains(&rows), "only the first rows are made: {rows}");
    assert_eq!(tree["notices"].as_array().map(Vec::len), Some(2), "{}", tree["notices"]);
    assert_eq!(tree["stops"], 1, "one row can be reached by Tab");
    assert_eq!(tree["source"], "true if (*text >= '0' && *text <= '9')");
    assert_eq!((&tree["mark"], &tree["condition"]), (&json!("&&"), &json!("text[1] < '<'")));
    // The start and its two sides.
    assert_eq!(tree["closed"], 3);
    let moves = [
        "node-1", // down
        "node-1", // opened
        "node-3", // its first row
        "node-1", // up
        "node-2", // the last row
        "node-0", // the first
        "node-1", // down
        "node-1", // closed
        "node-0", // what it is below
        "node-1", // j
        "node-0", // k
    ];
    assert_eq!(tree["moves"], json!(moves));
    assert_eq!((&tree["clicked"], &tree["expanded"]), (&json!(true), &json!("true")));
    // One at the left, one in the middle of a way, one at the end of the chain, and again.
    let rows = tree["errorRows"].as_array().expect("there are errors");
    assert!(rows.iter().all(|row| row[1] == true), "they can be seen: {rows:?}");
    assert_eq!((&rows[0], &rows[0]), (&rows[3], &json!(["node-15", true])));
    assert_eq!(rows[2][0], "node-110");
    assert_eq!(tree["deepest"], 14, "what is deeper has a page of its own");
    assert_eq!(tree["part"][1], true);
    assert_eq!(tree["up"], "#/tree");
    // The 31 nodes above the chain, nine levels of it with two rows each, and the rows of paths that
    // end at its beginning and of those that are not kept.
    assert_eq!(tree["opened"], 31 + 9 * 2 + 2);
}

#[test]
fn tests_are_paged_and_found() {
    let facts = examine(&fixtures::run(), "test(tests);", 1280);
    let tests = &facts["tests"];
    assert_eq!(tests["rows"], 25);
    let first = "#1access out of boundstext = 49 (\"1\")n = 7line 1 ↵ <u>\\u{7}";
    assert_eq!(tests["first"], first);
    assert_eq!(tests["pages"], json!([2, 3, 3, 2, 1, 1]));
    assert_eq!(tests["failed"], json!(["#1", "#4"]));
    assert_eq!(tests["hash"], "#/tests?show=errors");
    assert_eq!((&tests["searching"], &tests["stillSearching"]), (&json!(true), &json!(true)));
    assert_eq!(tests["found"], json!(["#21"]));
    assert_eq!(tests["next"], "#/test/6");
    assert_eq!(tests["output"], "line 6\n<u>\\u{7}");
    assert_eq!(tests["again"], json!(["pikse replay test-6.json"]));
    assert_eq!(tests["up"], "#/tests");
}

#[test]
fn by_keyboard() {
    let facts = examine(&fixtures::run(), "test(keys);", 900);
    let keys = &facts["keys"];
    for (key, hash) in [
        ("e", "#/error/1"),
        ("x", "#/tree"),
        ("g", "#/tests"),
        ("s", "#/source"),
        ("i", "#/statistics"),
        ("u", "#/"),
        ("nextError", "#/error/2"),
    ] {
        assert_eq!(keys[key], hash, "{key}");
    }
    assert_eq!(keys["help"], true);
    assert_eq!(keys["helpRows"], 15);
    assert_ne!(keys["theme"], keys["other"], "there is no second theme");
}

#[test]
fn on_a_phone() {
    examine(&fixtures::run(), EVERYTHING, 380);
}

#[test]
fn without_anything() {
    let facts = examine(&ExploreRun::default(), "test(allPages, errors);", 1280);
    assert_eq!(facts["tabs"], json!(["Overview", "Statistics"]));
    assert_eq!(facts["titles"]["#/tree"], "No tree");
    let facts = examine(&ExploreRun::default(), "test(allPages);", 1280);
    assert_eq!(facts["titles"]["#/"], "No error on any path");
}

#[test]
fn with_a_hundred_thousand_nodes() {
    let run = fixtures::large_run();
    assert_eq!(run.tree.as_ref().map(|tree| tree.nodes.len()), Some(99_999));
    let report = html::write(&run, &fixtures::source);
    assert!(report.len() < 8_000_000, "{} bytes", report.len());
    let facts = examine(&run, "test(treeRowsAndKeys, tests);", 1280);
    for (key, most) in [("firstRows", 60), ("opened", 700)] {
        assert!(facts["tree"][key].as_u64().is_some_and(|rows| rows <= most), "{key}: {facts}");
    }
    assert_eq!(facts["tests"]["rows"], 25);
}
