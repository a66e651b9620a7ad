//! Decodes the bytes of a source file, with CPython's errors.
//!
//! CPython words these errors differently for a file that it runs and for bytes passed to `compile` or `import`.

use super::SyntaxError;

/// Decodes source bytes as `compile(bytes, ...)` and `import` do.
pub fn decode_source(bytes: &[u8]) -> Result<String, SyntaxError> {
    decode(bytes, None)
}

/// Decodes the file that the interpreter runs.
pub fn decode_file(bytes: &[u8], path: &str) -> Result<String, SyntaxError> {
    decode(bytes, Some(path))
}

fn decode(bytes: &[u8], path: Option<&str>) -> Result<String, SyntaxError> {
    let fail = |message: String| Err(SyntaxError::without_location(message, path.unwrap_or_default()));
    let (body, bom) = match bytes.strip_prefix(b"\xef\xbb\xbf") {
        Some(body) => (body, true),
        None => (bytes, false),
    };
    let declared = declared_encoding(body);
    let encoding = declared.as_deref().unwrap_or("utf-8");
    // Next to a mark, as in CPython, only the usual spelling is understood.
    if bom && encoding != "utf-8" {
        return fail(format!("encoding problem: {encoding} with BOM"));
    }
    let text = match encoding {
        "utf-8" | "utf-8-sig" | "utf8" => match std::str::from_utf8(body) {
            Ok(text) => text.to_owned(),
            // The lines of a file are looked at one after the other.
            Err(error) if path.is_some() && body[..error.valid_up_to()].contains(&0) => {
                let before = body.split(|byte| *byte == 0).next().unwrap_or_default();
                return Err(null_byte(&String::from_utf8_lossy(before), path));
            }
            Err(error) => {
                return Err(not_utf8(body, error.valid_up_to(), declared.is_some(), path));
            }
        },
        "iso-8859-1" => body.iter().map(|b| char::from(*b)).collect(),
        "ascii" | "us-ascii" => match body.iter().position(|b| !b.is_ascii()) {
            None => body.iter().map(|b| char::from(*b)).collect(),
            Some(_) if path.is_some() => return fail("encoding problem: ascii".into()),
            Some(at) => {
                return fail(format!(
                    "'ascii' codec can't decode byte 0x{:02x} in position {at}: ordinal not in range(128)",
                    body[at]
                ));
            }
        },
        // `compile` reads a line more than there is when the last one does not end.
        other => match ttd_pyalgos::codec::encodings::decode(other, &ended(body, path.is_none())) {
            Some(Ok(text)) => text,
            _ if path.is_some() => return fail(format!("encoding problem: {other}")),
            Some(Err(message)) => return fail(message),
            None => return fail(format!("unknown encoding: {other}")),
        },
    };
    match text.split('\0').next() {
        Some(before) if before.len() < text.len() && path.is_some() => Err(null_byte(before, path)),
        Some(before) if before.len() < text.len() => fail("source code string cannot contain null bytes".into()),
        _ => Ok(text),
    }
}

fn null_byte(before: &str, path: Option<&str>) -> SyntaxError {
    let line = before.bytes().filter(|b| *b == b'\n').count() as u32 + 1;
    let text = before.rsplit('\n').next().unwrap_or_default();
    SyntaxError {
        line,
        end_line: line,
        text: Some(text.to_owned()),
        ..SyntaxError::without_location("source code cannot contain null bytes".into(), path.unwrap_or_default())
    }
}

/// Returns the error for bytes that are not UTF-8 from `at` on.
fn not_utf8(body: &[u8], at: usize, declared: bool, path: Option<&str>) -> SyntaxError {
    let line = body[..at].iter().filter(|b| **b == b'\n').count() as u32 + 1;
    if let Some(path) = path.filter(|_| !declared) {
        let message = format!(
            "Non-UTF-8 code starting with '\\x{:02x}' in file {path} on line {line}, but no encoding declared; \
             see https://peps.python.org/pep-0263/ for details",
            body[at]
        );
        return SyntaxError::without_location(message, path);
    }
    // CPython decodes the inside of a string literal separately, which decides the position.
    let start = body[..at].iter().rposition(|b| matches!(b, b'\n' | b'"' | b'\'')).map_or(0, |i| i + 1);
    let len = body[at..].iter().position(|b| matches!(b, b'\n' | b'"' | b'\'')).unwrap_or(body.len() - at);
    let (bad, reason) = match std::str::from_utf8(&body[start..at + len]) {
        Err(error) if error.error_len().is_none() => (at + len - start - error.valid_up_to(), "unexpected end of data"),
        _ if matches!(body[at], 0x80..=0xc1 | 0xf5..) => (1, "invalid start byte"),
        Err(error) => (error.error_len().unwrap_or(1), "invalid continuation byte"),
        Ok(_) => (1, "invalid continuation byte"),
    };
    let from = at - start;
    let message = if bad == 1 {
        format!("(unicode error) 'utf-8' codec can't decode byte 0x{:02x} in position {from}: {reason}", body[at])
    } else {
        let to = from + bad - 1;
        format!("(unicode error) 'utf-8' codec can't decode bytes in position {from}-{to}: {reason}")
    };
    let line_start = body[..at].iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
    let text = body[line_start..].split(|b| *b == b'\n').next().unwrap_or_default();
    let column = String::from_utf8_lossy(&body[line_start..start]).chars().count() as u32;
    SyntaxError {
        line,
        end_line: line,
        column: column.max(1),
        end_column: column + 1,
        text: Some(String::from_utf8_lossy(text).into_owned() + "\n"),
        ..SyntaxError::without_location(message, path.unwrap_or_default())
    }
}

/// Returns the normalized encoding that a comment in one of the first two lines declares (PEP 263).
fn declared_encoding(bytes: &[u8]) -> Option<String> {
    for line in bytes.split(|b| *b == b'\n').take(2) {
        let code = line.trim_ascii_start();
        if let Some(comment) = code.strip_prefix(b"#") {
            if let Some(name) = coding_in(comment) {
                return Some(normalized(&name));
            }
        } else if !code.trim_ascii().is_empty() {
            return None;
        }
    }
    None
}

fn coding_in(comment: &[u8]) -> Option<String> {
    for at in 0..comment.len() {
        let Some(rest) = comment[at..].strip_prefix(b"coding") else {
            continue;
        };
        let Some(rest) = rest.strip_prefix(b":").or_else(|| rest.strip_prefix(b"=")) else {
            continue;
        };
        let blanks = rest.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
        let name = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
        let name: String = rest[blanks..].iter().take_while(name).map(|b| char::from(*b)).collect();
        if !name.is_empty() {
            return Some(name);
        }
    }
    None
}

/// Other names of Latin-1.
const LATIN_1: &[&str] =
    &["latin1", "latin", "l1", "8859", "cp819", "ibm819", "iso8859", "iso8859-1", "csisolatin1", "iso-ir-100"];

fn normalized(name: &str) -> String {
    let plain = name.to_ascii_lowercase().replace('_', "-");
    let is = |wanted: &str| plain == wanted || plain.starts_with(&format!("{wanted}-"));
    if is("utf-8") {
        "utf-8".into()
    } else if is("latin-1") || is("iso-8859-1") || is("iso-latin-1") || LATIN_1.contains(&plain.as_str()) {
        "iso-8859-1".into()
    } else if plain == "utf8"
        || plain == "ascii"
        || plain == "us-ascii"
        || plain.starts_with("cp")
        || plain.starts_with("iso-8859")
    {
        plain
    } else {
        name.to_owned()
    }
}

fn ended(body: &[u8], wanted: bool) -> std::borrow::Cow<'_, [u8]> {
    if !wanted || body.ends_with(b"\n") { body.into() } else { [body, b"\n"].concat().into() }
}
