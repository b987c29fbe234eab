//! The formats for terminals and for other programs, of explorations.

use std::collections::BTreeSet;

use pikse_report::explore::{html, json, junit, sarif, terminal};
use pikse_report::{ExploreRun, lcov};
use serde_json::{Value as Json, json};

use super::explore_fixtures as fixtures;
use super::writers::{check_location, parsed, well_formed, without_colours};

#[test]
fn the_terminal_says_what_was_found_and_what_to_type() {
    let text = terminal::write(&fixtures::run(), false, true);
    for expected in [
        "src/parse.c src/other.c: 12,345 paths, 6 rejected, 3 errors, 57 % of lines, 1.50 s\n",
        "\nerror: access out of bounds: read of 4 bytes <b>&\\u{1b}[31m\\u{0}]]></script> of `table`\n\
         \x20 at src/parse.c:3:12 in look_up\n  called at src/parse.c:9:16 in parse\n\
         \x20 called at src/parse.c in main\n  text = 52 (\"4\")\n  n = -3\n\
         \x20 input (? was not read):\n       l list\n       └─ head node0 (next ?)\n\
         \x20 on 1,234 paths\n  test pikse-out/parse/error-000001.c\n\
         \x20 pikse replay pikse-out/parse/error-000001.json\n",
        "\nerror: assertion failed\n  at /abs/päth with space/other.c:7\n\n",
        "\nincomplete:\n  time limit reached (--time) (3 paths)\n  unsupported: call of `<f>`\n",
        "note: the bitcode is optimised: several branches of the source may be one path\n\
         12,345 tests in pikse-out/parse\n",
        "71,269 instructions (0.0 M/s), 116 splits, 129 solver queries at branches, 382 expressions, \
         at most 13 states, 64 MB\n",
        "       blast        117        117       20.0\n",
    ] {
        assert!(text.contains(expected), "{expected:?} is not in\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "there are no colours");
    assert!(text.lines().all(|line| line.len() < 600), "a long input is cut");
    let coloured = terminal::write(&fixtures::run(), true, true);
    assert_ne!(coloured, text);
    assert_eq!(without_colours(&coloured), text);
    let nothing = ExploreRun::default();
    let expected = ": 0 paths, no error, 100 % of lines, less than 1 ms\n\n\
                    complete: every path was followed to its end\n";
    assert_eq!(terminal::write(&nothing, false, false), expected);
}

/// A recursion is shown once, and a run with errors is not green, even if it is complete.
#[test]
fn recursion_is_folded_and_a_failure_is_not_green() {
    let mut run = fixtures::run();
    let mut place = run.errors[0].stack[1].clone();
    place.function = "down".to_owned();
    run.errors[0].stack = vec![place; 40];
    run.incomplete = None;
    let text = terminal::write(&run, false, false);
    assert!(
        text.contains(" in down\n  called at src/parse.c:9:16 in down\n  … and 38 times more\n"),
        "{text}"
    );
    assert!(junit::write(&run).contains("… and 38 times more"));
    let coloured = terminal::write(&run, true, false);
    assert!(coloured.contains("\ncomplete: every path"), "{coloured:?}");
    run.errors.clear();
    assert!(!terminal::write(&run, true, false).contains("\ncomplete: every path"));
}

#[test]
fn nearly_all_lines_are_not_all() {
    let mut run = fixtures::run();
    run.coverage.truncate(1);
    run.coverage[0].lines = (1..=1_000).map(|line| (line, u64::from(line > 1))).collect();
    let text = terminal::write(&run, false, false);
    assert!(text.contains(", 99 % of lines,"), "{text}");
}

#[test]
fn json_has_the_documented_keys() {
    let text = json::write(&fixtures::run());
    assert_eq!(text.lines().count(), 1, "it is one line");
    let run = parsed(&text);
    let keys = |value: &Json| -> BTreeSet<String> {
        value.as_object().expect("an object").keys().cloned().collect()
    };
    for (value, expected) in [
        (
            &run,
            "format version command entry seconds paths rejected killed blocked tests folder errors result complete \
             incomplete cut notes instructions queries splits states peak_mb solver coverage jobs digest from to \
             since stage_seconds stage_reused",
        ),
        (
            &run["errors"][0],
            "kind title message stack places count path inputs structure test code",
        ),
        (&run["errors"][0]["places"][0], "file line column function"),
        (&run["errors"][0]["inputs"][0], "name bytes value"),
        (&run["cut"][0], "kind why paths"),
        (&run["solver"][0], "tier queries hits seconds"),
    ] {
        assert_eq!(keys(value), expected.split(' ').map(str::to_owned).collect());
    }
    assert_eq!(run["format"], "pikse-explore-1");
    assert_eq!((&run["result"], &run["complete"]), (&json!("failed"), &json!(false)));
    let left_out = &run["incomplete"];
    assert_eq!(left_out["tried"], json!({"count": 12_345, "what": "paths"}));
    let first =
        json!({"kind": "time", "text": "time limit reached (--time) (3 paths)", "paths": 3});
    assert_eq!(left_out["reasons"][0], first);
    assert_eq!((&run["paths"], &run["tests"]), (&json!(12_345), &json!(12_345)));
    assert_eq!(run["errors"][0]["stack"][0], "src/parse.c:3:12 in look_up");
    assert_eq!(run["errors"][0]["inputs"][1]["bytes"], json!([253, 255, 255, 255]));
    assert_eq!(run["errors"][0]["inputs"][2]["value"], "node0");
    let unread = json!({"unread": true});
    assert_eq!(run["errors"][0]["structure"]["objects"]["node0"]["fields"]["next"], unread);
    assert_eq!(run["errors"][1]["structure"], Json::Null);
    assert_eq!(run["errors"][1]["test"], Json::Null);
    assert_eq!(run["peak_mb"], 64.0);
    assert_eq!(run["coverage"], 4.0 / 7.0);
}

#[test]
fn junit_is_well_formed_and_counts_right() {
    let xml = junit::write(&fixtures::run());
    let (elements, text) = well_formed(&xml);
    let count = |name: &str| elements.iter().filter(|element| *element == name).count();
    assert_eq!((count("testcase"), count("failure"), count("testsuite")), (1, 1, 1));
    assert_eq!(xml.matches("tests=\"1\" failures=\"1\" errors=\"0\" time=\"1.500\"").count(), 2);
    for expected in [
        "a::<b>src/parse.c src/other.c1.500",
        "access out of bounds at src/parse.c:3:12 in look_up: read of 4 bytes \
         <b>&\\u{1b}[31m\\u{0}]]></script>",
        "\n  called at src/parse.c:9:16 in parse\n",
        "on 1,234 paths, the first with:\n  text = 52 (\"4\")\n  n = -3\n  list.head = node0\n",
        "assertion failed at /abs/päth with space/other.c:7\n",
        "12,345 paths, 6 rejected, 3 errors\n4 of 7 lines covered\n",
        "incomplete: time limit reached (--time) (3 paths)",
        "note: the bitcode is optimised",
    ] {
        assert!(text.contains(expected), "{expected:?} is not in\n{text}");
    }
    let (elements, _) = well_formed(&junit::write(&ExploreRun::default()));
    assert!(!elements.contains(&"failure".to_owned()));
    assert!(!elements.contains(&"error".to_owned()));
}

/// An exploration that is not complete and has no error has not passed, in any format.
#[test]
fn incomplete_is_never_passed() {
    let run = ExploreRun { errors: Vec::new(), ..fixtures::run() };
    assert_eq!(run.verdict().word(), "incomplete");
    let text = terminal::write(&run, false, false);
    assert!(text.contains("6 rejected, INCOMPLETE, no error so far, 57 % of lines"), "{text}");
    assert!(text.contains("\nincomplete:\n  time limit reached (--time) (3 paths)\n"), "{text}");
    let parsed_run = parsed(&json::write(&run));
    assert_eq!(parsed_run["result"], "incomplete");
    let xml = junit::write(&run);
    let (elements, text) = well_formed(&xml);
    assert!(elements.contains(&"error".to_owned()) && !elements.contains(&"failure".to_owned()));
    assert!(xml.contains("failures=\"0\" errors=\"1\""), "{xml}");
    assert!(text.contains("incomplete: time limit reached (--time) (3 paths); "), "{text}");
    assert!(text.contains("; after 12,345 paths"), "{text}");
    let log = parsed(&sarif::write(&run));
    let log = &log["runs"][0];
    assert_eq!(log["invocations"][0]["executionSuccessful"], false);
    let [result] = &log["results"].as_array().expect("there are results")[..] else {
        panic!("one result: {log}")
    };
    assert_eq!((&result["level"], &result["ruleId"]), (&json!("warning"), &json!("incomplete")));
    check_location(&result["locations"][0]);
    assert!(lcov::of_files(&run.coverage, false).starts_with("TN:incomplete\nSF:src/parse.c\n"));
}

#[test]
fn sarif_has_what_the_schema_requires() {
    let log = parsed(&sarif::write(&fixtures::run()));
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("there are rules");
    let ids: Vec<&str> = rules.iter().filter_map(|rule| rule["id"].as_str()).collect();
    assert_eq!(ids, ["assertion", "incomplete", "out-of-bounds"], "one for each kind");
    let notes = run["invocations"][0]["toolExecutionNotifications"].as_array().expect("notes");
    let levels: Vec<&str> = notes.iter().filter_map(|note| note["level"].as_str()).collect();
    assert_eq!(levels, ["warning", "warning", "note"]);
    let results = run["results"].as_array().expect("there are results");
    assert_eq!(results.len(), 4);
    assert_eq!(results[3]["ruleId"], "incomplete");
    for result in results {
        let rule = result["ruleIndex"].as_u64().expect("a rule") as usize;
        assert_eq!(result["ruleId"], ids[rule]);
        let level = if result["ruleId"] == "incomplete" { "warning" } else { "error" };
        assert_eq!(result["level"], level);
        check_location(&result["locations"][0]);
    }
    let first = &results[0];
    let region = &first["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region, &json!({"startLine": 3, "startColumn": 12}));
    assert_eq!(first["occurrenceCount"], 1_234);
    let text = first["message"]["text"].as_str().unwrap_or_default();
    assert!(
        text.ends_with("The inputs of the first:\ntext = 52 (\"4\")\nn = -3\nlist.head = node0"),
        "{text}"
    );
    let steps = &first["codeFlows"][0]["threadFlows"][0]["locations"];
    assert_eq!(steps[0]["location"]["logicalLocations"][0]["name"], "main");
    // An error without a place is shown at the program.
    let uri = &results[2]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(uri, "src/parse.c");
    let prints = |at: usize| &results[at]["partialFingerprints"]["pikseFailure/v1"];
    assert_ne!(prints(0), prints(1));
}

#[test]
fn lcov_has_lines_and_functions() {
    let expected = "\
TN:
SF:src/parse.c
FN:1,look_up
FN:6,parse
FN:13,never
FNDA:1,look_up
FNDA:1,parse
FNDA:0,never
FNF:3
FNH:2
DA:3,1
DA:8,1
DA:9,1
DA:10,1
DA:15,0
DA:16,0
LF:6
LH:4
end_of_record
TN:
SF:src/gone.c
FNF:0
FNH:0
DA:1,0
LF:1
LH:0
end_of_record
";
    assert_eq!(lcov::of_files(&fixtures::run().coverage, true), expected);
}

#[test]
fn nothing_in_the_data_ends_the_script() {
    let html = html::write(&fixtures::run(), &fixtures::source);
    let (_, data) = html.split_once("id=\"data\">").expect("there is data");
    let (data, _) = data.split_once("</script>").expect("the data ends");
    assert!(!data.contains('<'));
    let data = parsed(data);
    assert_eq!(data["entry"], "a::<b>");
    // Each condition stands once.
    assert_eq!(data["tree"]["conditions"].as_array().map(Vec::len), Some(7));
    assert_eq!(data["tree"]["parent"].as_array().map(Vec::len), Some(31 + 80));
    assert!(html.ends_with("</html>\n"));
}
