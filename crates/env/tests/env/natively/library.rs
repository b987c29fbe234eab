//! Addresses, times, trees, random numbers and small texts, beside the C library's.

use std::ffi::{CStr, CString, c_char, c_int, c_long, c_void};
use std::sync::Mutex;

use super::models::net::address;
use super::models::stdlib::{random_state, real_text};
use super::models::{messages, search, strptime, time, wide};
use super::random::Random;

unsafe extern "C" {
    fn inet_pton(family: c_int, text: *const c_char, to: *mut u8) -> c_int;
    fn inet_ntop(family: c_int, from: *const u8, to: *mut c_char, room: u32) -> *const c_char;
    fn inet_addr(text: *const c_char) -> u32;
    #[link_name = "strptime"]
    fn theirs_strptime(
        text: *const c_char,
        format: *const c_char,
        to: *mut time::Tm,
    ) -> *mut c_char;
    fn a64l(text: *const c_char) -> c_long;
    fn ecvt(value: f64, count: c_int, point: *mut c_int, sign: *mut c_int) -> *mut c_char;
    fn fcvt(value: f64, count: c_int, point: *mut c_int, sign: *mut c_int) -> *mut c_char;
    fn tsearch(
        key: *const c_void,
        root: *mut *mut c_void,
        compare: unsafe extern "C" fn(*const c_void, *const c_void) -> c_int,
    ) -> *mut c_void;
    fn twalk(root: *const c_void, action: unsafe extern "C" fn(*const c_void, c_int, c_int));
    fn initstate_r(
        seed: u32,
        memory: *mut c_char,
        size: usize,
        data: *mut random_state::Data,
    ) -> c_int;
    fn random_r(data: *mut random_state::Data, to: *mut i32) -> c_int;
    fn wcstod(text: *const c_int, end: *mut *mut c_int) -> f64;
    fn wcscasecmp(a: *const c_int, b: *const c_int) -> c_int;
}

/// A text of some of these letters.
fn text(random: &mut Random, letters: &[u8], most: usize) -> CString {
    let length = random.below(most as u64 + 1) as usize;
    let bytes: Vec<u8> =
        (0..length).map(|_| letters[random.below(letters.len() as u64) as usize]).collect();
    CString::new(bytes).expect("there is no zero among the letters")
}

#[test]
fn addresses_are_read_and_written_as_by_the_c_library() {
    let mut random = Random::new(4);
    for _ in 0..100_000 {
        let four = text(&mut random, b"0123..x25 ", 14);
        let six = text(&mut random, b"0af1:::..2", 22);
        // SAFETY: the texts end with a zero, and there is room for the results.
        unsafe {
            for (family, text) in [(2, &four), (10, &six)] {
                let (mut ours, mut theirs) = ([7u8; 16], [7u8; 16]);
                let one = address::pikse_libc_inet_pton(family, text.as_ptr(), ours.as_mut_ptr());
                let two = inet_pton(family, text.as_ptr(), theirs.as_mut_ptr());
                assert_eq!((one, ours), (two, theirs), "{text:?}");
            }
            let ours = address::pikse_libc_inet_addr(four.as_ptr());
            assert_eq!(ours, inet_addr(four.as_ptr()), "{four:?}");
            let bytes: [u8; 16] = std::array::from_fn(|_| match random.below(4) {
                0 => random.next() as u8,
                1 => 0xff,
                _ => 0,
            });
            for family in [2, 10] {
                let (mut ours, mut theirs) = ([0; 48], [0; 48]);
                address::pikse_libc_inet_ntop(family, bytes.as_ptr(), ours.as_mut_ptr(), 48);
                inet_ntop(family, bytes.as_ptr(), theirs.as_mut_ptr(), 48);
                let shown = |of: &[c_char; 48]| CStr::from_ptr(of.as_ptr()).to_owned();
                assert_eq!(shown(&ours), shown(&theirs), "{bytes:?}");
            }
        }
    }
}

/// A time without anything in it.
fn no_time() -> time::Tm {
    time::Tm {
        second: 0,
        minute: 0,
        hour: 0,
        day: 0,
        month: 0,
        year: 0,
        weekday: 0,
        day_of_year: 0,
        summer: 0,
        offset: 0,
        zone: std::ptr::null(),
    }
}

/// Reads a time twice; whether there is one.
fn is_read_alike(text: &CStr, format: &CStr) -> bool {
    let (mut ours, mut theirs) = (no_time(), no_time());
    // SAFETY: the texts end with a zero.
    let ends = unsafe {
        [
            strptime::pikse_libc_strptime(text.as_ptr(), format.as_ptr(), &raw mut ours),
            theirs_strptime(text.as_ptr(), format.as_ptr(), &raw mut theirs),
        ]
    };
    assert_eq!(ends[0], ends[1], "{text:?} by {format:?}");
    // Days of the year 0 are different ones there.
    if ends[0].is_null() || theirs.year == -1900 {
        return false;
    }
    let all = |of: &time::Tm| {
        let date = [of.year, of.month, of.day, of.weekday, of.day_of_year];
        (date, [of.hour, of.minute, of.second], of.offset)
    };
    assert_eq!(all(&ours), all(&theirs), "{text:?} by {format:?}");
    true
}

#[test]
fn times_are_read_as_by_the_c_library() {
    let formats = [
        c"%Y-%m-%d",
        c"%H:%M:%S",
        c"%I:%M %p",
        c"%a %d %b %y",
        c"%C %y",
        c"%D",
        c"%T%z",
        c"%e %B",
        c"%% %d",
    ];
    let letters = b"0123456789:- /apmPMZ+ JanFebruTueSat";
    let mut random = Random::new(5);
    let mut read = 0;
    for _ in 0..200_000 {
        let format = formats[random.below(formats.len() as u64) as usize];
        let some = 10 + random.below(26) as usize;
        let text = text(&mut random, &letters[..some], 12);
        read += usize::from(is_read_alike(&text, format));
    }
    assert!(read > 1000, "only {read} were read");
    for year in [1900, 1970, 1999, 2000, 2023, 2024, 2100] {
        for day in 0..365 {
            // Weeks at the ends of a year have days of others.
            let (week, weekday) = (1 + day / 7 % 51, day % 7);
            for format in [c"%Y %U %w", c"%Y %W %w"] {
                let text = CString::new(format!("{year} {week} {weekday}")).expect("no zero");
                assert!(is_read_alike(&text, format), "{text:?}");
            }
            let text = CString::new(format!("{year} {}", day + 1)).expect("no zero");
            assert!(is_read_alike(&text, c"%Y %j"), "{text:?}");
        }
    }
}

static SHOWN: Mutex<Vec<(i32, c_int, c_int)>> = Mutex::new(Vec::new());

/// What was shown since the last time.
fn shown() -> Vec<(i32, c_int, c_int)> {
    std::mem::take(&mut *SHOWN.lock().expect("nobody panics"))
}

unsafe extern "C" fn order(a: *const c_void, b: *const c_void) -> c_int {
    // SAFETY: keys are numbers.
    unsafe { *a.cast::<i32>() - *b.cast::<i32>() }
}

unsafe extern "C" fn show(node: *const c_void, visit: c_int, depth: c_int) {
    // SAFETY: a node begins with its key.
    let key = unsafe { **node.cast::<*const i32>() };
    SHOWN.lock().expect("nobody panics").push((key, visit, depth));
}

#[test]
fn trees_have_the_shape_of_the_c_librarys() {
    let _alone = super::machine::alone();
    let mut random = Random::new(6);
    for size in 0..200 {
        let keys: Vec<i32> = (0..size).map(|_| random.below(1 << 10) as i32).collect();
        let (mut ours, mut theirs) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: keys live longer than the trees.
        let walks = unsafe {
            for key in &keys {
                let key: *const i32 = key;
                search::pikse_libc_tsearch(key.cast(), &raw mut ours, order);
                tsearch(key.cast(), &raw mut theirs, order);
            }
            let action: unsafe extern "C" fn(*const search::Node, c_int, c_int) =
                std::mem::transmute(show as unsafe extern "C" fn(*const c_void, c_int, c_int));
            search::pikse_libc_twalk(ours, Some(action));
            let one = shown();
            twalk(theirs, show);
            [one, shown()]
        };
        assert_eq!(walks[0], walks[1], "{keys:?}");
    }
}

#[test]
fn states_of_random_numbers_are_the_c_librarys() {
    for size in [8, 32, 64, 128, 256] {
        for seed in [0, 1, 42, u32::MAX] {
            let (mut ours, mut theirs) = ([0u64; 40], [0u64; 40]);
            // SAFETY: the states have that many bytes, and zeros are a state that is not set up.
            unsafe {
                let mut data: [random_state::Data; 2] = [std::mem::zeroed(), std::mem::zeroed()];
                let [one, two] = &mut data;
                random_state::pikse_libc_initstate_r(seed, ours.as_mut_ptr().cast(), size, one);
                initstate_r(seed, theirs.as_mut_ptr().cast(), size, two);
                for _ in 0..100 {
                    let (mut a, mut b) = (0, 0);
                    random_state::pikse_libc_random_r(one, &raw mut a);
                    random_r(two, &raw mut b);
                    assert_eq!(a, b, "{size} {seed}");
                }
            }
        }
    }
}

#[test]
fn small_texts_are_the_c_librarys() {
    let _alone = super::machine::alone();
    let mut random = Random::new(7);
    for _ in 0..50_000 {
        let letters = text(&mut random, b"./09AZaz %", 8);
        let value = match random.below(3) {
            0 => random.below(100_000) as f64 / 1000.0,
            1 => -(random.below(1000) as f64),
            _ => f64::from_bits(random.next() >> 2),
        };
        let value = if value != 0.0 && value.abs() < 1e-200 { 0.5 } else { value };
        let count = random.below(12) as c_int + 1;
        let number = text(&mut random, b"0123.e-x ", 8);
        let wide: Vec<c_int> =
            number.as_bytes_with_nul().iter().map(|&byte| c_int::from(byte)).collect();
        // SAFETY: texts end with zeros.
        unsafe {
            let ours = messages::pikse_libc_a64l(letters.as_ptr());
            assert_eq!(ours, a64l(letters.as_ptr()), "{letters:?}");
            let (mut a, mut b, mut c, mut d) = (0, 0, 0, 0);
            let shown = |of: *mut c_char| CStr::from_ptr(of).to_owned();
            let one = shown(real_text::pikse_libc_ecvt(value, count, &raw mut a, &raw mut b));
            let two = shown(ecvt(value, count, &raw mut c, &raw mut d));
            assert_eq!((one, a, b), (two, c, d), "ecvt({value:e}, {count})");
            if value.abs() < 1e200 {
                let one = shown(real_text::pikse_libc_fcvt(value, count, &raw mut a, &raw mut b));
                let two = shown(fcvt(value, count, &raw mut c, &raw mut d));
                assert_eq!((one, a, b), (two, c, d), "fcvt({value:e}, {count})");
            }
            let mut ends = [std::ptr::null_mut(); 2];
            let one = wide::numbers::pikse_libc_wcstod(wide.as_ptr(), &raw mut ends[0]);
            let two = wcstod(wide.as_ptr(), &raw mut ends[1]);
            assert_eq!((one.to_bits(), ends[0]), (two.to_bits(), ends[1]), "{number:?}");
            let other: Vec<c_int> = wide.iter().map(|c| c ^ 1).chain([0]).collect();
            let sign = |of: c_int| of.signum();
            assert_eq!(
                sign(wide::text::pikse_libc_wcscasecmp(wide.as_ptr(), other.as_ptr())),
                sign(wcscasecmp(wide.as_ptr(), other.as_ptr()))
            );
        }
    }
}
