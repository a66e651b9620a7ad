//! A memo changes no digest, and helps where little has changed.

use std::any::Any;

use ttd_core::{Describe, DigestMemo, Heap, HeapConfig, TypeId, Value};

const LIST: TypeId = TypeId(1);

struct Plain;

impl Describe for Plain {
    fn shape_name(&self, _: TypeId, shape: u32) -> u64 {
        shape as u64
    }
    fn visible_slots(&self, _: TypeId, _: u32) -> usize {
        usize::MAX
    }
    fn boxed(&self, _: TypeId, _: &dyn Any) -> u64 {
        0
    }
}

/// A root list of lists, each of which refers to the next, and what is remembered of them.
struct World {
    heap: Heap,
    root: Value,
    items: Vec<Value>,
    memo: DigestMemo,
}

impl World {
    fn new() -> World {
        let mut heap = Heap::new(HeapConfig::default());
        let items: Vec<Value> = (0..100).map(|i| heap.new_list(LIST, &[Value::int(i)])).collect();
        for pair in items.windows(2) {
            heap.list_push(pair[0], pair[1]);
        }
        let root = heap.new_list(LIST, &items);
        let mut world = World { heap, root, items, memo: DigestMemo::default() };
        for _ in 0..3 {
            let _ = world.digest();
        }
        world
    }

    /// Returns the digest, and whether the memo has helped.
    fn digest(&mut self) -> (u128, bool) {
        let before = self.memo.helped();
        let digest = self.heap.digest(&[self.root], &Plain, &mut self.memo);
        assert_eq!(digest, self.heap.digest(&[self.root], &Plain, &mut DigestMemo::default()));
        (digest, self.memo.helped() > before)
    }
}

#[test]
fn it_helps_while_little_changes() {
    let mut world = World::new();
    let (first, helped) = world.digest();
    assert!(helped);
    let item = world.items[40];
    world.heap.list_set(item, 0, Value::int(-1));
    let (changed, helped) = world.digest();
    assert!(helped && changed != first);
    world.heap.list_set(item, 0, Value::int(40));
    assert_eq!(world.digest(), (first, true));
    let new = world.heap.new_list(LIST, &[item]);
    world.heap.list_push(item, new);
    assert!(world.digest().1, "an object more");
}

#[test]
fn what_nothing_refers_to_is_dropped() {
    let mut world = World::new();
    let first = world.digest().0;
    // The root is the only one that refers to the first item.
    let item = world.items[0];
    world.heap.list_set(world.root, 0, Value::NONE);
    let (without, helped) = world.digest();
    assert!(helped && without != first);
    // It may come back, in another place.
    world.heap.list_push(world.root, item);
    let (elsewhere, helped) = world.digest();
    assert!(helped && elsewhere != first && elsewhere != without);
}

#[test]
fn what_may_be_dead_is_not_decided() {
    let mut world = World::new();
    let first = world.digest().0;
    // The item before still refers to it, so it is alive, but not by what the memo took for granted.
    world.heap.list_set(world.root, 50, Value::NONE);
    let (without, helped) = world.digest();
    assert!(!helped && without != first);
    let mut calls = 0;
    while !world.digest().1 {
        calls += 1;
        assert!(calls < 10, "the memo is made anew");
    }
}

#[test]
fn too_many_changes_make_it_useless() {
    let mut world = World::new();
    for item in world.items.clone() {
        world.heap.list_set(item, 0, Value::NONE);
    }
    assert!(!world.digest().1);
}
