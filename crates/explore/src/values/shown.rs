//! The inputs of a test as values of their types: `data = [1, 2]`, `s = "ab"`, `o = Some(3)`.

use std::collections::HashMap;

use pikse_llvm::Types;
use pikse_llvm::types::{Function, Kind, Pointer};
use serde::{Deserialize, Serialize};

use super::emit::{case_name, join, length_name, variant_name};
use super::shape::{Case, Form, Part, Places, Scalar, Sequence, Shape, Shapes};
use crate::entry::Argument;
use crate::test::Input;

/// The values that a harness builds, by the names of their parameters.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Values(Vec<(String, Shape)>);

impl Values {
    pub(super) fn new(list: Vec<(String, Shape)>) -> Self {
        Self(list)
    }

    /// Adds the arguments that are numbers, or memory of numbers.
    pub(crate) fn add_numbers(
        &mut self,
        types: &Types,
        is_rust: bool,
        function: Option<&Function>,
        arguments: &[Argument],
    ) {
        let parameters = function.map(|function| &function.parameters[..]).unwrap_or_default();
        for (argument, &of) in arguments.iter().zip(parameters) {
            let Some(of) = of else { continue };
            let number = |of| match Shapes::new(types, is_rust, (0, 0)).of(of) {
                Ok(shape @ Shape::Scalar { .. }) => Some(shape),
                _ => None,
            };
            match (argument, &types.get(of).kind) {
                (Argument::Symbolic { name, .. }, _) => {
                    self.0.extend(number(of).map(|shape| (name.clone(), shape)));
                }
                (
                    Argument::Buffer { name, bytes, terminated: false },
                    Kind::Pointer(Pointer { to: Some(to), .. }),
                ) => {
                    let stride = types.get(*to).size;
                    let Some(element) = number(*to).filter(|_| stride > 0) else { continue };
                    let length = *bytes / stride as u32;
                    let (places, is_text) = (Places::Bare { is_terminated: false }, false);
                    let (lengths, element) = ((length, length), Box::new(element));
                    let named = String::new();
                    let of = Sequence { places, lengths, stride, element, is_text, named };
                    self.0.push((name.clone(), Shape::Sequence(of)));
                }
                _ => {}
            }
        }
    }

    /// What the value of a parameter is.
    pub(super) fn shape(&self, parameter: &str) -> Option<&Shape> {
        self.0.iter().find(|(name, _)| name == parameter).map(|(_, shape)| shape)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The parameter that an input is part of.
    #[must_use]
    pub fn parameter_of(&self, input: &Input) -> Option<&str> {
        let is_part = |name: &str| {
            let rest = input.name.strip_prefix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        self.0.iter().map(|(name, _)| name.as_str()).find(|name| is_part(name))
    }

    /// The value of a parameter in a test; none if the test does not have all of it.
    #[must_use]
    pub fn value(&self, parameter: &str, inputs: &[Input]) -> Option<String> {
        let (name, shape) = self.0.iter().find(|(name, _)| name == parameter)?;
        let inputs = inputs.iter().map(|input| (input.name.as_str(), &input.bytes[..])).collect();
        Reader { inputs }.text(shape, name)
    }
}

struct Reader<'a> {
    inputs: HashMap<&'a str, &'a [u8]>,
}

impl Reader<'_> {
    fn chosen(&self, (low, high): (u64, u64), name: &str) -> Option<u64> {
        if low == high {
            return Some(low);
        }
        Some(word(self.inputs.get(name)?))
    }

    fn text(&self, shape: &Shape, name: &str) -> Option<String> {
        Some(match shape {
            Shape::Scalar { kind, .. } => number(kind, self.inputs.get(name)?),
            Shape::Constant { value, .. } => value.to_string(),
            Shape::Parts { form, name: of, parts } => {
                of.clone() + &self.parts(*form, !of.is_empty(), parts, name)?
            }
            Shape::Choice(cases) => {
                let last = cases.len().saturating_sub(1) as u64;
                let case: &Case =
                    cases.get(self.chosen((0, last), &variant_name(name))? as usize)?;
                match case.parts.is_empty() {
                    true => case.name.clone(),
                    false => {
                        let data =
                            self.parts(case.form, true, &case.parts, &case_name(name, case))?;
                        case.name.clone() + &data
                    }
                }
            }
            Shape::Sequence(sequence) => self.sequence(sequence, name)?,
            Shape::Pointer { to, .. } => self.text(to, name)?,
        })
    }

    fn parts(&self, form: Form, is_named: bool, parts: &[Part], name: &str) -> Option<String> {
        let is_shown = |part: &&Part| !matches!(part.shape, Shape::Constant { .. });
        let list: Vec<String> = parts
            .iter()
            .filter(is_shown)
            .map(|part| {
                let value = self.text(&part.shape, &join(name, &part.name))?;
                Some(match form {
                    Form::Struct if !part.name.is_empty() => format!("{}: {value}", part.name),
                    _ => value,
                })
            })
            .collect::<Option<_>>()?;
        let list = list.join(", ");
        Some(match form {
            Form::Struct if is_named => format!(" {{ {list} }}"),
            Form::Struct => format!("{{ {list} }}"),
            Form::Tuple => format!("({list})"),
            Form::Array => format!("[{list}]"),
        })
    }

    fn sequence(&self, of: &Sequence, name: &str) -> Option<String> {
        let (low, high) = (u64::from(of.lengths.0), u64::from(of.lengths.1));
        let length = self.chosen((low, high), &length_name(name))?;
        let is_text = of.is_text
            || matches!(of.places, Places::Short)
            || of.places == Places::Bare { is_terminated: true };
        let kind = match &*of.element {
            Shape::Scalar { kind, .. } if kind.is_any() => Some(kind),
            _ => None,
        };
        let list: Vec<String> = match kind {
            _ if length == 0 && is_text => return Some("\"\"".to_owned()),
            _ if length == 0 => Vec::new(),
            Some(_) if is_text => return Some(quoted(self.inputs.get(name)?)),
            Some(kind) => {
                let bytes = self.inputs.get(name)?;
                let stride = (of.stride as usize).max(1);
                bytes.chunks(stride).map(|bytes| number(kind, bytes)).collect()
            }
            None => (0..length)
                .map(|at| self.text(&of.element, &join(name, &at.to_string())))
                .collect::<Option<_>>()?,
        };
        Some(format!("[{}]", list.join(", ")))
    }
}

/// Bytes as a text: in quotes, with escapes where they are no text.
fn quoted(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => format!("{text:?}"),
        Err(_) => format!("\"{}\"", bytes.escape_ascii()),
    }
}

pub(super) fn word(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    let count = bytes.len().min(8);
    word[..count].copy_from_slice(&bytes[..count]);
    u64::from_le_bytes(word)
}

/// A number in its type.
pub(super) fn number(kind: &Scalar, bytes: &[u8]) -> String {
    let mut wide = [0; 16];
    let count = bytes.len().min(16);
    wide[..count].copy_from_slice(&bytes[..count]);
    let unsigned = u128::from_le_bytes(wide);
    let shift = 128 - 8 * count.max(1) as u32;
    let signed = ((unsigned << shift) as i128) >> shift;
    match kind {
        Scalar::Signed | Scalar::NonZero(true) => signed.to_string(),
        Scalar::Unsigned | Scalar::NonZero(false) => unsigned.to_string(),
        Scalar::Bool => match unsigned & 1 {
            0 => "false".to_owned(),
            _ => "true".to_owned(),
        },
        Scalar::Char => match char::from_u32(unsigned as u32) {
            Some(character) => format!("{character:?}"),
            None => unsigned.to_string(),
        },
        Scalar::Byte => match unsigned as u8 {
            byte @ 32..127 => format!("{signed} ('{}')", byte.escape_ascii()),
            _ => signed.to_string(),
        },
        Scalar::Float => match count {
            4 => f32::from_bits(unsigned as u32).to_string(),
            8 => f64::from_bits(unsigned as u64).to_string(),
            _ => format!("{unsigned:#x}"),
        },
        Scalar::Enum { values, .. } => {
            let named = values.iter().find(|(_, value)| {
                let mask = if shift == 0 { u128::MAX } else { u128::MAX >> shift };
                (i128::from(*value) as u128) & mask == unsigned
            });
            named.map_or_else(|| signed.to_string(), |(name, _)| name.clone())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(name: &str, bytes: &[u8]) -> Input {
        Input { name: name.to_owned(), bytes: bytes.to_vec() }
    }

    #[test]
    fn numbers_are_written_in_their_type() {
        assert_eq!(number(&Scalar::Unsigned, &[200]), "200");
        assert_eq!(number(&Scalar::Signed, &[200]), "-56");
        assert_eq!(number(&Scalar::Bool, &[1]), "true");
        assert_eq!(number(&Scalar::Char, &[0x41, 0, 0, 0]), "'A'");
        assert_eq!(number(&Scalar::Float, &1.5_f64.to_le_bytes()), "1.5");
        let values = vec![("Red".to_owned(), 0), ("Low".to_owned(), -1)];
        let colour = Scalar::Enum { values, is_closed: true };
        assert_eq!(number(&colour, &[0xff]), "Low");
        assert_eq!(number(&colour, &[7]), "7");
    }

    #[test]
    fn sequences_and_variants_are_written_as_in_source() {
        let byte = Shape::Scalar { size: 1, kind: Scalar::Unsigned };
        let slice = |is_text| {
            Shape::Sequence(Sequence {
                places: Places::Slice { pointer: 0, length: 8, is_owned: false },
                lengths: (0, 3),
                stride: 1,
                element: Box::new(byte.clone()),
                is_text,
                named: "u8".to_owned(),
            })
        };
        let case = |name: &str, parts| Case {
            name: name.to_owned(),
            stores: Vec::new(),
            form: Form::Tuple,
            parts,
        };
        let some = vec![Part { name: "0".to_owned(), offset: 1, shape: byte.clone() }];
        let option = Shape::Choice(vec![case("None", Vec::new()), case("Some", some)]);
        let values = Values::new(vec![
            ("data".to_owned(), slice(false)),
            ("s".to_owned(), slice(true)),
            ("o".to_owned(), option),
        ]);
        let inputs = [
            input("data.len", &[2]),
            input("data", &[1, 200]),
            input("s.len", &[3]),
            input("s", "aé".as_bytes()),
            input("o.variant", &[1]),
            input("o.Some.0", &[7]),
        ];
        assert_eq!(values.value("data", &inputs).as_deref(), Some("[1, 200]"));
        assert_eq!(values.value("s", &inputs).as_deref(), Some("\"aé\""));
        assert_eq!(values.value("o", &inputs).as_deref(), Some("Some(7)"));
        assert_eq!(values.parameter_of(&inputs[4]), Some("o"));
        assert_eq!(values.parameter_of(&input("other", &[])), None);
    }
}
