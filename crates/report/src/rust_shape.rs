//! Values of ordinary types as expressions in Rust: `vec![…]`, `String::from(…)`, variants of enums, maps.

use pikse_llvm::types::{Kind, TypeId};

use crate::error::ReportError;
use crate::rust::{Rust, Writing, guard, is_number};
use crate::shape::Shape;

impl Rust<'_> {
    /// The expression of a shape.
    pub(crate) fn shape(
        &self,
        writing: &Writing<'_>,
        shape: &Shape<'_>,
    ) -> Result<String, ReportError> {
        Ok(match shape {
            Shape::Scalar(of, value) => self.scalar(writing, *of, value)?,
            Shape::Float(of, text) => {
                let text =
                    if text.contains(['.', 'e', 'E']) { text.clone() } else { format!("{text}.0") };
                format!("{text}_{}", self.types.get(*of).name)
            }
            Shape::Fields(of, parts) => {
                let of = self.types.get(*of);
                let parts = self.parts(writing, parts)?;
                let values =
                    || parts.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(", ");
                match guard(&of.name) {
                    Some("") => values(),
                    Some(guard) => format!("{guard}({})", values()),
                    None if of.name.starts_with('(') && parts.len() == 1 => {
                        format!("({},)", values())
                    }
                    None if of.name.starts_with('(') => format!("({})", values()),
                    None => {
                        let path = self.struct_path(of)?;
                        match path.ends_with("PhantomData") {
                            true => path,
                            false => in_braces(&path, &parts),
                        }
                    }
                }
            }
            Shape::Variant(of, number, parts) => {
                let parts = self.parts(writing, parts)?;
                self.variant(*of, *number, &parts)?
            }
            Shape::Elements(of, elements) => {
                let elements: Vec<String> = elements
                    .iter()
                    .map(|element| self.shape(writing, element))
                    .collect::<Result<_, _>>()?;
                let (name, all) = (&self.types.get(*of).name, elements.join(", "));
                match () {
                    () if matches!(self.types.get(*of).kind, Kind::Array { .. }) => {
                        format!("[{all}]")
                    }
                    () if name.starts_with("alloc::vec::Vec<") => format!("vec![{all}]"),
                    () if name.starts_with("alloc::boxed::Box<[") => {
                        format!("vec![{all}].into_boxed_slice()")
                    }
                    () if name.starts_with("&mut [") => format!("Vec::leak(vec![{all}])"),
                    () if name.starts_with("&[") => format!("&*Vec::leak(vec![{all}])"),
                    () => format!("[{all}].into_iter().collect()"),
                }
            }
            Shape::Entries(_, entries) => {
                let entry = |(key, value): &(Shape<'_>, Shape<'_>)| {
                    Ok(format!("({}, {})", self.shape(writing, key)?, self.shape(writing, value)?))
                };
                let all: Vec<String> =
                    entries.iter().map(entry).collect::<Result<_, ReportError>>()?;
                format!("[{}].into_iter().collect()", all.join(", "))
            }
            Shape::Text(of, text) => {
                let text = format!("{:?}", text.as_deref().unwrap_or_default());
                match self.types.get(*of).name.as_str() {
                    "alloc::string::String" => format!("String::from({text})"),
                    name if name.starts_with("alloc::boxed::Box<") => {
                        format!("String::from({text}).into_boxed_str()")
                    }
                    name if name.starts_with("alloc::rc::Rc<") => {
                        format!("std::rc::Rc::from({text})")
                    }
                    name if name.starts_with("alloc::sync::Arc<") => {
                        format!("std::sync::Arc::from({text})")
                    }
                    name if name.starts_with("&mut ") => {
                        format!("Box::leak(String::from({text}).into_boxed_str())")
                    }
                    _ => text,
                }
            }
            Shape::Optional(of, _) | Shape::Alternative(of, ..) => {
                let name = self.types.get(*of).name.clone();
                return Err(ReportError::Foreign { name });
            }
        })
    }

    /// Parts with their names.
    fn parts<'b>(
        &self,
        writing: &Writing<'_>,
        parts: &[(&'b str, Shape<'_>)],
    ) -> Result<Vec<(&'b str, String)>, ReportError> {
        let part = |(name, shape): &(&'b str, Shape<'_>)| {
            let number = name.strip_prefix("__").filter(|name| is_number(name));
            Ok((number.unwrap_or(name), self.shape(writing, shape)?))
        };
        parts.iter().map(part).collect()
    }

    fn variant(
        &self,
        of: TypeId,
        number: usize,
        parts: &[(&str, String)],
    ) -> Result<String, ReportError> {
        let of = self.types.get(of);
        let Kind::Tagged { variants, .. } = &of.kind else { return Err(ReportError::OtherBounds) };
        let variant = &variants.get(number).ok_or(ReportError::OtherBounds)?.name;
        let is_known = ["core::option::Option<", "core::result::Result<"];
        let path = match is_known.iter().any(|known| of.name.starts_with(known)) {
            true => variant.clone(),
            false => format!("{}::{variant}", self.struct_path(of)?),
        };
        Ok(match parts {
            [] => path,
            [(first, _), ..] if is_number(first) => {
                let values: Vec<&str> = parts.iter().map(|(_, value)| value.as_str()).collect();
                format!("{path}({})", values.join(", "))
            }
            _ => in_braces(&path, parts),
        })
    }
}

fn in_braces(path: &str, parts: &[(&str, String)]) -> String {
    if parts.is_empty() {
        return format!("{path} {{}}");
    }
    let shown = parts.iter().map(|(name, value)| format!("{}: {value}", crate::rust::escape(name)));
    format!("{path} {{ {} }}", shown.collect::<Vec<_>>().join(", "))
}
