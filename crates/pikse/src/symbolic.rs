//! Symbolic inputs of harnesses in Rust, for `pikse explore`.
//!
//! ```no_run
//! let (a, b) = pikse::symbolic::<(u8, u8)>();
//! pikse::assume!(a < b);
//! assert!(a / 2 <= b / 2);
//! ```
//!
//! In the symbolic machine the functions at the end of this file are not run: the machine has its
//! own in their place. Anywhere else the inputs come from a test, a `.ktest` file that the environment
//! variable `PIKSE_TEST` names. This file needs nothing but std: it is also compiled by itself, for
//! Rust files that belong to no package.
#![expect(unsafe_code, reason = "the machine finds functions by their names")]

use std::sync::Mutex;

/// Plain data, any value of which can be an input.
pub trait Symbolic: Sized {
    /// How many bytes it takes.
    const SIZE: usize;

    /// The value of these bytes, which are as many. Bytes that are no value are rejected.
    fn of_bytes(bytes: &[u8]) -> Self;
}

/// An input: any value of the type.
///
/// # Panics
/// Outside of the machine, if there is no test, or none with such an input.
#[must_use]
pub fn symbolic<T: Symbolic>() -> T {
    symbolic_named("input")
}

/// An input with a name, under which tests show it.
///
/// # Panics
/// Outside of the machine, if there is no test, or none with such an input.
#[must_use]
pub fn symbolic_named<T: Symbolic>(name: &str) -> T {
    let mut bytes = vec![0; T::SIZE];
    // What has no bytes has one value.
    if !bytes.is_empty() {
        pikse_rust_input(bytes.as_mut_ptr(), bytes.len(), name.as_ptr(), name.len());
    }
    T::of_bytes(&bytes)
}

/// Inputs for which the condition is false are not looked at.
///
/// # Panics
/// Outside of the machine, if the condition is false: then it is no test of this program.
pub fn assume(condition: bool) {
    pikse_rust_assume(condition);
}

/// The inputs that lead here are not looked at.
///
/// # Panics
/// Outside of the machine: then it is no test of this program.
pub fn reject() -> ! {
    pikse_rust_assume(false);
    unreachable!("no path goes on where a condition is false")
}

/// Inputs for which the condition is false are not looked at.
#[macro_export]
macro_rules! assume {
    ($condition:expr $(,)?) => {
        $crate::symbolic::assume($condition)
    };
}

macro_rules! numbers {
    ($($of:ty)*) => {$(
        impl Symbolic for $of {
            const SIZE: usize = size_of::<$of>();

            fn of_bytes(bytes: &[u8]) -> Self {
                let mut own = [0; size_of::<$of>()];
                own.copy_from_slice(bytes);
                <$of>::from_ne_bytes(own)
            }
        }
    )*};
}

numbers! { u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize f32 f64 }

impl Symbolic for bool {
    const SIZE: usize = 1;

    fn of_bytes(bytes: &[u8]) -> Self {
        let byte = u8::of_bytes(bytes);
        assume(byte < 2);
        byte != 0
    }
}

impl Symbolic for char {
    const SIZE: usize = 4;

    fn of_bytes(bytes: &[u8]) -> Self {
        let number = u32::of_bytes(bytes);
        // One condition, so that no path is for either side alone.
        // The distance to a number of its own wraps around below it: one comparison for both ends.
        let above = number.wrapping_sub(0xe000) < 0x11_0000 - 0xe000;
        assume((number < 0xd800) | above);
        char::from_u32(number).unwrap_or_else(|| reject())
    }
}

impl<T: Symbolic, const N: usize> Symbolic for [T; N] {
    const SIZE: usize = N * T::SIZE;

    fn of_bytes(bytes: &[u8]) -> Self {
        std::array::from_fn(|at| T::of_bytes(&bytes[at * T::SIZE..(at + 1) * T::SIZE]))
    }
}

impl Symbolic for () {
    const SIZE: usize = 0;

    fn of_bytes(_: &[u8]) -> Self {}
}

macro_rules! tuples {
    ($(($($of:ident)*))*) => {$(
        impl<$($of: Symbolic),*> Symbolic for ($($of,)*) {
            const SIZE: usize = 0 $(+ $of::SIZE)*;

            fn of_bytes(bytes: &[u8]) -> Self {
                let mut rest = bytes;
                ($({
                    let (own, behind) = rest.split_at($of::SIZE);
                    rest = behind;
                    // The last one leaves nothing.
                    let _ = rest;
                    $of::of_bytes(own)
                },)*)
            }
        }
    )*};
}

tuples! { (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) }

/// The test's inputs that nobody has asked for yet, the last one first.
static INPUTS: Mutex<Option<Vec<Vec<u8>>>> = Mutex::new(None);

/// The bytes of the next input, which has to be so long.
fn next_input(name: &str, length: usize) -> Result<Vec<u8>, String> {
    let mut inputs = INPUTS.lock().map_err(|error| error.to_string())?;
    let inputs = match &mut *inputs {
        Some(inputs) => inputs,
        none => none.insert(test()?),
    };
    let input = inputs.pop().ok_or_else(|| format!("the test has no input for `{name}`"))?;
    match input.len() == length {
        true => Ok(input),
        false => Err(format!(
            "the test's input for `{name}` has {} bytes in the place of {length}",
            input.len()
        )),
    }
}

/// The inputs of the test that the environment names, the last one first.
fn test() -> Result<Vec<Vec<u8>>, String> {
    let path = std::env::var_os("PIKSE_TEST").ok_or(
        "symbolic inputs are for `pikse explore`; to repeat one of its tests, name its .ktest file \
         with the environment variable PIKSE_TEST",
    )?;
    let file = std::fs::read(&path)
        .map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    let mut inputs =
        inputs_of(&file).ok_or_else(|| format!("{} is no .ktest file", path.display()))?;
    inputs.reverse();
    Ok(inputs)
}

/// The inputs in a `.ktest` file: numbers of four bytes, the highest first, and texts behind their
/// lengths.
fn inputs_of(file: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut rest = file.strip_prefix(b"KTEST")?;
    let version = take_numbers(&mut rest, 1)?;
    let arguments = take_numbers(&mut rest, 1)?;
    for _ in 0..arguments {
        take(&mut rest)?;
    }
    // From version 2 on, how many arguments are symbolic, and how long.
    if version >= 2 {
        take_numbers(&mut rest, 2)?;
    }
    let count = take_numbers(&mut rest, 1)?;
    let mut inputs = Vec::new();
    for _ in 0..count {
        take(&mut rest)?;
        inputs.push(take(&mut rest)?.to_vec());
    }
    Some(inputs)
}

/// The last of so many numbers.
fn take_numbers(rest: &mut &[u8], count: usize) -> Option<usize> {
    let mut last = 0;
    for _ in 0..count {
        let (own, behind) = rest.split_first_chunk::<4>()?;
        *rest = behind;
        last = u32::from_be_bytes(*own) as usize;
    }
    Some(last)
}

/// Bytes behind their length.
fn take<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = take_numbers(rest, 1)?;
    let (own, behind) = rest.split_at_checked(length)?;
    *rest = behind;
    Some(own)
}

/// Fills memory with an input. The machine has a function of its own for this.
#[inline(never)]
#[unsafe(no_mangle)]
extern "C" fn pikse_rust_input(to: *mut u8, length: usize, name: *const u8, name_length: usize) {
    // SAFETY: the only caller gives a text and as much memory as it says.
    let (to, name) = unsafe {
        let name = std::slice::from_raw_parts(name, name_length);
        (std::slice::from_raw_parts_mut(to, length), String::from_utf8_lossy(name))
    };
    match next_input(&name, length) {
        Ok(bytes) => to.copy_from_slice(&bytes),
        Err(message) => panic!("{message}"),
    }
}

/// Goes on only if the condition holds. The machine has a function of its own for this.
#[inline(never)]
#[unsafe(no_mangle)]
extern "C" fn pikse_rust_assume(condition: bool) {
    assert!(condition, "the inputs do not fulfil an assumption");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_made_of_bytes() {
        assert_eq!(<[u16; 2]>::of_bytes(&[1, 0, 2, 0]), [1, 2]);
        assert_eq!(<(bool, i8, [u8; 2])>::of_bytes(&[1, 0xff, 3, 4]), (true, -1, [3, 4]));
        assert_eq!(char::of_bytes(&u32::from('ä').to_ne_bytes()), 'ä');
        assert_eq!(<(u8, (), u32)>::SIZE, 5);
    }

    #[test]
    fn inputs_of_a_test_come_in_order() {
        let number = |value: u32| value.to_be_bytes().to_vec();
        let bytes = |text: &[u8]| [number(text.len() as u32), text.to_vec()].concat();
        let file = [
            b"KTEST".to_vec(),
            number(3),
            number(1),
            bytes(b"program"),
            number(0),
            number(0),
            number(2),
            bytes(b"x"),
            bytes(&[1, 2, 3, 4]),
            bytes(b"y"),
            bytes(&[]),
        ]
        .concat();
        assert_eq!(inputs_of(&file), Some(vec![vec![1, 2, 3, 4], vec![]]));
        for length in 0..file.len() {
            assert_eq!(inputs_of(&file[..length]), None, "cut at {length}");
        }
    }
}
