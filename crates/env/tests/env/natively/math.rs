//! What of `math.h` is computed by bits, beside the C library's.

use std::ffi::c_int;

use super::models::math as ours;
use super::random::Random;

unsafe extern "C" {
    fn frexp(a: f64, exponent: &mut c_int) -> f64;
    fn ldexp(a: f64, n: c_int) -> f64;
    fn ldexpf(a: f32, n: c_int) -> f32;
    fn modf(a: f64, whole: &mut f64) -> f64;
    fn nextafter(a: f64, to: f64) -> f64;
    fn fdim(a: f64, b: f64) -> f64;
    fn ilogb(a: f64) -> c_int;
}

#[test]
fn numbers_are_taken_apart_as_by_the_c_library() {
    let mut random = Random::new(13);
    for _ in 0..200_000 {
        let (a, b) = (random.double(), random.double());
        let n = match random.below(3) {
            0 => random.below(20) as i32 - 10,
            1 => random.below(4400) as i32 - 2200,
            _ => random.next() as i32,
        };
        let same = |name: &str, one: f64, two: f64| {
            let equal = one.to_bits() == two.to_bits() || one.is_nan() && two.is_nan();
            assert!(equal, "{name}({a:e}, {b:e}, {n}): {one:e} and {two:e}");
        };
        // SAFETY: there is room for the results.
        unsafe {
            let (mut i, mut j) = (0, 0);
            let (one, two) = (ours::pikse_libc_frexp(a, &raw mut i), frexp(a, &mut j));
            same("frexp", one, two);
            assert_eq!(i, j, "frexp({a:e})");
            same("ldexp", ours::pikse_libc_ldexp(a, n), ldexp(a, n));
            let f = ours::pikse_libc_ldexpf(a as f32, n);
            let g = ldexpf(a as f32, n);
            assert!(f.to_bits() == g.to_bits() || f.is_nan() && g.is_nan(), "{a:e} {n} {f} {g}");
            let (mut x, mut y) = (0.0, 0.0);
            let (one, two) = (ours::pikse_libc_modf(a, &raw mut x), modf(a, &mut y));
            same("modf", one, two);
            same("modf's whole part", x, y);
            same("nextafter", ours::pikse_libc_nextafter(a, b), nextafter(a, b));
            same("fdim", ours::pikse_libc_fdim(a, b), fdim(a, b));
            assert_eq!(ours::pikse_libc_ilogb(a), ilogb(a), "ilogb({a:e})");
        }
        assert_eq!(ours::pikse_libc_isnan(a), i32::from(a.is_nan()));
        assert_eq!(ours::pikse_libc___finite(a), i32::from(a.is_finite()));
    }
}
