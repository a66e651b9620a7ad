//! Following places that hold values, event by event, while the program runs.
//!
//! At every event each place is looked at and compared with what it held at the event before. A place that comes to be
//! (its frame is entered, its object made) and holds something has changed; one that could not be seen at the event
//! before (its frame is a generator's and was not on the stack) has not. So what is found out about an event depends on
//! nothing but that event and the one before, wherever a run begins. Nothing here changes the program: a place is read,
//! and an expression is asked as a question.

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

/// What was seen in a place: enough to tell whether it holds something else now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum ObservedValue {
    /// The place is not there yet.
    #[default]
    NotCreated,
    /// It cannot be seen.
    Unreadable,
    /// It holds nothing.
    Unset,
    /// A number, None and the like.
    Immediate(u64),
    /// A short text.
    Text(Box<[u8]>),
    /// An object, by the number of its allocation.
    Object(u64),
    /// The repr of what an expression gave.
    Repr(String),
}

/// A place that is followed.
#[derive(Default)]
pub(crate) struct DataWatches {
    pub(crate) watches: Vec<WatchState>,
    /// At the last event that was looked at, one of them had changed.
    pub(crate) changed: bool,
    /// What is written is looked at as well.
    pub(crate) tracer: ObjectTracer,
}

pub(crate) struct WatchState {
    pub(crate) target: WatchTarget,
    pub(crate) observed: ObservedValue,
    /// Where it is, as far as that is known in this run.
    pub(crate) owner: Owner,
    /// The expression.
    code: Option<Arc<Code>>,
}

/// The frame or object in which a place is.
#[derive(Clone, Copy, Default)]
pub(crate) struct Owner {
    /// Where in the stack the frame was seen last.
    pub(crate) depth: usize,
    /// The object, once it was found.
    pub(crate) found: Option<Value>,
    /// How often it was looked for in vain.
    pub(crate) tries: u32,
}

/// An object that native code is still putting together cannot be reached until it is done. What was looked for so often
/// is taken to be gone.
pub(crate) const MAX_TRIES: u32 = 16;

impl DataWatches {
    /// Nothing is known yet about what these hold.
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

    /// Whether there is anything to follow.
    pub(crate) fn is_active(&self) -> bool {
        !self.watches.is_empty() || self.tracer.is_active()
    }

    /// The objects that it holds on to, so that their cells stay theirs while a run goes on.
    pub(crate) fn each_root(&self, f: &mut dyn FnMut(&[Value])) {
        self.watches.iter().filter_map(|watch| watch.owner.found).for_each(|object| f(&[object]));
    }

    /// A run begins somewhere else: what was found out holds no longer.
    pub(crate) fn reset(&mut self) {
        for watch in &mut self.watches {
            (watch.observed, watch.owner) = (ObservedValue::NotCreated, Owner::default());
        }
        self.tracer.reset();
        self.changed = false;
    }

    /// The same in a log, at a checkpoint, whose cells stay what they are: an object that was found later and has been
    /// born by now is there, or will never be reached again.
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

    /// The run is over: its objects are let go.
    pub(crate) fn release(&mut self) {
        self.watches.iter_mut().for_each(|watch| watch.owner = Owner::default());
    }

    /// Looks at all places; whether one of them holds something else than when it was looked at last. `first` only
    /// notes what they hold.
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
    /// What is in the place.
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
    /// Notes what the followed places hold now.
    pub(crate) fn begin_watching(&mut self) {
        self.with_watches(|watches, vm| {
            watches.reset();
            watches.observe(vm, true)
        });
    }

    /// The same at an event of the log.
    pub(crate) fn begin_watching_in_log(&mut self) {
        let allocations = self.heap.allocation_count();
        self.with_watches(|watches, vm| {
            watches.reset_in_log(allocations);
            watches.observe(vm, true)
        });
    }

    /// Looks at the followed places; whether one has changed since the event before.
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
