//! Writing one moment.
//!
//! Most moments were reached in a way that is known: they are written as a step (`steps`, `plan`), whose number stands
//! for the instruction, for what happened to the frames, and for which registers follow (`brief`). All others are written
//! in full.
//!
//! # Why the unsafe code is sound
//!
//! As in `record`. What is written has room: that was made for what a moment counts at most. A frame that is pushed has
//! a window in the stack, whose registers a plan tells by how far they are above the lowest frame's.

use ttd_code::bytecode::op::Ins;

use super::cached_transition::{CachedTransition, NO_PUSH};
use super::recorder::Log;
use super::register_diff::{Changes, Window};
use super::transition_plan::{TOP, inside};
use crate::Vm;
use crate::log::format::{BIRTHS, MISC};
use crate::log::varint::VarintWriter;
use crate::vm::stack::frame::Frame;

impl Vm {
    /// The events of the instruction at `pc` come all at once, the last at `time`.
    ///
    /// # Safety
    /// `pc` must point into the top frame's code, and the run must be logged.
    #[inline(never)]
    pub(crate) unsafe fn log_moment(&mut self, pc: *const Ins, time: i64) {
        // SAFETY: see the module. Slot 0 of the frames, which is never pushed, can be read: nothing is known of it.
        unsafe {
            let log = self.log_mut_unchecked();
            if self.counting.side_effects_pending {
                return self.log_stirred(pc, time);
            }
            if !log.has_room() {
                return self.log_other(pc, time);
            }
            self.log_predicted::<false>(pc, time, log);
        }
    }

    /// The same where something seldom may have happened.
    #[inline(never)]
    unsafe fn log_stirred(&mut self, pc: *const Ins, time: i64) {
        // SAFETY: as in `log_moment`.
        unsafe {
            let log = self.log_mut_unchecked();
            if !self.goes_on(log, time) || !log.has_room() {
                return self.log_other(pc, time);
            }
            self.counting.side_effects_pending = self.heap.allocation_count() != log.allocation_count;
            self.log_predicted::<true>(pc, time, log);
        }
    }

    /// Writes the moment as the step that is expected, if that comes. What to do next is foretold from what the program
    /// did, and nothing that the last moment made: so the processor need not end that one before it begins with this one.
    /// `STIRRED`: objects may have been born, which `Vm::stirred` says.
    #[inline(always)]
    unsafe fn log_predicted<const STIRRED: bool>(&mut self, pc: *const Ins, time: i64, log: &mut Log) {
        // SAFETY: as in `log_moment`.
        unsafe {
            log.last = time;
            let (fp, low) = (self.fp, self.counting.dirty_frames_from);
            if low < fp {
                return self.log_pushed::<STIRRED>(pc);
            }
            let known = &*log.open.steps.expected(pc, log.prev, std::ptr::null());
            if !Self::matches(log, known, fp, pc) {
                return self.log_unexpected(pc);
            }
            if known.still && !STIRRED {
                return self.write_silent::<false>(pc, log, known, fp);
            }
            self.write_alone::<STIRRED>(pc, fp, known);
        }
    }

    /// Writes a moment of this step, if that pushes no frame.
    #[inline(always)]
    unsafe fn write_alone<const STIRRED: bool>(&mut self, pc: *const Ins, fp: *mut Frame, known: &CachedTransition) {
        // SAFETY: as in `log_moment`.
        unsafe {
            match known.like {
                NO_PUSH => self.write_step::<false, STIRRED>(pc, fp, known),
                _ => self.write_rarely(pc),
            }
        }
    }

    /// Whether this step comes now, with `low` as the lowest frame that can have changed.
    #[inline(always)]
    unsafe fn matches(log: &Log, known: &CachedTransition, low: *mut Frame, pc: *const Ins) -> bool {
        let down = (log.fp as usize).wrapping_sub(low as usize) as u32;
        // SAFETY: as in `log_moment`.
        let point = unsafe { (*low).point };
        known.pc == pc && known.prev == log.prev && known.down == down && known.point == point
    }

    /// The same for a moment of another step than came the last time.
    #[inline(never)]
    unsafe fn log_unexpected(&mut self, pc: *const Ins) {
        // SAFETY: as in `log_moment`.
        unsafe {
            let log = self.log_mut_unchecked();
            let (fp, low) = (self.fp, self.counting.dirty_frames_from.min(self.fp));
            let known = &*log.open.steps.at(pc, log.prev, (*low).point);
            if !Self::matches(log, known, low, pc) {
                return self.write_rarely(pc);
            }
            if low == fp {
                log.open.steps.expect(std::ptr::null(), known);
                self.write_alone::<true>(pc, low, known);
            } else {
                log.open.steps.expect((*low).pc, known);
                self.write_pushed::<true>(pc, log, known, low);
            }
        }
    }

    /// Writes a moment before which a frame was pushed.
    #[inline(never)]
    unsafe fn log_pushed<const STIRRED: bool>(&mut self, pc: *const Ins) {
        // SAFETY: as in `log_moment`.
        unsafe {
            let log = self.log_mut_unchecked();
            let low = self.fp.wrapping_sub(1);
            if low != self.counting.dirty_frames_from {
                return self.log_unexpected(pc);
            }
            let known = &*log.open.steps.expected(pc, log.prev, (*low).pc);
            if !Self::matches(log, known, low, pc) {
                return self.log_unexpected(pc);
            }
            self.write_pushed::<STIRRED>(pc, log, known, low);
        }
    }

    /// The same for one of this step, if what was pushed above `low` is like it.
    #[inline(always)]
    unsafe fn write_pushed<const STIRRED: bool>(
        &mut self,
        pc: *const Ins,
        log: &mut Log,
        known: &CachedTransition,
        low: *mut Frame,
    ) {
        // SAFETY: as in `log_moment`.
        unsafe {
            let (fp, like) = (self.fp, u32::from(known.like));
            let above = ((*fp).base as usize).wrapping_sub((*low).base as usize);
            if usize::from(known.above) != above || low.add(1) != fp || known.low_pc != (*low).pc {
                return self.write_rarely(pc);
            }
            if (*fp).point == like && (*fp).func == known.func {
                if known.silent && !(STIRRED && self.counting.side_effects_pending) {
                    return self.write_silent::<true>(pc, log, known, low);
                }
                self.write_step::<true, STIRRED>(pc, low, known);
            } else {
                self.write_unlike(pc, low, known);
            }
        }
    }

    /// Whether a moment at this time can be written as a step: not if it is in the log already, not everything is
    /// recorded, or what seldom changes has.
    #[inline(always)]
    fn goes_on(&self, log: &Log, time: i64) -> bool {
        time > log.last && log.selection.is_none() && self.misc() == log.misc
    }

    /// Writes a moment in full for which there is no room, or that does not go on, unless it is in the log already.
    #[inline(never)]
    fn log_other(&mut self, pc: *const Ins, time: i64) {
        let Some(mut log) = self.log.take() else { return };
        if time > log.last {
            // SAFETY: `log_moment` was promised that there is an instruction.
            let first = time + 1 - i64::from(unsafe { (*pc).events });
            if log.selection.is_none() {
                log.last = time;
                self.write_moment(&mut log, pc, first, 0);
                self.counting.side_effects_pending = false;
            } else {
                self.log_selected(&mut log, pc, first, time);
            }
        }
        self.log = Some(log);
    }

    /// Writes any moment: whatever may have been written before it. Its first event is at `time`; `slow`: `SLOW`, or 0.
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
            log.make_room(self.size_from(low));
            let at = log.open.bytes.end();
            // The number of no step, and the flags.
            let mut out = VarintWriter(at.add(2));
            out.put(u64::from(index));
            out.pair(log.fp.offset_from(low) as usize, fp.offset_from(low) as usize);
            if low != fp {
                out = self.write_frames(&mut log.open.calls, out, (low, bottom), time);
            }
            let flags = slow | self.write_rest(log, &mut out);
            let mut changes = Changes::new(log, out, flags);
            let mut frame = if low == start { low.add(1) } else { low };
            while frame <= fp {
                let (window, code) = (self.logged_window(log, frame), (*frame).code());
                let (looks, point) = if frame == fp {
                    (if slow == 0 { code.live_registers(index).running } else { code.live_registers(index).top }, TOP)
                } else {
                    let at = code.index_of((*frame).pc);
                    (code.live_registers(at).waiting((*frame.add(1)).cont), inside(at as usize))
                };
                changes.look_at(window, window.base.offset_from(bottom) as usize, looks);
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

    /// Writes what seldom changes besides registers and frames; the flags that say what there is.
    ///
    /// # Safety
    /// There must be room.
    #[inline(always)]
    unsafe fn write_rest(&mut self, log: &mut Log, out: &mut VarintWriter) -> u8 {
        let mut flags = 0;
        let births = self.heap.allocation_count();
        if births != log.allocation_count {
            flags |= BIRTHS;
            // SAFETY: the caller's promise.
            unsafe { out.put(births.wrapping_sub(log.allocation_count)) };
            log.allocation_count = births;
        }
        let misc = self.misc();
        if misc != log.misc {
            flags |= MISC;
            log.misc = misc;
            log.open.add_misc(misc);
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

    /// What a moment with the frames from `low` on counts; see `SMALL`.
    fn size_from(&self, low: *const Frame) -> usize {
        let count = (self.fp as usize - low as usize) / size_of::<Frame>() + 1;
        self.frames().take(count).map(|frame| frame.code().nregs as usize + 2).sum()
    }
}
