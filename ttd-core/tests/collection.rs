//! Young collections: what they free, what they keep, and when they are impossible.

use ttd_core::value::{TypeId, Value};
use ttd_core::{Heap, HeapConfig};

const T: TypeId = TypeId(7);

/// A heap that logs every write and has just run a full collection, with an old object of one slot.
fn collected() -> (Heap, Value) {
    let mut h = Heap::new(HeapConfig::default());
    h.set_log_every_write(true);
    let old = h.new_slots(T, 0, 1);
    h.checkpoint();
    h.collect(&mut |m| m.value(old));
    (h, old)
}

#[test]
fn a_young_collection_keeps_what_old_objects_hold() {
    let (mut h, old) = collected();
    let before = h.bytes_used();
    let young = h.new_tuple(T, &[Value::int(5)]);
    h.set_slot(old, 0, young);
    for _ in 0..1000 {
        h.new_tuple(T, &[Value::NONE; 10]);
    }
    assert!(h.can_collect_young());
    // The old object is no root: the journal names it.
    h.collect_young(&mut |_| {});
    assert_eq!(h.tuple(h.slot(old, 0)), [Value::int(5)]);
    assert!(h.bytes_used() < before + 1000, "{} bytes, {before} before", h.bytes_used());
    h.verify().expect("the heap is sound");
}

#[test]
fn going_back_and_searching_need_a_full_collection() {
    let (mut h, old) = collected();
    h.goto(h.current());
    assert!(h.can_collect_young(), "nothing was exchanged");
    h.set_slot(old, 0, Value::NONE);
    h.rollback();
    assert!(!h.can_collect_young());
    h.collect(&mut |m| m.value(old));
    assert!(h.can_collect_young());
    h.find_unreachable(&mut |m| m.value(old), &|_, _| None, &[], true);
    assert!(!h.can_collect_young());
}
