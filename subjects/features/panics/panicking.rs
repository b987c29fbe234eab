// A destructor sees whether the thread panics.
use std::panic::catch_unwind;

static mut SEEN: [bool; 2] = [false; 2];

struct Watch(usize);

impl Drop for Watch {
    fn drop(&mut self) {
        unsafe { SEEN[self.0] = std::thread::panicking() };
    }
}

fn main() {
    drop(Watch(0));
    let _ = catch_unwind(|| {
        let _watch = Watch(1);
        panic!("x");
    });
    assert!(!std::thread::panicking());
    assert_eq!(unsafe { SEEN }, [false, true]);
}
