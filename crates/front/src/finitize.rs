//! Finitization functions: functions of the user's program that set the bounds.
//!
//! Such a function calls `pikse_objects`, `pikse_range`, … (`include/pikse.h`,
//! `include/pikse.hpp`). It runs once, with the size, in a separate process. Its calls
//! are returned as lines of text, one for each request, in the syntax of the command
//! line.

use std::fmt;

use pikse_llvm::inkwell::values::FunctionValue;
use pikse_llvm::types::{Field, Kind, TypeId};
use pikse_llvm::{Error, Options, Program, Types};

use crate::bounds::{BoundsError, FieldName, ObjectCount, RangeOf, Request, ValuesOf};
use crate::finitize_run::{self, Form};

/// The headers that C and C++ programs include.
const HEADERS: [(&str, &str); 3] = [
    ("pikse.h", include_str!("../../../include/pikse.h")),
    ("pikse.hpp", include_str!("../../../include/pikse.hpp")),
    ("klee/klee.h", include_str!("../../../include/klee/klee.h")),
];

/// Options with which a source finds `pikse.h`, `pikse.hpp` and `klee/klee.h`.
#[must_use]
pub fn with_headers(options: &Options) -> Options {
    let mut options = Options { headers: HEADERS.to_vec(), ..options.clone() };
    // The headers then leave out definitions that the engine provides.
    options.cflags.insert(0, "-D__PIKSE__".to_owned());
    options
}

/// The bounds that a finitization function requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finitization {
    /// Numbers of objects.
    pub objects: Vec<ObjectCount>,
    /// Ranges of int fields.
    pub ranges: Vec<RangeOf>,
    /// Values of int fields.
    pub values: Vec<ValuesOf>,
    /// Pointers that are never null.
    pub non_null: Vec<FieldName>,
}

impl Finitization {
    /// Inserts these bounds before those of a request, which take precedence.
    pub fn apply(self, request: &mut Request) {
        request.objects.splice(0..0, self.objects);
        // A list takes precedence over a range, but not over a range of the request.
        let has_range = |list: &ValuesOf| request.ranges.iter().any(|r| r.field == list.field);
        let values: Vec<ValuesOf> = self.values.into_iter().filter(|l| !has_range(l)).collect();
        request.values.splice(0..0, values);
        request.ranges.splice(0..0, self.ranges);
        request.non_null.splice(0..0, self.non_null);
    }
}

/// Why there is no finitization.
#[derive(Debug)]
#[non_exhaustive]
pub enum FinitizeError {
    /// An error of LLVM.
    Llvm(Error),
    /// There is no function with this name.
    NoSuchFunction {
        /// The name.
        name: String,
        /// Similar functions.
        known: Vec<String>,
    },
    /// Several functions have this name.
    Ambiguous {
        /// The name.
        name: String,
        /// Their symbols.
        symbols: Vec<String>,
    },
    /// The function is not a finitization function.
    WrongSignature {
        /// The name.
        name: String,
        /// Its type.
        found: String,
    },
    /// It cannot be linked or started.
    Link(String),
    /// It did not run to its end.
    Crashed {
        /// The function.
        name: String,
        /// How it ended.
        how: String,
        /// What it printed.
        output: String,
    },
    /// It took too long.
    TooSlow {
        /// The function.
        name: String,
        /// How long it had.
        seconds: u64,
    },
    /// It makes a request that is not valid.
    BadRequest {
        /// The function.
        name: String,
        /// The request.
        line: String,
        /// What is wrong with it.
        why: String,
    },
}

impl fmt::Display for FinitizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FinitizeError::Llvm(error) => error.fmt(f),
            FinitizeError::NoSuchFunction { name, known } => {
                write!(f, "there is no finitization function `{name}`")?;
                match known.is_empty() {
                    true => write!(
                        f,
                        "; compilers drop inline functions that are not called: define it \
                         outside of its class"
                    ),
                    false => write!(f, "; there are {}", known.join(", ")),
                }
            }
            FinitizeError::Ambiguous { name, symbols } => {
                write!(
                    f,
                    "several functions are called `{name}`: give one of {}",
                    symbols.join(", ")
                )
            }
            FinitizeError::WrongSignature { name, found } => write!(
                f,
                "`{name}` is not a finitization function: it should be `void \
                 {name}(struct pikse_finitization *, int)` in C, or a static `Finitization \
                 *{name}(int)` in C++, but is {found}"
            ),
            FinitizeError::Link(message) => {
                write!(f, "the finitization function cannot be run:\n{}", message.trim_end())
            }
            FinitizeError::Crashed { name, how, output } => {
                write!(f, "the finitization function `{name}` {how}")?;
                match output.trim_end() {
                    "" => Ok(()),
                    output => write!(f, ":\n{output}"),
                }
            }
            FinitizeError::TooSlow { name, seconds } => {
                write!(f, "the finitization function `{name}` did not end within {seconds} seconds")
            }
            FinitizeError::BadRequest { name, line, why } => {
                write!(
                    f,
                    "the finitization function `{name}` makes a wrong request `{line}`: {why}"
                )
            }
        }
    }
}

impl std::error::Error for FinitizeError {}

impl From<Error> for FinitizeError {
    fn from(error: Error) -> Self {
        FinitizeError::Llvm(error)
    }
}

/// Runs a finitization function of a program for a size. `function` is its symbol, or
/// in C++ its path (`BST::finitize`) or the last part of it; in Rust it is
/// [`RUST_FINITIZE`](crate::RUST_FINITIZE). This must happen before the program is loaded
/// as a predicate, which drops all other functions.
pub fn finitization(
    program: &Program<'_>,
    function: &str,
    size: u32,
    types: &Types,
) -> Result<Finitization, FinitizeError> {
    let (symbol, form) = find(program, function)?;
    let lines = finitize_run::run(program, function, &symbol, form, size)?;
    let mut finitization = Finitization::default();
    for line in lines.lines() {
        finitization.take(line, types).map_err(|error| FinitizeError::BadRequest {
            name: function.to_owned(),
            line: line.to_owned(),
            why: error.to_string(),
        })?;
    }
    Ok(finitization)
}

/// The symbol of a function, and how it is called.
fn find(program: &Program<'_>, function: &str) -> Result<(String, Form), FinitizeError> {
    let symbol = |f: &FunctionValue<'_>| f.get_name().to_string_lossy().into_owned();
    let path = |symbol: &str| cpp_path(symbol).unwrap_or_else(|| symbol.to_owned());
    let is_it = |symbol: &str| {
        let path = path(symbol);
        let rest = path.strip_suffix(function);
        symbol == function || rest.is_some_and(|rest| rest.is_empty() || rest.ends_with("::"))
    };
    let found: Vec<FunctionValue<'_>> = program.defined().filter(|f| is_it(&symbol(f))).collect();
    let name = function.to_owned();
    match found[..] {
        [only] => match form(only) {
            Some(form) => Ok((symbol(&only), form)),
            None => {
                let found = only.get_type().print_to_string().to_string();
                Err(FinitizeError::WrongSignature { name, found })
            }
        },
        [] => {
            let fits = |f: &FunctionValue<'_>| form(*f) == Some(Form::Takes);
            let known = program.defined().filter(fits).map(|f| path(&symbol(&f))).take(8);
            Err(FinitizeError::NoSuchFunction { name, known: known.collect() })
        }
        _ => {
            let symbols = found.iter().map(symbol).collect();
            Err(FinitizeError::Ambiguous { name, symbols })
        }
    }
}

/// `void f(finitization *, int)`, or `finitization *f(int)`.
fn form(function: FunctionValue<'_>) -> Option<Form> {
    let of = function.get_type();
    match (&of.get_param_types()[..], of.get_return_type()) {
        ([f, size], None) if f.is_pointer_type() && size.is_int_type() => Some(Form::Takes),
        ([size], Some(f)) if f.is_pointer_type() && size.is_int_type() => Some(Form::Gives),
        _ => None,
    }
}

/// `BST::finitize` of `_ZN3BST8finitizeEi`; templates are not read.
fn cpp_path(symbol: &str) -> Option<String> {
    let mut rest = symbol.strip_prefix("_Z")?;
    rest = rest.strip_prefix('N').unwrap_or(rest);
    let mut path = Vec::new();
    while rest.starts_with(|c: char| c.is_ascii_digit()) {
        let end = rest.find(|c: char| !c.is_ascii_digit())?;
        let length: usize = rest[..end].parse().ok()?;
        path.push(rest.get(end..end.checked_add(length)?)?);
        rest = &rest[end + length..];
    }
    path.retain(|part| *part != "_GLOBAL__N_1");
    (!path.is_empty()).then(|| path.join("::"))
}

impl Finitization {
    /// Adds the request of a line.
    fn take(&mut self, line: &str, types: &Types) -> Result<(), BoundsError> {
        let (what, rest) = line.split_once(' ').unwrap_or((line, ""));
        // A C++ class may have `=` in its name, so the last one counts.
        let (name, value) = rest.rsplit_once('=').unwrap_or((rest, ""));
        let named = field_of(name, types)?;
        // The values have the syntax of the command line; the name can be anything.
        let text = |field: &Option<FieldName>| match field {
            None => rest.to_owned(),
            Some(_) => format!("class.field={value}"),
        };
        match what {
            "objects" => {
                let count: ObjectCount = format!("class={value}").parse()?;
                self.objects.push(ObjectCount { class: class_name(name).to_owned(), ..count });
            }
            "range" => {
                let range: RangeOf = text(&named).parse()?;
                let field = named.unwrap_or(range.field);
                self.ranges.push(RangeOf { field, ..range });
            }
            "values" => {
                let list: ValuesOf = text(&named).parse()?;
                let field = named.unwrap_or(list.field);
                self.values.push(ValuesOf { field, ..list });
            }
            "non-null" => {
                // No value follows the name.
                let named = field_of(rest, types)?;
                let field = named.map_or_else(|| rest.parse(), Ok)?;
                self.non_null.push(field);
            }
            _ => {
                let form = "`objects node=4`, `range node.data=1..4`, `values node.key=1,5`, or \
                            `non-null node.next`";
                return Err(BoundsError::Syntax { text: line.to_owned(), form });
            }
        }
        Ok(())
    }
}

/// Removes clang's name for anonymous namespaces, which debug information leaves out.
fn class_name(name: &str) -> &str {
    name.strip_prefix("(anonymous namespace)::").unwrap_or(name)
}

/// A field by its offset, `BST::Node@24`, or by its name, `Pair<i32, i64>.first`. A
/// struct around one value means the value. `None` if the name has the syntax of the command line.
fn field_of(name: &str, types: &Types) -> Result<Option<FieldName>, BoundsError> {
    let nothing = |known: Vec<String>| BoundsError::NamesNothing { name: name.to_owned(), known };
    let struct_of = |class: &str| {
        let found = types.structs_named(class);
        let exact = found.iter().find(|&&id| types.get(id).name == class);
        exact.or(found.first()).copied()
    };
    if let Some((class, offset)) = name.rsplit_once('@') {
        let class = class_name(class);
        let offset: u64 = offset.parse().map_err(|_| nothing(Vec::new()))?;
        let known = || types.struct_names().into_iter().map(str::to_owned).collect();
        let of = struct_of(class).ok_or_else(|| nothing(known()))?;
        let field = field_at(types, of, offset).ok_or_else(|| nothing(Vec::new()))?;
        return Ok(Some(FieldName { class: class.to_owned(), field }));
    }
    let Some((class, field)) = split_class(name) else { return Ok(None) };
    let field = match struct_of(class).and_then(|of| value_in(types, of, field)) {
        Some(value) => value,
        None => field.to_owned(),
    };
    Ok(Some(FieldName { class: class.to_owned(), field }))
}

/// Splits at the first dot that is not in a type argument.
fn split_class(name: &str) -> Option<(&str, &str)> {
    let mut depth = 0_i32;
    let dot = name.char_indices().find(|&(_, c)| {
        depth += i32::from(c == '<') - i32::from(c == '>');
        c == '.' && depth <= 0
    });
    let (class, field) = name.split_at(dot?.0);
    let field = &field[1..];
    (!class.is_empty() && !field.is_empty()).then_some((class, field))
}

/// The field itself, or the only value in it.
fn value_in(types: &Types, mut of: TypeId, field: &str) -> Option<String> {
    let member = |of: TypeId, wanted: &dyn Fn(&Field) -> bool| match &types.get(of).kind {
        Kind::Struct { fields } => fields.iter().find(|field| wanted(field)).cloned(),
        _ => None,
    };
    for part in field.split('.') {
        of = member(of, &|field| field.name == part)?.of;
    }
    let mut name = field.to_owned();
    while let Kind::Struct { fields } = &types.get(of).kind {
        let mut values = fields.iter().filter(|field| types.get(field.of).size > 0);
        let (Some(only), None) = (values.next(), values.next()) else { break };
        join(&mut name, &only.name);
        of = only.of;
    }
    Some(name)
}

/// Adds a part to the name of a field; parts without a name add nothing, as in bounds.
fn join(name: &mut String, part: &str) {
    if !name.is_empty() && !part.is_empty() {
        name.push('.');
    }
    name.push_str(part);
}

/// The name of the field at an offset, with dots if it is in a nested struct.
fn field_at(types: &Types, mut of: TypeId, mut offset: u64) -> Option<String> {
    let mut name = String::new();
    while let Kind::Struct { fields } = &types.get(of).kind {
        let covers = |at: u64, size: u64| (at..at.saturating_add(size.max(1))).contains(&offset);
        let field = fields.iter().find(|field| covers(field.offset, types.get(field.of).size))?;
        join(&mut name, &field.name);
        offset -= field.offset;
        of = field.of;
    }
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::Limit;

    #[test]
    fn symbols_of_cpp_tell_paths() {
        for (symbol, path) in [
            ("_ZN3BST8finitizeEi", Some("BST::finitize")),
            ("_Z8finitizePN5pikse12FinitizationEi", Some("finitize")),
            ("_ZN12_GLOBAL__N_18finitizeEi", Some("finitize")),
            ("_ZN9999999999999999999999E", None),
            ("finitize", None),
        ] {
            assert_eq!(cpp_path(symbol).as_deref(), path, "{symbol}");
        }
    }

    #[test]
    fn lines_are_requests() {
        let types = Types::default();
        let mut taken = Finitization::default();
        for line in
            ["objects A<b = 1>=4", "range node.data=-1..4", "values a.b=1,5", "non-null a.c"]
        {
            taken.take(line, &types).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
        assert_eq!(
            (&*taken.objects[0].class, taken.objects[0].count),
            ("A<b = 1>", Limit::Number(4))
        );
        assert_eq!(taken.ranges[0].low, Limit::Number(-1));
        assert_eq!(taken.values[0].values.len(), 2);
        assert_eq!(taken.non_null[0].field, "c");
        for line in ["", "end", "objects node", "range node=1..2", "non-null Node@8"] {
            assert!(taken.take(line, &types).is_err(), "{line}");
        }
    }
}
