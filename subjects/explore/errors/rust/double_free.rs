//! Two boxes of the same memory.

pub fn entry(x: i32) -> i32 {
    let pointer = Box::into_raw(Box::new(x));
    let first = unsafe { Box::from_raw(pointer) };
    if x == 4 {
        drop(unsafe { Box::from_raw(pointer) });
        drop(first); // error: double-free
        return 1;
    }
    *first
}
