//! Calling things: what a call of any callable does, and how frames are pushed.
//!
//! [`Vm::invoke`] is the one entry: it either has the result at once (natives) and delivers it to the continuation,
//! or pushes a frame and returns; the loop then goes on in that frame. [`Vm::call`] is for native code that must wait.

use ttd_core::value::Value;

use super::attr::method;
use super::code::CodeRt;
use super::frame::{Cont, Frame};
use super::{MAX_FRAMES, Native, Resume, Tail, slots};
use crate::native::{Args, Res, Trap};
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
    /// How many.
    pub const COUNT: usize = 13;
}

impl Native {
    /// Whether it is what calling its class does.
    pub fn is_constructor(&self) -> bool {
        matches!(self.row.name, "__new__" | "__init__") && !self.owner.is_empty()
    }

    /// Whether CPython has a slot of the type where this is a special method, and not an ordinary method.
    pub fn is_slot(&self) -> bool {
        let ordinary = match self.row.name {
            "__getitem__" => matches!(self.owner, "list" | "dict"),
            "__contains__" => matches!(self.owner, "dict" | "set" | "frozenset"),
            "__get__" | "__new__" | "__init__" | "__set_name__" | "__getattribute__" => true,
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
            Err(Trap::Tail) => self.do_tail(cont, dst),
            Err(trap) => Err(trap),
        }
    }

    /// Does what a native asked for in its place.
    pub(crate) fn do_tail(&mut self, cont: Cont, dst: u16) -> Res<()> {
        let Some(tail) = self.tail.take() else { return Err(self.system_error("nothing to do in a tail call")) };
        match tail {
            Tail::Call { func, args, kw } => self.invoke(func, &args, &kw, cont, dst),
            Tail::Resume { generator, with } => self.resume_generator(generator, with, cont, dst),
            Tail::Throw { generator, given } => self.throw_into(generator, &given, cont, dst),
            // A frame has one continuation. Where the caller's is not to store, a function of the library waits.
            Tail::NextOr { it, default } => {
                let lib = self.lib("next_or");
                self.invoke(lib, &[it, default], &[], cont, dst)
            }
            Tail::Close { generator, exc } => {
                let lib = self.lib("close_with");
                self.invoke(lib, &[generator, exc], &[], cont, dst)
            }
            Tail::Class { func, namespace } => crate::modules::core::push_class_body(self, func, namespace, cont, dst),
            Tail::Run { code, globals, locals } => {
                let Some(code) = self.code_of(code) else { return Err(self.type_error("not a code object")) };
                self.push_code(code, globals, locals, cont, dst)
            }
        }
    }

    /// Calls anything but a Python function; `Trap::Tail` when Python code has to run.
    fn call_direct(&mut self, callee: Value, args: &[Value], kw: &[(Value, Value)]) -> Res {
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
                    return self.call_native(id, args, kw, false);
                }
                let mut all = Vec::with_capacity(args.len() + 1);
                all.push(this);
                all.extend_from_slice(args);
                self.call_native_method(id, all, kw)
            }
            ids::METHOD_DESC => self.call_method_descriptor(callee, args, kw),
            ids::CLASS => self.call_class(callee, args, kw),
            ids::STATICMETHOD => {
                let f = self.heap.slot(callee, 0);
                self.call_direct(f, args, kw)
            }
            _ => {
                let class = self.type_of(callee);
                let Some(f) = self.lookup(class, self.names.call) else { return Err(self.not_callable(callee)) };
                let mut all = Vec::with_capacity(args.len() + 1);
                all.push(callee);
                all.extend_from_slice(args);
                self.call_direct(f, &all, kw)
            }
        }
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
            let name = self.natives[id as usize].full_name();
            return Err(self.type_error(format!("unbound method {name}() needs an argument")));
        };
        if !self.is_instance(this, owner) {
            let (name, class, given) =
                (self.natives[id as usize].row.name, self.class_name(owner), self.type_name(this));
            return Err(self
                .type_error(format!("descriptor '{name}' for '{class}' objects doesn't apply to a '{given}' object")));
        }
        if owner == self.types.object || self.unwrap(this) == this {
            return self.call_native(id, args, kw, true);
        }
        self.call_native_method(id, args.to_vec(), kw)
    }

    /// Calls a native method on its first argument, or on the builtin value that this holds.
    #[inline(never)]
    pub(crate) fn call_native_method(&mut self, id: u32, mut args: Vec<Value>, kw: &[(Value, Value)]) -> Res {
        let this = args[0];
        args[0] = self.unwrap(this);
        let outer = std::mem::replace(&mut self.receiver, (args[0], this));
        let done = self.call_native(id, &args, kw, true);
        self.receiver = outer;
        done
    }

    /// What the program sees as `self` where a native method sees a builtin value: that value, or the instance of a
    /// Python class that holds it. To be asked before Python code runs.
    pub fn receiver(&self, value: Value) -> Value {
        let (inner, instance) = self.receiver;
        if inner == value { instance } else { value }
    }

    /// Calls a native function.
    #[inline]
    pub(crate) fn call_native(&mut self, id: u32, args: &[Value], kw: &[(Value, Value)], method: bool) -> Res {
        let native = &self.natives[id as usize];
        let run = native.row.run;
        if kw.is_empty()
            && let Some(named) = native.sig.split(args.len())
        {
            let (pos, rest) = args.split_at(named);
            return run(self, Args { pos, rest, kw: &[] });
        }
        let bound = self.bind_native(id, args, kw, method)?;
        run(self, Args { pos: &bound.pos, rest: &bound.rest, kw: &bound.kw })
    }

    /// Calls a class: makes an instance. What needs Python code is handed over to the library's `type_call`.
    pub(crate) fn call_class(&mut self, class: Value, args: &[Value], kw: &[(Value, Value)]) -> Res {
        let meta = self.type_of(class);
        if meta != self.types.type_
            && let Some(f) = self.lookup(meta, self.names.call).filter(|f| f.is(ids::FUNCTION))
        {
            let mut all = vec![class];
            all.extend_from_slice(args);
            return Err(self.tail_with(f, all, kw.to_vec()));
        }
        if class == self.types.type_ && args.len() == 1 && kw.is_empty() {
            return Ok(self.type_of(args[0]));
        }
        let new = self.lookup(class, self.names.new);
        let init = self.lookup(class, self.names.init);
        let native_new = new.filter(|f| f.is(ids::BUILTIN));
        let python_init = init.is_some_and(|f| !f.is(ids::METHOD_DESC));
        let Some(new) = native_new.filter(|_| !python_init && !self.has_payload_class(class)) else {
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
        // What calling an exact builtin class does is all in its `__new__`; its `__init__` is for subclasses.
        let plain = self.heap.slot(class, super::class::fields::TID) == Value::int(i64::from(ids::INST.0));
        if let Some(init) = init.filter(|i| plain && self.heap.slot(*i, 0) != self.types.object)
            && self.is_instance(made, class)
        {
            all[0] = made;
            self.call_method_descriptor(init, &all, kw)?;
        }
        Ok(made)
    }

    /// Whether instances of this Python class hold a builtin value.
    pub(crate) fn has_payload_class(&self, class: Value) -> bool {
        self.heap.slot(class, super::class::fields::PAYLOAD).as_int() >= 0
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
        let code = self.codes[self.heap.shape(func) as usize];
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

    /// `func(*args)` as the result of the calling native.
    pub fn tail_call(&mut self, func: Value, args: &[Value]) -> Trap {
        self.tail_with(func, args.to_vec(), Vec::new())
    }

    /// `func(*args, **kw)` as the result of the calling native.
    pub fn tail_with(&mut self, func: Value, args: Vec<Value>, kw: Vec<(Value, Value)>) -> Trap {
        self.tail = Some(Tail::Call { func, args, kw });
        Trap::Tail
    }

    /// Resuming a generator as the result of the calling native.
    pub(crate) fn tail_resume(&mut self, generator: Value, with: Resume) -> Trap {
        self.tail_of(Tail::Resume { generator, with })
    }

    /// Whatever else is to be done as the result of the calling native.
    pub(crate) fn tail_of(&mut self, tail: Tail) -> Trap {
        self.tail = Some(tail);
        Trap::Tail
    }

    /// Calls something and waits for it: the Rust stack grows, and no checkpoint is taken meanwhile.
    pub fn call(&mut self, func: Value, args: &[Value]) -> Res {
        self.call_kw(func, args, &[])
    }

    /// As `call`, with keyword arguments.
    pub fn call_kw(&mut self, func: Value, args: &[Value], kw: &[(Value, Value)]) -> Res {
        if !func.is(ids::FUNCTION) {
            match self.call_direct(func, args, kw) {
                Err(Trap::Tail) => return self.wait_for_tail(),
                done => return done,
            }
        }
        self.nest(|vm| vm.push_function(func, args, kw, Cont::Exit, 0))
    }

    /// Does what a native asked for, nested.
    pub(crate) fn wait_for_tail(&mut self) -> Res {
        self.nest(|vm| vm.do_tail(Cont::Exit, 0))
    }

    /// Pushes a frame with `push` and runs until it has returned.
    pub(crate) fn nest(&mut self, push: impl FnOnce(&mut Vm) -> Res<()>) -> Res {
        if self.native_depth > 400 {
            return Err(self.recursion_error("maximum recursion depth exceeded"));
        }
        let depth = self.depth();
        let pc = self.pc;
        // Pushing may be an event already: an exception that is thrown into a generator.
        self.native_depth += 1;
        let pushed = push(self);
        if self.left_by_exit {
            self.native_depth -= 1;
            return Ok(self.take_exit());
        }
        // What is raised in a frame that was pushed may find its handler there.
        let ready = pushed.or_else(|trap| self.handle_trap(trap, depth));
        let result = ready.and_then(|()| self.run_nested(depth));
        self.native_depth -= 1;
        self.pc = pc;
        result
    }

    /// Calls a method by name and waits for it.
    pub fn call_method(&mut self, obj: Value, name: &str, args: &[Value]) -> Res {
        let f = self.getattr_str(obj, name)?;
        self.call(f, args)
    }

    /// The top frame.
    #[inline(always)]
    pub(crate) fn top(&mut self) -> &mut Frame {
        // SAFETY: `fp` points into the reserved frames; slot 0 is a frame that is never used.
        unsafe { &mut *self.fp }
    }

    /// The top frame, to read.
    #[inline(always)]
    pub(crate) fn top_ref(&self) -> &Frame {
        // SAFETY: as in `top`.
        unsafe { &*self.fp }
    }

    /// Where the next window starts: above the top frame's.
    #[inline]
    pub(crate) fn free_window(&self) -> *mut Value {
        if self.fp == self.frame_stack.start() {
            return self.stack.start();
        }
        let top = self.top_ref();
        // SAFETY: `push_frame` has checked that the top frame's window lies in the stack.
        unsafe { top.base.add(top.code().nregs as usize) }
    }

    #[cold]
    fn has_room_for_frame(&self, code: &CodeRt, base: *mut Value) -> bool {
        let limit = self.global(slots::RECURSION).as_int() as usize;
        self.entered_frames() < limit && self.has_memory_for_frame(code, base)
    }

    /// As `has_room_for_frame`, whatever the recursion limit is.
    pub(crate) fn has_memory_for_frame(&self, code: &CodeRt, base: *mut Value) -> bool {
        let room = (self.stack.end() as usize).saturating_sub(base as usize) / size_of::<Value>();
        self.depth() < MAX_FRAMES && room >= code.nregs as usize + 64
    }

    /// Pushes a frame whose window is at `base`; its registers are still to be written.
    pub(crate) fn push_frame(&mut self, code: &'static CodeRt, base: *mut Value, cont: Cont, dst: u16) -> Res<()> {
        // What this says no to may still be allowed: the limits are there for the loop.
        let fits = self.fp < self.fp_limit && base.wrapping_add(code.nregs as usize) < self.stack_limit;
        if !fits && !self.has_room_for_frame(code, base) {
            return Err(self.recursion_error("maximum recursion depth exceeded"));
        }
        self.put_frame(code, base, cont, dst);
        Ok(())
    }

    /// Pushes a frame for which there is room.
    #[inline(always)]
    pub(crate) fn put_frame(&mut self, code: &'static CodeRt, base: *mut Value, cont: Cont, dst: u16) {
        let pc = self.pc;
        if self.fp > self.frame_stack.start() {
            self.top().pc = pc;
        }
        let born = (self.now() + 1) as u64;
        // SAFETY: the caller has compared the depth with the size of the reservation.
        unsafe {
            self.fp = self.fp.add(1);
            self.fp.write(Frame {
                pc: code.start(),
                base,
                code,
                globals: Value::NONE,
                func: Value::UNBOUND,
                locals: Value::UNBOUND,
                generator: Value::UNBOUND,
                outer_exc: self.state.exc,
                born,
                dst,
                cont,
            });
        }
        self.pc = code.start();
    }

    /// Fills a window: the given values, then NULLs.
    pub(crate) fn write_window(&mut self, base: *mut Value, values: &[Value], code: &CodeRt) {
        // SAFETY: `push_frame` has checked that the window has room for `nregs` and some more.
        unsafe {
            for (i, v) in values.iter().enumerate() {
                *base.add(i) = *v;
            }
            for i in values.len()..code.nregs as usize {
                *base.add(i) = Value::UNBOUND;
            }
        }
    }

    /// Leaves the top frame.
    #[inline]
    pub(crate) fn pop_frame(&mut self) -> Frame {
        let frame = *self.top_ref();
        // SAFETY: callers pop only frames that were pushed.
        unsafe { self.fp = self.fp.sub(1) };
        self.pc = self.top_ref().pc;
        frame
    }

    /// A register of the top frame.
    #[inline(always)]
    pub(crate) fn reg(&self, i: u16) -> Value {
        // SAFETY: register numbers in code are below `nregs` (the verifier checks it).
        unsafe { *self.top_ref().base.add(i as usize) }
    }

    /// Writes a register of the top frame.
    #[inline(always)]
    pub(crate) fn set_reg(&mut self, i: u16, v: Value) {
        // SAFETY: as in `reg`.
        unsafe { *self.top_ref().base.add(i as usize) = v }
    }

    /// `n` registers of the top frame from `first` on, as a copy.
    pub(crate) fn regs(&self, first: u16, n: usize) -> Vec<Value> {
        (0..n).map(|i| self.reg(first + i as u16)).collect()
    }

    /// `n` registers of the top frame from `first` on, where they are.
    ///
    /// # Safety
    /// They must lie in the window, and nothing may write to them while the slice is used.
    #[inline]
    pub(crate) unsafe fn window<'a>(&self, first: u16, n: usize) -> &'a [Value] {
        // SAFETY: the caller's promise; the stack lives as long as the machine.
        unsafe { std::slice::from_raw_parts(self.top_ref().base.add(first as usize), n) }
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
        let doc = match code.has(ttd_code::code::flags::HAS_DOCSTRING) {
            true => code.consts.first().copied().filter(|c| c.is(ids::STR)).unwrap_or(Value::NONE),
            false => Value::NONE,
        };
        let f = self.heap.new_slots(ids::FUNCTION, code.id, function::COUNT);
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
            self.heap.set_slot(f, slot, value);
        }
        f
    }
}
