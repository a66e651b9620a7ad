//! Operators on containers: searching, items, concatenation, lengths.

use ttd_core::value::Value;

use super::{binary, in_place, leave_to};
use crate::ops::arith::BinOp;
use crate::ops::compare::elements_equal;
use crate::ops::{item, iter};
use crate::{Vm, ids, native::*};

pub(super) fn can_be_concatenated(vm: &mut Vm, v: Value) -> Res<()> {
    let plain = vm.unwrap(v);
    if crate::ops::concat::is_sequence(vm, plain) || v.is(ids::INST) && vm.special_named(v, vm.names.getitem).is_some()
    {
        return Ok(());
    }
    let name = vm.type_name(v);
    Err(vm.type_error(format!("'{name}' object can't be concatenated")))
}

pub(super) fn concat(vm: &mut Vm, args: Args) -> Res {
    can_be_concatenated(vm, args.get(0))?;
    binary(vm, BinOp::Add, "op_add", &args)
}

pub(super) fn iconcat(vm: &mut Vm, args: Args) -> Res {
    can_be_concatenated(vm, args.get(0))?;
    in_place(vm, BinOp::Add, "op_iadd", &args)
}

pub(super) fn contains(vm: &mut Vm, args: Args) -> Res {
    match item::contains(vm, args.get(0), args.get(1)) {
        Some(found) => found.map(Value::bool),
        None => leave_to(vm, "op_contains", &args),
    }
}

/// Searches by a function of the library, which iterates if it must.
pub(super) fn search_in(vm: &mut Vm, function: &str, args: &Args) -> Res {
    let v = args.get(0);
    let generator = v.is(ids::GENERATOR);
    if !generator && vm.special_named(v, vm.names.iter).is_none() && vm.special_named(v, vm.names.getitem).is_none() {
        let name = vm.type_name(v);
        return Err(vm.type_error(format!("argument of type '{name}' is not iterable")));
    }
    leave_to(vm, function, args)
}

pub(super) fn count_of(vm: &mut Vm, args: Args) -> Res {
    if !vm.plain_iterable(args.get(0)) {
        return search_in(vm, "op_count_of", &args);
    }
    let mut n = 0;
    iter::for_each(vm, args.get(0), |vm, item| {
        n += i64::from(elements_equal(vm, item, args.get(1))?);
        Ok(true)
    })?;
    Ok(Value::int(n))
}

pub(super) fn index_of(vm: &mut Vm, args: Args) -> Res {
    if !vm.plain_iterable(args.get(0)) {
        return search_in(vm, "op_index_of", &args);
    }
    let (mut at, mut found) = (0, false);
    iter::for_each(vm, args.get(0), |vm, item| {
        found = elements_equal(vm, item, args.get(1))?;
        at += i64::from(!found);
        Ok(!found)
    })?;
    if found { Ok(Value::int(at)) } else { Err(vm.value_error("sequence.index(x): x not in sequence")) }
}

pub(super) fn getitem(vm: &mut Vm, args: Args) -> Res {
    match item::get(vm, args.get(0), args.get(1)) {
        Some(found) => found,
        None => leave_to(vm, "op_getitem", &args),
    }
}

pub(super) fn setitem(vm: &mut Vm, args: Args) -> Res {
    match item::set(vm, args.get(0), args.get(1), args.get(2)) {
        Some(done) => done.map(|()| Value::NONE),
        None => leave_to(vm, "op_setitem", &args),
    }
}

pub(super) fn delitem(vm: &mut Vm, args: Args) -> Res {
    match item::del(vm, args.get(0), args.get(1)) {
        Some(done) => done.map(|()| Value::NONE),
        None => leave_to(vm, "op_delitem", &args),
    }
}

pub(super) fn length_hint(vm: &mut Vm, args: Args) -> Res {
    let default = args.opt(1).unwrap_or(Value::int(0));
    let default = crate::types::itertools::make::count_arg(vm, default)?;
    let default = vm.int(default);
    if let Some(len) = item::len(vm, args.get(0)) {
        return Ok(vm.int(len as i64));
    }
    let f = vm.lib("op_length_hint");
    Err(vm.tail_call(f, &[args.get(0), default]))
}
