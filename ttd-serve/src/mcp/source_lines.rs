//! Taking a source line apart, as far as asking about it needs.

/// What a line assigns to, if it is one thing, and the rest of the line.
pub(super) fn sides(line: &str) -> (Option<&str>, &str) {
    let is_assignment = |at: &usize| {
        let before = line[..*at].chars().last();
        !line[at + 1..].starts_with('=') && before.is_some_and(|c| !"=!<>:".contains(c))
    };
    let Some(at) = line.match_indices('=').map(|(at, _)| at).find(is_assignment) else { return (None, line) };
    let left = line[..at].trim_end();
    let target = left.trim_end_matches(['+', '-', '*', '/', '%', '|', '&', '^', '@']).trim_end();
    let is_place = !target.is_empty() && target.chars().all(|c| c.is_alphanumeric() || "_.[]'\"".contains(c));
    match is_place {
        // What a line adds to is among what it is made of.
        true if target.len() < left.len() => (Some(target), line),
        true => (Some(target), &line[at + 1..]),
        false => (None, line),
    }
}

/// The variables and attributes that a line mentions, also in formatted strings. Of a method that is called it is the
/// object; functions that are called are left out.
pub(super) fn names(line: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    let (mut at, mut text) = (0, Text::Code);
    while let Some(c) = line[at..].chars().next() {
        match text {
            Text::Plain(quote) | Text::Formatted(quote) if c == quote => text = Text::Code,
            Text::Formatted(quote) if c == '{' => text = Text::Field(quote),
            Text::Field(quote) if c == '}' || c == ':' => text = Text::Formatted(quote),
            Text::Code if c == '"' || c == '\'' => {
                let is_formatted = line[..at].ends_with(['f', 'F']);
                text = if is_formatted { Text::Formatted(c) } else { Text::Plain(c) };
            }
            Text::Code if c == '#' => break,
            Text::Code | Text::Field(_) if c.is_alphabetic() || c == '_' => {
                let name = name_at(&line[at..]);
                // Behind a bracket or a number it is an attribute.
                let is_attribute = line[..at].trim_end().ends_with('.');
                if !is_attribute {
                    note(name, &line[at + name.len()..], &mut found);
                }
                at += name.len();
                continue;
            }
            _ => {}
        }
        at += c.len_utf8();
    }
    found
}

/// What a place in a line belongs to.
#[derive(Clone, Copy)]
enum Text {
    Code,
    /// A string, with its quote.
    Plain(char),
    /// A formatted string.
    Formatted(char),
    /// An expression in a formatted string.
    Field(char),
}

/// The name at the beginning of a text, with its attributes.
fn name_at(text: &str) -> &str {
    let in_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    &text[..text.find(|c| !in_name(c)).unwrap_or(text.len())]
}

/// Notes a name, if it is none of a function that is called.
fn note<'a>(name: &'a str, behind: &str, found: &mut Vec<&'a str>) {
    let object = match behind.starts_with('(') {
        true => name.rsplit_once('.').map_or("", |(object, _)| object),
        // The prefix of a string.
        false if behind.starts_with(['"', '\'']) => "",
        false => name,
    };
    if !object.is_empty() && !found.contains(&object) {
        found.push(object);
    }
}

/// The line of a class body that defines a name, with its number.
pub(super) fn in_class_body<'a>(source: &'a str, class_line: usize, name: &str) -> Option<(usize, &'a str)> {
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let mut lines = source.lines().enumerate().skip(class_line.checked_sub(1)?);
    let outer = indentation(lines.next()?.1);
    let body = lines.take_while(|(_, line)| line.trim().is_empty() || indentation(line) > outer);
    let is_definition = |line: &str| name_at(line) == name && line[name.len()..].trim_start().starts_with(['=', ':']);
    let mut found = body.filter(|(_, line)| is_definition(line.trim_start()));
    found.next().map(|(at, line)| (at + 1, line.trim()))
}

#[cfg(test)]
mod tests {
    use super::{in_class_body, names, sides};

    #[test]
    fn lines_are_taken_apart() {
        assert_eq!(sides("x = a + b"), (Some("x"), " a + b"));
        assert_eq!(sides("self.total += x"), (Some("self.total"), "self.total += x"));
        assert_eq!(sides("return a == b"), (None, "return a == b"));
        assert_eq!(sides("f(x=1)"), (None, "f(x=1)"));
        assert_eq!(sides("a, b = c"), (None, "a, b = c"));
    }

    #[test]
    fn names_are_found() {
        let line = "new = self.accounts[name] + f(\"x y\") + m.g(k)  # z";
        assert_eq!(names(line), ["new", "self.accounts", "name", "m", "k"]);
        assert_eq!(
            names("return f\"{start}-{end}: {length:>9} {unit}\""),
            ["return", "start", "end", "length", "unit"]
        );
        assert_eq!(names("y = type(o).name + [p][0].name"), ["y", "o", "p"]);
        let source = "class A:\n    x = 1\n    def x_(self):\n        y = 2\n\nx = 3\n";
        assert_eq!(in_class_body(source, 1, "x"), Some((2, "x = 1")));
        assert_eq!(in_class_body(source, 1, "z"), None);
    }
}
