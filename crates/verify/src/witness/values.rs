//! The value of an input, as C writes it.

use pikse_explore::Input;

/// The value as a constant in C; none for values that C has no constant for.
pub(super) fn text(input: &Input) -> Option<String> {
    let mut bytes = [0; 16];
    let count = input.bytes.len();
    if count == 0 || count > 16 {
        return None;
    }
    bytes[..count].copy_from_slice(&input.bytes);
    let unsigned = u128::from_le_bytes(bytes);
    let name = kind(&input.name);
    match (name, count) {
        ("float", 4) => {
            let value = f32::from_bits(unsigned as u32);
            return value.is_finite().then(|| format!("{value:?}f"));
        }
        ("double", 8) => {
            let value = f64::from_bits(unsigned as u64);
            return value.is_finite().then(|| format!("{value:?}"));
        }
        ("pointer" | "pchar" | "charp" | "memory", _) => return None,
        _ => {}
    }
    let shift = 128 - 8 * count as u32;
    let signed = (unsigned as i128) << shift >> shift;
    let is_signed = ["char", "schar", "short", "int", "long", "longlong", "loff_t", "int128"];
    Some(match is_signed.contains(&name) {
        // The smallest number has no constant of its own.
        true if signed == i128::from(i32::MIN) && count == 4 => "(-2147483647 - 1)".to_owned(),
        true if signed == i128::from(i64::MIN) && count == 8 => {
            "(-9223372036854775807LL - 1)".to_owned()
        }
        true if count > 4 => format!("{signed}LL"),
        true => signed.to_string(),
        false if count > 4 => format!("{unsigned}ULL"),
        false => format!("{unsigned}U"),
    })
}

/// The name of the function that made an input, without the number that makes inputs distinct.
fn kind(name: &str) -> &str {
    match name.rsplit_once('_') {
        Some((kind, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => kind,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_constants_of_c() {
        let of = |name: &str, bytes: &[u8]| {
            text(&Input { name: name.to_owned(), bytes: bytes.to_vec() })
        };
        let is = |text: &str| Some(text.to_owned());
        assert_eq!(of("int", &[255; 4]), is("-1"));
        assert_eq!(of("int_3", &[0, 0, 0, 128]), is("(-2147483647 - 1)"));
        assert_eq!(of("uint", &[255; 4]), is("4294967295U"));
        assert_eq!(of("long", &[254, 255, 255, 255, 255, 255, 255, 255]), is("-2LL"));
        assert_eq!(of("size_t", &[1, 0, 0, 0, 0, 0, 0, 0]), is("1ULL"));
        assert_eq!(of("float", &1.5f32.to_le_bytes()), is("1.5f"));
        assert_eq!(of("double", &f64::NAN.to_le_bytes()), None);
        assert_eq!(of("pointer", &[0; 8]), None);
    }
}
