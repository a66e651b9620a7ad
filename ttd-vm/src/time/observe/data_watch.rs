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
use crate::time::inspect::compile;
use crate::time::observe::location::{Key, WatchTarget};
use crate::time::search::query::EventQuery;
use crate::vm::code::intern::is_born;
use crate::vm::stack::frame::Frame;
use crate::{Vm, ids};

/// Texts longer than this are told apart by the object that they are.
const LONG: usize = 64;

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
                    place.holder.found.filter(|_| is_born(object, births))
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
        let births = self.heap.births();
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

    /// What a place that is no expression holds at this time.
    pub(crate) fn find_held(&mut self, location: &WatchTarget) -> Option<Value> {
        self.read_place(location, &mut Holder::default()).ok().flatten()
    }

    /// The value in a place that is no expression; or why it cannot be read.
    fn read_place(&mut self, location: &WatchTarget, holder: &mut Holder) -> Result<Option<Value>, ObservedValue> {
        match location {
            WatchTarget::Variable { frame, generator, name } => {
                let frame = self.find_frame(*frame, *generator, &mut holder.depth)?;
                Ok(self.variable_of(frame, name))
            }
            WatchTarget::Attribute { object, name } => {
                let (object, name) = (self.find_holder(*object, holder)?, self.intern(name));
                Ok(self.own_place(object, name))
            }
            WatchTarget::Item { object, key } => {
                let container = self.find_holder(*object, holder)?;
                Ok(self.item_in(container, key))
            }
            WatchTarget::Expression { .. } => Err(ObservedValue::Hidden),
        }
    }

    /// A value, as far as it has to be told from others.
    fn seen(&self, v: Option<Value>) -> ObservedValue {
        match v {
            None => ObservedValue::Unset,
            Some(v) if !v.is_obj() => ObservedValue::Plain(v.raw()),
            Some(v) if v.is(ids::STR) && self.heap.bytes(v).len() <= LONG => {
                ObservedValue::Text(self.heap.bytes(v).into())
            }
            Some(v) => ObservedValue::Object(self.heap.birth(v)),
        }
    }

    /// What an expression gives in a frame on the stack.
    fn asked(&mut self, frame: u64, code: Option<Arc<Code>>) -> ObservedValue {
        let (Some(n), Some(code)) = (self.frame_number(frame), code) else { return ObservedValue::Hidden };
        let told = self.divert(|vm| {
            let scope = vm.scope_of(n)?;
            let v = vm.run_in_scope(&code, scope)?;
            vm.repr(v)
        });
        told.map_or(ObservedValue::Unset, ObservedValue::Shown)
    }

    /// A user frame on the stack. `depth` is where it was seen last.
    pub(crate) fn find_frame(&self, born: u64, generator: bool, depth: &mut usize) -> Result<&Frame, ObservedValue> {
        let is_it = |frame: &&Frame| frame.born == born && frame.code().counted;
        if self.now() < born as i64 {
            return Err(ObservedValue::Never);
        }
        if let Some(frame) = self.frame_above(*depth).filter(is_it) {
            return Ok(frame);
        }
        // A frame that has been left is gone for good, unless it is a generator's.
        if *depth != 0 && !generator {
            return Err(ObservedValue::Hidden);
        }
        let Some(top) = self.frames().position(|frame| is_it(&frame)) else {
            *depth = usize::MAX;
            return Err(ObservedValue::Hidden);
        };
        *depth = self.depth() - top;
        self.frame_above(*depth).ok_or(ObservedValue::Hidden)
    }

    /// The object with this number. It is looked for as soon as it has been born, and then known.
    fn find_holder(&self, birth: u64, holder: &mut Holder) -> Result<Value, ObservedValue> {
        if let Some(found) = holder.found {
            return Ok(found);
        }
        if !is_born(birth, self.heap.births()) {
            return Err(ObservedValue::Never);
        }
        if holder.tries < TRIES {
            holder.tries += 1;
            holder.found = self.find_object(birth);
        }
        holder.found.ok_or(ObservedValue::Hidden)
    }

    /// A variable of a frame.
    fn variable_of(&self, frame: &Frame, name: &str) -> Option<Value> {
        let at = self.variable_number(frame, name)?;
        Some(self.local_at(frame, at)).filter(|v| !v.is_unbound())
    }

    /// What stands in a container.
    fn item_in(&mut self, container: Value, key: &Key) -> Option<Value> {
        match (container.tid(), key) {
            (ids::DICT, Key::Text(key)) => {
                let key = self.intern(key);
                self.dict_get_name(container, key)
            }
            (ids::DICT, Key::Number(n)) => {
                let key = Value::int(*n);
                let hash = self.key_hash(key).ok()?;
                let at = self.heap.dict_find(container, hash, |found| found == key)?;
                Some(self.dict_value_at(container, at))
            }
            (ids::LIST, Key::Number(n)) => nth(self.heap.list(container), *n),
            (ids::TUPLE, Key::Number(n)) => nth(self.heap.tuple(container), *n),
            (ids::DEQUE, Key::Number(n)) => {
                let len = self.heap.deque_len(container);
                let at = if *n < 0 { len.checked_sub(n.unsigned_abs() as usize)? } else { *n as usize };
                (at < len).then(|| self.heap.deque_get(container, at))
            }
            _ => None,
        }
    }
}

fn nth(items: &[Value], n: i64) -> Option<Value> {
    let at = if n < 0 { items.len().checked_sub(n.unsigned_abs() as usize)? } else { n as usize };
    items.get(at).copied()
}
