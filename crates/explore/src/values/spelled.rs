//! Names of types, for people: `Vec<u32>` and not `alloc::vec::Vec<u32, alloc::alloc::Global>`.

use pikse_llvm::Types;
use pikse_llvm::types::{Flavour, Kind, Pointer, TypeId};

/// Type arguments that libraries add by themselves.
const DEFAULTS: [&str; 6] =
    ["Global", "RandomState", "allocator<", "char_traits<", "default_delete<", "less<"];

/// The name of a type as its source would have it.
pub(super) fn spelled(types: &Types, of: TypeId) -> String {
    let this = types.get(of);
    match this.kind {
        Kind::Pointer(Pointer { to: Some(to), flavour, .. }) if this.name.is_empty() => {
            let mark = if flavour == Flavour::Reference { "&" } else { "*" };
            // A damaged file may have a pointer to itself.
            if to == of {
                mark.to_owned()
            } else {
                format!("{} {mark}", short(&types.get(to).name))
            }
        }
        Kind::Array { of: element, length, .. } if this.name.is_empty() => {
            format!("[{}; {length}]", short(&types.get(element).name))
        }
        _ if this.name.is_empty() => "value".to_owned(),
        _ => short(&this.name),
    }
}

/// A name as users write it: without paths and default arguments.
fn short(name: &str) -> String {
    let mut text = String::new();
    let mut word = String::new();
    for c in name.chars().chain(['\0']) {
        if c.is_alphanumeric() || c == '_' || c == ':' {
            word.push(c);
            continue;
        }
        let last = word.rsplit("::").next().unwrap_or(&word);
        let is_cpp = word.starts_with("std::__");
        text.push_str(if is_cpp && !is_default(last) { "std::" } else { "" });
        text.push_str(last);
        word.clear();
        if c != '\0' {
            text.push(c);
        }
    }
    let text = without_defaults(&text).replace(" >", ">");
    text.replace("std::basic_string<char>", "std::string")
}

fn is_default(word: &str) -> bool {
    DEFAULTS.iter().any(|name| name.trim_end_matches('<') == word)
}

/// Removes arguments such as `, allocator<int>`.
fn without_defaults(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::new();
    while let Some(at) = rest.find(", ") {
        let (before, after) = rest.split_at(at);
        kept.push_str(before);
        let after = &after[2..];
        if !DEFAULTS.iter().any(|name| after.starts_with(name)) {
            kept.push_str(", ");
            rest = after;
            continue;
        }
        let mut depth = 0_i32;
        let end = after.char_indices().find(|&(_, c)| {
            depth += i32::from(c == '<') - i32::from(c == '>');
            depth < 0 || (depth == 0 && c == ',')
        });
        rest = end.map_or("", |(end, _)| &after[end..]);
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_as_in_the_source() {
        for (name, expected) in [
            ("u8", "u8"),
            ("&[u8]", "&[u8]"),
            ("alloc::vec::Vec<u32, alloc::alloc::Global>", "Vec<u32>"),
            (
                "&alloc::vec::Vec<alloc::vec::Vec<u8, alloc::alloc::Global>, alloc::alloc::Global>",
                "&Vec<Vec<u8>>",
            ),
            ("core::result::Result<u8, alloc::string::String>", "Result<u8, String>"),
            (
                "std::__1::basic_string<char, std::__1::char_traits<char>, std::__1::allocator<char> >",
                "std::string",
            ),
            ("std::__1::vector<int, std::__1::allocator<int> >", "std::vector<int>"),
            ("std::__1::optional<int>", "std::optional<int>"),
            ("(u8, u16)", "(u8, u16)"),
        ] {
            assert_eq!(short(name), expected, "{name}");
        }
    }
}
