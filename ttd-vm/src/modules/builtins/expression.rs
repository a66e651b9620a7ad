//! SyntaxErrors that `eval` and `compile` raise for expressions, where CPython's differ from those for statements.

use ttd_code::{Mode, Options, SyntaxError};
use ttd_core::value::Value;

use crate::Vm;
use crate::native::Trap;

/// The error for empty or blank text.
pub(super) fn none(vm: &mut Vm, text: &str, path: &str) -> Trap {
    let blank = !text.is_empty();
    let class = if blank { vm.types.indentation_error } else { vm.types.syntax_error };
    let message = vm.new_str(if blank { "unexpected indent" } else { "invalid syntax" });
    let (path, shown) = (vm.new_name(path), vm.new_str(text));
    let (at, end) = (Value::int(text.len() as i64), Value::int(if blank { -1 } else { 0 }));
    let line = Value::int(i64::from(blank));
    let place = vm.new_tuple(&[path, line, at, shown, line, end]);
    vm.raise(class, &[message, place])
}

/// CPython's error for a malformed expression where the front end has another one. An indented line after it is refused
/// as it is after a statement.
pub(super) fn mistake(text: &str, path: &str, mode: Mode, options: Options, error: SyntaxError) -> SyntaxError {
    if mode == Mode::Eval && error.message == "can't use starred expression here" {
        // An expression cannot begin with a star.
        let end_column = error.column + 1;
        return SyntaxError { message: "invalid syntax".into(), end_column, ..error };
    }
    if mode != Mode::Eval || error.line < 2 || error.message != "invalid syntax" {
        return error;
    }
    match ttd_code::compile(text, path, Mode::Exec, options) {
        Err(other) if other.message == "unexpected indent" && other.line == error.line => other,
        _ => error,
    }
}

/// Whether the first line of code is indented.
pub(super) fn is_indented(text: &str) -> bool {
    let white = [' ', '\t', '\x0c'];
    let code = |line: &&str| !line.trim_start_matches(white).starts_with(['\r', '\n', '#']);
    let first = text.split_inclusive('\n').find(code).unwrap_or_default();
    // A form feed resets the indentation.
    let rest = first.rsplit_once('\x0c').filter(|(before, _)| before.trim_matches(white).is_empty());
    let rest = rest.map_or(first, |(_, rest)| rest);
    rest.starts_with([' ', '\t']) && !rest.trim().is_empty()
}
