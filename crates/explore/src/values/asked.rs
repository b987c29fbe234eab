//! `--arg` for values with a length: `data=u8[0..4]`, `s=str[0..3]`, `s=cstr[8]`, `n=len(data)`.

use super::shape::Scalar;

/// The maximum length.
const MOST: u32 = 4_096;

/// What a user says about an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Asked {
    /// So many elements of a type.
    Lengths {
        /// The type's name.
        of: String,
        low: u32,
        high: u32,
        /// Whether two lengths were given.
        is_range: bool,
    },
    /// The length of another argument.
    LengthOf(String),
}

/// What a text says; nothing if it says something else, such as `null` or a number.
pub(super) fn asked(text: &str) -> Result<Option<Asked>, String> {
    let text = text.trim();
    if let Some(name) = text.strip_prefix("len(").and_then(|rest| rest.strip_suffix(')')) {
        return Ok(Some(Asked::LengthOf(name.trim().to_owned())));
    }
    let Some((of, lengths)) = text.strip_suffix(']').and_then(|rest| rest.split_once('[')) else {
        return Ok(None);
    };
    let wrong =
        || format!("`{lengths}` is no length; write `{}[0..4]` or `{}[4]`", of.trim(), of.trim());
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
    let (low, high, is_range) = match lengths.split_once("..") {
        Some((low, high)) => (number(low)?, number(high.trim_start_matches('='))?, true),
        None => (number(lengths)?, number(lengths)?, false),
    };
    if low > high {
        return Err(format!("{low} is more than {high}"));
    }
    if is_range && high > MOST {
        return Err(format!("the greatest length is {MOST}"));
    }
    Ok(Some(Asked::Lengths { of: of.trim().to_owned(), low, high, is_range }))
}

/// The size and the meaning of the elements of a type.
pub(super) fn element(name: &str) -> Option<(u64, Scalar)> {
    Some(match name {
        "cstr" | "char" | "signed char" => (1, Scalar::Byte),
        "i8" | "int8_t" => (1, Scalar::Signed),
        "unsigned char" | "u8" | "uint8_t" | "byte" => (1, Scalar::Unsigned),
        "bool" | "_Bool" => (1, Scalar::Bool),
        "short" | "i16" | "int16_t" => (2, Scalar::Signed),
        "unsigned short" | "u16" | "uint16_t" => (2, Scalar::Unsigned),
        "int" | "i32" | "int32_t" => (4, Scalar::Signed),
        "unsigned" | "unsigned int" | "u32" | "uint32_t" => (4, Scalar::Unsigned),
        "float" | "f32" => (4, Scalar::Float),
        "long" | "long long" | "i64" | "isize" | "int64_t" => (8, Scalar::Signed),
        "unsigned long" | "unsigned long long" | "size_t" | "u64" | "usize" | "uint64_t" => {
            (8, Scalar::Unsigned)
        }
        "double" | "f64" => (8, Scalar::Float),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read() {
        let lengths = |low, high, is_range| {
            Ok(Some(Asked::Lengths { of: "u8".to_owned(), low, high, is_range }))
        };
        assert_eq!(asked("u8[0..4]"), lengths(0, 4, true));
        assert_eq!(asked("u8 [ 1 ..= 3 ]"), lengths(1, 3, true));
        assert_eq!(asked("u8[4]"), lengths(4, 4, false));
        assert_eq!(asked("len(data)"), Ok(Some(Asked::LengthOf("data".to_owned()))));
        assert_eq!(asked("null"), Ok(None));
        assert_eq!(asked("17"), Ok(None));
        assert!(asked("u8[4..1]").is_err());
        assert!(asked("u8[x]").is_err());
        assert!(asked("u8[0..100000]").is_err());
    }
}
