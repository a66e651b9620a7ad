//! The names that the statements of a source text assign to, with the lines where these statements begin.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Alias, ExceptHandler, Expr, ExprContext, Stmt};
use ruff_source_file::LineIndex;
use ruff_text_size::{Ranged, TextSize};

/// Every name that a statement binds, and the line, from 1, where the statement begins; none for a text that does not
/// parse.
pub fn assigned_names(source: &str) -> Vec<(u32, String)> {
    let parse = std::panic::AssertUnwindSafe(|| ruff_python_parser::parse_module(source));
    let Ok(Ok(parsed)) = std::panic::catch_unwind(parse) else { return Vec::new() };
    let mut names = Names { lines: LineIndex::from_source_text(source), at: TextSize::default(), found: Vec::new() };
    for statement in &parsed.syntax().body {
        names.visit_stmt(statement);
    }
    names.found
}

struct Names {
    lines: LineIndex,
    /// Where the statement begins.
    at: TextSize,
    found: Vec<(u32, String)>,
}

impl Names {
    fn add(&mut self, name: &str) {
        let row = (self.lines.line_index(self.at).get() as u32, name.to_string());
        if !self.found.contains(&row) {
            self.found.push(row);
        }
    }
}

impl Visitor<'_> for Names {
    fn visit_stmt(&mut self, statement: &Stmt) {
        let before = std::mem::replace(&mut self.at, statement.range().start());
        match statement {
            Stmt::FunctionDef(function) => self.add(&function.name),
            Stmt::ClassDef(class) => self.add(&class.name),
            _ => {}
        }
        visitor::walk_stmt(self, statement);
        self.at = before;
    }

    fn visit_expr(&mut self, expression: &Expr) {
        match expression {
            Expr::Name(name) if name.ctx == ExprContext::Store => self.add(&name.id),
            // Their names are their own.
            Expr::ListComp(_) | Expr::SetComp(_) | Expr::DictComp(_) | Expr::Generator(_) | Expr::Lambda(_) => return,
            _ => {}
        }
        visitor::walk_expr(self, expression);
    }

    fn visit_alias(&mut self, alias: &Alias) {
        let name = alias.asname.as_ref().unwrap_or(&alias.name);
        self.add(name.split('.').next().unwrap_or_default());
    }

    fn visit_except_handler(&mut self, handler: &ExceptHandler) {
        let ExceptHandler::ExceptHandler(inner) = handler;
        let before = std::mem::replace(&mut self.at, inner.range().start());
        if let Some(name) = &inner.name {
            self.add(name);
        }
        visitor::walk_except_handler(self, handler);
        self.at = before;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_where_their_statements_begin() {
        let source = "\
import os.path, re as r
x, (y, *z) = (
    1, [2, 3])
for i in [k for k in x]:
    if (n := i): x.a = n
def f(a):
    b = lambda c: c
try: pass
except E as e: pass
";
        let rows: Vec<String> =
            assigned_names(source).into_iter().map(|(line, name)| format!("{line}{name}")).collect();
        assert_eq!(rows.join(" "), "1os 1r 2x 2y 2z 4i 5n 6f 7b 9e");
        assert!(assigned_names("x = (").is_empty());
    }
}
