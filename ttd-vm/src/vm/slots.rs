//! The slots of `Vm::globals`.

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
/// Text read from standard input and not yet consumed, a str.
pub const STDIN: usize = 6;
/// The outcome of the main module while exit functions run: an exception or None.
pub const EXIT: usize = 7;
/// The awaitables whose asynchronous generators are on the stack, the tasks that run a step, and the continuations of
/// what runs in a context of its own: a list.
pub const AWAITING: usize = 8;
/// The hooks of `sys.set_asyncgen_hooks`, a tuple, or NULL.
pub const ASYNC_HOOKS: usize = 9;
/// Number of frames that a coroutine records of its origin, an int.
pub const ORIGIN_DEPTH: usize = 10;
/// Maximum number of decimal digits when converting an int from or to text, an int.
pub const INT_DIGITS: usize = 11;
/// The settings of `gc`, a tuple, or NULL.
pub const GC: usize = 12;
/// The function of `sys.settrace`, or NULL.
pub const TRACE: usize = 13;
/// The function of `sys.setprofile`, or NULL.
pub const PROFILE: usize = 14;
/// Whether a trace function runs, which is not traced itself, and how many frames have returned but wait for one, an
/// int or NULL: see `interp/tracing/mod.rs`.
pub const TRACING: usize = 15;
/// True once a frame asked for `opcode` events.
pub const TRACE_OPCODES: usize = 16;
/// The state of `sys.monitoring`, a list, or NULL: see `interp/tracing/monitoring.rs`.
pub const MONITORING: usize = 17;
/// Calls and branches whose outcome the tracing waits for, a list, or NULL: see `interp/tracing/outcomes.rs`.
pub const OUTCOMES: usize = 18;
/// What the threads have in common, a list, or NULL: see `threads`.
pub const THREADS: usize = 19;
/// The seed of a random schedule of threads, an int, or NULL: see `threads::policy`.
pub const SEED: usize = 20;
/// The event from which on a random schedule has another seed, an int, or NULL.
pub const SEED_TURN: usize = 22;
/// That seed, an int, or NULL.
pub const NEXT_SEED: usize = 23;
/// The objects by which `decimal` finds its context, a tuple, or NULL: see `modules/decimal/context.rs`.
pub const DECIMAL: usize = 21;
/// What `_asyncio` keeps, a list, or NULL: see `modules/asyncio/state.rs`.
pub const ASYNCIO: usize = 24;
/// The event loop that runs in this thread, None or NULL.
pub const RUNNING_LOOP: usize = 25;
/// What `contextvars` needs natively, a tuple: see `modules/asyncio/context.rs`.
pub const CONTEXTS: usize = 26;
/// The hooks of `sys.addaudithook`, a list, or NULL: see `vm/call/audit.rs`.
pub const AUDIT: usize = 27;
/// What `tracemalloc` has noted, a list, or NULL: see `interp/tracing/memory.rs`.
pub const MEMORY: usize = 28;
/// Number of slots.
pub const COUNT: usize = 29;
