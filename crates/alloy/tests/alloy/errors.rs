//! Bad input: a diagnostic with its place, and no crash.

use pikse_alloy::{Request, open_text};

/// The text of the error of a model, from parsing or from its first command.
fn error(text: &str) -> String {
    match open_text("test.als", text.to_string(), None) {
        Err(failure) => failure.text,
        Ok(module) => match module.answer(&module.commands()[0], &Request::default()) {
            Err(failure) => failure.text,
            Ok(_) => panic!("no error in {}", &text[..text.len().min(200)]),
        },
    }
}

fn check(text: &str, place: &str, parts: &[&str]) {
    let found = error(text);
    assert!(found.starts_with(&format!("test.als:{place}: ")), "{found}");
    for part in parts {
        assert!(found.contains(part), "`{part}` is not in:\n{found}");
    }
}

#[test]
fn syntax() {
    check("sig A {", "1:8", &["expected a name to declare", "end of the file"]);
    check(
        "sig A {}\nfact { A = }",
        "2:12",
        &["expected an expression or a formula, found `}`", "^"],
    );
    check("sig A {} run {} for 3 but", "1:26", &["a number"]);
    check("sog A {}", "1:1", &["expected a paragraph"]);
    check("sig A {} fact { all x | x in A }", "1:17", &["declaration"]);
    check("sig A {} /* never", "1:10", &["comment"]);
    check("sig A {} fact { A = \"x }", "1:21", &["string"]);
    check("sig 2x {}", "1:5", &["begins with a letter"]);
    check("sig A {} fact { A ` A }", "1:19", &["character"]);
}

#[test]
fn names() {
    check(
        "sig Node {} fact { some Nodee }",
        "1:25",
        &["`Nodee` is unknown", "did you mean `Node`?"],
    );
    check("sig A extends B {}", "1:15", &["no signature `B`"]);
    check("sig A extends A {}", "1:5", &["own ancestor"]);
    check("sig A {} sig A {}", "1:14", &["already a signature"]);
    check("open util/orderin[A]\nsig A {}", "1:6", &["no module", "did you mean `util/ordering`?"]);
    check(
        "sig A {} run sho\npred show {}",
        "1:14",
        &["no predicate `sho`", "did you mean `show`?"],
    );
    check("sig A {} check x assert y {}", "1:16", &["no assertion `x`"]);
    check("sig A {} fact { this in A }", "1:17", &["`this`"]);
    check("open util/ordering\nsig A {}", "1:6", &["1 parameters, and 0 arguments"]);
}

#[test]
fn types() {
    check("sig A { f: A } fact { f = A }", "1:23", &["different arities"]);
    check("sig A {} fact { A }", "1:17", &["expected a formula"]);
    check("sig A {} fact { no (some A) }", "1:20", &["found a formula"]);
    check("sig A {} fact { some ^A }", "1:22", &["arity 2"]);
    check("sig A {} pred p [x: A] {} fact { p }", "1:34", &["1 parameters, and 0 arguments"]);
    check("sig A, B {} pred p [x: A] {} fact { p[B] }", "1:37", &["do not fit"]);
    check("sig A {} fact { some A.A }", "1:22", &["no columns left"]);
    check("sig A {} fun f [x: A]: A { f[x] }", "1:28", &["recursion"]);
    check("sig A { f: A, f: A }", "1:15", &["already a field"]);
    check("sig A { f: A } sig B extends A { f: B }", "1:20", &["overlap"]);
    check("sig A {} let m[x] = m[x] fact { m[A] }", "1:21", &["uses itself"]);
}

#[test]
fn commands() {
    check("sig A, B {} run {} for 2 A", "1:13", &["no scope for `this/B`"]);
    check("one sig A {} run {} for 2 A", "1:27", &["`one sig`"]);
    check("sig A {} sig B in A {} run {} for 2 but 2 B", "1:43", &["subset"]);
    check("sig A {} run {} for 3 but 0 int", "1:10", &["bits"]);
    check(
        "sig A {} run { all s: set A | some t: set A | s != t } for 2",
        "1:16",
        &["cannot be skolemized"],
    );
    check("sig A {} run {} for 3 but 2 univ", "1:29", &["no scope"]);
}

#[test]
fn states_that_change() {
    for (text, place) in [
        ("var sig A {}", "1:1"),
        ("sig A { var f: A }", "1:9"),
        ("sig A {} fact { always some A }", "1:17"),
        ("sig A {} fact { A' = A }", "1:18"),
        ("sig A {} fact { some A until no A }", "1:24"),
        ("sig A {} fact { some A ; no A }", "1:24"),
        ("sig A {} run {} for 3 but 5 steps", "1:29"),
    ] {
        check(text, place, &["not supported yet"]);
    }
}

#[test]
fn deep_and_large_input() {
    for (open, middle, close) in [
        ("(", "A", ")"),
        ("{", "some A", "}"),
        ("~", "iden", ""),
        ("some x: A | ", "some A", ""),
        ("! ", "some A", ""),
        ("A.(", "iden", ")"),
        ("f[", "A", "]"),
    ] {
        let text = format!(
            "sig A {{}} fact {{ some {}{middle}{} }}",
            open.repeat(10_000),
            close.repeat(10_000)
        );
        assert!(error(&text).contains("levels deep"), "{open}");
    }
    let chain = vec!["A"; 100_000].join(" + ");
    assert!(error(&format!("sig A {{}} fact {{ some {chain} }}")).contains("levels deep"));
    let long = vec!["A"; 1_500].join(" + ");
    let module = crate::answers(&format!("sig A {{}} run {{ some {long} }}"), &Request::default());
    assert_eq!(module[0].outcome, pikse_alloy::Outcome::Sat);
}

#[test]
fn a_file_of_ten_megabytes() {
    let mut text = String::from("sig A { f: set A }\n");
    while text.len() < 10 << 20 {
        text.push_str(
            "// a comment that is long and says nothing at all, again and again and again\n",
        );
        text.push_str("fact { all x: A | x in A.*f and x.f in A }\n");
    }
    text.push_str("run { some Aa }");
    assert!(error(&text).contains("did you mean `A`?"));
}
