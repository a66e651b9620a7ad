//! Converts f-strings, t-strings and constants.

use ruff_python_ast::{ConversionFlag, Expr, ExprFString, ExprTString, FStringPart, InterpolatedStringElement, Number};
use ruff_text_size::{Ranged, TextRange};

use super::{Builder, Field, Node, boxed, node, text};
use crate::bytecode::code::Const;

impl Builder<'_> {
    pub(crate) fn constant(&self, range: TextRange, value: Const) -> Node {
        self.node_at("Constant", range, vec![Field::Const(value), Field::None])
    }

    pub(crate) fn number(&self, range: TextRange, value: &Number) -> Node {
        let value = match value {
            Number::Int(i) => match i.as_i64() {
                Some(i) => Const::Int(i),
                None => big(&self.source[range]),
            },
            Number::Float(x) => Const::Float(*x),
            Number::Complex { real, imag } => Const::Complex(*real, *imag),
        };
        self.constant(range, value)
    }

    fn piece(&self, range: TextRange, value: &str) -> Field {
        boxed(self.constant(range, Const::Str(value.as_bytes().into())))
    }

    /// Converts the parts of an f-string or t-string, merging adjacent literals.
    fn elements<'e>(
        &self,
        elements: impl Iterator<Item = &'e InterpolatedStringElement>,
        template: bool,
        out: &mut Vec<Field>,
    ) {
        for element in elements {
            match element {
                InterpolatedStringElement::Literal(l) => self.literal(l.range, &l.value, out),
                InterpolatedStringElement::Interpolation(i) => {
                    if let Some(debug) = &i.debug_text {
                        self.literal(i.range, debug.as_str(), out);
                    }
                    let debugging = i.debug_text.is_some() && i.format_spec.is_none();
                    let conversion = match i.conversion {
                        ConversionFlag::None if debugging => i64::from(b'r'),
                        ConversionFlag::None => -1,
                        flag => flag.to_byte().map_or(-1, i64::from),
                    };
                    let spec = match &i.format_spec {
                        None => Field::None,
                        Some(spec) => {
                            let mut parts = Vec::new();
                            self.elements(spec.elements.iter(), false, &mut parts);
                            boxed(self.node_at("JoinedStr", spec.range, vec![Field::List(parts)]))
                        }
                    };
                    let value = self.expr_field(&i.expression);
                    let conversion = Field::Int(conversion);
                    out.push(boxed(if template {
                        let source = text(&self.source[i.expression.range()]);
                        self.node_at("Interpolation", i.range, vec![value, source, conversion, spec])
                    } else {
                        self.node_at("FormattedValue", i.range, vec![value, conversion, spec])
                    }));
                }
            }
        }
    }

    fn literal(&self, range: TextRange, value: &str, out: &mut Vec<Field>) {
        if value.is_empty() {
            return;
        }
        if let Some(Field::Node(last)) = out.last_mut()
            && let Some(Field::Const(Const::Str(before))) = last.fields.first_mut()
        {
            *before = [before, value.as_bytes()].concat().into();
            return;
        }
        out.push(self.piece(range, value));
    }

    pub(crate) fn fstring(&self, e: &ExprFString) -> Node {
        let mut parts = Vec::new();
        for part in e.value.iter() {
            match part {
                FStringPart::Literal(l) => self.literal(l.range, &l.value, &mut parts),
                FStringPart::FString(f) => self.elements(f.elements.iter(), false, &mut parts),
            }
        }
        self.node_at("JoinedStr", e.range, vec![Field::List(parts)])
    }

    pub(crate) fn tstring(&self, e: &ExprTString) -> Node {
        let mut parts = Vec::new();
        for part in e.value.iter() {
            self.elements(part.elements.iter(), true, &mut parts);
        }
        self.node_at("TemplateStr", e.range, vec![Field::List(parts)])
    }

    /// Converts an expression if it is a literal.
    pub(crate) fn literal_expr(&self, e: &Expr) -> Option<Node> {
        let range = e.range();
        Some(match e {
            Expr::StringLiteral(s) => {
                let mut made = self.constant(range, Const::Str(s.value.to_str().as_bytes().into()));
                if s.value.is_unicode() {
                    made.fields[1] = text("u");
                }
                made
            }
            Expr::BytesLiteral(b) => {
                let bytes: Vec<u8> = b.value.iter().flat_map(|part| part.value.iter().copied()).collect();
                self.constant(range, Const::Bytes(bytes.into()))
            }
            Expr::NumberLiteral(n) => self.number(range, &n.value),
            Expr::BooleanLiteral(b) => self.constant(range, Const::Bool(b.value)),
            Expr::NoneLiteral(_) => self.constant(range, Const::None),
            Expr::EllipsisLiteral(_) => self.constant(range, Const::Ellipsis),
            _ => return None,
        })
    }
}

/// Converts the text of an integer of more than 64 bits.
fn big(source: &str) -> Const {
    let digits: String = source.chars().filter(|c| *c != '_').collect();
    let lower = digits.to_ascii_lowercase();
    let (radix, digits) = match lower.get(..2) {
        Some("0x") => (16, &lower[2..]),
        Some("0o") => (8, &lower[2..]),
        Some("0b") => (2, &lower[2..]),
        _ => (10, &lower[..]),
    };
    let value = malachite_bigint::BigUint::parse_bytes(digits.as_bytes(), radix);
    Const::Big { negative: false, magnitude: value.map_or(Vec::new(), |v| v.to_bytes_le()) }
}

/// Returns a node without fields: a context or an operator.
pub(crate) fn bare(kind: &'static str) -> Field {
    boxed(node(kind, vec![]))
}
