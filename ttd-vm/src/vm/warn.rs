//! Warnings that native code gives: by way of `warnings`, as programs give them.

use super::Vm;
use crate::native::Res;
use ttd_core::value::Value;

impl Vm {
    /// Warns the program; an error when its filters make one of it.
    #[cold]
    pub fn warn(&mut self, category: &str, message: &str) -> Res<()> {
        let category = crate::types::iter::pickling::builtin(self, category);
        let message = self.new_str(message);
        let _ = self.late("_warnings", "warn", &[message, category]);
        self.wait_for_tail().map(|_: Value| ())
    }
}
