//! Test code in C and C++: the user's file is included, and each structure is a
//! function.
//!
//! C sets values in initialisers, which can also set `const` fields, and then links the
//! objects. C++ sets the fields one by one, without running a constructor: so no constructor is
//! needed, and memory is the same as in the search. Such objects are never destroyed, so a
//! `std::unique_ptr` does not free its object.
//!
//! The objects of an input are on the heap, since code under test may free them.

use std::fmt::Write;

use pikse_front::Bounds;
use pikse_llvm::Types;
use pikse_llvm::types::{Access, Flavour, Kind, Type, TypeId};
use pikse_structure::{Domain, Object, ObjectId, Structure, Value};

use crate::c_input::SANITIZERS;
use crate::calls::{Calls, Part, enumerator};
use crate::error::ReportError;
use crate::names::Names;
use crate::shape::is_unusual;
use crate::test_code::{Call, Language, Subject};

/// A generator for C or C++.
#[derive(Debug)]
pub(crate) struct CFamily<'a> {
    pub(crate) types: &'a Types,
    pub(crate) bounds: &'a Bounds,
    pub(crate) subject: &'a Subject<'a>,
    pub(crate) names: Names,
    /// The leaves of each class.
    pub(crate) leaves: Vec<Vec<Leaf>>,
    needs: Needs,
    /// The calls of tests of inputs.
    pub(crate) calls: Option<Calls<'a>>,
}

/// The C++ helpers that the objects need.
#[derive(Debug, Default)]
struct Needs {
    access: bool,
    writable: bool,
    references: bool,
    shared: bool,
    /// Constants of an enum without a name.
    choices: bool,
}

/// A scalar of a class, or an array of scalars.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    /// `.position.x`
    pub(crate) path: String,
    pub(crate) of: TypeId,
    /// Of an array, the length of each dimension.
    pub(crate) dimensions: Option<Vec<u64>>,
    is_const: bool,
    /// From the beginning of the value.
    offset: u64,
}

impl<'a> CFamily<'a> {
    pub(crate) fn new(
        types: &'a Types,
        bounds: &'a Bounds,
        subject: &'a Subject<'a>,
        calls: Option<Calls<'a>>,
    ) -> Result<Self, ReportError> {
        let path = subject.file.to_string_lossy();
        if path.contains(['"', '\n']) {
            return Err(ReportError::BadPath(path.into_owned()));
        }
        let mut needs = Needs::default();
        let mut leaves = Vec::new();
        for (number, (class, of)) in bounds.space.classes().iter().zip(&bounds.types).enumerate() {
            if number == 0 && calls.is_some() {
                // The root of an input is not a declared type.
                leaves.push(Vec::new());
                continue;
            }
            let id = of.ok_or_else(|| ReportError::NoName { class: class.name.clone() })?;
            let of = types.get(id);
            if of.name.is_empty() && matches!(of.kind, Kind::Struct { .. }) {
                return Err(ReportError::NoName { class: class.name.clone() });
            }
            needs.access |= of.access != Access::Public;
            let found = leaves_of(types, id, &mut needs);
            for leaf in &found {
                needs.writable |= leaf.is_const;
                needs.choices |= is_nameless_enum(types.get(leaf.of));
                if let Kind::Pointer(pointer) = types.get(leaf.of).kind {
                    needs.references |= pointer.flavour == Flavour::Reference;
                    needs.shared |= pointer.flavour == Flavour::SharedPtr;
                }
            }
            leaves.push(found);
        }
        let names = Names::new(&bounds.space);
        Ok(CFamily { types, bounds, subject, names, leaves, needs, calls })
    }

    pub(crate) fn flags(&self) -> &[&'static str] {
        let all = &["-fno-access-control", SANITIZERS];
        match (self.is_cpp() && self.needs.access, self.calls.is_some()) {
            (true, true) => all,
            (true, false) => &all[..1],
            (false, true) => &all[1..],
            (false, false) => &[],
        }
    }

    pub(crate) fn is_cpp(&self) -> bool {
        self.subject.language == Language::Cpp
    }

    pub(crate) fn prologue(&self) -> String {
        let mut text = String::new();
        if self.calls.is_some() {
            text += &self.how_to_run();
        } else if !self.flags().is_empty() {
            let flags = self.flags().join(" ");
            text += &format!("// Compile with {flags}: the tests set private fields.\n\n");
        }
        let include = format!("#include \"{}\"\n", self.subject.file.display());
        // The `main` of the file would be a second one.
        match has_word(self.subject.text, "main") {
            true => text += &format!("#define main subject_main\n{include}#undef main\n"),
            false => text += &include,
        }
        text += "\n#undef NDEBUG\n";
        match self.is_cpp() {
            false => {
                text += "#include <assert.h>\n#include <stdbool.h>\n#include <stddef.h>\n";
                if self.calls.is_none() && self.bounds.unusual.contains(&true) {
                    text += "#include <stdlib.h>\n#include <string.h>\n";
                }
            }
            true => self.cpp_helpers(&mut text),
        }
        if self.calls.is_some() {
            self.input_helpers(&mut text);
        }
        text
    }

    fn cpp_helpers(&self, text: &mut String) {
        *text += "#include <cassert>\n#include <cstddef>\n#include <cstdlib>\n#include <cstring>\n\
             #include <memory>\n#include <new>\n#include <utility>\n\n\
             // An object without constructor and destructor; its fields are set later.\n\
             template <class T> static T &object() {\n";
        *text += match self.calls {
            // The call may delete it.
            Some(_) => {
                "    return *static_cast<T *>(std::memset(::operator new(sizeof(T)), 0, sizeof(T)));\n}\n"
            }
            None => "    return *static_cast<T *>(std::calloc(1, sizeof(T)));\n}\n",
        };
        if self.needs.writable {
            *text += "\n// A const field, to be set.\n\
                 template <class T> static T &writable(const T &field) {\n    \
                 return const_cast<T &>(field);\n}\n";
        }
        if self.needs.choices {
            *text += "\n// A constant of an enum without a name.\n\
                 template <class T> static void choose(T &field, long long value) {\n    \
                 field = static_cast<T>(value);\n}\n";
        }
        if self.needs.references {
            *text += "\n// A reference cannot be set: an address is put where it lies in its \
                 object.\n\
                 template <class T, class U> static void refer(T &from, std::size_t at, U &to) {\n    \
                 U *address = &to;\n    \
                 std::memcpy(reinterpret_cast<char *>(&from) + at, &address, sizeof address);\n}\n";
        }
        if self.needs.shared {
            *text += "\n// A shared pointer that shares nothing.\n\
                 template <class T> static std::shared_ptr<T> shared(T &to) {\n    \
                 return std::shared_ptr<T>(std::shared_ptr<T>(), &to);\n}\n";
        }
    }

    pub(crate) fn test(&self, number: usize, structure: &Structure) -> Result<String, ReportError> {
        let mut text = format!("\nstatic void structure_{number}({})\n{{\n", self.no_parameters());
        self.build(&mut text, &Part::whole(structure).objects, "")?;
        let root = self.name(structure.root().id, "");
        let call = match (&self.subject.call, self.is_cpp()) {
            (Call::Method(name), true) => format!("{root}.{name}()"),
            (Call::Reference(name), true) => format!("{name}({root})"),
            (Call::Pointer(name) | Call::Reference(name) | Call::Method(name), _) => {
                format!("{name}(&{root})")
            }
        };
        let _ = writeln!(text, "    assert({call});\n}}");
        Ok(text)
    }

    /// Declares objects, with `prefix` before their names, and sets their fields.
    pub(crate) fn build(
        &self,
        text: &mut String,
        objects: &[&Object],
        prefix: &str,
    ) -> Result<(), ReportError> {
        let mut links = String::new();
        for object in objects {
            if is_unusual(self.bounds, self.types, object) {
                self.fill((text, &mut links), object, prefix)?;
                continue;
            }
            let name = self.name(object.id, prefix);
            let of = self.bounds.type_of(object.class);
            let type_name = of.map(|of| self.type_name(of)).unwrap_or_default();
            let (mut values, mut has_const) = (Vec::new(), false);
            for (path, leaf, value) in self.scalars(object)? {
                let of = self.types.get(leaf.of);
                has_const |= leaf.is_const;
                if self.is_cpp() {
                    self.set_cpp(&mut links, (&name, prefix), &path, leaf, value);
                } else if let Value::Ref(to) = value {
                    let target = self.name(*to, prefix);
                    let field = match self.calls {
                        Some(_) => format!("{name}->{}", path.trim_start_matches('.')),
                        None => format!("{name}{path}"),
                    };
                    let field = match leaf.is_const {
                        true => format!("*({})&{field}", self.pointer_to_field(of)),
                        false => field,
                    };
                    let address = if self.calls.is_some() { "" } else { "&" };
                    // Writing to a string cannot fail.
                    let _ = writeln!(links, "    {field} = {address}{target};");
                } else {
                    values.push(format!("{path} = {}", self.constant(of, value)));
                }
            }
            let values = if values.is_empty() { "0".to_owned() } else { values.join(", ") };
            if self.is_cpp() {
                let _ = writeln!(text, "    auto &{name} = object<{type_name}>();");
            } else if self.calls.is_none() {
                let _ = writeln!(text, "    {type_name} {name} = {{{values}}};");
            } else {
                let _ = writeln!(text, "    {type_name} *{name} = malloc(sizeof *{name});");
                let value = format!("({type_name}){{{values}}}");
                let _ = match has_const {
                    true => writeln!(text, "    memcpy({name}, &{value}, sizeof *{name});"),
                    false => writeln!(text, "    *{name} = {value};"),
                };
            }
        }
        *text += &links;
        Ok(())
    }

    pub(crate) fn epilogue(&self, count: usize) -> String {
        let mut text = format!("\nint main({})\n{{\n", self.no_parameters());
        let of = if self.calls.is_some() { "input" } else { "structure" };
        for number in 1..=count {
            let _ = match self.calls.is_some_and(|calls| calls.finds_leaks) {
                true => writeln!(text, "    pikse_alone({of}_{number});"),
                false => writeln!(text, "    {of}_{number}();"),
            };
        }
        text + "    return 0;\n}\n"
    }

    pub(crate) fn no_parameters(&self) -> &'static str {
        if self.is_cpp() { "" } else { "void" }
    }

    /// The variable of an object.
    pub(crate) fn name(&self, id: ObjectId, prefix: &str) -> String {
        format!("{prefix}{}", self.names.of(&self.bounds.space, id))
    }

    /// How a declaration names a type.
    pub(crate) fn type_name(&self, id: TypeId) -> String {
        let of = self.types.get(id);
        match (self.is_cpp(), of.is_typedef) {
            // The version of libc++ is an inline namespace, which others do not have.
            (true, _) => of.name.replace("std::__1::", "std::"),
            (false, true) => of.name.clone(),
            (false, false) => format!("struct {}", of.name),
        }
    }

    /// The scalars of an object, array elements each by itself.
    fn scalars<'b>(
        &'b self,
        object: &'b Object,
    ) -> Result<Vec<(String, &'b Leaf, &'b Value)>, ReportError> {
        let leaves = &self.leaves[object.class.index()];
        if leaves.len() != object.values.len() {
            return Err(ReportError::OtherBounds);
        }
        let mut scalars = Vec::new();
        for (leaf, value) in leaves.iter().zip(&object.values) {
            match (&leaf.dimensions, value) {
                (Some(dimensions), Value::Array(elements)) => {
                    for (at, element) in elements.iter().enumerate() {
                        let path = format!("{}{}", leaf.path, index(dimensions, at as u64));
                        scalars.push((path, leaf, element));
                    }
                }
                _ => scalars.push((leaf.path.clone(), leaf, value)),
            }
        }
        Ok(scalars)
    }

    /// The statement that sets a field in C++.
    fn set_cpp(
        &self,
        text: &mut String,
        (name, prefix): (&str, &str),
        path: &str,
        leaf: &Leaf,
        value: &Value,
    ) {
        let of = self.types.get(leaf.of);
        let field = match leaf.is_const {
            true => format!("writable({name}{path})"),
            false => format!("{name}{path}"),
        };
        let flavour = match of.kind {
            Kind::Pointer(pointer) => pointer.flavour,
            _ => Flavour::Plain,
        };
        let target = || match value {
            Value::Ref(to) => self.name(*to, prefix),
            _ => String::new(),
        };
        let _ = match (value, flavour) {
            (Value::Ref(_), Flavour::UniquePtr) => {
                writeln!(text, "    {field}.reset(&{});", target())
            }
            (Value::Ref(_), Flavour::SharedPtr) => {
                writeln!(text, "    {field} = shared({});", target())
            }
            (Value::Ref(_), Flavour::Reference) => {
                writeln!(text, "    refer({name}, {}, {}); // {path}", leaf.offset, target())
            }
            (Value::Ref(_), _) => writeln!(text, "    {field} = &{};", target()),
            (Value::Enum(variant), _) if is_nameless_enum(of) => {
                let (constant, value) = enumerator(of, *variant);
                writeln!(text, "    choose({field}, {value}); // {constant}")
            }
            _ => writeln!(text, "    {field} = {};", self.constant(of, value)),
        };
    }

    /// A value that is not an object, as source text.
    pub(crate) fn constant(&self, of: &Type, value: &Value) -> String {
        match value {
            Value::Int(i64::MIN) => "-9223372036854775807 - 1".to_owned(),
            Value::Int(int) => int.to_string(),
            Value::Bool(bool) => bool.to_string(),
            // A pointer to a function, from a list of them.
            Value::Enum(variant) if matches!(of.kind, Kind::Pointer(_)) => {
                let name = self.function_named(*variant);
                let null = if self.is_cpp() { "nullptr" } else { "NULL" };
                if name == "null" { null.to_owned() } else { name }
            }
            Value::Enum(variant) => {
                let (constant, _) = enumerator(of, *variant);
                match self.is_cpp() {
                    true => format!("{}::{constant}", of.name),
                    false => constant.to_owned(),
                }
            }
            Value::Null | Value::Ref(_) | Value::Array(_) | Value::Absent => {
                if self.is_cpp() {
                    "nullptr".to_owned()
                } else {
                    "NULL".to_owned()
                }
            }
        }
    }

    /// A function of the lists of functions that pointers may have. Different lists, which would need to be
    /// told apart, give no name, and the test does not compile.
    fn function_named(&self, variant: u32) -> String {
        let is_function = |name: &String| {
            name == "null" || self.types.functions().iter().any(|known| known.is_called(name))
        };
        let space = &self.bounds.space;
        let lists = space.field_ids().filter_map(|field| match space.field(field).shape {
            pikse_structure::space::Shape::Scalar(domain) => match &space.domain(domain).declared {
                Domain::Enum(names) if names.iter().all(is_function) => Some(names),
                _ => None,
            },
            pikse_structure::space::Shape::Array { .. } => None,
        });
        let mut names = lists.filter_map(|names| names.get(variant as usize)).collect::<Vec<_>>();
        names.sort();
        names.dedup();
        match names[..] {
            [only] => only.clone(),
            _ => "pikse_one_of_several_functions".to_owned(),
        }
    }

    /// The type of the address of a pointer field, without its `const`.
    fn pointer_to_field(&self, of: &Type) -> String {
        match of.kind {
            Kind::Pointer(pointer) => match pointer.to {
                Some(to) => format!("{} **", self.type_name(to)),
                None => "void **".to_owned(),
            },
            _ => "void *".to_owned(),
        }
    }
}

fn is_nameless_enum(of: &Type) -> bool {
    matches!(of.kind, Kind::Enum { .. }) && of.name.is_empty()
}

/// The leaves of a type, in the order of the fields of its class.
fn leaves_of(types: &Types, of: TypeId, needs: &mut Needs) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    let whole = Leaf { path: String::new(), of, dimensions: None, is_const: false, offset: 0 };
    let mut left = vec![whole];
    while let Some(leaf) = left.pop() {
        match &types.get(leaf.of).kind {
            Kind::Struct { fields } => {
                let kept = fields.iter().rev().filter(|field| field.constant.is_none());
                for field in kept {
                    let path = match field.name.is_empty() {
                        true => leaf.path.clone(),
                        false => format!("{}.{}", leaf.path, field.name),
                    };
                    // Test code does not name the inside of a library type.
                    let is_own = !types.get(leaf.of).name.starts_with("std::");
                    needs.access |= field.access != Access::Public && is_own;
                    left.push(Leaf {
                        path,
                        of: field.of,
                        dimensions: None,
                        is_const: leaf.is_const || field.is_const,
                        offset: leaf.offset + field.offset,
                    });
                }
            }
            Kind::Array { of, length, dimensions } => match types.get(*of).kind {
                Kind::Int { .. } | Kind::Bool | Kind::Enum { .. } | Kind::Pointer(_) => {
                    leaves.push(Leaf { of: *of, dimensions: Some(dimensions.clone()), ..leaf });
                }
                _ => {
                    let size = types.get(*of).size;
                    left.extend((0..*length).rev().map(|at| Leaf {
                        path: format!("{}{}", leaf.path, index(dimensions, at)),
                        of: *of,
                        dimensions: None,
                        is_const: leaf.is_const,
                        offset: leaf.offset + at * size,
                    }));
                }
            },
            _ => leaves.push(leaf),
        }
    }
    leaves
}

/// The element at a place of the whole: `[1][2]`.
pub(crate) fn index(dimensions: &[u64], at: u64) -> String {
    let mut rest = at;
    let mut indices = Vec::new();
    for &dimension in dimensions.iter().rev() {
        indices.push(format!("[{}]", rest % dimension.max(1)));
        rest /= dimension.max(1);
    }
    indices.reverse();
    indices.concat()
}

/// Whether a text contains a word.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|found| found == word)
}
