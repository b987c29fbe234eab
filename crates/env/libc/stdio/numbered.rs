//! Formats of `printf` that number their arguments (`%2$s`).
//!
//! Where an argument is depends on the kinds of all arguments before it. So the whole format is read
//! before the first conversion.

use core::ffi::c_char;

use super::super::machine::pikse_vm_unsupported;
use super::arguments::VaList;

/// The largest number of an argument.
const MOST: usize = 64;

#[derive(Clone, Copy)]
enum Kind {
    /// An integer or an address. So are arguments that the format does not name.
    Word,
    Double,
    LongDouble,
}

/// The kinds of the arguments of a format.
pub struct Kinds {
    kinds: [Kind; MOST],
}

impl Kinds {
    /// Reads a format from its first numbered conversion on.
    pub unsafe fn of(format: *const c_char) -> Self {
        let mut kinds = Kinds { kinds: [Kind::Word; MOST] };
        let mut at = format;
        while *at != 0 {
            let is_conversion = *at as u8 == b'%';
            at = at.add(1);
            if !is_conversion {
                continue;
            }
            if *at as u8 == b'%' {
                at = at.add(1);
                continue;
            }
            let number = position(&mut at);
            let mut is_long_double = false;
            // Numbers of widths and precisions are integers, as arguments are without a mention.
            while is_before_letter(*at as u8) {
                is_long_double |= *at as u8 == b'L';
                at = at.add(1);
            }
            let kind = match *at as u8 {
                b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' if is_long_double => {
                    Kind::LongDouble
                }
                b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => Kind::Double,
                _ => Kind::Word,
            };
            let place = number.and_then(|number| kinds.kinds.get_mut(number.wrapping_sub(1)));
            if let Some(place) = place {
                *place = kind;
            }
            if *at != 0 {
                at = at.add(1);
            }
        }
        kinds
    }

    /// The list from an argument on, which is counted from 1.
    pub unsafe fn list_from(&self, number: usize, arguments: &VaList) -> VaList {
        let mut list = arguments.copy();
        for kind in self.kinds.iter().take(number.wrapping_sub(1)) {
            match kind {
                Kind::Word => list.skip_word(),
                Kind::Double => list.skip_double(),
                Kind::LongDouble => list.skip_long_double(),
            }
        }
        list
    }
}

/// Whether a character of a conversion stands before its letter.
fn is_before_letter(c: u8) -> bool {
    matches!(c, b'0'..=b'9' | b'-' | b'+' | b' ' | b'#' | b'\'' | b'I' | b'.' | b'*' | b'$')
        || matches!(c, b'h' | b'l' | b'q' | b'j' | b'z' | b'Z' | b't' | b'L')
}

/// The number of an argument, if there is one here; `at` is behind it then.
pub unsafe fn position(at: &mut *const c_char) -> Option<usize> {
    let (mut end, mut number) = (*at, 0usize);
    while (*end as u8).is_ascii_digit() {
        number = number.saturating_mul(10).saturating_add(usize::from(*end as u8 - b'0'));
        end = end.add(1);
    }
    if end == *at || *end as u8 != b'$' {
        return None;
    }
    if number == 0 || number > MOST {
        pikse_vm_unsupported(c"a format with an argument that is not one of the first 64".as_ptr());
    }
    *at = end.add(1);
    Some(number)
}
