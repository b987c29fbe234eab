//! `pikse verify`.

use crate::common::{folder, run, run_in};

const CALL: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
const REACHED: &str = "extern void abort(void);\nvoid reach_error(void) { abort(); }\n\
                       extern int __VERIFIER_nondet_int(void);\n\
                       int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); return 0; }\n";
const ENDLESS: &str = "extern int __VERIFIER_nondet_int(void);\n\
                       int main(void) { while (__VERIFIER_nondet_int()) { } return 0; }\n";

fn definition(file: &str, verdict: &str) -> String {
    format!(
        "format_version: '2.0'\ninput_files: {file}\nproperties:\n  - property_file: call.prp\n    \
         expected_verdict: {verdict}\noptions:\n  language: C\n  data_model: LP64\n"
    )
}

#[test]
fn the_example_tasks_are_answered_right() {
    let ended = run("verify verify --json");
    assert_eq!(ended.code, 0, "{ended:?}");
    let json = ended.json();
    assert_eq!(json["result"], "passed");
    assert_eq!(json["summary"]["wrong"], 0);
    assert_eq!(json["summary"]["score"], json["summary"]["maximum_score"]);
    let tasks = json["tasks"].as_array().expect("a list");
    let of = |name: &str, property: &str| {
        let found = tasks.iter().find(|task| {
            task["task"].as_str().is_some_and(|text| text.contains(name))
                && task["property"] == property
        });
        found.unwrap_or_else(|| panic!("{name} {property}"))
    };
    assert_eq!(of("use_after_free", "valid-memsafety")["subproperty"], "valid-deref");
    let reached = of("off_by_one", "unreach-call");
    assert_eq!(
        (&reached["verdict"], &reached["confirmed_natively"]),
        (&"false".into(), &true.into())
    );
    assert_eq!(reached["comparison"], "right");
}

#[test]
fn a_wrong_answer_fails_and_an_unknown_one_is_incomplete() {
    let files = [
        ("call.prp", CALL),
        ("r.c", REACHED),
        ("e.c", ENDLESS),
        ("right.yml", &definition("r.c", "false")),
        ("wrong.yml", &definition("r.c", "true")),
        ("endless.yml", &definition("e.c", "true")),
    ];
    let folder = folder(&files);
    let ended = run_in(folder.path(), "verify right.yml --witnesses out");
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(ended.stdout.starts_with("right    false"), "{ended:?}");
    assert!(
        ended.stdout.ends_with("1 tasks: 1 right, 0 wrong, 0 unknown; score 1 of 1\n"),
        "{ended:?}"
    );
    assert!(folder.path().join("out/0001-right.unreach-call.witness.yml").exists());
    let ended = run_in(folder.path(), "verify right.yml wrong.yml endless.yml --time 2s");
    assert_eq!(ended.code, 1, "{ended:?}");
    assert!(ended.stdout.contains("WRONG    false"), "{ended:?}");
    assert!(ended.stdout.contains("expected true"), "{ended:?}");
    assert!(ended.stdout.contains("score -15 of 5"), "{ended:?}");
    let ended = run_in(folder.path(), "verify endless.yml --time 2s");
    assert_eq!(ended.code, 3, "{ended:?}");
    assert!(ended.stdout.contains("incomplete: time limit reached"), "{ended:?}");
    assert_eq!(run_in(folder.path(), "verify endless.yml --time 2s --allow-incomplete").code, 0);
}

#[test]
fn programs_are_tasks_without_expectations() {
    let folder = folder(&[("r.c", REACHED), ("call.prp", CALL)]);
    let ended = run_in(folder.path(), "verify r.c --property call.prp");
    assert_eq!(ended.code, 1, "{ended:?}");
    assert!(ended.stdout.starts_with("violated false"), "{ended:?}");
    assert_eq!(run_in(folder.path(), "verify r.c --property no-overflow").code, 0);
    let narrow =
        run_in(folder.path(), "verify r.c --property no-overflow --data-model ilp32 --json");
    assert_eq!((narrow.code, &narrow.json()["tasks"][0]["data_model"]), (0, &"ILP32".into()));
}

#[test]
fn bad_input_is_one_diagnostic() {
    let files = [
        ("r.c", REACHED),
        ("call.prp", CALL),
        ("missing.yml", &definition("no.c", "true")),
        ("maybe.yml", &definition("r.c", "maybe")),
        ("broken.yml", "format_version: ['2.0'\n"),
    ];
    let folder = folder(&files);
    for (arguments, message) in [
        ("verify r.c", "name the property with --property"),
        ("verify r.c --property nonsense", "neither a file nor a property"),
        ("verify missing.yml", "missing.yml:2: `no.c` cannot be read"),
        ("verify maybe.yml", "maybe.yml:5: `expected_verdict` is maybe"),
        ("verify broken.yml", "broken.yml:"),
        ("verify absent.yml", "`absent.yml` cannot be read"),
        ("verify call.prp", "call.prp:"),
    ] {
        let ended = run_in(folder.path(), arguments);
        assert_eq!(ended.code, 2, "{arguments}: {ended:?}");
        assert!(ended.stderr.contains(message), "{arguments}: {ended:?}");
    }
}
