//! The modules that come with the language, written for Pikse, as text.

/// Their names.
pub(crate) const NAMES: &[&str] = &[
    "util/ordering",
    "util/relation",
    "util/graph",
    "util/boolean",
    "util/integer",
    "util/natural",
    "util/ternary",
    "util/sequence",
    "util/sequniv",
    "util/seqrel",
    "util/time",
    "symbolic",
];

/// The text of a module.
pub(crate) fn text(path: &str) -> Option<&'static str> {
    Some(match path {
        "util/ordering" => include_str!("../util/ordering.als"),
        "util/relation" => include_str!("../util/relation.als"),
        "util/graph" => include_str!("../util/graph.als"),
        "util/boolean" => include_str!("../util/boolean.als"),
        "util/integer" => include_str!("../util/integer.als"),
        "util/natural" => include_str!("../util/natural.als"),
        "util/ternary" => include_str!("../util/ternary.als"),
        "util/sequence" => include_str!("../util/sequence.als"),
        "util/sequniv" => include_str!("../util/sequniv.als"),
        "util/seqrel" => include_str!("../util/seqrel.als"),
        "util/time" => include_str!("../util/time.als"),
        "symbolic" => include_str!("../util/symbolic.als"),
        _ => return None,
    })
}
