//! `_core`: the interpreter's interface for `lib/hidden/language/core.py`. Hidden from programs by its name only.

use ttd_core::value::Value;

mod classes;
mod compiled;
mod generators;
mod ignored;
mod importing;
mod instances;
mod stopping;

pub(crate) use instances::{make, struct_of};

use crate::modules::codecs::parts;
use crate::native::*;
use crate::vm::Tail;
use crate::vm::errors::traceback::HIDDEN;
use crate::vm::objects::class::fields;
use crate::vm::objects::weak_references;
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
    CallsBack "call_new" "(cls, args, kwargs, /)" => instances::call_new;
    /// An instance of a class of structure sequences, of the items that are shown and of the others.
    Pure "new_struct" "(cls, items, more, /)" => instances::new_struct;
    /// The `__init__` that has to be called after `__new__`, or None.
    Pure "find_init" "(cls, /)" => instances::find_init;
    /// The most derived metaclass.
    Pure "best_metaclass" "(meta, bases, /)" => classes::best_metaclass;
    /// Runs a class body in a namespace; gives the `__class__` cell or None.
    CallsBack "run_class_body" "(func, namespace, /)" => classes::run_class_body;
    /// Fills the `__class__` cell.
    Mutates "check_class_cell" "(cell, cls, /)" => classes::check_class_cell;
    /// A class, without the hooks.
    Mutates "new_class" "(meta, name, bases, namespace, /)" => classes::new_class;
    /// From now on programs cannot change the class.
    Mutates "seal" "(cls, subclassable, /)" => classes::seal;
    /// Sets the order of resolution that a metaclass gave.
    CallsBack "set_mro" "(cls, order, /)" => classes::set_mro;
    /// Whether no instances of the class can be made by calling it.
    Pure "cannot_be_made" "(cls, /)" => classes::cannot_be_made;
    /// Whether it is object's own `__getstate__`, bound.
    Pure "is_default_getstate" "(method, /)" => is_default_getstate;
    /// Whether a builtin value that is no container stands in the object.
    Pure "holds_builtin" "(value, /)" => holds_builtin;
    /// Whether the class or one that it derives from declares `__slots__` with names.
    Pure "has_slots" "(cls, /)" => has_slots;
    /// The class's name in messages.
    Pure "class_name" "(cls, /)" => class_name;
    /// The syntax tree of a text, of nodes of these classes, and of these nodes without fields.
    Pure "parse_tree" "(source, filename, mode, classes, singles, /)" => crate::modules::builtins::tree::parse_tree;
    /// Whether there is a debugger.
    Pure "debugged" "()" => stopping::debugged;
    /// Whether the program is over and everything that is left is being finalized.
    Pure "is_ending" "()" => stopping::is_ending;
    /// End the program at once.
    CallsBack "exit_now" "(status, /)" => stopping::exit_now;
    /// Asks the debugger to stop in a frame, or in the caller's if that is None, with a text to show, commands to run
    /// and the exception that it is about.
    Pure "stop_here" "(frame, header, commands, exc, /)" => stopping::stop_here;
    /// Sets the fields of a new node of a syntax tree; False, with nothing changed, for what is unusual.
    Mutates "init_node" "(node, args, kwargs, load, /)" => crate::modules::builtins::tree_init::init_node;
    /// The code of a syntax tree whose nodes are of these classes; None if something in it is not as the grammar says.
    CallsBack "compile_tree" "(tree, filename, mode, flags, optimize, classes, /)" => crate::modules::builtins::tree_code::compile_tree;
    /// The attributes that a class pattern looks at, or None.
    CallsBack "match_attributes" "(subject, cls, names, positional, /)" => match_attributes;
    /// Takes the descriptors of `__dict__` and `__weakref__` out of a class.
    Mutates "drop_instance_descriptors" "(cls, /)" => drop_instance_descriptors;
    /// The items of a class's namespace.
    Pure "class_items" "(cls, /)" => class_items;
    /// A name along the method resolution order, or None.
    Pure "type_lookup" "(cls, name, /)" => type_lookup;
    /// What a weak proxy stands for; anything else as it is.
    Pure "behind" "(value, /)" => behind;
    /// The sequence of Python's own that a `reversed` goes through, or None.
    Pure "reversed_source" "(value, /)" => reversed_source;
    /// The name of the module whose code called the library, or None.
    Pure "caller_module" "()" => caller_module;
    /// A builtin type that has no name among the builtins.
    Pure "builtin_type" "(name, /)" => builtin_type;
    /// An empty module.
    Pure "new_module" "(name, /)" => new_module;
    /// The part of a code object that `marshal` writes.
    Pure "pack_code" "(code, /)" => compiled::pack_code;
    /// The code object of such a part, checked.
    Mutates "unpack_code" "(data, /)" => compiled::unpack_code;
    /// Equal code from another file.
    Mutates "refiled_code" "(code, path, /)" => compiled::refiled_code;
    /// Whether code that was read has events where this run wants them.
    Pure "fits_role" "(code, path, loader, /)" => compiled::fits_role;
    /// Keeps a module's text for tracebacks and the debugger.
    Pure "keep_source" "(data, path, /)" => compiled::keep_source;
    /// The number that marks this build's compiled files.
    Pure "magic_number" "()" => compiled::magic_number;
    /// The hash of a source text that compiled files carry.
    /// Sets what `sys.monitoring` reads.
    Mutates "set_monitoring" "(state, /)" => set_monitoring;
    /// The text that is printed for an uncaught exception.
    CallsBack "format_exception" "(exc, /)" => importing::format_exception;
    /// The native codec of a name, or None.
    Pure "native_encoder" "(encoding, /)" => parts::native_encoder;
    /// The native decoder of a name, and where the text begins; or None.
    Pure "native_decoder" "(encoding, data, /)" => parts::native_decoder;
    /// Encodes up to the next error.
    CallsBack "encode_part" "(codec, text, table, position, mark, octet, /)" => parts::encode_part;
    /// Decodes up to the next error.
    Pure "decode_part" "(codec, data, position, final, table, /)" => parts::decode_part;
    /// The names in `sys.stdlib_module_names`.
    Pure "stdlib_names" "()" => importing::stdlib_names;
    /// Passes an audit event to any hooks that are attached.
    CallsBack "audit" "(event, /, *args)" => crate::modules::sys::hooks::audit;
    /// Runs code.
    CallsBack "run_code" "(code, globals, locals, /)" => run_code;
    /// Throws into a generator.
    CallsBack "throw_now" "(generator, given, /)" => generators::throw_now;
    /// Raises in a generator's own frame.
    CallsBack "throw_here" "(generator, typ, val=None, tb=None, /)" => generators::throw_here;
    /// A generator counts as running from now on, for what it delegates to does.
    Pure "begin_delegating" "(generator, /)" => generators::begin_delegating;
    /// A generator waits again.
    Pure "end_delegating" "(generator, /)" => generators::end_delegating;
    /// Closes a generator's own frame with this exception.
    CallsBack "close_here" "(generator, exc, /)" => generators::close_here;
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
    CallsBack "close_generator" "(generator, /)" => generators::close_generator;
    /// A stream that is closed when nothing refers to it.
    Mutates "register_stream" "(stream, /)" => instances::register_stream;
    /// A stream was closed.
    Mutates "forget_stream" "(stream, /)" => instances::forget_stream;
    /// The open streams.
    Pure "streams" "()" => instances::streams;
    /// Closes the streams that nothing refers to.
    CallsBack "close_abandoned" "()" => instances::close_abandoned;
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
    /// The lines of the program's text, if it was run under this name.
    Pure "program_lines" "(name, /)" => importing::program_lines;
    /// A view of the bytes of a memoryview with any format and shape.
    Pure "shaped_view" "(view, format, itemsize, shape, /)" => crate::types::memoryview::shaped;
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
    /// The hash of a source file that its compiled file contains.
    CallsBack "source_hash" "(key, source, /)" => importing::source_hash;
    /// The contents of a file.
    External "read_file" "(path, /)" => importing::read_file;
    /// The code of a source file, given its contents and the loader.
    Mutates "compile_file" "(data, path, loader, /)" => importing::compile_file;
    /// The text of a source file, given its contents.
    Pure "decode_source" "(data, /)" => importing::decode_source;
};

fn init(_vm: &mut Vm, _module: Value) -> Res<()> {
    Ok(())
}

fn array_class(vm: &mut Vm, _args: Args) -> Res {
    Ok(vm.class_of_tid[usize::from(ids::ARRAY.0)])
}

fn given_name(vm: &mut Vm, args: Args) -> Res {
    let name = crate::types::str::args::given_name(vm, args.get(0));
    Ok(vm.new_str(&name))
}

fn exception_text(vm: &mut Vm, args: Args) -> Res {
    let text = vm.format_exception(args.get(0));
    Ok(vm.new_str(&text))
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
            vm.class_changed(class, name, None, None);
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

fn behind(vm: &mut Vm, args: Args) -> Res {
    weak_references::behind(vm, args.get(0)).unwrap_or(Ok(args.get(0)))
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

fn same_group(vm: &mut Vm, args: Args) -> Res {
    use crate::vm::errors::raise::fields as f;
    let (a, b) = (args.get(0), args.get(1));
    let same = [f::TRACEBACK, f::CONTEXT, f::CAUSE].iter().all(|i| vm.heap.slot(a, *i) == vm.heap.slot(b, *i));
    Ok(Value::bool(same))
}

fn set_monitoring(vm: &mut Vm, args: Args) -> Res {
    vm.heap.set_slot(vm.globals, crate::vm::slots::MONITORING, args.get(0));
    vm.refresh_tracing();
    Ok(Value::NONE)
}
