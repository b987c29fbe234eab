// incomplete: one schedule
use std::thread;

fn main() {
    let x: u8 = pikse::symbolic();
    let thread = thread::spawn(move || {
        if x == 77 {
            panic!("bad input");
        }
    });
    thread.join().unwrap(); // error: panic
}
