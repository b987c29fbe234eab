// incomplete: one schedule
// not replayed: threads run in another order
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
