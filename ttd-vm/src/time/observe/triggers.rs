//! Wake conditions: what can change a watched target. In a log the machine stands only where one of them holds.

use ttd_core::value::Value;

use super::data_watch::{DataWatches, MAX_TRIES, ObservedValue, WatchState};
use crate::log::ScanTarget;
use crate::time::observe::location::WatchTarget;
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

impl WatchState {
    fn add_conditions(&self, vm: &Vm, conditions: &mut WakeConditions) {
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
            WatchTarget::Attribute { object, .. } | WatchTarget::Item { object, .. } => match self.owner.found {
                Some(found) => vm.wake_on_object(found, conditions),
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

    /// An object, and the dicts that may hold its attributes.
    fn wake_on_object(&self, object: Value, conditions: &mut WakeConditions) {
        conditions.objects.push(object);
        if matches!(object.tid(), ids::INST | ids::MODULE | ids::FUNCTION | ids::CLASS) {
            conditions.objects.extend(self.heap.slots(object).iter().filter(|v| v.is(ids::DICT)));
        }
    }
}
