//! `collections.defaultdict`.

use ttd_core::value::Value;

use super::empty;
use crate::types::dict::fill;
use crate::types::iter::map::native_function;
use crate::{Vm, getters, ids, methods, native::*};

const FACTORY: usize = 1;

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "collections.defaultdict",
    base: "dict",
    fields: 2,
    doc: "defaultdict(default_factory=None, /, [...]) --> dict with default factory\n\n\
          The default factory is called without arguments to produce\n\
          a new value when a key is not present, in __getitem__ only.\n\
          A defaultdict compares equal to a dict with the same items.\n\
          All remaining arguments are treated the same as if they were\n\
          passed to the dict constructor, including keyword arguments.",
    methods: methods! {
        /// Create and return a new object.  See help(type) for accurate signature.
        CallsBack "__new__" "(cls, /, *args, **kwargs)" => new;
        /// Initialize self.  See help(type(self)) for accurate signature.
        CallsBack "__init__" "(self, /, *args, **kwargs)" => init;
        /// __missing__(key) # Called by __getitem__ for missing key; pseudo-code:
        ///   if self.default_factory is None: raise KeyError((key,))
        ///   self[key] = value = self.default_factory()
        ///   return value
        CallsBack "__missing__" "(self, key, /)" => missing;
        /// D.copy() -> a shallow copy of D.
        CallsBack "copy" "(self, /)" => copy;
        /// D.copy() -> a shallow copy of D.
        CallsBack "__copy__" "(self, /)" => copy;
        /// Return state information for pickling.
        CallsBack "__reduce__" "(self, /)" => reduce;
        /// Return repr(self).
        CallsBack "__repr__" "(self, /)" => repr;
        /// Return self|value.
        CallsBack "__or__" "(self, value, /)" => or;
        /// Return value|self.
        CallsBack "__ror__" "(self, value, /)" => ror;
    },
    getters: getters! {
        "default_factory" => factory_field, set_factory;
    },
    unhashable: true,
    ..TypeDef::EMPTY
};

/// The factory of an instance, or None.
pub(crate) fn factory(vm: &Vm, this: Value) -> Value {
    let factory = vm.heap.slot(this, FACTORY);
    if factory.is_unbound() { Value::NONE } else { factory }
}

fn factory_field(vm: &mut Vm, this: Value) -> Res {
    Ok(factory(vm, this))
}

fn set_factory(vm: &mut Vm, this: Value, value: Value) -> Res<()> {
    vm.heap.set_slot(this, FACTORY, value);
    Ok(())
}

/// Splits off the first argument, the factory.
fn take_factory<'a>(vm: &mut Vm, args: &Args<'a>) -> Res<(Value, Args<'a>)> {
    let (factory, rest) = match args.rest {
        [factory, rest @ ..] => (*factory, rest),
        [] => (Value::NONE, args.rest),
    };
    if !factory.is_none() && !vm.is_callable(factory) {
        return Err(vm.type_error("first argument must be callable or None"));
    }
    Ok((factory, Args { rest, ..*args }))
}

fn new(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    if class != vm.types.default_dict {
        return Ok(empty(vm, class).0);
    }
    let (factory, rest) = take_factory(vm, &args)?;
    let (made, dict) = empty(vm, class);
    vm.heap.set_slot(made, FACTORY, factory);
    fill(vm, "dict", dict, &rest, made)
}

fn init(vm: &mut Vm, args: Args) -> Res {
    let (dict, this) = (args.get(0), vm.receiver(args.get(0)));
    let (factory, rest) = take_factory(vm, &args)?;
    vm.heap.set_slot(this, FACTORY, factory);
    fill(vm, "dict", dict, &rest, Value::NONE)
}

fn missing(vm: &mut Vm, args: Args) -> Res {
    let (dict, key) = (args.get(0), args.get(1));
    let this = vm.receiver(dict);
    let factory = factory(vm, this);
    if factory.is_none() {
        return Err(vm.key_error(key));
    }
    let exact = vm.type_of(this) == vm.types.default_dict;
    if exact && native_function(vm, factory) {
        let value = vm.call(factory, &[])?;
        vm.dict_set(dict, key, value)?;
        return Ok(value);
    }
    let f = vm.lib("defaultdict_missing");
    Err(vm.tail_call(f, &[this, key, factory]))
}

fn copy(vm: &mut Vm, args: Args) -> Res {
    let this = vm.receiver(args.get(0));
    let factory = factory(vm, this);
    let class = vm.type_of(this);
    Err(vm.tail_call(class, &[factory, this]))
}

fn reduce(vm: &mut Vm, args: Args) -> Res {
    let this = vm.receiver(args.get(0));
    let factory = factory(vm, this);
    let class = vm.type_of(this);
    let given = if factory.is_none() { vm.new_tuple(&[]) } else { vm.new_tuple(&[factory]) };
    let f = vm.lib("mapping_reduced");
    Err(vm.tail_call(f, &[this, class, given, Value::NONE]))
}

fn repr(vm: &mut Vm, args: Args) -> Res {
    let (dict, this) = (args.get(0), vm.receiver(args.get(0)));
    let name = vm.class_short_name(vm.type_of(this));
    let items = crate::ops::repr::builtin(vm, dict)?;
    let factory = factory(vm, this);
    // The factory may be a bound method of the dict itself.
    let shown = if vm.pending.repr_guard.contains(&factory) {
        vm.intern("...")
    } else {
        vm.pending.repr_guard.push(factory);
        let shown = vm.repr(factory);
        vm.pending.repr_guard.pop();
        shown?
    };
    let text = [name.as_bytes(), b"(", vm.heap.bytes(vm.unwrap(shown)), b", ", vm.heap.bytes(items), b")"].concat();
    Ok(vm.new_str_raw(&text))
}

fn or(vm: &mut Vm, args: Args) -> Res {
    let this = vm.receiver(args.get(0));
    united(vm, this, this, args.get(1))
}

fn ror(vm: &mut Vm, args: Args) -> Res {
    let this = vm.receiver(args.get(0));
    united(vm, this, args.get(1), this)
}

fn united(vm: &mut Vm, this: Value, left: Value, right: Value) -> Res {
    if vm.payload(left, ids::DICT).is_none() || vm.payload(right, ids::DICT).is_none() {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    let (class, factory) = (vm.type_of(this), factory(vm, this));
    let f = vm.lib("defaultdict_united");
    Err(vm.tail_call(f, &[class, factory, left, right]))
}
