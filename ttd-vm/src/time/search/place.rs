//! Where a filter reads values: in the machine, or in its log.

use ttd_code::PlainExpr;
use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use super::filtered_code::Operand;
use crate::log::Replay;
use crate::time::inspect::plain_eval::{NoValue, PlainScope};
use crate::vm::stack::frame::Frame;
use crate::{Vm, ids};

/// The top frame, at an instruction whose events are meant.
pub(crate) enum Place<'a> {
    /// The machine's. `is_return`: what the instruction returns is known to be meant.
    Machine { frame: Frame, pc: *const Ins, is_return: bool },
    /// A moment's. `bottom`: the address of the lowest register.
    Moment { frame: Frame, replay: &'a Replay, bottom: *const Value },
}

impl<'a> Place<'a> {
    /// Where the machine is: at an event.
    pub(crate) fn of_event(vm: &Vm) -> Place<'static> {
        Place::Machine { frame: *vm.top_ref(), pc: vm.pc, is_return: true }
    }

    /// Where the machine has come to: the events of this instruction follow.
    pub(crate) fn of_instruction(vm: &Vm, pc: *const Ins) -> Place<'static> {
        Place::Machine { frame: *vm.top_ref(), pc, is_return: false }
    }

    /// At a moment of the log, if a frame is there.
    pub(crate) fn of_moment(vm: &Vm, replay: &'a Replay) -> Option<Place<'a>> {
        let frame = *replay.frames.last()?;
        Some(Place::Moment { frame, replay, bottom: vm.stack.start() })
    }

    pub(super) fn frame(&self) -> &Frame {
        match self {
            Place::Machine { frame, .. } | Place::Moment { frame, .. } => frame,
        }
    }

    /// Whether this frame is meant.
    pub(crate) fn is_in(&self, frame: u64) -> bool {
        self.frame().born == frame
    }

    /// Whether the machine is there, so that its caches hold.
    pub(super) fn is_live(&self) -> bool {
        matches!(self, Place::Machine { .. })
    }

    /// Has the heap go there.
    pub(super) fn enter(&self, vm: &mut Vm) {
        if let Place::Moment { replay, .. } = self
            && let Some(end) = replay.end
        {
            vm.heap.open_segment(end);
            vm.heap.pass_to_moment(replay.moments());
        }
    }

    /// The value of an operand; `None` if it cannot be read.
    pub(super) fn value(&self, vm: &Vm, operand: Operand) -> Option<Value> {
        let is_bound = |at: usize| self.register(vm, at).is_some_and(|v| !v.is_unbound());
        match operand {
            Operand::Unknown => None,
            Operand::Returned => self.returned()?.map_or(Some(Value::NONE), |at| self.register(vm, at.into())),
            Operand::Variable(_) | Operand::Argument(_) if !self.frame().locals.is_unbound() => None,
            // Argument numbers count bound arguments.
            Operand::Argument(at) if !(0..at).all(is_bound) => None,
            Operand::Variable(at) | Operand::Argument(at) => {
                self.register(vm, at).filter(|v| !v.is_unbound() && !v.is(ids::CELL))
            }
        }
    }

    /// The register that is returned, inner `None` for a return of None, outer `None` if unknown.
    fn returned(&self) -> Option<Option<u16>> {
        match self {
            Place::Machine { frame, pc, is_return: true } => {
                Some(frame.code().returned_register(frame.code().index_of(*pc)))
            }
            Place::Machine { frame, pc, .. } => frame.code().returned_at(frame.code().index_of(*pc)),
            Place::Moment { replay, .. } => replay.site().and_then(|(code, at)| code.returned_at(at)),
        }
    }

    fn register(&self, vm: &Vm, at: usize) -> Option<Value> {
        match self {
            Place::Machine { frame, .. } => Some(vm.register_in(frame, at)),
            Place::Moment { replay, .. } => {
                let found = *self.window()?.get(at)?;
                let replacements = vm.control.driver().map(|d| &d.checkpoints[replay.block].replacements);
                // What was pruned is not what the register refers to.
                replacements.is_none_or(|known| known.cell_for(found).is_none()).then_some(found)
            }
        }
    }

    /// The registers of a moment's frame, as far as its log mentions them. None at the beginning of a branch, which the
    /// heap cannot pass through: nothing is decided there.
    fn window(&self) -> Option<&'a [Value]> {
        let Place::Moment { frame, replay, bottom } = self else { return None };
        if replay.begins_branch {
            return None;
        }
        let base = (frame.base as usize - *bottom as usize) / size_of::<Value>();
        replay.stack.as_ref()?.get(base..)
    }

    /// Whether a condition holds there; an error if only a diversion can tell, or if a name does not exist.
    pub(crate) fn holds(&self, vm: &mut Vm, condition: &PlainExpr) -> Result<bool, NoValue> {
        let scope = match self {
            Place::Machine { frame, .. } => PlainScope::Running(*frame, &[]),
            Place::Moment { frame, replay, .. } => {
                let known = vm.control.driver().is_some_and(|d| d.checkpoints[replay.block].replacements.is_empty());
                let Some(registers) = self.window().filter(|_| known && replay.end.is_some()) else {
                    return Err(NoValue::Unknown);
                };
                self.enter(vm);
                PlainScope::Logged(*frame, registers)
            }
        };
        vm.plain_truth_of(condition, &scope)
    }
}
