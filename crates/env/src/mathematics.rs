//! Models of `math.h` and `complex.h` that the machine has the host's library compute.
//!
//! They are all alike, and there are hundreds, so they are written on demand, as LLVM assembly: a model
//! stores its arguments, calls the machine, and loads what comes back.

use std::fmt::Write as _;

use pikse_ir::mathematics::{Format, Math, PLACE, Part};

use crate::PREFIX;

/// Functions that also set a global variable, with the function that returns what it is set to.
const SIGNS: [(&str, &str); 6] = [
    ("lgamma", "lgamma_r"),
    ("lgammaf", "lgammaf_r"),
    ("lgammal", "lgammal_r"),
    ("gamma", "lgamma_r"),
    ("gammaf", "lgammaf_r"),
    ("gammal", "lgammal_r"),
];

/// The function with a name, and whether it sets `signgam`.
fn named(name: &str) -> Option<(Math, bool)> {
    let sign = SIGNS.iter().find(|(of, _)| *of == name);
    let math = Math::named(sign.map_or(name, |(_, as_)| as_))?;
    Some((math, sign.is_some()))
}

/// Whether a function has such a model.
pub(crate) fn is_one(name: &str) -> bool {
    named(name).is_some()
}

/// The names of the functions that have such a model.
pub(crate) fn names() -> impl Iterator<Item = String> {
    let signs = SIGNS.iter().map(|(name, _)| (*name).to_owned());
    Math::all().map(Math::name).chain(signs)
}

/// The models of those names that are such functions, as LLVM assembly.
pub(crate) fn models<'a>(names: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut text = String::new();
    for name in names {
        if let Some((math, sets_sign)) = named(name) {
            model(&mut text, name, math, sets_sign);
        }
    }
    (!text.is_empty()).then(|| format!("{DECLARED}{text}"))
}

const DECLARED: &str = "
@pikse_libc_signgam = external global i32
declare void @pikse_vm_mathematics(i32, ptr, ptr)
declare ptr @__errno_location()

define internal void @pikse_math_error(i32 %error) {
  %is_one = icmp ne i32 %error, 0
  br i1 %is_one, label %set, label %done
set:
  %place = call ptr @__errno_location()
  store i32 %error, ptr %place, align 4
  br label %done
done:
  ret void
}
";

fn plain(format: Format) -> &'static str {
    match format {
        Format::Single => "float",
        Format::Double => "double",
        Format::Extended => "x86_fp80",
    }
}

/// The type of a result.
fn returned(part: Part) -> String {
    match part {
        Part::Real(format) => plain(format).to_owned(),
        Part::Complex(Format::Single) => "<2 x float>".to_owned(),
        Part::Complex(format) => format!("{{ {0}, {0} }}", plain(format)),
        Part::Integer(width) => format!("i{width}"),
        Part::Store(_) | Part::StoreInt => "ptr".to_owned(),
        Part::Nothing => "void".to_owned(),
    }
}

/// The types of a parameter: a complex number of doubles is two, and one of long doubles is in memory.
fn passed(part: Part) -> Vec<String> {
    match part {
        Part::Complex(Format::Double) => vec!["double".to_owned(); 2],
        Part::Complex(Format::Extended) => {
            vec!["ptr byval({ x86_fp80, x86_fp80 }) align 16".to_owned()]
        }
        part => vec![returned(part)],
    }
}

/// Writes a model.
fn model(text: &mut String, name: &str, math: Math, sets_sign: bool) {
    let parts: Vec<Part> =
        math.parameters().filter(|part| !sets_sign || !part.is_address()).collect();
    let types: Vec<String> = parts.iter().copied().flat_map(passed).collect();
    let list: Vec<String> = types.iter().enumerate().map(|(k, of)| format!("{of} %a{k}")).collect();
    let result = returned(math.result());
    let (given, back) = (math.arguments().len(), math.results().len());
    let place = |k: usize| k * PLACE as usize;
    let _ = write!(
        text,
        "\ndefine {result} @{PREFIX}{name}({}) {{\n  \
           %in = alloca [{} x i8], align 16\n  \
           %out = alloca [{} x i8], align 16\n",
        list.join(", "),
        place(given.max(1)),
        place(back),
    );
    let mut values = Values { text, next: 0 };
    let (mut parameter, mut stored) = (0, 0);
    let mut addresses = Vec::new();
    for part in parts {
        let name = format!("%a{parameter}");
        match part {
            Part::Complex(Format::Single) => {
                for k in 0..2 {
                    let half = values.value(&format!("extractelement <2 x float> {name}, i32 {k}"));
                    values.store("float", &half, "%in", place(stored + k));
                }
                stored += 2;
            }
            Part::Complex(Format::Double) => {
                values.store("double", &name, "%in", place(stored));
                values.store("double", &format!("%a{}", parameter + 1), "%in", place(stored + 1));
                parameter += 1;
                stored += 2;
            }
            Part::Complex(Format::Extended) => {
                for k in 0..2 {
                    let half = values.load("x86_fp80", &name, place(k));
                    values.store("x86_fp80", &half, "%in", place(stored + k));
                }
                stored += 2;
            }
            Part::Store(_) | Part::StoreInt => addresses.push((part, name)),
            part => {
                values.store(&returned(part), &name, "%in", place(stored));
                stored += 1;
            }
        }
        parameter += 1;
    }
    let number = math.number();
    values.line(&format!("call void @pikse_vm_mathematics(i32 {number}, ptr %in, ptr %out)"));
    let error = values.load("i32", "%out", place(back - 1));
    values.line(&format!("call void @pikse_math_error(i32 {error})"));
    let first = match math.result() {
        Part::Nothing => 0,
        Part::Complex(_) => 2,
        _ => 1,
    };
    for (k, (part, address)) in addresses.into_iter().enumerate() {
        let of = match part {
            Part::Store(format) => plain(format),
            _ => "i32",
        };
        let value = values.load(of, "%out", place(first + k));
        values.line(&format!("store {of} {value}, ptr {address}"));
    }
    if sets_sign {
        let sign = values.load("i32", "%out", place(first));
        values.line(&format!("store i32 {sign}, ptr @pikse_libc_signgam"));
    }
    let end = match math.result() {
        Part::Nothing => "ret void".to_owned(),
        Part::Complex(format) => {
            let of = plain(format);
            let (a, b) = (values.load(of, "%out", 0), values.load(of, "%out", place(1)));
            let (insert, at) = match format {
                Format::Single => ("insertelement", "i32 "),
                _ => ("insertvalue", ""),
            };
            let half = values.value(&format!("{insert} {result} poison, {of} {a}, {at}0"));
            let whole = values.value(&format!("{insert} {result} {half}, {of} {b}, {at}1"));
            format!("ret {result} {whole}")
        }
        _ => format!("ret {result} {}", values.load(&result, "%out", 0)),
    };
    values.line(&end);
    text.push_str("}\n");
}

/// Instructions, whose results are numbered.
struct Values<'a> {
    text: &'a mut String,
    next: usize,
}

impl Values<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    fn value(&mut self, instruction: &str) -> String {
        let name = format!("%v{}", self.next);
        self.next += 1;
        self.line(&format!("{name} = {instruction}"));
        name
    }

    fn at(&mut self, area: &str, offset: usize) -> String {
        self.value(&format!("getelementptr i8, ptr {area}, i64 {offset}"))
    }

    fn load(&mut self, of: &str, area: &str, offset: usize) -> String {
        let at = self.at(area, offset);
        self.value(&format!("load {of}, ptr {at}"))
    }

    fn store(&mut self, of: &str, value: &str, area: &str, offset: usize) {
        let at = self.at(area, offset);
        self.line(&format!("store {of} {value}, ptr {at}"));
    }
}
