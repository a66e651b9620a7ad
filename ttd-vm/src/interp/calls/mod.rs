//! Calls beyond the loop's fast case, and creation of functions.
//!
//! # Why the unsafe code is sound
//!
//! A window is written only after its end was compared with the end of the reservation, and a frame only after the
//! depth was compared with its limit.

pub(crate) mod build;
mod instances;
pub(crate) mod keywords;
pub(crate) mod native;

use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use super::clear_window;
use crate::native::Res;
use crate::vm::call::function;
use crate::vm::lifecycle::finalize::urgency;
use crate::vm::objects::bind_attr::method;
use crate::vm::objects::weak_references;
use crate::vm::stack::frame::{Cont, Frame, PLAIN_CALL, PLAIN_INIT};
use crate::{Vm, ids};

/// Maximum number of arguments passed to a native in an array on the Rust stack.
pub(super) const DIRECT: usize = 8;

impl Vm {
    /// `Op::Call`.
    #[inline(never)]
    pub(crate) fn op_call(&mut self, ins: Ins) -> Res<()> {
        self.poll_work();
        let callee = self.reg(ins.a);
        let own = usize::from(self.reg(ins.a + 1).is_unbound());
        let n = ins.b as usize + 1 - own;
        let first = ins.a + 1 + own as u16;
        if self.state.finalizer_urgency > urgency::NONE && callee.is_obj() {
            self.finalize_before_call(callee)?;
        }
        if callee.is_obj() {
            match callee.tid() {
                ids::FUNCTION if self.enter_window(callee, first, n, ins, Cont::Store) => return Ok(()),
                ids::METHOD_DESC | ids::BUILTIN if n <= DIRECT => {
                    return self.call_native_registers(ins, callee, first, n);
                }
                ids::CLASS if own == 1 && self.instantiate(ins, callee, n)? => return Ok(()),
                ids::METHOD if own == 1 && self.enter_method(ins, callee, n) => return Ok(()),
                ids::INST if own == 1 && self.enter_object(ins, callee, n) => return Ok(()),
                ids::WEAKREF if n == 0 => {
                    let target = weak_references::target(self, callee).unwrap_or(Value::NONE);
                    self.set_reg(ins.c, target);
                    return Ok(());
                }
                _ => {}
            }
        }
        if callee.is(ids::FUNCTION) || callee.is(ids::METHOD) {
            let (f, fast) = self.fast_callee(callee);
            if let Some(fast) = fast.with_registers(self, first, n, &[])
                && self.push_fast(f, &fast, Cont::Store, ins.c)?
            {
                return Ok(());
            }
        }
        let args = self.regs(first, n);
        if callee.is(ids::INST)
            && let Some((function, args)) = crate::modules::functools::plain_partial(self, callee, &args)
        {
            return self.invoke(function, &args, &[], Cont::Store, ins.c);
        }
        if callee.is(ids::FUNCTION) {
            return self.push_function(callee, &args, &[], Cont::Store, ins.c);
        }
        let result = self.call_direct(callee, &args, &[]);
        self.finish_native_call(ins, result)
    }

    /// `Op::Call` of a class; most have the default construction.
    #[inline(never)]
    pub(crate) fn op_call_class(&mut self, ins: Ins) -> Res<()> {
        let class = self.reg(ins.a);
        if class == self.types.type_ && ins.b == 1 && self.reg(ins.a + 1).is_unbound() {
            if self.state.finalizer_urgency > urgency::NONE {
                self.finalize_before_call(class)?;
            }
            let class = self.type_of(self.reg(ins.a + 2));
            self.set_reg(ins.c, class);
            return Ok(());
        }
        if self.reg(ins.a + 1).is_unbound()
            && (self.state.finalizer_urgency < urgency::PROMPT || !self.may_search())
            && let Some(init) = self.constructor(class)
            && !init.is(ids::BUILTIN)
        {
            return self.construct(ins, class, init, ins.b as usize);
        }
        self.op_call(ins)
    }

    /// A finalization point before a call of a native or of a class.
    #[cold]
    #[inline(never)]
    fn finalize_before_call(&mut self, callee: Value) -> Res<()> {
        let prompt = self.state.finalizer_urgency == urgency::PROMPT && self.may_search();
        match callee.tid() {
            ids::BUILTIN if self.loaded.natives[self.heap.shape(callee) as usize].observes => {
                self.finalization_point(true)
            }
            ids::METHOD_DESC | ids::BUILTIN | ids::CLASS if prompt => self.finalization_point(false),
            ids::WEAKREF => self.finalization_point_of(callee),
            ids::INST => match self.unwrap(callee) {
                reference if reference.is(ids::WEAKREF) => self.finalization_point_of(reference),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// Enters a bound method of a Python function: the receiver goes where the first argument is expected.
    fn enter_method(&mut self, ins: Ins, callee: Value, n: usize) -> bool {
        let (f, this) = (self.heap.slot(callee, method::FUNC), self.heap.slot(callee, method::SELF));
        f.is(ids::FUNCTION) && self.enter_in_place(f, this, ins, n, Cont::Store)
    }

    /// Enters the `__call__` of an instance's class, a Python function.
    fn enter_object(&mut self, ins: Ins, callee: Value, n: usize) -> bool {
        match self.python_method(callee, self.names.call) {
            Some(f) if self.call_slot(callee).is_none() => self.enter_in_place(f, callee, ins, n, Cont::Store),
            _ => false,
        }
    }

    /// Enters a Python function that needs only positional arguments, without copying them: `this` goes before the `n`
    /// arguments of a call without a receiver. Returns false if it needs more; then only the register of the receiver,
    /// which the call does not use, has changed.
    fn enter_in_place(&mut self, f: Value, this: Value, ins: Ins, n: usize, cont: Cont) -> bool {
        let code = self.loaded.codes[self.heap.shape(f) as usize];
        if self.missing_defaults(f, code, n + 1).is_none() {
            return false;
        }
        self.set_reg(ins.a + 1, this);
        let is_entered = self.enter_window(f, ins.a + 1, n + 1, ins, cont);
        if !is_entered {
            self.set_reg(ins.a + 1, Value::UNBOUND);
        }
        is_entered
    }

    /// Enters a Python function whose arguments are `n` registers of the top frame from `first` on, and otherwise
    /// default values. Returns false without any effect if it needs more.
    fn enter_window(&mut self, f: Value, first: u16, n: usize, ins: Ins, cont: Cont) -> bool {
        let code = self.loaded.codes[self.heap.shape(f) as usize];
        let Some(defaults) = self.missing_defaults(f, code, n) else { return false };
        // SAFETY: the window begins in the caller's temporaries. `end` is compared with the end of the reservation, and
        // the depth with its limit, before anything is written.
        unsafe {
            let window = self.top_ref().base.add(first as usize);
            let end = window.add(code.nregs as usize);
            if self.fp >= self.limits.fp_limit || end >= self.limits.stack_limit {
                return false;
            }
            for (i, default) in defaults.iter().enumerate() {
                window.add(n + i).write(*default);
            }
            let is_plain = defaults.is_empty() && self.state.exc.is_none();
            self.top().pc = self.pc;
            clear_window(window.add(code.simple_args as usize), end);
            let plain = match cont {
                Cont::Store => PLAIN_CALL,
                Cont::Init => PLAIN_INIT,
                _ => 0,
            };
            let frame = Frame {
                pc: code.start(),
                base: window,
                code,
                globals: self.heap.slot(f, function::GLOBALS),
                func: f,
                locals: Value::UNBOUND,
                owner: Value::UNBOUND,
                outer_exc: self.state.exc,
                born: (self.now() + 1) as u64,
                dst: ins.c,
                cont,
                point: if is_plain { plain } else { 0 },
            };
            self.fp = self.fp.add(1);
            self.fp.write(frame);
        }
        self.pc = code.start();
        true
    }

    /// `Op::MakeFunction`.
    pub(crate) fn op_make_function(&mut self, ins: Ins) -> Res<()> {
        let constant = self.top_ref().code().consts[ins.wide() as usize];
        let Some(code) = self.code_of(constant) else {
            return Err(self.system_error("a function is made from what is no code"));
        };
        let (globals, locals) = (self.top_ref().globals, self.top_ref().locals);
        let f = self.new_function(code, globals);
        if locals.is(ids::INST) && self.unwrap(locals) == globals {
            self.heap.set_slot(f, function::NAMESPACE, locals);
        }
        self.set_reg(ins.a, f);
        Ok(())
    }

    /// `Op::SetFunctionAttr`.
    pub(crate) fn op_set_function_attr(&mut self, ins: Ins) -> Res<()> {
        let (f, v) = (self.reg(ins.a), self.reg(ins.b));
        let slot = match ins.c {
            1 => function::DEFAULTS,
            2 => function::KWDEFAULTS,
            4 => function::ANNOTATIONS,
            8 => function::CLOSURE,
            _ => function::ANNOTATE,
        };
        self.heap.set_slot(f, slot, v);
        Ok(())
    }
}
