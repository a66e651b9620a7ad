//! `sys`: the functions that need the interpreter. The rest is in Python, in `lib/native/runtime/sys.py`.

mod digits;
pub(crate) mod frames;
pub(super) mod hooks;
pub(super) mod size;
mod tracing;

use ttd_core::value::Value;

use crate::native::*;
use crate::types::textio::reconfigure as textio;
use crate::vm::errors::raise::fields;
use crate::vm::host::{HostRequest, Op, Reply};
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
    Mutates "settrace" "(function, /)" => tracing::settrace;
    /// Return the global debug tracing function set with sys.settrace.
    Pure "gettrace" "()" => tracing::gettrace;
    /// Set the profiling function.
    Mutates "setprofile" "(function, /)" => tracing::setprofile;
    /// Return the profiling function set with sys.setprofile.
    Pure "getprofile" "()" => tracing::getprofile;
    /// Set the global debug tracing function in all running threads belonging to the current interpreter.
    Mutates "_settraceallthreads" "(arg, /)" => tracing::settrace_of_all;
    /// Set the profiling function in all running threads belonging to the current interpreter.
    Mutates "_setprofileallthreads" "(arg, /)" => tracing::setprofile_of_all;
    /// Call func(*args), while tracing is enabled.
    CallsBack "call_tracing" "(func, args, /)" => tracing::call_tracing;
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
    /// Adds a new audit hook callback.
    CallsBack "addaudithook" "(hook)" => hooks::addaudithook;
    /// Passes the event to any hooks that are attached.
    CallsBack "audit" "(event, /, *args)" => hooks::audit;
    /// Return a frame object from the call stack.
    Mutates "_getframe" "(depth=0, /)" => frames::getframe;
    /// Return the name of the module for a calling frame.
    Pure "_getframemodulename" "(depth=0)" => frames::getframemodulename;
    /// Return a dict mapping each thread's thread id to its current stack frame.
    Mutates "_current_frames" "()" => frames::current_frames;
    /// Return a dict mapping each thread's identifier to its current raised exception.
    Mutates "_current_exceptions" "()" => frames::current_exceptions;
    /// Return the maximum string digits limit for non-binary int<->str conversions.
    Pure "get_int_max_str_digits" "()" => digits::get;
    /// Set the maximum string digits limit for non-binary int<->str conversions.
    Mutates "set_int_max_str_digits" "(maxdigits)" => digits::set;
};

/// Where the library is said to be installed.
const BASE_PREFIX: &str = "/ttd-py";

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    let (modules, path) = (vm.global(slots::MODULES), vm.global(slots::PATH));
    let set = |vm: &mut Vm, name: &str, value: Value| {
        let key = vm.intern(name);
        vm.dict_set_name(dict, key, value);
    };
    set(vm, "modules", modules);
    set(vm, "path", path);
    let argv: Vec<Value> = vm.loaded.argv.clone().iter().map(|a| vm.new_name(a)).collect();
    let argv = vm.new_list(&argv);
    set(vm, "argv", argv);
    settings(vm, dict)?;
    // Part of the configuration, as the arguments are: found once, before there is a machine.
    let called = vm.loaded.executable.clone();
    let prefix = vm.loaded.prefix.clone().unwrap_or_else(|| BASE_PREFIX.to_string());
    for (name, text) in [("executable", called), ("prefix", prefix), ("base_prefix", BASE_PREFIX.into())] {
        let text = vm.new_str(&text);
        set(vm, name, text);
    }
    let closed = from_environment(vm, dict, "closed_streams=").unwrap_or_default();
    let [encoding, errors] = ["stream_encoding=", "stream_errors="].map(|key| from_environment(vm, dict, key));
    for (i, name) in ["stdin", "stdout", "stderr"].into_iter().enumerate() {
        let stream = match closed.contains(&i.to_string()) {
            true => Value::NONE,
            false => textio::new_stream(vm, i as i64, encoding.as_deref(), errors.as_deref()),
        };
        set(vm, name, stream);
        set(vm, &format!("__{name}__"), stream);
    }
    let hook = vm.lib("breakpointhook");
    set(vm, "breakpointhook", hook);
    set(vm, "__breakpointhook__", hook);
    Ok(())
}

/// What a variable of the environment has decided.
fn from_environment(vm: &Vm, dict: Value, key: &str) -> Option<String> {
    let given = vm.dict_get_str(dict, "_from_environment")?;
    let mut texts = vm.heap.list(given).iter().map(|v| vm.text_lossy(*v));
    texts.find_map(|text| text.strip_prefix(key).map(str::to_string))
}

/// Sets what the command line decided. `sys.py` makes `flags` and `_xoptions` of the lists.
fn settings(vm: &mut Vm, dict: Value) -> Res<()> {
    let Reply::Names(pieces) = vm.request(&HostRequest::of(Op::Settings))? else { return Ok(()) };
    let of_kind = |vm: &mut Vm, kind: u8| -> Vec<Value> {
        let found = pieces.iter().filter(|piece| piece[0] == kind);
        found.map(|piece| vm.new_name(&String::from_utf8_lossy(&piece[1..]))).collect()
    };
    let executable = of_kind(vm, b'E').first().copied().unwrap_or(Value::NONE);
    let key = vm.intern("_base_executable");
    vm.dict_set_name(dict, key, executable);
    let lists = [
        ("warnoptions", b'W'),
        ("_given_flags", b'F'),
        ("_given_options", b'X'),
        ("_from_environment", b'V'),
        ("orig_argv", b'A'),
    ];
    for (name, kind) in lists {
        let values = of_kind(vm, kind);
        let list = vm.new_list(&values);
        let key = vm.intern(name);
        vm.dict_set_name(dict, key, list);
    }
    Ok(())
}

fn exit(vm: &mut Vm, args: Args) -> Res {
    // A tuple is the exception's arguments, and None none.
    let given: Vec<Value> = match args.opt(0).filter(|status| !status.is_none()) {
        Some(status) if status.is(ids::TUPLE) => vm.heap.tuple(status).to_vec(),
        status => status.into_iter().collect(),
    };
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
