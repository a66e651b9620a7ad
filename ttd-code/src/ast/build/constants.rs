//! Builds constants.

use std::str::FromStr;
use std::sync::Arc;

use malachite_bigint::{BigInt, BigUint, Sign};
use ruff_python_ast::{
    BytesLiteral, BytesLiteralFlags, BytesLiteralValue, ConstantValue, Expr, ExprBooleanLiteral, ExprBytesLiteral,
    ExprConstant, ExprEllipsisLiteral, ExprNoneLiteral, ExprNumberLiteral, ExprStringLiteral, Int, Number,
    StringLiteral, StringLiteralFlags, StringLiteralValue,
};
use ruff_text_size::TextRange;

use super::super::{Field, Node};
use super::{Builder, index};
use crate::bytecode::code::{Code, Const};

/// Stands around the numbers of hidden strings. A string that has it is hidden itself.
const MARK: char = '\u{f8ff}';

/// Strings with lone surrogates, which the front end's tree cannot hold, by the number of the text in their place.
#[derive(Default)]
pub(crate) struct Hidden(Vec<Arc<[u8]>>);

impl Hidden {
    /// Puts the strings back into a code object, and into those in it.
    pub(crate) fn restore(&self, code: Arc<Code>) -> Arc<Code> {
        if self.0.is_empty() { code } else { Arc::new(self.restored(Code::clone(&code))) }
    }

    fn restored(&self, mut code: Code) -> Code {
        code.consts.iter_mut().for_each(|constant| self.restore_in(constant));
        code
    }

    fn restore_in(&self, constant: &mut Const) {
        match constant {
            // The front end joins constants, so a string may be a part of another.
            Const::Str(text) => {
                let Some(shown) = std::str::from_utf8(text).ok().filter(|shown| shown.contains(MARK)) else { return };
                let mut out = Vec::new();
                for (i, part) in shown.split(MARK).enumerate() {
                    match part.parse::<usize>().ok().filter(|_| i % 2 == 1).and_then(|n| self.0.get(n)) {
                        Some(hidden) => out.extend_from_slice(hidden),
                        None => out.extend_from_slice(part.as_bytes()),
                    }
                }
                *text = out.into();
            }
            Const::Tuple(items) | Const::FrozenSet(items) => items.iter_mut().for_each(|item| self.restore_in(item)),
            Const::Code(inner) => *inner = Arc::new(self.restored(Code::clone(inner))),
            _ => {}
        }
    }
}

/// A string that the front end does not read again from the source: as it does where a surrogate may be meant.
pub(super) fn plain(text: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(text).ok()?;
    (!text.contains([char::REPLACEMENT_CHARACTER, MARK])).then_some(text)
}

impl Builder<'_> {
    pub(super) fn constant(&self, made: &Node) -> Option<Expr> {
        let (range, node_index) = (self.range(made), index());
        let Field::Const(constant) = &made.fields[0] else { return None };
        let number = |value| Some(Expr::NumberLiteral(ExprNumberLiteral { node_index: index(), range, value }));
        match constant {
            Const::None => Some(Expr::NoneLiteral(ExprNoneLiteral { node_index, range })),
            Const::Ellipsis => Some(Expr::EllipsisLiteral(ExprEllipsisLiteral { node_index, range })),
            Const::Bool(value) => Some(Expr::BooleanLiteral(ExprBooleanLiteral { node_index, range, value: *value })),
            Const::Int(n) if *n >= 0 => number(Number::Int(Int::from_str(&n.to_string()).ok()?)),
            Const::Big { negative: false, magnitude } => {
                let digits = BigUint::from_bytes_le(magnitude).to_str_radix(16);
                number(Number::Int(Int::from_str_radix(&digits, 16, &format!("0x{digits}")).ok()?))
            }
            Const::Float(x) => number(Number::Float(*x)),
            Const::Complex(real, imag) => number(Number::Complex { real: *real, imag: *imag }),
            Const::Bytes(bytes) => {
                let (value, flags) = (bytes[..].into(), BytesLiteralFlags::empty());
                let value = BytesLiteralValue::single(BytesLiteral { range, node_index, value, flags });
                Some(Expr::BytesLiteral(ExprBytesLiteral { node_index: index(), range, value }))
            }
            Const::Str(text) if plain(text).is_some() => {
                let literal = self.literal(plain(text)?, range);
                let value = StringLiteralValue::single(literal);
                Some(Expr::StringLiteral(ExprStringLiteral { node_index, range, value }))
            }
            other => {
                let value = self.constant_value(other)?;
                Some(Expr::Constant(ExprConstant { node_index, range, value, kind: None, invalid_type: None }))
            }
        }
    }

    pub(super) fn literal(&self, text: &str, range: TextRange) -> StringLiteral {
        StringLiteral { range, node_index: index(), value: text.into(), flags: StringLiteralFlags::empty() }
    }

    pub(super) fn constant_value(&self, constant: &Const) -> Option<ConstantValue> {
        let all = |items: &[Const]| items.iter().map(|item| self.constant_value(item)).collect::<Option<Vec<_>>>();
        Some(match constant {
            Const::None => ConstantValue::None,
            Const::Ellipsis => ConstantValue::Ellipsis,
            Const::Bool(value) => ConstantValue::Boolean(*value),
            Const::Int(n) => ConstantValue::Integer(n.to_string().into()),
            Const::Big { negative, magnitude } => {
                let sign = if *negative { Sign::Minus } else { Sign::Plus };
                ConstantValue::Integer(BigInt::from_bytes_le(sign, magnitude).to_string().into())
            }
            Const::Float(x) => ConstantValue::Float(*x),
            Const::Complex(real, imag) => ConstantValue::Complex { real: *real, imag: *imag },
            Const::Str(text) => match std::str::from_utf8(text).ok().filter(|text| !text.contains(MARK)) {
                Some(text) => ConstantValue::Str(text.into()),
                None => ConstantValue::Str(self.hide(text).into()),
            },
            Const::Bytes(bytes) => ConstantValue::Bytes(bytes[..].into()),
            Const::Tuple(items) => ConstantValue::Tuple(all(items)?),
            Const::FrozenSet(items) => ConstantValue::Frozenset(all(items)?),
            Const::Slice(_) | Const::Code(_) => return None,
        })
    }

    /// The text that stands for a string.
    fn hide(&self, text: &Arc<[u8]>) -> String {
        let hidden = &mut self.hidden.borrow_mut().0;
        let known = hidden.iter().position(|known| known == text);
        let number = known.unwrap_or_else(|| {
            hidden.push(text.clone());
            hidden.len() - 1
        });
        format!("{MARK}{number}{MARK}")
    }
}
