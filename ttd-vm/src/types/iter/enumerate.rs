//! `enumerate`.

use ttd_core::value::Value;

use super::{inner_next, itself, next_method, unless_engaged};
use crate::ops::{arith::BinOp, arity, iter};
use crate::{Vm, ids, methods, native::*};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "enumerate",
    tid: ids::ENUMERATE,
    doc: "Return an enumerate object.\n\n  iterable\n    an object supporting iteration\n\n\
          The enumerate object yields pairs containing a count (from start, which\n\
          defaults to zero) and a value yielded by the iterable argument.\n\n\
          enumerate is useful for obtaining an indexed list:\n    (0, seq[0]), (1, seq[1]), (2, seq[2]), ...",
    methods: METHODS,
    class_methods: crate::ops::dunders::GENERIC,
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
};

fn new(vm: &mut Vm, args: Args) -> Res {
    let given = args.rest.len() + args.kw.len();
    if given > 2 {
        let message = match args.rest.is_empty() {
            true => "enumerate() missing required argument 'iterable'".to_string(),
            false => format!("enumerate() takes at most 2 arguments ({given} given)"),
        };
        return Err(vm.type_error(message));
    }
    // A keyword is refused when its parameter was given by position.
    let names: &[&str] = match (args.rest.len(), args.kw.len()) {
        (0, 1) => &["iterable"],
        (0, _) => &["iterable", "start"],
        _ => &["start"],
    };
    for (name, _) in args.kw {
        let name = vm.text_lossy(*name).into_owned();
        if !names.contains(&name.as_str()) {
            return Err(vm.type_error(format!("'{name}' is an invalid keyword argument for enumerate()")));
        }
    }
    let iterable = args.rest.first().copied().or_else(|| arity::keyword(vm, &args, "iterable"));
    let Some(iterable) = iterable else {
        return Err(vm.type_error("enumerate() missing required argument 'iterable'"));
    };
    let start = args.rest.get(1).copied().or_else(|| arity::keyword(vm, &args, "start"));
    let start = match start {
        Some(start) => vm.index(start)?,
        None => Value::int(0),
    };
    match iter::simple_iter(vm, iterable) {
        Some(it) => {
            let plain = iter::plain_iterable(vm, it);
            Ok(super::make(vm, args.get(0), ids::ENUMERATE, &[it, start], plain))
        }
        None => {
            let f = vm.lib("enumerate_");
            let class = super::subclass_of(vm, args.get(0), ids::ENUMERATE);
            Err(vm.tail_call(f, &[iterable, start, class]))
        }
    }
}

/// Returns the next item when no engine is needed.
pub fn next(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    Ok(next_pair(vm, it)?.map(|pair| vm.new_tuple(&pair)))
}

/// As `next`, but without making the tuple.
#[inline]
pub(super) fn next_pair(vm: &mut Vm, it: Value) -> Res<Option<[Value; 2]>> {
    let inner = vm.heap.slot(it, 1);
    match inner_next(vm, inner)? {
        Some(item) => numbered(vm, it, item).map(Some),
        None => Ok(None),
    }
}

/// Pairs the next number with an item.
#[inline]
pub(super) fn numbered(vm: &mut Vm, it: Value, item: Value) -> Res<[Value; 2]> {
    let count = vm.heap.slot(it, 2);
    let after = match Value::try_int(count.as_int() + 1) {
        Some(after) if count.is_int() => after,
        _ => vm.binary(BinOp::Add, count, Value::int(1))?,
    };
    vm.heap.set_slot(it, 2, after);
    Ok([count, item])
}
