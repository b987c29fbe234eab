//! Instances as text, JSON and DOT; values of expressions; cores; symbolic instances.

use pikse_alloy::{Outcome, Request, Why};

use crate::{answers, counting};

const LIST: &str = "one sig List { head: lone Node }
sig Node { next: lone Node }
fact { List.head.*next = Node and no n: Node | n in n.^next }
run {} for exactly 2 Node";

#[test]
fn an_instance_in_every_format() {
    let answer = &answers(LIST, &Request::default())[0];
    let shown = &answer.instances[0].shown;
    let text = shown.text();
    assert!(
        text.starts_with(
            "this/List={List$0}\nthis/Node={Node$0, Node$1}\nthis/List<:head={List$0->Node$"
        ),
        "{text}"
    );
    assert_eq!(shown.json()["sigs"]["this/Node"], serde_json::json!(["Node$0", "Node$1"]));
    let dot = shown.dot();
    assert!(dot.contains("\"List$0\" -> \"Node$") && dot.contains("label=\"next\""), "{dot}");
}

#[test]
fn values_of_expressions() {
    let expressions = [
        "#Node",
        "Node",
        "some next",
        "List.head.*next & Node",
        "plus[#Node, 1]",
        "Node$0 + Node$1 = Node",
        "7.plus[1]",
    ];
    let request =
        Request { evaluate: expressions.map(str::to_string).to_vec(), ..Request::default() };
    let answer = &answers(LIST, &request)[0];
    let values: Vec<&str> = answer.instances[0].values.iter().map(|v| v.1.as_str()).collect();
    assert_eq!(&values[..6], ["2", "{Node$0, Node$1}", "true", "{Node$0, Node$1}", "3", "true"]);
}

#[test]
fn enumeration_and_counts() {
    let request = Request { enumerate: Some(10), ..counting() };
    let answer = &answers("sig A { r: set A } run {} for exactly 2 A", &request)[0];
    // Relations on two elements up to renaming.
    assert_eq!((answer.count, answer.instances.len(), answer.is_complete), (Some(10), 10, true));
}

#[test]
fn a_minimal_core() {
    let text = "sig A { f: set A }
fact one_thing { some A }
fact another { all a: A | some a.f }
fact acyclic { no a: A | a in a.^f }
fact unneeded { lone f.A or some univ }
run {} for 3";
    let answer = &answers(text, &Request { core: true, ..Request::default() })[0];
    assert_eq!(answer.outcome, Outcome::Unsat);
    let Some(Why::Core(parts, true)) = &answer.core else { panic!("{:?}", answer.core) };
    let names: Vec<&str> =
        parts.iter().map(|p| p.what.as_str()).filter(|w| w.starts_with("fact")).collect();
    assert_eq!(names, ["fact one_thing", "fact another", "fact acyclic"]);
    assert_eq!(
        parts.iter().find(|p| p.what == "fact acyclic").map(|p| p.place.as_str()),
        Some("test.als:4:16")
    );
}

#[test]
fn overflow_decides_nothing() {
    let text = "sig A {}
run { some a, b: Int | a > 0 and b > 0 and plus[a, b] < 0 }
check { all a, b: Int | a > 0 and b > 0 => plus[a, b] > 0 }";
    for answer in answers(text, &Request::default()) {
        assert_eq!(answer.outcome, Outcome::Unsat, "{}", answer.command.text);
    }
}

#[test]
fn clauses_of_symbolic_instances() {
    let text = "open symbolic
one sig SortedList { header: lone Node, size: SymbolicInt }
sig Node { data: SymbolicInt, nextNode: lone Node }
pred RepOk [l: SortedList] {
  all n: l.header.*nextNode | n !in n.^nextNode
  (#l.header.*nextNode).eq[l.size]
  all n: l.header.*nextNode | some n.nextNode => (n.data).lt[n.nextNode.data]
  l.header.*nextNode = Node
}
run RepOk for exactly 3 Node";
    let answer = &answers(text, &counting())[0];
    assert_eq!((answer.count, answer.is_complete), (Some(1), true));
    let clauses = answer.instances[0].shown.clauses.clone().unwrap_or_default();
    let with = |o: &str| clauses.iter().filter(|c| c.starts_with(o)).count();
    assert_eq!(
        (clauses.len(), with("lt["), with("eq[3, SortedList$0.size]")),
        (3, 2, 1),
        "{clauses:?}"
    );
}

#[test]
fn the_two_paths_of_abs() {
    let text = "open symbolic
pred abs [x: SymbolicInt, result: SymbolicInt] {
  x.lt[0] => 0.minus[x] && result.eq[0.minus[x]] else x.gte[0] && result.eq[x]
}
run abs";
    let answer = &answers(text, &counting())[0];
    let mut clauses: Vec<Vec<String>> =
        answer.instances.iter().filter_map(|i| i.shown.clauses.clone()).collect();
    clauses.sort();
    assert_eq!(
        clauses,
        [
            vec!["eq[result, minus[0, x]]", "lt[x, 0]", "minus[0, x]"],
            vec!["eq[result, x]", "gte[x, 0]"]
        ]
    );
}
