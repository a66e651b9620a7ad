//! Builtins on a single object: `repr`, `hash`, `id`, `callable`, `format`.

use ttd_core::value::Value;

use crate::ops::hashing;
use crate::vm::call::tail_call::Check;
use crate::{Vm, ids, native::*};

/// The method by which a class of the program overrides a special method.
fn overridden(vm: &mut Vm, v: Value, name: &str) -> Option<Value> {
    let found = vm.special(v, name)?;
    if found.is(ids::METHOD_DESC) || found.is(ids::BUILTIN) { None } else { Some(found) }
}

pub(super) fn repr(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    if v.is(ids::INST)
        && let Some(method) = overridden(vm, v, "__repr__")
    {
        return Err(vm.tail_checked(Check::Repr, method, v));
    }
    vm.repr(v)
}

pub(super) fn ascii(vm: &mut Vm, args: Args) -> Res {
    vm.ascii(args.get(0))
}

pub(super) fn callable(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(vm.is_callable(args.get(0))))
}

pub(super) fn hash(vm: &mut Vm, args: Args) -> Res {
    let hash = vm.hash(args.get(0))?;
    Ok(vm.int(hash))
}

pub(super) fn id(vm: &mut Vm, args: Args) -> Res {
    let id = hashing::id(vm, args.get(0));
    let id = vm.int(id as i64);
    vm.audit_program("builtins.id", &[id])?;
    Ok(id)
}

pub(super) fn format(vm: &mut Vm, args: Args) -> Res {
    let (v, spec) = (args.get(0), args.opt(1));
    let spec = match spec.map(|s| vm.payload(s, ids::STR)) {
        None => vm.new_str(""),
        Some(Some(spec)) => spec,
        Some(None) => {
            let got = crate::types::str::args::given_name(vm, args.get(1));
            return Err(vm.type_error(format!("format() argument 2 must be str, not {got}")));
        }
    };
    if v.is(ids::INST)
        && let Some(method) = overridden(vm, v, "__format__")
    {
        let f = vm.lib("format_");
        return Err(vm.tail_call(f, &[method, v, spec]));
    }
    let spec = vm.wtf8(spec).to_owned();
    vm.format(v, &spec)
}
