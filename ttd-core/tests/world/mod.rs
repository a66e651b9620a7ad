//! A heap, a model of it, and random steps that change both.

mod model;
mod moments;
mod naive;
mod operations;
mod random;

use model::{Model, check, model_of, read};
use naive::TEXT;
pub(crate) use random::Random;
use std::any::Any;
use std::collections::BTreeMap;
use ttd_core::{Describe, DigestMemo, Heap, HeapConfig, Marker, NodeId, TypeId, Value};

impl Random {
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// The model's state at one moment.
#[derive(Clone, Default)]
struct State {
    /// Objects in the root list and their contents.
    objects: BTreeMap<u64, (Value, Model)>,
    allocation_count: u64,
    digest: u128,
}

pub(crate) struct World {
    pub(crate) heap: Heap,
    pub(crate) random: Random,
    /// The number of elements in bulk operations.
    pub(crate) bulk: usize,
    root: Value,
    /// What digests remember.
    pub(crate) memo: DigestMemo,
    /// Keys that count as strings; they are always alive.
    pub(crate) texts: Vec<Value>,
    now: State,
    nodes: Vec<(NodeId, State)>,
    switches_rules: bool,
    compresses: bool,
    /// How often a segment was compressed.
    pub(crate) compressed: usize,
}

/// Describes shapes by their numbers; all slots count.
struct PlainShapes;

impl Describe for PlainShapes {
    fn shape_name(&self, _: TypeId, shape: u32) -> u64 {
        shape as u64
    }
    fn visible_slots(&self, _: TypeId, _: u32) -> usize {
        4
    }
    fn boxed(&self, _: TypeId, _: &dyn Any) -> u64 {
        0
    }
}

impl World {
    pub(crate) fn new(seed: u64, bulk: usize) -> World {
        let config = HeapConfig {
            min_collect_bytes: 4096,
            string_type: TEXT,
            segments_per_group: 1 + (seed % 7) as u32,
            ..HeapConfig::default()
        };
        let mut heap = Heap::new(config);
        let texts = (0..30).map(|_| heap.new_bytes(TEXT, b"", 0)).collect();
        let root = heap.new_list(TypeId(1), &[]);
        heap.set_log_every_write(seed % 3 == 1);
        let first = heap.root();
        let mut w = World {
            heap,
            random: Random(seed),
            bulk,
            root,
            memo: DigestMemo::default(),
            texts,
            now: State::default(),
            nodes: Vec::new(),
            switches_rules: seed % 3 == 2,
            compresses: seed.is_multiple_of(2),
            compressed: 0,
        };
        // The root of the history is the empty heap.
        w.heap.checkpoint();
        w.finish_state();
        w.nodes.push((w.heap.current(), w.now.clone()));
        assert!(w.heap.drop_node(first));
        w
    }

    pub(crate) fn step(&mut self) {
        match self.random.below(100) {
            0..=7 => self.checkpoint(),
            8..=9 => self.go_somewhere(),
            10 if self.random.chance(10) => self.heap.drop_shortcuts(),
            10 => self.rollback(),
            11..=13 => self.drop_somewhere(),
            14 => self.collect(),
            15..=16 if self.compresses => self.compress_somewhere(),
            15..=23 => self.create(),
            24 => self.copy_dict(),
            25..=27 => self.forget(),
            28 if self.switches_rules => {
                let on = self.random.chance(50);
                self.heap.set_log_every_write(on);
            }
            _ => self.change(),
        }
        if self.bulk < 100 || self.random.chance(10) {
            self.heap.verify().expect("the heap is sound");
        }
    }

    /// Compresses the segment of a random checkpoint.
    fn compress_somewhere(&mut self) {
        let node = self.nodes[self.random.below(self.nodes.len())].0;
        self.compressed += usize::from(self.heap.compress_segment(node));
    }

    fn create(&mut self) {
        let v = self.create_object();
        self.heap.list_push(self.root, v);
        let model = model_of(&self.heap, v);
        self.now.objects.insert(self.heap.alloc_id(v), (v, model));
    }

    /// Copies a random dict.
    fn copy_dict(&mut self) {
        let Some(v) = self.pick() else { return };
        if let (_, Model::Dict(naive)) = &self.now.objects[&self.heap.alloc_id(v)] {
            let model = Model::Dict(naive.copy());
            let copy = self.heap.dict_copy(v.tid(), v);
            check(&self.heap, copy, &model);
            self.heap.list_push(self.root, copy);
            let alloc_id = self.heap.alloc_id(copy);
            self.now.objects.insert(alloc_id, (copy, model));
        }
    }

    /// Removes an object from the root list, so that only other objects and the past refer to it.
    fn forget(&mut self) {
        let n = self.heap.list(self.root).len();
        if n > 3 {
            let i = self.random.below(n);
            let v = self.heap.list_remove(self.root, i);
            self.now.objects.remove(&self.heap.alloc_id(v));
        }
    }

    /// Picks a random object of the root list, more often than not one of the first three: repeated changes to one
    /// object find most bugs.
    pub(crate) fn pick(&mut self) -> Option<Value> {
        let all = self.heap.list(self.root).len();
        let n = if self.random.chance(60) { all.min(3) } else { all };
        let i = self.random.below(n);
        self.heap.list(self.root).get(i).copied()
    }

    fn change(&mut self) {
        let Some(v) = self.pick() else { return };
        let alloc_id = self.heap.alloc_id(v);
        let (_, mut model) = self.now.objects.remove(&alloc_id).expect("the model knows the object");
        self.change_object(v, &mut model);
        check(&self.heap, v, &model);
        self.now.objects.insert(alloc_id, (v, model));
    }

    /// Returns a random dict and its model.
    pub(crate) fn other_dict(&mut self) -> Option<(Value, naive::Naive)> {
        let v = self.pick()?;
        match self.now.objects.get(&self.heap.alloc_id(v)) {
            Some((_, Model::Dict(naive))) => Some((v, naive.clone())),
            _ => None,
        }
    }

    fn finish_state(&mut self) {
        self.now.allocation_count = self.heap.allocation_count();
        self.now.digest = self.digest();
    }

    /// Returns the digest, which is the same with a memo and without.
    fn digest(&mut self) -> u128 {
        let digest = self.heap.digest(&[self.root], &PlainShapes, &mut self.memo);
        // Nearly every step asks for one.
        if self.random.chance(25) {
            assert_eq!(digest, self.heap.digest(&[self.root], &PlainShapes, &mut DigestMemo::default()));
        }
        digest
    }

    fn checkpoint(&mut self) {
        self.finish_state();
        let node = self.heap.checkpoint();
        self.nodes.push((node, self.now.clone()));
    }

    /// Compares the heap with a state of the model, and continues from there.
    fn arrive(&mut self, state: State) {
        self.heap.set_allocation_count(state.allocation_count);
        assert_eq!(self.heap.list(self.root).len(), state.objects.len());
        for (alloc_id, (v, model)) in &state.objects {
            assert_eq!(self.heap.alloc_id(*v), *alloc_id);
            check(&self.heap, *v, model);
        }
        assert_eq!(self.digest(), state.digest);
        assert!(self.heap.journal_is_empty());
        self.now = state;
    }

    fn go_somewhere(&mut self) {
        let (node, state) = self.nodes[self.random.below(self.nodes.len())].clone();
        self.heap.goto(node);
        self.arrive(state);
    }

    fn rollback(&mut self) {
        self.heap.rollback();
        let current = self.heap.current();
        let found = self.nodes.iter().find(|n| n.0 == current).expect("the current node is known");
        self.arrive(found.1.clone());
    }

    fn drop_somewhere(&mut self) {
        let i = self.random.below(self.nodes.len());
        let before = self.heap.history_bytes();
        if self.heap.drop_node(self.nodes[i].0) {
            self.nodes.swap_remove(i);
            // Memory comes in size classes, so a copy may be half as large again; two compressed segments may merge
            // into one that is not.
            let after = self.heap.history_bytes();
            assert!(
                self.compressed > 0 || after <= before * 3 / 2 + 64,
                "dropping made the history longer: {before}, {after}"
            );
        }
    }

    fn collect(&mut self) {
        let (root, texts) = (self.root, &self.texts);
        let roots = &mut |m: &mut Marker<'_>| {
            m.value(root);
            texts.iter().for_each(|&text| m.value(text));
        };
        if self.heap.can_collect_young() && self.random.chance(70) {
            self.heap.collect_young(roots);
        } else {
            self.heap.collect(roots);
        }
    }

    /// Goes to every checkpoint in random order, twice.
    pub(crate) fn visit_all(&mut self) {
        for _ in 0..self.nodes.len() * 2 {
            self.go_somewhere();
            if self.random.chance(10) {
                self.collect();
                self.heap.verify().expect("the heap is sound");
            }
        }
    }
}
