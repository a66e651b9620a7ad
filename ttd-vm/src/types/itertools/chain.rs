//! `chain`. Even with an engine, active iterators that run no Python code are advanced here.

use ttd_core::value::Value;

use super::ENGINE;
use super::flow::turn;
use crate::ops::iter;
use crate::{Vm, native::*};

const SOURCE: usize = 1;
const ACTIVE: usize = 2;
const PENDING: usize = 3;

/// Returns the next item; `None` when the engine has to continue.
pub(super) fn next(vm: &mut Vm, it: Value) -> Option<Res<Option<Value>>> {
    let engine = !vm.heap.slot(it, ENGINE).is_unbound();
    let mut turns = 0;
    loop {
        let active = vm.heap.slot(it, ACTIVE);
        if !active.is_none() {
            let found = match iter::builtin_next(vm, active) {
                Some(found) => found,
                None if engine => return None,
                None => vm.next(active),
            };
            match found {
                Ok(None) => vm.heap.set_slot(it, ACTIVE, Value::NONE),
                other => return Some(other),
            }
        }
        if engine && !vm.heap.slot(it, PENDING).is_unbound() {
            return None;
        }
        match activate(vm, it, engine)? {
            Ok(true) => {}
            Ok(false) => return Some(Ok(None)),
            Err(trap) => return Some(Err(trap)),
        }
        if let Err(trap) = turn(vm, &mut turns) {
            return Some(Err(trap));
        }
    }
}

/// Activates the iterator of the next iterable, `Ok(false)` when there is none; `None` leaves it to the engine.
fn activate(vm: &mut Vm, it: Value, engine: bool) -> Option<Res<bool>> {
    let source = vm.heap.slot(it, SOURCE);
    if source.is_none() {
        return Some(Ok(false));
    }
    let found = match iter::builtin_next(vm, source) {
        Some(found) => found,
        None if engine => return None,
        None => vm.next(source),
    };
    let iterable = match found {
        Ok(Some(iterable)) => iterable,
        Ok(None) => {
            vm.heap.set_slot(it, SOURCE, Value::NONE);
            return Some(Ok(false));
        }
        Err(trap) => {
            vm.heap.set_slot(it, SOURCE, Value::NONE);
            return Some(Err(trap));
        }
    };
    let inner = match iter::simple_iter(vm, iterable) {
        Some(inner) => Ok(inner),
        None if engine => {
            vm.heap.set_slot(it, PENDING, iterable);
            return None;
        }
        None => vm.iter(iterable),
    };
    Some(match inner {
        Ok(inner) => {
            vm.heap.set_slot(it, ACTIVE, inner);
            Ok(true)
        }
        Err(trap) => {
            vm.heap.set_slot(it, SOURCE, Value::NONE);
            Err(trap)
        }
    })
}
