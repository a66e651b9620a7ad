//! Dict lookup with Python's full protocol, `__hash__` and `__eq__` of the user included.
//!
//! Most keys are strings, numbers and tuples of these; their equality is decided here. Otherwise candidates with the
//! right hash are compared by `Vm::eq`. That may change the dict, so the search may have to restart, as CPython's does.

use std::cmp::Ordering;

use ttd_core::value::Value;

use super::{compare, hashing};
use crate::{Vm, ids, native::*};

/// Returns whether two keys are equal, `None` when only Python code can say.
#[inline]
pub fn plain_equal(vm: &Vm, a: Value, b: Value) -> Option<bool> {
    if a == b {
        return Some(true);
    }
    if a.is(ids::STR) && b.is(ids::STR) {
        return Some(vm.heap.bytes(a) == vm.heap.bytes(b));
    }
    plain_equal_rest(vm, a, b)
}

fn plain_equal_rest(vm: &Vm, a: Value, b: Value) -> Option<bool> {
    if let Some(order) = compare::scalars(vm, a, b) {
        return Some(order == Some(Ordering::Equal));
    }
    if a.is(ids::TUPLE) && b.is(ids::TUPLE) {
        let (p, q) = (vm.heap.tuple(a), vm.heap.tuple(b));
        if p.len() != q.len() {
            return Some(false);
        }
        for (x, y) in p.iter().zip(q) {
            match plain_equal(vm, *x, *y) {
                Some(true) => {}
                other => return other,
            }
        }
        return Some(true);
    }
    if is_leaf(a) && is_leaf(b) { Some(false) } else { None }
}

/// Returns whether a value equals nothing of another type.
fn is_leaf(v: Value) -> bool {
    !v.is_obj() || matches!(v.tid(), ids::STR | ids::BYTES | ids::BIGINT | ids::TUPLE | ids::FUNCTION)
}

impl Vm {
    /// Returns the hash of a key.
    #[inline]
    pub fn key_hash(&mut self, key: Value) -> Res<i64> {
        match hashing::hash_scalar(self, key) {
            Some(hash) => Ok(hash),
            None => self.hash(key),
        }
    }

    /// Returns the position of a key in a dict; `None` when only Python code can say.
    #[inline]
    pub(crate) fn dict_find_plain(&self, dict: Value, key: Value, hash: i64) -> Option<Option<usize>> {
        let mut unsure = false;
        let found = self.heap.dict_find(dict, hash, |candidate| match plain_equal(self, candidate, key) {
            Some(equal) => equal,
            None => {
                unsure = true;
                true
            }
        });
        (!unsure).then_some(found)
    }

    /// Returns the position of a key in a dict.
    #[inline]
    pub fn dict_find_key(&mut self, dict: Value, key: Value, hash: i64) -> Res<Option<usize>> {
        match self.dict_find_plain(dict, key, hash) {
            Some(found) => Ok(found),
            None => self.dict_search(dict, key, hash),
        }
    }

    /// Compares along CPython's probe path, and restarts when user code removed the entry or may have replaced the
    /// table.
    #[cold]
    fn dict_search(&mut self, dict: Value, key: Value, hash: i64) -> Res<Option<usize>> {
        'again: loop {
            let mut probe = self.heap.dict_probe(dict, hash);
            while let Some(at) = probe.next(&self.heap) {
                let Some((_, candidate, _)) = self.heap.dict_entry(dict, at) else {
                    continue 'again;
                };
                if candidate == key {
                    return Ok(Some(at));
                }
                let (tables, version) = (self.heap.tables_made(), self.heap.dict_keys_version(dict));
                let equal = self.eq(candidate, key)?;
                let same_keys = self.heap.dict_keys_version(dict) == version;
                let same_table = same_keys || self.heap.tables_made() == tables;
                if !same_table || !self.heap.dict_entry(dict, at).is_some_and(|e| e.1 == candidate) {
                    continue 'again;
                }
                if equal {
                    return Ok(Some(at));
                }
            }
            return Ok(None);
        }
    }

    /// Returns the value at a position that was just found.
    #[inline]
    pub fn dict_value_at(&self, dict: Value, at: usize) -> Value {
        self.heap.dict_entry(dict, at).map_or(Value::NONE, |(_, _, value)| value)
    }

    /// Returns the first live entry at or after a position: the next position, key, hash and value.
    #[inline]
    pub fn dict_next(&self, dict: Value, mut at: usize) -> Option<(usize, Value, i64, Value)> {
        let size = self.heap.dict_size(dict);
        while at < size {
            if let Some((hash, key, value)) = self.heap.dict_entry(dict, at) {
                return Some((at + 1, key, hash, value));
            }
            at += 1;
        }
        None
    }

    /// `dict.get(key)`.
    pub fn dict_get(&mut self, dict: Value, key: Value) -> Res<Option<Value>> {
        let hash = self.key_hash(key)?;
        let found = self.dict_find_key(dict, key, hash)?;
        Ok(found.map(|at| self.dict_value_at(dict, at)))
    }

    /// `dict[key] = value`.
    pub fn dict_set(&mut self, dict: Value, key: Value, value: Value) -> Res<()> {
        let hash = self.key_hash(key)?;
        self.dict_set_hashed(dict, key, hash, value)
    }

    /// `dict[key] = value` for a key whose hash is known.
    pub fn dict_set_hashed(&mut self, dict: Value, key: Value, hash: i64, value: Value) -> Res<()> {
        self.heap.dict_prepare_insert(dict, key);
        match self.dict_find_key(dict, key, hash)? {
            Some(at) => self.heap.dict_set_value(dict, at, value),
            None => {
                self.heap.dict_insert_new(dict, hash, key, value);
            }
        }
        Ok(())
    }

    /// Removes a key. Returns its value if it was there.
    pub fn dict_del(&mut self, dict: Value, key: Value) -> Res<Option<Value>> {
        let hash = self.key_hash(key)?;
        let found = self.dict_find_key(dict, key, hash)?;
        Ok(found.map(|at| self.heap.dict_remove_at(dict, at).1))
    }

    /// `dict.copy()`.
    pub fn dict_copy(&mut self, dict: Value) -> Res {
        if self.heap.dict_copies_whole(dict) {
            return Ok(self.heap.dict_copy(ids::DICT, dict));
        }
        let copy = self.new_dict();
        crate::types::dict::merge(self, copy, dict)?;
        Ok(copy)
    }

    /// Returns the value under a string.
    pub fn dict_get_str(&self, dict: Value, key: &str) -> Option<Value> {
        self.dict_find_str(dict, key).map(|at| self.dict_value_at(dict, at))
    }

    fn dict_find_str(&self, dict: Value, key: &str) -> Option<usize> {
        let hash = ttd_pyalgos::hash::string::hash_str(key.as_bytes());
        let heap = &self.heap;
        heap.dict_find(dict, hash, |k| k.is(ids::STR) && heap.bytes(k) == key.as_bytes())
    }

    /// Sets the value under a string.
    pub fn dict_set_str(&mut self, dict: Value, key: &str, value: Value) {
        match self.dict_find_str(dict, key) {
            Some(at) => self.heap.dict_set_value(dict, at, value),
            None => {
                let hash = ttd_pyalgos::hash::string::hash_str(key.as_bytes());
                let key = self.intern(key);
                self.heap.dict_insert_new(dict, hash, key, value);
            }
        }
    }
}
