// incomplete: one schedule
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

static COUNT: AtomicU32 = AtomicU32::new(0);

fn main() {
    let sum = Arc::new(Mutex::new(0));
    let handles: Vec<_> = (1..=3)
        .map(|k| {
            let sum = Arc::clone(&sum);
            thread::spawn(move || {
                *sum.lock().unwrap() += k;
                COUNT.fetch_add(1, Ordering::SeqCst);
                k * 10
            })
        })
        .collect();
    let results: Vec<i32> = handles.into_iter().map(|handle| handle.join().unwrap()).collect();
    assert_eq!(results, [10, 20, 30]);
    assert_eq!(*sum.lock().unwrap(), 6);
    assert_eq!(COUNT.load(Ordering::SeqCst), 3);
}
