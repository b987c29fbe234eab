//! Bounds that a user asks for, in the syntax of the command line.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use super::{BoundsError, INPUT};

/// Bounds that a user asks for.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The root struct: its path, or the last part of it.
    pub root: String,
    /// The size.
    pub size: u32,
    /// Other numbers of objects: `node=4`.
    pub objects: Vec<ObjectCount>,
    /// Other ranges: `node.data=1..n`.
    pub ranges: Vec<RangeOf>,
    /// Lists of values: `node.key=1,5,9`.
    pub values: Vec<ValuesOf>,
    /// Pointers that are never null: `node.next`.
    pub non_null: Vec<FieldName>,
    /// Lengths of vectors and strings: `node.items=0..3`.
    pub lengths: Vec<RangeOf>,
    /// Fields that have their simplest value only: `node.cache`.
    pub ignored: Vec<FieldName>,
    /// Arrays in C with a length field: `stack.data=stack.len`.
    pub arrays: Vec<ArrayOf>,
    /// Fields that say which member of a union is there: `value.kind`.
    pub tags: Vec<FieldName>,
    /// Links that elements of lists contain: `list_head=item.link`.
    pub embedded: Vec<EmbeddedIn>,
    /// The containers of the library that the program has functions for: see [`crate::containers`].
    pub makers: BTreeSet<String>,
    /// The functions of the program, and its tables of virtual functions.
    pub symbols: BTreeSet<String>,
    /// Those tables: for each base class that has one, its offset in the object and the distance of its
    /// functions from the beginning of the table.
    pub tables: BTreeMap<String, Vec<(u64, u64)>>,
}

/// `node=4`: the number of objects of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectCount {
    /// The class.
    pub class: String,
    /// The number.
    pub count: Limit,
}

/// `node.data=1..n`: the values of an int field, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeOf {
    /// The field.
    pub field: FieldName,
    /// The first value.
    pub low: Limit,
    /// The last value.
    pub high: Limit,
}

/// `node.key=1,5,9`: the values of an int field, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuesOf {
    /// The field.
    pub field: FieldName,
    /// The values; empty if they are no integers.
    pub values: Vec<Limit>,
    /// The values as they were written: floating-point numbers need them.
    pub texts: Vec<String>,
}

/// `stack.data=stack.len`: a pointer to an array, and the field with its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayOf {
    /// The pointer.
    pub data: FieldName,
    /// The length.
    pub length: FieldName,
}

/// `list_head=item.link`: a link, and the field of the elements that contain it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbeddedIn {
    /// The type of the link.
    pub link: String,
    /// The field of an element.
    pub element: FieldName,
}

/// `node.data`: a field of a class; the field may be nested, `node.position.x`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldName {
    /// The class.
    pub class: String,
    /// The field.
    pub field: String,
}

/// A number, or one that depends on the size: `n`, `n-1`, `n+1`, `-n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A number.
    Number(i64),
    /// The size plus a number: `n-1` is `Size(-1)`.
    Size(i64),
    /// Minus the size, plus a number: `-n` is `MinusSize(0)`.
    MinusSize(i64),
}

impl Limit {
    /// The number for a size.
    pub fn for_size(self, size: u32) -> i64 {
        let size = i64::from(size);
        match self {
            Limit::Number(number) => number,
            Limit::Size(more) => more.saturating_add(size),
            Limit::MinusSize(more) => more.saturating_sub(size),
        }
    }

    fn parse(text: &str) -> Option<Limit> {
        let text = text.trim();
        let (of_size, more): (fn(i64) -> Limit, &str) =
            match (text.strip_prefix('n'), text.strip_prefix("-n")) {
                (Some(more), _) => (Limit::Size, more),
                (_, Some(more)) => (Limit::MinusSize, more),
                _ => return text.parse().ok().map(Limit::Number),
            };
        match more {
            "" => Some(of_size(0)),
            // A sign must follow `n`: `n1` is not valid.
            more if more.starts_with(['+', '-']) => more.parse().ok().map(of_size),
            _ => None,
        }
    }
}

impl fmt::Display for FieldName {
    /// `node.next`; an argument by its name alone, as users know it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.class == INPUT {
            true => f.write_str(&self.field),
            false => write!(f, "{}.{}", self.class, self.field),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = |f: &mut fmt::Formatter<'_>, more: i64| match more {
            0 => Ok(()),
            more => write!(f, "{more:+}"),
        };
        match *self {
            Limit::Number(number) => number.fmt(f),
            Limit::Size(of) => write!(f, "n").and_then(|()| more(f, of)),
            Limit::MinusSize(of) => write!(f, "-n").and_then(|()| more(f, of)),
        }
    }
}

impl fmt::Display for ObjectCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.class, self.count)
    }
}

impl fmt::Display for RangeOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}..{}", self.field, self.low, self.high)
    }
}

impl fmt::Display for ValuesOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<String> = match self.values.is_empty() {
            true => self.texts.clone(),
            false => self.values.iter().map(Limit::to_string).collect(),
        };
        write!(f, "{}={}", self.field, values.join(","))
    }
}

impl FromStr for ObjectCount {
    type Err = BoundsError;

    fn from_str(text: &str) -> Result<Self, BoundsError> {
        let parts = text.split_once('=').and_then(|(class, count)| {
            let (class, count) = (class.trim().to_owned(), Limit::parse(count)?);
            (!class.is_empty()).then_some(ObjectCount { class, count })
        });
        parts.ok_or_else(|| syntax(text, "`node=4`"))
    }
}

impl FromStr for RangeOf {
    type Err = BoundsError;

    fn from_str(text: &str) -> Result<Self, BoundsError> {
        let parts = text.split_once('=').and_then(|(field, range)| {
            let (low, high) = range.split_once("..").unwrap_or((range, range));
            let high = high.strip_prefix('=').unwrap_or(high);
            let (low, high) = (Limit::parse(low)?, Limit::parse(high)?);
            Some(RangeOf { field: field.parse().ok()?, low, high })
        });
        parts.ok_or_else(|| syntax(text, "`node.data=1..n` or `node.data=3`"))
    }
}

impl FromStr for ValuesOf {
    type Err = BoundsError;

    fn from_str(text: &str) -> Result<Self, BoundsError> {
        let parts = text.split_once('=').and_then(|(field, values)| {
            let texts: Vec<String> = values.split(',').map(|text| text.trim().to_owned()).collect();
            let values = texts.iter().map(|text| Limit::parse(text)).collect::<Option<_>>();
            let is_float = |text: &str| text.parse::<f64>().is_ok();
            // The names of functions.
            let is_name = |text: &str| {
                text.starts_with(|c: char| c.is_alphabetic() || c == '_')
                    && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == ':')
            };
            let values = match values {
                Some(values) => values,
                None => texts.iter().all(|text| is_float(text) || is_name(text)).then(Vec::new)?,
            };
            Some(ValuesOf { field: field.parse().ok()?, values, texts })
        });
        parts.ok_or_else(|| syntax(text, "`node.key=1,5,9`"))
    }
}

impl fmt::Display for ArrayOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.data, self.length)
    }
}

impl FromStr for ArrayOf {
    type Err = BoundsError;

    fn from_str(text: &str) -> Result<Self, BoundsError> {
        let parts = text.split_once('=').and_then(|(data, length)| {
            let (data, length): (FieldName, FieldName) = (data.parse().ok()?, length.parse().ok()?);
            (data.class == length.class).then_some(ArrayOf { data, length })
        });
        parts.ok_or_else(|| syntax(text, "`stack.data=stack.len`"))
    }
}

impl fmt::Display for EmbeddedIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.link, self.element)
    }
}

impl FromStr for EmbeddedIn {
    type Err = BoundsError;

    fn from_str(text: &str) -> Result<Self, BoundsError> {
        let parts = text.split_once('=').and_then(|(link, element)| {
            let link = link.trim().trim_start_matches("struct ").to_owned();
            (!link.is_empty()).then_some(EmbeddedIn { link, element: element.parse().ok()? })
        });
        parts.ok_or_else(|| syntax(text, "`list_head=item.link`"))
    }
}

impl FromStr for FieldName {
    type Err = BoundsError;

    fn from_str(text: &str) -> Result<Self, BoundsError> {
        let parts = text.trim().split_once('.').filter(|(class, field)| {
            !class.is_empty() && !field.is_empty() && !text.contains(char::is_whitespace)
        });
        let (class, field) = parts.ok_or_else(|| syntax(text, "`node.next`"))?;
        Ok(FieldName { class: class.to_owned(), field: field.to_owned() })
    }
}

fn syntax(text: &str, form: &'static str) -> BoundsError {
    BoundsError::Syntax { text: text.to_owned(), form }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check<T: FromStr + std::fmt::Debug>(text: &str, expected: &str)
    where
        T::Err: std::fmt::Display,
    {
        let shown = match text.parse::<T>() {
            Ok(value) => format!("{value:?}"),
            Err(error) => error.to_string(),
        };
        assert!(shown.contains(expected), "{shown}");
    }

    #[test]
    fn options_are_read() {
        check::<ObjectCount>("node = 4", "class: \"node\", count: Number(4)");
        check::<ObjectCount>("node=n", "count: Size(0)");
        check::<ObjectCount>("node = n+1", "count: Size(1)");
        check::<RangeOf>("node.data=1..n", "low: Number(1), high: Size(0)");
        check::<RangeOf>("node.data=-1..n-1", "low: Number(-1), high: Size(-1)");
        check::<RangeOf>("node.data=-n..=-n+3", "low: MinusSize(0), high: MinusSize(3)");
        check::<RangeOf>("node.data=n+1", "low: Size(1), high: Size(1)");
        check::<RangeOf>("node.data=-1..=3", "low: Number(-1), high: Number(3)");
        check::<RangeOf>("node.pos.x=3", "field: \"pos.x\" }, low: Number(3), high: Number(3)");
        check::<ValuesOf>("node.key=1, -5,n", "[Number(1), Number(-5), Size(0)]");
        check::<FieldName>("list::Node.next", "class: \"list::Node\", field: \"next\"");
    }

    #[test]
    fn options_are_written_as_they_are_read() {
        for text in ["node=4", "node=n", "node=n+1", "a::node=-n-2"] {
            let count: ObjectCount = text.parse().expect("it is well formed");
            assert_eq!(count.to_string(), text);
        }
        for text in ["node.data=1..n", "node.at.x=-1..n-1", "node.data=-n..-n+3"] {
            let range: RangeOf = text.parse().expect("it is well formed");
            assert_eq!(range.to_string(), text);
        }
        let list: ValuesOf = "node.key=1, -5,n".parse().expect("it is well formed");
        assert_eq!(list.to_string(), "node.key=1,-5,n");
    }

    #[test]
    fn limits_go_with_the_size() {
        for (text, expected) in
            [("7", 7), ("-1", -1), ("n", 5), ("n-1", 4), ("n+1", 6), ("-n", -5), ("-n-2", -7)]
        {
            let limit = Limit::parse(text).expect("it is well formed");
            assert_eq!(limit.for_size(5), expected, "{text}");
        }
        assert_eq!(Limit::Size(i64::MAX).for_size(1), i64::MAX);
        assert_eq!(Limit::MinusSize(i64::MIN).for_size(1), i64::MIN);
    }

    #[test]
    fn malformed_options_say_how_they_should_look() {
        for text in [
            "",
            "node",
            "node=",
            "=4",
            "node=x",
            "node=99999999999999999999",
            "node=n1",
            "node=n+",
            "node=n+n",
            "node=--n",
            "node=1 2",
            "node=n-99999999999999999999",
        ] {
            check::<ObjectCount>(text, "should look like `node=4`");
        }
        for text in ["", "node.data", "data=1..2", "node.data=1..", "node.data=..2", "node.data=a"]
        {
            check::<RangeOf>(text, "should look like `node.data=1..n`");
        }
        for text in ["", "node.key", "node.key=", "node.key=1,,2", "key=1", "node.key=1..3"] {
            check::<ValuesOf>(text, "should look like `node.key=1,5,9`");
        }
        for text in ["", "next", ".next", "node.", "a node.next"] {
            check::<FieldName>(text, "should look like `node.next`");
        }
    }
}
