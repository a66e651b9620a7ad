//! Data watches: following targets event by event.
//!
//! At every event each target is read and compared with its value at the event before. A target that comes into being
//! (its frame is entered, its object made) and holds something has changed; one that was unreadable at the event before
//! (its generator's frame was not on the stack) has not. So the answer for an event depends only on it and the one
//! before, wherever a run begins. Nothing here changes the program: targets are read, expressions are evaluated in
//! diversions.

use std::sync::Arc;

use ttd_code::Mode;
use ttd_code::bytecode::code::Code;
use ttd_core::value::Value;

use super::object_trace::ObjectTracer;
use crate::Vm;
use crate::time::inspect::compile;
use crate::time::observe::location::WatchTarget;
use crate::time::search::query::EventQuery;
use crate::vm::code::intern::is_allocated;

/// What was observed in a target: enough to see a change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum ObservedValue {
    /// The target does not exist yet.
    #[default]
    NotCreated,
    /// It cannot be read now.
    Unreadable,
    /// It holds nothing.
    Unset,
    /// A number, None and the like.
    Immediate(u64),
    /// A short string.
    Text(Box<[u8]>),
    /// An object, by its allocation id.
    Object(u64),
    /// The repr of an expression's value.
    Repr(String),
}

/// The watched targets.
#[derive(Default)]
pub(crate) struct DataWatches {
    pub(crate) watches: Vec<WatchState>,
    /// Whether one of them changed at the last observed event.
    pub(crate) changed: bool,
    /// Traces writes or uses of an object as well.
    pub(crate) tracer: ObjectTracer,
}

pub(crate) struct WatchState {
    pub(crate) target: WatchTarget,
    pub(crate) observed: ObservedValue,
    /// Where the target is, as far as this run knows.
    pub(crate) owner: Owner,
    /// The compiled expression.
    code: Option<Arc<Code>>,
}

/// The frame or object that holds a target.
#[derive(Clone, Copy, Default)]
pub(crate) struct Owner {
    /// The frame's last known depth in the stack.
    pub(crate) depth: usize,
    /// The object, once it was found.
    pub(crate) found: Option<Value>,
    /// How often it was looked for in vain.
    pub(crate) tries: u32,
}

/// An object that native code is still putting together cannot be reached until it is done. What was looked for so
/// often is taken to be gone.
pub(crate) const MAX_TRIES: u32 = 16;

impl DataWatches {
    /// Makes watches that have observed nothing yet.
    pub(crate) fn new(query: &EventQuery) -> DataWatches {
        let watches = |target: &WatchTarget| {
            let code = match target {
                WatchTarget::Expression { source, .. } => compile(source, Mode::Eval).ok(),
                _ => None,
            };
            WatchState { target: target.clone(), observed: ObservedValue::NotCreated, owner: Owner::default(), code }
        };
        DataWatches {
            watches: query.targets.iter().map(watches).collect(),
            changed: false,
            tracer: ObjectTracer::new(query.writes.clone()),
        }
    }

    /// Whether anything is watched.
    pub(crate) fn is_active(&self) -> bool {
        !self.watches.is_empty() || self.tracer.is_active()
    }

    /// Calls `f` with the owners, so that their cells stay theirs during a run.
    pub(crate) fn each_root(&self, f: &mut dyn FnMut(&[Value])) {
        self.watches.iter().filter_map(|watch| watch.owner.found).for_each(|object| f(&[object]));
    }

    /// Forgets observations: a run begins somewhere else.
    pub(crate) fn reset(&mut self) {
        for watch in &mut self.watches {
            (watch.observed, watch.owner) = (ObservedValue::NotCreated, Owner::default());
        }
        self.tracer.reset();
        self.changed = false;
    }

    /// Resets for a checkpoint of a log, where cells keep their objects: an owner that was found stays, if it is
    /// allocated by now.
    fn reset_in_log(&mut self, allocations: u64) {
        for watch in &mut self.watches {
            let kept = match watch.target {
                WatchTarget::Attribute { object, .. } | WatchTarget::Item { object, .. } => {
                    watch.owner.found.filter(|_| is_allocated(object, allocations))
                }
                _ => None,
            };
            (watch.observed, watch.owner) = (ObservedValue::NotCreated, Owner { found: kept, ..Owner::default() });
        }
        self.changed = false;
    }

    /// Releases the owners at the end of a run.
    pub(crate) fn release(&mut self) {
        self.watches.iter_mut().for_each(|watch| watch.owner = Owner::default());
    }

    /// Reads all targets; returns whether one has changed since the last call. `first` only notes what they hold.
    pub(crate) fn observe(&mut self, vm: &mut Vm, first: bool) -> bool {
        let mut changed = false;
        for watch in &mut self.watches {
            let now = watch.observe(vm);
            if now == watch.observed {
                continue;
            }
            let counts = match (&watch.observed, &now) {
                (ObservedValue::Unreadable, _)
                | (_, ObservedValue::Unreadable | ObservedValue::NotCreated)
                | (ObservedValue::NotCreated, ObservedValue::Unset) => false,
                _ => !first,
            };
            changed |= counts;
            watch.observed = now;
        }
        match first {
            true => self.tracer.begin(vm),
            false => changed |= self.tracer.observe(vm),
        }
        self.changed = changed;
        changed
    }
}

impl WatchState {
    /// Reads the target.
    fn observe(&mut self, vm: &mut Vm) -> ObservedValue {
        if let WatchTarget::Expression { frame, generator, .. } = &self.target {
            let there = vm.find_frame(*frame, *generator, &mut self.owner.depth).map(|_| *frame);
            return match there {
                Ok(frame) => vm.observe_expression(frame, self.code.clone()),
                Err(hidden) => hidden,
            };
        }
        match vm.read_with_owner(&self.target, &mut self.owner) {
            Ok(v) => vm.observe_value(v),
            Err(hidden) => hidden,
        }
    }
}

impl Vm {
    /// Notes what the targets hold now.
    pub(crate) fn begin_watching(&mut self) {
        self.with_watches(|watches, vm| {
            watches.reset();
            watches.observe(vm, true)
        });
    }

    /// Notes what the targets hold at an event of the log.
    pub(crate) fn begin_watching_in_log(&mut self) {
        let allocations = self.heap.allocation_count();
        self.with_watches(|watches, vm| {
            watches.reset_in_log(allocations);
            watches.observe(vm, true)
        });
    }

    /// Reads the targets; returns whether one has changed since the event before.
    pub(crate) fn check_watches(&mut self) -> bool {
        self.with_watches(|watches, vm| watches.observe(vm, false))
    }

    fn with_watches(&mut self, look: impl FnOnce(&mut DataWatches, &mut Vm) -> bool) -> bool {
        let Some(mut watches) = self.driver().map(|d| std::mem::take(&mut d.armed.data)) else { return false };
        let changed = watches.is_active() && look(&mut watches, self);
        if let Some(d) = self.driver() {
            d.armed.data = watches;
        }
        changed
    }
}
