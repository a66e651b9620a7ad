//! What pickles hold: fields as bytes.

use ttd_core::value::Value;

use super::{SECOND, check, number, pack, unpack};
use crate::{Vm, ids, native::*};

/// The octets of a state argument: bytes, or a str of latin-1 as Python 2 wrote it.
pub(super) fn octets(vm: &Vm, v: Value, length: usize) -> Option<Vec<u8>> {
    let v = vm.unwrap(v);
    if v.is(ids::BYTES) {
        let bytes = vm.heap.bytes(v);
        return (bytes.len() == length).then(|| bytes.to_vec());
    }
    if !v.is(ids::STR) {
        return None;
    }
    let text = vm.text_lossy(v);
    let octets: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
    octets.filter(|octets| octets.len() == length)
}

/// The day in the first bytes of a state; `None` when the arguments are no state of this length.
pub(super) fn day_of(vm: &Vm, first: Value, second: Option<Value>, length: usize) -> Option<i64> {
    if length == 4 && second.is_some() {
        return None;
    }
    day_in(&octets(vm, first, length)?)
}

/// The day that four bytes tell, if they can be one.
pub(super) fn day_in(octets: &[u8]) -> Option<i64> {
    let (year, month) = (i64::from(octets[0]) * 256 + i64::from(octets[1]), i64::from(octets[2] & 0x7f));
    let day = i64::from(octets[3]);
    // As in CPython nothing else is checked: only damaged pickles hold other days.
    (1..=12).contains(&month).then(|| pack(year, month, day & 31))
}

/// The microseconds since midnight in six bytes, if the hour can be one.
pub(super) fn clock_in(octets: &[u8]) -> Option<i64> {
    ((octets[0] & 0x7f) < 24).then(|| clock_value(octets))
}

/// The microseconds since midnight in six bytes, which nothing checks, as in CPython.
pub(super) fn clock_value(octets: &[u8]) -> i64 {
    let [h, m, s] = [octets[0] & 0x7f, octets[1], octets[2]].map(i64::from);
    let micros = i64::from(octets[3]) << 16 | i64::from(octets[4]) << 8 | i64::from(octets[5]);
    ((h * 60 + m) * 60 + s) * SECOND + micros
}

fn day_octets(day: i64) -> [u8; 4] {
    let (y, m, d) = unpack(day);
    [(y >> 8) as u8, y as u8, m as u8, d as u8]
}

fn clock_octets(micros: i64) -> [u8; 6] {
    let (seconds, micros) = (micros / SECOND, micros % SECOND);
    let (h, m, s) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    [h as u8, m as u8, s as u8, (micros >> 16) as u8, (micros >> 8) as u8, micros as u8]
}

pub(super) fn reduce_date(vm: &mut Vm, args: Args) -> Res {
    let octets = day_octets(number(vm, args.get(0), 0));
    reduced(vm, args.get(0), &octets, Value::NONE)
}

fn reduced(vm: &mut Vm, v: Value, octets: &[u8], zone: Value) -> Res {
    let this = vm.receiver(v);
    let class = vm.type_of(this);
    let octets = vm.new_bytes(octets);
    let state = if zone.is_none() { vm.new_tuple(&[octets]) } else { vm.new_tuple(&[octets, zone]) };
    Ok(vm.new_tuple(&[class, state]))
}

/// The protocol asked for: 2 in `__reduce__`.
fn keeps_fold(vm: &mut Vm, args: &Args) -> Res<bool> {
    Ok(check::c_int_or(vm, args.opt(1), 2)? > 3)
}

pub(super) fn reduce_time(vm: &mut Vm, args: Args) -> Res {
    let fields = vm.heap.tuple(args.get(0)).to_vec();
    let mut octets = clock_octets(fields[0].as_int());
    if fields[2].as_int() == 1 && keeps_fold(vm, &args)? {
        octets[0] |= 0x80;
    }
    reduced(vm, args.get(0), &octets, fields[1])
}

pub(super) fn reduce_moment(vm: &mut Vm, args: Args) -> Res {
    let fields = vm.heap.tuple(args.get(0)).to_vec();
    let mut octets = [day_octets(fields[0].as_int()).as_slice(), &clock_octets(fields[1].as_int())].concat();
    if fields[3].as_int() == 1 && keeps_fold(vm, &args)? {
        octets[2] |= 0x80;
    }
    reduced(vm, args.get(0), &octets, fields[2])
}
