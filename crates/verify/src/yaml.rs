//! A YAML document as a tree whose nodes know their lines.

use saphyr_parser::{Event, Parser, StrInput};

/// Deeper nesting is an error: task definitions have four levels.
const DEEPEST: usize = 32;

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    /// Its line, from 1 on.
    pub(crate) line: usize,
    pub(crate) value: Value,
}

/// The value of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Scalar(String),
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
}

/// A mistake, and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mistake {
    pub(crate) line: usize,
    pub(crate) what: String,
}

impl Mistake {
    pub(crate) fn new(line: usize, what: impl Into<String>) -> Self {
        Self { line, what: what.into() }
    }
}

impl Node {
    /// The text of a scalar.
    pub(crate) fn text(&self, name: &str) -> Result<&str, Mistake> {
        match &self.value {
            Value::Scalar(text) => Ok(text),
            _ => Err(Mistake::new(self.line, format!("`{name}` must be a text"))),
        }
    }

    /// The elements of a list; a scalar is a list of one.
    pub(crate) fn list(&self, name: &str) -> Result<&[Node], Mistake> {
        match &self.value {
            Value::List(list) => Ok(list),
            Value::Scalar(_) => Ok(std::slice::from_ref(self)),
            Value::Map(_) => Err(Mistake::new(self.line, format!("`{name}` must be a list"))),
        }
    }

    /// The value of a key of a map.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        let Value::Map(pairs) = &self.value else { return None };
        let is_key = |node: &Node| matches!(&node.value, Value::Scalar(text) if text == key);
        pairs.iter().find(|(node, _)| is_key(node)).map(|(_, value)| value)
    }

    /// The value of a key that must be there.
    pub(crate) fn need(&self, key: &str) -> Result<&Node, Mistake> {
        self.get(key).ok_or_else(|| Mistake::new(self.line, format!("`{key}` is missing")))
    }
}

/// The first document of a text.
pub(crate) fn parse(text: &str) -> Result<Node, Mistake> {
    let mut events = Events { parser: Parser::new_from_str(text) };
    loop {
        match events.next()? {
            (Event::StreamEnd, line) => return Err(Mistake::new(line, "the file is empty")),
            (Event::StreamStart | Event::DocumentStart(_) | Event::Nothing, _) => {}
            (event, line) => {
                let node = events.node(event, line, 0)?;
                // Mistakes after the first value are still mistakes.
                while !matches!(events.next()?.0, Event::StreamEnd) {}
                return Ok(node);
            }
        }
    }
}

struct Events<'a> {
    parser: Parser<'a, StrInput<'a>>,
}

impl<'a> Events<'a> {
    fn next(&mut self) -> Result<(Event<'a>, usize), Mistake> {
        match self.parser.next_event() {
            Some(Ok((event, span))) => Ok((event, span.start.line())),
            Some(Err(error)) => Err(Mistake::new(error.marker().line(), error.info())),
            None => Ok((Event::StreamEnd, 0)),
        }
    }

    fn node(&mut self, event: Event<'a>, line: usize, depth: usize) -> Result<Node, Mistake> {
        if depth > DEEPEST {
            return Err(Mistake::new(line, "it is nested too deeply"));
        }
        let value = match event {
            Event::Scalar(text, ..) => Value::Scalar(text.into_owned()),
            Event::SequenceStart(..) => {
                let mut list = Vec::new();
                loop {
                    match self.next()? {
                        (Event::SequenceEnd, _) => break Value::List(list),
                        (event, line) => list.push(self.node(event, line, depth + 1)?),
                    }
                }
            }
            Event::MappingStart(..) => {
                let mut pairs = Vec::new();
                loop {
                    let key = match self.next()? {
                        (Event::MappingEnd, _) => break Value::Map(pairs),
                        (event, line) => self.node(event, line, depth + 1)?,
                    };
                    let (event, line) = self.next()?;
                    pairs.push((key, self.node(event, line, depth + 1)?));
                }
            }
            Event::Alias(_) => return Err(Mistake::new(line, "aliases are not supported")),
            _ => return Err(Mistake::new(line, "a value is missing")),
        };
        Ok(Node { line, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_know_their_lines() {
        let node = parse("# comment\na: 1\nb:\n  - x\n  - 'y z'\n").expect("it is right");
        assert_eq!(node.need("a").expect("it is there").text("a"), Ok("1"));
        let list = node.need("b").expect("it is there").list("b").expect("a list");
        assert_eq!((list[1].line, list[1].text("b")), (5, Ok("y z")));
        assert!(node.get("c").is_none());
    }

    #[test]
    fn mistakes_have_lines() {
        for (text, line) in [("a: [1, 2\nb: 3\n", 2), ("a: 'x\n", 1), ("", 1), ("a: *x\n", 1)] {
            let mistake = parse(text).expect_err(text);
            assert!(mistake.line.abs_diff(line) <= 1, "{text}: {mistake:?}");
        }
        let deep = "[".repeat(100);
        assert!(parse(&deep).is_err());
    }
}
