//! `functools.partial`: an object with native fields, with attributes and subclasses like any other.

use ttd_core::value::Value;

use crate::types::iter::map::native_function;
use crate::types::operator::shown;
use crate::{Vm, getters, ids, methods, native::*};

const FUNC: usize = 0;
/// The positional arguments, a tuple.
const ARGS: usize = 1;
/// The keyword arguments, a dict.
const KEYWORDS: usize = 2;
/// Number of `Placeholder`s among the positional arguments.
const HOLES: usize = 3;
const FIELDS: u32 = 4;

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "functools.partial",
    fields: FIELDS,
    doc: "Create a new function with partial application of the given arguments and keywords.",
    methods: METHODS,
    class_methods: methods! {
        /// See PEP 585
        CallsBack "__class_getitem__" "(cls, object, /)" => crate::types::class::generic_alias::class_getitem;
    },
    getters: getters! {
        "func" => func;
        "args" => given;
        "keywords" => keywords;
    },
    slots: Slots { call: Some(call), ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

/// The type of `Placeholder`.
pub const PLACEHOLDER: TypeDef = TypeDef {
    name: "functools._PlaceholderType",
    fields: 2,
    doc: "The type of the Placeholder singleton.\n\nUsed as a placeholder for partial arguments.",
    methods: methods! {
        /// Create and return a new object.  See help(type) for accurate signature.
        Pure "__new__" "(cls, /, *args, **kwargs)" => new_placeholder;
        /// Return repr(self).
        Pure "__repr__" "(self, /)" => placeholder_repr;
        /// Return state information for pickling
        Pure "__reduce__" "(self, /)" => placeholder_repr;
    },
    subclassable: false,
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, /, *args, **kwargs)" => new;
    /// Call self as a function.
    CallsBack "__call__" "(self, /, *args, **kwargs)" => call_by_name;
    /// Return an attribute of instance, which is of type owner.
    Pure "__get__" "(self, instance, owner=None, /)" => get;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => repr;
    /// Return state information for pickling
    CallsBack "__reduce__" "(self, /)" => reduce;
    /// Set state information for unpickling
    Mutates "__setstate__" "(self, state, /)" => set_state;
};

fn func(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.slot(v, FUNC))
}

fn given(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.slot(v, ARGS))
}

fn keywords(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.slot(v, KEYWORDS))
}

/// The only `Placeholder`. The hidden library keeps it.
pub(super) fn placeholder(vm: &mut Vm) -> Value {
    let lib = vm.global(crate::vm::slots::LIB);
    if let Some(known) = vm.dict_get_str(lib, "PLACEHOLDER") {
        return known;
    }
    let made = vm.new_instance(vm.types.placeholder);
    vm.dict_set_str(lib, "PLACEHOLDER", made);
    made
}

fn new_placeholder(vm: &mut Vm, args: Args) -> Res {
    if !args.rest.is_empty() || !args.kw.is_empty() {
        return Err(vm.type_error("_PlaceholderType takes no arguments"));
    }
    Ok(placeholder(vm))
}

fn placeholder_repr(vm: &mut Vm, _: Args) -> Res {
    Ok(vm.intern("Placeholder"))
}

fn is_hole(vm: &Vm, v: Value) -> bool {
    v.is(ids::INST) && vm.type_of(v) == vm.types.placeholder
}

fn holes(vm: &Vm, args: &[Value]) -> usize {
    args.iter().filter(|v| is_hole(vm, **v)).count()
}

fn new(vm: &mut Vm, args: Args) -> Res {
    let [function, given @ ..] = args.rest else {
        return Err(vm.type_error("type 'partial' takes at least one argument"));
    };
    if !vm.is_callable(*function) {
        return Err(vm.type_error("the first argument must be callable"));
    }
    if given.last().is_some_and(|v| is_hole(vm, *v)) {
        return Err(vm.type_error("trailing Placeholders are not allowed"));
    }
    if args.kw.iter().any(|(_, v)| is_hole(vm, *v)) {
        return Err(vm.type_error("Placeholder cannot be passed as a keyword argument"));
    }
    let (function, all, keywords) = match inner(vm, *function) {
        Some(inner) => {
            let keywords = vm.heap.slot(inner, KEYWORDS);
            (vm.heap.slot(inner, FUNC), filled(vm, inner, given), vm.dict_copy(keywords)?)
        }
        None => (*function, given.to_vec(), vm.new_dict()),
    };
    for (key, value) in args.kw {
        vm.dict_set(keywords, *key, *value)?;
    }
    let made = vm.new_instance(args.get(0));
    let count = Value::int(holes(vm, &all) as i64);
    let all = vm.new_tuple(&all);
    for (slot, value) in [(FUNC, function), (ARGS, all), (KEYWORDS, keywords), (HOLES, count)] {
        vm.heap.set_slot(made, slot, value);
    }
    Ok(made)
}

/// The function, if it is a partial without attributes of its own, which the new one can absorb.
fn inner(vm: &mut Vm, function: Value) -> Option<Value> {
    let partial = vm.types.partial;
    if !function.is(ids::INST) || !vm.is_instance(function, partial) {
        return None;
    }
    let class = vm.type_of(function);
    let bare = vm.heap.shape(function) == vm.class_shape(class);
    (bare && vm.lookup(class, vm.names.call) == vm.lookup(partial, vm.names.call)).then_some(function)
}

/// Fills a partial's placeholders from the arguments and appends the rest.
fn filled(vm: &Vm, partial: Value, given: &[Value]) -> Vec<Value> {
    let mut rest = given.iter();
    let mut all = vm.heap.tuple(vm.heap.slot(partial, ARGS)).to_vec();
    if vm.heap.slot(partial, HOLES) != Value::int(0) {
        for slot in all.iter_mut().filter(|v| is_hole(vm, **v)) {
            match rest.next() {
                Some(value) => *slot = *value,
                None => break,
            }
        }
    }
    all.extend(rest);
    all
}

fn call_by_name(vm: &mut Vm, args: Args) -> Res {
    call(vm, args.get(0), args.rest, args.kw)
}

/// The function and arguments that calling a partial without keywords and placeholders calls.
pub fn plain(vm: &Vm, partial: Value, args: &[Value]) -> Option<(Value, Vec<Value>)> {
    if vm.type_of(partial) != vm.types.partial
        || vm.heap.slot(partial, HOLES) != Value::int(0)
        || vm.heap.dict_len(vm.heap.slot(partial, KEYWORDS)) != 0
    {
        return None;
    }
    let given = vm.heap.tuple(vm.heap.slot(partial, ARGS));
    let mut all = Vec::with_capacity(given.len() + args.len());
    all.extend_from_slice(given);
    all.extend_from_slice(args);
    Some((vm.heap.slot(partial, FUNC), all))
}

/// Calls a partial.
pub fn call(vm: &mut Vm, partial: Value, args: &[Value], kw: &[(Value, Value)]) -> Res {
    let function = vm.heap.slot(partial, FUNC);
    let wanted = vm.heap.slot(partial, HOLES).as_int() as usize;
    if args.len() < wanted {
        let got = args.len();
        let message = format!("missing positional arguments in 'partial' call; expected at least {wanted}, got {got}");
        return Err(vm.type_error(message));
    }
    let all = filled(vm, partial, args);
    let stored = vm.heap.slot(partial, KEYWORDS);
    let mut keywords = if vm.heap.dict_len(stored) == 0 { Vec::new() } else { vm.dict_pairs(stored) };
    // A program may have put any key into the dict.
    if keywords.iter().any(|(key, _)| !key.is(ids::STR)) {
        return Err(vm.type_error("keywords must be strings"));
    }
    if keywords.is_empty() {
        keywords.extend_from_slice(kw);
    } else {
        for (key, value) in kw {
            match keywords.iter_mut().find(|(k, _)| k == key || vm.heap.bytes(*k) == vm.heap.bytes(*key)) {
                Some(at) => at.1 = *value,
                None => keywords.push((*key, *value)),
            }
        }
    }
    if native_function(vm, function) {
        return vm.call_direct(function, &all, &keywords);
    }
    Err(vm.tail_with(function, all, keywords))
}

fn get(vm: &mut Vm, args: Args) -> Res {
    crate::types::property::check_target(vm, &args)?;
    let (partial, instance) = (args.get(0), args.get(1));
    if instance.is_none() {
        return Ok(partial);
    }
    Ok(vm.new_method(partial, instance))
}

fn repr(vm: &mut Vm, args: Args) -> Res {
    let partial = args.get(0);
    if vm.pending.repr_guard.contains(&partial) {
        return Ok(vm.intern("..."));
    }
    let class = vm.type_of(partial);
    let name = crate::ops::repr::objects::qualified_name(vm, class);
    let mut all = vec![vm.heap.slot(partial, FUNC)];
    all.extend_from_slice(vm.heap.tuple(vm.heap.slot(partial, ARGS)));
    let keywords = vm.dict_pairs(vm.heap.slot(partial, KEYWORDS));
    shown(vm, partial, &name, &all, &keywords)
}

fn reduce(vm: &mut Vm, args: Args) -> Res {
    let partial = args.get(0);
    let class = vm.type_of(partial);
    let [function, given, keywords] = [FUNC, ARGS, KEYWORDS].map(|i| vm.heap.slot(partial, i));
    let bare = vm.heap.shape(partial) == vm.class_shape(class);
    let dict = if bare { Value::NONE } else { vm.own_dict(partial) };
    let only = vm.new_tuple(&[function]);
    let state = vm.new_tuple(&[function, given, keywords, dict]);
    Ok(vm.new_tuple(&[class, only, state]))
}

fn set_state(vm: &mut Vm, args: Args) -> Res {
    let (partial, state) = (args.get(0), args.get(1));
    let parts = vm.payload(state, ids::TUPLE).map(|t| vm.heap.tuple(t).to_vec()).unwrap_or_default();
    let [function, given, keywords, dict] = parts[..] else {
        return Err(vm.type_error("invalid partial state"));
    };
    let (given, named) = (vm.payload(given, ids::TUPLE), vm.payload(keywords, ids::DICT));
    let (Some(given), true) = (given, named.is_some() || keywords.is_none()) else {
        return Err(vm.type_error("invalid partial state"));
    };
    if !vm.is_callable(function) {
        return Err(vm.type_error("invalid partial state"));
    }
    let items = vm.heap.tuple(given).to_vec();
    if items.last().is_some_and(|v| is_hole(vm, *v)) {
        return Err(vm.type_error("trailing Placeholders are not allowed"));
    }
    let count = Value::int(holes(vm, &items) as i64);
    let named = match named {
        Some(dict) => dict,
        None => vm.new_dict(),
    };
    for (slot, value) in [(FUNC, function), (ARGS, given), (KEYWORDS, named), (HOLES, count)] {
        vm.heap.set_slot(partial, slot, value);
    }
    if vm.heap.shape(partial) != vm.class_shape(vm.type_of(partial)) {
        let own = vm.own_dict(partial);
        vm.heap.dict_clear(own);
    }
    if let Some(dict) = vm.payload(dict, ids::DICT) {
        for (key, value) in vm.dict_pairs(dict) {
            let key = vm.intern_value(key);
            vm.set_own_attr(partial, key, value);
        }
    }
    Ok(Value::NONE)
}
