//! The virtual machine: everything a run consists of.
//!
//! **State of the program**, restored when going back: the heap, the register stack, the frames, and the few words of
//! [`State`]. **Not state**: loaded code, shapes, interned strings and inline caches. These only grow, never change
//! their meaning, and no program can observe them.
//!
//! Python calls do not recurse in Rust: a call pushes a [`stack::frame::Frame`] whose [`stack::frame::Cont`] says what
//! becomes of its result. Native code that must wait for Python code nests a loop (`Vm::call`). `native_depth` counts
//! these; checkpoints and collections wait until it is 0.

pub mod call;
pub mod code;
pub mod errors;
pub mod event;
pub mod host;
pub mod lifecycle;
pub mod objects;
pub(crate) mod parts;
pub(crate) mod resume_point;
pub mod slots;
pub mod stack;
mod state;
pub(crate) mod threads;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ttd_code::bytecode::op::Ins;
use ttd_core::Heap;
use ttd_core::value::Value;

pub use call::native::Native;
pub use call::tail_call::{Resume, Tail};
use objects::well_known::Types;
pub use state::{State, UnwindStep, Unwinding};

use parts::{Caches, Counting, Diversion, Limits, Loaded, Pending};
use stack::frame::{Frame, Reserve};

/// The virtual machine.
pub struct Vm {
    /// The versioned heap.
    pub heap: Heap,
    /// The builtin classes.
    pub types: Types,
    /// The outside world.
    pub host: host::Host,
    /// Program state outside heap and stack.
    pub state: State,
    /// Journalled words that programs set: a `Slots` object, see [`slots`].
    pub globals: Value,
    /// The state of finalization, see `lifecycle::finalize::registry`.
    pub finalizer_state: Value,
    /// Interned names that the interpreter uses.
    pub names: objects::well_known::Names,
    /// The special methods of the binary operators, in the order of `BinOp::ALL`.
    pub(crate) operator_names: [objects::well_known::OperatorNames; 13],

    /// The class of each builtin type, by type id.
    pub(crate) class_of_tid: [Value; 256],
    /// What digests remember. It follows from the heap and decides nothing.
    pub(crate) digest_memo: std::cell::RefCell<ttd_core::DigestMemo>,
    /// The time before which the log has pruned dead objects: see `time::logged::prune_dead`.
    pub(crate) pruned_before: Option<u64>,

    /// The registers.
    pub(crate) stack: Reserve<Value>,
    /// The frames.
    pub(crate) frame_stack: Reserve<Frame>,
    /// The top frame; one below `frame_stack.start()` when nothing runs.
    pub(crate) fp: *mut Frame,
    /// The next instruction of the top frame, while the loop is not running.
    pub(crate) pc: *const Ins,
    /// Whether a debugger handles calls of `breakpoint`.
    pub(crate) has_debugger: bool,
    /// Set from outside (Ctrl-C).
    pub interrupt: Arc<AtomicBool>,
    /// The log, in a logged run.
    pub(crate) log: Option<Box<crate::Log>>,
    /// What is asked at a stop.
    pub(crate) control: crate::RunMode,
    /// Caches that only save work.
    pub(crate) caches: Caches,
    /// What was loaded and interned.
    pub(crate) loaded: Loaded,
    /// Requests and values that one step of the interpreter leaves for the next.
    pub(crate) pending: Pending,
    /// Depth counters and their limits.
    pub(crate) limits: Limits,
    /// The event budget, and what is watched until it is spent.
    pub(crate) counting: Counting,
    /// What a diversion created and must undo.
    pub(crate) diversion: Diversion,
}

/// Capacity of the frame stack; the recursion limit can be raised to nearly this.
pub const MAX_FRAMES: usize = 1 << 21;

impl Vm {
    /// Number of frames on the stack.
    #[inline]
    pub fn depth(&self) -> usize {
        (self.fp as usize - self.frame_stack.start() as usize) / size_of::<Frame>()
    }

    /// Reads a word of `Vm::globals`.
    pub fn global(&self, slot: usize) -> Value {
        self.heap.slot(self.globals, slot)
    }
}
