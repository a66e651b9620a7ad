//! Filters: the part of a `find` condition that events and registers can decide. What they cannot decide passes, and is
//! evaluated.

pub use ttd_code::{CmpOp, Literal};

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
