//! Parses format strings of `struct`, such as `<2hI10s`.

/// A code of a format and its repeat count.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// The format character.
    pub code: u8,
    /// Bytes of one value.
    pub size: usize,
    /// The offset of the first value, in bytes.
    pub offset: usize,
    /// Number of values.
    pub repeat: usize,
}

/// A parsed format.
#[derive(Debug)]
pub struct Format {
    /// The codes, without padding bytes.
    pub items: Vec<Item>,
    /// Size of the packed data in bytes.
    pub size: usize,
    /// Number of values that are packed.
    pub values: usize,
    /// Whether numbers are big-endian.
    pub big_endian: bool,
    /// Whether sizes and alignment are the platform's own.
    pub native: bool,
}

/// The size of a value in bytes; `None` for an unknown format character.
fn size_of(code: u8, native: bool) -> Option<usize> {
    Some(match code {
        b'x' | b'c' | b'b' | b'B' | b'?' | b's' | b'p' => 1,
        b'h' | b'H' | b'e' => 2,
        b'i' | b'I' | b'f' => 4,
        b'l' | b'L' => 4 + 4 * usize::from(native),
        b'q' | b'Q' | b'd' => 8,
        b'n' | b'N' | b'P' if native => 8,
        _ => return None,
    })
}

/// Parses a format.
///
/// # Errors
/// The message of CPython's `struct.error`.
pub fn parse(text: &[u8]) -> Result<Format, &'static str> {
    const TOO_LONG: &str = "total struct size too long";
    if text.contains(&0) {
        return Err("embedded null character");
    }
    let (order, mut rest) = match text.split_first() {
        Some((order, rest)) if b"<>!=@".contains(order) => (*order, rest),
        _ => (b'@', text),
    };
    let native = order == b'@';
    let mut format = Format { items: Vec::new(), size: 0, values: 0, big_endian: matches!(order, b'>' | b'!'), native };
    while let Some((&first, tail)) = rest.split_first() {
        rest = tail;
        let mut code = first;
        if matches!(code, b' ' | 9..=13) {
            continue;
        }
        let mut repeat = 1usize;
        if code.is_ascii_digit() {
            repeat = usize::from(code - b'0');
            loop {
                let Some((&next, tail)) = rest.split_first() else {
                    return Err("repeat count given without format specifier");
                };
                rest = tail;
                code = next;
                if !code.is_ascii_digit() {
                    break;
                }
                let more = repeat.checked_mul(10).and_then(|n| n.checked_add(usize::from(code - b'0')));
                repeat = more.filter(|n| *n <= isize::MAX as usize).ok_or(TOO_LONG)?;
            }
        }
        let size = size_of(code, native).ok_or("bad char in struct format")?;
        if native {
            format.size = format.size.checked_next_multiple_of(size).ok_or(TOO_LONG)?;
        }
        let bytes = size.checked_mul(repeat).and_then(|n| n.checked_add(format.size));
        let bytes = bytes.filter(|n| *n <= isize::MAX as usize).ok_or(TOO_LONG)?;
        match code {
            b'x' => {}
            b's' | b'p' => {
                format.items.push(Item { code, size: repeat, offset: format.size, repeat: 1 });
                format.values += 1;
            }
            _ if repeat > 0 => {
                format.items.push(Item { code, size, offset: format.size, repeat });
                format.values += repeat;
            }
            _ => {}
        }
        format.size = bytes;
    }
    Ok(format)
}
