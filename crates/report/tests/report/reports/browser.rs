//! The HTML report in a real browser, which goes through it and measures what it draws.
//!
//! A browser's window has a least width, so that the report is put into a frame as wide as
//! a phone or a desktop; the frame tells the page around it what was found.

use std::path::Path;
use std::process::Command;

use pikse_report::{CheckRun, html};
use serde_json::{Value as Json, json};

use super::fixtures;

const SELF_TEST: &str = include_str!("selftest.js");
const OF_CHECKS: &str = include_str!("selftest_check.js");
const FOUND: &str = "<pre id=\"found\">";

/// Opens a file; gives the document as the browser has it in the end.
fn browse(page: &Path, profile: &Path) -> String {
    let output = Command::new("chromium")
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1400,1000"])
        .args(["--no-first-run", "--disable-extensions", "--virtual-time-budget=120000"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg("--dump-dom")
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("chromium is needed for this test; install it: sudo apt-get install chromium");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Runs the self-test in the report of a run, in a frame of a width.
fn examine(run: &CheckRun, width: u32) -> Json {
    examine_report(&html::write(run, &fixtures::source), OF_CHECKS, width)
}

/// Runs a self-test in a report, in a frame of a width.
pub(crate) fn examine_report(report: &str, test: &str, width: u32) -> Json {
    let folder = tempfile::tempdir().expect("there is room for a report");
    let (head, rest) = report.split_once("<style>").expect("the report has a style");
    let report = format!("{head}<script>{SELF_TEST}{test}</script><style>{rest}");
    let frame = format!(
        "<!doctype html><body><iframe src=\"report.html\" style=\"width:{width}px;height:900px;\
         border:0\"></iframe><script>addEventListener('message', (event) => {{ \
         document.body.insertAdjacentHTML('beforeend', '{FOUND}' + event.data + '</pre>') }})\
         </script>"
    );
    let page = folder.path().join("frame.html");
    std::fs::write(folder.path().join("report.html"), report).expect("the report is written");
    std::fs::write(&page, frame).expect("the frame is written");
    let document = browse(&page, &folder.path().join("profile"));
    // The second one: the first is in the script that writes it.
    let found = document.rsplit(FOUND).next().and_then(|rest| rest.split("</pre>").next());
    let found = found.unwrap_or_default();
    serde_json::from_str(found).unwrap_or_else(|error| {
        panic!("the browser does not say what it found ({error}):\n{document:.2000}")
    })
}

pub(crate) fn assert_sound(found: &Json) {
    assert_eq!(found["errors"], json!([]), "errors in the page");
    assert_eq!(found["problems"], json!([]), "the page is not as it should be");
    assert_eq!(found["facts"]["requests"], json!([]), "the report loads something");
    assert_eq!(found["facts"]["images"], json!(0), "the report has images or scripts of others");
}

fn assert_everything_is_drawn(run: &CheckRun, facts: &Json) {
    for item in run.checks[0].gallery.iter().take(60) {
        let count = |objects: usize| (objects > 0).then_some(objects);
        let changed = item.after.as_ref().filter(|after| **after != item.before);
        let snapshots = std::iter::once(&item.before).chain(changed);
        let expected: Vec<usize> = snapshots.filter_map(|s| count(s.objects.len())).collect();
        let number = item.number.to_string();
        assert_eq!(facts["boxes"][&number], json!(expected), "input {number}");
    }
}

#[test]
fn on_a_desktop() {
    let run = fixtures::run();
    let found = examine(&run, 1280);
    assert_sound(&found);
    let facts = &found["facts"];
    assert_eq!(facts["width"], 1280);
    assert_everything_is_drawn(&run, facts);
    assert_eq!(facts["cards"], run.checks[0].gallery.len());
    assert_eq!(facts["title"], "bst_add · Pikse check");
    assert_eq!(facts["states"], json!([1, 1, 1]));
    // `size`, `right`, `left` and `key`; the argument is no part of the drawing.
    assert_eq!(facts["changed"], 4);
    let words = facts["words"].to_string();
    for expected in ["bst.size 6 → 7", "node0.right node2 → new1", "x 3 → 4", "node3 is freed"]
    {
        assert!(words.contains(expected), "{expected} is not in {words}");
    }
    assert_eq!(facts["marked"], json!(["    PIKSE_ASSERT(rep_ok(t));"]));
    let said = "Assertion `rep_ok(t)' failed. <b>&\\u{1b}[31m\\u{0}]]></script>";
    assert_eq!(facts["said"], said);
    // Without a clipboard the text is marked, which some browsers can copy.
    let replay = run.checks[0].failures[0].replay.as_deref();
    assert_eq!(facts["copied"][0], "Copied");
    assert_ne!(facts["copied"][1], "Copy");
    assert_eq!(facts["clipboard"].as_str(), replay);
    assert_eq!(facts["selected"].as_str(), replay);
    let sizes_and_files = run.checks[0].by_size.len() + run.checks[0].coverage.len();
    assert_eq!(facts["bars"], sizes_and_files);
}

#[test]
fn by_keyboard() {
    let found = examine(&fixtures::run(), 900);
    assert_sound(&found);
    let keys = &found["facts"]["keys"];
    assert_eq!(keys["pages"], json!([2, 3, 2, 1, 1]));
    assert_eq!((&keys["failed"], &keys["failedOnly"]), (&json!(2), &json!(true)));
    assert_eq!(keys["hash"], "#/check/bst_add/inputs?show=failed");
    assert_eq!((&keys["searching"], &keys["stillSearching"]), (&json!(true), &json!(true)));
    assert_eq!(keys["found"], 1);
    assert_eq!(keys["nextInput"], "#/check/bst_add/input/5");
    assert_eq!(keys["help"], true);
    assert_eq!(keys["up"], "#/check/bst_add/inputs");
    assert_eq!(keys["failure"], "failure-1");
    assert_ne!(keys["first"], keys["other"], "there is no second theme");
}

#[test]
fn on_a_phone() {
    let run = fixtures::run();
    let found = examine(&run, 360);
    assert_sound(&found);
    assert_eq!(found["facts"]["width"], 360);
    assert_everything_is_drawn(&run, &found["facts"]);
}

#[test]
fn with_ten_thousand_inputs() {
    let run = fixtures::large_run(10_000);
    let report = html::write(&run, &fixtures::source);
    assert!(report.len() < 4_000_000, "{} bytes", report.len());
    let found = examine(&run, 1280);
    assert_sound(&found);
    // Only what is looked at is drawn.
    assert_eq!(found["facts"]["mostCards"], 12);
    assert_eq!(found["facts"]["keys"]["failed"], 12);
}

#[test]
#[ignore = "a browser draws for long: part of `cargo xtask test --large`"]
fn with_graphs_without_any_order() {
    for seed in [1, 20_050_607] {
        let run = fixtures::random_run(seed, 50);
        let found = examine(&run, 1280);
        assert_sound(&found);
        let facts = &found["facts"];
        assert_eq!(facts["boxes"]["51"], json!([400]), "a long list is drawn in part");
        for item in &run.checks[0].gallery[..50] {
            let drawn = &facts["boxes"][item.number.to_string()];
            assert_eq!(
                drawn,
                &json!([item.before.objects.len()]),
                "seed {seed}, input {}",
                item.number
            );
        }
    }
}
