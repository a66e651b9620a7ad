//! Syntax trees for `ast`: the result of `compile` with `PyCF_ONLY_AST`. The hidden module `_ast` makes the nodes from
//! lists `[kind, fields, place]`; several nodes come as a tuple.

use ttd_code::Mode;
use ttd_code::ast::{Field, Node, parse};
use ttd_code::diagnostics::warnings::Phase;
use ttd_core::value::Value;

use super::source::{file_name, max_digits, source_text};
use crate::Vm;
use crate::native::*;

/// `_core.parse_tree(source, filename, mode)`.
pub(crate) fn parse_tree(vm: &mut Vm, args: Args) -> Res {
    let path = file_name(vm, args.get(1))?;
    let source = source_text(vm, args.get(0), &path, "compile() arg 1 must be a string, bytes or AST")?;
    let mode = vm.text_lossy(vm.unwrap(args.get(2))).into_owned();
    let mode = match mode.as_str() {
        "exec" => Mode::Exec,
        "eval" => Mode::Eval,
        "single" => Mode::Single,
        "func_type" => return Err(vm.not_supported("parsing a function type")),
        _ => return Err(vm.value_error("compile() mode must be 'exec', 'eval', 'single' or 'func_type'")),
    };
    let mode = if mode == Mode::Eval && super::expression::is_indented(&source) { Mode::Exec } else { mode };
    match parse(&source, &path, mode, max_digits(vm)) {
        Ok(node) => {
            let found = ttd_code::diagnostics::warnings::warnings(&source, &path, mode, Phase::Parser);
            vm.compiler_warnings(&found)?;
            Ok(value_of(vm, &node))
        }
        Err(e) => Err(vm.syntax_error(&e)),
    }
}

fn value_of(vm: &mut Vm, node: &Node) -> Value {
    let kind = vm.intern(node.kind);
    let fields: Vec<Value> = node.fields.iter().map(|f| field(vm, f)).collect();
    let fields = vm.new_tuple(&fields);
    let place = match node.span {
        Some(place) => {
            let place = place.map(|n| Value::int(i64::from(n)));
            vm.new_tuple(&place)
        }
        None => Value::NONE,
    };
    vm.new_list(&[kind, fields, place])
}

fn field(vm: &mut Vm, f: &Field) -> Value {
    match f {
        Field::None => Value::NONE,
        Field::Text(s) => vm.intern(s),
        Field::Int(n) => Value::int(*n),
        Field::Const(c) => vm.fresh_const(c),
        Field::Node(node) => value_of(vm, node),
        Field::List(items) => {
            let items: Vec<Value> = items.iter().map(|i| field(vm, i)).collect();
            vm.new_tuple(&items)
        }
    }
}
