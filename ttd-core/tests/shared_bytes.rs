//! Bytes objects that are extended and share a buffer.

use ttd_core::{Heap, HeapConfig, TypeId, Value};

const T: TypeId = TypeId(7);

fn heap() -> Heap {
    Heap::new(HeapConfig::default())
}

/// Extends an object by a piece, this many times; returns all of the objects.
fn extend(h: &mut Heap, first: Value, piece: &[u8], times: usize) -> Vec<Value> {
    let mut all = vec![first];
    for _ in 0..times {
        let last = all[all.len() - 1];
        let tail = h.new_bytes(T, piece, 0);
        let aux = h.aux(last) + 1;
        all.push(h.new_bytes_appended(T, last, tail, aux));
    }
    all
}

#[test]
fn every_object_keeps_its_bytes() {
    let mut h = heap();
    let first = h.new_bytes(T, &[b'a'; 600], 0);
    let all = extend(&mut h, first, b"bcd", 1000);
    for (n, v) in all.iter().enumerate() {
        assert_eq!((h.bytes(*v).len(), h.aux(*v)), (600 + 3 * n, n as u64));
        assert!(h.bytes(*v)[600..].chunks(3).all(|piece| piece == b"bcd"));
    }
    // One object for each of the two calls, and none for a buffer.
    assert_eq!(h.alloc_id(all[1000]) - h.alloc_id(all[999]), 2);
    h.verify().unwrap();
}

#[test]
fn two_continuations_differ_and_the_same_one_is_shared() {
    let mut h = heap();
    let first = h.new_bytes(T, &[b'a'; 600], 0);
    let base = extend(&mut h, first, b"b", 1)[1];
    let (left, right) = (h.new_bytes(T, b"left", 0), h.new_bytes(T, b"right", 0));
    let one = h.new_bytes_appended(T, base, left, 0);
    let other = h.new_bytes_appended(T, base, right, 0);
    let again = h.new_bytes_appended(T, base, left, 0);
    assert_eq!((&h.bytes(one)[600..], &h.bytes(other)[600..]), (&b"bleft"[..], &b"bright"[..]));
    assert_eq!(h.bytes(one).as_ptr(), h.bytes(again).as_ptr());
    assert_ne!(h.bytes(one).as_ptr(), h.bytes(other).as_ptr());
    let itself = h.new_bytes_appended(T, one, one, 0);
    assert_eq!(h.bytes(itself), [h.bytes(one), h.bytes(one)].concat());
}

#[test]
fn a_buffer_lives_as_long_as_one_of_its_objects() {
    let mut h = heap();
    h.set_log_every_write(true);
    let first = h.new_bytes(T, &[b'a'; 600], 0);
    let kept = extend(&mut h, first, b"bcd", 100)[50];
    h.collect(&mut |marker| marker.value(kept));
    let used = h.bytes_used();
    let more = extend(&mut h, kept, b"xyz", 10)[10];
    h.collect(&mut |marker| marker.values(&[kept, more]));
    assert_eq!((h.bytes(kept).len(), h.bytes(more).len()), (750, 780));
    assert!(h.bytes(kept).ends_with(b"bcd") && h.bytes(more).ends_with(b"bcdxyzxyzxyzxyzxyzxyzxyzxyzxyzxyz"));
    h.collect(&mut |_| {});
    assert!(h.bytes_used() < used);
    h.verify().unwrap();
}

/// Makes an object of 5,000 bytes.
fn large(h: &mut Heap) -> (Value, Vec<u8>) {
    let text: Vec<u8> = (0..5000_u32).map(|i| (i % 251) as u8).collect();
    (h.new_bytes(T, &text, 0), text)
}

#[test]
fn large_parts_share_the_bytes_and_small_ones_do_not() {
    let mut h = heap();
    let (whole, text) = large(&mut h);
    let part = h.new_bytes_part(T, whole, 7..5000, 3);
    assert_eq!((h.bytes(part), h.aux(part)), (&text[7..], 3));
    assert_eq!(h.bytes(part).as_ptr(), h.bytes(whole)[7..].as_ptr());
    let again = h.new_bytes_part(T, part, 3..4000, 0);
    assert_eq!(h.bytes(again), &text[10..4007]);
    assert_eq!(h.bytes(again).as_ptr(), h.bytes(whole)[10..].as_ptr());
    let small = h.new_bytes_part(T, again, 5..2000, 0);
    assert_eq!(h.bytes(small), &text[15..2010]);
    assert_ne!(h.bytes(small).as_ptr(), h.bytes(whole)[15..].as_ptr());
    h.verify().unwrap();
}

#[test]
fn a_part_lives_without_the_whole() {
    let mut h = heap();
    let (whole, text) = large(&mut h);
    let part = h.new_bytes_part(T, whole, 1000..5000, 0);
    for _ in 0..3 {
        h.collect(&mut |marker| marker.value(part));
        h.new_bytes(T, &[0; 6000], 0);
    }
    assert_eq!(h.bytes(part), &text[1000..]);
    h.verify().unwrap();
}

#[test]
fn what_is_cut_off_and_extended_goes_on_in_its_buffer() {
    let mut h = heap();
    let (mut expected, piece) = (vec![b'a'; 4000], [b'x'; 20]);
    let mut text = h.new_bytes(T, &expected, 0);
    for n in 0..2000_u32 {
        let tail = h.new_bytes(T, &[&piece[..], &n.to_le_bytes()].concat(), 0);
        let longer = h.new_bytes_appended(T, text, tail, 0);
        let end = h.bytes(longer).len();
        let other = h.new_bytes_appended(T, text, tail, 0);
        assert_eq!(h.bytes(longer), h.bytes(other));
        text = h.new_bytes_part(T, longer, 24..end, 0);
        expected.extend_from_slice(&piece);
        expected.extend_from_slice(&n.to_le_bytes());
        expected.drain(..24);
        assert_eq!(h.bytes(text), expected);
        if n % 100 == 99 {
            h.collect(&mut |marker| marker.value(text));
        }
    }
    h.verify().unwrap();
}
