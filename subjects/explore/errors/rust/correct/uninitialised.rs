//! A number that was written decides.

use std::mem::MaybeUninit;

pub fn entry(x: i32) -> i32 {
    let mut number = MaybeUninit::<i32>::uninit();
    number.write(if x > 0 { x } else { 0 });
    let number = unsafe { *number.as_ptr() };
    if number == 5 { 1 } else { 0 }
}
