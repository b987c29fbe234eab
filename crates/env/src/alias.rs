//! Other names of functions that have a model.
//!
//! The C library exports many functions under several names: `__open` is `open`, `sinf64` is `sin`.

/// Beginnings of names that are the library's own for a public function.
const OWN: [&str; 3] = ["__libc_", "_IO_", "__"];
/// The names of formats at the ends of names, with the letters that stand for them in other names.
const FORMATS: [(&str, Letters); 4] = [
    ("f32x", Letters { mathematics: "", text: "d" }),
    ("f64x", Letters { mathematics: "l", text: "ld" }),
    ("f32", Letters { mathematics: "f", text: "f" }),
    ("f64", Letters { mathematics: "", text: "d" }),
];
/// Functions that name the format as `strtod` does.
const TEXT: [&str; 2] = ["strto", "wcsto"];

struct Letters {
    mathematics: &'static str,
    text: &'static str,
}

/// Names that a function may also have: one of them may have a model.
pub(crate) fn candidates(name: &str) -> Vec<String> {
    let mut found = Vec::new();
    for begin in OWN {
        let Some(rest) = name.strip_prefix(begin) else { continue };
        found.push(rest.strip_suffix("_finite").unwrap_or(rest).to_owned());
    }
    // `isnanl` is `__isnanl`.
    found.push(format!("__{name}"));
    if let Some((begin, letters)) =
        FORMATS.iter().find_map(|(format, letters)| Some((name.strip_suffix(format)?, letters)))
    {
        found.push(match begin {
            _ if TEXT.contains(&begin) => format!("{begin}{}", letters.text),
            "strfrom" if letters.text == "ld" => "strfroml".to_owned(),
            "strfrom" => format!("{begin}{}", letters.text),
            _ => format!("{begin}{}", letters.mathematics),
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::candidates;

    #[test]
    fn names_of_the_library_and_of_formats() {
        assert!(candidates("__open64").contains(&"open64".to_owned()));
        assert!(candidates("__libc_malloc").contains(&"malloc".to_owned()));
        let has = |name: &str, other: &str| candidates(name).iter().any(|of| of == other);
        assert!(has("__powf_finite", "powf"));
        assert!(has("sinf64", "sin"));
        assert!(has("sinf64x", "sinl"));
        assert!(has("strtof64x", "strtold"));
        assert!(has("strtof32", "strtof"));
        assert!(has("isnanl", "__isnanl"));
    }
}
