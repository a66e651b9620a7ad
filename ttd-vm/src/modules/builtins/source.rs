//! `compile`, `exec` and `eval`.

use ttd_code::diagnostics::warnings::Phase;
use ttd_code::{Mode, Options};
use ttd_core::value::Value;

use super::adopt::{adopt_file, adopt_text, line_of_file};
use super::expression::{self, is_indented};
use super::scope::caller_locals;
use crate::native::*;
use crate::ops::buffer;
use crate::ops::codec::{self, Codec};
use crate::vm::call::function;
use crate::vm::code::compile_cache::Text;
use crate::vm::code::file_names;
use crate::vm::errors::traceback::HIDDEN;
use crate::vm::stack::frame::Frame;
use crate::vm::{Tail, slots};
use crate::{Vm, ids};

/// Flags of `compile`, as in CPython's `ast` and `__future__`.
mod flags {
    pub(super) const DONT_IMPLY_DEDENT: i64 = 0x200;
    pub(super) const ONLY_AST: i64 = 0x400;
    pub(super) const TYPE_COMMENTS: i64 = 0x1000;
    pub(super) const TOP_LEVEL_AWAIT: i64 = 0x2000;
    pub(super) const INCOMPLETE_INPUT: i64 = 0x4000;
    pub(super) const OPTIMIZED_AST: i64 = 0x8000;
    /// `__future__` features, which are flags of code objects.
    pub(super) const FUTURE: i64 = 0x1FE_0000;
    /// Accepted without effect: nested scopes, generators, UTF-8 source.
    pub(super) const SILENT: i64 = 0x10 | 0x20 | 0x100;
}

/// The namespaces for `exec` and `eval`: the arguments, or the caller's.
fn namespaces(vm: &mut Vm, args: Args, name: &str) -> Res<(Value, Value)> {
    let given = |i: usize| args.opt(i).filter(|v| !v.is_none());
    if let Some(locals) = given(2)
        && vm.special_named(locals, vm.names.getitem).is_none()
    {
        let got = vm.type_name(locals);
        let message = if name == "exec" {
            format!("locals must be a mapping or None, not {got}")
        } else {
            "locals must be a mapping".to_owned()
        };
        return Err(vm.type_error(message));
    }
    let (globals, locals) = match (given(1), given(2)) {
        (None, None) => (vm.top_ref().globals, caller_locals(vm)),
        (Some(g), None) => (g, g),
        (None, Some(l)) => (vm.top_ref().globals, l),
        (Some(g), Some(l)) => (g, l),
    };
    let Some(dict) = vm.payload(globals, ids::DICT) else { return Err(wrong_globals(vm, globals, name)) };
    let key = vm.names.builtins;
    if vm.dict_get_name(dict, key).is_none() {
        let builtins = vm.global(slots::BUILTINS);
        vm.dict_set_name(dict, key, builtins);
    }
    Ok((dict, locals))
}

fn wrong_globals(vm: &mut Vm, globals: Value, name: &str) -> Trap {
    let given = vm.type_name(globals);
    let message = match name {
        "exec" => format!("exec() globals must be a dict, not {given}"),
        _ if vm.special_named(globals, vm.names.getitem).is_some() => {
            "globals must be a real dict; try eval(expr, {}, mapping)".to_owned()
        }
        _ => "globals must be a dict".to_owned(),
    };
    vm.type_error(message)
}

/// Tells audit hooks of a text that is compiled.
fn audit_source(vm: &mut Vm, source: Value, path: &str, what: &str) -> Res<()> {
    if !vm.is_audited() {
        return Ok(());
    }
    let mut bytes = source_bytes(vm, source, what)?;
    if what.starts_with("eval") {
        let blank = bytes.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        bytes.drain(..blank);
    }
    let (bytes, path) = (vm.new_bytes(&bytes), vm.new_name(path));
    vm.audit("compile", &[bytes, path])
}

/// The bytes of a source text. `what` names the expected types in the message.
fn source_bytes(vm: &mut Vm, source: Value, what: &str) -> Res<Vec<u8>> {
    let bytes = match vm.unwrap(source) {
        v if v.is(ids::STR) => codec::encode(vm, v, Codec::Utf8, "strict")?,
        _ => {
            let shown = buffer::bytes_like(vm, source);
            match vm.catch(shown, vm.types.base_exception)?.flatten() {
                Some(bytes) => vm.raw_bytes(bytes).to_vec(),
                None => return Err(vm.type_error(format!("{what} object"))),
            }
        }
    };
    if bytes.contains(&0) {
        return Err(vm.error(vm.types.syntax_error, "source code string cannot contain null bytes"));
    }
    Ok(bytes)
}

/// Decodes a source text. `what` names the expected types in the message.
pub(super) fn source_text(vm: &mut Vm, source: Value, path: &str, what: &str) -> Res<String> {
    let bytes = source_bytes(vm, source, what)?;
    // A str has no declared encoding; bytes may have one.
    let decoded = match vm.unwrap(source) {
        v if v.is(ids::STR) => Ok(String::from_utf8(bytes).unwrap_or_default()),
        _ => ttd_code::decode_source(&bytes),
    };
    decoded.map_err(|mut e| {
        e.path = path.to_owned();
        vm.syntax_error(&e)
    })
}

/// Compiler options from the arguments of `compile`.
pub(super) fn options(vm: &Vm, given: i64, optimize: i64, alone: bool) -> Options {
    let outer = inherited(vm);
    Options {
        counted: outer.counted,
        program: outer.program,
        optimize: if optimize < 0 { outer.optimize } else { optimize as u8 },
        future: (given & flags::FUTURE) as u32 | if alone { 0 } else { outer.future },
        max_digits: outer.max_digits,
        top_level_await: given & flags::TOP_LEVEL_AWAIT != 0,
        dont_imply_dedent: given & flags::DONT_IMPLY_DEDENT != 0,
    }
}

fn compile_text(vm: &mut Vm, source: Value, path: &str, mode: Mode, options: Options, what: &str) -> Res {
    compile_input(vm, source, path, mode, options, what, false)
}

/// Compiles a text that may be incomplete: with `part`, text that could go on raises an error of its own.
fn compile_input(
    vm: &mut Vm,
    source: Value,
    path: &str,
    mode: Mode,
    mut options: Options,
    what: &str,
    part: bool,
) -> Res {
    let text = source_text(vm, source, path, what)?;
    // Only `eval` skips leading white space.
    let text = if what.starts_with("eval") { text.trim_start_matches([' ', '\t']).to_string() } else { text };
    if mode == Mode::Eval && text.trim_matches([' ', '\t']).is_empty() {
        return Err(expression::none(vm, &text, path));
    }
    // An expression on an indented line is refused, as a statement is.
    let eval = mode == Mode::Eval;
    let mode = if mode == Mode::Eval && is_indented(&text) { Mode::Exec } else { mode };
    adopt_text(vm, path, &text, &mut options);
    let short = Text::of(&text, path, mode, options);
    if let Some(code) = short.as_ref().and_then(|short| vm.caches.compiled.find(short)) {
        return Ok(vm.load_dynamic_code(code));
    }
    match ttd_code::compile(&text, path, mode, options) {
        Ok(code) => {
            let found = ttd_code::diagnostics::warnings::warnings(&text, path, mode, Phase::Compiler);
            if let Some(short) = short.filter(|_| found.is_empty()) {
                vm.caches.compiled.keep(short, &code);
            }
            let code = vm.load_dynamic_code(code);
            vm.compiler_warnings(&found)?;
            Ok(code)
        }
        Err(e) => {
            let mut e = expression::mistake(&text, path, mode, options, e);
            // The last line of an expression is shown unchanged.
            if eval && e.line as usize == text.lines().count() && !text.ends_with('\n') {
                e.text = e.text.map(|line| line.trim_end_matches('\n').to_owned());
            }
            let found = ttd_code::diagnostics::warnings::before_error(&text, path, mode, &e);
            vm.compiler_warnings(&found)?;
            if e.after_parsing {
                e.text = line_of_file(vm, path, e.line);
            }
            if part && e.incomplete {
                e = ttd_code::SyntaxError { class: "_IncompleteInputError", message: "incomplete input".into(), ..e };
            }
            Err(vm.syntax_error(&e))
        }
    }
}

/// The most digits of a decimal literal, as `sys.set_int_max_str_digits` has set them.
pub(super) fn max_digits(vm: &Vm) -> Option<u32> {
    let limit = vm.global(slots::INT_DIGITS);
    limit.is_int().then(|| u32::try_from(limit.as_int()).unwrap_or(0))
}

/// Options that code inherits from the code that compiles it.
fn inherited(vm: &Vm) -> Options {
    let caller = vm.frames().find(|f| !f.code().code.path.starts_with(HIDDEN));
    let optimize = vm.host.world.settings.optimize();
    let max_digits = max_digits(vm);
    let Some(code) = caller.map(Frame::code) else { return Options { optimize, max_digits, ..Options::default() } };
    let future = code.code.flags & flags::FUTURE as u32;
    Options { counted: code.counted, program: code.code.program, future, optimize, max_digits, ..Options::default() }
}

fn run(vm: &mut Vm, args: Args, name: &str, mode: Mode) -> Res {
    let (globals, locals) = namespaces(vm, args, name)?;
    let (source, closure) = (args.get(0), args.opt(3).filter(|v| !v.is_none()));
    if source.is(ids::CODE) {
        return run_code(vm, source, globals, locals, closure, name);
    }
    if closure.is_some() {
        return Err(vm.type_error("closure can only be used when source is a code object"));
    }
    let what = format!("{name}() arg 1 must be a string, bytes or code");
    let options = inherited(vm);
    audit_source(vm, source, "<string>", &what)?;
    let code = compile_text(vm, source, "<string>", mode, options, &what)?;
    vm.audit("exec", &[code])?;
    vm.pending.tail = Some(Tail::Run { code, globals, locals });
    Err(Trap::Tail)
}

fn run_code(vm: &mut Vm, code: Value, globals: Value, locals: Value, closure: Option<Value>, name: &str) -> Res {
    let free = vm.code_of(code).map_or(0, |rt| rt.code.locals.iter().filter(|local| local.free).count());
    let Some(closure) = closure else {
        if free == 0 {
            vm.audit("exec", &[code])?;
            vm.pending.tail = Some(Tail::Run { code, globals, locals });
            return Err(Trap::Tail);
        }
        let message = match name {
            "exec" => format!("code object requires a closure of exactly length {free}"),
            _ => "code object passed to eval() may not contain free variables".to_owned(),
        };
        return Err(vm.type_error(message));
    };
    if free == 0 {
        return Err(vm.type_error("cannot use a closure with this code object"));
    }
    let cells = if closure.is(ids::TUPLE) { vm.heap.tuple(closure).to_vec() } else { Vec::new() };
    if cells.len() != free || cells.iter().any(|cell| !cell.is(ids::CELL)) {
        return Err(vm.type_error(format!("code object requires a closure of exactly length {free}")));
    }
    let Some(rt) = vm.code_of(code) else { return Err(vm.type_error("not a code object")) };
    vm.audit("exec", &[code])?;
    let func = vm.new_function(rt, globals);
    vm.heap.set_slot(func, function::CLOSURE, closure);
    vm.pending.tail = Some(Tail::Class { func, namespace: locals });
    Err(Trap::Tail)
}

pub(super) fn exec(vm: &mut Vm, args: Args) -> Res {
    run(vm, args, "exec", Mode::Exec)
}

pub(super) fn eval(vm: &mut Vm, args: Args) -> Res {
    run(vm, args, "eval", Mode::Eval)
}

/// A file name: a str, bytes, or an object with `__fspath__`.
pub(super) fn file_name(vm: &mut Vm, v: Value) -> Res<String> {
    let path = match vm.unwrap(v) {
        path if path.is(ids::STR) || path.is(ids::BYTES) => path,
        _ => match vm.special(v, "__fspath__") {
            Some(method) => {
                let path = vm.call(method, &[v])?;
                vm.unwrap(path)
            }
            None => {
                let given = vm.type_name(v);
                return Err(vm.type_error(format!("expected str, bytes or os.PathLike object, not {given}")));
            }
        },
    };
    let bytes = match path {
        _ if path.is(ids::STR) => vm.heap.bytes(path).to_vec(),
        _ if path.is(ids::BYTES) => {
            let bytes = vm.heap.bytes(path).to_vec();
            codec::decode(vm, path, &bytes, Codec::Utf8, "surrogateescape")?
        }
        _ => Vec::new(),
    };
    if bytes.contains(&0) {
        return Err(vm.value_error("embedded null character"));
    }
    Ok(file_names::from_wtf8(&bytes))
}

/// `compile(source, filename, mode, flags, dont_inherit, optimize)`.
pub(super) fn compile(vm: &mut Vm, args: Args) -> Res {
    let path = file_name(vm, args.get(1))?;
    let Some(mode) = vm.payload(args.get(2), ids::STR).map(|m| vm.text_lossy(m).into_owned()) else {
        let given = crate::types::str::args::given_name(vm, args.get(2));
        return Err(vm.type_error(format!("compile() argument 'mode' must be str, not {given}")));
    };
    let given = args.opt(3).map_or(Ok(0), |v| vm.index_i64(v))?;
    let alone = args.opt(4).map_or(Ok(false), |v| vm.truth(v))?;
    let optimize = args.opt(5).map_or(Ok(-1), |v| vm.index_i64(v))?;
    let known = flags::DONT_IMPLY_DEDENT
        | flags::ONLY_AST
        | flags::TYPE_COMMENTS
        | flags::TOP_LEVEL_AWAIT
        | flags::INCOMPLETE_INPUT
        | flags::OPTIMIZED_AST
        | flags::FUTURE
        | flags::SILENT;
    if given & !known != 0 {
        return Err(vm.value_error("compile(): unrecognised flags"));
    }
    if !(-1..=2).contains(&optimize) {
        return Err(vm.value_error("compile(): invalid optimize value"));
    }
    let only_ast = given & flags::ONLY_AST != 0;
    let fields = vm.intern("_fields");
    let what = "compile() arg 1 must be a string, bytes or AST";
    if args.get(0).is(ids::INST) && vm.lookup(vm.type_of(args.get(0)), fields).is_some() {
        vm.audit("compile", &[args.get(0), Value::NONE])?;
        let features = if alone { 0 } else { i64::from(inherited(vm).future) };
        let (given, optimize) = (Value::int(given | features), Value::int(optimize));
        return Err(vm.call_hidden_module(
            "_ast",
            "_compile_tree",
            &[args.get(0), args.get(1), args.get(2), given, optimize],
        ));
    }
    if matches!(mode.as_str(), "exec" | "eval" | "single" | "func_type") {
        audit_source(vm, args.get(0), &path, what)?;
    }
    let mode = match mode.as_str() {
        "exec" => Mode::Exec,
        "eval" => Mode::Eval,
        "single" => Mode::Single,
        "func_type" if only_ast => {
            return Err(vm.call_hidden_module("_ast", "_parse_function_type", &[args.get(0), args.get(1)]));
        }
        "func_type" => return Err(vm.value_error("compile() mode 'func_type' requires flag PyCF_ONLY_AST")),
        _ => return Err(vm.value_error("compile() mode must be 'exec', 'eval' or 'single'")),
    };
    if only_ast {
        let feature = args.opt(6).unwrap_or(Value::int(-1));
        let (given, optimize) = (Value::int(given), Value::int(optimize));
        return Err(vm.call_hidden_module(
            "_ast",
            "_parse",
            &[args.get(0), args.get(1), args.get(2), given, optimize, feature],
        ));
    }
    let mut options = options(vm, given, optimize, alone);
    adopt_file(vm, &path, &mut options);
    let part = given & flags::INCOMPLETE_INPUT != 0;
    compile_input(vm, args.get(0), &path, mode, options, what, part)
}
