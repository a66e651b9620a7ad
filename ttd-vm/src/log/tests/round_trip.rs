//! Random data through each encoder and back.
//!
//! # Why the unsafe code is sound
//!
//! Buffers have room for the longest that is written, and windows are slices that the test owns.

use std::rc::Rc;

use ttd_core::value::{TypeId, Value};
use ttd_core::{Heap, HeapConfig};

use super::Rng;
use crate::log::format::OpenBlock;
use crate::log::read::decode::{Change, Cursor, bits, get, register};
use crate::log::transitions::{PushedFrame, Table, Transition};
use crate::log::varint::{VarintWriter, byte_length, encode_short, max_bytes};
use crate::log::write::register_diff::{RegisterDiff, Window};
use crate::log::write::register_list::{RegisterList, encode_list};
use crate::log::write::transition_plan::Plan;
use crate::log::{Log, RareState};
use crate::vm::host::HostState;

/// The words that a reader gets for these bytes.
fn words(bytes: &[u8]) -> Vec<u64> {
    ttd_core::words_of(bytes).chain([0]).collect()
}

/// Runs `write` with room for `room` bytes; what it wrote.
fn written(room: usize, write: impl FnOnce(&mut VarintWriter)) -> Vec<u8> {
    let mut bytes = vec![0u8; room + 8];
    let mut out = VarintWriter(bytes.as_mut_ptr());
    write(&mut out);
    let len = out.0 as usize - bytes.as_ptr() as usize;
    bytes.truncate(len);
    bytes
}

#[test]
fn numbers() {
    let mut rng = Rng(1);
    for _ in 0..20_000 {
        let n = rng.any_length();
        // SAFETY: see the module.
        let bytes = written(16, |out| unsafe { out.put(n) });
        let mut at = 0;
        assert_eq!((get(&words(&bytes), &mut at), at), (n, bytes.len()));

        let short = (n & 0x3FFF) as u16;
        let (bytes, len) = encode_short(short);
        let mut at = 0;
        assert_eq!((get(&words(&bytes), &mut at), at), (short.into(), len.into()));

        // SAFETY: see the module.
        let bytes = written(16, |out| unsafe { out.bits(n) });
        let mut at = 0;
        let (len, w) = (usize::from(byte_length(n)), words(&bytes));
        assert_eq!((bits(&w, &mut at, len), at), (n, bytes.len()));
    }
}

#[test]
fn numbers_at_any_place_of_a_word() {
    let mut rng = Rng(2);
    for _ in 0..500 {
        let numbers: Vec<u64> = (0..rng.below(40)).map(|_| rng.any_length()).collect();
        // SAFETY: see the module.
        let bytes = written(40 * 32, |out| unsafe {
            for n in &numbers {
                out.put(*n);
                out.register_head(*n as usize >> 1, byte_length(*n));
                out.bits(*n);
            }
        });
        let (words, mut at) = (words(&bytes), 0);
        for n in numbers {
            assert_eq!(get(&words, &mut at), n);
            let (above, form) = register(&words, &mut at);
            assert_eq!((above, form), (n as usize >> 1, byte_length(n)));
            assert_eq!(bits(&words, &mut at, form.into()), n);
        }
        assert_eq!(at, bytes.len());
    }
}

/// Any value: the bits of a float, an integer, or a reference.
fn any_value(rng: &mut Rng) -> Value {
    match rng.below(4) {
        0 => Value::int(rng.any_length() as i64 & 0xFF),
        1 => Value::int(rng.any_length() as i64),
        2 => Value::float(f64::from(rng.next() as u32)),
        _ => Value::obj(TypeId(1), rng.next() as u32, 0),
    }
}

fn rare_state() -> RareState {
    RareState { exc: Value::NONE, host: HostState::default(), finalizer_urgency: 0 }
}

/// Puts a decoded change where it belongs.
fn apply(held: &mut [Value], i: usize, change: Change) {
    held[i] = match change {
        Change::Object(v) => v,
        Change::Bits(bits) => Value::from_raw(held[i].raw() ^ bits),
    };
}

#[test]
fn register_diffs() {
    let mut rng = Rng(3);
    for _ in 0..3_000 {
        let count = rng.below(100);
        let before: Vec<Value> = (0..count).map(|_| any_value(&mut rng)).collect();
        let change = |v: &Value, rng: &mut Rng| if rng.below(3) == 0 { any_value(rng) } else { *v };
        let now: Vec<Value> = before.iter().map(|v| change(v, &mut rng)).collect();
        let live = rng.next() | rng.next();

        let mut log = Log::new(now.as_ptr(), count, rare_state());
        log.make_room(count + 20);
        let mut shadow = before.clone();
        // SAFETY: see the module.
        unsafe {
            let at = log.open.bytes.end();
            // Number 0 and the flags; instruction 5; nothing popped, nothing pushed.
            let mut out = VarintWriter(at.add(2));
            out.put(5);
            out.pair(0, 0);
            let mut diff = RegisterDiff::new(&log, out, 0);
            diff.compare(Window { base: now.as_ptr(), shadow: shadow.as_mut_ptr(), count }, 0, live);
            diff.end(&mut log, at);
        }
        let snapshot = log.open.snapshot();
        let mut cursor = Cursor::default();
        let moment = snapshot.moments().read(&mut cursor).expect("one moment");
        assert_eq!(moment.pc, 5);
        let mut held = before.clone();
        moment.each_register(|i, change| apply(&mut held, i, change));
        for i in 0..count {
            let is_live = i >= 64 || live >> i & 1 == 1;
            assert_eq!(held[i], if is_live { now[i] } else { before[i] });
            assert_eq!(held[i], shadow[i]);
        }
        assert!(snapshot.moments().read(&mut cursor).is_none());
    }
}

#[test]
fn register_lists() {
    let mut rng = Rng(4);
    for _ in 0..3_000 {
        let register = |rng: &mut Rng| rng.below(60) as u16;
        let copies: Vec<[u16; 2]> = (0..rng.below(8)).map(|_| [register(&mut rng), register(&mut rng)]).collect();
        let speculative_copies = rng.below(copies.len() + 1);
        let constants: Vec<(u16, Value)> = (0..rng.below(5)).map(|_| (register(&mut rng), Value::NONE)).collect();
        let mut logged: Vec<u16> = (0..rng.below(12)).map(|_| register(&mut rng)).collect();
        logged.sort_unstable();
        logged.dedup();
        let plan = Plan {
            pc: 3,
            copies: copies.clone().into(),
            speculative_copies,
            constants: constants.clone().into(),
            logged: logged.clone().into(),
            ..Plan::default()
        };
        let list = encode_list(&plan).expect("few registers");
        let before: Vec<Value> = (0..64).map(|_| any_value(&mut rng)).collect();
        let now: Vec<Value> = (0..64).map(|_| any_value(&mut rng)).collect();
        let mut shadow = before.clone();

        let mut block = OpenBlock::new();
        block.bytes.reserve(max_bytes(64));
        block.values.reserve(64);
        // SAFETY: see the module.
        unsafe {
            let mut registers = RegisterList::new(&list);
            for [register, from] in &copies[..speculative_copies] {
                assert_eq!(registers.next(), Some((*register).into()));
                assert_eq!(u16::from(registers.raw()), *from);
            }
            assert_eq!(registers.next(), None);
            for register in copies.iter().map(|c| c[0]).chain(constants.iter().map(|c| c.0)) {
                assert_eq!(registers.next(), Some(register.into()));
            }
            assert_eq!(registers.next(), None);
            assert_eq!(registers.has_logged(), !logged.is_empty());
            let mut out = VarintWriter(block.bytes.end());
            out.put(2);
            let out = registers.write(&mut block.values, out, (now.as_ptr(), shadow.as_mut_ptr()));
            block.bytes.set_end(out.0);
        }
        block.moments = 1;
        let table = Table::new();
        let transition = Transition { plan: Rc::new(plan), code: 0, popped: 0, pushed: PushedFrame::Nothing };
        assert_eq!(table.add(transition), Some(1));

        let snapshot = block.snapshot();
        let moments = crate::log::Moments { transitions: &table, ..snapshot.moments() };
        let moment = moments.read(&mut Cursor::default()).expect("one moment");
        let mut held = before;
        moment.each_register(|i, change| apply(&mut held, i, change));
        assert_eq!(held, shadow);
        logged.iter().for_each(|i| assert_eq!(held[usize::from(*i)], now[usize::from(*i)]));
    }
}

#[test]
fn packed_blocks() {
    let mut rng = Rng(5);
    for _ in 0..50 {
        let mut heap = Heap::new(HeapConfig::default());
        let mut open = OpenBlock::new();
        let (bytes, values) = (rng.below(5_000), rng.below(500));
        open.bytes.reserve(bytes);
        open.values.reserve(values);
        // SAFETY: see the module.
        unsafe {
            for _ in 0..bytes {
                let end = open.bytes.end();
                end.write(rng.below(9) as u8);
                open.bytes.set_end(end.add(1));
            }
            for _ in 0..values {
                let end = open.values.end();
                end.write(Value::obj(TypeId(1), rng.below(20) as u32, 0));
                open.values.set_end(end.add(1));
            }
        }
        let node = heap.checkpoint();
        let mut block = open.close(&mut heap, node);
        let read = |block: &crate::log::Block| {
            let mut unpacked = None;
            let moments = block.moments(&mut unpacked);
            (moments.bytes.to_vec(), moments.values.to_vec())
        };
        let roots = |block: &crate::log::Block| {
            let mut found = Vec::new();
            block.each_root(&mut |values| found.extend(values.iter().map(|v| v.raw())));
            found.retain(|raw| Value::from_raw(*raw).is_obj());
            found.sort_unstable();
            found.dedup();
            found
        };
        let before = (read(&block), roots(&block), block.bytes());
        block.pack(&mut heap);
        assert_eq!((read(&block), roots(&block)), (before.0, before.1));
        assert!(block.bytes() <= before.2 || bytes + values < 1_000);
        block.free(&mut heap);
    }
}
