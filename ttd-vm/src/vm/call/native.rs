//! Native functions as calls see them, and calling them.

use ttd_core::value::Value;

use super::bind::Signature;
use super::tail_call::Arguments;
use crate::native::{Args, Method, Res, Trap};
use crate::{Vm, ids};

/// A native function as calls see it.
pub struct Native {
    /// Its row.
    pub row: &'static Method,
    /// Its parsed signature.
    pub sig: Signature,
    /// The class or module it belongs to.
    pub owner: &'static str,
    /// Whether CPython implements it as a type slot: a "slot wrapper".
    pub special: bool,
    /// Whether it is a function of a module.
    pub in_module: bool,
    /// Whether it observes if an object is alive.
    pub observes: bool,
    /// Whether it is a class method.
    pub is_class_method: bool,
    /// Whether it is the `__new__` of a class, which is the second slot of the function object.
    pub is_new: bool,
}

impl Native {
    /// Whether calling its class runs it.
    pub fn is_constructor(&self) -> bool {
        matches!(self.row.name, "__new__" | "__init__") && !self.owner.is_empty()
    }

    /// Whether CPython's function parses its arguments itself, so that messages differ from the usual ones. For `int`
    /// and `str` only without keywords.
    pub fn is_own_parser(&self, no_names: bool) -> bool {
        match (self.owner, self.row.name) {
            ("int" | "str", "__new__") => no_names,
            ("", "print" | "max" | "min") => true,
            _ => false,
        }
    }

    /// Whether this special method is a type slot in CPython and not an ordinary method.
    pub fn is_slot(&self) -> bool {
        let ordinary = match self.row.name {
            "__getitem__" => matches!(self.owner, "list" | "dict"),
            "__contains__" => matches!(self.owner, "dict" | "set" | "frozenset"),
            "__get__" | "__new__" | "__init__" | "__set_name__" => true,
            name => !super::slot_names::is_slot(name),
        };
        !ordinary
    }

    /// Its name in messages about arguments: that of the class for a constructor.
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
    /// Calls a method on an instance of exactly the class that has it, the first of the arguments; `None` where it is
    /// another class's, works on a builtin value inside, or where the arguments do not fit as they are.
    #[inline]
    pub(crate) fn call_own_method(&mut self, desc: Value, args: &[Value]) -> Option<Res> {
        let class = self.type_of(*args.first()?);
        self.call_method_of(class, desc, args)
    }

    /// As [`Vm::call_own_method`], with the class of the first argument.
    #[inline]
    pub(crate) fn call_method_of(&mut self, class: Value, desc: Value, args: &[Value]) -> Option<Res> {
        let this = *args.first()?;
        let own = desc.is(ids::METHOD_DESC) && self.heap.slot(desc, 0) == class;
        if !own || self.unwrap(this) != this {
            return None;
        }
        let native = &self.loaded.natives[self.heap.shape(desc) as usize];
        let run = native.row.run;
        let (pos, rest) = args.split_at(native.sig.split(args.len())?);
        Some(run(self, Args { pos, rest, kw: &[] }))
    }

    /// As [`Vm::call_own_method`], of a method that does nothing before it hands over to Python code or raises: then
    /// there is no result, and the caller goes another way.
    pub(crate) fn try_own_method(&mut self, desc: Value, this: Value) -> Option<Value> {
        match self.call_own_method(desc, &[this])? {
            Ok(result) => Some(result),
            Err(trap) => {
                if trap == Trap::Tail {
                    self.pending.tail = None;
                }
                None
            }
        }
    }

    /// Calls a method of a builtin type: the first argument must be an instance of it, or hold one.
    pub(crate) fn call_method_descriptor(&mut self, desc: Value, args: &[Value], kw: &[(Value, Value)]) -> Res {
        if kw.is_empty()
            && let Some(done) = self.call_own_method(desc, args)
        {
            return done;
        }
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
        self.call_native_method(id, args.into(), kw, false)
    }

    /// Calls a native method on its first argument, or on the builtin value that this holds. `bound`: whether the
    /// program called a bound method.
    #[inline(never)]
    pub(crate) fn call_native_method(
        &mut self,
        id: u32,
        mut args: Arguments,
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

    /// The program's `self` for the builtin value that a native method got: that value, or the instance of a Python
    /// class that holds it. Valid until Python code runs.
    pub fn receiver(&self, value: Value) -> Value {
        let (inner, instance) = self.pending.receiver;
        if inner == value { instance } else { value }
    }

    /// Calls a native function.
    #[inline]
    pub(crate) fn call_native(&mut self, id: u32, args: &[Value], kw: &[(Value, Value)], method: bool) -> Res {
        self.call_native_bound(id, args, kw, method, Value::UNBOUND)
    }

    /// Calls a native function. `bound`: the receiver of a bound method.
    #[inline]
    pub(super) fn call_native_bound(
        &mut self,
        id: u32,
        args: &[Value],
        kw: &[(Value, Value)],
        method: bool,
        bound: Value,
    ) -> Res {
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
}
