//! Writing one moment: entry points, matching the predicted transition, and the full form.
//!
//! Most moments repeat a known transition (`transitions`, `transition_plan`) and are written by `fast_path`. All others
//! are written in full.
//!
//! # Why the unsafe code is sound
//!
//! As in `recorder`. Room was made for the largest moment before it is written. A pushed frame has a window in the
//! stack; plans name its registers by their distance from the lowest frame's base.

use ttd_code::bytecode::op::Ins;

use super::cached_transition::{CachedTransition, NO_PUSH};
use super::recorder::Log;
use super::register_diff::{RegisterDiff, Window};
use super::transition_plan::{TOP, waiting_point};
use crate::Vm;
use crate::log::format::{ALLOCATIONS, RARE};
use crate::log::varint::VarintWriter;
use crate::vm::stack::frame::Frame;

impl Vm {
    /// Logs the events of the instruction at `pc`, which come all at once, the last at `time`.
    ///
    /// # Safety
    /// `pc` must point into the top frame's code, and the run must be logged.
    #[inline(never)]
    pub(crate) unsafe fn log_moment(&mut self, pc: *const Ins, time: i64) {
        // SAFETY: see the module. Slot 0 of the frames, which is never pushed, can be read: nothing is known of it.
        unsafe {
            let log = self.log_mut_unchecked();
            if self.counting.side_effects_pending {
                return self.log_with_side_effects(pc, time);
            }
            if !log.has_room() {
                return self.log_other(pc, time);
            }
            self.log_predicted::<false>(pc, time, log);
        }
    }

    /// Logs a moment when side effects (allocations, rare state) are possible.
    #[inline(never)]
    unsafe fn log_with_side_effects(&mut self, pc: *const Ins, time: i64) {
        // SAFETY: as in `log_moment`.
        unsafe {
            let log = self.log_mut_unchecked();
            if !self.is_contiguous(log, time) || !log.has_room() {
                return self.log_other(pc, time);
            }
            self.counting.side_effects_pending = self.heap.allocation_count() != log.allocation_count;
            self.log_predicted::<true>(pc, time, log);
        }
    }

    /// Writes the predicted transition, if it matches. The prediction depends on the program's own control flow, not on
    /// results of the last moment, so the processor can overlap the two. `SIDE_EFFECTS`: objects may have been
    /// allocated (`side_effects_pending`).
    #[inline(always)]
    unsafe fn log_predicted<const SIDE_EFFECTS: bool>(&mut self, pc: *const Ins, time: i64, log: &mut Log) {
        // SAFETY: as in `log_moment`.
        unsafe {
            log.last_time = time;
            let (fp, low) = (self.fp, self.counting.dirty_frames_from);
            if low < fp {
                return self.log_pushed::<SIDE_EFFECTS>(pc);
            }
            let cached = &*log.open.transitions.predicted(pc, log.prev, std::ptr::null());
            if !Self::matches(log, cached, fp, pc) {
                return self.log_unexpected(pc);
            }
            if cached.only_id && !SIDE_EFFECTS {
                return self.write_only_id::<false>(pc, log, cached, fp);
            }
            self.write_no_push::<SIDE_EFFECTS>(pc, fp, cached);
        }
    }

    /// Writes a moment of this transition if it pushes no frame.
    #[inline(always)]
    unsafe fn write_no_push<const SIDE_EFFECTS: bool>(
        &mut self,
        pc: *const Ins,
        fp: *mut Frame,
        cached: &CachedTransition,
    ) {
        // SAFETY: as in `log_moment`.
        unsafe {
            match cached.push {
                NO_PUSH => self.write_cached::<false, SIDE_EFFECTS>(pc, fp, cached),
                _ => self.write_slow(pc),
            }
        }
    }

    /// Whether this transition applies, with `low` as the lowest frame that can have changed.
    #[inline(always)]
    unsafe fn matches(log: &Log, cached: &CachedTransition, low: *mut Frame, pc: *const Ins) -> bool {
        let down = (log.fp as usize).wrapping_sub(low as usize) as u32;
        // SAFETY: as in `log_moment`.
        let point = unsafe { (*low).point };
        cached.pc == pc && cached.prev == log.prev && cached.popped_bytes == down && cached.point == point
    }

    /// Logs a moment whose prediction was wrong.
    #[inline(never)]
    unsafe fn log_unexpected(&mut self, pc: *const Ins) {
        // SAFETY: as in `log_moment`.
        unsafe {
            let log = self.log_mut_unchecked();
            let (fp, low) = (self.fp, self.counting.dirty_frames_from.min(self.fp));
            let cached = &*log.open.transitions.at(pc, log.prev, (*low).point);
            if !Self::matches(log, cached, low, pc) {
                return self.write_slow(pc);
            }
            log.open.transitions.note_use(cached);
            if low == fp {
                log.open.transitions.predict(std::ptr::null(), cached);
                self.write_no_push::<true>(pc, low, cached);
            } else {
                log.open.transitions.predict((*low).pc, cached);
                self.write_pushed::<true>(pc, log, cached, low);
            }
        }
    }

    /// Writes a moment before which a frame was pushed.
    #[inline(never)]
    unsafe fn log_pushed<const SIDE_EFFECTS: bool>(&mut self, pc: *const Ins) {
        // SAFETY: as in `log_moment`.
        unsafe {
            let log = self.log_mut_unchecked();
            let low = self.fp.wrapping_sub(1);
            if low != self.counting.dirty_frames_from {
                return self.log_unexpected(pc);
            }
            let cached = &*log.open.transitions.predicted(pc, log.prev, (*low).pc);
            if !Self::matches(log, cached, low, pc) {
                return self.log_unexpected(pc);
            }
            self.write_pushed::<SIDE_EFFECTS>(pc, log, cached, low);
        }
    }

    /// Writes a moment of this transition if the frame above `low` is the one that it pushes.
    #[inline(always)]
    unsafe fn write_pushed<const SIDE_EFFECTS: bool>(
        &mut self,
        pc: *const Ins,
        log: &mut Log,
        cached: &CachedTransition,
        low: *mut Frame,
    ) {
        // SAFETY: as in `log_moment`.
        unsafe {
            let (fp, push) = (self.fp, u32::from(cached.push));
            let above = ((*fp).base as usize).wrapping_sub((*low).base as usize);
            if usize::from(cached.above) != above || low.add(1) != fp || cached.low_pc != (*low).pc {
                return self.write_slow(pc);
            }
            if (*fp).point == push && (*fp).func == cached.func {
                if cached.no_registers && !(SIDE_EFFECTS && self.counting.side_effects_pending) {
                    return self.write_only_id::<true>(pc, log, cached, low);
                }
                self.write_cached::<true, SIDE_EFFECTS>(pc, low, cached);
            } else {
                self.write_checked_push(pc, low, cached);
            }
        }
    }

    /// Whether a moment at this time can be written as a transition: it is new, everything is recorded, and the rare
    /// state is unchanged.
    #[inline(always)]
    fn is_contiguous(&self, log: &Log, time: i64) -> bool {
        time > log.last_time && log.record_filter.is_none() && self.rare_state() == log.rare
    }

    /// Writes a full moment if there was no room, or it is not contiguous; nothing if it is in the log already.
    #[inline(never)]
    fn log_other(&mut self, pc: *const Ins, time: i64) {
        let Some(mut log) = self.log.take() else { return };
        if time > log.last_time {
            // SAFETY: `log_moment` was promised that there is an instruction.
            let first = time + 1 - i64::from(unsafe { (*pc).events });
            if log.record_filter.is_none() {
                log.last_time = time;
                self.write_moment(&mut log, pc, first, 0);
                self.counting.side_effects_pending = false;
            } else {
                self.log_filtered(&mut log, pc, first, time);
            }
        }
        self.log = Some(log);
    }

    /// Writes a full moment, whatever came before. Its first event is at `time`; `slow`: `SINGLE_EVENT`, or 0.
    #[inline(never)]
    pub(crate) fn write_moment(&mut self, log: &mut Log, pc: *const Ins, time: i64, slow: u8) {
        let fp = self.fp;
        // The lowest frame that can have changed.
        let low = std::mem::replace(&mut self.counting.dirty_frames_from, fp).min(fp);
        // SAFETY: see the module.
        unsafe {
            let start = self.frame_stack.start();
            let bottom = if low == start { self.stack.start() } else { (*low).base }.cast_const();
            let index = (*fp).code().index_of(pc);
            log.open.full_at.add(pc as usize);
            log.make_room(self.size_from(low));
            let at = log.open.bytes.end();
            // Id 0, and the flags.
            let mut out = VarintWriter(at.add(2));
            out.put(u64::from(index));
            out.pair(log.fp.offset_from(low) as usize, fp.offset_from(low) as usize);
            if low != fp {
                out = self.write_frames(&mut log.open.templates, out, (low, bottom), time);
            }
            let flags = slow | self.write_rest(log, &mut out);
            let mut changes = RegisterDiff::new(log, out, flags);
            let mut frame = if low == start { low.add(1) } else { low };
            while frame <= fp {
                let (window, code) = (self.logged_window(log, frame), (*frame).code());
                let (live, point) = if frame == fp {
                    (if slow == 0 { code.live_registers(index).running } else { code.live_registers(index).top }, TOP)
                } else {
                    let at = code.index_of((*frame).pc);
                    (code.live_registers(at).waiting((*frame.add(1)).cont), waiting_point(at as usize))
                };
                changes.compare(window, window.base.offset_from(bottom) as usize, live);
                (*frame).point = point;
                log.high = log.high.max(window.shadow.add(window.count));
                frame = frame.add(1);
            }
            changes.end(log, at);
            log.fp = fp;
            log.prev = if slow == 0 { pc } else { std::ptr::null() };
        }
        self.heap.mark_moment();
    }

    /// Writes allocations and rare state; returns the flags that say which.
    ///
    /// # Safety
    /// There must be room.
    #[inline(always)]
    unsafe fn write_rest(&mut self, log: &mut Log, out: &mut VarintWriter) -> u8 {
        let mut flags = 0;
        let allocations = self.heap.allocation_count();
        if allocations != log.allocation_count {
            flags |= ALLOCATIONS;
            // SAFETY: the caller's promise.
            unsafe { out.put(allocations.wrapping_sub(log.allocation_count)) };
            log.allocation_count = allocations;
        }
        let rare = self.rare_state();
        if rare != log.rare {
            flags |= RARE;
            log.rare = rare;
            log.open.add_rare(rare);
        }
        flags
    }

    /// The registers of a frame.
    ///
    /// # Safety
    /// It must be pushed.
    #[inline(always)]
    pub(crate) unsafe fn logged_window(&self, log: &Log, frame: *const Frame) -> Window {
        // SAFETY: the caller's promise; the shadow has as many registers as the stack.
        unsafe {
            let base = (*frame).base.cast_const();
            Window { base, shadow: log.shadow_of(base), count: (*frame).code().nregs as usize }
        }
    }

    /// The size of a moment with the frames from `low` on, in items: see `SMALL_MOMENT`.
    fn size_from(&self, low: *const Frame) -> usize {
        let count = (self.fp as usize - low as usize) / size_of::<Frame>() + 1;
        self.frames().take(count).map(|frame| frame.code().nregs as usize + 2).sum()
    }
}
