//! The words of the program's state that lie outside heap and stack.

use ttd_core::value::Value;

/// The words of the program's state that lie outside heap and stack. Plain data: copied into every checkpoint.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// The exception being handled (`sys.exception()`), or None.
    pub exc: Value,
    /// How many events of the instruction at the top frame's `pc` have been delivered.
    pub phase: u8,
    /// The exception on its way to a handler, when the machine is stopped in the middle of that.
    pub unwinding: Option<Unwinding>,
    /// Index of the last delivered event; -1 before the first.
    pub time: i64,
    /// What kind of finalising is waiting to be noticed: see `lifecycle::finalize::watch`.
    pub finalizer_urgency: u8,
    /// What the last delivered event was, for the debugger.
    pub last: crate::vm::event::Event,
}

/// An exception looking for its handler.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unwinding {
    /// The exception.
    pub exc: Value,
    /// Which step is next.
    pub step: UnwindStep,
    /// The instruction of the top frame that is said to have raised: for what is raised again, the one that first did.
    pub at: u32,
}

/// The steps of unwinding one frame. Between any two of them the machine can be stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnwindStep {
    /// Deliver the `exception` event.
    Event,
    /// Look for a handler.
    Search,
    /// There is none: the `return` event was delivered, leave the frame.
    Leave,
    /// There is one, and the `line` event of its first line was delivered: enter it.
    Enter,
    /// A generator's frame was entered to raise in it: its `call` event was delivered, raise.
    Thrown,
    /// It was a StopIteration, and the `exception` event in the consumer was delivered: end its loop.
    EndLoop,
}
