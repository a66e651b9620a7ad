//! A write as observers see it: what it was made to, and the words that it replaced.

use crate::value::Value;

/// A write to a part of an object; later writes may follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecentWrite {
    /// The object written to.
    pub object: Value,
    /// The part written to.
    pub part: Part,
    /// The words replaced. Those of dicts are three per element (hash, key, value; the hash is 0 where only the value
    /// was replaced), those of sets two.
    pub old: Vec<u64>,
    /// The shape replaced, if the write recorded it.
    pub shape: Option<u32>,
}

/// A part of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The slots from this one on.
    Slots(usize),
    /// The elements from this one on.
    Elements {
        /// The position of the first.
        at: usize,
        /// The number of elements that replaced them; `None`: all up to the end.
        inserted: Option<usize>,
    },
}
