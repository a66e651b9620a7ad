//! `EXPR for NAME in ITERABLE`, cut into its parts.

/// The parts of a `for` clause behind an expression.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ForClause<'a> {
    pub(crate) expression: &'a str,
    pub(crate) target: &'a str,
    pub(crate) iterable: &'a str,
}

/// Cuts a text at its first `for`, and what follows at the first `in`, outside of brackets and string literals. `None`
/// if a part is missing.
pub(crate) fn for_clause(text: &str) -> Option<ForClause<'_>> {
    let (expression, rest) = cut_at_word(text, "for")?;
    let (target, iterable) = cut_at_word(rest, "in")?;
    let [expression, target, iterable] = [expression, target, iterable].map(str::trim);
    let is_whole = ![expression, target, iterable].contains(&"");
    is_whole.then_some(ForClause { expression, target, iterable })
}

/// Cuts a Python text at the first place where a word stands alone, outside of brackets and string literals.
fn cut_at_word<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let (mut depth, mut at) = (0, 0);
    let mut before = ' ';
    while let Some(c) = text[at..].chars().next() {
        match c {
            '\'' | '"' => {
                at += super::text::literal_len(&text[at..]);
                before = c;
                continue;
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        let rest = text[at..].strip_prefix(word).filter(|_| depth == 0 && !is_in_word(before));
        if let Some(rest) = rest.filter(|rest| !rest.starts_with(is_in_word)) {
            return Some((&text[..at], rest));
        }
        (before, at) = (c, at + c.len_utf8());
    }
    None
}

fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '.'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts() {
        let parts = |text| for_clause(text).map(|c| format!("{}|{}|{}", c.expression, c.target, c.iterable));
        assert_eq!(parts("x for x in range(5)").as_deref(), Some("x|x|range(5)"));
        assert_eq!(parts("[y for y in z][0] for a.b[0] in (1, 2)").as_deref(), Some("[y for y in z][0]|a.b[0]|(1, 2)"));
        assert_eq!(parts("' for ' + form for in_ in 'a in b'").as_deref(), Some("' for ' + form|in_|'a in b'"));
        assert_eq!(parts("x for d['in'] in a if b in c else e").as_deref(), Some("x|d['in']|a if b in c else e"));
        assert_eq!(parts("x for y"), None);
        assert_eq!(parts("for x in y"), None);
        assert_eq!(parts("x in y"), None);
    }
}
