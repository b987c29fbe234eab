//! The differences of subjects in C++: their names, and that operations are methods.

use super::{BruteForceError, Head, head};
use crate::checks::{Check, checks};

/// The part of the candidates that is taken from the file in C.
const CONSTANTS: &str = "enum { RED, BLACK, CHILDREN = 3 };\n";

/// Whether the subject is in C++.
pub(super) fn is_its_language(check: &Check) -> bool {
    check.file.starts_with("cpp/")
}

/// The compiler that belongs to a C compiler.
pub(super) fn compiler(c: &str) -> String {
    if c == "cc" { "c++".to_owned() } else { c.replacen("clang", "clang++", 1) }
}

/// The C text that makes candidates, with the names of the subject in C++: there the other
/// types are inside of the structure's, and names have no underscores.
pub(super) fn candidate(check: &Check, text: &str) -> String {
    let is_same =
        |other: &Check| other.subject() == check.subject() && other.file.starts_with("c/");
    let root_in_c = checks().into_iter().find(is_same).map_or("", |other| other.root);
    let mut renamed = CONSTANTS.to_owned();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphabetic()) {
        let (before, from) = rest.split_at(start);
        let is_in_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = from.find(|c| !is_in_name(c)).unwrap_or(from.len());
        let (name, after) = from.split_at(end);
        let is_field = before.ends_with("->") || before.ends_with('.');
        let is_type = matches!(name, "struct" | "enum") && !after.starts_with(" pool");
        renamed += before;
        rest = after;
        if is_type && after.starts_with(' ') && !after.starts_with(" {") {
            let after = &after[1..];
            let end = after.find(|c| !is_in_name(c)).unwrap_or(after.len());
            let (of, after) = after.split_at(end);
            rest = after;
            renamed += check.root;
            if of != root_in_c {
                renamed += "::";
                renamed += &camel_case(of, true);
            }
        } else if is_field {
            renamed += &camel_case(name, false);
        } else {
            renamed += name;
        }
    }
    renamed + rest
}

fn camel_case(name: &str, is_type: bool) -> String {
    let part = |(i, part): (usize, &str)| {
        let (first, rest) = part.split_at(part.len().min(1));
        let is_upper = i > 0 || is_type;
        if is_upper { first.to_ascii_uppercase() + rest } else { part.to_owned() }
    };
    name.split('_').enumerate().map(part).collect()
}

/// The name of a method without its class.
fn plain(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

/// The head of a method of the structure.
pub(super) fn method<'a>(
    check: &Check,
    source: &'a str,
    name: &str,
) -> Result<Head<'a>, BruteForceError> {
    head(source, &format!("{}::{}", check.root, plain(name)))
}

/// The text that calls a method: structures are references.
pub(super) fn call(check: &Check, source: &str, name: &str) -> Result<String, BruteForceError> {
    let argument = |&(of, name): &(&str, &str)| match name {
        "result" => "result".to_owned(),
        _ if of.ends_with('&') => format!("*arg_{name}"),
        _ => format!("arg_{name}"),
    };
    let parameters = method(check, source, name)?.parameters;
    let arguments: Vec<String> = parameters.iter().map(argument).collect();
    Ok(format!("arg_this->{}({})", plain(name), arguments.join(", ")))
}

/// The body of the function that runs the operation, with what comes before and after it.
pub(super) fn body(before: &str, call: &str, has_result: bool, posts: &str) -> String {
    let result = if has_result { "auto result = " } else { "" };
    format!(
        "{before}    try {{\n    is_under_test = true;\n    {result}{call};\n    \
         is_under_test = false;\n{posts}    }} catch (...) {{\n    fail(\"exception\");\n    }}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(file: &str) -> Check {
        let found = checks().into_iter().find(|check| check.file == file);
        found.expect("it has a check")
    }

    #[test]
    fn names_become_those_of_the_classes() {
        let text = "static struct java_program *candidate(int n)\n{\n    struct list *list;\n    \
                    struct pool pool = {.limit = n};\n    \
                    program->class_count = link_in(&pool)->at.some_field;\n}\n";
        let renamed = candidate(&check("cpp/java_hierarchy.cpp"), text);
        let expected = "static JavaProgram *candidate(int n)\n{\n    JavaProgram::List *list;\n    \
                        struct pool pool = {.limit = n};\n    \
                        program->classCount = link_in(&pool)->at.someField;\n}\n";
        assert_eq!(renamed, format!("{CONSTANTS}{expected}"));
    }

    #[test]
    fn methods_are_called_on_the_object() {
        let check = check("cpp/singly_linked_list.cpp");
        let source = "bool SinglyLinkedList::appended(const SinglyLinkedList &old_this,\n    \
                      int x, bool result) const {\nvoid SinglyLinkedList::reverse() {\n";
        let text = call(&check, source, "appended").expect("it is there");
        assert_eq!(text, "arg_this->appended(*arg_old_this, arg_x, result)");
        let text = call(&check, source, "SinglyLinkedList::reverse").expect("it is there");
        assert_eq!(text, "arg_this->reverse()");
    }

    #[test]
    fn a_compiler_has_one_for_cpp() {
        let compilers = ["clang-19", "clang", "/usr/lib/llvm/bin/clang", "cc"].map(compiler);
        assert_eq!(compilers, ["clang++-19", "clang++", "/usr/lib/llvm/bin/clang++", "c++"]);
    }
}
