//! `super`. Slots: the class after which the search begins, and the instance or class that attributes are bound to.

use ttd_core::value::Value;

use crate::native::*;
use crate::vm::objects::get_attr::Attr;
use crate::{Vm, getters, ids, methods};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "super",
    tid: ids::SUPER,
    methods: SUPER,
    getters: SUPER_GETTERS,
    slots: Slots { repr: Some(super::repr::super_object), filled_by_init: true, ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

const SUPER: &[Method] = methods! {
    /// super() -> same as super(__class__, <first argument>)
    Pure "__new__" "(cls, /, *args, **kwargs)" => new_super;
    /// Initialize self.  See help(type(self)) for accurate signature.
    Mutates "__init__" "(self, type=None, object_or_type=None, /)" => init_super;
    /// Return getattr(self, name).
    CallsBack "__getattribute__" "(self, name, /)" => super_getattribute;
    /// Bind it to an instance.
    CallsBack "__get__" "(self, instance, owner=None, /)" => super_get;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
};

const SUPER_GETTERS: &[Getter] = getters! {
    "__thisclass__" => super_class;
    "__self__" => super_self;
    "__self_class__" => super_self_class;
};

/// Makes an unbound `super`; `__init__` fills it in.
fn new_super(vm: &mut Vm, _args: Args) -> Res {
    Ok(vm.heap.new_slots_from(ids::SUPER, 0, &[Value::NONE, Value::NONE]))
}

fn init_super(vm: &mut Vm, args: Args) -> Res {
    let (class, this) = given(vm, args)?;
    vm.heap.set_slot(args.get(0), 0, class);
    vm.heap.set_slot(args.get(0), 1, this);
    Ok(Value::NONE)
}

/// Returns the class and the object that attributes are bound to.
fn given(vm: &mut Vm, args: Args) -> Res<(Value, Value)> {
    let (class, this) = match args.opt(1) {
        Some(class) => (class, args.opt(2).unwrap_or(Value::NONE)),
        None => implicit_super(vm)?,
    };
    if !class.is(ids::CLASS) {
        let name = vm.type_name(class);
        return Err(vm.type_error(format!("super() argument 1 must be a type, not {name}")));
    }
    let mut fits = this.is_none() || vm.is_instance(this, class) || this.is(ids::CLASS) && vm.is_subclass(this, class);
    if !fits && this.is(ids::INST) {
        // A proxy names its class by `__class__`.
        let claimed = vm.getattr(this, vm.names.class)?;
        fits = claimed.is(ids::CLASS) && vm.is_subclass(claimed, class);
    }
    if fits { Ok((class, this)) } else { Err(no_fit(vm, class, this)) }
}

fn no_fit(vm: &mut Vm, class: Value, this: Value) -> Trap {
    let (kind, of) = if this.is(ids::CLASS) { ("type", this) } else { ("instance of", vm.type_of(this)) };
    let (of, class) = (vm.class_name(of), vm.class_name(class));
    vm.type_error(format!("super(type, obj): obj ({kind} {of}) is not an instance or subtype of type ({class})."))
}

fn super_get(vm: &mut Vm, args: Args) -> Res {
    super::check_target(vm, &args)?;
    let (object, this) = (args.get(0), args.get(1));
    let receiver = vm.receiver(object);
    if this.is_none() || !vm.heap.slot(object, 1).is_none() {
        return Ok(receiver);
    }
    let (class, own) = (vm.heap.slot(object, 0), vm.type_of(receiver));
    Err(vm.tail_call(own, &[class, this]))
}

fn super_class(vm: &mut Vm, s: Value) -> Res {
    Ok(vm.heap.slot(s, 0))
}

fn super_self(vm: &mut Vm, s: Value) -> Res {
    Ok(vm.heap.slot(s, 1))
}

/// Returns the class whose order of resolution is searched; None for an unbound `super`.
fn super_self_class(vm: &mut Vm, s: Value) -> Res {
    let (class, this) = (vm.heap.slot(s, 0), vm.heap.slot(s, 1));
    let as_class = this.is(ids::CLASS) && vm.is_subclass(this, class);
    Ok(if this.is_none() || as_class { this } else { vm.type_of(this) })
}

/// Resolves `super()` without arguments at run time: the calling frame's `__class__` cell and first argument.
fn implicit_super(vm: &mut Vm) -> Res<(Value, Value)> {
    let code = vm.top_ref().code();
    if code.code.args == 0 {
        return Err(vm.runtime_error("super(): no arguments"));
    }
    let cell = code.code.locals.iter().position(|l| l.free && &*l.name == "__class__");
    let Some(cell) = cell else {
        return Err(vm.runtime_error("super(): __class__ cell not found"));
    };
    let class = vm.heap.slot(vm.reg(cell as u16), 0);
    let mut this = vm.reg(0);
    if code.code.locals[0].cell && this.is(ids::CELL) {
        this = vm.heap.slot(this, 0);
    }
    if this.is_unbound() {
        return Err(vm.runtime_error("super(): arg[0] deleted"));
    }
    if class.is_unbound() {
        return Err(vm.runtime_error("super(): empty __class__ cell"));
    }
    Ok((class, this))
}

fn super_getattribute(vm: &mut Vm, args: Args) -> Res {
    let name = vm.intern_value(args.get(1));
    let object = vm.receiver(args.get(0));
    if object.is(ids::INST) {
        return vm.getattr_tail(object, name);
    }
    match vm.find_by_super(args.get(0), name)? {
        Attr::Slot(_, v) | Attr::Value(v) => Ok(v),
        Attr::Bound(f, this) => Ok(vm.new_method(f, this)),
        Attr::Call(f, args, n) => Err(vm.tail_call(f, &args[..n])),
        Attr::Missing if let Some(own) = vm.super_attr(args.get(0), name) => own,
        Attr::Missing if let Some(own) = vm.generic_super_attr(args.get(0), name)? => Ok(own),
        Attr::Missing => {
            let message = vm.message("'super' object has no attribute '", name, "'");
            Err(vm.attribute_error(message))
        }
    }
}

impl Vm {
    /// Finds an attribute as a `super` object does; nothing before `__init__`.
    pub(crate) fn find_by_super(&mut self, object: Value, name: Value) -> Res<Attr> {
        match (self.heap.slot(object, 0), self.heap.slot(object, 1)) {
            (Value::NONE, _) => Ok(Attr::Missing),
            (class, this) => self.find_super(class, this, name),
        }
    }

    /// Finds an attribute as `super(class, this)` does.
    pub(crate) fn find_super(&mut self, class: Value, this: Value, name: Value) -> Res<Attr> {
        if !class.is(ids::CLASS) {
            let given = self.type_name(class);
            return Err(self.type_error(format!("super() argument 1 must be a type, not {given}")));
        }
        if this.is_none() {
            return Ok(Attr::Missing);
        }
        let as_class = this.is(ids::CLASS) && self.is_subclass(this, class);
        let mut start = if as_class { this } else { self.type_of(this) };
        if !self.is_subclass(start, class) && this.is(ids::INST) {
            // A proxy names its class by `__class__`.
            start = self.getattr(this, self.names.class)?;
        }
        if !start.is(ids::CLASS) || !self.is_subclass(start, class) {
            return Err(no_fit(self, class, this));
        }
        if name == self.names.class {
            return Ok(Attr::Missing);
        }
        let mro = self.mro(start).to_vec();
        let from = mro.iter().position(|c| *c == class).map_or(mro.len(), |i| i + 1);
        for c in &mro[from..] {
            if let Some(found) = self.dict_get_name(self.class_dict(*c), name) {
                return match as_class {
                    true => self.bind_super_class(found, start),
                    false => self.bind_found(found, this, start),
                };
            }
        }
        Ok(Attr::Missing)
    }

    /// Finds an attribute of `object` when neither the classes nor `super` have it.
    pub(crate) fn generic_super_attr(&mut self, object: Value, name: Value) -> Res<Option<Value>> {
        let class = self.type_of(object);
        Ok(match self.find_attr_plain(object, class, name)? {
            Attr::Slot(_, v) | Attr::Value(v) => Some(v),
            Attr::Bound(f, this) => Some(self.new_method(f, this)),
            _ => None,
        })
    }

    /// Finds an attribute of the `super` object itself.
    pub(crate) fn super_attr(&mut self, object: Value, name: Value) -> Option<Res> {
        let row = SUPER_GETTERS.iter().find(|row| row.name.as_bytes() == self.heap.bytes(name))?;
        Some((row.get)(self, object))
    }

    fn bind_super_class(&mut self, found: Value, class: Value) -> Res<Attr> {
        self.bind_in_class(found, class)
    }
}
