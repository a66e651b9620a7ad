//! Calls of classes.

use ttd_core::value::Value;

use crate::native::{Res, Trap};
use crate::vm::Tail;
use crate::vm::call::invoke::with_receiver;
use crate::vm::objects::get_attr::Attr;
use crate::{Vm, ids};

impl Vm {
    /// Calls a class. What needs Python code is handed over to the library's `type_call`.
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
        self.call_as_type(class, args, kw)
    }

    /// `type.__call__(class, *args, **kw)`.
    pub(crate) fn call_as_type(&mut self, class: Value, args: &[Value], kw: &[(Value, Value)]) -> Res {
        // The metaclass of a base makes the class, so its `__init__` is the one to call.
        if class == self.types.type_ && self.bases_have_metaclass(args) {
            let f = self.lib("type_call");
            return Err(self.tail_with(f, with_receiver(class, args), kw.to_vec()));
        }
        let new = self.lookup(class, self.names.new);
        let init = self.lookup(class, self.names.init);
        let native_new = new.filter(|f| f.is(ids::BUILTIN));
        let python_init = init.is_some_and(|f| !f.is(ids::METHOD_DESC));
        let native_class = self.heap.slot(class, crate::vm::objects::class::fields::HEAP) == Value::FALSE;
        let whole = native_class || !self.has_payload_class(class);
        if native_new.is_some()
            && !whole
            && let Some(init) = init.filter(|init| init.is(ids::METHOD_DESC) && !self.is_object_method(*init))
            && let Some(made) = self.make_and_fill(class, init, args, kw)?
        {
            return Ok(made);
        }
        if kw.is_empty()
            && let Some(init) = init.filter(|init| init.is(ids::FUNCTION))
            && self.is_made_by_object(class)
        {
            return Err(self.tail_of(Tail::Construct { class, init, args: args.into() }));
        }
        let mut all = with_receiver(class, args);
        let Some(new) = native_new.filter(|_| !python_init && whole) else {
            let f = self.lib("type_call");
            return Err(self.tail_with(f, all, kw.to_vec()));
        };
        let id = self.heap.shape(new);
        // The `__new__` of futures needs nothing but the class.
        let made = match self.is_subclass(class, self.types.future) {
            true => self.call_native(id, &[class], &[], true)?,
            false => self.call_native(id, &all, kw, true)?,
        };
        let initialised = self.is_initialised(class);
        if let Some(init) = init.filter(|i| initialised && self.heap.slot(*i, 0) != self.types.object)
            && self.is_instance(made, class)
        {
            all[0] = made;
            match self.call_method_descriptor(init, &all, kw) {
                Err(Trap::Tail) => return Err(self.tail_of_init(made)),
                done => done?,
            };
        }
        Ok(made)
    }

    /// Whether these arguments of `type` name a base whose class is a metaclass of the program.
    fn bases_have_metaclass(&self, args: &[Value]) -> bool {
        let Some(bases) = args.get(1).and_then(|bases| self.payload(*bases, ids::TUPLE)) else { return false };
        self.heap.tuple(bases).iter().any(|base| base.is(ids::CLASS) && self.type_of(*base) != self.types.type_)
    }

    /// The tail call of a native `__init__`, as that of the call of the class: the result is the instance.
    fn tail_of_init(&mut self, made: Value) -> Trap {
        let Some(Tail::Call { func, args, kw }) = self.pending.tail.take() else {
            return self.system_error("a native `__init__` can only hand over to a function");
        };
        let lib = self.lib("init_then");
        let mut all = with_receiver(made, &[func]);
        all.extend_from_slice(&args);
        self.tail_with(lib, all, kw)
    }

    /// Whether instances of this Python class hold a builtin value.
    pub(crate) fn has_payload_class(&self, class: Value) -> bool {
        self.heap.slot(class, crate::vm::objects::class::fields::PAYLOAD).as_int() >= 0
    }

    /// Checks a `__new__` that is called by name: it only makes instances of its class and subclasses of it.
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
        let unsafe_object = owner == self.types.object && self.has_payload_class(class);
        if unsafe_object || owner == self.types.int && class == self.types.bool_ {
            let (name, given) = (self.class_name(owner), self.class_name(class));
            return Err(self.type_error(format!("{name}.__new__({given}) is not safe, use {given}.__new__()")));
        }
        Ok(())
    }
}
