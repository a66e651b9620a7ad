//! `_core`: the interpreter's interface for `lib/hidden/language/core.py`. Hidden from programs by its name only.

use ttd_core::value::{TypeId, Value};

mod ignored;
mod importing;

use crate::native::*;
use crate::ops::arity;
use crate::vm::Tail;
use crate::vm::errors::traceback::HIDDEN;
use crate::vm::objects::class::{NewClass, fields};
use crate::vm::objects::get_attr::Attr;
use crate::{Vm, ids, methods};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_core",
    doc: "What the library needs of the interpreter.",
    functions: FUNCTIONS,
    types: &[],
    init,
};

const FUNCTIONS: &[Method] = methods! {
    /// The instance that the class's `__new__` makes.
    CallsBack "call_new" "(cls, args, kwargs, /)" => call_new;
    /// The `__init__` that has to be called after `__new__`, or None.
    Pure "find_init" "(cls, /)" => find_init;
    /// The most derived metaclass.
    Pure "best_metaclass" "(meta, bases, /)" => best_metaclass;
    /// Runs a class body in a namespace; gives the `__class__` cell or None.
    CallsBack "run_class_body" "(func, namespace, /)" => run_class_body;
    /// Fills the `__class__` cell.
    Mutates "check_class_cell" "(cell, cls, /)" => check_class_cell;
    /// A class, without the hooks.
    Mutates "new_class" "(meta, name, bases, namespace, /)" => new_class;
    /// From now on programs cannot change the class.
    Mutates "seal" "(cls, subclassable, /)" => seal;
    /// Sets the order of resolution that a metaclass gave.
    CallsBack "set_mro" "(cls, order, /)" => set_mro;
    /// Whether no instances of the class can be made by calling it.
    Pure "cannot_be_made" "(cls, /)" => cannot_be_made;
    /// Whether it is object's own `__getstate__`, bound.
    Pure "is_default_getstate" "(method, /)" => is_default_getstate;
    /// Whether a builtin value that is no container stands in the object.
    Pure "holds_builtin" "(value, /)" => holds_builtin;
    /// Whether the class or one that it derives from declares `__slots__` with names.
    Pure "has_slots" "(cls, /)" => has_slots;
    /// The class's name in messages.
    Pure "class_name" "(cls, /)" => class_name;
    /// The syntax tree of a text, as lists.
    Pure "parse_tree" "(source, filename, mode, /)" => crate::modules::builtins::tree::parse_tree;
    /// Whether there is a debugger.
    Pure "debugged" "()" => debugged;
    /// The code of a syntax tree's text, with the places that its nodes say.
    CallsBack "compile_moved" "(text, filename, mode, flags, optimize, places, /)" => crate::modules::builtins::source::compile_moved;
    /// The attributes that a class pattern looks at, or None.
    CallsBack "match_attributes" "(subject, cls, names, positional, /)" => match_attributes;
    /// Takes the descriptors of `__dict__` and `__weakref__` out of a class.
    Mutates "drop_instance_descriptors" "(cls, /)" => drop_instance_descriptors;
    /// The items of a class's namespace.
    Pure "class_items" "(cls, /)" => class_items;
    /// A name along the method resolution order, or None.
    Pure "type_lookup" "(cls, name, /)" => type_lookup;
    /// The sequence of Python's own that a `reversed` goes through, or None.
    Pure "reversed_source" "(value, /)" => reversed_source;
    /// The name of the module whose code called the library, or None.
    Pure "caller_module" "()" => caller_module;
    /// A builtin type that has no name among the builtins.
    Pure "builtin_type" "(name, /)" => builtin_type;
    /// An empty module.
    Pure "new_module" "(name, /)" => new_module;
    /// The text that is printed for an uncaught exception.
    CallsBack "format_exception" "(exc, /)" => importing::format_exception;
    /// Whether the codec of this name is native.
    Pure "native_codec" "(name, /)" => importing::native_codec;
    /// The names in `sys.stdlib_module_names`.
    Pure "stdlib_names" "()" => importing::stdlib_names;
    /// Runs code.
    CallsBack "run_code" "(code, globals, locals, /)" => run_code;
    /// Throws into a generator.
    CallsBack "throw_now" "(generator, given, /)" => throw_now;
    /// Raises in a generator's own frame.
    CallsBack "throw_here" "(generator, typ, val=None, tb=None, /)" => throw_here;
    /// A generator counts as running from now on, for what it delegates to does.
    Pure "begin_delegating" "(generator, /)" => begin_delegating;
    /// A generator waits again.
    Pure "end_delegating" "(generator, /)" => end_delegating;
    /// Closes a generator's own frame with this exception.
    CallsBack "close_here" "(generator, exc, /)" => close_here;
    /// The names of a frame's variables that are set.
    Pure "frame_names" "(frame, /)" => crate::types::frame::names;
    /// The value of a name in a frame, or the default.
    CallsBack "frame_get" "(frame, name, default, /)" => crate::types::frame::get;
    /// Sets a name in a frame.
    CallsBack "frame_set" "(frame, name, value, /)" => crate::types::frame::set;
    /// Whether a name is a variable of the frame's code.
    Pure "frame_is_variable" "(frame, name, /)" => crate::types::frame::is_variable;
    /// Deletes a name that is no variable; False when it is not there.
    CallsBack "frame_delete" "(frame, name, /)" => crate::types::frame::delete;
    /// What `close()` does, also to an asynchronous generator.
    CallsBack "close_generator" "(generator, /)" => close_generator;
    /// What messages about wrong arguments call a value.
    Pure "given_name" "(value, /)" => given_name;
    /// The text that tells of an exception, with its traceback.
    CallsBack "exception_text" "(exc, /)" => exception_text;
    /// The text that tells of an exception that nobody can catch.
    CallsBack "ignored_text" "(exc, /)" => ignored::ignored_text;
    /// What `anext()` with a default gives.
    Pure "wrap_anext" "(coroutine, /)" => crate::types::asyncgen::wrap_anext;
    /// Whether both groups are the same but for their exceptions.
    Pure "same_group" "(a, b, /)" => same_group;
    /// The namespace of the hidden library.
    Pure "namespace" "()" => importing::namespace;
    /// The class of arrays.
    Pure "array_class" "()" => array_class;
    /// The folder in which the modules of the library say that they are.
    Pure "library_root" "()" => importing::library_root;
    /// Whether there is a builtin module of this name.
    Pure "is_builtin" "(name, /)" => importing::is_builtin;
    /// The names of all builtin modules.
    Pure "builtin_names" "()" => importing::builtin_names;
    /// A new builtin module, of which the Python half has not run yet, or None.
    CallsBack "builtin_module" "(name, /)" => importing::builtin_module;
    /// The Python half of a builtin module, or None.
    Pure "builtin_code" "(name, /)" => importing::builtin_code;
    /// `(file, is a package)` of a module of the library, or None.
    Pure "library_find" "(name, /)" => importing::library_find;
    /// The code of a module of the library.
    Pure "library_code" "(name, /)" => importing::library_code;
    /// The text of a module of the library, or None.
    Pure "library_source" "(name, /)" => importing::library_source;
    /// The text of a file of the library, or None.
    Pure "library_file" "(path, /)" => importing::library_file;
    /// `(name, is a package)` of all modules in a folder of the library.
    Pure "library_names" "(folder, /)" => importing::library_names;
    /// What there is for a module's name in a folder, and its file.
    External "find_file" "(folder, name, /)" => importing::find_file;
    /// The contents of a file.
    External "read_file" "(path, /)" => importing::read_file;
    /// The code of a source file, given its contents.
    Mutates "compile_file" "(data, path, /)" => importing::compile_file;
    /// The text of a source file, given its contents.
    Pure "decode_source" "(data, /)" => importing::decode_source;
};

fn init(_vm: &mut Vm, _module: Value) -> Res<()> {
    Ok(())
}

fn array_class(vm: &mut Vm, _args: Args) -> Res {
    Ok(vm.class_of_tid[usize::from(ids::ARRAY.0)])
}

fn close_generator(vm: &mut Vm, args: Args) -> Res {
    crate::types::generator::close_generator(vm, args.get(0))
}

fn given_name(vm: &mut Vm, args: Args) -> Res {
    let name = crate::types::str::args::given_name(vm, args.get(0));
    Ok(vm.new_str(&name))
}

fn exception_text(vm: &mut Vm, args: Args) -> Res {
    let text = vm.format_exception(args.get(0));
    Ok(vm.new_str(&text))
}

fn pairs_with_names(vm: &mut Vm, dict: Value) -> Vec<(Value, Value)> {
    vm.dict_pairs(dict)
}

fn debugged(vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::bool(vm.has_debugger))
}

fn call_new(vm: &mut Vm, args: Args) -> Res {
    let given = vm.heap.tuple(args.get(1)).to_vec();
    let kw = pairs_with_names(vm, args.get(2));
    make(vm, args.get(0), &given, kw)
}

/// Calls a class's `__new__`.
pub(crate) fn make(vm: &mut Vm, class: Value, given: &[Value], kw: Vec<(Value, Value)>) -> Res {
    let Some(new) = vm.lookup(class, vm.names.new) else {
        return Err(vm.type_error("cannot create instances"));
    };
    let mut all = vec![class];
    all.extend_from_slice(given);
    if !new.is(ids::BUILTIN) {
        let f = match vm.bind_in_class(new, class)? {
            Attr::Bound(f, this) => {
                all.insert(0, this);
                f
            }
            Attr::Slot(_, f) | Attr::Value(f) => f,
            Attr::Call(get, given, n) => vm.call(get, &given[..n])?,
            Attr::Missing => new,
        };
        return Err(vm.tail_with(f, all, kw));
    }
    let id = vm.heap.shape(new);
    if !vm.has_payload_class(class) {
        return vm.call_native(id, &all, &kw, true);
    }
    wrap_builtin(vm, class, id, all, kw)
}

/// Instantiates a Python class that derives from a builtin: an instance around the builtin's value. A mutable container
/// begins empty and is filled by `__init__`, the builtin one or the program's.
fn wrap_builtin(vm: &mut Vm, class: Value, id: u32, mut all: Vec<Value>, kw: Vec<(Value, Value)>) -> Res {
    let payload = TypeId(vm.heap.slot(class, fields::PAYLOAD).as_int() as u8);
    let builtin = vm.class_of_tid[payload.0 as usize];
    let filled_by_init = vm.lookup(class, vm.names.init).is_some_and(|f| !vm.is_object_method(f));
    let container = vm.loaded.types.of(payload).slots.filled_by_init;
    let kw = if container && filled_by_init {
        all.truncate(1);
        if payload == ids::STRUCT {
            // A memoryview needs a format.
            all.push(vm.names.empty);
        }
        Vec::new()
    } else if filled_by_init && !kw.is_empty() && own_init(vm, class, builtin) {
        // `__new__` ignores keywords when the program's `__init__` takes them.
        Vec::new()
    } else {
        kw
    };
    if payload == ids::WEAKREF {
        // References of such a class are never shared; it is wrapped already.
        return vm.call_native(id, &all, &[], true);
    }
    if payload == ids::FROZENSET && kw.is_empty() {
        arity::count_for(vm, class, all.len() - 1, 0, 1)?;
    }
    all[0] = builtin;
    let value = match vm.call_native(id, &all, &kw, true) {
        Err(Trap::Tail) => vm.wait_for_tail()?,
        done => done?,
    };
    let value = vm.unwrap(value);
    Ok(vm.wrap_payload(class, value))
}

/// Whether a class overrides the `__init__` of the builtin that it derives from.
fn own_init(vm: &mut Vm, class: Value, builtin: Value) -> bool {
    vm.lookup(class, vm.names.init) != vm.lookup(builtin, vm.names.init)
}

fn find_init(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    let init = vm.lookup(class, vm.names.init);
    Ok(match init {
        Some(f) if vm.is_object_method(f) => {
            let own_new = vm.lookup(class, vm.names.new) != Some(vm.loaded.object_new);
            if own_new { Value::NONE } else { f }
        }
        Some(f) => f,
        None => Value::NONE,
    })
}

fn best_metaclass(vm: &mut Vm, args: Args) -> Res {
    let mut best = args.get(0);
    for base in vm.heap.tuple(args.get(1)).to_vec() {
        let meta = vm.type_of(base);
        if vm.is_subclass(best, meta) {
            continue;
        }
        if vm.is_subclass(meta, best) {
            best = meta;
            continue;
        }
        return Err(vm.type_error(
            "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases",
        ));
    }
    Ok(best)
}

fn run_class_body(vm: &mut Vm, args: Args) -> Res {
    let (func, namespace) = (args.get(0), args.get(1));
    if !func.is(ids::FUNCTION) {
        return Err(vm.type_error("__build_class__: func must be a function"));
    }
    vm.pending.tail = Some(Tail::Class { func, namespace });
    Err(Trap::Tail)
}

fn check_class_cell(vm: &mut Vm, args: Args) -> Res {
    let (cell, class) = (args.get(0), args.get(1));
    if !cell.is(ids::CELL) {
        return Ok(Value::NONE);
    }
    let (held, name) = (vm.heap.slot(cell, 0), vm.class_short_name(class));
    if held == class {
        return Ok(Value::NONE);
    }
    let shown = vm.repr(class)?;
    let shown = vm.text_lossy(shown).into_owned();
    if held.is_unbound() {
        return Err(vm.runtime_error(format!(
            "__class__ not set defining '{name}' as {shown}. Was __classcell__ propagated to type.__new__?"
        )));
    }
    let other = vm.repr(held)?;
    let other = vm.text_lossy(other).into_owned();
    Err(vm.type_error(format!("__class__ set to {other} defining '{name}' as {shown}")))
}

/// Makes functions of native modules static methods: unlike Python functions they do not bind to instances, and a class
/// of the program that adopts one must not bind it either.
fn unbind_natives(vm: &mut Vm, dict: Value) {
    let module = vm.dict_get_name(dict, vm.names.module).unwrap_or(Value::NONE);
    let mut found = Vec::new();
    for at in 0..vm.heap.dict_size(dict) {
        let Some((_, key, value)) = vm.heap.dict_entry(dict, at) else { continue };
        if value.is(ids::FUNCTION) && key.is(ids::STR) && is_native_function(vm, value, module) {
            found.push((key, value));
        }
    }
    for (key, value) in found {
        let wrapped = vm.heap.new_slots_from(ids::STATICMETHOD, 0, &[value, Value::UNBOUND]);
        vm.dict_set_name(dict, key, wrapped);
    }
}

/// Whether a function is a top-level function of a native module in Python other than the class's own.
fn is_native_function(vm: &mut Vm, function: Value, module: Value) -> bool {
    use crate::vm::call::function as slots;
    let code = &vm.loaded.codes[vm.heap.shape(function) as usize].code;
    if !code.path.starts_with("<ttd ") || vm.text_lossy(vm.heap.slot(function, slots::QUALNAME)).contains('.') {
        return false;
    }
    let globals = vm.heap.slot(function, slots::GLOBALS);
    vm.dict_get_name(globals, vm.names.name).is_some_and(|own| own != module)
}

fn new_class(vm: &mut Vm, args: Args) -> Res {
    let (meta, name, namespace) = (args.get(0), args.get(1), args.get(3));
    let mut bases = vm.heap.tuple(args.get(2)).to_vec();
    if bases.is_empty() {
        bases.push(vm.types.object);
    }
    if vm.heap.bytes(name).contains(&0) {
        return Err(vm.value_error("type name must not contain null characters"));
    }
    crate::types::class::check_text(vm, name)?;
    let Some(from) = vm.payload(namespace, ids::DICT) else {
        let given = vm.type_name(namespace);
        return Err(vm.type_error(format!("type.__new__() argument 3 must be dict, not {given}")));
    };
    let dict = vm.heap.dict_copy(ids::DICT, from);
    if let Some(doc) = vm.dict_get_name(dict, vm.names.doc).filter(|d| d.is(ids::STR)) {
        crate::types::class::check_text(vm, doc)?;
    }
    let cell = vm.dict_get_name(dict, vm.names.classcell);
    let qualname = vm.dict_get_name(dict, vm.names.qualname);
    // Annotations that are evaluated lazily see the class's namespace as it is by then.
    if let Some(cell) = vm.dict_get_name(dict, vm.names.classdictcell).filter(|c| c.is(ids::CELL)) {
        vm.heap.set_slot(cell, 0, dict);
    }
    for drop in [vm.names.classcell, vm.names.qualname, vm.names.classdictcell] {
        if let Some(at) = vm.dict_find_name(dict, drop) {
            vm.heap.dict_remove_at(dict, at);
        }
    }
    if let Some(f) = vm.dict_get_name(dict, vm.names.new).filter(|f| f.is(ids::FUNCTION)) {
        let wrapped = vm.heap.new_slots_from(ids::STATICMETHOD, 0, &[f, Value::UNBOUND]);
        vm.dict_set_name(dict, vm.names.new, wrapped);
    }
    unbind_natives(vm, dict);
    for hook in [vm.names.init_subclass, vm.names.class_getitem] {
        if let Some(f) = vm.dict_get_name(dict, hook).filter(|f| f.is(ids::FUNCTION)) {
            let wrapped = vm.heap.new_slots_from(ids::CLASSMETHOD, 0, &[f, Value::UNBOUND]);
            vm.dict_set_name(dict, hook, wrapped);
        }
    }
    if vm.dict_get_name(dict, vm.names.eq).is_some() && vm.dict_get_name(dict, vm.names.hash).is_none() {
        vm.dict_set_name(dict, vm.names.hash, Value::NONE);
    }
    if vm.dict_get_name(dict, vm.names.module).is_none() {
        let module = caller_name(vm);
        if !module.is_none() {
            vm.dict_set_name(dict, vm.names.module, module);
        }
    }
    if let Some(other) = cell.filter(|c| !c.is(ids::CELL)) {
        let class = vm.type_of(other);
        let shown = vm.repr(class)?;
        let shown = vm.text_lossy(shown).into_owned();
        return Err(vm.type_error(format!("__classcell__ must be a nonlocal cell, not {shown}")));
    }
    if let Some(other) = qualname.filter(|q| vm.payload(*q, ids::STR).is_none()) {
        let given = vm.type_name(other);
        return Err(vm.type_error(format!("type __qualname__ must be a str, not {given}")));
    }
    let class = vm.new_class(NewClass { name, bases, dict, meta, tid: ids::INST, heap: true, native: 0 })?;
    if vm.dict_get_name(dict, vm.names.doc).is_none() {
        vm.dict_set_name(dict, vm.names.doc, Value::NONE);
    }
    if let Some(qualname) = qualname {
        vm.heap.set_slot(class, fields::QUALNAME, qualname);
    }
    if let Some(cell) = cell.filter(|c| c.is(ids::CELL)) {
        vm.heap.set_slot(cell, 0, class);
    }
    let odd = (0..vm.heap.dict_size(dict)).filter_map(|at| vm.heap.dict_entry(dict, at)).find(|e| !e.1.is(ids::STR));
    if odd.is_some_and(|e| vm.payload(e.1, ids::STR).is_none()) {
        let f = vm.lib("warn_of_keys");
        return Err(vm.tail_call(f, &[class]));
    }
    Ok(class)
}

fn seal(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    let module = vm.dict_get_name(vm.class_dict(class), vm.names.module).unwrap_or(vm.names.empty);
    let (module, name) = (vm.text_lossy(module).into_owned(), vm.class_short_name(class));
    let name = if module == "builtins" { name } else { format!("{module}.{name}") };
    let name = vm.intern(&name);
    vm.heap.set_slot(class, fields::SEALED, name);
    vm.heap.set_slot(class, fields::SUBCLASSABLE, args.get(1));
    Ok(Value::NONE)
}

fn set_mro(vm: &mut Vm, args: Args) -> Res {
    crate::types::class::bases::set_order(vm, args.get(0), args.get(1))?;
    Ok(Value::NONE)
}

fn cannot_be_made(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    let tid = vm.heap.slot(class, fields::TID) != Value::int(i64::from(ids::INST.0));
    let own = vm.dict_get_name(vm.class_dict(class), vm.names.new).is_some();
    Ok(Value::bool(tid && !own))
}

fn is_default_getstate(vm: &mut Vm, args: Args) -> Res {
    let f = args.get(0);
    if !f.is(ids::BUILTIN) {
        return Ok(Value::FALSE);
    }
    let name = vm.intern("__getstate__");
    let own = vm.lookup(vm.types.object, name);
    Ok(Value::bool(own.is_some_and(|o| vm.heap.shape(o) == vm.heap.shape(f))))
}

fn holds_builtin(vm: &mut Vm, args: Args) -> Res {
    let inner = vm.unwrap(args.get(0));
    Ok(Value::bool(!inner.is(ids::INST)))
}

fn has_slots(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(vm.heap.slot(args.get(0), fields::MEMBERS) != Value::int(0)))
}

fn class_name(vm: &mut Vm, args: Args) -> Res {
    let name = vm.class_name(args.get(0));
    Ok(vm.intern(&name))
}

fn match_attributes(vm: &mut Vm, args: Args) -> Res {
    let positional = args.get(3).as_int() as usize;
    Ok(match vm.match_attributes(args.get(0), args.get(1), args.get(2), positional)? {
        Some(values) => vm.new_tuple(&values),
        None => Value::NONE,
    })
}

fn drop_instance_descriptors(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    if !class.is(ids::CLASS) || vm.is_immutable_class(class) {
        return Err(vm.type_error("argument is immutable"));
    }
    let dict = vm.class_dict(class);
    for name in [vm.names.dict, vm.intern("__weakref__")] {
        if let Some(at) = vm.dict_find_name(dict, name) {
            vm.heap.dict_remove_at(dict, at);
            vm.class_changed(name, None, None);
        }
    }
    Ok(Value::NONE)
}

fn class_items(vm: &mut Vm, args: Args) -> Res {
    let pairs = vm.dict_pairs(vm.class_dict(args.get(0)));
    let items: Vec<Value> = pairs.into_iter().map(|(k, v)| vm.new_tuple(&[k, v])).collect();
    Ok(vm.new_list(&items))
}

fn type_lookup(vm: &mut Vm, args: Args) -> Res {
    let name = vm.intern_value(args.get(1));
    Ok(vm.lookup(args.get(0), name).unwrap_or(Value::NONE))
}

fn reversed_source(vm: &mut Vm, args: Args) -> Res {
    let it = args.get(0);
    if !it.is(ids::REVERSED) || vm.heap.slot(it, 0).is_unbound() {
        return Ok(Value::NONE);
    }
    let sequence = vm.heap.slot(it, 1);
    Ok(if sequence.is_unbound() { Value::NONE } else { sequence })
}

fn caller_module(vm: &mut Vm, _args: Args) -> Res {
    Ok(caller_name(vm))
}

fn caller_name(vm: &mut Vm) -> Value {
    let frame = vm.frames().find(|f| !f.code().code.path.starts_with(HIDDEN)).copied();
    frame.and_then(|f| vm.dict_get_name(f.globals, vm.names.name)).unwrap_or(Value::NONE)
}

fn builtin_type(vm: &mut Vm, args: Args) -> Res {
    let name = vm.text_lossy(args.get(0)).into_owned();
    match vm.loaded.builtin_types.get(name.as_str()) {
        Some(class) => Ok(*class),
        None => Err(vm.system_error(format!("there is no builtin type {name}"))),
    }
}

fn new_module(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.new_module(args.get(0)))
}

fn run_code(vm: &mut Vm, args: Args) -> Res {
    let (globals, key) = (args.get(1), vm.names.builtins);
    if globals.is(ids::DICT) && vm.dict_find_name(globals, key).is_none() {
        let builtins = vm.global(crate::vm::slots::BUILTINS);
        vm.dict_set_name(globals, key, builtins);
    }
    vm.pending.tail = Some(Tail::Run { code: args.get(0), globals: args.get(1), locals: args.get(2) });
    Err(Trap::Tail)
}

/// `generator.throw(*given)` without the deprecation warning about its arguments.
fn throw_now(vm: &mut Vm, args: Args) -> Res {
    let given = vm.heap.tuple(args.get(1)).to_vec();
    Err(vm.tail_of(Tail::Throw { generator: args.get(0), given }))
}

fn throw_here(vm: &mut Vm, args: Args) -> Res {
    let given: Vec<Value> = (1..4).map_while(|i| args.opt(i)).collect();
    vm.throw_here(args.get(0), &given)
}

fn begin_delegating(vm: &mut Vm, args: Args) -> Res {
    vm.begin_delegating(args.get(0))?;
    Ok(Value::NONE)
}

fn end_delegating(vm: &mut Vm, args: Args) -> Res {
    vm.end_delegating(args.get(0));
    Ok(Value::NONE)
}

fn close_here(vm: &mut Vm, args: Args) -> Res {
    let (generator, exc) = (args.get(0), args.get(1));
    vm.end_delegating(generator);
    Err(vm.tail_of(Tail::Close { generator, exc }))
}

fn same_group(vm: &mut Vm, args: Args) -> Res {
    use crate::vm::errors::raise::fields as f;
    let (a, b) = (args.get(0), args.get(1));
    let same = [f::TRACEBACK, f::CONTEXT, f::CAUSE].iter().all(|i| vm.heap.slot(a, *i) == vm.heap.slot(b, *i));
    Ok(Value::bool(same))
}
