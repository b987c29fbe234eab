// A caught panic unwinds the stack: values are dropped, and the program continues.
use std::panic::catch_unwind;

static mut DROPPED: u32 = 0;

struct Loud(u32);

impl Drop for Loud {
    fn drop(&mut self) {
        unsafe { DROPPED = DROPPED * 10 + self.0 };
    }
}

fn deep(n: u32) -> u32 {
    let _loud = Loud(n);
    if n == 3 { panic!("too deep") } else { deep(n + 1) }
}

fn main() {
    assert!(catch_unwind(|| 5).is_ok_and(|five| five == 5));
    let result = catch_unwind(|| deep(1));
    assert!(result.is_err());
    assert_eq!(unsafe { DROPPED }, 321);
}
