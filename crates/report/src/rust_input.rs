//! Tests of inputs in Rust: the objects of every argument, the call, and the conditions
//! afterwards.

use std::fmt::Write;

use pikse_front::bounds::Parameter;
use pikse_front::check::{Callee, Passed};
use pikse_front::properties::CHECK;
use pikse_llvm::types::{Flavour, Function, Kind};
use pikse_structure::{Structure, Value};

use crate::calls::{self, Part, comment, last_segment};
use crate::error::ReportError;
use crate::rust::{MEMORY, Rust, Writing};

/// The prefix of the names of copies.
const OLD: &str = "old_";

/// The kind of the variable of a structure's root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Root {
    /// The value.
    Value,
    /// The value, which is never dropped.
    Kept,
    /// A reference to it.
    Reference,
}

/// How a function takes a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Pointer(Flavour, bool),
    Value,
}

impl Rust<'_> {
    /// The test of an input, with a text about its failure.
    pub(crate) fn input_test(
        &self,
        number: usize,
        structure: &Structure,
        failure: &str,
    ) -> Result<String, ReportError> {
        let Some(calls) = self.calls else { return Err(ReportError::OtherBounds) };
        let property = calls.property;
        let parts = Part::of_input(structure)?;
        let mut text = format!("\n{}    #[test]\n", comment(failure, "    "));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    fn input_{number}() {{");
        // The kinds of the variables, by argument and by prefix.
        let mut roots = Vec::new();
        for (at, part) in &parts {
            let root = self.input_part(&mut text, structure, part, "", self.is_changed(*at, ""))?;
            roots.push((*at, "", root));
        }
        let copied = calls.copied();
        let copies: Vec<_> = parts.iter().filter(|(at, _)| copied.contains(at)).collect();
        if !copies.is_empty() {
            text += "        // A copy of the state before the call.\n";
        }
        for (at, part) in &copies {
            let is_changed = self.is_changed(*at, OLD);
            let root = self.input_part(&mut text, structure, part, OLD, is_changed)?;
            roots.push((*at, OLD, root));
        }
        let call = self.call(&property.call, structure, &roots)?;
        if calls.uses_result(self.types) {
            let _ = writeln!(text, "        let result = {call};");
            if property.is_verdict {
                text += "        assert!(result);\n";
            }
        } else if property.is_verdict {
            let _ = writeln!(text, "        assert!({call});");
        } else {
            let _ = writeln!(text, "        {call};");
        }
        for post in &property.post {
            let _ = writeln!(text, "        assert!({});", self.call(post, structure, &roots)?);
        }
        if let Some(other) = &property.same_as {
            text += "        let mut pairs = Pairs::new();\n";
            let call = self.call(other, structure, &roots)?;
            let _ = match calls.compares_results(self.types) {
                true => writeln!(
                    text,
                    "        let other = {call};\n        \
                     assert!(PikseSame::same(&result, &other, &mut pairs));"
                ),
                false => writeln!(text, "        {call};"),
            };
            for (at, part) in &copies {
                let shared = |prefix| {
                    let takes = Takes::Pointer(Flavour::Ref, false);
                    taken(&self.name(part.root, prefix), kind(&roots, *at, prefix), takes)
                };
                let (one, copy) = (shared(""), shared(OLD));
                let _ = writeln!(text, "        assert!(same_object({one}, {copy}, &mut pairs));");
            }
        }
        Ok(text + "    }\n")
    }

    /// Builds an argument; returns the kind of its root variable.
    fn input_part(
        &self,
        text: &mut String,
        structure: &Structure,
        part: &Part<'_>,
        prefix: &str,
        is_changed: bool,
    ) -> Result<Root, ReportError> {
        let plan = self.plan(structure, part)?;
        let writing = Writing { part, plan: &plan, prefix };
        match (&plan.order, plan.is_safe) {
            (Some(order), true) => {
                self.variables(text, &writing, order, is_changed)?;
                Ok(if self.has_borrows { Root::Kept } else { Root::Value })
            }
            _ => {
                self.memory(text, &writing)?;
                let root = self.name(part.root, prefix);
                let _ =
                    writeln!(text, "        }}\n        let {root} = unsafe {{ &mut *{root} }};");
                Ok(Root::Reference)
            }
        }
    }

    /// Whether a function may change a structure.
    fn is_changed(&self, argument: usize, prefix: &str) -> bool {
        let Some(calls) = self.calls else { return false };
        let property = calls.property;
        let callees = property.post.iter().chain(&property.same_as).chain([&property.call]);
        callees.into_iter().any(|callee| {
            let function = self.function(callee);
            callee.arguments.iter().enumerate().any(|(at, passed)| {
                let is_it = match passed {
                    Passed::Argument(of) => *of == argument && prefix.is_empty(),
                    Passed::Old(of) => *of == argument && prefix == OLD,
                    Passed::Result => false,
                };
                let changes = [Flavour::RefMut, Flavour::Mut, Flavour::NonNull];
                is_it
                    && matches!(self.takes(function, at),
                        Takes::Pointer(flavour, _) if changes.contains(&flavour))
            })
        })
    }

    /// The function that a test calls: of a check, the one that it was made of.
    fn function(&self, callee: &Callee) -> Option<&Function> {
        calls::checked(self.types, callee).or_else(|| calls::function(self.types, callee))
    }

    fn takes(&self, function: Option<&Function>, at: usize) -> Takes {
        let of = calls::parameter(function, at).map(|of| &self.types.get(of).kind);
        match (calls::pointer(self.types, function, at), of) {
            (Some(pointer), _) => Takes::Pointer(pointer.flavour, pointer.in_option),
            (None, Some(Kind::Struct { .. })) => Takes::Value,
            (None, _) => Takes::Pointer(Flavour::Ref, false),
        }
    }

    /// A call, as an expression.
    fn call(
        &self,
        callee: &Callee,
        structure: &Structure,
        roots: &[(usize, &str, Root)],
    ) -> Result<String, ReportError> {
        let function = self.function(callee);
        let is_method = function.is_some_and(|function| function.is_method);
        let mut arguments = Vec::new();
        for (number, &passed) in callee.arguments.iter().enumerate() {
            let (at, prefix) = match passed {
                Passed::Result => {
                    arguments.push("result".to_owned());
                    continue;
                }
                Passed::Argument(at) => (at, ""),
                Passed::Old(at) => (at, OLD),
            };
            let argument = self.bounds.arguments.get(at).ok_or(ReportError::OtherBounds)?;
            let value = structure.root().values.get(at).ok_or(ReportError::OtherBounds)?;
            arguments.push(match (value, &argument.parameter) {
                (Value::Ref(root), _) => {
                    let name = self.name(*root, prefix);
                    match self.takes(function, number) {
                        Takes::Pointer(Flavour::Ref | Flavour::RefMut, false)
                            if is_method && number == 0 =>
                        {
                            name
                        }
                        takes => taken(&name, kind(roots, at, prefix), takes),
                    }
                }
                (value, Parameter::Scalar { of, .. }) => self.constant(self.types.get(*of), value),
                _ => return Err(ReportError::OtherBounds),
            });
        }
        let name = function.map_or(callee.name.as_str(), |function| &function.name);
        let call = match is_method && !arguments.is_empty() {
            true => {
                let object = arguments.remove(0);
                format!("{object}.{}({})", bare(last_segment(name)), arguments.join(", "))
            }
            false => format!("{}({})", self.path(name), arguments.join(", ")),
        };
        let returned = function.and_then(|function| function.returns);
        let is_result =
            returned.is_some_and(|of| self.types.get(of).name.starts_with("core::result::Result<"));
        let is_check = last_segment(&callee.name).starts_with(CHECK);
        let call = if is_result && is_check { format!("{call}.unwrap()") } else { call };
        Ok(match is_unsafe(self.subject.text, bare(last_segment(name)).as_str()) {
            true => format!("unsafe {{ {call} }}"),
            false => call,
        })
    }

    /// How a test names a function.
    fn path(&self, name: &str) -> String {
        let path = match self.own_path(name) {
            Some(path) => path.to_owned(),
            None => {
                name.split_once("::").map_or(name.to_owned(), |(_, rest)| format!("crate::{rest}"))
            }
        };
        // An item in an unnamed constant is called by the place of the constant.
        let parts = bare(&path);
        let parts: Vec<&str> = parts.split("::").filter(|part| *part != "_").collect();
        match parts.split_last() {
            Some((last, before)) => {
                let last = last.strip_prefix(CHECK).unwrap_or(last);
                before.iter().copied().chain([last]).collect::<Vec<_>>().join("::")
            }
            None => path,
        }
    }

    /// The beginning of the file, with the user's text in it.
    pub(crate) fn input_prologue(&self, text: &str) -> String {
        let how = "Compile and run: rustc --test FILE.rs -o test && timeout 60 ./test\n\
             It fails as long as one of the failures below is there. What unsafe code does outside \
             of its objects may\nonly show with a sanitizer: rustc +nightly -Zsanitizer=address.\n";
        let same = self.calls.is_some_and(|calls| calls.property.same_as.is_some());
        let same = if same { self.same() } else { String::new() };
        format!("{}{text}\n{MODULE}{MEMORY}{same}", comment(how, ""))
    }
}

/// The kind of a root variable.
fn kind(roots: &[(usize, &str, Root)], at: usize, prefix: &str) -> Root {
    let is_it = |(of, its, _): &&(usize, &str, Root)| *of == at && *its == prefix;
    roots.iter().find(is_it).map_or(Root::Value, |(_, _, root)| *root)
}

/// A variable as a function takes it.
fn taken(name: &str, root: Root, takes: Takes) -> String {
    let place = if root == Root::Value { name.to_owned() } else { format!("*{name}") };
    let value = match root {
        Root::Value => name.to_owned(),
        Root::Kept => format!("std::mem::ManuallyDrop::into_inner({name})"),
        Root::Reference => format!("unsafe {{ std::ptr::read({name}) }}"),
    };
    let (flavour, in_option) = match takes {
        Takes::Value => return value,
        Takes::Pointer(flavour, in_option) => (flavour, in_option),
    };
    let pointer = match flavour {
        Flavour::RefMut => format!("&mut {place}"),
        Flavour::Const => format!("&raw const {place}"),
        Flavour::Mut => format!("&raw mut {place}"),
        Flavour::NonNull => format!("std::ptr::NonNull::from(&mut {place})"),
        Flavour::Box => format!("Box::new({value})"),
        Flavour::Rc => format!("std::rc::Rc::new({value})"),
        Flavour::Arc => format!("std::sync::Arc::new({value})"),
        _ => format!("&{place}"),
    };
    if in_option { format!("Some({pointer})") } else { pointer }
}

/// A path without type arguments, which a call infers.
fn bare(path: &str) -> String {
    let mut depth = 0_u32;
    path.chars()
        .filter(|c| {
            match c {
                '<' => depth += 1,
                '>' => depth = depth.saturating_sub(1),
                _ => return depth == 0,
            }
            false
        })
        .collect()
}

/// Whether a text declares a function as one that only unsafe code may call.
fn is_unsafe(text: &str, name: &str) -> bool {
    text.lines().any(|line| {
        let declared = line.split_once("fn ").filter(|(_, rest)| {
            rest.strip_prefix(name).is_some_and(|rest| rest.starts_with(['(', '<']))
        });
        declared.is_some_and(|(before, _)| before.split_whitespace().any(|word| word == "unsafe"))
    })
}

/// The beginning of the tests' module.
const MODULE: &str = "\
#[cfg(test)]
#[allow(dead_code, unsafe_code, unused_imports, unused_must_use, unused_unsafe, unused_variables)]
mod pikse_inputs {
    use super::*;
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_without_arguments() {
        assert_eq!(bare("Tree<a::B<i32>>::add<u8>"), "Tree::add");
    }

    #[test]
    fn unsafe_functions() {
        let text = "pub unsafe fn one(t: *mut T) {}\nunsafe extern \"C\" fn two<T>() {}\n\
                    fn three() { unsafe { one(t) } }\nunsafe fn one_more() {}\nfn one_() {}";
        for (name, expected) in [("one", true), ("two", true), ("three", false), ("one_", false)] {
            assert_eq!(is_unsafe(text, name), expected, "{name}");
        }
    }
}
