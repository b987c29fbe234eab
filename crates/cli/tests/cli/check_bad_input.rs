//! What can be wrong with a check: clear words, exit code 2, and what was found is on disk.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::common::{Ended, LIST, folder, run_in};

/// Checks with something wrong, each in a file.
const FILES: &[(&str, &str)] = &[
    ("list.h", LIST),
    ("list.c", "#include \"list.h\"\n"),
    (
        "small.c",
        "#include \"list.h\"\n#include <pikse.h>\n\
         PIKSE_CHECK(small, struct list *l) { PIKSE_ASSERT(l->size < 2); }\n\
         PIKSE_CHECK(large, struct list *l) { PIKSE_ASSERT(l->size > -1); }\n",
    ),
    (
        "never.c",
        "#include \"list.h\"\n#include <pikse.h>\n\
         PIKSE_CHECK(never, struct list *l) { PIKSE_ASSERT(l->size < 2); }\n\
         PIKSE_PRE(never, const struct list *l) { return rep_ok(l) && l->size > 2; }\n\
         PIKSE_BOUNDS(never, \"size=2\")\n",
    ),
    ("empty.c", "int x;\n"),
    ("wrong.c", "#include <pikse.h>\nPIKSE_CHECK(wrong, int x) { PIKSE_ASSERT(x < ); }\n"),
];

/// The command ends with code 2 and one diagnostic that has these words.
#[track_caller]
fn refused(ended: &Ended, words: &[&str]) {
    assert_eq!((ended.code, &*ended.stdout), (2, ""), "{ended:?}");
    assert!(ended.stderr.starts_with("error: "), "{ended:?}");
    assert_eq!(ended.stderr.matches("error: ").count(), 1, "{ended:?}");
    for word in words {
        assert!(ended.stderr.contains(word), "`{word}` is not in {ended:?}");
    }
}

#[test]
fn names_and_bounds_that_are_wrong() {
    let folder = folder(FILES);
    let add = "list.c --call add --size 1";
    for (arguments, words) in [
        ("list.c --size 1", &["`list.c` has no checks", "PIKSE_CHECK", "--call"][..]),
        ("empty.c --size 1", &["`empty.c` has no checks"]),
        ("small.c", &["check `small`", "has no size", "--size", "PIKSE_BOUNDS"]),
        ("small.c --only smal --size 1", &["no check `smal`; the checks are: small, large"]),
        ("small.c --only small,none --size 1", &["no check `none`; the checks are: small, large"]),
        ("list.c --only add --size 1", &["no check `add`; the source has no checks"]),
        ("list.c --call ad --size 1", &["no function `ad`; there are add"]),
        ("list.c --call add", &["`add`", "has no size"]),
        (&format!("{add} --post repok"), &["no function `repok`; there are rep_ok"]),
        (&format!("{add} --pre nothing"), &["no function `nothing`"]),
        (&format!("{add} --same-as addd"), &["no function `addd`; there are add"]),
        (&format!("{add} --post push"), &["push", "must return a bool"]),
        (&format!("{add} --type lists"), &["no struct `lists`"]),
        (&format!("{add} --predicate repOk"), &["no predicate `repOk`", "rep_ok"]),
        (&format!("{add} --args y=1"), &["--args y=1", "no check has a parameter `y`", "l, x"]),
        (&format!("{add} --args x"), &["--args `x`", "`x=0..6`"]),
        (&format!("{add} --args x="), &["--args `x=`"]),
        (&format!("{add} --args x=q"), &["check `add`", "`x`", "`q`", "expected integers"]),
        (&format!("{add} --args x=1..q"), &["--args `x=1..q`"]),
        (&format!("{add} --args x=2..1"), &["check `add`", "2..1", "empty"]),
        (&format!("{add} --args x=0..99999999999"), &["check `add`", "99999999999"]),
        (&format!("{add} --args l=1"), &["check `add`", "is not a class or field with a bound"]),
        (&format!("{add} --range node.valu=1..2"), &["node.valu", "node.value"]),
        (
            &format!("{add} --objects nodes=1"),
            &["`nodes` is not a class or field with a bound", "node"],
        ),
        ("missing.c --size 1", &["`missing.c` cannot be read"]),
        (". --size 1", &["is a folder"]),
    ] {
        refused(&run_in(folder.path(), &format!("check {arguments}")), words);
    }
    // A compiler has errors of its own to show.
    let ended = run_in(folder.path(), "check wrong.c --size 1");
    assert_eq!((ended.code, &*ended.stdout), (2, ""), "{ended:?}");
    for words in ["error: `wrong.c` does not compile", "wrong.c:2:"] {
        assert!(ended.stderr.contains(words), "{ended:?}");
    }
}

#[test]
fn arguments_that_make_no_sense() {
    let folder = folder(FILES);
    for (arguments, words) in [
        ("small.c --size -1", &["-1"][..]),
        ("small.c --size 1 --jobs 0", &["--jobs"]),
        ("small.c --size 1 --leaks maybe", &["maybe", "auto"]),
        ("small.c --size 1 --mutants few", &["few"]),
        ("small.c --size 1 --json --quiet", &["--json", "--quiet"]),
        ("small.c --size 1 --gallery 5", &["--report"]),
        ("list.c --size 1 --post rep_ok", &["--call"]),
        ("list.c --size 1 --call add --only add", &["--only", "--call"]),
        ("list.c --size 1 --package .", &["--package"]),
        ("list.c --size 1 --call add --stop-after soon", &["soon", "`30s`"]),
    ] {
        let ended = run_in(folder.path(), &format!("check {arguments}"));
        assert_eq!((ended.code, &*ended.stdout), (2, ""), "{arguments}: {ended:?}");
        for word in words {
            assert!(ended.stderr.contains(word), "{arguments}: `{word}` is not in {ended:?}");
        }
    }
    let nothing = crate::common::folder(&[]);
    for arguments in ["check", "check --size 3"] {
        let words = ["nothing to check", "name a file", "--package", "pikse.toml"];
        refused(&run_in(nothing.path(), arguments), &words);
    }
}

#[test]
fn bounds_beside_a_check_that_are_no_bounds() {
    for (bounds, words) in [
        ("size=two", &["size=two", "`size=5 x=0..6"][..]),
        ("size=2 x=0..q", &["`x=0..q`"]),
        ("size=2 y=1", &["y"]),
        ("size=2 x", &["`x`"]),
        ("size=2 ranges:node.value=1..2", &["ranges:node.value=1..2"]),
        ("size=2 range:node.valu=1..2", &["node.valu", "node.value"]),
        ("size=2 x=3..1", &["3..1", "empty"]),
    ] {
        let text = format!(
            "#include \"list.h\"\n#include <pikse.h>\n\
             PIKSE_CHECK(bad, struct list *l, int x) {{ PIKSE_ASSERT(l->size < 2 + x); }}\n\
             PIKSE_BOUNDS(bad, \"{bounds}\")\n"
        );
        let folder = folder(&[("list.h", LIST), ("bad.c", &text)]);
        let ended = run_in(folder.path(), "check bad.c");
        refused(&ended, &[&["check `bad`"], words].concat());
    }
}

#[test]
fn a_property_that_never_runs() {
    let folder = folder(FILES);
    let ended = run_in(folder.path(), "check never.c --junit junit.xml --report r.html");
    assert_eq!((ended.code, &*ended.stderr), (3, ""), "{ended:?}");
    for words in ["INCOMPLETE never", "never ran", "pre-condition", "--size", "--args"] {
        assert!(ended.stdout.contains(words), "{words}: {ended:?}");
    }
    let junit = fs::read_to_string(folder.path().join("junit.xml")).expect("it is there");
    assert!(junit.contains("never ran") && junit.contains("<error"), "{junit}");
    assert!(folder.path().join("r.html").is_file());
    let json = run_in(folder.path(), "check never.c --json");
    assert_eq!(json.code, 3, "{json:?}");
    let result = json.whole_json();
    assert_eq!(result["passed"], false, "{result}");
    assert_eq!(result["checks"][0]["incomplete"]["reasons"][0]["kind"], "nothing-ran", "{result}");
    // A larger size has inputs.
    assert_eq!(run_in(folder.path(), "check never.c --size 3").code, 1);
    // A failure weighs more than a check without inputs.
    fs::write(
        folder.path().join("both.c"),
        "#include \"never.c\"\nPIKSE_CHECK(fails, struct list *l) { PIKSE_ASSERT(!l); }\n",
    )
    .expect("it can be written");
    let both = run_in(folder.path(), "check both.c --size 1");
    assert_eq!(both.code, 1, "{both:?}");
    assert!(both.stdout.contains("2 checks, 1 failed, 1 incomplete"), "{both:?}");
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it is there");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("it is there").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// What cannot be written is known before anything runs: the source is not even compiled.
#[test]
fn files_that_cannot_be_written() {
    let folder = folder(FILES);
    let locked = folder.path().join("locked");
    fs::create_dir(&locked).expect("it can be made");
    let before = names(folder.path());
    for option in ["--report", "--junit", "--sarif", "--coverage"] {
        for (path, words) in [("no/such.out", "No such file"), ("locked", "directory")] {
            let ended = run_in(folder.path(), &format!("check wrong.c --size 1 {option} {path}"));
            refused(&ended, &[&format!("cannot write `{path}`"), words]);
        }
    }
    for out in ["list.c", "list.h/deep", "/dev/null/out"] {
        let ended = run_in(folder.path(), &format!("check wrong.c --size 1 --out {out}"));
        refused(&ended, &[&format!("cannot write `{out}`")]);
    }
    let mut after = names(folder.path());
    after.retain(|name| name != "pikse-out");
    assert_eq!(after, before, "nothing is half-written");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).expect("it can be set");
    // Root may write anywhere.
    if fs::write(locked.join("probe"), "").is_err() {
        let ended = run_in(folder.path(), "check small.c --size 1 --out locked/out");
        refused(&ended, &["cannot write `locked/out`", "denied"]);
    }
    // A disk that is full is known when it is: the result is told all the same.
    let full = run_in(folder.path(), "check small.c --size 2 --junit /dev/full");
    assert_eq!(full.code, 2, "{full:?}");
    assert!(full.stderr.contains("cannot write `/dev/full`: No space left"), "{full:?}");
    assert!(full.stdout.contains("FAIL small"), "{full:?}");
    assert!(folder.path().join("pikse-out/small-1.json").is_file());
}

/// A check that interrupts the command that runs it, once, as Ctrl-C does.
fn interrupting(fails: &str) -> String {
    format!(
        "#include <pikse.h>\n#include <signal.h>\n#include <unistd.h>\n\
         PIKSE_CHECK(first, int x) {{ PIKSE_ASSERT({fails}); }}\n\
         PIKSE_CHECK(long_one, int x, int y)\n{{\n    PIKSE_ASSERT({fails});\n    \
         if (x == 3 && y == 0)\n        kill(getppid(), SIGINT);\n}}\n\
         PIKSE_CHECK(last, int x) {{ PIKSE_ASSERT(x >= 0); }}\n\
         PIKSE_BOUNDS(first, \"size=1 x=0..3\")\n\
         PIKSE_BOUNDS(long_one, \"size=1 x=0..50000 y=0..50000\")\n\
         PIKSE_BOUNDS(last, \"size=1 x=0..3\")\n"
    )
}

#[test]
fn an_interrupt_in_the_middle() {
    let reports = ["junit.xml", "out.sarif", "out.html"];
    let arguments = "check long.c --junit junit.xml --sarif out.sarif --report out.html";
    let folder = folder(&[("long.c", &interrupting("x != 2"))]);
    let ended = run_in(folder.path(), arguments);
    assert_eq!((ended.code, &*ended.stderr), (1, ""), "{ended:?}");
    for words in ["FAIL first", "FAIL long_one", "incomplete: interrupted"] {
        assert!(ended.stdout.contains(words), "{words}: {ended:?}");
    }
    // What had not begun does not begin, and that is said.
    assert!(!ended.stdout.contains("ok   last"), "{ended:?}");
    assert!(ended.stdout.contains("INCOMPLETE last did not run: the run was"), "{ended:?}");
    for name in ["first-1.json", "first-1.c", "long_one-1.json", "long_one-1.c"] {
        assert!(folder.path().join("pikse-out").join(name).is_file(), "{name}");
    }
    for name in reports {
        let text = fs::read_to_string(folder.path().join(name)).expect("it is there");
        assert!(text.contains("long_one"), "{name}: {text}");
        assert!(text.contains("last did not run"), "{name}: {text}");
    }
    // Nothing failed, but not everything was looked at.
    let folder = crate::common::folder(&[("long.c", &interrupting("x != -1"))]);
    let ended = run_in(folder.path(), arguments);
    assert_eq!((ended.code, &*ended.stderr), (3, ""), "{ended:?}");
    assert!(ended.stdout.contains("incomplete: interrupted"), "{ended:?}");
    for name in reports {
        assert!(folder.path().join(name).is_file(), "{name}");
    }
}
