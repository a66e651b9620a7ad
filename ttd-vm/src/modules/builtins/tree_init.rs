//! Makes nodes of syntax trees, as `ast.Name("x")` does.

use ttd_core::value::Value;

use crate::native::*;
use crate::{Vm, ids};

/// `_core.init_node(node, args, kwargs, load)`: sets the fields of a new node. False, with nothing changed, for what
/// needs more: a class of the program's, a name that is no field, a field that has to be given. `load` is the context
/// of an expression that is given none.
pub(crate) fn init_node(vm: &mut Vm, args: Args) -> Res {
    let set = values(vm, args.get(0), args.get(1), args.get(2), args.get(3));
    let Some(set) = set else { return Ok(Value::FALSE) };
    for (name, value) in set {
        let value = match value {
            Given::Value(value) => value,
            Given::List => vm.new_list(&[]),
        };
        vm.set_own_attr(args.get(0), name, value);
    }
    Ok(Value::TRUE)
}

enum Given {
    Value(Value),
    /// A new list.
    List,
}

/// The values of the fields, in the order in which they are set.
fn values(vm: &mut Vm, node: Value, args: Value, kwargs: Value, load: Value) -> Option<Vec<(Value, Given)>> {
    let class = vm.type_of(node);
    let own = vm.dict_get_str(vm.class_dict(class), "_types").is_some();
    let usual = vm.lookup(class, vm.names.setattr).is_none_or(|hook| vm.is_object_method(hook));
    if !node.is(ids::INST) || !own || !usual {
        return None;
    }
    let fields = names(vm, class, "_fields")?;
    let args = vm.heap.tuple(args).to_vec();
    if args.len() > fields.len() {
        return None;
    }
    let is_plain = |vm: &mut Vm, name| vm.lookup(class, name).is_none_or(|found| found.is_none());
    let places = names(vm, class, "_attributes")?;
    let mut set = Vec::with_capacity(fields.len() + 4);
    for (name, value) in fields.iter().zip(args) {
        set.push((*name, Given::Value(value)));
    }
    let positional = set.len();
    for at in 0..vm.heap.dict_size(kwargs) {
        let Some((_, name, value)) = vm.heap.dict_entry(kwargs, at) else { continue };
        let name = vm.intern_value(name);
        let is_new = fields[positional..].contains(&name);
        if !is_new && !places.contains(&name) {
            return None;
        }
        set.push((name, Given::Value(value)));
    }
    let kinds = vm.lookup_type(class, "_kinds").filter(|kinds| kinds.is(ids::DICT))?;
    for &name in &fields[positional..] {
        if set[positional..].iter().any(|(known, _)| *known == name) {
            continue;
        }
        match vm.dict_get_name(kinds, name) {
            Some(mark) if mark.is(ids::STR) && vm.heap.bytes(mark) == b"*" => set.push((name, Given::List)),
            Some(_) => set.push((name, Given::Value(load))),
            None => vm.lookup(class, name).map(|_| ())?,
        }
    }
    for (name, _) in &set {
        if !is_plain(vm, *name) {
            return None;
        }
    }
    Some(set)
}

/// The names in a tuple of a class, unless a program has put something else there.
pub(super) fn names(vm: &mut Vm, class: Value, attr: &str) -> Option<Vec<Value>> {
    let names = vm.lookup_type(class, attr).filter(|names| names.is(ids::TUPLE))?;
    let names = vm.heap.tuple(names).to_vec();
    names.iter().all(|name| name.is(ids::STR)).then(|| names.into_iter().map(|name| vm.intern_value(name)).collect())
}
