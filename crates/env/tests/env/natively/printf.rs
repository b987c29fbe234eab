//! `printf`, beside the C library's.

use std::ffi::{CString, c_char, c_int};

use super::models::stdio::arguments::VaList;
use super::models::stdio::print::pikse_libc_vsnprintf;
use super::random::Random;

unsafe extern "C" {
    fn vsnprintf(to: *mut c_char, n: usize, format: *const c_char, arguments: *mut VaList)
    -> c_int;
}

type Print = unsafe extern "C" fn(*mut c_char, usize, *const c_char, *mut VaList) -> c_int;

/// What one of both makes of a format and words in the overflow area.
fn printed(print: Print, format: &CString, words: &[u64], room: usize) -> (c_int, Vec<u8>) {
    let mut words = words.to_vec();
    let mut arguments = VaList {
        gp_offset: 48,
        fp_offset: 176,
        overflow: words.as_mut_ptr().cast(),
        save: std::ptr::null_mut(),
    };
    let mut to = vec![0xee_u8; room + 1];
    // SAFETY: there are enough words, and so much room.
    let length =
        unsafe { print(to.as_mut_ptr().cast(), room, format.as_ptr(), &raw mut arguments) };
    (length, to)
}

fn same(format: &str, words: &[u64], room: usize) {
    let format = CString::new(format).expect("there is no zero in it");
    let ours = printed(pikse_libc_vsnprintf, &format, words, room);
    let theirs = printed(vsnprintf, &format, words, room);
    let show = |of: &(c_int, Vec<u8>)| (of.0, String::from_utf8_lossy(&of.1).into_owned());
    assert!(
        ours == theirs,
        "{format:?} {words:x?} ({})\n ours {:?}\ntheirs {:?}",
        f64::from_bits(words[0]),
        show(&ours),
        show(&theirs)
    );
}

fn flags(random: &mut Random, of: &str) -> String {
    let mut all = String::from("%");
    for flag in of.chars().filter(|_| random.below(3) == 0) {
        all.push(flag);
    }
    if random.below(2) == 0 {
        all.push_str(&random.below(30).max(1).to_string());
    }
    all
}

#[test]
fn integers_are_as_in_the_c_library() {
    let mut random = Random::new(1);
    for _ in 0..200_000 {
        let mut format = format!("<{}", flags(&mut random, "-+ #0'"));
        if random.below(2) == 0 {
            format.push_str(&format!(".{}", random.below(25)));
        }
        let lengths = ["", "hh", "h", "l", "ll", "j", "z", "t"];
        format.push_str(random.pick::<&str>(&lengths));
        format.push(random.pick(&['d', 'i', 'u', 'x', 'X', 'o']));
        format.push('>');
        same(&format, &[random.number()], 200);
    }
}

#[test]
fn texts_and_characters_are_as_in_the_c_library() {
    let mut random = Random::new(2);
    let letters: Vec<u8> = (1..=255).collect();
    for _ in 0..50_000 {
        let text = CString::new(random.text(&letters, 20)).expect("there is no zero in it");
        let mut format = flags(&mut random, "-");
        let argument = match random.below(3) {
            0 => {
                format.push('c');
                random.number()
            }
            1 => {
                format.push('p');
                random.number()
            }
            _ => {
                if random.below(2) == 0 {
                    format.push_str(&format!(".{}", random.below(25)));
                }
                format.push('s');
                if random.below(10) == 0 { 0 } else { text.as_ptr() as u64 }
            }
        };
        let room = random.below(40) as usize;
        same(&format!("a{format}%%z"), &[argument], room);
    }
}

#[test]
fn doubles_are_as_in_the_c_library() {
    let mut random = Random::new(3);
    for _ in 0..300_000 {
        let mut format = format!("<{}", flags(&mut random, "-+ #0"));
        let precision = match random.below(4) {
            0 => None,
            1 => Some(random.below(400)),
            _ => Some(random.below(18)),
        };
        format.extend(precision.map(|precision| format!(".{precision}")));
        let conversion = random.pick(&['f', 'F', 'e', 'E', 'g', 'G', 'a', 'A']);
        format.push(conversion);
        format.push('>');
        let value = random.double();
        let shows_zeros = matches!(conversion, 'g' | 'G') && format.contains('#');
        if !(shows_zeros && carries(value, precision.unwrap_or(6) as usize)) {
            same(&format, &[value.to_bits()], 2000);
        }
    }
}

#[test]
fn long_doubles_are_as_in_the_c_library() {
    let mut random = Random::new(6);
    for _ in 0..100_000 {
        let mut format = format!("<%d {}", flags(&mut random, "-+ 0"));
        let conversion = random.pick(&['f', 'F', 'e', 'E', 'g', 'G', 'a', 'A']);
        if random.below(4) != 0 {
            format.push_str(&format!(".{}", random.below(40)));
        }
        format.push('L');
        format.push(conversion);
        format.push('>');
        let sign = random.below(2) << 15;
        let (mantissa, field) = match random.below(20) {
            0 => (0, 0),
            1 => (1 << 63, 0x7fff),
            2 => (3 << 62, 0x7fff),
            3 => (random.below(1000) << 54 | 1 << 63, 16383 + random.below(9)),
            _ => (random.number() | 1 << 63, 16383 - 1020 + random.below(2000)),
        };
        // The second word is there to be skipped: they are aligned to 16 bytes.
        same(&format, &[7, 0, mantissa, field | sign], 2000);
    }
}

/// Whether a number that is rounded to so many digits is a power of ten that only fits with an
/// exponent. There glibc 2.36 does not show the zeros that `#` asks for.
fn carries(value: f64, digits: usize) -> bool {
    let digits = digits.max(1);
    let exponent = |text: String| Some(text.split_once('e')?.1.to_owned());
    let rounded = exponent(format!("{:.*e}", digits - 1, value));
    rounded == Some(digits.to_string()) && rounded != exponent(format!("{value:e}"))
}

#[test]
fn zeros_are_shown_where_rounding_carries() {
    for (format, value, expected) in
        [(c"%#.2g", 99.75_f64, "1.0e+02"), (c"%#.3G", 999.5, "1.00E+03"), (c"%#.2g", 9.96, "10.")]
    {
        let (length, text) =
            printed(pikse_libc_vsnprintf, &format.to_owned(), &[value.to_bits()], 50);
        assert_eq!(&text[..length as usize], expected.as_bytes(), "{format:?} of {value}");
    }
}

#[test]
fn several_arguments_come_in_order() {
    let text = c"text".as_ptr() as u64;
    let minus = |value: i64| value as u64;
    for (format, words) in [
        ("%d %s %c %%", vec![minus(-5), text, 65]),
        ("%*d|%-*d|%.*s", vec![5, 42, 5, 43, 2, text]),
        ("%*d|%.*d|%.*s", vec![minus(-5), 42, minus(-1), 7, minus(-3), text]),
        ("%hhd %hd %ld %lld %zu %jd %td", vec![300, 70_000, minus(-1), minus(-2), 5, 6, 7]),
        ("%f %d %g", vec![1.25f64.to_bits(), 3, 1e100f64.to_bits()]),
        ("%s", vec![0]),
        ("%.3s|%.6s", vec![0, 0]),
        ("%#o %#x %#X %#o", vec![8, 0, 255, 0]),
        ("%#.0o|%.0d|%.0x|%+.0d", vec![0, 0, 0, 0]),
        ("%#05o|%#5o|%#-5o|%#012o", vec![8, 8, 8, 8]),
        ("%p %p", vec![0, 4096]),
        ("%lc%lc", vec![65, 66]),
    ] {
        same(format, &words, 300);
        same(format, &words, 4);
        same(format, &words, 0);
    }
}

#[test]
fn how_much_was_written_can_be_asked() {
    for (format, bytes) in [("ab%hhn", 1), ("ab%hn", 2), ("ab%n", 4), ("ab%ln", 8)] {
        let mut ours = u64::MAX;
        let mut theirs = u64::MAX;
        let format = CString::new(format).expect("there is no zero in it");
        printed(pikse_libc_vsnprintf, &format, &[&raw mut ours as u64], 20);
        printed(vsnprintf, &format, &[&raw mut theirs as u64], 20);
        assert_eq!(ours, theirs, "{bytes} bytes");
    }
}
