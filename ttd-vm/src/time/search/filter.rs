//! Filters: the part of a `find` condition that events and registers can decide. What they cannot decide passes, and is
//! evaluated.

use std::cell::Cell;
use std::rc::Rc;

pub use ttd_code::{CmpOp, Literal, PlainExpr, plain_expression};

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
    /// What must hold besides, if it is a plain expression: it is evaluated where the comparisons do not decide.
    pub condition: Option<Rc<PlainExpr>>,
    /// What has come of the comparisons and the condition.
    pub notes: Rc<FilterNotes>,
    /// The words of the condition. In a function with a variable of such a name the word means the variable, which
    /// no test here knows about: all its events pass.
    pub words: Vec<String>,
    /// Whether depths of the matching events are wanted.
    pub depths: bool,
}

/// What a filter has found out on its way: why nothing may have passed.
#[derive(Debug, Default, PartialEq)]
pub struct FilterNotes {
    evaluated: Cell<bool>,
    undefined: Cell<Option<u64>>,
}

impl FilterNotes {
    /// Whether the condition had a value at an event.
    pub fn evaluated(&self) -> bool {
        self.evaluated.get()
    }

    /// The earliest known event that was rejected because a name did not exist there.
    pub fn undefined_at(&self) -> Option<u64> {
        self.undefined.get()
    }

    pub(super) fn note_evaluated(&self) {
        self.evaluated.set(true);
    }

    pub(super) fn note_undefined(&self, t: u64) {
        self.undefined.set(Some(self.undefined.get().map_or(t, |known| known.min(t))));
    }
}

impl Filter {
    /// Whether values decide about events.
    pub(super) fn reads_values(&self) -> bool {
        !self.values.is_empty() || self.condition.is_some()
    }

    /// Whether what is not in registers decides about events.
    pub(super) fn reads_heap(&self) -> bool {
        self.condition.is_some() || self.values.iter().any(|test| !test.path.is_empty())
    }
}
