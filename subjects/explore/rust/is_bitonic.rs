//! Whether a sequence rises and then falls, or falls and then rises (document 001, Listing 3.1).
//!
//! Each pair of neighbours falls, rises or stays, and all of that is known after the first loop: 3 to
//! the power of `N` - 1 paths, 27 for four numbers. The checks of subscripts and of overflow that the
//! compiler adds are about plain numbers, and split nothing.

const N: usize = 4;

pub fn is_bitonic(a: &[i32; N]) -> bool {
    let (mut first_fall, mut first_rise) = (N - 1, N - 1);
    let (mut last_fall, mut last_rise) = (0, 0);

    let mut i = 1;
    while i < N {
        if a[i - 1] > a[i] {
            last_fall = i;
        } else if a[i - 1] < a[i] {
            last_rise = i;
        }
        i += 1;
    }

    let mut i = N - 1;
    while i > 0 {
        if a[i - 1] > a[i] {
            first_fall = i - 1;
        } else if a[i - 1] < a[i] {
            first_rise = i - 1;
        }
        i -= 1;
    }

    last_rise <= first_fall || last_fall <= first_rise
}
