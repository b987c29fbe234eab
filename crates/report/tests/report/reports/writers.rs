//! The formats for terminals and for other programs.

use std::collections::BTreeSet;

use pikse_report::{CheckRun, json, junit, lcov, sarif, terminal};
use serde_json::{Value as Json, json};

use super::fixtures;

pub(crate) fn parsed(text: &str) -> Json {
    serde_json::from_str(text).expect("it is JSON")
}

#[test]
fn the_terminal_says_what_failed_and_what_to_type() {
    let text = terminal::write(&fixtures::run(), false);
    for expected in [
        "FAIL bst_add (src/bst.c:14): 32 of 12,345 inputs failed\n",
        "     size 5, 1,763 structures, 98,765 runs of the pre-condition, 1.23 s, checkpoint\n",
        "  1. assertion failed at src/bst.c:16 in pikse_check_bst_add, on 31 inputs\n",
        "     Assertion `rep_ok(t)' failed. <b>&\\u{1b}[31m\\u{0}]]></script>\n",
        "     called from src/bst.c in main\n",
        "     the smallest input (7 objects):\n       t bst (size 6)\n",
        "     after:\n       t bst (size 6 → 7)\n",
        "right node2 → new1 [new] (right wild 0xff",
        "       node3 [freed]\n",
        "     saved  pikse-out/bst_add/1.json\n",
        "       survived src/bst.c:8 in bst_add, change operator: < → <=\n",
        "INCOMPLETE heap::pop: 1 input\n",
        "     incomplete: time limit reached (--stop-after); no result for 1 of 1 mutant; after 1 \
         input, about 12.5 % of the space\n",
        "     mutants: 0 of 1 killed, 1 without a result\n",
        "INCOMPLETE <last> & least did not run: the run was interrupted\n",
        "3 checks, 1 failed, 2 incomplete: 12,386 inputs in 1.50 s, 2 jobs\n",
        "next: pikse check src/bst.c --replay pikse-out/bst_add/1.json\n",
    ] {
        assert!(text.contains(expected), "{expected:?} is not in\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "there are no colours");
    assert!(text.lines().all(|line| line == line.trim_end()), "no space at the end of lines");
}

/// Text without the codes for colours.
pub(crate) fn without_colours(coloured: &str) -> String {
    let mut stripped = String::new();
    for (at, part) in coloured.split("\u{1b}[").enumerate() {
        stripped.push_str(if at == 0 { part } else { part.split_once('m').expect("a colour").1 });
    }
    stripped
}

#[test]
fn colours_change_nothing_else() {
    let (plain, coloured) =
        (terminal::write(&fixtures::run(), false), terminal::write(&fixtures::run(), true));
    assert_ne!(coloured, plain);
    assert_eq!(without_colours(&coloured), plain);
}

#[test]
fn the_terminal_cuts_long_drawings() {
    let mut run = fixtures::run();
    run.checks[0].failures[0].before = fixtures::list(500, fixtures::Links::Single);
    let text = terminal::write(&run, false);
    assert!(text.contains(" more lines\n"), "{text}");
    assert!(text.lines().count() < 200);
    let passed = terminal::write(&CheckRun::default(), false);
    assert_eq!(passed, "0 checks, nothing ran: 0 inputs in less than 1 ms, 0 jobs\n");
}

#[test]
fn json_has_the_documented_keys() {
    let run = parsed(&json::write(&fixtures::run()));
    let keys = |value: &Json| -> Vec<String> {
        value.as_object().expect("an object").keys().cloned().collect()
    };
    let sorted = |text: &str| {
        let keys: BTreeSet<String> = text.split(' ').map(str::to_owned).collect();
        keys.into_iter().collect::<Vec<_>>()
    };
    let check = &run["checks"][0];
    let failure = &check["failures"][0];
    for (value, expected) in [
        (
            &run,
            "format version command seconds jobs result passed incomplete not_run inputs checks",
        ),
        (
            check,
            "name language file line result passed incomplete size bounds inputs failed undecided structures \
             explored seconds engine notes by_size failures mutants coverage",
        ),
        (
            failure,
            "kind text of_pre place stack count objects input before after changes saved replay test",
        ),
        (&check["mutants"][0], "operator file line function before after result killed_by"),
        (&check["coverage"][0], "file lines functions"),
        (&failure["before"], "roots objects"),
    ] {
        assert_eq!(keys(value), sorted(expected));
    }
    assert_eq!(run["format"], "pikse-check-2");
    assert_eq!((&run["result"], &run["passed"]), (&json!("failed"), &json!(false)));
    let results = |check: usize| (&run["checks"][check]["result"], &run["checks"][check]["passed"]);
    assert_eq!(results(1), (&json!("passed"), &json!(true)));
    assert_eq!(results(2), (&json!("incomplete"), &json!(false)));
    let left_out = &run["checks"][2]["incomplete"];
    assert_eq!(left_out["done"], 0.1259);
    assert_eq!(left_out["tried"], json!({"count": 1, "what": "inputs"}));
    let kinds = [&left_out["reasons"][0]["kind"], &left_out["reasons"][1]["kind"]];
    assert_eq!(kinds, [&json!("time"), &json!("open-mutants")]);
    assert_eq!(run["not_run"][0]["what"], "<last> & least");
    assert_eq!(run["checks"][1]["structures"], Json::Null);
    assert_eq!(failure["before"]["roots"], json!({"t": {"ref": "bst"}, "x": 3}));
    let new = &failure["after"]["objects"]["new1"];
    assert_eq!((&new["state"], &new["fields"]["right"]), (&json!("new"), &json!({"wild": "0xff"})));
    assert_eq!(failure["changes"]["freed"], json!(["node3"]));
    let fields = json!(["bst.size", "node0.right", "node1.left", "node1.key"]);
    assert_eq!(failure["changes"]["fields"], fields);
}

/// Checks that a text is well-formed XML, as far as the writer uses it; gives the names of
/// the elements in order of their ends, and all text.
pub(crate) fn well_formed(xml: &str) -> (Vec<String>, String) {
    let mut rest =
        xml.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").expect("prolog");
    let (mut open, mut closed, mut all) = (Vec::new(), Vec::new(), String::new());
    while let Some((text, tail)) = rest.split_once('<') {
        all.push_str(&unescaped(text));
        let (tag, tail) = tail.split_once('>').expect("a tag ends");
        rest = tail;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "what ends is what began last");
            closed.push(name.to_owned());
            continue;
        }
        let (tag, empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{name}");
        let mut quoted = attributes.split('"');
        let mut seen = BTreeSet::new();
        while let Some(attribute) = quoted.next().map(str::trim).filter(|a| !a.is_empty()) {
            assert!(attribute.ends_with('=') && seen.insert(attribute), "{tag}");
            all.push_str(&unescaped(quoted.next().expect("a value ends")));
        }
        if empty { closed.push(name.to_owned()) } else { open.push(name.to_owned()) }
    }
    assert_eq!((open.len(), rest.trim()), (0, ""), "everything ends");
    (closed, all)
}

fn unescaped(text: &str) -> String {
    let allowed = |c: char| c >= ' ' && c != '\u{fffe}' && c != '\u{ffff}' || c == '\n';
    assert!(text.chars().all(allowed), "a character that XML forbids: {text:?}");
    for entity in text.split('&').skip(1) {
        let (name, _) = entity.split_once(';').expect("an entity ends");
        assert!(["amp", "lt", "gt", "quot", "#10", "#9"].contains(&name), "&{name};");
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    text.replace("&#10;", "\n").replace("&#9;", "\t").replace("&amp;", "&")
}

#[test]
fn junit_is_well_formed_and_counts_right() {
    let mut run = fixtures::run();
    run.command = "pikse check \"a & b\"\n\t<x>\u{ffff}".to_owned();
    let xml = junit::write(&run);
    let (elements, text) = well_formed(&xml);
    let count = |name: &str| elements.iter().filter(|element| *element == name).count();
    assert_eq!((count("testcase"), count("failure"), count("testsuite")), (4, 1, 1));
    assert_eq!(count("error"), 2, "what was not tried is an error");
    assert_eq!(elements.last().map(String::as_str), Some("testsuites"));
    let totals = "tests=\"4\" failures=\"1\" errors=\"2\" time=\"1.500\"";
    assert_eq!(xml.matches(totals).count(), 2);
    for expected in [
        "pikse check \"a & b\"\n\t<x>\\u{ffff}",
        "assertion failed at src/bst.c:16 in pikse_check_bst_add: Assertion `rep_ok(t)' failed. \
         <b>&\\u{1b}[31m\\u{0}]]></script>",
        "\nt bst (size 6 → 7)\n└─ root node0",
        "incomplete: time limit reached (--stop-after); ",
        "about 12.5 % of the space",
        "<last> & least did not run: the run was interrupted",
        "replay: pikse check src/bst.c",
        "1 of 2 mutants killed",
    ] {
        assert!(text.contains(expected), "{expected:?} is not in\n{text}");
    }
}

/// What the schema asks of a location: a URI that fits its base, lines from 1.
pub(crate) fn check_location(location: &Json) {
    let physical = &location["physicalLocation"];
    let artifact = &physical["artifactLocation"];
    let uri = artifact["uri"].as_str().expect("a location has a URI");
    let ok = |c: char| c.is_ascii_alphanumeric() || "-._~/%:".contains(c);
    assert!(uri.chars().all(ok), "{uri}");
    match artifact.get("uriBaseId") {
        Some(base) => assert!(base == "%SRCROOT%" && !uri.starts_with('/'), "{uri}"),
        None => assert!(uri.starts_with("file:///"), "{uri}"),
    }
    if let Some(region) = physical.get("region") {
        assert!(region["startLine"].as_u64().is_some_and(|line| line >= 1), "{region}");
        assert_ne!(region.get("startColumn"), Some(&json!(0)), "{region}");
    }
}

#[test]
fn sarif_has_what_the_schema_requires() {
    let mut run = fixtures::run();
    // A failure without a place is shown at the check, whose file is absolute here.
    run.checks[1].failures = vec![run.checks[0].failures[1].clone()];
    let log = parsed(&sarif::write(&run));
    assert_eq!(log["version"], "2.1.0");
    assert!(log["$schema"].as_str().is_some_and(|schema| schema.contains("sarif-2.1.0")));
    let run = &log["runs"][0];
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "Pikse");
    let rules = driver["rules"].as_array().expect("there are rules");
    let ids: Vec<&str> = rules.iter().filter_map(|rule| rule["id"].as_str()).collect();
    assert_eq!(ids, ["assertion-failed", "incomplete", "mutant-survived", "null-pointer"]);
    assert!(rules.iter().all(|rule| rule["shortDescription"]["text"].is_string()));
    let invocation = &run["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false, "not everything was tried");
    let notes = invocation["toolExecutionNotifications"].as_array().expect("there are notes");
    assert!(notes.iter().all(|note| note["message"]["text"].is_string()));
    assert_eq!(notes[1]["level"], "warning");

    let results = run["results"].as_array().expect("there are results");
    let levels: Vec<&str> = results.iter().filter_map(|result| result["level"].as_str()).collect();
    assert_eq!(levels, ["error", "error", "note", "error", "warning", "warning"]);
    for result in results {
        assert!(result["message"]["text"].as_str().is_some_and(|text| !text.is_empty()));
        let rule = result["ruleIndex"].as_u64().expect("a rule") as usize;
        assert_eq!(result["ruleId"], ids[rule]);
        // What is not of a file has no place.
        if let Some(locations) = result.get("locations") {
            check_location(&locations[0]);
        }
    }
    let first = &results[0];
    let frames = first["stacks"][0]["frames"].as_array().expect("a stack has frames");
    let steps = first["codeFlows"][0]["threadFlows"][0]["locations"].as_array().expect("a flow");
    assert_eq!((frames.len(), steps.len()), (2, 2));
    assert_eq!(frames[0], steps[1], "a stack begins inside, a flow outside");
    frames.iter().chain(steps).for_each(|one| check_location(&one["location"]));
    assert!(frames[1]["location"]["physicalLocation"].get("region").is_none(), "no line is known");
    let absolute = &results[3]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(absolute, "file:///abs/p%C3%A4th%20with%20space/list.rs");
}

#[test]
fn lcov_adds_up_the_checks() {
    let expected = "\
TN:incomplete
SF:src/bst.c
FN:2,make
FN:5,bst_add
FNDA:0,make
FNDA:24690,bst_add
FNF:2
FNH:1
DA:6,24690
DA:7,80000
DA:8,55310
DA:10,24690
DA:11,0
LF:5
LH:4
end_of_record
";
    assert_eq!(lcov::write(&fixtures::run()), expected);
    assert_eq!(lcov::write(&CheckRun::default()), "");
    let mut whole = fixtures::run();
    whole.checks.truncate(2);
    whole.not_run.clear();
    assert_eq!(lcov::write(&whole), expected.replace("TN:incomplete", "TN:"));
}

/// Without a failure, what was not tried decides; only all of it is passed.
#[test]
fn a_run_is_passed_only_if_all_was_tried() {
    let mut run = fixtures::run();
    run.checks.remove(0);
    let text = terminal::write(&run, false);
    assert!(text.contains("2 checks, none failed, 2 incomplete"), "{text}");
    assert_eq!(parsed(&json::write(&run))["result"], "incomplete");
    run.checks.truncate(1);
    assert_eq!(parsed(&json::write(&run))["result"], "incomplete", "something did not run");
    run.not_run.clear();
    assert_eq!(run.verdict().word(), "passed");
    let log = parsed(&sarif::write(&run));
    assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], true);
    assert!(junit::write(&run).contains("failures=\"0\" errors=\"0\""));
    assert_eq!(CheckRun::default().verdict().word(), "incomplete", "nothing ran");
}

#[test]
fn both_dark_themes_are_the_same() {
    let style = include_str!("../../../assets/report.css");
    let tokens = |after: &str| {
        let (_, rest) = style.split_once(after).expect("the theme is there");
        let (block, _) = rest.split_once('}').expect("the theme ends");
        block.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let system = tokens(":root:not([data-theme=\"light\"]) {");
    assert_eq!(system, tokens(":root[data-theme=\"dark\"] {"));
}

#[test]
fn nothing_in_the_data_ends_the_script() {
    let mut run = fixtures::run();
    run.command = "</script><!--<script>{{js}}{{css}}".to_owned();
    let html = pikse_report::html::write(&run, &fixtures::source);
    let (_, data) = html.split_once("id=\"data\">").expect("there is data");
    let (data, _) = data.split_once("</script>").expect("the data ends");
    assert!(!data.contains('<'));
    assert_eq!(parsed(data)["command"], run.command);
    assert!(html.ends_with("</html>\n"));
}

#[test]
fn long_sources_are_cut_around_what_matters() {
    let long: String = (1..=5_000).map(|line| format!("line {line}\n")).collect();
    let html = pikse_report::html::write(&fixtures::run(), &|_| Some(long.clone()));
    let (_, data) = html.split_once("id=\"data\">").expect("there is data");
    let data = parsed(data.split_once("</script>").expect("the data ends").0);
    // The places are the lines 8, 11, 14 and 16.
    assert_eq!(data["files"]["src/bst.c"].as_array().map(Vec::len), Some(1));
    assert_eq!(data["files"]["src/bst.c"][0][0], 1);
    assert_eq!(data["files"]["src/bst.c"][0][1].as_array().map(Vec::len), Some(28));
}
