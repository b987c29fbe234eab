//! Properties, as the competition's property files name them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A property of a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Property {
    /// The function with this name is never called.
    UnreachCall(String),
    /// No operation on signed integers overflows.
    NoOverflow,
    /// These parts of memory safety hold.
    MemSafety(Vec<Part>),
    /// All memory is freed when the program ends.
    MemCleanup,
    /// Every run ends.
    Termination,
    /// No two threads access the same memory without order.
    NoDataRace,
    /// A goal of test generation, which is not a property that holds or not.
    Coverage,
}

/// A part of memory safety: what the competition calls a subproperty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Only memory that was allocated is freed, and once.
    ValidFree,
    /// Only live memory is accessed.
    ValidDeref,
    /// Allocated memory is pointed to until it is freed.
    ValidMemtrack,
}

impl Part {
    /// All parts.
    pub const ALL: [Self; 3] = [Self::ValidFree, Self::ValidDeref, Self::ValidMemtrack];

    /// The name in property files and task definitions.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ValidFree => "valid-free",
            Self::ValidDeref => "valid-deref",
            Self::ValidMemtrack => "valid-memtrack",
        }
    }

    /// The part of a name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.name() == name)
    }
}

impl Property {
    /// The name, as the property's file is usually called.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::UnreachCall(_) => "unreach-call",
            Self::NoOverflow => "no-overflow",
            Self::MemSafety(_) => "valid-memsafety",
            Self::MemCleanup => "valid-memcleanup",
            Self::Termination => "termination",
            Self::NoDataRace => "no-data-race",
            Self::Coverage => "coverage",
        }
    }

    /// The property of a name, for users without a property file.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "unreach-call" => Self::UnreachCall("reach_error".to_owned()),
            "no-overflow" => Self::NoOverflow,
            "valid-memsafety" => Self::MemSafety(Part::ALL.to_vec()),
            "valid-memcleanup" => Self::MemCleanup,
            "termination" => Self::Termination,
            "no-data-race" => Self::NoDataRace,
            _ => return None,
        })
    }

    /// The formula of each check, as witnesses repeat it.
    #[must_use]
    pub fn specification(&self) -> String {
        let check = |formula: &str| format!("CHECK( init(main()), LTL({formula}) )");
        match self {
            Self::UnreachCall(function) => check(&format!("G ! call({function}())")),
            Self::NoOverflow => check("G ! overflow"),
            Self::MemSafety(parts) => {
                let checks: Vec<String> =
                    parts.iter().map(|part| check(&format!("G {}", part.name()))).collect();
                checks.join("\n")
            }
            Self::MemCleanup => check("G valid-memcleanup"),
            Self::Termination => check("F end"),
            Self::NoDataRace => check("G ! data-race"),
            Self::Coverage => String::new(),
        }
    }

    /// The property of a file's text.
    pub fn parse(text: &str) -> Result<Self, PropertyError> {
        let mut found: Option<Self> = None;
        for (at, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with("//") || line.starts_with('#') {
                continue;
            }
            let unknown = || PropertyError { line: at + 1, text: line.to_owned() };
            let next = one(line).ok_or_else(unknown)?;
            found = Some(match (found.take(), next) {
                (None, next) => next,
                (Some(Self::MemSafety(mut parts)), Self::MemSafety(more)) => {
                    parts.extend(more);
                    Self::MemSafety(parts)
                }
                _ => return Err(unknown()),
            });
        }
        found.ok_or(PropertyError { line: 1, text: "(nothing)".to_owned() })
    }
}

/// The property of one `CHECK( init(main()), LTL(…) )`.
fn one(line: &str) -> Option<Property> {
    // Spaces have no meaning, but they separate words: `G ! overflow`.
    let text: String = line.split_whitespace().collect();
    if text.starts_with("COVER(") {
        return Some(Property::Coverage);
    }
    let rest = text.strip_prefix("CHECK(init(main()),LTL(")?.strip_suffix("))")?;
    if let Some(call) = rest.strip_prefix("G!call(") {
        let function = call.strip_suffix(')')?.strip_suffix("()")?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let is_name = !function.is_empty() && function.chars().all(is_plain);
        return is_name.then(|| Property::UnreachCall(function.to_owned()));
    }
    Some(match rest {
        "G!overflow" => Property::NoOverflow,
        "Gvalid-memcleanup" => Property::MemCleanup,
        "Fend" => Property::Termination,
        "G!data-race" => Property::NoDataRace,
        _ => Property::MemSafety(vec![Part::of(rest.strip_prefix('G')?)?]),
    })
}

/// A property that is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyError {
    /// The line in the file.
    pub line: usize,
    /// Its text.
    pub text: String,
}

impl fmt::Display for PropertyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: unknown property: {}", self.line, self.text)
    }
}

impl std::error::Error for PropertyError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_read_from_their_files() {
        for (text, name) in [
            ("CHECK( init(main()), LTL(G ! call(reach_error())) )\n", "unreach-call"),
            ("CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )", "unreach-call"),
            ("CHECK( init(main()), LTL(G ! overflow) )", "no-overflow"),
            ("CHECK( init(main()), LTL(G valid-memcleanup) )", "valid-memcleanup"),
            ("CHECK( init(main()), LTL(F end) )", "termination"),
            ("CHECK( init(main()), LTL(G ! data-race) )", "no-data-race"),
            ("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", "coverage"),
        ] {
            assert_eq!(Property::parse(text).expect(text).name(), name);
        }
        let safety = "CHECK( init(main()), LTL(G valid-free) )\n\
                      CHECK( init(main()), LTL(G valid-deref) )\n\
                      CHECK( init(main()), LTL(G valid-memtrack) )\n\n";
        let safety = Property::parse(safety).expect("all parts");
        assert_eq!(safety, Property::MemSafety(Part::ALL.to_vec()));
        assert_eq!(Property::parse(&safety.specification()), Ok(safety));
    }

    #[test]
    fn other_texts_are_refused_with_their_line() {
        for (text, line) in [
            ("", 1),
            ("\nCHECK( init(main()), LTL(G ! bug) )", 2),
            ("CHECK( init(f()), LTL(G ! overflow) )", 1),
            ("CHECK( init(main()), LTL(G ! call(a b())) )\nx", 2),
            ("CHECK( init(main()), LTL(G ! overflow) )\nCHECK( init(main()), LTL(F end) )", 2),
        ] {
            assert_eq!(Property::parse(text).expect_err(text).line, line, "{text}");
        }
    }
}
