//! The variables of frames by their names.
//!
//! The variables of a comprehension inlined into a module or class body are registers of that frame, while all its
//! other variables are in its namespace. They are *hidden*: no namespace contains them, and they are set only while the
//! comprehension runs, when they shadow the namespace.

use ttd_core::value::Value;

use super::frame::Frame;
use crate::native::Res;
use crate::{Vm, ids};

impl Vm {
    /// The register of the variable with this name: one of the frame's own, else one of an inlined comprehension.
    pub(crate) fn variable_number(&self, frame: &Frame, name: &str) -> Option<usize> {
        let locals = &frame.code().code.locals;
        let find = |hidden: bool| locals.iter().position(|local| local.hidden == hidden && &*local.name == name);
        find(false).or_else(|| find(true))
    }

    /// The cell of a function's variable that a function around it has made.
    pub(crate) fn cell_from_around(&self, frame: &Frame, name: &str) -> Option<Value> {
        let code = &frame.code().code;
        let at = code.locals.iter().position(|local| local.free && !local.hidden && &*local.name == name)?;
        // A class body has a namespace of its own before those around it.
        if self.namespace_dict(frame).is_some() {
            return None;
        }
        let copied = Some(self.register_in(frame, at)).filter(|held| held.is(ids::CELL));
        copied.or_else(|| self.closure_cell(frame.func, frame.code(), at))
    }

    /// The variables of the comprehension that the frame is running: register numbers and values.
    pub(crate) fn comprehension_of(&self, frame: &Frame) -> Vec<(usize, Value)> {
        let locals = frame.code().code.locals.iter().enumerate();
        let hidden = locals.filter(|(_, local)| local.hidden).map(|(at, _)| (at, self.local_at(frame, at)));
        hidden.filter(|(_, v)| !v.is_unbound()).collect()
    }

    /// Whether a name is a variable of the comprehension that the frame is running.
    pub(crate) fn is_in_comprehension(&self, frame: &Frame, name: &str) -> bool {
        let locals = &frame.code().code.locals;
        self.comprehension_of(frame).iter().any(|(at, _)| &*locals[*at].name == name)
    }

    /// The dict with the variables of a module's or class's frame: its namespace, or what that wraps if a metaclass has
    /// made it.
    pub(crate) fn namespace_dict(&self, frame: &Frame) -> Option<Value> {
        Some(self.unwrap(frame.locals)).filter(|namespace| namespace.is(ids::DICT))
    }

    /// A frame's namespace. While an inlined comprehension runs, a copy with its variables added.
    pub(crate) fn namespace_of(&mut self, frame: &Frame) -> Value {
        let own = self.comprehension_of(frame);
        if own.is_empty() || !frame.locals.is(ids::DICT) {
            return frame.locals;
        }
        let dict = self.heap.dict_copy(ids::DICT, frame.locals);
        for (at, value) in own {
            self.dict_set_name(dict, frame.code().local_names[at], value);
        }
        dict
    }

    /// The namespaces of a user frame: globals and locals.
    pub(crate) fn scope_of(&mut self, n: usize) -> Res<(Value, Value)> {
        let Some(frame) = self.user_frame(n).copied() else { return Err(self.runtime_error("no frame")) };
        if let Some(namespace) = self.namespace_dict(&frame) {
            let is_dict = namespace == frame.locals;
            return Ok((frame.globals, if is_dict { self.namespace_of(&frame) } else { namespace }));
        }
        let locals = self.locals_of_frame(&frame);
        Ok((frame.globals, self.namespace_with(locals)))
    }

    /// A new namespace with these variables.
    pub(crate) fn namespace_with(&mut self, variables: Vec<(String, Value)>) -> Value {
        let dict = self.new_dict();
        for (name, v) in variables {
            let key = self.intern(&name);
            self.dict_set_name(dict, key, v);
        }
        dict
    }
}
