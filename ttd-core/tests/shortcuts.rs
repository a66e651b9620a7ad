//! Groups of segments and the shortcuts across them.

use ttd_core::value::{TypeId, Value};
use ttd_core::{Heap, HeapConfig};

const T: TypeId = TypeId(7);

/// Thousands of writes lie between the ends of a group, but only one object is older than it: the shortcut takes the
/// room of that object, whatever was allocated inside.
#[test]
fn a_group_is_crossed_in_a_step_that_is_small() {
    let mut h = Heap::new(HeapConfig { segments_per_group: 8, ..HeapConfig::default() });
    h.set_log_every_write(true);
    let (old, kept) = (h.new_slots(T, 0, 2), h.new_list(T, &[]));
    let mut nodes = vec![h.checkpoint()];
    for block in 0..64 {
        for i in 0..100 {
            h.set_slot(old, 0, Value::int(block * 100 + i));
            let young = h.new_slots(T, 0, 2);
            h.set_slot(young, 0, Value::int(i));
            h.set_slot(old, 1, young);
        }
        if block % 8 == 7 {
            let young = h.slot(old, 1);
            h.list_push(kept, young);
        }
        nodes.push(h.checkpoint());
    }
    let bytes = h.history_bytes();
    let check = |h: &mut Heap, at: usize| {
        h.goto(nodes[at]);
        h.verify().expect("the heap is sound");
        let last = at as i64 * 100 - 1;
        if at > 0 {
            assert_eq!(h.slot(old, 0), Value::int(last));
            assert_eq!(h.slot(h.slot(old, 1), 0), Value::int(99));
        }
        let kept: Vec<Value> = h.list(kept).to_vec();
        assert_eq!(kept.len(), at / 8);
        for young in kept {
            assert_eq!(h.slot(young, 0), Value::int(99));
        }
    };
    check(&mut h, 0);
    let shortcuts = h.history_bytes() - bytes;
    assert!((8 * 32..8 * 200).contains(&shortcuts), "{shortcuts} bytes");
    for at in [64, 1, 63, 0, 8, 9, 7, 60, 3, 4, 5, 64, 0, 33] {
        check(&mut h, at);
    }
    h.goto(nodes[64]);
    h.drop_shortcuts();
    assert_eq!(h.history_bytes(), bytes);
    check(&mut h, 20);
}

/// A branch that begins where a group does contains the end of another group. After the first group's last checkpoint
/// is dropped, no other group may begin there, because the branch would leave it from the middle.
#[test]
fn no_group_begins_where_one_with_branches_ended() {
    let mut h = Heap::new(HeapConfig { segments_per_group: 1, ..HeapConfig::default() });
    h.set_log_every_write(true);
    let old = h.new_list(T, &[]);
    let mut states = Vec::new();
    let push = |h: &mut Heap, states: &mut Vec<_>| {
        h.list_push(old, Value::int(states.len() as i64));
        let node = h.checkpoint();
        states.push((node, h.list(old).to_vec()));
        node
    };
    let first = push(&mut h, &mut states);
    let begin = push(&mut h, &mut states);
    let end = push(&mut h, &mut states);
    h.goto(begin);
    let branch = push(&mut h, &mut states);
    for _ in 0..3 {
        push(&mut h, &mut states);
    }
    h.goto(first);
    h.goto(branch);
    assert!(h.drop_node(end));
    states.retain(|state| state.0 != end);
    for _ in 0..3 {
        push(&mut h, &mut states);
    }
    for _ in 0..3 {
        for (node, items) in states.iter().chain(states.iter().rev()) {
            h.goto(*node);
            assert_eq!(h.list(old), *items);
            h.verify().expect("the heap is sound");
            h.goto(first);
        }
    }
}
