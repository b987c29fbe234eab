//! `pikse explore` of functions whose parameters and results are slices, strings, vectors, options,
//! tuples and structs by value. Every path is confirmed natively.

use crate::common::{Ended, folder, run_in, subjects};

/// Explores a function of `subjects/types/values.*`.
fn explore(out: &std::path::Path, arguments: &str) -> Ended {
    let out = out.display();
    run_in(&subjects().join("types"), &format!("explore values.{arguments} --out {out}"))
}

/// The paths of functions, and the error that each must find: what it prints, or nothing.
fn are_explored(rows: &[(&str, u64, &[&str])]) {
    let folder = folder(&[]);
    for (number, (arguments, paths, texts)) in rows.iter().enumerate() {
        let out = folder.path().join(number.to_string());
        let ended = explore(&out, arguments);
        let is_failing = texts.iter().any(|text| text.contains("error:"));
        assert_eq!(ended.code, i32::from(is_failing), "{arguments}: {ended:?}");
        let noun = if *paths == 1 { "path" } else { "paths" };
        assert!(ended.stdout.contains(&format!(": {paths} {noun},")), "{arguments}: {ended:?}");
        assert!(ended.stdout.contains("complete: every path"), "{arguments}: {ended:?}");
        for text in *texts {
            assert!(ended.stdout.contains(text), "{arguments}: {text}: {ended:?}");
        }
        // Some tests are enough for most: each is compiled once more.
        if number % 3 == 0 {
            let name = std::fs::read_dir(&out).expect("a folder").flatten().next().expect("tests");
            let replay = format!("replay {} --json", name.path().display());
            let json = run_in(&subjects().join("types"), &replay).whole_json();
            assert_eq!(json["refuted"], 0, "{arguments}: {json}");
            // A read out of bounds need not be visible in a native run.
            let sure = if is_failing { json["confirmed"].as_u64() } else { Some(*paths) };
            assert_eq!(json["confirmed"].as_u64(), sure, "{arguments}: {json}");
        }
    }
}

#[test]
fn values_in_rust() {
    are_explored(&[
        ("rs --entry third", 6, &["error: panic: index out of bounds", "data = [7, 0]"]),
        (
            "rs --entry third --arg data=u8[0..1]",
            2,
            &["`data` stands for every `&[u8]` of up to 1 element"],
        ),
        ("rs --entry first_char", 7, &["error: panic: end byte index 1 is not a char boundary"]),
        ("rs --entry opt", 3, &["error: panic: attempt to divide by zero", "o = Some(0)"]),
        ("rs --entry small", 2, &[]),
    ]);
}

#[test]
#[ignore = "the rest of the functions: part of `cargo xtask test --large`"]
fn more_values_in_rust() {
    are_explored(&[
        (
            "rs --entry owned --arg s=str[2]",
            3,
            &["every `String` of 2 bytes (--arg 's=str[2..2]')"],
        ),
        ("rs --entry vecs", 15, &["every `Vec<u32>` of up to 3 elements"]),
        ("rs --entry eval", 13, &["nested up to two deep"]),
        ("rs --entry num", 2, &["error: panic: attempt to add", "x = 4294967295"]),
        ("rs --entry ch", 6, &[]),
        ("rs --entry name", 4, &[]),
        ("rs --entry sum", 4, &[]),
        ("rs --entry res", 5, &[]),
        ("rs --entry tup", 2, &[]),
        ("rs --entry point", 2, &[]),
        ("rs --entry pref", 2, &[]),
        ("rs --entry shape", 3, &[]),
        ("rs --entry colour", 3, &[]),
        ("rs --entry rc", 1, &[]),
        ("rs --entry mutate", 4, &[]),
        ("rs --entry nested", 40, &[]),
        ("rs --entry strs", 40, &[]),
        ("rs --entry arr", 2, &[]),
        ("rs --entry boxed", 4, &[]),
        ("rs --entry pair", 1, &[]),
        ("rs --entry ovec", 2, &[]),
    ]);
}

#[test]
fn values_in_c() {
    are_explored(&[
        ("c --entry mkbig", 1, &[]),
        ("c --entry takep", 3, &["error: division by zero", "v = p { x: 0, y: 3 }"]),
        ("c --entry takebig", 1, &[]),
        (
            "c --entry over --arg s=cstr[3]",
            7,
            &["error: access out of bounds: read of 1 byte at offset 2", "s = \"a\""],
        ),
        ("c --entry len --arg s=cstr[3]", 4, &[]),
        (
            "c --entry sum --arg a=int[0..3] --arg n=len(a)",
            4,
            &["error: access out of bounds", "a = []"],
        ),
        ("c --entry good --arg a=int[0..3] --arg n=len(a)", 15, &[]),
    ]);
}

#[test]
#[ignore = "part of `cargo xtask test --large`"]
fn values_in_cpp() {
    are_explored(&[
        ("cpp --entry name", 2, &[]),
        ("cpp --entry byval", 6, &["every `std::string` of up to 3 bytes"]),
        ("cpp --entry vec", 15, &["every `std::vector<int> &` of up to 3 elements"]),
        ("cpp --entry vval", 4, &[]),
        ("cpp --entry opt", 3, &["error: division by zero", "o = some(0)"]),
        ("cpp --entry up", 2, &[]),
        ("cpp --entry bad", 4, &["error: null pointer", "v = []"]),
    ]);
}

/// What cannot be built is refused by name, and what makes no sense too.
#[test]
fn what_cannot_be_built_is_refused() {
    let folder = folder(&[]);
    for (arguments, why) in [
        ("rs --entry map --arg m=u8[0..2]", "`HashMap<u8, u8>` is a type of the library"),
        ("rs --entry third --arg data=u32[0..4]", "its elements have 1 bytes, but `u32` has 4"),
        ("rs --entry opt --arg o=u8[0..4]", "this parameter has no length"),
        ("rs --entry third --arg data=u8[4..1]", "4 is more than 1"),
        ("c --entry sum --arg a=int[4] --arg n=len(a)", "say which lengths `a` has"),
    ] {
        let ended = explore(folder.path(), arguments);
        assert_eq!(ended.code, 2, "{arguments}: {ended:?}");
        assert!(ended.stderr.contains(why), "{arguments}: {ended:?}");
    }
}
