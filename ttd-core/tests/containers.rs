//! Each container without checkpoints.

use std::rc::Rc;
use ttd_core::{Heap, HeapConfig, SetStep, TypeId, Value};

const T: TypeId = TypeId(7);

fn heap() -> Heap {
    Heap::new(HeapConfig::default())
}

fn ints(range: std::ops::Range<i64>) -> Vec<Value> {
    range.map(Value::int).collect()
}

#[test]
fn immutable_objects_keep_what_they_were_made_of() {
    let mut h = heap();
    let t = h.new_tuple(T, &ints(0..5));
    let b = h.new_bytes(T, b"hello", 42);
    let x = h.new_boxed(T, Rc::new(String::from("data")));
    assert_eq!(h.tuple(t), ints(0..5));
    assert_eq!((h.bytes(b), h.aux(b), h.cached_hash(b)), (&b"hello"[..], 42, -1));
    h.set_cached_hash(b, 9);
    assert_eq!(h.cached_hash(b), 9);
    assert_eq!(h.boxed::<String>(x).map(String::as_str), Some("data"));
    assert!(h.boxed::<u32>(x).is_none() && h.boxed_rc::<String>(x).is_some());
    assert_eq!((h.alloc_id(t), h.alloc_id(b), h.alloc_id(x), h.allocation_count()), (0, 1, 2, 3));
}

#[test]
fn slots_start_unbound_and_hold_what_is_stored() {
    let mut h = heap();
    let s = h.new_slots(T, 3, 4);
    assert!(h.slots(s).iter().all(|v| v.is_unbound()));
    h.set_slot_and_shape(s, 2, Value::TRUE, 5);
    assert_eq!((h.slot(s, 2), h.shape(s)), (Value::TRUE, 5));
    let s = h.new_slots_from(T, 1, &ints(0..3));
    assert_eq!(h.slots(s), ints(0..3));
}

#[test]
#[should_panic(expected = "is Tuple, not List")]
fn the_wrong_storage_is_found() {
    let mut h = heap();
    let t = h.new_tuple(T, &[]);
    h.list(t);
}

#[test]
fn lists_behave_like_vectors() {
    let mut h = heap();
    let l = h.new_list(T, &ints(0..3));
    h.list_push(l, Value::int(3));
    h.list_insert(l, 0, Value::int(-1));
    assert_eq!(h.list(l), ints(-1..4));
    assert_eq!(h.list_remove(l, 1), Value::int(0));
    h.list_splice(l, 1..3, &ints(10..14));
    h.list_reverse(l);
    assert_eq!(h.list_pop(l), Some(Value::int(-1)));
    h.list_extend_from_list(l, l);
    assert_eq!(h.list(l).len(), 10);
    h.list_truncate(l, 2);
    assert_eq!(h.list(l), [Value::int(3), Value::int(13)]);
    h.list_replace(l, ints(0..300));
    h.list_clear(l);
    assert_eq!(h.list_pop(l), None);
}

#[test]
fn dicts_keep_the_order_of_insertion() {
    let mut h = heap();
    let d = h.new_dict(T);
    for i in 0..1000 {
        let key = Value::int(i * 64);
        assert_eq!(h.dict_find(d, i * 64, |k| k == key), None);
        h.dict_insert_new(d, i * 64, key, Value::int(i));
    }
    let version = h.dict_keys_version(d);
    h.dict_set_value(d, 5, Value::NONE);
    assert_eq!(h.dict_keys_version(d), version);
    for i in (0..1000).step_by(2) {
        let key = Value::int(i * 64);
        let at = h.dict_find(d, i * 64, |k| k == key).expect("it is there");
        assert_eq!(h.dict_remove_at(d, at).0, key);
    }
    assert_ne!(h.dict_keys_version(d), version);
    assert_eq!((h.dict_len(d), h.dict_size(d)), (500, 1000));
    assert_eq!(h.dict_pop_last(d), Some((Value::int(999 * 64), Value::int(999))));
    h.dict_remove_at(d, 1);
    h.dict_insert_new(d, 0, Value::int(0), Value::int(0));
    assert_eq!((h.dict_len(d), h.dict_size(d)), (499, 1000));
    let c = h.dict_copy(T, d);
    h.dict_clear(d);
    assert_eq!((h.dict_len(c), h.dict_len(d)), (499, 0));
    assert_eq!((h.dict_size(c), h.dict_slots(c)), (499, 1024));
    assert_eq!(h.dict_find(c, 3 * 64, |k| k == Value::int(3 * 64)), Some(0));
}

/// Returns the keys compared with an absent key of this hash.
fn compared(h: &Heap, d: Value, hash: i64) -> Vec<i64> {
    let mut seen = Vec::new();
    h.dict_find(d, hash, |k| {
        seen.push(k.as_int());
        false
    });
    let mut probe = h.dict_probe(d, hash);
    let positions = std::iter::from_fn(|| probe.next(h));
    let keys = positions.filter_map(|i| h.dict_entry(d, i).map(|e| e.1.as_int()));
    assert_eq!(seen, keys.collect::<Vec<_>>());
    seen
}

#[test]
fn equal_hashes_are_tried_along_their_path() {
    let mut h = heap();
    let d = h.new_dict(T);
    for i in 0..40 {
        h.dict_insert_new(d, i % 4, Value::int(i), Value::NONE);
    }
    assert_eq!(compared(&h, d, 2), [2, 6, 10, 14, 18, 22, 26, 30, 34, 38]);
    h.dict_remove_at(d, 10);
    h.dict_insert_new(d, 2, Value::int(100), Value::NONE);
    assert_eq!(compared(&h, d, 2), [2, 6, 100, 14, 18, 22, 26, 30, 34, 38]);
    let small = h.new_dict(T);
    // The path of this hash repeats its first slot.
    h.dict_insert_new(small, 1000, Value::int(1), Value::NONE);
    assert_eq!(compared(&h, small, 1000), [1, 1]);
}

#[test]
fn dicts_have_the_tables_of_cpython() {
    let text = TypeId(3);
    let mut h = Heap::new(HeapConfig { string_type: text, ..HeapConfig::default() });
    let d = h.new_dict(T);
    let mut slots = vec![h.dict_slots(d)];
    for i in 0..100 {
        h.dict_insert_new(d, i, Value::int(i), Value::NONE);
        slots.push(h.dict_slots(d));
    }
    slots.dedup();
    assert_eq!(slots, [0, 8, 16, 32, 64, 128, 256]);
    let names = h.new_dict(T);
    for i in 0..3 {
        let key = h.new_bytes(text, b"", 0);
        h.dict_insert_new(names, i, key, Value::NONE);
    }
    assert_eq!(h.dict_slots(names), 8);
    h.dict_insert_new(names, 3, Value::int(3), Value::NONE);
    assert_eq!(h.dict_slots(names), 16);
    for (pairs, expected) in [(5, 0), (6, 16), (10, 16), (11, 32), (21, 64), (100_000, 131072)] {
        let display = h.new_dict(T);
        h.dict_presize(display, pairs, false);
        assert_eq!(h.dict_slots(display), expected, "{pairs} pairs");
    }
}

fn set_items(h: &Heap, s: Value) -> Vec<i64> {
    (0..h.set_slots(s)).filter_map(|i| h.set_slot_at(s, i)).map(|(_, k)| k.as_int()).collect()
}

fn add(h: &mut Heap, s: Value, x: i64) {
    let key = Value::int(x);
    if h.set_find(s, x, |k| k == key).is_none() {
        h.set_add_new(s, x, key);
    }
}

#[test]
fn sets_are_searched_step_by_step() {
    let mut h = heap();
    let s = h.new_set(T);
    add(&mut h, s, 3);
    let mut probe = h.set_probe(s, 3);
    assert_eq!(probe.next(&h), SetStep::Candidate(3));
    assert_eq!(probe.next(&h), SetStep::Vacant(0));
    assert_eq!(set_items(&h, s), [3]);
}

#[test]
fn buffers_behave_like_vectors_of_bytes() {
    let mut h = heap();
    let b = h.new_buffer(T, b"0123456789");
    h.buffer_set(b, 9, b'x');
    h.buffer_push(b, b'y');
    h.buffer_extend(b, b"zzzzzz");
    assert_eq!(h.buffer(b), b"012345678xyzzzzzz");
    h.buffer_splice(b, 2..5, b"AB");
    assert_eq!(h.buffer(b), b"01AB5678xyzzzzzz");
    h.buffer_splice(b, 7..9, b"--");
    h.buffer_truncate(b, 10);
    assert_eq!(h.buffer(b), b"01AB567--y");
    h.buffer_clear(b);
    assert_eq!(h.buffer(b), b"");
}

#[test]
fn deques_work_at_both_ends() {
    let mut h = heap();
    let d = h.new_deque(T);
    for i in 0..20 {
        h.deque_push_back(d, Value::int(i));
        h.deque_push_front(d, Value::int(-i - 1));
    }
    assert_eq!(h.deque_items(d), ints(-20..20));
    h.deque_rotate(d, 3);
    assert_eq!((h.deque_get(d, 0), h.deque_get(d, 3)), (Value::int(17), Value::int(-20)));
    h.deque_rotate(d, -3);
    assert_eq!(h.deque_pop_front(d), Some(Value::int(-20)));
    assert_eq!(h.deque_pop_back(d), Some(Value::int(19)));
    h.deque_insert(d, 1, Value::NONE);
    assert_eq!(h.deque_remove(d, 1), Value::NONE);
    assert_eq!(h.deque_items(d), ints(-19..19));
    h.deque_clear(d);
    assert_eq!(h.deque_pop_back(d), None);
}

#[test]
fn collection_frees_what_cannot_be_reached() {
    let mut h = heap();
    let kept = h.new_list(T, &[]);
    for i in 0..10_000 {
        let t = h.new_tuple(T, &[Value::int(i)]);
        let s = h.new_slots_from(T, 0, &[t]);
        if i % 100 == 0 {
            h.list_push(kept, s);
        }
        h.new_bytes(T, &vec![0; 200_000 * usize::from(i % 1000 == 0)], 0);
    }
    let used = h.bytes_used();
    h.collect(&mut |m| m.value(kept));
    assert!(h.bytes_used() < used / 50, "{} of {used} left", h.bytes_used());
    for (i, &s) in h.list(kept).iter().enumerate() {
        assert_eq!(h.tuple(h.slot(s, 0)), [Value::int(i as i64 * 100)]);
    }
    let lost = h.new_set(T);
    let dead = h.uncollected_garbage(&mut |m| m.value(kept), &|_, _| None);
    assert_eq!(dead, [lost]);
}

#[test]
fn plain_runs_save_nothing() {
    let mut h = heap();
    let l = h.new_list(T, &ints(0..1000));
    h.list_set(l, 5, Value::NONE);
    h.collect(&mut |m| m.value(l));
    h.list_clear(l);
    assert!(h.journal_is_empty());
}

fn update(h: &mut Heap, s: Value, xs: &[i64]) {
    let other = h.new_set(T);
    xs.iter().for_each(|&x| add(h, other, x));
    if !h.set_merge_into_empty(s, other) {
        h.set_make_room(s, xs.len());
        set_items(h, other).iter().for_each(|&x| add(h, s, x));
    }
}

/// Each line is a sequence of operations (add, discard, pop, copy, update, clear) and CPython's order of the items
/// after it.
#[test]
fn sets_have_the_order_of_cpython() {
    for (n, line) in include_str!("set_orders.txt").lines().enumerate() {
        let mut h = heap();
        let mut s = h.new_set(T);
        let (ops, expected) = line.split_once(" =").expect("a line with a result");
        for op in ops.split(' ') {
            let (kind, rest) = op.split_at(1);
            let xs: Vec<i64> = rest.split(',').filter_map(|x| x.parse().ok()).collect();
            match kind {
                "A" => add(&mut h, s, xs[0]),
                "D" => {
                    let found = h.set_find(s, xs[0], |k| k == Value::int(xs[0]));
                    found.map(|slot| h.set_remove_at(s, slot));
                }
                "P" => assert!(h.set_pop(s).is_some()),
                "C" => s = h.set_copy(T, s),
                "U" => update(&mut h, s, &xs),
                _ => h.set_clear(s),
            }
        }
        let expected: Vec<i64> = expected.split(' ').filter_map(|x| x.parse().ok()).collect();
        assert_eq!(set_items(&h, s), expected, "line {}", n + 1);
    }
}

/// An index that reuses the memory of slightly larger lists gives all of it back.
#[test]
fn the_index_of_a_large_dict_takes_no_more_memory_than_it_gives_back() {
    let mut h = heap();
    let items: Vec<Value> = (0..22_000).map(Value::int).collect();
    for _ in 0..8 {
        h.new_list(T, &items);
    }
    h.collect(&mut |_| {});
    let d = h.new_dict(T);
    for i in 0..20_000 {
        h.dict_insert_new(d, i, Value::int(i), Value::NONE);
    }
    h.verify().expect("the heap is sound");
}
