//! `pikse model`.

use crate::common::{folder, json, run, run_in};

#[test]
fn all_commands_of_a_model_give_what_they_expect() {
    let ended = run("model models/binary_tree.als --all");
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(ended.stdout.contains("run three: instance, as expected"), "{ended:?}");
}

#[test]
fn counts_without_isomorphs() {
    let answer = json("model models/binary_tree.als --command four --count --no-isomorphs");
    assert_eq!(answer["result"], "sat", "{answer}");
    assert_eq!(answer["count"], 14, "{answer}");
    let answer = json("model models/symbolic/abs.als --enumerate 9");
    assert_eq!(answer["count"], 2, "{answer}");
    assert!(answer["instances"][0]["solution"].is_object(), "{answer}");
}

#[test]
fn a_counterexample_and_a_violated_expectation_are_failures() {
    let models = folder(&[
        ("check.als", "sig A {} check { no A }"),
        ("expect.als", "sig A {} run { no A and some A } expect 1"),
        ("wrong.als", "sig A {} run { some B }"),
    ]);
    for (arguments, code) in
        [("model check.als", 1), ("model expect.als", 1), ("model wrong.als", 2)]
    {
        let ended = run_in(models.path(), arguments);
        assert_eq!(ended.code, code, "{ended:?}");
    }
    let ended = run_in(models.path(), "model wrong.als");
    assert!(
        ended.stderr.starts_with("error: wrong.als:1:21: the name `B` is unknown"),
        "{ended:?}"
    );
}
