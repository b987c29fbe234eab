//! Guesses the type in a Rust file from its text. This avoids compiling every function to
//! find the predicate. If the guess is wrong, rustc reports an error.

/// The type and the predicate, if one `impl` at the margin has the only function with
/// one of the names.
pub(super) fn guess<'a>(text: &str, names: &[&'a str]) -> Option<(String, &'a str)> {
    names.iter().find_map(|&name| {
        let wanted = format!("fn {name}(");
        let (before, after) = text.split_once(&wanted)?;
        if after.contains(&wanted) {
            return None;
        }
        let block = before.lines().rev().find(|line| is_item(line))?;
        let head = block.strip_prefix("impl ")?.split('{').next()?;
        let of = head.rsplit(" for ").next()?.split(" where ").next()?.trim();
        let is_plain = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        (!of.is_empty() && of.chars().all(is_plain)).then(|| (of.to_owned(), name))
    })
}

/// Whether an item begins on a line that could contain the lines below.
fn is_item(line: &str) -> bool {
    line.starts_with(|c: char| c.is_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_guessed() {
        let body = "    /// Good.\n    pub fn rep_ok(&self) -> bool {\n";
        for (head, expected) in [
            ("impl Bst {\n", Some("Bst")),
            ("impl Check for tree::Set\n{\n", Some("tree::Set")),
            ("impl Bst {\n    fn other() {\n    }\n", Some("Bst")),
            ("impl<T> List<T> {\n", None),
            ("impl List<i32> {\n", None),
            ("mod tree {\nimpl Set {\n}\nmod other {\n  impl Two {\n", None),
            ("pub fn helper() {}\n", None),
            ("", None),
        ] {
            let found = guess(&format!("{head}{body}"), &["repOk", "rep_ok"]);
            assert_eq!(found.map(|(of, _)| of).as_deref(), expected, "{head}");
        }
        let twice = format!("impl A {{\n{body}}}\nimpl B {{\n{body}}}");
        assert_eq!(guess(&twice, &["rep_ok"]), None);
        assert_eq!(guess("impl A {\n fn rep_okay(", &["rep_ok"]), None);
    }
}
