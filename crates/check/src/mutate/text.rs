//! Reads the text of a line of source at a place.
//!
//! Debug information has a line and a column. Clang's column is that of the operator (`=`,
//! `<`, `++`) or of the name of a field; rustc's is that of the beginning of an expression,
//! or of the name of a method.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Assignment operators.
const ASSIGNING: [&str; 13] =
    ["<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", "="];
/// The maximum length of a statement in a message.
const LONGEST: usize = 60;

/// The sources that were read; `None` if they cannot be read.
#[derive(Debug, Default)]
pub(super) struct Sources {
    files: HashMap<PathBuf, Option<Vec<String>>>,
}

impl Sources {
    /// The line at a place, `Err` if the file can be read and has no such line.
    pub(super) fn text(&mut self, path: &Path, line: u32, column: u32) -> Result<Option<Text>, ()> {
        let read = |path: &PathBuf| {
            let text = std::fs::read_to_string(path).ok()?;
            Some(text.lines().map(str::to_owned).collect())
        };
        let Some(lines) = self.files.entry(path.to_owned()).or_insert_with_key(read) else {
            return Ok(None);
        };
        let line = lines.get((line as usize).wrapping_sub(1)).ok_or(())?;
        let at = (column as usize).wrapping_sub(1);
        Ok(line.get(at..).map(|_| Text { line: line.clone(), at }))
    }
}

/// A place in a line.
#[derive(Clone, Debug)]
pub(super) struct Text {
    line: String,
    at: usize,
}

impl Text {
    /// The text before the place.
    pub(super) fn before(&self) -> &str {
        &self.line[..self.at]
    }

    /// The text from the place on.
    pub(super) fn rest(&self) -> &str {
        &self.line[self.at..]
    }

    /// Whether the line is a Rust attribute, which generated the code.
    pub(super) fn is_attribute(&self) -> bool {
        self.line.trim_start().starts_with("#[")
    }

    /// Whether there is a name with an opening parenthesis. In C, if the instruction is not a
    /// call, this is a macro.
    pub(super) fn is_macro(&self) -> bool {
        let name = self.rest().find(|c: char| !is_word(c)).unwrap_or(0);
        name > 0 && self.rest()[name..].trim_start().starts_with('(')
    }

    /// Whether exactly this name is there.
    pub(super) fn starts_with_word(&self, word: &str) -> bool {
        let rest = self.rest().strip_prefix(word);
        rest.is_some_and(|rest| !rest.starts_with(is_word))
    }

    /// Whether there is a comparison.
    pub(super) fn starts_with_operator(&self, operator: &str) -> bool {
        let rest = self.rest().strip_prefix(operator);
        rest.is_some_and(|rest| !rest.starts_with(['=', '<', '>']))
    }

    /// Whether there is a comparison in a column of the same line.
    pub(super) fn has_operator_in(&self, column: u32, operator: &str) -> bool {
        let rest = self.line.get((column as usize).wrapping_sub(1)..);
        rest.is_some_and(|rest| rest.starts_with(operator))
    }

    /// Whether there is a comparison there or after it.
    pub(super) fn contains_operator(&self, operator: &str) -> bool {
        self.rest().match_indices(operator).any(|(at, _)| {
            let before = self.rest()[..at].ends_with(['=', '<', '>', '-', '!']);
            let after = self.rest()[at + operator.len()..].starts_with(['=', '<', '>']);
            !before && !after
        })
    }

    /// Whether a field is accessed there or after it, or just before it, for a method call.
    pub(super) fn contains_field(&self, name: &str) -> bool {
        let dotted = format!(".{name}");
        if self.before().trim_end_matches('.').ends_with(&dotted) {
            return true;
        }
        let ends = |at: usize| !self.rest()[at + dotted.len()..].starts_with(is_word);
        self.rest().match_indices(&dotted).any(|(at, _)| ends(at))
    }

    /// Whether it is an assignment operator, and not in the head of a `for`: a loop that does
    /// not advance only costs time.
    pub(super) fn is_assignment_of_c(&self) -> bool {
        let rest = self.rest();
        let assigns = ASSIGNING.iter().any(|operator| rest.starts_with(operator));
        assigns && !rest.starts_with("==") && !self.is_in_for()
    }

    /// Whether it is the assigned value, which is the place of a copy of a struct.
    pub(super) fn is_assigned(&self) -> bool {
        let before = self.before().trim_end().strip_suffix('=');
        before.is_some_and(|before| !before.ends_with(['=', '<', '>', '!']))
    }

    /// Whether it is in the head of a `for`.
    pub(super) fn is_in_for(&self) -> bool {
        let before = self.before();
        let Some(at) = before.rfind("for (").or_else(|| before.rfind("for(")) else {
            return false;
        };
        before[at..].matches('(').count() > before[at..].matches(')').count()
    }

    /// Whether an assignment begins there.
    pub(super) fn is_assignment_of_rust(&self) -> bool {
        let before = self.before().trim_end();
        let is_bound = ["let", "mut", "ref", "in", "="].iter().any(|word| before.ends_with(word));
        !is_bound && assigned(self.rest()).is_some()
    }

    /// Whether a Rust condition begins there.
    pub(super) fn is_condition_of_rust(&self) -> bool {
        let before = self.before().trim_end();
        let starts = ["if", "while", "&&", "||", "!"];
        let is_one = starts.iter().any(|start| before.ends_with(start)) || before.is_empty();
        is_one && !before.ends_with("let") && !self.starts_with_word("let")
    }

    /// The literal there, if it is the whole value that is returned, assigned or passed.
    pub(super) fn literal(&self) -> Option<&str> {
        let rest = self.rest();
        let rest = match rest.strip_prefix("return ") {
            Some(value) => value,
            None => assigned(rest).unwrap_or(rest),
        };
        let rest = rest.trim_start();
        let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        let is_all = behind.trim_start().starts_with([';', ',', '}']) || behind.trim().is_empty();
        (is_all && ["0", "1", "true", "false"].contains(&word)).then_some(word)
    }

    /// The assignment operator there, if it is only a part of a statement, as in
    /// `a[n++] = 3`.
    pub(super) fn inner_assignment(&self) -> Option<&'static str> {
        let operator = ASSIGNING.iter().find(|operator| self.rest().starts_with(**operator))?;
        let start = self.before().rfind([';', '{', '}']).map_or(0, |at| at + 1);
        let before = self.before()[start..].chars();
        let depth = before.fold(0_i32, |depth, c| {
            depth + i32::from("([".contains(c)) - i32::from(")]".contains(c))
        });
        (depth > 0).then_some(*operator)
    }

    /// The statement around the place, as far as it is in the line.
    pub(super) fn statement(&self) -> String {
        let start = self.before().rfind([';', '{', '}']).map_or(0, |at| at + 1);
        let mut depth = 0_i32;
        let end = self.rest().find(|c: char| {
            depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
            c == ';' || depth < 0
        });
        let end = end.map_or(self.line.len(), |end| self.at + end);
        let mut statement = self.line[start..end].trim();
        while let Some(rest) = without_head(statement) {
            statement = rest.trim();
        }
        match statement.char_indices().nth(LONGEST) {
            Some((at, _)) => format!("{}…", &statement[..at]),
            None => statement.to_owned(),
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The text after `if (…)` or `else`.
fn without_head(statement: &str) -> Option<&str> {
    if let Some(rest) = statement.strip_prefix("else") {
        return (!rest.starts_with(is_word)).then_some(rest);
    }
    let heads = ["if", "while", "for"];
    let head = heads.iter().find_map(|head| statement.strip_prefix(head))?;
    let inside = head.trim_start().strip_prefix('(')?;
    let mut depth = 1;
    let end = inside.find(|c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    })?;
    let rest = &inside[end + 1..];
    (!rest.trim().is_empty()).then_some(rest)
}

/// The value in an assignment at the beginning of a text.
fn assigned(text: &str) -> Option<&str> {
    let mut depth = 0_i32;
    for (at, c) in text.char_indices() {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        if depth < 0 || c == ';' {
            return None;
        }
        if c == '=' && depth == 0 {
            // `+=` assigns, `<=` compares, and so do `==` and `!=`; `=>` is of a match.
            let (before, after) = (&text[..at], &text[at + 1..]);
            let shifts = before.ends_with("<<") || before.ends_with(">>");
            let compares = before.ends_with(['<', '>', '!']) && !shifts;
            return (!compares && !after.starts_with(['=', '>'])).then_some(after);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place is marked with `@`.
    fn at(marked: &str) -> Text {
        let at = marked.find('@').expect("there is a mark");
        Text { line: marked.replacen('@', "", 1), at }
    }

    #[test]
    fn assignments_are_told_from_the_rest() {
        for (marked, expected) in [
            ("    x @= 3;", true),
            ("    x @+= 3;", true),
            ("    t->size@++;", true),
            ("    if (x @== 3)", false),
            ("    int @x = 3;", false),
            ("    for (i = 0; i < 3; i@++)", false),
            ("    for (;;) x@++;", true),
        ] {
            assert_eq!(at(marked).is_assignment_of_c(), expected, "{marked}");
        }
        for (marked, expected) in [
            ("    @self.size += 1;", true),
            ("    @*at = Some(f(a == b));", true),
            ("    let @x = 3;", false),
            ("    let x = @3;", false),
            ("    while let Some(@node) = at {", false),
            ("    if @a == b {", false),
            ("    @x <= y", false),
            ("    @Node { left: None }", false),
            ("    @3 => x = 4,", false),
        ] {
            assert_eq!(at(marked).is_assignment_of_rust(), expected, "{marked}");
        }
    }

    #[test]
    fn literals_are_whole_values() {
        for (marked, expected) in [
            ("@return true;", Some("true")),
            ("x @= 1;", Some("1")),
            ("int @x = 0;", Some("0")),
            ("        @false", Some("false")),
            ("x @= 10;", None),
            ("x @= 1 + y;", None),
            ("@return x;", None),
            ("@self.h = 0;", Some("0")),
        ] {
            assert_eq!(at(marked).literal(), expected, "{marked}");
        }
    }

    #[test]
    fn statements_are_cut_out_of_lines() {
        for (marked, expected) in [
            ("    t->size@++;", "t->size++"),
            ("    if (f(x)) t->size@++; else y();", "t->size++"),
            ("    self.keys.@push(key);", "self.keys.push(key)"),
            ("    for k in v { self.@push(k) }", "self.push(k)"),
            ("    else x @= 3;", "x = 3"),
        ] {
            assert_eq!(at(marked).statement(), expected, "{marked}");
            assert_eq!(at(marked).inner_assignment(), None, "{marked}");
        }
        assert_eq!(at("    a[n@++] = 3;").inner_assignment(), Some("++"));
        assert_eq!(at("    while ((c @= next()) > 0)").inner_assignment(), Some("="));
    }

    #[test]
    fn comparisons_and_fields_are_found() {
        assert!(at("if @a < b {").contains_operator("<"));
        assert!(!at("if @a <= b {").contains_operator("<"));
        assert!(!at("@x => y >= 3").contains_operator("="));
        assert!(at("if (a @!= b)").starts_with_operator("!="));
        assert!(at("@&mut node.left;").contains_field("left"));
        assert!(!at("@&mut node.left_most;").contains_field("left"));
        assert!(at("self.keys.@push(key);").contains_field("keys"));
        assert!(at("self.keys@[i] = 3;").contains_field("keys"));
        assert!(at("@SWAP (a, b)").is_macro());
        assert!(!at("a @= (b)").is_macro());
    }
}
