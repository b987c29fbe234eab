//! Regular expressions, `fnmatch` and versions, on random texts of few characters.

use std::ffi::CString;

use super::machine::alone;
use super::models::fnmatch::pikse_libc_fnmatch;
use super::models::regex::calls::{
    Place, pikse_libc_regcomp, pikse_libc_regerror, pikse_libc_regexec, pikse_libc_regfree,
};
use super::models::string::text::pikse_libc_strverscmp;
use super::random::Random;

/// A text of characters and pieces.
fn text(random: &mut Random, pieces: &[&str], most: u64) -> CString {
    let count = random.below(most + 1);
    let text: String =
        (0..count).map(|_| pieces[random.below(pieces.len() as u64) as usize]).collect();
    CString::new(text).expect("no piece has a zero")
}

/// What the C library says: the error, or the places of a match.
fn real(pattern: &CString, of: &CString, flags: i32, how: i32) -> (i32, Vec<(i32, i32)>) {
    // SAFETY: the texts end with zeros, and there is room for the places.
    unsafe {
        let mut compiled = std::mem::zeroed::<libc::regex_t>();
        let error = libc::regcomp(&raw mut compiled, pattern.as_ptr(), flags);
        if error != 0 {
            return (error, Vec::new());
        }
        let mut places = [std::mem::zeroed::<libc::regmatch_t>(); 4];
        let found = libc::regexec(&raw const compiled, of.as_ptr(), 4, places.as_mut_ptr(), how);
        libc::regfree(&raw mut compiled);
        let places = places.iter().map(|place| (place.rm_so, place.rm_eo)).collect();
        if found == 0 { (0, places) } else { (found + 1000, Vec::new()) }
    }
}

/// What the models say.
fn model(pattern: &CString, of: &CString, flags: i32, how: i32) -> (i32, Vec<(i32, i32)>) {
    // SAFETY: the texts end with zeros, and there is room for the places.
    unsafe {
        let mut compiled = std::mem::zeroed::<libc::regex_t>();
        let compiled = (&raw mut compiled).cast();
        let error = pikse_libc_regcomp(compiled, pattern.as_ptr(), flags);
        if error != 0 {
            return (error, Vec::new());
        }
        let mut places = [const { [0i32; 2] }; 4];
        let to = places.as_mut_ptr().cast::<Place>();
        let found = pikse_libc_regexec(compiled, of.as_ptr(), 4, to, how);
        pikse_libc_regfree(compiled);
        let places = places.iter().map(|place| (place[0], place[1])).collect();
        if found == 0 { (0, places) } else { (found + 1000, Vec::new()) }
    }
}

#[test]
fn regular_expressions_match_the_same() {
    let _alone = alone();
    const PIECES: [&str; 34] = [
        "a",
        "b",
        "c",
        "A",
        "\n",
        "_",
        " ",
        ".",
        "*",
        "+",
        "?",
        "^",
        "$",
        "|",
        "\\|",
        "(",
        ")",
        "\\(",
        "\\)",
        "{2}",
        "\\{1,2\\}",
        "{,1}",
        "[ab]",
        "[^a]",
        "[a-c]",
        "[[:alpha:]]",
        "[",
        "]",
        "\\w",
        "\\b",
        "\\<",
        "\\1",
        "\\",
        "-",
    ];
    let mut random = Random::new(1);
    let (mut matched, mut differ) = (0, Vec::new());
    for _ in 0..40_000 {
        let pattern = text(&mut random, &PIECES, 6);
        let of = text(&mut random, &["a", "b", "c", "A", "\n", " ", "_"], 5);
        let flags = random.below(2) as i32
            | (random.below(4) as i32 & 2)
            | ((random.below(4) as i32 & 1) * 4);
        let how = random.below(4) as i32;
        let (expected, got) = (real(&pattern, &of, flags, how), model(&pattern, &of, flags, how));
        matched += i32::from(expected.0 == 0);
        // The whole match and all errors; parts of a match where no reference decides.
        let whole = |of: &(i32, Vec<(i32, i32)>)| (of.0, of.1.first().copied());
        if whole(&expected) != whole(&got) {
            differ.push(format!("{pattern:?} in {of:?}, {flags} {how}: {expected:?}, not {got:?}"));
        }
    }
    assert!(matched > 5_000, "{matched} matches");
    let show = differ.len().min(20);
    assert!(differ.is_empty(), "{} differ:\n{}", differ.len(), differ[..show].join("\n"));
}

#[test]
fn errors_have_the_same_texts() {
    for error in 0..17 {
        let (mut a, mut b) = ([0; 80], [0; 80]);
        // SAFETY: there is room for the texts.
        unsafe {
            let n = libc::regerror(error, std::ptr::null(), a.as_mut_ptr(), 80);
            assert_eq!(n, pikse_libc_regerror(error, std::ptr::null(), b.as_mut_ptr(), 80));
        }
        assert_eq!(a, b, "{error}");
    }
}

#[test]
fn names_match_the_same() {
    const PIECES: [&str; 16] = [
        "a",
        "b",
        ".",
        "/",
        "*",
        "?",
        "[",
        "]",
        "[ab]",
        "[!a]",
        "[a-c]",
        "\\",
        "-",
        "[[:alpha:]]",
        "A",
        "!",
    ];
    let mut random = Random::new(2);
    let mut differ = Vec::new();
    for _ in 0..40_000 {
        let pattern = text(&mut random, &PIECES, 5);
        let of = text(&mut random, &["a", "b", ".", "/", "A", "-", "]"], 4);
        let flags = random.below(32) as i32;
        // SAFETY: both are texts.
        let (expected, got) = unsafe {
            (
                libc::fnmatch(pattern.as_ptr(), of.as_ptr(), flags),
                pikse_libc_fnmatch(pattern.as_ptr(), of.as_ptr(), flags),
            )
        };
        if expected != got {
            differ.push(format!("{pattern:?} {of:?} {flags}: {expected}, not {got}"));
        }
    }
    let show = differ.len().min(20);
    assert!(differ.is_empty(), "{} differ:\n{}", differ.len(), differ[..show].join("\n"));
}

#[test]
fn versions_have_the_same_order() {
    unsafe extern "C" {
        fn strverscmp(a: *const std::ffi::c_char, b: *const std::ffi::c_char) -> i32;
    }
    let mut random = Random::new(3);
    for _ in 0..40_000 {
        let pieces = ["0", "1", "9", "00", "10", "a", ".", "-"];
        let (a, b) = (text(&mut random, &pieces, 5), text(&mut random, &pieces, 5));
        // SAFETY: both are texts.
        let (expected, got) = unsafe {
            (strverscmp(a.as_ptr(), b.as_ptr()), pikse_libc_strverscmp(a.as_ptr(), b.as_ptr()))
        };
        assert_eq!(expected.signum(), got.signum(), "{a:?} {b:?}");
    }
}
