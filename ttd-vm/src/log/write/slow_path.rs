//! Slow path: find a transition by its key, learn a new one, or write a full moment.
//!
//! # Why the unsafe code is sound
//!
//! As in `moment`.

use ttd_code::bytecode::op::Ins;

use super::cached_transition::{CachedTransition, EXPLICIT_FRAME, SAME_FRAME, TransitionKey};
use super::recorder::Log;
use crate::Vm;
use crate::log::frame_table::FrameTemplate;
use crate::log::transitions::{PushedFrame, Transition};
use crate::vm::stack::frame::Frame;

/// Wrong guesses after which a transition is planned anew without guesses.
const MAX_MISSES: u8 = 16;

impl Vm {
    /// Whether the pushed frame is the cached one, or need not be.
    ///
    /// # Safety
    /// There must be a frame.
    #[inline(never)]
    pub(crate) unsafe fn pushes_as_cached(&self, cached: &CachedTransition, time: i64) -> bool {
        // SAFETY: the caller's promise.
        let (frame, like) = (unsafe { &*self.fp }, &cached.frame);
        let ago = (time as u64).wrapping_sub(frame.born);
        let born = if frame.owner.is_unbound() { ago } else { frame.born };
        match cached.push {
            EXPLICIT_FRAME => true,
            SAME_FRAME => like.is_same_call(frame) && born == cached.born,
            way => frame.point == u32::from(way) && frame.func == cached.func,
        }
    }

    /// Writes a moment whose transition was not in its slot, or that has none.
    ///
    /// # Safety
    /// As `log_moment`; there must be room.
    #[cold]
    #[inline(never)]
    pub(crate) unsafe fn write_slow(&mut self, pc: *const Ins) {
        // SAFETY: see the module.
        unsafe {
            let log = self.log_mut_unchecked();
            let time = log.last_time;
            let fp = self.fp;
            let low = self.counting.dirty_frames_from.min(fp);
            let mut key = TransitionKey {
                pc,
                prev: log.prev,
                low_pc: std::ptr::null(),
                point: (*low).point,
                above: 0,
                pushed_bytes: (fp as usize - low as usize) as u32,
                popped_bytes: (log.fp as usize).wrapping_sub(low as usize) as u32,
            };
            if low < fp {
                key.low_pc = (*low).pc;
                key.above = ((*fp).base as usize).wrapping_sub((*low).base as usize) as u32;
            }
            let cached: Option<*const CachedTransition> =
                self.find_or_learn(log, &key, low, time).map(|at| &raw const *log.open.transitions.get(at));
            if let Some(cached) = cached {
                log.open.transitions.note_use(&*cached);
                let now = (*low).base;
                if (*cached).guesses_hold(now, log.shadow_of(now)).is_some() {
                    self.counting.side_effects_pending |= (*cached).push == EXPLICIT_FRAME;
                    return match low == fp {
                        true => self.write_cached::<false, true>(pc, low, &*cached),
                        false => self.write_cached::<true, true>(pc, low, &*cached),
                    };
                }
                self.note_miss(log, &key);
            }
            self.write_moment(log, pc, time + 1 - i64::from((*pc).events), 0);
            self.counting.side_effects_pending = false;
        }
    }

    /// Returns the index of the transition that the present moment repeats, learning it if its key was seen before.
    ///
    /// # Safety
    /// As `plan`.
    unsafe fn find_or_learn(
        &mut self,
        log: &mut Log,
        key: &TransitionKey,
        low: *mut Frame,
        time: i64,
    ) -> Option<usize> {
        let at = match log.open.transitions.find(key) {
            Some(at) => at,
            None if key.prev.is_null() || key.pushed_bytes as usize > size_of::<Frame>() => return None,
            None if !log.open.transitions.was_seen(key) => return None,
            None => {
                // SAFETY: the caller's promise.
                let plan = unsafe { self.plan(log, key, low, false)? };
                log.open.transitions.add(CachedTransition::new(*key, plan, *self.top_ref())?)?
            }
        };
        let cached = log.open.transitions.get(at);
        // SAFETY: there is a frame.
        if key.pushed_bytes > 0 && cached.has_id() && !unsafe { self.pushes_as_cached(cached, time) } {
            cached.push = EXPLICIT_FRAME;
            log.open.transitions.clear_id(at);
        }
        if !log.open.transitions.get(at).has_id() {
            // SAFETY: the caller's promise.
            let transition = unsafe { self.make_transition(log, at, low, time) };
            if !log.open.transitions.assign_id(at, transition) {
                return None;
            }
        }
        log.open.transitions.put(at);
        Some(at)
    }

    /// Makes the transition for the block's table. It pushes the present frame, unless frames are explicit.
    ///
    /// # Safety
    /// `low` must be the lowest frame that can have changed.
    unsafe fn make_transition(&self, log: &mut Log, at: usize, low: *const Frame, time: i64) -> Transition {
        let cached = log.open.transitions.get(at);
        let (popped, plan) = (cached.key.popped_bytes as usize / size_of::<Frame>(), cached.plan.clone());
        let frame = self.top_ref();
        let pushed = if cached.key.pushed_bytes == 0 {
            PushedFrame::Nothing
        } else if cached.push == EXPLICIT_FRAME {
            PushedFrame::Explicit
        } else {
            cached.set_frame(frame);
            // SAFETY: the caller's promise.
            let (code, pc, above) = unsafe { ((*low).code(), (*low).pc, frame.base.offset_from((*low).base)) };
            let call = FrameTemplate { frame: *frame, above: above as u32, below: code.index_of(pc) };
            // SAFETY: the key is that of the present moment.
            let first = (time as u64 + 1).wrapping_sub(u64::from(unsafe { (*cached.key.pc).events }));
            if frame.owner.is_unbound() {
                cached.born = (time as u64).wrapping_sub(frame.born);
                PushedFrame::SameAge(call, first.wrapping_sub(frame.born))
            } else {
                cached.born = frame.born;
                PushedFrame::SameBirth(call, frame.born)
            }
        };
        // SAFETY: the caller's promise.
        let code = unsafe { (*low).code().id };
        Transition { plan, code, popped: popped as u32, pushed }
    }

    /// Counts a wrong guess; too many, and the transition is planned without guesses.
    #[cold]
    #[inline(never)]
    fn note_miss(&self, log: &mut Log, key: &TransitionKey) {
        let Some(at) = log.open.transitions.find(key) else { return };
        let cached = log.open.transitions.get(at);
        cached.misses += 1;
        if cached.misses < MAX_MISSES {
            return;
        }
        cached.misses = 0;
        let low = self.fp.wrapping_byte_sub(key.pushed_bytes as usize);
        // SAFETY: the key is that of the present moment.
        if let Some(plan) = unsafe { self.plan(log, key, low, true) }
            && log.open.transitions.get(at).set_plan(plan)
        {
            log.open.transitions.clear_id(at);
        }
    }
}
