//! Numbers and foreign text, made fit to print.

use std::fmt::Write;

/// A number with commas between thousands.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `12 bytes`, `1 MB`, `2.5 GB`.
pub(crate) fn bytes(number: u64) -> String {
    let units = [(30, "GB"), (20, "MB"), (10, "kB")];
    let Some((shift, unit)) = units.into_iter().find(|(shift, _)| number >> shift > 0) else {
        return count(number, "byte");
    };
    let tenths = (u128::from(number) * 10) >> shift;
    match tenths % 10 {
        0 => format!("{} {unit}", tenths / 10),
        tenth => format!("{}.{tenth} {unit}", tenths / 10),
    }
}

/// `1 input`, `2,000 inputs`.
pub fn count(number: u64, one: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {one}{ending}", thousands(number))
}

/// A time for people: `0.42 s`, `3 min 5 s`.
pub fn duration(seconds: f64) -> String {
    if seconds < 0.001 {
        return "less than 1 ms".to_owned();
    }
    if seconds < 1.0 {
        return format!("{:.0} ms", seconds * 1000.0);
    }
    if seconds < 60.0 {
        return format!("{seconds:.2} s");
    }
    let whole = seconds as u64;
    match (whole / 3600, whole / 60 % 60, whole % 60) {
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

/// Text of a program without anything that a terminal or a parser takes for a command:
/// control characters are spelled out, except line ends and tabs.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        let harmless = matches!(character, '\n' | '\t');
        if (character.is_control() && !harmless) || matches!(character, '\u{fffe}' | '\u{ffff}') {
            // Writing to a string cannot fail.
            let _ = write!(plain, "\\u{{{:x}}}", u32::from(character));
        } else {
            plain.push(character);
        }
    }
    plain
}

/// Text on one line.
pub(crate) fn one_line(text: &str) -> String {
    plain(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first `most` characters of a text, with a mark if there are more.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Every line with something before it.
pub(crate) fn indented(text: &str, by: &str) -> String {
    text.lines().map(|line| format!("{by}{line}").trim_end().to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_readable() {
        for (number, text) in [
            (0, "0 inputs"),
            (1, "1 input"),
            (999, "999 inputs"),
            (1_000, "1,000 inputs"),
            (12_345_678, "12,345,678 inputs"),
        ] {
            assert_eq!(count(number, "input"), text);
        }
        for (seconds, text) in [
            (0.0, "less than 1 ms"),
            (0.42, "420 ms"),
            (2.345, "2.35 s"),
            (125.9, "2 min 5 s"),
            (3_720.0, "1 h 2 min"),
        ] {
            assert_eq!(duration(seconds), text);
        }
    }

    #[test]
    fn long_text_is_cut_between_characters() {
        for (text, most, short) in
            [("", 0, ""), ("abc", 3, "abc"), ("abcd", 3, "abc…"), ("äöü", 1, "ä…")]
        {
            assert_eq!(shortened(text, most), short);
        }
    }

    #[test]
    fn control_characters_are_spelled_out() {
        assert_eq!(plain("a\u{1b}[31mb\tc\nd\u{0}\u{9b}"), "a\\u{1b}[31mb\tc\nd\\u{0}\\u{9b}");
        assert_eq!(one_line(" a\n  b\u{7} "), "a b\\u{7}");
    }
}
