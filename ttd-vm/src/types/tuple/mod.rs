//! `tuple`: immutable values, stored inside the object.

use ttd_core::value::Value;

use crate::ops::{arity, compare, construct, dunders, iter, rows};
use crate::types::list::search_bounds;
use crate::vm::call::waits::Wait;
use crate::{Vm, ids, methods, native::*};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "tuple",
    tid: ids::TUPLE,
    doc: "Built-in immutable sequence.\n\n\
          If no argument is given, the constructor returns an empty tuple.\n\
          If iterable is specified the tuple is initialized from iterable's items.\n\n\
          If the argument is a tuple, the return value is the same object.",
    methods: METHODS,
    shared: &[rows::CALLING_COMPARISONS, rows::CONCATENATION],
    class_methods: dunders::GENERIC,
    slots: Slots { pattern: Pattern::Sequence, sequence_methods: true, ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, /, *args, **kwargs)" => new;
    /// Return number of occurrences of value.
    CallsBack "count" "(self, value, /)" => count;
    /// Return first index of value.
    ///
    /// Raises ValueError if the value is not present.
    CallsBack "index" "(self, value, start=0, stop=9223372036854775807, /)" => index;
    /// Return len(self).
    Pure "__len__" "(self, /)" => dunders::len;
    /// Return self[key].
    CallsBack "__getitem__" "(self, key, /)" => dunders::getitem;
    /// Return bool(key in self).
    CallsBack "__contains__" "(self, key, /)" => dunders::contains;
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => dunders::iter;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => dunders::repr;
    /// Return hash(self).
    CallsBack "__hash__" "(self, /)" => dunders::hash;
    /// Return the arguments that `__new__` needs to make it again.
    Pure "__getnewargs__" "(self, /)" => getnewargs;
};

fn new(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    let exact = class == vm.types.tuple;
    // Subclasses that take more arguments have their own `__new__`.
    let made = match arity::optional(vm, "tuple", &args)? {
        None => vm.new_tuple(&[]),
        Some(from) if exact && from.is(ids::TUPLE) => from,
        Some(from) if vm.plain_iterable(from) => {
            let items = iter::items(vm, from)?;
            vm.new_tuple(&items)
        }
        Some(from) => {
            if class == vm.types.tuple && from.is(ids::GENERATOR) {
                return Err(vm.tail_fold(Wait::Tuple, from, "from_list", &[class, class, from]));
            }
            let f = vm.lib("from_list");
            return Err(vm.tail_call(f, &[vm.types.tuple, class, from]));
        }
    };
    Ok(construct::instance(vm, class, vm.types.tuple, made))
}

fn count(vm: &mut Vm, args: Args) -> Res {
    let (tuple, x) = (args.get(0), args.get(1));
    let mut n = 0;
    for i in 0..vm.heap.tuple(tuple).len() {
        let item = vm.heap.tuple(tuple)[i];
        n += compare::elements_equal(vm, item, x)? as i64;
    }
    Ok(Value::int(n))
}

fn index(vm: &mut Vm, args: Args) -> Res {
    let (tuple, x) = (args.get(0), args.get(1));
    let len = vm.heap.tuple(tuple).len();
    let (from, to) = search_bounds(vm, &args, len)?;
    for i in from..to.min(len) {
        let item = vm.heap.tuple(tuple)[i];
        if compare::elements_equal(vm, item, x)? {
            return Ok(Value::int(i as i64));
        }
    }
    Err(vm.value_error("tuple.index(x): x not in tuple"))
}

fn getnewargs(vm: &mut Vm, args: Args) -> Res {
    let copy = vm.heap.tuple(args.get(0)).to_vec();
    let inner = vm.new_tuple(&copy);
    Ok(vm.new_tuple(&[inner]))
}
