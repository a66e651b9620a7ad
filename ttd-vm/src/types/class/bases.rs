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
        if vm.is_subclass(base, class) {
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

fn rebase(vm: &mut Vm, class: Value, bases: &[Value], base: Value) -> Res<()> {
    let saved = (vm.heap.slot(class, fields::BASES), vm.heap.slot(class, fields::BASE));
    let old_bases = vm.heap.tuple(saved.0).to_vec();
    let tuple = vm.new_tuple(bases);
    vm.heap.set_slot(class, fields::BASES, tuple);
    vm.heap.set_slot(class, fields::BASE, base);
    let done = refresh(vm, class);
    if done.is_err() {
        vm.heap.set_slot(class, fields::BASES, saved.0);
        vm.heap.set_slot(class, fields::BASE, saved.1);
        let _ = refresh(vm, class);
    } else {
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

/// Recomputes the order of resolution of a class and its subclasses.
fn refresh(vm: &mut Vm, class: Value) -> Res<()> {
    let bases = vm.heap.tuple(vm.heap.slot(class, fields::BASES)).to_vec();
    let order = vm.linearise(class, &bases)?;
    let order = vm.new_tuple(&order);
    vm.heap.set_slot(class, fields::MRO, order);
    vm.flush_caches();
    let meta = vm.type_of(class);
    if let Some(f) = vm.lookup(meta, vm.names.mro).filter(|f| !f.is(ids::METHOD_DESC)) {
        let order = vm.call(f, &[class])?;
        set_order(vm, class, order)?;
    }
    let list = vm.heap.slot(class, fields::SUBCLASSES);
    for below in vm.heap.list(list).to_vec() {
        refresh(vm, below)?;
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
