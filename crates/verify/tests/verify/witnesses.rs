//! Witnesses.

use pikse_verify::witness::{Origin, Witness, witnesses};
use pikse_verify::{Answer, DataModel};

use crate::support::{HEAD, done_in, task};

fn of(property: &str, text: &str) -> (Answer, Vec<Witness>) {
    let (_folder, task) = task("task.c", text, property, DataModel::Lp64);
    let done = done_in(60, &task);
    let origin = Origin { version: "1".to_owned(), time: 86_400 };
    let all = witnesses(&task, &done.answer, done.counterexample.as_ref(), &origin);
    (done.answer, all)
}

#[test]
fn a_violation_has_the_inputs_and_the_target() {
    let text = format!(
        "{HEAD}int main(void) {{\n  int x = __VERIFIER_nondet_int();\n  if (x == 7)\n    reach_error();\n}}\n"
    );
    let (answer, all) = of("unreach-call", &text);
    assert_eq!(answer, Answer::False(None));
    let [yaml, graph] = &all[..] else { panic!("{all:?}") };
    assert_eq!((&*yaml.ending, &*graph.ending), ("yml", "graphml"));
    let line = text.lines().position(|line| line.contains("int x")).expect("it is there") + 1;
    for part in [
        "entry_type: \"violation_sequence\"",
        "creation_time: \"1970-01-02T00:00:00Z\"",
        "data_model: \"LP64\"",
        "type: \"function_return\"",
        "value: \"\\\\result == 7\"",
        "format: \"acsl_expression\"",
        &format!("line: {line}\n          column: 33"),
        "type: \"target\"",
        &format!("line: {}\n          column: 5", line + 2),
        "CHECK( init(main()), LTL(G ! call(reach_error())) )",
    ] {
        assert!(yaml.text.contains(part), "{part}: {}", yaml.text);
    }
    for part in [
        "<data key=\"witness-type\">violation_witness</data>",
        "<data key=\"assumption\">\\result == 7;</data>",
        "<data key=\"assumption.resultfunction\">__VERIFIER_nondet_int</data>",
        "<data key=\"violation\">true</data>",
    ] {
        assert!(graph.text.contains(part), "{part}: {}", graph.text);
    }
}

#[test]
fn a_proof_needs_no_invariants() {
    let (answer, all) = of("no-overflow", "int main(void) { return 0; }");
    assert_eq!((answer, all.len()), (Answer::True, 1));
    assert!(all[0].text.contains("entry_type: \"invariant_set\""));
    assert!(all[0].text.contains("content: []"));
    let (_, none) = of("no-data-race", "int main(void) { return 0; }");
    assert!(none.is_empty());
}
