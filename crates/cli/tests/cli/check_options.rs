//! What the options of `pikse check` do, what it writes, and its checks in C, C++ and Rust.

use std::collections::BTreeMap;
use std::fs;

use crate::common::{LIST, check, checks, failures, folder, line_of, run_in, subjects};
use serde_json::Value as Json;

/// A check with bounds and a condition of its own, one that fails, and one that frees.
const CHECKS: &str = r#"
#include "list.h"
#include <pikse.h>
PIKSE_CHECK(add_adds, struct list *l, int x, const struct list *old)
{
    add(l, x);
    PIKSE_ASSERT(l->size == old->size + 1);
}
PIKSE_PRE(add_adds, const struct list *l, int x) { return rep_ok(l) && !has(l, x); }
PIKSE_BOUNDS(add_adds, "size=2 x=0..3")

PIKSE_CHECK(forgets, struct list *l)
{
    struct node *first = l->head;
    if (first) {
        l->head = first->next;
        l->size--;
        if (l->size > 0)
            free(first);
    }
}
PIKSE_BOUNDS(forgets, "size=2, range:node.value=1..n")
"#;

#[test]
fn a_check_says_itself_what_its_inputs_are() {
    let folder = folder(&[("list.h", LIST), ("checks.c", CHECKS)]);
    let (ended, result) = check(folder.path(), "checks.c");
    assert_eq!(ended.code, 1, "{ended:?}");
    let [adds, forgets] = checks(&result) else { panic!("{result}") };
    // Four values for each of 7 lists, without those that are in it: 3 lists have one, 3 two.
    assert_eq!((&adds["inputs"], &adds["passed"]), (&(28 - 3 - 6).into(), &true.into()));
    assert_eq!((&adds["size"], &adds["language"]), (&2.into(), &"C".into()), "{adds}");
    // Of the lists of up to 2 of the values 1 and 2, those with one node.
    assert_eq!((&forgets["inputs"], &forgets["failed"]), (&4.into(), &2.into()), "{forgets}");
    assert_eq!(failures(forgets)[0]["kind"], "leak", "{forgets}");
    // Options count more than what stands in the source.
    let (_, other) = check(folder.path(), "checks.c --only add_adds --size 1 --args x=7,9");
    assert_eq!(checks(&other)[0]["inputs"], (1 + 2) * 2, "{other}");
    let only = "checks.c --only forgets --range node.value=0..n";
    assert_eq!(checks(&check(folder.path(), only).1)[0]["inputs"], 7);
}

#[test]
fn options_of_a_run() {
    let folder = folder(&[("list.h", LIST), ("checks.c", CHECKS)]);
    let (ended, result) = check(folder.path(), "checks.c --only forgets --leaks off");
    assert_eq!((ended.code, &result["passed"]), (0, &true.into()), "{result}");
    let (ended, result) = check(folder.path(), "checks.c --only forgets --size 9 --fail-fast");
    let [forgets] = checks(&result) else { panic!("{result}") };
    assert_eq!(ended.code, 1, "{ended:?}");
    assert_eq!(forgets["failed"], 1, "{forgets}");
    assert_eq!(forgets["incomplete"]["reasons"][0]["kind"], "first-failure", "{forgets}");
    // Two checks: the second has its turn, whatever the first comes to.
    let (_, result) = check(folder.path(), "checks.c --fail-fast");
    assert_eq!(checks(&result).len(), 2, "{result}");
    // Lists of 24 values: nobody waits for them.
    let long = "checks.c --only add_adds --size 24 --stop-after 200ms";
    let (ended, result) = check(folder.path(), long);
    assert_eq!((ended.code, &result["passed"]), (3, &false.into()), "{result}");
    let why = &checks(&result)[0]["incomplete"]["reasons"][0]["text"];
    assert!(why.as_str().is_some_and(|why| why.contains("--stop-after")), "{result}");
    let text = run_in(folder.path(), &format!("check {long}"));
    assert!(text.stdout.starts_with("INCOMPLETE add_adds"), "{text:?}");
    assert!(text.stdout.contains("none failed, 1 incomplete"), "{text:?}");
}

/// The keys of an object, in order.
fn keys(object: &Json) -> Vec<&str> {
    object.as_object().expect("it is an object").keys().map(String::as_str).collect()
}

#[test]
fn the_json_has_the_keys_that_are_promised() {
    let folder = folder(&[("list.h", LIST), ("checks.c", CHECKS)]);
    let (_, result) = check(folder.path(), "checks.c --mutants 1 --coverage lines.info");
    let mut run = keys(&result);
    run.sort_unstable();
    let expected =
        "checks command format incomplete inputs jobs not_run passed result seconds version";
    assert_eq!(run.join(" "), expected);
    assert_eq!(result["format"], "pikse-check-2");
    assert_eq!(result["inputs"], 19 + 4);
    assert_eq!(result["passed"], false);
    assert_eq!(result["command"], "pikse check checks.c --mutants 1 --coverage lines.info --json");
    let [adds, forgets] = checks(&result) else { panic!("{result}") };
    for check in [adds, forgets] {
        assert_eq!(
            keys(check).join(" "),
            "bounds by_size coverage engine explored failed failures file incomplete inputs \
             language line mutants name notes passed result seconds size structures undecided"
        );
        let by_size = check["by_size"].as_array().expect("it is a list");
        let sum = |key: &str| by_size.iter().filter_map(|size| size[key].as_u64()).sum::<u64>();
        assert_eq!(check["inputs"], sum("inputs"), "{check}");
        assert_eq!(check["failed"], sum("failed"), "{check}");
        assert_eq!(keys(&check["coverage"][0]).join(" "), "file functions lines");
    }
    assert_eq!(
        keys(&adds["mutants"][0]).join(" "),
        "after before file function killed_by line operator result"
    );
    let [failure] = failures(forgets) else { panic!("{forgets}") };
    assert_eq!(
        keys(failure).join(" "),
        "after before changes count input kind objects of_pre place replay saved stack test text"
    );
    assert_eq!(keys(&failure["place"]).join(" "), "file function line");
    assert_eq!(keys(&failure["before"]).join(" "), "objects roots");
    assert_eq!(failure["before"]["roots"]["l"]["ref"], "list", "{failure}");
    assert_eq!(failure["after"]["objects"]["node0"]["state"], "lost", "{failure}");
    assert_eq!(failure["changes"]["lost"], Json::from(vec!["node0"]), "{failure}");
}

#[test]
fn reports_for_people_and_for_ci() {
    let folder = folder(&[("list.h", LIST), ("checks.c", CHECKS)]);
    let arguments = "check checks.c --junit j.xml --sarif s.sarif --report r.html --out kept";
    let ended = run_in(folder.path(), arguments);
    assert_eq!((ended.code, &*ended.stderr), (1, ""), "{ended:?}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it is there");
    let junit = read("j.xml");
    for words in ["name=\"add_adds\"", "name=\"forgets\"", "failures=\"1\"", "leaks 1 object"] {
        assert!(junit.contains(words), "{words}: {junit}");
    }
    let sarif: Json = serde_json::from_str(&read("s.sarif")).expect("it is JSON");
    assert_eq!(sarif["version"], "2.1.0");
    let results = sarif["runs"][0]["results"].as_array().expect("it is a list");
    let [result] = &results[..] else { panic!("{sarif}") };
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "checks.c", "{result}");
    assert_eq!(place["region"]["startLine"], line_of(CHECKS, "PIKSE_CHECK(forgets"), "{result}");
    let html = read("r.html").to_lowercase();
    assert!(html.starts_with("<!doctype html>") && html.contains("forgets"), "{html}");
    assert!(folder.path().join("kept/forgets-1.json").is_file());
    assert!(!folder.path().join("pikse-out").exists());
}

/// The first example in the help runs as it stands there.
#[test]
fn the_example_of_the_help_works() {
    let help = run_in(&subjects(), "check --help");
    let example = help.stdout.lines().find_map(|line| line.strip_prefix("  pikse "));
    let example = example.expect("there is an example").replace('\'', "");
    let folder = folder(&[]);
    std::os::unix::fs::symlink(subjects(), folder.path().join("subjects")).expect("a link");
    let ended = run_in(folder.path(), &example);
    assert_eq!((ended.code, &*ended.stderr), (0, ""), "{example}: {ended:?}");
    assert!(ended.stdout.contains("1 check, all passed"), "{ended:?}");
}

#[test]
fn a_program_of_several_files() {
    let header = "struct pair { int a, b; };\nvoid swap(struct pair *p);\n";
    let swap =
        "#include \"pair.h\"\nvoid swap(struct pair *p) { int a = p->a; p->a = p->b; p->b = a; }\n";
    let check_file = "#include \"pair.h\"\n#include <pikse.h>\n\
        int rep_ok(const struct pair *p) { return p->a <= p->b; }\n\
        PIKSE_CHECK(ordered, struct pair *p) { swap(p); PIKSE_ASSERT(rep_ok(p)); }\n";
    let folder = folder(&[("pair.h", header), ("swap.c", swap), ("check.c", check_file)]);
    let (ended, result) = check(folder.path(), "check.c swap.c --size 2");
    assert_eq!(ended.code, 1, "{ended:?}");
    // Of the pairs of 0, 1 and 2, those in order but not equal.
    let [ordered] = checks(&result) else { panic!("{result}") };
    assert_eq!((&ordered["inputs"], &ordered["failed"]), (&6.into(), &3.into()), "{ordered}");
    assert_eq!(failures(ordered)[0]["before"]["objects"]["pair"]["fields"]["b"], 1, "{ordered}");
    // The test of the failure includes the first file, and names the command with the other.
    let test = fs::read_to_string(folder.path().join("pikse-out/ordered-1.c"));
    assert!(test.is_ok_and(|test| test.contains("ordered-1.c swap.c -o ")));
}

const TOP: &str = r#"#include "list.h"
int top(struct list *l, int x)
{
    if (!l->head)
        return x;
    int best = l->head->value;
    for (struct node *n = l->head; n; n = n->next)
        if (n->value > best)
            best = n->value;
    if (best > 2)
        abort();
    return best;
}
int unused(int x)
{
    return x + 1;
}
bool is_top(const struct list *l, int x, int result)
{
    return l->head ? has(l, result) : result == x;
}
"#;

#[test]
fn lines_are_counted() {
    let folder = folder(&[("list.h", LIST), ("top.c", TOP)]);
    let arguments = "top.c --size 2 --call top --args x=0..1 --post is_top --coverage lines.info";
    for jobs in [1, 2] {
        let (ended, _) = check(folder.path(), &format!("{arguments} --jobs {jobs}"));
        assert_eq!(ended.code, 0, "{ended:?}");
        let text = fs::read_to_string(folder.path().join("lines.info")).expect("it is there");
        let of_file = text.split("SF:").find(|part| part.starts_with("top.c\n"));
        let of_file = of_file.expect("the file is there").split("end_of_record").next();
        let lines: BTreeMap<u64, u64> = of_file
            .into_iter()
            .flat_map(str::lines)
            .filter_map(|line| line.strip_prefix("DA:")?.split_once(','))
            .map(|(line, count)| (line.parse().expect("a number"), count.parse().expect("one")))
            .collect();
        // Each of 7 lists comes with 2 values: 2 inputs without a node, 6 with one, 6 with two.
        for (words, count) in [
            ("if (!l->head)", Some(14)),
            ("return x;", Some(2)),
            ("int best =", Some(12)),
            ("for (struct node", Some(6 * 2 + 6 * 3)),
            ("if (n->value > best)", Some(6 + 6 * 2)),
            ("best = n->value;", Some(6)),
            ("abort();", Some(0)),
            ("return best;", Some(12)),
            ("return x + 1;", None),
            ("return l->head ?", Some(14)),
        ] {
            assert_eq!(lines.get(&line_of(TOP, words)).copied(), count, "{words}: {text}");
        }
        assert!(text.contains("FNDA:14,top\n") && text.contains("SF:list.h\n"), "{text}");
        let hit = lines.values().filter(|&&count| count > 0).count();
        assert!(text.contains(&format!("LF:{}\nLH:{hit}\n", lines.len())), "{text}");
    }
}

const PAIR: &str = r#"#include <stdbool.h>
struct pair { int a, b; };
bool rep_ok(const struct pair *p) { return p->a >= 0 && p->b >= 0; }
int larger(const struct pair *p)
{
    if (p->a < p->b)
        return p->b;
    return p->a;
}
bool is_larger(const struct pair *p, int result)
{
    return result >= p->a && result >= p->b;
}
bool is_one(const struct pair *p, int result) { return result == p->a || result == p->b; }
bool is_not_less(const struct pair *p, int result) { return result >= p->b; }
"#;

#[test]
fn mutants_are_killed_by_a_good_property_and_survive_a_weak_one() {
    let folder = folder(&[("pair.c", PAIR)]);
    let mutants = |post: &str| -> BTreeMap<String, bool> {
        let arguments = format!("pair.c --size 2 --call larger --post {post} --mutants 20");
        let (ended, result) = check(folder.path(), &arguments);
        assert_eq!(ended.code, 0, "{ended:?}");
        let mutants = checks(&result)[0]["mutants"].as_array().expect("it is a list");
        let word = |mutant: &Json, key: &str| mutant[key].as_str().unwrap_or_default().to_owned();
        let named = mutants.iter().map(|mutant| {
            assert_eq!(
                (&mutant["file"], &mutant["function"]),
                (&"pair.c".into(), &"larger".into())
            );
            let line = &mutant["line"];
            let text = format!("{line} {} {}", word(mutant, "before"), word(mutant, "after"));
            (text, mutant["killed_by"].is_string())
        });
        named.collect()
    };
    let [comparison, first, second] = ["6 < >", "7 b a", "8 a b"].map(str::to_owned);
    let good = mutants("is_larger");
    for mutant in [&comparison, &first, &second] {
        assert_eq!(good.get(mutant), Some(&true), "{mutant} of {good:?}");
    }
    assert!(mutants("is_one").values().all(|killed| !killed));
    // It does not look at the first number.
    let half = mutants("is_not_less");
    assert_eq!((half.get(&first), half.get(&second)), (Some(&true), Some(&false)), "{half:?}");
    let text = "check pair.c --size 2 --call larger --post is_one --mutants 20";
    let text = run_in(folder.path(), text).stdout;
    assert!(text.contains("mutants: 0 of ") && text.contains("survived pair.c:6 "), "{text}");
}

const CPP: &str = r#"
#include <pikse.hpp>
#include <stdexcept>
struct Node { Node *next; int value; };
struct List {
    Node *head;
    int size;
    bool repOk() const
    {
        int count = 0;
        for (Node *n = head; n; n = n->next, count++)
            if (n->value < 0 || (n->next && n->next->value <= n->value))
                return false;
        return count == size;
    }
    int first() const
    {
        if (!head)
            throw std::runtime_error("it is empty");
        return head->value;
    }
    void drop()
    {
        Node *first = head;
        head = first->next;
        delete first;
    }
};
PIKSE_CHECK(first_is_there, const List &l) { PIKSE_ASSERT(l.first() >= 0); }
PIKSE_CHECK(drop_keeps, List &l) { if (l.head) { l.drop(); PIKSE_ASSERT(l.repOk()); } }
PIKSE_PRE(drop_keeps, const List &l) { return l.repOk() && l.size != 1; }
PIKSE_CHECK(same_size, List &l, const List &old) { PIKSE_ASSERT(l.size == old.size); }
PIKSE_BOUNDS(first_is_there, "size=2")
PIKSE_BOUNDS(drop_keeps, "size=2")
PIKSE_BOUNDS(same_size, "size=2")
"#;

const RUST: &str = r#"#![allow(dead_code)]
pub struct Node { next: Option<Box<Node>>, value: i32 }
pub struct List { head: Option<Box<Node>>, size: usize }
impl List {
    fn rep_ok(&self) -> bool {
        let (mut count, mut at) = (0, &self.head);
        while let Some(node) = at {
            let is_sorted = node.next.as_ref().is_none_or(|next| next.value > node.value);
            if node.value < 0 || !is_sorted {
                return false;
            }
            count += 1;
            at = &node.next;
        }
        count == self.size
    }
    fn first(&self) -> i32 { self.head.as_ref().unwrap().value }
    fn push(&mut self, value: i32) {
        let next = self.head.take();
        self.head = Some(Box::new(Node { next, value }));
        self.size += 1;
    }
}
#[pikse::check(size = 2)]
fn first_is_small(l: &mut List) {
    assert!(l.first() < 1, "it is {}", l.first());
}
#[pikse::check(size = 2, pre = "l.head.as_ref().is_none_or(|first| x < first.value)")]
fn push_keeps_order(l: &mut List, #[finite(0..=2)] x: i32) {
    l.push(x);
    assert!(l.rep_ok());
}
#[pikse::check(size = 2)]
fn push_grows(l: &mut List, old: &List, #[finite(0..=2)] x: i32) {
    l.push(x);
    assert_eq!(l.size, old.size + 1);
    std::mem::forget(l.head.take_if(|node| node.value == 1));
}
"#;

/// The failures of a check: the kind, the line, on how many inputs, and how many objects.
fn failed(check: &Json) -> Vec<(&str, u64, u64, u64)> {
    let number = |json: &Json| json.as_u64().expect("it is a number");
    failures(check)
        .iter()
        .map(|failure| {
            let kind = failure["kind"].as_str().expect("it is a text");
            let (count, objects) = (number(&failure["count"]), number(&failure["objects"]));
            (kind, number(&failure["place"]["line"]), count, objects)
        })
        .collect()
}

#[test]
fn checks_in_cpp() {
    let folder = folder(&[("list.cpp", CPP)]);
    let (ended, result) = check(folder.path(), "list.cpp");
    assert_eq!((ended.code, &*ended.stderr), (1, ""), "{ended:?}");
    let [first, drop, same] = checks(&result) else { panic!("{result}") };
    assert_eq!((&first["inputs"], &first["language"]), (&7.into(), &"C++".into()), "{first}");
    let [failure] = failures(first) else { panic!("{first}") };
    assert_eq!((&failure["kind"], &failure["count"]), (&"exception".into(), &1.into()));
    assert_eq!(failure["text"], "throws std::runtime_error: it is empty");
    assert_eq!(failure["objects"], 1, "{failure}");
    // The condition leaves the empty list, and those with two nodes.
    assert_eq!(drop["inputs"], 4, "{drop}");
    let line = line_of(CPP, "PIKSE_CHECK(drop_keeps");
    assert_eq!(failed(drop), [("assertion", line, 3, 3)], "{drop}");
    assert_eq!(failures(drop)[0]["changes"]["freed"], Json::from(vec!["Node0"]), "{drop}");
    assert_eq!((&same["inputs"], &same["passed"]), (&7.into(), &true.into()), "{same}");
}

#[test]
fn checks_in_rust() {
    let folder = folder(&[("list.rs", RUST)]);
    let (ended, result) = check(folder.path(), "list.rs");
    assert_eq!((ended.code, &*ended.stderr), (1, ""), "{ended:?}");
    let [first, order, grows] = checks(&result) else { panic!("{result}") };
    assert_eq!((&first["inputs"], &first["language"]), (&7.into(), &"Rust".into()), "{first}");
    // There is no first, or it is large: 1 or 2 alone, or 1 before 2.
    let (unwrap, assert) = (line_of(RUST, ".unwrap()"), line_of(RUST, "assert!(l.first() < 1"));
    assert_eq!(failed(first), [("panic", unwrap, 1, 1), ("panic", assert, 3, 2)], "{first}");
    let text = failures(first)[1]["text"].as_str().unwrap_or_default();
    assert!(text.ends_with("it is 1"), "{text}");
    // Below the first of each list: 3 for none, then 0 + 1 + 2, then 0 + 0 + 1.
    assert_eq!((&order["inputs"], &order["passed"]), (&7.into(), &true.into()), "{order}");
    // A node is lost if a 1 was pushed.
    assert_eq!((&grows["inputs"], failed(grows).len()), (&21.into(), 1), "{grows}");
    assert_eq!(&failed(grows)[0].0, &"leak", "{grows}");
    assert_eq!(failed(grows)[0].2, 7, "{grows}");
    let named = "list.rs --size 2 --call List::push --args value=0..2 --post rep_ok";
    let (ended, result) = check(folder.path(), named);
    assert_eq!(ended.code, 1, "{ended:?}");
    let [push] = checks(&result) else { panic!("{result}") };
    assert_eq!((&push["inputs"], &push["failed"]), (&21.into(), &14.into()), "{push}");
    assert_eq!(failed(push)[0].0, "post-condition", "{push}");
}
