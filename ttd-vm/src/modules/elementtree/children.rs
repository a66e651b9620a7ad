//! Adding and removing children, and making elements for them.

use ttd_core::value::Value;

use super::{
    add_child, check_argument, check_dict, check_element, child_list, children_of, element, element_in, new_element,
};
use crate::ops::compare::elements_equal;
use crate::ops::iter;
use crate::{Vm, native::*};

pub(super) fn append(vm: &mut Vm, args: Args) -> Res {
    check_argument(vm, args.get(1), "append() argument 1")?;
    add_child(vm, args.get(0), args.get(1));
    Ok(Value::NONE)
}

pub(super) fn clear(vm: &mut Vm, args: Args) -> Res {
    element::emptied(vm, args.get(0));
    Ok(Value::NONE)
}

pub(super) fn extend(vm: &mut Vm, args: Args) -> Res {
    let (this, given) = (args.get(0), args.get(1));
    // What is added is known before it is, as it may be the children of this element.
    let items = items_of(vm, given, "'elements' must be an iterable")?;
    for item in items {
        check_element(vm, item)?;
        add_child(vm, this, item);
    }
    Ok(Value::NONE)
}

/// The items of an iterable; `message` says that it is none.
pub(super) fn items_of(vm: &mut Vm, given: Value, message: &str) -> Res<Vec<Value>> {
    if vm.plain_iterable(given) {
        return iter::items(vm, given);
    }
    let found = vm.iter(given);
    match vm.catch(found, vm.types.type_error)? {
        Some(it) => vm.collect_rest(it),
        None => Err(vm.type_error(message)),
    }
}

pub(super) fn insert(vm: &mut Vm, args: Args) -> Res {
    let index = vm.index(args.get(1))?;
    let Some(at) = vm.as_i64(index) else {
        return Err(vm.overflow_error("Python int too large to convert to C ssize_t"));
    };
    check_argument(vm, args.get(2), "insert() argument 2")?;
    let children = child_list(vm, args.get(0));
    let len = vm.heap.list(children).len() as i64;
    let at = if at < 0 { at.saturating_add(len).max(0) } else { at.min(len) };
    vm.heap.list_insert(children, at as usize, args.get(2));
    Ok(Value::NONE)
}

pub(super) fn remove(vm: &mut Vm, args: Args) -> Res {
    let (this, child) = (args.get(0), args.get(1));
    check_argument(vm, child, "remove() argument")?;
    let mut found = children_of(vm, this).iter().position(|c| *c == child);
    if found.is_none() {
        let mut at = 0;
        // Comparing may run Python code, which may change the children.
        while let Some(&other) = children_of(vm, this).get(at) {
            if elements_equal(vm, other, child)? {
                found = Some(at);
                break;
            }
            at += 1;
        }
    }
    match found.filter(|at| *at < children_of(vm, this).len()) {
        Some(at) => {
            let children = child_list(vm, this);
            vm.heap.list_remove(children, at);
            Ok(Value::NONE)
        }
        None => Err(vm.value_error("list.remove(x): x not in list")),
    }
}

pub(super) fn makeelement(vm: &mut Vm, args: Args) -> Res {
    check_dict(vm, args.get(2), "makeelement() argument 2")?;
    let attrib = element::copied(vm, args.get(2))?;
    Ok(new_element(vm, args.get(1), attrib))
}

/// `SubElement(parent, tag, attrib={}, /, **extra)`
pub(super) fn sub_element(vm: &mut Vm, args: Args) -> Res {
    element::check_count(vm, "SubElement", args.rest.len(), 2)?;
    let (parent, tag) = (args.rest[0], args.rest[1]);
    check_argument(vm, parent, "SubElement() argument 1")?;
    let attrib = element::merged(vm, args.rest.get(2).copied(), args.kw, "SubElement() argument 3")?;
    let made = new_element(vm, tag, attrib);
    let parent = element_in(vm, parent);
    add_child(vm, parent, made);
    Ok(made)
}
