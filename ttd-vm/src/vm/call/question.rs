//! What a native iterator asks its loop to call.

use ttd_core::value::Value;

/// A function and up to two arguments for it.
#[derive(Clone, Copy)]
pub(crate) struct Question {
    /// What is called.
    pub function: Value,
    args: [Value; 2],
    count: usize,
}

impl Default for Question {
    fn default() -> Self {
        Question { function: Value::NONE, args: [Value::NONE; 2], count: 0 }
    }
}

impl Question {
    /// The arguments.
    pub(crate) fn args(&self) -> &[Value] {
        &self.args[..self.count]
    }

    /// Sets the function and its arguments, at most two.
    #[inline]
    pub(crate) fn set(&mut self, function: Value, args: &[Value]) {
        self.function = function;
        self.count = args.len();
        self.args[..args.len()].copy_from_slice(args);
    }
}
