//! A transition as the writer caches it: when it matches, and what to write.
//!
//! # Why the unsafe code is sound
//!
//! The registers are encoded by `encode_list`, and lie in the windows that moments of the transition have.

use std::cell::Cell;
use std::rc::Rc;

use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use super::register_list::{MAX_LIST, RegisterList, encode_list};
use super::transition_plan::Plan;
use crate::log::varint::{VarintWriter, encode_short};
use crate::vm::stack::frame::{Frame, PLAIN_CALL, PLAIN_INIT};

/// What distinguishes transitions, apart from the pushed frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct TransitionKey {
    /// The instruction of the moment.
    pub(crate) pc: *const Ins,
    /// That of the moment before.
    pub(crate) prev: *const Ins,
    /// Where the lowest frame that can have changed continues; null if it is the top one.
    pub(crate) low_pc: *const Ins,
    /// The point of that frame: see `transition_plan::TOP`.
    pub(crate) point: u32,
    /// Distance in bytes from its window to the top frame's window.
    pub(crate) above: u32,
    /// Bytes of frames above it now,
    pub(crate) pushed_bytes: u32,
    /// and at the moment before.
    pub(crate) popped_bytes: u32,
}

impl TransitionKey {
    pub(crate) const NONE: TransitionKey = TransitionKey {
        pc: std::ptr::null(),
        prev: std::ptr::null(),
        low_pc: std::ptr::null(),
        point: 0,
        above: 0,
        pushed_bytes: 0,
        popped_bytes: 0,
    };
}

/// Values of `CachedTransition::push` besides `PLAIN_CALL` and `PLAIN_INIT`: each moment says which frame is pushed; or
/// the pushed frame equals `CachedTransition::frame`.
pub(crate) const EXPLICIT_FRAME: u8 = 61 << 2 | 3;
pub(crate) const SAME_FRAME: u8 = 62 << 2 | 3;
/// No frame is pushed. All three values are points that no frame can be at.
pub(crate) const NO_PUSH: u8 = 63 << 2 | 3;

/// A cached transition. The fields that every moment needs come first, in few cache lines.
#[repr(C, align(64))]
pub(crate) struct CachedTransition {
    /// As in `TransitionKey`, which has the rest.
    pub(crate) pc: *const Ins,
    pub(crate) prev: *const Ins,
    pub(crate) low_pc: *const Ins,
    /// The function of the pushed frame, where `push` is the way in which it was called.
    pub(crate) func: Value,
    pub(crate) point: u32,
    pub(crate) popped_bytes: u32,
    /// As `Plan::low`.
    pub(crate) low: u32,
    /// Distance in bytes from the lowest window to the top frame's.
    pub(crate) above: u16,
    /// Twice its id as it is written, and the number of bytes.
    id_bytes: [u8; 2],
    id_len: u8,
    /// How the pushed frame is known.
    pub(crate) push: u8,
    /// No register is compared or written,
    pub(crate) no_registers: bool,
    /// and no frame is pushed either.
    pub(crate) only_id: bool,
    /// Its id; 0: none.
    pub(crate) number: u16,
    /// Whether it is known that it occurs in the open block under this id.
    pub(crate) is_noted: Cell<bool>,
    /// Registers, each one more than how far it is above the base of the lowest frame. First those that have to hold
    /// what others held at the moment before, each with the other (that not one more); then those of which nothing is
    /// written; then those that are. There is a 0 behind all of a kind.
    registers: [u8; MAX_LIST],
    /// How often a guess was wrong.
    pub(crate) misses: u8,
    pub(crate) key: TransitionKey,
    pub(crate) plan: Rc<Plan>,
    /// The frame that was pushed,
    pub(crate) frame: Frame,
    /// Its age at the moment's last event, in events; a generator's: the time of its birth.
    pub(crate) born: u64,
}

impl CachedTransition {
    /// Makes one without an id; `None` if it has too many registers, or pops too many frames.
    pub(crate) fn new(key: TransitionKey, plan: Plan, frame: Frame) -> Option<CachedTransition> {
        let mut cached = CachedTransition {
            pc: key.pc,
            prev: key.prev,
            low_pc: key.low_pc,
            func: Value::UNBOUND,
            point: key.point,
            popped_bytes: key.popped_bytes,
            low: 0,
            above: u16::try_from(key.above).ok()?,
            id_bytes: [0; 2],
            id_len: 0,
            push: NO_PUSH,
            no_registers: false,
            only_id: false,
            number: 0,
            is_noted: Cell::new(false),
            registers: [0; MAX_LIST],
            misses: 0,
            key,
            plan: Rc::new(Plan::default()),
            frame,
            born: 0,
        };
        if key.pushed_bytes > 0 {
            cached.set_frame(&frame);
        }
        cached.set_plan(plan).then_some(cached)
    }

    /// Takes another plan, and loses its id; false if the plan cannot be encoded.
    pub(crate) fn set_plan(&mut self, plan: Plan) -> bool {
        let Some(registers) = encode_list(&plan) else { return false };
        self.no_registers = plan.copies.is_empty() && plan.constants.is_empty() && plan.logged.is_empty();
        self.only_id = self.no_registers && self.push == NO_PUSH;
        self.registers = registers;
        (self.low, self.misses) = (plan.low, 0);
        self.set_id(0);
        self.plan = Rc::new(plan);
        true
    }

    /// Sets its id, from 1 on; 0: none.
    pub(crate) fn set_id(&mut self, number: u16) {
        self.number = number;
        self.is_noted.set(false);
        (self.id_bytes, self.id_len) = encode_short(2 * number);
    }

    pub(crate) fn has_id(&self) -> bool {
        self.number > 0
    }

    /// Sets the frame that it pushes.
    pub(crate) fn set_frame(&mut self, frame: &Frame) {
        (self.frame, self.func) = (*frame, frame.func);
        self.push = if matches!(frame.point, PLAIN_CALL | PLAIN_INIT) { frame.point as u8 } else { SAME_FRAME };
    }
}

impl CachedTransition {
    /// Writes its id.
    ///
    /// # Safety
    /// It must have one, and there must be room.
    #[inline(always)]
    pub(crate) unsafe fn write_id(&self, out: &mut VarintWriter) {
        // SAFETY: the caller's promise.
        unsafe {
            out.0.cast::<[u8; 2]>().write(self.id_bytes);
            out.0 = out.0.add(usize::from(self.id_len));
        }
    }

    /// Returns the list behind the guesses, if every speculative copy holds the predicted value.
    ///
    /// # Safety
    /// `now` must be the base of the lowest frame that can have changed, with the windows of the transition's moment
    /// above it, and `shadow` the last logged values of these registers.
    #[inline(always)]
    pub(crate) unsafe fn guesses_hold(&self, now: *const Value, shadow: *const Value) -> Option<RegisterList> {
        let mut registers = RegisterList::new(&self.registers);
        // SAFETY: the caller's promise.
        unsafe {
            while let Some(register) = registers.next() {
                let from = usize::from(registers.raw());
                if (*now.add(register)).raw() != (*shadow.add(from)).raw() {
                    return None;
                }
            }
        }
        Some(registers)
    }

    /// Asserts, in debug builds, that all predicted registers hold their values.
    ///
    /// # Safety
    /// As `guesses_hold`.
    #[inline(always)]
    pub(crate) unsafe fn check_guesses(&self, now: *const Value, shadow: *const Value) {
        if !cfg!(debug_assertions) {
            return;
        }
        // SAFETY: the caller's promise.
        let (now, then) = unsafe { (|i: u16| *now.add(usize::from(i)), |i: u16| *shadow.add(usize::from(i))) };
        let copied = self.plan.copies.iter().all(|[register, from]| now(*register) == then(*from));
        assert!(copied, "a register does not hold what was copied to it");
        let loaded = self.plan.constants.iter().all(|(register, value)| now(*register) == *value);
        assert!(loaded, "a register does not hold what was loaded");
    }
}
