//! Bytes of a source file to text.

use crate::compile::SyntaxError;

/// Decodes a source file as the tokenizer does.
pub fn decode_source(bytes: &[u8]) -> Result<String, SyntaxError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.trim_start_matches('\u{feff}').to_owned()),
        Err(_) => Err(SyntaxError::general("(unicode error) not utf-8".into(), "")),
    }
}
