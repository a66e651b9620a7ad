//! Making builders, and saying what they report.

use ttd_core::value::Value;

use super::builder::{DATA, EVENT_NAMES, EVENTS, MAKE, QUEUE, SLOTS, STACK};
use super::{BUILDER, class};
use crate::ops::construct;
use crate::{Vm, ids, native::*};

/// Makes a builder that makes elements of the usual kind.
pub(super) fn new(vm: &mut Vm, args: Args) -> Res {
    let builtin = class(vm, BUILDER);
    let mut slots = [Value::NONE; SLOTS];
    slots[STACK] = vm.new_list(&[]);
    slots[DATA] = vm.new_list(&[]);
    let made = vm.heap.new_slots_from(BUILDER, 0, &slots);
    Ok(construct::instance(vm, args.get(0), builtin, made))
}

pub(super) fn init(vm: &mut Vm, args: Args) -> Res {
    let given = [1, 2, 3].map(|i| args.opt(i).unwrap_or(Value::NONE));
    let mut wanted = [Value::FALSE; 2];
    for (i, to) in wanted.iter_mut().enumerate() {
        if let Some(v) = args.opt(4 + i) {
            *to = Value::bool(vm.truth(v)?);
        }
    }
    let [make, note, order] = given;
    let [notes, orders] = wanted;
    vm.heap.write_slots(args.get(0), MAKE, &[make, note, order, notes, orders]);
    Ok(Value::NONE)
}

/// `_set_factories(comment_factory, pi_factory)`: gives those before.
pub(super) fn set_factories(vm: &mut Vm, args: Args) -> Res {
    let given = [args.get(0), args.get(1)];
    for (v, what) in given.into_iter().zip(["Comment", "PI"]) {
        if !v.is_none() && !vm.is_callable(v) {
            let name = vm.type_name(v);
            return Err(vm.type_error(format!("{what} factory must be callable, not {name}")));
        }
    }
    let known = vm.lib("element_factories");
    let before = vm.heap.list(known).to_vec();
    for (i, v) in given.into_iter().enumerate() {
        vm.heap.list_set(known, i, v);
    }
    Ok(vm.new_tuple(&before))
}

/// `_report(builder, queue, events)`: the names of events are those of a sequence; None for the ends of elements.
pub(super) fn report(vm: &mut Vm, args: Args) -> Res {
    let (this, queue, events) = (vm.unwrap(args.get(0)), args.get(1), args.get(2));
    let mut slots = [Value::NONE; EVENT_NAMES.len()];
    if events.is_none() {
        slots[1] = vm.intern(EVENT_NAMES[1]);
    } else {
        for name in vm.collect(events)? {
            let Some(text) = vm.payload(name, ids::STR) else {
                return Err(vm.value_error("invalid events sequence"));
            };
            let known = EVENT_NAMES.iter().position(|known| known.as_bytes() == vm.heap.bytes(text));
            match known {
                Some(i) => slots[i] = name,
                None => {
                    let shown = vm.text_lossy(text).into_owned();
                    return Err(vm.value_error(format!("unknown event '{shown}'")));
                }
            }
        }
    }
    vm.heap.set_slot(this, QUEUE, queue);
    vm.heap.write_slots(this, EVENTS, &slots);
    let [starts, ends] = [slots[2], slots[3]];
    Ok(vm.new_tuple(&[starts, ends]))
}
