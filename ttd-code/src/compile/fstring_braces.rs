//! Corrects doubled braces in f-strings that contain surrogates.
//!
//! If the literal text of an f-string contains a replacement character, the front end reads the text again from the
//! source, because a lone surrogate may be meant, and this time keeps doubled braces doubled. Such a literal is split
//! in the syntax tree so that no part has both braces of a pair; the front end joins the parts again.

use std::cell::Cell;

use ruff_python_ast::visitor::transformer::{Transformer, walk_body, walk_f_string};
use ruff_python_ast::{FString, InterpolatedStringElement, InterpolatedStringLiteralElement, Mod};
use ruff_text_size::{TextRange, TextSize};

/// Whether a source may contain such a literal.
pub(crate) fn may_apply(source: &str) -> bool {
    let replaced = ["\\u", "\\U", "\\N", "\u{fffd}"];
    (source.contains("{{") || source.contains("}}")) && replaced.iter().any(|r| source.contains(r))
}

/// Splits the literals that need it; true if there were any.
pub(crate) fn split(tree: &mut Mod, source: &str) -> bool {
    let splitting = LiteralSplitter { source, was_split: Cell::new(false) };
    match tree {
        Mod::Module(module) => walk_body(&splitting, &mut module.body),
        Mod::Expression(expression) => splitting.visit_expr(&mut expression.body),
    }
    splitting.was_split.get()
}

struct LiteralSplitter<'a> {
    source: &'a str,
    was_split: Cell<bool>,
}

impl Transformer for LiteralSplitter<'_> {
    fn visit_f_string(&self, text: &mut FString) {
        walk_f_string(self, text);
        let raw = text.flags.prefix().is_raw();
        let mut elements = Vec::with_capacity(text.elements.len());
        for element in &text.elements {
            match element {
                InterpolatedStringElement::Literal(literal) if literal.value.contains(char::REPLACEMENT_CHARACTER) => {
                    elements.extend(self.parts(literal, raw));
                }
                other => elements.push(other.clone()),
            }
        }
        text.elements = elements.into();
    }
}

impl LiteralSplitter<'_> {
    fn parts(&self, literal: &InterpolatedStringLiteralElement, raw: bool) -> Vec<InterpolatedStringElement> {
        let written = &self.source[literal.range];
        let parts = without_second_braces(written.as_bytes(), raw);
        let whole = parts.iter().map(|(from, to)| to - from).sum::<usize>() == written.len();
        self.was_split.set(self.was_split.get() || !whole);
        let part = |(from, to): (usize, usize)| {
            let place = |at: usize| literal.range.start() + TextSize::new(at as u32);
            InterpolatedStringElement::Literal(InterpolatedStringLiteralElement {
                range: TextRange::new(place(from), place(to)),
                node_index: literal.node_index.clone(),
                // This value makes the front end read the part from the source.
                value: char::REPLACEMENT_CHARACTER.to_string().into(),
            })
        };
        parts.into_iter().map(part).collect()
    }
}

/// Returns the parts of a text that remain without the second braces of pairs.
fn without_second_braces(text: &[u8], raw: bool) -> Vec<(usize, usize)> {
    let (mut parts, mut from, mut at) = (Vec::new(), 0, 0);
    while at < text.len() {
        match text[at] {
            // A character's name is in braces of its own.
            b'\\' if !raw && text[at + 1..].starts_with(b"N{") => {
                let name = text[at..].iter().position(|b| *b == b'}');
                at = name.map_or(text.len(), |end| at + end + 1);
            }
            b'\\' if !raw && !matches!(text.get(at + 1), Some(b'{' | b'}')) => at += 2,
            b'{' | b'}' if text.get(at + 1) == Some(&text[at]) => {
                parts.push((from, at + 1));
                (from, at) = (at + 2, at + 2);
            }
            _ => at += 1,
        }
    }
    if from < text.len() {
        parts.push((from, text.len()));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts() {
        let parts = |text: &str| {
            let found = without_second_braces(text.as_bytes(), false);
            found.iter().map(|(from, to)| text[*from..*to].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(parts("a{{b}}"), ["a{", "b}"]);
        assert_eq!(parts("\\N{BULLET}}}\\ud800{{"), ["\\N{BULLET}}", "\\ud800{"]);
        assert_eq!(parts("\\{{x"), ["\\{", "x"]);
        assert_eq!(parts("{{{{"), ["{", "{"]);
        assert_eq!(parts("\\ud800{{"), ["\\ud800{"]);
        assert_eq!(parts("plain\\"), ["plain\\"]);
    }
}
