//! `scanf`, beside the C library's.

use std::ffi::{CString, c_char, c_int};

use super::models::stdio::arguments::VaList;
use super::models::stdio::scan::pikse_libc_vsscanf;
use super::random::Random;

unsafe extern "C" {
    #[link_name = "__isoc99_vsscanf"]
    fn vsscanf(from: *const c_char, format: *const c_char, arguments: *mut VaList) -> c_int;
}

type Scan = unsafe extern "C" fn(*const c_char, *const c_char, *mut VaList) -> c_int;

/// Room for each of four values.
const ROOM: usize = 64;

fn scanned(scan: Scan, text: &CString, format: &CString) -> (c_int, Vec<u8>) {
    let mut memory = vec![0x77_u8; 4 * ROOM];
    let mut places: Vec<*mut u8> = memory.chunks_mut(ROOM).map(<[u8]>::as_mut_ptr).collect();
    let mut arguments = VaList {
        gp_offset: 48,
        fp_offset: 176,
        overflow: places.as_mut_ptr().cast(),
        save: std::ptr::null_mut(),
    };
    // SAFETY: no format asks for more than four values, nor for more characters than there is room.
    let stored = unsafe { scan(text.as_ptr(), format.as_ptr(), &raw mut arguments) };
    (stored, memory)
}

fn same(text: &[u8], format: &str) {
    let text = CString::new(text).expect("there is no zero in it");
    let format = CString::new(format).expect("there is no zero in it");
    let ours = scanned(pikse_libc_vsscanf, &text, &format);
    let theirs = scanned(vsscanf, &text, &format);
    let show = |of: &(c_int, Vec<u8>)| {
        (of.0, of.1.chunks(ROOM).map(|one| format!("{:x?}", &one[..12])).collect::<Vec<_>>())
    };
    assert!(
        ours == theirs,
        "{text:?} {format:?}\n ours {:?}\ntheirs {:?}",
        show(&ours),
        show(&theirs)
    );
}

#[test]
fn values_are_read_as_by_the_c_library() {
    for (text, format) in [
        ("12 -7", "%d %d"),
        ("12abc", "%d%s"),
        ("  0x1f 017 9", "%i %i %i"),
        ("", "%d"),
        ("x", "%d"),
        ("12", "%d %d"),
        ("12x", "%d %d"),
        ("a b", "%c%c%c"),
        ("abc", "%2c%c"),
        ("abcdef", "%3s%s"),
        ("abc,def", "%[a-z],%[^,]"),
        ("]x", "%[]x]"),
        ("a-b", "%[a-]%[b-]"),
        ("abc", "%[^a]"),
        ("1.5e3x", "%lf%c"),
        ("1.5 2.5", "%f %lf"),
        ("inf nan", "%lf %lf"),
        ("-infinity!", "%lf%c"),
        ("0x1p4", "%lf"),
        ("0xp1", "%lf%c"),
        ("0x.p1", "%lf%c"),
        ("0x.8p1", "%lf%c"),
        (".e1", "%lf%c"),
        ("1e", "%lf"),
        ("1e+x", "%lf"),
        (".", "%lf"),
        ("123456", "%2d%3d%d"),
        ("1,2", "%d,%d"),
        ("1;2", "%d,%d"),
        ("10%", "%d%%%n"),
        ("abc", "%*s%n"),
        ("5 abc", "%*d %s"),
        ("300 70000 5", "%hhd %hd %ld"),
        ("99999999999999999999", "%d"),
        ("99999999999999999999 1", "%ld %d"),
        ("-99999999999999999999", "%ld"),
        ("99999999999999999999", "%lu"),
        ("-1", "%u"),
        ("ff 0xFF -ff", "%x %x %x"),
        ("0x", "%x"),
        ("0xg", "%x%c"),
        ("777 8", "%o %o"),
        ("0x10", "%p"),
        (" ", " %n"),
        ("+ 1", "%d"),
        ("--1", "%d"),
        ("ab", "ab%n"),
        ("ac", "ab%n"),
    ] {
        same(text.as_bytes(), format);
    }
}

#[test]
fn random_input_is_read_as_by_the_c_library() {
    let mut random = Random::new(10);
    let parts = [
        "%d", "%i", "%u", "%x", "%o", "%ld", "%hhd", "%c", "%s", "%[a-c]", "%[^0-9]", "%3d", "%2s",
        "%*d", "%*s", "%1c", "%2x", "%5i",
    ];
    for _ in 0..100_000 {
        let text = random.text(b"0123 \n-+xXabcz,", 14);
        let mut format = String::new();
        for _ in 0..1 + random.below(3) {
            format.push_str(random.pick::<&str>(&["", " ", "", ",", ""]));
            format.push_str(random.pick::<&str>(&parts));
        }
        format.push_str("%n");
        same(&text, &format);
    }
}

#[test]
fn random_numbers_are_read_as_by_the_c_library() {
    let mut random = Random::new(11);
    for _ in 0..50_000 {
        let text = match random.below(3) {
            0 => random.text(b"0123456789.eE+-infaxp ", 10),
            1 => format!("{} {:e}", random.double(), random.double()).into_bytes(),
            _ => format!("{:.3}x", random.double()).into_bytes(),
        };
        same(&text, random.pick::<&str>(&["%lf %lf%n", "%f%n", "%4lf%lf%n", "%lf%c%n"]));
    }
}
