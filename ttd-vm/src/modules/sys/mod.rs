//! `sys`: the functions that need the interpreter. The rest is in Python, in `lib/native/runtime/sys.py`.

mod digits;
mod frames;
mod hooks;
mod size;

use ttd_core::value::Value;

use crate::native::*;
use crate::vm::errors::raise::fields;
use crate::vm::{MAX_FRAMES, slots};
use crate::{Vm, ids, methods};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "sys",
    doc: "Access to objects used or maintained by the interpreter.",
    functions: FUNCTIONS,
    types: &[],
    init,
};

const FUNCTIONS: &[Method] = methods! {
    /// Exit the interpreter by raising SystemExit(status).
    Pure "exit" "(status=None, /)" => exit;
    /// Return the current value of the recursion limit.
    Pure "getrecursionlimit" "()" => getrecursionlimit;
    /// Set the maximum depth of the interpreter stack.
    Mutates "setrecursionlimit" "(limit, /)" => setrecursionlimit;
    /// Return the current exception.
    Pure "exception" "()" => exception;
    /// Return current exception information.
    Pure "exc_info" "()" => exc_info;
    /// Return the interned string equal to the given one.
    Pure "intern" "(string, /)" => intern;
    /// Return the size of object in bytes.
    CallsBack "getsizeof" "(object, default=None)" => getsizeof;
    /// Return the current default encoding.
    Pure "getdefaultencoding" "()" => getdefaultencoding;
    /// Return the encoding used for file names.
    Pure "getfilesystemencoding" "()" => getdefaultencoding;
    /// Set the global debug tracing function.
    Pure "settrace" "(function, /)" => settrace;
    /// Set the profiling function.
    Pure "setprofile" "(function, /)" => setprofile;
    /// Handle an unraisable exception.
    CallsBack "unraisablehook" "(unraisable, /)" => hooks::unraisablehook;
    /// Set a finalizer for async generators objects.
    Mutates "set_asyncgen_hooks" "(firstiter=None, finalizer=None)" => hooks::set_asyncgen_hooks;
    /// Return the installed asynchronous generators hooks.
    CallsBack "get_asyncgen_hooks" "()" => hooks::get_asyncgen_hooks;
    /// Enable or disable origin tracking for coroutine objects in this thread.
    Mutates "set_coroutine_origin_tracking_depth" "(depth)" => hooks::set_origin_depth;
    /// Check status of origin tracking for coroutine objects in this thread.
    Pure "get_coroutine_origin_tracking_depth" "()" => hooks::get_origin_depth;
    /// Return a frame object from the call stack.
    Mutates "_getframe" "(depth=0, /)" => frames::getframe;
    /// Return the name of the module for a calling frame.
    Pure "_getframemodulename" "(depth=0)" => frames::getframemodulename;
    /// Return a dict mapping each thread's thread id to its current stack frame.
    Mutates "_current_frames" "()" => frames::current_frames;
    /// Return the maximum string digits limit for non-binary int<->str conversions.
    Pure "get_int_max_str_digits" "()" => digits::get;
    /// Set the maximum string digits limit for non-binary int<->str conversions.
    Mutates "set_int_max_str_digits" "(maxdigits)" => digits::set;
};

/// Where the library is said to be installed.
const BASE_PREFIX: &str = "/ttd-py";

/// The warning options from the environment, which like the arguments are part of the program's configuration.
pub(crate) fn warning_options() -> Vec<String> {
    let given = std::env::var("PYTHONWARNINGS").unwrap_or_default();
    given.split(',').filter(|option| !option.is_empty()).map(str::to_string).collect()
}

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    let (modules, path) = (vm.global(slots::MODULES), vm.global(slots::PATH));
    let set = |vm: &mut Vm, name: &str, value: Value| {
        let key = vm.intern(name);
        vm.dict_set_name(dict, key, value);
    };
    set(vm, "modules", modules);
    set(vm, "path", path);
    let argv: Vec<Value> = vm.loaded.argv.clone().iter().map(|a| vm.new_str(a)).collect();
    let argv = vm.new_list(&argv);
    set(vm, "argv", argv);
    // Part of the configuration, as the arguments are: read once, at the start.
    let path = std::env::current_exe().map(|path| path.to_string_lossy().into_owned()).unwrap_or_default();
    let called = vm.loaded.executable.clone();
    let prefix = vm.loaded.prefix.clone().unwrap_or_else(|| BASE_PREFIX.to_string());
    for (name, text) in
        [("executable", called), ("_base_executable", path), ("prefix", prefix), ("base_prefix", BASE_PREFIX.into())]
    {
        let text = vm.new_str(&text);
        set(vm, name, text);
    }
    let options: Vec<Value> = warning_options().iter().map(|option| vm.new_str(option)).collect();
    let options = vm.new_list(&options);
    set(vm, "warnoptions", options);
    for (i, name) in ["stdin", "stdout", "stderr"].into_iter().enumerate() {
        let stream = crate::types::textio::reconfigure::new_stream(vm, i as i64);
        set(vm, name, stream);
        set(vm, &format!("__{name}__"), stream);
    }
    let hook = vm.lib("breakpointhook");
    set(vm, "breakpointhook", hook);
    set(vm, "__breakpointhook__", hook);
    Ok(())
}

fn exit(vm: &mut Vm, args: Args) -> Res {
    let given: Vec<Value> = args.opt(0).into_iter().collect();
    Err(vm.raise(vm.types.system_exit, &given))
}

fn getrecursionlimit(vm: &mut Vm, _args: Args) -> Res {
    Ok(vm.global(slots::RECURSION))
}

fn setrecursionlimit(vm: &mut Vm, args: Args) -> Res {
    let limit = vm.index_i64(args.get(0))?;
    if limit < 1 {
        return Err(vm.value_error("recursion limit must be greater or equal than 1"));
    }
    if limit <= vm.depth() as i64 {
        return Err(vm.recursion_error(format!(
            "cannot set the recursion limit to {limit} at the recursion depth {}: the limit is too low",
            vm.depth()
        )));
    }
    let limit = limit.min(MAX_FRAMES as i64 - 1000);
    vm.heap.set_slot(vm.globals, slots::RECURSION, Value::int(limit));
    vm.refresh_limits();
    Ok(Value::NONE)
}

fn exception(vm: &mut Vm, _args: Args) -> Res {
    Ok(vm.state.exc)
}

fn exc_info(vm: &mut Vm, _args: Args) -> Res {
    let exc = vm.state.exc;
    if exc.is_none() {
        return Ok(vm.new_tuple(&[Value::NONE; 3]));
    }
    let class = vm.type_of(exc);
    let tb = vm.exc_field(exc, fields::TRACEBACK);
    Ok(vm.new_tuple(&[class, exc, tb]))
}

fn intern(vm: &mut Vm, args: Args) -> Res {
    if !args.get(0).is(ids::STR) {
        let name = crate::types::str::args::given_name(vm, args.get(0));
        return Err(vm.type_error(format!("intern() argument must be str, not {name}")));
    }
    Ok(vm.intern_value(args.get(0)))
}

fn getsizeof(vm: &mut Vm, args: Args) -> Res {
    let object = args.get(0);
    if let Some(f) = vm.special(object, "__sizeof__").filter(|f| !f.is(ids::METHOD_DESC)) {
        let lib = vm.lib("checked_size");
        let default = args.opt(1).unwrap_or(Value::NONE);
        return Err(vm.tail_call(lib, &[f, object, default, Value::bool(args.opt(1).is_some())]));
    }
    Ok(Value::int(size::of(vm, object) as i64))
}

fn getdefaultencoding(vm: &mut Vm, _args: Args) -> Res {
    Ok(vm.intern("utf-8"))
}

fn settrace(vm: &mut Vm, args: Args) -> Res {
    // Deleting an absent attribute is no error: `doctest` restores what it found.
    if args.get(0).is_none() {
        return Ok(Value::NONE);
    }
    Err(vm.not_supported("sys.settrace"))
}

fn setprofile(vm: &mut Vm, args: Args) -> Res {
    if args.get(0).is_none() {
        return Ok(Value::NONE);
    }
    Err(vm.not_supported("sys.setprofile"))
}
