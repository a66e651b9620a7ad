//! Base64 (RFC 4648), as `binascii` reads and writes it.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The value of each byte, 64 for those outside the alphabet.
const VALUES: [u8; 256] = {
    let mut table = [64; 256];
    let mut i = 0;
    while i < 64 {
        table[ALPHABET[i] as usize] = i as u8;
        i += 1;
    }
    table
};

/// The digits of bytes, padded to whole groups of four, with a line feed behind them if wanted.
pub fn encode(data: &[u8], newline: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(data.len().div_ceil(3) * 4 + 1);
    let digit = |bits: u32, at: u32| ALPHABET[(bits >> at & 63) as usize];
    let (groups, rest) = data.as_chunks::<3>();
    for &[a, b, c] in groups {
        let bits = u32::from(a) << 16 | u32::from(b) << 8 | u32::from(c);
        out.extend_from_slice(&[digit(bits, 18), digit(bits, 12), digit(bits, 6), digit(bits, 0)]);
    }
    match *rest {
        [a] => out.extend_from_slice(&[digit(u32::from(a) << 4, 6), digit(u32::from(a) << 4, 0), b'=', b'=']),
        [a, b] => {
            let bits = u32::from(a) << 10 | u32::from(b) << 2;
            out.extend_from_slice(&[digit(bits, 12), digit(bits, 6), digit(bits, 0), b'=']);
        }
        _ => {}
    }
    if newline {
        out.push(b'\n');
    }
    out
}

/// The bytes that digits stand for. Strict decoding refuses everything but whole, padded groups; else bytes outside the
/// alphabet are passed over.
///
/// # Errors
/// The message of CPython's `binascii.Error`.
pub fn decode(data: &[u8], strict: bool) -> Result<Vec<u8>, String> {
    let mut out = Vec::with_capacity(data.len() / 4 * 3 + 3);
    let (mut at_in_quad, mut bits, mut pads, mut padding) = (0u32, 0u32, 0, false);
    if strict && data.first() == Some(&b'=') {
        return Err("Leading padding not allowed".into());
    }
    for (i, byte) in data.iter().enumerate() {
        if *byte == b'=' {
            padding = true;
            if strict && at_in_quad == 0 {
                return Err("Excess padding not allowed".into());
            }
            if at_in_quad >= 2 {
                pads += 1;
                if at_in_quad + pads >= 4 {
                    // Padding ends the data; its last group is decoded already.
                    if strict && i + 1 < data.len() {
                        return Err("Excess data after padding".into());
                    }
                    return Ok(out);
                }
            }
            continue;
        }
        let value = VALUES[*byte as usize];
        if value == 64 {
            if strict {
                return Err("Only base64 data is allowed".into());
            }
            continue;
        }
        if strict && padding {
            return Err("Discontinuous padding not allowed".into());
        }
        pads = 0;
        bits = bits << 6 | u32::from(value);
        at_in_quad = (at_in_quad + 1) % 4;
        if at_in_quad != 1 {
            out.push((bits >> ((4 - at_in_quad) % 4 * 2)) as u8);
        }
    }
    match at_in_quad {
        0 => Ok(out),
        1 => {
            let n = out.len() / 3 * 4 + 1;
            Err(format!(
                "Invalid base64-encoded string: number of data characters ({n}) cannot be 1 more than a multiple of 4"
            ))
        }
        _ => Err("Incorrect padding".into()),
    }
}
