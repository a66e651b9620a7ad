//! `SyntaxError(msg, (filename, lineno, offset, text[, end_lineno, end_offset]))`.

use ttd_core::value::Value;

use super::common::{self, member};
use crate::{Vm, getters, ids, methods, native::*};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "SyntaxError",
    base: "Exception",
    doc: "Invalid syntax.",
    methods: methods! {
        /// Initialize self.  See help(type(self)) for accurate signature.
        CallsBack "__init__" "(self, /, *args, **kwargs)" => init;
        /// Return str(self).
        CallsBack "__str__" "(self, /)" => str;
    },
    getters: getters! {
        "msg" => msg, set_msg;
        "filename" => filename, set_filename;
        "lineno" => lineno, set_lineno;
        "offset" => offset, set_offset;
        "text" => text, set_text;
        "end_lineno" => end_lineno, set_end_lineno;
        "end_offset" => end_offset, set_end_offset;
        "print_file_and_line" => print_file_and_line, set_print_file_and_line;
    },
    ..TypeDef::EMPTY
};

member!(msg set_msg "msg" |vm, exc| common::arg(vm, exc, 0));
member!(filename set_filename "filename" |vm, exc| detail(vm, exc, 0));
member!(lineno set_lineno "lineno" |vm, exc| detail(vm, exc, 1));
member!(offset set_offset "offset" |vm, exc| detail(vm, exc, 2));
member!(text set_text "text" |vm, exc| detail(vm, exc, 3));
member!(end_lineno set_end_lineno "end_lineno" |vm, exc| detail(vm, exc, 4));
member!(end_offset set_end_offset "end_offset" |vm, exc| detail(vm, exc, 5));
member!(print_file_and_line set_print_file_and_line "print_file_and_line" |_vm, _exc| Value::NONE);

/// An item of the tuple in the second argument.
fn detail(vm: &Vm, exc: Value, i: usize) -> Value {
    let [_, details] = *common::args_of(vm, exc) else { return Value::NONE };
    let details = vm.unwrap(details);
    let items = match details {
        v if v.is(ids::TUPLE) => vm.heap.tuple(v),
        v if v.is(ids::LIST) => vm.heap.list(v),
        _ => &[],
    };
    items.get(i).copied().unwrap_or(Value::NONE)
}

fn init(vm: &mut Vm, args: Args) -> Res {
    let exc = args.get(0);
    if !args.kw.is_empty() {
        let name = vm.type_name(exc);
        return Err(vm.type_error(format!("{name}() takes no keyword arguments")));
    }
    common::set_args(vm, exc, args.rest);
    if let [_, details] = *args.rest {
        let n = vm.collect(details)?.len();
        match n {
            4 | 6 => {}
            5 => return Err(vm.type_error("end_offset must be provided when end_lineno is provided")),
            0..4 => return Err(vm.type_error(format!("function takes at least 4 arguments ({n} given)"))),
            _ => return Err(vm.type_error(format!("function takes at most 6 arguments ({n} given)"))),
        }
    }
    Ok(Value::NONE)
}

fn str(vm: &mut Vm, args: Args) -> Res {
    let exc = args.get(0);
    let message = msg(vm, exc)?;
    let (file, line) = (filename(vm, exc)?, lineno(vm, exc)?);
    let message = common::text(vm, message)?;
    let file = file.is(ids::STR).then(|| vm.heap.bytes(file).rsplit(|b| *b == b'/').next().unwrap_or_default());
    let line = vm.as_i64(line).filter(|_| !line.is_bool()).map(|line| format!("line {line}"));
    let mut out = vm.heap.bytes(message).to_vec();
    let place = [file, line.as_deref().map(str::as_bytes)].into_iter().flatten().collect::<Vec<_>>().join(&b", "[..]);
    if !place.is_empty() || file.is_some() {
        out.extend([b" (", &place[..], b")"].concat());
    }
    Ok(vm.new_str_raw(&out))
}
