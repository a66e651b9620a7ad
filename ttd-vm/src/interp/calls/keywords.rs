//! Calls with keywords, and with arguments from an iterable or a mapping.

use smallvec::SmallVec;
use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use crate::native::Res;
use crate::vm::call::bind_fast::FastArgs;
use crate::vm::call::invoke::with_receiver;
use crate::vm::call::tail_call::Arguments;
use crate::vm::objects::bind_attr::method;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

impl Vm {
    /// `Op::CallKw`.
    #[inline(never)]
    pub(crate) fn op_call_kw(&mut self, ins: Ins) -> Res<()> {
        self.poll_work();
        let callee = self.reg(ins.a);
        let own = usize::from(self.reg(ins.a + 1).is_unbound());
        let total = ins.b as usize + 1 - own;
        // The instance is made once, whichever path binds the arguments.
        let made = self.instance_to_fill(ins, callee);
        if self.enter_with_names(ins, callee, made, total)? {
            return Ok(());
        }
        let all: Arguments = (0..total as u16).map(|i| self.reg(ins.a + 1 + own as u16 + i)).collect();
        let names = self.heap.tuple(self.reg(ins.a + 2 + ins.b));
        let positional = total - names.len();
        let kw: SmallVec<[(Value, Value); 4]> = names.iter().copied().zip(all[positional..].iter().copied()).collect();
        self.call_with(ins, callee, made, &all[..positional], &kw)
    }

    /// The new instance of a Python class that a call initializes, and its `__init__`, if that is in Python.
    fn instance_to_fill(&mut self, ins: Ins, callee: Value) -> Option<(Value, Value)> {
        if !callee.is(ids::CLASS) {
            return None;
        }
        let init = self.constructor(callee).filter(|f| f.is(ids::FUNCTION))?;
        let obj = self.new_instance(callee);
        self.set_reg(ins.a, obj);
        Some((obj, init))
    }

    /// Enters a Python function called with named arguments. Returns false without any effect if the callee is
    /// something else or the call is not simple.
    fn enter_with_names(&mut self, ins: Ins, callee: Value, made: Option<(Value, Value)>, total: usize) -> Res<bool> {
        let names = self.heap.tuple(self.reg(ins.a + 2 + ins.b));
        let (f, fast, cont) = match made {
            Some((obj, init)) => (init, FastArgs::new(Some(obj)), Cont::Init),
            None => {
                let (f, fast) = self.fast_callee(callee);
                (f, fast, Cont::Store)
            }
        };
        let first = ins.a + 2 + ins.b - total as u16;
        match fast.with_registers(self, first, total, names) {
            Some(fast) => self.push_fast(f, &fast, cont, ins.c),
            None => Ok(false),
        }
    }

    /// The function behind a callee, and its bound arguments.
    pub(crate) fn fast_callee(&self, callee: Value) -> (Value, FastArgs) {
        if callee.is(ids::METHOD) {
            let (f, this) = (self.heap.slot(callee, method::FUNC), self.heap.slot(callee, method::SELF));
            return (f, FastArgs::new(Some(this)));
        }
        (callee, FastArgs::new(None))
    }

    /// `Op::CallEx`.
    #[inline(never)]
    pub(crate) fn op_call_ex(&mut self, ins: Ins) -> Res<()> {
        let callee = self.reg(ins.a);
        let given = self.reg(ins.a + 2);
        let this = self.reg(ins.a + 1);
        let mut args = Arguments::new();
        if !this.is_unbound() {
            args.push(this);
        }
        match self.positional_from(given, &mut args)? {
            true => {}
            false => {
                if !self.is_iterable(given) {
                    let (f, name) = (self.callable_name(callee), self.type_name(given));
                    return Err(self.type_error(format!("{f} argument after * must be an iterable, not {name}")));
                }
                args.extend(self.collect(given)?);
            }
        }
        let kwargs = self.reg(ins.a + 3);
        let mut kw = Vec::new();
        if !kwargs.is_unbound() {
            let Some(dict) = self.payload(kwargs, ids::DICT) else {
                let (f, name) = (self.callable_name(callee), self.type_name(kwargs));
                return Err(self.type_error(format!("{f} argument after ** must be a mapping, not {name}")));
            };
            kw = self.dict_pairs(dict);
            for (key, _) in &mut kw {
                // The name of a str subclass is its text from here on.
                match self.payload(*key, ids::STR) {
                    Some(name) => *key = name,
                    None => return Err(self.type_error("keywords must be strings")),
                }
            }
        }
        let made = self.instance_to_fill(ins, callee);
        self.call_with(ins, callee, made, &args, &kw)
    }

    /// Appends the items that follow a `*`; false if going through them runs Python code.
    fn positional_from(&mut self, v: Value, args: &mut Arguments) -> Res<bool> {
        if v.is(ids::TUPLE) {
            args.extend_from_slice(self.heap.tuple(v));
        } else if v.is(ids::LIST) {
            args.extend_from_slice(self.heap.list(v));
        } else if self.plain_iterable(v) {
            args.extend(crate::ops::iter::items(self, v)?);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Calls with keywords. `made`: the instance to initialize and its `__init__`.
    fn call_with(
        &mut self,
        ins: Ins,
        callee: Value,
        made: Option<(Value, Value)>,
        args: &[Value],
        kw: &[(Value, Value)],
    ) -> Res<()> {
        let made = match made {
            None if callee.is(ids::CLASS) => self.instance_by_builtin(ins, callee, args, kw)?,
            made => made,
        };
        let Some((obj, init)) = made else {
            return self.invoke(callee, args, kw, Cont::Store, ins.c);
        };
        self.invoke(init, &with_receiver(obj, args), kw, Cont::Init, ins.c)
    }

    /// As `instance_to_fill`, of a class whose instances a builtin's `__new__` makes, which gets the arguments too.
    fn instance_by_builtin(
        &mut self,
        ins: Ins,
        class: Value,
        args: &[Value],
        kw: &[(Value, Value)],
    ) -> Res<Option<(Value, Value)>> {
        let Some(init) = self.init_after_builtin(class) else { return Ok(None) };
        let Some(made) = self.made_by_natives(class, args, kw)? else { return Ok(None) };
        self.set_reg(ins.a, made);
        Ok(Some((made, init)))
    }
}
