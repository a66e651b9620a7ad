//! `atexit`. The functions are kept in a list of the hidden library (`lib/hidden/runtime/exit.py`), which calls them
//! when the program ends.

use ttd_core::value::Value;

use crate::{Vm, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "atexit",
    doc: "allow programmer to define multiple exit functions to be executed\nupon normal program termination.\n\n\
          Two public functions, register and unregister, are defined.",
    functions: methods! {
        /// Register a function to be executed upon normal program termination
        ///
        ///     func - function to be called at exit
        ///     args - optional arguments to pass to func
        ///     kwargs - optional keyword arguments to pass to func
        ///
        ///     func is returned to facilitate usage as a decorator.
        Mutates "register" "(*args, **kwargs)" => register;
        /// Unregister an exit function which was previously registered using
        /// atexit.register
        ///
        ///     func - function to be unregistered
        CallsBack "unregister" "(func, /)" => unregister;
        /// Clear the list of previously registered exit functions.
        Mutates "_clear" "()" => clear;
        /// Return the number of registered exit functions.
        Pure "_ncallbacks" "()" => count;
        /// Run all registered exit functions.
        ///
        /// If a callback raises an exception, it is logged with sys.unraisablehook.
        CallsBack "_run_exitfuncs" "()" => run;
    },
    types: &[],
    init,
};

fn init(_: &mut Vm, _: Value) -> Res<()> {
    Ok(())
}

fn register(vm: &mut Vm, args: Args) -> Res {
    let [f, given @ ..] = args.rest else {
        return Err(vm.type_error("register() takes at least 1 argument (0 given)"));
    };
    if !vm.is_callable(*f) {
        return Err(vm.type_error("the first argument must be callable"));
    }
    let given = vm.new_tuple(given);
    let keywords = vm.new_dict();
    for (name, value) in args.kw {
        vm.dict_set(keywords, *name, *value)?;
    }
    let entry = vm.new_tuple(&[*f, given, keywords]);
    let list = vm.lib("exit_functions");
    vm.heap.list_push(list, entry);
    Ok(*f)
}

fn unregister(vm: &mut Vm, args: Args) -> Res {
    let f = vm.lib("exit_unregister");
    Err(vm.tail_call(f, &[args.get(0)]))
}

fn clear(vm: &mut Vm, _: Args) -> Res {
    let list = vm.lib("exit_functions");
    vm.heap.list_clear(list);
    Ok(Value::NONE)
}

fn count(vm: &mut Vm, _: Args) -> Res {
    let list = vm.lib("exit_functions");
    Ok(Value::int(vm.heap.list(list).len() as i64))
}

fn run(vm: &mut Vm, _: Args) -> Res {
    let f = vm.lib("exit_run");
    Err(vm.tail_call(f, &[]))
}
