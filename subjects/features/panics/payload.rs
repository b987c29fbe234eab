// What a panic carries.
use std::panic::{catch_unwind, panic_any, resume_unwind};

fn main() {
    let text = catch_unwind(|| panic!("plain")).unwrap_err();
    assert_eq!(text.downcast_ref::<&str>(), Some(&"plain"));
    let n = 7;
    let text = catch_unwind(move || panic!("number {n}")).unwrap_err();
    assert_eq!(text.downcast_ref::<String>().map(String::as_str), Some("number 7"));
    let number = catch_unwind(|| panic_any(42i64)).unwrap_err();
    assert_eq!(*number.downcast::<i64>().unwrap(), 42);
    let again = catch_unwind(|| resume_unwind(Box::new('c'))).unwrap_err();
    assert!(again.is::<char>());
    assert!(!again.is::<u8>());
}
