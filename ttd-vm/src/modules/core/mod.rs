//! `_core`: what `lib/core.py` needs of the interpreter. Hidden from programs by its name only.

use ttd_core::value::{TypeId, Value};

use crate::interp::gen_slots;
use crate::native::*;
use crate::vm::Tail;
use crate::vm::class::{NewClass, fields};
use crate::vm::frame::Cont;
use crate::vm::invoke::function;
use crate::{Vm, ids, methods};

/// The module.
pub const MODULE: ModuleDef =
    ModuleDef { name: "_core", doc: "What the library needs of the interpreter.", functions: FUNCTIONS, init };

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
    /// The items of a class's namespace.
    Pure "class_items" "(cls, /)" => class_items;
    /// A name along the method resolution order, or None.
    Pure "type_lookup" "(cls, name, /)" => type_lookup;
    /// The sequence of Python's own that a `reversed` goes through, or None.
    Pure "reversed_source" "(value, /)" => reversed_source;
    /// `sys.path`.
    Pure "search_path" "()" => search_path;
    /// `(code or module, file or None, is a package)`, or None.
    External "find_module" "(name, path, /)" => find_module;
    /// Whether it is a code object.
    Pure "is_code" "(value, /)" => is_code;
    /// An empty module.
    Pure "new_module" "(name, /)" => new_module;
    /// Runs code.
    CallsBack "run_code" "(code, globals, locals, /)" => run_code;
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
    /// The text that tells of an exception, with its traceback.
    CallsBack "exception_text" "(exc, /)" => exception_text;
    /// What `anext()` with a default gives.
    Pure "wrap_anext" "(coroutine, /)" => crate::types::asyncgen::wrap_anext;
    /// Whether both groups are the same but for their exceptions.
    Pure "same_group" "(a, b, /)" => same_group;
};

fn init(_vm: &mut Vm, _module: Value) -> Res<()> {
    Ok(())
}

fn close_generator(vm: &mut Vm, args: Args) -> Res {
    crate::types::generator::close_generator(vm, args.get(0))
}

fn exception_text(vm: &mut Vm, args: Args) -> Res {
    let text = vm.format_exception(args.get(0));
    Ok(vm.new_str(&text))
}

fn pairs_with_names(vm: &mut Vm, dict: Value) -> Vec<(Value, Value)> {
    vm.dict_pairs(dict)
}

fn call_new(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    let given = vm.heap.tuple(args.get(1)).to_vec();
    let kw = pairs_with_names(vm, args.get(2));
    let Some(new) = vm.lookup(class, vm.names.new) else {
        return Err(vm.type_error("cannot create instances"));
    };
    let mut all = vec![class];
    all.extend_from_slice(&given);
    if !new.is(ids::BUILTIN) {
        let f = if new.is(ids::STATICMETHOD) { vm.heap.slot(new, 0) } else { new };
        return Err(vm.tail_with(f, all, kw));
    }
    let id = vm.heap.shape(new);
    if !vm.has_payload_class(class) {
        return vm.call_native(id, &all, &kw, true);
    }
    wrap_builtin(vm, class, id, all, kw)
}

/// A Python class that derives from a builtin: the builtin's value, inside an instance. A mutable container begins
/// empty and is filled by its `__init__`, the builtin one or the program's.
fn wrap_builtin(vm: &mut Vm, class: Value, id: u32, mut all: Vec<Value>, kw: Vec<(Value, Value)>) -> Res {
    let payload = TypeId(vm.heap.slot(class, fields::PAYLOAD).as_int() as u8);
    let builtin = vm.class_of_tid[payload.0 as usize];
    let filled_by_init = vm.lookup(class, vm.names.init).is_some_and(|f| !vm.is_object_method(f));
    let container = [ids::LIST, ids::DICT, ids::SET, ids::BYTEARRAY, ids::DEQUE].contains(&payload);
    let kw = if container && filled_by_init {
        all.truncate(1);
        Vec::new()
    } else {
        kw
    };
    all[0] = builtin;
    let value = match vm.call_native(id, &all, &kw, true) {
        Err(Trap::Tail) => vm.wait_for_tail()?,
        done => done?,
    };
    let value = vm.unwrap(value);
    Ok(vm.wrap_payload(class, value))
}

fn find_init(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    let init = vm.lookup(class, vm.names.init);
    Ok(match init {
        Some(f) if vm.is_object_method(f) => {
            let own_new = vm.lookup(class, vm.names.new) != Some(vm.object_new);
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
    vm.tail = Some(Tail::Class { func, namespace });
    Err(Trap::Tail)
}

fn check_class_cell(vm: &mut Vm, args: Args) -> Res {
    let (cell, class) = (args.get(0), args.get(1));
    if cell.is(ids::CELL) {
        let held = vm.heap.slot(cell, 0);
        if held.is_unbound() {
            vm.heap.set_slot(cell, 0, class);
        }
    }
    Ok(Value::NONE)
}

fn new_class(vm: &mut Vm, args: Args) -> Res {
    let (meta, name, namespace) = (args.get(0), args.get(1), args.get(3));
    let mut bases = vm.heap.tuple(args.get(2)).to_vec();
    if bases.is_empty() {
        bases.push(vm.types.object);
    }
    for base in &bases {
        if !base.is(ids::CLASS) {
            return Err(vm.type_error("metaclass bases must be classes"));
        }
    }
    let Some(from) = vm.payload(namespace, ids::DICT) else {
        let given = vm.type_name(namespace);
        return Err(vm.type_error(format!("type.__new__() argument 3 must be dict, not {given}")));
    };
    let dict = vm.heap.dict_copy(ids::DICT, from);
    let cell = vm.dict_get_name(dict, vm.names.classcell);
    let qualname = vm.dict_get_name(dict, vm.names.qualname);
    for drop in [vm.names.classcell, vm.names.qualname, vm.names.classdictcell] {
        if let Some(at) = vm.dict_find_name(dict, drop) {
            vm.heap.dict_remove_at(dict, at);
        }
    }
    if let Some(f) = vm.dict_get_name(dict, vm.names.new).filter(|f| f.is(ids::FUNCTION)) {
        let wrapped = vm.heap.new_slots_from(ids::STATICMETHOD, 0, &[f, Value::UNBOUND]);
        vm.dict_set_name(dict, vm.names.new, wrapped);
    }
    for hook in [vm.names.init_subclass, vm.names.class_getitem] {
        if let Some(f) = vm.dict_get_name(dict, hook).filter(|f| f.is(ids::FUNCTION)) {
            let wrapped = vm.heap.new_slots_from(ids::CLASSMETHOD, 0, &[f, Value::UNBOUND]);
            vm.dict_set_name(dict, hook, wrapped);
        }
    }
    if vm.dict_get_name(dict, vm.names.eq).is_some() && vm.dict_get_name(dict, vm.names.hash).is_none() {
        vm.dict_set_name(dict, vm.names.hash, Value::NONE);
    }
    if vm.dict_get_name(dict, vm.names.doc).is_none() {
        vm.dict_set_name(dict, vm.names.doc, Value::NONE);
    }
    if vm.dict_get_name(dict, vm.names.module).is_none() {
        let main = vm.names.main;
        vm.dict_set_name(dict, vm.names.module, main);
    }
    let class = vm.new_class(NewClass { name, bases, dict, meta, tid: ids::INST, heap: true, native: 0 })?;
    if let Some(qualname) = qualname {
        vm.heap.set_slot(class, fields::QUALNAME, qualname);
    }
    if let Some(cell) = cell.filter(|c| c.is(ids::CELL)) {
        vm.heap.set_slot(cell, 0, class);
    }
    Ok(class)
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
    if !it.is(ids::REVERSED) || !vm.heap.slot(it, 0).is(ids::GENERATOR) {
        return Ok(Value::NONE);
    }
    // The generator of `lib/builtins.py` has the sequence as its first argument.
    let sequence = vm.heap.slot(vm.heap.slot(it, 0), gen_slots::REGS);
    Ok(if sequence.is_unbound() { Value::NONE } else { sequence })
}

fn search_path(vm: &mut Vm, _args: Args) -> Res {
    Ok(vm.global(crate::vm::slots::PATH))
}

fn find_module(vm: &mut Vm, args: Args) -> Res {
    let name = vm.text_lossy(args.get(0)).into_owned();
    let path: Vec<String> = match vm.payload(args.get(1), ids::LIST) {
        Some(list) => {
            let items = vm.heap.list(list).to_vec();
            items.into_iter().filter(|v| v.is(ids::STR)).map(|v| vm.text_lossy(v).into_owned()).collect()
        }
        None => Vec::new(),
    };
    match vm.find_module(&name, &path)? {
        Some((code, file, package)) => Ok(vm.new_tuple(&[code, file, Value::bool(package)])),
        None => Ok(Value::NONE),
    }
}

fn is_code(_vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(args.get(0).is(ids::CODE)))
}

fn new_module(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.new_module(args.get(0)))
}

fn run_code(vm: &mut Vm, args: Args) -> Res {
    vm.tail = Some(Tail::Run { code: args.get(0), globals: args.get(1), locals: args.get(2) });
    Err(Trap::Tail)
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
    use crate::vm::errors::fields as f;
    let (a, b) = (args.get(0), args.get(1));
    let same = [f::TRACEBACK, f::CONTEXT, f::CAUSE].iter().all(|i| vm.heap.slot(a, *i) == vm.heap.slot(b, *i));
    Ok(Value::bool(same))
}

/// The namespace in which a class body runs is the frame's locals; its closure comes from the function.
pub(crate) fn push_class_body(vm: &mut Vm, func: Value, namespace: Value, cont: Cont, dst: u16) -> Res<()> {
    let code = vm.codes[vm.heap.shape(func) as usize];
    let globals = vm.heap.slot(func, function::GLOBALS);
    vm.push_code(code, globals, namespace, cont, dst)?;
    vm.top().func = func;
    Ok(())
}
