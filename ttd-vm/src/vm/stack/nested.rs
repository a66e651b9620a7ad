//! Calls that native code waits for: the Rust stack grows, and no checkpoint is taken until they end.

use super::frame::Cont;
use crate::native::{Res, Trap};
use crate::{Vm, ids};
use ttd_core::value::Value;

impl Vm {
    /// Calls `func` and waits for its result.
    pub fn call(&mut self, func: Value, args: &[Value]) -> Res {
        self.call_kw(func, args, &[])
    }

    /// As `call`, with keyword arguments.
    pub fn call_kw(&mut self, func: Value, args: &[Value], kw: &[(Value, Value)]) -> Res {
        if !func.is(ids::FUNCTION) {
            // Natives that call themselves, as after `C.__repr__ = C.__str__`, would exhaust the Rust stack.
            if self.limits.direct_depth > 1000 {
                return Err(self.recursion_error("maximum recursion depth exceeded"));
            }
            self.limits.direct_depth += 1;
            let done = match self.call_direct(func, args, kw) {
                Err(Trap::Tail) => self.wait_for_tail(),
                done => done,
            };
            self.limits.direct_depth -= 1;
            return done;
        }
        self.nest(|vm| vm.push_function(func, args, kw, Cont::Exit, 0))
    }

    /// Performs the pending tail call, nested.
    pub(crate) fn wait_for_tail(&mut self) -> Res {
        self.nest(|vm| vm.run_tail(Cont::Exit, 0))
    }

    /// Calls `push`, which pushes a frame, and runs until that has returned.
    pub(crate) fn nest(&mut self, push: impl FnOnce(&mut Vm) -> Res<()>) -> Res {
        if self.limits.native_depth > 400 {
            return Err(self.recursion_error("maximum recursion depth exceeded"));
        }
        let depth = self.depth();
        let pc = self.pc;
        // Pushing can already deliver events: an exception thrown into a generator.
        self.limits.native_depth += 1;
        let pushed = push(self);
        if self.pending.exit_pending {
            self.limits.native_depth -= 1;
            return Ok(self.take_exit());
        }
        // An exception raised in the pushed frame may have its handler there.
        let ready = pushed.or_else(|trap| self.handle_trap(trap, depth));
        let result = match self.pending.exit_pending {
            true => Ok(self.take_exit()),
            false => ready.and_then(|()| self.run_nested(depth)),
        };
        self.limits.native_depth -= 1;
        self.pc = pc;
        result
    }

    /// Calls a method by name and waits for it.
    pub fn call_method(&mut self, obj: Value, name: &str, args: &[Value]) -> Res {
        let f = self.getattr_str(obj, name)?;
        self.call(f, args)
    }
}
