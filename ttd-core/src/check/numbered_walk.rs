//! A walk over all objects that roots reach, breadth first, with the objects numbered in the order in which they are
//! met: the same in every run.

use crate::check::numbering::Numbering;
use crate::check::words::{Describe, WordSink, object_words};
use crate::heap::Heap;
use crate::memory::arena::BLOCK;
use crate::memory::pool::prefetch;
use crate::memory::size_classes::UNIT;
use crate::value::{T_OBJ, Value};

/// The distance, in objects, at which headers are prefetched.
pub(crate) const AHEAD: usize = 8;

/// What is done on the way.
pub(crate) trait Visitor {
    /// Whether words matter, and not only objects.
    const WORDS: bool = true;
    /// Receives the next word; a reference is `T_OBJ` plus the number of the object.
    fn word(&mut self, x: u64);
    /// Announces the words of this object; `false` ends the walk.
    fn object(&mut self, v: Value) -> bool;
}

struct Walk<V> {
    visitor: V,
    /// The number of each cell's object, if it was met.
    numbers: Numbering,
    order: Vec<Value>,
}

impl<V: Visitor> WordSink for Walk<V> {
    const WORDS: bool = V::WORDS;

    #[inline]
    fn word(&mut self, x: u64) {
        self.visitor.word(x);
    }

    #[inline]
    fn value(&mut self, v: Value) {
        if !v.is_obj() {
            return self.visitor.word(v.raw());
        }
        let (number, is_new) = self.numbers.of(v.index());
        if is_new {
            self.order.push(v);
        }
        self.visitor.word(T_OBJ | number as u64);
    }
}

impl Heap {
    /// The number of cells that there may be: one more than the greatest index.
    pub(crate) fn cell_limit(&self) -> usize {
        self.arena.block_count() * (BLOCK / UNIT)
    }

    /// Passes everything that these roots reach to the visitor: their number, they themselves, then the words of each
    /// object.
    pub(crate) fn walk_numbered<V: Visitor>(&self, roots: &[Value], describe: &impl Describe, visitor: V) -> V {
        let mut walk = Walk { visitor, numbers: Numbering::begin(self.cell_limit()), order: Vec::new() };
        walk.word(roots.len() as u64);
        walk.values(roots);
        let mut next = 0;
        while next < walk.order.len() {
            let v = walk.order[next];
            if let Some(later) = walk.order.get(next + AHEAD) {
                prefetch(self.cell_at(later.index()));
            }
            if !walk.visitor.object(v) {
                break;
            }
            object_words(self, describe, v, &mut walk);
            next += 1;
        }
        walk.numbers.end();
        walk.visitor
    }
}
