//! Decoding for hooks, which are called with the objects of a document.
//!
//! The whole document is decoded first. Then `json_hooked` of the hidden library calls the hook with one object after
//! the other, in the order in which they end, and puts what it gives where the object was.

use ttd_core::value::Value;

use super::decode::PAIRS;
use crate::{Vm, native::*};

/// The objects of a document.
pub(super) struct Hooks {
    /// Whether the hook gets a list of pairs and not a dict.
    pairs: bool,
    /// Each object, the container that it is in, and its place in that: a key, an index, or for a list of pairs the
    /// complement of one.
    found: Vec<[Value; 3]>,
    /// Objects whose container is open: their places among the values, and in `found`.
    open: Vec<(usize, usize)>,
}

impl Hooks {
    /// What a scanner needs, if it has a hook.
    pub(super) fn of(vm: &Vm, scanner: Value) -> Option<Hooks> {
        let hook = vm.heap.slot(scanner, super::decode::HOOK);
        let pairs = vm.heap.slot(scanner, PAIRS) == Value::TRUE;
        (!hook.is_none()).then(|| Hooks { pairs, found: Vec::new(), open: Vec::new() })
    }

    /// Notes the container of objects that are values from a place on.
    fn place(&mut self, from: usize, container: Value, place: impl Fn(usize) -> Value) {
        while let Some((value, found)) = self.open.pop_if(|(value, _)| *value >= from) {
            self.found[found][1] = container;
            self.found[found][2] = place(value - from);
        }
    }

    /// Notes that a list of the values from a place on was made.
    pub(super) fn close_list(&mut self, from: usize, list: Value) {
        self.place(from, list, |at| Value::int(at as i64));
    }

    /// Makes an object of keys and values, which lie from a place on. `None` if it has a key twice.
    pub(super) fn close_object(&mut self, vm: &mut Vm, from: usize, parts: &[Value]) -> Res<Option<Value>> {
        let made = if self.pairs {
            let pairs: Vec<Value> = parts.chunks_exact(2).map(|pair| vm.new_tuple(pair)).collect();
            let list = vm.new_list(&pairs);
            self.place(from, list, |at| Value::int(!(at as i64 / 2)));
            list
        } else {
            let dict = dict_of(vm, parts)?;
            if vm.heap.dict_len(dict) != parts.len() / 2 {
                return Ok(None);
            }
            self.place(from, dict, |at| parts[at - 1]);
            dict
        };
        self.open.push((from, self.found.len()));
        self.found.push([made, Value::NONE, Value::NONE]);
        Ok(Some(made))
    }
}

/// Makes a dict of keys and values.
pub(super) fn dict_of(vm: &mut Vm, parts: &[Value]) -> Res {
    let dict = vm.new_dict();
    for pair in parts.chunks_exact(2) {
        vm.dict_set(dict, pair[0], pair[1])?;
    }
    Ok(dict)
}

/// Has the hook called with the objects of a document, which ends at a position.
pub(super) fn calls(vm: &mut Vm, hooks: Option<Hooks>, hook: Value, document: Value, end: usize) -> Trap {
    let found = hooks.map_or_else(Vec::new, |hooks| hooks.found.concat());
    let found = vm.new_list(&found);
    let f = vm.lib("json_hooked");
    vm.tail_call(f, &[hook, found, document, Value::int(end as i64)])
}
