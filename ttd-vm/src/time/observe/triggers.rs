//! Wake conditions: what can change a watched target. In a log the machine stands only where one of them holds; while
//! code runs, it looks only at the next event after one held.

use ttd_core::value::Value;

use super::data_watch::{DataWatches, MAX_TRIES, ObservedValue, WatchState};
use crate::log::ScanTarget;
use crate::time::observe::location::WatchTarget;
use crate::vm::objects::class::fields;
use crate::vm::parts::NO_FRAME;
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
        let Looks { objects, frames, allocations, always } = looks;
        vm.heap.watch_objects(&objects, allocations.unwrap_or(u64::MAX));
        let frame = |at: usize| frames.get(at).copied().unwrap_or(NO_FRAME);
        vm.counting.watched_frames = [frame(0), frame(1)];
        vm.counting.look_always = always || frames.len() > vm.counting.watched_frames.len();
    }
}

impl Vm {
    /// Forgets what `arm_looks` noted.
    pub(crate) fn disarm_looks(&mut self) {
        self.heap.unwatch_objects();
        (self.counting.watched_frames, self.counting.look_always) = ([NO_FRAME; 2], false);
    }
}

/// What can change watched targets while code runs.
#[derive(Default)]
struct Looks {
    /// A write to one of these objects.
    objects: Vec<Value>,
    /// Work of one of these frames.
    frames: Vec<u64>,
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
                if !looks.frames.contains(frame) {
                    looks.frames.push(*frame);
                }
                let mut depth = self.owner.depth;
                if let Ok(found) = vm.find_frame(*frame, *generator, &mut depth) {
                    vm.wake_on_variable(found, name, &mut conditions);
                    // Another frame may write to it while the generator is suspended.
                    looks.always |= *generator && (conditions.always || !conditions.objects.is_empty());
                }
            }
            _ => {
                self.add_conditions(vm, &mut conditions);
                looks.always |= conditions.always;
            }
        }
        if let Some((container, _)) = &self.container
            && !conditions.objects.contains(container)
        {
            conditions.objects.push(*container);
        }
        for object in conditions.objects {
            if !looks.objects.contains(&object) {
                looks.objects.push(object);
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
}
