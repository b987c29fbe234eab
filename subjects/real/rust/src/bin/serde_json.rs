//! A JSON value. What was read can be written, and is then read as the same value.

use serde_json::Value;

fn main() {
    let text: [u8; 5] = pikse::symbolic_named("text");
    if let Ok(value) = serde_json::from_slice::<Value>(&text) {
        let again = value.to_string();
        assert_eq!(serde_json::from_str::<Value>(&again).ok(), Some(value));
    }
}
