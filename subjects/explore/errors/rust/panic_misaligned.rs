//! A pointer into the middle of bytes, read where its type may not stand: the compiler's own check
//! finds it.

#[repr(align(8))]
struct Bytes([u8; 16]);

pub fn entry(x: u8) -> u32 {
    let bytes = Bytes([7; 16]);
    let at = usize::from(x & 2);
    let pointer = bytes.0.as_ptr().wrapping_add(at).cast::<u32>();
    unsafe { *pointer } // error: panic
}
