// Panics of the language and of the library can be caught too.
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

fn main() {
    let zero = std::hint::black_box(0);
    let list = vec![1, 2, 3];
    assert!(catch_unwind(|| 1 / zero).is_err());
    assert!(catch_unwind(|| list[std::hint::black_box(3)]).is_err());
    assert!(catch_unwind(|| std::hint::black_box(i32::MAX) + 1).is_err());
    assert!(catch_unwind(|| None::<u8>.unwrap()).is_err());
    assert!(catch_unwind(|| Err::<u8, _>("bad").expect("text")).is_err());
    assert!(catch_unwind(|| unreachable!()).is_err());
    let cell = RefCell::new(1);
    let borrowed = cell.borrow_mut();
    assert!(catch_unwind(AssertUnwindSafe(|| *cell.borrow())).is_err());
    drop(borrowed);
    assert_eq!(*cell.borrow(), 1);
}
