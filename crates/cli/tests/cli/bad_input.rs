//! Whatever is wrong: exit code 2, one diagnostic, and nothing half-written.

use std::fs;
use std::path::Path;

use crate::common::{BROKEN, Ended, command, folder, run, run_in, subjects};

/// The command ends with code 2 and one diagnostic that has these words.
#[track_caller]
fn refused(ended: &Ended, words: &[&str]) {
    assert_eq!(ended.code, 2, "{ended:?}");
    assert_eq!(ended.stdout, "", "{ended:?}");
    assert!(ended.stderr.starts_with("error: "), "{ended:?}");
    assert_eq!(ended.stderr.matches("error: ").count(), 1, "{ended:?}");
    for word in words {
        assert!(ended.stderr.contains(word), "`{word}` is not in {ended:?}");
    }
}

#[test]
fn arguments_that_make_no_sense() {
    for (arguments, words) in [
        ("", &["Usage: pikse"][..]),
        ("cuont c/search_tree.c", &["unrecognized subcommand", "count"]),
        ("count c/search_tree.c", &["--size <N>"]),
        ("count --size 3", &["<FILE>"]),
        ("count c/search_tree.c --size -1", &["-1"]),
        ("count c/search_tree.c --size three", &["--size", "three"]),
        ("count c/search_tree.c --size 3 --first 0", &["--first", "0"]),
        ("count c/search_tree.c --size 3 --jobs 0", &["--jobs", "0"]),
        ("count c/search_tree.c --size 3 --stop-after soon", &["soon", "`30s`"]),
        ("count c/search_tree.c --size 3 --memory-limit 1", &["`64M`"]),
        ("count c/search_tree.c --size 3 --objects node", &["`node=4`"]),
        ("count c/search_tree.c --size 3 --range node.data=x", &["`node.data=1..n`"]),
        ("count c/search_tree.c --size 3 --non-null next", &["`node.next`"]),
        ("count c/search_tree.c --size 3 --fix size", &["`size=2`"]),
        ("count c/search_tree.c --size 3 --strategy best", &["best", "checkpoint"]),
        ("count c/search_tree.c --size 3 --sise 3", &["--sise", "--size"]),
        ("count c/search_tree.c --size 3 --format json", &["--format"]),
        ("count --package . --size 3", &["--type"]),
        ("count c/search_tree.c --features a --size 3", &["--package"]),
        ("generate c/search_tree.c --size 3 --json --quiet", &["--json", "--quiet"]),
    ] {
        let ended = run(arguments);
        assert_eq!(ended.code, 2, "{arguments}: {ended:?}");
        assert_eq!(ended.stdout, "", "{arguments}");
        for word in words {
            assert!(ended.stderr.contains(word), "{arguments}: `{word}` is not in {ended:?}");
        }
    }
}

#[test]
fn names_that_name_nothing() {
    for (arguments, words) in [
        ("--type bts", &["no struct `bts`; it has bst"][..]),
        ("--predicate rep_okay", &["no predicate `rep_okay`", "rep_ok"]),
        ("--type node", &["over `bst`, not over `node`"]),
        ("--finitize bounds", &["no finitization function `bounds`"]),
        ("--objects nodes=3", &["`nodes` is not a class or field with a bound", "bst, node"]),
        (
            "--range node.dat=1..n",
            &["`node.dat` is not a class or field with a bound", "node.data"],
        ),
        ("--range node.left=1..n", &["node.left", "not an integer"]),
        ("--range node.data=4..1", &["node.data", "empty"]),
        ("--non-null node.nxt", &["`node.nxt` is not a class or field with a bound"]),
        ("--focus node.dat", &["--focus node.dat", "node.data"]),
        ("--unfocus dat", &["--unfocus dat", "node.data"]),
        ("--fix root.lft=null", &["--fix root.lft=null", "no field `lft`"]),
        ("--exclude-null size", &["--exclude-null size", "never null"]),
        ("--where root.key==1", &["--where 'root.key==1'", "no field `key`"]),
        ("--where size=1", &["--where", "expected a comparison"]),
        ("--resume nothing.save", &["cannot resume `nothing.save`"]),
    ] {
        refused(&run(&format!("count c/search_tree.c --size 3 {arguments}")), words);
    }
}

#[test]
fn options_that_contradict_each_other() {
    for (arguments, words) in [
        (
            "--focus node.data --unfocus node.data",
            &["`node.data`", "in focus and out of focus"][..],
        ),
        ("--fix size=4", &["`size` can never be 4", "0..=3"]),
        ("--fix size=null", &["`size` can never be null"]),
        ("--fix size=1 --fix size=2", &["no value for `bst.size`"]),
        ("--fix root=null --exclude-null root", &["no value for `bst.root`"]),
    ] {
        refused(&run(&format!("count c/search_tree.c --size 3 {arguments}")), words);
    }
    let wrong = "generate c/search_tree.c --size 3 --format rust";
    refused(&run(wrong), &["--format rust", "the file is C"]);
}

#[test]
fn sources_that_are_no_predicates() {
    let files = [
        ("broken.c", BROKEN),
        ("wrong.c", "struct list { int size; } int rep_ok(struct list *l);"),
        ("wrong.rs", "fn rep_ok( {"),
        ("wrong.ll", "nonsense"),
        ("wide.c", "struct p { char x[9999]; }; int rep_ok(struct p *p) { return p->x[0] > 0; }"),
        ("none.c", "int x;"),
        ("void.c", "int rep_ok(void *p) { return p != 0; }"),
        ("file.java", ""),
    ];
    let folder = folder(&files);
    for (arguments, words) in [
        ("broken.c --predicate not_really", &["`int not_really(list *, int)`"][..]),
        ("broken.c", &["no predicate `rep_ok` or `repOk`", "aborts", "loops"]),
        ("wrong.c", &["`wrong.c` does not compile", "wrong.c:1:"]),
        ("wrong.rs", &["`wrong.rs` does not compile", "wrong.rs:1:"]),
        ("wrong.ll", &["`wrong.ll` is not a valid LLVM module"]),
        ("wide.c", &["`p.x` cannot be bounded", "9999 elements", "--ignore p.x", "a plan"]),
        ("none.c", &["no predicate `rep_ok` or `repOk`", "no other function"]),
        ("void.c", &["takes a `void *`", "--type"]),
        ("file.java", &["unknown extension", ".rs"]),
        ("missing.c", &["`missing.c` cannot be read"]),
        (".", &["is a folder"]),
    ] {
        let ended = run_in(folder.path(), &format!("count {arguments} --size 2"));
        // A compiler may have errors of its own to show.
        assert_eq!((ended.code, &*ended.stdout), (2, ""), "{ended:?}");
        assert!(ended.stderr.starts_with("error: "), "{ended:?}");
        for word in words {
            assert!(ended.stderr.contains(word), "{arguments}: `{word}` is not in {ended:?}");
        }
    }
    let explained = run_in(folder.path(), "explain missing.c");
    refused(&explained, &["`missing.c` cannot be read"]);
}

#[test]
fn no_compiler() {
    let tree = "count c/search_tree.c --size 2";
    let with = |name: &str, value: &str| -> Ended {
        let mut command = command(&subjects());
        command.env(name, value).args(tree.split(' '));
        command.output().expect("it starts").into()
    };
    refused(&with("PIKSE_CLANG", "nonsense"), &["nonsense", "apt-get install clang"]);
    refused(&with("PATH", ""), &["no compiler for C", "apt-get install clang"]);
}

#[test]
fn a_full_disk() {
    let tree = "c/search_tree.c --size 3";
    let full = ["/dev/full", "No space left"];
    refused(&run(&format!("generate {tree} --output /dev/full")), &full);
    // What was found is still told.
    let saved = run(&format!("count {tree} --save /dev/full"));
    assert_eq!(saved.code, 2, "{saved:?}");
    assert!(saved.stdout.contains("37 valid") && saved.stderr.contains("No space"), "{saved:?}");
    for arguments in [format!("generate {tree}"), format!("count {tree} --json")] {
        let full = fs::File::options().write(true).open("/dev/full").expect("it is there");
        let mut command = command(&subjects());
        command.args(arguments.split(' ')).stdout(full);
        refused(&command.output().expect("it starts").into(), &["No space left"]);
    }
    assert!(Path::new("/dev/full").metadata().is_ok_and(|full| !full.is_file()));
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it is there");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("it is there").file_name();
    let mut names: Vec<String> =
        entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn nothing_is_half_written() {
    let folder = folder(&[("kept.json", "old")]);
    let at = |name: &str| folder.path().join(name).display().to_string();
    let tree = "generate c/search_tree.c --size 3";
    // A fault of the options comes before the file, and one of the search leaves the old.
    refused(&run(&format!("{tree} --fix size=9 --output {}", at("new.json"))), &["9"]);
    let other = format!("{tree} --resume {} --output {}", at("kept.json"), at("kept.json"));
    refused(&run(&other), &["kept.json", "not a saved search"]);
    refused(&run(&format!("{tree} --output {}", at("no/such.json"))), &["no/such.json"]);
    refused(&run(&format!("{tree} --save {}", at("."))), &["cannot write"]);
    assert_eq!(names(folder.path()), ["kept.json"]);
    assert_eq!(fs::read_to_string(at("kept.json")).expect("it is there"), "old");
}

#[test]
fn saved_files_of_other_problems_and_damaged_ones() {
    let folder = folder(&[("list.txt", "hello"), ("empty.save", ""), ("other.save", "{}")]);
    let at = |name: &str| folder.path().join(name).display().to_string();
    let tree = "count c/search_tree.c --size 4";
    let saved = run(&format!("{tree} --first 3 --save {} -q", at("a.save")));
    assert_eq!((saved.code, &*saved.stdout), (0, "3\n"), "{saved:?}");
    let save = at("a.save");
    for (arguments, words) in [
        ("count c/search_tree.c --size 5", &["saved with --size 4, but now it is --size 5"][..]),
        ("count c/search_tree.c --size 4 --fix size=1", &["saved with other options"]),
        ("count c/search_tree.c --size 4 --range node.data=1..n", &["other bounds", "1..=4"]),
        ("count c/search_tree.c --size 4 --multi-value off", &["other options"]),
        ("count c/search_tree.c --size 4 --digest", &["without --digest"]),
        ("count c/red_black_tree.c --size 4", &["saved with --type bst"]),
    ] {
        refused(&run(&format!("{arguments} --resume {save}")), words);
    }
    for name in ["list.txt", "empty.save", "other.save"] {
        refused(&run(&format!("{tree} --resume {}", at(name))), &["not a saved search"]);
    }
    let text = fs::read_to_string(&save).expect("it is there");
    for (at_byte, letter) in text.char_indices().step_by(61).filter(|(_, letter)| *letter != '7') {
        let mut damaged = text.clone();
        damaged.replace_range(at_byte..=at_byte, "7");
        fs::write(at("damaged.save"), damaged).expect("it can be written");
        let ended = run(&format!("{tree} --resume {} -q", at("damaged.save")));
        assert_eq!(ended.code, 2, "{letter} at {at_byte}: {ended:?}");
    }
    let half = &text[..text.len() / 2];
    fs::write(at("half.save"), half).expect("it can be written");
    refused(&run(&format!("{tree} --resume {}", at("half.save"))), &["damaged"]);
}
