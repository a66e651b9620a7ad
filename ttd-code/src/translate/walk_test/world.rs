//! The world that both machines of the walk test share: symbolic values, the log of effects, and the decisions.
//!
//! A value is a hash of the operation and the operands that it came from. An operation that a program can observe is an
//! *effect* and is logged. Whether it raises, and which way a branch goes, follows from a hash of the seed and the
//! number of effects before it, so that machines with equal effects decide equally.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::bytecode::code::Event;

/// A symbolic value.
pub(super) type Sym = u64;

/// The exception that an operation raised.
pub(super) struct Raised(pub(super) Sym);

/// One row of the log.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Row {
    /// An operation with its numbers and operands.
    Effect(&'static str, i64, Vec<Sym>),
    /// A branch on a value, and its outcome.
    Branch(Sym, bool),
    /// An event, with the values of all locals.
    Event(Event, Vec<Sym>),
}

/// The log and the decisions of one machine on one walk.
pub(super) struct World {
    seed: u64,
    raises: bool,
    limit: usize,
    /// What has happened so far.
    pub(super) log: Vec<Row>,
    bools: HashSet<Sym>,
    nots: HashMap<Sym, Sym>,
}

/// Returns the value of an operation on operands.
pub(super) fn sym(name: &str, number: i64, operands: &[Sym]) -> Sym {
    let mut hasher = DefaultHasher::new();
    (name, number, operands).hash(&mut hasher);
    hasher.finish()
}

/// NULL, the unbound value.
pub(super) fn null() -> Sym {
    sym("imm", 4, &[])
}

impl World {
    pub(super) fn new(seed: u64, limit: usize) -> Self {
        let raises = !seed.is_multiple_of(3);
        World { seed, raises, limit, log: Vec::new(), bools: HashSet::new(), nots: HashMap::new() }
    }

    /// Whether the walk has reached its limit.
    pub(super) fn done(&self) -> bool {
        self.log.len() >= self.limit
    }

    fn decide(&self, salt: u64) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.seed, self.log.len(), salt).hash(&mut hasher);
        hasher.finish()
    }

    /// Logs an operation that may raise, and returns its value.
    pub(super) fn effect(&mut self, name: &'static str, number: i64, operands: &[Sym]) -> Result<Sym, Raised> {
        let value = sym(name, number, &[operands, &[self.log.len() as u64]].concat());
        let raised = self.raises && self.decide(1).is_multiple_of(24);
        self.log.push(Row::Effect(name, number, operands.to_vec()));
        if raised { Err(Raised(sym("exception", 0, &[value]))) } else { Ok(value) }
    }

    /// Logs an operation that cannot raise, and returns its value.
    pub(super) fn infallible(&mut self, name: &'static str, number: i64, operands: &[Sym]) -> Sym {
        let value = sym(name, number, &[operands, &[self.log.len() as u64]].concat());
        self.log.push(Row::Effect(name, number, operands.to_vec()));
        value
    }

    /// Marks a value as a bool, whose truth test is no operation.
    pub(super) fn boolean(&mut self, value: Sym) -> Sym {
        self.bools.insert(value);
        value
    }

    /// Returns the truth of a value as a bool.
    pub(super) fn truth(&mut self, value: Sym) -> Result<Sym, Raised> {
        if self.bools.contains(&value) {
            return Ok(value);
        }
        let truth = self.effect("bool", 0, &[value])?;
        Ok(self.boolean(truth))
    }

    /// Returns the negation of a bool.
    pub(super) fn not(&mut self, value: Sym) -> Sym {
        let not = sym("not", 0, &[value]);
        self.nots.insert(not, value);
        self.boolean(not)
    }

    /// Decides a branch on a bool.
    pub(super) fn branch(&mut self, mut value: Sym) -> bool {
        let mut flip = false;
        while let Some(inner) = self.nots.get(&value) {
            value = *inner;
            flip = !flip;
        }
        let way = self.decide(2) % 8 < 4;
        self.log.push(Row::Branch(value, way));
        way != flip
    }

    /// Logs an event.
    pub(super) fn event(&mut self, event: Event, locals: &[Sym]) {
        self.log.push(Row::Event(event, locals.to_vec()));
    }
}
