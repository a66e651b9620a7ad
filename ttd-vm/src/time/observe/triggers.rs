//! What can change the places that are followed: in a log the machine stands only there to look.

use ttd_core::value::Value;

use super::data_watch::{DataWatches, ObservedValue, TRIES, WatchState};
use crate::log::ScanTarget;
use crate::time::observe::location::WatchTarget;
use crate::vm::stack::frame::Frame;
use crate::{Vm, ids};

/// What has to happen before one of the followed places can hold something else: who goes through a log need not look
/// before.
#[derive(Default, PartialEq)]
pub(crate) struct WakeConditions {
    /// Any event.
    pub(crate) always: bool,
    /// One of these objects is written to.
    pub(crate) objects: Vec<Value>,
    /// A register at one of these addresses is written to.
    pub(crate) registers: Vec<usize>,
    /// More than so many objects have been born.
    pub(crate) births: Vec<u64>,
    /// Something is written, as far as this says to what registers; or anything in the heap.
    pub(crate) writes: Option<ScanTarget>,
    /// It is one of these times.
    pub(crate) times: Vec<u64>,
}

impl DataWatches {
    /// What can change what was seen last.
    pub(crate) fn wake(&self, vm: &Vm) -> WakeConditions {
        let mut wake = WakeConditions::default();
        for place in &self.places {
            place.wake(vm, &mut wake);
        }
        match self.sightings.awaited(vm.heap.allocation_count()) {
            Some(object) => wake.births.push(object),
            None if !self.sightings.is_on() => {}
            None => match self.sightings.sought() {
                Some(sought) => wake.writes = Some(sought),
                None => wake.always = true,
            },
        }
        wake
    }
}

impl WatchState {
    fn wake(&self, vm: &Vm, wake: &mut WakeConditions) {
        match &self.location {
            WatchTarget::Variable { frame, .. } | WatchTarget::Expression { frame, .. }
                if self.seen == ObservedValue::Never =>
            {
                wake.times.push(*frame);
            }
            WatchTarget::Variable { frame, generator: false, name } => {
                let mut depth = self.holder.depth;
                if let Ok(frame) = vm.find_frame(*frame, false, &mut depth) {
                    vm.wake_of_variable(frame, name, wake);
                }
            }
            WatchTarget::Variable { .. } | WatchTarget::Expression { .. } => wake.always = true,
            WatchTarget::Attribute { object, .. } | WatchTarget::Item { object, .. } => match self.holder.found {
                Some(found) => vm.wake_of_object(found, wake),
                None if self.seen == ObservedValue::Never => wake.births.push(*object),
                None => wake.always |= self.holder.tries < TRIES,
            },
        }
    }
}

impl Vm {
    fn wake_of_variable(&self, frame: &Frame, name: &str, wake: &mut WakeConditions) {
        let locals = &frame.code().code.locals;
        let Some(at) = self.variable_number(frame, name) else { return };
        wake.registers.push(frame.base.wrapping_add(at) as usize);
        let v = self.register_in(frame, at);
        if v.is(ids::CELL) {
            wake.objects.push(v);
        } else if locals[at].cell || locals[at].free {
            wake.always = true;
        }
    }

    /// An object, and the dicts that it may keep its attributes in.
    fn wake_of_object(&self, object: Value, wake: &mut WakeConditions) {
        wake.objects.push(object);
        if matches!(object.tid(), ids::INST | ids::MODULE | ids::FUNCTION | ids::CLASS) {
            wake.objects.extend(self.heap.slots(object).iter().filter(|v| v.is(ids::DICT)));
        }
    }
}
