//! Set lookup with Python's full protocol; `ops/keys.rs` has that of dicts.

use ttd_core::{SetFound, SetStep, value::Value};

use crate::native::{Res, Trap};
use crate::ops::hashing::hash_scalar;
use crate::ops::keys::plain_equal;
use crate::{Vm, ids};

impl Vm {
    /// Makes an empty set.
    pub fn new_set(&mut self) -> Value {
        self.heap.new_set(ids::SET)
    }

    /// Finds the slot of a key.
    #[inline]
    pub fn set_find_key(&mut self, set: Value, key: Value, hash: i64) -> Res<Option<usize>> {
        match self.heap.set_search(set, hash, key, |a, b| plain_equal(self, a, b)) {
            Some(SetFound::At(slot)) => Ok(Some(slot)),
            Some(SetFound::Absent(..)) => Ok(None),
            None => self.set_search(set, key, hash),
        }
    }

    #[cold]
    fn set_search(&mut self, set: Value, key: Value, hash: i64) -> Res<Option<usize>> {
        'again: loop {
            let slots = self.heap.set_slots(set);
            let mut probe = self.heap.set_probe(set, hash);
            loop {
                let SetStep::Candidate(slot) = probe.next(&self.heap) else {
                    return Ok(None);
                };
                let Some((_, candidate)) = self.heap.set_slot_at(set, slot) else {
                    continue 'again;
                };
                let equal = self.eq(candidate, key)?;
                let unchanged = self.heap.set_slots(set) == slots
                    && self.heap.set_slot_at(set, slot).is_some_and(|(_, k)| k == candidate);
                if !unchanged {
                    continue 'again;
                }
                if equal {
                    return Ok(Some(slot));
                }
            }
        }
    }

    /// Returns key and hash for a lookup: a set counts as the frozenset of its items.
    fn sought_key(&mut self, key: Value) -> Res<(Value, i64)> {
        if let Some(hash) = hash_scalar(self, key) {
            return Ok((key, hash));
        }
        let hashed = self.key_hash(key);
        let Some(inner) = self.payload(key, ids::SET) else {
            return hashed.map(|hash| (key, hash));
        };
        match hashed {
            Err(Trap::Raise(e)) if self.is_instance(e, self.types.type_error) => {
                let frozen = self.heap.set_copy(ids::FROZENSET, inner);
                let hash = super::hash_frozen(self, frozen);
                Ok((frozen, hash))
            }
            other => other.map(|hash| (key, hash)),
        }
    }

    /// `key in set`.
    pub fn set_contains(&mut self, set: Value, key: Value) -> Res<bool> {
        let (key, hash) = self.sought_key(key)?;
        Ok(self.set_find_key(set, key, hash)?.is_some())
    }

    /// Adds a key. Returns whether it was new.
    pub fn set_add(&mut self, set: Value, key: Value) -> Res<bool> {
        let hash = self.key_hash(key)?;
        self.set_add_hashed(set, key, hash)
    }

    /// Adds a key whose hash is known. Returns whether it was new.
    pub fn set_add_hashed(&mut self, set: Value, key: Value, hash: i64) -> Res<bool> {
        if let Some(found) = self.heap.set_search(set, hash, key, |a, b| plain_equal(self, a, b)) {
            return Ok(self.heap.set_add_at(set, found, hash, key));
        }
        let new = self.set_find_key(set, key, hash)?.is_none();
        if new {
            self.heap.set_add_new(set, hash, key);
        }
        Ok(new)
    }

    /// Removes a key. Returns whether it was there.
    pub fn set_discard(&mut self, set: Value, key: Value) -> Res<bool> {
        let (key, hash) = self.sought_key(key)?;
        self.set_discard_hashed(set, key, hash)
    }

    /// Removes a key whose hash is known. Returns whether it was there.
    pub fn set_discard_hashed(&mut self, set: Value, key: Value, hash: i64) -> Res<bool> {
        let found = self.set_find_key(set, key, hash)?;
        if let Some(slot) = found {
            self.heap.set_remove_at(set, slot);
        }
        Ok(found.is_some())
    }
}
