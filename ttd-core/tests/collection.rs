//! Young collections: what they free, what they keep, and when they are impossible.

use ttd_core::Scope;
use ttd_core::value::{TypeId, Value};
use ttd_core::{Heap, HeapConfig};

const T: TypeId = TypeId(7);

/// A heap under one of the rules that has just run a full collection, with an old object of one slot.
fn collected(logs: bool) -> (Heap, Value) {
    let mut h = Heap::new(HeapConfig::default());
    h.set_log_every_write(logs);
    let old = h.new_slots(T, 0, 1);
    h.checkpoint();
    h.collect(&mut |m| m.value(old));
    (h, old)
}

#[test]
fn a_young_collection_keeps_what_old_objects_hold() {
    for logs in [false, true] {
        let (mut h, old) = collected(logs);
        let before = h.bytes_used();
        let young = h.new_tuple(T, &[Value::int(5)]);
        h.set_slot(old, 0, young);
        for _ in 0..1000 {
            h.new_tuple(T, &[Value::NONE; 10]);
        }
        assert!(h.can_collect_young());
        // The old object is no root: the barrier has noted it.
        h.collect_young(&mut |_| {});
        assert_eq!(h.tuple(h.slot(old, 0)), [Value::int(5)]);
        assert!(h.bytes_used() < before + 1000, "{} bytes, {before} before", h.bytes_used());
        h.verify().expect("the heap is sound");
    }
}

#[test]
fn a_collection_between_checkpoints_saves_nothing_again() {
    let (mut h, old) = collected(false);
    let large = h.new_list(T, &[Value::int(1); 1000]);
    h.set_slot(old, 0, large);
    h.checkpoint();
    let roots = [old];
    for i in 0..5 {
        h.set_slot(old, 0, large);
        h.list_set(large, 700, Value::int(i));
        h.list_set(large, 3, Value::int(i));
        let saved = h.history_bytes();
        h.collect(&mut |m| m.values(&roots));
        h.set_slot(old, 0, large);
        h.list_set(large, 700, Value::int(i));
        assert_eq!(h.history_bytes(), saved);
        let young = h.new_tuple(T, &[Value::int(i)]);
        h.list_set(large, 700, young);
        h.collect_young(&mut |_| {});
        assert_eq!((h.history_bytes(), h.tuple(h.list(large)[700])), (saved, [Value::int(i)].as_slice()));
    }
    h.rollback();
    assert_eq!([3, 700].map(|i| h.list(large)[i]), [Value::int(1); 2]);
    h.verify().expect("the heap is sound");
}

#[test]
fn going_back_in_a_log_needs_a_full_collection() {
    for logs in [false, true] {
        let (mut h, old) = collected(logs);
        h.goto(h.current());
        assert!(h.can_collect_young(), "nothing was exchanged");
        h.set_slot(old, 0, Value::NONE);
        h.rollback();
        assert_eq!(h.can_collect_young(), !logs);
        h.collect(&mut |m| m.value(old));
        assert!(h.can_collect_young());
    }
}

/// A node older than the last collection whose segment refers to objects that are younger.
#[test]
fn what_only_the_future_holds_is_kept_by_young_collections() {
    let (mut h, old) = collected(false);
    let early = h.current();
    h.set_slot(old, 0, Value::int(1));
    let late = h.checkpoint();
    h.collect(&mut |m| m.value(old));
    // The segment of `late` is marked already. What is exchanged into it now is not.
    h.goto(early);
    h.goto(late);
    let young = h.new_tuple(T, &[Value::int(5)]);
    h.set_slot(old, 0, young);
    let later = h.checkpoint();
    for drops in [false, true] {
        h.goto(early);
        if drops {
            assert!(h.drop_node(late), "merged into the next");
        }
        assert!(h.can_collect_young());
        h.collect_young(&mut |_| {});
        h.goto(later);
        assert_eq!(h.tuple(h.slot(old, 0)), [Value::int(5)]);
        h.collect_young(&mut |_| {});
        assert_eq!(h.tuple(h.slot(old, 0)), [Value::int(5)]);
        h.verify().expect("the heap is sound");
    }
}

/// Going back stores references into old objects that a young collection would not look at otherwise.
#[test]
fn what_going_back_stores_into_old_objects_is_kept() {
    let (mut h, old) = collected(false);
    let young = h.new_tuple(T, &[Value::int(5)]);
    h.set_slot(old, 0, young);
    let early = h.checkpoint();
    h.set_slot(old, 0, Value::NONE);
    h.goto(early);
    h.collect_young(&mut |_| {});
    assert_eq!(h.tuple(h.slot(old, 0)), [Value::int(5)]);
    let younger = h.new_tuple(T, &[Value::int(6)]);
    h.set_slot(old, 0, younger);
    h.rollback();
    h.collect_young(&mut |_| {});
    assert_eq!(h.tuple(h.slot(old, 0)), [Value::int(5)]);
    h.verify().expect("the heap is sound");
}

#[test]
fn a_search_leaves_the_marks_as_they_were() {
    for logs in [false, true] {
        let (mut h, old) = collected(logs);
        let young = h.new_slots(T, 0, 1);
        h.set_slot(old, 0, young);
        for candidates in [vec![], vec![young], vec![young, old]] {
            h.find_unreachable(&mut |m| m.value(old), &|_, _| None, &candidates, Scope { whole: true, cycles: true });
            h.find_unreachable(&mut |_| {}, &|_, _| None, &candidates, Scope { whole: false, cycles: true });
        }
        h.verify().expect("the search has left no marks");
        // What the search has met is young as before: it is traced.
        let younger = h.new_tuple(T, &[Value::int(5)]);
        h.set_slot(young, 0, younger);
        assert!(h.can_collect_young());
        h.collect_young(&mut |_| {});
        assert_eq!(h.tuple(h.slot(young, 0)), [Value::int(5)]);
        h.verify().expect("the heap is sound");
    }
}

#[test]
fn what_dies_old_is_freed_in_the_end() {
    let (mut h, old) = collected(false);
    let (mut most, mut full) = (0, 0);
    for i in 0..400_000 {
        // Survives one young collection at least, and dies then.
        let buffer = h.new_list(T, &[Value::int(i); 50]);
        h.set_slot(old, 0, buffer);
        if h.wants_collection() {
            most = most.max(h.bytes_used());
            if h.can_collect_young() {
                h.collect_young(&mut |_| {});
            } else {
                full += 1;
                h.collect(&mut |m| m.value(old));
            }
        }
    }
    assert!(most < 16 << 20, "{most} bytes with {full} full collections");
    h.verify().expect("the heap is sound");
}

/// Each collection walks only what the open segment has got since the one before.
#[test]
fn collections_inside_one_segment_keep_what_was_written_before_and_after_them() {
    for logs in [false, true] {
        let (mut h, old) = collected(logs);
        let (list, first) = (h.new_list(T, &[Value::NONE; 300]), h.new_tuple(T, &[Value::int(-1)]));
        h.set_slot(old, 0, list);
        h.list_set(list, 299, first);
        for i in 0..50_usize {
            for at in [i, 100 + i] {
                let replaced = h.new_tuple(T, &[Value::int(at as i64)]);
                h.list_set(list, at, replaced);
                h.list_push(list, replaced);
                h.list_pop(list);
                for _ in 0..100 {
                    h.new_tuple(T, &[Value::NONE; 10]);
                }
                assert!(h.can_collect_young());
                h.collect_young(&mut |_| {});
            }
            // What was written before an earlier collection is replaced after it: the journal alone keeps it.
            h.list_set(list, i, Value::int(0));
            h.verify().expect("the heap is sound");
        }
        let expected = |at: usize| h.tuple(h.list(list)[at]).to_vec();
        assert!((100..150).all(|at| expected(at) == [Value::int(at as i64)]), "under the rule {logs}");
        assert_eq!(expected(299), [Value::int(-1)]);
        h.rollback();
        assert_eq!(h.slot(old, 0), Value::UNBOUND);
        h.verify().expect("the heap is sound");
    }
}

/// What a search has reached among young objects is old from then on.
#[test]
fn a_search_among_young_objects_is_not_repeated() {
    const WANTED: TypeId = TypeId(8);
    for logs in [false, true] {
        let (mut h, old) = collected(logs);
        let list = h.new_list(T, &[]);
        h.set_slot(old, 0, list);
        for _ in 0..10_000 {
            let one = h.new_slots(T, 0, 1);
            h.list_push(list, one);
        }
        let first = h.new_slots(WANTED, 0, 1);
        h.list_push(list, first);
        let collections = h.times_aged();
        let search = |h: &mut Heap| h.find_young_live(&mut |m| m.value(old), WANTED).expect("marks are kept");
        assert_eq!(search(&mut h), [first]);
        assert!(h.times_aged() > collections, "nothing has become old");
        assert!(search(&mut h).is_empty(), "it is young again");
        for at in [5000, 5001] {
            // An object that has become old comes to refer to a new one, also before and after a checkpoint.
            let (wanted, holder) = (h.new_slots(WANTED, 0, 1), h.list(list)[at]);
            h.set_slot(holder, 0, wanted);
            h.new_slots(WANTED, 0, 1);
            assert_eq!(search(&mut h), [wanted]);
            h.checkpoint();
            assert_eq!(search(&mut h), [wanted]);
            h.collect_young(&mut |_| {});
            assert_eq!(h.slot(holder, 0), wanted);
            assert!(search(&mut h).is_empty(), "it is young after a collection");
            h.verify().expect("the heap is sound");
        }
    }
}
