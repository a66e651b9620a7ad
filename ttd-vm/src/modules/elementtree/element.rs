//! `Element`: its attributes and how it is made.

use ttd_core::value::Value;

use super::{
    ATTRIB, CHILDREN, ELEMENT, TAG, TAIL, TEXT, attrib_of, attributes, check_dict, children, children_of, class,
    copying, find, items, iter, sequence,
};
use crate::native::slots::always;
use crate::native::*;
use crate::ops::construct;
use crate::ops::dunders;
use crate::ops::repr::address;
use crate::types::dict;
use crate::types::iter::reversed::by_index;
use crate::{Vm, getters, methods};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "xml.etree.ElementTree.Element",
    tid: ELEMENT,
    methods: METHODS,
    getters: getters! {
        "tag" => tag, set_tag;
        "text" => text, set_text;
        "tail" => tail, set_tail;
        "attrib" => attrib, set_attrib;
    },
    slots: Slots {
        iter: Some(|vm, v| Some(sequence::make(vm, v))),
        reversed: Some(by_index),
        is_plain: Some(always),
        len: Some(|vm, v| Some(children_of(vm, v).len())),
        get_item: Some(items::get),
        set_item: Some(items::set),
        del_item: Some(items::del),
        contains: Some(sequence::contains),
        repr: Some(repr),
        sequence_methods: true,
        weakly_referencable: true,
        truth_is_called: true,
        initialised: true,
        ..Slots::EMPTY
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    Mutates "__new__" "(cls, /, *args, **kwargs)" => new;
    /// Initialize self.  See help(type(self)) for accurate signature.
    CallsBack "__init__" "(self, /, *args, **kwargs)" => init;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => dunders::repr;
    /// True if self else False
    CallsBack "__bool__" "(self, /)" => truth;
    /// Return len(self).
    Pure "__len__" "(self, /)" => dunders::len;
    /// Return self[key].
    CallsBack "__getitem__" "(self, key, /)" => dunders::getitem;
    /// Set self[key] to value.
    CallsBack "__setitem__" "(self, key, value, /)" => dunders::setitem;
    /// Delete self[key].
    CallsBack "__delitem__" "(self, key, /)" => dunders::delitem;
    CallsBack "__copy__" "(self, /)" => copying::copy;
    CallsBack "__deepcopy__" "(self, memo, /)" => copying::deepcopy;
    Mutates "__getstate__" "(self, /)" => copying::getstate;
    CallsBack "__setstate__" "(self, state, /)" => copying::setstate;
    Mutates "append" "(self, subelement, /)" => children::append;
    Mutates "clear" "(self, /)" => children::clear;
    CallsBack "extend" "(self, elements, /)" => children::extend;
    CallsBack "insert" "(self, index, subelement, /)" => children::insert;
    CallsBack "remove" "(self, subelement, /)" => children::remove;
    Mutates "makeelement" "(self, tag, attrib, /)" => children::makeelement;
    CallsBack "find" "(self, /, path, namespaces=None)" => find::find;
    CallsBack "findtext" "(self, /, path, default=None, namespaces=None)" => find::findtext;
    CallsBack "findall" "(self, /, path, namespaces=None)" => find::findall;
    CallsBack "iterfind" "(self, /, path, namespaces=None)" => find::iterfind;
    CallsBack "get" "(self, /, key, default=None)" => attributes::get;
    CallsBack "set" "(self, key, value, /)" => attributes::set;
    Pure "keys" "(self, /)" => attributes::keys;
    Pure "items" "(self, /)" => attributes::items;
    CallsBack "iter" "(self, /, tag=None)" => iter::iter;
    Mutates "itertext" "(self, /)" => iter::itertext;
};

/// Makes an element without anything, which `__init__` or `__setstate__` fills.
fn new(vm: &mut Vm, args: Args) -> Res {
    let builtin = class(vm, ELEMENT);
    let made = super::new_element(vm, Value::NONE, Value::NONE);
    Ok(construct::instance(vm, args.get(0), builtin, made))
}

/// `Element(tag, attrib={}, /, **extra)`
fn init(vm: &mut Vm, args: Args) -> Res {
    check_count(vm, "Element", args.rest.len(), 1)?;
    let attrib = merged(vm, args.rest.get(1).copied(), args.kw, "Element() argument 2")?;
    vm.heap.write_slots(args.get(0), TAG, &[args.rest[0], Value::NONE, Value::NONE, attrib, Value::NONE]);
    Ok(Value::NONE)
}

/// Checks a number of positional arguments: `least`, or one more.
pub(super) fn check_count(vm: &mut Vm, name: &str, given: usize, least: usize) -> Res<()> {
    if (least..=least + 1).contains(&given) {
        return Ok(());
    }
    let (how, wanted) = if given < least { ("least", least) } else { ("most", least + 1) };
    let plural = if wanted == 1 { "" } else { "s" };
    Err(vm.type_error(format!("{name}() takes at {how} {wanted} argument{plural} ({given} given)")))
}

/// A dict of attributes that are given as a dict, also by the name `attrib`, and as keywords; None if there are none.
pub(super) fn merged(vm: &mut Vm, given: Option<Value>, kw: &[(Value, Value)], which: &str) -> Res {
    let mut given = given;
    if let Some(given) = given {
        check_dict(vm, given, which)?;
    }
    let is_attrib = |vm: &Vm, name: Value| vm.heap.bytes(name) == b"attrib";
    let named = kw.iter().find(|(name, _)| is_attrib(vm, *name)).filter(|_| given.is_none()).copied();
    if let Some((_, value)) = named {
        check_dict(vm, value, "attrib")?;
        given = Some(value);
    }
    let given = given.map(|v| vm.unwrap(v)).filter(|v| vm.heap.dict_len(*v) > 0);
    let left = kw.len() - usize::from(named.is_some());
    if given.is_none() && left == 0 {
        return Ok(Value::NONE);
    }
    let made = match given {
        Some(given) => vm.dict_copy(given)?,
        None => vm.new_dict(),
    };
    for (name, value) in kw {
        if named.is_none() || !is_attrib(vm, *name) {
            vm.dict_set(made, *name, *value)?;
        }
    }
    Ok(made)
}

/// `<Element 'tag' at 0x...>`
fn repr(vm: &mut Vm, v: Value) -> Res {
    let tag = vm.heap.slot(v, TAG);
    let this = vm.receiver(v);
    if tag.is_none() {
        return Ok(vm.new_str(&format!("<Element at {}>", address(vm, this))));
    }
    if vm.pending.repr_guard.contains(&v) {
        let class = vm.type_of(this);
        let name = vm.class_name(class);
        return Err(vm.runtime_error(format!("reentrant call inside {name}.__repr__")));
    }
    vm.pending.repr_guard.push(v);
    let shown = vm.repr(tag);
    vm.pending.repr_guard.pop();
    let shown = shown?;
    let mut out = b"<Element ".to_vec();
    out.extend_from_slice(vm.heap.bytes(shown));
    out.extend_from_slice(format!(" at {}>", address(vm, this)).as_bytes());
    Ok(vm.new_str_raw(&out))
}

const TRUTH: &str = "Testing an element's truth value will always return True in future versions.  \
                     Use specific 'len(elem)' or 'elem is not None' test instead.";

fn truth(vm: &mut Vm, args: Args) -> Res {
    vm.warn("DeprecationWarning", TRUTH)?;
    Ok(Value::bool(!children_of(vm, args.get(0)).is_empty()))
}

fn tag(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.slot(v, TAG))
}

fn text(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.slot(v, TEXT))
}

fn tail(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.slot(v, TAIL))
}

fn attrib(vm: &mut Vm, v: Value) -> Res {
    Ok(attrib_of(vm, v))
}

fn set(vm: &mut Vm, v: Value, slot: usize, value: Value) -> Res<()> {
    if value.is_unbound() {
        return Err(vm.attribute_error("can't delete element attribute"));
    }
    vm.heap.set_slot(v, slot, value);
    Ok(())
}

fn set_tag(vm: &mut Vm, v: Value, value: Value) -> Res<()> {
    set(vm, v, TAG, value)
}

fn set_text(vm: &mut Vm, v: Value, value: Value) -> Res<()> {
    set(vm, v, TEXT, value)
}

fn set_tail(vm: &mut Vm, v: Value, value: Value) -> Res<()> {
    set(vm, v, TAIL, value)
}

fn set_attrib(vm: &mut Vm, v: Value, value: Value) -> Res<()> {
    if !value.is_unbound() {
        check_dict(vm, value, "attrib")?;
    }
    set(vm, v, ATTRIB, value)
}

/// Copies a dict of attributes that may be an instance of a Python class.
pub(super) fn copied(vm: &mut Vm, attrib: Value) -> Res {
    if attrib.is_none() {
        return Ok(attrib);
    }
    let made = vm.new_dict();
    let from = vm.unwrap(attrib);
    dict::merge(vm, made, from)?;
    Ok(made)
}

/// Forgets what an element had.
pub(super) fn emptied(vm: &mut Vm, v: Value) {
    vm.heap.write_slots(v, TEXT, &[Value::NONE, Value::NONE, Value::NONE]);
    debug_assert_eq!(ATTRIB + 1, CHILDREN);
    let children = vm.heap.slot(v, CHILDREN);
    if !children.is_none() {
        vm.heap.set_slot(v, CHILDREN, Value::NONE);
    }
}
