//! Python's data model for native code that needs the result now: builtin values directly, everything else by calling
//! its methods, nested.

pub mod compare_hash;
pub mod containers;

use rustpython_wtf8::Wtf8;
use ttd_core::value::Value;

use crate::native::Res;
use crate::ops::item;
use crate::{Vm, ids};

/// What determines a value's truth.
pub(crate) enum TruthMethod {
    /// Its `__bool__`.
    Bool(Value),
    /// Its `__len__`.
    Len(Value),
    /// Neither: it is true.
    None,
}

impl Vm {
    /// A new list.
    pub fn new_list(&mut self, items: &[Value]) -> Value {
        self.heap.new_list(ids::LIST, items)
    }

    /// A new tuple.
    pub fn new_tuple(&mut self, items: &[Value]) -> Value {
        self.heap.new_tuple(ids::TUPLE, items)
    }

    /// A new dict.
    pub fn new_dict(&mut self) -> Value {
        self.heap.new_dict(ids::DICT)
    }

    /// `repr(v)`: a str.
    pub fn repr(&mut self, v: Value) -> Res {
        self.text_method(v, "__repr__", crate::ops::repr::builtin)
    }

    /// `str(v)`: a str.
    pub fn str_of(&mut self, v: Value) -> Res {
        if v.is(ids::STR) {
            return Ok(v);
        }
        if v.is(ids::INST) {
            return self.text_method(v, "__str__", crate::ops::repr::builtin);
        }
        if v.is(ids::CLASS) {
            // The metaclass may define one or the other.
            return self.text_method(v, "__str__", |vm, v| vm.repr(v));
        }
        if v.is(ids::MAPPINGPROXY) {
            let inner = self.heap.slot(v, 0);
            return self.str_of(inner);
        }
        if v.is_obj()
            && let Some(text) = self.slots_of(v).text
        {
            return text(self, v);
        }
        self.repr(v)
    }

    fn text_method(&mut self, v: Value, name: &str, builtin: fn(&mut Vm, Value) -> Res) -> Res {
        if !v.is(ids::INST) && !v.is(ids::CLASS) {
            return builtin(self, v);
        }
        let Some(f) = self.special(v, name) else {
            self.check_blocked(v, name)?;
            return builtin(self, v);
        };
        if v.is(ids::CLASS) && f.is(ids::METHOD_DESC) {
            return builtin(self, v);
        }
        let text = self.call(f, &[v])?;
        if self.payload(text, ids::STR).is_none() {
            let got = self.type_name(text);
            return Err(self.type_error(format!("{name} returned non-string (type {got})")));
        }
        Ok(text)
    }

    /// `ascii(v)`.
    pub fn ascii(&mut self, v: Value) -> Res {
        let shown = self.repr(v)?;
        let text = self.payload(shown, ids::STR).unwrap_or(shown);
        if self.heap.bytes(text).is_ascii() {
            return Ok(shown);
        }
        let mut out = String::new();
        for c in self.wtf8(text).code_points() {
            let c = c.to_u32();
            match c {
                0..=0x7F => out.push(c as u8 as char),
                0x80..=0xFF => out.push_str(&format!("\\x{c:02x}")),
                0x100..=0xFFFF => out.push_str(&format!("\\u{c:04x}")),
                _ => out.push_str(&format!("\\U{c:08x}")),
            }
        }
        Ok(self.new_str(&out))
    }

    /// `format(v, spec)`.
    pub fn format(&mut self, v: Value, spec: &Wtf8) -> Res {
        if v.is(ids::INST) {
            let f = self.special_named(v, self.names.format);
            let spec_value = self.new_wtf8(spec);
            if let Some(f) = f.filter(|f| !self.is_object_method(*f)) {
                let text = self.call(f, &[v, spec_value])?;
                if self.payload(text, ids::STR).is_none() {
                    let name = self.type_name(text);
                    return Err(self.type_error(format!("__format__ must return a str, not {name}")));
                }
                return Ok(text);
            }
            self.check_blocked(v, "__format__")?;
            if spec.is_empty() {
                return self.str_of(v);
            }
            let name = self.type_name(v);
            return Err(self.type_error(format!("unsupported format string passed to {name}.__format__")));
        }
        crate::ops::format::format_builtin(self, v, spec)
    }

    /// `bool(v)`.
    pub fn truth(&mut self, v: Value) -> Res<bool> {
        if let Some(truth) = self.plain_truth(v) {
            return Ok(truth);
        }
        match self.truth_method(v)? {
            TruthMethod::Bool(f) => {
                let b = self.call(f, &[v])?;
                if !b.is_bool() {
                    let name = self.type_name(b);
                    return Err(self.type_error(format!("__bool__ should return bool, returned {name}")));
                }
                Ok(b == Value::TRUE)
            }
            TruthMethod::Len(f) => {
                let n = self.call(f, &[v])?;
                Ok(self.len_from(n)? != 0)
            }
            TruthMethod::None => Ok(true),
        }
    }

    /// Finds what determines the truth of a value that `plain_truth` does not decide.
    pub(crate) fn truth_method(&mut self, v: Value) -> Res<TruthMethod> {
        let class = self.type_of(v);
        match self.lookup(class, self.names.bool_) {
            Some(f) if f.is_none() => Err(self.type_error("'NoneType' object is not callable")),
            Some(f) => Ok(TruthMethod::Bool(self.as_function(f))),
            None => Ok(self.special_named(v, self.names.len).map_or(TruthMethod::None, TruthMethod::Len)),
        }
    }

    /// `len(v)`.
    pub fn len(&mut self, v: Value) -> Res<usize> {
        if let Some(n) = item::len(self, v) {
            return Ok(n);
        }
        match self.special_named(v, self.names.len) {
            Some(f) => {
                let n = self.call(f, &[v])?;
                self.len_from(n)
            }
            None => {
                let name = self.type_name(v);
                Err(self.type_error(format!("object of type '{name}' has no len()")))
            }
        }
    }

    /// Checks the result of `__len__`.
    pub(crate) fn len_from(&mut self, n: Value) -> Res<usize> {
        let n = self.index(n)?;
        match self.as_i64(n) {
            Some(n) if n >= 0 => Ok(n as usize),
            Some(_) => Err(self.value_error("__len__() should return >= 0")),
            None if self.less(n, Value::int(0))? => Err(self.value_error("__len__() should return >= 0")),
            None => Err(self.overflow_error("cannot fit 'int' into an index-sized integer")),
        }
    }

    /// `callable(v)`.
    pub fn is_callable(&mut self, v: Value) -> bool {
        if !v.is_obj() {
            return false;
        }
        match v.tid() {
            ids::FUNCTION | ids::METHOD | ids::BUILTIN | ids::METHOD_DESC | ids::CLASS | ids::STATICMETHOD => true,
            _ => {
                let class = self.type_of(v);
                self.lookup(class, self.names.call).is_some()
            }
        }
    }

    /// A function of the hidden Python library.
    ///
    /// # Panics
    /// If there is none of this name, which is a bug.
    pub fn lib(&mut self, name: &str) -> Value {
        let name_value = self.intern(name);
        let lib = self.global(crate::vm::slots::LIB);
        match self.dict_get_name(lib, name_value) {
            Some(f) => f,
            None => panic!("the hidden library has no function {name}"),
        }
    }
}
