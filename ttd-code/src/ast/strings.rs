//! Converts f-strings, t-strings and constants.

use std::sync::Arc;

use ruff_python_ast::{
    AnyStringFlags, ConversionFlag, Expr, ExprFString, ExprTString, FStringPart, InterpolatedStringElement, Number,
    StringFlags,
};
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::{Builder, Field, Node, boxed, node, text};
use crate::bytecode::code::Const;
use crate::compile::{Options, compile};
use crate::source::Mode;

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

    /// Returns a string's value in WTF-8. The parser puts U+FFFD in the place of a lone surrogate; the compiler knows
    /// what was meant, and gets the literal in the form `literal` makes of the range's text.
    fn wtf8(&self, range: TextRange, value: &str, literal: impl Fn(&str) -> String) -> Arc<[u8]> {
        let written = &self.source[range];
        if value.contains(char::REPLACEMENT_CHARACTER) && written.contains('\\') {
            let code = compile(&literal(written), "<literal>", Mode::Eval, Options::default());
            let texts = code.into_iter().flat_map(|code| code.consts.clone());
            let text = texts.filter_map(|c| if let Const::Str(text) = c { Some(text) } else { None }).next();
            return text.unwrap_or_else(|| value.as_bytes().into());
        }
        value.as_bytes().into()
    }

    /// Converts the parts of an f-string or t-string, merging adjacent literals.
    fn elements<'e>(
        &self,
        elements: impl Iterator<Item = &'e InterpolatedStringElement>,
        template: bool,
        flags: AnyStringFlags,
        out: &mut Vec<Field>,
    ) {
        for element in elements {
            match element {
                InterpolatedStringElement::Literal(l) => {
                    let prefix = if flags.is_raw_string() { "rf" } else { "f" };
                    let literal = |written: &str| format!("{prefix}{0}{written}{0}", flags.quote_str());
                    self.literal(l.range, &self.wtf8(l.range, &l.value, literal), out);
                }
                InterpolatedStringElement::Interpolation(i) => {
                    if let Some(debug) = &i.debug_text {
                        let start = i.range.start() + TextSize::from(1);
                        self.literal(
                            TextRange::at(start, TextSize::of(debug.as_str())),
                            debug.as_str().as_bytes(),
                            out,
                        );
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
                            self.elements(spec.elements.iter(), false, flags, &mut parts);
                            // Python's node begins with the colon.
                            let colon = spec.range.start() - TextSize::from(1);
                            let range = TextRange::new(colon, spec.range.end());
                            boxed(self.node_at("JoinedStr", range, vec![Field::List(parts)]))
                        }
                    };
                    let value = self.expr_field(&i.expression);
                    let conversion = Field::Int(conversion);
                    out.push(boxed(if template {
                        let source = Const::Str(self.source[i.expression.range()].as_bytes().into());
                        self.node_at("Interpolation", i.range, vec![value, Field::Const(source), conversion, spec])
                    } else {
                        self.node_at("FormattedValue", i.range, vec![value, conversion, spec])
                    }));
                }
            }
        }
    }

    fn literal(&self, range: TextRange, value: &[u8], out: &mut Vec<Field>) {
        if value.is_empty() {
            return;
        }
        if let Some(Field::Node(last)) = out.last_mut()
            && let Some(Field::Const(Const::Str(before))) = last.fields.first_mut()
        {
            *before = [before, value].concat().into();
            last.span =
                last.span.zip(self.span(range)).map(|(first, [_, _, line, column])| [first[0], first[1], line, column]);
            return;
        }
        out.push(boxed(self.constant(range, Const::Str(value.into()))));
    }

    pub(crate) fn fstring(&self, e: &ExprFString) -> Node {
        let mut parts = Vec::new();
        for part in e.value.iter() {
            match part {
                FStringPart::Literal(l) => {
                    self.literal(l.range, &self.wtf8(l.range, &l.value, str::to_owned), &mut parts);
                }
                FStringPart::FString(f) => self.elements(f.elements.iter(), false, f.flags.into(), &mut parts),
            }
        }
        self.node_at("JoinedStr", e.range, vec![Field::List(parts)])
    }

    pub(crate) fn tstring(&self, e: &ExprTString) -> Node {
        let mut parts = Vec::new();
        for part in e.value.iter() {
            self.elements(part.elements.iter(), true, part.flags.into(), &mut parts);
        }
        self.node_at("TemplateStr", e.range, vec![Field::List(parts)])
    }

    /// Converts an expression if it is a literal.
    pub(crate) fn literal_expr(&self, e: &Expr) -> Option<Node> {
        let range = e.range();
        Some(match e {
            Expr::StringLiteral(s) => {
                let value = self.wtf8(range, s.value.to_str(), |written| format!("({written})"));
                let mut made = self.constant(range, Const::Str(value));
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
