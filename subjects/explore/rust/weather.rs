//! A temperature as a number of 32 bits, in another scale, and as an integer. Five paths: nothing below 32 degrees
//! Fahrenheit is above 0 degrees Celsius.

pub fn weather(celsius: f32) -> i32 {
    let fahrenheit = celsius * 1.8 + 32.0;
    if fahrenheit < 32.0 {
        assert!(celsius < 0.0);
        return 0;
    }
    if fahrenheit.is_nan() {
        return 1;
    }
    match fahrenheit as u32 {
        0..=59 => 2,
        60..=79 => 3,
        _ => 4,
    }
}
