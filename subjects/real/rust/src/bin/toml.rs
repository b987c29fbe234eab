//! A TOML document. What was read can be written, and is a document again. (It may differ: a number
//! that is not a number is not equal to itself.)

fn main() {
    let text: [u8; 5] = pikse::symbolic_named("text");
    if let Ok(text) = std::str::from_utf8(&text)
        && let Ok(table) = text.parse::<toml::Table>()
    {
        let again = table.to_string();
        assert!(again.parse::<toml::Table>().is_ok(), "{again}");
    }
}
