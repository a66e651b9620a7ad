//! Words in which two states differ when their digests do, kept to find out where.

use crate::check::numbered_walk::Visitor;
use crate::check::words::Describe;
use crate::heap::Heap;
use crate::value::{T_OBJ, Value};

/// The words of everything that roots reach, in order, and the objects that they belong to.
#[derive(Default)]
pub struct DigestTrace {
    words: Vec<u64>,
    objects: Vec<(Value, usize)>,
}

/// The position of a word in the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TracePosition {
    /// The object that the word belongs to; `None` for the roots.
    pub object: Option<Value>,
    /// The index among the object's words: type, allocation id, then as `check::words` says. Word 0 of the
    /// roots is their number.
    pub word: usize,
}

/// The meaning of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A reference to this object.
    Object(Value),
    /// A value that is no reference, or a number.
    Raw(u64),
}

impl Visitor for DigestTrace {
    fn word(&mut self, x: u64) {
        self.words.push(x);
    }

    fn object(&mut self, v: Value) -> bool {
        self.objects.push((v, self.words.len()));
        true
    }
}

impl Heap {
    /// Returns what the digest is a hash of, as words in the order of a numbered walk.
    pub fn digest_trace(&self, roots: &[Value], describe: &impl Describe) -> DigestTrace {
        self.walk_numbered(roots, describe, DigestTrace::default())
    }
}

impl DigestTrace {
    /// Returns the index of the first word that differs.
    pub fn difference(&self, other: &DigestTrace) -> Option<usize> {
        let same = self.words.iter().zip(&other.words);
        match same.enumerate().find(|(_, (a, b))| a != b) {
            Some((at, _)) => Some(at),
            None if self.words.len() == other.words.len() => None,
            None => Some(self.words.len().min(other.words.len())),
        }
    }

    /// Returns the meaning of a word; `None` beyond the end.
    pub fn word(&self, at: usize) -> Option<Word> {
        let raw = *self.words.get(at)?;
        let number = raw.checked_sub(T_OBJ);
        let object = number.and_then(|n| self.objects.get(n as usize));
        Some(object.map_or(Word::Raw(raw), |(object, _)| Word::Object(*object)))
    }

    /// Returns the path from the roots to a word, by first references; its last position is the word itself.
    pub fn path(&self, at: usize) -> Vec<TracePosition> {
        let after = self.objects.partition_point(|(_, start)| *start <= at);
        let Some(number) = after.checked_sub(1) else {
            return vec![TracePosition { object: None, word: at }];
        };
        let (object, start) = self.objects[number];
        let reference = T_OBJ | number as u64;
        let first = self.words[..start].iter().position(|w| *w == reference);
        let mut path = first.map_or_else(Vec::new, |at| self.path(at));
        path.push(TracePosition { object: Some(object), word: at - start });
        path
    }
}
