//! Audit events: what the hooks of `sys.addaudithook` hear before something happens that may matter.
//!
//! The hooks are a list in `Vm::globals`. Without a hook an event costs reading that word. A hook is called nested: it
//! can prevent what it hears of by raising. The program's own tracing does not see a hook, unless that has a true
//! `__cantrace__`.

use ttd_core::value::Value;

use crate::native::Res;
use crate::vm::slots;
use crate::{Vm, ids};

impl Vm {
    /// Whether there is a hook.
    #[inline]
    pub fn is_audited(&self) -> bool {
        self.global(slots::AUDIT).is_obj()
    }

    /// Tells the hooks of an event.
    #[inline]
    pub fn audit(&mut self, event: &str, args: &[Value]) -> Res<()> {
        if self.is_audited() { self.tell_audit_hooks(event, args) } else { Ok(()) }
    }

    /// Whether there is a hook, and the program or its library calls: what the interpreter's own Python code does is no
    /// event.
    #[inline]
    fn is_program_audited(&self) -> bool {
        self.is_audited() && self.depth() > 0 && self.top_ref().code().is_traceable()
    }

    /// Passes an event to the hooks, unless it is the interpreter's own Python code that causes it.
    #[inline]
    pub fn audit_program(&mut self, event: &str, args: &[Value]) -> Res<()> {
        if self.is_program_audited() { self.tell_audit_hooks(event, args) } else { Ok(()) }
    }

    /// Tells the hooks that an attribute is read that lets a program look into its own running.
    #[inline]
    pub fn audit_read(&mut self, object: Value, name: &str) -> Res<()> {
        if self.is_program_audited() { self.audit_attribute("object.__getattr__", object, name, None) } else { Ok(()) }
    }

    /// Tells the hooks that such an attribute is set, or deleted where the value is `UNBOUND`.
    #[inline]
    pub fn audit_write(&mut self, object: Value, name: &str, value: Value) -> Res<()> {
        match self.is_program_audited() {
            false => Ok(()),
            true if value.is_unbound() => self.audit_attribute("object.__delattr__", object, name, None),
            true => self.audit_attribute("object.__setattr__", object, name, Some(value)),
        }
    }

    fn audit_attribute(&mut self, event: &str, object: Value, name: &str, value: Option<Value>) -> Res<()> {
        let mut args = vec![object, self.intern(name)];
        args.extend(value);
        self.tell_audit_hooks(event, &args)
    }

    #[cold]
    fn tell_audit_hooks(&mut self, event: &str, args: &[Value]) -> Res<()> {
        let (event, args) = (self.intern(event), self.new_tuple(args));
        self.call_audit_hooks(event, args)
    }

    /// Calls the hooks, the oldest first.
    pub(crate) fn call_audit_hooks(&mut self, event: Value, args: Value) -> Res<()> {
        let hooks = self.global(slots::AUDIT);
        if !hooks.is(ids::LIST) {
            return Ok(());
        }
        // A hook may add others, which hear of this event as well.
        let mut at = 0;
        while let Some(hook) = self.heap.list(hooks).get(at).copied() {
            let traced = match self.getattr_str(hook, "__cantrace__") {
                Ok(found) => self.truth(found)?,
                Err(trap) => {
                    self.catch::<Value>(Err(trap), self.types.attribute_error)?;
                    false
                }
            };
            match traced {
                true => self.call(hook, &[event, args])?,
                false => self.call_untraced(hook, &[event, args])?,
            };
            at += 1;
        }
        Ok(())
    }

    /// `sys.addaudithook`: the hooks that are there may refuse it, by an exception that is dropped.
    pub(crate) fn add_audit_hook(&mut self, hook: Value) -> Res<()> {
        let told = self.audit("sys.addaudithook", &[]);
        if self.catch(told, self.types.exception)?.is_none() {
            return Ok(());
        }
        let hooks = self.global(slots::AUDIT);
        if hooks.is(ids::LIST) {
            self.heap.list_push(hooks, hook);
        } else {
            let hooks = self.new_list(&[hook]);
            self.heap.set_slot(self.globals, slots::AUDIT, hooks);
        }
        Ok(())
    }
}
