//! A pointer into an array is read.

pub fn entry(x: u8) -> i32 {
    let table = [1, 2, 3, 4];
    let at = usize::from(x % 4);
    let pointer = table.as_ptr();
    unsafe {
        let pointer = pointer.add(at);
        *pointer
    }
}
