//! Moments that are no step that is found quickly: finding it, or getting to know it, or writing the moment in full.
//!
//! # Why the unsafe code is sound
//!
//! As in `moment`.

use ttd_code::bytecode::op::Ins;

use super::cached_transition::{CachedTransition, EXPLICIT_FRAME, Key, SAME_FRAME};
use super::recorder::Log;
use crate::Vm;
use crate::log::frame_table::Call;
use crate::log::transitions::{PushedFrame, Transition};
use crate::vm::stack::frame::Frame;

/// A step whose guesses were so often wrong is written without them.
const MISSES: u8 = 16;

impl Vm {
    /// Whether the frame that is pushed is the one that is known, or need not be.
    ///
    /// # Safety
    /// There must be a frame.
    #[inline(never)]
    pub(crate) unsafe fn is_pushed_as(&self, known: &CachedTransition, time: i64) -> bool {
        // SAFETY: the caller's promise.
        let (frame, like) = (unsafe { &*self.fp }, &known.frame);
        let ago = (time as u64).wrapping_sub(frame.born);
        let born = if frame.owner.is_unbound() { ago } else { frame.born };
        match known.like {
            EXPLICIT_FRAME => true,
            SAME_FRAME => like.is_same_call(frame) && born == known.born,
            way => frame.point == u32::from(way) && frame.func == known.func,
        }
    }

    /// Writes a moment of a step that is not found quickly, or of none.
    ///
    /// # Safety
    /// As `log_moment`; there must be room.
    #[cold]
    #[inline(never)]
    pub(crate) unsafe fn write_rarely(&mut self, pc: *const Ins) {
        // SAFETY: see the module.
        unsafe {
            let log = self.log_mut_unchecked();
            let time = log.last;
            let fp = self.fp;
            let low = self.counting.dirty_frames_from.min(fp);
            let mut key = Key {
                pc,
                prev: log.prev,
                low_pc: std::ptr::null(),
                point: (*low).point,
                above: 0,
                up: (fp as usize - low as usize) as u32,
                down: (log.fp as usize).wrapping_sub(low as usize) as u32,
            };
            if low < fp {
                key.low_pc = (*low).pc;
                key.above = ((*fp).base as usize).wrapping_sub((*low).base as usize) as u32;
            }
            let known: Option<*const CachedTransition> =
                self.learn(log, &key, low, time).map(|at| &raw const *log.open.steps.get(at));
            if let Some(known) = known {
                let now = (*low).base;
                if (*known).guesses_hold(now, log.shadow_of(now)).is_some() {
                    self.counting.side_effects_pending |= (*known).like == EXPLICIT_FRAME;
                    return match low == fp {
                        true => self.write_step::<false, true>(pc, low, &*known),
                        false => self.write_step::<true, true>(pc, low, &*known),
                    };
                }
                self.missed(log, &key);
            }
            self.write_moment(log, pc, time + 1 - i64::from((*pc).events), 0);
            self.counting.side_effects_pending = false;
        }
    }

    /// A step that the present moment is like, if there is one, or it is worth to be known from now on.
    ///
    /// # Safety
    /// As `plan`.
    unsafe fn learn(&mut self, log: &mut Log, key: &Key, low: *mut Frame, time: i64) -> Option<usize> {
        let at = match log.open.steps.find(key) {
            Some(at) => at,
            None if key.prev.is_null() || key.up as usize > size_of::<Frame>() => return None,
            None if !log.open.steps.is_seen(key) => return None,
            None => {
                // SAFETY: the caller's promise.
                let plan = unsafe { self.plan(log, key, low, false)? };
                log.open.steps.add(CachedTransition::new(*key, plan, *self.top_ref())?)?
            }
        };
        let known = log.open.steps.get(at);
        // SAFETY: there is a frame.
        if key.up > 0 && known.has_number() && !unsafe { self.is_pushed_as(known, time) } {
            known.like = EXPLICIT_FRAME;
            log.open.steps.unnumber(at);
        }
        if !log.open.steps.get(at).has_number() {
            // SAFETY: the caller's promise.
            let step = unsafe { self.step(log, at, low, time) };
            if !log.open.steps.number(at, step) {
                return None;
            }
        }
        log.open.steps.put(at);
        Some(at)
    }

    /// A step for the open block. The frame that it pushes is the one that is pushed now, unless each moment says that.
    ///
    /// # Safety
    /// `low` must be the lowest frame that can have changed.
    unsafe fn step(&self, log: &mut Log, at: usize, low: *const Frame, time: i64) -> Transition {
        let known = log.open.steps.get(at);
        let (popped, plan) = (known.key.down as usize / size_of::<Frame>(), known.plan.clone());
        let frame = self.top_ref();
        let pushed = if known.key.up == 0 {
            PushedFrame::Nothing
        } else if known.like == EXPLICIT_FRAME {
            PushedFrame::Each
        } else {
            known.resembles(frame);
            // SAFETY: the caller's promise.
            let (code, pc, above) = unsafe { ((*low).code(), (*low).pc, frame.base.offset_from((*low).base)) };
            let call = Call { frame: *frame, above: above as u32, below: code.index_of(pc) };
            // SAFETY: the key is that of the present moment.
            let first = (time as u64 + 1).wrapping_sub(u64::from(unsafe { (*known.key.pc).events }));
            if frame.owner.is_unbound() {
                known.born = (time as u64).wrapping_sub(frame.born);
                PushedFrame::Aged(call, first.wrapping_sub(frame.born))
            } else {
                known.born = frame.born;
                PushedFrame::Born(call, frame.born)
            }
        };
        Transition { plan, popped: popped as u32, pushed }
    }

    /// The registers do not hold what they were taken to.
    #[cold]
    #[inline(never)]
    fn missed(&self, log: &mut Log, key: &Key) {
        let Some(at) = log.open.steps.find(key) else { return };
        let known = log.open.steps.get(at);
        known.misses += 1;
        if known.misses < MISSES {
            return;
        }
        known.misses = 0;
        let low = self.fp.wrapping_byte_sub(key.up as usize);
        // SAFETY: the key is that of the present moment.
        if let Some(plan) = unsafe { self.plan(log, key, low, true) }
            && log.open.steps.get(at).follow(plan)
        {
            log.open.steps.unnumber(at);
        }
    }
}
