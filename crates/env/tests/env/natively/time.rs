//! Dates, beside the C library's.

use std::ffi::{CStr, CString, c_char};

use super::models::time as ours;
use super::random::Random;

/// Times from long ago to far away.
fn times() -> Vec<i64> {
    let mut random = Random::new(12);
    let mut all = vec![0, -1, 951_782_399, 951_782_400, 951_868_800, 1_704_067_200, 4_102_444_799];
    all.extend((0..3000).map(|_| random.next() as i64 >> (20 + random.below(20))));
    all.extend((0..3000).map(|_| random.below(4_000_000_000) as i64));
    all
}

#[test]
fn days_are_those_of_the_c_library() {
    for time in times() {
        // SAFETY: both structures are C's `struct tm`.
        unsafe {
            let (mut a, mut b) = (std::mem::zeroed::<libc::tm>(), std::mem::zeroed::<libc::tm>());
            ours::pikse_libc_gmtime_r(&raw const time, (&raw mut a).cast());
            libc::gmtime_r(&raw const time, &raw mut b);
            let show = |of: &libc::tm| {
                let day = [of.tm_year, of.tm_mon, of.tm_mday, of.tm_wday, of.tm_yday];
                (day, [of.tm_hour, of.tm_min, of.tm_sec, of.tm_isdst])
            };
            assert_eq!(show(&a), show(&b), "{time}");
            assert_eq!(ours::pikse_libc_timegm((&raw mut a).cast()), time);
            // Fields that are not in their ranges are brought there.
            (a.tm_mon, b.tm_mon) = (a.tm_mon + 17, b.tm_mon + 17);
            (a.tm_mday, b.tm_mday) = (a.tm_mday - 40, b.tm_mday - 40);
            (a.tm_sec, b.tm_sec) = (a.tm_sec + 5000, b.tm_sec + 5000);
            let (one, two) =
                (ours::pikse_libc_timegm((&raw mut a).cast()), libc::timegm(&raw mut b));
            assert_eq!((one, show(&a)), (two, show(&b)), "{time}");
        }
    }
}

#[test]
fn dates_are_written_as_by_the_c_library() {
    let formats = [
        "%a %A %b %B %c",
        "%C %d %D %e %F",
        "%g %G %H %I %j",
        "%k %l %m %M %n%p %P",
        "%r %R %S %t%T",
        "%u %U %V %w %W",
        "%x %X %y %Y %z %%",
        "%Ey %Od %h %s",
        "%",
        "plain",
    ];
    // SAFETY: the time zone is set before anybody asks for it.
    unsafe { std::env::set_var("TZ", "UTC") };
    for time in times().into_iter().filter(|time| (0..250_000_000_000).contains(time)) {
        for format in formats {
            let format = CString::new(format).expect("there is no zero in it");
            // SAFETY: there is room for the texts.
            unsafe {
                let mut of = std::mem::zeroed::<libc::tm>();
                libc::gmtime_r(&raw const time, &raw mut of);
                let (mut a, mut b) = ([0 as c_char; 200], [0 as c_char; 200]);
                let one = ours::pikse_libc_strftime(
                    a.as_mut_ptr(),
                    200,
                    format.as_ptr(),
                    (&raw const of).cast(),
                );
                let two = libc::strftime(b.as_mut_ptr(), 200, format.as_ptr(), &raw const of);
                let (a, b) = (CStr::from_ptr(a.as_ptr()), CStr::from_ptr(b.as_ptr()));
                assert_eq!((one, a), (two, b), "{time} {format:?}");
            }
        }
    }
    let mut text = [0x55 as c_char; 8];
    // SAFETY: there is room for seven characters and a zero.
    unsafe {
        let of = std::mem::zeroed::<libc::tm>();
        let write = |format: &CStr, text: &mut [c_char; 8]| {
            ours::pikse_libc_strftime(text.as_mut_ptr(), 8, format.as_ptr(), (&raw const of).cast())
        };
        assert_eq!(write(c"1234567", &mut text), 7);
        assert_eq!(write(c"12345678", &mut text), 0);
    }
}

#[test]
fn the_clock_goes_on() {
    let _alone = super::machine::alone();
    // SAFETY: the structures are C's.
    unsafe {
        let mut last = ours::pikse_libc_clock();
        for _ in 0..10 {
            let now = ours::pikse_libc_clock();
            assert!(now > last);
            last = now;
        }
        let before = ours::pikse_libc_time(std::ptr::null_mut());
        ours::pikse_libc_sleep(100);
        let after = ours::pikse_libc_time(std::ptr::null_mut());
        assert!((100..102).contains(&(after - before)), "{before} {after}");
        let mut spec = std::mem::zeroed::<libc::timespec>();
        assert_eq!(ours::pikse_libc_clock_gettime(0, (&raw mut spec).cast()), 0);
        assert!((after..after + 2).contains(&spec.tv_sec));
        assert_eq!(ours::pikse_libc_clock_gettime(1, (&raw mut spec).cast()), 0);
        assert!(spec.tv_sec < 1_000_000);
        assert_eq!(ours::pikse_libc_clock_gettime(77, (&raw mut spec).cast()), -1);
    }
}
