//! `hash()` of builtin values, bit for bit as CPython computes it with `PYTHONHASHSEED=0`.
//!
//! Sets iterate in an order that follows from the hashes, so every program that prints a set sees these numbers. Where
//! CPython hashes an address, the object's allocation id serves as one.

use ttd_core::value::Value;

use crate::{Vm, ids, native::*, types};

const XX_PRIME_1: u64 = 11400714785074694791;
const XX_PRIME_2: u64 = 14029467366897019727;
const XX_PRIME_5: u64 = 2870177450012600261;

/// Where `id()` begins to count.
const ID_BASE: u64 = 0x7f00_0000_0000;

/// The hash of `None`, a constant since Python 3.12.
const HASH_NONE: i64 = 0xFCA8_6420;

/// Returns the hash of an exact builtin value; the full protocol is only used for what it contains.
pub fn hash_builtin(vm: &mut Vm, v: Value) -> Res<i64> {
    if let Some(hash) = hash_scalar(vm, v) {
        return Ok(hash);
    }
    if !v.is_obj() {
        return Ok(hash_identity(vm, v));
    }
    match v.tid() {
        ids::TUPLE => tuple(vm, v),
        ids::FROZENSET => Ok(types::set::hash_frozen(vm, v)),
        _ => match vm.slots_of(v).hash {
            Some(hash) => hash(vm, v),
            None => Ok(hash_identity(vm, v)),
        },
    }
}

/// Returns the hash of a number, string, bytes or `None`: what is computed from the value alone.
#[inline]
pub fn hash_scalar(vm: &Vm, v: Value) -> Option<i64> {
    if v.is_int() {
        // |v| < 2**47 is far below the modulus 2**61 - 1.
        return Some(fix(v.as_int()));
    }
    if v.is(ids::STR) || v.is(ids::BYTES) {
        return Some(hash_bytes(vm, v));
    }
    if v.is_float() {
        // NaNs equal nothing, so dicts would fill with them if they all had one hash.
        let x = v.as_float();
        return Some(if x.is_nan() { hash_identity(vm, v) } else { types::int::hash_float(x) });
    }
    if v.is(ids::BIGINT) {
        return Some(types::int::hash_int(vm, v));
    }
    match v {
        Value::NONE => Some(HASH_NONE),
        Value::FALSE => Some(0),
        Value::TRUE => Some(1),
        _ => None,
    }
}

#[inline]
fn hash_bytes(vm: &Vm, v: Value) -> i64 {
    let cached = vm.heap.cached_hash(v);
    if cached != -1 {
        return cached;
    }
    let bytes = vm.heap.bytes(v);
    let hash = if v.is(ids::STR) {
        ttd_pyalgos::hash::string::hash_str(bytes)
    } else {
        ttd_pyalgos::hash::string::hash_bytes(bytes)
    };
    vm.heap.set_cached_hash(v, hash);
    hash
}

/// Returns the identity hash, the default of all objects.
pub fn hash_identity(vm: &Vm, v: Value) -> i64 {
    pointer(id(vm, v))
}

/// Raises TypeError: the `hash` slot of an unhashable type.
pub fn refuse(vm: &mut Vm, v: Value) -> Res<i64> {
    Err(unhashable(vm, v))
}

/// Returns the error for a value that has no hash.
#[cold]
pub fn unhashable(vm: &mut Vm, v: Value) -> Trap {
    let name = vm.type_name(v);
    vm.type_error(format!("unhashable type: '{name}'"))
}

/// Returns what `id()` gives: equal in every mode and every run.
pub fn id(vm: &Vm, v: Value) -> u64 {
    if v.is_obj() { address_of(vm.heap.alloc_id(v)) } else { immediate_id(v) }
}

/// Returns the `id()` of the object with this allocation id.
pub(crate) fn address_of(birth: u64) -> u64 {
    ID_BASE + 16 * birth
}

/// Returns the allocation id of the object with this `id()`.
pub(crate) fn birth_at(address: u64) -> Option<u64> {
    address.checked_sub(ID_BASE).filter(|distance| distance % 16 == 0).map(|distance| distance / 16)
}

/// Returns the identity of an immediate value.
fn immediate_id(v: Value) -> u64 {
    if v.is_int() {
        return 0x6000_0000_0000 + ((v.as_int() as u64) << 5 & 0xFFF_FFFF_FFE0);
    }
    if v.is_float() { 0x6400_0000_0000 + (v.raw() >> 20 << 4) } else { 0x6800_0000_0000 + ((v.raw() & 0xFFFF) << 5) }
}

/// CPython's hash of an address.
pub(crate) fn pointer(address: u64) -> i64 {
    fix(address.rotate_right(4) as i64)
}

/// Maps -1, an error in C, to -2.
#[inline]
pub(crate) fn fix(hash: i64) -> i64 {
    if hash == -1 { -2 } else { hash }
}

fn mix(acc: u64, lane: i64) -> u64 {
    acc.wrapping_add((lane as u64).wrapping_mul(XX_PRIME_2)).rotate_left(31).wrapping_mul(XX_PRIME_1)
}

fn tuple(vm: &mut Vm, v: Value) -> Res<i64> {
    let len = vm.heap.tuple(v).len();
    let mut acc = XX_PRIME_5;
    for i in 0..len {
        let item = vm.heap.tuple(v)[i];
        let lane = match hash_scalar(vm, item) {
            Some(lane) => lane,
            None => vm.hash(item)?,
        };
        acc = mix(acc, lane);
    }
    acc = acc.wrapping_add(len as u64 ^ (XX_PRIME_5 ^ 3527539));
    Ok(if acc == u64::MAX { 1546275796 } else { acc as i64 })
}

/// Mixes hashes as a tuple does, but without its length.
pub(crate) fn mixed(lanes: &[i64]) -> i64 {
    let acc = lanes.iter().fold(XX_PRIME_5, |acc, lane| mix(acc, *lane));
    if acc == u64::MAX { 1546275796 } else { acc as i64 }
}

/// Returns the hash of a tuple whose items are hashed already.
pub(crate) fn hash_of_hashes(lanes: &[i64]) -> i64 {
    let acc = lanes.iter().fold(XX_PRIME_5, |acc, lane| mix(acc, *lane));
    let acc = acc.wrapping_add(lanes.len() as u64 ^ (XX_PRIME_5 ^ 3527539));
    if acc == u64::MAX { 1546275796 } else { acc as i64 }
}
