//! The methods of `set` and `frozenset`.

use ttd_core::value::Value;

use super::{algebra, is_set};
use crate::ops::{arity, construct, dunders, iter};
use crate::{Vm, ids, methods, native::*};

/// `set`.
pub const TYPE: TypeDef = TypeDef {
    name: "set",
    tid: ids::SET,
    doc: "Build an unordered collection of unique elements.",
    methods: SET_METHODS,
    class_methods: CLASS_METHODS,
    unhashable: true,
    ..TypeDef::EMPTY
};

/// `frozenset`.
pub const FROZENSET_TYPE: TypeDef = TypeDef {
    name: "frozenset",
    tid: ids::FROZENSET,
    doc: "Build an immutable unordered collection of unique elements.",
    methods: FROZENSET_METHODS,
    class_methods: CLASS_METHODS,
    ..TypeDef::EMPTY
};

const CLASS_METHODS: &[Method] = methods! {
    /// See PEP 585
    CallsBack "__class_getitem__" "(cls, object, /)" => dunders::class_getitem;
};

/// Both tables: the rows that only one type has, then those that both share.
macro_rules! set_methods {
    ($($own:tt)*) => {
        methods! {
            $($own)*
            /// Return a shallow copy of a set.
            Pure "copy" "(self, /)" => copy;
            /// Return the difference of two or more sets as a new set.
            CallsBack "difference" "(self, /, *others)" => difference;
            /// Return the intersection of two or more sets as a new set.
            CallsBack "intersection" "(self, /, *others)" => intersection;
            /// Return True if two sets have a null intersection.
            CallsBack "isdisjoint" "(self, other, /)" => isdisjoint;
            /// Report whether another set contains this set.
            CallsBack "issubset" "(self, other, /)" => issubset;
            /// Report whether this set contains another set.
            CallsBack "issuperset" "(self, other, /)" => issuperset;
            /// Return the symmetric difference of two sets as a new set.
            CallsBack "symmetric_difference" "(self, other, /)" => symmetric_difference;
            /// Return the union of sets as a new set.
            CallsBack "union" "(self, /, *others)" => union;
            /// Return len(self).
            Pure "__len__" "(self, /)" => dunders::len;
            /// x.__contains__(y) <==> y in x.
            CallsBack "__contains__" "(self, object, /)" => dunders::contains;
            /// Implement iter(self).
            Pure "__iter__" "(self, /)" => dunders::iter;
            /// Return repr(self).
            CallsBack "__repr__" "(self, /)" => dunders::repr;
            /// Return self==value.
            CallsBack "__eq__" "(self, value, /)" => dunders::eq;
            /// Return self!=value.
            CallsBack "__ne__" "(self, value, /)" => dunders::ne;
            /// Return self<value.
            CallsBack "__lt__" "(self, value, /)" => dunders::lt;
            /// Return self<=value.
            CallsBack "__le__" "(self, value, /)" => dunders::le;
            /// Return self>value.
            CallsBack "__gt__" "(self, value, /)" => dunders::gt;
            /// Return self>=value.
            CallsBack "__ge__" "(self, value, /)" => dunders::ge;
            /// Return self&value.
            CallsBack "__and__" "(self, value, /)" => dunders::and_;
            /// Return value&self.
            CallsBack "__rand__" "(self, value, /)" => dunders::rand;
            /// Return self|value.
            CallsBack "__or__" "(self, value, /)" => dunders::or_;
            /// Return value|self.
            CallsBack "__ror__" "(self, value, /)" => dunders::ror;
            /// Return self^value.
            CallsBack "__xor__" "(self, value, /)" => dunders::xor;
            /// Return value^self.
            CallsBack "__rxor__" "(self, value, /)" => dunders::rxor;
            /// Return self-value.
            CallsBack "__sub__" "(self, value, /)" => dunders::sub;
            /// Return value-self.
            CallsBack "__rsub__" "(self, value, /)" => dunders::rsub;
            /// Return state information for pickling.
            Pure "__reduce__" "(self, /)" => reduce;
        }
    };
}

const SET_METHODS: &[Method] = set_methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, /, *args, **kwargs)" => new;
    /// Initialize self.  See help(type(self)) for accurate signature.
    CallsBack "__init__" "(self, /, *args, **kwargs)" => init;
    /// Add an element to a set.
    ///
    /// This has no effect if the element is already present.
    CallsBack "add" "(self, object, /)" => add;
    /// Remove all elements from this set.
    Mutates "clear" "(self, /)" => clear;
    /// Remove an element from a set if it is a member.
    ///
    /// Unlike set.remove(), the discard() method does not raise
    /// an exception when an element is missing from the set.
    CallsBack "discard" "(self, object, /)" => discard;
    /// Remove an element from a set; it must be a member.
    ///
    /// If the element is not a member, raise a KeyError.
    CallsBack "remove" "(self, object, /)" => remove;
    /// Remove and return an arbitrary set element.
    ///
    /// Raises KeyError if the set is empty.
    Mutates "pop" "(self, /)" => pop;
    /// Update the set, adding elements from all others.
    CallsBack "update" "(self, /, *others)" => update;
    /// Update the set, removing elements found in others.
    CallsBack "difference_update" "(self, /, *others)" => difference_update;
    /// Update the set, keeping only elements found in it and all others.
    CallsBack "intersection_update" "(self, /, *others)" => intersection_update;
    /// Update the set, keeping only elements found in either set, but not in both.
    CallsBack "symmetric_difference_update" "(self, other, /)" => symmetric_difference_update;
    /// Return self&=value.
    CallsBack "__iand__" "(self, value, /)" => dunders::iand;
    /// Return self|=value.
    CallsBack "__ior__" "(self, value, /)" => dunders::ior;
    /// Return self^=value.
    CallsBack "__ixor__" "(self, value, /)" => dunders::ixor;
    /// Return self-=value.
    CallsBack "__isub__" "(self, value, /)" => dunders::isub;
};

const FROZENSET_METHODS: &[Method] = set_methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, /, *args, **kwargs)" => new_frozen;
    /// Return hash(self).
    Pure "__hash__" "(self, /)" => dunders::hash;
};

/// An argument as something to iterate over natively: a set inside an instance of a subclass counts as a set.
fn operand(vm: &Vm, v: Value) -> Value {
    let inner = vm.unwrap(v);
    if is_set(inner) { inner } else { v }
}

/// The arguments as plain iterables. If one needs Python code to iterate, the library collects it into a list and
/// calls the method again: that call is what this function gives as its error.
fn operands(vm: &mut Vm, this: Value, method: &str, others: &[Value]) -> Res<Vec<Value>> {
    let others: Vec<Value> = others.iter().map(|v| operand(vm, *v)).collect();
    if others.iter().all(|v| vm.plain_iterable(*v)) {
        return Ok(others);
    }
    let method = vm.getattr_str(this, method)?;
    let others = vm.new_tuple(&others);
    let f = vm.lib("with_lists");
    Err(vm.tail_call(f, &[method, others]))
}

fn new(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    if class != vm.types.set {
        let set = vm.new_set();
        return Ok(construct::instance(vm, class, vm.types.set, set));
    }
    match arity::optional(vm, "set", &args)? {
        None => Ok(vm.new_set()),
        Some(from) => {
            let from = operand(vm, from);
            if vm.plain_iterable(from) {
                return algebra::build(vm, ids::SET, from);
            }
            let f = vm.lib("set_");
            Err(vm.tail_call(f, &[from]))
        }
    }
}

fn new_frozen(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    let exact = class == vm.types.frozenset;
    let from = if exact { arity::optional(vm, "frozenset", &args)? } else { args.rest.first().copied() };
    let made = match from {
        None => vm.heap.new_set(ids::FROZENSET),
        Some(from) if exact && from.is(ids::FROZENSET) => from,
        Some(from) => {
            let from = operand(vm, from);
            if !vm.plain_iterable(from) {
                let f = vm.lib("from_list");
                return Err(vm.tail_call(f, &[class, from]));
            }
            algebra::build(vm, ids::FROZENSET, from)?
        }
    };
    Ok(construct::instance(vm, class, vm.types.frozenset, made))
}

fn init(vm: &mut Vm, args: Args) -> Res {
    let set = args.get(0);
    let from = arity::optional(vm, "set", &args)?;
    vm.heap.set_clear(set);
    let Some(from) = from else { return Ok(Value::NONE) };
    let from = operand(vm, from);
    if vm.plain_iterable(from) {
        algebra::update(vm, set, from)?;
        return Ok(Value::NONE);
    }
    let f = vm.lib("set_fill");
    Err(vm.tail_call(f, &[set, from]))
}

fn add(vm: &mut Vm, args: Args) -> Res {
    vm.set_add(args.get(0), args.get(1))?;
    Ok(Value::NONE)
}

fn clear(vm: &mut Vm, args: Args) -> Res {
    vm.heap.set_clear(args.get(0));
    Ok(Value::NONE)
}

fn discard(vm: &mut Vm, args: Args) -> Res {
    vm.set_discard(args.get(0), args.get(1))?;
    Ok(Value::NONE)
}

fn remove(vm: &mut Vm, args: Args) -> Res {
    if vm.set_discard(args.get(0), args.get(1))? { Ok(Value::NONE) } else { Err(vm.key_error(args.get(1))) }
}

fn pop(vm: &mut Vm, args: Args) -> Res {
    match vm.heap.set_pop(args.get(0)) {
        Some(key) => Ok(key),
        None => Err(vm.error(vm.types.key_error, "pop from an empty set")),
    }
}

fn copy(vm: &mut Vm, args: Args) -> Res {
    let set = args.get(0);
    if set.is(ids::FROZENSET) { Ok(set) } else { Ok(vm.heap.set_copy(ids::SET, set)) }
}

fn update(vm: &mut Vm, args: Args) -> Res {
    for other in operands(vm, args.get(0), "update", args.rest)? {
        algebra::update(vm, args.get(0), other)?;
    }
    Ok(Value::NONE)
}

fn difference_update(vm: &mut Vm, args: Args) -> Res {
    for other in operands(vm, args.get(0), "difference_update", args.rest)? {
        algebra::difference_update(vm, args.get(0), other)?;
    }
    Ok(Value::NONE)
}

fn intersection_update(vm: &mut Vm, args: Args) -> Res {
    let set = args.get(0);
    for other in operands(vm, set, "intersection_update", args.rest)? {
        algebra::intersection_update(vm, set, other)?;
    }
    Ok(Value::NONE)
}

fn symmetric_difference_update(vm: &mut Vm, args: Args) -> Res {
    for other in operands(vm, args.get(0), "symmetric_difference_update", &args.pos[1..])? {
        algebra::symmetric_update(vm, args.get(0), other)?;
    }
    Ok(Value::NONE)
}

fn union(vm: &mut Vm, args: Args) -> Res {
    let set = args.get(0);
    let others = operands(vm, set, "union", args.rest)?;
    let result = vm.heap.set_copy(set.tid(), set);
    for other in others.into_iter().filter(|o| *o != set) {
        algebra::update(vm, result, other)?;
    }
    Ok(result)
}

fn difference(vm: &mut Vm, args: Args) -> Res {
    let set = args.get(0);
    let others = operands(vm, set, "difference", args.rest)?;
    let mut result = set;
    for (n, other) in others.into_iter().enumerate() {
        if n == 0 {
            result = algebra::difference(vm, set.tid(), set, other)?;
        } else {
            algebra::difference_update(vm, result, other)?;
        }
    }
    Ok(if result == set { vm.heap.set_copy(set.tid(), set) } else { result })
}

fn intersection(vm: &mut Vm, args: Args) -> Res {
    let set = args.get(0);
    let others = operands(vm, set, "intersection", args.rest)?;
    let mut result = set;
    for other in others {
        result = algebra::intersection(vm, set.tid(), result, other)?;
    }
    Ok(if result == set { vm.heap.set_copy(set.tid(), set) } else { result })
}

fn symmetric_difference(vm: &mut Vm, args: Args) -> Res {
    let set = args.get(0);
    let others = operands(vm, set, "symmetric_difference", &args.pos[1..])?;
    algebra::symmetric_difference(vm, set.tid(), set, others[0])
}

/// `isdisjoint` of a set or a set-like view.
pub fn isdisjoint(vm: &mut Vm, args: Args) -> Res {
    let this = args.get(0);
    let other = operands(vm, this, "isdisjoint", &args.pos[1..])?[0];
    if is_set(this) {
        return algebra::is_disjoint(vm, this, other).map(Value::bool);
    }
    let mut disjoint = true;
    iter::for_each(vm, other, |vm, x| {
        disjoint = !crate::types::dict::views::contains(vm, this, x)?;
        Ok(disjoint)
    })?;
    Ok(Value::bool(disjoint))
}

fn issubset(vm: &mut Vm, args: Args) -> Res {
    let set = args.get(0);
    let other = operands(vm, set, "issubset", &args.pos[1..])?[0];
    let other = if is_set(other) { other } else { algebra::build(vm, ids::SET, other)? };
    algebra::is_subset(vm, set, other).map(Value::bool)
}

fn issuperset(vm: &mut Vm, args: Args) -> Res {
    let set = args.get(0);
    let other = operands(vm, set, "issuperset", &args.pos[1..])?[0];
    if is_set(other) {
        return algebra::is_subset(vm, other, set).map(Value::bool);
    }
    algebra::all_in(vm, other, set).map(Value::bool)
}

fn reduce(vm: &mut Vm, args: Args) -> Res {
    let set = args.get(0);
    let keys: Vec<Value> = super::entries(vm, set).into_iter().map(|(_, key)| key).collect();
    let list = vm.new_list(&keys);
    let arguments = vm.new_tuple(&[list]);
    let class = vm.type_of(set);
    Ok(vm.new_tuple(&[class, arguments, Value::NONE]))
}
