//! The parts of a [`Vm`](crate::Vm) that are no state of the program: why each may survive going back, and when it
//! changes.

use std::collections::HashMap;
use std::sync::{Arc, atomic::AtomicBool};

use ttd_core::value::Value;

use super::code::load::CompiledText;
use super::{Native, Tail, call, code, objects};
use crate::native::slots::{CallFn, TypeTable};
use crate::vm::code::dynamic::DynamicCodes;
use crate::vm::code::owned::OwnedCodes;
use crate::vm::code::source::SourceVersion;
use crate::vm::objects::shapes::Shapes;
use crate::vm::stack::frame::Frame;

/// Versions, and what lookups and calls found last: flushed when state is restored, and seen by no program.
pub(crate) struct Caches {
    /// The version of all Python classes; see `objects::cache_versions`.
    pub(crate) class_version: u32,
    /// The version of immediates in Python classes.
    pub(crate) immediate_version: u32,
    /// The last version that was given out.
    pub(crate) last_version: u32,
    /// The version of builtin classes; has `NATIVE_BIT`.
    pub(crate) native_version: u32,
    /// The memory of the last compressor and decompressor that came to an end. Not flushed: they begin anew whenever
    /// they are used again.
    pub(crate) compressor: Option<ttd_pyalgos::codec::deflate::Encoder>,
    pub(crate) decompressor: Option<ttd_pyalgos::codec::inflate::Decoder>,
    /// The formats of `struct` that were used last. Not flushed: these depend on their text alone.
    pub(crate) formats: rustc_hash::FxHashMap<Box<[u8]>, std::rc::Rc<ttd_pyalgos::codec::pack_format::Format>>,
    /// The time zone that was read last, with its name and its file. Not flushed: these say what it is.
    pub(crate) zone: Option<(Vec<u8>, Vec<u8>, std::rc::Rc<ttd_pyalgos::time::zone::Zone>)>,
    /// Short texts that were compiled. Not flushed: code depends on its text alone.
    pub(crate) compiled: code::compile_cache::CompileCache,
    /// Expressions that the debugger evaluates, None for those that are not plain. Not flushed: they are their texts.
    pub(crate) plain: rustc_hash::FxHashMap<Box<str>, Option<std::rc::Rc<ttd_code::PlainExpr>>>,
    /// Where the contexts of `decimal` that were seen last have their attributes. Not flushed: shapes do not change.
    pub(crate) decimal_context: Option<objects::shapes::FoundSlots<8>>,
    /// Where handles of asyncio, generic aliases and unions of classes, contexts and tokens of `contextvars` have their
    /// attributes. Not flushed: shapes do not change.
    pub(crate) handle_slots: Option<objects::member_slots::MemberPlaces<7>>,
    pub(crate) alias_slots: Option<objects::member_slots::MemberPlaces<4>>,
    pub(crate) union_slots: Option<objects::member_slots::MemberPlaces<2>>,
    pub(crate) context_slots: Option<objects::member_slots::MemberPlaces<2>>,
    pub(crate) token_slots: Option<objects::member_slots::MemberPlaces<4>>,
    /// What is known of the kind of loop that was asked last.
    pub(crate) loop_layout: LoopLayout,
    /// The buffers that had no views at the last collection.
    pub(crate) first_views: objects::first_views::FirstViews,
    /// Where the objects that `decimal` registered were found in a dict: see `modules/decimal/context.rs`.
    pub(crate) decimal_places: [std::cell::Cell<usize>; 4],
    /// Where the characters of long texts lie.
    pub(crate) char_indexes: objects::char_index::CharIndexes,
    /// Lookups along method resolution orders.
    pub(crate) method_cache: Box<[objects::lookup::MethodCache]>,
    /// What calling a class runs, by the class's index.
    pub(crate) constructors: [objects::constructors::Constructor; 64],
    /// What calls entered last; verified at every use.
    pub(crate) call_cache: call::call_cache::CallCache,
    /// What sites with several shapes know, behind their own caches.
    pub(crate) poly: code::poly_cache::PolyCache,
    /// No cache was filled since the last flush.
    pub(crate) flushed: bool,
    /// The code objects whose inline caches may hold something.
    pub(crate) filled_codes: Vec<u32>,
}

/// Where the loops of a kind have `_debug`, `_closed` and `_ready`, and whether their methods are the library's: see
/// `modules/asyncio/queue.rs`.
#[derive(Clone, Copy, Default)]
pub(crate) struct LoopLayout {
    /// The shape, the version of the keys of the dict with the attributes, if there is one, and that of classes.
    pub(crate) versions: [u32; 3],
    /// Whether the methods are the library's.
    pub(crate) plain: bool,
    /// Slots, or entries of the dict.
    pub(crate) places: [usize; 3],
}

impl Caches {
    pub(crate) fn new() -> Caches {
        Caches {
            class_version: 1,
            immediate_version: 2,
            last_version: 2,
            native_version: objects::cache_versions::NATIVE_BIT,
            compressor: None,
            decompressor: None,
            formats: Default::default(),
            compiled: Default::default(),
            plain: Default::default(),
            decimal_context: None,
            handle_slots: None,
            alias_slots: None,
            union_slots: None,
            loop_layout: LoopLayout::default(),
            context_slots: None,
            token_slots: None,
            first_views: objects::first_views::FirstViews::EMPTY,
            decimal_places: Default::default(),
            char_indexes: Default::default(),
            zone: None,
            method_cache: vec![objects::lookup::MethodCache::EMPTY; 4096].into_boxed_slice(),
            constructors: [objects::constructors::Constructor::EMPTY; 64],
            call_cache: call::call_cache::CallCache::new(),
            poly: code::poly_cache::PolyCache::new(),
            flushed: false,
            filled_codes: Vec::new(),
        }
    }
}

/// What was loaded and interned. It only grows and never changes its meaning, so going back leaves it alone.
pub(crate) struct Loaded {
    /// Builtin classes by the names of their type tables.
    pub(crate) builtin_types: HashMap<String, Value>,
    /// Builtin types, by type id.
    pub(crate) types: TypeTable,
    /// Classes of plain objects that are called without a `__call__`, with what calling runs.
    pub(crate) instance_calls: Vec<(Value, CallFn)>,
    /// Ids of the getters of `__dict__` and `__weakref__` of instances.
    pub(crate) instance_getters: (u32, u32),
    /// Allocation ids of dead objects that `gc.collect()` has counted: in the heap, but no part of the program's state.
    pub(crate) counted_garbage: Value,
    /// All shapes, by id.
    pub(crate) shapes: Shapes,
    /// All loaded code objects, by id.
    pub(crate) codes: OwnedCodes,
    /// Ids of loaded code objects, by the address of their `Code`.
    pub(crate) code_ids: HashMap<usize, u32>,
    /// Code compiled at run time, kept so that no address is used twice.
    pub(crate) dynamic_codes: DynamicCodes,
    /// The order of two `Decimal`s, once their module was imported; `None` inside for others.
    pub(crate) decimal_order: Option<crate::native::slots::OrderFn>,
    /// Code of modules by path, with the source texts that it was compiled from.
    pub(crate) module_codes: HashMap<String, Vec<CompiledText>>,
    /// Native functions, by the id in their objects' shape word.
    pub(crate) natives: Vec<Native>,
    /// The number of the first native of a module, by the address of its table.
    pub(crate) native_tables: HashMap<usize, u32>,
    /// Getters of builtin types, by the id in their descriptors' shape word.
    pub(crate) getters: Vec<&'static crate::native::Getter>,
    /// The interned strings.
    pub(crate) interned: code::intern::Interned,
    /// Interned strings of one ASCII character.
    pub(crate) ascii_chars: code::intern::AsciiChars,
    /// The constant `b''`: there is one of it.
    pub(crate) empty_bytes: Value,
    /// Values that are never freed: roots.
    pub(crate) immortals: Vec<Value>,
    /// How many of them the last collection has met.
    pub(crate) collected: usize,
    /// The next allocation id of an immortal value.
    pub(crate) immortal_ids: u64,
    /// Source lines by path, for tracebacks and the debugger.
    pub(crate) sources: HashMap<String, std::rc::Rc<Vec<String>>>,
    /// Other texts of files that the present branch has, the latest last. Each says since when it holds, so going back
    /// needs nothing; they are exchanged with the branch.
    pub(crate) source_versions: Vec<SourceVersion>,
    /// `object.__new__`.
    pub(crate) object_new: Value,
    /// The builtin `__import__`.
    pub(crate) import_builtin: Value,
    /// `sys.argv` of the program.
    pub(crate) argv: Vec<String>,
    /// `sys.executable`.
    pub(crate) executable: String,
    /// `sys.prefix` in a virtual environment.
    pub(crate) prefix: Option<String>,
    /// Which code has events.
    pub(crate) chosen_events: code::event_choice::ChosenEvents,
    pub(crate) tracing: code::trace_sites::TracePatches,
    /// Whether the program has started a thread at any time that was reached: then frames may be on a stack that is not
    /// looked at. No program state.
    pub(crate) threads_started: bool,
}

impl Loaded {
    pub(crate) fn new() -> Loaded {
        Loaded {
            builtin_types: HashMap::new(),
            types: TypeTable::new(),
            instance_calls: Vec::new(),
            instance_getters: (0, 0),
            counted_garbage: Value::UNBOUND,
            shapes: Shapes::default(),
            codes: OwnedCodes::default(),
            code_ids: HashMap::new(),
            dynamic_codes: DynamicCodes::default(),
            decimal_order: None,
            module_codes: HashMap::new(),
            natives: Vec::new(),
            native_tables: HashMap::new(),
            getters: Vec::new(),
            interned: code::intern::Interned::default(),
            ascii_chars: [Value::UNBOUND; 128],
            empty_bytes: Value::UNBOUND,
            immortals: Vec::new(),
            collected: 0,
            immortal_ids: code::intern::IMMORTAL,
            sources: HashMap::new(),
            source_versions: Vec::new(),
            object_new: Value::UNBOUND,
            import_builtin: Value::UNBOUND,
            argv: Vec::new(),
            executable: String::new(),
            prefix: None,
            chosen_events: code::event_choice::ChosenEvents::default(),
            tracing: Default::default(),
            threads_started: false,
        }
    }
}

/// What one step of the interpreter leaves for the next. Cleared by `Vm::put_at`, or harmless when stale.
pub(crate) struct Pending {
    /// The call that a native requested with `Trap::Tail`.
    pub(crate) tail: Option<Tail>,
    /// The value that reached an `Exit` continuation.
    pub(crate) exit_value: Value,
    /// Whether the waiting native takes `exit_value` next.
    pub(crate) exit_pending: bool,
    /// What a native iterator has just asked its loop to call.
    pub(crate) question: call::question::Question,
    /// The events of the instruction at `pc` have been delivered.
    pub(crate) events_delivered: bool,
    /// The patch at `pc` has been handled.
    pub(crate) patch_handled: bool,
    /// The first event of the patched instruction at `pc` that happens: an assignment to `f_lineno` goes to a line.
    pub(crate) first_event: usize,
    /// The event before the one at which the run was left for a branch.
    pub(crate) left_for_branch: Option<crate::vm::event::Event>,
    /// The deadline (-1: none) of the request that an instruction makes again: see `threads::outside`.
    pub(crate) waits_until: Option<i64>,
    /// The instruction to blame for the next trap, if not the one that raises it.
    pub(crate) raised_at: Option<u32>,
    /// The next trap re-raises an exception: no event, no context, no new traceback entry.
    pub(crate) reraising: bool,
    /// The last slice of a list, see `interp::values::items`.
    pub(crate) last_slice: LastSlice,
    /// The builtin value and the instance of the running native method: see [`Vm::receiver`](crate::Vm::receiver).
    pub(crate) receiver: (Value, Value),
    /// Objects whose repr is in progress, for `[...]`.
    pub repr_guard: Vec<Value>,
    /// How the program ended.
    pub(crate) finished: Option<super::event::Finish>,
}

impl Pending {
    pub(crate) fn new() -> Pending {
        Pending {
            tail: None,
            exit_value: Value::UNBOUND,
            exit_pending: false,
            question: call::question::Question::default(),
            events_delivered: false,
            patch_handled: false,
            first_event: 0,
            left_for_branch: None,
            waits_until: None,
            raised_at: None,
            reraising: false,
            last_slice: LastSlice::NOTHING,
            receiver: (Value::UNBOUND, Value::UNBOUND),
            repr_guard: Vec::new(),
            finished: None,
        }
    }
}

/// Depth counters and their limits.
pub(crate) struct Limits {
    /// No frame may be pushed above this one: the recursion limit.
    pub(crate) fp_limit: *mut Frame,
    /// Windows must end below this address.
    pub(crate) stack_limit: *mut Value,
    /// Consecutive tail calls among natives, without Python code in between.
    pub(crate) tail_depth: u32,
    /// Number of Rust frames that wait for Python code.
    pub(crate) native_depth: u32,
    /// What it is below the native code that runs now: more than 0 if other threads run while native code of one waits.
    pub(crate) native_base: u32,
    /// In how many threads native code waits so.
    pub(crate) native_level: u32,
    /// Calls of natives by natives in progress.
    pub(crate) direct_depth: u32,
    /// Comparisons of containers that wait for comparisons of their items.
    pub(crate) compare_depth: u32,
    /// The allocation count at which a search for the dead is due, from `Vm::finalizer_state`.
    pub(crate) search_at: u64,
    /// Whether there is credit left for searches before that.
    pub(crate) search_credit: bool,
    /// Back edges of library code until the next check for interrupts.
    pub(crate) lib_budget: i64,
    /// Number of stops with `native_depth` above 0, where no checkpoint is possible.
    pub nested_stops: u64,
}

impl Limits {
    pub(crate) fn new() -> Limits {
        Limits {
            fp_limit: std::ptr::null_mut(),
            stack_limit: std::ptr::null_mut(),
            tail_depth: 0,
            native_depth: 0,
            native_base: 0,
            native_level: 0,
            direct_depth: 0,
            compare_depth: 0,
            search_at: 0,
            search_credit: true,
            lib_budget: 1 << 16,
            nested_stops: 0,
        }
    }
}

/// A time of birth that no frame has.
pub(crate) const NO_FRAME: u64 = u64::MAX;

/// The event budget, and what is watched until it is spent.
pub(crate) struct Counting {
    /// Events that may be delivered before the loop must stop, minus one.
    pub(crate) budget: i64,
    /// The time at which the budget is spent.
    pub(crate) stop_at: i64,
    /// Whether an event query, a data watch or a trace is active: see `time::observe`.
    pub(crate) armed: bool,
    /// The only frame whose events can match; `u64::MAX` for any.
    pub(crate) only_frame: u64,
    /// Whether the search is by a filter, and events that it rejects need not be looked at.
    pub(crate) filters: bool,
    /// Frames whose next event matters to a data watch: they have begun, or have come back to the stack.
    pub(crate) watched_frames: [u64; 2],
    /// The registers of watched variables and what they held at the last look; null where there is none.
    pub(crate) watched_registers: [(*const Value, Value); 2],
    /// Whether every event matters to a data watch.
    pub(crate) look_always: bool,
    /// The time of the last event whose depth was computed.
    pub(crate) depth_known_at: i64,
    /// The lowest frame that was on top since the last logged moment.
    pub(crate) dirty_frames_from: *mut Frame,
    /// Something other than the loop's fast paths ran since the last logged moment. Only then can objects have been
    /// allocated, time have gone back, or rare state have changed.
    pub(crate) side_effects_pending: bool,
    /// Set by the clock of `time::checkpoint::work_clock`.
    pub(crate) work_due: Arc<AtomicBool>,
}

/// No register that is watched.
pub(crate) const NO_REGISTER: (*const Value, Value) = (std::ptr::null(), Value::UNBOUND);

impl Counting {
    pub(crate) fn new() -> Counting {
        Counting {
            budget: i64::MAX / 2,
            stop_at: i64::MAX / 2,
            armed: false,
            only_frame: u64::MAX,
            filters: false,
            watched_frames: [NO_FRAME; 2],
            watched_registers: [NO_REGISTER; 2],
            look_always: false,
            depth_known_at: i64::MIN,
            dirty_frames_from: std::ptr::null_mut(),
            side_effects_pending: true,
            work_due: Arc::default(),
        }
    }
}

/// What a diversion created and must undo.
pub(crate) struct Diversion {
    /// Nodes of the heap's history that belong to a diversion and to no checkpoint.
    pub(crate) scratch_nodes: Vec<ttd_core::NodeId>,
    /// Frames that got a frame object during a diversion, by their index in the stack.
    pub(crate) scratch_owners: Vec<usize>,
}

impl Diversion {
    pub(crate) fn new() -> Diversion {
        Diversion { scratch_nodes: Vec::new(), scratch_owners: Vec::new() }
    }
}

/// The last slice made of a list, the address of the register that holds it, and the time. No program can observe it.
/// After going to another time it is stale and harmless: the heap then finds the list older.
#[derive(Debug)]
pub(crate) struct LastSlice {
    pub(crate) list: Value,
    pub(crate) register: usize,
    pub(crate) time: i64,
}

impl LastSlice {
    pub(crate) const NOTHING: LastSlice = LastSlice { list: Value::NONE, register: 0, time: 0 };
}
