//! A number that was never written decides.

use std::mem::MaybeUninit;

pub fn entry(x: i32) -> i32 {
    let mut number = MaybeUninit::<i32>::uninit();
    if x > 0 {
        number.write(x);
    }
    let number = unsafe { *number.as_ptr() };
    if number == 5 { 1 } else { 0 } // error: uninitialised
}
