//! What the options of `pikse check` do, what it writes, and its checks in C, C++ and Rust.

mod common;

use std::collections::BTreeMap;
use std::fs;

use common::{LIST, check, checks, failures, folder, line_of, run_in};
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
    let why = forgets["stopped"].as_str().unwrap_or_default();
    assert!(why.contains("--fail-fast"), "{forgets}");
    // Two checks: the second has its turn, whatever the first comes to.
    let (_, result) = check(folder.path(), "checks.c --fail-fast");
    assert_eq!(checks(&result).len(), 2, "{result}");
    // Lists of 24 values: nobody waits for them.
    let long = "checks.c --only add_adds --size 24 --stop-after 200ms";
    let (ended, result) = check(folder.path(), long);
    assert_eq!((ended.code, &result["passed"]), (0, &true.into()), "{result}");
    let why = checks(&result)[0]["stopped"].as_str().unwrap_or_default();
    assert!(why.contains("--stop-after"), "{result}");
    let text = run_in(folder.path(), &format!("check {long}"));
    assert!(text.stdout.starts_with("part add_adds"), "{text:?}");
    assert!(text.stdout.contains("none failed, 1 not complete"), "{text:?}");
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
    let expected = "checks command format inputs jobs passed seconds version";
    assert_eq!(run.join(" "), expected);
    assert_eq!(result["format"], "pikse-check-1");
    assert_eq!(result["inputs"], 19 + 4);
    assert_eq!(result["passed"], false);
    assert_eq!(result["command"], "pikse check checks.c --mutants 1 --coverage lines.info --json");
    let [adds, forgets] = checks(&result) else { panic!("{result}") };
    for check in [adds, forgets] {
        assert_eq!(
            keys(check).join(" "),
            "bounds by_size coverage engine explored failed failures file inputs language line \
             mutants name notes passed seconds size stopped structures"
        );
        let by_size = check["by_size"].as_array().expect("it is a list");
        let sum = |key: &str| by_size.iter().filter_map(|size| size[key].as_u64()).sum::<u64>();
        assert_eq!(check["inputs"], sum("inputs"), "{check}");
        assert_eq!(check["failed"], sum("failed"), "{check}");
        assert_eq!(keys(&check["coverage"][0]).join(" "), "file functions lines");
    }
    assert_eq!(
        keys(&adds["mutants"][0]).join(" "),
        "after before file function killed_by line operator"
    );
    let [failure] = failures(forgets) else { panic!("{forgets}") };
    assert_eq!(
        keys(failure).join(" "),
        "after before changes count kind objects place replay saved stack test text"
    );
    assert_eq!(keys(&failure["place"]).join(" "), "file function line");
    assert_eq!(keys(&failure["before"]).join(" "), "objects roots");
    assert_eq!(failure["before"]["roots"]["l"]["ref"], "list", "{failure}");
    assert_eq!(failure["after"]["objects"]["node0"]["state"], "lost", "{failure}");
    assert_eq!(failure["changes"]["lost"], Json::from(vec!["node0"]), "{failure}");
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
