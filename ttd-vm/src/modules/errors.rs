//! Exception classes of native modules, such as `struct.error`.

use ttd_core::value::Value;

use crate::vm::objects::class::NewClass;
use crate::vm::slots;
use crate::{Vm, ids};

/// The exception class of a module, made on first use.
pub fn exception_class(vm: &mut Vm, module: &str, name: &str, base: Value) -> Value {
    let key = vm.intern(&format!("{module}.{name}"));
    let library = vm.global(slots::LIB);
    if let Some(class) = vm.dict_get_name(library, key) {
        return class;
    }
    let dict = vm.new_dict();
    let (module, name) = (vm.intern(module), vm.intern(name));
    vm.dict_set_name(dict, vm.names.module, module);
    vm.dict_set_name(dict, vm.names.doc, Value::NONE);
    let meta = vm.types.type_;
    let new = NewClass { name, bases: vec![base], dict, meta, tid: ids::INST, heap: true, native: 0 };
    // A single exception class as the only base is always valid.
    let Ok(class) = vm.new_class(new) else { return base };
    vm.dict_set_name(library, key, class);
    class
}
