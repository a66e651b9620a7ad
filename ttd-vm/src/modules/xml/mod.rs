//! `_ttd_xml`: XML taken apart, for `pyexpat` (`lib/native/text/pyexpat.py`), which has the state of a parser in slots.

use ttd_core::value::Value;
use ttd_pyalgos::text::xml::declaration::{Token, tokens};
use ttd_pyalgos::text::xml::{AttributeValue, Event, Place, Scanner, What, error};

use crate::types::bytes::value::bytes_arg;
use crate::types::str::value::count_chars;
use crate::{Vm, ids, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_ttd_xml",
    doc: "What of `pyexpat` is native.",
    functions: methods! {
        /// Takes text apart: bytes, position, place, depth, whether nothing follows, how many events at most. Gives the
        /// events, and position, place and depth after them.
        Pure "scan" "(data, at, place, depth, final, limit, /)" => scan;
        /// The tokens of a document type declaration and its end, None if it is not complete, or an error's number and
        /// place: bytes, position, whether it is a whole text.
        Pure "declaration" "(data, at, whole, /)" => declaration;
        /// Line and column after a stretch of bytes: bytes, begin, end, line and column at the begin.
        Pure "position" "(data, start, end, line, column, /)" => position;
        /// An instance of a class of Python with the same values in its slots.
        Pure "twin" "(instance, /)" => twin;
        /// The bytes of an argument.
        CallsBack "octets" "(data, /)" => octets;
    },
    types: &[],
    init,
};

fn init(_vm: &mut Vm, _module: Value) -> Res<()> {
    Ok(())
}

fn octets(vm: &mut Vm, args: Args) -> Res {
    let bytes = bytes_arg(vm, args.get(0))?;
    Ok(vm.new_bytes(&bytes))
}

fn twin(vm: &mut Vm, args: Args) -> Res {
    let model = args.get(0);
    if !model.is(ids::INST) {
        return Err(vm.type_error("an instance of a class of Python is required"));
    }
    let (shape, slots) = (vm.heap.shape(model), vm.heap.slots(model).to_vec());
    Ok(vm.heap.new_slots_from(ids::INST, shape, &slots))
}

/// A number of things, 0 for what is none.
pub(super) fn number(v: Value) -> usize {
    if v.is_int() { usize::try_from(v.as_int()).unwrap_or(0) } else { 0 }
}

/// The part of the bytes that is UTF-8, and whether what follows can never be.
pub(super) fn valid(bytes: &[u8]) -> (&str, bool) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text, false),
        Err(e) => (std::str::from_utf8(&bytes[..e.valid_up_to()]).unwrap_or_default(), e.error_len().is_some()),
    }
}

/// How many bytes are looked at first, and how many if one event is wanted.
const WINDOW: usize = 1 << 16;
const SMALL_WINDOW: usize = 1 << 9;

fn scan(vm: &mut Vm, args: Args) -> Res {
    let data = args.get(0);
    if !data.is(ids::BYTES) {
        return Err(vm.type_error("a bytes object is required"));
    }
    let is_final = vm.truth(args.get(4))?;
    let base = number(args.get(1)).min(vm.heap.bytes(data).len());
    let mut window = if args.get(5) == Value::int(1) { SMALL_WINDOW } else { WINDOW };
    loop {
        let rest = &vm.heap.bytes(data)[base..];
        let is_whole = rest.len() <= window;
        let part = rest[..rest.len().min(window)].to_vec();
        let (text, is_broken) = valid(&part);
        let (place, depth) = (Place::from_number(args.get(2).as_int()), number(args.get(3)));
        let mut scanner = Scanner::new(text, 0, place, depth, is_final && is_whole);
        let mut events = Vec::new();
        while events.len() < number(args.get(5)) {
            let Some(event) = scanner.next_event() else {
                // The last bytes of a part may be the begin of a character.
                let partial = is_final && is_whole && text.len() < part.len();
                if is_broken || partial {
                    let code = if is_broken { error::INVALID_TOKEN } else { error::PARTIAL_CHAR };
                    let event = Event { what: What::Error(code), start: text.len(), end: text.len() };
                    events.push(value_of(vm, event, base));
                }
                break;
            };
            let stops = matches!(event.what, What::Error(_) | What::Doctype);
            events.push(value_of(vm, event, base));
            if stops {
                break;
            }
        }
        if !events.is_empty() || is_whole {
            let events = vm.new_list(&events);
            let [at, place, depth] = [(base + scanner.at) as i64, scanner.place as i64, scanner.depth as i64];
            return Ok(vm.new_tuple(&[events, Value::int(at), Value::int(place), Value::int(depth)]));
        }
        window *= 4;
    }
}

/// An event as a tuple: kind, begin, end, and what belongs to the kind. `base` is where the part begins.
fn value_of(vm: &mut Vm, event: Event, base: usize) -> Value {
    let [start, end] = [event.start, event.end].map(|n| Value::int((base + n) as i64));
    let mut parts = vec![Value::NONE, start, end];
    let kind = match event.what {
        What::Start(name, attributes, is_empty) => {
            parts.push(vm.intern(name));
            let mut values = Vec::with_capacity(2 * attributes.len());
            for (name, value) in attributes {
                values.push(vm.intern(name));
                values.push(match value {
                    AttributeValue::Plain(text) => vm.new_str(&text),
                    AttributeValue::Raw(text) => {
                        let text = vm.new_str(text);
                        vm.new_tuple(&[text])
                    }
                });
            }
            parts.push(vm.new_list(&values));
            parts.push(Value::bool(is_empty));
            0
        }
        What::End(name) => {
            parts.push(vm.intern(name));
            1
        }
        What::Text(text) => {
            parts.push(vm.new_str(&text));
            2
        }
        What::Instruction(target, data) => {
            parts.extend([vm.new_str(target), vm.new_str(&data)]);
            3
        }
        What::Comment(text) => {
            parts.push(vm.new_str(&text));
            4
        }
        What::CdataStart => 5,
        What::CdataEnd => 6,
        What::Reference(name) => {
            parts.push(vm.new_str(name));
            7
        }
        What::Space => 8,
        What::Doctype => 9,
        What::Error(code) => {
            parts.push(Value::int(i64::from(code)));
            10
        }
    };
    parts[0] = Value::int(kind);
    vm.new_tuple(&parts)
}

fn declaration(vm: &mut Vm, args: Args) -> Res {
    let bytes = bytes_arg(vm, args.get(0))?;
    let (text, _) = valid(&bytes);
    let whole = vm.truth(args.get(2))?;
    match tokens(text, number(args.get(1)).min(text.len()), whole) {
        Err((code, at)) => Ok(vm.new_tuple(&[Value::int(i64::from(code)), Value::int(at as i64)])),
        Ok((_, None)) => Ok(Value::NONE),
        Ok((found, Some(end))) => {
            let mut values = Vec::with_capacity(found.len());
            for (token, start, from, to, end) in found {
                let inner = vm.new_str(&text[from..to]);
                let [start, end] = [start, end].map(|n| Value::int(n as i64));
                values.push(vm.new_tuple(&[kind_of(&token), start, inner, end]));
            }
            let values = vm.new_list(&values);
            Ok(vm.new_tuple(&[values, Value::int(end as i64)]))
        }
    }
}

fn kind_of(token: &Token) -> Value {
    Value::int(match token {
        Token::Open => 0,
        Token::Word => 1,
        Token::Literal => 2,
        Token::Parameter => 3,
        Token::Comment => 4,
        Token::Instruction => 5,
        Token::Mark => 6,
    })
}

fn position(vm: &mut Vm, args: Args) -> Res {
    let data = args.get(0);
    let bytes = if data.is(ids::BYTES) { vm.heap.bytes(data) } else { &[] };
    let end = number(args.get(2)).min(bytes.len());
    let part = &bytes[number(args.get(1)).min(end)..end];
    let (mut line, mut column) = (number(args.get(3)), number(args.get(4)));
    if part.contains(&b'\r') {
        (line, column) = position_with_returns(part, line, column);
    } else {
        line += part.iter().filter(|b| **b == b'\n').count();
        let last = part.iter().rposition(|b| *b == b'\n');
        let behind = count_chars(&part[last.map_or(0, |at| at + 1)..]);
        column = if last.is_some() { behind } else { column + behind };
    }
    let [line, column] = [line, column].map(|n| Value::int(n as i64));
    Ok(vm.new_tuple(&[line, column]))
}

/// Line and column behind bytes in which lines may end by a carriage return.
fn position_with_returns(part: &[u8], mut line: usize, mut column: usize) -> (usize, usize) {
    let mut previous = 0;
    for byte in part {
        match byte {
            b'\n' if previous == b'\r' => {}
            b'\r' | b'\n' => {
                line += 1;
                column = 0;
            }
            0x80..0xC0 => {}
            _ => column += 1,
        }
        previous = *byte;
    }
    (line, column)
}
