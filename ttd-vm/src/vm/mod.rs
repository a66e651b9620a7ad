//! The virtual machine: everything a run consists of.
//!
//! **What is the program's state** (restored when going back): the heap, the register stack and the frames, and the
//! few words of [`State`]. **What is not**: loaded code, shapes, interned strings and inline caches. These only grow,
//! never change a meaning, and no program can see whether they are there.
//!
//! Python calls do not recurse in Rust: a call pushes a [`stack::frame::Frame`] whose [`stack::frame::Cont`] says what becomes of
//! its result. Native code that has to wait for Python code nests a loop (`Vm::call`); `native_depth` counts these,
//! and checkpoints and collections wait until it is 0.

pub mod call;
pub mod code;
pub mod errors;
pub mod event;
pub mod host;
pub mod lifecycle;
pub mod objects;
pub(crate) mod parts;
pub mod protocol;
pub mod stack;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ttd_code::bytecode::code::Code;
use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;
use ttd_core::{Heap, HeapConfig};

use crate::ids;
use crate::native::Method;

use objects::well_known::Types;
use parts::{Caches, Counting, Diversion, Limits, Loaded, Pending};
use stack::frame::{Frame, Reserve};

/// What a native function asks the interpreter to do in its place.
#[derive(Clone, Debug)]
pub enum Tail {
    /// Call this.
    Call {
        /// The callable.
        func: Value,
        /// The arguments.
        args: Vec<Value>,
        /// The keyword arguments.
        kw: Vec<(Value, Value)>,
    },
    /// The next item of this iterator, or the default at its end.
    NextOr {
        /// The iterator.
        it: Value,
        /// The default.
        default: Value,
    },
    /// Resume this generator.
    Resume {
        /// The generator.
        generator: Value,
        /// With what.
        with: Resume,
    },
    /// Raise in the innermost generator of those that this one delegates to.
    Throw {
        /// The generator.
        generator: Value,
        /// The arguments of `throw()`.
        given: Vec<Value>,
    },
    /// Send to the awaitable of an asynchronous generator, or throw into it.
    Await {
        /// The awaitable.
        awaitable: Value,
        /// What is done to it.
        push: crate::interp::Push,
    },
    /// Raise this in a generator's own frame, as `close()` does: leaving with it is what is hoped for.
    Close {
        /// The generator.
        generator: Value,
        /// The exception.
        exc: Value,
    },
    /// Run the body of a class.
    Class {
        /// The body.
        func: Value,
        /// The namespace that it fills.
        namespace: Value,
    },
    /// Run this code object.
    Run {
        /// The code.
        code: Value,
        /// Its globals.
        globals: Value,
        /// Its locals.
        locals: Value,
    },
}

/// How a generator is resumed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Resume {
    /// The `yield` gives this value.
    Send(Value),
    /// The `yield` raises this exception.
    Throw(Value),
}

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
    pub finalisable: u8,
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

/// A module's text and what it was made into.
pub(crate) struct CompiledText {
    pub(crate) text: Box<str>,
    pub(crate) code: Arc<Code>,
    /// What the compiler warned about.
    pub(crate) warnings: Arc<[ttd_code::SyntaxError]>,
}

/// The virtual machine.
pub struct Vm {
    /// The versioned heap.
    pub heap: Heap,
    /// The builtin classes.
    pub types: Types,
    /// The outside world.
    pub host: host::Host,
    /// State outside heap and stack.
    pub state: State,
    /// Versioned words that programs set: a `Slots` object, see [`slots`].
    pub globals: Value,
    /// The state of finalising: see `finalise`.
    pub finalizer_state: Value,
    /// Names that the interpreter uses itself.
    pub names: objects::well_known::Names,
    /// The special methods of the binary operators, in the order of `BinOp::ALL`.
    pub(crate) operator_names: [objects::well_known::OperatorNames; 13],

    pub(crate) class_of_tid: [Value; 256],
    /// The time before which the log has forgotten the dead: see `time::forgetting`.
    pub(crate) pruned_before: Option<u64>,

    pub(crate) stack: Reserve<Value>,
    pub(crate) frame_stack: Reserve<Frame>,
    /// The top frame; one below `frame_stack.start()` when nothing runs.
    pub(crate) fp: *mut Frame,
    /// Where the loop is, while it is not running: the next instruction of the top frame.
    pub(crate) pc: *const Ins,
    /// Whether there is a debugger, which sees to calls of `breakpoint`.
    pub(crate) debugged: bool,
    /// Set from outside (Ctrl-C).
    pub interrupt: Arc<AtomicBool>,
    /// The log, when there is one.
    pub(crate) log: Option<Box<crate::log::Log>>,
    /// Who is asked at a stop.
    pub(crate) control: crate::time::driver::RunMode,
    /// Caches that only save work.
    pub(crate) caches: Caches,
    /// What was loaded and interned.
    pub(crate) loaded: Loaded,
    /// What one step of the interpreter leaves for the next.
    pub(crate) pending: Pending,
    /// The depths that have limits, and the limits.
    pub(crate) limits: Limits,
    /// Counting events.
    pub(crate) counting: Counting,
    /// What a question in the debugger has made and has to be undone after it.
    pub(crate) diversion: Diversion,
}

/// A native function as calls need it.
pub struct Native {
    /// Its row.
    pub row: &'static Method,
    /// Its parsed signature.
    pub sig: call::bind::Signature,
    /// The class or module it belongs to.
    pub owner: &'static str,
    /// Whether CPython has a slot of the type for it: a "slot wrapper".
    pub special: bool,
    /// Whether it is a function of a module.
    pub in_module: bool,
    /// Whether it is a class method.
    pub of_class: bool,
    /// Whether it is the `__new__` of a class, which the second slot of the function object names.
    pub makes: bool,
}

/// The slots of `Vm::globals`.
pub mod slots {
    /// `sys.modules`, a dict.
    pub const MODULES: usize = 0;
    /// The namespace of `builtins`.
    pub const BUILTINS: usize = 1;
    /// The namespace of the hidden Python helpers.
    pub const LIB: usize = 2;
    /// The recursion limit, an int.
    pub const RECURSION: usize = 3;
    /// `sys.path`, a list.
    pub const PATH: usize = 4;
    /// The namespace of `__main__`.
    pub const MAIN: usize = 5;
    /// What was read from standard input and not yet taken, a str.
    pub const STDIN: usize = 6;
    /// What the main module ended with, once exit functions run: an exception or None.
    pub const EXIT: usize = 7;
    /// The awaitables whose asynchronous generators are on the stack, a list.
    pub const AWAITING: usize = 8;
    /// What `sys.set_asyncgen_hooks` has set, a tuple, or NULL.
    pub const ASYNC_HOOKS: usize = 9;
    /// How many frames a coroutine keeps of where it was made, an int.
    pub const ORIGIN_DEPTH: usize = 10;
    /// The most decimal digits of an int in text, an int.
    pub const INT_DIGITS: usize = 11;
    /// The settings of `gc`, a tuple, or NULL.
    pub const GC: usize = 12;
    /// How many there are.
    pub const COUNT: usize = 13;
}

/// How much address space is reserved for registers: values.
const STACK_VALUES: usize = 1 << 26;
/// How many frames fit: the recursion limit can be raised to nearly this.
pub const MAX_FRAMES: usize = 1 << 21;

impl Vm {
    /// A machine with all builtins, in which nothing has run yet.
    ///
    /// # Panics
    /// When the system refuses address space.
    pub fn new(config: HeapConfig) -> Box<Vm> {
        let mut heap = Heap::new(HeapConfig { text: ids::STR, ..config });
        let globals = heap.new_slots(ids::INST, 0, slots::COUNT);
        let frame_stack: Reserve<Frame> = Reserve::new(MAX_FRAMES + 8);
        let mut vm = Box::new(Vm {
            heap,
            types: Types::default(),
            host: host::Host::default(),
            state: State {
                exc: Value::NONE,
                phase: 0,
                unwinding: None,
                time: -1,
                finalisable: lifecycle::finalize::watch::NOTHING,
                last: crate::vm::event::Event::NONE,
            },
            globals,
            finalizer_state: Value::NONE,
            names: objects::well_known::Names::default(),
            operator_names: Default::default(),
            class_of_tid: [Value::UNBOUND; 256],
            pruned_before: None,
            stack: Reserve::new(STACK_VALUES),
            fp: frame_stack.start(),
            frame_stack,
            pc: std::ptr::null(),
            debugged: false,
            interrupt: Arc::new(AtomicBool::new(false)),
            log: None,
            control: crate::time::driver::RunMode::Plain,
            caches: Caches::new(),
            loaded: Loaded::new(),
            pending: Pending::new(),
            limits: Limits::new(),
            counting: Counting::new(),
            diversion: Diversion::new(),
        });
        crate::boot::boot(&mut vm);
        vm
    }

    /// Number of frames on the stack.
    #[inline]
    pub fn depth(&self) -> usize {
        (self.fp as usize - self.frame_stack.start() as usize) / size_of::<Frame>()
    }

    /// A versioned word of `Vm::globals`.
    pub fn global(&self, slot: usize) -> Value {
        self.heap.slot(self.globals, slot)
    }
}
