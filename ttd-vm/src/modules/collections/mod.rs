//! `_collections`: the native half of `collections`.

use ttd_core::value::Value;

use crate::ops::arith::BinOp;
use crate::ops::iter;
use crate::vm::call::waits::Wait;
use crate::{Vm, ids, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_collections",
    doc: "High performance data structures.\n\
          - deque:        ordered collection accessible from endpoints only\n\
          - defaultdict:  dict subclass with a default value factory",
    functions: methods! {
        /// Count elements in the iterable, updating the mapping
        CallsBack "_count_elements" "(mapping, iterable, /)" => count_elements;
    },
    types: &[],
    init,
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    let types = [
        ("deque", ids::DEQUE),
        ("_deque_iterator", ids::DEQUE_ITER),
        ("_deque_reverse_iterator", ids::DEQUE_REVITER),
        ("_tuplegetter", ids::TUPLEGETTER),
    ];
    for (name, tid) in types {
        let class = vm.class_of_tid[usize::from(tid.0)];
        vm.dict_set_str(dict, name, class);
    }
    let (default, ordered) = (vm.types.default_dict, vm.types.ordered_dict);
    vm.dict_set_str(dict, "defaultdict", default);
    vm.dict_set_str(dict, "OrderedDict", ordered);
    Ok(())
}

fn count_elements(vm: &mut Vm, args: Args) -> Res {
    let (mapping, iterable) = (args.get(0), args.get(1));
    let own = |vm: &mut Vm, name| vm.special(mapping, name).is_some_and(|f| f.is(ids::METHOD_DESC));
    let args = [mapping, iterable];
    let dict = match vm.payload(mapping, ids::DICT) {
        Some(dict) if own(vm, "get") && own(vm, "__setitem__") => dict,
        _ => {
            let f = vm.lib("count_elements_");
            return Err(vm.tail_call(f, &args));
        }
    };
    if !vm.plain_iterable(iterable) {
        return Err(vm.tail_fold(Wait::Count, iterable, "count_elements_", &args));
    }
    iter::for_each(vm, iterable, |vm, item| count_element(vm, dict, item).map(|()| true))?;
    Ok(Value::NONE)
}

/// Adds 1 to the count of an item.
pub(crate) fn count_element(vm: &mut Vm, dict: Value, item: Value) -> Res<()> {
    let hash = vm.key_hash(item)?;
    let one = Value::int(1);
    match vm.dict_find_key(dict, item, hash)? {
        Some(at) => {
            let count = vm.dict_value_at(dict, at);
            if let Some(more) = Value::try_int(count.as_int() + 1).filter(|_| count.is_int()) {
                vm.heap.dict_set_value(dict, at, more);
            } else {
                let more = vm.binary(BinOp::Add, count, one)?;
                vm.dict_set_hashed(dict, item, hash, more)?;
            }
        }
        None => {
            vm.heap.dict_insert_new(dict, hash, item, one);
        }
    }
    Ok(())
}
