// incomplete: one schedule
use std::sync::mpsc::{channel, sync_channel};
use std::thread;

fn main() {
    let (to, from) = channel();
    let thread = thread::spawn(move || from.iter().sum::<i32>());
    for k in 1..=4 {
        to.send(k).unwrap();
    }
    drop(to);
    assert_eq!(thread.join().unwrap(), 10);
    let (to, from) = sync_channel(1);
    let thread = thread::spawn(move || {
        for k in 0..4 {
            to.send(k).unwrap();
        }
    });
    assert_eq!(from.recv(), Ok(0));
    assert_eq!(from.iter().collect::<Vec<_>>(), [1, 2, 3]);
    thread.join().unwrap();
    assert!(from.recv().is_err());
}
