//! `copy`, `deepcopy` and what pickles hold.

use ttd_core::value::Value;

use super::{
    ATTRIB, CHILDREN, ELEMENT, TAG, TAIL, TEXT, attrib_of, check_dict, check_element, children_of, element, new_element,
};
use crate::ops::hashing;
use crate::{Vm, ids, native::*};

/// A copy of an element, with the same dict of attributes and the same children.
pub(super) fn copy(vm: &mut Vm, args: Args) -> Res {
    let slots = vm.heap.slots(args.get(0)).to_vec();
    let made = new_element(vm, slots[TAG], slots[ATTRIB]);
    if slots[CHILDREN].is(ids::LIST) && !vm.heap.list(slots[CHILDREN]).is_empty() {
        let children = vm.heap.list(slots[CHILDREN]).to_vec();
        let children = vm.new_list(&children);
        vm.heap.set_slot(made, CHILDREN, children);
    }
    vm.heap.set_slot(made, TEXT, slots[TEXT]);
    vm.heap.set_slot(made, TAIL, slots[TAIL]);
    Ok(made)
}

pub(super) fn deepcopy(vm: &mut Vm, args: Args) -> Res {
    let memo = args.get(1);
    check_dict(vm, memo, "__deepcopy__() argument")?;
    let this = vm.receiver(args.get(0));
    if memo.is(ids::DICT) && this == args.get(0) && is_plain(vm, this, 0) {
        return deep(vm, this, memo);
    }
    let f = vm.lib("element_deepcopy");
    let make = super::class(vm, ELEMENT);
    Err(vm.tail_call(f, &[make, this, memo]))
}

/// How deep a tree may be that is copied without Python code.
const DEEPEST: usize = 200;

/// Whether a tree consists of texts, so that copying it runs no Python code.
fn is_plain(vm: &Vm, v: Value, depth: usize) -> bool {
    let is_text = |v: Value| v.is_none() || v.is(ids::STR);
    if !v.is(ELEMENT) || depth > DEEPEST || ![TAG, TEXT, TAIL].iter().all(|slot| is_text(vm.heap.slot(v, *slot))) {
        return false;
    }
    let attrib = vm.heap.slot(v, ATTRIB);
    if attrib.is(ids::DICT) {
        let mut at = 0;
        while let Some((next, key, _, value)) = vm.dict_next(attrib, at) {
            if !is_text(key) || !is_text(value) {
                return false;
            }
            at = next;
        }
    } else if !attrib.is_none() {
        return false;
    }
    children_of(vm, v).iter().all(|child| is_plain(vm, *child, depth + 1))
}

/// Copies a plain tree. The memo knows what was copied already.
fn deep(vm: &mut Vm, v: Value, memo: Value) -> Res {
    let key = vm.int(hashing::id(vm, v) as i64);
    if let Some(known) = vm.dict_get(memo, key)? {
        return Ok(known);
    }
    let slots = vm.heap.slots(v).to_vec();
    let attrib = if slots[ATTRIB].is_none() { Value::NONE } else { vm.dict_copy(slots[ATTRIB])? };
    let made = new_element(vm, slots[TAG], attrib);
    vm.heap.write_slots(made, TEXT, &[slots[TEXT], slots[TAIL]]);
    let children = children_of(vm, v).to_vec();
    if !children.is_empty() {
        let mut copies = Vec::with_capacity(children.len());
        for child in children {
            copies.push(deep(vm, child, memo)?);
        }
        let copies = vm.new_list(&copies);
        vm.heap.set_slot(made, CHILDREN, copies);
    }
    vm.dict_set(memo, key, made)?;
    vm.check_interrupt()?;
    Ok(made)
}

const FIELDS: [&str; 5] = ["tag", "_children", "attrib", "text", "tail"];

pub(super) fn getstate(vm: &mut Vm, args: Args) -> Res {
    let this = args.get(0);
    let children = children_of(vm, this).to_vec();
    let (children, attrib) = (vm.new_list(&children), attrib_of(vm, this));
    let [tag, text, tail] = [TAG, TEXT, TAIL].map(|slot| vm.heap.slot(this, slot));
    let state = vm.new_dict();
    for (name, value) in FIELDS.into_iter().zip([tag, children, attrib, text, tail]) {
        vm.dict_set_str(state, name, value);
    }
    Ok(state)
}

pub(super) fn setstate(vm: &mut Vm, args: Args) -> Res {
    let (this, given) = (args.get(0), args.get(1));
    let Some(state) = vm.payload(given, ids::DICT) else {
        let shown = vm.repr(given)?;
        let message = format!("Don't know how to unpickle \"{}\" as an Element", vm.text_lossy(shown));
        return Err(vm.type_error(message));
    };
    let mut at = 0;
    while let Some((next, key, _, _)) = vm.dict_next(state, at) {
        let known = key.is(ids::STR) && FIELDS.iter().any(|name| vm.heap.bytes(key) == name.as_bytes());
        if !known {
            let name = vm.str_of(key)?;
            let message = format!("this function got an unexpected keyword argument '{}'", vm.text_lossy(name));
            return Err(vm.type_error(message));
        }
        at = next;
    }
    let [tag, children, attrib, text, tail] = FIELDS.map(|name| vm.dict_get_str(state, name));
    let Some(tag) = tag else { return Err(vm.type_error("tag may not be NULL")) };
    let children = match children.filter(|v| !v.is_none()) {
        Some(v) => Some(vm.payload(v, ids::LIST).ok_or_else(|| vm.type_error("'_children' is not a list"))?),
        None => None,
    };
    let children = children.map(|v| vm.heap.list(v).to_vec()).unwrap_or_default();
    for child in &children {
        check_element(vm, *child)?;
    }
    let attrib = attrib.unwrap_or(Value::NONE);
    if !attrib.is_none() {
        check_dict(vm, attrib, "attrib")?;
    }
    let attrib = element::copied(vm, attrib)?;
    let children = if children.is_empty() { Value::NONE } else { vm.new_list(&children) };
    let [text, tail] = [text, tail].map(|v| v.unwrap_or(Value::NONE));
    vm.heap.write_slots(this, TAG, &[tag, text, tail, attrib, children]);
    Ok(Value::NONE)
}
