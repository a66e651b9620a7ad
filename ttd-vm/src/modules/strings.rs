//! `_string`: the format string syntax for `string.Formatter`.

use ttd_core::value::Value;
use ttd_pyalgos::text::markup::{self, Markup, Piece, Step};

use crate::{Vm, ids, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_string",
    doc: "string helper module",
    functions: methods! {
        /// split the argument as a field name
        Pure "formatter_field_name_split" "(string, /)" => field_name_split;
        /// parse the argument as a format string
        Pure "formatter_parser" "(string, /)" => parser;
    },
    types: &[],
    init,
};

fn init(_vm: &mut Vm, _module: Value) -> Res<()> {
    Ok(())
}

fn text_arg(vm: &mut Vm, v: Value) -> Res<Vec<u8>> {
    match vm.payload(v, ids::STR) {
        Some(s) => Ok(vm.heap.bytes(s).to_vec()),
        None => {
            let name = vm.type_name(v);
            Err(vm.type_error(format!("expected str, got {name}")))
        }
    }
}

/// An iterator over given values.
fn iterator(vm: &mut Vm, items: &[Value]) -> Res {
    let list = vm.new_list(items);
    vm.iter(list)
}

fn parser(vm: &mut Vm, args: Args) -> Res {
    let text = text_arg(vm, args.get(0))?;
    let (mut markup, mut out) = (Markup::new(&text), Vec::new());
    let mut literal: &[u8] = b"";
    loop {
        let piece = match markup.next_piece() {
            Ok(piece) => piece,
            Err(problem) => return Err(vm.value_error(problem)),
        };
        match piece {
            Some(Piece::Literal(text)) if !matches!(text.last(), Some(b'{' | b'}')) => literal = text,
            Some(Piece::Literal(text)) => {
                // A doubled brace ends a piece.
                let text = vm.new_str_raw(text);
                out.push(vm.new_tuple(&[text, Value::NONE, Value::NONE, Value::NONE]));
            }
            Some(Piece::Field(field)) => {
                let conversion = match field.conversion {
                    Some(c) => vm.new_str(&c.to_string()),
                    None => Value::NONE,
                };
                let parts = [literal, field.name, field.spec].map(|text| vm.new_str_raw(text));
                out.push(vm.new_tuple(&[parts[0], parts[1], parts[2], conversion]));
                literal = b"";
            }
            None => break,
        }
    }
    if !literal.is_empty() {
        let text = vm.new_str_raw(literal);
        out.push(vm.new_tuple(&[text, Value::NONE, Value::NONE, Value::NONE]));
    }
    iterator(vm, &out)
}

fn field_name_split(vm: &mut Vm, args: Args) -> Res {
    let name = text_arg(vm, args.get(0))?;
    let (first, mut rest) = markup::split_name(&name);
    let first = match markup::integer(first) {
        Ok(Some(number)) => vm.int(number),
        Ok(None) => vm.new_str_raw(first),
        Err(problem) => return Err(vm.value_error(problem)),
    };
    let mut steps = Vec::new();
    loop {
        let (attribute, step) = match markup::next_step(&mut rest) {
            Ok(Some(Step::Attribute(name))) => (true, vm.new_str_raw(name)),
            Ok(Some(Step::Key(key))) => (false, vm.new_str_raw(key)),
            Ok(Some(Step::Index(i))) => (false, vm.int(i)),
            Ok(None) => break,
            Err(problem) => return Err(vm.value_error(problem)),
        };
        steps.push(vm.new_tuple(&[Value::bool(attribute), step]));
    }
    let steps = iterator(vm, &steps)?;
    Ok(vm.new_tuple(&[first, steps]))
}
