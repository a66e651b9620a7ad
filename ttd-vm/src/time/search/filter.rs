//! Filters: the part of a `find` condition that events and registers can decide. What they cannot decide passes, and is
//! evaluated.

pub use ttd_code::{CmpOp, Literal};
use ttd_core::value::Value;

use crate::ids;
use crate::log::Test;

/// The left side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The argument with this number, in the order of the signature.
    Argument(usize),
    /// What is returned or yielded.
    Returned,
    /// The variable of this name.
    Variable(String),
}

/// A comparison with a literal.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueTest {
    /// What stands on the left.
    pub subject: Subject,
    /// The attributes that are read from it, one from the other.
    pub path: Vec<String>,
    /// How they are compared.
    pub op: CmpOp,
    /// What stands on the right.
    pub literal: Literal,
}

/// A conjunction of tests on an event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Tests on the event alone.
    pub tests: Vec<Test>,
    /// Comparisons, in order of evaluation: the first that cannot be decided here lets the event pass.
    pub values: Vec<ValueTest>,
    /// The words of the condition. In a function with a variable of such a name the word means the variable, which
    /// no test here knows about: all its events pass.
    pub words: Vec<String>,
    /// Whether depths of the matching events are wanted.
    pub depths: bool,
}

impl Filter {
    /// Whether attributes are compared.
    pub(super) fn reads_attributes(&self) -> bool {
        self.values.iter().any(|test| !test.path.is_empty())
    }
}

/// The result of a comparison; `None` if it might run code of the program or raise. `text`: the bytes of a string.
pub(crate) fn decide<'a>(v: Value, how: CmpOp, with: &Literal, text: impl Fn(Value) -> &'a [u8]) -> Option<bool> {
    let same = match with {
        Literal::None => v == Value::NONE,
        Literal::Bool(b) => v == if *b { Value::TRUE } else { Value::FALSE },
        Literal::Str(with) => v.is(ids::STR) && text(v) == with.as_bytes(),
        _ => false,
    };
    match how {
        CmpOp::Is | CmpOp::IsNot if matches!(with, Literal::None | Literal::Bool(_)) => {
            return Some(same == (how == CmpOp::Is));
        }
        CmpOp::Eq | CmpOp::NotEq | CmpOp::Lt | CmpOp::LtE | CmpOp::Gt | CmpOp::GtE => {}
        _ => return None,
    }
    let order = match (number_of(v), number(with)) {
        (Some(one), Some(other)) => one.partial_cmp(&other),
        (Some(_), None) if matches!(with, Literal::None | Literal::Str(_)) => return equality(how, false),
        (None, Some(_)) if v == Value::NONE || v.is(ids::STR) => return equality(how, false),
        (None, None) if v == Value::NONE => return equality(how, same),
        (None, None) if v.is(ids::STR) => return equality(how, same),
        _ => return None,
    };
    Some(match how {
        CmpOp::Eq => order.is_some_and(|o| o.is_eq()),
        CmpOp::NotEq => order.is_none_or(|o| o.is_ne()),
        CmpOp::Lt => order.is_some_and(|o| o.is_lt()),
        CmpOp::LtE => order.is_some_and(|o| o.is_le()),
        CmpOp::Gt => order.is_some_and(|o| o.is_gt()),
        _ => order.is_some_and(|o| o.is_ge()),
    })
}

/// The result of `==` and `!=` for operands without an order.
fn equality(how: CmpOp, same: bool) -> Option<bool> {
    matches!(how, CmpOp::Eq | CmpOp::NotEq).then_some((how == CmpOp::Eq) == same)
}

/// The largest number up to which all whole numbers are floats as well.
const EXACT: i64 = 1 << 53;

fn number_of(v: Value) -> Option<f64> {
    match v {
        Value::TRUE => Some(1.0),
        Value::FALSE => Some(0.0),
        _ if v.is_int() => number(&Literal::Int(v.as_int())),
        _ => v.is_float().then(|| v.as_float()),
    }
}

fn number(literal: &Literal) -> Option<f64> {
    match literal {
        Literal::Int(n) => (-EXACT..=EXACT).contains(n).then_some(*n as f64),
        Literal::Float(f) => Some(*f),
        Literal::Bool(b) => Some(f64::from(u8::from(*b))),
        Literal::None | Literal::Str(_) => None,
    }
}
