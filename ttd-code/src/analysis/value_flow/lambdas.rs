//! The bodies of lambdas, which run on a line but at another time than the rest of it.

use ruff_python_ast::Expr;
use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_text_size::{Ranged, TextRange};

use super::line_range;

/// A text that has, at the same places, nothing but the bodies of the lambdas that begin on line `line` of a source, as
/// one expression. `None` if there are none.
pub fn bodies_alone(source: &str, line: u32) -> Option<String> {
    let parsed = ruff_python_parser::parse_module(source).ok()?;
    let mut bodies = Bodies { line: line_range(source, line), found: Vec::new() };
    parsed.syntax().body.iter().for_each(|stmt| bodies.visit_stmt(stmt));
    let first = *bodies.found.first()?;
    let mut alone: Vec<u8> = source.bytes().map(|byte| if byte == b'\n' { byte } else { b' ' }).collect();
    for body in &bodies.found {
        let range = usize::from(body.start())..usize::from(body.end());
        alone[range.clone()].copy_from_slice(&source.as_bytes()[range.clone()]);
        // At least the beginning of the next one stands between.
        if let Some(behind) = alone.get_mut(range.end).filter(|byte| **byte != b'\n') {
            *behind = b',';
        }
    }
    let start = source[..usize::from(first.start())].rfind('\n').map_or(0, |at| at + 1);
    alone[start] = b'(';
    let end = usize::from(bodies.found.last()?.end());
    if alone.get(end) == Some(&b',') {
        alone[end] = b')'
    } else {
        alone.insert(end, b')')
    }
    String::from_utf8(alone).ok()
}

struct Bodies {
    line: TextRange,
    found: Vec<TextRange>,
}

impl<'v> Visitor<'v> for Bodies {
    fn visit_expr(&mut self, expr: &'v Expr) {
        if let Expr::Lambda(lambda) = expr
            && self.line.contains(lambda.start())
        {
            // One inside another runs later still.
            return self.found.push(lambda.body.range());
        }
        walk_expr(self, expr);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_keep_their_places() {
        assert_eq!(bodies_alone("x = 1\nf = lambda v: g(v)", 2).as_deref(), Some("     \n(             g(v))"));
        let two = bodies_alone("f(lambda: a, lambda b: [b])\n", 1);
        assert_eq!(two.as_deref(), Some("(         a,           [b])\n"));
        assert_eq!(bodies_alone("x = 1\n", 1), None);
    }
}
