//! `_elementtree`: elements of XML and what builds trees of them. `lib/native/text/_elementtree.py` adds the parser,
//! and `lib/hidden/text/elementtree.py` calls the program's factories.
//!
//! The slots of an element:
//!
//! | slot | what                                                     |
//! |------|----------------------------------------------------------|
//! | 0    | the tag                                                  |
//! | 1    | the text before the first child, or None                 |
//! | 2    | the text behind the element, or None                     |
//! | 3    | the dict of attributes, None until there is a need of it |
//! | 4    | the list of children, None until there is one            |
//!
//! A child is an element or an instance of a Python subclass, which holds one.

mod attributes;
mod build;
mod build_names;
mod build_text;
mod build_windows;
mod builder;
mod builder_new;
mod calls;
mod children;
mod copying;
mod element;
mod find;
mod items;
mod iter;
mod sequence;
mod steps;

use ttd_core::value::{TypeId, Value};

use crate::{Vm, ids, methods, native::*};

const ELEMENT: TypeId = TypeId(234);
const TREE_ITER: TypeId = TypeId(235);
const CHILD_ITER: TypeId = TypeId(236);
const BUILDER: TypeId = TypeId(237);

const TAG: usize = 0;
const TEXT: usize = 1;
const TAIL: usize = 2;
const ATTRIB: usize = 3;
const CHILDREN: usize = 4;

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_elementtree",
    doc: "",
    functions: methods! {
        /// Make an element and append it to another one.
        CallsBack "SubElement" "(*args, **kwargs)" => children::sub_element;
        /// Change the factories used to create comments and processing instructions.
        Mutates "_set_factories" "(comment_factory, pi_factory, /)" => builder_new::set_factories;
        /// Say which events a builder reports: builder, queue, names of events.
        CallsBack "_report" "(builder, queue, events, /)" => builder_new::report;
        /// Go on with an element that a factory made.
        CallsBack "_started" "(builder, element, /)" => builder::started;
        /// Go on with a comment or an instruction that a factory made.
        CallsBack "_made_single" "(builder, made, is_comment, /)" => builder::made_single;
        /// Build elements of text: builder, bytes, position, place, depth, whether nothing follows, open elements,
        /// namespaces. Gives position, place and depth where something rare begins, or the text ends.
        CallsBack "_build" "(builder, data, at, place, depth, final, opened, space, /)" => build::build;
        /// Find the calls of a target that text means, with the same arguments and results, and the calls.
        CallsBack "_calls" "(data, at, place, depth, final, opened, space, /)" => calls::calls;
    },
    types: &[element::TYPE, iter::TYPE, sequence::TYPE, builder::TYPE],
    init,
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    for (name, tid) in [("Element", ELEMENT), ("TreeBuilder", BUILDER)] {
        let class = class(vm, tid);
        vm.dict_set_str(dict, name, class);
    }
    Ok(())
}

fn class(vm: &Vm, tid: TypeId) -> Value {
    vm.class_of_tid[usize::from(tid.0)]
}

/// Makes an element. `attrib`: its own dict, or None.
fn new_element(vm: &mut Vm, tag: Value, attrib: Value) -> Value {
    vm.heap.new_slots_from(ELEMENT, 0, &[tag, Value::NONE, Value::NONE, attrib, Value::NONE])
}

/// The children of an element.
#[inline]
fn children_of(vm: &Vm, element: Value) -> &[Value] {
    let children = vm.heap.slot(element, CHILDREN);
    if children.is(ids::LIST) { vm.heap.list(children) } else { &[] }
}

/// The list of children, made if there is none yet.
fn child_list(vm: &mut Vm, element: Value) -> Value {
    let known = vm.heap.slot(element, CHILDREN);
    if known.is(ids::LIST) {
        return known;
    }
    let made = vm.new_list(&[]);
    vm.heap.set_slot(element, CHILDREN, made);
    made
}

/// Appends a child.
fn add_child(vm: &mut Vm, element: Value, child: Value) {
    let children = vm.heap.slot(element, CHILDREN);
    if children.is(ids::LIST) {
        vm.heap.list_push(children, child);
    } else {
        let made = vm.new_list(&[child]);
        vm.heap.set_slot(element, CHILDREN, made);
    }
}

/// The dict of attributes, made if there is none yet.
fn attrib_of(vm: &mut Vm, element: Value) -> Value {
    let known = vm.heap.slot(element, ATTRIB);
    if !known.is_none() {
        return known;
    }
    let made = vm.new_dict();
    vm.heap.set_slot(element, ATTRIB, made);
    made
}

/// The element that a child is or holds.
#[inline]
fn element_in(vm: &Vm, child: Value) -> Value {
    vm.payload(child, ELEMENT).unwrap_or(child)
}

/// Checks that a value is an element.
fn check_element(vm: &mut Vm, v: Value) -> Res<()> {
    if vm.payload(v, ELEMENT).is_some() {
        return Ok(());
    }
    let given = vm.type_name(v);
    Err(vm.type_error(format!("expected an Element, not \"{given}\"")))
}

/// Checks that an argument is an element; `which` names it.
fn check_argument(vm: &mut Vm, v: Value, which: &str) -> Res<()> {
    if vm.payload(v, ELEMENT).is_some() {
        return Ok(());
    }
    let given = vm.type_name(v);
    Err(vm.type_error(format!("{which} must be xml.etree.ElementTree.Element, not {given}")))
}

/// Checks that an argument is a dict; `which` names it.
fn check_dict(vm: &mut Vm, v: Value, which: &str) -> Res<()> {
    if vm.payload(v, ids::DICT).is_some() {
        return Ok(());
    }
    let given = vm.type_name(v);
    Err(vm.type_error(format!("{which} must be dict, not {given}")))
}
