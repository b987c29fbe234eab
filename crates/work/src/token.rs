//! A position as one line of text: a prefix that names its kind, then bytes in base 64. The last
//! eight bytes are a checksum.

use pikse_base::Fnv;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::PositionError;

/// The text of a value.
pub fn encode(prefix: &str, value: &impl Serialize) -> String {
    let mut bytes = bytes(value);
    bytes.extend(Fnv::of(&bytes).to_le_bytes());
    format!("{prefix}{}", base64(&bytes))
}

/// The value of a text.
pub fn decode<T: DeserializeOwned>(prefix: &str, text: &str) -> Result<T, PositionError> {
    let body = text.trim().strip_prefix(prefix);
    let body =
        body.ok_or_else(|| PositionError::malformed("it does not start with the right prefix"))?;
    let bytes = unbase64(body)
        .ok_or_else(|| PositionError::malformed("it contains a character that is not base 64"))?;
    let (payload, sum) =
        bytes.split_last_chunk::<8>().ok_or_else(|| PositionError::malformed("it is too short"))?;
    if u64::from_le_bytes(*sum) != Fnv::of(payload) {
        return Err(PositionError::malformed("its checksum is wrong, so it was damaged"));
    }
    of_bytes(payload)
        .map_err(|why| PositionError::malformed(format!("it cannot be decoded ({why})")))
}

/// A value as bytes, in the compact format that processes send to each other.
///
/// # Panics
/// If the value's serialization fails. A derived serialization does not.
pub fn bytes(value: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(value).expect("derived serialization into memory cannot fail")
}

/// The value of such bytes. All of them must be used.
pub fn of_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Ok(value),
        Ok(_) => Err("there is more than one value".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0_u32, |word, &byte| word << 8 | u32::from(byte));
        let word = word << (8 * (3 - chunk.len()));
        for at in 0..=chunk.len() {
            text.push(char::from(ALPHABET[(word >> (18 - 6 * at) & 63) as usize]));
        }
    }
    text
}

fn unbase64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for chunk in text.as_bytes().chunks(4) {
        if chunk.len() == 1 {
            return None;
        }
        let mut word = 0_u32;
        for &byte in chunk {
            let digit = ALPHABET.iter().position(|&known| known == byte)?;
            word = word << 6 | digit as u32;
        }
        word <<= 6 * (4 - chunk.len());
        bytes.extend_from_slice(&word.to_be_bytes()[1..chunk.len()]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_survive_and_damage_is_found() {
        for length in 0..20_u32 {
            let value: Vec<u32> = (0..length).map(|k| k * 1_000_003).collect();
            let text = encode("test.", &value);
            assert_eq!(decode::<Vec<u32>>("test.", &text).as_ref(), Ok(&value));
            for at in 0..text.len() {
                assert!(decode::<Vec<u32>>("test.", &text[..at]).is_err(), "cut at {at}");
                let mut damaged = text.clone().into_bytes();
                damaged[at] = if damaged[at] == b'A' { b'B' } else { b'A' };
                let damaged = String::from_utf8(damaged).expect("plain characters");
                // The last character may hold unused bits.
                if at + 1 < text.len() {
                    assert!(decode::<Vec<u32>>("test.", &damaged).is_err(), "changed at {at}");
                }
            }
        }
    }

    #[test]
    fn bytes_that_are_left_over_are_an_error() {
        let mut twice = bytes(&7_u32);
        twice.extend(bytes(&8_u32));
        assert_eq!(of_bytes::<u32>(&twice), Err("there is more than one value".to_owned()));
        assert_eq!(of_bytes::<u32>(&bytes(&7_u32)), Ok(7));
    }
}
