//! The names that the patterns of `match` bind, and where in its subject their values are.

use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_python_ast::{Pattern, Stmt};
use ruff_text_size::{Ranged, TextRange};

use super::line_range;

/// A value inside the subject of a `match`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture<'s> {
    /// The subject.
    pub subject: &'s str,
    /// The way from it to the value.
    pub steps: Vec<CaptureStep<'s>>,
}

/// A step from an object to a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaptureStep<'s> {
    /// To the item under this key.
    Item(String),
    /// To an attribute.
    Attribute(&'s str),
    /// To the attribute that stands at this place in the `__match_args__` of a class, or, with a class that has none,
    /// to the object itself.
    Positional(&'s str, usize),
}

/// Returns what the `case` on line `line` binds a name to: several where it has alternatives.
pub fn captured<'s>(source: &'s str, line: u32, name: &str) -> Vec<Capture<'s>> {
    let Ok(parsed) = ruff_python_parser::parse_module(source) else { return Vec::new() };
    let mut finder = Captures { source, line: line_range(source, line), name, found: Vec::new() };
    parsed.syntax().body.iter().for_each(|stmt| finder.visit_stmt(stmt));
    finder.found
}

struct Captures<'s, 'n> {
    source: &'s str,
    line: TextRange,
    name: &'n str,
    found: Vec<Capture<'s>>,
}

impl<'v> Visitor<'v> for Captures<'_, '_> {
    fn visit_stmt(&mut self, stmt: &'v Stmt) {
        if let Stmt::Match(found) = stmt {
            for case in &found.cases {
                if self.line.intersect(case.pattern.range()).is_some() {
                    self.walk(&case.pattern, &found.subject.range(), &mut Vec::new());
                }
            }
        }
        walk_stmt(self, stmt);
    }
}

impl<'s> Captures<'s, '_> {
    fn walk(&mut self, pattern: &Pattern, subject: &TextRange, steps: &mut Vec<CaptureStep<'s>>) {
        let source = self.source;
        match pattern {
            Pattern::MatchAs(bound) => {
                if bound.name.as_ref().is_some_and(|name| name.as_str() == self.name) {
                    self.found.push(Capture { subject: &source[*subject], steps: steps.clone() });
                }
                bound.pattern.iter().for_each(|inner| self.walk(inner, subject, steps));
            }
            Pattern::MatchOr(either) => either.patterns.iter().for_each(|inner| self.walk(inner, subject, steps)),
            Pattern::MatchSequence(sequence) => {
                let parts = &sequence.patterns;
                let star = parts.iter().position(Pattern::is_match_star).unwrap_or(parts.len());
                for (at, inner) in parts.iter().enumerate() {
                    let key = if at < star { at.to_string() } else { format!("-{}", parts.len() - at) };
                    self.part(inner, CaptureStep::Item(key), subject, steps);
                }
            }
            Pattern::MatchMapping(mapping) => {
                for (key, inner) in mapping.keys.iter().zip(&mapping.patterns) {
                    self.part(inner, CaptureStep::Item(source[key.range()].to_string()), subject, steps);
                }
            }
            Pattern::MatchClass(class) => {
                for (at, inner) in class.arguments.patterns.iter().enumerate() {
                    self.part(inner, CaptureStep::Positional(&source[class.cls.range()], at), subject, steps);
                }
                for keyword in &class.arguments.keywords {
                    let step = CaptureStep::Attribute(&source[keyword.attr.range()]);
                    self.part(&keyword.pattern, step, subject, steps);
                }
            }
            Pattern::MatchValue(_) | Pattern::MatchSingleton(_) | Pattern::MatchStar(_) => {}
        }
    }

    fn part(&mut self, inner: &Pattern, step: CaptureStep<'s>, subject: &TextRange, steps: &mut Vec<CaptureStep<'s>>) {
        steps.push(step);
        self.walk(inner, subject, steps);
        steps.pop();
    }
}
