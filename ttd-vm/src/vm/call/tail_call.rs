//! Tail calls of natives: `Err(vm.tail_call(…))` ends the native, and the result of the Python code that runs instead
//! becomes the native's.

use crate::Vm;
use crate::native::{Res, Trap};
use crate::vm::call::function;
use crate::vm::call::invoke::with_receiver;
use crate::vm::call::waits::Waiting;
use crate::vm::stack::frame::Cont;
use ttd_core::value::Value;

/// Arguments of a call that waits. Most calls have few.
pub type Arguments = smallvec::SmallVec<[Value; 6]>;

/// A call that a native requests in its place.
#[derive(Clone, Debug)]
pub enum Tail {
    /// Call a callable.
    Call {
        /// The callable.
        func: Value,
        /// The arguments.
        args: Arguments,
        /// The keyword arguments.
        kw: Vec<(Value, Value)>,
    },
    /// Call a special method and check its result.
    Checked {
        /// What is checked.
        check: Check,
        /// The method.
        method: Value,
        /// The object.
        object: Value,
    },
    /// Make an instance by `object.__new__` and call its `__init__`, a Python function.
    Construct {
        /// The class.
        class: Value,
        /// `__init__`.
        init: Value,
        /// The arguments.
        args: Arguments,
    },
    /// The next item of a native iterator that can be asked.
    Next {
        /// The iterator.
        it: Value,
    },
    /// The next item of an iterator, or the default at its end.
    NextOr {
        /// The iterator.
        it: Value,
        /// The default.
        default: Value,
    },
    /// Wait in the call itself, or call a library function.
    Wait(Waiting),
    /// Resume a generator.
    Resume {
        /// The generator.
        generator: Value,
        /// What it is resumed with.
        with: Resume,
    },
    /// Raise in the innermost generator that this one delegates to.
    Throw {
        /// The generator.
        generator: Value,
        /// The arguments of `throw()`.
        given: Vec<Value>,
    },
    /// Send to an awaitable of an asynchronous generator, or throw into it.
    Await {
        /// The awaitable.
        awaitable: Value,
        /// The operation.
        push: AwaitInput,
    },
    /// A step of a task: resume its coroutine.
    Step {
        /// The task.
        task: Value,
        /// Its coroutine.
        coro: Value,
        /// What it is resumed with.
        with: Resume,
    },
    /// Call a callable that pushes a frame, in a context of `contextvars`.
    InContext {
        /// The context.
        context: Value,
        /// The callable.
        func: Value,
        /// The arguments.
        args: Arguments,
        /// The keyword arguments.
        kw: Vec<(Value, Value)>,
    },
    /// Raise in a generator's own frame, as `close()` does. The exception leaving it is the expected outcome.
    Close {
        /// The generator.
        generator: Value,
        /// The exception.
        exc: Value,
    },
    /// Run the body of a class.
    Class {
        /// The body.
        func: Value,
        /// The namespace that it fills.
        namespace: Value,
    },
    /// Run a code object.
    Run {
        /// The code.
        code: Value,
        /// Its globals.
        globals: Value,
        /// Its locals.
        locals: Value,
    },
}

/// What a suspended generator is resumed with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Resume {
    /// The `yield` evaluates to this value.
    Send(Value),
    /// The `yield` raises this exception.
    Throw(Value),
}

/// An operation on an awaitable of an asynchronous generator.
#[derive(Clone, Debug)]
pub enum AwaitInput {
    /// `send(value)`.
    Send(Value),
    /// `throw(*given)`.
    Throw(Vec<Value>),
}

/// What the result of a special method has to be.
#[derive(Clone, Copy, Debug)]
pub enum Check {
    /// A length.
    Len,
    /// A string, of `__repr__`.
    Repr,
    /// A string, of `__str__`.
    Str,
    /// An iterator.
    Iter,
}

impl Check {
    /// The continuation that checks it for a caller that stores the result.
    fn continuation(self) -> Cont {
        match self {
            Check::Len => Cont::Len,
            Check::Repr => Cont::Repr,
            Check::Str => Cont::Text,
            Check::Iter => Cont::Iter,
        }
    }

    /// The library function that calls the method and checks its result for others.
    fn function(self) -> &'static str {
        match self {
            Check::Len => "len_",
            Check::Repr => "repr_",
            Check::Str => "str_of",
            Check::Iter => "iter_",
        }
    }
}

impl Vm {
    /// Performs the pending tail call.
    pub(crate) fn run_tail(&mut self, cont: Cont, dst: u16) -> Res<()> {
        let Some(tail) = self.pending.tail.take() else {
            return Err(self.system_error("nothing to do in a tail call"));
        };
        match tail {
            Tail::Call { func, args, kw } => {
                // Natives can request one another forever: `C.__repr__ = C.__str__`.
                if self.limits.tail_depth > 400 {
                    return Err(self.recursion_error("maximum recursion depth exceeded"));
                }
                self.limits.tail_depth += 1;
                let done = self.invoke(func, &args, &kw, cont, dst);
                self.limits.tail_depth -= 1;
                done
            }
            Tail::Checked { check, method, object } => {
                if cont == Cont::Store {
                    return self.invoke(method, &[object], &[], check.continuation(), dst);
                }
                let lib = self.lib(check.function());
                self.invoke(lib, &[method, object], &[], cont, dst)
            }
            Tail::Construct { class, init, args } => {
                if cont == Cont::Store && self.construct_for(class, init, &args, dst)? {
                    return Ok(());
                }
                let lib = self.lib("type_call");
                self.invoke(lib, &with_receiver(class, &args), &[], cont, dst)
            }
            Tail::Resume { generator, with } => self.resume_generator(generator, with, cont, dst),
            Tail::Throw { generator, given } => self.throw_into(generator, &given, cont, dst),
            Tail::Await { awaitable, push } => self.push_async(awaitable, &push, cont, dst),
            Tail::Step { task, coro, with } => self.push_step(task, coro, with, cont, dst),
            Tail::InContext { context, func, args, kw } => self.push_in_context(context, (func, &args, &kw), cont, dst),
            Tail::Wait(Waiting { function, args, .. }) => {
                let function = self.lib(function);
                self.invoke(function, &args, &[], cont, dst)
            }
            Tail::Next { it } => self.next_then(it, cont, dst),
            // A frame has one continuation. If the caller's is not `Store`, a library function waits.
            Tail::NextOr { it, default } => {
                let lib = self.lib("next_or");
                self.invoke(lib, &[it, default], &[], cont, dst)
            }
            Tail::Close { generator, exc } => {
                let lib = self.lib("close_with");
                self.invoke(lib, &[generator, exc], &[], cont, dst)
            }
            Tail::Class { func, namespace } => self.push_class_body(func, namespace, cont, dst),
            Tail::Run { code, globals, locals } => {
                let Some(code) = self.code_of(code) else { return Err(self.type_error("not a code object")) };
                self.push_code(code, globals, locals, cont, dst)
            }
        }
    }

    /// Runs a class body: a function whose locals are the namespace.
    fn push_class_body(&mut self, func: Value, namespace: Value, cont: Cont, dst: u16) -> Res<()> {
        let code = self.loaded.codes[self.heap.shape(func) as usize];
        let globals = self.heap.slot(func, function::GLOBALS);
        self.push_code(code, globals, namespace, cont, dst)?;
        self.top().func = func;
        Ok(())
    }

    /// Tail call of `func(*args)`.
    pub fn tail_call(&mut self, func: Value, args: &[Value]) -> Trap {
        self.tail_with(func, args, Vec::new())
    }

    /// Tail call of `func(*args, **kw)`.
    pub fn tail_with(&mut self, func: Value, args: impl Into<Arguments>, kw: Vec<(Value, Value)>) -> Trap {
        self.pending.tail = Some(Tail::Call { func, args: args.into(), kw });
        Trap::Tail
    }

    /// Tail call of a special method whose result is checked.
    pub(crate) fn tail_checked(&mut self, check: Check, method: Value, object: Value) -> Trap {
        self.tail_of(Tail::Checked { check, method, object })
    }

    /// Tail call of a function in a hidden module, which is imported on demand.
    pub(crate) fn call_hidden_module(&mut self, module: &str, name: &str, args: &[Value]) -> Trap {
        let lib = self.lib("call_hidden");
        let mut all = vec![self.intern(module), self.intern(name)];
        all.extend_from_slice(args);
        self.tail_with(lib, all, Vec::new())
    }

    /// Tail call that resumes a generator.
    pub(crate) fn tail_resume(&mut self, generator: Value, with: Resume) -> Trap {
        self.tail_of(Tail::Resume { generator, with })
    }

    /// Any other tail call.
    pub(crate) fn tail_of(&mut self, tail: Tail) -> Trap {
        self.pending.tail = Some(tail);
        Trap::Tail
    }
}
