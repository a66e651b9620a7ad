//! Plain values: what can be compared and calculated with without running code of the program.

use std::cmp::Ordering;

use ttd_code::{CmpOp, Literal, Operator};
use ttd_core::value::Value;

use crate::{Vm, ids};

/// The largest number up to which all whole numbers are floats as well.
const EXACT: i64 = 1 << 53;

/// A value as far as comparisons need it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Plain<'e> {
    None,
    Bool(bool),
    Int(i64),
    Float(f64),
    /// A string of the program.
    Str(Value),
    /// A string of the expression.
    Text(&'e str),
    /// Any other object.
    Object(Value),
}

impl<'e> From<&'e Literal> for Plain<'e> {
    fn from(literal: &'e Literal) -> Plain<'e> {
        match literal {
            Literal::None => Plain::None,
            Literal::Bool(b) => Plain::Bool(*b),
            Literal::Int(n) => Plain::Int(*n),
            Literal::Float(f) => Plain::Float(*f),
            Literal::Str(text) => Plain::Text(text),
        }
    }
}

impl From<Value> for Plain<'_> {
    fn from(v: Value) -> Self {
        match v {
            Value::NONE => Plain::None,
            Value::TRUE => Plain::Bool(true),
            Value::FALSE => Plain::Bool(false),
            _ if v.is_int() => Plain::Int(v.as_int()),
            _ if v.is_float() => Plain::Float(v.as_float()),
            _ if v.is(ids::STR) => Plain::Str(v),
            _ => Plain::Object(v),
        }
    }
}

impl Plain<'_> {
    fn whole(self) -> Option<i64> {
        match self {
            Plain::Bool(b) => Some(i64::from(b)),
            Plain::Int(n) => Some(n),
            _ => None,
        }
    }

    fn number(self) -> Option<f64> {
        match (self, self.whole()) {
            (Plain::Float(f), _) => Some(f),
            (_, Some(n)) => (-EXACT..=EXACT).contains(&n).then_some(n as f64),
            _ => None,
        }
    }

    fn is_number(self) -> bool {
        matches!(self, Plain::Bool(_) | Plain::Int(_) | Plain::Float(_))
    }

    fn bytes<'b>(&'b self, text: &impl Fn(Value) -> &'b [u8]) -> Option<&'b [u8]> {
        match self {
            Plain::Str(v) => Some(text(*v)),
            Plain::Text(t) => Some(t.as_bytes()),
            _ => None,
        }
    }

    /// The result of a comparison other than `in`; `None` if it might run code of the program or raise. `text`: the
    /// bytes of a string.
    pub(crate) fn compare<'b>(&'b self, how: CmpOp, with: &'b Self, text: impl Fn(Value) -> &'b [u8]) -> Option<bool> {
        match how {
            CmpOp::Is | CmpOp::IsNot => return Some(self.is_same(with)? == (how == CmpOp::Is)),
            CmpOp::In | CmpOp::NotIn => return None,
            _ => {}
        }
        if matches!(self, Plain::Object(_)) || matches!(with, Plain::Object(_)) {
            return None;
        }
        let order = match (self.bytes(&text), with.bytes(&text)) {
            (Some(one), Some(other)) => Some(one.cmp(other)),
            _ if self.is_number() && with.is_number() => match (self.whole(), with.whole()) {
                (Some(one), Some(other)) => Some(one.cmp(&other)),
                _ => self.number()?.partial_cmp(&with.number()?),
            },
            // Of different kinds, or both None: without an order.
            _ => {
                let same = matches!((self, with), (Plain::None, Plain::None));
                return matches!(how, CmpOp::Eq | CmpOp::NotEq).then_some((how == CmpOp::Eq) == same);
            }
        };
        Some(match how {
            CmpOp::Eq => order == Some(Ordering::Equal),
            CmpOp::NotEq => order != Some(Ordering::Equal),
            CmpOp::Lt => order.is_some_and(Ordering::is_lt),
            CmpOp::LtE => order.is_some_and(Ordering::is_le),
            CmpOp::Gt => order.is_some_and(Ordering::is_gt),
            _ => order.is_some_and(Ordering::is_ge),
        })
    }

    /// Whether both are the same object; `None` for numbers and texts, of which there may be several that are equal.
    fn is_same(&self, with: &Self) -> Option<bool> {
        match (self, with) {
            (Plain::None, Plain::None) => Some(true),
            (Plain::Bool(one), Plain::Bool(other)) => Some(one == other),
            (Plain::None | Plain::Bool(_), _) | (_, Plain::None | Plain::Bool(_)) => Some(false),
            (Plain::Object(one), Plain::Object(other)) => Some(one == other),
            (Plain::Object(_), _) | (_, Plain::Object(_)) => Some(false),
            _ => None,
        }
    }

    /// The result of an operation on numbers; `None` if it raises, or is no 64-bit integer and no float.
    pub(super) fn calculate(self, op: Operator, with: Self) -> Option<Self> {
        if let (Some(one), Some(other)) = (self.whole(), with.whole()) {
            let floor = |n: i64, d: i64| (n.checked_rem(d)? != 0 && (n < 0) != (d < 0)).then_some(1).or(Some(0));
            return match op {
                Operator::Add => one.checked_add(other).map(Plain::Int),
                Operator::Sub => one.checked_sub(other).map(Plain::Int),
                Operator::Mult => one.checked_mul(other).map(Plain::Int),
                Operator::FloorDiv => Some(Plain::Int(one.checked_div(other)? - floor(one, other)?)),
                Operator::Mod => Some(Plain::Int(one.checked_rem(other)? + floor(one, other)? * other)),
                _ => None,
            };
        }
        let (one, other) = (self.number()?, with.number()?);
        match op {
            Operator::Add => Some(Plain::Float(one + other)),
            Operator::Sub => Some(Plain::Float(one - other)),
            Operator::Mult => Some(Plain::Float(one * other)),
            Operator::Div if other != 0.0 => Some(Plain::Float(one / other)),
            _ => None,
        }
    }
}

impl Vm {
    /// Whether a plain value is true; `None` if only code of the program can say.
    pub(super) fn truth_of_plain(&self, plain: Plain<'_>) -> Option<bool> {
        match plain {
            Plain::None => Some(false),
            Plain::Bool(b) => Some(b),
            Plain::Int(n) => Some(n != 0),
            // The others are no literals.
            Plain::Float(f) if !f.is_finite() => None,
            Plain::Float(f) => Some(f != 0.0),
            Plain::Text(text) => Some(!text.is_empty()),
            Plain::Str(v) | Plain::Object(v) => self.plain_truth(v),
        }
    }

    /// The repr of a plain value, which gives the value again; `None` for an object.
    pub(super) fn repr_of_plain(&self, plain: Plain<'_>) -> Option<String> {
        let quoted = |text: &[u8]| String::from_utf8(ttd_pyalgos::text::quote::str_repr(text)).ok();
        match plain {
            Plain::None => Some("None".into()),
            Plain::Bool(b) => Some(if b { "True" } else { "False" }.into()),
            Plain::Int(n) => Some(n.to_string()),
            Plain::Float(f) => Some(ttd_pyalgos::text::quote::float_text(f)),
            Plain::Text(text) => quoted(text.as_bytes()),
            Plain::Str(v) => quoted(self.heap.bytes(v)),
            Plain::Object(_) => None,
        }
    }
}
