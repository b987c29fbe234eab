//! The names of the functions that a Rust crate compiles to.
//!
//! A symbol (`_RNvMs_NtCs1x_4tree3setNtB4_3Set6rep_ok`) contains the names of its path in
//! order, with their lengths. Only these are read here. Crates that Cargo compiles may have
//! symbols in the legacy form.

use std::fmt;

use pikse_llvm::Program;
use pikse_llvm::inkwell::types::BasicTypeEnum;
use pikse_llvm::inkwell::values::FunctionValue;

/// A function of the crate.
#[derive(Debug)]
pub(crate) struct Symbol<'ctx> {
    /// Modules, type, trait and name, without the crate.
    pub(crate) path: Vec<String>,
    /// Whether it belongs to a type.
    is_method: bool,
    /// The function.
    pub(crate) function: FunctionValue<'ctx>,
}

impl fmt::Display for Symbol<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path.join("::"))
    }
}

/// The functions of a crate that take one pointer and return a bool.
pub(crate) fn predicates<'ctx>(program: &Program<'ctx>, crate_name: &str) -> Vec<Symbol<'ctx>> {
    let is_predicate = |function: &FunctionValue<'_>| {
        let of = function.get_type();
        let gives = of.get_return_type();
        matches!(of.get_param_types()[..], [parameter] if parameter.is_pointer_type())
            && matches!(gives, Some(BasicTypeEnum::IntType(int)) if int.get_bit_width() == 1)
    };
    let named = |function: FunctionValue<'ctx>| {
        let name = function.get_name().to_str().ok()?;
        let is_method = name.starts_with("_RNvM") || name.starts_with("_RNvX");
        Some(Symbol { path: path_of(name, crate_name)?, is_method, function })
    };
    program.defined().filter(is_predicate).filter_map(named).collect()
}

/// The symbols of a crate's functions.
pub(crate) fn of_crate(program: &Program<'_>, crate_name: &str) -> Vec<String> {
    let symbols = program.defined().map(|f| f.get_name().to_string_lossy().into_owned());
    symbols.filter(|symbol| path_of(symbol, crate_name).is_some()).collect()
}

/// The functions with a name: methods of the type, else a function in the same module or at a
/// path. Symbols do not contain parameter types, so other functions are not considered.
pub(crate) fn find<'a, 'ctx>(
    predicates: &'a [Symbol<'ctx>],
    of: &str,
    function: &str,
) -> Vec<&'a Symbol<'ctx>> {
    let parts = |path: &str| -> Vec<String> {
        let plain = path.split('<').next().unwrap_or(path);
        plain.split("::").map(str::to_owned).collect()
    };
    let (of, name) = (parts(of), parts(function));
    let is_method = |symbol: &&Symbol<'_>| {
        let path = &symbol.path;
        let of_type = path.windows(of.len()).any(|window| window == of);
        name.len() == 1 && path.last() == name.last() && of_type
    };
    let methods: Vec<_> = predicates.iter().filter(is_method).collect();
    match methods.is_empty() {
        true => {
            let fits = |symbol: &&Symbol<'_>| {
                let module = symbol.path.split_last().map(|(_, module)| module);
                let is_beside = module == Some(&of[..of.len() - 1]) && !symbol.is_method;
                symbol.path.ends_with(&name) && (name.len() > 1 || is_beside)
            };
            predicates.iter().filter(fits).collect()
        }
        false => methods,
    }
}

/// Names for a message: those with the same last part first.
pub(crate) fn nearest(predicates: &[Symbol<'_>], function: &str) -> Vec<String> {
    let last = function.rsplit("::").next().unwrap_or(function);
    let mut names: Vec<(bool, String)> = predicates
        .iter()
        .map(|symbol| (symbol.path.last().is_none_or(|name| name != last), symbol.to_string()))
        .collect();
    names.sort();
    names.dedup();
    names.into_iter().map(|(_, name)| name).take(12).collect()
}

/// The names in a symbol after the crate's own; `None` if it is of another crate.
fn path_of(symbol: &str, crate_name: &str) -> Option<Vec<String>> {
    if let Some(old) = symbol.strip_prefix("_ZN") {
        // The legacy form ends with a hash: `_ZN4tree3Set6rep_ok17h0123456789abcdefE`.
        let mut path = names(old)?;
        let number = path.pop()?;
        let is_ours = path.first().is_some_and(|first| first == crate_name);
        return (number.len() == 17 && is_ours).then(|| path.split_off(1));
    }
    let symbol = symbol.strip_prefix("_R")?;
    let own = format!("_{}{crate_name}", crate_name.len());
    // The crate is the first part of the path.
    let (before, rest) = symbol.split_once(&own)?;
    if before.contains('_') && !before.rsplit('_').next()?.contains('C') {
        return None;
    }
    names(rest)
}

/// The names in a part of a symbol.
fn names(mut rest: &str) -> Option<Vec<String>> {
    let mut path = Vec::new();
    while let Some(first) = rest.chars().next() {
        match first {
            // Back references and disambiguators: base 62, up to `_`.
            'B' | 's' => rest = rest.split_once('_').map_or("", |(_, rest)| rest),
            '0'..='9' => {
                let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let length: usize = rest[..end].parse().ok()?;
                rest = rest.get(end..)?;
                rest = rest.strip_prefix('_').unwrap_or(rest);
                let name = rest.get(..length)?;
                // A closure has an empty name.
                if length > 0 {
                    path.push(name.to_owned());
                }
                rest = rest.get(length..)?;
            }
            _ => rest = rest.get(first.len_utf8()..)?,
        }
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_tell_paths() {
        for (symbol, expected) in [
            ("_RNvMCsfK1GdBINzXk_1xNtB2_1T6rep_ok", Some("T::rep_ok")),
            ("_RNvMNtCsfK1GdBINzXk_1x3subNtB2_5Inner6hidden", Some("sub::Inner::hidden")),
            ("_RNvMs_NtCs1a_1x3subNtB4_5Inner6hidden", Some("sub::Inner::hidden")),
            ("_RNvNtCs1a_1x3sub4free", Some("sub::free")),
            ("_RNvNtCsgEmfK2I1SDS_4core9panicking5panic", None),
            ("_ZN1x4tree3Set6rep_ok17h0123456789abcdefE", Some("tree::Set::rep_ok")),
            ("_ZN4core9panicking5panic17h0123456789abcdefE", None),
            ("_ZN1x8finitizeEi", None),
            ("main", None),
        ] {
            let path = path_of(symbol, "x").map(|path| path.join("::"));
            assert_eq!(path.as_deref(), expected, "{symbol}");
        }
    }
}
