//! Container protocols on values of any type, for native code: iteration, subscripts, membership, and indexes.

use crate::native::Res;
use crate::ops::{item, iter};
use crate::vm::Resume;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};
use ttd_core::value::Value;

impl Vm {
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
            let f = self.as_function(f);
            let it = self.call(f, &[v])?;
            let it_class = self.type_of(it);
            if self.lookup(it_class, self.names.next).is_none() {
                let name = self.type_name(it);
                return Err(self.type_error(format!("iter() returned non-iterator of type '{name}'")));
            }
            return Ok(it);
        }
        if v.is(ids::INST) && self.lookup(class, self.names.getitem).is_some() {
            return Ok(self.new_sequence_iterator(v));
        }
        let name = self.class_name(class);
        Err(self.type_error(format!("'{name}' object is not iterable")))
    }

    /// The `iterator` over an object that has `__getitem__` but no `__iter__`.
    pub(crate) fn new_sequence_iterator(&mut self, sequence: Value) -> Value {
        let function = self.lib("item_next");
        self.heap.new_slots_from(ids::SEQ_ITER, 0, &[function, sequence, Value::int(0)])
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
                match self.lookup(class, self.names.next).map(|f| self.as_function(f)) {
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
        self.collect_rest(it)
    }

    /// The remaining items of an iterator.
    pub fn collect_rest(&mut self, it: Value) -> Res<Vec<Value>> {
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
        match self.special_named(o, self.names.getitem) {
            Some(f) => self.call(f, &[o, k]),
            None if o == self.types.type_ => {
                let trap = self.call_hidden_module("_ttd_generic", "generic_alias", &[o, k]);
                if trap == crate::native::Trap::Tail { self.wait_for_tail() } else { Err(trap) }
            }
            None if o.is(ids::CLASS) && self.lookup(o, self.names.class_getitem).is_some() => {
                let f = self.getattr(o, self.names.class_getitem)?;
                self.call(f, &[k])
            }
            None => Err(item::not_subscriptable(self, o)),
        }
    }

    /// `o[k] = v`.
    pub fn set_item(&mut self, o: Value, k: Value, v: Value) -> Res<()> {
        if let Some(done) = item::set(self, o, k, v) {
            return done;
        }
        match self.special_named(o, self.names.setitem) {
            Some(f) => self.call(f, &[o, k, v]).map(|_| ()),
            None => Err(item::no_assignment(self, o, k)),
        }
    }

    /// `del o[k]`.
    pub fn del_item(&mut self, o: Value, k: Value) -> Res<()> {
        if let Some(done) = item::del(self, o, k) {
            return done;
        }
        match self.special_named(o, self.names.delitem) {
            Some(f) => self.call(f, &[o, k]).map(|_| ()),
            None => Err(item::no_deletion(self, o, k)),
        }
    }

    /// Raises TypeError if the class declares that its instances are no containers.
    pub(crate) fn check_container(&mut self, v: Value) -> Res<()> {
        if self.check_blocked(v, "__contains__").is_err() {
            let name = self.type_name(v);
            return Err(self.type_error(format!("'{name}' object is not a container")));
        }
        Ok(())
    }

    /// `x in container`.
    pub fn contains(&mut self, container: Value, x: Value) -> Res<bool> {
        if let Some(found) = item::contains(self, container, x) {
            return found;
        }
        if let Some(f) = self.special_named(container, self.names.contains) {
            let v = self.call(f, &[container, x])?;
            return self.truth(v);
        }
        self.check_container(container)?;
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
        match self.special_named(v, self.names.index) {
            Some(f) => {
                let given = self.call(f, &[v])?;
                match self.checked_int("__index__", given)? {
                    Some(i) => Ok(i),
                    None => {
                        let name = self.type_name(given);
                        Err(self.type_error(format!("__index__ returned non-int (type {name})")))
                    }
                }
            }
            None => {
                let name = self.type_name(v);
                Err(self.type_error(format!("'{name}' object cannot be interpreted as an integer")))
            }
        }
    }

    /// Checks a method's result: an exact int, with a warning if it is an instance of a subclass; `None` if it is no
    /// int.
    pub(crate) fn checked_int(&mut self, method: &str, given: Value) -> Res<Option<Value>> {
        let plain = self.unwrap(given);
        if !self.is_integer(plain) {
            return Ok(None);
        }
        if given != plain || plain.is_bool() {
            let name = self.type_name(given);
            self.warn(
                "DeprecationWarning",
                &format!(
                    "{method} returned non-int (type {name}).  The ability to return an instance of a strict subclass \
                     of int is deprecated, and may be removed in a future version of Python."
                ),
            )?;
        }
        Ok(Some(if plain.is_bool() { Value::int(i64::from(plain == Value::TRUE)) } else { plain }))
    }

    /// Raises TypeError if the class has None in place of a special method.
    pub(crate) fn check_blocked(&mut self, v: Value, name: &str) -> Res<()> {
        if !v.is(ids::INST) {
            return Ok(());
        }
        let (class, name) = (self.type_of(v), self.intern(name));
        match self.lookup(class, name) {
            Some(found) if found.is_none() => Err(self.type_error("'NoneType' object is not callable")),
            _ => Ok(()),
        }
    }

    /// `operator.index(v)` as a machine word.
    pub fn size_arg(&mut self, v: Value) -> Res<i64> {
        let i = self.index(v)?;
        match self.as_i64(i) {
            Some(i) => Ok(i),
            None => Err(self.overflow_error("Python int too large to convert to C ssize_t")),
        }
    }

    /// As `size_arg`, where CPython converts with `PyNumber_AsSsize_t`.
    pub fn index_i64(&mut self, v: Value) -> Res<i64> {
        let i = self.index(v)?;
        match self.as_i64(i) {
            Some(i) => Ok(i),
            None => {
                let name = self.type_name(v);
                Err(self.overflow_error(format!("cannot fit '{name}' into an index-sized integer")))
            }
        }
    }
}
