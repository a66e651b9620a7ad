//! Finding an object by the number that it has at all times.

use crate::check::digest::{Describe, DigestSink};
use crate::heap::Heap;
use crate::value::Value;

/// Looks at every object on the way instead of hashing it.
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
    /// The object of this birth, if it can be reached from these roots. What cannot be reached is not there, even when
    /// its cell has not been freed yet: so the answer does not depend on when garbage is collected.
    pub fn find_by_alloc_id(&self, roots: &[Value], describe: &dyn Describe, birth: u64) -> Option<Value> {
        let seeker = Finder { heap: self, alloc_id: birth, found: None };
        self.digest_words(roots, describe, seeker).found
    }
}
