//! Writing values.

use rustc_hash::FxHashMap;

use ttd_core::value::Value;

use super::DEEPEST;
use crate::{Vm, ids, native::*};

/// Since this version of the format an object that is met again is written as a reference.
const FIRST_WITH_REFERENCES: i64 = 3;

pub(super) fn dumps(vm: &mut Vm, args: Args) -> Res {
    let value = args.get(0);
    let mut shared = Shared::default();
    if args.opt(1).is_none_or(|version| !version.is_int() || version.as_int() >= FIRST_WITH_REFERENCES) {
        shared.find(vm, value, 0);
        shared.interns = true;
    }
    let mut out = Vec::new();
    match write(vm, value, &mut out, &mut shared, 0) {
        Ok(()) => Ok(vm.new_bytes(&out)),
        Err(Stop::TooDeep) => Err(vm.value_error("object too deeply nested to marshal")),
        Err(Stop::Rare) => Ok(Value::NONE),
    }
}

/// Why writing stops.
enum Stop {
    /// Python has to do it.
    Rare,
    /// There are too many containers in containers.
    TooDeep,
}

/// How often an object occurs, as far as it was seen.
enum Occurs {
    Once,
    Again,
    /// It was written, with this number.
    Written(i32),
}

/// The objects below a value.
#[derive(Default)]
struct Shared {
    found: FxHashMap<Value, Occurs>,
    /// The number of the next that is written first.
    next: i32,
    /// Whether interned strings are marked, so that reading gives them again.
    interns: bool,
}

impl Shared {
    /// Finds the objects below a value that occur more than once.
    fn find(&mut self, vm: &Vm, v: Value, depth: usize) {
        let counts = [ids::STR, ids::BYTES, ids::TUPLE, ids::LIST, ids::SET, ids::FROZENSET, ids::DICT];
        if !v.is_obj() || depth > DEEPEST || !counts.contains(&v.tid()) {
            return;
        }
        if let Some(occurs) = self.found.get_mut(&v) {
            *occurs = Occurs::Again;
            return;
        }
        self.found.insert(v, Occurs::Once);
        each_item(vm, v, |item| self.find(vm, item, depth + 1));
    }
}

/// Goes through the items of a container in the order in which they are written.
fn each_item(vm: &Vm, v: Value, mut each: impl FnMut(Value)) {
    match v.tid() {
        ids::TUPLE => vm.heap.tuple(v).iter().for_each(|item| each(*item)),
        ids::LIST => vm.heap.list(v).iter().for_each(|item| each(*item)),
        ids::SET | ids::FROZENSET => {
            (0..vm.heap.set_slots(v)).filter_map(|slot| vm.heap.set_slot_at(v, slot)).for_each(|(_, item)| each(item));
        }
        ids::DICT => {
            for (_, key, value) in (0..vm.heap.dict_size(v)).filter_map(|entry| vm.heap.dict_entry(v, entry)) {
                each(key);
                each(value);
            }
        }
        _ => {}
    }
}

/// A kind, a length and what has this length.
fn sized(out: &mut Vec<u8>, kind: u8, length: usize) -> Option<()> {
    out.push(kind);
    out.extend_from_slice(&i32::try_from(length).ok()?.to_le_bytes());
    Some(())
}

fn write(vm: &Vm, v: Value, out: &mut Vec<u8>, shared: &mut Shared, depth: usize) -> Result<(), Stop> {
    if depth >= DEEPEST {
        return Err(Stop::TooDeep);
    }
    let start = out.len();
    let is_shared = match shared.found.get_mut(&v) {
        Some(Occurs::Written(number)) => {
            out.push(b'r');
            out.extend_from_slice(&number.to_le_bytes());
            return Ok(());
        }
        Some(occurs @ Occurs::Again) => {
            *occurs = Occurs::Written(shared.next);
            shared.next += 1;
            true
        }
        _ => false,
    };
    if v.is(ids::TUPLE) || v.is(ids::LIST) || v.is(ids::SET) || v.is(ids::FROZENSET) || v.is(ids::DICT) {
        container(vm, v, out, shared, depth)?;
    } else {
        plain(vm, v, out, shared.interns).ok_or(Stop::Rare)?;
    }
    if is_shared {
        // It gets the next number when it is read.
        out[start] |= 0x80;
    }
    Ok(())
}

fn container(vm: &Vm, v: Value, out: &mut Vec<u8>, shared: &mut Shared, depth: usize) -> Result<(), Stop> {
    match v.tid() {
        ids::TUPLE => sized(out, b'(', vm.heap.tuple(v).len()),
        ids::LIST => sized(out, b'[', vm.heap.list(v).len()),
        ids::SET => sized(out, b'<', vm.heap.set_len(v)),
        ids::FROZENSET => sized(out, b'>', vm.heap.set_len(v)),
        _ => {
            out.push(b'{');
            Some(())
        }
    }
    .ok_or(Stop::Rare)?;
    let mut done = Ok(());
    each_item(vm, v, |item| {
        if done.is_ok() {
            done = write(vm, item, out, shared, depth + 1);
        }
    });
    if v.is(ids::DICT) {
        out.push(b'0');
    }
    done
}

fn plain(vm: &Vm, v: Value, out: &mut Vec<u8>, interns: bool) -> Option<()> {
    if v.is_int() {
        return integer(out, v.as_int());
    }
    if v.is_float() {
        out.push(b'g');
        out.extend_from_slice(&v.as_float().to_le_bytes());
    } else if v.is_none() {
        out.push(b'N');
    } else if v.is_bool() {
        out.push(if v == Value::TRUE { b'T' } else { b'F' });
    } else if !v.is_obj() {
        return None;
    } else if v.is(ids::STR) || v.is(ids::BYTES) {
        let bytes = vm.heap.bytes(v);
        let kind = match v.is(ids::STR) {
            true if interns && vm.is_interned(v) => b't',
            true => b'u',
            false => b's',
        };
        sized(out, kind, bytes.len())?;
        out.extend_from_slice(bytes);
    } else if v.is(ids::BYTEARRAY) {
        let bytes = vm.heap.buffer(v);
        sized(out, b's', bytes.len())?;
        out.extend_from_slice(bytes);
    } else if v.is(ids::BIGINT) {
        long(out, vm.heap.bytes(v), vm.heap.aux(v) == 1)?;
    } else {
        return None;
    }
    Some(())
}

fn integer(out: &mut Vec<u8>, n: i64) -> Option<()> {
    match i32::try_from(n) {
        Ok(n) => {
            out.push(b'i');
            out.extend_from_slice(&n.to_le_bytes());
            Some(())
        }
        Err(_) => long(out, &n.unsigned_abs().to_le_bytes(), n < 0),
    }
}

/// Writes a number, given its bytes from the least one on, in digits of 15 bits.
fn long(out: &mut Vec<u8>, bytes: &[u8], negative: bool) -> Option<()> {
    let used = bytes.iter().rposition(|b| *b != 0).map_or(0, |last| last + 1);
    let (mut digits, mut word, mut bits) = (Vec::with_capacity(used), 0_u32, 0);
    for byte in &bytes[..used] {
        word |= u32::from(*byte) << bits;
        bits += 8;
        if bits >= 15 {
            digits.push((word & 0x7fff) as u16);
            word >>= 15;
            bits -= 15;
        }
    }
    if word > 0 {
        digits.push(word as u16);
    }
    let count = i32::try_from(digits.len()).ok()?;
    out.push(b'l');
    out.extend_from_slice(&(if negative { -count } else { count }).to_le_bytes());
    out.extend(digits.into_iter().flat_map(u16::to_le_bytes));
    Some(())
}
