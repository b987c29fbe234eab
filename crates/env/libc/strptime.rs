//! `strptime`: a time from a text.

use core::ffi::{CStr, c_char, c_int};
use core::ptr::null_mut;

use super::ctype::is_space;
use super::machine::pikse_vm_unsupported;
use super::string::case::pikse_libc_strncasecmp;
use super::time::{self, DAYS, MONTHS, Tm};

/// What was read so far.
struct Known {
    twelve_hours: bool,
    afternoon: bool,
    month: bool,
    day: bool,
    weekday: bool,
    day_of_year: bool,
    /// Whether days are to be computed from the date.
    date: bool,
    century: c_int,
    year_in_century: bool,
    /// The week, and whether it begins on a Monday.
    week: Option<(c_int, bool)>,
}

/// The text that is left.
struct From {
    at: *const c_char,
}

impl From {
    unsafe fn spaces(&mut self) {
        while is_space(c_int::from(*self.at as u8)) {
            self.at = self.at.add(1);
        }
    }

    /// A number of at most so many digits, in a range.
    unsafe fn number(&mut self, low: c_int, high: c_int, digits: u32) -> Option<c_int> {
        while *self.at as u8 == b' ' {
            self.at = self.at.add(1);
        }
        if !(*self.at as u8).is_ascii_digit() {
            return None;
        }
        let (mut value, mut left) = (0, digits);
        loop {
            value = value * 10 + c_int::from(*self.at as u8 - b'0');
            self.at = self.at.add(1);
            left -= 1;
            if left == 0 || value * 10 > high || !(*self.at as u8).is_ascii_digit() {
                break;
            }
        }
        (low..=high).contains(&value).then_some(value)
    }

    /// One of several names: whole, or its first letters.
    unsafe fn name(&mut self, names: &[&CStr]) -> Option<c_int> {
        for (which, name) in names.iter().enumerate() {
            for length in [name.count_bytes(), 3] {
                if pikse_libc_strncasecmp(self.at, name.as_ptr(), length) == 0 {
                    self.at = self.at.add(length);
                    return Some(which as c_int);
                }
            }
        }
        None
    }
}

/// Reads one element; `None` if the text does not have it.
unsafe fn element(from: &mut From, letter: u8, to: &mut Tm, known: &mut Known) -> Option<()> {
    match letter {
        b'%' => {
            if *from.at as u8 != b'%' {
                return None;
            }
            from.at = from.at.add(1);
        }
        b'a' | b'A' => {
            to.weekday = from.name(&DAYS)?;
            known.weekday = true;
        }
        b'b' | b'B' | b'h' => {
            to.month = from.name(&MONTHS)?;
            (known.month, known.date) = (true, true);
        }
        b'C' => {
            known.century = from.number(0, 99, 2)?;
            known.date = true;
        }
        b'd' | b'e' => {
            to.day = from.number(1, 31, 2)?;
            (known.day, known.date) = (true, true);
        }
        b'H' | b'k' => {
            to.hour = from.number(0, 23, 2)?;
            known.twelve_hours = false;
        }
        b'I' | b'l' => {
            to.hour = from.number(1, 12, 2)? % 12;
            known.twelve_hours = true;
        }
        b'j' => {
            to.day_of_year = from.number(1, 366, 3)? - 1;
            known.day_of_year = true;
        }
        b'm' => {
            to.month = from.number(1, 12, 2)? - 1;
            (known.month, known.date) = (true, true);
        }
        b'M' => to.minute = from.number(0, 59, 2)?,
        b'n' | b't' => from.spaces(),
        b'p' | b'P' => {
            known.afternoon = match () {
                () if pikse_libc_strncasecmp(from.at, c"am".as_ptr(), 2) == 0 => false,
                () if pikse_libc_strncasecmp(from.at, c"pm".as_ptr(), 2) == 0 => true,
                () => return None,
            };
            from.at = from.at.add(2);
        }
        b'S' => to.second = from.number(0, 61, 2)?,
        b's' => {
            let mut seconds = 0i64;
            if !(*from.at as u8).is_ascii_digit() {
                return None;
            }
            while (*from.at as u8).is_ascii_digit() {
                seconds = seconds.wrapping_mul(10).wrapping_add(i64::from(*from.at as u8 - b'0'));
                from.at = from.at.add(1);
            }
            time::pikse_libc_localtime_r(&raw const seconds, to);
        }
        b'u' => {
            to.weekday = from.number(1, 7, 1)? % 7;
            known.weekday = true;
        }
        b'w' => {
            to.weekday = from.number(0, 6, 1)?;
            known.weekday = true;
        }
        b'U' => known.week = Some((from.number(0, 53, 2)?, false)),
        b'W' => known.week = Some((from.number(0, 53, 2)?, true)),
        b'V' => {
            from.number(0, 53, 2)?;
        }
        b'g' => {
            from.number(0, 99, 2)?;
        }
        b'G' => {
            if !(*from.at as u8).is_ascii_digit() {
                return None;
            }
            while (*from.at as u8).is_ascii_digit() {
                from.at = from.at.add(1);
            }
        }
        b'y' => {
            let year = from.number(0, 99, 2)?;
            to.year = if year >= 69 { year } else { year + 100 };
            (known.year_in_century, known.date) = (true, true);
        }
        b'Y' => {
            to.year = from.number(0, 9999, 4)? - 1900;
            (known.year_in_century, known.century, known.date) = (false, -1, true);
        }
        b'Z' => {
            from.spaces();
            while *from.at != 0 && !is_space(c_int::from(*from.at as u8)) {
                from.at = from.at.add(1);
            }
        }
        b'z' => zone(from, to)?,
        b'c' => parse(from, c"%a %b %e %H:%M:%S %Y".as_ptr(), to, known)?,
        b'D' | b'x' => parse(from, c"%m/%d/%y".as_ptr(), to, known)?,
        b'F' => parse(from, c"%Y-%m-%d".as_ptr(), to, known)?,
        b'R' => parse(from, c"%H:%M".as_ptr(), to, known)?,
        b'r' => parse(from, c"%I:%M:%S %p".as_ptr(), to, known)?,
        b'T' | b'X' => parse(from, c"%H:%M:%S".as_ptr(), to, known)?,
        b'+' => pikse_vm_unsupported(c"strptime with this format".as_ptr()),
        _ => return None,
    }
    Some(())
}

/// The distance to UTC: `Z`, or a sign with hours and minutes.
unsafe fn zone(from: &mut From, to: &mut Tm) -> Option<()> {
    from.spaces();
    let sign = *from.at as u8;
    from.at = from.at.add(1);
    if sign == b'Z' {
        to.offset = 0;
        return Some(());
    }
    if !matches!(sign, b'+' | b'-') {
        return None;
    }
    let (mut value, mut digits) = (0, 0);
    while digits < 4 && (*from.at as u8).is_ascii_digit() {
        value = value * 10 + i64::from(*from.at as u8 - b'0');
        digits += 1;
        from.at = from.at.add(1);
        if *from.at as u8 == b':' && digits == 2 && (*from.at.add(1) as u8).is_ascii_digit() {
            from.at = from.at.add(1);
        }
    }
    match digits {
        2 => value *= 100,
        4 if value % 100 < 60 => {}
        _ => return None,
    }
    let seconds = value / 100 * 3600 + value % 100 * 60;
    to.offset = if sign == b'-' { -seconds } else { seconds };
    Some(())
}

/// Reads what a format says.
unsafe fn parse(
    from: &mut From,
    format: *const c_char,
    to: &mut Tm,
    known: &mut Known,
) -> Option<()> {
    let mut at = format;
    while *at != 0 {
        let c = *at as u8;
        at = at.add(1);
        if is_space(c_int::from(c)) {
            from.spaces();
            continue;
        }
        if c != b'%' {
            if *from.at as u8 != c {
                return None;
            }
            from.at = from.at.add(1);
            continue;
        }
        while matches!(*at as u8, b'-' | b'_' | b'0' | b'^' | b'#') {
            at = at.add(1);
        }
        if matches!(*at as u8, b'E' | b'O') {
            at = at.add(1);
        }
        element(from, *at as u8, to, known)?;
        if *at != 0 {
            at = at.add(1);
        }
    }
    Some(())
}

/// The month and the day of a number in a year. glibc looks outside of a table for numbers that are not in it.
unsafe fn day_in_year(year: c_int, number: c_int) -> (c_int, c_int) {
    if !(0..time::pikse_libc_dysize(year.saturating_add(1900))).contains(&number) {
        pikse_vm_unsupported(c"strptime of a day that the year does not have".as_ptr());
    }
    time::day_in_year(year, number)
}

/// Computes what follows from the rest.
unsafe fn complete(to: &mut Tm, known: &Known) {
    if known.twelve_hours && known.afternoon {
        to.hour += 12;
    }
    if known.century >= 0 {
        let years = (known.century - 19) * 100;
        to.year = if known.year_in_century { to.year % 100 + years } else { years };
    }
    let has_month = known.month || (0..12).contains(&to.month);
    if known.date && !known.weekday {
        if !(known.month && known.day) && known.day_of_year {
            let (month, day) = day_in_year(to.year, to.day_of_year);
            if !known.month {
                to.month = month;
            }
            if !known.day {
                to.day = day;
            }
        }
        if has_month {
            to.weekday = time::weekday(to);
        }
    }
    if known.date && !known.day_of_year && has_month {
        to.day_of_year = time::number_in_year(to);
    }
    if let Some((week, is_monday)) = known.week.filter(|_| known.weekday) {
        let weekday = to.weekday;
        let first = Tm { day: 1, month: 0, ..*to };
        let begins = time::weekday(&first);
        let shift = c_int::from(is_monday);
        let before = (7 - (begins - shift)) % 7;
        let day = before + (week - 1) * 7 + (weekday - shift + 7) % 7;
        if !known.day_of_year {
            to.day_of_year = day;
        }
        if !known.day || !known.month {
            let (month, day) = day_in_year(to.year, to.day_of_year);
            if !known.month {
                to.month = month;
            }
            if !known.day {
                to.day = day;
            }
        }
        to.weekday = weekday;
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strptime(
    text: *const c_char,
    format: *const c_char,
    to: *mut Tm,
) -> *mut c_char {
    let mut known = Known {
        twelve_hours: false,
        afternoon: false,
        month: false,
        day: false,
        weekday: false,
        day_of_year: false,
        date: false,
        century: -1,
        year_in_century: false,
        week: None,
    };
    let mut from = From { at: text };
    if parse(&mut from, format, &mut *to, &mut known).is_none() {
        return null_mut();
    }
    complete(&mut *to, &known);
    from.at.cast_mut()
}
