//! Namespaces, and running source text in them: what the builtin functions need of the calling frame.

use ttd_code::{Mode, Options};
use ttd_core::value::Value;

use crate::native::*;
use crate::vm::{Tail, slots};
use crate::{Vm, ids};

/// The local variables of the calling frame, as a dict: its namespace, or a snapshot of its registers.
fn caller_locals(vm: &mut Vm) -> Value {
    let frame = *vm.top_ref();
    if !frame.locals.is_unbound() {
        return frame.locals;
    }
    let dict = vm.new_dict();
    for (name, value) in vm.locals_of_frame(&frame) {
        let key = vm.intern(&name);
        vm.dict_set_name(dict, key, value);
    }
    dict
}

pub(super) fn globals(vm: &mut Vm, _args: Args) -> Res {
    Ok(vm.top_ref().globals)
}

pub(super) fn locals(vm: &mut Vm, _args: Args) -> Res {
    Ok(caller_locals(vm))
}

pub(super) fn vars(vm: &mut Vm, args: Args) -> Res {
    let Some(obj) = args.opt(0) else { return Ok(caller_locals(vm)) };
    match vm.getattr_opt(obj, vm.names.dict)? {
        Some(dict) => Ok(dict),
        None => Err(vm.type_error("vars() argument must have __dict__ attribute")),
    }
}

pub(super) fn dir(vm: &mut Vm, args: Args) -> Res {
    let f = vm.lib("sorted_names");
    match args.opt(0) {
        None => {
            let locals = caller_locals(vm);
            Err(vm.tail_call(f, &[locals]))
        }
        Some(obj) => {
            let f = vm.lib("dir_of");
            Err(vm.tail_call(f, &[obj]))
        }
    }
}

/// The namespaces for `exec` and `eval`: given, or the caller's.
fn namespaces(vm: &mut Vm, args: Args, name: &str) -> Res<(Value, Value)> {
    let given = |i: usize| args.opt(i).filter(|v| !v.is_none());
    let (globals, locals) = match (given(1), given(2)) {
        (None, None) => (vm.top_ref().globals, caller_locals(vm)),
        (Some(g), None) => (g, g),
        (None, Some(l)) => (vm.top_ref().globals, l),
        (Some(g), Some(l)) => (g, l),
    };
    match vm.payload(globals, ids::DICT) {
        Some(dict) => {
            let key = vm.names.builtins;
            if vm.dict_get_name(dict, key).is_none() {
                let builtins = vm.global(slots::BUILTINS);
                vm.dict_set_name(dict, key, builtins);
            }
            Ok((dict, if locals == globals { dict } else { locals }))
        }
        None => {
            let given = vm.type_name(globals);
            Err(vm.type_error(format!("{name}() globals must be a dict, not {given}")))
        }
    }
}

fn compile_text(vm: &mut Vm, source: Value, path: &str, mode: Mode) -> Res {
    let bytes = match vm.unwrap(source) {
        v if v.is(ids::STR) => vm.text_lossy(v).into_owned().into_bytes(),
        v if v.is(ids::BYTES) => vm.heap.bytes(v).to_vec(),
        _ => {
            let given = vm.type_name(source);
            let _ = given;
            return Err(vm.type_error("compile() arg 1 must be a string, bytes or AST object"));
        }
    };
    let text = match ttd_code::decode_source(&bytes) {
        Ok(text) => text,
        Err(e) => return Err(vm.syntax_error(&e)),
    };
    let text = if mode == Mode::Eval { text.trim_start_matches([' ', '\t']).to_string() } else { text };
    let counted = vm.top_ref().code().counted;
    match ttd_code::compile(&text, path, mode, Options { counted, ..Options::default() }) {
        Ok(code) => Ok(vm.keep_code(code)),
        Err(e) => Err(vm.syntax_error(&e)),
    }
}

fn run(vm: &mut Vm, args: Args, name: &str, mode: Mode) -> Res {
    let (globals, locals) = namespaces(vm, args, name)?;
    let source = args.get(0);
    let code = if source.is(ids::CODE) { source } else { compile_text(vm, source, "<string>", mode)? };
    vm.tail = Some(Tail::Run { code, globals, locals });
    Err(Trap::Tail)
}

pub(super) fn exec(vm: &mut Vm, args: Args) -> Res {
    run(vm, args, "exec", Mode::Exec)
}

pub(super) fn eval(vm: &mut Vm, args: Args) -> Res {
    run(vm, args, "eval", Mode::Eval)
}

pub(super) fn compile(vm: &mut Vm, args: Args) -> Res {
    let path = match vm.payload(args.get(1), ids::STR) {
        Some(path) => vm.text_lossy(path).into_owned(),
        None => {
            let given = vm.type_name(args.get(1));
            return Err(vm.type_error(format!("expected str, bytes or os.PathLike object, not {given}")));
        }
    };
    if super::tree::wanted(vm, args.opt(3))? {
        return Err(vm.late("_ast", "_parse", &[args.get(0), args.get(1), args.get(2)]));
    }
    let mode = match vm.payload(args.get(2), ids::STR).map(|m| vm.text_lossy(m).into_owned()).as_deref() {
        Some("exec") => Mode::Exec,
        Some("eval") => Mode::Eval,
        Some("single") => Mode::Single,
        _ => return Err(vm.value_error("compile() mode must be 'exec', 'eval' or 'single'")),
    };
    compile_text(vm, args.get(0), &path, mode)
}

pub(super) fn import(vm: &mut Vm, args: Args) -> Res {
    let f = vm.lib("import_");
    let globals = match args.opt(1) {
        Some(g) if !g.is_none() => g,
        _ => vm.top_ref().globals,
    };
    let from = args.opt(3).unwrap_or(Value::NONE);
    let level = args.opt(4).unwrap_or(Value::int(0));
    Err(vm.tail_call(f, &[args.get(0), globals, from, level]))
}
