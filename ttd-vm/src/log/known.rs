//! A step as it is known while moments are written: what it looks like, and what is written of it.
//!
//! # Why the unsafe code is sound
//!
//! The counts in a `Known` are made with its registers, and those are registers of the windows that its moments have.

use std::cell::Cell;
use std::rc::Rc;

use ttd_code::op::Ins;
use ttd_core::value::Value;

use super::out::{OBJECT, Out, bytes_of};
use super::plan::Plan;
use super::record::Log;
use crate::vm::frame::{Frame, PLAIN, PLAIN_INIT};

/// What tells one step from another, apart from the frame that is pushed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    /// The instruction of the moment.
    pub(super) pc: *const Ins,
    /// That of the moment before.
    pub(super) prev: *const Ins,
    /// Where the lowest frame goes on that can have changed; null if it is the top one.
    pub(super) low_pc: *const Ins,
    /// Where it was at its last moment: see `plan::point`.
    pub(super) point: u32,
    /// How many bytes the top frame's window is above its own.
    pub(super) above: u32,
    /// How many bytes of frames are above it,
    pub(super) up: u32,
    /// and how many were at the moment before.
    pub(super) down: u32,
}

impl Key {
    pub(super) const NONE: Key = Key {
        pc: std::ptr::null(),
        prev: std::ptr::null(),
        low_pc: std::ptr::null(),
        point: 0,
        above: 0,
        up: 0,
        down: 0,
    };
}

/// What `Known::like` can be besides `frame::PLAIN` and `frame::PLAIN_INIT`: each moment says which frame is pushed, if one
/// is; or it is equal to `Known::frame`.
pub(super) const EACH: u8 = 0;
pub(super) const EQUAL: u8 = 1;

/// How many registers a step may have.
const MOST_REGISTERS: usize = 94;

/// A step, as it is known while moments are written: first what is needed every time, in few lines of the cache.
#[repr(C, align(64))]
pub(super) struct Known {
    /// As in `Key`, which has the rest.
    pub(super) pc: *const Ins,
    pub(super) low_pc: *const Ins,
    /// The function of the frame that is pushed, where `like` is a way in which it was pushed.
    pub(super) func: Value,
    /// The step that came after it the last time.
    pub(super) next: Cell<*const Known>,
    pub(super) point: u32,
    pub(super) down: u32,
    /// As in `Plan`.
    pub(super) low: u32,
    pub(super) top: u32,
    /// How far the top frame's window is above the lowest.
    pub(super) above: u16,
    pub(super) height: u16,
    /// Its number in the table, from 1 on; 0: it has none.
    pub(super) number: u16,
    /// How the frame is known that is pushed.
    pub(super) like: u8,
    /// A frame is pushed.
    pub(super) up: bool,
    guesses: u8,
    taken: u8,
    logged: u8,
    /// How often a guess was wrong.
    pub(super) misses: u8,
    /// The guesses in pairs, all registers that are taken to hold something, and those that are written.
    registers: [u16; MOST_REGISTERS],
    pub(super) key: Key,
    pub(super) plan: Rc<Plan>,
    /// What the frame was that was pushed,
    pub(super) frame: Frame,
    /// and how long before the moment's last event it was born; that of a generator: when.
    pub(super) born: u64,
}

impl Known {
    /// One that was never written; none if it has too many registers, or too many frames are popped.
    pub(super) fn new(key: Key, plan: Plan, frame: Frame) -> Option<Known> {
        let mut known = Known {
            pc: key.pc,
            low_pc: key.low_pc,
            func: Value::UNBOUND,
            next: Cell::new(std::ptr::null()),
            point: key.point,
            down: key.down,
            low: 0,
            top: 0,
            above: u16::try_from(key.above as usize / size_of::<Value>()).ok()?,
            height: 0,
            number: 0,
            like: EACH,
            up: key.up > 0,
            guesses: 0,
            taken: 0,
            logged: 0,
            misses: 0,
            registers: [0; MOST_REGISTERS],
            key,
            plan: Rc::new(Plan::default()),
            frame,
            born: 0,
        };
        if known.up {
            known.resembles(&frame);
        }
        known.follow(plan).then_some(known)
    }

    /// Whether it was possible to take another plan; it has no number then.
    pub(super) fn follow(&mut self, plan: Plan) -> bool {
        let guesses = &plan.copies[..plan.guesses];
        let taken = plan.copies.iter().map(|[register, _]| *register);
        let taken = taken.chain(plan.constants.iter().map(|(register, _)| *register));
        let all = guesses.as_flattened().iter().copied().chain(taken).chain(plan.logged.iter().copied());
        let count = 2 * plan.guesses + plan.copies.len() + plan.constants.len() + plan.logged.len();
        if count > MOST_REGISTERS {
            return false;
        }
        self.registers.iter_mut().zip(all).for_each(|(place, register)| *place = register);
        (self.low, self.top, self.height) = (plan.low, plan.top, plan.height);
        self.guesses = plan.guesses as u8;
        self.taken = (plan.copies.len() + plan.constants.len()) as u8;
        (self.logged, self.misses, self.number) = (plan.logged.len() as u8, 0, 0);
        self.plan = Rc::new(plan);
        true
    }

    /// The frame that is pushed is like this one.
    pub(super) fn resembles(&mut self, frame: &Frame) {
        (self.frame, self.func) = (*frame, frame.func);
        self.like = if matches!(frame.point, PLAIN | PLAIN_INIT) { frame.point as u8 } else { EQUAL };
    }

    /// Registers that have to hold what others held at the moment before, and these.
    #[inline(always)]
    pub(super) fn guesses(&self) -> &[[u16; 2]] {
        // SAFETY: there are so many pairs.
        unsafe { std::slice::from_raw_parts(self.registers.as_ptr().cast(), usize::from(self.guesses)) }
    }

    /// All registers of which nothing is written.
    #[inline(always)]
    pub(super) fn taken(&self) -> &[u16] {
        // SAFETY: they stand behind the guesses.
        unsafe {
            self.registers.get_unchecked(2 * usize::from(self.guesses)..).get_unchecked(..usize::from(self.taken))
        }
    }

    /// Those that are written.
    #[inline(always)]
    pub(super) fn logged(&self) -> &[u16] {
        let before = 2 * usize::from(self.guesses) + usize::from(self.taken);
        // SAFETY: they stand behind these.
        unsafe { self.registers.get_unchecked(before..).get_unchecked(..usize::from(self.logged)) }
    }
}

impl Known {
    /// Whether those registers hold what they are taken to for which that is not certain.
    ///
    /// # Safety
    /// `now` must be the base of the lowest frame that can have changed, with the windows of the step's moment above it,
    /// and `shadow` what the log says of the same registers.
    #[inline(always)]
    pub(super) unsafe fn holds(&self, now: *const Value, shadow: *const Value) -> bool {
        for [register, from] in self.guesses() {
            // SAFETY: the caller's promise.
            let (now, then) = unsafe { (*now.add(usize::from(*register)), *shadow.add(usize::from(*from))) };
            if now.raw() != then.raw() {
                return false;
            }
        }
        true
    }

    /// All hold what they are taken to.
    ///
    /// # Safety
    /// As `holds`.
    #[inline(always)]
    pub(super) unsafe fn check(&self, now: *const Value, shadow: *const Value) {
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

    /// Writes the registers, and ends the moment.
    ///
    /// # Safety
    /// As `holds`, which must say that they do; there must be room.
    #[inline(always)]
    pub(super) unsafe fn write(&self, log: &mut Log, mut out: Out, now: *const Value, shadow: *mut Value) {
        let mut values = log.open.values.end();
        // SAFETY: the caller's promise.
        unsafe {
            for register in self.taken() {
                *shadow.add(usize::from(*register)) = *now.add(usize::from(*register));
            }
            let mut forms = out.0;
            out.0 = forms.add(self.logged().len());
            for register in self.logged() {
                let i = usize::from(*register);
                let (now, then) = (*now.add(i), *shadow.add(i));
                *shadow.add(i) = now;
                let changed = now.raw() ^ then.raw();
                if now.is_obj() && changed != 0 {
                    forms.write(OBJECT);
                    values.write(now);
                    values = values.add(1);
                } else {
                    forms.write(bytes_of(changed));
                    out.bits(changed);
                }
                forms = forms.add(1);
            }
            log.open.values.set_end(values);
            log.open.bytes.set_end(out.0);
        }
        log.open.moments += 1;
    }
}
