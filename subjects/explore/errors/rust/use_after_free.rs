//! A box is dropped, and its pointer is used.

pub fn entry(x: i32) -> i32 {
    let number = Box::new(x);
    let pointer: *const i32 = &raw const *number;
    if x == 4 {
        drop(number);
        return unsafe { *pointer }; // error: use-after-free
    }
    *number
}
