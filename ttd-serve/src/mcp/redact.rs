//! Secrets are kept from agents: values of variables, attributes, keys and arguments whose names say so.
//!
//! It is decided by names and not by what values look like. A secret that was seen under such a name is hidden under
//! every other name as well.

/// Parts of names that say so, in lower case.
const SECRET: [&str; 8] = ["password", "passwd", "secret", "token", "api_key", "apikey", "private_key", "credential"];
/// What stands in place of a secret.
const HIDDEN: &str = "<redacted>";
/// Secrets shorter than this are hidden only under their own names: other values may be equal by chance.
const SHORT: usize = 6;

/// Hides secrets, and remembers them.
#[derive(Default)]
pub(super) struct Redactor {
    known: Vec<String>,
}

/// Whether a text mentions a name of a secret.
pub(super) fn is_secret(name: &str) -> bool {
    let name = name.to_lowercase();
    SECRET.iter().any(|part| name.contains(part))
}

impl Redactor {
    /// The value of a variable as it may be shown.
    pub(super) fn value(&mut self, name: &str, value: &str) -> String {
        if !is_secret(name) || is_plain(value) {
            return value.to_string();
        }
        self.learn(value);
        HIDDEN.into()
    }

    /// Remembers the texts in a value that is secret.
    fn learn(&mut self, value: &str) {
        for (from, to) in literals(value) {
            let text = &value[from + 1..to - 1];
            if text.len() >= SHORT && !self.known.iter().any(|known| known == text) {
                self.known.push(text.to_string());
            }
        }
    }

    /// A text without secrets. With `all`, every string in it is one.
    pub(super) fn text(&mut self, text: &str, all: bool) -> String {
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            match secret_in(rest) {
                Some((from, to)) => {
                    self.learn(&rest[from..to]);
                    out.push_str(&rest[..from]);
                    out.push_str(HIDDEN);
                    at += to;
                }
                None => {
                    out.push_str(rest);
                    break;
                }
            }
        }
        if all {
            let mut hidden = String::new();
            let mut end = 0;
            for (from, to) in literals(&out) {
                hidden.push_str(&out[end..from]);
                hidden.push_str(HIDDEN);
                end = to;
            }
            hidden.push_str(&out[end..]);
            out = hidden;
        }
        for known in &self.known {
            out = out.replace(known, HIDDEN);
        }
        out
    }
}

/// Values that tell nothing.
fn is_plain(value: &str) -> bool {
    ["None", "True", "False", "''", "\"\"", "[]", "{}", "0"].contains(&value) || value.starts_with("<function ")
}

/// Where the first value behind a secret's name and a `:`, `=` or `->` begins and ends.
fn secret_in(text: &str) -> Option<(usize, usize)> {
    let in_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let mut at = 0;
    while let Some(found) = text[at..].find(in_name) {
        let begin = at + found;
        let end = text[begin..].find(|c| !in_name(c)).map_or(text.len(), |length| begin + length);
        at = end;
        // A file's name is followed by a line.
        if !is_secret(&text[begin..end]) || text[begin..end].ends_with(".py") {
            continue;
        }
        let rest = text[end..].trim_start_matches(['\'', '"', ']']).trim_start_matches(' ');
        let Some(value) = rest.strip_prefix([':', '=']).filter(|value| !value.starts_with('=')) else { continue };
        let value = value.trim_start_matches(' ');
        let from = text.len() - value.len();
        let to = from + length(value);
        if to > from && !is_plain(&text[from..to]) && &text[from..to] != HIDDEN {
            return Some((from, to));
        }
    }
    None
}

/// The length of the value at the beginning of a text: a string, or what goes up to the next comma, bracket or line
/// end.
fn length(value: &str) -> usize {
    let prefixed = value.strip_prefix(['b', 'f', 'r']).filter(|rest| rest.starts_with(['\'', '"']));
    let (prefix, body) = prefixed.map_or((0, value), |rest| (1, rest));
    match literals(body).first() {
        Some((0, to)) => prefix + to,
        _ => value.find([',', ')', '}', ']', '\n', ';']).unwrap_or(value.len()),
    }
}

/// Where string literals begin and end.
fn literals(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut chars = text.char_indices();
    while let Some((from, quote)) = chars.next() {
        if quote != '\'' && quote != '"' {
            continue;
        }
        let ahead = chars.clone();
        let mut escaped = false;
        loop {
            match chars.next() {
                Some((to, c)) if c == quote && !escaped => {
                    found.push((from, to + 1));
                    break;
                }
                Some((_, c)) if c != '\n' => escaped = c == '\\' && !escaped,
                // It was an apostrophe.
                _ => {
                    chars = ahead;
                    break;
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::Redactor;

    #[test]
    fn secrets_are_hidden() {
        let mut redactor = Redactor::default();
        for (text, expected) in [
            ("login(user='ann', password='hunter2!')", "login(user='ann', password=<redacted>)"),
            ("{'api_key': 'k-123456', 'n': 1}", "{'api_key': <redacted>, 'n': 1}"),
            ("auth_token = b'abc'\nx = 1", "auth_token = <redacted>\nx = 1"),
            ("self.secret=Box(3), y=2", "self.secret=<redacted>), y=2"),
            ("password == 'x'", "password == 'x'"),
            ("token=None", "token=None"),
            ("secrets.py:12  1 -> 2", "secrets.py:12  1 -> 2"),
            ("it's a token", "it's a token"),
            ("sent 'hunter2!' to", "sent '<redacted>' to"),
        ] {
            assert_eq!(redactor.text(text, false), expected);
        }
        assert_eq!(redactor.value("PASSWORD", "'open sesame'"), "<redacted>");
        assert_eq!(redactor.text("x = 'open sesame'", false), "x = '<redacted>'");
        assert_eq!(redactor.text("nothing -> 'a'", true), "nothing -> <redacted>");
    }
}
