//! Quoted-printable text (RFC 2045).

/// Maximum length of a line, with the `=` of a soft line break.
const LINE: usize = 76;

/// Decodes quoted-printable text; in headers `_` is a space.
pub fn decode(data: &[u8], header: bool) -> Vec<u8> {
    let (mut out, mut at) = (Vec::with_capacity(data.len()), 0);
    while at < data.len() {
        match data[at] {
            b'=' => {
                at += 1;
                let next = data.get(at).copied();
                let digits = [next, data.get(at + 1).copied()].map(|b| b.and_then(|b| char::from(b).to_digit(16)));
                match (next, digits) {
                    (None, _) => break,
                    // A soft line break: skip to the end of the line.
                    (Some(b'\n' | b'\r'), _) => {
                        let line_end = data[at..].iter().position(|b| *b == b'\n');
                        at = line_end.map_or(data.len(), |n| at + n + 1);
                    }
                    (Some(b'='), _) => {
                        out.push(b'=');
                        at += 1;
                    }
                    (_, [Some(high), Some(low)]) => {
                        out.push((high << 4 | low) as u8);
                        at += 2;
                    }
                    _ => out.push(b'='),
                }
            }
            b'_' if header => {
                out.push(b' ');
                at += 1;
            }
            byte => {
                out.push(byte);
                at += 1;
            }
        }
    }
    out
}

/// What an encoder quotes.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Quote tabs and spaces.
    pub quote_tabs: bool,
    /// Keep line ends as they are.
    pub text: bool,
    /// Quote `_` and write spaces as `_`.
    pub header: bool,
}

/// Whether a byte must be written as `=XX`.
fn is_quoted(data: &[u8], at: usize, line: usize, style: Style) -> bool {
    let (byte, next) = (data[at], data.get(at + 1).copied());
    let last = next.is_none();
    byte > 126
        || byte == b'='
        || style.header && byte == b'_'
        || byte == b'.' && line == 0 && matches!(next, None | Some(b'\n' | b'\r' | 0))
        || !style.text && matches!(byte, b'\r' | b'\n')
        || matches!(byte, b'\t' | b' ') && last
        || byte < 33 && !matches!(byte, b'\r' | b'\n') && (style.quote_tabs || !matches!(byte, b'\t' | b' '))
}

/// Encodes bytes as lines of at most 76 bytes.
pub fn encode(data: &[u8], style: Style) -> Vec<u8> {
    // The first line end decides how all lines end.
    let first = data.iter().position(|b| *b == b'\n');
    let crlf = first.is_some_and(|at| at > 0 && data[at - 1] == b'\r');
    let line_end: &[u8] = if crlf { b"\r\n" } else { b"\n" };
    let (mut out, mut at, mut line) = (Vec::with_capacity(data.len()), 0, 0);
    while at < data.len() {
        if is_quoted(data, at, line, style) {
            if line + 3 >= LINE {
                out.push(b'=');
                out.extend_from_slice(line_end);
                line = 0;
            }
            out.extend_from_slice(format!("={:02X}", data[at]).as_bytes());
            at += 1;
            line += 3;
            continue;
        }
        let ends = data[at] == b'\n' || data[at] == b'\r' && data.get(at + 1) == Some(&b'\n');
        if style.text && ends {
            line = 0;
            // White space at the end of a line must be quoted.
            if let Some(last @ (b' ' | b'\t')) = out.last().copied() {
                out.pop();
                out.extend_from_slice(format!("={last:02X}").as_bytes());
            }
            out.extend_from_slice(line_end);
            at += if data[at] == b'\r' { 2 } else { 1 };
            continue;
        }
        if data.get(at + 1).is_some_and(|b| *b != b'\n') && line + 1 >= LINE {
            out.push(b'=');
            out.extend_from_slice(line_end);
            line = 0;
        }
        line += 1;
        out.push(if style.header && data[at] == b' ' { b'_' } else { data[at] });
        at += 1;
    }
    out
}
