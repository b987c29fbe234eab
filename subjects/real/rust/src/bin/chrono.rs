//! A date. What was read can be written, and is then read as the same date.

use chrono::NaiveDate;

fn main() {
    let text: [u8; 8] = pikse::symbolic_named("text");
    if let Ok(text) = std::str::from_utf8(&text)
        && let Ok(date) = text.parse::<NaiveDate>()
    {
        assert_eq!(date.to_string().parse(), Ok(date));
    }
}
