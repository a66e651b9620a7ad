//! Text helpers: Python string literals, shortening, distance of words.

/// Characters that `reprlib` shows of a long value.
const SHOWN: usize = 30;

/// The repr of a str, with the quotes that Python chooses.
pub fn quote(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::from(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c == quote => out.extend(['\\', c]),
            c if c.is_control() => out += &format!("\\x{:02x}", c as u32),
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}

/// The str that a repr denotes; `None` when it is not the repr of a str.
pub fn unquote(repr: &str) -> Option<String> {
    let quote = repr.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let inner = repr.strip_prefix(quote)?.strip_suffix(quote)?;
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        let code = match chars.next()? {
            'n' => '\n' as u32,
            't' => '\t' as u32,
            'r' => '\r' as u32,
            'x' => number(&mut chars, 2)?,
            'u' => number(&mut chars, 4)?,
            'U' => number(&mut chars, 8)?,
            other => other as u32,
        };
        out.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    Some(out)
}

fn number(chars: &mut std::str::Chars, digits: usize) -> Option<u32> {
    let text: String = chars.take(digits).collect();
    u32::from_str_radix(&text, 16).ok()
}

/// The length of the string literal that a text begins with.
pub(crate) fn literal_len(source: &str) -> usize {
    let quote = &source[..1];
    let triple = quote.repeat(3);
    let quote = if source.starts_with(&triple) { &triple } else { quote };
    let mut at = quote.len();
    while at < source.len() && !source[at..].starts_with(quote) {
        let skip = if source[at..].starts_with('\\') { 2 } else { 1 };
        at += source[at..].chars().take(skip).map(char::len_utf8).sum::<usize>();
    }
    (at + quote.len()).min(source.len())
}

/// Shortens a repr to fit the line that names a frame: drops its middle, as Python's `reprlib` does.
pub fn shorten(repr: &str) -> String {
    let long = repr.starts_with(['[', '(', '{']);
    let most = if long { SHOWN * 2 } else { SHOWN };
    let chars: Vec<char> = repr.chars().collect();
    if chars.len() <= most {
        return repr.to_string();
    }
    let head = (most - 3) / 2;
    let tail = most - 3 - head;
    chars[..head].iter().chain(['.'; 3].iter()).chain(&chars[chars.len() - tail..]).collect()
}

/// Drops the addresses from the reprs in a text: `<f at 0x7f00>` becomes `<f at 0x>`.
pub(crate) fn without_addresses(text: &str) -> String {
    let mut parts = text.split("0x");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |out, part| out + "0x" + part.trim_start_matches(|c: char| c.is_ascii_hexdigit()))
}

/// Breaks a text at its spaces into lines of at most `width` columns, if its words allow it; the lines after the first
/// begin with `indent` spaces.
pub fn wrap(text: &str, width: usize, indent: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    // Space at the beginning and between columns is kept.
    for (at, word) in text.split(' ').enumerate() {
        let len = word.chars().count();
        if column > indent && column + 1 + len > width {
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        } else if at > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += len;
    }
    out
}

/// Wraps every line of a text.
pub fn wrap_lines(text: &str, width: usize) -> String {
    let lines: Vec<String> = text.lines().map(|line| wrap(line, width, 0)).collect();
    lines.join("\n")
}

/// The last part of a path.
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The Damerau-Levenshtein distance: letters changed, added, dropped, or swapped with their neighbour.
pub fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            let mut least = (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_survive_the_round_trip() {
        for text in ["", "a", "it's", "\"", "'\"", "a\\b\n\tc", "é"] {
            assert_eq!(unquote(&quote(text)).as_deref(), Some(text), "{text:?}");
        }
        assert_eq!(unquote("12"), None);
        assert_eq!(unquote(r"'\x41\u00e9'").as_deref(), Some("Aé"));
    }

    #[test]
    fn lines_end_between_words() {
        assert_eq!(wrap("a bc def", 4, 0), "a bc\ndef");
        assert_eq!(wrap("  x   a bc def", 9, 6), "  x   a\n      bc\n      def");
        assert_eq!(wrap("abcdef gh", 3, 0), "abcdef\ngh");
        assert_eq!(wrap("", 3, 0), "");
    }

    #[test]
    fn long_values_lose_their_middle() {
        assert_eq!(shorten("12"), "12");
        let long = format!("'{}'", "x".repeat(60));
        assert_eq!(shorten(&long), "'xxxxxxxxxxxx...xxxxxxxxxxxxx'");
    }

    #[test]
    fn likeness() {
        assert_eq!(distance("step", "step"), 0);
        assert_eq!(distance("stpe", "step"), 1);
        assert_eq!(distance("brek", "break"), 1);
        assert_eq!(distance("", "ab"), 2);
    }
}
