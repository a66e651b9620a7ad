//! Boot: the first objects of a machine. Classes and functions come from the native tables, the rest from the hidden
//! library.

mod new_vm;

use std::collections::HashMap;

use ttd_core::value::{TypeId, Value};

use crate::native::{Getter, Method, ModuleDef, TypeDef};
use crate::types::exception::EXCEPTIONS;
use crate::vm::call::bind::Signature;
use crate::vm::objects::class::{NewClass, fields};
use crate::vm::{Native, slots};
use crate::{Vm, ids};

/// Fills a new machine.
pub(crate) fn boot(vm: &mut Vm) {
    vm.names = crate::vm::objects::well_known::Names::new(vm);
    vm.operator_names = crate::vm::objects::well_known::OperatorNames::all(vm);
    vm.fp = vm.frame_stack.start();
    let mut classes: HashMap<String, Value> = HashMap::new();
    make_root_classes(vm, &mut classes);
    vm.loaded.instance_getters = (vm.loaded.getters.len() as u32, vm.loaded.getters.len() as u32 + 1);
    vm.loaded.getters.extend([&crate::types::object::DICT, &crate::types::object::WEAKREF]);
    for def in crate::types::all().chain(crate::modules::types()) {
        make_class(vm, def, &mut classes);
    }
    make_exceptions(vm, &mut classes);
    vm.types.fill(|name| classes.get(name).copied().unwrap_or(Value::UNBOUND));
    let all: Vec<Value> = classes.values().copied().collect();
    for class in all {
        vm.heap.set_slot(class, fields::META, vm.types.type_);
    }
    vm.loaded.object_new = vm.lookup(vm.types.object, vm.names.new).unwrap_or(Value::UNBOUND);
    make_globals(vm, &classes);
    vm.loaded.builtin_types = classes;
    vm.loaded.counted_garbage = vm.immortal(Vm::new_set);
    load_library(vm);
}

fn make_root_classes(vm: &mut Vm, classes: &mut HashMap<String, Value>) {
    for (name, tid) in [("object", ids::INST), ("type", ids::CLASS)] {
        let bases: Vec<Value> = classes.get("object").copied().into_iter().collect();
        let class = bare_class(vm, name, bases, tid, 0);
        classes.insert(name.to_string(), class);
    }
}

fn bare_class(vm: &mut Vm, name: &str, bases: Vec<Value>, tid: TypeId, native: u32) -> Value {
    let name = vm.intern(name);
    let dict = vm.new_dict();
    let new = NewClass { name, bases, dict, meta: Value::UNBOUND, tid, heap: false, native };
    match vm.new_class(new) {
        Ok(class) => class,
        Err(_) => panic!("a builtin class has impossible bases"),
    }
}

fn make_class(vm: &mut Vm, def: &'static TypeDef, classes: &mut HashMap<String, Value>) {
    let class = match classes.get(def.name) {
        Some(class) => *class,
        None => {
            let base = classes.get(def.base).copied().expect("a builtin type comes after its base");
            // The other exceptions inherit the native fields.
            let native =
                if def.name == "BaseException" { crate::vm::errors::raise::fields::COUNT as u32 } else { def.fields };
            let class = bare_class(vm, split_name(def.name).1, vec![base], def.tid, native);
            classes.insert(def.name.to_string(), class);
            class
        }
    };
    if def.tid != ids::INST {
        vm.class_of_tid[def.tid.0 as usize] = class;
    } else if let Some(call) = def.slots.call {
        vm.loaded.instance_calls.push((class, call));
    }
    vm.loaded.types.enter(def);
    vm.heap.set_slot(class, fields::SUBCLASSABLE, Value::bool(def.subclassable));
    let dict = vm.class_dict(class);
    fill_class(vm, class, dict, def);
    let base = vm.heap.slot(class, fields::BASE);
    let inherited = !base.is_none() && vm.heap.slot(base, fields::HAS_DICT) == Value::TRUE;
    let shown = inherited || vm.dict_get_name(dict, vm.names.dict).is_some();
    if vm.heap.slot(class, fields::HAS_DICT) == Value::TRUE && !shown {
        let f = new_getter(vm, &crate::types::object::DICT, class, false);
        vm.dict_set_name(dict, vm.names.dict, f);
    }
}

/// Splits the name of a class into module and name.
fn split_name(name: &'static str) -> (&'static str, &'static str) {
    name.rsplit_once('.').unwrap_or(("builtins", name))
}

fn fill_class(vm: &mut Vm, class: Value, dict: Value, def: &'static TypeDef) {
    let (module, owner) = split_name(def.name);
    for row in def.methods.iter().chain(def.shared.iter().copied().flatten()) {
        let name = vm.intern(row.name);
        let id = add_native(vm, row, owner);
        let f = match row.name {
            "__new__" => vm.heap.new_slots_from(ids::BUILTIN, id, &[Value::UNBOUND, class]),
            _ => vm.heap.new_slots_from(ids::METHOD_DESC, id, &[class]),
        };
        vm.dict_set_name(dict, name, f);
    }
    for (rows, wrapper) in [(def.class_methods, ids::CLASSMETHOD_DESC), (def.static_methods, ids::STATICMETHOD)] {
        for row in rows {
            let name = vm.intern(row.name);
            let id = add_native(vm, row, owner);
            let f = vm.heap.new_slots_from(ids::BUILTIN, id, &[Value::UNBOUND]);
            // A class method's native gets the class as its first argument.
            vm.loaded.natives[id as usize].is_class_method = wrapper == ids::CLASSMETHOD_DESC;
            let f = vm.heap.new_slots_from(wrapper, 0, &[f, class]);
            vm.dict_set_name(dict, name, f);
        }
    }
    for getter in def.getters {
        let name = vm.intern(getter.name);
        let f = new_getter(vm, getter, class, def.tid != ids::INST);
        vm.dict_set_name(dict, name, f);
    }
    if def.unhashable {
        vm.dict_set_name(dict, vm.names.hash, Value::NONE);
    }
    let doc = if def.doc.is_empty() { Value::NONE } else { vm.intern(def.doc.trim()) };
    let (module, builtins) = (vm.intern(module), vm.intern("builtins"));
    for (name, value) in [(vm.names.doc, doc), (vm.names.module, module)] {
        // A row for an attribute of the instances is kept.
        let usual = name == vm.names.module && value == builtins;
        if !usual && vm.dict_find_name(dict, name).is_none() {
            vm.dict_set_name(dict, name, value);
        }
    }
}

fn new_getter(vm: &mut Vm, getter: &'static Getter, class: Value, unwrap: bool) -> Value {
    let id = vm.loaded.getters.len() as u32;
    vm.loaded.getters.push(getter);
    vm.heap.new_slots_from(ids::GETSET, id, &[Value::bool(unwrap), class])
}

/// Registers a native function. Its number is the shape word of the objects that call it.
pub(crate) fn add_native(vm: &mut Vm, row: &'static Method, owner: &'static str) -> u32 {
    let id = vm.loaded.natives.len() as u32;
    let special = crate::vm::call::slot_names::is_slot_of(row.name, owner);
    let makes = row.name == "__new__" && !owner.is_empty();
    let sig = Signature::parse(row.sig);
    vm.loaded.natives.push(Native {
        row,
        sig,
        owner,
        special,
        observes: owner == "_weakref",
        is_class_method: false,
        in_module: false,
        is_new: makes,
    });
    id
}

fn make_exceptions(vm: &mut Vm, classes: &mut HashMap<String, Value>) {
    for (name, bases) in EXCEPTIONS {
        if classes.contains_key(*name) {
            continue;
        }
        let bases: Vec<Value> = bases.iter().map(|b| classes[*b]).collect();
        let class = bare_class(vm, name, bases, ids::INST, crate::vm::errors::raise::fields::COUNT as u32);
        let dict = vm.class_dict(class);
        vm.dict_set_name(dict, vm.names.doc, Value::NONE);
        if *name == "ExceptionGroup" {
            // CPython makes it in Python.
            let module = vm.intern("builtins");
            vm.dict_set_name(dict, vm.names.module, module);
        }
        classes.insert((*name).to_string(), class);
    }
}

fn make_globals(vm: &mut Vm, classes: &HashMap<String, Value>) {
    let modules = vm.new_dict();
    let lib = vm.new_dict();
    let path = vm.new_list(&[]);
    let main = vm.new_dict();
    vm.make_finalizer_state();
    let awaiting = vm.new_list(&[]);
    vm.heap.set_slot(vm.globals, slots::MODULES, modules);
    vm.heap.set_slot(vm.globals, slots::LIB, lib);
    vm.heap.set_slot(vm.globals, slots::PATH, path);
    vm.heap.set_slot(vm.globals, slots::MAIN, main);
    vm.heap.set_slot(vm.globals, slots::AWAITING, awaiting);
    vm.heap.set_slot(vm.globals, slots::ORIGIN_DEPTH, Value::int(0));
    vm.heap.set_slot(vm.globals, slots::RECURSION, Value::int(1000));
    let digits = crate::types::int::text::MAX_STR_DIGITS as i64;
    vm.heap.set_slot(vm.globals, slots::INT_DIGITS, Value::int(digits));
    vm.heap.set_slot(vm.globals, slots::STDIN, vm.names.empty);
    vm.refresh_limits();
    let def = crate::modules::find("builtins").expect("there is a module of builtins");
    let builtins = vm.new_native_module(def);
    let dict = vm.heap.slot(builtins, 0);
    vm.heap.set_slot(vm.globals, slots::BUILTINS, dict);
    vm.register_module("builtins", builtins);
    let exceptions = EXCEPTIONS.iter().map(|e| e.0).chain(["BaseException"]);
    for name in crate::types::BUILTINS.iter().copied().chain(exceptions) {
        let (key, class) = (vm.intern(name), classes[name]);
        vm.dict_set_name(dict, key, class);
    }
    let values = [
        ("None", Value::NONE),
        ("True", Value::TRUE),
        ("False", Value::FALSE),
        ("Ellipsis", Value::ELLIPSIS),
        ("NotImplemented", Value::NOT_IMPLEMENTED),
        ("__debug__", Value::TRUE),
        ("EnvironmentError", vm.types.os_error),
        ("IOError", vm.types.os_error),
    ];
    for (name, value) in values {
        let key = vm.intern(name);
        vm.dict_set_name(dict, key, value);
    }
    vm.loaded.import_builtin = vm.dict_get_name(dict, vm.names.import).unwrap_or(Value::UNBOUND);
    // Kept alive, so that its address stays unique.
    vm.loaded.immortals.push(vm.loaded.import_builtin);
    if let Err(trap) = (def.init)(vm, builtins) {
        panic!("the module of builtins cannot be made: {trap:?}");
    }
}

fn load_library(vm: &mut Vm) {
    let lib = vm.global(slots::LIB);
    let name = vm.intern("_ttd_lib");
    vm.dict_set_name(lib, vm.names.name, name);
    let modules = vm.global(slots::MODULES);
    let key = vm.intern("modules");
    vm.dict_set_name(lib, key, modules);
    for name in ["_core", "_ttd_builtins", "_ttd_itertools", "_ttd_functools"] {
        let def = crate::modules::find(name).expect("the hidden modules are in the table");
        let module = vm.new_native_module(def);
        vm.register_module(name, module);
        if (def.init)(vm, module).is_err() {
            panic!("the hidden module {name} cannot be made");
        }
    }
    // The others make classes, with the help of `core`.
    let (core, rest): (Vec<_>, Vec<_>) = ttd_lib::hidden_modules().iter().partition(|m| m.name == "core");
    for module in core.into_iter().chain(rest) {
        let rt = vm.load_code(module.code());
        if let Err(trap) = vm.nest(|vm| vm.push_code(rt, lib, lib, crate::vm::stack::frame::Cont::Exit, 0)) {
            let text = match trap {
                crate::native::Trap::Raise(e) => vm.format_exception(e),
                other => format!("{other:?}"),
            };
            panic!("the hidden library cannot be loaded: {text}");
        }
    }
}

impl Vm {
    /// Makes a module object from a table of natives, without its constants.
    pub(crate) fn new_native_module(&mut self, def: &'static ModuleDef) -> Value {
        let dict = self.new_dict();
        let module = self.heap.new_slots_from(ids::MODULE, 0, &[dict, Value::UNBOUND]);
        let name = self.intern(def.name);
        let doc = self.intern(def.doc.trim());
        self.dict_set_name(dict, self.names.name, name);
        self.dict_set_name(dict, self.names.doc, doc);
        for key in [self.names.package, self.names.loader, self.names.spec] {
            self.dict_set_name(dict, key, Value::NONE);
        }
        for (id, row) in (self.natives_of(def)..).zip(def.functions) {
            self.loaded.natives[id as usize].in_module = true;
            let f = self.heap.new_slots_from(ids::BUILTIN, id, &[Value::UNBOUND]);
            let key = self.intern(row.name);
            self.dict_set_name(dict, key, f);
        }
        module
    }

    /// The number of a module's first native; those of its other rows follow. They are numbered when it is made first.
    fn natives_of(&mut self, def: &'static ModuleDef) -> u32 {
        let table = def.functions.as_ptr() as usize;
        if let Some(first) = self.loaded.native_tables.get(&table) {
            return *first;
        }
        let first = self.loaded.natives.len() as u32;
        self.loaded.native_tables.insert(table, first);
        let owner = if def.name == "builtins" { "" } else { def.name };
        for row in def.functions {
            add_native(self, row, owner);
        }
        first
    }

    /// Puts a module into `sys.modules`.
    pub(crate) fn register_module(&mut self, name: &str, module: Value) {
        let modules = self.global(slots::MODULES);
        let key = self.intern(name);
        self.dict_set_name(modules, key, module);
    }
}
