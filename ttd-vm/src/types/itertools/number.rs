//! `count` and `repeat`.

use ttd_core::value::Value;

use super::make::assemble;
use crate::ops::arith::BinOp;
use crate::{Vm, ids, native::*};

/// Makes a `count`.
pub(super) fn new_count(vm: &mut Vm, start: Option<Value>, step: Option<Value>) -> Res {
    for given in [start, step].into_iter().flatten() {
        if !is_number(vm, given) {
            return Err(vm.type_error("a number is required"));
        }
    }
    let (mut start, step) = (start.unwrap_or(Value::int(0)), step.unwrap_or(Value::int(1)));
    if vm.is_integer(vm.unwrap(start)) && vm.as_i64(step) == Some(1) {
        let plain = vm.unwrap(start);
        start = vm.index(plain)?;
    }
    let native = !start.is(ids::INST) && !step.is(ids::INST);
    Ok(assemble(vm, ids::COUNT, native, &[start, step]))
}

fn is_number(vm: &mut Vm, v: Value) -> bool {
    let plain = vm.unwrap(v);
    vm.is_integer(plain)
        || plain.is_float()
        || plain.is(ids::COMPLEX)
        || ["__index__", "__int__", "__float__"].iter().any(|name| vm.special(v, name).is_some())
}

pub(super) fn count(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let (number, step) = (vm.heap.slot(it, 1), vm.heap.slot(it, 2));
    let after = match Value::both_int(number, step) {
        true => vm.int(number.as_int() + step.as_int()),
        false => vm.binary(BinOp::Add, number, step)?,
    };
    vm.heap.set_slot(it, 1, after);
    Ok(Some(number))
}

pub(super) fn count_repr(vm: &mut Vm, args: Args) -> Res {
    let it = args.get(0);
    let name = vm.class_short_name(vm.type_of(vm.receiver(it)));
    let (number, step) = (vm.heap.slot(it, 1), vm.heap.slot(it, 2));
    let number = vm.repr(number)?;
    let mut text = format!("{name}({}", vm.text_lossy(number));
    if !(vm.is_integer(step) && vm.as_i64(step) == Some(1)) {
        let step = vm.repr(step)?;
        text.push_str(&format!(", {}", vm.text_lossy(step)));
    }
    Ok(vm.new_str(&(text + ")")))
}

/// The next item of a `repeat`; `None` at its end.
pub(crate) fn repeat(vm: &mut Vm, it: Value) -> Option<Value> {
    let left = vm.heap.slot(it, 2);
    if left == Value::int(0) {
        return None;
    }
    if left != Value::int(-1) {
        let left = vm.as_i64(left).unwrap_or(1);
        let left = vm.int(left - 1);
        vm.heap.set_slot(it, 2, left);
    }
    Some(vm.heap.slot(it, 1))
}

pub(super) fn repeat_repr(vm: &mut Vm, args: Args) -> Res {
    let it = args.get(0);
    let name = vm.class_short_name(vm.type_of(vm.receiver(it)));
    let (object, left) = (vm.heap.slot(it, 1), vm.heap.slot(it, 2));
    let object = vm.repr(object)?;
    let mut out = format!("{name}(").into_bytes();
    out.extend_from_slice(vm.heap.bytes(object));
    if left != Value::int(-1) {
        out.extend_from_slice(format!(", {}", vm.as_i64(left).unwrap_or(0)).as_bytes());
    }
    out.push(b')');
    Ok(vm.new_str_raw(&out))
}

pub(super) fn repeat_hint(vm: &mut Vm, args: Args) -> Res {
    let left = vm.heap.slot(args.get(0), 2);
    if left == Value::int(-1) {
        return Err(vm.type_error("len() of unsized object"));
    }
    Ok(left)
}
