// A mutex that was locked while a panic unwound is poisoned.
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

fn main() {
    let mutex = Mutex::new(1);
    let result = catch_unwind(AssertUnwindSafe(|| {
        let mut guard = mutex.lock().unwrap();
        *guard = 2;
        panic!("locked");
    }));
    assert!(result.is_err());
    assert!(mutex.is_poisoned());
    assert_eq!(*mutex.lock().unwrap_err().into_inner(), 2);
}
