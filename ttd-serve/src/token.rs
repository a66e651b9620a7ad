//! Tokens: texts that nobody can guess, which those give who may speak to a service.

use std::fs::File;
use std::io::{self, Read};

/// Makes a token of this many random bytes.
///
/// # Errors
/// The system has no randomness to give.
pub fn random<const BYTES: usize>() -> io::Result<String> {
    let mut bytes = [0; BYTES];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Whether a text is the token. How long that takes says nothing about it.
pub(crate) fn is_token(text: &str, token: &str) -> bool {
    let (given, right) = (text.as_bytes(), token.as_bytes());
    given.len() == right.len() && given.iter().zip(right).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}
