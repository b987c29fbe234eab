//! A reference to a number in the middle of bytes, where its type may not stand.
// options: alignment

#[repr(align(8))]
struct Bytes([u8; 16]);

pub fn entry(x: u8) -> u32 {
    let bytes = Bytes([7; 16]);
    let at = usize::from(x & 2);
    let pointer = bytes.0.as_ptr().wrapping_add(at).cast::<u32>();
    let number: &u32 = unsafe { std::mem::transmute(pointer) };
    *number // error: misaligned
}
