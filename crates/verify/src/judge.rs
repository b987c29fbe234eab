//! From errors of the machine to answers.
//!
//! A property mentions some errors. Others make the program's behaviour undefined, so that neither
//! answer is right; and some are only an end of the program (`abort`, a failed assertion), which the
//! machine treats as such ([`pikse_vm::Options::competition`]).

use pikse_vm::{ErrorKind, Failure};

use crate::property::{Part, Property};

/// What an error means for a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// The property does not hold; if it has parts, this one does not.
    Violation(Option<Part>),
    /// The behaviour of the program is undefined.
    Undefined,
}

/// The meaning of an error.
pub(crate) fn meaning(property: &Property, failure: &Failure) -> Meaning {
    let kind = failure.kind;
    let violation = match property {
        Property::UnreachCall(_) => (kind == ErrorKind::ReachedError).then_some(None),
        // A difference of unsigned numbers that wraps is no overflow. Compilers claim that some do not.
        // A signed number that is shifted and becomes too large is one; a negative one is undefined.
        Property::NoOverflow => {
            let is_signed = kind == ErrorKind::Overflow && !failure.message.contains("unsigned");
            let is_shifted = kind == ErrorKind::Shift && failure.message.contains("does not fit");
            (is_signed || is_shifted).then_some(None)
        }
        Property::MemSafety(parts) => part(kind).filter(|part| parts.contains(part)).map(Some),
        Property::MemCleanup => (kind == ErrorKind::Leak).then_some(None),
        Property::Termination | Property::NoDataRace | Property::Coverage => None,
    };
    violation.map_or(Meaning::Undefined, Meaning::Violation)
}

/// The part of memory safety that an error violates.
fn part(kind: ErrorKind) -> Option<Part> {
    match kind {
        ErrorKind::OutOfBounds
        | ErrorKind::NullPointer
        | ErrorKind::WildPointer
        | ErrorKind::UseAfterFree
        | ErrorKind::UseAfterReturn
        | ErrorKind::WriteToConstant => Some(Part::ValidDeref),
        ErrorKind::DoubleFree | ErrorKind::BadFree => Some(Part::ValidFree),
        ErrorKind::Leak => Some(Part::ValidMemtrack),
        _ => None,
    }
}

/// The options of the machine for a property.
pub(crate) fn options(property: &Property) -> pikse_vm::Options {
    pikse_vm::Options {
        competition: true,
        uninitialised: pikse_vm::Uninitialised::Any,
        undefined_behaviour: *property == Property::NoOverflow,
        leaks: matches!(property, Property::MemSafety(parts) if parts.contains(&Part::ValidMemtrack)),
        cleanup: *property == Property::MemCleanup,
        ..pikse_vm::Options::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_a_violation_only_of_its_own_property() {
        let failure =
            |kind, message: &str| Failure { kind, message: message.to_owned(), stack: Vec::new() };
        let of = |name: &str, kind| {
            meaning(&Property::named(name).expect("it is known"), &failure(kind, "a signed sum"))
        };
        let violation = Meaning::Violation(None);
        assert_eq!(of("unreach-call", ErrorKind::ReachedError), violation);
        assert_eq!(of("unreach-call", ErrorKind::OutOfBounds), Meaning::Undefined);
        assert_eq!(of("no-overflow", ErrorKind::Overflow), violation);
        assert_eq!(of("no-overflow", ErrorKind::Shift), Meaning::Undefined);
        let shifted = failure(ErrorKind::Shift, "left shift of a value that does not fit");
        assert_eq!(meaning(&Property::NoOverflow, &shifted), violation);
        let unsigned = failure(ErrorKind::Overflow, "an unsigned sum does not fit");
        assert_eq!(meaning(&Property::NoOverflow, &unsigned), Meaning::Undefined);
        for (kind, part) in [
            (ErrorKind::OutOfBounds, Part::ValidDeref),
            (ErrorKind::DoubleFree, Part::ValidFree),
            (ErrorKind::Leak, Part::ValidMemtrack),
        ] {
            assert_eq!(of("valid-memsafety", kind), Meaning::Violation(Some(part)));
        }
        assert_eq!(of("valid-memcleanup", ErrorKind::Leak), violation);
        assert_eq!(of("termination", ErrorKind::Leak), Meaning::Undefined);
    }
}
