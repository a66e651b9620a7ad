//! `BaseException`: `args`, the chain of exceptions, the traceback and the notes.

use ttd_core::value::Value;

use super::common;
use crate::ops::repr;
use crate::vm::errors::raise::fields;
use crate::{Vm, getters, ids, methods, native::*};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "BaseException",
    doc: "Common base class for all exceptions",
    methods: METHODS,
    getters: getters! {
        "args" => args, set_args;
        "__traceback__" => traceback, set_traceback;
        "__context__" => context, set_context;
        "__cause__" => cause, set_cause;
        "__suppress_context__" => suppress, set_suppress;
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    Pure "__new__" "(cls, /, *args, **kwargs)" => new;
    /// Initialize self.  See help(type(self)) for accurate signature.
    Mutates "__init__" "(self, /, *args, **kwargs)" => init;
    /// Return str(self).
    CallsBack "__str__" "(self, /)" => str;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => repr_of;
    /// Set self.__traceback__ to tb and return self.
    Mutates "with_traceback" "(self, object, /)" => with_traceback;
    /// Add a note to the exception
    Mutates "add_note" "(self, object, /)" => add_note;
    /// Helper for pickle.
    Mutates "__reduce__" "(self, /)" => reduce;
    /// Set the attributes of a pickled exception.
    CallsBack "__setstate__" "(self, object, /)" => setstate;
};

fn new(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.new_exception(args.get(0), args.rest))
}

/// `BaseException.__init__`: sets `args` to what a subclass's `__init__` passes on.
pub(super) fn init(vm: &mut Vm, args: Args) -> Res {
    let exc = args.get(0);
    if !args.kw.is_empty() {
        let name = vm.type_name(exc);
        return Err(vm.type_error(format!("{name}() takes no keyword arguments")));
    }
    common::set_args(vm, exc, args.rest);
    Ok(Value::NONE)
}

/// `BaseException.__str__`.
pub(super) fn str(vm: &mut Vm, args: Args) -> Res {
    let exc = args.get(0);
    match *common::args_of(vm, exc) {
        [] => Ok(vm.names.empty),
        [one] => str_of_arg(vm, one),
        _ => {
            let tuple = vm.exc_field(exc, fields::ARGS);
            vm.repr(tuple)
        }
    }
}

/// `str(arg)`; a Python `__str__` is tail-called.
fn str_of_arg(vm: &mut Vm, arg: Value) -> Res {
    match vm.special_named(arg, vm.names.str_).filter(|f| f.is(ids::FUNCTION)) {
        Some(f) => Err(vm.tail_call(f, &[arg])),
        None => vm.str_of(arg),
    }
}

fn repr_of(vm: &mut Vm, args: Args) -> Res {
    repr::builtin(vm, args.get(0))
}

fn with_traceback(vm: &mut Vm, args: Args) -> Res {
    set_traceback(vm, args.get(0), args.get(1))?;
    Ok(args.get(0))
}

fn add_note(vm: &mut Vm, args: Args) -> Res {
    let (exc, note) = (args.get(0), args.get(1));
    if vm.payload(note, ids::STR).is_none() {
        let given = vm.type_name(note);
        return Err(vm.type_error(format!("note must be a str, not '{given}'")));
    }
    let notes = match vm.getattr_opt(exc, vm.names.notes)? {
        Some(notes) => notes,
        None => {
            let notes = vm.new_list(&[]);
            vm.setattr(exc, vm.names.notes, notes)?;
            notes
        }
    };
    let Some(list) = vm.payload(notes, ids::LIST) else {
        return Err(vm.type_error("Cannot add note: __notes__ is not a list"));
    };
    vm.heap.list_push(list, note);
    Ok(Value::NONE)
}

fn reduce(vm: &mut Vm, args: Args) -> Res {
    let exc = args.get(0);
    let given = vm.exc_field(exc, fields::ARGS);
    reduce_to(vm, exc, given)
}

/// What an exception is made of again: its class, arguments, and the attributes in it, if any.
pub(super) fn reduce_to(vm: &mut Vm, exc: Value, given: Value) -> Res {
    let class = vm.type_of(exc);
    if !common::has_dict(vm, exc) {
        return Ok(vm.new_tuple(&[class, given]));
    }
    let dict = vm.own_dict(exc);
    Ok(vm.new_tuple(&[class, given, dict]))
}

fn setstate(vm: &mut Vm, args: Args) -> Res {
    let (exc, state) = (args.get(0), args.get(1));
    if state.is_none() {
        return Ok(Value::NONE);
    }
    let Some(dict) = vm.payload(state, ids::DICT) else { return Err(vm.type_error("state is not a dictionary")) };
    for (name, value) in vm.dict_pairs(dict) {
        vm.setattr(exc, name, value)?;
    }
    Ok(Value::NONE)
}

fn args(vm: &mut Vm, exc: Value) -> Res {
    Ok(vm.exc_field(exc, fields::ARGS))
}

fn set_args(vm: &mut Vm, exc: Value, value: Value) -> Res<()> {
    not_deleted(vm, value, "args")?;
    if vm.is_instance(exc, vm.types.os_error) {
        super::os::keep_details(vm, exc);
    }
    let items = vm.collect(value)?;
    let tuple = vm.new_tuple(&items);
    vm.heap.set_slot(exc, fields::ARGS, tuple);
    Ok(())
}

fn traceback(vm: &mut Vm, exc: Value) -> Res {
    Ok(vm.exc_field(exc, fields::TRACEBACK))
}

fn set_traceback(vm: &mut Vm, exc: Value, value: Value) -> Res<()> {
    not_deleted(vm, value, "__traceback__")?;
    if !value.is_none() && !value.is(ids::TRACEBACK) {
        return Err(vm.type_error("__traceback__ must be a traceback or None"));
    }
    vm.heap.set_slot(exc, fields::TRACEBACK, value);
    Ok(())
}

fn context(vm: &mut Vm, exc: Value) -> Res {
    Ok(vm.exc_field(exc, fields::CONTEXT))
}

fn set_context(vm: &mut Vm, exc: Value, value: Value) -> Res<()> {
    not_deleted(vm, value, "__context__")?;
    none_or_exception(vm, value, "context")?;
    vm.heap.set_slot(exc, fields::CONTEXT, value);
    Ok(())
}

fn cause(vm: &mut Vm, exc: Value) -> Res {
    Ok(vm.exc_field(exc, fields::CAUSE))
}

fn set_cause(vm: &mut Vm, exc: Value, value: Value) -> Res<()> {
    not_deleted(vm, value, "__cause__")?;
    none_or_exception(vm, value, "cause")?;
    vm.heap.set_slot(exc, fields::CAUSE, value);
    vm.heap.set_slot(exc, fields::SUPPRESS, Value::TRUE);
    Ok(())
}

fn suppress(vm: &mut Vm, exc: Value) -> Res {
    Ok(vm.exc_field(exc, fields::SUPPRESS))
}

fn set_suppress(vm: &mut Vm, exc: Value, value: Value) -> Res<()> {
    if value.is_unbound() {
        return Err(vm.type_error("can't delete numeric/char attribute"));
    }
    if !value.is_bool() {
        return Err(vm.type_error("attribute value type must be bool"));
    }
    vm.heap.set_slot(exc, fields::SUPPRESS, value);
    Ok(())
}

fn not_deleted(vm: &mut Vm, value: Value, name: &str) -> Res<()> {
    if value.is_unbound() { Err(vm.type_error(format!("{name} may not be deleted"))) } else { Ok(()) }
}

fn none_or_exception(vm: &mut Vm, value: Value, what: &str) -> Res<()> {
    if value.is_none() || vm.is_exception(value) {
        return Ok(());
    }
    Err(vm.type_error(format!("exception {what} must be None or derive from BaseException")))
}
