//! `time.h`: a clock that starts at a fixed time and advances by a fixed step with every call.

use core::ffi::{c_char, c_int, c_long};

use super::alarms;
use super::errno::{self, fail};
use super::stdio::text::Writer;

/// The start time of a program: the first second of 2024, in UTC.
pub const START: i64 = 1_704_067_200;
/// The step of the clock with every call, in nanoseconds.
const STEP: i64 = 1_000_000;
const SECOND: i64 = 1_000_000_000;

static mut PASSED: i64 = 0;

/// Nanoseconds since the start.
unsafe fn look() -> i64 {
    PASSED += STEP;
    PASSED
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Spec {
    pub seconds: i64,
    pub nanoseconds: c_long,
}

impl Spec {
    /// The time at which programs start, and of the files that they are given.
    pub const START: Spec = Spec { seconds: START, nanoseconds: 0 };
}

/// The time of day, without a step of the clock.
pub unsafe fn now() -> Spec {
    Spec { seconds: START + PASSED / SECOND, nanoseconds: PASSED % SECOND }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_time(to: *mut i64) -> i64 {
    let now = START + look() / SECOND;
    if !to.is_null() {
        *to = now;
    }
    now
}

/// The time of day, or the time since the start of the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_clock_gettime(clock: c_int, to: *mut Spec) -> c_int {
    let base = match clock {
        // The clocks with the time of day: exact, coarse, TAI.
        0 | 5 | 11 => START,
        1..12 => 0,
        _ => return fail(errno::EINVAL),
    };
    let passed = look();
    *to = Spec { seconds: base + passed / SECOND, nanoseconds: passed % SECOND };
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_clock_getres(clock: c_int, to: *mut Spec) -> c_int {
    if !(0..12).contains(&clock) {
        return fail(errno::EINVAL);
    }
    if !to.is_null() {
        *to = Spec { seconds: 0, nanoseconds: 1 };
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_timespec_get(to: *mut Spec, base: c_int) -> c_int {
    if base == 1 {
        pikse_libc_clock_gettime(0, to);
    }
    if base == 1 { 1 } else { 0 }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_gettimeofday(to: *mut Spec, _: *mut u8) -> c_int {
    let passed = look();
    *to = Spec { seconds: START + passed / SECOND, nanoseconds: passed % SECOND / 1000 };
    0
}

/// Microseconds of processor time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_clock() -> c_long {
    look() / 1000
}

/// Nanoseconds since the start, without a step of the clock.
pub unsafe fn passed() -> i64 {
    PASSED
}

/// Lets the time pass.
pub unsafe fn wait_until(time: i64) {
    if time > PASSED {
        PASSED = time;
    }
}

/// Sleeps, unless an alarm rings before; returns the time that is left then.
unsafe fn sleep(seconds: i64, nanoseconds: i64) -> i64 {
    let wanted = seconds.saturating_mul(SECOND).saturating_add(nanoseconds);
    let until = PASSED.saturating_add(wanted);
    if alarms::next() <= until {
        alarms::ring();
        return (until - PASSED).max(0);
    }
    PASSED = until;
    super::threads::schedule::sleep();
    0
}

/// Sleeps for a time that must be valid.
unsafe fn sleep_for(wanted: *const Spec, left: *mut Spec) -> c_int {
    if (*wanted).seconds < 0 || !(0..SECOND).contains(&(*wanted).nanoseconds) {
        return errno::EINVAL;
    }
    let rest = sleep((*wanted).seconds, (*wanted).nanoseconds);
    if rest == 0 {
        return 0;
    }
    if !left.is_null() {
        *left = Spec { seconds: rest / SECOND, nanoseconds: rest % SECOND };
    }
    errno::EINTR
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_nanosleep(wanted: *const Spec, left: *mut Spec) -> c_int {
    match sleep_for(wanted, left) {
        0 => 0,
        error => fail(error),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_clock_nanosleep(
    clock: c_int,
    flags: c_int,
    wanted: *const Spec,
    left: *mut Spec,
) -> c_int {
    if flags == 0 {
        return sleep_for(wanted, left);
    }
    // Until a given time: time-of-day clocks start later than the others.
    let base = if matches!(clock, 0 | 5 | 11) { START } else { 0 };
    let until = ((*wanted).seconds - base).saturating_mul(SECOND);
    PASSED = PASSED.max(until.saturating_add((*wanted).nanoseconds));
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_usleep(microseconds: u32) -> c_int {
    match sleep(0, i64::from(microseconds) * 1000) {
        0 => 0,
        _ => fail(errno::EINTR),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sleep(seconds: u32) -> u32 {
    let left = sleep(i64::from(seconds), 0);
    ((left + SECOND - 1) / SECOND) as u32
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_difftime(a: i64, b: i64) -> f64 {
    (a - b) as f64
}

/// `struct tm`.
#[repr(C)]
pub struct Tm {
    pub second: c_int,
    pub minute: c_int,
    pub hour: c_int,
    pub day: c_int,
    pub month: c_int,
    pub year: c_int,
    pub weekday: c_int,
    pub day_of_year: c_int,
    pub summer: c_int,
    pub offset: c_long,
    pub zone: *const c_char,
}

/// Days from 1970 to the first of March of a year (0 is the year 0), in the Gregorian calendar.
fn days_before_march(year: i64) -> i64 {
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) - 719_468
}

/// Days from 1970 to a day; months count from 0, and may lie in other years.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = (year + month.div_euclid(12), month.rem_euclid(12));
    // Years begin in March here, so that a leap day is the last of its year.
    let (year, month) = if month < 2 { (year - 1, month + 10) } else { (year, month - 2) };
    days_before_march(year) + (153 * month + 2) / 5 + day - 1
}

/// The day of the week of a date.
pub fn weekday(of: &Tm) -> c_int {
    let day = days(i64::from(of.year) + 1900, i64::from(of.month), i64::from(of.day));
    (day + 4).rem_euclid(7) as c_int
}

/// The number of a date in its year, from 0 on.
pub fn number_in_year(of: &Tm) -> c_int {
    let year = i64::from(of.year) + 1900;
    (days(year, i64::from(of.month), i64::from(of.day)) - days(year, 0, 1)) as c_int
}

/// The month and the day of a number in a year.
pub fn day_in_year(year: c_int, number: c_int) -> (c_int, c_int) {
    let year = i64::from(year) + 1900;
    let day = days(year, 0, 1) + i64::from(number);
    let mut month = 11;
    while month > 0 && days(year, month, 1) > day {
        month -= 1;
    }
    (month as c_int, (day - days(year, month, 1) + 1) as c_int)
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_gmtime_r(time: *const i64, to: *mut Tm) -> *mut Tm {
    let (day, second) = ((*time).div_euclid(86_400), (*time).rem_euclid(86_400));
    // An estimate that is right or one too small.
    let mut year = (day * 400).div_euclid(146_097) + 1969;
    while days(year + 1, 0, 1) <= day {
        year += 1;
    }
    while days(year, 0, 1) > day {
        year -= 1;
    }
    let Ok(since_1900) = c_int::try_from(year - 1900) else {
        errno::set(errno::EOVERFLOW);
        return core::ptr::null_mut();
    };
    let day_of_year = day - days(year, 0, 1);
    let mut month = 11;
    while month > 0 && days(year, month, 1) > day {
        month -= 1;
    }
    *to = Tm {
        second: (second % 60) as c_int,
        minute: (second / 60 % 60) as c_int,
        hour: (second / 3600) as c_int,
        day: (day - days(year, month, 1) + 1) as c_int,
        month: month as c_int,
        year: since_1900,
        weekday: (day + 4).rem_euclid(7) as c_int,
        day_of_year: day_of_year as c_int,
        summer: 0,
        offset: 0,
        zone: c"GMT".as_ptr(),
    };
    to
}

/// The time zone is UTC.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_localtime_r(time: *const i64, to: *mut Tm) -> *mut Tm {
    let to = pikse_libc_gmtime_r(time, to);
    if !to.is_null() {
        (*to).zone = c"UTC".as_ptr();
    }
    to
}

static mut BROKEN_DOWN: Tm = Tm {
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
    zone: core::ptr::null(),
};

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_gmtime(time: *const i64) -> *mut Tm {
    pikse_libc_gmtime_r(time, &raw mut BROKEN_DOWN)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_localtime(time: *const i64) -> *mut Tm {
    pikse_libc_localtime_r(time, &raw mut BROKEN_DOWN)
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_tzset() {}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_timegm(of: *mut Tm) -> i64 {
    let day = days(i64::from((*of).year) + 1900, i64::from((*of).month), i64::from((*of).day));
    let hours = day * 24 + i64::from((*of).hour);
    let time = (hours * 60 + i64::from((*of).minute)) * 60 + i64::from((*of).second);
    pikse_libc_gmtime_r(&raw const time, of);
    time
}

/// The days of a year.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_dysize(year: c_int) -> c_int {
    if is_leap(i64::from(year)) { 366 } else { 365 }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_timelocal(of: *mut Tm) -> i64 {
    pikse_libc_mktime(of)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_timespec_getres(to: *mut Spec, base: c_int) -> c_int {
    if base != 1 {
        return 0;
    }
    if !to.is_null() {
        *to = Spec { seconds: 0, nanoseconds: 1 };
    }
    base
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mktime(of: *mut Tm) -> i64 {
    let time = pikse_libc_timegm(of);
    (*of).zone = c"UTC".as_ptr();
    time
}

pub const DAYS: [&core::ffi::CStr; 7] =
    [c"Sunday", c"Monday", c"Tuesday", c"Wednesday", c"Thursday", c"Friday", c"Saturday"];
pub const MONTHS: [&core::ffi::CStr; 12] = [
    c"January",
    c"February",
    c"March",
    c"April",
    c"May",
    c"June",
    c"July",
    c"August",
    c"September",
    c"October",
    c"November",
    c"December",
];

unsafe fn name(to: &mut Writer, names: &[&core::ffi::CStr], which: c_int, letters: usize) {
    let Some(name) = names.get(which as usize) else { return to.byte(b'?') };
    let mut at = 0;
    while at < letters && *name.as_ptr().add(at) != 0 {
        to.byte(*name.as_ptr().add(at) as u8);
        at += 1;
    }
}

unsafe fn padded(to: &mut Writer, value: c_int, digits: u32) {
    if value < 0 {
        to.byte(b'-');
    }
    to.unsigned(u64::from(value.unsigned_abs()), digits);
}

/// A number with a leading space, if it has one digit.
unsafe fn spaced(to: &mut Writer, value: c_int) {
    if (0..10).contains(&value) {
        to.byte(b' ');
    }
    to.number(i64::from(value));
}

/// The year and the number of a week, by ISO 8601.
fn iso_week(of: &Tm) -> (c_int, c_int) {
    let from_monday = (of.weekday + 6) % 7;
    let week = (of.day_of_year - from_monday + 10) / 7;
    let year = of.year + 1900;
    let length = |year: c_int| 365 + c_int::from(is_leap(i64::from(year)));
    if week < 1 {
        let day = of.day_of_year + length(year - 1);
        return (year - 1, (day - from_monday + 10) / 7);
    }
    if week == 53 && of.day_of_year - from_monday + 3 >= length(year) {
        return (year + 1, 1);
    }
    (year, week)
}

unsafe fn element(to: &mut Writer, letter: u8, of: &Tm) {
    let half = if of.hour % 12 == 0 { 12 } else { of.hour % 12 };
    let series = |to: &mut Writer, letters: &[u8]| {
        for c in letters {
            if c.is_ascii_alphabetic() {
                element(to, *c, of);
            } else {
                to.byte(*c);
            }
        }
    };
    match letter {
        b'a' => name(to, &DAYS, of.weekday, 3),
        b'A' => name(to, &DAYS, of.weekday, 20),
        b'b' | b'h' => name(to, &MONTHS, of.month, 3),
        b'B' => name(to, &MONTHS, of.month, 20),
        b'c' => series(to, b"a b e H:M:S Y"),
        b'C' => padded(to, (of.year + 1900).div_euclid(100), 2),
        b'd' => padded(to, of.day, 2),
        b'D' | b'x' => series(to, b"m/d/y"),
        b'e' => spaced(to, of.day),
        b'F' => series(to, b"Y-m-d"),
        b'g' => padded(to, iso_week(of).0.rem_euclid(100), 2),
        b'G' => padded(to, iso_week(of).0, 1),
        b'H' => padded(to, of.hour, 2),
        b'I' => padded(to, half, 2),
        b'j' => padded(to, of.day_of_year + 1, 3),
        b'k' => spaced(to, of.hour),
        b'l' => spaced(to, half),
        b'm' => padded(to, of.month + 1, 2),
        b'M' => padded(to, of.minute, 2),
        b'n' => to.byte(b'\n'),
        b'p' => to.text(if of.hour < 12 { c"AM" } else { c"PM" }.as_ptr()),
        b'P' => to.text(if of.hour < 12 { c"am" } else { c"pm" }.as_ptr()),
        b'r' => series(to, b"I:M:S p"),
        b'R' => series(to, b"H:M"),
        b'S' => padded(to, of.second, 2),
        b's' => {
            let mut copy = core::ptr::read(of);
            to.number(pikse_libc_timegm(&raw mut copy));
        }
        b't' => to.byte(b'\t'),
        b'T' | b'X' => series(to, b"H:M:S"),
        b'u' => padded(to, if of.weekday == 0 { 7 } else { of.weekday }, 1),
        b'U' => padded(to, (of.day_of_year + 7 - of.weekday) / 7, 2),
        b'V' => padded(to, iso_week(of).1, 2),
        b'w' => padded(to, of.weekday, 1),
        b'W' => padded(to, (of.day_of_year + 7 - (of.weekday + 6) % 7) / 7, 2),
        b'y' => padded(to, of.year.rem_euclid(100), 2),
        b'Y' => padded(to, of.year + 1900, 1),
        b'z' => to.text(c"+0000".as_ptr()),
        b'Z' => to.text(if of.zone.is_null() { c"UTC".as_ptr() } else { of.zone }),
        _ => to.byte(letter),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strftime(
    to: *mut c_char,
    room: usize,
    format: *const c_char,
    of: *const Tm,
) -> usize {
    // One byte more than there is room for shows whether the text was too long.
    let memory = super::alloc::own(room + 1);
    let mut text = Writer::new(memory, room + 1);
    let mut at = format;
    while *at != 0 {
        if *at as u8 == b'%' && *at.add(1) != 0 {
            at = at.add(1);
            // Alternative forms are the same in the C locale.
            if matches!(*at as u8, b'E' | b'O') && *at.add(1) != 0 {
                at = at.add(1);
            }
            element(&mut text, *at as u8, &*of);
        } else {
            text.byte(*at as u8);
        }
        at = at.add(1);
    }
    let length = text.end();
    let fits = length < room;
    if fits {
        core::ptr::copy_nonoverlapping(memory.cast(), to, length + 1);
    }
    super::machine::pikse_vm_free(memory);
    if fits { length } else { 0 }
}

static mut TEXT: [c_char; 64] = [0; 64];

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_asctime_r(of: *const Tm, to: *mut c_char) -> *mut c_char {
    pikse_libc_strftime(to, 64, c"%c\n".as_ptr(), of);
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_asctime(of: *const Tm) -> *mut c_char {
    pikse_libc_asctime_r(of, (&raw mut TEXT).cast())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ctime(time: *const i64) -> *mut c_char {
    pikse_libc_asctime(pikse_libc_localtime(time))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ctime_r(time: *const i64, to: *mut c_char) -> *mut c_char {
    pikse_libc_asctime_r(pikse_libc_localtime(time), to)
}
