//! `iter`, `next` and `len`.

use crate::ops::{item, iter as iteration};
use crate::types::iter as iterators;
use crate::vm::call::tail_call::Check;
use crate::{Vm, ids, native::*};

pub(super) fn iter(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    if let Some(sentinel) = args.opt(1) {
        if !vm.is_callable(v) {
            return Err(vm.type_error("iter(v, w): v must be callable"));
        }
        return iterators::callable::make(vm, v, sentinel);
    }
    if let Some(it) = iteration::simple_iter(vm, v) {
        return Ok(it);
    }
    let method = vm.special_named(v, vm.names.iter);
    if let Some(method) = method {
        return Err(vm.tail_checked(Check::Iter, method, v));
    }
    let refused = vm.lookup_type(vm.type_of(v), "__iter__").is_some();
    if !refused && vm.special_named(v, vm.names.getitem).is_some() {
        return Ok(vm.new_sequence_iterator(v));
    }
    Err(iteration::not_iterable(vm, v))
}

pub(super) fn next(vm: &mut Vm, args: Args) -> Res {
    vm.next_or_tail(args.get(0), args.opt(1))
}

pub(super) fn len(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    if let Some(len) = item::len(vm, v) {
        return Ok(vm.int(len as i64));
    }
    match vm.special_named(v, vm.names.len) {
        Some(method) if method.is(ids::METHOD_DESC) => {
            let inner = vm.value_within(method, "__len__", v);
            match inner.and_then(|inner| item::len(vm, inner)) {
                Some(len) => Ok(vm.int(len as i64)),
                None => Err(vm.tail_call(method, &[v])),
            }
        }
        Some(method) => Err(vm.tail_checked(Check::Len, method, v)),
        None => {
            let name = vm.type_name(v);
            Err(vm.type_error(format!("object of type '{name}' has no len()")))
        }
    }
}
