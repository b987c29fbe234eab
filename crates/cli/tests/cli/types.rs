//! Types that ordinary code has: the table of structures in `docs/structures.md`, checks of their
//! operations, and what is said about fields without bounds.

use crate::common::{folder, run_in, subjects};

/// The rows of the table: options, and the number of valid structures.
fn rows() -> Vec<(String, u64)> {
    let path = subjects().join("../docs/structures.md");
    let text = std::fs::read_to_string(path).expect("the table is there");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(" | ").collect();
        let options = cells.get(2)?.strip_prefix('`')?.strip_suffix('`')?;
        Some((options.to_owned(), cells.get(3)?.parse().ok()?))
    };
    text.lines().filter_map(row).collect()
}

/// Some rows of the table.
#[test]
fn structures_of_ordinary_types_have_the_counts_of_their_formulas() {
    counts_are_those_of_the_table(4);
}

#[test]
#[ignore = "a minute: part of `cargo xtask test --large`"]
fn all_structures_of_ordinary_types_have_the_counts_of_their_formulas() {
    counts_are_those_of_the_table(1);
}

/// Compares every `stride`th row.
fn counts_are_those_of_the_table(stride: usize) {
    let rows = rows();
    assert!(rows.len() >= 40, "{} rows", rows.len());
    for (options, valid) in rows.into_iter().step_by(stride) {
        let ended = run_in(&subjects().join("types"), &format!("count {options} --json"));
        assert_eq!(ended.code, 0, "{options}: {ended:?}");
        assert_eq!(ended.json()["valid"].as_u64(), Some(valid), "{options}: {ended:?}");
    }
}

/// Every strategy finds the same: tags and buffers are restored like everything else.
#[test]
#[ignore = "part of `cargo xtask test --large`"]
fn tags_and_buffers_do_not_depend_on_the_strategy() {
    for options in [
        "--type Scene --size 2",
        "--type Search --size 2 --objects Search=5",
        "--type Matrix --size 2",
    ] {
        let digest = |more: &str| {
            let arguments = format!("count structures.rs {options} --json --digest {more}");
            let ended = run_in(&subjects().join("types"), &arguments);
            assert_eq!(ended.code, 0, "{ended:?}");
            let json = ended.json();
            (json["valid"].clone(), json["digest"].clone())
        };
        let expected = digest("");
        for more in ["--strategy reexecute", "--multi-value off", "--jobs 2"] {
            assert_eq!(digest(more), expected, "{options} {more}");
        }
    }
}

const STORE: &str = "\
use std::collections::{BTreeMap, HashMap};
pub enum Order { Buy(u8), Sell { what: u8, notes: Vec<String> } }
pub struct Store { stock: HashMap<u8, u8>, last: Option<Order> }
impl Store {
    pub fn rep_ok(&self) -> bool { self.stock.values().all(|&amount| amount > 0) }
    pub fn run(&mut self) {
        match self.last.take() {
            Some(Order::Buy(what)) => *self.stock.entry(what).or_insert(0) += 1,
            Some(Order::Sell { what, notes }) if notes.len() < 2 => {
                if let Some(amount) = self.stock.get_mut(&what) { *amount -= 1; }
            }
            _ => {}
        }
    }
}
pub fn least(map: &BTreeMap<u8, u8>) -> u8 { *map.values().min().unwrap() }
";

/// Maps are made of their contents, also where only the code under test reads them, none twice; the
/// regression tests fail while the bug is there, and pass without it.
#[test]
fn maps_are_made_by_their_own_operations() {
    let folder = folder(&[("store.rs", STORE)]);
    let ended = run_in(
        folder.path(),
        "check store.rs --call Store::run --post Store::rep_ok --size 1 --json",
    );
    assert_eq!(ended.code, 1, "{ended:?}");
    let text = run_in(folder.path(), "check store.rs --call least --size 2 --json").whole_json();
    // Maps of up to two of three keys with three values: 1 + 3·3 + 3·9.
    assert_eq!(text["checks"][0]["inputs"].as_u64(), Some(37), "{text}");
    for (test, fixed) in [
        ("Store--run-1", STORE.replace("*amount -= 1;", "*amount = 1;")),
        ("least-1", STORE.replace("min().unwrap()", "min().unwrap_or(&0)")),
    ] {
        let written = std::fs::read_to_string(folder.path().join(format!("pikse-out/{test}.rs")));
        let written = written.expect("a regression test");
        for (source, passes) in [(STORE, false), (fixed.as_str(), true)] {
            let file = folder.path().join("whole.rs");
            std::fs::write(&file, format!("{source}{written}")).expect("it is written");
            let program = folder.path().join("whole");
            let mut rustc = std::process::Command::new("rustc");
            rustc.args(["--test", "--edition=2024", "--cap-lints=allow", "-o"]).arg(&program);
            let compiled = rustc.arg(&file).output().expect("rustc runs");
            assert!(compiled.status.success(), "{test}: {compiled:?}");
            let ran = std::process::Command::new(&program).output().expect("it runs");
            assert_eq!(ran.status.success(), passes, "{test}: {ran:?}");
        }
    }
}

const STACK: &str = "\
pub struct Stack { items: Vec<u8>, top: Option<u8>, name: String }
impl Stack {
    pub fn rep_ok(&self) -> bool {
        self.top == self.items.last().copied() && self.name.len() < 2
    }
    pub fn push(&mut self, x: u8) { self.items.push(x); self.top = Some(x); }
    pub fn clear(&mut self) {
        self.items = Vec::new();
        self.top = None;
        self.name = String::from(\"a longer name than before\");
    }
    pub fn bad_pop(&mut self) { self.items.pop(); }
}
";

/// Vectors grow, move and are dropped; the state after the call is read where the vector is then.
#[test]
fn operations_on_vectors_are_checked() {
    let folder = folder(&[("stack.rs", STACK)]);
    for call in ["Stack::push", "Stack::clear"] {
        let post = if call == "Stack::push" { "--post Stack::rep_ok" } else { "" };
        let ended = run_in(folder.path(), &format!("check stack.rs --call {call} {post} --size 2"));
        assert_eq!(ended.code, 0, "{ended:?}");
    }
    let arguments = "check stack.rs --call Stack::bad_pop --post Stack::rep_ok --size 2";
    let ended = run_in(folder.path(), arguments);
    assert_eq!(ended.code, 1, "{ended:?}");
    assert!(ended.stdout.contains("items [0] → []"), "{ended:?}");
    assert!(ended.stdout.contains("test   pikse-out/Stack--bad_pop-1.rs"), "{ended:?}");
}

#[test]
fn fields_without_bounds_are_told() {
    let text = "#include <stdbool.h>\nstruct s { int n; double d; void (*f)(void); };\n\
                bool rep_ok(struct s *s) { return s->n > 0; }\n\
                bool reads(struct s *s) { return s->d > 0; }\n";
    let folder = folder(&[("s.c", text)]);
    let ended = run_in(folder.path(), "count s.c --size 2");
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(ended.stdout.contains("2 valid structures"), "{ended:?}");
    for note in [
        "note: `s.d` is a floating-point number, which is always 0",
        "note: `s.f` is a pointer to a function (`--values` lists functions), which is always null",
    ] {
        assert!(ended.stdout.contains(note), "{ended:?}");
    }
    let ended = run_in(folder.path(), "count s.c --predicate reads --size 2 --values s.d=0.5,-1");
    assert!(ended.stdout.contains("1 valid structure"), "{ended:?}");
    let ended = run_in(folder.path(), "count s.c --size 2 --ignore s.n");
    assert!(ended.stdout.contains("`s.n` is ignored"), "{ended:?}");
    assert!(ended.stdout.contains("0 valid structures"), "{ended:?}");
}

/// Values of the types of published crates, whose fields are private, without a plan.
#[test]
#[ignore = "large: builds published crates"]
fn types_of_published_crates_are_checked() {
    let ended = run_in(&subjects().join("types/crates"), "check --package .");
    assert_eq!(ended.code, 0, "{ended:?}");
    for (check, inputs) in [
        // 7 plain values; arrays of up to one value and maps with up to one of two keys; in these, empty
        // ones: 7 + (1 + 9) + (1 + 2·9).
        ("json_is_read_as_it_was_written", "36 inputs"),
        // Maps of up to two of three keys to bools, and sets: (1 + 3·2 + 3·4) + (1 + 3 + 3).
        ("either_counts_what_it_has", "26 inputs"),
        // The sum of C(4, k)·4ᵏ.
        ("a_map_of_another_map_has_its_entries", "369 inputs"),
        // Up to two nodes, each with one of the sets of bools: 1 + 4 + 16.
        ("labels_stay_with_their_nodes", "21 inputs"),
        // (1 + 3) + (1 + 3 + 9)
        ("flipping_twice_changes_nothing", "17 inputs"),
        // Five keys times the sum of C(4, k)·4ᵏ.
        ("insertion_keeps_the_map_sorted", "1,845 inputs"),
        ("removal_keeps_the_others", "1,845 inputs"),
        ("an_edge_is_added_to_both_lists", "25 inputs"),
        ("a_page_ends_with_a_new_line", "15 inputs"),
    ] {
        let line = ended.stdout.lines().find(|line| line.contains(check)).unwrap_or_default();
        assert!(line.starts_with("ok ") && line.contains(inputs), "{check}: {ended:?}");
    }
}

/// Pointers to links lead into the elements, before and after the code under test.
#[test]
fn links_are_parts_of_the_elements_of_a_list() {
    let text = "#include <stdbool.h>\n#include <stdlib.h>\n#include <stddef.h>\n\
                struct link { struct link *next, *prev; };\n\
                struct item { int key; struct link at; };\n\
                struct list { struct link head; };\n\
                #define ITEM(l) ((struct item *)((char *)(l) - offsetof(struct item, at)))\n\
                bool rep_ok(struct list *l) {\n\
                    struct link *at = &l->head; int n = 0;\n\
                    do { if (!at->next || at->next->prev != at || n++ > 5) return false;\n\
                         at = at->next; } while (at != &l->head);\n\
                    return true; }\n\
                void pop(struct list *l) { struct link *at = l->head.next;\n\
                    if (at == &l->head) return;\n\
                    at->next->prev = &l->head; l->head.next = at->next; free(ITEM(at)); }\n\
                void push(struct list *l) { struct item *new = malloc(sizeof *new);\n\
                    if (!new) return;\n\
                    new->key = 7; new->at.next = &l->head; new->at.prev = l->head.prev;\n\
                    l->head.prev->next = &new->at; }\n\
                int sum(struct list *l) { int s = 0;\n\
                    for (struct link *at = l->head.next; at != &l->head; at = at->next)\n\
                        s += ITEM(at)->key;\n\
                    return s; }\n";
    let folder = folder(&[("list.c", text)]);
    // One for each length.
    let ended = run_in(folder.path(), "count list.c --size 3 --json");
    assert_eq!(ended.json()["valid"], 4, "{ended:?}");
    let ended = run_in(folder.path(), "check list.c --call pop --post rep_ok --size 2");
    assert_eq!(ended.code, 0, "{ended:?}");
    let ended = run_in(folder.path(), "check list.c --call push --post rep_ok --size 1");
    assert_eq!(ended.code, 1, "{ended:?}");
    let after = "head.next list → new1 [new] (key 7, at.next list, at.prev list)";
    assert!(ended.stdout.contains(after), "{ended:?}");
    assert!(ended.stdout.contains("has no regression test"), "{ended:?}");
    let ended = run_in(folder.path(), "explore list.c --entry sum --size 2");
    assert!(ended.stdout.contains(": 3 paths, "), "{ended:?}");
    let ended = run_in(folder.path(), "replay pikse-out/list-sum/test-000003.json");
    assert!(ended.stdout.contains("confirmed: the same path"), "{ended:?}");
    // Two structs have a link: the user says which one the elements are.
    let two = format!("{text}struct other {{ struct link there; }} unused;\n");
    std::fs::write(folder.path().join("two.c"), two).expect("the file can be written");
    let ended = run_in(folder.path(), "count two.c --size 3");
    assert!(ended.stdout.contains("`--embedded link="), "{ended:?}");
    let ended = run_in(folder.path(), "count two.c --size 3 --embedded link=item.at --json");
    assert_eq!(ended.json()["valid"], 4, "{ended:?}");
}

/// A struct of pointers that own is no link in other structs, though it lies after counts.
#[test]
fn owned_links_are_values_alone() {
    for owner in ["std::rc::Rc", "std::sync::Arc", "Box"] {
        let text = format!(
            "use {owner} as Owner;\n\
             pub struct Link {{ pub next: Option<Owner<Link>> }}\n\
             pub struct Chain {{ pub head: Option<Owner<Link>> }}\n\
             impl Chain {{\n\
                 pub fn rep_ok(&self) -> bool {{ self.len() < 4 }}\n\
                 pub fn len(&self) -> usize {{\n\
                     let links = std::iter::successors(self.head.as_deref(), |l| l.next.as_deref());\n\
                     links.take(4).count()\n\
                 }}\n\
                 pub fn push(&mut self) {{ self.head = Some(Owner::new(Link {{ next: self.head.take() }})); }}\n\
                 pub fn pushed(&self, old: &Chain) -> bool {{ self.len() == old.len() + 1 }}\n\
             }}\n"
        )
        .replace("use Box as", "use std::boxed::Box as");
        let folder = folder(&[("chain.rs", &text)]);
        let arguments = "check chain.rs --call Chain::push --post Chain::pushed --size 2";
        let ended = run_in(folder.path(), arguments);
        assert_eq!(ended.code, 0, "{owner}: {ended:?}");
        assert!(
            ended.stdout.contains("ok   Chain::push (chain.rs:10): 3 inputs"),
            "{owner}: {ended:?}"
        );
    }
}

const VALUES: &str = "\
pub struct P { x: u8, y: u8 }
pub fn name(x: u8) -> String { if x == 2 { \"two\".to_string() } else { String::new() } }
pub fn is_two(x: u8, result: &String) -> bool { x != 2 || result == \"two\" }
pub fn is_other(x: u8, result: &String) -> bool { x == 2 || result == \"two\" }
pub fn third(data: &[u8]) -> u8 { if data.len() > 1 && data[0] == 2 { data[2] } else { 0 } }
pub fn sorted(v: Vec<u8>) -> Vec<u8> { let mut v = v; v.sort_unstable(); v }
pub fn opt(o: Option<u8>) -> u8 { match o { None => 0, Some(x) => 10 / x } }
pub fn pt(p: P) -> u8 { if p.x > p.y { p.x - p.y } else { p.y - p.x } }
pub fn rev(data: &mut [u8]) { data.reverse(); }
pub fn add(x: &mut u8) { *x += 1; }
";

/// Arguments and results by value, slices, and references to values. Structs have all values within the
/// bounds.
#[test]
fn functions_of_values_are_checked() {
    let folder = folder(&[("v.rs", VALUES)]);
    for (arguments, words) in [
        ("--call name --post is_two --size 3", "ok   name (v.rs:2): 4 inputs"),
        ("--call name --post is_other --size 3", "3 of 4 inputs failed"),
        ("--call third --size 3", "data data (value [2, 0])"),
        ("--call third --size 3 --arg data=u8[0..1]", "ok   third"),
        ("--call sorted --size 2", "ok   sorted (v.rs:6)"),
        ("--call opt --size 2", "o o (variant Some, Some.0 0)"),
        ("--call pt --size 2", "ok   pt (v.rs:8): 9 inputs"),
        ("--call rev --size 2", "ok   rev (v.rs:9)"),
        ("--call add --size 2", "ok   add (v.rs:10): 3 inputs"),
    ] {
        let ended = run_in(folder.path(), &format!("check v.rs {arguments}"));
        assert!(ended.stdout.contains(words), "{arguments}: {words}: {ended:?}");
    }
    let text = "struct p { int x; char y; }; struct big { int a[4]; };\n\
                int small(struct p v) { return v.y == 3 ? 100 / v.x : 0; }\n\
                int large(struct big b) { return 100 / (b.a[3] - 2); }\n";
    let folder = self::folder(&[("v.c", text)]);
    // One of 16, and a quarter of 256.
    for (call, words) in [("small", "1 of 16 inputs"), ("large", "64 of 256 inputs")] {
        let ended = run_in(folder.path(), &format!("check v.c --call {call} --size 3"));
        assert!(ended.stdout.contains(words), "{call}: {words}: {ended:?}");
    }
}

/// A post-condition that may write is refused.
#[test]
fn a_post_condition_does_not_write() {
    let text = "pub struct S { n: u8 }\nimpl S {\n\
                pub fn rep_ok(&self) -> bool { self.n < 3 }\n\
                pub fn fix(&mut self) -> bool { self.n = 0; true }\n\
                pub fn grow(&mut self) { self.n += 1; }\n}\n";
    let folder = folder(&[("s.rs", text)]);
    let ended = run_in(folder.path(), "check s.rs --call S::grow --post S::fix --size 2");
    assert_eq!(ended.code, 2, "{ended:?}");
    assert!(ended.stderr.contains("its parameter `self` is a `&mut`"), "{ended:?}");
}

/// Numbers without a sign are printed without one.
#[test]
fn unsigned_numbers_have_no_sign() {
    let text = "pub struct S { n: u8 }\nimpl S {\n\
                pub fn rep_ok(&self) -> bool { self.n < 3 }\n\
                pub fn grow(&mut self) { self.n += 198; }\n}\n";
    let folder = folder(&[("s.rs", text)]);
    let arguments = "check s.rs --call S::grow --post S::rep_ok --size 2";
    let ended = run_in(folder.path(), arguments);
    assert!(ended.stdout.contains("n 0 → 198"), "{ended:?}");
}
