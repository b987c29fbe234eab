//! Symbolic inputs of harnesses in Rust, for `pikse explore`.
//!
//! ```no_run
//! let (a, b) = pikse::symbolic::<(u8, u8)>();
//! pikse::assume!(a < b);
//! assert!(a / 2 <= b / 2);
//! ```
//!
//! The symbolic machine replaces the functions at the end of this file by its own. In native code the
//! inputs come from a test: a `.ktest` file that the environment variable `PIKSE_TEST` names. This
//! file needs only std: it is also compiled alone, for Rust files that belong to no package.
#![expect(unsafe_code, reason = "the machine finds functions by their names")]

use std::sync::Mutex;

/// Plain data, any value of which can be an input.
pub trait Symbolic: Sized {
    /// Its size in bytes.
    const SIZE: usize;

    /// The value of these `SIZE` bytes. Bytes that are not a value of the type are rejected.
    fn of_bytes(bytes: &[u8]) -> Self;
}

/// An input: any value of the type.
///
/// # Panics
/// In native code, if there is no test, or if its input does not fit.
#[must_use]
pub fn symbolic<T: Symbolic>() -> T {
    symbolic_named("input")
}

/// An input with a name, under which tests show it.
///
/// # Panics
/// In native code, if there is no test, or if its input does not fit.
#[must_use]
pub fn symbolic_named<T: Symbolic>(name: &str) -> T {
    let mut bytes = vec![0; T::SIZE];
    // A type without bytes has one value.
    if !bytes.is_empty() {
        pikse_rust_input(bytes.as_mut_ptr(), bytes.len(), name.as_ptr(), name.len());
    }
    T::of_bytes(&bytes)
}

/// Excludes inputs for which the condition is false.
///
/// # Panics
/// In native code, if the condition is false: the test does not belong to this program.
pub fn assume(condition: bool) {
    pikse_rust_assume(condition);
}

/// Excludes the inputs that lead here.
///
/// # Panics
/// In native code: the test does not belong to this program.
pub fn reject() -> ! {
    pikse_rust_assume(false);
    unreachable!("a false assumption ends the path")
}

/// Excludes inputs for which the condition is false.
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
        // One condition without branches, so that it does not split paths. The distance to
        // the lower end wraps around below it, so one comparison checks both ends.
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
                    // There is nothing after the last one.
                    let _ = rest;
                    $of::of_bytes(own)
                },)*)
            }
        }
    )*};
}

tuples! { (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) }

/// The test's inputs that were not used yet, in reverse order.
static INPUTS: Mutex<Option<Vec<Vec<u8>>>> = Mutex::new(None);

/// The bytes of the next input, which must have this length.
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
            "the test's input for `{name}` has {} bytes, but needs {length}",
            input.len()
        )),
    }
}

/// The inputs of the test that the environment names, in reverse order.
fn test() -> Result<Vec<Vec<u8>>, String> {
    let path = std::env::var_os("PIKSE_TEST").ok_or(
        "symbolic inputs are for `pikse explore`; to repeat one of its tests, name its .ktest file \
         with the environment variable PIKSE_TEST",
    )?;
    let file = std::fs::read(&path)
        .map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    let mut inputs =
        inputs_of(&file).ok_or_else(|| format!("{} is not a .ktest file", path.display()))?;
    inputs.reverse();
    Ok(inputs)
}

/// The inputs in a `.ktest` file. Numbers have four bytes and are big-endian; texts follow their
/// lengths.
fn inputs_of(file: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut rest = file.strip_prefix(b"KTEST")?;
    let version = take_numbers(&mut rest, 1)?;
    let arguments = take_numbers(&mut rest, 1)?;
    for _ in 0..arguments {
        take(&mut rest)?;
    }
    // From version 2 on: the number of symbolic arguments and their length.
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

/// Reads `count` numbers and returns the last.
fn take_numbers(rest: &mut &[u8], count: usize) -> Option<usize> {
    let mut last = 0;
    for _ in 0..count {
        let (own, behind) = rest.split_first_chunk::<4>()?;
        *rest = behind;
        last = u32::from_be_bytes(*own) as usize;
    }
    Some(last)
}

/// A length, and that many bytes.
fn take<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = take_numbers(rest, 1)?;
    let (own, behind) = rest.split_at_checked(length)?;
    *rest = behind;
    Some(own)
}

/// Fills memory with an input. The symbolic machine replaces this function.
#[inline(never)]
#[unsafe(no_mangle)]
extern "C" fn pikse_rust_input(to: *mut u8, length: usize, name: *const u8, name_length: usize) {
    // SAFETY: the only caller passes a valid text, and memory of the given size.
    let (to, name) = unsafe {
        let name = std::slice::from_raw_parts(name, name_length);
        (std::slice::from_raw_parts_mut(to, length), String::from_utf8_lossy(name))
    };
    match next_input(&name, length) {
        Ok(bytes) => to.copy_from_slice(&bytes),
        Err(message) => panic!("{message}"),
    }
}

/// Continues only if the condition holds. The symbolic machine replaces this function.
#[inline(never)]
#[unsafe(no_mangle)]
extern "C" fn pikse_rust_assume(condition: bool) {
    assert!(condition, "the inputs violate an assumption");
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
