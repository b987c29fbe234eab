//! A regular expression. What was read can be written, and is an expression again.

fn main() {
    let text: [u8; 4] = pikse::symbolic_named("text");
    if let Ok(text) = std::str::from_utf8(&text)
        && let Ok(expression) = regex_syntax::parse(text)
    {
        let again = expression.to_string();
        assert!(regex_syntax::parse(&again).is_ok(), "{again}");
    }
}
