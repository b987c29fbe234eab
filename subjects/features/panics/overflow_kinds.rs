fn main() {
    let x: i32 = pikse::symbolic();
    let v = [1, 2, 3];
    match x {
        0 => { let _ = v[(x + 3) as usize]; } // error: panic
        1 => { let _ = i32::MAX + x; } // error: panic
        2 => { let _ = 5 / (x - 2); } // error: panic
        3 => { let _: u8 = u8::try_from(x + 300).unwrap(); } // error: panic
        4 => { let o: Option<i32> = None; o.expect("none"); } // error: panic
        5 => unreachable!("never"), // error: panic
        6 => { let s = "aé"; let _ = &s[0..2]; } // error: panic
        7 => { let c = std::cell::RefCell::new(1); let _a = c.borrow_mut(); let _b = c.borrow_mut(); } // error: panic
        _ => {}
    }
}
