//! Calling things: what a call of any callable does, and how frames are pushed.
//!
//! [`Vm::invoke`] is the one entry: it either has the result at once (natives) and delivers it to the continuation,
//! or pushes a frame and returns; the loop then goes on in that frame. [`Vm::call`] is for native code that must wait.

use ttd_core::value::Value;

use crate::native::{Args, Res, Trap};
use crate::vm::Native;
use crate::vm::code::CodeRt;
use crate::vm::objects::get_attr::{Attr, method};
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

/// The slots of a function object. Its shape word is the number of its code.
pub mod function {
    /// `__code__`.
    pub const CODE: usize = 0;
    /// `__globals__`.
    pub const GLOBALS: usize = 1;
    /// `__name__`.
    pub const NAME: usize = 2;
    /// `__qualname__`.
    pub const QUALNAME: usize = 3;
    /// `__defaults__`: a tuple or None.
    pub const DEFAULTS: usize = 4;
    /// `__kwdefaults__`: a dict or None.
    pub const KWDEFAULTS: usize = 5;
    /// `__closure__`: a tuple or None.
    pub const CLOSURE: usize = 6;
    /// `__doc__`.
    pub const DOC: usize = 7;
    /// `__dict__`, or NULL.
    pub const DICT: usize = 8;
    /// `__module__`.
    pub const MODULE: usize = 9;
    /// `__annotations__`, or NULL.
    pub const ANNOTATIONS: usize = 10;
    /// `__annotate__`, or NULL.
    pub const ANNOTATE: usize = 11;
    /// `__type_params__`, or NULL.
    pub const TYPE_PARAMS: usize = 12;
    /// For functions made with an instance of a subclass of dict as globals: that instance, else NULL.
    pub const NAMESPACE: usize = 13;
    /// How many.
    pub const COUNT: usize = 14;
}

impl Native {
    /// Whether it is what calling its class does.
    pub fn is_constructor(&self) -> bool {
        matches!(self.row.name, "__new__" | "__init__") && !self.owner.is_empty()
    }

    /// Whether CPython's function reads its arguments in a way of its own, so that messages differ from the usual ones.
    /// `int` and `str` do without names.
    pub fn is_own_parser(&self, no_names: bool) -> bool {
        match (self.owner, self.row.name) {
            ("int" | "str", "__new__") => no_names,
            ("", "print" | "max" | "min") => true,
            _ => false,
        }
    }

    /// Whether CPython has a slot of the type where this is a special method, and not an ordinary method.
    pub fn is_slot(&self) -> bool {
        let ordinary = match self.row.name {
            "__getitem__" => matches!(self.owner, "list" | "dict"),
            "__contains__" => matches!(self.owner, "dict" | "set" | "frozenset"),
            "__get__" | "__new__" | "__init__" | "__set_name__" => true,
            name => !crate::ops::repr::is_slot(name),
        };
        !ordinary
    }

    /// What it is called in messages about its arguments: a constructor as its class.
    pub fn called_name(&self) -> String {
        if self.is_constructor() { self.owner.to_string() } else { self.full_name() }
    }

    /// `list.append`, `print`.
    pub fn full_name(&self) -> String {
        match self.owner {
            "" => self.row.name.to_string(),
            owner => format!("{owner}.{}", self.row.name),
        }
    }
}

impl Vm {
    /// Calls something; `cont` gets the result, now or when the pushed frame returns.
    pub(crate) fn invoke(
        &mut self,
        callee: Value,
        args: &[Value],
        kw: &[(Value, Value)],
        cont: Cont,
        dst: u16,
    ) -> Res<()> {
        if callee.is(ids::FUNCTION) {
            return self.push_function(callee, args, kw, cont, dst);
        }
        match self.call_direct(callee, args, kw) {
            Ok(v) => self.deliver(cont, dst, v),
            Err(Trap::Tail) => self.run_tail(cont, dst),
            Err(trap) => Err(trap),
        }
    }

    /// Calls anything but a Python function; `Trap::Tail` when Python code has to run.
    pub(crate) fn call_direct(&mut self, callee: Value, args: &[Value], kw: &[(Value, Value)]) -> Res {
        if !callee.is_obj() {
            return Err(self.not_callable(callee));
        }
        match callee.tid() {
            ids::FUNCTION => Err(self.tail_with(callee, args.to_vec(), kw.to_vec())),
            ids::METHOD => {
                let (f, this) = (self.heap.slot(callee, method::FUNC), self.heap.slot(callee, method::SELF));
                let mut all = Vec::with_capacity(args.len() + 1);
                all.push(this);
                all.extend_from_slice(args);
                self.call_direct(f, &all, kw)
            }
            ids::BUILTIN => {
                let this = self.heap.slot(callee, 0);
                let id = self.heap.shape(callee);
                if this.is_unbound() {
                    if self.loaded.natives[id as usize].makes {
                        self.check_new(callee, args)?;
                    }
                    return self.call_native(id, args, kw, false);
                }
                let mut all = Vec::with_capacity(args.len() + 1);
                all.push(this);
                all.extend_from_slice(args);
                self.call_native_method(id, all, kw, true)
            }
            ids::METHOD_DESC => self.call_method_descriptor(callee, args, kw),
            ids::CLASS => self.call_class(callee, args, kw),
            ids::STATICMETHOD => {
                let f = self.heap.slot(callee, 0);
                self.call_direct(f, args, kw)
            }
            _ => {
                if let Some(result) = crate::types::operator::call(self, callee, args, kw) {
                    return result;
                }
                if let Some(result) = crate::modules::functools::call(self, callee, args, kw) {
                    return result;
                }
                let (f, this) = self.call_of_object(callee)?;
                if this.is_unbound() {
                    return self.call_direct(f, args, kw);
                }
                let mut all = Vec::with_capacity(args.len() + 1);
                all.push(this);
                all.extend_from_slice(args);
                self.call_direct(f, &all, kw)
            }
        }
    }

    /// A builtin `__new__` that a program calls by name makes instances of its class and of those below only.
    #[inline(never)]
    pub(crate) fn check_new(&mut self, callee: Value, args: &[Value]) -> Res<()> {
        let owner = self.heap.slot(callee, 1);
        let Some(&class) = args.first() else {
            let name = self.class_name(owner);
            return Err(self.type_error(format!("{name}.__new__(): not enough arguments")));
        };
        if !class.is(ids::CLASS) {
            let (name, given) = (self.class_name(owner), self.type_name(class));
            return Err(self.type_error(format!("{name}.__new__(X): X is not a type object ({given})")));
        }
        if class != owner && !self.is_subclass(class, owner) {
            let (name, given) = (self.class_name(owner), self.class_name(class));
            return Err(self.type_error(format!("{name}.__new__({given}): {given} is not a subtype of {name}")));
        }
        if owner == self.types.object && self.has_payload_class(class) {
            let given = self.class_name(class);
            return Err(self.type_error(format!("object.__new__({given}) is not safe, use {given}.__new__()")));
        }
        Ok(())
    }

    /// What is called when an object is: the `__call__` of its class, and what it is bound to or NULL. A `__call__`
    /// that is an object itself is asked for its own.
    fn call_of_object(&mut self, callee: Value) -> Res<(Value, Value)> {
        let mut object = callee;
        for _ in 0..1000 {
            let class = self.type_of(object);
            let Some(found) = self.lookup(class, self.names.call) else { return Err(self.not_callable(object)) };
            if found.is(ids::FUNCTION) || found.is(ids::METHOD_DESC) {
                return Ok((found, object));
            }
            let next = match self.bind_found(found, object, class)? {
                Attr::Bound(f, this) => return Ok((f, this)),
                Attr::Slot(_, v) | Attr::Value(v) => v,
                Attr::Call(get, args, n) => self.call(get, &args[..n])?,
                Attr::Missing => return Err(self.not_callable(object)),
            };
            let direct = [ids::FUNCTION, ids::METHOD, ids::BUILTIN, ids::METHOD_DESC, ids::CLASS, ids::STATICMETHOD];
            if !next.is_obj() || direct.contains(&next.tid()) {
                return Ok((next, Value::UNBOUND));
            }
            object = next;
        }
        Err(self.recursion_error("maximum recursion depth exceeded"))
    }

    #[cold]
    fn not_callable(&mut self, v: Value) -> Trap {
        let name = self.type_name(v);
        self.type_error(format!("'{name}' object is not callable"))
    }

    /// Calls a method of a builtin type: the first argument must be an instance of it, or hold one.
    pub(crate) fn call_method_descriptor(&mut self, desc: Value, args: &[Value], kw: &[(Value, Value)]) -> Res {
        let id = self.heap.shape(desc);
        let owner = self.heap.slot(desc, 0);
        let Some(&this) = args.first() else {
            let native = &self.loaded.natives[id as usize];
            let (name, full) = (native.row.name, native.full_name());
            let message = match native.special {
                true => format!("descriptor '{name}' of '{}' object needs an argument", self.class_name(owner)),
                false => format!("unbound method {full}() needs an argument"),
            };
            return Err(self.type_error(message));
        };
        if !self.is_instance(this, owner) {
            let (name, class, given) =
                (self.loaded.natives[id as usize].row.name, self.class_name(owner), self.type_name(this));
            let message = match self.loaded.natives[id as usize].special {
                true => format!("descriptor '{name}' requires a '{class}' object but received a '{given}'"),
                false => format!("descriptor '{name}' for '{class}' objects doesn't apply to a '{given}' object"),
            };
            return Err(self.type_error(message));
        }
        if owner == self.types.object || self.unwrap(this) == this {
            return self.call_native(id, args, kw, true);
        }
        self.call_native_method(id, args.to_vec(), kw, false)
    }

    /// Calls a native method on its first argument, or on the builtin value that this holds. `bound` says whether the
    /// program called a bound method.
    #[inline(never)]
    pub(crate) fn call_native_method(
        &mut self,
        id: u32,
        mut args: Vec<Value>,
        kw: &[(Value, Value)],
        bound: bool,
    ) -> Res {
        let this = args[0];
        args[0] = self.unwrap(this);
        let outer = std::mem::replace(&mut self.pending.receiver, (args[0], this));
        let done = self.call_native_bound(id, &args, kw, true, if bound { this } else { Value::UNBOUND });
        self.pending.receiver = outer;
        done
    }

    /// What the program sees as `self` where a native method sees a builtin value: that value, or the instance of a
    /// Python class that holds it. To be asked before Python code runs.
    pub fn receiver(&self, value: Value) -> Value {
        let (inner, instance) = self.pending.receiver;
        if inner == value { instance } else { value }
    }

    /// Calls a native function.
    #[inline]
    pub(crate) fn call_native(&mut self, id: u32, args: &[Value], kw: &[(Value, Value)], method: bool) -> Res {
        self.call_native_bound(id, args, kw, method, Value::UNBOUND)
    }

    /// The same for a bound method: what it is bound to.
    #[inline]
    fn call_native_bound(&mut self, id: u32, args: &[Value], kw: &[(Value, Value)], method: bool, bound: Value) -> Res {
        let native = &self.loaded.natives[id as usize];
        let run = native.row.run;
        if kw.is_empty()
            && let Some(named) = native.sig.split(args.len())
        {
            let (pos, rest) = args.split_at(named);
            return run(self, Args { pos, rest, kw: &[] });
        }
        let bound = self.bind_native(id, args, kw, method, bound)?;
        run(self, Args { pos: &bound.pos, rest: &bound.rest, kw: &bound.kw })
    }

    /// Calls a class: makes an instance. What needs Python code is handed over to the library's `type_call`.
    pub(crate) fn call_class(&mut self, class: Value, args: &[Value], kw: &[(Value, Value)]) -> Res {
        let meta = self.type_of(class);
        if meta != self.types.type_
            && let Some(f) = self.lookup(meta, self.names.call).filter(|f| !f.is(ids::METHOD_DESC))
        {
            let mut all = args.to_vec();
            let f = match self.bind_found(f, class, meta)? {
                Attr::Bound(f, this) => {
                    all.insert(0, this);
                    f
                }
                Attr::Slot(_, f) | Attr::Value(f) => f,
                Attr::Call(get, given, n) => self.call(get, &given[..n])?,
                Attr::Missing => f,
            };
            return Err(self.tail_with(f, all, kw.to_vec()));
        }
        if class == self.types.type_ && args.len() == 1 && kw.is_empty() {
            return Ok(self.type_of(args[0]));
        }
        let new = self.lookup(class, self.names.new);
        let init = self.lookup(class, self.names.init);
        let native_new = new.filter(|f| f.is(ids::BUILTIN));
        let python_init = init.is_some_and(|f| !f.is(ids::METHOD_DESC));
        let native_class = self.heap.slot(class, crate::vm::objects::class::fields::HEAP) == Value::FALSE;
        let whole = native_class || !self.has_payload_class(class);
        let Some(new) = native_new.filter(|_| !python_init && whole) else {
            let f = self.lib("type_call");
            let mut all = vec![class];
            all.extend_from_slice(args);
            return Err(self.tail_with(f, all, kw.to_vec()));
        };
        let id = self.heap.shape(new);
        let mut all = Vec::with_capacity(args.len() + 1);
        all.push(class);
        all.extend_from_slice(args);
        let made = self.call_native(id, &all, kw, true)?;
        let initialised = self.is_initialised(class);
        if let Some(init) = init.filter(|i| initialised && self.heap.slot(*i, 0) != self.types.object)
            && self.is_instance(made, class)
        {
            all[0] = made;
            self.call_method_descriptor(init, &all, kw)?;
        }
        Ok(made)
    }

    /// Whether instances of this Python class hold a builtin value.
    pub(crate) fn has_payload_class(&self, class: Value) -> bool {
        self.heap.slot(class, crate::vm::objects::class::fields::PAYLOAD).as_int() >= 0
    }

    /// Pushes the frame of a Python function (or makes its generator when it runs).
    pub(crate) fn push_function(
        &mut self,
        func: Value,
        args: &[Value],
        kw: &[(Value, Value)],
        cont: Cont,
        dst: u16,
    ) -> Res<()> {
        let code = self.loaded.codes[self.heap.shape(func) as usize];
        let base = self.free_window();
        if kw.is_empty() && args.len() == code.simple_args as usize {
            self.push_frame(code, base, cont, dst)?;
            self.write_window(base, args, code);
        } else {
            let regs = self.bind_python(code, func, args, kw)?;
            self.push_frame(code, base, cont, dst)?;
            self.write_window(base, &regs, code);
        }
        let globals = self.heap.slot(func, function::GLOBALS);
        let top = self.top();
        top.func = func;
        top.globals = globals;
        Ok(())
    }

    /// Pushes a frame for module or class code.
    pub(crate) fn push_code(
        &mut self,
        code: &'static CodeRt,
        globals: Value,
        locals: Value,
        cont: Cont,
        dst: u16,
    ) -> Res<()> {
        let base = self.free_window();
        self.push_frame(code, base, cont, dst)?;
        self.write_window(base, &[], code);
        let top = self.top();
        top.globals = globals;
        top.locals = locals;
        Ok(())
    }

    /// `__qualname__` of a function, for messages.
    pub(crate) fn function_name(&self, func: Value) -> String {
        self.text_lossy(self.heap.slot(func, function::QUALNAME)).into_owned()
    }

    /// A new function object.
    pub(crate) fn new_function(&mut self, code: &'static CodeRt, globals: Value) -> Value {
        let name = self.intern(&code.code.name);
        let qualname = self.intern(&code.code.qualname);
        let module = self.dict_get_name(globals, self.names.name).unwrap_or(Value::NONE);
        let doc = match code.has(ttd_code::bytecode::code::flags::HAS_DOCSTRING) {
            true => code.consts.first().copied().filter(|c| c.is(ids::STR)).unwrap_or(Value::NONE),
            false => Value::NONE,
        };
        let mut slots = [Value::UNBOUND; function::COUNT];
        for (slot, value) in [
            (function::CODE, code.value),
            (function::GLOBALS, globals),
            (function::NAME, name),
            (function::QUALNAME, qualname),
            (function::DEFAULTS, Value::NONE),
            (function::KWDEFAULTS, Value::NONE),
            (function::CLOSURE, Value::NONE),
            (function::DOC, doc),
            (function::MODULE, module),
        ] {
            slots[slot] = value;
        }
        self.heap.new_slots_from(ids::FUNCTION, code.id, &slots)
    }
}
