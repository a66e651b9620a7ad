//! Wake conditions: what can change a watched target. In a log the machine stands only where one of them holds; while
//! code runs, it looks only at the next event after one held.

use ttd_core::value::Value;

use super::data_watch::{DataWatches, MAX_TRIES, ObservedValue, WatchState};
use crate::log::ScanTarget;
use crate::time::observe::location::{Key, WatchTarget};
use crate::vm::objects::class::fields;
use crate::vm::parts::{NO_FRAME, NO_REGISTER};
use crate::vm::stack::frame::Frame;
use crate::{Vm, ids};

/// What has to happen before a target can hold something else.
#[derive(Default, PartialEq)]
pub(crate) struct WakeConditions {
    /// Any event.
    pub(crate) always: bool,
    /// One of these objects is written to.
    pub(crate) objects: Vec<Value>,
    /// A register at one of these addresses is written to.
    pub(crate) registers: Vec<usize>,
    /// The allocation count exceeds one of these.
    pub(crate) allocations: Vec<u64>,
    /// Registers are written as this says, or anything in the heap is.
    pub(crate) writes: Option<ScanTarget>,
    /// It is one of these times.
    pub(crate) times: Vec<u64>,
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
    fn add_looks(&self, vm: &mut Vm, looks: &mut Looks) {
        let mut conditions = WakeConditions::default();
        let mut place = None;
        match &self.target {
            WatchTarget::Variable { frame, generator, name } => {
                let mut depth = self.owner.depth;
                match vm.find_frame(*frame, *generator, &mut depth) {
                    Ok(found) => {
                        vm.wake_on_variable(found, name, &mut conditions);
                        // Another frame may write to it while the generator is suspended.
                        looks.always |= *generator && (conditions.always || !conditions.objects.is_empty());
                        let held = vm.variable_number(found, name).map(|at| vm.register_in(found, at));
                        let addresses = conditions.registers.iter().map(|address| *address as *const Value);
                        looks.registers.extend(addresses.zip(held));
                        // `copy_free_vars` fills the register without an event.
                        if conditions.always {
                            looks.frames.push(*frame);
                        }
                    }
                    Err(_) => looks.frames.push(*frame),
                }
            }
            WatchTarget::Attribute { name, .. } => {
                self.add_conditions(vm, &mut conditions);
                place = self.owner.found.and_then(|object| vm.attribute_place(object, name));
            }
            WatchTarget::Item { key, .. } => {
                self.add_conditions(vm, &mut conditions);
                place = self.owner.found.and_then(|object| vm.entry_place(object, key));
            }
            _ => self.add_conditions(vm, &mut conditions),
        }
        if !matches!(self.target, WatchTarget::Variable { .. }) {
            looks.always |= conditions.always;
        }
        let container = self.container.as_ref().map(|(container, _)| *container);
        for object in conditions.objects.into_iter().chain(container) {
            let place = place.filter(|(owner, _)| *owner == object && Some(object) != container).map(|(_, at)| at);
            match looks.objects.iter_mut().find(|(known, _)| *known == object) {
                Some((_, known)) if *known != place => *known = None,
                Some(_) => {}
                None => looks.objects.push((object, place)),
            }
        }
        looks.allocations = looks.allocations.into_iter().chain(conditions.allocations).min();
    }

    fn add_conditions(&self, vm: &Vm, conditions: &mut WakeConditions) {
        conditions.objects.extend(self.container.as_ref().map(|(container, _)| *container));
        match &self.target {
            WatchTarget::Variable { frame, .. } | WatchTarget::Expression { frame, .. }
                if self.observed == ObservedValue::NotCreated =>
            {
                conditions.times.push(*frame);
            }
            WatchTarget::Variable { frame, generator: false, name } => {
                let mut depth = self.owner.depth;
                if let Ok(frame) = vm.find_frame(*frame, false, &mut depth) {
                    vm.wake_on_variable(frame, name, conditions);
                }
            }
            WatchTarget::Variable { .. } | WatchTarget::Expression { .. } => conditions.always = true,
            WatchTarget::Attribute { object, .. }
            | WatchTarget::Item { object, .. }
            | WatchTarget::Computed { object, .. } => match self.owner.found {
                Some(found) => {
                    conditions.always |= self.computes_anew;
                    vm.wake_on_object(found, conditions);
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
            conditions.objects.push(v);
        } else if locals[at].cell || locals[at].free {
            conditions.always = true;
        }
    }

    /// An object, the dicts that may hold its attributes, and those of its classes; the container that it wraps.
    fn wake_on_object(&self, object: Value, conditions: &mut WakeConditions) {
        let mut owners = vec![object];
        if matches!(object.tid(), ids::INST | ids::CLASS) {
            let class = if object.is(ids::INST) { self.type_of(object) } else { object };
            let of_program = |class: &&Value| class.is(ids::CLASS) && self.class_flag(**class, fields::HEAP);
            owners.extend(self.mro(class).iter().filter(of_program).filter(|class| **class != object));
        }
        owners.extend(self.container_in(object).filter(|container| *container != object));
        for owner in owners {
            conditions.objects.push(owner);
            if matches!(owner.tid(), ids::INST | ids::MODULE | ids::FUNCTION | ids::CLASS) {
                conditions.objects.extend(self.heap.slots(owner).iter().filter(|v| v.is(ids::DICT)));
            }
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
