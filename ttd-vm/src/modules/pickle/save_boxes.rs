//! Pickling containers.

use ttd_core::value::Value;

use super::save::Saver;
use super::{Stop, op};
use crate::{Vm, ids};

/// Items that one opcode takes at most, from protocol 1 on.
const BATCH: usize = 1000;

impl Saver {
    pub(super) fn tuple(&mut self, vm: &mut Vm, v: Value) -> Result<(), Stop> {
        let items = vm.heap.tuple(v).to_vec();
        if items.is_empty() && self.protocol >= 1 {
            self.out.byte(op::EMPTY_TUPLE);
            return Ok(());
        }
        if items.is_empty() {
            self.out.bytes(&[op::MARK, op::TUPLE]);
            return Ok(());
        }
        let marked = items.len() > 3 || self.protocol < 2;
        if marked {
            self.out.byte(op::MARK);
        }
        for item in &items {
            self.save(vm, *item)?;
        }
        if self.memo.contains_key(&v) {
            // It contains itself: take the items off again, and name what was made meanwhile.
            if self.protocol == 0 {
                return Err(Stop::GiveUp);
            }
            if marked {
                self.out.byte(op::POP_MARK);
            } else {
                items.iter().for_each(|_| self.out.byte(op::POP));
            }
            self.known(v);
            return Ok(());
        }
        let short = [op::TUPLE1, op::TUPLE2, op::TUPLE3].get(items.len() - 1).copied();
        self.out.byte(short.filter(|_| !marked).unwrap_or(op::TUPLE));
        self.memoize(v);
        Ok(())
    }

    pub(super) fn list(&mut self, vm: &mut Vm, v: Value) -> Result<(), Stop> {
        self.opening(op::EMPTY_LIST, op::LIST);
        self.memoize(v);
        let items = vm.heap.list(v).to_vec();
        self.items(vm, &items)
    }

    /// Begins an empty container.
    fn opening(&mut self, empty: u8, marked: u8) {
        if self.protocol == 0 {
            self.out.bytes(&[op::MARK, marked]);
        } else {
            self.out.byte(empty);
        }
    }

    /// Items that one opcode takes at most.
    fn batch(&self) -> usize {
        if self.protocol == 0 { 1 } else { BATCH }
    }

    pub(super) fn items(&mut self, vm: &mut Vm, items: &[Value]) -> Result<(), Stop> {
        for batch in items.chunks(self.batch()) {
            if batch.len() > 1 {
                self.out.byte(op::MARK);
            }
            for item in batch {
                self.save(vm, *item)?;
            }
            self.out.byte(if batch.len() > 1 { op::APPENDS } else { op::APPEND });
        }
        Ok(())
    }

    pub(super) fn dict(&mut self, vm: &mut Vm, v: Value) -> Result<(), Stop> {
        self.opening(op::EMPTY_DICT, op::DICT);
        self.memoize(v);
        let mut pairs = Vec::with_capacity(vm.heap.dict_len(v));
        let mut at = 0;
        while let Some((place, key, _, value)) = vm.dict_next(v, at) {
            pairs.push((key, value));
            at = place;
        }
        self.pairs(vm, &pairs)
    }

    pub(super) fn pairs(&mut self, vm: &mut Vm, pairs: &[(Value, Value)]) -> Result<(), Stop> {
        for batch in pairs.chunks(self.batch()) {
            if batch.len() > 1 {
                self.out.byte(op::MARK);
            }
            for (key, value) in batch {
                self.save(vm, *key)?;
                self.save(vm, *value)?;
            }
            self.out.byte(if batch.len() > 1 { op::SETITEMS } else { op::SETITEM });
        }
        Ok(())
    }

    pub(super) fn set(&mut self, vm: &mut Vm, v: Value) -> Result<(), Stop> {
        let items = vm.collect(v)?;
        if v.is(ids::FROZENSET) {
            self.out.byte(op::MARK);
            for item in &items {
                self.save(vm, *item)?;
            }
            if self.memo.contains_key(&v) {
                return Err(Stop::GiveUp);
            }
            self.out.byte(op::FROZENSET);
            self.memoize(v);
            return Ok(());
        }
        self.out.byte(op::EMPTY_SET);
        self.memoize(v);
        for batch in items.chunks(BATCH) {
            self.out.byte(op::MARK);
            for item in batch {
                self.save(vm, *item)?;
            }
            self.out.byte(op::ADDITEMS);
        }
        Ok(())
    }
}
