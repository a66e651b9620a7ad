//! Pickling what says itself how it is made again: by `__reduce_ex__`, or by an entry in the dispatch table.

use ttd_core::value::Value;

use super::save::Saver;
use super::{Stop, op};
use crate::ops::iter;
use crate::{Vm, ids};

impl Saver {
    /// Calls what reduces an object, and writes the result.
    pub(super) fn by_reducing(&mut self, vm: &mut Vm, v: Value) -> Result<(), Stop> {
        let class = vm.type_of(v);
        if class.is_unbound() {
            return Err(vm.type_error("cannot pickle a part of the interpreter").into());
        }
        let handled = vm.dict_get(self.handled, class)?.is_some();
        if self.protocol < 2 || handled || vm.is_subclass(class, vm.types.type_) {
            return Err(Stop::GiveUp);
        }
        let result = match vm.dict_get(self.dispatch, class)? {
            Some(reducer) => vm.call(reducer, &[v])?,
            None => {
                let reduce = vm.getattr_str(v, "__reduce_ex__")?;
                vm.call(reduce, &[Value::int(self.protocol)])?
            }
        };
        self.reduced.extend([v, result]);
        if result.is(ids::STR) {
            return self.global_named(vm, v, result);
        }
        if !result.is(ids::TUPLE) {
            return Err(Stop::GiveUp);
        }
        let noted = self.reduced.len() - 1;
        let mut parts = vm.heap.tuple(result).to_vec();
        if !(2..=5).contains(&parts.len()) || !parts[1].is(ids::TUPLE) {
            return Err(Stop::GiveUp);
        }
        let mut again = parts.clone();
        for at in 3..parts.len() {
            if !parts[at].is_none() {
                // An iterator gives its items once: who goes on after giving up gets them by another one.
                let items = vm.collect(parts[at])?;
                parts[at] = vm.new_list(&items);
                again[at] = iter::builtin_iter(vm, parts[at]).unwrap_or(parts[at]);
            }
        }
        self.reduced[noted] = vm.new_tuple(&again);
        let part = |at: usize| parts.get(at).copied().filter(|v| !v.is_none());
        self.recipe(vm, v, parts[0], parts[1])?;
        if self.memo.contains_key(&v) {
            // Its arguments contain it.
            return Err(Stop::GiveUp);
        }
        self.memoize(v);
        if let Some(items) = part(3) {
            let items = vm.heap.list(items).to_vec();
            self.items(vm, &items)?;
        }
        if let Some(given) = part(4) {
            let mut pairs = Vec::new();
            for pair in vm.heap.list(given).to_vec() {
                let &[key, value] = Some(pair).filter(|v| v.is(ids::TUPLE)).map_or(&[][..], |v| vm.heap.tuple(v))
                else {
                    return Err(Stop::GiveUp);
                };
                pairs.push((key, value));
            }
            self.pairs(vm, &pairs)?;
        }
        if let Some(state) = part(2) {
            self.save(vm, state)?;
            self.out.byte(op::BUILD);
        }
        Ok(())
    }

    /// Writes a function and its arguments.
    fn recipe(&mut self, vm: &mut Vm, v: Value, function: Value, args: Value) -> Result<(), Stop> {
        if !function.is(ids::CLASS) && !function.is(ids::FUNCTION) && !function.is(ids::BUILTIN) {
            return Err(Stop::GiveUp);
        }
        let name = vm.getattr_str(function, "__name__")?;
        let name: &[u8] = if name.is(ids::STR) { vm.heap.bytes(name) } else { b"" };
        if name == b"__newobj_ex__" {
            return Err(Stop::GiveUp);
        }
        if name != b"__newobj__" {
            self.save(vm, function)?;
            self.save(vm, args)?;
            self.out.byte(op::REDUCE);
            return Ok(());
        }
        let all = vm.heap.tuple(args).to_vec();
        let Some((&class, rest)) = all.split_first() else { return Err(Stop::GiveUp) };
        if class != vm.type_of(v) {
            return Err(Stop::GiveUp);
        }
        self.save(vm, class)?;
        let rest = vm.new_tuple(rest);
        self.save(vm, rest)?;
        self.out.byte(op::NEWOBJ);
        Ok(())
    }
}
