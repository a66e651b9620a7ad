//! Hexadecimal digits, as `binascii` reads and writes them.

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// The digits of bytes, with the separator between groups of `group` bytes: counted from the right, or from the left
/// when the number is negative.
pub fn encode(data: &[u8], separator: Option<u8>, group: i64) -> Vec<u8> {
    let Some(separator) = separator else {
        return data.iter().flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]).collect();
    };
    let mut out = Vec::with_capacity(data.len() * 3);
    let size = group.unsigned_abs() as usize;
    for (i, byte) in data.iter().enumerate() {
        let place = if group > 0 { data.len() - i } else { i };
        if i > 0 && size > 0 && place.is_multiple_of(size) {
            out.push(separator);
        }
        out.extend([DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
    }
    out
}

/// The bytes that digits stand for.
///
/// # Errors
/// The message of CPython's `binascii.Error`.
pub fn decode(data: &[u8]) -> Result<Vec<u8>, &'static str> {
    if data.len() % 2 == 1 {
        return Err("Odd-length string");
    }
    let mut out = Vec::with_capacity(data.len() / 2);
    for pair in data.chunks_exact(2) {
        let [Some(high), Some(low)] = [pair[0], pair[1]].map(|b| char::from(b).to_digit(16)) else {
            return Err("Non-hexadecimal digit found");
        };
        out.push((high << 4 | low) as u8);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators() {
        assert_eq!(encode(b"abcde", Some(b'_'), 2), b"61_6263_6465");
        assert_eq!(encode(b"abcde", Some(b'_'), -2), b"6162_6364_65");
        assert_eq!(encode(b"ab", Some(b':'), 0), b"6162");
        assert_eq!(encode(b"\x00\xffz", None, 1), b"00ff7a");
    }
}
