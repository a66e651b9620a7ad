//! Encoding builtin values.
//!
//! Values that are not builtin are given to the encoder's `default`. What cannot be encoded or contains itself is left
//! to the Python version, which starts again and raises any error; it gets the answers of `default` so far, so that no
//! value is given to it twice.

use ttd_core::value::Value;
use ttd_pyalgos::text::json_string;

use super::{MAX_DEPTH, text};
use crate::{Vm, getters, ids, methods, native::*};

/// Slots: the arguments of `make_encoder`.
mod field {
    pub(super) const MARKERS: usize = 0;
    pub(super) const DEFAULT: usize = 1;
    pub(super) const ENCODER: usize = 2;
    pub(super) const INDENT: usize = 3;
    pub(super) const KEY_SEPARATOR: usize = 4;
    pub(super) const ITEM_SEPARATOR: usize = 5;
    pub(super) const SORT_KEYS: usize = 6;
    pub(super) const SKIPKEYS: usize = 7;
    pub(super) const ALLOW_NAN: usize = 8;
}

/// The type of encoders.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "_json.Encoder",
    tid: ids::JSON_ENCODER,
    doc: "Encoder(markers, default, encoder, indent, key_separator, item_separator, sort_keys, skipkeys, allow_nan)",
    methods: methods! {
        /// Create and return a new object.  See help(type) for accurate signature.
        CallsBack "__new__" "(cls, markers, default, encoder, indent, key_separator, item_separator, sort_keys, skipkeys, allow_nan)" => new;
        /// Call self as a function.
        CallsBack "__call__" "(self, /, obj, _current_indent_level)" => call;
    },
    getters: getters! {
        "markers" => markers;
        "default" => default;
        "encoder" => encoder;
        "indent" => indent;
        "key_separator" => key_separator;
        "item_separator" => item_separator;
        "sort_keys" => sort_keys;
        "skipkeys" => skipkeys;
    },
    ..TypeDef::EMPTY
};

macro_rules! attributes {
    ($($name:ident $field:ident)*) => {$(
        fn $name(vm: &mut Vm, v: Value) -> Res {
            Ok(vm.heap.slot(v, field::$field))
        }
    )*};
}

attributes! {
    markers MARKERS default DEFAULT encoder ENCODER indent INDENT key_separator KEY_SEPARATOR
    item_separator ITEM_SEPARATOR sort_keys SORT_KEYS skipkeys SKIPKEYS
}

fn new(vm: &mut Vm, args: Args) -> Res {
    let markers = args.get(1);
    if !markers.is_none() && vm.payload(markers, ids::DICT).is_none() {
        let name = vm.type_name(markers);
        return Err(vm.type_error(format!("make_encoder() argument 1 must be dict or None, not {name}")));
    }
    for (at, number) in [(5, 5), (6, 6)] {
        if vm.payload(args.get(at), ids::STR).is_none() {
            let name = crate::types::str::args::given_name(vm, args.get(at));
            return Err(vm.type_error(format!("make_encoder() argument {number} must be str, not {name}")));
        }
    }
    let mut slots: Vec<Value> = (1..10).map(|i| args.get(i)).collect();
    for at in [field::SORT_KEYS, field::SKIPKEYS, field::ALLOW_NAN] {
        slots[at] = Value::bool(vm.truth(slots[at])?);
    }
    Ok(vm.heap.new_slots_from(ids::JSON_ENCODER, 0, &slots))
}

fn call(vm: &mut Vm, args: Args) -> Res {
    let (encoder, v) = (args.get(0), args.get(1));
    let level = vm.index_i64(args.get(2))?;
    if let Some(mut writer) = Writer::new(vm, encoder, level) {
        match writer.document(vm, v) {
            Ok(()) => {
                let text = text::string(vm, &writer.out);
                return Ok(vm.new_tuple(&[text]));
            }
            Err(Stop::Trap(trap)) => return Err(trap),
            Err(Stop::Deep) => {
                return Err(vm.recursion_error("maximum recursion depth exceeded while encoding a JSON object"));
            }
            Err(Stop::NotPlain) => return Err(start_again(vm, &args, &writer.answers, None)),
            Err(Stop::Failed(exc)) => return Err(start_again(vm, &args, &writer.answers, Some(exc))),
        }
    }
    Err(start_again(vm, &args, &[], None))
}

/// Leaves the encoding to the Python version, with the answers of `default` so far and the exception that ended them.
fn start_again(vm: &mut Vm, args: &Args, answers: &[Value], failure: Option<Value>) -> Trap {
    let slots = vm.heap.slots(args.get(0)).to_vec();
    let (parts, answers) = (vm.new_tuple(&slots), vm.new_list(answers));
    let f = vm.lib("json_encode");
    vm.tail_call(f, &[parts, args.get(1), args.get(2), answers, failure.unwrap_or(Value::NONE)])
}

/// Why encoding stops.
enum Stop {
    Trap(Trap),
    Deep,
    /// `default` has raised this.
    Failed(Value),
    /// The Python version must encode it.
    NotPlain,
}

impl From<Trap> for Stop {
    fn from(trap: Trap) -> Stop {
        Stop::Trap(trap)
    }
}

/// An open container. For a dict, keys and values alternate; the items of a list are those that it has when their turn
/// comes, as `default` may change it.
struct Open {
    container: Value,
    kind: Kind,
    items: Vec<Value>,
    at: usize,
}

impl Open {
    /// The next item or key.
    fn item(&self, vm: &Vm) -> Option<Value> {
        match self.kind == Kind::Array && self.container.is(ids::LIST) {
            true => vm.heap.list(self.container).get(self.at).copied(),
            false => self.items.get(self.at).copied(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Array,
    Object,
    /// A value for which `default` has given another, which is being written.
    Replaced,
}

struct Writer {
    out: Vec<u8>,
    ascii: bool,
    indent: Option<Vec<u8>>,
    level: usize,
    key_separator: Vec<u8>,
    item_separator: Vec<u8>,
    sort_keys: bool,
    skipkeys: bool,
    allow_nan: bool,
    checks_circles: bool,
    default: Value,
    answers: Vec<Value>,
    open: Vec<Open>,
}

impl Writer {
    /// A writer, if the encoder's settings need no Python code for strings.
    fn new(vm: &Vm, encoder: Value, level: i64) -> Option<Writer> {
        let part = |at: usize| vm.heap.slot(encoder, at);
        let function = part(field::ENCODER);
        if !function.is(ids::BUILTIN) {
            return None;
        }
        let row = vm.loaded.natives.get(vm.heap.shape(function) as usize)?;
        let ascii = match row.row.name {
            "encode_basestring_ascii" => true,
            "encode_basestring" => false,
            _ => return None,
        };
        let indent = part(field::INDENT);
        let indent = match indent.is_none() {
            true => None,
            false => Some(vm.heap.bytes(vm.payload(indent, ids::STR)?).to_vec()),
        };
        let text = |at: usize| vm.payload(part(at), ids::STR).map(|s| vm.heap.bytes(s).to_vec());
        Some(Writer {
            out: Vec::new(),
            ascii,
            indent,
            level: usize::try_from(level).ok()?,
            key_separator: text(field::KEY_SEPARATOR)?,
            item_separator: text(field::ITEM_SEPARATOR)?,
            sort_keys: part(field::SORT_KEYS) == Value::TRUE,
            skipkeys: part(field::SKIPKEYS) == Value::TRUE,
            allow_nan: part(field::ALLOW_NAN) == Value::TRUE,
            checks_circles: !part(field::MARKERS).is_none(),
            default: part(field::DEFAULT),
            answers: Vec::new(),
            open: Vec::new(),
        })
    }

    fn newline(&mut self) {
        if let Some(indent) = &self.indent {
            self.out.push(b'\n');
            for _ in 0..self.level {
                self.out.extend_from_slice(indent);
            }
        }
    }

    fn document(&mut self, vm: &mut Vm, v: Value) -> Result<(), Stop> {
        let mut steps = 0u32;
        self.value(vm, v)?;
        while let Some(top) = self.open.last_mut() {
            steps += 1;
            if steps.is_multiple_of(4096) {
                vm.check_interrupt()?;
            }
            if top.kind == Kind::Replaced {
                self.open.pop();
                continue;
            }
            let (first, is_dict) = (top.at == 0, top.kind == Kind::Object);
            let Some(item) = top.item(vm) else {
                self.level -= 1;
                if !first {
                    self.newline();
                }
                self.out.push(if is_dict { b'}' } else { b']' });
                self.open.pop();
                continue;
            };
            let value = if is_dict { top.items[top.at + 1] } else { item };
            top.at += 1 + usize::from(is_dict);
            if !first {
                self.out.extend_from_slice(&self.item_separator);
            }
            self.newline();
            if is_dict {
                self.key(vm, item)?;
            }
            self.value(vm, value)?;
        }
        Ok(())
    }

    /// Writes a value, or what `default` gives for it.
    fn value(&mut self, vm: &mut Vm, mut given: Value) -> Result<(), Stop> {
        while !self.builtin_value(vm, given)? {
            given = self.replace(vm, given)?;
        }
        Ok(())
    }

    /// Writes a value; false if it is not builtin.
    fn builtin_value(&mut self, vm: &mut Vm, given: Value) -> Result<bool, Stop> {
        let v = vm.unwrap(given);
        if v.is_int() {
            self.integer(v.as_int());
        } else if v.is(ids::STR) {
            json_string::write(vm.heap.bytes(v), self.ascii, &mut self.out);
        } else if v.is_none() {
            self.out.extend_from_slice(b"null");
        } else if v.is_bool() {
            self.out.extend_from_slice(if v == Value::TRUE { b"true" } else { b"false" });
        } else if v.is_float() {
            self.float(v.as_float())?;
        } else if v.is(ids::BIGINT) {
            let text = crate::types::int::text::decimal(vm, v)?;
            self.out.extend_from_slice(text.as_bytes());
        } else if v.is(ids::LIST) || v.is(ids::TUPLE) {
            let (items, is_empty) = match v.is(ids::LIST) {
                true => (Vec::new(), vm.heap.list(v).is_empty()),
                false => (vm.heap.tuple(v).to_vec(), vm.heap.tuple(v).is_empty()),
            };
            self.open(v, items, is_empty, Kind::Array)?;
        } else if v.is(ids::DICT) && v == given {
            let items = self.items(vm, v)?;
            let is_empty = items.is_empty();
            self.open(v, items, is_empty, Kind::Object)?;
        } else if v.is(ids::DICT) {
            return Err(Stop::NotPlain);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Asks `default` for what to write instead of a value.
    fn replace(&mut self, vm: &mut Vm, given: Value) -> Result<Value, Stop> {
        if self.open.len() >= MAX_DEPTH {
            return Err(Stop::Deep);
        }
        if self.checks_circles && self.open.iter().any(|open| open.container == given) {
            return Err(Stop::NotPlain);
        }
        let answer = match vm.call(self.default, &[given]) {
            Ok(answer) => answer,
            Err(Trap::Raise(exc)) => return Err(Stop::Failed(exc)),
            Err(trap) => return Err(Stop::Trap(trap)),
        };
        self.answers.push(answer);
        self.open.push(Open { container: given, kind: Kind::Replaced, items: Vec::new(), at: 0 });
        Ok(answer)
    }

    fn integer(&mut self, i: i64) {
        use std::io::Write;
        // Writing to a vector cannot fail.
        let _ = write!(self.out, "{i}");
    }

    fn float(&mut self, x: f64) -> Result<(), Stop> {
        if x.is_finite() {
            self.out.extend_from_slice(rustpython_literal::float::to_string(x).as_bytes());
            return Ok(());
        }
        if !self.allow_nan {
            return Err(Stop::NotPlain);
        }
        let text: &[u8] = match (x.is_nan(), x > 0.0) {
            (true, _) => b"NaN",
            (false, true) => b"Infinity",
            (false, false) => b"-Infinity",
        };
        self.out.extend_from_slice(text);
        Ok(())
    }

    fn open(&mut self, container: Value, items: Vec<Value>, is_empty: bool, kind: Kind) -> Result<(), Stop> {
        if self.open.len() >= MAX_DEPTH {
            return Err(Stop::Deep);
        }
        if is_empty {
            self.out.extend_from_slice(if kind == Kind::Object { b"{}" } else { b"[]" });
            return Ok(());
        }
        if self.checks_circles && self.open.iter().any(|open| open.container == container) {
            return Err(Stop::NotPlain);
        }
        self.out.push(if kind == Kind::Object { b'{' } else { b'[' });
        self.level += 1;
        self.open.push(Open { container, kind, items, at: 0 });
        Ok(())
    }

    /// The keys and values of a dict to write.
    fn items(&self, vm: &mut Vm, dict: Value) -> Result<Vec<Value>, Stop> {
        let mut pairs = Vec::with_capacity(vm.heap.dict_len(dict));
        let mut texts = true;
        for i in 0..vm.heap.dict_size(dict) {
            let Some((_, key, value)) = vm.heap.dict_entry(dict, i) else { continue };
            let inner = vm.unwrap(key);
            texts &= inner.is(ids::STR);
            let plain = inner.is(ids::STR)
                || inner.is_int()
                || inner.is_none()
                || inner.is_bool()
                || inner.is_float()
                || inner.is(ids::BIGINT);
            match (plain, self.skipkeys) {
                (true, _) => pairs.push((inner, value)),
                (false, true) if !self.sort_keys => {}
                _ => return Err(Stop::NotPlain),
            }
        }
        if self.sort_keys {
            if !texts {
                return Err(Stop::NotPlain);
            }
            pairs.sort_by(|a, b| vm.heap.bytes(a.0).cmp(vm.heap.bytes(b.0)));
        }
        Ok(pairs.into_iter().flat_map(|(key, value)| [key, value]).collect())
    }

    fn key(&mut self, vm: &mut Vm, key: Value) -> Result<(), Stop> {
        if key.is(ids::STR) {
            json_string::write(vm.heap.bytes(key), self.ascii, &mut self.out);
        } else {
            self.out.push(b'"');
            self.value(vm, key)?;
            self.out.push(b'"');
        }
        self.out.extend_from_slice(&self.key_separator);
        Ok(())
    }
}
