//! Data watches: following targets event by event.
//!
//! At every event each target is read and compared with its value at the event before. A target that comes into being
//! (its frame is entered, its object made) and holds something has changed; one that was unreadable at the event before
//! (native code was putting its owner together) has not. So the answer for an event depends only on it and the one
//! before, wherever a run begins. Nothing here changes the program: targets are read, expressions are evaluated in
//! diversions.

use std::sync::Arc;

use ttd_code::bytecode::code::Code;
use ttd_code::{Mode, PlainExpr, plain_expression};
use ttd_core::value::Value;
use ttd_core::{JournalPosition, RecentWrite};

use super::computed::Question;
use super::contents::{Contents, ShownContents};
use super::object_trace::ObjectTracer;
use crate::Vm;
use crate::time::inspect::compile;
use crate::time::machine::on_big_stack;
use crate::time::observe::location::WatchTarget;
use crate::time::search::query::EventQuery;
use crate::vm::code::intern::is_allocated;

/// What was observed in a target: enough to see a change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
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
    /// Whether the contents of containers that they hold are watched too.
    follows_contents: bool,
    /// Where the journal ended at the last look, in a run that is being logged.
    journal_place: Option<JournalPosition>,
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
    /// The expression, compiled, and as it is if it is plain.
    code: Option<(Arc<Code>, Option<PlainExpr>)>,
    /// The target is an answer that may change without a write to the object.
    pub(crate) computes_anew: bool,
    /// The place in an object that alone decides what the target holds: a slot, an entry of a dict.
    pub(crate) place: Option<(Value, usize)>,
    /// The container that the target holds, and what it held at the last look.
    pub(crate) container: Option<(Value, Contents)>,
    /// What the container showed at the last look, if a branch begins at the next one.
    left: Option<ShownContents>,
}

/// The newest of the frames and objects that hold the targets.
#[derive(Clone, Copy, Default)]
pub(crate) struct NewestOwners {
    /// The allocation id of the newest object.
    pub(crate) object: Option<u64>,
    /// When the newest frame was entered.
    pub(crate) frame: Option<u64>,
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
                WatchTarget::Expression { source, .. } => {
                    compile(source, Mode::Eval).ok().map(|code| (code, on_big_stack(|| plain_expression(source))))
                }
                _ => None,
            };
            let (observed, owner) = (ObservedValue::NotCreated, Owner::default());
            WatchState {
                target: target.clone(),
                observed,
                owner,
                code,
                computes_anew: false,
                place: None,
                container: None,
                left: None,
            }
        };
        DataWatches {
            watches: query.targets.iter().map(watches).collect(),
            follows_contents: query.contents,
            tracer: ObjectTracer::new(query.writes.clone()),
            ..DataWatches::default()
        }
    }

    /// Whether only a look at every event tells whether something has changed, while the program runs.
    pub(crate) fn needs_every_event(&self) -> bool {
        let always = |watch: &WatchState| {
            let computes = |question: &Question| matches!(question, Question::Attribute(_));
            watch.code.is_some()
                || matches!(&watch.target, WatchTarget::Computed { question, .. } if computes(question))
        };
        self.tracer.is_active() || self.watches.iter().any(always)
    }

    /// What there has to be before the targets stay where they are; `None` if one never does.
    pub(crate) fn newest_owners(&self) -> Option<NewestOwners> {
        let mut newest = NewestOwners::default();
        for watch in &self.watches {
            match watch.target {
                WatchTarget::Shared { object, .. }
                | WatchTarget::Attribute { object, .. }
                | WatchTarget::Item { object, .. }
                | WatchTarget::Computed { object, .. } => newest.object = newest.object.max(Some(object)),
                WatchTarget::Variable { frame, generator: None, .. } => newest.frame = newest.frame.max(Some(frame)),
                // A generator's frame comes back elsewhere, and an expression may read anything.
                WatchTarget::Variable { .. } | WatchTarget::Expression { .. } => return None,
                WatchTarget::RunningThread => {}
            }
        }
        (newest.object.is_some() || newest.frame.is_some()).then_some(newest)
    }

    /// Whether anything is watched.
    pub(crate) fn is_active(&self) -> bool {
        !self.watches.is_empty() || self.tracer.is_active()
    }

    /// Calls `f` with the owners, so that their cells stay theirs during a run.
    pub(crate) fn each_root(&self, f: &mut dyn FnMut(&[Value])) {
        for watch in &self.watches {
            watch.owner.found.iter().for_each(|object| f(&[*object]));
            if let Some((container, contents)) = &watch.container {
                f(&[*container]);
                contents.each_root(f);
            }
        }
    }

    /// Forgets observations: a run begins somewhere else.
    pub(crate) fn reset(&mut self) {
        for watch in &mut self.watches {
            (watch.observed, watch.owner) = (ObservedValue::NotCreated, Owner::default());
            (watch.container, watch.left) = (None, None);
        }
        self.tracer.reset();
        self.changed = false;
    }

    /// Resets for a checkpoint of a log, where cells keep their objects: an owner that was found stays, if it is
    /// allocated by now.
    fn reset_in_log(&mut self, allocations: u64) {
        for watch in &mut self.watches {
            let kept = match watch.target {
                WatchTarget::Shared { object, .. }
                | WatchTarget::Attribute { object, .. }
                | WatchTarget::Item { object, .. }
                | WatchTarget::Computed { object, .. }
                | WatchTarget::Variable { generator: Some(object), .. }
                | WatchTarget::Expression { generator: Some(object), .. } => {
                    watch.owner.found.filter(|_| is_allocated(object, allocations))
                }
                _ => None,
            };
            (watch.observed, watch.owner) = (ObservedValue::NotCreated, Owner { found: kept, ..Owner::default() });
            (watch.container, watch.left) = (None, None);
        }
        self.changed = false;
    }

    /// Notes what the containers showed at the last look: the next one is at the beginning of a branch, where neither
    /// objects nor writes tell.
    fn leave_for_branch(&mut self, vm: &mut Vm) {
        // In a log the last look is the present one.
        let writes = if vm.is_detached() { Vec::new() } else { self.writes_since_last_look(vm) };
        for watch in &mut self.watches {
            watch.left = watch.container.as_ref().map(|(of, contents)| vm.shown_before(*of, contents, &writes));
        }
    }

    /// Releases the owners at the end of a run.
    pub(crate) fn release(&mut self) {
        for watch in &mut self.watches {
            (watch.owner, watch.container) = (Owner::default(), None);
        }
    }

    /// Reads all targets; returns whether one has changed since the last call. `first` only notes what they hold.
    pub(crate) fn observe(&mut self, vm: &mut Vm, first: bool) -> bool {
        let writes = self.writes_since_last_look(vm);
        let follows = self.follows_contents;
        let mut changed = false;
        for watch in &mut self.watches {
            let (now, held) = watch.observe(vm);
            watch.place = vm.place_of(&watch.target, watch.owner.found);
            let container = held.filter(|_| follows).and_then(|v| vm.container_in(v));
            let left = watch.left.take();
            if now == watch.observed {
                if let (Some(left), Some(container)) = (left, container) {
                    changed |= !left.is_shown_by(vm, container) && !first;
                    watch.container = Some((container, vm.contents_of(container)));
                } else if let Some((container, contents)) = &mut watch.container {
                    changed |= vm.contents_changed(*container, contents, &writes) && !first;
                }
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
            watch.container = container.map(|container| (container, vm.contents_of(container)));
        }
        match first {
            true => self.tracer.begin(vm),
            false => changed |= self.tracer.observe(vm),
        }
        if vm.log.is_none() {
            // Evaluations write to objects and take that back.
            vm.heap.take_watched_writes();
        }
        self.changed = changed;
        changed
    }

    /// The writes to containers since the last look.
    fn writes_since_last_look(&mut self, vm: &mut Vm) -> Vec<RecentWrite> {
        if vm.log.is_none() {
            return vm.heap.take_watched_writes();
        }
        let place = self.journal_place.replace(vm.heap.journal_position());
        match (vm.is_detached(), place) {
            _ if !self.follows_contents => Vec::new(),
            (true, _) if vm.is_first_of_moment() => vm.heap.writes_at_moment(),
            (false, Some(place)) => vm.heap.writes_since(place),
            _ => Vec::new(),
        }
    }
}

impl WatchState {
    /// Reads the target: what was observed, and the value if it is no expression's.
    fn observe(&mut self, vm: &mut Vm) -> (ObservedValue, Option<Value>) {
        if let WatchTarget::Expression { frame, generator, .. } = &self.target {
            return (vm.observe_expression(*frame, *generator, self.code.as_ref(), &mut self.owner), None);
        }
        if let WatchTarget::Computed { object, question } = &self.target {
            let seen = vm.observe_answer(*object, question, &mut self.owner);
            self.computes_anew = self.owner.found.is_some_and(|found| !vm.answers_from_contents(found, question));
            return (seen, None);
        }
        match vm.read_with_owner(&self.target, &mut self.owner) {
            Ok(v) => (vm.observe_value(v), v),
            Err(hidden) => (hidden, None),
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

    /// Notes that the present run is left for a branch: the next look is at the branch's beginning.
    pub(crate) fn watches_leave_for_branch(&mut self) {
        self.with_watches(|watches, vm| {
            watches.leave_for_branch(vm);
            false
        });
    }

    /// Reads the targets; returns whether one has changed since the event before.
    pub(crate) fn check_watches(&mut self) -> bool {
        let watched = self.driver().is_some_and(|d| d.armed.data.is_active());
        watched && self.with_watches(|watches, vm| watches.observe(vm, false))
    }

    fn with_watches(&mut self, look: impl FnOnce(&mut DataWatches, &mut Vm) -> bool) -> bool {
        let Some(mut watches) = self.driver().map(|d| std::mem::take(&mut d.armed.data)) else { return false };
        let changed = watches.is_active() && look(&mut watches, self);
        if self.counting.armed {
            watches.arm_looks(self);
        }
        if let Some(d) = self.driver() {
            d.armed.data = watches;
        }
        changed
    }

    /// Notes what can change the watched targets, at the beginning of a run.
    pub(crate) fn begin_looks(&mut self) {
        self.with_watches(|_, _| false);
    }
}
