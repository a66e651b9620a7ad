//! The call stack as data: frames and the register windows they run in.
//!
//! Both live in reserved address ranges that never move, so the interpreter keeps raw pointers into them. A frame's
//! window is `nregs` values at `base`; the callee's window overlaps the caller's temporaries, where the arguments are.
//! Values above the top frame's window are meaningless.
//!
//! # Why the unsafe code is sound
//!
//! `code` points to loaded code, which is leaked. A [`Reserve`] owns its mapping from `new` to `drop`, and gives out
//! addresses within it only.

use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use crate::vm::code::CodeRt;

/// A continuation: what becomes of a frame's result, as data. Native code does not wait for Python code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Cont {
    /// Store into register `dst` of the caller.
    Store,
    /// Drop it.
    Discard,
    /// The result of `__init__`: must be None; the instance in the caller's `R[ins.a]` goes to `dst`.
    Init,
    /// The result of a Python `__new__`; the caller's `R[ins.a]` has a tuple of the class and the arguments, which an
    /// instance's `__init__` gets.
    New,
    /// The left operand's method of a binary operator; NotImplemented tries the right operand's.
    BinaryLeft,
    /// The right operand's method, tried first for a subclass; NotImplemented tries the left operand's.
    BinaryRightFirst,
    /// The last method to try of a binary operator.
    BinaryLast,
    /// The in-place method; NotImplemented tries the operator itself.
    InPlace,
    /// A comparison's first method.
    CompareFirst,
    /// A comparison's second method.
    CompareSecond,
    /// The function that compares two keys of `cmp_to_key`: its result is compared with zero.
    CompareKeys,
    /// A truth value for a jump, `not` or `bool`.
    Truth,
    /// `__len__` called for a truth value.
    TruthLen,
    /// `__contains__`: a truth value for `in` or `not in`.
    Contains,
    /// `__next__` in a `for` loop: StopIteration ends the loop.
    Next,
    /// A function or generator that a native iterator in a `for` loop needs for its next item: the iterator in the
    /// caller's `R[ins.a]` gets the result.
    Asked,
    /// A native that waits in its call: the frame's `dst` says what for, see `vm/call/waits`.
    Native,
    /// `__next__` for `next(it, default)`: StopIteration gives the default in `R[ins.a + 3]`.
    NextDefault,
    /// A generator resumed by `yield from` or `await`: its return value ends the loop.
    Send,
    /// As `Send`, for an iterator that wraps a coroutine: its end without a value is no event.
    SendIter,
    /// An asynchronous generator, run by an awaitable that keeps its own continuation: see
    /// `interp/generators/asynchronous.rs`.
    AsyncGen,
    /// The coroutine of a task, which keeps its own continuation: see `interp/generators/steps.rs`.
    Step,
    /// What runs in a context of `contextvars`, which is left then; the continuation is kept elsewhere, as for `Step`.
    Context,
    /// `__await__`: the result must be an iterator.
    Await,
    /// `__aiter__`: the result must have `__anext__`.
    AIter,
    /// `__anext__`: the result must be awaitable.
    ANext,
    /// A generator that `close()` resumed.
    Close,
    /// The frame below is a generator that delegates to a generator into which an exception was thrown. A result
    /// suspends it again and goes on to its own continuation; an exception is raised in it.
    Delegate,
    /// `__iter__`: the result must be an iterator.
    Iter,
    /// `__str__`, `__repr__` or `__format__`: must be a string.
    Text,
    /// `__repr__` for `repr()`.
    Repr,
    /// `__len__` for `len()`.
    Len,
    /// `__getattribute__` or a getter, in a class with `__getattr__`: AttributeError tries that.
    GetAttr,
    /// `__exit__` and the like: stored as a truth value.
    StoreTruth,
    /// An iterable converted to a sequence for unpacking: the instruction unpacks that.
    Unpack,
    /// A loaded method: into `dst`, with NULL after it.
    Method,
    /// As `GetAttr` for a loaded method.
    GetMethod,
    /// The frame was pushed by Rust code: its result ends the nested loop.
    Exit,
}

impl Cont {
    /// All continuations, by number.
    pub const ALL: &'static [Cont] = &[
        Cont::Store,
        Cont::Discard,
        Cont::Init,
        Cont::New,
        Cont::BinaryLeft,
        Cont::BinaryRightFirst,
        Cont::BinaryLast,
        Cont::InPlace,
        Cont::CompareFirst,
        Cont::CompareSecond,
        Cont::CompareKeys,
        Cont::Truth,
        Cont::TruthLen,
        Cont::Contains,
        Cont::Next,
        Cont::Asked,
        Cont::Native,
        Cont::NextDefault,
        Cont::Send,
        Cont::SendIter,
        Cont::AsyncGen,
        Cont::Step,
        Cont::Context,
        Cont::Await,
        Cont::AIter,
        Cont::ANext,
        Cont::Close,
        Cont::Delegate,
        Cont::Iter,
        Cont::Text,
        Cont::Repr,
        Cont::Len,
        Cont::GetAttr,
        Cont::StoreTruth,
        Cont::Unpack,
        Cont::Method,
        Cont::GetMethod,
        Cont::Exit,
    ];

    /// Whether any result but NotImplemented is only stored.
    #[inline(always)]
    pub fn only_stores(self) -> bool {
        matches!(
            self,
            Cont::Store
                | Cont::BinaryLeft
                | Cont::BinaryRightFirst
                | Cont::BinaryLast
                | Cont::InPlace
                | Cont::NextDefault
                | Cont::GetAttr
        )
    }
}

/// A call in progress, as plain data.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Frame {
    /// The next instruction, while another frame is on top.
    pub pc: *const Ins,
    /// The first register of its window.
    pub base: *mut Value,
    /// Its code.
    pub code: *const CodeRt,
    /// Its global namespace: a dict.
    pub globals: Value,
    /// The function, for its closure; NULL for module code.
    pub func: Value,
    /// Its local namespace, if it has one (modules, class bodies): a mapping.
    pub locals: Value,
    /// Its generator, its frame object, or NULL.
    pub owner: Value,
    /// The exception that was being handled when the frame was entered; restored when a generator's frame is left.
    pub outer_exc: Value,
    /// The time of its `call` event: its identity for the debugger.
    pub born: u64,
    /// The caller's register for the result.
    pub dst: u16,
    /// The continuation.
    pub cont: Cont,
    /// Its position at the last logged moment, as `log::write::transition_plan` encodes it, or how it was pushed.
    /// Knowledge of the log's writer, not state.
    pub(crate) point: u32,
}

/// The `point` of a frame pushed by a plain call: globals are the function's, there are no locals, no owner and no
/// outer exception, it was born at the next event, and the result is stored where the call says.
pub(crate) const PLAIN_CALL: u32 = 3;
/// The `point` of such a frame of an `__init__`.
pub(crate) const PLAIN_INIT: u32 = 7;

impl Frame {
    /// No frame.
    pub(crate) const NONE: Frame = Frame {
        pc: std::ptr::null(),
        base: std::ptr::null_mut(),
        code: std::ptr::null(),
        globals: Value::UNBOUND,
        func: Value::UNBOUND,
        locals: Value::UNBOUND,
        owner: Value::UNBOUND,
        outer_exc: Value::UNBOUND,
        born: 0,
        dst: 0,
        cont: Cont::Discard,
        point: 0,
    };

    /// Whether it is the frame of a generator, coroutine or asynchronous generator.
    #[inline]
    pub fn is_generator(&self) -> bool {
        !self.owner.is_unbound() && !self.owner.is(crate::ids::FRAME)
    }

    /// Whether it differs from another frame at most in position, birth and window.
    pub(crate) fn is_same_call(&self, other: &Frame) -> bool {
        self.code == other.code && self.values() == other.values() && self.dst == other.dst && self.cont == other.cont
    }

    /// The values that it refers to, besides its window's.
    pub(crate) fn values(&self) -> [Value; 5] {
        [self.globals, self.func, self.locals, self.owner, self.outer_exc]
    }

    /// The code.
    #[inline(always)]
    pub fn code(&self) -> &'static CodeRt {
        // SAFETY: loaded code is never freed (`Vm::load_code` leaks it).
        unsafe { &*self.code }
    }
}

/// A reserved range of address space, touched only as far as it is used.
pub struct Reserve<T> {
    start: *mut T,
    count: usize,
}

impl<T> Reserve<T> {
    /// Reserves room for `count` items; unwinds with `NoRoom` when the system refuses.
    pub fn new(count: usize) -> Self {
        let bytes = count * size_of::<T>();
        // SAFETY: a fresh private mapping; it is only accessed through this struct's bounds.
        let start = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                bytes,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                -1,
                0,
            )
        };
        if start == libc::MAP_FAILED {
            ttd_core::no_room(bytes, "the stack");
        }
        Reserve { start: start.cast(), count }
    }

    /// The first item.
    pub fn start(&self) -> *mut T {
        self.start
    }

    /// One past the last item.
    pub fn end(&self) -> *mut T {
        // SAFETY: within the mapping by construction.
        unsafe { self.start.add(self.count) }
    }
}

impl<T> Drop for Reserve<T> {
    fn drop(&mut self) {
        // SAFETY: the mapping was made in `new` with this size.
        unsafe {
            libc::munmap(self.start.cast(), self.count * size_of::<T>());
        }
    }
}
