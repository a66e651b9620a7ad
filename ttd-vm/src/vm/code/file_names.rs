//! Names of files and code as Rust strings. A name can contain surrogates, which encode bytes that are not text and
//! which Rust's strings cannot hold. The last private-use characters, which are otherwise unassigned, substitute them.

use std::borrow::Cow;

use rustpython_wtf8::{CodePoint, Wtf8, Wtf8Buf};
use ttd_core::value::Value;

use crate::Vm;
use ttd_pyalgos::text::wtf8::chars;

/// The substitute of the first of the 2,048 surrogates.
const SUBSTITUTE: u32 = 0x10_F800;
const SURROGATE: u32 = 0xD800;

/// Converts bytes of the system, such as an argument. Those that are not UTF-8 become surrogates.
pub fn from_bytes(bytes: &[u8]) -> String {
    let escaped = |byte: &u8| char::from_u32(SUBSTITUTE + 0x400 + 0x80 + u32::from(byte - 0x80));
    let text = |chunk: std::str::Utf8Chunk<'_>| {
        chunk.valid().chars().chain(chunk.invalid().iter().filter_map(escaped)).collect::<String>()
    };
    bytes.utf8_chunks().map(text).collect()
}

/// Converts back to the system's bytes.
pub fn to_bytes(name: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(name.len());
    for c in name.chars() {
        match surrogate(c).and_then(|code| u8::try_from(code.wrapping_sub(0xDC00)).ok()) {
            Some(byte) => out.push(byte),
            None => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    out
}

/// Whether a name holds bytes that are no text.
pub fn has_bytes(name: &str) -> bool {
    name.contains(|c| surrogate(c).is_some())
}

/// Converts a name to a Rust string.
pub fn from_wtf8(name: &[u8]) -> String {
    match std::str::from_utf8(name) {
        Ok(name) => name.to_owned(),
        Err(_) => chars(name).map(substitute).collect(),
    }
}

fn substitute(c: CodePoint) -> char {
    let surrogate = || char::from_u32(c.to_u32() - SURROGATE + SUBSTITUTE);
    c.to_char().or_else(surrogate).unwrap_or(char::REPLACEMENT_CHARACTER)
}

fn surrogate(c: char) -> Option<u32> {
    u32::from(c).checked_sub(SUBSTITUTE).map(|n| SURROGATE + n)
}

/// Converts back a name, or a text that contains names.
pub fn to_wtf8(text: &str) -> Cow<'_, Wtf8> {
    if !text.contains(|c| surrogate(c).is_some()) {
        return Cow::Borrowed(Wtf8::new(text));
    }
    let mut out = Wtf8Buf::with_capacity(text.len());
    for c in text.chars() {
        out.push(surrogate(c).and_then(CodePoint::from_u32).unwrap_or(c.into()));
    }
    Cow::Owned(out)
}

/// The text for a terminal, which cannot show surrogates.
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(|c| surrogate(c).is_some()) {
        return Cow::Borrowed(text);
    }
    let show = |c: char| surrogate(c).map_or(c.to_string(), |code| format!("\\u{code:04x}"));
    Cow::Owned(text.chars().map(show).collect())
}

impl Vm {
    /// Makes a str from the name of a file or of code.
    pub fn new_name(&mut self, name: &str) -> Value {
        match to_wtf8(name) {
            Cow::Borrowed(_) => self.intern(name),
            Cow::Owned(name) => self.new_wtf8(&name),
        }
    }
}
