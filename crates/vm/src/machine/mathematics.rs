//! Functions of `math.h` that the host's library computes, so that results are those of a native run to the
//! last bit.
//!
//! Symbolic arguments are made concrete, and the result has a note. Formats that Rust does not have, and
//! complex numbers, are passed by hand, as the ABI of x86-64 says.
#![expect(unsafe_code, reason = "functions of the C library are called by their addresses")]

use std::arch::asm;
use std::ffi::{CStr, CString, c_char, c_int, c_void};

use pikse_ir::mathematics::{Format, Math, PLACE, Part};

use super::{Machine, Step};
use crate::state::State;
use crate::value::Value;

/// The registers and the stack of a call, and where results are returned.
#[repr(C)]
#[derive(Default)]
struct Registers {
    floats: [u64; 4],
    integers: [u64; 4],
    stack: [u64; 8],
    result: u64,
    /// The top of the floating-point stack.
    top: [[u64; 2]; 2],
}

impl Machine<'_> {
    /// Computes a function: `arguments` and `results` are areas of memory, see `pikse_ir::mathematics`.
    pub(super) fn mathematics(
        &mut self,
        state: &mut State,
        number: Value,
        arguments: Value,
        results: Value,
    ) -> Step<()> {
        let number = self.one_value(state, number, 32)?;
        let arguments = self.one_value(state, arguments, 64)?;
        let results = self.one_value(state, results, 64)?;
        let math = Math::numbered(number as u32);
        let Some((math, function)) = math.and_then(|math| Some((math, find(&math.name())?))) else {
            let name = math.map_or_else(|| "?".to_owned(), Math::name);
            let what = format!("`{name}`: the C library of this system does not have it");
            return Err(self.unsupported(state, what));
        };
        let mut given = Vec::new();
        for (k, width) in math.arguments().into_iter().enumerate() {
            let at = Value::Concrete(arguments + u64::from(PLACE) * k as u64);
            let value = self.load(state, at, width, 1)?;
            let what = "an argument of a mathematical function";
            given.push(match value.number(&self.exprs) {
                Some(number) => number,
                None => self.concretize(state, value, width, what)?,
            });
        }
        // SAFETY: the table says how the function is called.
        let returned = unsafe { compute(math, function, &given) };
        for (k, (width, number)) in math.results().into_iter().zip(returned).enumerate() {
            let at = Value::Concrete(results + u64::from(PLACE) * k as u64);
            let value = Value::of_number(&mut self.exprs, width, number);
            self.store(state, at, value, width, 1)?;
        }
        Ok(())
    }
}

/// Passes the arguments, calls the function, and collects the result, what is stored, and `errno`.
unsafe fn compute(math: Math, function: *const c_void, given: &[u128]) -> Vec<u128> {
    let mut registers = Registers::default();
    let (mut floats, mut integers, mut stack) = (0, 0, 0);
    let mut given = given.iter().copied();
    let mut next = || given.next().unwrap_or(0);
    let mut stored = [[0u64; 2]; 2];
    let mut stored_to = Vec::new();
    for part in math.parameters() {
        match part {
            Part::Real(Format::Extended) | Part::Complex(Format::Extended) => {
                for _ in 0..if matches!(part, Part::Complex(_)) { 2 } else { 1 } {
                    let number = next();
                    registers.stack[stack] = number as u64;
                    registers.stack[stack + 1] = (number >> 64) as u64;
                    stack += 2;
                }
            }
            Part::Real(_) => {
                registers.floats[floats] = next() as u64;
                floats += 1;
            }
            // Both halves share a register.
            Part::Complex(Format::Single) => {
                registers.floats[floats] = next() as u64 | (next() as u64) << 32;
                floats += 1;
            }
            Part::Complex(_) => {
                registers.floats[floats] = next() as u64;
                registers.floats[floats + 1] = next() as u64;
                floats += 2;
            }
            Part::Integer(_) => {
                registers.integers[integers] = next() as u64;
                integers += 1;
            }
            Part::Store(_) | Part::StoreInt => {
                let place = &raw mut stored[stored_to.len()];
                registers.integers[integers] = place as u64;
                integers += 1;
                stored_to.push(part);
            }
            Part::Nothing => {}
        }
    }
    let from_stack = match math.result() {
        Part::Real(Format::Extended) => 1,
        Part::Complex(Format::Extended) => 2,
        _ => 0,
    };
    // SAFETY: `errno` is the thread's own, and the caller says that the registers fit the function.
    let error = unsafe {
        *__errno_location() = 0;
        match from_stack {
            0 => call::<0>(function, &mut registers),
            1 => call::<1>(function, &mut registers),
            _ => call::<2>(function, &mut registers),
        }
        *__errno_location()
    };
    let long = |[low, high]: [u64; 2]| u128::from(low) | u128::from(high & 0xffff) << 64;
    let [first, second, ..] = registers.floats;
    let mut returned: Vec<u128> = match math.result() {
        Part::Real(Format::Extended) => vec![long(registers.top[0])],
        Part::Complex(Format::Extended) => vec![long(registers.top[0]), long(registers.top[1])],
        Part::Real(_) => vec![first.into()],
        Part::Complex(Format::Single) => vec![(first & 0xffff_ffff).into(), (first >> 32).into()],
        Part::Complex(_) => vec![first.into(), second.into()],
        Part::Integer(_) => vec![registers.result.into()],
        Part::Store(_) | Part::StoreInt | Part::Nothing => Vec::new(),
    };
    // SAFETY: the function wrote there.
    let stored = (0..stored_to.len()).map(|k| unsafe { (&raw const stored[k]).read_volatile() });
    returned.extend(stored.map(long));
    returned.push((error as u32).into());
    returned
}

/// Calls a function whose result has so many numbers on the floating-point stack.
unsafe fn call<const POPPED: usize>(function: *const c_void, registers: &mut Registers) {
    macro_rules! with {
        ($($line:literal),*) => {
            // SAFETY: the stack is aligned on entry; the registers that are kept over a call hold the
            // addresses, and all others are given up.
            unsafe {
                asm!(
                    "sub rsp, 64",
                    "movups xmm0, [r12 + 64]",
                    "movups [rsp], xmm0",
                    "movups xmm0, [r12 + 80]",
                    "movups [rsp + 16], xmm0",
                    "movups xmm0, [r12 + 96]",
                    "movups [rsp + 32], xmm0",
                    "movups xmm0, [r12 + 112]",
                    "movups [rsp + 48], xmm0",
                    "movsd xmm0, [r12]",
                    "movsd xmm1, [r12 + 8]",
                    "movsd xmm2, [r12 + 16]",
                    "movsd xmm3, [r12 + 24]",
                    "mov rdi, [r12 + 32]",
                    "mov rsi, [r12 + 40]",
                    "mov rdx, [r12 + 48]",
                    "mov rcx, [r12 + 56]",
                    "call r13",
                    "add rsp, 64",
                    "movsd [r12], xmm0",
                    "movsd [r12 + 8], xmm1",
                    "mov [r12 + 128], rax",
                    $($line,)*
                    in("r12") &raw mut *registers,
                    in("r13") function,
                    clobber_abi("C"),
                );
            }
        };
    }
    match POPPED {
        0 => with!(),
        1 => with!("fstp tbyte ptr [r12 + 136]"),
        _ => with!("fstp tbyte ptr [r12 + 136]", "fstp tbyte ptr [r12 + 152]"),
    }
}

unsafe extern "C" {
    fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn __errno_location() -> *mut c_int;
}

/// The address of a function of the host's mathematical library.
fn find(name: &str) -> Option<*const c_void> {
    const LIBRARY: &CStr = c"libm.so.6";
    const LAZY: c_int = 1;
    let name = CString::new(name).ok()?;
    // SAFETY: both names end with a zero byte. The library stays loaded.
    let function = unsafe {
        let library = dlopen(LIBRARY.as_ptr(), LAZY);
        if library.is_null() {
            return None;
        }
        dlsym(library, name.as_ptr())
    };
    (!function.is_null()).then_some(function.cast_const())
}

#[cfg(test)]
mod tests {
    use super::{Math, compute, find};

    /// What a function returns for the given numbers.
    fn of(name: &str, given: &[u128]) -> Vec<u128> {
        let math = Math::named(name).unwrap_or_else(|| panic!("{name} is in the table"));
        let function = find(name).unwrap_or_else(|| panic!("the library has {name}"));
        // SAFETY: the table says how it is called.
        unsafe { compute(math, function, given) }
    }

    fn double(number: f64) -> u128 {
        number.to_bits().into()
    }

    #[test]
    fn numbers_come_from_where_the_abi_says() {
        assert_eq!(of("atan", &[double(1.0)])[0], double(1f64.atan()));
        assert_eq!(
            of("hypotf", &[3f32, 4.0].map(|x| x.to_bits().into())),
            [5f32.to_bits().into(), 0]
        );
        assert_eq!(of("ldexp", &[double(1.5), 3]), [double(12.0), 0]);
        assert_eq!(of("jn", &[0, double(0.0)])[0], double(1.0));
        assert_eq!(of("frexp", &[double(12.0)]), [double(0.75), 4, 0]);
        let (sin, cos) = 2f64.sin_cos();
        assert_eq!(of("sincos", &[double(2.0)]), [double(sin), double(cos), 0]);
        assert_eq!(of("remquo", &[double(7.0), double(2.0)]), [double(-1.0), 4, 0]);
        assert_eq!(of("csqrt", &[double(-4.0), double(0.0)]), [double(0.0), double(2.0), 0]);
        let singles = [3f32, 4.0].map(|x| u128::from(x.to_bits()));
        assert_eq!(of("conjf", &singles), [singles[0], (-4f32).to_bits().into(), 0]);
        assert_eq!(of("log", &[double(-1.0)])[1], 33, "errno");
        assert_eq!(of("ilogb", &[double(8.0)]), [3, 0]);
        assert_eq!(of("lrint", &[double(-2.5)])[0] as u64 as i64, -2);
    }

    #[test]
    fn long_doubles_are_on_the_stack() {
        // 1.0, 2.0 and 4.0.
        let of_power = |power: u128| (16383 + power) << 64 | 1 << 63;
        assert_eq!(of("sqrtl", &[of_power(2)]), [of_power(1), 0]);
        assert_eq!(of("powl", &[of_power(1), of_power(1)]), [of_power(2), 0]);
        assert_eq!(of("scalblnl", &[of_power(0), 1]), [of_power(1), 0]);
        assert_eq!(of("modfl", &[of_power(1)]), [0, of_power(1), 0]);
        let minus = of_power(2) | 1 << 79;
        assert_eq!(of("csqrtl", &[minus, 0]), [0, of_power(1), 0]);
        assert_eq!(of("cimagl", &[minus, of_power(0)]), [of_power(0), 0]);
    }
}
