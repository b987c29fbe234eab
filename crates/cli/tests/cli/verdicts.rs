//! Answers that say no more than what was tried.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::common::{command, folder, run_in};

/// A list whose predicate never reads the keys.
const LIST: &str = "
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>
struct node { struct node *next; int key; };
struct list { struct node *head; int size; };
bool rep_ok(const struct list *l) {
    int n = 0;
    for (struct node *p = l->head; p; p = p->next)
        if (++n > l->size) return false;
    return n == l->size;
}
/* Wrong after the key 2. */
void insert(struct list *l, int key) {
    struct node **at = &l->head;
    while (*at && (*at)->key < key) at = &(*at)->next;
    struct node *n = malloc(sizeof *n);
    n->key = key; n->next = *at; *at = n;
    l->size += n->next && n->next->key == 2 ? 2 : 1;
}
void die(struct list *l) {
    for (struct node *p = l->head; p; p = p->next)
        if (p->key == 2) kill(getpid(), SIGKILL);
}
void loop(struct list *l, int key) {
    while (l->head && l->head->key >= key) l->size ^= 1;
}
void nothing(struct list *l) {}
bool full(const struct list *l) { return l->size > 10; }
bool stuck(const struct list *l) { for (volatile int i = 0; l->size; i++) {} return l->size == 0; }
";

#[test]
fn what_the_code_reads_is_varied() {
    let folder = folder(&[("list.c", LIST)]);
    let check = "check list.c --call insert --args key=0..n --post rep_ok --size 3 --json";
    let found = run_in(folder.path(), check);
    assert_eq!(found.code, 1, "{found:?}");
    let found = found.whole_json();
    let check_of = |json: &serde_json::Value| json["checks"][0].clone();
    let failure = &check_of(&found)["failures"][0];
    assert_eq!(failure["objects"], 2, "{failure}");
    assert!(failure["before"].to_string().contains("2"), "{failure}");
    // Every number of workers tries the same inputs.
    let shared = run_in(folder.path(), &format!("{check} --jobs 3")).whole_json();
    for key in ["inputs", "failed"] {
        assert_eq!(check_of(&shared)[key], check_of(&found)[key], "{key}");
    }
    // The way back is explicit, and says so.
    let first = run_in(folder.path(), &format!("{check} --unread first"));
    assert_eq!(first.code, 0, "{first:?}");
    let first = check_of(&first.whole_json());
    assert!(first["inputs"].as_u64() < check_of(&found)["inputs"].as_u64(), "{first}");
    assert!(first["notes"].to_string().contains("--unread first"), "{first}");
}

/// A failure that depends on a value that was chosen late is saved with it, and runs again.
#[test]
fn late_choices_are_replayed() {
    let folder = folder(&[("list.c", LIST)]);
    let check = "check list.c --call insert --args key=0..n --post rep_ok --size 3";
    assert_eq!(run_in(folder.path(), check).code, 1);
    let again = run_in(folder.path(), "replay pikse-out/insert-1.json");
    assert_eq!(again.code, 1, "{again:?}");
    assert!(again.stdout.contains("post-condition"), "{again:?}");
}

#[test]
fn a_worker_that_dies_after_a_late_read_is_survived() {
    let folder = folder(&[("list.c", LIST)]);
    for jobs in [1, 3] {
        let check = format!("check list.c --call die --size 3 --json --jobs {jobs}");
        let found = run_in(folder.path(), &check);
        assert_eq!(found.code, 1, "{found:?}");
        let found = &found.whole_json()["checks"][0];
        // Lists of up to 3 keys: those without 2, and those that end at the first 2.
        let by_length = |n: u32| (0..n).map(|at| 3_u64.pow(at)).sum::<u64>() + 3_u64.pow(n);
        let dying = |n: u32| (0..n).map(|at| 3_u64.pow(at)).sum::<u64>();
        assert_eq!(found["inputs"], (0..=3).map(by_length).sum::<u64>(), "{found}");
        assert_eq!(found["failed"], (0..=3).map(dying).sum::<u64>(), "{found}");
        assert_eq!(found["failures"][0]["kind"], "killed", "{found}");
    }
}

#[test]
fn nothing_is_no_success() {
    let folder = folder(&[("list.c", LIST)]);
    for arguments in [
        "count list.c --size 3 --predicate full",
        "generate list.c --size 3 --predicate full",
        "check list.c --call insert --args key=0..n --pre full --size 3",
    ] {
        let ended = run_in(folder.path(), arguments);
        assert_eq!(ended.code, 3, "{arguments}: {ended:?}");
        let text = ended.stdout + &ended.stderr;
        assert!(text.contains("Likely cause") && text.contains("was read"), "{arguments}: {text}");
        assert_eq!(run_in(folder.path(), &format!("{arguments} --allow-incomplete")).code, 0);
    }
    // There is no node.
    let ended = run_in(folder.path(), "count list.c --size 3 --objects node=0 --range list.size=1");
    assert_eq!(ended.code, 3, "{ended:?}");
    assert!(ended.stdout.contains("`list.head` is always null"), "{ended:?}");
}

/// Candidates on which the pre-condition fails are no inputs.
#[test]
fn candidates_are_not_counted_as_inputs() {
    let folder = folder(&[("list.c", LIST)]);
    let arguments = "check list.c --call nothing --predicate stuck --size 3 --time-limit 100ms";
    let ended = run_in(folder.path(), arguments);
    assert_eq!(ended.code, 1, "{ended:?}");
    assert!(ended.stdout.contains("the pre-condition has no result for 3 candidates"), "{ended:?}");
    assert!(!ended.stdout.contains("inputs failed"), "{ended:?}");
}

/// Only the first runs of an endless loop take the whole time limit.
#[test]
fn endless_loops_cost_little() {
    let folder = folder(&[("list.c", LIST)]);
    let arguments = "check list.c --call loop --args key=0..n --size 3 --time-limit 1s --json";
    let ended = run_in(folder.path(), arguments);
    assert_eq!(ended.code, 1, "{ended:?}");
    let check = &ended.whole_json()["checks"][0];
    // 3 lists with a node, and 10 pairs of keys with the first not below the second.
    assert_eq!(check["failed"], 30, "{check}");
    assert_eq!(check["failures"].as_array().map(Vec::len), Some(1), "{check}");
    assert!(check["notes"].to_string().contains("28 ended after a twentieth"), "{check}");
}

/// An interrupted run leaves no file that looks complete.
#[test]
fn an_interrupt_leaves_no_complete_file() {
    let folder = folder(&[("list.c", LIST)]);
    let arguments = "generate list.c --size 9 --unread vary --output lists.json";
    let mut child = command(folder.path())
        .args(arguments.split_whitespace())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let begun = Instant::now();
    // It writes for minutes.
    let temporary = || {
        let files = std::fs::read_dir(folder.path()).expect("the folder is there");
        files.flatten().any(|file| {
            let is_temporary = file.file_name().to_string_lossy().starts_with(".pikse-");
            is_temporary && file.metadata().is_ok_and(|found| found.len() > 0)
        })
    };
    while !temporary() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).expect("it can be sent");
    assert_eq!(child.wait().expect("it ends").code(), Some(3));
    assert!(!folder.path().join("lists.json").exists());
    assert!(folder.path().join("lists.json.partial").exists());
}

const ARITHMETIC: &str = "
#include <stdbool.h>
int add(int x, int y) { return x + y; }
int subtract(int x, int y) { return x - y; }
int shift(int x) { return 1 << x; }
int nothing(int x) { int *p = 0; if (x < 2) return 0; return *p; }
typedef enum { RED, GREEN } color;
struct record { unsigned char u; bool b; char c; color k; short list[2]; char name[3]; int same; };
bool rep_ok(struct record *r) { return r->u < 250; }
bool change(struct record *r) {
    r->u += 200; r->b = !r->b; r->c = 'z'; r->k = GREEN; r->list[1] = -1; r->name[0] = 'a'; r->same = 0;
    return false;
}
";

/// Undefined arithmetic is named, and a null pointer is found even where the compiler sees it.
#[test]
fn undefined_operations_are_named() {
    let folder = folder(&[("a.c", ARITHMETIC)]);
    let check = |arguments: &str| run_in(folder.path(), &format!("check a.c --call {arguments}"));
    for (arguments, texts) in [
        (
            "add --args x=2147483646..2147483647 --args y=0..2 --ub",
            &[
                "3 of 6 inputs",
                "undefined-behaviour at a.c:3",
                "signed integer overflow in an addition",
            ],
        ),
        (
            "subtract --args x=-2147483648..-2147483647 --args y=0..1 --ub",
            &["1 of 4 inputs", "undefined-behaviour at a.c:4", "overflow in a subtraction"],
        ),
        (
            "shift --args x=31..33 --ub",
            &["3 of 3 inputs", "undefined-behaviour at a.c:5", "a shift by too many bits"],
        ),
        (
            "nothing --args x=0..3",
            &["2 of 4 inputs", "bad-access at a.c:6", "dereferences a null pointer"],
        ),
    ] {
        let ended = check(arguments);
        assert_eq!(ended.code, 1, "{ended:?}");
        for text in texts {
            assert!(ended.stdout.contains(text), "{arguments}: {text}: {ended:?}");
        }
        assert!(!ended.stdout.contains("after:"), "nothing has changed: {ended:?}");
    }
}

/// Values are shown in their types, before and after, and what did not change is not shown as changed.
#[test]
fn values_are_shown_in_their_types() {
    let folder = folder(&[("a.c", ARITHMETIC)]);
    let ended = run_in(folder.path(), "check a.c --call change --size 1 --post rep_ok");
    assert_eq!(ended.code, 0, "{ended:?}");
    let text = format!(
        "#include <pikse.h>\n{ARITHMETIC}PIKSE_CHECK(changes, struct record *r) {{ PIKSE_ASSERT(change(r)); }}\n"
    );
    std::fs::write(folder.path().join("b.c"), text).expect("it is written");
    let ended = run_in(folder.path(), "check b.c --size 1");
    let expected = "r record (u 0 → 200, b false → true, c 0 → 122 ('z'), k RED → GREEN, \
                    list [0, 0] → [0, -1], name \"\" → \"a\", same 0)";
    assert!(ended.stdout.contains(expected), "{ended:?}");
}

const VECTORS: &str = "\
pub struct Bag { items: Vec<u8>, limit: u8 }
impl Bag {
    pub fn rep_ok(&self) -> bool { self.limit < 200 && self.items.iter().all(|&item| item < 200) }
    /// Wrong for two equal zeros, and for one number with a greater sum.
    pub fn sum(&self) -> u8 {
        assert!(self.items != [0, 0] && self.items != [2] && self.limit != 2);
        0
    }
}
";

/// The smallest input has the fewest objects, then the shortest vectors, then the least numbers.
#[test]
fn the_smallest_input_is_the_shortest() {
    let folder = folder(&[("bag.rs", VECTORS)]);
    let ended = run_in(folder.path(), "check bag.rs --call Bag::sum --size 2 --json");
    assert_eq!(ended.code, 1, "{ended:?}");
    let json = ended.whole_json();
    let smallest = json["checks"][0]["failures"][0]["input"].as_str().unwrap_or_default();
    assert_eq!(smallest, "self Bag (items [], limit 2)", "{json}");
    std::fs::write(folder.path().join("bag.rs"), VECTORS.replace(" && self.limit != 2", ""))
        .expect("it is written");
    let json = run_in(folder.path(), "check bag.rs --call Bag::sum --size 2 --json").whole_json();
    let smallest = json["checks"][0]["failures"][0]["input"].as_str().unwrap_or_default();
    assert_eq!(smallest, "self Bag (items [2], limit 0)", "{json}");
}
