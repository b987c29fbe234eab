//! The bounds of a check as text: `size=5 x=0..6 range:node.data=1..n`.

use std::str::FromStr;

use crate::bounds::{BoundsError, INPUT, ObjectCount, RangeOf, Request, ValuesOf};

/// The form of such a text.
const FORM: &str = "`size=5 x=0..6 y={1,5} range:node.data=1..n values:node.key=1,5 \
                    objects:node=n non-null:node.next`";

/// The bounds of a check, from its source or from options.
#[derive(Clone, Debug, Default)]
pub struct CheckBounds {
    /// The size, if it is given.
    pub size: Option<u32>,
    /// Everything else.
    pub request: Request,
}

impl CheckBounds {
    /// Adds other bounds, which take precedence.
    pub fn add(&mut self, other: &CheckBounds) {
        self.size = other.size.or(self.size);
        self.request.objects.extend(other.request.objects.iter().cloned());
        self.request.ranges.extend(other.request.ranges.iter().cloned());
        self.request.values.extend(other.request.values.iter().cloned());
        self.request.non_null.extend(other.request.non_null.iter().cloned());
        self.request.lengths.extend(other.request.lengths.iter().cloned());
        self.request.ignored.extend(other.request.ignored.iter().cloned());
        self.request.arrays.extend(other.request.arrays.iter().cloned());
        self.request.tags.extend(other.request.tags.iter().cloned());
        self.request.embedded.extend(other.request.embedded.iter().cloned());
        // If one field has a range and a list of values, the later one counts.
        let later = &other.request;
        let ranged = |list: &ValuesOf| later.ranges.iter().any(|range| range.field == list.field);
        let listed = |range: &RangeOf| later.values.iter().any(|list| list.field == range.field);
        self.request.values.retain(|list| !ranged(list) || later.values.contains(list));
        self.request.ranges.retain(|range| !listed(range) || later.ranges.contains(range));
    }

    /// Adds the values of an argument: `x=0..6`, `x=1,5,9`, `x={1,5}`, `x=3`; or its lengths:
    /// `data=u8[0..4]`.
    pub fn add_argument(&mut self, text: &str) -> Result<(), BoundsError> {
        let form = "`x=0..6`, `x=1,5,9`, `x=3` or `data=u8[0..4]`";
        let wrong = || BoundsError::Syntax { text: text.to_owned(), form };
        let (name, value) = text.split_once('=').ok_or_else(wrong)?;
        let (name, value) = (name.trim(), value.trim());
        if name.is_empty() || name.contains(['.', ' ', ':']) {
            return Err(wrong());
        }
        if let Some((_, lengths)) = value.strip_suffix(']').and_then(|rest| rest.split_once('[')) {
            // The name of a value is that of its class.
            let range = format!("{name}.value={}", lengths.trim());
            let mut range: RangeOf = range.parse().map_err(|_| wrong())?;
            range.field.field.clear();
            self.request.lengths.push(range);
            return Ok(());
        }
        let list = value.strip_prefix('{').and_then(|value| value.strip_suffix('}'));
        let field = format!("{INPUT}.{name}");
        match list {
            None if value.contains("..") => {
                let range: RangeOf = format!("{field}={value}").parse().map_err(|_| wrong())?;
                self.request.ranges.push(range);
            }
            _ => {
                let list = format!("{field}={}", list.unwrap_or(value));
                self.request.values.push(list.parse().map_err(|_| wrong())?);
            }
        }
        Ok(())
    }
}

impl FromStr for CheckBounds {
    type Err = BoundsError;

    fn from_str(text: &str) -> Result<Self, BoundsError> {
        let mut bounds = CheckBounds::default();
        for word in words(text) {
            let wrong = || BoundsError::Syntax { text: word.to_owned(), form: FORM };
            match word.split_once(':') {
                Some(("range", rest)) => bounds.request.ranges.push(rest.parse::<RangeOf>()?),
                Some(("values", rest)) => bounds.request.values.push(rest.parse::<ValuesOf>()?),
                Some(("objects", rest)) => {
                    bounds.request.objects.push(rest.parse::<ObjectCount>()?);
                }
                Some(("non-null", rest)) => bounds.request.non_null.push(rest.parse()?),
                Some(("length", rest)) => bounds.request.lengths.push(rest.parse::<RangeOf>()?),
                Some(("ignore", rest)) => bounds.request.ignored.push(rest.parse()?),
                Some(("array", rest)) => bounds.request.arrays.push(rest.parse()?),
                Some(("tag", rest)) => bounds.request.tags.push(rest.parse()?),
                Some(("embedded", rest)) => bounds.request.embedded.push(rest.parse()?),
                Some(_) => return Err(wrong()),
                None => match word.strip_prefix("size=") {
                    Some(size) => bounds.size = Some(size.trim().parse().map_err(|_| wrong())?),
                    None => bounds.add_argument(word)?,
                },
            }
        }
        Ok(bounds)
    }
}

/// The parts of a text, separated by spaces or by commas before the next name.
fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        let mut start = 0;
        let mut depth = 0_i32;
        for (at, c) in word.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 && begins_a_word(&word[at + 1..]) => {
                    words.push(&word[start..at]);
                    start = at + 1;
                }
                _ => {}
            }
        }
        words.push(&word[start..]);
    }
    words.retain(|word| !word.trim_matches(',').is_empty());
    words.iter().map(|word| word.trim_matches(',')).collect()
}

/// Whether a text begins with a name and then `=` or `:`; numbers, and `n`, do not.
fn begins_a_word(text: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let end = text.find(|c| !is_name(c)).unwrap_or(text.len());
    let next = text[end..].chars().next();
    text.starts_with(|c: char| c.is_alphabetic() || c == '_') && matches!(next, Some('=' | ':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read() {
        let text = "size=5, x=0..6 y={1,5},z=2,4,range:node.data=1..n objects:node=n+1";
        let bounds: CheckBounds = text.parse().expect("it is right");
        assert_eq!(bounds.size, Some(5));
        let ranges: Vec<String> =
            bounds.request.ranges.iter().map(|range| range.field.to_string()).collect();
        assert_eq!(ranges, ["x", "node.data"]);
        let lists: Vec<(String, usize)> = bounds
            .request
            .values
            .iter()
            .map(|list| (list.field.to_string(), list.values.len()))
            .collect();
        assert_eq!(lists, [("y".to_owned(), 2), ("z".to_owned(), 2)]);
        assert_eq!(bounds.request.objects.len(), 1);
        for wrong in ["size=x", "x", "x=", "=3", "x=1..", "what:x=1", "a.b=1..2"] {
            assert!(wrong.parse::<CheckBounds>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn later_bounds_count_more() {
        let mut bounds: CheckBounds = "size=5 x=0..6 y=1,2".parse().expect("it is right");
        bounds.add(&"size=3 y=0..4 x=7".parse().expect("it is right"));
        assert_eq!(bounds.size, Some(3));
        let ranges: Vec<String> =
            bounds.request.ranges.iter().map(|range| range.field.to_string()).collect();
        let lists: Vec<String> =
            bounds.request.values.iter().map(|list| list.field.to_string()).collect();
        assert_eq!((ranges, lists), (vec!["y".to_owned()], vec!["x".to_owned()]));
    }
}
