//! Functions as the debugger is asked about them: the code behind a value.

use ttd_code::Mode;
use ttd_code::bytecode::code::flags;
use ttd_core::value::Value;

use super::compile;
use super::eval_error::EvalError;
use super::saved_values::SavedValue;
use crate::native::Res;
use crate::time::machine::Machine;
use crate::vm::code::CodeRt;
use crate::vm::objects::bind_attr::{method, property};
use crate::{Vm, ids};

/// Wrappers around a function that are looked through, at most.
const MAX_WRAPPERS: usize = 64;

impl Machine {
    /// The numbers of all code objects that have events and are no bodies of classes, and whether a frame of each may
    /// have begun.
    pub fn functions(&self) -> Vec<(u32, bool)> {
        let is_body = |code: &CodeRt| !code.has(flags::OPTIMIZED) && &*code.code.name != "<module>";
        let counted = self.vm().loaded.codes.iter().filter(|code| code.counted && !is_body(code));
        counted.map(|code| (code.id, code.entered.get())).collect()
    }

    /// The number of the code object behind an expression's value: of a function, below bound methods, descriptors and
    /// whatever says by `__wrapped__` or `func` what it is made around; of a class, its `__init__`.
    ///
    /// # Errors
    /// What the expression raised, or why it does not compile.
    pub fn function_code(
        &mut self,
        source: &str,
        frame: usize,
        names: &[(String, SavedValue)],
    ) -> Result<Option<u32>, EvalError> {
        let code = compile(source, Mode::Eval)?;
        let mut found = None;
        self.divert_in(frame, names, |vm, scope, _| {
            let value = vm.run_in_scope(&code, scope)?;
            found = vm.code_behind(value)?;
            Ok(Value::NONE)
        })?;
        Ok(found)
    }
}

impl Vm {
    fn code_behind(&mut self, value: Value) -> Res<Option<u32>> {
        let mut value = value;
        let (wrapped, func) = (self.intern("__wrapped__"), self.intern("func"));
        for _ in 0..MAX_WRAPPERS {
            if !value.is_obj() {
                return Ok(None);
            }
            let inner = match value.tid() {
                ids::METHOD => Some(self.heap.slot(value, method::FUNC)),
                ids::STATICMETHOD | ids::CLASSMETHOD => Some(self.heap.slot(value, 0)),
                ids::PROPERTY => Some(self.heap.slot(value, property::GET)),
                ids::CLASS => self.lookup(value, self.names.init),
                ids::FUNCTION => self.getattr_opt(value, wrapped)?,
                _ => match self.getattr_opt(value, wrapped)? {
                    Some(inner) => Some(inner),
                    None => self.getattr_opt(value, func)?,
                },
            };
            value = match inner {
                Some(inner) if inner != value => inner,
                _ => break,
            };
        }
        let code = value.is(ids::FUNCTION).then(|| self.heap.shape(value));
        Ok(code.filter(|id| self.loaded.codes[*id as usize].counted))
    }
}
