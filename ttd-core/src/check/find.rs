//! Finding an object by its allocation id.

use crate::check::digest::{Describe, DigestSink};
use crate::heap::Heap;
use crate::value::Value;

/// Compares every object on the way instead of hashing it.
struct Finder<'a> {
    heap: &'a Heap,
    alloc_id: u64,
    found: Option<Value>,
}

impl DigestSink for Finder<'_> {
    fn word(&mut self, _x: u64) {}

    fn object(&mut self, v: Value) {
        if self.heap.alloc_id(v) == self.alloc_id {
            self.found = Some(v);
        }
    }
}

impl Heap {
    /// Returns the object with this allocation id, if these roots reach it. Garbage is not found even before its cell
    /// is freed, so the answer does not depend on collections.
    pub fn find_by_alloc_id(&self, roots: &[Value], describe: &dyn Describe, alloc_id: u64) -> Option<Value> {
        let finder = Finder { heap: self, alloc_id, found: None };
        self.digest_words(roots, describe, finder).found
    }
}
