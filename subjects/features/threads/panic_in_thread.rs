// incomplete: one schedule
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let mutex = Arc::new(Mutex::new(1));
    let other = Arc::clone(&mutex);
    let result = thread::spawn(move || {
        let _guard = other.lock().unwrap();
        panic!("in a thread");
    })
    .join();
    let payload = result.unwrap_err();
    assert_eq!(payload.downcast_ref::<&str>(), Some(&"in a thread"));
    assert!(mutex.is_poisoned());
}
