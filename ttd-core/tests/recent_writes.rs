//! Reading the latest writes from the end of the journal.

use ttd_core::value::{TypeId, Value};
use ttd_core::{Heap, HeapConfig, Part, RecentWrite};

const T: TypeId = TypeId(7);

#[test]
fn writes_are_read_back_in_order() {
    let mut h = Heap::new(HeapConfig::default());
    h.set_log_every_write(true);
    let (s, l) = (h.new_slots(T, 0, 2), h.new_list(T, &[Value::int(1)]));
    h.checkpoint();
    let before = h.journal_position();
    h.set_slot(s, 1, Value::TRUE);
    h.list_set(l, 0, Value::NONE);
    h.list_push(l, Value::TRUE);
    let one = Some(1);
    let expected = [
        RecentWrite { object: s, part: Part::Slots(1), old: vec![Value::UNBOUND.raw()], shape: None },
        RecentWrite {
            object: l,
            part: Part::Elements { at: 0, inserted: one },
            old: vec![Value::int(1).raw()],
            shape: None,
        },
        RecentWrite { object: l, part: Part::Elements { at: 1, inserted: one }, old: vec![], shape: None },
    ];
    assert_eq!(h.writes_since(before), expected);
    h.mark_moment();
    h.set_slot(s, 0, Value::FALSE);
    let node = h.checkpoint();
    assert_eq!(h.writes_since(before), []);
    h.open_segment(node);
    h.seek_moment(1);
    assert_eq!(h.writes_at_moment(), expected);
    assert_eq!(h.positions_touching(node, &[s], |_| true), [1, 2]);
    assert_eq!(h.positions_touching(node, &[l], |_| true), [1]);
}
