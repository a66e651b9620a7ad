//! Fast path: a moment of a cached transition is its id and the listed registers.
//!
//! Nearly every moment of a logged run is written here. Each function calls another one only in tail position, so no
//! register is saved around a call.
//!
//! # Why the unsafe code is sound
//!
//! As in `moment`.

use ttd_code::bytecode::op::Ins;

use super::cached_transition::{CachedTransition, EXPLICIT_FRAME, NO_PUSH};
use super::recorder::Log;
use super::register_diff::Window;
use super::register_list::RegisterList;
use super::transition_plan::TOP;
use crate::Vm;
use crate::log::varint::VarintWriter;
use crate::vm::code::CodeRt;
use crate::vm::stack::frame::Frame;

impl Vm {
    /// The log, which must exist. It is boxed, and the box is not replaced while a moment is written.
    #[inline(always)]
    pub(crate) unsafe fn log_mut_unchecked<'a>(&mut self) -> &'a mut Log {
        // SAFETY: the caller's promise.
        unsafe {
            let log: *mut Log = &raw mut **self.log.as_mut().unwrap_unchecked();
            &mut *log
        }
    }

    /// Writes a moment whose frames match the transition. `low`: the lowest frame that can have changed; `PUSHES`: one
    /// frame lies above it; `SIDE_EFFECTS`: `side_effects_pending` may be set.
    ///
    /// # Safety
    /// As `log_moment`; the transition must have an id, and there must be room. If the pushed frame is explicit,
    /// `side_effects_pending` must be set.
    #[inline(never)]
    pub(crate) unsafe fn write_cached<const PUSHES: bool, const SIDE_EFFECTS: bool>(
        &mut self,
        pc: *const Ins,
        low: *mut Frame,
        cached: &CachedTransition,
    ) {
        // SAFETY: see the module.
        unsafe {
            let now = (*low).base;
            let shadow = self.log_mut_unchecked().shadow_of(now);
            let Some(mut registers) = cached.guesses_hold(now, shadow) else { return self.write_slow(pc) };
            cached.check_guesses(now, shadow);
            while let Some(i) = registers.next() {
                *shadow.add(i) = *now.add(i);
            }
            if registers.has_logged() {
                return self.write_registers::<PUSHES, SIDE_EFFECTS>(pc, low, cached, registers);
            }
            // The id is written last: so little is live across the loop that no register has to be saved for it.
            let log = self.log_mut_unchecked();
            let at = log.open.bytes.end();
            let mut out = VarintWriter(at);
            cached.write_id(&mut out);
            self.end_moment::<PUSHES, SIDE_EFFECTS>(pc, low, cached, log, (at, out));
        }
    }

    /// Writes such a moment with its registers.
    #[inline(never)]
    unsafe fn write_registers<const PUSHES: bool, const SIDE_EFFECTS: bool>(
        &mut self,
        pc: *const Ins,
        low: *mut Frame,
        cached: &CachedTransition,
        registers: RegisterList,
    ) {
        // SAFETY: see the module.
        unsafe {
            let log = self.log_mut_unchecked();
            let now = (*low).base;
            let shadow = log.shadow_of(now);
            let at = log.open.bytes.end();
            let mut out = VarintWriter(at);
            cached.write_id(&mut out);
            let out = registers.write(&mut log.open.values, out, (now, shadow));
            self.end_moment::<PUSHES, SIDE_EFFECTS>(pc, low, cached, log, (at, out));
        }
    }

    /// Ends the moment that begins at `at` and whose registers end at `out`.
    #[inline(always)]
    unsafe fn end_moment<const PUSHES: bool, const SIDE_EFFECTS: bool>(
        &mut self,
        pc: *const Ins,
        low: *mut Frame,
        cached: &CachedTransition,
        log: &mut Log,
        (at, out): (*mut u8, VarintWriter),
    ) {
        // SAFETY: see the module.
        unsafe {
            self.commit_moment::<PUSHES>(pc, low, cached, log, out);
            if SIDE_EFFECTS && self.counting.side_effects_pending {
                return self.write_side_effects(cached, at);
            }
            self.check_logged(log, low);
        }
        self.heap.mark_moment();
    }

    /// Writes a moment that is its id alone: no registers to compare or write, no side effects.
    #[inline(always)]
    pub(crate) unsafe fn write_only_id<const PUSHES: bool>(
        &mut self,
        pc: *const Ins,
        log: &mut Log,
        cached: &CachedTransition,
        low: *mut Frame,
    ) {
        // SAFETY: see the module.
        unsafe {
            let mut out = VarintWriter(log.open.bytes.end());
            cached.write_id(&mut out);
            self.commit_moment::<PUSHES>(pc, low, cached, log, out);
            self.check_logged(log, low);
        }
        self.heap.mark_moment();
    }

    /// Commits the moment, whose bytes end at `out`, as the one that the next follows.
    #[inline(always)]
    unsafe fn commit_moment<const PUSHES: bool>(
        &mut self,
        pc: *const Ins,
        low: *mut Frame,
        cached: &CachedTransition,
        log: &mut Log,
        out: VarintWriter,
    ) {
        // SAFETY: see the module.
        unsafe {
            log.open.bytes.set_end(out.0);
            log.open.moments += 1;
            let fp = if PUSHES { low.add(1) } else { low };
            if PUSHES {
                (*low).point = cached.low;
                let base = (*fp).base.cast_const();
                if base > log.highest {
                    log.highest = base;
                }
            }
            (*fp).point = TOP;
            (log.fp, log.prev) = (fp, pc);
            self.counting.dirty_frames_from = fp;
        }
    }

    /// Writes what follows the registers of the moment at `at`.
    #[inline(never)]
    unsafe fn write_side_effects(&mut self, cached: &CachedTransition, at: *mut u8) {
        // SAFETY: see the module; a frame that is pushed is the top one.
        unsafe {
            let (log, fp) = (self.log_mut_unchecked(), self.fp);
            let low = fp.wrapping_sub(usize::from(cached.push != NO_PUSH));
            let mut out = VarintWriter(log.open.bytes.end());
            if cached.push == EXPLICIT_FRAME {
                let time = log.last_time + 1 - i64::from((*cached.pc).events);
                out = self.write_frames(&mut log.open.templates, out, (low, (*low).base), time);
            }
            let allocations = self.heap.allocation_count();
            let born = allocations.wrapping_sub(std::mem::replace(&mut log.allocation_count, allocations));
            if born != 0 {
                *at |= 1;
                out.put(born);
            }
            log.open.bytes.set_end(out.0);
            self.counting.side_effects_pending = false;
            self.check_logged(log, low);
        }
        self.heap.mark_moment();
    }

    /// Writes a moment whose pushed frame needs a closer comparison. An explicit frame is written with the side
    /// effects.
    #[inline(never)]
    pub(crate) unsafe fn write_checked_push(&mut self, pc: *const Ins, low: *mut Frame, cached: &CachedTransition) {
        // SAFETY: see the module.
        unsafe {
            let time = self.log_mut_unchecked().last_time;
            if self.pushes_as_cached(cached, time) {
                self.counting.side_effects_pending |= cached.push == EXPLICIT_FRAME;
                self.write_cached::<true, true>(pc, low, cached);
            } else {
                self.write_slow(pc);
            }
        }
    }

    /// Asserts that the frames from `low` on hold what the log says, and that the rare state is unchanged.
    ///
    /// # Safety
    /// `low` must be pushed, and at most one frame above it.
    #[inline(always)]
    unsafe fn check_logged(&self, log: &Log, low: *const Frame) {
        if !cfg!(debug_assertions) {
            return;
        }
        assert!(
            self.rare_state() == log.rare && self.heap.allocation_count() == log.allocation_count,
            "what seldom changes has"
        );
        // SAFETY: the caller's promise.
        unsafe {
            let (fp, code) = (self.fp.cast_const(), (*low).code());
            let top = (*fp).code().live_registers((*fp).code().index_of(log.prev)).running;
            let told = |window: Window, which: u64, code: &CodeRt| {
                assert!(
                    window.is_as_logged(which),
                    "a register was written that its code does not write: {}",
                    code.code.name
                );
            };
            if low != fp {
                let waits = code.live_registers(code.index_of((*low).pc)).waiting((*fp).cont);
                told(self.logged_window(log, low), waits, code);
            }
            told(self.logged_window(log, fp), top, (*fp).code());
        }
    }
}
