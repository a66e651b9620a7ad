//! `zip`.

use ttd_core::value::Value;

use super::{FIRST, inner_next, itself, next_method, simple_iters, unless_engaged};
use crate::ops::{arity, iter};
use crate::{Vm, ids, methods, native::*};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "zip",
    tid: ids::ZIP,
    doc: "The zip object yields n-length tuples, where n is the number of iterables\n\
          passed as positional arguments to zip().  The i-th element in every tuple\n\
          comes from the i-th iterable argument to zip().  This continues until the\n\
          shortest argument is exhausted.\n\n\
          If strict is true and one of the arguments is exhausted before the others,\n\
          raise a ValueError.\n\n   >>> list(zip('abcdefg', range(3), range(4)))\n   \
          [('a', 0, 0), ('b', 1, 1), ('c', 2, 2)]",
    methods: METHODS,
    slots: Slots { next: Some(|vm, it| unless_engaged(vm, it, next)), engine: true, ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, /, *args, **kwargs)" => new;
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => itself;
    /// Implement next(self).
    CallsBack "__next__" "(self, /)" => next_method;
    /// Return state information for pickling.
    CallsBack "__reduce__" "(self, /)" => super::pickling::reduce;
    /// Set state information for unpickling.
    CallsBack "__setstate__" "(self, state, /)" => super::pickling::setstate;
};

fn new(vm: &mut Vm, args: Args) -> Res {
    arity::only_keywords(vm, "zip", &args, &["strict"])?;
    let strict = match arity::keyword(vm, &args, "strict") {
        Some(strict) => vm.truth(strict)?,
        None => false,
    };
    let strict = Value::bool(strict);
    match simple_iters(vm, args.rest) {
        Some(its) => {
            let plain = its.iter().all(|it| iter::plain_iterable(vm, *it));
            let mut rest = vec![strict];
            rest.extend(its);
            Ok(super::make(vm, args.get(0), ids::ZIP, &rest, plain))
        }
        None => {
            let f = vm.lib("zip_");
            let class = super::subclass_of(vm, args.get(0), ids::ZIP);
            let iterables = vm.new_tuple(args.rest);
            Err(vm.tail_call(f, &[iterables, strict, class]))
        }
    }
}

/// Returns the next item when no engine is needed.
pub fn next(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let count = vm.heap.slots(it).len() - FIRST;
    if count == 0 {
        return Ok(None);
    }
    let (mut few, mut many) = ([Value::NONE; 4], Vec::new());
    let items = if count <= few.len() {
        &mut few[..count]
    } else {
        many.resize(count, Value::NONE);
        &mut many[..]
    };
    for (i, item) in items.iter_mut().enumerate() {
        let inner = vm.heap.slot(it, FIRST + i);
        match inner_next(vm, inner)? {
            Some(found) => *item = found,
            None if vm.heap.slot(it, 1) == Value::TRUE => return ended(vm, it, i, count),
            None => return Ok(None),
        }
    }
    Ok(Some(vm.new_tuple(items)))
}

/// As `next` of a zip of two, but without making the tuple; `None` if it has more or fewer.
#[inline]
pub(super) fn next_pair(vm: &mut Vm, it: Value) -> Option<Res<Option<[Value; 2]>>> {
    let &[_, strict, first, second] = vm.heap.slots(it) else { return None };
    let mut pair = [Value::NONE; 2];
    for (i, inner) in [first, second].into_iter().enumerate() {
        match inner_next(vm, inner) {
            Ok(Some(item)) => pair[i] = item,
            Ok(None) if strict == Value::TRUE => return Some(ended(vm, it, i, 2).map(|_| None)),
            Ok(None) => return Some(Ok(None)),
            Err(trap) => return Some(Err(trap)),
        }
    }
    Some(Ok(Some(pair)))
}

/// Checks that all iterators of a strict zip end together, given that `i` has ended.
fn ended(vm: &mut Vm, it: Value, i: usize, count: usize) -> Res<Option<Value>> {
    if i > 0 {
        return Err(shorter(vm, i));
    }
    for k in 1..count {
        let inner = vm.heap.slot(it, FIRST + k);
        if inner_next(vm, inner)?.is_some() {
            return Err(longer(vm, k));
        }
    }
    Ok(None)
}

/// The exception for a strict zip whose iterator `i` ends before those before it.
pub(super) fn shorter(vm: &mut Vm, i: usize) -> Trap {
    vm.value_error(format!("zip() argument {} is shorter than argument{}", i + 1, first_ones(i)))
}

/// The exception for a strict zip whose iterator `i` ends after those before it.
pub(super) fn longer(vm: &mut Vm, i: usize) -> Trap {
    vm.value_error(format!("zip() argument {} is longer than argument{}", i + 1, first_ones(i)))
}

fn first_ones(n: usize) -> String {
    if n == 1 { " 1".to_owned() } else { format!("s 1-{n}") }
}
