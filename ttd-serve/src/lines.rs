//! Messages of a line each, as they come in.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};

/// Bytes of a line at most.
const LONGEST: u64 = 1 << 24;

/// What came in.
pub(crate) enum Line<'a> {
    /// A line, with its end.
    Whole(&'a [u8]),
    /// A line that is longer than this many bytes; nothing is read after it.
    TooLong(u64),
}

/// Reads lines until there are no more.
pub(crate) fn read(input: File, mut each: impl FnMut(Line<'_>)) {
    let mut input = BufReader::new(input);
    loop {
        let mut line = Vec::new();
        match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(n) if n as u64 == LONGEST && !line.ends_with(b"\n") => return each(Line::TooLong(LONGEST)),
            Ok(_) => each(Line::Whole(&line)),
        }
    }
}
