//! `set` and `frozenset`: tables arranged as CPython's, so that they iterate in CPython's order.
//!
//! For the same reason every algorithm adds and removes in CPython's sequence.

mod algebra;
pub mod iter;
mod keys;
mod methods;
mod operators;
mod plain;
mod table;

use ttd_core::value::{TypeId, Value};

pub(crate) use table::set_operators;

use crate::native::{Res, TypeDef};
use crate::{Vm, ids};

pub use algebra::update;
pub use methods::isdisjoint;
pub use operators::{binary, compare, ibinary};
pub use table::{FROZENSET_TYPE, TYPE};

/// The types of this folder.
pub const TYPES: &[TypeDef] = &[TYPE, FROZENSET_TYPE, iter::TYPE];

/// Returns whether it is a `set` or a `frozenset`.
#[inline]
pub fn is_set(v: Value) -> bool {
    v.is(ids::SET) || v.is(ids::FROZENSET)
}

/// Returns whether objects of this type compare as sets do.
pub fn is_set_like(tid: TypeId) -> bool {
    matches!(tid, ids::SET | ids::FROZENSET | ids::DICT_KEYS | ids::DICT_ITEMS)
}

/// Returns hashes and keys in the set's order.
pub fn entries(vm: &Vm, set: Value) -> Vec<(i64, Value)> {
    let mut found = Vec::with_capacity(vm.heap.set_len(set));
    found.extend(vm.heap.set_entries(set));
    found
}

/// Returns the hash of a frozenset, independent of the order.
pub fn hash_frozen(vm: &Vm, set: Value) -> i64 {
    vm.heap.frozen_hash(set).unwrap_or_else(|| {
        let hash = computed_hash(vm, set);
        vm.heap.keep_frozen_hash(set, hash);
        hash
    })
}

fn computed_hash(vm: &Vm, set: Value) -> i64 {
    let mut hash: u64 = 0;
    for (h, _) in vm.heap.set_entries(set) {
        let h = h as u64;
        hash ^= ((h ^ 89869747) ^ (h << 16)).wrapping_mul(3644798167);
    }
    hash ^= (vm.heap.set_len(set) as u64 + 1).wrapping_mul(1927868237);
    hash ^= (hash >> 11) ^ (hash >> 25);
    hash = hash.wrapping_mul(69069).wrapping_add(907133923);
    if hash == u64::MAX { 590923713 } else { hash as i64 }
}

/// Returns the repr of a set inside an instance of a Python subclass, with the name of that class.
pub fn repr_in_subclass(vm: &mut Vm, v: Value) -> Option<Res> {
    let set = vm.unwrap(v);
    if !is_set(set) || v == set {
        return None;
    }
    let name = vm.type_name(v);
    let text = match vm.repr(set) {
        Ok(text) => vm.text_lossy(text).into_owned(),
        Err(trap) => return Some(Err(trap)),
    };
    let inner = text.strip_prefix("frozenset(").or(text.strip_prefix("set(")).and_then(|t| t.strip_suffix(')'));
    let named = format!("{name}({})", inner.unwrap_or(&text));
    Some(Ok(vm.new_str(&named)))
}
