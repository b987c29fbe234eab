// A hook runs before the stack is unwound, and knows the place.
use std::panic;
use std::sync::atomic::{AtomicU32, Ordering};

static LINE: AtomicU32 = AtomicU32::new(0);

fn main() {
    panic::set_hook(Box::new(|info| {
        let place = info.location().unwrap();
        assert!(place.file().ends_with("hook.rs"));
        LINE.store(place.line(), Ordering::Relaxed);
    }));
    let line = line!() + 1;
    assert!(panic::catch_unwind(|| panic!("x")).is_err());
    assert_eq!(LINE.load(Ordering::Relaxed), line);
    let _ = panic::take_hook();
}
