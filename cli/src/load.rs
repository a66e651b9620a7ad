//! Finding the program's text, and what CPython says when there is none or it is not Python.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use ttd_code::{Mode, Options, SyntaxError};

/// Why there is nothing to run.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// What to print on standard error.
    pub text: String,
    /// The exit status.
    pub status: i32,
}

/// A source file that could be read.
#[derive(Debug)]
pub(crate) struct Source {
    /// Where it is, from the root.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// Reads a script, or the `__main__.py` of a folder, and makes sure that it is a program.
pub(crate) fn script(name: &str) -> Result<Source, Refusal> {
    let full = absolute(name);
    let path = if full.is_dir() {
        full.join("__main__.py")
    } else {
        full.clone()
    };
    if full.is_dir() && !path.is_file() {
        let text = format!(
            "ttd-py: can't find '__main__' module in '{}'",
            full.display()
        );
        return Err(Refusal { text, status: 1 });
    }
    let bytes = fs::read(&path).map_err(|error| {
        let number = error.raw_os_error().unwrap_or(2);
        let text = format!(
            "ttd-py: can't open file '{}': [Errno {number}] {}",
            path.display(),
            reason(&error)
        );
        Refusal { text, status: 2 }
    })?;
    let path = path.display().to_string();
    let text = decode(&bytes, &path)?;
    check(&text, &path)?;
    Ok(Source { path, text })
}

/// Makes sure that a text is a program.
pub(crate) fn check(text: &str, path: &str) -> Result<(), Refusal> {
    if let Some(at) = text.find('\0') {
        let line = 1 + text[..at].matches('\n').count();
        let begin = text[..at].rfind('\n').map_or(0, |found| found + 1);
        let shown = text[begin..at].trim();
        let what = "SyntaxError: source code cannot contain null bytes";
        let text = format!("  File \"{path}\", line {line}\n    {shown}\n{what}");
        return Err(Refusal { text, status: 1 });
    }
    match ttd_code::compile(text, path, Mode::Exec, Options::default()) {
        Ok(_) => Ok(()),
        Err(error) => Err(Refusal {
            text: describe(&error),
            status: 1,
        }),
    }
}

fn absolute(name: &str) -> PathBuf {
    std::path::absolute(Path::new(name)).unwrap_or_else(|_| PathBuf::from(name))
}

/// The error as Python's `strerror` has it, without the number that Rust adds.
fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "No such file or directory".into(),
        ErrorKind::PermissionDenied => "Permission denied".into(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or(&text).to_string()
        }
    }
}

/// UTF-8, unless a comment on one of the first two lines names another encoding.
fn decode(bytes: &[u8], path: &str) -> Result<String, Refusal> {
    let refuse = |text: String| {
        Err(Refusal {
            text: format!("SyntaxError: {text}"),
            status: 1,
        })
    };
    let declared = bytes
        .split(|b| *b == b'\n')
        .take(2)
        .find_map(declared_encoding);
    let declared = declared.map(|name| name.to_lowercase().replace('_', "-"));
    match declared.as_deref() {
        Some("latin-1" | "iso-8859-1" | "latin1" | "iso8859-1" | "l1") => {
            return Ok(bytes.iter().map(|b| char::from(*b)).collect());
        }
        None | Some("utf-8" | "utf8" | "utf-8-sig" | "ascii" | "us-ascii") => {}
        Some(name) => return refuse(format!("encoding problem: {name}")),
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text).to_string()),
        Err(error) => {
            let at = error.valid_up_to();
            let line = 1 + bytes[..at].iter().filter(|b| **b == b'\n').count();
            refuse(format!(
                "Non-UTF-8 code starting with '\\x{:02x}' in file {path} on line {line}, but no encoding declared; \
                 see https://peps.python.org/pep-0263/ for details",
                bytes[at]
            ))
        }
    }
}

/// The name in a comment like `# -*- coding: latin-1 -*-`.
fn declared_encoding(line: &[u8]) -> Option<String> {
    let line = String::from_utf8_lossy(line);
    let comment = line
        .trim_start_matches([' ', '\t', '\u{c}', '\u{feff}'])
        .strip_prefix('#')?;
    let after = comment
        .match_indices("coding")
        .find_map(|(at, word)| comment[at + word.len()..].strip_prefix([':', '=']))?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let name: String = after
        .trim_start_matches([' ', '\t'])
        .chars()
        .take_while(|c| is_name(*c))
        .collect();
    (!name.is_empty()).then_some(name)
}

/// A syntax error as CPython prints it: the place, the line, a mark below it, the message.
pub(crate) fn describe(error: &SyntaxError) -> String {
    let mut out = String::new();
    if error.line > 0 {
        out.push_str(&format!("  File \"{}\", line {}\n", error.path, error.line));
        if let Some(text) = &error.text {
            let text = text.trim_end();
            let shown = text.trim_start_matches([' ', '\n', '\u{c}']);
            out.push_str(&format!("    {shown}\n"));
            out.push_str(&mark(
                error,
                text.chars().count() - shown.chars().count(),
                shown,
            ));
        }
    }
    out.push_str(&format!("{}: {}", error.class, error.message));
    out
}

/// The line of `^` below the shown source, which begins after `cut` characters of the real one.
fn mark(error: &SyntaxError, cut: usize, shown: &str) -> String {
    // CPython knows no column for this one.
    if error.column == 0 || error.message == "unexpected indent" {
        return String::new();
    }
    let first = (error.column as usize).saturating_sub(1 + cut);
    let same_line = error.end_line == error.line && error.end_column > error.column;
    let end = if same_line {
        (error.end_column as usize).saturating_sub(1 + cut)
    } else {
        first + 1
    };
    // A range that goes on below is marked to the end of the line that is shown.
    let end = if error.end_line > error.line {
        shown.chars().count()
    } else {
        end
    };
    let before: String = shown
        .chars()
        .chain(std::iter::repeat(' '))
        .take(first)
        .map(|c| if c.is_whitespace() { c } else { ' ' })
        .collect();
    format!(
        "    {before}{}\n",
        "^".repeat(end.saturating_sub(first).max(1))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_files() {
        let refusal = script("/nowhere/x.py").expect_err("not there");
        assert_eq!(
            (refusal.text.as_str(), refusal.status),
            (
                "ttd-py: can't open file '/nowhere/x.py': [Errno 2] No such file or directory",
                2
            )
        );
    }

    #[test]
    fn encodings() {
        assert_eq!(
            declared_encoding(b"# -*- coding: latin-1 -*-").as_deref(),
            Some("latin-1")
        );
        assert_eq!(declared_encoding(b"#coding=utf8").as_deref(), Some("utf8"));
        assert_eq!(declared_encoding(b"x = 'coding: no'"), None);
        assert_eq!(
            decode(b"# coding: latin-1\n'\xe9'", "x.py").expect("latin"),
            "# coding: latin-1\n'\u{e9}'"
        );
        let refusal = decode(b"a\nb\xfc", "x.py").expect_err("not UTF-8");
        assert!(refusal.text.starts_with(
            "SyntaxError: Non-UTF-8 code starting with '\\xfc' in file x.py on line 2"
        ));
    }

    #[test]
    fn syntax_errors_are_marked() {
        let error = SyntaxError {
            class: "SyntaxError",
            message: "invalid syntax".into(),
            path: "x.py".into(),
            line: 2,
            column: 8,
            end_line: 2,
            end_column: 13,
            text: Some("    if x = 1:\n".into()),
        };
        let text =
            "  File \"x.py\", line 2\n    if x = 1:\n       ^^^^^\nSyntaxError: invalid syntax";
        assert_eq!(describe(&error), text);
    }
}
