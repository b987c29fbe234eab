// incomplete: thread
// exit: 0
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, RwLock, mpsc};
use std::thread;

fn main() {
    let (tx, rx) = mpsc::channel();
    let total = Arc::new(Mutex::new(0));
    let seen = Arc::new(AtomicUsize::new(0));
    let table = Arc::new(RwLock::new(vec![0; 3]));
    let all: Vec<_> = (0..3)
        .map(|i| {
            let (tx, total, seen, table) = (tx.clone(), total.clone(), seen.clone(), table.clone());
            thread::spawn(move || {
                *total.lock().unwrap() += i;
                seen.fetch_add(1, Ordering::SeqCst);
                table.write().unwrap()[i] = i * i;
                tx.send(i).unwrap();
                i * 2
            })
        })
        .collect();
    drop(tx);
    let results: Vec<usize> = all.into_iter().map(|thread| thread.join().unwrap()).collect();
    assert_eq!(results, [0, 2, 4]);
    let mut got: Vec<usize> = rx.iter().collect();
    got.sort_unstable();
    assert_eq!(got, [0, 1, 2]);
    assert_eq!(*total.lock().unwrap(), 3);
    assert_eq!(seen.load(Ordering::SeqCst), 3);
    assert_eq!(*table.read().unwrap(), [0, 1, 4]);
    let (tx, rx) = mpsc::sync_channel::<u8>(1);
    let sender = thread::spawn(move || {
        for i in 0..4 {
            tx.send(i).unwrap();
        }
    });
    assert_eq!(rx.recv(), Ok(0));
    assert_eq!(rx.iter().sum::<u8>(), 6);
    sender.join().unwrap();
    let panicked = thread::spawn(|| -> u8 { panic!("inner") }).join().unwrap_err();
    assert_eq!(*panicked.downcast_ref::<&str>().unwrap(), "inner");
}
