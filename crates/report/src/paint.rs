//! Text for terminals with colours, or without.

/// Text with colours, or without.
pub(crate) struct Paint {
    pub(crate) colours: bool,
}

impl Paint {
    fn with(&self, code: &str, text: &str) -> String {
        if self.colours { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    pub(crate) fn good(&self, text: &str) -> String {
        self.with("32", text)
    }

    pub(crate) fn bad(&self, text: &str) -> String {
        self.with("1;31", text)
    }

    pub(crate) fn warn(&self, text: &str) -> String {
        self.with("33", text)
    }

    pub(crate) fn bold(&self, text: &str) -> String {
        self.with("1", text)
    }

    pub(crate) fn faint(&self, text: &str) -> String {
        self.with("2", text)
    }
}
