//! Modules as objects.

mod repr;

use ttd_core::value::Value;

use crate::native::*;
use crate::types::class::annotations;
use crate::{Vm, getters, ids, methods};

/// The types.
pub const TYPES: &[TypeDef] = &[TypeDef {
    name: "module",
    tid: ids::MODULE,
    doc: "Create a module object.",
    methods: METHODS,
    getters: GETTERS,
    slots: Slots { repr: Some(repr::module), weakly_referencable: true, ..Slots::EMPTY },
    ..TypeDef::EMPTY
}];

const METHODS: &[Method] = methods! {
    /// Create a module object.
    Pure "__new__" "(cls, /, *args, **kwargs)" => new;
    /// Initialize a module of a subclass.
    Mutates "__init__" "(self, name, doc=None)" => init;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => crate::ops::dunders::repr;
    /// The names of the module.
    Pure "__dir__" "(self, /)" => dir;
};

const GETTERS: &[Getter] = getters! {
    "__dict__" => dict;
    "__annotations__" => annotations::module_annotations, annotations::set_module_annotations;
    "__annotate__" => annotations::of_module, annotations::set_of_module;
};

fn new(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    let dict = vm.new_dict();
    Ok(match class == vm.types.module {
        true => vm.heap.new_slots_from(ids::MODULE, 0, &[dict, Value::UNBOUND]),
        false => vm.heap.new_slots_from(ids::MODULE, 0, &[dict, class, Value::UNBOUND]),
    })
}

fn init(vm: &mut Vm, args: Args) -> Res {
    let (module, name) = (args.get(0), args.get(1));
    let Some(name) = vm.payload(name, ids::STR) else {
        let given = crate::types::str::args::given_name(vm, name);
        return Err(vm.type_error(format!("module() argument 'name' must be str, not {given}")));
    };
    let dict = vm.heap.slot(module, 0);
    let doc = args.opt(2).unwrap_or(Value::NONE);
    let none = Value::NONE;
    let (package, loader, spec) = (vm.names.package, vm.names.loader, vm.names.spec);
    for (key, value) in [(vm.names.name, name), (vm.names.doc, doc), (package, none), (loader, none), (spec, none)] {
        vm.dict_set_name(dict, key, value);
    }
    Ok(Value::NONE)
}

fn dict(vm: &mut Vm, module: Value) -> Res {
    Ok(vm.heap.slot(module, 0))
}

fn dir(vm: &mut Vm, args: Args) -> Res {
    let dict = vm.getattr(args.get(0), vm.names.dict)?;
    if !dict.is(ids::DICT) {
        return Err(vm.type_error("<module>.__dict__ is not a dictionary"));
    }
    let key = vm.intern("__dir__");
    if let Some(own) = vm.dict_get_name(dict, key) {
        return Err(vm.tail_call(own, &[]));
    }
    let pairs = vm.dict_pairs(dict);
    let names: Vec<Value> = pairs.into_iter().map(|p| p.0).collect();
    Ok(vm.new_list(&names))
}

impl Vm {
    /// Makes an empty module.
    pub(crate) fn new_module(&mut self, name: Value) -> Value {
        let dict = self.new_dict();
        self.dict_set_name(dict, self.names.name, name);
        for key in [self.names.doc, self.names.package, self.names.loader, self.names.spec] {
            self.dict_set_name(dict, key, Value::NONE);
        }
        self.heap.new_slots_from(ids::MODULE, 0, &[dict, Value::UNBOUND])
    }
}
