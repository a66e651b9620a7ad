//! The queue of a loop of the library: callbacks are put into it as its `call_soon` does, if nothing was replaced.

use ttd_core::value::Value;

use super::state;
use crate::vm::parts::LoopLayout;
use crate::{Vm, ids};

/// The attributes of a handle, in the order in which it gets them.
const HANDLE_ATTRIBUTES: [&str; 7] =
    ["_context", "_loop", "_callback", "_args", "_cancelled", "_repr", "_source_traceback"];

/// What is known of a loop's kind; `None` for a loop that is no instance of a class in Python.
fn layout(vm: &mut Vm, event_loop: Value) -> Option<(LoopLayout, Option<Value>)> {
    if !event_loop.is(ids::INST) {
        return None;
    }
    let id = vm.heap.shape(event_loop);
    let shape = vm.loaded.shapes.get(id);
    let dict = shape.dict.then(|| vm.heap.slot(event_loop, shape.native as usize));
    let keys = dict.map_or(0, |dict| vm.heap.dict_keys_version(dict));
    let versions = [id, keys, vm.caches.class_version];
    if vm.caches.loop_layout.versions == versions {
        return Some((vm.caches.loop_layout, dict));
    }
    let names = [vm.names.debug_, vm.names.closed_, vm.names.ready_];
    let mut places = [0; 3];
    let mut found = true;
    for (place, name) in places.iter_mut().zip(names) {
        let at = match dict {
            Some(dict) => vm.dict_find_name(dict, name),
            None => vm.loaded.shapes.slot_of(id, name).map(|slot| slot as usize),
        };
        found &= at.is_some();
        *place = at.unwrap_or(0);
    }
    let methods = [
        (vm.names.get_debug, state::LOOP_GET_DEBUG),
        (vm.names.call_soon, state::LOOP_CALL_SOON),
        (vm.names.call_soon_below, state::LOOP_CALL_SOON_BELOW),
    ];
    let plain = found && methods.into_iter().all(|(name, registered)| has_method(vm, event_loop, name, registered));
    let versions = [id, keys, vm.caches.class_version];
    if !state::get(vm, state::LOOP_CALL_SOON).is_none() {
        vm.caches.loop_layout = LoopLayout { versions, plain, places };
    }
    Some((LoopLayout { versions, plain, places }, dict))
}

/// Whether an object's method is one that was registered, and it has none of its own.
fn has_method(vm: &mut Vm, object: Value, name: Value, registered: usize) -> bool {
    let class = vm.type_of(object);
    let known = state::get(vm, registered);
    !known.is_none() && vm.lookup(class, name) == Some(known) && vm.attr_within(object, name).is_none()
}

/// `_debug`, `_closed` and `_ready` of a loop whose methods are the library's.
#[inline]
fn attributes(vm: &mut Vm, event_loop: Value) -> Option<[Value; 3]> {
    let (found, dict) = layout(vm, event_loop)?;
    if !found.plain {
        return None;
    }
    Some(found.places.map(|at| match dict {
        Some(dict) => vm.heap.dict_entry(dict, at).map_or(Value::NONE, |entry| entry.2),
        None => vm.heap.slot(event_loop, at),
    }))
}

/// Whether the loop says by the library's own `get_debug` that it is not in debug mode, and its other methods are the
/// library's as well.
pub(super) fn is_quiet(vm: &mut Vm, event_loop: Value) -> bool {
    attributes(vm, event_loop).is_some_and(|[debug, ..]| debug == Value::FALSE)
}

/// The queue of a loop whose `call_soon` does nothing but put a handle there.
fn plain_queue(vm: &mut Vm, event_loop: Value) -> Option<Value> {
    let [debug, closed, ready] = attributes(vm, event_loop)?;
    let plain = debug == Value::FALSE && closed == Value::FALSE && ready.is(ids::DEQUE);
    (plain && vm.heap.deque_limit(ready).is_none()).then_some(ready)
}

/// Puts a callback into the queue of a loop; false where Python has to do it.
pub(super) fn put(vm: &mut Vm, event_loop: Value, callback: Value, given: Option<Value>, context: Value) -> bool {
    let Some(ready) = plain_queue(vm, event_loop) else { return false };
    let class = state::get(vm, state::HANDLE);
    let events = state::get(vm, state::EVENTS);
    if vm.dict_get_name(events, vm.names.handle) != Some(class)
        || vm.lookup(class, vm.names.init) != Some(state::get(vm, state::HANDLE_INIT))
    {
        return false;
    }
    let Some(found) = vm.known_places(|c| &mut c.handle_slots, class, HANDLE_ATTRIBUTES) else { return false };
    let args = match given {
        Some(v) => vm.new_tuple(&[v]),
        None => vm.new_tuple(&[]),
    };
    let handle = vm.new_instance(class);
    let values = [context, event_loop, callback, args, Value::FALSE, Value::NONE, Value::NONE];
    vm.heap.set_shape(handle, found.shape);
    for (slot, value) in found.slots.iter().zip(values) {
        vm.heap.set_slot(handle, *slot as usize, value);
    }
    vm.heap.deque_push_back(ready, handle);
    true
}
