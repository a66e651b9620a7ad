//! Dropping checkpoints merges segments. Here a few small containers change in a few places, with many checkpoints of
//! which most are dropped, so merged segments change the same elements at positions that other changes have shifted in
//! between. A failure prints its seed.

use ttd_core::value::{TypeId, Value};
use ttd_core::{Heap, HeapConfig, NodeId};

#[path = "world/random.rs"]
mod random;

use random::Random;

const T: TypeId = TypeId(7);

struct World {
    heap: Heap,
    random: Random,
    list: Value,
    bytes: Value,
    moments: Vec<(NodeId, Vec<Value>, Vec<u8>)>,
    next: i64,
    /// Whether the rule of recording changes in the middle of intervals.
    mixed: bool,
}

impl World {
    /// Makes a list and a byte buffer of `n` elements, with every write logged or each element saved once.
    fn new(seed: u64, n: usize, every_write: bool) -> World {
        let mut heap = Heap::new(HeapConfig::default());
        let items: Vec<_> = (0..n as i64).map(Value::int).collect();
        let (list, bytes) = (heap.new_list(T, &items), heap.new_buffer(T, &vec![0; n * 8]));
        heap.set_log_every_write(every_write);
        World { heap, random: Random(seed), list, bytes, moments: Vec::new(), next: 1000, mixed: seed % 4 > 1 }
    }

    fn checkpoint(&mut self) {
        let node = self.heap.checkpoint();
        let (items, bytes) = (self.heap.list(self.list), self.heap.buffer(self.bytes));
        self.moments.push((node, items.to_vec(), bytes.to_vec()));
    }

    /// Overwrites, inserts or removes near the beginning or the end.
    fn change(&mut self) {
        self.next += 1;
        let (x, n) = (Value::int(self.next), self.heap.list(self.list).len());
        let near = self.random.below(4).min(n - 1);
        let at = if self.random.below(3) == 0 { n - 1 - near } else { near };
        let (h, list) = (&mut self.heap, self.list);
        if self.random.below(6) == 0 && self.mixed {
            h.set_log_every_write(!h.logs_every_write());
        }
        match self.random.below(8) {
            0..=3 => h.list_set(list, at, x),
            4 => h.list_insert(list, at, x),
            5 if n > 5 => {
                h.list_remove(list, at);
            }
            6 => h.list_splice(list, at..at + 1, &[x, x]),
            _ => self.change_bytes(),
        }
    }

    fn change_bytes(&mut self) {
        let n = self.heap.buffer(self.bytes).len();
        let at = self.random.below(32).min(n - 9);
        let (h, bytes, x) = (&mut self.heap, self.bytes, self.next as u8);
        match self.random.below(4) {
            0 => h.buffer_splice(bytes, at..at, &[x; 8]),
            1 if n > 40 => h.buffer_splice(bytes, at..at + 8, &[]),
            _ => h.buffer_set(bytes, at, x),
        }
    }

    fn drop_some(&mut self) {
        let i = self.random.below(self.moments.len());
        if self.heap.drop_node(self.moments[i].0) {
            self.moments.remove(i);
        }
    }

    fn visit(&mut self) {
        let (node, items, bytes) = &self.moments[self.random.below(self.moments.len())];
        self.heap.goto(*node);
        assert_eq!(self.heap.list(self.list), items);
        assert_eq!(self.heap.buffer(self.bytes), bytes);
    }
}

fn run(seed: u64, n: usize) {
    let mut w = World::new(seed, n, seed.is_multiple_of(2));
    w.checkpoint();
    for _ in 0..12 {
        for _ in 0..=w.random.below(4) {
            w.change();
        }
        w.checkpoint();
        if w.random.below(2) == 0 {
            w.drop_some();
        }
        if w.random.below(6) == 0 {
            w.visit();
        }
    }
    for _ in 0..6 {
        w.drop_some();
        w.visit();
    }
    w.heap.verify().expect("the heap is sound");
}

fn run_all(seeds: u64, n: usize) {
    for seed in 0..seeds {
        let result = std::panic::catch_unwind(|| run(seed, n));
        if let Err(e) = result {
            eprintln!("failed with seed {seed}");
            std::panic::resume_unwind(e);
        }
    }
}

#[test]
fn merged_intervals_of_small_containers() {
    run_all(3000, 8);
}

#[test]
fn merged_intervals_of_containers_that_are_saved_in_parts() {
    run_all(600, 300);
}
