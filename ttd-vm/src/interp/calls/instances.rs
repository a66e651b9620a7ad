//! Calls of classes that make an instance without the library's `type_call`.

use ttd_code::bytecode::op::{Ins, Op};
use ttd_core::value::Value;

use super::DIRECT;
use crate::native::{Res, Trap};
use crate::vm::call::bind_fast::FastArgs;
use crate::vm::call::invoke::with_receiver;
use crate::vm::call::tail_call::Arguments;
use crate::vm::objects::class::fields;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

impl Vm {
    /// Calls a Python class with the default `__new__` and an `__init__` in Python or none, or a builtin class.
    pub(super) fn instantiate(&mut self, ins: Ins, class: Value, n: usize) -> Res<bool> {
        let constructor = self.constructor(class);
        if let Some(new) = constructor
            && new.is(ids::BUILTIN)
        {
            if n > DIRECT {
                return Ok(false);
            }
            let mut buffer = [class; DIRECT + 1];
            for i in 0..n {
                buffer[i + 1] = self.reg(ins.a + 2 + i as u16);
            }
            let made = self.call_native(self.heap.shape(new), &buffer[..=n], &[], true);
            return self.finish_native_call(ins, made).map(|()| true);
        }
        if let Some(init) = constructor {
            return self.construct(ins, class, init, n).map(|()| true);
        }
        if n == 0
            && self.has_default_construction(class)
            && let Some(init) = self.lookup(class, self.names.init)
            && self.is_object_method(init)
        {
            let obj = self.new_instance(class);
            self.set_reg(ins.c, obj);
            return Ok(true);
        }
        if let Some(new) = self.python_new(class) {
            return self.construct_by_new(ins, class, new, n).map(|()| true);
        }
        if self.has_payload_class(class) && self.only_wraps_builtin(class) {
            let args = self.regs(ins.a + 2, n);
            let made = crate::modules::core::make(self, class, &args, Vec::new());
            return self.store_or_tail(ins.c, made).map(|()| true);
        }
        let Some(init) = self.init_after_builtin(class) else { return Ok(false) };
        let args = self.regs(ins.a + 2, n);
        let Some(made) = self.made_by_natives(class, &args, &[])? else { return Ok(false) };
        self.set_reg(ins.a, made);
        if self.enter_in_place(init, made, ins, n, Cont::Init) {
            return Ok(true);
        }
        self.call_init(ins, made, init, n).map(|()| true)
    }

    /// The `__init__` of a Python class, a Python function, if calling the class begins with the `__new__` of a builtin
    /// other than `object`, such as an exception's.
    pub(super) fn init_after_builtin(&mut self, class: Value) -> Option<Value> {
        if self.heap.slot(class, fields::HEAP) != Value::TRUE || !self.calls_as_type(class) {
            return None;
        }
        let new = self.lookup(class, self.names.new)?;
        let by_builtin = new.is(ids::BUILTIN) && new != self.loaded.object_new;
        self.lookup(class, self.names.init).filter(|init| by_builtin && init.is(ids::FUNCTION))
    }

    /// What a builtin's `__new__` makes for a class; `None` where it hands over to Python code, which it does before
    /// anything else.
    pub(super) fn made_by_natives(
        &mut self,
        class: Value,
        args: &[Value],
        kw: &[(Value, Value)],
    ) -> Res<Option<Value>> {
        let made = crate::modules::core::make(self, class, args, kw.to_vec());
        self.unless_handed_over(made)
    }

    /// Makes an instance around a builtin value by the builtin's `__new__` and `__init__`; `None` where one of them
    /// hands over to Python code, which both do before anything else.
    pub(crate) fn make_and_fill(
        &mut self,
        class: Value,
        init: Value,
        args: &[Value],
        kw: &[(Value, Value)],
    ) -> Res<Option<Value>> {
        // What can be gone through once only must not be asked twice.
        let again = |v: &Value| !v.is_obj() || !crate::ops::iter::is_iterator(self, *v);
        if !args.iter().all(again) {
            return Ok(None);
        }
        let Some(made) = self.made_by_natives(class, args, kw)? else { return Ok(None) };
        let filled = self.call_method_descriptor(init, &with_receiver(made, args), kw);
        Ok(self.unless_handed_over(filled)?.map(|_| made))
    }

    /// The result of a native, unless it asks for Python code to run in its place, which then does not.
    fn unless_handed_over(&mut self, done: Res) -> Res<Option<Value>> {
        match done {
            Err(Trap::Tail) => {
                self.pending.tail = None;
                Ok(None)
            }
            done => done.map(Some),
        }
    }

    /// Whether calling a Python subclass of a builtin only wraps what the builtin's `__new__` makes.
    fn only_wraps_builtin(&mut self, class: Value) -> bool {
        self.calls_as_type(class)
            && self.heap.slot(class, fields::HEAP) == Value::TRUE
            && self.lookup(class, self.names.new).is_some_and(|f| f.is(ids::BUILTIN))
            && self.lookup(class, self.names.init).is_some_and(|f| self.is_object_method(f))
    }

    /// Makes an instance and enters its `__init__`, a Python function, with `n` arguments. Another `__init__` is that
    /// of exceptions that only keep the arguments.
    #[inline(always)]
    pub(super) fn construct(&mut self, ins: Ins, class: Value, init: Value, n: usize) -> Res<()> {
        if !init.is(ids::FUNCTION) {
            let args = self.regs(ins.a + 2, n);
            let made = self.new_exception(class, &args);
            self.set_reg(ins.c, made);
            return Ok(());
        }
        let obj = self.new_instance(class);
        self.set_reg(ins.a, obj);
        if self.enter_in_place(init, obj, ins, n, Cont::Init) {
            return Ok(());
        }
        self.call_init(ins, obj, init, n)
    }

    /// Calls an `__init__` whose parameters are not simple.
    #[inline(never)]
    fn call_init(&mut self, ins: Ins, obj: Value, init: Value, n: usize) -> Res<()> {
        let fast = FastArgs::new(Some(obj)).with_registers(self, ins.a + 2, n, &[]);
        if let Some(fast) = fast
            && self.push_fast(init, &fast, Cont::Init, ins.c)?
        {
            return Ok(());
        }
        let mut args = self.regs(ins.a + 2, n);
        args.insert(0, obj);
        self.invoke(init, &args, &[], Cont::Init, ins.c)
    }

    /// The `__new__` of a class, if that is a Python function and calling the class begins with it.
    fn python_new(&mut self, class: Value) -> Option<Value> {
        if self.heap.slot(class, fields::HEAP) != Value::TRUE || !self.calls_as_type(class) {
            return None;
        }
        let new = match self.lookup(class, self.names.new)? {
            new if new.is(ids::STATICMETHOD) => self.heap.slot(new, 0),
            new => new,
        };
        new.is(ids::FUNCTION).then_some(new)
    }

    /// Calls a `__new__` in Python with `n` arguments. A tuple of the class and the arguments waits for what it makes,
    /// in the register of the callee: `__init__` gets them too.
    fn construct_by_new(&mut self, ins: Ins, class: Value, new: Value, n: usize) -> Res<()> {
        let mut all = Arguments::with_capacity(n + 1);
        all.push(class);
        all.extend((0..n).map(|i| self.reg(ins.a + 2 + i as u16)));
        let kept = self.new_tuple(&all);
        self.set_reg(ins.a, kept);
        if self.enter_in_place(new, class, ins, n, Cont::New) {
            return Ok(());
        }
        self.invoke(new, &all, &[], Cont::New, ins.c)
    }

    /// Delivers what `__new__` has made: its `__init__` is called if it is an instance of the class.
    pub(crate) fn deliver_new(&mut self, dst: u16, made: Value) -> Res<()> {
        let ins = self.waiting();
        let kept = self.reg(ins.a);
        let (class, made_class) = (self.heap.tuple(kept)[0], self.type_of(made));
        let init = match self.is_subclass(made_class, class) {
            true => self.init_after_new(made_class),
            false => None,
        };
        let Some(init) = init else {
            self.set_reg(dst, made);
            return Ok(());
        };
        let mut all = Arguments::from_slice(self.heap.tuple(kept));
        all[0] = made;
        self.set_reg(ins.a, made);
        self.invoke(init, &all, &[], Cont::Init, dst)
    }

    /// The `__init__` that an instance of this class gets after its `__new__`, which may be the program's: that of
    /// `object` does nothing then.
    pub(crate) fn init_after_new(&mut self, class: Value) -> Option<Value> {
        let init = self.lookup(class, self.names.init)?;
        if self.is_object_method(init) {
            let own_new = self.lookup(class, self.names.new) != Some(self.loaded.object_new);
            return if own_new { None } else { Some(init) };
        }
        // What is no function is bound to the instance by its own rules.
        Some(self.as_function(init))
    }

    /// Makes an instance for `type.__call__` and enters its `__init__`, a Python function, where a call waits for it.
    /// Returns false without any effect elsewhere.
    pub(crate) fn construct_for(&mut self, class: Value, init: Value, args: &[Value], dst: u16) -> Res<bool> {
        let ins = self.waiting();
        let waits = matches!(ins.op, Op::Call | Op::CallKw | Op::CallEx) && ins.c == dst;
        if !waits {
            return Ok(false);
        }
        let made = self.new_instance(class);
        self.set_reg(ins.a, made);
        self.invoke(init, &with_receiver(made, args), &[], Cont::Init, dst).map(|()| true)
    }
}
