//! `raise` without an exception before a semicolon (`raise; x = 1`), which the parser refuses.
//!
//! Such a keyword becomes a name of the same length, and the name in the syntax tree a `raise` again.

use ruff_python_ast::token::{TokenKind, Tokens};
use ruff_python_ast::visitor::transformer::{Transformer, walk_stmt};
use ruff_python_ast::{AtomicNodeIndex, Expr, Mod, Stmt, StmtRaise};
use ruff_python_parser as parser;
use ruff_text_size::Ranged;

use crate::source::Mode;

const KEYWORD: &str = "raise";

/// Parses a source that the parser refused; `None` if it has no such statement, or other errors as well.
pub(crate) fn parse(source: &str, mode: Mode) -> Option<(Mod, Tokens)> {
    let may_apply = source.split(KEYWORD).skip(1).any(|after| after.trim_start_matches([' ', '\t']).starts_with(';'));
    if !may_apply {
        return None;
    }
    let name = (0..100).map(|n| format!("rai{n:02}")).find(|name| !source.contains(name.as_str()))?;
    let first = parser::parse_unchecked(source, mode.for_parser().into());
    let mut masked = source.to_string();
    for pair in first.tokens().windows(2) {
        if pair[0].kind() == TokenKind::Raise && pair[1].kind() == TokenKind::Semi {
            masked.replace_range(usize::from(pair[0].start())..usize::from(pair[0].end()), &name);
        }
    }
    let parsed = parser::parse(&masked, mode.for_parser().into()).ok()?;
    let tokens = parsed.tokens().clone();
    let mut tree = parsed.into_syntax();
    if let Mod::Module(module) = &mut tree {
        Unmask { name }.visit_body(&mut module.body);
    }
    Some((tree, tokens))
}

struct Unmask {
    name: String,
}

impl Transformer for Unmask {
    fn visit_stmt(&self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Expr(e) if matches!(&*e.value, Expr::Name(name) if name.id == self.name) => {
                let range = e.range;
                *stmt =
                    Stmt::Raise(StmtRaise { node_index: AtomicNodeIndex::default(), range, exc: None, cause: None });
            }
            _ => walk_stmt(self, stmt),
        }
    }
}
