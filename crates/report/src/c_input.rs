//! Tests of inputs in C and C++: the objects of every argument, the call, and the conditions
//! afterwards.

use std::fmt::Write;

use pikse_front::bounds::Parameter;
use pikse_front::check::{Callee, Passed};
use pikse_llvm::types::{Flavour, Kind, TypeId};
use pikse_structure::{Structure, Value};

use crate::c_family::{CFamily, has_word, index};
use crate::calls::{self, Part, comment, last_segment};
use crate::error::ReportError;

/// The flags that detect accesses out of bounds, uses after free, and leaks.
pub(crate) const SANITIZERS: &str = "-fsanitize=address,undefined";

/// The prefix of the names of copies.
const OLD: &str = "old_";

impl CFamily<'_> {
    /// The test of an input, with a text about its failure.
    pub(crate) fn input_test(
        &self,
        number: usize,
        structure: &Structure,
        failure: &str,
    ) -> Result<String, ReportError> {
        let Some(calls) = self.calls else { return Err(ReportError::OtherBounds) };
        let property = calls.property;
        let mut text = format!("\n{}", comment(failure, ""));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "static void input_{number}({})\n{{", self.no_parameters());
        let parts = Part::of_input(structure)?;
        let copied = calls.copied();
        for (_, part) in &parts {
            self.build(&mut text, &part.objects, "")?;
        }
        let copies: Vec<_> = parts.iter().filter(|(at, _)| copied.contains(at)).collect();
        if !copies.is_empty() {
            text += "    // A copy of the state before the call.\n";
        }
        for (_, part) in &copies {
            self.build(&mut text, &part.objects, OLD)?;
        }
        if calls.finds_leaks {
            let roots = parts.iter().map(|(_, part)| self.name(part.root, ""));
            let roots = roots.chain(copies.iter().map(|(_, part)| self.name(part.root, OLD)));
            for root in roots {
                let address = if self.is_cpp() { "&" } else { "" };
                let _ = writeln!(text, "    pikse_keep({address}{root});");
            }
        }
        let call = self.call(&property.call, structure)?;
        let function = calls::function(self.types, &property.call);
        let keeps = calls.finds_leaks && calls::returns_pointer(self.types, function);
        if calls.uses_result(self.types) || keeps {
            let _ = writeln!(text, "    {} = {call};", self.variable("result"));
            if keeps {
                text += "    pikse_keep(result);\n";
            }
            if property.is_verdict {
                text += "    assert(result);\n";
            }
        } else if property.is_verdict {
            self.assert(&mut text, &call);
        } else {
            let _ = writeln!(text, "    {call};");
        }
        for post in &property.post {
            self.assert(&mut text, &self.call(post, structure)?);
        }
        if let Some(other) = &property.same_as {
            let call = self.call(other, structure)?;
            let _ = match calls.compares_results(self.types) {
                true => writeln!(
                    text,
                    "    {} = {call};\n    assert(result == other);",
                    self.variable("other")
                ),
                false => writeln!(text, "    {call};"),
            };
            text += "    pikse_pair_count = 0;\n";
            for (_, part) in &copies {
                let (one, copy) = (self.name(part.root, ""), self.name(part.root, OLD));
                let same = match self.is_cpp() {
                    true => format!("pikse_same(&{one}, &{copy})"),
                    false => {
                        let class = structure.space().object(part.root).class();
                        let of = self.bounds.type_of(class);
                        let of = of.ok_or(ReportError::OtherBounds)?;
                        format!("{}({one}, {copy})", self.comparison(of)?)
                    }
                };
                self.assert(&mut text, &same);
            }
        }
        Ok(text + "}\n")
    }

    /// The declaration of a variable whose type the compiler knows.
    fn variable(&self, name: &str) -> String {
        match self.is_cpp() {
            true => format!("auto &&{name}"),
            false => format!("__auto_type {name}"),
        }
    }

    fn assert(&self, text: &mut String, condition: &str) {
        // A comma between type arguments would end the macro's argument.
        let _ = match self.is_cpp() && condition.contains('<') {
            true => writeln!(text, "    assert(({condition}));"),
            false => writeln!(text, "    assert({condition});"),
        };
    }

    /// A call, as an expression.
    fn call(&self, callee: &Callee, structure: &Structure) -> Result<String, ReportError> {
        let function = calls::function(self.types, callee);
        let is_method = self.is_cpp() && function.is_some_and(|function| function.is_method);
        let is_overloaded = self.is_cpp()
            && function.is_some_and(|function| calls::is_overloaded(self.types, function));
        let mut arguments = Vec::new();
        for (at, &passed) in callee.arguments.iter().enumerate() {
            let of = calls::parameter(function, at);
            let argument = self.argument(structure, passed, of, is_method && at == 0)?;
            let is_number = matches!(passed, Passed::Argument(_) | Passed::Old(_))
                && of.is_some_and(|of| matches!(self.types.get(of).kind, Kind::Int { .. }));
            arguments.push(match of {
                Some(of) if is_overloaded && is_number => {
                    format!("static_cast<{}>({argument})", self.type_name(of))
                }
                _ => argument,
            });
        }
        if is_method && !arguments.is_empty() {
            let object = arguments.remove(0);
            let name = last_segment(&callee.name);
            return Ok(format!("{object}.{name}({})", arguments.join(", ")));
        }
        let name = callee.name.replace("std::__1::", "std::");
        Ok(format!("{name}({})", arguments.join(", ")))
    }

    fn argument(
        &self,
        structure: &Structure,
        passed: Passed,
        of: Option<TypeId>,
        is_object: bool,
    ) -> Result<String, ReportError> {
        let (at, prefix) = match passed {
            Passed::Result => return Ok("result".to_owned()),
            Passed::Argument(at) => (at, ""),
            Passed::Old(at) => (at, OLD),
        };
        let argument = self.bounds.arguments.get(at).ok_or(ReportError::OtherBounds)?;
        let value = structure.root().values.get(at).ok_or(ReportError::OtherBounds)?;
        Ok(match (value, &argument.parameter) {
            (Value::Ref(root), _) => {
                let name = self.name(*root, prefix);
                let is_value = of.is_some_and(|of| self.types.is_object(of));
                let flavour = of.and_then(|of| match self.types.get(of).kind {
                    Kind::Pointer(pointer) => Some(pointer.flavour),
                    _ => None,
                });
                match flavour {
                    None if is_value && !is_object && !self.is_cpp() => format!("*{name}"),
                    None if is_value && !is_object => name,
                    _ if !self.is_cpp() || is_object => name,
                    Some(Flavour::Reference) => name,
                    Some(Flavour::UniquePtr | Flavour::SharedPtr) => {
                        let of = of.map(|of| self.type_name(of)).unwrap_or_default();
                        format!("{of}(&{name})")
                    }
                    _ => format!("&{name}"),
                }
            }
            (value, Parameter::Scalar { of, .. }) => self.constant(self.types.get(*of), value),
            _ => return Err(ReportError::OtherBounds),
        })
    }

    /// How the file is compiled and run, as a comment.
    pub(crate) fn how_to_run(&self) -> String {
        let (compiler, extension) = if self.is_cpp() { ("c++", "cpp") } else { ("cc", "c") };
        let flags = self.flags().join(" ");
        let mut text = format!(
            "Compile and run: {compiler} -g {flags} FILE.{extension} -o test && timeout 60 ./test\n\
             It fails as long as one of the failures below is there.\n"
        );
        if self.subject.text.contains("pikse.h") {
            text += "Add -I with the folder of pikse.h.\n";
        }
        comment(&text, "") + "\n"
    }

    /// The declarations that tests of inputs need.
    pub(crate) fn input_helpers(&self, text: &mut String) {
        let Some(calls) = self.calls else { return };
        if !self.is_cpp() {
            *text += "#include <stdlib.h>\n#include <string.h>\n";
        }
        let linkage = if self.is_cpp() { "extern \"C\" " } else { "" };
        let mut options = Vec::new();
        if !calls.finds_leaks {
            options.push("detect_leaks=0");
        }
        if self.is_cpp() {
            // The program may have its own allocation functions.
            options.push("alloc_dealloc_mismatch=0");
        }
        if !options.is_empty() && !has_word(self.subject.text, "__asan_default_options") {
            let nothing = self.no_parameters();
            let options = options.join(":");
            let _ = write!(
                text,
                "\n// The address sanitizer does not detect these.\n\
                 {linkage}const char *__asan_default_options({nothing});\n\
                 {linkage}const char *__asan_default_options({nothing})\n{{\n    \
                 return \"{options}\";\n}}\n"
            );
        }
        if calls.finds_leaks {
            *text += "\n// Objects reachable from here are not leaks.\n\
                static const void *pikse_kept[1024];\n\n\
                static void pikse_keep(const void *object)\n{\n    \
                static unsigned count;\n    \
                pikse_kept[count++ % 1024] = object;\n}\n\n\
                // Overwrite the stack of a test: a pointer left there would hide a leak. The address\n\
                // sanitizer has a second stack for its own functions.\n\
                __attribute__((noinline, no_sanitize(\"address\"), no_sanitize(\"undefined\")))\n\
                static void pikse_forget_plain(VOID)\n{\n    \
                volatile char stack[1 << 16];\n    \
                for (unsigned at = 0; at < sizeof stack; at++)\n        stack[at] = 0;\n}\n\n\
                __attribute__((noinline)) static void pikse_forget(VOID)\n{\n    \
                volatile char stack[1 << 16];\n    \
                for (unsigned at = 0; at < sizeof stack; at++)\n        stack[at] = 0;\n    \
                pikse_forget_plain();\n}\n\n\
                // With room for the frames of those functions above the test.\n\
                __attribute__((noinline, no_sanitize(\"address\"), no_sanitize(\"undefined\")))\n\
                static void pikse_below(void (*test)(VOID))\n{\n    \
                volatile char room[1 << 12];\n    room[0] = 0;\n    test();\n    \
                room[1] = room[0];\n}\n\n\
                static void pikse_alone(void (*test)(VOID))\n{\n    \
                pikse_below(test);\n    pikse_forget();\n}\n"
                .replace("VOID", self.no_parameters())
                .as_str();
        }
        if calls.property.same_as.is_some() {
            self.comparisons(text);
        }
    }

    /// The function that compares two objects of a type in C.
    fn comparison(&self, of: TypeId) -> Result<String, ReportError> {
        let class = self.bounds.types.iter().position(|&known| known == Some(of));
        let class = class.ok_or(ReportError::OtherBounds)?;
        Ok(format!("pikse_same_{}", self.names.of_class(class).trim_end_matches('_')))
    }

    /// Functions that compare the objects reachable from two objects, in lockstep.
    fn comparisons(&self, text: &mut String) {
        *text += match self.is_cpp() {
            true => CPP_PAIRS,
            false => C_PAIRS,
        };
        let (mut declared, mut defined) = (String::new(), String::new());
        let mut seen = Vec::new();
        for (of, leaves) in self.bounds.types.iter().zip(&self.leaves) {
            let Some(of) = of.filter(|of| !seen.contains(of)) else { continue };
            seen.push(of);
            let mut conditions = Vec::new();
            for leaf in leaves {
                let length = leaf.dimensions.as_ref().map(|all| all.iter().product::<u64>());
                for at in 0..length.unwrap_or(1) {
                    let path = match &leaf.dimensions {
                        Some(dimensions) => format!("{}{}", leaf.path, index(dimensions, at)),
                        None => leaf.path.clone(),
                    };
                    conditions.extend(self.condition(leaf.of, &path));
                }
            }
            let conditions = match conditions.is_empty() {
                true => "1".to_owned(),
                false => conditions.join("\n        && "),
            };
            let name = self.type_name(of);
            let _ = match (self.is_cpp(), self.comparison(of)) {
                (true, _) => {
                    let head = format!(
                        "static bool pikse_same_fields(const {name} &one, const {name} &other)"
                    );
                    let _ = writeln!(declared, "{head};");
                    write!(
                        defined,
                        "\n{head}\n{{\n    (void)one, (void)other;\n    return {conditions};\n}}\n"
                    )
                }
                (false, Ok(comparison)) => {
                    let head =
                        format!("static int {comparison}(const {name} *one, const {name} *other)");
                    let _ = writeln!(declared, "{head};");
                    write!(
                        defined,
                        "\n{head}\n{{\n    int met = pikse_meet(one, other);\n    \
                         if (met != 2)\n        return met;\n    return {conditions};\n}}\n"
                    )
                }
                (false, Err(_)) => continue,
            };
        }
        *text += &declared;
        if self.is_cpp() {
            *text += CPP_SAME;
        }
        *text += &defined;
    }

    /// Whether a field of two objects is the same.
    fn condition(&self, of: TypeId, path: &str) -> Option<String> {
        let dot = if self.is_cpp() { path.to_owned() } else { path.replacen('.', "->", 1) };
        let (one, other) = (format!("one{dot}"), format!("other{dot}"));
        let Kind::Pointer(pointer) = self.types.get(of).kind else {
            return Some(format!("{one} == {other}"));
        };
        Some(match (self.is_cpp(), pointer.flavour) {
            (false, _) => format!("{}({one}, {other})", self.comparison(pointer.to?).ok()?),
            (true, Flavour::Reference) => format!("pikse_same(&{one}, &{other})"),
            (true, Flavour::UniquePtr | Flavour::SharedPtr) => {
                format!("pikse_same({one}.get(), {other}.get())")
            }
            (true, _) => format!("pikse_same({one}, {other})"),
        })
    }
}

/// The pairs of objects that were compared.
const C_PAIRS: &str = "
// Objects that have been met, with their counterparts.
static const void *(*pikse_pairs)[2];
static size_t pikse_pair_count;

// 1 if two pointers point to counterparts, 0 if not, 2 if their objects are still to be
// compared.
static int pikse_meet(const void *one, const void *other)
{
    if (one == NULL || other == NULL)
        return one == other;
    for (size_t at = 0; at < pikse_pair_count; at++) {
        if (pikse_pairs[at][0] == one || pikse_pairs[at][1] == other)
            return pikse_pairs[at][0] == one && pikse_pairs[at][1] == other;
    }
    pikse_pairs = realloc(pikse_pairs, (pikse_pair_count + 1) * sizeof *pikse_pairs);
    pikse_pairs[pikse_pair_count][0] = one;
    pikse_pairs[pikse_pair_count++][1] = other;
    return 2;
}

";

/// The same in C++.
const CPP_PAIRS: &str = "
// Objects that have been met, with their counterparts.
static const void *(*pikse_pairs)[2];
static std::size_t pikse_pair_count;

// 1 if two pointers point to counterparts, 0 if not, 2 if their objects are still to be
// compared.
static int pikse_meet(const void *one, const void *other)
{
    if (one == nullptr || other == nullptr)
        return one == other;
    for (std::size_t at = 0; at < pikse_pair_count; at++) {
        if (pikse_pairs[at][0] == one || pikse_pairs[at][1] == other)
            return pikse_pairs[at][0] == one && pikse_pairs[at][1] == other;
    }
    const std::size_t size = (pikse_pair_count + 1) * sizeof *pikse_pairs;
    pikse_pairs = static_cast<const void *(*)[2]>(std::realloc(pikse_pairs, size));
    pikse_pairs[pikse_pair_count][0] = one;
    pikse_pairs[pikse_pair_count++][1] = other;
    return 2;
}

";

/// The objects that C++ pointers point to.
const CPP_SAME: &str = "
template <class T> static bool pikse_same(const T *one, const T *other)
{
    const int met = pikse_meet(one, other);
    return met == 2 ? pikse_same_fields(*one, *other) : met == 1;
}
";
