//! Pruning dead objects from old segments: live objects keep all their history, with tombstones for the pruned ones.

use std::collections::{HashMap, HashSet};

use ttd_core::value::{TypeId, Value};
use ttd_core::{DeadPruner, Heap, HeapConfig, Marker, NodeId};

#[path = "world/random.rs"]
mod random;

use random::Random;

const LIST: TypeId = TypeId(1);
const DICT: TypeId = TypeId(2);
const SLOTS: TypeId = TypeId(3);
const TEXT: TypeId = TypeId(4);
const TOMBSTONE: TypeId = TypeId(5);

/// The contents of an object: references as allocation ids, or as 0 for tombstones.
type Held = Vec<Result<u64, u64>>;
type Objects = HashMap<u64, Held>;

struct World {
    heap: Heap,
    random: Random,
    root: Value,
    /// The node of every segment, with the contents of reachable objects at each of its moments; the last is the
    /// node's.
    known: Vec<(NodeId, Vec<Objects>)>,
    tombstone: Value,
}

struct All {
    dead: HashSet<Value>,
    tombstone: Value,
}

impl DeadPruner for All {
    fn drops(&self, object: Value) -> bool {
        self.dead.contains(&object)
    }

    fn replacement(&self, _: Value, word: u64) -> u64 {
        let dead = self.dead.contains(&Value::from_raw(word));
        if dead { self.tombstone.raw() } else { word }
    }
}

impl World {
    fn new(seed: u64) -> World {
        let mut heap = Heap::new(HeapConfig {
            min_collect_bytes: 4096,
            string_type: TEXT,
            segments_per_group: 1 + (seed % 5) as u32,
            ..HeapConfig::default()
        });
        let root = heap.new_list(LIST, &[]);
        let tombstone = heap.new_slots(TOMBSTONE, 0, 1);
        heap.set_log_every_write(true);
        heap.checkpoint();
        World { heap, random: Random(seed), root, known: Vec::new(), tombstone }
    }

    fn pick(&mut self) -> Option<Value> {
        let len = self.heap.list(self.root).len();
        let at = self.random.below(len);
        self.heap.list(self.root).get(at).copied()
    }

    /// Makes a value to store: a number, or an object, often a new one that nothing else refers to.
    fn something(&mut self) -> Value {
        let old = self.pick();
        let held = old.unwrap_or(Value::NONE);
        match self.random.below(8) {
            0 => self.heap.new_list(LIST, &[held, Value::int(7)]),
            1 => self.heap.new_dict(DICT),
            2 | 3 => {
                let object = self.heap.new_slots(SLOTS, 0, 3);
                self.heap.set_slot(object, 0, held);
                object
            }
            4 => self.heap.new_bytes(TEXT, b"text", 4),
            5 => held,
            n => Value::int(n as i64),
        }
    }

    fn change(&mut self) {
        let value = self.something();
        let (root, n) = (self.root, self.random.below(100));
        let Some(object) = self.pick().filter(|_| n >= 20) else {
            return self.heap.list_push(root, value);
        };
        if n < 32 {
            let at = self.random.below(self.heap.list(root).len());
            self.heap.list_remove(root, at);
            return;
        }
        match object.tid() {
            LIST if n < 80 => self.heap.list_push(object, value),
            LIST => self.heap.list_truncate(object, self.heap.list(object).len() / 2),
            DICT => {
                let key = self.random.below(12) as i64;
                let (key, hash) = (Value::int(key), key);
                match self.heap.dict_find(object, hash, |found| found == key) {
                    Some(at) if n < 50 => {
                        self.heap.dict_remove_at(object, at);
                    }
                    Some(at) => self.heap.dict_set_value(object, at, value),
                    None => {
                        self.heap.dict_insert_new(object, hash, key, value);
                    }
                }
            }
            SLOTS => {
                let slot = self.random.below(3);
                self.heap.set_slot(object, slot, value);
            }
            _ => {}
        }
    }

    fn references(&self, object: Value) -> Vec<Value> {
        match object.tid() {
            LIST => self.heap.list(object).to_vec(),
            SLOTS => self.heap.slots(object).to_vec(),
            DICT => (0..self.heap.dict_size(object))
                .filter_map(|i| self.heap.dict_entry(object, i))
                .flat_map(|(_, key, value)| [key, value])
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the contents of everything reachable.
    fn read(&self) -> Objects {
        let (mut found, mut open) = (HashMap::new(), vec![self.root]);
        while let Some(object) = open.pop() {
            let alloc_id = self.heap.alloc_id(object);
            if found.contains_key(&alloc_id) {
                continue;
            }
            let all = self.references(object);
            let held = |v: &Value| match v.is_obj() {
                true if v.is(TOMBSTONE) => Err(0),
                true => Err(self.heap.alloc_id(*v)),
                false => Ok(v.raw()),
            };
            found.insert(alloc_id, all.iter().map(held).collect());
            open.extend(all.into_iter().filter(|v| v.is_obj() && !v.is(TOMBSTONE)));
        }
        found
    }

    /// Records a segment with some moments.
    fn segment(&mut self, compresses: bool) {
        let mut moments = vec![self.read()];
        for _ in 0..self.random.below(12) {
            for _ in 0..self.random.below(6) {
                self.change();
            }
            self.heap.mark_moment();
            moments.push(self.read());
        }
        for _ in 0..self.random.below(3) {
            self.change();
        }
        let node = self.heap.checkpoint();
        moments.push(self.read());
        if compresses {
            self.heap.compress_segment(node);
        }
        self.known.push((node, moments));
    }

    /// Prunes all segments but the last ones; returns what must stay.
    fn prune(&mut self, last: usize) -> Objects {
        let old = self.known[..self.known.len().saturating_sub(last)].iter();
        let old: Vec<NodeId> = old.map(|known| known.0).collect();
        let (root, tombstone) = (self.root, self.tombstone);
        let mut roots = |marker: &mut Marker<'_>| marker.values(&[root, tombstone]);
        self.heap.begin_prune(&old, &mut roots, (TOMBSTONE, &mut |_| {}));
        let dead = self.heap.prunable_objects().into_iter().collect();
        let all = All { dead, tombstone };
        for node in &old {
            self.heap.prune_segment(*node, &all);
        }
        self.heap.end_prune();
        self.heap.collect(&mut roots);
        self.heap.verify().expect("the heap is sound");
        self.read()
    }

    /// Goes to moments and compares what is reachable with what was recorded. `live` lists what may not be pruned, each
    /// with the number of segments at the time. Returns the number of references to tombstones.
    fn visit(&mut self, times: usize, live: &[(usize, Objects)]) -> usize {
        let mut pruned = 0;
        for _ in 0..times {
            let at = self.random.below(self.known.len());
            let (node, moments) = &self.known[at];
            let (node, position) = (*node, self.random.below(moments.len()));
            let wanted = self.known[at].1[position].clone();
            if position + 1 == self.known[at].1.len() {
                self.heap.goto(node);
            } else {
                self.heap.open_segment(node);
                self.heap.seek_moment(position);
            }
            let stays =
                |alloc_id: u64| live.iter().all(|(count, objects)| at >= *count || objects.contains_key(&alloc_id));
            for (alloc_id, held) in self.read() {
                let before = &wanted[&alloc_id];
                assert_eq!(held.len(), before.len(), "object {alloc_id} at segment {at}, moment {position}");
                for (now, then) in held.iter().zip(before) {
                    let gone = *now == Err(0) && matches!(then, Err(alloc_id) if !stays(*alloc_id));
                    pruned += usize::from(gone);
                    assert!(gone || now == then, "{now:?} and not {then:?} in object {alloc_id} at {at}, {position}");
                }
            }
        }
        self.heap.goto(self.known[self.known.len() - 1].0);
        pruned
    }
}

#[test]
fn what_lives_keeps_its_history() {
    let mut pruned = 0;
    for seed in 0..60 {
        let mut w = World::new(seed);
        let mut live = Vec::new();
        for _ in 0..3 {
            for _ in 0..12 {
                w.segment(seed % 2 == 0);
            }
            pruned += w.visit(10, &live);
            let count = w.known.len() - 2;
            live.push((count, w.prune(2)));
            pruned += w.visit(60, &live);
        }
    }
    assert!(pruned > 1000, "only {pruned} references led to what is pruned");
}

#[test]
fn the_dead_need_no_memory() {
    let mut w = World::new(1);
    let keeper = w.heap.new_list(LIST, &[]);
    w.heap.list_push(w.root, keeper);
    for _ in 0..50 {
        for n in 0..100 {
            let dead = w.heap.new_slots(SLOTS, 0, 30);
            w.heap.list_push(keeper, dead);
            w.heap.set_slot(dead, 0, Value::int(n));
            w.heap.list_pop(keeper);
        }
        w.segment(true);
    }
    let roots = [w.root, w.tombstone];
    w.heap.collect(&mut |marker| marker.values(&roots));
    let before = (w.heap.bytes_used(), w.heap.history_bytes());
    w.prune(1);
    let after = (w.heap.bytes_used(), w.heap.history_bytes());
    assert!(after.0 * 4 < before.0, "objects: {before:?}, then {after:?}");
    assert!(after.1 * 2 < before.1 * 3, "history: {before:?}, then {after:?}");
}
