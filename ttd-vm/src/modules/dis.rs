//! `_ttd_dis`: the instructions of code objects, for `lib/native/syntax/dis.py`.

use ttd_code::{Referent, operands_of};
use ttd_core::value::Value;

use crate::{Vm, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_ttd_dis",
    doc: "Lists code.",
    functions: methods! {
        /// For each instruction a tuple: its mnemonic and number, its operands as text; the kind of thing that it
        /// refers to ("", "name", "const" or "target"), the index of that thing, and its value.
        Pure "instructions" "(code, /)" => instructions;
    },
    types: &[],
    init: |_, _| Ok(()),
};

fn instructions(vm: &mut Vm, args: Args) -> Res {
    let Some(code) = vm.code_of(args.get(0)) else {
        return Err(vm.type_error("instructions() argument must be a code object"));
    };
    let mut rows = Vec::with_capacity(code.code.ins.len());
    for at in 0..code.code.ins.len() {
        let (text, referent) = operands_of(&code.code, at);
        let (kind, index, value) = match referent {
            Referent::Nothing => ("", 0, Value::NONE),
            Referent::Name(index) => ("name", index, code.names[index]),
            Referent::Const(index) => ("const", index, code.consts[index]),
            Referent::Target(index) => ("target", index, Value::int(index as i64)),
        };
        let op = code.code.ins[at].op;
        let (mnemonic, text, kind) = (vm.intern(op.info().name), vm.new_str(&text), vm.intern(kind));
        rows.push(vm.new_tuple(&[mnemonic, Value::int(op as i64), text, kind, Value::int(index as i64), value]));
    }
    Ok(vm.new_list(&rows))
}
