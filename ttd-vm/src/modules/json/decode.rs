//! Decoding documents into builtin values.
//!
//! A scanner is called with a document and a position, as `json.scanner` does. Open containers are on an explicit
//! stack. Keys are shared within a document.

use std::collections::HashMap;

use ttd_core::value::Value;
use ttd_pyalgos::numbers::numparse;
use ttd_pyalgos::text::json_string::{self, Malformed};

use super::text;
use super::{MAX_DEPTH, byte_of, char_of, decode_error, hooks};
use crate::types::int::new::parse;
use crate::{Vm, getters, ids, methods, native::*};

const CONTEXT: usize = 0;
const STRICT: usize = 1;
const CONSTANT: usize = 2;
const PLAIN: usize = 3;
/// What is called with objects, or None.
pub(super) const HOOK: usize = 4;
/// Whether that gets pairs.
pub(super) const PAIRS: usize = 5;
/// What is called with the text of a float, or None.
const FLOAT: usize = 6;

/// The type of scanners.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "_json.Scanner",
    tid: ids::JSON_SCANNER,
    doc: "JSON scanner object",
    methods: methods! {
        /// Create and return a new object.  See help(type) for accurate signature.
        CallsBack "__new__" "(cls, context)" => new;
        /// Call self as a function.
        CallsBack "__call__" "(self, /, string, idx)" => call;
    },
    getters: getters! {
        "strict" => strict;
        "object_hook" => object_hook;
        "object_pairs_hook" => object_pairs_hook;
        "parse_float" => parse_float;
        "parse_int" => parse_int;
        "parse_constant" => parse_constant;
    },
    ..TypeDef::EMPTY
};

macro_rules! attributes {
    ($($name:ident)*) => {$(
        fn $name(vm: &mut Vm, v: Value) -> Res {
            let context = vm.heap.slot(v, CONTEXT);
            vm.getattr_str(context, stringify!($name))
        }
    )*};
}

attributes! { strict object_hook object_pairs_hook parse_float parse_int parse_constant }

fn new(vm: &mut Vm, args: Args) -> Res {
    let context = args.get(1);
    let mut parts = Vec::new();
    for name in ["strict", "object_hook", "object_pairs_hook", "parse_float", "parse_int", "parse_constant"] {
        parts.push(vm.getattr_str(context, name)?);
    }
    let (strict, pairs) = (vm.truth(parts[0])?, !parts[2].is_none());
    let float = if parts[3] == vm.types.float { Value::NONE } else { parts[3] };
    let plain = (float.is_none() || reads_numbers(vm, float)?) && parts[4] == vm.types.int && parts[5].is(ids::BUILTIN);
    let hook = if pairs { parts[2] } else { parts[1] };
    let slots = [context, Value::bool(strict), parts[5], Value::bool(plain), hook, Value::bool(pairs), float];
    Ok(vm.heap.new_slots_from(ids::JSON_SCANNER, 0, &slots))
}

/// Whether it is `str` or `Decimal`, which make values of texts without code of the program.
fn reads_numbers(vm: &mut Vm, class: Value) -> Res<bool> {
    if !class.is(ids::CLASS) || vm.class_name(class) != "Decimal" {
        return Ok(class == vm.types.str_);
    }
    let module = vm.getattr_str(class, "__module__")?;
    Ok(module.is(ids::STR) && vm.heap.bytes(module) == b"decimal")
}

fn call(vm: &mut Vm, args: Args) -> Res {
    let (scanner, document) = (args.get(0), args.get(1));
    let Some(s) = vm.payload(document, ids::STR) else {
        let name = vm.type_name(document);
        return Err(vm.type_error(format!("first argument must be a string, not {name}")));
    };
    if vm.heap.slot(scanner, PLAIN) != Value::TRUE {
        return Err(by_python(vm, &args));
    }
    let index = vm.index_i64(args.get(2))?;
    let Ok(index) = usize::try_from(index) else { return Err(vm.value_error("idx cannot be negative")) };
    if index >= vm.str_len(s) {
        return Err(vm.stop_iteration(args.get(2)));
    }
    let bytes = vm.heap.bytes(s).to_vec();
    let mut reader = Reader {
        bytes: &bytes,
        at: byte_of(vm, s, index),
        strict: vm.heap.slot(scanner, STRICT) == Value::TRUE,
        constant: vm.heap.slot(scanner, CONSTANT),
        float: vm.heap.slot(scanner, FLOAT),
        keys: HashMap::new(),
        buffer: Vec::new(),
        hooks: hooks::Hooks::of(vm, scanner),
    };
    match reader.document(vm) {
        Ok(v) if reader.hooks.is_some() => {
            let end = char_of(vm, s, reader.at);
            let hook = vm.heap.slot(scanner, HOOK);
            Err(hooks::calls(vm, reader.hooks, hook, v, end))
        }
        Err(stop) if reader.hooks.is_some() && !matches!(stop, Stop::Trap(_)) => Err(by_python(vm, &args)),
        Ok(v) => {
            let end = char_of(vm, s, reader.at);
            Ok(vm.new_tuple(&[v, Value::int(end as i64)]))
        }
        Err(Stop::Trap(trap)) => Err(trap),
        Err(Stop::Twice) => Err(by_python(vm, &args)),
        Err(Stop::Malformed(Malformed(message, at))) => Err(decode_error(vm, message, document, at)),
        Err(Stop::NoValue(at)) => {
            let at = Value::int(char_of(vm, s, at) as i64);
            Err(vm.raise(vm.types.stop_iteration, &[at]))
        }
        Err(Stop::Deep(what)) => {
            let message =
                format!("maximum recursion depth exceeded while decoding a JSON {what} from a unicode string");
            Err(vm.recursion_error(message))
        }
    }
}

/// Leaves a document to the scanner that is written in Python.
fn by_python(vm: &mut Vm, args: &Args) -> Trap {
    let context = vm.heap.slot(args.get(0), CONTEXT);
    let f = vm.lib("json_scan");
    vm.tail_call(f, &[context, args.get(1), args.get(2)])
}

/// Why decoding stops without a value.
enum Stop {
    /// There is a key twice, and what belongs to it first is given to a hook all the same.
    Twice,
    Trap(Trap),
    Malformed(Malformed),
    NoValue(usize),
    Deep(&'static str),
}

impl From<Trap> for Stop {
    fn from(trap: Trap) -> Stop {
        Stop::Trap(trap)
    }
}

impl From<Malformed> for Stop {
    fn from(wrong: Malformed) -> Stop {
        Stop::Malformed(wrong)
    }
}

/// An open container, with the start of its values on the value stack.
enum Open {
    List(usize),
    Dict(usize),
}

/// What the decoder expects.
enum Next {
    /// A value.
    Value,
    /// A separator or the end of the container.
    After,
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    strict: bool,
    constant: Value,
    /// What is called with the text of a float, or None.
    float: Value,
    keys: HashMap<&'a [u8], Value>,
    buffer: Vec<u8>,
    /// The objects that hooks are to be called with.
    hooks: Option<hooks::Hooks>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// Decodes the value at the position.
    fn document(&mut self, vm: &mut Vm) -> Result<Value, Stop> {
        let (mut values, mut open, mut steps) = (Vec::new(), Vec::new(), 0u32);
        let mut next = Next::Value;
        loop {
            if let Next::Value = next {
                next = self.value(vm, &mut values, &mut open)?;
                steps += 1;
                if steps.is_multiple_of(4096) {
                    vm.check_interrupt()?;
                }
                continue;
            }
            let Some(container) = open.last() else { return values.pop().ok_or(Stop::NoValue(self.at)) };
            self.skip_space();
            match (container, self.peek()) {
                (Open::List(from), Some(b']')) => {
                    let from = *from;
                    self.at += 1;
                    open.pop();
                    let list = vm.new_list(&values[from..]);
                    if let Some(hooks) = &mut self.hooks {
                        hooks.close_list(from, list);
                    }
                    values.truncate(from);
                    values.push(list);
                }
                (Open::Dict(from), Some(b'}')) => {
                    let from = *from;
                    self.at += 1;
                    open.pop();
                    let made = match &mut self.hooks {
                        None => hooks::dict_of(vm, &values[from..])?,
                        Some(hooks) => hooks.close_object(vm, from, &values[from..])?.ok_or(Stop::Twice)?,
                    };
                    values.truncate(from);
                    values.push(made);
                }
                (Open::List(_), Some(b',')) => {
                    let comma = self.at;
                    self.at += 1;
                    self.skip_space();
                    if self.peek() == Some(b']') {
                        return Err(Malformed("Illegal trailing comma before end of array", comma).into());
                    }
                    next = Next::Value;
                }
                (Open::Dict(_), Some(b',')) => {
                    let comma = self.at;
                    self.at += 1;
                    self.skip_space();
                    if self.peek() == Some(b'}') {
                        return Err(Malformed("Illegal trailing comma before end of object", comma).into());
                    }
                    self.key(vm, &mut values)?;
                    next = Next::Value;
                }
                _ => return Err(Malformed("Expecting ',' delimiter", self.at).into()),
            }
        }
    }

    /// Decodes a value, or opens a container.
    fn value(&mut self, vm: &mut Vm, values: &mut Vec<Value>, open: &mut Vec<Open>) -> Result<Next, Stop> {
        let start = self.at;
        let v = match self.peek() {
            Some(b'"') => {
                let (end, plain) = json_string::read(self.bytes, start + 1, self.strict, &mut self.buffer)?;
                self.at = end;
                text::string(vm, if plain { &self.bytes[start + 1..end - 1] } else { &self.buffer })
            }
            Some(b'[') => {
                self.check_depth(open.len(), "array")?;
                self.at += 1;
                self.skip_space();
                if self.peek() != Some(b']') {
                    open.push(Open::List(values.len()));
                    return Ok(Next::Value);
                }
                self.at += 1;
                vm.new_list(&[])
            }
            Some(b'{') => {
                self.check_depth(open.len(), "object")?;
                self.at += 1;
                self.skip_space();
                if self.peek() != Some(b'}') {
                    open.push(Open::Dict(values.len()));
                    self.key(vm, values)?;
                    return Ok(Next::Value);
                }
                self.at += 1;
                match &mut self.hooks {
                    None => vm.new_dict(),
                    Some(hooks) => hooks.close_object(vm, values.len(), &[])?.ok_or(Stop::Twice)?,
                }
            }
            Some(b'-' | b'0'..=b'9') if !self.bytes[start..].starts_with(b"-Infinity") => self.number(vm)?,
            _ => self.word(vm)?,
        };
        values.push(v);
        Ok(Next::After)
    }

    fn check_depth(&self, depth: usize, what: &'static str) -> Result<(), Stop> {
        if depth >= MAX_DEPTH { Err(Stop::Deep(what)) } else { Ok(()) }
    }

    /// Decodes a key and the colon after it.
    fn key(&mut self, vm: &mut Vm, values: &mut Vec<Value>) -> Result<(), Stop> {
        let start = self.at;
        if self.peek() != Some(b'"') {
            return Err(Malformed("Expecting property name enclosed in double quotes", start).into());
        }
        let (end, plain) = json_string::read(self.bytes, start + 1, self.strict, &mut self.buffer)?;
        self.at = end;
        let key = if plain {
            let bytes = &self.bytes[start + 1..end - 1];
            match self.keys.get(bytes) {
                Some(key) => *key,
                None => {
                    let key = text::string(vm, bytes);
                    self.keys.insert(bytes, key);
                    key
                }
            }
        } else {
            text::string(vm, &self.buffer)
        };
        values.push(key);
        self.skip_space();
        if self.peek() != Some(b':') {
            return Err(Malformed("Expecting ':' delimiter", self.at).into());
        }
        self.at += 1;
        self.skip_space();
        Ok(())
    }

    fn digits(&self, mut at: usize) -> usize {
        while self.bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    }

    fn number(&mut self, vm: &mut Vm) -> Result<Value, Stop> {
        let start = self.at;
        let first = start + usize::from(self.bytes[start] == b'-');
        let mut end = match self.bytes.get(first) {
            Some(b'0') => first + 1,
            Some(b'1'..=b'9') => self.digits(first),
            _ => return Err(Stop::NoValue(start)),
        };
        let whole = end;
        if self.bytes.get(end) == Some(&b'.') && self.digits(end + 1) > end + 1 {
            end = self.digits(end + 1);
        }
        if let Some(b'e' | b'E') = self.bytes.get(end) {
            let sign = usize::from(matches!(self.bytes.get(end + 1), Some(b'+' | b'-')));
            let stop = self.digits(end + 1 + sign);
            if stop > end + 1 + sign {
                end = stop;
            }
        }
        self.at = end;
        let text = std::str::from_utf8(&self.bytes[start..end]).unwrap_or_default();
        if end == whole {
            if let Ok(i) = text.parse::<i64>() {
                return Ok(vm.int(i));
            }
            let text = vm.new_str(text);
            return Ok(parse(vm, text, 10)?);
        }
        if !self.float.is_none() {
            let text = vm.new_str(text);
            return Ok(vm.call(self.float, &[text])?);
        }
        Ok(Value::float_any(numparse::parse_float(text).unwrap_or(f64::NAN)))
    }

    fn word(&mut self, vm: &mut Vm) -> Result<Value, Stop> {
        let rest = &self.bytes[self.at..];
        for (word, v) in [("null", Value::NONE), ("true", Value::TRUE), ("false", Value::FALSE)] {
            if rest.starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(v);
            }
        }
        for word in ["NaN", "Infinity", "-Infinity"] {
            if rest.starts_with(word.as_bytes()) {
                self.at += word.len();
                let word = vm.new_str(word);
                return Ok(vm.call(self.constant, &[word])?);
            }
        }
        Err(Stop::NoValue(self.at))
    }
}
