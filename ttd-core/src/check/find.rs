//! Finding an object by its allocation id.

use crate::check::numbered_walk::Visitor;
use crate::check::words::Describe;
use crate::heap::Heap;
use crate::object::Storage;
use crate::value::Value;

/// Compares every object on the way instead of hashing it.
struct Finder<'a> {
    heap: &'a Heap,
    alloc_id: u64,
    found: Option<Value>,
}

impl Visitor for Finder<'_> {
    const WORDS: bool = false;

    fn word(&mut self, _x: u64) {}

    fn object(&mut self, v: Value) -> bool {
        if self.heap.alloc_id(v) == self.alloc_id {
            self.found = Some(v);
        }
        self.found.is_none()
    }
}

impl Heap {
    /// Returns the object with this allocation id, if these roots reach it. Garbage is not found even before its cell
    /// is freed, so the answer does not depend on collections.
    pub fn find_by_alloc_id(&self, roots: &[Value], describe: &impl Describe, alloc_id: u64) -> Option<Value> {
        let finder = Finder { heap: self, alloc_id, found: None };
        self.walk_numbered(roots, describe, finder).found
    }
}

/// Collects every object on the way.
struct Collector(Vec<Value>);

impl Visitor for Collector {
    const WORDS: bool = false;

    fn word(&mut self, _x: u64) {}

    fn object(&mut self, v: Value) -> bool {
        self.0.push(v);
        true
    }
}

impl Heap {
    /// Returns all objects that these roots reach, in an order that is the same in every run.
    pub fn reached(&self, roots: &[Value], describe: &impl Describe) -> Vec<Value> {
        self.walk_numbered(roots, describe, Collector(Vec::new())).0
    }

    /// Returns what an object refers to, as often as it does, in its own order: of slots the objects only, because
    /// other values there may be counters; of containers all.
    pub fn referents(&self, v: Value) -> Vec<Value> {
        let storage = self.header(v).storage;
        match storage {
            Storage::Slots => self.slots(v).iter().copied().filter(|v| v.is_obj()).collect(),
            Storage::Tuple => self.tuple(v).to_vec(),
            Storage::List => self.list(v).to_vec(),
            Storage::Deque => self.deque_items(v),
            Storage::Dict | Storage::Set => {
                let (width, values) = if storage == Storage::Dict { (3, 1..3) } else { (2, 1..2) };
                let words = self.words(self.raw_vector(v, storage));
                let found = words.chunks_exact(width).flat_map(|entry| &entry[values.clone()]);
                found.map(|word| Value::from_raw(*word)).filter(|v| !v.is_unbound()).collect()
            }
            Storage::Free | Storage::Bytes | Storage::Boxed | Storage::Buffer => Vec::new(),
        }
    }
}
