// incomplete: one schedule
use std::cell::Cell;
use std::sync::{Arc, Condvar, Mutex, RwLock};
use std::thread;

thread_local! { static OWN: Cell<u32> = const { Cell::new(1) }; }

fn main() {
    let pair = Arc::new((Mutex::new(false), Condvar::new()));
    let other = Arc::clone(&pair);
    OWN.set(5);
    let thread = thread::spawn(move || {
        let (lock, changed) = &*other;
        let mut ready = lock.lock().unwrap();
        while !*ready {
            ready = changed.wait(ready).unwrap();
        }
        OWN.set(OWN.get() + 1);
        OWN.get()
    });
    *pair.0.lock().unwrap() = true;
    pair.1.notify_one();
    assert_eq!(thread.join().unwrap(), 2);
    assert_eq!(OWN.get(), 5);
    let lock = RwLock::new(3);
    thread::scope(|scope| {
        let read = lock.read().unwrap();
        scope.spawn(|| *lock.write().unwrap() += 1);
        drop(read);
    });
    assert_eq!(*lock.read().unwrap(), 4);
}
