//! What a class says of the layout of its instances: sizes, offsets and flags, as CPython has them.

use ttd_core::value::Value;

use crate::Vm;
use crate::native::*;
use crate::vm::objects::class::fields;

/// Returns the size of an instance in bytes: a header and its slots.
pub(super) fn basicsize(vm: &mut Vm, class: Value) -> Res {
    Ok(Value::int(16 + 8 * vm.heap.slot(class, fields::MEMBERS).as_int()))
}

pub(super) fn itemsize(vm: &mut Vm, class: Value) -> Res {
    let sizes = [(vm.types.int, 4), (vm.types.tuple, 8), (vm.types.bytes, 1), (vm.types.type_, 40)];
    let size = sizes.iter().find(|(builtin, _)| vm.is_subclass(class, *builtin)).map_or(0, |s| s.1);
    Ok(Value::int(size))
}

pub(super) fn dictoffset(vm: &mut Vm, class: Value) -> Res {
    Ok(Value::int(if vm.heap.slot(class, fields::HAS_DICT) == Value::TRUE { -1 } else { 0 }))
}

pub(super) fn weakrefoffset(vm: &mut Vm, class: Value) -> Res {
    Ok(Value::int(if vm.heap.slot(class, fields::HAS_WEAK) == Value::TRUE { 16 } else { 0 }))
}

/// Returns CPython's type flags that exist here: heap type, base type, ready, abstract.
pub(super) fn flags(vm: &mut Vm, class: Value) -> Res {
    let mut flags = 1 << 12 | 1 << 14;
    if vm.heap.slot(class, fields::HEAP) == Value::TRUE {
        flags |= 1 << 9;
    }
    if vm.heap.slot(class, fields::SUBCLASSABLE) == Value::TRUE {
        flags |= 1 << 10;
    }
    if vm.is_immutable_class(class) {
        flags |= 1 << 8;
    }
    if vm.heap.slot(class, fields::ABSTRACT) == Value::TRUE {
        flags |= 1 << 20;
    }
    match vm.pattern_of_class(class)? {
        Pattern::Sequence => flags |= 1 << 5,
        Pattern::Mapping => flags |= 1 << 6,
        Pattern::None => {}
    }
    Ok(Value::int(flags | subclass_flag(vm, class)))
}

/// The flag of the builtin type that a class derives from.
fn subclass_flag(vm: &Vm, class: Value) -> i64 {
    let types = &vm.types;
    let kinds = [
        (types.int, 24),
        (types.list, 25),
        (types.tuple, 26),
        (types.bytes, 27),
        (types.str_, 28),
        (types.dict, 29),
        (types.base_exception, 30),
        (types.type_, 31),
    ];
    kinds.into_iter().find(|(base, _)| vm.is_subclass(class, *base)).map_or(0, |(_, bit)| 1 << bit)
}
