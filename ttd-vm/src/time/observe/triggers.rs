//! Wake conditions: what can change a watched target. In a log the machine stands only where one of them holds; while
//! code runs, it looks only at the next event after one held.

use ttd_core::value::Value;
use ttd_core::{WriteTarget, WriteTargetPart};

use super::data_watch::{DataWatches, MAX_TRIES, ObservedValue, WatchState};
use crate::log::ScanTarget;
use crate::time::observe::location::{Key, WatchTarget};
use crate::vm::objects::class::fields;
use crate::vm::parts::{NO_FRAME, NO_REGISTER};
use crate::vm::slots;
use crate::vm::stack::frame::Frame;
use crate::{Vm, ids};

/// What has to happen before a target can hold something else.
#[derive(Default, PartialEq)]
pub(crate) struct WakeConditions {
    /// Any event.
    pub(crate) always: bool,
    /// One of these objects is written to, anywhere or at this place: a slot, an entry of a dict.
    pub(crate) objects: Vec<(Value, Option<usize>)>,
    /// A register at one of these addresses is written to.
    pub(crate) registers: Vec<usize>,
    /// The allocation count exceeds one of these.
    pub(crate) allocations: Vec<u64>,
    /// Registers are written as this says, or anything in the heap is.
    pub(crate) writes: Option<ScanTarget>,
    /// It is one of these times.
    pub(crate) times: Vec<u64>,
    /// A variable's frame is over: nothing changes any more, but going back there is something.
    pub(crate) frame_is_over: bool,
}

impl WakeConditions {
    fn add_objects(&mut self, objects: impl IntoIterator<Item = (Value, Option<usize>)>) {
        for (object, place) in objects {
            match self.objects.iter_mut().find(|(known, _)| *known == object) {
                Some((_, known)) if *known != place => *known = None,
                Some(_) => {}
                None => self.objects.push((object, place)),
            }
        }
    }

    /// Whether nothing but a write to one of the objects can change anything.
    pub(crate) fn are_objects_only(&self) -> bool {
        self.are_places_only() && self.registers.is_empty()
    }

    /// Whether nothing but a write to one of the objects or registers can change anything from here on.
    pub(crate) fn are_places_only(&self) -> bool {
        let WakeConditions { always, objects: _, registers: _, allocations, writes, times, frame_is_over: _ } = self;
        !always && allocations.is_empty() && writes.is_none() && times.is_empty()
    }

    /// The conditions on objects as the journal tells of writes: the objects, and what of them matters.
    pub(crate) fn written_parts(&self, vm: &Vm) -> (Vec<Value>, WrittenParts) {
        let part = |(object, place): &(Value, Option<usize>)| {
            let part = place.map(|at| match object.is(ids::DICT) {
                true => vm.heap.dict_entry(*object, at).map_or(WriteTargetPart::Other, |e| WriteTargetPart::Value(e.1)),
                false => WriteTargetPart::Slot(at),
            });
            (object.index(), part)
        };
        let objects = self.objects.iter().map(|(object, _)| *object).collect();
        (objects, WrittenParts(self.objects.iter().map(part).collect()))
    }
}

/// Cells, and the part of each that matters; none for all of it.
pub(crate) struct WrittenParts(Vec<(u32, Option<WriteTargetPart>)>);

impl WrittenParts {
    /// Whether a write to this matters.
    pub(crate) fn concern(&self, written: &WriteTarget) -> bool {
        let known = |(index, part): &(u32, Option<WriteTargetPart>)| {
            *index == written.object.index()
                && match (part, &written.part) {
                    (Some(WriteTargetPart::Slot(wanted)), WriteTargetPart::Slot(at)) => wanted == at,
                    (Some(WriteTargetPart::Value(wanted)), WriteTargetPart::Value(key)) => wanted == key,
                    _ => true,
                }
        };
        self.0.iter().any(known)
    }
}

impl DataWatches {
    /// What can change the observed values.
    pub(crate) fn wake_conditions(&self, vm: &Vm) -> WakeConditions {
        let mut conditions = WakeConditions::default();
        for watch in &self.watches {
            watch.add_conditions(vm, &mut conditions);
        }
        match self.tracer.awaited_allocation(vm.heap.allocation_count()) {
            Some(object) => conditions.allocations.push(object),
            None if !self.tracer.is_active() => {}
            None => match self.tracer.scan_target() {
                Some(sought) => conditions.writes = Some(sought),
                None => conditions.always = true,
            },
        }
        conditions
    }
}

impl DataWatches {
    /// Tells heap and loop what can change the observed values, in a run without a log.
    pub(crate) fn arm_looks(&self, vm: &mut Vm) {
        if vm.log.is_some() || self.needs_every_event() {
            vm.counting.look_always = true;
            return;
        }
        let mut looks = Looks::default();
        for watch in &self.watches {
            watch.add_looks(vm, &mut looks);
        }
        let Looks { objects, frames, registers, allocations, always } = looks;
        vm.heap.watch_objects(&objects, allocations.unwrap_or(u64::MAX));
        let (frame, register) = (|at: usize| frames.get(at).copied(), |at: usize| registers.get(at).copied());
        let counting = &mut vm.counting;
        counting.watched_frames = [0, 1].map(|at| frame(at).unwrap_or(NO_FRAME));
        counting.watched_registers = [0, 1].map(|at| register(at).unwrap_or(NO_REGISTER));
        counting.look_always = always || frames.len() > 2 || registers.len() > 2;
    }
}

impl Vm {
    /// Forgets what `arm_looks` noted.
    pub(crate) fn disarm_looks(&mut self) {
        self.heap.unwatch_objects();
        let counting = &mut self.counting;
        (counting.watched_frames, counting.watched_registers) = ([NO_FRAME; 2], [NO_REGISTER; 2]);
        counting.look_always = false;
    }
}

/// What can change watched targets while code runs.
#[derive(Default)]
struct Looks {
    /// A write to one of these objects, anywhere or at this place.
    objects: Vec<(Value, Option<usize>)>,
    /// An event of one of these frames.
    frames: Vec<u64>,
    /// Another value in one of these registers.
    registers: Vec<(*const Value, Value)>,
    /// The allocation of the object with this number.
    allocations: Option<u64>,
    /// Anything.
    always: bool,
}

impl WatchState {
    fn add_looks(&self, vm: &Vm, looks: &mut Looks) {
        let mut conditions = WakeConditions::default();
        match &self.target {
            WatchTarget::Variable { frame, generator, name } => {
                let mut depth = self.owner.depth;
                match vm.find_frame(*frame, generator.is_some(), &mut depth) {
                    Ok(found) => {
                        vm.wake_on_variable(found, name, &mut conditions);
                        // Another frame may make the variable's cell while the generator is suspended.
                        looks.always |= generator.is_some() && conditions.always;
                        let held = vm.variable_number(found, name).map(|at| vm.register_in(found, at));
                        let addresses = conditions.registers.iter().map(|address| *address as *const Value);
                        looks.registers.extend(addresses.zip(held));
                        // A generator comes back to other registers. `copy_free_vars` fills one without an event.
                        if generator.is_some() || conditions.always {
                            looks.frames.push(*frame);
                        }
                    }
                    Err(_) => {
                        looks.frames.push(*frame);
                        // Others may write to what it shares while it waits.
                        let generator = vm.generator_of(*generator, &mut self.owner.clone());
                        conditions.add_objects(vm.suspended_owners(*frame, generator, name));
                    }
                }
            }
            _ => self.add_conditions(vm, &mut conditions),
        }
        if !matches!(self.target, WatchTarget::Variable { .. }) {
            looks.always |= conditions.always;
        }
        if let WatchTarget::Variable { .. } = self.target {
            conditions.add_objects(self.container.iter().map(|(container, _)| (*container, None)));
        }
        let mut all = WakeConditions { objects: std::mem::take(&mut looks.objects), ..WakeConditions::default() };
        all.add_objects(conditions.objects);
        looks.objects = all.objects;
        looks.allocations = looks.allocations.into_iter().chain(conditions.allocations).min();
    }

    fn add_conditions(&self, vm: &Vm, conditions: &mut WakeConditions) {
        conditions.add_objects(self.container.iter().map(|(container, _)| (*container, None)));
        match &self.target {
            WatchTarget::Variable { frame, .. } | WatchTarget::Expression { frame, .. }
                if self.observed == ObservedValue::NotCreated =>
            {
                conditions.times.push(*frame);
            }
            WatchTarget::Variable { frame, generator: None, name } => {
                let mut depth = self.owner.depth;
                match vm.find_frame(*frame, false, &mut depth) {
                    Ok(frame) => vm.wake_on_variable(frame, name, conditions),
                    // Its thread does not run.
                    Err(_) if vm.suspended_frame(*frame, None).is_some() => conditions.always = true,
                    Err(_) => conditions.frame_is_over = true,
                }
            }
            WatchTarget::Variable { .. } | WatchTarget::Expression { .. } => conditions.always = true,
            WatchTarget::RunningThread => match vm.global(slots::THREADS) {
                shared if shared.is_obj() => conditions.add_objects([(shared, None)]),
                _ => conditions.always = true,
            },
            WatchTarget::Shared { object, .. }
            | WatchTarget::Attribute { object, .. }
            | WatchTarget::Item { object, .. }
            | WatchTarget::Computed { object, .. } => match self.owner.found {
                Some(found) => {
                    conditions.always |= self.computes_anew;
                    let part = |object: Value| self.place.filter(|(owner, _)| *owner == object).map(|(_, at)| at);
                    conditions.add_objects(vm.owners_of(found).into_iter().map(|object| (object, part(object))));
                }
                None if self.observed == ObservedValue::NotCreated => conditions.allocations.push(*object),
                None => conditions.always |= self.owner.tries < MAX_TRIES,
            },
        }
    }
}

impl Vm {
    fn wake_on_variable(&self, frame: &Frame, name: &str, conditions: &mut WakeConditions) {
        let locals = &frame.code().code.locals;
        let Some(at) = self.variable_number(frame, name) else { return };
        conditions.registers.push(frame.base.wrapping_add(at) as usize);
        let v = self.register_in(frame, at);
        if v.is(ids::CELL) {
            conditions.add_objects([(v, None)]);
        } else if locals[at].cell || locals[at].free {
            conditions.always = true;
        }
    }

    /// An object, the dicts that may hold its attributes, and those of its classes; the container that it wraps.
    pub(super) fn owners_of(&self, object: Value) -> Vec<Value> {
        let mut owners = vec![object];
        if matches!(object.tid(), ids::INST | ids::CLASS) {
            let class = if object.is(ids::INST) { self.type_of(object) } else { object };
            let of_program = |class: &&Value| class.is(ids::CLASS) && self.class_flag(**class, fields::HEAP);
            owners.extend(self.mro(class).iter().filter(of_program).filter(|class| **class != object));
        }
        owners.extend(self.container_in(object).filter(|container| *container != object));
        let with_dicts = |owner: &Value| matches!(owner.tid(), ids::INST | ids::MODULE | ids::FUNCTION | ids::CLASS);
        let dicts = owners.iter().filter(|owner| with_dicts(owner)).flat_map(|owner| self.heap.slots(*owner));
        let dicts: Vec<Value> = dicts.copied().filter(|v| v.is(ids::DICT)).collect();
        owners.extend(dicts);
        owners
    }

    /// The place that alone decides what a target holds, while it is there.
    pub(super) fn place_of(&mut self, target: &WatchTarget, owner: Option<Value>) -> Option<(Value, usize)> {
        match target {
            WatchTarget::Attribute { name, .. } => self.attribute_place(owner?, name),
            WatchTarget::Item { key, .. } => self.entry_place(owner?, key),
            _ => None,
        }
    }

    /// The slot of an instance that alone decides what it holds under this name, while its shape stays.
    fn attribute_place(&mut self, object: Value, name: &str) -> Option<(Value, usize)> {
        let name = self.intern(name);
        if !object.is(ids::INST) {
            return None;
        }
        let shape = self.loaded.shapes.get(self.heap.shape(object));
        if shape.dict {
            let dict = self.heap.slot(object, shape.native as usize);
            return self.name_place(dict, name);
        }
        let slot = shape.slot(name)? as usize;
        (!self.heap.slot(object, slot).is_unbound()).then_some((object, slot))
    }

    /// The entry of a dict that alone decides what it holds under this key, while there is one.
    fn entry_place(&mut self, object: Value, key: &Key) -> Option<(Value, usize)> {
        let container = self.container_in(object)?;
        match key {
            Key::Text(text) => {
                let name = self.intern(text);
                self.name_place(container, name)
            }
            Key::Number(_) => None,
        }
    }

    fn name_place(&mut self, dict: Value, name: Value) -> Option<(Value, usize)> {
        if !dict.is(ids::DICT) {
            return None;
        }
        let hash = self.key_hash(name).ok()?;
        self.heap.dict_find(dict, hash, |found| found == name).map(|at| (dict, at))
    }
}
