//! What `pikse explore` chose, as structures: the same objects under the same names as in `generate`,
//! drawn, as JSON, and as test code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{folder, run_in, subjects};
use pikse_llvm::Language;
use serde_json::{Value, json};

/// A subject of the repository.
fn subject(path: &str) -> String {
    fs::read_to_string(subjects().join(path)).expect("a subject")
}

/// The tests of an exploration, by their file names.
fn tests(folder: &Path, name: &str) -> BTreeMap<String, Value> {
    let files = fs::read_dir(folder.join("pikse-out").join(name)).expect("a folder").flatten();
    let json = files.filter(|file| file.path().extension().is_some_and(|of| of == "json"));
    json.map(|file| {
        let text = fs::read_to_string(file.path()).expect("a file");
        let test = serde_json::from_str(&text).expect("a test");
        (file.file_name().to_string_lossy().into_owned(), test)
    })
    .collect()
}

/// The objects of a structure of a test with first values where nothing was read, as `generate`
/// writes them, and how many cells were not read.
fn completed(structure: &Value) -> (Value, usize) {
    let mut objects = structure["objects"].clone();
    let mut unread = 0;
    for object in objects.as_object_mut().expect("objects").values_mut() {
        assert_eq!(object["state"], "live");
        object.as_object_mut().expect("an object").remove("state");
        for (name, value) in object["fields"].as_object_mut().expect("fields") {
            if value["unread"] == true {
                unread += 1;
                *value = if name == "data" || name == "size" { json!(0) } else { Value::Null };
            }
        }
    }
    (objects, unread)
}

/// The links between objects.
fn links(objects: &Value) -> String {
    let mut objects = objects.clone();
    for object in objects.as_object_mut().expect("objects").values_mut() {
        object["fields"].as_object_mut().expect("fields").retain(|_, value| !value.is_number());
    }
    objects.to_string()
}

#[test]
fn valid_paths_have_the_structures_of_generate() {
    let folder = folder(&[("tree.c", &subject("c/search_tree.c"))]);
    let ended = run_in(folder.path(), "explore tree.c --entry bst_add --size 3 --json");
    assert_eq!(ended.whole_json()["paths"], 49, "{ended:?}");
    let generated = run_in(folder.path(), "generate tree.c --size 3 --format json");
    let generated: BTreeSet<String> = generated
        .stdout
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).expect("a structure")["objects"].to_string()
        })
        .collect();
    let mut shapes = BTreeSet::new();
    let tests = tests(folder.path(), "tree-bst_add");
    assert_eq!(tests.len(), 49);
    for (name, test) in &tests {
        assert_eq!(test["structure"]["roots"], json!({"tree": {"ref": "bst"}}), "{name}");
        let (objects, unread) = completed(&test["structure"]);
        // Every object and every name is as `generate` has it, so the predicate holds.
        assert!(generated.contains(&objects.to_string()), "{name}: {objects}");
        // Nobody reads the parent of the root.
        let nodes = objects.as_object().map_or(0, serde_json::Map::len) - 1;
        assert_eq!(unread, usize::from(nodes > 0), "{name}: {test}");
        shapes.insert(links(&objects));
    }
    let all: BTreeSet<String> = generated
        .iter()
        .map(|objects| links(&serde_json::from_str(objects).expect("objects")))
        .collect();
    // 1 + 1 + 2 + 5 shapes.
    assert_eq!(shapes.len(), 9);
    assert_eq!(shapes, all);
}

/// A list of which a function breaks the links.
fn broken_list() -> String {
    let fixed = subject("c/sorted_doubly_linked_list.c");
    let link = "    if (node->next)\n        node->next->prev = node->prev;\n";
    assert!(fixed.contains(link), "the subject has changed");
    fixed.replace(link, "")
        + "#include <assert.h>\n\
           void remove_and_look(struct list *list, int x)\n\
           {\n    list_remove(list, x);\n    assert(rep_ok(list));\n}\n"
}

#[test]
fn an_error_is_drawn_as_generate_draws() {
    let folder = folder(&[("list.c", &broken_list())]);
    let ended = run_in(folder.path(), "explore list.c --entry remove_and_look --size 3");
    assert_eq!(ended.code, 1, "{ended:?}");
    let drawn = ended.stdout.split("input (? was not read):\n").nth(1);
    let drawn = drawn.unwrap_or_else(|| panic!("a drawing: {ended:?}"));
    let drawn: Vec<&str> = drawn.lines().take_while(|line| line.starts_with("       ")).collect();
    let drawn = drawn.iter().map(|line| &line[7..]).collect::<Vec<_>>().join("\n");
    let list = drawn.strip_prefix("list ").expect("the parameter's name");
    let generated = run_in(folder.path(), "generate list.c --size 3 --format text").stdout;
    assert!(list.starts_with("list (size 3)"), "{list}");
    // Nobody reads what is before the head; a search takes the first value, which is null.
    let read = list.replacen("(prev ?, ", "(", 1);
    assert!(read != list && !read.contains('?'), "{list}");
    assert!(generated.contains(&read), "{read}\n is not in\n{generated}");
    // The choices are in the drawing; the number is not.
    assert!(ended.stdout.contains("\n  x = "), "{ended:?}");
    assert!(!ended.stdout.contains("node0.next ="), "{ended:?}");

    let test = "replay pikse-out/list-remove_and_look/error-000001.json";
    let shown = run_in(folder.path(), &format!("{test} --show text"));
    assert_eq!((shown.code, shown.stdout.as_str()), (0, &*format!("{drawn}\n")), "{shown:?}");
    let dot = run_in(folder.path(), &format!("{test} --show dot")).stdout;
    assert!(dot.starts_with("digraph"), "{dot}");
    assert!(dot.contains("\"node0\" -> \"node1\" [label=\"next\"]"), "{dot}");

    // The report for other programs has the same names.
    let ended = run_in(folder.path(), "explore list.c --entry remove_and_look --size 3 --json");
    let error = &ended.whole_json()["errors"][0];
    assert_eq!(error["structure"]["objects"]["node0"]["fields"]["next"], json!({"ref": "node1"}));
    let inputs = error["inputs"].as_array().expect("inputs");
    let next = inputs.iter().find(|input| input["name"] == "node0.next").expect("a choice");
    assert_eq!((&next["bytes"], &next["value"]), (&json!([2]), &json!("node1")));

    // Test code breaks in the same way.
    let code = run_in(folder.path(), &format!("{test} --show code"));
    assert_eq!(code.code, 0, "{code:?}");
    let ran = run_code(folder.path(), compiler(Language::C), &code.stdout);
    assert!(ran.contains("rep_ok(list)"), "{ran}\n{}", code.stdout);
}

fn compiler(language: Language) -> Command {
    let clang = || pikse_llvm::find_clang(language).expect("a compiler");
    let (mut command, flags) = match language {
        Language::Rust => (Command::new("rustc"), "--edition 2024 --test -Awarnings"),
        Language::Cpp => (clang(), "-stdlib=libc++ -fno-access-control -x c++"),
        _ => (clang(), "-x c"),
    };
    command.args(flags.split(' '));
    command
}

/// Compiles a program and runs it; what it says, empty if all is well.
fn run_code(folder: &Path, mut compiler: Command, code: &str) -> String {
    let (source, program) = (folder.join("code.txt"), folder.join("code"));
    fs::write(&source, code).expect("a file");
    let compiled = compiler.arg(&source).arg("-o").arg(&program).output().expect("a compiler");
    let said = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{compiler:?}: {said}\n{code}");
    let ran = Command::new(&program).output().expect("a program");
    match ran.status.success() {
        true => String::new(),
        false => format!(
            "{}\n{}{}",
            ran.status,
            String::from_utf8_lossy(&ran.stdout),
            String::from_utf8_lossy(&ran.stderr)
        ),
    }
}

#[test]
fn test_code_of_every_language_calls_the_entry() {
    let files = [
        ("tree.c", subject("c/search_tree.c")),
        ("tree.cpp", subject("cpp/search_tree.cpp")),
        ("tree.rs", subject("rust/search_tree.rs")),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, &**text)).collect();
    let folder = folder(&files);
    for (file, entry, language, call) in [
        ("tree.c", "bst_add", Language::C, "bst_add("),
        ("tree.cpp", "BST::add", Language::Cpp, ".add("),
        ("tree.rs", "Bst::insert", Language::Rust, ".insert("),
    ] {
        let name = format!("tree-{}", entry.replace(':', "_"));
        let _ = fs::remove_dir_all(folder.path().join("pikse-out"));
        let ended = run_in(folder.path(), &format!("explore {file} --entry {entry} --size 2"));
        assert_eq!(ended.code, 0, "{ended:?}");
        let tests = tests(folder.path(), &name);
        // The path with the most objects.
        let size =
            |test: &Value| test["structure"]["objects"].as_object().map(serde_json::Map::len);
        let (test, _) = tests.iter().max_by_key(|(_, test)| size(test)).expect("a test");
        let code = run_in(folder.path(), &format!("replay pikse-out/{name}/{test} --show code"));
        assert_eq!(code.code, 0, "{code:?}");
        assert!(code.stdout.contains(call), "{}", code.stdout);
        let said = run_code(folder.path(), compiler(language), &code.stdout);
        assert_eq!(said, "", "{}", code.stdout);
    }
}

const LAZY: &str = "
#include <stdlib.h>
struct node { struct node *next, *other; int key; };
struct list { struct node *head; };
int first(struct list *l, char *text)
{
    if (l->head->next == l->head) abort();
    return text ? text[0] : 0;
}
int number(int x) { if (x == 7) abort(); return x; }
";

#[test]
fn what_was_not_read_is_never_shown_as_tried() {
    let folder = folder(&[("lazy.c", LAZY)]);
    let arguments = "explore lazy.c --entry first --size 2 --non-null list.head --arg text=char[1]";
    let ended = run_in(folder.path(), arguments);
    // The head has one value when it is read: that is no input, and it was read.
    assert!(
        ended.stdout.contains("l list\n       └─ head node0 (other ?, key ?, next node0)\n"),
        "{ended:?}"
    );
    let test = fs::read_to_string(folder.path().join("pikse-out/lazy-first/error-000001.json"));
    let test: Value = serde_json::from_str(&test.expect("a file")).expect("a test");
    assert_eq!(test["forced"], json!(["list.head"]), "{test}");
    let node = &test["structure"]["objects"]["node0"]["fields"];
    assert_eq!(node["key"], json!({"unread": true}), "{test}");
    // What has no test code says so.
    let replay = |options: &str| run_in(folder.path(), &format!("replay pikse-out/{options}"));
    let code = replay("lazy-first/error-000001.json --show code");
    assert_eq!(code.code, 2, "{code:?}");
    assert!(
        code.stderr.contains("test code for `text` is not supported: it is a buffer"),
        "{code:?}"
    );
    // A function of numbers has no structure, but test code.
    run_in(folder.path(), "explore lazy.c --entry number");
    let text = replay("lazy-number/error-000001.json --show text");
    assert_eq!(text.code, 2, "{text:?}");
    assert!(text.stderr.contains("the test has no structure"), "{text:?}");
    let code = replay("lazy-number/error-000001.json --show code");
    assert!(code.stdout.contains("number(7)"), "{code:?}");
    // A value that is not within the bounds.
    let path = folder.path().join("pikse-out/lazy-first/error-000001.json");
    let changed =
        fs::read_to_string(&path).expect("a file").replace("\"bytes\":\"01\"", "\"bytes\":\"09\"");
    fs::write(&path, changed).expect("a file");
    let text = replay("lazy-first/error-000001.json --show text");
    assert!(text.stderr.contains("no value for `node0.next` within the bounds"), "{text:?}");
}
