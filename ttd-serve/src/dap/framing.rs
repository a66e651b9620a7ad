//! Messages with a header that gives their length, as in `Content-Length: 119`.

use std::io::{BufRead, Read, Write};

use crate::shortened;

/// Bytes of a message at most.
const LARGEST: usize = 64 << 20;
/// Bytes of a line of a header at most.
const LONGEST_LINE: u64 = 4096;
/// Lines of a header at most.
const MOST_LINES: usize = 32;

/// Reads a message; `None` at the end of the input.
///
/// # Errors
/// What is wrong: where the next message begins is not known then.
pub(super) fn read(input: &mut impl BufRead) -> Result<Option<Vec<u8>>, String> {
    let mut length = None;
    for lines in 0..MOST_LINES {
        let mut line = Vec::new();
        // A client that is gone is an end like any other.
        let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).unwrap_or(0);
        if read == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            match length {
                Some(length) => return body(input, length),
                None if lines == 0 => continue,
                None => return Err("a message without Content-Length".into()),
            }
        }
        let Some((name, value)) = line.split_once(':') else {
            return Err(format!("no line of a header: {}", shortened(line)));
        };
        if name.trim().eq_ignore_ascii_case("Content-Length") {
            let value = value.trim();
            let number = value.parse::<usize>().ok().filter(|length| *length <= LARGEST);
            let number = number.ok_or_else(|| format!("a Content-Length of {}", shortened(value)))?;
            if length.is_some_and(|before| before != number) {
                return Err("two different Content-Lengths".into());
            }
            length = Some(number);
        }
    }
    Err(format!("a header of more than {MOST_LINES} lines"))
}

fn body(input: &mut impl BufRead, length: usize) -> Result<Option<Vec<u8>>, String> {
    let mut bytes = Vec::with_capacity(length.min(1 << 16));
    let read = input.by_ref().take(length as u64).read_to_end(&mut bytes);
    Ok((read.is_ok() && bytes.len() == length).then_some(bytes))
}

/// Writes a message.
pub(super) fn write(output: &mut dyn Write, text: &str) -> std::io::Result<()> {
    output.write_all(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn messages_are_cut_by_their_length() {
        let mut input = &b"Content-Length: 2\r\n\r\n{}content-length:3\n\n[1]\r\n"[..];
        assert_eq!(read(&mut input), Ok(Some(b"{}".to_vec())));
        assert_eq!(read(&mut input), Ok(Some(b"[1]".to_vec())));
        assert_eq!(read(&mut input), Ok(None));
    }

    #[test]
    fn what_is_no_message_is_said() {
        for (bytes, why) in [
            (&b"GET / HTTP/1.1\r\n"[..], "no line of a header"),
            (b"Content-Length: -1\r\n\r\n", "a Content-Length of -1"),
            (b"Content-Length: 99999999999999999999\r\n\r\n", "a Content-Length of 9999"),
            (b"A: b\r\n\r\n{}", "without Content-Length"),
            (b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}", "two different"),
        ] {
            let mut input = bytes;
            assert!(read(&mut input).is_err_and(|error| error.contains(why)), "{why}");
        }
        let mut cut = &b"Content-Length: 10\r\n\r\n{}"[..];
        assert_eq!(read(&mut cut), Ok(None));
    }
}
