//! Cases of going back that failed once, or that the interpreter relies on.

use ttd_core::value::{TypeId, Value};
use ttd_core::{Heap, HeapConfig};

const T: TypeId = TypeId(7);

fn heap() -> Heap {
    Heap::new(HeapConfig::default())
}

fn ints(range: std::ops::Range<i64>) -> Vec<Value> {
    range.map(Value::int).collect()
}

/// Guards against using the wrong epoch for the length of a list that grew, as a prototype did.
#[test]
fn a_large_list_grows_shrinks_and_comes_back() {
    for rule in [false, true] {
        let mut h = heap();
        let l = h.new_list(T, &ints(0..1000));
        h.set_log_every_write(rule);
        let start = h.checkpoint();
        h.list_push(l, Value::NONE);
        h.list_set(l, 3, Value::TRUE);
        h.list_extend(l, &ints(0..5000));
        h.list_push(l, Value::TRUE);
        let grown = h.checkpoint();
        let grown_items = h.list(l).to_vec();
        h.list_truncate(l, 100);
        h.list_extend(l, &ints(7..400));
        let shrunk = h.checkpoint();
        let shrunk_items = h.list(l).to_vec();
        for _ in 0..3 {
            h.goto(start);
            assert_eq!(h.list(l), ints(0..1000));
            h.goto(shrunk);
            assert_eq!(h.list(l), shrunk_items);
            h.goto(grown);
            assert_eq!(h.list(l), grown_items);
            h.verify().expect("the heap is sound");
        }
    }
}

#[test]
fn attributes_that_were_added_are_redone() {
    for rule in [false, true] {
        let mut h = heap();
        h.set_log_every_write(rule);
        let s = h.new_slots(T, 0, 6);
        h.set_slot_and_shape(s, 0, Value::int(1), 1);
        let before = h.checkpoint();
        for i in 1..6 {
            h.set_slot_and_shape(s, i, Value::int(10), i as u32 + 1);
        }
        let after = h.checkpoint();
        h.goto(before);
        assert_eq!((h.shape(s), h.slot(s, 0), h.slot(s, 5)), (1, Value::int(1), Value::UNBOUND));
        h.goto(after);
        assert_eq!((h.shape(s), h.slot(s, 0), h.slot(s, 5)), (6, Value::int(1), Value::int(10)));
    }
}

#[test]
fn writing_after_going_back_makes_a_branch() {
    let mut h = heap();
    let s = h.new_slots(T, 0, 1);
    let root = h.checkpoint();
    let mut leaves = Vec::new();
    for i in 0..5 {
        h.goto(root);
        h.set_slot(s, 0, Value::int(i));
        h.checkpoint();
        let fresh = h.new_tuple(T, &[Value::int(i)]);
        h.set_slot(s, 0, fresh);
        leaves.push(h.checkpoint());
        h.collect(&mut |m| m.value(s));
    }
    for (i, &leaf) in leaves.iter().enumerate() {
        h.goto(leaf);
        assert_eq!(h.tuple(h.slot(s, 0)), [Value::int(i as i64)]);
        assert!(!h.drop_node(leaf), "the current node cannot be dropped");
    }
    h.goto(root);
    assert!(!h.drop_node(root) && leaves.iter().all(|&l| h.drop_node(l)));
    h.verify().expect("the heap is sound");
}

#[test]
fn the_first_write_of_an_epoch_saves_and_the_others_do_not() {
    let mut h = heap();
    let s = h.new_slots(T, 0, 4);
    h.checkpoint();
    h.set_slot(s, 0, Value::NONE);
    let bytes = h.history_bytes();
    for i in 0..4 {
        h.set_slot_and_shape(s, i, Value::TRUE, 9);
    }
    assert_eq!(h.history_bytes(), bytes);
    let young = h.new_slots(T, 0, 4);
    h.set_slot(young, 0, Value::NONE);
    assert_eq!(h.history_bytes(), bytes);
}

#[test]
fn every_write_is_logged_even_to_new_objects() {
    let mut h = heap();
    h.set_log_every_write(true);
    let (s, l) = (h.new_slots(T, 0, 4), h.new_list(T, &[]));
    assert!(h.journal_is_empty());
    let mut bytes = 0;
    for i in 0..10 {
        h.set_slot(s, 0, Value::int(i));
        h.list_push(l, Value::int(i));
        assert!(h.history_bytes() > bytes, "a write was not logged");
        bytes = h.history_bytes();
    }
    h.set_log_every_write(false);
    h.set_slot(s, 0, Value::NONE);
    h.rollback();
    assert_eq!((h.slot(s, 0), h.list(l).len()), (Value::UNBOUND, 0));
}

/// Each interval alone is small; merged, they must not outgrow the list.
#[test]
fn thinning_bounds_the_history_of_a_large_list() {
    let mut h = heap();
    let l = h.new_list(T, &ints(0..10_000));
    let first = h.checkpoint();
    let mut last = first;
    let mut x = 1_u64;
    for _ in 0..300 {
        for _ in 0..100 {
            x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            h.list_set(l, (x >> 33) as usize % 10_000, Value::NONE);
        }
        let node = h.checkpoint();
        if last != first {
            h.drop_node(last);
        }
        last = node;
    }
    assert!(h.history_bytes() < 10_000 * 8 * 5, "{} bytes", h.history_bytes());
    h.goto(first);
    assert_eq!(h.list(l), ints(0..10_000));
    h.goto(last);
    assert!(h.list(l).iter().filter(|v| v.is_none()).count() > 9000);
    h.verify().expect("the heap is sound");
}

/// Sorting or clearing a large list gives its buffer to the journal instead of copying it.
#[test]
fn replaced_buffers_belong_to_the_journal() {
    let mut h = heap();
    let l = h.new_list(T, &ints(0..100_000));
    let before = h.checkpoint();
    h.list_clear(l);
    let after = h.checkpoint();
    assert!(h.segment_bytes(after) >= 800_000);
    assert!(h.bytes_used() < 100_000, "{} bytes", h.bytes_used());
    h.goto(before);
    assert_eq!(h.list(l).len(), 100_000);
    assert!(h.bytes_used() > 800_000 && h.segment_bytes(after) < 1000);
    h.drop_node(after);
    h.verify().expect("the heap is sound");
}

/// The number of exports is journalled with a buffer.
#[test]
fn exports_come_back() {
    for (rule, len) in [(false, 0), (false, 10), (true, 10), (false, 100_000), (true, 100_000)] {
        let mut h = heap();
        let b = h.new_buffer(T, &vec![7; len]);
        h.set_log_every_write(rule);
        let before = h.checkpoint();
        h.set_buffer_exports(b, 2);
        let locked = h.checkpoint();
        h.set_buffer_exports(b, 0);
        h.buffer_push(b, 1);
        let freed = h.checkpoint();
        for (node, exports, n) in [(before, 0, len), (freed, 0, len + 1), (locked, 2, len), (before, 0, len)] {
            h.goto(node);
            assert_eq!((h.buffer_exports(b), h.buffer(b).len()), (exports, n));
        }
        h.verify().expect("the heap is sound");
    }
}

#[test]
fn versions_of_keys_never_come_back() {
    let mut h = heap();
    let d = h.new_dict(T);
    let mut seen = vec![h.dict_keys_version(d)];
    let before = h.checkpoint();
    h.dict_insert_new(d, 1, Value::int(1), Value::NONE);
    seen.push(h.dict_keys_version(d));
    let after = h.checkpoint();
    for node in [before, after, before, after] {
        h.goto(node);
        seen.push(h.dict_keys_version(d));
    }
    h.dict_clear(d);
    seen.push(h.dict_keys_version(d));
    let n = seen.len();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), n);
}

/// Returns the positions compared with an absent key of this hash.
fn compared(h: &Heap, d: Value, hash: i64) -> Vec<usize> {
    let mut probe = h.dict_probe(d, hash);
    std::iter::from_fn(|| probe.next(h)).collect()
}

/// Going back over changes of a large dict gives every key the slot that it had.
#[test]
fn an_index_is_replayed() {
    let mut h = heap();
    let d = h.new_dict(T);
    for i in 0..1000 {
        h.dict_insert_new(d, i % 50, Value::int(i), Value::NONE);
    }
    let mut moments = vec![(h.checkpoint(), compared(&h, d, 30))];
    for removed in [30, 480, 530, 999] {
        h.dict_remove_at(d, removed);
        moments.push((h.checkpoint(), compared(&h, d, 30)));
        h.dict_insert_new(d, 30, Value::int(2000 + removed as i64), Value::NONE);
        moments.push((h.checkpoint(), compared(&h, d, 30)));
        h.dict_pop_last(d);
        moments.push((h.checkpoint(), compared(&h, d, 30)));
    }
    assert_eq!(moments[0].1[..3], [30, 80, 130]);
    assert_eq!(moments[1].1[..3], [80, 130, 180]);
    assert_eq!(moments[2].1[..3], [1000, 80, 130]);
    for step in [1, 5, 12, 7] {
        for i in 0..moments.len() {
            let (node, expected) = &moments[i * step % moments.len()];
            h.goto(*node);
            assert_eq!(compared(&h, d, 30), *expected);
            h.verify().expect("the heap is sound");
        }
    }
}

#[test]
fn the_root_of_the_history_can_be_dropped() {
    let mut h = heap();
    let s = h.new_slots(T, 0, 1);
    let root = h.root();
    let nodes: Vec<_> = (0..3)
        .map(|i| {
            h.set_slot(s, 0, Value::int(i));
            h.checkpoint()
        })
        .collect();
    assert!(h.drop_node(root) && h.drop_node(nodes[0]));
    assert_eq!((h.root(), h.parent(nodes[2])), (nodes[1], Some(nodes[1])));
    h.goto(nodes[1]);
    assert_eq!(h.slot(s, 0), Value::int(1));
    assert!(!h.is_node(root));
}

#[test]
fn the_limit_is_asked_for() {
    let mut h = Heap::new(HeapConfig { limit_bytes: 1 << 20, ..HeapConfig::default() });
    assert!(h.has_room(500_000) && !h.has_room(2 << 20) && !h.has_room(u64::MAX));
    let b = h.new_bytes(T, &vec![0; 900_000], 0);
    assert!(!h.has_room(500_000));
    h.collect(&mut |m| m.value(Value::NONE));
    assert!(h.has_room(500_000), "{b:?} was not freed");
}

#[test]
fn host_data_is_dropped_with_its_object() {
    let data = std::rc::Rc::new(5);
    let mut h = heap();
    h.new_boxed(T, data.clone());
    let kept = h.new_boxed(T, data.clone());
    assert_eq!(std::rc::Rc::strong_count(&data), 3);
    h.collect(&mut |m| m.value(kept));
    assert_eq!(std::rc::Rc::strong_count(&data), 2);
    drop(h);
    assert_eq!(std::rc::Rc::strong_count(&data), 1);
}

/// A program may call `__init__` again, or a checkpoint may come between making a deque and its `__init__`.
#[test]
fn the_limit_of_a_deque_comes_back() {
    for rule in [false, true] {
        for len in [0, 10, 1000] {
            let mut h = heap();
            h.set_log_every_write(rule);
            let d = h.new_deque(T);
            (0..len).for_each(|i| h.deque_push_back(d, Value::int(i)));
            let before = h.checkpoint();
            h.deque_restart(d, Some(3));
            let limited = h.checkpoint();
            h.deque_push_front(d, Value::NONE);
            h.deque_restart(d, None);
            h.goto(before);
            assert_eq!((h.deque_limit(d), h.deque_items(d)), (None, ints(0..len)));
            h.goto(limited);
            assert_eq!((h.deque_limit(d), h.deque_len(d)), (Some(3), 0));
            h.verify().expect("the heap is sound");
        }
    }
}

#[test]
fn epochs_are_never_reused() {
    let mut h = heap();
    let s = h.new_slots(T, 0, 1);
    let (first, mut epochs) = (h.checkpoint(), vec![h.epoch()]);
    for i in 0..3 {
        h.set_slot(s, 0, Value::int(i));
        let node = h.checkpoint();
        epochs.push(h.epoch());
        for target in [first, node, first] {
            h.goto(target);
            epochs.push(h.epoch());
        }
    }
    h.rollback();
    epochs.push(h.epoch());
    assert!(epochs.is_sorted_by(|a, b| a < b), "{epochs:?}");
}
