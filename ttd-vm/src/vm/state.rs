//! The program's state outside heap and stack.

use ttd_core::value::Value;

/// The program's state outside heap and stack. Plain data, copied into every checkpoint.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// The exception being handled (`sys.exception()`), or None.
    pub exc: Value,
    /// Number of events of the instruction at the top frame's `pc` that have been delivered.
    pub phase: u8,
    /// The exception in flight, when the machine is stopped while unwinding.
    pub unwinding: Option<Unwinding>,
    /// Index of the last delivered event; -1 before the first.
    pub time: i64,
    /// Which kind of finalization is pending: see `lifecycle::finalize::urgency`.
    pub finalizer_urgency: u8,
    /// The last delivered event.
    pub last: crate::vm::event::Event,
}

/// An exception in flight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unwinding {
    /// The exception.
    pub exc: Value,
    /// The next step.
    pub step: UnwindStep,
    /// The instruction of the top frame that raised. For a re-raised exception, the one that first did.
    pub at: u32,
}

/// The steps of unwinding one frame. The machine can stop between any two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnwindStep {
    /// Deliver the `exception` event.
    Event,
    /// Search for a handler.
    Search,
    /// There is none, and the `return` event was delivered: pop the frame.
    Leave,
    /// There is one, and the `line` event of its first line was delivered: enter it.
    Enter,
    /// A generator's frame was entered by `throw()`, and its `call` event was delivered: raise.
    Thrown,
    /// A StopIteration, and the `exception` event in the consumer was delivered: end its loop.
    EndLoop,
}
