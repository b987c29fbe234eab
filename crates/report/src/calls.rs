//! What a test does with an input, in any language: the functions that it calls, their objects,
//! and the copies that they need.

use std::collections::{BTreeSet, VecDeque};

use pikse_front::Property;
use pikse_front::check::{Callee, Passed};
use pikse_front::properties::CHECK;
use pikse_llvm::Types;
use pikse_llvm::types::{Flavour, Function, Kind, Pointer, Type, TypeId};
use pikse_structure::{Object, ObjectId, Structure, Value};

use crate::error::ReportError;

/// The calls of tests of inputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Calls<'a> {
    pub(crate) property: &'a Property,
    /// Whether memory leaks are failures.
    pub(crate) finds_leaks: bool,
}

impl Calls<'_> {
    /// The structures whose state before the call some function reads.
    pub(crate) fn copied(&self) -> BTreeSet<usize> {
        let property = self.property;
        let callees = property.post.iter().chain(&property.same_as).chain([&property.call]);
        let passed = callees.flat_map(|callee| &callee.arguments);
        let old = passed.filter_map(|passed| match passed {
            Passed::Old(at) => Some(*at),
            _ => None,
        });
        old.collect()
    }

    /// Whether a function takes the return value of the call, or it is compared.
    pub(crate) fn uses_result(&self, types: &Types) -> bool {
        let is_passed = |callee: &Callee| callee.arguments.contains(&Passed::Result);
        self.property.post.iter().any(is_passed) || self.compares_results(types)
    }

    /// Whether the results of two functions that must do the same are compared:
    /// numbers are.
    pub(crate) fn compares_results(&self, types: &Types) -> bool {
        let number = |callee: &Callee| {
            let of = function(types, callee)?.returns?;
            let is_number =
                matches!(types.get(of).kind, Kind::Int { .. } | Kind::Bool | Kind::Enum { .. });
            is_number.then_some(types.get(of).size)
        };
        let other = self.property.same_as.as_ref().and_then(number);
        other.is_some() && other == number(&self.property.call)
    }
}

/// The function that a callee is.
pub(crate) fn function<'a>(types: &'a Types, callee: &Callee) -> Option<&'a Function> {
    types.functions().iter().find(|function| function.symbol == callee.symbol)
}

/// Which pointer a function takes as a parameter, if it is one.
pub(crate) fn pointer(types: &Types, function: Option<&Function>, at: usize) -> Option<Pointer> {
    match types.get((*function?.parameters.get(at)?)?).kind {
        Kind::Pointer(pointer) => Some(pointer),
        _ => None,
    }
}

/// Whether a function returns a pointer that owns nothing: its object is not a leak.
pub(crate) fn returns_pointer(types: &Types, function: Option<&Function>) -> bool {
    let of = function.and_then(|function| function.returns);
    of.is_some_and(|of| match types.get(of).kind {
        Kind::Pointer(pointer) => pointer.flavour == Flavour::Plain,
        _ => false,
    })
}

/// The function that a Rust check is generated from; it is next to the exported one.
pub(crate) fn checked<'a>(types: &'a Types, callee: &Callee) -> Option<&'a Function> {
    let name = last_segment(&callee.name).strip_prefix(CHECK)?;
    let is_it = |function: &&Function| {
        let path = function.name.strip_suffix(name);
        path.is_some_and(|path| path.ends_with("::") && callee.name.starts_with(path))
    };
    // The one that is nearest.
    types.functions().iter().filter(is_it).max_by_key(|function| function.name.len())
}

/// An argument that is a structure: its root and its objects.
pub(crate) struct Part<'b> {
    pub(crate) root: ObjectId,
    pub(crate) objects: Vec<&'b Object>,
}

impl<'b> Part<'b> {
    /// All of a structure.
    pub(crate) fn whole(structure: &'b Structure) -> Part<'b> {
        Part { root: structure.root().id, objects: structure.objects().iter().collect() }
    }

    /// The structures among the arguments of an input, each with its number.
    pub(crate) fn of_input(
        structure: &'b Structure,
    ) -> Result<Vec<(usize, Part<'b>)>, ReportError> {
        let roots = structure.root().values.iter().enumerate().filter_map(|(at, value)| {
            let Value::Ref(root) = value else { return None };
            Some((at, *root))
        });
        roots
            .map(|(at, root)| {
                let (mut seen, mut objects) = (BTreeSet::from([root]), Vec::new());
                let mut left = VecDeque::from([root]);
                while let Some(id) = left.pop_front() {
                    let object = structure.object(id).ok_or(ReportError::OtherBounds)?;
                    objects.push(object);
                    let scalars = object.values.iter().flat_map(|value| match value {
                        Value::Array(elements) => &elements[..],
                        scalar => std::slice::from_ref(scalar),
                    });
                    left.extend(scalars.filter_map(|value| match value {
                        Value::Ref(to) if seen.insert(*to) => Some(*to),
                        _ => None,
                    }));
                }
                Ok((at, Part { root, objects }))
            })
            .collect()
    }
}

/// The name and the value of an enum's constant.
pub(crate) fn enumerator(of: &Type, variant: u32) -> (&str, i64) {
    let Kind::Enum { variants } = &of.kind else { return ("", 0) };
    variants.get(variant as usize).map_or(("", 0), |(name, value)| (name, *value))
}

/// The last part of a path, with its type arguments.
pub(crate) fn last_segment(path: &str) -> &str {
    let (mut depth, mut start) = (0_u32, 0);
    let bytes = path.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            // The rest is the name of an operator.
            b'<' | b'>' if path[start..at].starts_with("operator") => break,
            b'<' => depth += 1,
            b'>' => depth = depth.saturating_sub(1),
            b':' if depth == 0 && at > 0 && bytes[at - 1] == b':' => start = at + 1,
            _ => {}
        }
    }
    &path[start..]
}

/// A text as a comment before something.
pub(crate) fn comment(text: &str, indent: &str) -> String {
    let lines = text.lines().map(|line| {
        let fits = |c: char| if c.is_control() { ' ' } else { c };
        // A backslash at the end of a line would take the next line in.
        let line: String = line.chars().map(fits).collect();
        let line = line.trim_end_matches(|c: char| c == '\\' || c.is_whitespace()).to_owned();
        match line.is_empty() {
            true => format!("{indent}//\n"),
            false => format!("{indent}// {line}\n"),
        }
    });
    lines.collect()
}

/// Whether several functions have a name.
pub(crate) fn is_overloaded(types: &Types, function: &Function) -> bool {
    types.functions().iter().any(|f| f.name == function.name && f.symbol != function.symbol)
}

/// The type of a parameter.
pub(crate) fn parameter(function: Option<&Function>, at: usize) -> Option<TypeId> {
    *function?.parameters.get(at)?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_parts_of_paths() {
        let cases = [
            ("add", "add"),
            ("set::Tree<std::pair<int, a::b> >::add", "add"),
            ("set::add<a::b>", "add<a::b>"),
            ("Tree::operator<<", "operator<<"),
            ("Tree::operator->", "operator->"),
        ];
        for (path, last) in cases {
            assert_eq!(last_segment(path), last);
        }
    }

    #[test]
    fn comments_end_with_their_line() {
        let text = "it broke\n\n  at C:\\\\ \\\t\nlast\r\n";
        assert_eq!(comment(text, "  "), "  // it broke\n  //\n  //   at C:\n  // last\n");
    }
}
