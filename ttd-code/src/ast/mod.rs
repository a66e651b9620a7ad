//! Syntax trees as data, with the names and fields of Python's module `ast`.

mod build;
pub(crate) mod compile_tree;
mod expr;
mod kinds;
mod operators;
mod stmt;
mod strings;

pub use kinds::kind;

use ruff_python_ast::token::Tokens;
use ruff_python_ast::{Mod, ModExpression, ModModule};
use ruff_python_parser as parser;
use ruff_source_file::{PositionEncoding, SourceCode, SourceFileBuilder};
use ruff_text_size::TextRange;

use crate::bytecode::code::Const;
use crate::compile::{Options, bare_raise, compile};
use crate::source::nesting_limits::bracket_depth;
use crate::source::{Mode, SyntaxError};
use ttd_pyalgos::unicode::names::without_newer;

/// The value of a node's field.
#[derive(Clone, Debug, PartialEq)]
pub enum Field {
    /// Nothing.
    None,
    /// A name or a string.
    Text(String),
    /// A number.
    Int(i64),
    /// The value of a constant.
    Const(Const),
    /// Another node.
    Node(Box<Node>),
    /// A list.
    List(Vec<Field>),
}

/// A node.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The name of its class.
    pub kind: &'static str,
    /// Its fields, in the order of the class's `_fields`.
    pub fields: Vec<Field>,
    /// First line, first column, last line, column after the end; `None` for nodes without a position.
    pub span: Option<[u32; 4]>,
}

/// Parses a text.
///
/// # Errors
/// If it does not parse, with the compiler's error.
pub fn parse(source: &str, path: &str, mode: Mode, max_digits: Option<u32>) -> Result<Node, SyntaxError> {
    let source = source.replace("\r\n", "\n").replace('\r', "\n");
    let options = Options { max_digits, ..Options::default() };
    let general = |message: &str| SyntaxError::without_location(message.into(), path);
    let run = std::panic::AssertUnwindSafe(|| parser::parse(&source, mode.for_parser().into()));
    let (tree, tokens) = match std::panic::catch_unwind(run) {
        Ok(Ok(parsed)) => {
            let tokens = parsed.tokens().clone();
            (parsed.into_syntax(), tokens)
        }
        Ok(Err(_)) => match bare_raise::parse(&source, mode) {
            Some(parsed) => parsed,
            // The compiler words the error.
            None => {
                return Err(match compile(&source, path, mode, options) {
                    Err(error) => error,
                    Ok(_) => general("invalid syntax"),
                });
            }
        },
        Err(_) => return Err(general("internal error in the parser")),
    };
    let brackets = source.bytes().filter(|b| b"([{".contains(b)).count();
    let nested = brackets > 200 && bracket_depth(&source) > 200;
    if (nested || has_long_number(&source) || without_newer(&source).is_some())
        && let Err(error) = compile(&source, path, mode, options)
    {
        return Err(error);
    }
    let file = SourceFileBuilder::new(path, &*source).finish();
    let builder = Builder { text: file.to_source_code(), source: &source, tokens: &tokens };
    Ok(match &tree {
        Mod::Module(ModModule { body, .. }) if mode == Mode::Single => node("Interactive", vec![builder.body(body)]),
        Mod::Module(ModModule { body, .. }) => node("Module", vec![builder.body(body), Field::List(vec![])]),
        Mod::Expression(ModExpression { body, .. }) => node("Expression", vec![builder.expr_field(body)]),
    })
}

/// Whether there may be a number with more digits than Python converts.
fn has_long_number(source: &str) -> bool {
    let mut digits = 0;
    source.bytes().any(|b| {
        digits = if b.is_ascii_digit() || b == b'_' { digits + 1 } else { 0 };
        digits > 640
    })
}

/// Returns a node without a position.
fn node(kind: &'static str, fields: Vec<Field>) -> Node {
    Node { kind, fields, span: None }
}

fn boxed(node: Node) -> Field {
    Field::Node(Box::new(node))
}

fn text(s: impl AsRef<str>) -> Field {
    Field::Text(s.as_ref().to_owned())
}

/// Converts the parser's nodes.
struct Builder<'a> {
    text: SourceCode<'a, 'a>,
    source: &'a str,
    tokens: &'a Tokens,
}

impl Builder<'_> {
    fn span(&self, range: TextRange) -> Option<[u32; 4]> {
        let at = |offset| self.text.source_location(offset, PositionEncoding::Utf8);
        let (start, end) = (at(range.start()), at(range.end()));
        Some([
            start.line.get() as u32,
            start.character_offset.to_zero_indexed() as u32,
            end.line.get() as u32,
            end.character_offset.to_zero_indexed() as u32,
        ])
    }

    fn node_at(&self, kind: &'static str, range: TextRange, fields: Vec<Field>) -> Node {
        Node { kind, fields, span: self.span(range) }
    }
}
