//! Modules as objects.

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
    subclassable: false,
    ..TypeDef::EMPTY
}];

const METHODS: &[Method] = methods! {
    /// Create a module object.
    Pure "__new__" "(cls, name, doc=None, /)" => new;
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
    let module = vm.new_module(args.get(1));
    let dict = vm.heap.slot(module, 0);
    let doc = args.opt(2).unwrap_or(Value::NONE);
    vm.dict_set_name(dict, vm.names.doc, doc);
    Ok(module)
}

fn dict(vm: &mut Vm, module: Value) -> Res {
    Ok(vm.heap.slot(module, 0))
}

fn dir(vm: &mut Vm, args: Args) -> Res {
    let pairs = vm.dict_pairs(vm.heap.slot(args.get(0), 0));
    let names: Vec<Value> = pairs.into_iter().map(|p| p.0).collect();
    Ok(vm.new_list(&names))
}

impl Vm {
    /// An empty module of this name.
    pub(crate) fn new_module(&mut self, name: Value) -> Value {
        let dict = self.new_dict();
        self.dict_set_name(dict, self.names.name, name);
        for key in [self.names.doc, self.names.package, self.names.loader, self.names.spec] {
            self.dict_set_name(dict, key, Value::NONE);
        }
        self.heap.new_slots_from(ids::MODULE, 0, &[dict])
    }
}
