//! Warnings from native code, through `warnings` like a program's own.

use crate::native::Res;
use crate::vm::{Vm, slots};
use ttd_core::value::Value;

impl Vm {
    /// Issues a warning. Raises it if a filter makes it an error.
    #[cold]
    pub fn warn(&mut self, category: &str, message: &str) -> Res<()> {
        let name = self.intern(category);
        let category = self.dict_get_name(self.global(slots::BUILTINS), name).unwrap_or(Value::NONE);
        let message = self.new_str(message);
        let _ = self.call_hidden_module("_warnings", "warn", &[message, category]);
        self.wait_for_tail().map(|_: Value| ())
    }
}
