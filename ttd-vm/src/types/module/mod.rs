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
    if class != vm.types.module {
        let module = vm.new_module(Value::NONE);
        vm.heap.set_slot(module, 1, class);
        return Ok(module);
    }
    let module = vm.new_module(Value::NONE);
    let meta = vm.lookup(class, vm.names.init).unwrap_or(Value::NONE);
    let mut all = vec![module];
    all.extend_from_slice(args.rest);
    vm.call_kw(meta, &all, args.kw)?;
    Ok(module)
}

fn init(vm: &mut Vm, args: Args) -> Res {
    let (module, name) = (args.get(0), args.get(1));
    let Some(name) = vm.payload(name, ids::STR) else {
        let given = vm.type_name(name);
        return Err(vm.type_error(format!("module() argument 'name' must be str, not {given}")));
    };
    let dict = vm.heap.slot(module, 0);
    let doc = args.opt(2).unwrap_or(Value::NONE);
    vm.dict_set_name(dict, vm.names.name, name);
    vm.dict_set_name(dict, vm.names.doc, doc);
    Ok(Value::NONE)
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
        self.heap.new_slots_from(ids::MODULE, 0, &[dict, Value::UNBOUND])
    }
}
