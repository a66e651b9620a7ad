//! The slots of generators, coroutines and asynchronous generators, and of the awaitables of the last.
//!
//! The shape word of a generator is the number of its code; its registers follow the last of the slots below.

/// One of the numbers below.
pub const STATE: usize = 0;
/// The index of the next instruction.
pub const PC: usize = 1;
/// The exception being handled at its suspension, or None.
pub const EXC: usize = 2;
/// A time after its last suspension, in units of `PAUSED_UNIT`, or None: no event between that and its next activation
/// is its own. A log would have the exact time anew for every item. The first four are written together at each
/// suspension.
pub const PAUSED: usize = 3;
/// The unit of `PAUSED`, in events: what a search that skips to it may look at in vain.
pub const PAUSED_UNIT: i64 = 1 << 12;
/// The function it came from.
pub const FUNC: usize = 4;
/// Its globals.
pub const GLOBALS: usize = 5;
/// The time of its first `call` event, or None.
pub const BORN: usize = 6;
/// `__name__`.
pub const NAME: usize = 7;
/// `__qualname__`.
pub const QUALNAME: usize = 8;
/// The frame object that a program has of its frame, or NULL.
pub const FRAME: usize = 9;
/// The registers. Coroutines and asynchronous generators have additional words after them.
pub const REGS: usize = 10;

/// Additional word of a coroutine: `cr_origin`.
pub const X_ORIGIN: usize = 0;
/// Additional word of an asynchronous generator: the flags below.
pub const X_FLAGS: usize = 0;
/// Additional word of an asynchronous generator: the hook to call instead of closing it when abandoned, or None.
pub const X_FINALIZER: usize = 1;

/// It is over, or `aclose()` was awaited.
pub const ASYNC_CLOSED: i64 = 1;
/// One of its awaitables is being awaited.
pub const ASYNC_RUNNING: i64 = 2;
/// The hooks were called for it.
pub const ASYNC_HOOKED: i64 = 4;

/// Not started.
pub const CREATED: i64 = 0;
/// Waiting at a `yield`.
pub const SUSPENDED: i64 = 1;
/// Its frame is on the stack.
pub const RUNNING: i64 = 2;
/// Finished.
pub const FINISHED: i64 = 3;
/// Waiting, without having been entered, for the object it delegates to, which is being thrown into or closed. If that
/// is a generator being thrown into, its frame is on the stack, as in CPython.
pub const DELEGATING: i64 = 4;

/// The slots of the awaitables of `__anext__()`, `asend()`, `athrow()` and `aclose()`.
pub(crate) mod awaitable {
    /// One of the numbers below.
    pub(crate) const STATE: usize = 0;
    /// The asynchronous generator.
    pub(crate) const GENERATOR: usize = 1;
    /// The argument of `asend`, the tuple of those of `athrow`, or None for `aclose`.
    pub(crate) const ARGUMENT: usize = 2;
    /// Its continuation while the generator runs: the number of a `Cont`.
    pub(crate) const CONT: usize = 3;
    /// The register for the result.
    pub(crate) const DST: usize = 4;

    /// Not awaited yet.
    pub(crate) const FRESH: i64 = 0;
    /// Being awaited.
    pub(crate) const STARTED: i64 = 1;
    /// Finished.
    pub(crate) const CLOSED: i64 = 2;
}
