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
    Never,
    /// It cannot be seen.
    Hidden,
    /// It holds nothing.
    Unset,
    /// A number, None and the like.
    Plain(u64),
    /// A short text.
    Text(Box<[u8]>),
    /// An object, by the number of its allocation.
    Object(u64),
    /// The repr of what an expression gave.
    Shown(String),
}

/// A place that is followed.
#[derive(Default)]
pub(crate) struct DataWatches {
    pub(crate) places: Vec<WatchState>,
    /// At the last event that was looked at, one of them had changed.
    pub(crate) changed: bool,
    /// What is written is looked at as well.
    pub(crate) sightings: ObjectTracer,
}

pub(crate) struct WatchState {
    pub(crate) location: WatchTarget,
    pub(crate) seen: ObservedValue,
    /// Where it is, as far as that is known in this run.
    pub(crate) holder: Holder,
    /// The expression.
    code: Option<Arc<Code>>,
}

/// The frame or object in which a place is.
#[derive(Clone, Copy, Default)]
pub(crate) struct Holder {
    /// Where in the stack the frame was seen last.
    pub(crate) depth: usize,
    /// The object, once it was found.
    pub(crate) found: Option<Value>,
    /// How often it was looked for in vain.
    pub(crate) tries: u32,
}

/// An object that native code is still putting together cannot be reached until it is done. What was looked for so often
/// is taken to be gone.
pub(crate) const TRIES: u32 = 16;

impl DataWatches {
    /// Nothing is known yet about what these hold.
    pub(crate) fn new(watch: &EventQuery) -> DataWatches {
        let follow = |location: &WatchTarget| {
            let code = match location {
                WatchTarget::Expression { source, .. } => compile(source, Mode::Eval).ok(),
                _ => None,
            };
            WatchState { location: location.clone(), seen: ObservedValue::Never, holder: Holder::default(), code }
        };
        DataWatches {
            places: watch.locations.iter().map(follow).collect(),
            changed: false,
            sightings: ObjectTracer::new(watch.writing.clone()),
        }
    }

    /// Whether there is anything to follow.
    pub(crate) fn is_on(&self) -> bool {
        !self.places.is_empty() || self.sightings.is_on()
    }

    /// The objects that it holds on to, so that their cells stay theirs while a run goes on.
    pub(crate) fn each_root(&self, f: &mut dyn FnMut(&[Value])) {
        self.places.iter().filter_map(|place| place.holder.found).for_each(|object| f(&[object]));
    }

    /// A run begins somewhere else: what was found out holds no longer.
    pub(crate) fn forget(&mut self) {
        for place in &mut self.places {
            (place.seen, place.holder) = (ObservedValue::Never, Holder::default());
        }
        self.sightings.forget();
        self.changed = false;
    }

    /// The same in a log, at a checkpoint, whose cells stay what they are: an object that was found later and has been
    /// born by now is there, or will never be reached again.
    fn forget_seen(&mut self, births: u64) {
        for place in &mut self.places {
            let kept = match place.location {
                WatchTarget::Attribute { object, .. } | WatchTarget::Item { object, .. } => {
                    place.holder.found.filter(|_| is_allocated(object, births))
                }
                _ => None,
            };
            (place.seen, place.holder) = (ObservedValue::Never, Holder { found: kept, ..Holder::default() });
        }
        self.changed = false;
    }

    /// The run is over: its objects are let go.
    pub(crate) fn let_go(&mut self) {
        self.places.iter_mut().for_each(|place| place.holder = Holder::default());
    }

    /// Looks at all places; whether one of them holds something else than when it was looked at last. `first` only
    /// notes what they hold.
    pub(crate) fn look(&mut self, vm: &mut Vm, first: bool) -> bool {
        let mut changed = false;
        for place in &mut self.places {
            let now = place.look(vm);
            if now == place.seen {
                continue;
            }
            let told = match (&place.seen, &now) {
                (ObservedValue::Hidden, _)
                | (_, ObservedValue::Hidden | ObservedValue::Never)
                | (ObservedValue::Never, ObservedValue::Unset) => false,
                _ => !first,
            };
            changed |= told;
            place.seen = now;
        }
        match first {
            true => self.sightings.begin(vm),
            false => changed |= self.sightings.look(vm),
        }
        self.changed = changed;
        changed
    }
}

impl WatchState {
    /// What is in the place.
    fn look(&mut self, vm: &mut Vm) -> ObservedValue {
        if let WatchTarget::Expression { frame, generator, .. } = &self.location {
            let there = vm.find_frame(*frame, *generator, &mut self.holder.depth).map(|_| *frame);
            return match there {
                Ok(frame) => vm.asked(frame, self.code.clone()),
                Err(hidden) => hidden,
            };
        }
        match vm.read_place(&self.location, &mut self.holder) {
            Ok(v) => vm.seen(v),
            Err(hidden) => hidden,
        }
    }
}

impl Vm {
    /// Notes what the followed places hold now.
    pub(crate) fn begin_following(&mut self) {
        self.with_follow(|follow, vm| {
            follow.forget();
            follow.look(vm, true)
        });
    }

    /// The same at an event of the log.
    pub(crate) fn begin_following_in_log(&mut self) {
        let births = self.heap.allocation_count();
        self.with_follow(|follow, vm| {
            follow.forget_seen(births);
            follow.look(vm, true)
        });
    }

    /// Looks at the followed places; whether one has changed since the event before.
    pub(crate) fn follow(&mut self) -> bool {
        self.with_follow(|follow, vm| follow.look(vm, false))
    }

    fn with_follow(&mut self, look: impl FnOnce(&mut DataWatches, &mut Vm) -> bool) -> bool {
        let Some(mut follow) = self.driver().map(|d| std::mem::take(&mut d.armed.follow)) else { return false };
        let changed = follow.is_on() && look(&mut follow, self);
        if let Some(d) = self.driver() {
            d.armed.follow = follow;
        }
        changed
    }
}
