//! `itertools`, whose types are in `types/itertools`, and `_ttd_itertools`, native helpers of
//! `lib/hidden/containers/itertools.py`.

use ttd_core::value::{TypeId, Value};

use crate::ops::construct;
use crate::types::itertools;
use crate::{Vm, ids, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "itertools",
    doc: "Functional tools for creating and using iterators.\n\n\
          Infinite iterators:\n\
          count(start=0, step=1) --> start, start+step, start+2*step, ...\n\
          cycle(p) --> p0, p1, ... plast, p0, p1, ...\n\
          repeat(elem [,n]) --> elem, elem, elem, ... endlessly or up to n times",
    functions: methods! {
        /// Returns a tuple of n independent iterators.
        CallsBack "tee" "(iterable, n=2, /)" => itertools::tee;
    },
    types: &[],
    init,
};

/// The helpers.
pub const HIDDEN: ModuleDef = ModuleDef {
    name: "_ttd_itertools",
    doc: "Helpers of the hidden library.",
    functions: methods! {
        /// Writes a slot of an iterator.
        Mutates "put" "(iterator, slot, value, /)" => put;
        /// An iterator of the class, given its inner iterators.
        Mutates "build" "(cls, number, iterators, rest, /)" => build;
        /// A group of a groupby.
        Mutates "group" "(parent, key, /)" => group;
        /// Keeps an item for the tees that share an iterator, and passes it.
        Mutates "keep" "(tee, item, /)" => keep;
        /// Notes that an islice has given an item.
        Mutates "sliced" "(iterator, wanted, stop, step, at, /)" => sliced;
    },
    types: &[],
    init: nothing,
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    for def in itertools::TYPES {
        let class = vm.class_of_tid[usize::from(def.tid.0)];
        let name = def.name.rsplit('.').next().unwrap_or(def.name);
        vm.dict_set_str(dict, name, class);
    }
    Ok(())
}

fn nothing(_: &mut Vm, _: Value) -> Res<()> {
    Ok(())
}

pub(crate) fn put(vm: &mut Vm, args: Args) -> Res {
    let end = vm.lib("END");
    let value = if args.get(2) == end { Value::UNBOUND } else { args.get(2) };
    vm.heap.set_slot(args.get(0), args.get(1).as_int() as usize, value);
    Ok(Value::NONE)
}

fn build(vm: &mut Vm, args: Args) -> Res {
    let tid = TypeId(args.get(1).as_int() as u8);
    let its = vm.collect(args.get(2))?;
    let rest = vm.heap.tuple(args.get(3)).to_vec();
    let made = itertools::build(vm, tid, &its, &rest)?;
    let builtin = vm.class_of_tid[usize::from(tid.0)];
    Ok(construct::instance(vm, args.get(0), builtin, made))
}

fn group(vm: &mut Vm, args: Args) -> Res {
    Ok(itertools::new_grouper(vm, args.get(0), args.get(1)))
}

fn keep(vm: &mut Vm, args: Args) -> Res {
    itertools::tee::keep(vm, args.get(0), args.get(1));
    Ok(Value::NONE)
}

fn sliced(vm: &mut Vm, args: Args) -> Res {
    let numbers = [1, 2, 3, 4].map(|i| vm.as_i64(args.get(i)).unwrap_or(i64::MAX));
    debug_assert!(args.get(0).is(ids::ISLICE));
    itertools::count_item(vm, args.get(0), numbers);
    Ok(Value::NONE)
}
