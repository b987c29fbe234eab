//! A run that did not try everything is never green: exit code 3, in every format and for every
//! command, unless `--allow-incomplete` says otherwise.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::common::{Ended, LIST, TREES, check, checks, command, folder, run, run_in};
use serde_json::{Value as Json, json};

/// Lists that no run of some milliseconds goes through, and small ones.
const CHECKS: &str = r#"#include "list.h"
#include <pikse.h>
PIKSE_CHECK(adds, struct list *l, int x) { add(l, x); PIKSE_ASSERT(rep_ok(l)); }
PIKSE_CHECK(small, struct list *l) { PIKSE_ASSERT(l->size < 3); }
PIKSE_BOUNDS(small, "size=2")
"#;
const LONG: &str = "checks.c --size 24 --args x=0..n --only adds --stop-after 300ms";

/// Kinds of reasons.
fn kinds(incomplete: &Json) -> Vec<&str> {
    let reasons = incomplete["reasons"].as_array().expect("there are reasons");
    reasons.iter().filter_map(|reason| reason["kind"].as_str()).collect()
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("it is there")
}

#[test]
fn a_count_that_was_stopped() {
    let long = format!("count {TREES} --size 14 --stop-after 300ms");
    let ended = run(&format!("{long} --json"));
    let told = ended.json();
    assert_eq!((ended.code, &told["result"]), (3, &json!("incomplete")), "{ended:?}");
    assert_eq!(kinds(&told["incomplete"]), ["time"], "{told}");
    let tried = &told["incomplete"]["tried"];
    assert_eq!((&tried["count"], &tried["what"]), (&told["explored"], &json!("candidates")));
    let shown = run(&long);
    assert_eq!(shown.code, 3, "{shown:?}");
    assert!(shown.stdout.contains("\nINCOMPLETE: time limit reached (--stop-after); after "));
    // A number alone would look like the answer.
    let quiet = run(&format!("{long} -q"));
    assert_eq!((quiet.code, quiet.stdout.lines().count()), (3, 1), "{quiet:?}");
    assert!(quiet.stderr.starts_with("incomplete: time limit reached"), "{quiet:?}");
    let allowed = run(&format!("{long} --allow-incomplete --json"));
    assert_eq!((allowed.code, &allowed.json()["result"]), (0, &json!("incomplete")));
}

/// The first structures are all that is asked for, and that there may be more is said.
#[test]
fn the_first_structures_are_what_was_asked_for() {
    let ended = run(&format!("generate {TREES} --size 4 --first 3"));
    assert_eq!((ended.code, ended.stdout.lines().count()), (0, 3), "{ended:?}");
    assert!(ended.stderr.contains("stopped after 3 structures (--first); there may be more"));
    // But not if the time was over before they were there.
    let ended =
        run(&format!("count {TREES} --size 14 --first 100000000 --stop-after 300ms --json"));
    assert_eq!((ended.code, &ended.json()["result"]), (3, &json!("incomplete")), "{ended:?}");
}

#[test]
fn a_check_that_was_stopped() {
    let folder = folder(&[("list.h", LIST), ("checks.c", CHECKS)]);
    let files = "--junit out.xml --sarif out.sarif --report out.html --coverage out.info";
    let (ended, result) = check(folder.path(), &format!("{LONG} {files}"));
    assert_eq!((ended.code, &*ended.stderr), (3, ""), "{ended:?}");
    let [adds] = checks(&result) else { panic!("{result}") };
    for of in [&result, adds] {
        assert_eq!((&of["result"], &of["passed"]), (&json!("incomplete"), &json!(false)));
        assert_eq!(kinds(&of["incomplete"]), ["time"], "{of}");
        assert_eq!(of["incomplete"]["tried"]["count"], adds["inputs"], "{of}");
    }
    let junit = read(folder.path(), "out.xml");
    assert!(junit.contains("failures=\"0\" errors=\"1\""), "{junit}");
    assert!(junit.contains("<error message=\"incomplete: time limit reached"), "{junit}");
    let sarif: Json = serde_json::from_str(&read(folder.path(), "out.sarif")).expect("it is JSON");
    let log = &sarif["runs"][0];
    assert_eq!(log["invocations"][0]["executionSuccessful"], false, "{log}");
    assert_eq!(log["invocations"][0]["toolExecutionNotifications"][0]["level"], "warning");
    let found = &log["results"][0];
    assert_eq!((&found["ruleId"], &found["level"]), (&json!("incomplete"), &json!("warning")));
    assert!(read(folder.path(), "out.html").contains("\"incomplete\":\"time limit reached"));
    assert!(read(folder.path(), "out.info").starts_with("TN:incomplete\n"));
    for option in ["--allow-incomplete", "--allow-incomplete -q"] {
        let allowed = run_in(folder.path(), &format!("check {LONG} {option}"));
        assert_eq!(allowed.code, 0, "{allowed:?}");
        assert!((allowed.stdout + &allowed.stderr).contains("time limit reached"));
    }
    // A failure weighs more, allowed or not.
    let failing = "checks.c --size 24 --args x=0..n --stop-after 300ms --allow-incomplete";
    let (ended, result) = check(folder.path(), failing);
    assert_eq!((ended.code, &result["result"]), (1, &json!("failed")), "{ended:?}");
    // What is complete is green as before.
    let whole = "checks.c --only small --junit out.xml --coverage out.info --size 2";
    let (ended, result) = check(folder.path(), whole);
    assert_eq!((ended.code, &result["result"]), (0, &json!("passed")), "{ended:?}");
    assert_eq!((&result["incomplete"], &result["passed"]), (&Json::Null, &json!(true)));
    assert!(read(folder.path(), "out.xml").contains("failures=\"0\" errors=\"0\""));
    assert!(read(folder.path(), "out.info").starts_with("TN:\n"));
}

#[test]
fn a_plan_that_allows_it() {
    let plan = "allow-incomplete = true\n[[check]]\nfile = \"checks.c\"\nonly = \"adds\"\n\
                size = 24\nargs = \"x=0..n\"\nstop-after = \"300ms\"\n";
    let files = [("list.h", LIST), ("checks.c", CHECKS), ("pikse.toml", plan)];
    let folder = folder(&files);
    let (ended, result) = check(folder.path(), "");
    assert_eq!((ended.code, &result["result"]), (0, &json!("incomplete")), "{ended:?}");
    let plan = plan.replace("allow-incomplete = true\n", "");
    fs::write(folder.path().join("pikse.toml"), plan).expect("it can be written");
    assert_eq!(run_in(folder.path(), "check").code, 3);
}

/// A file that does not compile between two that do: its own checks did not run, the others did, and
/// the run is not green.
#[test]
fn a_plan_with_something_wrong_in_it() {
    let plan = "junit = \"out.xml\"\nsarif = \"out.sarif\"\n\
                [[check]]\nfile = \"checks.c\"\nonly = \"small\"\n\
                [[check]]\nfile = \"wrong.c\"\n\
                [[check]]\nfile = \"checks.c\"\nonly = \"small\"\n";
    let files =
        [("list.h", LIST), ("checks.c", CHECKS), ("wrong.c", "int x"), ("pikse.toml", plan)];
    let folder = folder(&files);
    let ended = run_in(folder.path(), "check");
    assert_eq!(ended.code, 2, "{ended:?}");
    for words in
        ["ok   small", "INCOMPLETE wrong.c did not run: ", "2 checks, none failed, 1 incomplete"]
    {
        assert!(ended.stdout.contains(words), "`{words}` is not in {ended:?}");
    }
    assert!(read(folder.path(), "out.xml").contains("tests=\"3\" failures=\"0\" errors=\"1\""));
    assert!(read(folder.path(), "out.sarif").contains("\"executionSuccessful\": false"));
}

/// The loop of the mutant is slow: its run is stopped, so that nothing is known of it.
const SLOW: &str = r#"
int same(int x)
{
    for (volatile int i = 0; i > 2000000; i++) {}
    return x;
}
int is_same(int x, int result) { return x == result; }
int is_other(int x, int result) { return x != result; }
"#;

#[test]
fn mutants_that_were_stopped_have_not_survived() {
    let folder = folder(&[("slow.c", SLOW)]);
    let slow = "slow.c --call same --post is_same --args x=0..5000 --mutants 9";
    let (ended, result) = check(folder.path(), &format!("{slow} --stop-after 1s"));
    assert_eq!((ended.code, &result["result"]), (3, &json!("incomplete")), "{ended:?}");
    let [same] = checks(&result) else { panic!("{result}") };
    assert_eq!(kinds(&same["incomplete"]), ["open-mutants", "time"], "{same}");
    assert_eq!(same["inputs"], 5001, "the check itself went through all: {same}");
    let mutants = same["mutants"].as_array().expect("it is a list");
    let of_the_loop = |mutant: &&Json| mutant["line"] == 4 && mutant["before"] == ">";
    let open = mutants.iter().find(of_the_loop).unwrap_or_else(|| panic!("{same}"));
    assert_eq!((&open["result"], &open["killed_by"]), (&json!("open"), &Json::Null), "{open}");
    // A check that does not pass says nothing of mutants, and that is said.
    let failing = "slow.c --call same --post is_other --args x=0..5 --mutants 9";
    let (ended, result) = check(folder.path(), failing);
    let [same] = checks(&result) else { panic!("{result}") };
    assert_eq!((ended.code, &same["mutants"]), (1, &json!([])), "{ended:?}");
    assert!(same["notes"].to_string().contains("no mutant ran"), "{same}");
}

const PROGRAM: &str = "#include <assert.h>\nint f(unsigned char x, int y)\n{\n    int n = 0;\n    \
                       while (x > 0 && y > n) { n++; x--; }\n    return n;\n}\n\
                       int g(int x) { assert(x != 7); return x > 3; }\n\
                       int k(int x) { while (x > 0) x--; return x; }\n\
                       int h(int x) { if (x > 3) return 1; return 0; }\n";

#[test]
fn an_exploration_with_a_limit() {
    let folder = folder(&[("program.c", PROGRAM)]);
    for (entry, limit) in [
        ("f", "--max-paths 5"),
        ("f", "--max-instructions 400"),
        ("f", "--path-instructions 60"),
        ("f", "--loop-limit 3"),
        ("f", "--max-states 1"),
        ("k", "--time 500ms"),
    ] {
        let arguments = format!("explore program.c --entry {entry} {limit}");
        let ended = run_in(folder.path(), &format!("{arguments} --json --tests none"));
        let told = ended.whole_json();
        assert_eq!((ended.code, &told["result"]), (3, &json!("incomplete")), "{limit}: {ended:?}");
        assert_eq!(told["complete"], false, "{limit}: {told}");
        assert_eq!(told["incomplete"]["tried"]["count"], told["paths"], "{limit}: {told}");
        assert!(!kinds(&told["incomplete"]).is_empty(), "{limit}: {told}");
        let allowed = run_in(folder.path(), &format!("{arguments} --allow-incomplete -q"));
        assert_eq!((allowed.code, &*allowed.stdout), (0, ""), "{limit}: {allowed:?}");
        assert!(allowed.stderr.starts_with("incomplete: "), "{limit}: {allowed:?}");
    }
    let files = "--junit out.xml --sarif out.sarif --coverage out.info --tests none -q";
    let ended =
        run_in(folder.path(), &format!("explore program.c --entry f --max-paths 5 {files}"));
    assert_eq!(ended.code, 3, "{ended:?}");
    assert!(read(folder.path(), "out.xml").contains("failures=\"0\" errors=\"1\""));
    let sarif = read(folder.path(), "out.sarif");
    assert!(sarif.contains("\"executionSuccessful\": false"), "{sarif}");
    assert!(sarif.contains("\"level\": \"warning\""), "{sarif}");
    assert!(read(folder.path(), "out.info").starts_with("TN:incomplete\n"));
    // An error weighs more.
    let ended = run_in(folder.path(), "explore program.c --entry g --fail-fast --json");
    assert_eq!((ended.code, &ended.whole_json()["result"]), (1, &json!("failed")), "{ended:?}");
    // Nothing is left out, and the limits are not reached.
    let ended = run_in(folder.path(), "explore program.c --entry h --max-paths 9 --json");
    assert_eq!((ended.code, &ended.whole_json()["result"]), (0, &json!("passed")), "{ended:?}");
}

/// A native run that calls what is not there can say nothing of a test.
#[test]
fn a_test_that_a_replay_cannot_judge() {
    let folder = folder(&[("program.c", PROGRAM)]);
    assert_eq!(run_in(folder.path(), "explore program.c --entry h -q").code, 0);
    let replay = "replay pikse-out/program-h";
    let ended = run_in(folder.path(), replay);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(ended.stdout.contains("2 tests: 2 confirmed, 0 refuted"), "{ended:?}");
    let other = "int absent(int);\nint h(int x) { if (absent(x) > 3) return 1; return 0; }\n";
    fs::write(folder.path().join("program.c"), other).expect("it can be written");
    let ended = run_in(folder.path(), replay);
    assert_eq!(ended.code, 3, "{ended:?}");
    let words = "INCOMPLETE: 2 tests neither confirmed nor refuted";
    assert!(ended.stdout.contains(words), "{ended:?}");
    let told = run_in(folder.path(), &format!("{replay} --json")).json();
    assert_eq!((&told["result"], &told["not_judged"]), (&json!("incomplete"), &json!(2)));
    assert_eq!(run_in(folder.path(), &format!("{replay} --allow-incomplete")).code, 0);
}

/// The pre-condition of `breaks` breaks off on a list of one; that of `small` changes.
const REPLAYED: &str = r#"#include "list.h"
#include <pikse.h>
PIKSE_CHECK(breaks, struct list *l) { PIKSE_ASSERT(l->size >= 0); }
PIKSE_PRE(breaks, const struct list *l) { if (l->size == 1) abort(); return rep_ok(l); }
PIKSE_BOUNDS(breaks, "size=2")
PIKSE_CHECK(small, struct list *l) { PIKSE_ASSERT(l->size < 1); }
PIKSE_PRE(small, const struct list *l) { return rep_ok(l) && l->size < 3; }
PIKSE_BOUNDS(small, "size=2")
"#;

/// A replay runs the pre-condition, too: that is what failed, or what rejects the input now.
#[test]
fn a_replay_that_does_not_get_to_the_property() {
    let folder = folder(&[("list.h", LIST), ("checks.c", REPLAYED)]);
    assert_eq!(run_in(folder.path(), "check checks.c -q").code, 1);
    let ended = run_in(folder.path(), "replay pikse-out/breaks-1.json");
    assert_eq!(ended.code, 1, "{ended:?}");
    assert!(ended.stdout.contains("the pre-condition has no result: it calls abort"));
    assert_eq!(run_in(folder.path(), "replay pikse-out/small-1.json").code, 1);
    let other = REPLAYED.replace("l->size < 3", "l->size != 1");
    fs::write(folder.path().join("checks.c"), other).expect("it can be written");
    let replay = "replay pikse-out/small-1.json";
    let ended = run_in(folder.path(), replay);
    assert_eq!((ended.code, &*ended.stderr), (3, ""), "{ended:?}");
    for words in ["INCOMPLETE small", "0 inputs", "does not try this input any more"] {
        assert!(ended.stdout.contains(words), "`{words}` is not in {ended:?}");
    }
    assert_eq!(run_in(folder.path(), &format!("{replay} --allow-incomplete")).code, 0);
}

/// Nobody reads the result, but the exit code still tells it.
#[test]
fn a_closed_pipe_does_not_hide_the_verdict() {
    let folder = folder(&[("list.h", LIST), ("checks.c", CHECKS)]);
    let ended = |arguments: &str| {
        let mut command = command(folder.path());
        command.args(arguments.split_whitespace());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        drop(child.stdout.take());
        Ended::from(child.wait_with_output().expect("it ends"))
    };
    for (arguments, code) in [
        ("check checks.c --only small", 0),
        ("check checks.c --only small --size 3", 1),
        (&format!("check {LONG}"), 3),
    ] {
        let ended = ended(arguments);
        assert_eq!((ended.code, &*ended.stderr), (code, ""), "{arguments}: {ended:?}");
    }
}
