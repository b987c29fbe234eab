//! pikse.toml: what a folder wants to be checked.

use std::fs;
use std::process::Command;

use crate::common::{Ended, LIST, check, checks, folder, run_in};
use serde_json::Value as Json;

const SMALL: &str = "#include \"list.h\"\n#include <pikse.h>\n\
    PIKSE_CHECK(small, struct list *l) { PIKSE_ASSERT(l->size < 3); }\n\
    PIKSE_CHECK(large, struct list *l) { PIKSE_ASSERT(l->size >= 0); }\n\
    PIKSE_BOUNDS(large, \"size=1\")\n";

const PLAN: &str = r#"# What is checked.
size = 2
junit = "junit.xml"

[[check]]
file = "list.c"
call = "add"
args = ["x=0..2"]
post = ["rep_ok"]

[[check]]
file = "small.c"

[[check]]
file = "list.c"
call = "push"
args = "x=0..1"
post = "rep_ok"
size = 1
fail-fast = false
"#;

const FILES: &[(&str, &str)] =
    &[("list.h", LIST), ("list.c", "#include \"list.h\"\n"), ("small.c", SMALL)];

/// The checks of a result: name, size, inputs, whether it passed.
fn told(result: &Json) -> Vec<(&str, u64, u64, bool)> {
    let number = |check: &Json, key: &str| check[key].as_u64().expect("it is a number");
    checks(result)
        .iter()
        .map(|check| {
            let name = check["name"].as_str().expect("it is a text");
            let passed = check["passed"].as_bool().expect("it is a bool");
            (name, number(check, "size"), number(check, "inputs"), passed)
        })
        .collect()
}

#[test]
fn all_checks_run_with_their_bounds() {
    let folder = folder(&[FILES, &[("pikse.toml", PLAN)]].concat());
    let (ended, result) = check(folder.path(), "");
    assert_eq!((ended.code, &*ended.stderr), (1, ""), "{ended:?}");
    // A size in the file counts more than one in the source, and one of the check more than
    // one for all. There are 3 lists of up to one node with the values 0 and 1.
    let expected =
        [("add", 2, 21, true), ("small", 2, 7, true), ("large", 2, 7, true), ("push", 1, 6, false)];
    assert_eq!(told(&result), expected, "{result}");
    let junit = fs::read_to_string(folder.path().join("junit.xml")).expect("it is there");
    assert!(junit.contains("push"), "{junit}");
    // What it found runs again.
    let again = run_in(folder.path(), "replay pikse-out/push-1.json");
    assert_eq!(again.code, 1, "{again:?}");
    // The command line counts more than all of it.
    let (ended, result) = check(folder.path(), "--size 3 --jobs 2 --junit other.xml");
    assert_eq!((ended.code, &result["jobs"]), (1, &2.into()), "{ended:?}");
    let expected = [
        ("add", 3, 45, true),
        ("small", 3, 15, false),
        ("large", 3, 15, true),
        ("push", 3, 30, false),
    ];
    assert_eq!(told(&result), expected, "{result}");
    assert!(folder.path().join("other.xml").is_file());
    // A file on the command line is all that is looked at.
    let (_, result) = check(folder.path(), "small.c --size 1");
    assert_eq!(told(&result), [("small", 1, 3, true), ("large", 1, 3, true)]);
}

#[test]
fn some_of_the_checks() {
    let folder = folder(&[FILES, &[("pikse.toml", PLAN)]].concat());
    let (ended, result) = check(folder.path(), "--only push");
    assert_eq!((ended.code, told(&result)), (1, vec![("push", 1, 6, false)]), "{ended:?}");
    let (ended, result) = check(folder.path(), "--only=large,add");
    let expected = vec![("add", 2, 21, true), ("large", 2, 7, true)];
    assert_eq!((ended.code, told(&result)), (0, expected), "{ended:?}");
    let again = run_in(folder.path(), "check --only add,tiny");
    assert_eq!(again.code, 2, "{again:?}");
    assert!(again.stdout.contains("ok   add"), "{again:?}");
    let words = "no check `tiny`; the checks are: add, push, small, large";
    assert!(again.stderr.contains(words), "{again:?}");
}

/// Checks of several files may have the same name: each keeps its failures.
#[test]
fn two_checks_with_one_name() {
    let plan = "size = 1\n[[check]]\nfile = \"one.c\"\n[[check]]\nfile = \"two.c\"\n";
    let source = |condition: &str| {
        format!(
            "#include \"list.h\"\n#include <pikse.h>\n\
             PIKSE_CHECK(same, struct list *l) {{ PIKSE_ASSERT({condition}); }}\n"
        )
    };
    let (one, two) = (source("l->size > 0"), source("l->size < 1"));
    let files = [("one.c", one.as_str()), ("two.c", &two), ("list.h", LIST), ("pikse.toml", plan)];
    let folder = folder(&files);
    let (_, result) = check(folder.path(), "");
    let saved: Vec<&Json> = checks(&result).iter().map(|c| &c["failures"][0]["saved"]).collect();
    assert_eq!(saved, ["pikse-out/same-1.json", "pikse-out/same-2.json"]);
    for (number, words) in [(1, "l->size > 0"), (2, "l->size < 1")] {
        let ended = run_in(folder.path(), &format!("replay pikse-out/same-{number}.json"));
        assert_eq!(ended.code, 1, "{ended:?}");
        assert!(ended.stdout.contains(words), "{ended:?}");
    }
    // The next run begins anew.
    fs::write(folder.path().join("one.c"), source("l->size >= 0")).expect("it can be written");
    check(folder.path(), "");
    assert!(folder.path().join("pikse-out/same-1.json").is_file());
    assert!(!folder.path().join("pikse-out/same-2.json").exists());
}

/// The command ends with code 2 and one diagnostic that has these words.
#[track_caller]
fn refused(plan: &str, ended: &Ended, words: &[&str]) {
    assert_eq!((ended.code, &*ended.stdout), (2, ""), "{plan}: {ended:?}");
    assert!(ended.stderr.starts_with("error: "), "{plan}: {ended:?}");
    assert_eq!(ended.stderr.matches("error: ").count(), 1, "{plan}: {ended:?}");
    assert_eq!(ended.stderr.lines().count(), 1, "{plan}: {ended:?}");
    for word in words {
        assert!(ended.stderr.contains(word), "{plan}: `{word}` is not in {ended:?}");
    }
}

#[test]
fn files_that_are_wrong() {
    let check = "[[check]]\nfile = \"small.c\"\n";
    let folder = folder(FILES);
    for (plan, words) in [
        ("size = \n".to_owned(), &["`pikse.toml`", "line 1"][..]),
        (format!("{check}size = [1\n"), &["`pikse.toml`", "line 3"]),
        ("\n\nsize == 2\n".to_owned(), &["line 3"]),
        (format!("{check}{check}file = \"list.c\"\n"), &["line 5", "duplicate key"]),
        (String::new(), &["`pikse.toml`", "no [[check]]"]),
        ("size = 2\n".to_owned(), &["no [[check]]"]),
        ("check = []\n".to_owned(), &["no [[check]]"]),
        ("check = 1\n".to_owned(), &["no [[check]]"]),
        ("[check]\nfile = \"small.c\"\n".to_owned(), &["[[check]]"]),
        ("check = [1]\n".to_owned(), &["check 1", "[[check]]"]),
        (format!("{check}sise = 2\n"), &["check 1", "--sise", "--size"]),
        (format!("sise = 2\n{check}"), &["--sise"]),
        (format!("{check}size = \"two\"\n"), &["check 1", "two", "--size"]),
        (format!("{check}size = 1.5\n"), &["check 1", "`size`", "a string, an integer or a bool"]),
        (format!("{check}[[check]]\nsize = 1\n"), &["check 2", "no file and no package"]),
        (format!("{check}report = \"r.html\"\n"), &["check 1", "`report`", "above the first"]),
        (format!("{check}post = \"rep_ok\"\n"), &["check 1", "--call"]),
        (format!("{check}size = 1\nonly = \"tiny\"\n"), &["`tiny`", "small, large"]),
        ("[[check]]\nfile = \"none.c\"\nsize = 1\n".to_owned(), &["`none.c` cannot be read"]),
        ("junit = \"no/such.xml\"\n[[check]]\nfile = \"none.c\"\n".to_owned(), &["no/such.xml"]),
    ] {
        fs::write(folder.path().join("pikse.toml"), &plan).expect("it can be written");
        refused(&plan, &run_in(folder.path(), "check"), words);
    }
    fs::write(folder.path().join("pikse.toml"), b"size = \"\xff\"").expect("it can be written");
    refused("no text", &run_in(folder.path(), "check"), &["`pikse.toml`", "UTF-8"]);
}

/// A later check that cannot be run does not take away what was found before.
#[test]
fn what_was_found_before_is_told() {
    let plan = "size = 3\njunit = \"junit.xml\"\n[[check]]\nfile = \"small.c\"\n\
                [[check]]\nfile = \"none.c\"\n";
    let folder = folder(&[FILES, &[("pikse.toml", plan)]].concat());
    let ended = run_in(folder.path(), "check");
    assert_eq!(ended.code, 2, "{ended:?}");
    assert!(ended.stderr.contains("`none.c` cannot be read"), "{ended:?}");
    assert!(ended.stdout.contains("FAIL small"), "{ended:?}");
    assert!(folder.path().join("pikse-out/small-1.json").is_file());
    let junit = fs::read_to_string(folder.path().join("junit.xml")).expect("it is there");
    assert!(junit.contains("small"), "{junit}");
    // Whoever reads only the report sees that something is missing.
    assert!(junit.contains("errors=\"1\"") && junit.contains("none.c did not run"), "{junit}");
}

const PACKAGE: &str = r#"//! A package whose check fails.
pub struct Pair { pub x: i32, pub y: i32 }
impl Pair {
    pub fn rep_ok(&self) -> bool { self.x <= self.y }
    pub fn swap(&mut self) { (self.x, self.y) = (self.y, self.x); }
}
#[cfg(test)]
mod tests {
    use super::*;
    #[pikse::check(size = 2)]
    fn swap_keeps_order(p: &mut Pair) { p.swap(); assert!(p.rep_ok()); }
}
"#;

/// A folder with the package.
fn package() -> tempfile::TempDir {
    let library = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../pikse");
    let library = library.canonicalize().expect("it is there");
    let manifest = format!(
        "[package]\nname = \"pairs\"\nedition = \"2024\"\n[workspace]\n\
         [dev-dependencies]\npikse = {{ path = \"{}\" }}\n",
        library.display()
    );
    let folder = folder(&[("Cargo.toml", &manifest)]);
    fs::create_dir_all(folder.path().join("src/deep")).expect("it can be made");
    fs::write(folder.path().join("src/lib.rs"), PACKAGE).expect("it can be written");
    folder
}

/// A Cargo package is taken by itself, by `pikse check` and by `cargo pikse check`.
#[test]
#[ignore = "it builds a package with the library, which takes a minute"]
fn a_package_without_a_file() {
    let folder = package();
    let (ended, result) = check(folder.path(), "");
    assert_eq!(ended.code, 1, "{ended:?}");
    // Pairs of 0, 1 and 2: 6 in order, of which 3 are equal.
    let [pair] = checks(&result) else { panic!("{result}") };
    assert_eq!((&pair["inputs"], &pair["failed"]), (&6.into(), &3.into()), "{pair}");
    assert_eq!(pair["failures"][0]["place"]["file"], "src/lib.rs", "{pair}");
    let again = run_in(folder.path(), "replay pikse-out/swap_keeps_order-1.json");
    assert_eq!(again.code, 1, "{again:?}");
    // From a folder inside.
    let mut cargo = Command::new(env!("CARGO_BIN_EXE_cargo-pikse"));
    cargo.current_dir(folder.path().join("src/deep")).args(["pikse", "check", "--json"]);
    let ended: Ended = cargo.output().expect("it starts").into();
    assert_eq!(ended.code, 1, "{ended:?}");
    let (inside, outside) = (ended.whole_json(), result);
    assert_eq!(told(&inside), told(&outside));
}

/// A plain `cargo test` runs checks, too: it runs this command.
#[test]
#[ignore = "it builds a package with the library, which takes a minute"]
fn a_plain_cargo_test() {
    let folder = package();
    let test = || -> Ended {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo.current_dir(folder.path()).args(["test", "--lib", "--color=never"]);
        cargo.env("PIKSE", env!("CARGO_BIN_EXE_pikse"));
        cargo.output().expect("it starts").into()
    };
    let ended = test();
    assert_eq!(ended.code, 101, "{ended:?}");
    for words in [
        "test tests::pikse_check_swap_keeps_order ... FAILED",
        "the check `swap_keeps_order` of pairs::tests (src/lib.rs): it fails; see the output",
        "FAIL swap_keeps_order (src/lib.rs:10): 3 of 6 inputs failed",
        "the smallest input",
    ] {
        assert!(ended.stdout.contains(words), "`{words}` is not in {ended:?}");
    }
    assert!(folder.path().join("pikse-out/swap_keeps_order-1.json").is_file());
    let right = PACKAGE.replace("p.rep_ok()", "p.y <= p.x").replace("pub fn rep_ok", "fn rep_ok");
    let right =
        format!("#![deny(warnings)]\n{right}").replace("    fn rep_ok", "#[cfg(test)] fn rep_ok");
    fs::write(folder.path().join("src/lib.rs"), right).expect("it can be written");
    let ended = test();
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(ended.stdout.contains("test result: ok. 1 passed"), "{ended:?}");
}
