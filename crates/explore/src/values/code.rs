//! The arguments of a test as source code: variables, and a call of the entry with them.
//!
//! A value is written by its type and its shape together: the type has the names, and the shape has the
//! inputs. What has no plain expression in the language is refused with the reason.

use std::collections::HashMap;

use pikse_llvm::types::{Field, Flavour, Kind, Pointer, TypeId};
use pikse_llvm::{Language, Types};

use super::emit::{case_name, join, length_name, variant_name};
use super::shape::{Case, Part, Places, Scalar, Sequence, Shape, at};
use super::shown::{number, word};
use crate::arguments::names;
use crate::entry::Argument;
use crate::program::Called;
use crate::test::Test;

/// The call of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallCode {
    /// What comes before the call, a statement each.
    pub statements: Vec<String>,
    /// The variables among them that point to memory of the test itself.
    pub kept: Vec<String>,
    /// The call.
    pub call: String,
    /// The last part of the function's name.
    pub name: String,
}

/// The call of the entry with the inputs of a test, none of which is a structure. `crate_name` is that of
/// a source in Rust. The error says why there is no such code.
pub fn call_code(called: Called<'_>, test: &Test, crate_name: &str) -> Result<CallCode, String> {
    let function = called.source.function.as_ref();
    let function = function.ok_or("the debug information does not have the function's types")?;
    let language = called.source.language;
    if language == Language::Cpp && function.is_method {
        return Err("the function is a method, whose object would be a structure".to_owned());
    }
    let inputs = test.inputs.iter().map(|input| (input.name.as_str(), &input.bytes[..])).collect();
    let types = &called.source.types;
    let mut writer =
        Writer { types, language, crate_name, inputs, statements: Vec::new(), kept: Vec::new() };
    let mut passed = Vec::new();
    // A harness takes what it does not build.
    let mut given = called.entry.arguments.iter();
    let has_harness = given.len() != function.parameters.len();
    let names = names(Some(function), function.parameters.len());
    for (name, of) in names.iter().zip(&function.parameters) {
        let refuse = |why: &str| format!("test code for `{name}` is not supported: {why}");
        let of = of.ok_or_else(|| refuse("its type is not known"))?;
        let (shape, length) = (called.values.shape(name), length_of(test, name));
        let kind = &types.get(of).kind;
        let is_number =
            matches!(kind, Kind::Int { .. } | Kind::Bool | Kind::Enum { .. } | Kind::Float);
        let is_built = shape.is_some() && !is_number || length.is_some() || types.get(of).size == 0;
        let argument = if is_built && has_harness { None } else { given.next() };
        let text = match (shape, argument, length) {
            (_, Some(Argument::Structure { .. }), _) => Err("it is a structure".to_owned()),
            (_, Some(Argument::Number { value, .. }), _) => Ok(value.to_string()),
            (_, Some(Argument::Null), _) if language == Language::C => Ok("NULL".to_owned()),
            (_, Some(Argument::Null), _) if language == Language::Cpp => Ok("nullptr".to_owned()),
            (_, _, Some(of)) => writer.length(called, &of).map(|length| length.to_string()),
            (Some(shape), ..) => writer.argument(of, shape, name),
            (None, ..) if types.get(of).size == 0 => Ok("()".to_owned()),
            (None, ..) => Err("it is no value that the test has".to_owned()),
        };
        passed.push(text.map_err(|why| refuse(&why))?);
    }
    if given.next().is_some() {
        return Err("its arguments are not those of the function".to_owned());
    }
    let name = match language {
        Language::Rust => writer.own_path(&function.name),
        _ => function.name.clone(),
    };
    let call = format!("{}({})", without_arguments(&name), passed.join(", "));
    let (Writer { statements, kept, .. }, name) = (writer, function.last_name().to_owned());
    Ok(CallCode { statements, kept, call, name })
}

/// The parameter whose length an argument is, as the options of the test say.
fn length_of(test: &Test, name: &str) -> Option<String> {
    let texts = test.options.iter().filter_map(|text| text.split_once('='));
    let mut texts = texts.filter(|(of, _)| of.trim() == name);
    let (_, what) = texts.next()?;
    Some(what.trim().strip_prefix("len(")?.strip_suffix(')')?.trim().to_owned())
}

struct Writer<'a> {
    types: &'a Types,
    language: Language,
    crate_name: &'a str,
    inputs: HashMap<&'a str, &'a [u8]>,
    statements: Vec<String>,
    kept: Vec<String>,
}

type Written = Result<String, String>;

impl Writer<'_> {
    fn bytes(&self, name: &str) -> Result<&[u8], String> {
        let found = self.inputs.get(name).copied();
        found.ok_or_else(|| format!("the test has no value of `{name}`"))
    }

    fn chosen(&self, (low, high): (u64, u64), name: &str) -> Result<u64, String> {
        if low == high { Ok(low) } else { self.bytes(name).map(word) }
    }

    /// An argument; in C and C++ also the variable that it is.
    fn argument(&mut self, of: TypeId, shape: &Shape, name: &str) -> Written {
        if self.language == Language::Rust {
            return self.rust(of, shape, name);
        }
        let target = match self.types.get(of).kind {
            Kind::Pointer(Pointer { to: Some(to), flavour, .. }) => Some((to, flavour)),
            _ => None,
        };
        match (target, shape) {
            (
                Some((to, Flavour::Plain | Flavour::Const | Flavour::Mut)),
                Shape::Sequence(items),
            ) => self.memory(to, items, name),
            (Some((to, Flavour::Reference)), Shape::Pointer { to: shape, .. }) => {
                self.variable(to, shape, name)?;
                Ok(name.to_owned())
            }
            (_, Shape::Scalar { kind, .. }) => self.scalar_of_c(kind, self.bytes(name)?),
            _ => {
                self.variable(of, shape, name)?;
                let is_moved = self.language == Language::Cpp;
                Ok(if is_moved { format!("std::move({name})") } else { name.to_owned() })
            }
        }
    }

    fn length(&self, called: Called<'_>, of: &str) -> Result<u64, String> {
        match called.values.shape(of) {
            Some(Shape::Sequence(items)) => self.count(items, of),
            _ => Err(format!("`{of}` has no length")),
        }
    }

    fn count(&self, items: &Sequence, name: &str) -> Result<u64, String> {
        let lengths = (u64::from(items.lengths.0), u64::from(items.lengths.1));
        self.chosen(lengths, &length_name(name))
    }

    /// The bytes of each element, if they are plain numbers.
    fn plain(&self, items: &Sequence, name: &str) -> Result<Option<Vec<Vec<u8>>>, String> {
        let count = self.count(items, name)?;
        match &*items.element {
            _ if count == 0 => Ok(Some(Vec::new())),
            Shape::Scalar { kind, .. } if kind.is_any() => {
                let stride = (items.stride as usize).max(1);
                Ok(Some(self.bytes(name)?.chunks(stride).map(<[u8]>::to_vec).collect()))
            }
            _ => Ok(None),
        }
    }

    // Rust.

    /// A path as the file itself has it.
    fn own_path(&self, name: &str) -> String {
        let own = name.strip_prefix(self.crate_name).and_then(|rest| rest.strip_prefix("::"));
        own.unwrap_or(name).to_owned()
    }

    fn rust(&self, of: TypeId, shape: &Shape, name: &str) -> Written {
        let this = self.types.get(of);
        let wrappers = [
            ("core::cell::Cell<", "std::cell::Cell::new"),
            ("core::num::wrapping::Wrapping<", "std::num::Wrapping"),
            ("core::num::saturating::Saturating<", "std::num::Saturating"),
            ("core::cmp::Reverse<", "std::cmp::Reverse"),
        ];
        let wrapper = wrappers.iter().find(|(start, _)| this.name.starts_with(start));
        if let (Some((_, make)), Some(&inner)) = (wrapper, this.arguments.first()) {
            return Ok(format!("{make}({})", self.rust(inner, shape, name)?));
        }
        match (&this.kind, shape) {
            (_, Shape::Scalar { kind: Scalar::Enum { .. }, .. }) => {
                let path = self.own_path(&this.name);
                Ok(format!("{path}::{}", self.number(shape, name)?))
            }
            (_, Shape::Scalar { kind, .. }) => self.scalar_of_rust(kind, self.bytes(name)?),
            (Kind::Pointer(pointer), Shape::Choice(cases)) => {
                let case = self.case(cases, name)?;
                let [part] = &case.parts[..] else { return Ok("None".to_owned()) };
                let name = join(&case_name(name, case), &part.name);
                Ok(format!("Some({})", self.rust_pointer(pointer, &part.shape, &name)?))
            }
            (Kind::Pointer(pointer), _) => self.rust_pointer(pointer, shape, name),
            (Kind::Array { of, .. }, Shape::Parts { parts, .. }) => {
                let list = parts.iter();
                let list = list.map(|part| self.rust(*of, &part.shape, &join(name, &part.name)));
                Ok(format!("[{}]", list.collect::<Result<Vec<_>, _>>()?.join(", ")))
            }
            (_, Shape::Sequence(items)) => self.rust_sequence(of, items, name),
            (Kind::Tagged { variants, .. }, Shape::Choice(cases)) => {
                let case = self.case(cases, name)?;
                let variant = variants.iter().find(|variant| variant.name == case.name);
                let variant = variant.ok_or("its variant is not known")?;
                let known = ["core::option::Option<", "core::result::Result<"];
                let path = match known.iter().any(|known| this.name.starts_with(known)) {
                    true => case.name.clone(),
                    false => {
                        let path = self.own_path(&this.name);
                        format!("{}::{}", without_arguments(&path), case.name)
                    }
                };
                let Kind::Struct { fields } = &self.types.get(variant.of).kind else {
                    return Err("its data is not known".to_owned());
                };
                self.rust_fields(&path, fields, &case.parts, &case_name(name, case))
            }
            (Kind::Struct { fields }, Shape::Parts { parts, .. }) if !is_library(&this.name) => {
                let path = match this.name.starts_with('(') {
                    true => String::new(),
                    false => without_arguments(&self.own_path(&this.name)),
                };
                self.rust_fields(&path, fields, parts, name)
            }
            _ => Err(format!("`{}` has no plain expression", this.name)),
        }
    }

    fn rust_pointer(&self, pointer: &Pointer, shape: &Shape, name: &str) -> Written {
        let (Some(to), Shape::Pointer { to: shape, .. }) = (pointer.to, shape) else {
            return Err("its target is not known".to_owned());
        };
        let value = self.rust(to, shape, name)?;
        Ok(match pointer.flavour {
            Flavour::Ref => format!("&{value}"),
            Flavour::RefMut => format!("&mut {value}"),
            Flavour::Box => format!("Box::new({value})"),
            Flavour::Rc => format!("std::rc::Rc::new({value})"),
            Flavour::Arc => format!("std::sync::Arc::new({value})"),
            _ => return Err("it is a pointer without an owner".to_owned()),
        })
    }

    fn rust_fields(&self, path: &str, fields: &[Field], parts: &[Part], name: &str) -> Written {
        let mut parts = parts.iter();
        let mut list = Vec::new();
        let is_tuple = fields.iter().all(|field| field.name.starts_with("__"));
        for field in fields {
            let this = self.types.get(field.of);
            let value = match this.name.as_str() {
                "()" => "()".to_owned(),
                marker if marker.starts_with("core::marker::PhantomData<") => {
                    "std::marker::PhantomData".to_owned()
                }
                other if this.size == 0 => return Err(format!("`{other}` has no bytes")),
                _ => {
                    let part = parts.next().ok_or("its fields are not known")?;
                    self.rust(field.of, &part.shape, &join(name, &part.name))?
                }
            };
            list.push(if is_tuple { value } else { format!("{}: {value}", field.name) });
        }
        let comma = if path.is_empty() && list.len() == 1 { "," } else { "" };
        Ok(match (is_tuple, list.is_empty()) {
            (_, true) => path.to_owned(),
            (true, _) => format!("{path}({}{comma})", list.join(", ")),
            (false, _) => format!("{path} {{ {} }}", list.join(", ")),
        })
    }

    fn rust_sequence(&self, of: TypeId, items: &Sequence, name: &str) -> Written {
        let this = self.types.get(of);
        if items.is_text {
            let bytes = if self.count(items, name)? == 0 { &[] } else { self.bytes(name)? };
            let text = std::str::from_utf8(bytes).map_err(|_| "it is no text".to_owned())?;
            return match this.name.as_str() {
                "&str" => Ok(format!("{text:?}")),
                "alloc::string::String" => Ok(format!("String::from({text:?})")),
                name if name.starts_with("alloc::boxed::Box<") => {
                    Ok(format!("Box::from({text:?})"))
                }
                name => Err(format!("`{name}` has no plain expression")),
            };
        }
        let element = match this.arguments.first() {
            Some(&element) => element,
            None => match at(self.types, of, &["data_ptr"]).map(|(_, of)| &self.types.get(of).kind)
            {
                Some(&Kind::Pointer(Pointer { to: Some(to), .. })) => to,
                _ => return Err("its elements are not known".to_owned()),
            },
        };
        let list = match (self.plain(items, name)?, &*items.element) {
            (Some(list), Shape::Scalar { kind, .. }) => {
                list.iter().map(|bytes| self.scalar_of_rust(kind, bytes)).collect()
            }
            _ => (0..self.count(items, name)?)
                .map(|at| self.rust(element, &items.element, &join(name, &at.to_string())))
                .collect::<Result<Vec<_>, _>>(),
        }?;
        let list = list.join(", ");
        Ok(match this.name.as_str() {
            name if name.starts_with("&[") => format!("&[{list}]"),
            name if name.starts_with("&mut [") => format!("&mut [{list}]"),
            name if name.starts_with("alloc::vec::Vec<") => format!("vec![{list}]"),
            name if name.starts_with("alloc::boxed::Box<[") => {
                format!("vec![{list}].into_boxed_slice()")
            }
            name if name.starts_with("alloc::collections::vec_deque::") => {
                format!("std::collections::VecDeque::from(vec![{list}])")
            }
            name => return Err(format!("`{name}` has no plain expression")),
        })
    }

    fn scalar_of_rust(&self, kind: &Scalar, bytes: &[u8]) -> Written {
        Ok(match kind {
            Scalar::NonZero(_) => {
                format!("std::num::NonZero::new({}).unwrap()", number(kind, bytes))
            }
            Scalar::Float if bytes.len() == 4 => format!("f32::from_bits({:#x})", word(bytes)),
            Scalar::Float if bytes.len() == 8 => format!("f64::from_bits({:#x})", word(bytes)),
            Scalar::Float => return Err("it is a floating-point number of another size".to_owned()),
            Scalar::Byte => number(&Scalar::Signed, bytes),
            Scalar::Enum { .. } => return Err("it is an enum inside of another value".to_owned()),
            _ => number(kind, bytes),
        })
    }

    fn number(&self, shape: &Shape, name: &str) -> Written {
        match shape {
            Shape::Scalar { kind, .. } => Ok(number(kind, self.bytes(name)?)),
            _ => Err("it is no number".to_owned()),
        }
    }

    fn case<'c>(&self, cases: &'c [Case], name: &str) -> Result<&'c Case, String> {
        let last = cases.len().saturating_sub(1) as u64;
        let at = self.chosen((0, last), &variant_name(name))?;
        cases.get(at as usize).ok_or_else(|| "its variant is not known".to_owned())
    }

    // C and C++.

    /// The name of a type in C and C++.
    fn c_name(&self, of: TypeId) -> Written {
        let this = self.types.get(of);
        match (&this.kind, this.name.as_str()) {
            (_, "") => Err("its type has no name".to_owned()),
            (Kind::Struct { .. }, name) if self.language == Language::C && !this.is_typedef => {
                Ok(format!("struct {name}"))
            }
            (Kind::Enum { .. }, name) if self.language == Language::C && !this.is_typedef => {
                Ok(format!("enum {name}"))
            }
            (_, name) => Ok(name.replace("std::__1::", "std::")),
        }
    }

    /// A variable with the name of a parameter.
    fn variable(&mut self, of: TypeId, shape: &Shape, name: &str) -> Result<(), String> {
        let value = self.c_value(of, shape, name)?;
        let statement = format!("{} {name} = {value};", self.c_name(of)?);
        self.statements.push(statement);
        Ok(())
    }

    /// Memory of exactly the size of its elements, so that a sanitizer sees accesses beside it.
    fn memory(&mut self, to: TypeId, items: &Sequence, name: &str) -> Written {
        let Shape::Scalar { kind, .. } = &*items.element else {
            return Err("its elements are no numbers".to_owned());
        };
        let list = self.plain(items, name)?.ok_or("its elements are no numbers")?;
        let is_text = items.places == Places::Bare { is_terminated: true };
        let of = self.c_name(to)?;
        let count = list.len() + usize::from(is_text);
        let statement = format!("{of} *{name} = ({of} *)malloc({count} * sizeof({of}));");
        self.statements.push(statement);
        self.kept.push(name.to_owned());
        for (at, bytes) in list.iter().enumerate() {
            let value = self.scalar_of_c(kind, bytes)?;
            self.statements.push(format!("{name}[{at}] = {value};"));
        }
        if is_text {
            self.statements.push(format!("{name}[{}] = 0;", list.len()));
        }
        Ok(name.to_owned())
    }

    fn c_value(&self, of: TypeId, shape: &Shape, name: &str) -> Written {
        let this = self.types.get(of);
        match (&this.kind, shape) {
            (_, Shape::Scalar { kind, .. }) => self.scalar_of_c(kind, self.bytes(name)?),
            (Kind::Array { of, .. }, Shape::Parts { parts, .. }) => {
                let list = parts.iter();
                let list = list.map(|part| self.c_value(*of, &part.shape, &join(name, &part.name)));
                Ok(format!("{{{}}}", list.collect::<Result<Vec<_>, _>>()?.join(", ")))
            }
            (_, Shape::Sequence(items)) if items.places == Places::Short => {
                let bytes = if self.count(items, name)? == 0 { &[] } else { self.bytes(name)? };
                Ok(format!("std::string(\"{}\", {})", octal(bytes), bytes.len()))
            }
            (_, Shape::Sequence(items)) => {
                let element = *this.arguments.first().ok_or("its elements are not known")?;
                let list = match (self.plain(items, name)?, &*items.element) {
                    (Some(list), Shape::Scalar { kind, .. }) => {
                        list.iter().map(|bytes| self.scalar_of_c(kind, bytes)).collect()
                    }
                    _ => (0..self.count(items, name)?)
                        .map(|at| {
                            self.c_value(element, &items.element, &join(name, &at.to_string()))
                        })
                        .collect::<Result<Vec<_>, _>>(),
                }?;
                Ok(format!("{}{{{}}}", self.c_name(of)?, list.join(", ")))
            }
            (Kind::Struct { fields }, Shape::Parts { parts, .. }) if !is_library(&this.name) => {
                let fields = fields.iter().filter(|field| self.types.get(field.of).size > 0);
                let list = fields.zip(parts).map(|(field, part)| {
                    self.c_value(field.of, &part.shape, &join(name, &part.name))
                });
                let list = list.collect::<Result<Vec<_>, _>>()?.join(", ");
                Ok(format!("{{{list}}}"))
            }
            (_, Shape::Choice(cases)) => {
                let case = self.case(cases, name)?;
                let at = cases.iter().position(|other| std::ptr::eq(other, case)).unwrap_or(0);
                let whole = self.c_name(of)?;
                let is_variant = whole.starts_with("std::variant<");
                let inner = this.arguments.get(if is_variant { at } else { 0 }).copied();
                let Some(part) = case.parts.first() else { return Ok(format!("{whole}{{}}")) };
                let name = join(&case_name(name, case), &part.name);
                let (inner, part) = match (&this.kind, inner, &part.shape) {
                    (
                        Kind::Pointer(Pointer { to: Some(to), .. }),
                        _,
                        Shape::Pointer { to: shape, .. },
                    ) => (*to, &**shape),
                    (_, Some(inner), shape) => (inner, shape),
                    _ => return Err("its contents are not known".to_owned()),
                };
                let value = self.c_value(inner, part, &name)?;
                Ok(match this.kind {
                    Kind::Pointer(_) => format!("{whole}(new {}({value}))", self.c_name(inner)?),
                    _ if is_variant => format!("{whole}(std::in_place_index<{at}>, {value})"),
                    _ => format!("{whole}({value})"),
                })
            }
            _ => Err(format!("`{}` has no plain expression", this.name)),
        }
    }

    fn scalar_of_c(&self, kind: &Scalar, bytes: &[u8]) -> Written {
        let float = |value: f64, form: String| match value {
            _ if value.is_nan() => "__builtin_nan(\"\")".to_owned(),
            _ if value.is_infinite() && value > 0.0 => "__builtin_inf()".to_owned(),
            _ if value.is_infinite() => "-__builtin_inf()".to_owned(),
            _ => form,
        };
        Ok(match kind {
            Scalar::Float if bytes.len() == 4 => {
                let value = f32::from_bits(word(bytes) as u32);
                float(value.into(), format!("{value:e}f"))
            }
            Scalar::Float if bytes.len() == 8 => {
                let value = f64::from_bits(word(bytes));
                float(value, format!("{value:e}"))
            }
            Scalar::Float => return Err("it is a floating-point number of another size".to_owned()),
            Scalar::Byte | Scalar::Signed => match number(&Scalar::Signed, bytes).as_str() {
                // The least number has no literal of its own.
                "-9223372036854775808" => "(-9223372036854775807 - 1)".to_owned(),
                text => text.to_owned(),
            },
            Scalar::Unsigned => format!("{}u", number(kind, bytes)),
            Scalar::Bool => u8::from(word(bytes) & 1 == 1).to_string(),
            Scalar::Enum { values, .. } => {
                let text = number(kind, bytes);
                let is_named = values.iter().any(|(name, _)| *name == text);
                match is_named || self.language == Language::C {
                    true => text,
                    false => return Err("it is a number without a name in its enum".to_owned()),
                }
            }
            Scalar::NonZero(_) | Scalar::Char => number(kind, bytes),
        })
    }
}

/// Bytes in a literal of C.
fn octal(bytes: &[u8]) -> String {
    let escaped = bytes.iter().map(|&byte| match byte {
        b' '..=b'~' if !b"\"\\?".contains(&byte) => char::from(byte).to_string(),
        _ => format!("\\{byte:03o}"),
    });
    escaped.collect()
}

/// A path without type arguments, which the compiler finds itself.
fn without_arguments(path: &str) -> String {
    let mut depth = 0_u32;
    let is_outside = |c: &char| {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    };
    path.chars().filter(is_outside).collect()
}

fn is_library(name: &str) -> bool {
    ["core::", "alloc::", "std::"].iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_of_c_have_no_trigraphs_and_no_open_escapes() {
        assert_eq!(octal(b"a\"\\?\x01\xff1"), "a\\042\\134\\077\\001\\3771");
    }

    #[test]
    fn paths_without_type_arguments() {
        assert_eq!(without_arguments("Tree<a::B<i32>>::add<u8>"), "Tree::add");
    }
}
