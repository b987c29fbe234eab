//! `getopt`, beside the C library's.

use std::ffi::{CStr, CString, c_char, c_int};

use super::models::getopt as ours;
use super::random::Random;

unsafe extern "C" {
    static mut optarg: *mut c_char;
    static mut optind: c_int;
    static mut opterr: c_int;
    static mut optopt: c_int;
    fn getopt(argc: c_int, argv: *mut *mut c_char, letters: *const c_char) -> c_int;
    fn getopt_long(
        argc: c_int,
        argv: *mut *mut c_char,
        letters: *const c_char,
        longs: *const libc::option,
        index: *mut c_int,
    ) -> c_int;
}

/// What each call gives: the result, the option's argument, the place, the letter that is wrong.
type Seen = (c_int, Option<CString>, c_int, c_int);

fn arguments(of: &[CString]) -> Vec<*mut c_char> {
    let mut all: Vec<*mut c_char> = of.iter().map(|text| text.as_ptr().cast_mut()).collect();
    all.push(std::ptr::null_mut());
    all
}

fn options(
    of: &[CString],
    letters: &CStr,
    longs: Option<&[libc::option]>,
    is_ours: bool,
) -> (Vec<Seen>, Vec<CString>) {
    let mut argv = arguments(of);
    let argc = of.len() as c_int;
    let mut seen = Vec::new();
    // SAFETY: tests with options run one after the other.
    unsafe {
        (ours::pikse_libc_optind, optind) = (0, 0);
        (ours::pikse_libc_opterr, opterr) = (0, 0);
        for _ in 0..30 {
            let mut index = -1;
            let longs = longs.map(<[libc::option]>::as_ptr);
            let result = match (is_ours, longs) {
                (true, None) => ours::pikse_libc_getopt(argc, argv.as_mut_ptr(), letters.as_ptr()),
                (false, None) => getopt(argc, argv.as_mut_ptr(), letters.as_ptr()),
                (true, Some(longs)) => ours::pikse_libc_getopt_long(
                    argc,
                    argv.as_mut_ptr(),
                    letters.as_ptr(),
                    longs.cast(),
                    &raw mut index,
                ),
                (false, Some(longs)) => {
                    getopt_long(argc, argv.as_mut_ptr(), letters.as_ptr(), longs, &raw mut index)
                }
            };
            let (argument, place, wrong) = match is_ours {
                true => (ours::pikse_libc_optarg, ours::pikse_libc_optind, ours::pikse_libc_optopt),
                false => (optarg, optind, optopt),
            };
            let argument = (!argument.is_null()).then(|| CStr::from_ptr(argument).to_owned());
            let is_wrong = result == c_int::from(b'?') || result == c_int::from(b':');
            seen.push((result, argument, place, if is_wrong { wrong } else { index }));
            if result == -1 {
                break;
            }
        }
        let order = argv[..of.len()].iter().map(|text| CStr::from_ptr(*text).to_owned());
        (seen, order.collect())
    }
}

#[test]
fn options_are_found_as_by_the_c_library() {
    let _alone = super::machine::alone();
    let name = |text: &'static CStr| text.as_ptr();
    let option =
        |text, has_arg, val| libc::option { name: text, has_arg, flag: std::ptr::null_mut(), val };
    let longs = [
        option(name(c"add"), 0, 1000),
        option(name(c"adder"), 1, 1001),
        option(name(c"file"), 1, 1002),
        option(name(c"maybe"), 2, 1003),
        option(std::ptr::null(), 0, 0),
    ];
    let words = [
        "-a",
        "-b",
        "-c",
        "-ab",
        "-bx",
        "-cx",
        "-abc",
        "x",
        "y",
        "--",
        "-",
        "-z",
        "--add",
        "--ad",
        "--adde",
        "--file",
        "--file=q",
        "--maybe",
        "--maybe=r",
        "--add=t",
        "--nothing",
        "--f",
        "-az",
    ];
    let mut random = Random::new(14);
    for _ in 0..30_000 {
        let mut all = vec![CString::from(c"program")];
        for _ in 0..random.below(6) {
            all.push(CString::new(random.pick(&words)).expect("there is no zero in it"));
        }
        let letters = random.pick(&[c"ab:c::", c"+ab:c::", c"-ab:c::", c":ab:c::", c"+:ab:"]);
        let longs = (random.below(2) == 0).then_some(&longs[..]);
        let one = options(&all, letters, longs, true);
        let two = options(&all, letters, longs, false);
        assert_eq!(one, two, "{all:?} {letters:?} {}", longs.is_some());
    }
}
