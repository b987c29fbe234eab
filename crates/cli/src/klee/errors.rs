//! KLEE's names of errors: the ending of the file, and the message.

use pikse_vm::{ErrorKind, Failure};

/// The name that the program gives to the file of an error, if it does: what is in the parentheses after
/// its message, without the ending of all such files.
pub(crate) fn suffix(failure: &Failure) -> Option<&str> {
    let (_, suffix) = failure.message.strip_suffix(')')?.rsplit_once(" (")?;
    let suffix = suffix.strip_suffix(".err").unwrap_or(suffix);
    let is_name = suffix.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c));
    (failure.kind == ErrorKind::Reported && is_name && !suffix.is_empty()).then_some(suffix)
}

/// The ending of an error's file, and its message.
pub(crate) fn name(failure: &Failure) -> (&'static str, String) {
    let text = |text: &str| text.to_owned();
    match failure.kind {
        ErrorKind::OutOfBounds
        | ErrorKind::NullPointer
        | ErrorKind::WildPointer
        | ErrorKind::UseAfterReturn
        | ErrorKind::Misaligned => ("ptr", text("memory error: out of bound pointer")),
        ErrorKind::UseAfterFree => ("ptr", text("memory error: use after free")),
        ErrorKind::DoubleFree | ErrorKind::BadFree => {
            ("free", text("memory error: invalid pointer: free"))
        }
        ErrorKind::WriteToConstant => ("readonly", text("memory error: object read only")),
        ErrorKind::DivisionByZero => ("div", text("divide by zero")),
        ErrorKind::Overflow => ("overflow", format!("overflow: {}", failure.message)),
        ErrorKind::Shift => ("overflow", text("overshift error")),
        ErrorKind::Assertion | ErrorKind::ReachedError => {
            ("assert", format!("ASSERTION FAIL: {}", failure.message))
        }
        ErrorKind::Abort | ErrorKind::Panic => ("abort", text("abort failure")),
        ErrorKind::Exception => ("uncaught_exception", text("terminating with uncaught exception")),
        ErrorKind::Reported => {
            let message = failure.message.rsplit_once(" (").filter(|_| suffix(failure).is_some());
            ("user", message.map_or(failure.message.as_str(), |(message, _)| message).to_owned())
        }
        ErrorKind::BadCall => ("exec", text("invalid function pointer")),
        ErrorKind::Unreachable => ("unreachable", text("reached \"unreachable\" instruction")),
        // KLEE has no names for the others.
        kind => (kind.name(), format!("{}: {}", kind.title(), failure.message)),
    }
}

/// The ending of an error type of `-exit-on-error-type`.
pub(crate) fn ending_of_type(name: &str) -> Option<&'static str> {
    Some(match name {
        "Abort" => "abort",
        "Assert" => "assert",
        "BadVectorAccess" => "bad_vector_access",
        "Exec" | "Execution" => "exec",
        "External" => "external",
        "Free" => "free",
        "Model" => "model",
        "Overflow" => "overflow",
        "Ptr" => "ptr",
        "ReadOnly" => "readonly",
        "ReportError" | "User" => "user",
        "UncaughtException" => "uncaught_exception",
        "UnexpectedException" => "unexpected_exception",
        _ => return None,
    })
}
