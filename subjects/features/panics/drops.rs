// exit: 0
use std::panic::{self, AssertUnwindSafe};
use std::cell::RefCell;
thread_local! { static LOG: RefCell<Vec<u32>> = RefCell::new(Vec::new()); }
struct D(u32);
impl Drop for D { fn drop(&mut self) { LOG.with(|l| l.borrow_mut().push(self.0)); } }
fn f(n: u32) -> u32 { let _d = D(n); if n == 0 { panic!("zero") } f(n - 1) + 1 }
fn main() {
    let x: u8 = pikse::symbolic();
    pikse::assume!(x < 3);
    let r = panic::catch_unwind(AssertUnwindSafe(|| { let v = vec![D(10), D(11)]; let n = f(x as u32); drop(v); n }));
    assert!(r.is_err());
    let log = LOG.with(|l| l.borrow().clone());
    let mut want: Vec<u32> = (0..=x as u32).collect();
    want.extend([10, 11]);
    assert_eq!(log, want);
}
