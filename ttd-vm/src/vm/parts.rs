//! The parts of a [`Vm`](crate::Vm) that are no state of the program. Each says when it changes and who may see it.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use ttd_code::bytecode::code::Code;
use ttd_core::value::Value;

use super::code::load::CompiledText;
use super::{Native, Tail, call, code, objects};
use crate::native::slots::{CallFn, TypeTable};
use crate::vm::code::CodeRt;
use crate::vm::objects::shapes::Shapes;
use crate::vm::stack::frame::Frame;

/// Caches that only save work: versions, and what lookups and calls found the last time. No program can see them, and all are
/// flushed when the state is restored.
pub(crate) struct Caches {
    /// See `versions`.
    pub(crate) class_version: u32,
    pub(crate) immediate_version: u32,
    pub(crate) last_version: u32,
    pub(crate) native_version: u32,
    pub(crate) method_cache: Box<[objects::lookup::MethodCache]>,
    /// What calling a class comes to, by the class's index.
    pub(crate) constructors: [objects::lookup::Constructor; 64],
    /// What calls entered the last time. A cache that finds out by itself when it is wrong.
    pub(crate) call_cache: call::call_cache::CallCache,
    /// No cache was filled since all were flushed.
    pub(crate) flushed: bool,
}

impl Caches {
    pub(super) fn new() -> Caches {
        Caches {
            class_version: 1,
            immediate_version: 2,
            last_version: 2,
            native_version: objects::cache_versions::NATIVE_BIT,
            method_cache: vec![objects::lookup::MethodCache::EMPTY; 4096].into_boxed_slice(),
            constructors: [objects::lookup::Constructor::EMPTY; 64],
            call_cache: call::call_cache::CallCache::new(),
            flushed: false,
        }
    }
}

/// What was loaded and interned. It only grows and never changes a meaning, so going back leaves it as it is.
pub(crate) struct Loaded {
    /// All builtin classes by the names of their tables.
    pub(crate) builtin_types: HashMap<String, Value>,
    /// The builtin types by number.
    pub(crate) types: TypeTable,
    /// The classes of plain objects that are called without their `__call__`.
    pub(crate) instance_calls: Vec<(Value, CallFn)>,
    /// The numbers of the getters of instances' `__dict__` and `__weakref__`.
    pub(crate) instance_getters: (u32, u32),
    pub(crate) shapes: Shapes,
    pub(crate) codes: Vec<&'static CodeRt>,
    pub(crate) code_ids: HashMap<usize, u32>,
    pub(crate) dynamic_codes: Vec<Arc<Code>>,
    /// The code of modules by file, with the texts that it was made from.
    pub(crate) module_codes: HashMap<String, Vec<CompiledText>>,
    pub(crate) natives: Vec<Native>,
    pub(crate) getters: Vec<&'static crate::native::Getter>,
    pub(crate) interned: code::intern::Interned,
    /// Those of one ASCII character.
    pub(crate) ascii_chars: code::intern::AsciiChars,
    pub(crate) immortals: Vec<Value>,
    pub(crate) immortal_ids: u64,
    /// Source texts, for tracebacks and the debugger.
    pub(crate) sources: HashMap<String, Rc<Vec<String>>>,
    /// `object.__new__`.
    pub(crate) object_new: Value,
    /// The builtin `__import__`.
    pub(crate) import_builtin: Value,
    /// `sys.argv` of the program that is to be run.
    pub(crate) argv: Vec<String>,
}

impl Loaded {
    pub(super) fn new() -> Loaded {
        Loaded {
            builtin_types: HashMap::new(),
            types: TypeTable::new(),
            instance_calls: Vec::new(),
            instance_getters: (0, 0),
            shapes: Shapes::default(),
            codes: Vec::new(),
            code_ids: HashMap::new(),
            dynamic_codes: Vec::new(),
            module_codes: HashMap::new(),
            natives: Vec::new(),
            getters: Vec::new(),
            interned: code::intern::Interned::default(),
            ascii_chars: [Value::UNBOUND; 128],
            immortals: Vec::new(),
            immortal_ids: code::intern::IMMORTAL,
            sources: HashMap::new(),
            object_new: Value::UNBOUND,
            import_builtin: Value::UNBOUND,
            argv: Vec::new(),
        }
    }
}

/// What one step of the interpreter leaves for the next: requests of natives, values on their way, events already delivered.
pub(crate) struct Pending {
    /// What a native asked for.
    pub(crate) tail: Option<Tail>,
    /// What came to an `Exit` continuation without any frame.
    pub(crate) exit_value: Value,
    /// Whether `exit_value` is to be handed to the waiting native now.
    pub(crate) exit_pending: bool,
    /// The events of the instruction at `pc` have been delivered already.
    pub(crate) events_delivered: bool,
    /// The patch at `pc` has been dealt with already.
    pub(crate) patch_handled: bool,
    /// The instruction that the next trap is said to come from, when it is another than the one that raises it.
    pub(crate) raised_at: Option<u32>,
    /// The next trap raises an exception again: no event, no context, no new traceback entry.
    pub(crate) reraising: bool,
    /// See `interp::items`.
    pub(crate) last_slice: crate::interp::Sliced,
    /// See [`Vm::receiver`]: the builtin value and the instance of the native method that is running.
    pub(crate) receiver: (Value, Value),
    /// Objects whose repr is being made, for `[...]`.
    pub repr_guard: Vec<Value>,
    /// How the program ended, once it has.
    pub(crate) finished: Option<super::event::Finish>,
}

impl Pending {
    pub(super) fn new() -> Pending {
        Pending {
            tail: None,
            exit_value: Value::UNBOUND,
            exit_pending: false,
            events_delivered: false,
            patch_handled: false,
            raised_at: None,
            reraising: false,
            last_slice: crate::interp::Sliced::NOTHING,
            receiver: (Value::UNBOUND, Value::UNBOUND),
            repr_guard: Vec::new(),
            finished: None,
        }
    }
}

/// The depths that have limits, and the limits.
pub(crate) struct Limits {
    /// No frame may be pushed on top of this one: the recursion limit.
    pub(crate) fp_limit: *mut Frame,
    /// Windows have to end below this.
    pub(crate) stack_limit: *mut Value,
    /// How many natives have asked for one another without any Python code between them.
    pub(crate) tail_depth: u32,
    /// How many Rust frames wait for Python code.
    pub(crate) native_depth: u32,
    /// Calls of natives by natives that are under way.
    pub(crate) direct_depth: u32,
    /// How many comparisons of containers wait for those of their items.
    pub(crate) compare_depth: u32,
    /// How often loops of library code may still turn before the machine looks up.
    pub(crate) lib_budget: i64,
    /// How long programs stay where no checkpoint can be taken: stops that found `native_depth` above 0.
    pub nested_stops: u64,
}

impl Limits {
    pub(super) fn new() -> Limits {
        Limits {
            fp_limit: std::ptr::null_mut(),
            stack_limit: std::ptr::null_mut(),
            tail_depth: 0,
            native_depth: 0,
            direct_depth: 0,
            compare_depth: 0,
            lib_budget: 1 << 16,
            nested_stops: 0,
        }
    }
}

/// Counting events: when the loop stops next, and what is to be observed until then.
pub(crate) struct Counting {
    /// Events that may still be delivered before the loop has to stop, minus one.
    pub(crate) budget: i64,
    /// The time at which the budget runs out.
    pub(crate) stop_at: i64,
    /// Something is to be done about events: see `watching`.
    pub(crate) armed: bool,
    /// The frame whose events alone are looked for; `u64::MAX` when others are as well.
    pub(crate) only_frame: u64,
    /// The time of the last event whose depth is known.
    pub(crate) depth_known_at: i64,
    /// The lowest frame that was on top since the last moment of the log.
    pub(crate) dirty_frames_from: *mut Frame,
    /// Since the last moment that was logged something was done that the interpreter's loop does not do itself. Only then
    /// can objects have been born, or time have been turned back, or any of what seldom changes.
    pub(crate) side_effects_pending: bool,
}

impl Counting {
    pub(super) fn new() -> Counting {
        Counting {
            budget: i64::MAX / 2,
            stop_at: i64::MAX / 2,
            armed: false,
            only_frame: u64::MAX,
            depth_known_at: i64::MIN,
            dirty_frames_from: std::ptr::null_mut(),
            side_effects_pending: true,
        }
    }
}

/// What a question in the debugger has made and has to be undone after it.
pub(crate) struct Diversion {
    /// Nodes of the heap's history that belong to no checkpoint: questions were asked there.
    pub(crate) scratch_nodes: Vec<ttd_core::NodeId>,
    /// Frames that have got a frame object during a question, by their place in the stack: to be undone.
    pub(crate) scratch_owners: Vec<usize>,
}

impl Diversion {
    pub(super) fn new() -> Diversion {
        Diversion { scratch_nodes: Vec::new(), scratch_owners: Vec::new() }
    }
}
