//! The protocols of Python's data model for native code that needs an answer now: builtin values directly,
//! everything else by calling its methods, nested.

use ttd_core::value::Value;

use super::Resume;
use super::frame::Cont;
use crate::native::{Res, Trap};
use crate::ops::binop::BinOp;
use crate::ops::compare::{self, CmpOp};
use crate::ops::{arith, hashing, item, iter};
use crate::{Vm, ids};

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
        self.repr(v)
    }

    fn text_method(&mut self, v: Value, name: &str, builtin: fn(&mut Vm, Value) -> Res) -> Res {
        if !v.is(ids::INST) && !v.is(ids::CLASS) {
            return builtin(self, v);
        }
        let Some(f) = self.special(v, name) else { return builtin(self, v) };
        if v.is(ids::CLASS) && f.is(ids::METHOD_DESC) {
            return builtin(self, v);
        }
        if f.is(ids::METHOD_DESC)
            && let Some(text) = crate::types::set::repr_in_subclass(self, v)
        {
            return text;
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
        let text = self.repr(v)?;
        if self.heap.bytes(text).is_ascii() {
            return Ok(text);
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
    pub fn format(&mut self, v: Value, spec: &str) -> Res {
        if v.is(ids::INST) {
            let f = self.special(v, "__format__");
            let spec_value = self.new_str(spec);
            if let Some(f) = f.filter(|f| !self.is_object_method(*f)) {
                return self.call(f, &[v, spec_value]);
            }
            if spec.is_empty() {
                return self.str_of(v);
            }
            let name = self.type_name(v);
            return Err(self.type_error(format!("unsupported format string passed to {name}.__format__")));
        }
        crate::ops::format::format_builtin(self, v, spec)
    }

    /// `hash(v)`.
    pub fn hash(&mut self, v: Value) -> Res<i64> {
        if !v.is(ids::INST) && !v.is(ids::CLASS) {
            return hashing::hash_builtin(self, v);
        }
        let class = self.type_of(v);
        let f = match self.lookup(class, self.names.hash) {
            Some(f) if f.is_none() => return Err(self.unhashable(v)),
            Some(f) => f,
            None => return hashing::hash_builtin(self, v),
        };
        if self.is_object_method(f) {
            return Ok(hashing::hash_identity(self, v));
        }
        let h = self.call(f, &[v])?;
        if !self.is_integer(h) {
            return Err(self.type_error("__hash__ method should return an integer"));
        }
        // What fits in a machine word is taken as it is, not reduced as the hash of an int is.
        match self.as_i64(h) {
            Some(-1) => Ok(-2),
            Some(h) => Ok(h),
            None => hashing::hash_builtin(self, h),
        }
    }

    /// `bool(v)`.
    pub fn truth(&mut self, v: Value) -> Res<bool> {
        if let Some(truth) = self.plain_truth(v) {
            return Ok(truth);
        }
        if let Some(f) = self.special(v, "__bool__") {
            let b = self.call(f, &[v])?;
            if !b.is_bool() {
                let name = self.type_name(b);
                return Err(self.type_error(format!("__bool__ should return bool, returned {name}")));
            }
            return Ok(b == Value::TRUE);
        }
        match self.special(v, "__len__") {
            Some(f) => {
                let n = self.call(f, &[v])?;
                Ok(self.len_from(n)? != 0)
            }
            None => Ok(true),
        }
    }

    /// `len(v)`.
    pub fn len(&mut self, v: Value) -> Res<usize> {
        if let Some(n) = item::len(self, v) {
            return Ok(n);
        }
        match self.special(v, "__len__") {
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

    /// What `__len__` returned, checked.
    pub(crate) fn len_from(&mut self, n: Value) -> Res<usize> {
        let n = self.index(n)?;
        match self.as_i64(n) {
            Some(n) if n >= 0 => Ok(n as usize),
            Some(_) => Err(self.value_error("__len__() should return >= 0")),
            None => Err(self.overflow_error("cannot fit 'int' into an index-sized integer")),
        }
    }

    /// `a == b`, where identity counts as equal.
    pub fn eq(&mut self, a: Value, b: Value) -> Res<bool> {
        if self.is_same(a, b) {
            return Ok(true);
        }
        let v = self.rich(CmpOp::Eq, a, b)?;
        self.truth(v)
    }

    /// `a < b`.
    pub fn less(&mut self, a: Value, b: Value) -> Res<bool> {
        let v = self.rich(CmpOp::Lt, a, b)?;
        self.truth(v)
    }

    /// A comparison, in full.
    pub fn rich(&mut self, op: CmpOp, a: Value, b: Value) -> Res {
        if !a.is(ids::INST) && !b.is(ids::INST) {
            let v = compare::rich(self, op, a, b)?;
            if v != Value::NOT_IMPLEMENTED {
                return Ok(v);
            }
        }
        let (ta, tb) = (self.type_of(a), self.type_of(b));
        let right_first = ta != tb && self.is_subclass(tb, ta);
        for (turn, (x, y, name)) in
            [(b, a, op.swapped().dunder()), (a, b, op.dunder()), (b, a, op.swapped().dunder())].into_iter().enumerate()
        {
            if (turn == 0) != right_first && turn != 1 {
                continue;
            }
            if let Some(f) = self.special(x, name) {
                let v = self.call(f, &[x, y])?;
                if v != Value::NOT_IMPLEMENTED {
                    return Ok(v);
                }
            }
        }
        match op {
            CmpOp::Eq => Ok(Value::bool(self.is_same(a, b))),
            CmpOp::Ne => Ok(Value::bool(!self.is_same(a, b))),
            _ => Err(self.not_comparable(op, a, b)),
        }
    }

    #[cold]
    pub(crate) fn not_comparable(&mut self, op: CmpOp, a: Value, b: Value) -> Trap {
        let (ta, tb, symbol) = (self.type_name(a), self.type_name(b), op.symbol());
        self.type_error(format!("'{symbol}' not supported between instances of '{ta}' and '{tb}'"))
    }

    /// A binary operator, in full.
    pub fn binary(&mut self, op: BinOp, a: Value, b: Value) -> Res {
        if !a.is(ids::INST) && !b.is(ids::INST) {
            let v = arith::binary(self, op, a, b)?;
            if v != Value::NOT_IMPLEMENTED {
                return Ok(v);
            }
        }
        let (ta, tb) = (self.type_of(a), self.type_of(b));
        let mut tries = vec![(a, b, op.dunder())];
        if ta != tb {
            let at = if self.is_subclass(tb, ta) { 0 } else { 1 };
            tries.insert(at, (b, a, op.rdunder()));
        }
        for (x, y, name) in tries {
            if let Some(f) = self.special(x, name) {
                let v = self.call(f, &[x, y])?;
                if v != Value::NOT_IMPLEMENTED {
                    return Ok(v);
                }
            }
        }
        arith::no_method(self, op, a, b, false)
    }

    /// `iter(v)`.
    pub fn iter(&mut self, v: Value) -> Res {
        if let Some(it) = iter::builtin_iter(self, v) {
            return Ok(it);
        }
        if self.is_generator(v) && !v.is(ids::COROUTINE) {
            return Ok(v);
        }
        let class = self.type_of(v);
        if let Some(f) = self.lookup(class, self.names.iter).filter(|f| !f.is_none()) {
            let it = self.call(f, &[v])?;
            let it_class = self.type_of(it);
            if self.lookup(it_class, self.names.next).is_none() {
                let name = self.type_name(it);
                return Err(self.type_error(format!("iter() returned non-iterator of type '{name}'")));
            }
            return Ok(it);
        }
        if v.is(ids::INST) && self.lookup(class, self.names.getitem).is_some() {
            return Ok(crate::types::iter::seq::new(self, v));
        }
        let name = self.class_name(class);
        Err(self.type_error(format!("'{name}' object is not iterable")))
    }

    /// The next item of an iterator; `None` at its end.
    pub fn next(&mut self, it: Value) -> Res<Option<Value>> {
        if let Some(next) = iter::builtin_next(self, it) {
            return next;
        }
        let generator = if it.is(ids::GENERATOR) { Some(it) } else { iter::delegate(self, it) };
        let result = match generator {
            Some(g) => self.nest(|vm| vm.resume_generator(g, Resume::Send(Value::NONE), Cont::Exit, 0)),
            None => {
                let class = self.type_of(it);
                match self.lookup(class, self.names.next) {
                    Some(f) => self.call(f, &[it]),
                    None => {
                        let name = self.class_name(class);
                        return Err(self.type_error(format!("'{name}' object is not an iterator")));
                    }
                }
            }
        };
        self.catch(result, self.types.stop_iteration)
    }

    /// `list(v)` as a Rust vector.
    pub fn collect(&mut self, v: Value) -> Res<Vec<Value>> {
        if self.plain_iterable(v) {
            return iter::items(self, v);
        }
        let it = self.iter(v)?;
        let mut out = Vec::new();
        while let Some(v) = self.next(it)? {
            out.push(v);
            if out.len() % 1000 == 0 {
                self.check_interrupt()?;
            }
        }
        Ok(out)
    }

    /// `o[k]`.
    pub fn get_item(&mut self, o: Value, k: Value) -> Res {
        if let Some(v) = item::get(self, o, k) {
            return v;
        }
        if let Some(looked) = item::get_in_subclass(self, o, k) {
            return match looked? {
                item::Looked::Found(v) => Ok(v),
                item::Looked::Missing(f) => self.call(f, &[o, k]),
            };
        }
        match self.special(o, "__getitem__") {
            Some(f) => self.call(f, &[o, k]),
            None => Err(item::not_subscriptable(self, o)),
        }
    }

    /// `o[k] = v`.
    pub fn set_item(&mut self, o: Value, k: Value, v: Value) -> Res<()> {
        if let Some(done) = item::set(self, o, k, v) {
            return done;
        }
        match self.special(o, "__setitem__") {
            Some(f) => self.call(f, &[o, k, v]).map(|_| ()),
            None => Err(item::no_assignment(self, o)),
        }
    }

    /// `del o[k]`.
    pub fn del_item(&mut self, o: Value, k: Value) -> Res<()> {
        if let Some(done) = item::del(self, o, k) {
            return done;
        }
        match self.special(o, "__delitem__") {
            Some(f) => self.call(f, &[o, k]).map(|_| ()),
            None => Err(item::no_deletion(self, o)),
        }
    }

    /// `x in container`.
    pub fn contains(&mut self, container: Value, x: Value) -> Res<bool> {
        if let Some(found) = item::contains(self, container, x) {
            return found;
        }
        if let Some(f) = self.special(container, "__contains__") {
            let v = self.call(f, &[container, x])?;
            return self.truth(v);
        }
        let it = self.iter(container)?;
        while let Some(v) = self.next(it)? {
            if self.eq(v, x)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `operator.index(v)`: an int.
    pub fn index(&mut self, v: Value) -> Res {
        if v.is_bool() {
            return Ok(Value::int(i64::from(v == Value::TRUE)));
        }
        let inner = self.unwrap(v);
        if self.is_integer(inner) {
            return Ok(inner);
        }
        match self.special(v, "__index__") {
            Some(f) => {
                let i = self.call(f, &[v])?;
                if !self.is_integer(i) {
                    let name = self.type_name(i);
                    return Err(self.type_error(format!("__index__ returned non-int (type {name})")));
                }
                Ok(i)
            }
            None => {
                let name = self.type_name(v);
                Err(self.type_error(format!("'{name}' object cannot be interpreted as an integer")))
            }
        }
    }

    /// `operator.index(v)` as a machine word.
    pub fn index_i64(&mut self, v: Value) -> Res<i64> {
        let i = self.index(v)?;
        match self.as_i64(i) {
            Some(i) => Ok(i),
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

    /// A function of the hidden Python helpers.
    ///
    /// # Panics
    /// When there is none of this name: a mistake in the sources.
    pub fn lib(&mut self, name: &str) -> Value {
        let name_value = self.intern(name);
        let lib = self.global(super::slots::LIB);
        match self.dict_get_name(lib, name_value) {
            Some(f) => f,
            None => panic!("the hidden library has no function {name}"),
        }
    }
}
