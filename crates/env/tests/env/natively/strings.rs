//! `string.h`, beside the C library's.

use std::ffi::{CStr, CString, c_char, c_int, c_void};

use super::models::alloc as memory;
use super::models::sort;
use super::models::string::{case, plain, text as ours};
use super::random::Random;

unsafe extern "C" {
    fn memrchr(a: *const c_void, byte: c_int, n: usize) -> *mut c_void;
    fn memmem(a: *const c_void, n: usize, b: *const c_void, m: usize) -> *mut c_void;
    fn strchrnul(s: *const c_char, c: c_int) -> *mut c_char;
    fn strsep(from: *mut *mut c_char, set: *const c_char) -> *mut c_char;
    fn strcasestr(s: *const c_char, part: *const c_char) -> *mut c_char;
    fn stpncpy(to: *mut c_char, from: *const c_char, n: usize) -> *mut c_char;
    fn dirname(path: *mut c_char) -> *mut c_char;
    fn __xpg_basename(path: *mut c_char) -> *mut c_char;
    fn memccpy(to: *mut c_void, from: *const c_void, last: c_int, n: usize) -> *mut c_void;
}

/// Few letters, so that much is equal.
fn text(random: &mut Random, longest: u64) -> CString {
    CString::new(random.text(b"aAb\xe4B", longest)).expect("there is no zero in it")
}

#[test]
fn searches_and_comparisons_are_as_in_the_c_library() {
    let mut random = Random::new(6);
    for _ in 0..50_000 {
        let (a, b) = (text(&mut random, 8), text(&mut random, 4));
        let (s, t) = (a.as_ptr(), b.as_ptr());
        let n = random.below(10) as usize;
        let c = c_int::from(random.pick(b"aAb\xe4\0z"));
        let length = a.as_bytes().len();
        // SAFETY: both are texts.
        unsafe {
            let at = |p: *const c_char| {
                if p.is_null() { None } else { Some(p as usize - s as usize) }
            };
            let whole = |order: c_int| order.signum();
            assert_eq!(plain::pikse_libc_strlen(s), length);
            assert_eq!(plain::pikse_libc_strnlen(s, n), libc::strnlen(s, n));
            assert_eq!(at(plain::pikse_libc_strchr(s, c)), at(libc::strchr(s, c)), "{a:?} {c}");
            assert_eq!(at(plain::pikse_libc_strrchr(s, c)), at(libc::strrchr(s, c)), "{a:?} {c}");
            assert_eq!(at(ours::pikse_libc_strchrnul(s, c)), at(strchrnul(s, c)), "{a:?} {c}");
            assert_eq!(at(plain::pikse_libc_strstr(s, t)), at(libc::strstr(s, t)), "{a:?} {b:?}");
            assert_eq!(at(case::pikse_libc_strcasestr(s, t)), at(strcasestr(s, t)), "{a:?} {b:?}");
            assert_eq!(ours::pikse_libc_strspn(s, t), libc::strspn(s, t), "{a:?} {b:?}");
            assert_eq!(ours::pikse_libc_strcspn(s, t), libc::strcspn(s, t), "{a:?} {b:?}");
            assert_eq!(at(ours::pikse_libc_strpbrk(s, t)), at(libc::strpbrk(s, t)), "{a:?} {b:?}");
            for (name, ours, theirs) in [
                ("strcmp", plain::pikse_libc_strcmp(s, t), libc::strcmp(s, t)),
                ("strncmp", plain::pikse_libc_strncmp(s, t, n), libc::strncmp(s, t, n)),
                ("strcasecmp", case::pikse_libc_strcasecmp(s, t), libc::strcasecmp(s, t)),
                ("strncasecmp", case::pikse_libc_strncasecmp(s, t, n), libc::strncasecmp(s, t, n)),
            ] {
                assert_eq!(whole(ours), whole(theirs), "{name} {a:?} {b:?} {n}");
            }
            let m = n.min(length).min(b.as_bytes().len());
            let order = libc::memcmp(s.cast(), t.cast(), m);
            assert_eq!(whole(plain::pikse_libc_memcmp(s.cast(), t.cast(), m)), whole(order));
            let (m, p) = (length, s.cast::<u8>());
            let found = plain::pikse_libc_memchr(p, c, m);
            assert_eq!(at(found.cast()), at(libc::memchr(s.cast(), c, m).cast()), "{a:?} {c}");
            let found = super::models::string::memory::pikse_libc_memrchr(p, c, m);
            assert_eq!(at(found.cast()), at(memrchr(s.cast(), c, m).cast()), "{a:?} {c}");
            let of = b.as_bytes().len();
            let found = super::models::string::memory::pikse_libc_memmem(p, m, t.cast(), of);
            assert_eq!(at(found.cast()), at(memmem(p.cast(), m, t.cast(), of).cast()), "{a:?}");
        }
    }
}

#[test]
fn copies_are_as_in_the_c_library() {
    let mut random = Random::new(7);
    for _ in 0..20_000 {
        let (a, b) = (text(&mut random, 8), text(&mut random, 8));
        let n = random.below(10) as usize;
        let (s, t) = (a.as_ptr(), b.as_ptr());
        // SAFETY: there is room for both texts.
        unsafe {
            let both = |name: &str, run: &dyn Fn(*mut c_char, bool) -> usize| {
                let mut rooms = [[0x55_i8; 40]; 2];
                let mut results = [0; 2];
                for (at, room) in rooms.iter_mut().enumerate() {
                    libc::strcpy(room.as_mut_ptr(), s);
                    results[at] =
                        run(room.as_mut_ptr(), at == 0).wrapping_sub(room.as_ptr() as usize);
                }
                assert_eq!(
                    (results[0], rooms[0]),
                    (results[1], rooms[1]),
                    "{name} {a:?} {b:?} {n}"
                );
            };
            both("strcpy", &|to, ours| match ours {
                true => plain::pikse_libc_strcpy(to, t) as usize,
                false => libc::strcpy(to, t) as usize,
            });
            both("strncpy", &|to, ours| match ours {
                true => plain::pikse_libc_strncpy(to, t, n) as usize,
                false => libc::strncpy(to, t, n) as usize,
            });
            both("strcat", &|to, ours| match ours {
                true => plain::pikse_libc_strcat(to, t) as usize,
                false => libc::strcat(to, t) as usize,
            });
            both("strncat", &|to, ours| match ours {
                true => ours::pikse_libc_strncat(to, t, n) as usize,
                false => libc::strncat(to, t, n) as usize,
            });
            both("stpcpy", &|to, ours| match ours {
                true => ours::pikse_libc_stpcpy(to, t) as usize,
                false => libc::stpcpy(to, t) as usize,
            });
            both("stpncpy", &|to, ours| match ours {
                true => ours::pikse_libc_stpncpy(to, t, n) as usize,
                false => stpncpy(to, t, n) as usize,
            });
            both("memccpy", &|to, ours| {
                let m = b.as_bytes_with_nul().len();
                let end = match ours {
                    true => super::models::string::memory::pikse_libc_memccpy(
                        to.cast(),
                        t.cast(),
                        98,
                        m,
                    ),
                    false => memccpy(to.cast(), t.cast(), 98, m).cast(),
                };
                if end.is_null() { to as usize } else { end as usize }
            });
        }
    }
}

#[test]
fn bounded_copies_are_as_bsd_has_them() {
    for (room, before, from, copied, joined) in [
        (0, "", "abc", ("", 3), ("", 3)),
        (1, "", "abc", ("", 3), ("", 3)),
        (3, "", "abc", ("ab", 3), ("ab", 3)),
        (4, "", "abc", ("abc", 3), ("abc", 3)),
        (5, "xy", "abc", ("abc", 3), ("xyab", 5)),
        (9, "xy", "abc", ("abc", 3), ("xyabc", 5)),
        (2, "xy", "abc", ("a", 3), ("xy", 5)),
    ] {
        let from = CString::new(from).expect("there is no zero in it");
        let start = CString::new(before).expect("there is no zero in it");
        for (name, is_copy, (expected, length)) in
            [("strlcpy", true, copied), ("strlcat", false, joined)]
        {
            let mut to = [0 as c_char; 20];
            // SAFETY: there is room for both.
            unsafe {
                if room > 0 {
                    libc::strcpy(to.as_mut_ptr(), start.as_ptr());
                }
                let result = match is_copy {
                    true => ours::pikse_libc_strlcpy(to.as_mut_ptr(), from.as_ptr(), room),
                    false => ours::pikse_libc_strlcat(to.as_mut_ptr(), from.as_ptr(), room),
                };
                assert_eq!(result, length, "{name} {before:?} {from:?} {room}");
                let text = CStr::from_ptr(to.as_ptr()).to_string_lossy();
                assert_eq!(text, expected, "{name} {before:?} {from:?} {room}");
            }
        }
    }
}

#[test]
fn tokens_are_as_in_the_c_library() {
    let mut random = Random::new(8);
    for _ in 0..10_000 {
        let (a, b) = (text(&mut random, 12), text(&mut random, 2));
        let mut found = [const { Vec::new() }; 4];
        for (at, found) in found.iter_mut().enumerate() {
            let mut copy = a.as_bytes_with_nul().to_vec();
            let mut next: *mut c_char = copy.as_mut_ptr().cast();
            let mut first = next;
            loop {
                // SAFETY: the copy is a text, and `next` is in it or null.
                let token = unsafe {
                    match at {
                        0 => ours::pikse_libc_strtok_r(first, b.as_ptr(), &raw mut next),
                        1 => libc::strtok_r(first, b.as_ptr(), &raw mut next),
                        2 => ours::pikse_libc_strsep(&raw mut next, b.as_ptr()),
                        _ => strsep(&raw mut next, b.as_ptr()),
                    }
                };
                first = std::ptr::null_mut();
                if token.is_null() {
                    break;
                }
                // SAFETY: a token is a text.
                found.push(unsafe { CStr::from_ptr(token) }.to_owned());
            }
        }
        assert_eq!(found[0], found[1], "strtok_r {a:?} {b:?}");
        assert_eq!(found[2], found[3], "strsep {a:?} {b:?}");
    }
}

#[test]
fn paths_are_cut_as_by_the_c_library() {
    type Cut = unsafe extern "C" fn(*mut c_char) -> *mut c_char;
    let cut = |by: Cut, path: &str| {
        let mut path = path.as_bytes().to_vec();
        path.push(0);
        // SAFETY: the path is a text that may be changed.
        unsafe { CStr::from_ptr(by(path.as_mut_ptr().cast())) }.to_owned()
    };
    for path in
        ["", "/", "//", "a", "a/", "/a", "/a/", "a/b", "a//b//", "/a/b/c", "///a", "..", "a/."]
    {
        let (ours, theirs) = (cut(ours::pikse_libc_dirname, path), cut(dirname, path));
        assert_eq!(ours, theirs, "dirname {path:?}");
        let ours = cut(ours::pikse_libc___xpg_basename, path);
        assert_eq!(ours, cut(__xpg_basename, path), "basename {path:?}");
    }
}

#[test]
fn texts_of_errors_are_those_of_the_c_library() {
    for error in -2..200 {
        // SAFETY: both give texts.
        let (ours, theirs) = unsafe {
            let theirs = CStr::from_ptr(libc::strerror(error)).to_owned();
            (CStr::from_ptr(super::models::string::message(error)), theirs)
        };
        assert_eq!(ours, &*theirs, "{error}");
    }
}

unsafe extern "C" fn by_first(a: *const c_void, b: *const c_void) -> c_int {
    // SAFETY: both are elements of an array of bytes.
    unsafe { c_int::from(*a.cast::<u8>()) - c_int::from(*b.cast::<u8>()) }
}

#[test]
fn sorted_arrays_are_sorted_and_searched() {
    let mut random = Random::new(9);
    for round in 0..2_000 {
        let size = 1 + random.below(9) as usize;
        let count = random.below(if round < 1990 { 40 } else { 3000 }) as usize;
        let array: Vec<u8> = (0..size * count).map(|_| random.below(50) as u8).collect();
        let mut sorted = array.clone();
        // SAFETY: there are that many elements.
        unsafe { sort::pikse_libc_qsort(sorted.as_mut_ptr(), count, size, by_first) };
        let mut expected: Vec<&[u8]> = array.chunks(size).collect();
        expected.sort_by_key(|element| element[0]);
        assert_eq!(sorted.chunks(size).collect::<Vec<_>>(), expected, "round {round}");
        let key = random.below(60) as u8;
        // SAFETY: there are that many elements, in order.
        let found = unsafe {
            sort::pikse_libc_bsearch(
                (&raw const key).cast(),
                sorted.as_ptr(),
                count,
                size,
                by_first,
            )
        };
        let is_there = sorted.chunks(size).any(|element| element[0] == key);
        assert_eq!(!found.is_null(), is_there, "round {round}");
        if is_there {
            // SAFETY: it is an element.
            assert_eq!(unsafe { *found.cast::<u8>() }, key, "round {round}");
        }
    }
}

#[test]
fn memory_is_allocated_and_kept() {
    // What cannot be allocated sets `errno`.
    let _alone = super::machine::alone();
    // SAFETY: what is allocated is used within its size, and freed once.
    unsafe {
        let a = memory::pikse_libc_calloc(3, 5);
        assert_eq!(std::slice::from_raw_parts(a, 15), [0; 15]);
        a.write_bytes(7, 15);
        let b = memory::pikse_libc_realloc(a, 20);
        assert_eq!(std::slice::from_raw_parts(b, 15), [7; 15]);
        let b = memory::pikse_libc_realloc(b, 4);
        assert_eq!(memory::pikse_libc_malloc_usable_size(b), 4);
        assert!(memory::pikse_libc_realloc(b, 0).is_null());
        assert!(memory::pikse_libc_calloc(usize::MAX, 2).is_null());
        assert!(memory::pikse_libc_reallocarray(std::ptr::null_mut(), usize::MAX, 2).is_null());
        assert!(memory::pikse_libc_malloc(usize::MAX).is_null());
        let mut c = std::ptr::null_mut();
        assert_eq!(memory::pikse_libc_posix_memalign(&raw mut c, 64, 100), 0);
        assert_eq!(c as usize % 64, 0);
        memory::pikse_libc__ZdlPvSt11align_val_t(c, 64);
        assert_eq!(memory::pikse_libc_posix_memalign(&raw mut c, 3, 100), libc::EINVAL);
        memory::pikse_libc_free(std::ptr::null_mut());
    }
}
