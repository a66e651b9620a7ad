//! Lines of uuencoded data.

/// Maximum number of bytes in a line.
pub const LINE_MAX: usize = 45;

/// A line of at most [`LINE_MAX`] bytes; zeros are spaces, or backticks if wanted.
pub fn encode(data: &[u8], backtick: bool) -> Vec<u8> {
    let digit = |bits: u32| match bits & 63 {
        0 if backtick => b'`',
        bits => bits as u8 + b' ',
    };
    let mut out = vec![digit(data.len() as u32)];
    for chunk in data.chunks(3) {
        let bits = chunk.iter().fold(0u32, |acc, b| acc << 8 | u32::from(*b)) << (8 * (3 - chunk.len()));
        out.extend([18, 12, 6, 0].map(|shift| digit(bits >> shift)));
    }
    out.push(b'\n');
    out
}

/// The bytes of a line. An empty one stands for 32 zeros.
///
/// # Errors
/// The message of CPython's `binascii.Error`.
pub fn decode(data: &[u8]) -> Result<Vec<u8>, &'static str> {
    let Some((first, rest)) = data.split_first() else { return Ok(vec![0; 32]) };
    let length = usize::from(first.wrapping_sub(b' ') & 63);
    let (mut out, mut bits, mut have) = (Vec::with_capacity(length), 0u32, 0);
    let mut rest = rest.iter();
    while out.len() < length {
        // Trailing spaces, which encode zeros, may have been stripped.
        let value = match rest.next() {
            None | Some(b'\n' | b'\r') => 0,
            Some(byte) if (b' '..=b' ' + 64).contains(byte) => u32::from(byte - b' ') & 63,
            Some(_) => return Err("Illegal char"),
        };
        bits = bits << 6 | value;
        have += 6;
        if have >= 8 {
            have -= 8;
            out.push((bits >> have) as u8);
        }
    }
    if rest.any(|byte| !matches!(byte, b' ' | b'`' | b'\n' | b'\r')) {
        return Err("Trailing garbage");
    }
    Ok(out)
}
