//! Changes of a class's bases: assignment to `__bases__`, and orders of resolution given by a metaclass.

use ttd_core::value::Value;

use crate::native::*;
use crate::vm::objects::class::fields;
use crate::{Vm, ids};

/// Sets `__bases__`.
pub(super) fn set(vm: &mut Vm, class: Value, value: Value) -> Res<()> {
    let name = vm.class_name(class);
    if vm.is_immutable_class(class) {
        return Err(vm.type_error(format!("cannot set '__bases__' attribute of immutable type '{name}'")));
    }
    if value.is_unbound() {
        return Err(vm.type_error(format!("cannot delete '__bases__' attribute of immutable type '{name}'")));
    }
    vm.audit_write(class, "__bases__", value)?;
    let Some(tuple) = vm.payload(value, ids::TUPLE) else {
        let given = vm.type_name(value);
        return Err(vm.type_error(format!("can only assign tuple to {name}.__bases__, not {given}")));
    };
    let bases = vm.heap.tuple(tuple).to_vec();
    if bases.is_empty() {
        return Err(vm.type_error(format!("can only assign non-empty tuple to {name}.__bases__, not ()")));
    }
    for &base in &bases {
        if !base.is(ids::CLASS) {
            let given = vm.type_name(base);
            return Err(vm.type_error(format!("{name}.__bases__ must be tuple of classes, not '{given}'")));
        }
        if vm.is_subclass(base, class) || descends(vm, base, class) {
            return Err(vm.type_error("a __bases__ item causes an inheritance cycle"));
        }
    }
    let (base, old) = (vm.best_base(&bases)?, vm.heap.slot(class, fields::BASE));
    if vm.same_layout(old, base).is_none() {
        let (new, old) = (vm.class_name(base), vm.class_name(old));
        return Err(vm.type_error(format!("__bases__ assignment: '{new}' object layout differs from '{old}'")));
    }
    rebase(vm, class, &bases, base)
}

/// Whether a class has another one among the bases that decide layouts: while an `mro()` runs, its order does not say.
fn descends(vm: &Vm, mut class: Value, from: Value) -> bool {
    while class.is(ids::CLASS) && class != from {
        class = vm.heap.slot(class, fields::BASE);
    }
    class == from
}

fn rebase(vm: &mut Vm, class: Value, bases: &[Value], base: Value) -> Res<()> {
    let saved = (vm.heap.slot(class, fields::BASES), vm.heap.slot(class, fields::BASE));
    let old_bases = vm.heap.tuple(saved.0).to_vec();
    let tuple = vm.new_tuple(bases);
    vm.heap.set_slot(class, fields::BASES, tuple);
    vm.heap.set_slot(class, fields::BASE, base);
    let mut changed = Vec::new();
    let done = refresh(vm, class, &mut changed);
    // The `mro()` of a metaclass may have set other bases, which then count.
    let replaced = vm.heap.slot(class, fields::BASES) != tuple;
    if done.is_err() {
        for (class, [old, new]) in changed {
            if vm.heap.slot(class, fields::MRO) == new {
                vm.heap.set_slot(class, fields::MRO, old);
            }
        }
        if !replaced {
            vm.heap.set_slot(class, fields::BASES, saved.0);
            vm.heap.set_slot(class, fields::BASE, saved.1);
        }
    } else if !replaced {
        for old in old_bases {
            let list = vm.heap.slot(old, fields::SUBCLASSES);
            let rest: Vec<Value> = vm.heap.list(list).iter().copied().filter(|c| *c != class).collect();
            let rest = vm.new_list(&rest);
            vm.heap.set_slot(old, fields::SUBCLASSES, rest);
        }
        for &new in bases {
            let list = vm.heap.slot(new, fields::SUBCLASSES);
            vm.heap.list_push(list, class);
        }
    }
    vm.flush_caches();
    done
}

/// Recomputes the order of resolution of a class and its subclasses. `changed` gets each class with its order before
/// and after.
fn refresh(vm: &mut Vm, class: Value, changed: &mut Vec<(Value, [Value; 2])>) -> Res<()> {
    let before = vm.heap.slot(class, fields::MRO);
    let meta = vm.type_of(class);
    if let Some(f) = vm.lookup(meta, vm.names.mro).filter(|f| !f.is(ids::METHOD_DESC)) {
        let order = vm.call(f, &[class])?;
        if vm.heap.slot(class, fields::MRO) != before {
            // It was set while the metaclass was asked; its subclasses know.
            return Ok(());
        }
        set_order(vm, class, order)?;
    } else {
        let bases = vm.heap.tuple(vm.heap.slot(class, fields::BASES)).to_vec();
        let order = vm.linearise(class, &bases)?;
        let order = vm.new_tuple(&order);
        vm.heap.set_slot(class, fields::MRO, order);
        vm.flush_caches();
    }
    changed.push((class, [before, vm.heap.slot(class, fields::MRO)]));
    let list = vm.heap.slot(class, fields::SUBCLASSES);
    for below in vm.heap.list(list).to_vec() {
        refresh(vm, below, changed)?;
    }
    Ok(())
}

/// Sets the order of resolution that a metaclass's `mro()` gave.
pub(crate) fn set_order(vm: &mut Vm, class: Value, order: Value) -> Res<()> {
    let classes = vm.collect(order)?;
    for &c in &classes {
        if !c.is(ids::CLASS) {
            let given = vm.type_name(c);
            return Err(vm.type_error(format!("mro() returned a non-class ('{given}')")));
        }
        let (solid, wanted) = (vm.heap.slot(class, fields::SOLID), vm.heap.slot(c, fields::SOLID));
        if !vm.is_subclass(solid, wanted) {
            let name = vm.class_name(c);
            return Err(vm.type_error(format!("mro() returned base with unsuitable layout ('{name}')")));
        }
    }
    let order = vm.new_tuple(&classes);
    vm.heap.set_slot(class, fields::MRO, order);
    vm.flush_caches();
    Ok(())
}
