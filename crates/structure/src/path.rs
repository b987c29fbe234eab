//! Field paths, as users write them: `header.next.next`, `elements[2]`,
//! `nodes.length`. A path starts at the root object.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A path of field names from the root object.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Path {
    /// The steps; at least one.
    pub steps: Vec<Step>,
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Step {
    /// The field's name.
    pub name: String,
    /// The element, where the field is an array.
    pub index: Option<u32>,
}

/// Why a text is not a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathError {
    /// The text.
    pub text: String,
    /// The byte offset of the error.
    pub at: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a field path: at character {} {} is expected \
             (a path looks like `header.next` or `elements[2]`)",
            self.text,
            self.at + 1,
            self.expected
        )
    }
}

impl std::error::Error for PathError {}

/// Whether `c` is allowed in a name.
pub fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | ':')
}

impl Path {
    /// Reads the longest path at the start of `text`. Returns it with the rest.
    pub fn parse_prefix(text: &str) -> Result<(Path, &str), PathError> {
        let mut rest = text;
        let fail = |rest: &str, expected| PathError {
            text: text.to_owned(),
            at: text.len() - rest.len(),
            expected,
        };
        let mut steps = Vec::new();
        loop {
            let end = rest.find(|c: char| !is_name_char(c)).unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            // The elements of an array of structs are numbered parts of a name.
            let is_number = name.starts_with(|c: char| c.is_ascii_digit());
            if name.is_empty() || is_number && steps.is_empty() {
                return Err(fail(rest, "a field name"));
            }
            rest = after;
            let mut index = None;
            if let Some(inner) = rest.strip_prefix('[') {
                let Some((digits, after)) = inner.split_once(']') else {
                    return Err(fail(inner, "an index and `]`"));
                };
                index = Some(digits.trim().parse().map_err(|_| fail(inner, "a small number"))?);
                rest = after;
            }
            steps.push(Step { name: name.to_owned(), index });
            match rest.strip_prefix('.') {
                Some(after) => rest = after,
                None => return Ok((Path { steps }, rest)),
            }
        }
    }
}

impl FromStr for Path {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        let trimmed = text.trim();
        let (path, rest) = Path::parse_prefix(trimmed)?;
        if rest.is_empty() {
            return Ok(path);
        }
        let at = trimmed.len() - rest.len();
        Err(PathError { text: trimmed.to_owned(), at, expected: "`.`, `[` or the end" })
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.steps.iter().enumerate() {
            if at > 0 {
                write!(f, ".")?;
            }
            write!(f, "{}", step.name)?;
            if let Some(index) = step.index {
                write!(f, "[{index}]")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let shown = match text.parse::<Path>() {
            Ok(path) => path.to_string(),
            Err(error) => format!("{}: {}", error.at, error.expected),
        };
        assert_eq!(shown, expected);
    }

    #[test]
    fn paths_are_read_and_shown() {
        check("header", "header");
        check(" header.next.next ", "header.next.next");
        check("nodes[3].children[ 0 ]", "nodes[3].children[0]");
        check("nodes.length", "nodes.length");
    }

    #[test]
    fn malformed_paths_say_where() {
        check("", "0: a field name");
        check("a..b", "2: a field name");
        check("a.", "2: a field name");
        check("a[", "2: an index and `]`");
        check("a[x]", "2: a small number");
        check("a[99999999999]", "2: a small number");
        check("a b", "1: `.`, `[` or the end");
        check("3a", "0: a field name");
    }
}
