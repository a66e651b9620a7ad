//! Reading attributes: the descriptor protocol, without calling anything.
//!
//! [`Vm::find_attr`] says where an attribute is and what must be called to get it. Instructions then push a frame for
//! the getter; native code (`Vm::getattr`) nests a loop.

use ttd_core::value::Value;

use super::bind_attr::method;
use super::weak_references;
use crate::native::{Res, Trap};
use crate::{Vm, ids};

/// Where an attribute is.
#[derive(Clone, Copy, Debug)]
pub enum Attr {
    /// In a slot of the instance.
    Slot(u32, Value),
    /// In the class or elsewhere, unbound.
    Value(Value),
    /// A function of the class, to be called with the second value as receiver.
    Bound(Value, Value),
    /// The result of calling this with the first `usize` arguments.
    Call(Value, [Value; 3], usize),
    /// Nowhere.
    Missing,
}

impl Vm {
    /// Finds an attribute by its interned name.
    ///
    /// # Errors
    /// Those of a computed attribute of a builtin.
    pub fn find_attr(&mut self, obj: Value, name: Value) -> Res<Attr> {
        if obj.is(ids::SUPER) {
            return self.find_super_attr(obj, name);
        }
        if let Some(found) = self.attr_in_slot(obj, name) {
            return Ok(found);
        }
        let class = self.type_of(obj);
        if let Some(hook) = self.lookup(class, self.names.getattribute) {
            if !hook.is(ids::METHOD_DESC) && !self.is_present_local(obj, hook) {
                return match self.find_attr_behind(obj, name)? {
                    Some(found) => Ok(found),
                    None => self.bind_hook(hook, obj, class, name),
                };
            }
            if obj.is(ids::INST) && self.unwrap(obj).is(ids::SUPER) {
                return self.find_super_attr(obj, name);
            }
        }
        let found = self.find_attr_plain(obj, class, name)?;
        if matches!(found, Attr::Missing) {
            return self.find_getattr_hook(obj, class, name);
        }
        Ok(found)
    }

    /// Finds an attribute of a weak proxy's target. `None` for any other object; and where a call gives the attribute,
    /// as it may raise AttributeError, which is for the target's `__getattr__`.
    fn find_attr_behind(&mut self, obj: Value, name: Value) -> Res<Option<Attr>> {
        let Some(target) = weak_references::behind(self, obj) else { return Ok(None) };
        let target = target?;
        match self.find_attr(target, name)? {
            Attr::Missing => Err(self.no_attribute(target, name)),
            Attr::Call(..) => Ok(None),
            found => Ok(Some(found)),
        }
    }

    /// An attribute in a slot of an instance, which nothing in its class precedes: as most are.
    #[inline]
    fn attr_in_slot(&mut self, obj: Value, name: Value) -> Option<Attr> {
        if !obj.is(ids::INST) {
            return None;
        }
        let id = self.heap.shape(obj);
        let shape = self.loaded.shapes.get(id);
        let class = shape.class;
        if shape.dict || shape.payload {
            return None;
        }
        let slot = self.loaded.shapes.slot_of(id, name)?;
        let precedes = self.lookup(class, self.names.getattribute).is_none_or(|hook| !hook.is(ids::METHOD_DESC))
            || self.lookup(class, name).is_some();
        (!precedes).then(|| Attr::Slot(slot, self.heap.slot(obj, slot as usize)))
    }

    /// Finds an attribute of a `super` object or of an instance of a subclass of `super`.
    fn find_super_attr(&mut self, obj: Value, name: Value) -> Res<Attr> {
        let inner = self.unwrap(obj);
        match self.find_by_super(inner, name)? {
            Attr::Missing => match self.super_attr(inner, name) {
                Some(own) => own.map(Attr::Value),
                None => Ok(self.generic_super_attr(obj, name)?.map_or(Attr::Missing, Attr::Value)),
            },
            found => Ok(found),
        }
    }

    /// The call of a `__getattribute__` or `__getattr__`, which may be a descriptor that must be bound first.
    pub(crate) fn bind_hook(&mut self, hook: Value, obj: Value, class: Value, name: Value) -> Res<Attr> {
        let call = |f, first| match first {
            Some(this) => Attr::Call(f, [this, name, Value::UNBOUND], 2),
            None => Attr::Call(f, [name, Value::UNBOUND, Value::UNBOUND], 1),
        };
        if hook.is(ids::FUNCTION) {
            return Ok(call(hook, Some(obj)));
        }
        Ok(match self.bind_found(hook, obj, class)? {
            Attr::Bound(f, this) => call(f, Some(this)),
            Attr::Slot(_, f) | Attr::Value(f) => call(f, None),
            Attr::Call(get, args, n) => call(self.call(get, &args[..n])?, None),
            Attr::Missing => call(hook, Some(obj)),
        })
    }

    /// Finds `__getattr__`, for an attribute that is missing.
    pub(crate) fn find_getattr_hook(&mut self, obj: Value, class: Value, name: Value) -> Res<Attr> {
        if obj.is(ids::MODULE) {
            let dict = self.heap.slot(obj, 0);
            if let Some(hook) = self.dict_get_name(dict, self.names.getattr) {
                return Ok(Attr::Call(hook, [name, Value::UNBOUND, Value::UNBOUND], 1));
            }
        }
        match self.lookup(class, self.names.getattr) {
            Some(hook) => self.bind_hook(hook, obj, class, name),
            None => Ok(Attr::Missing),
        }
    }

    /// Finds an attribute as `object.__getattribute__` does.
    pub(crate) fn find_attr_plain(&mut self, obj: Value, class: Value, name: Value) -> Res<Attr> {
        let of_class = self.lookup(class, name);
        if let Some(d) = of_class
            && self.is_data_descriptor(d)
            && self.has_getter(d)
        {
            return self.bind_found(d, obj, class);
        }
        if obj.is(ids::METHOD)
            && let Some(d) = of_class.filter(|d| d.is(ids::METHOD_DESC))
        {
            // Attributes of the bound method type precede those of its function.
            return Ok(Attr::Bound(d, obj));
        }
        if let Some(own) = self.own_attr(obj, name)? {
            return Ok(own);
        }
        match of_class {
            Some(d) => self.bind_found(d, obj, class),
            None => Ok(Attr::Missing),
        }
    }

    /// Finds an attribute in the object itself: its slots, its namespace, or for a class its own resolution order.
    pub(crate) fn own_attr(&mut self, obj: Value, name: Value) -> Res<Option<Attr>> {
        if !obj.is_obj() {
            return Ok(None);
        }
        match obj.tid() {
            ids::INST => {
                let id = self.heap.shape(obj);
                let shape = self.loaded.shapes.get(id);
                if shape.dict {
                    let dict = self.heap.slot(obj, shape.native as usize);
                    return Ok(self.dict_get_name(dict, name).map(Attr::Value));
                }
                Ok(self.loaded.shapes.slot_of(id, name).map(|s| Attr::Slot(s, self.heap.slot(obj, s as usize))))
            }
            ids::MODULE => Ok(self.dict_get_name(self.heap.slot(obj, 0), name).map(Attr::Value)),
            ids::FUNCTION => {
                let dict = self.heap.slot(obj, crate::vm::call::function::DICT);
                Ok(if dict.is_unbound() { None } else { self.dict_get_name(dict, name).map(Attr::Value) })
            }
            ids::STATICMETHOD | ids::CLASSMETHOD => {
                let dict = self.heap.slot(obj, 1);
                Ok(if dict.is(ids::DICT) { self.dict_get_name(dict, name).map(Attr::Value) } else { None })
            }
            ids::TEXTIO => Ok(self.stream_attribute(obj, name).map(Attr::Value)),
            ids::CLASS => match self.lookup(obj, name) {
                Some(found) => self.bind_in_class(found, obj).map(Some),
                None => Ok(None),
            },
            ids::METHOD => {
                // A bound method shows the attributes of its function, without binding them.
                let func = self.heap.slot(obj, method::FUNC);
                Ok(match self.find_attr(func, name)? {
                    Attr::Missing => None,
                    found => Some(found),
                })
            }
            _ => Ok(None),
        }
    }

    /// A class's qualified name, with its module unless that is the program itself or `builtins`.
    fn full_class_name(&self, class: Value) -> String {
        let name = self.text_lossy(self.heap.slot(class, crate::vm::objects::class::fields::QUALNAME));
        match self.dict_get_str(self.class_dict(class), "__module__").filter(|module| module.is(ids::STR)) {
            Some(module) if !matches!(&*self.text_lossy(module), "__main__" | "builtins") => {
                format!("{}.{name}", self.text_lossy(module))
            }
            _ => name.into_owned(),
        }
    }

    /// Why a module of a file lacks an attribute: it may be incomplete, or another than was meant.
    fn module_lacks(&mut self, obj: Value, name: Value) -> Res<Option<Vec<u8>>> {
        if !obj.is(ids::MODULE) {
            return Ok(None);
        }
        let dict = self.heap.slot(obj, 0);
        let Some(module) = self.dict_get_name(dict, self.names.name) else { return Ok(None) };
        match self.file_spec(obj).filter(|_| self.payload(module, ids::STR).is_some()) {
            Some(spec) => {
                let f = self.lib("attribute_missing");
                let text = self.call(f, &[module, name, spec])?;
                Ok(Some(self.heap.bytes(text).to_vec()))
            }
            None => Ok(None),
        }
    }

    /// The spec of a module that was imported from a file of the program.
    pub(crate) fn file_spec(&mut self, module: Value) -> Option<Value> {
        if !module.is(ids::MODULE) || self.host.in_diversion() {
            return None;
        }
        let dict = self.heap.slot(module, 0);
        let spec = self.dict_get_name(dict, self.names.spec).filter(|spec| !spec.is_none());
        // Modules of the library are complete before a program sees them.
        let of_file = self
            .dict_get_name(dict, self.names.file)
            .is_some_and(|file| file.is(ids::STR) && !self.heap.bytes(file).starts_with(ttd_lib::ROOT.as_bytes()));
        spec.filter(|_| of_file)
    }

    /// The AttributeError for a missing attribute, in CPython's words.
    #[cold]
    pub fn no_attribute(&mut self, obj: Value, name: Value) -> Trap {
        let owner = if obj.is(ids::SUPER) {
            "'super' object".to_owned()
        } else if obj.is(ids::CLASS) {
            format!("type object '{}'", self.class_name(obj))
        } else if obj.is(ids::MODULE) {
            let dict = self.heap.slot(obj, 0);
            match self.dict_get_name(dict, self.names.name).and_then(|n| self.payload(n, ids::STR)) {
                Some(module) => format!("module '{}'", self.text_lossy(module)),
                None => "module".to_owned(),
            }
        } else {
            let class = self.type_of(obj);
            let is_empty_slot = obj.is(ids::INST) && self.lookup(class, name).is_some_and(|d| d.is(ids::MEMBER));
            match is_empty_slot {
                true => format!("'{}' object", self.full_class_name(class)),
                false => format!("'{}' object", self.class_name(class)),
            }
        };
        let message = match self.module_lacks(obj, name) {
            Ok(Some(text)) => text,
            Ok(None) => self.message(format!("{owner} has no attribute '"), name, "'"),
            Err(trap) => return trap,
        };
        let trap = self.attribute_error(message);
        if let Trap::Raise(e) = trap {
            self.set_exc_members(e, &[(self.names.exc_name, name), (self.names.obj, obj)]);
        }
        trap
    }

    /// `getattr(obj, name)`, waiting for Python code.
    pub fn getattr(&mut self, obj: Value, name: Value) -> Res {
        let name = self.intern_value(name);
        match self.getattr_if_any(obj, name)? {
            Some(v) => Ok(v),
            None => Err(self.no_attribute(obj, name)),
        }
    }

    /// As `getattr` for an interned name; `None` if it is missing.
    fn getattr_if_any(&mut self, obj: Value, name: Value) -> Res<Option<Value>> {
        match self.find_attr(obj, name)? {
            Attr::Slot(_, v) | Attr::Value(v) => Ok(Some(v)),
            Attr::Bound(f, this) => Ok(Some(self.new_method(f, this))),
            Attr::Missing => Ok(None),
            Attr::Call(f, args, n) => {
                // A hook that was bound has only the name as its argument.
                let bound = n == 1 && args[0] == name && !self.has_own_getattribute(obj);
                let result = self.call(f, &args[..n]);
                if bound { result } else { self.or_getattr_hook(obj, name, f, result) }.map(Some)
            }
        }
    }

    fn or_getattr_hook(&mut self, obj: Value, name: Value, called: Value, result: Res) -> Res {
        let class = self.type_of(obj);
        let Some(hook) = self.lookup(class, self.names.getattr).filter(|h| *h != called) else { return result };
        match self.catch(result, self.types.attribute_error)? {
            Some(v) => Ok(v),
            None => match self.bind_hook(hook, obj, class, name)? {
                Attr::Call(f, args, n) => self.call(f, &args[..n]),
                _ => self.call(hook, &[obj, name]),
            },
        }
    }

    fn has_own_getattribute(&mut self, obj: Value) -> bool {
        let class = self.type_of(obj);
        self.lookup(class, self.names.getattribute).is_some_and(|f| !f.is(ids::METHOD_DESC))
    }

    /// `getattr(obj, name)`, waiting for Python code.
    pub fn getattr_str(&mut self, obj: Value, name: &str) -> Res {
        let name = self.intern(name);
        self.getattr(obj, name)
    }

    /// `getattr(obj, name)`, waiting for Python code; `None` for an AttributeError.
    pub fn getattr_opt(&mut self, obj: Value, name: Value) -> Res<Option<Value>> {
        let name = self.intern_value(name);
        let found = self.getattr_if_any(obj, name);
        Ok(self.catch(found, self.types.attribute_error)?.flatten())
    }

    /// `getattr(obj, name)` as a tail call of the calling native.
    pub fn getattr_tail(&mut self, obj: Value, name: Value) -> Res {
        let name = self.intern_value(name);
        match self.find_attr(obj, name)? {
            Attr::Slot(_, v) | Attr::Value(v) => Ok(v),
            Attr::Bound(f, this) => Ok(self.new_method(f, this)),
            Attr::Missing => Err(self.no_attribute(obj, name)),
            Attr::Call(f, args, n) => {
                let class = self.type_of(obj);
                if self.lookup(class, self.names.getattr).is_some_and(|h| h != f) {
                    return self.getattr(obj, name);
                }
                Err(self.tail_call(f, &args[..n]))
            }
        }
    }
}
