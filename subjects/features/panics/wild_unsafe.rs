fn main() {
    let i: usize = pikse::symbolic();
    pikse::assume!(i <= 4);
    let v: Vec<u32> = vec![1, 2, 3, 4];
    let x = unsafe { *v.as_ptr().add(i) }; // error: out-of-bounds
    assert!(x == i as u32 + 1);
}
