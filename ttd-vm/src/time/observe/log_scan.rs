//! Looking ahead in the log for the next event at which a followed place can have changed: only there need the machine
//! stand to look.

use std::sync::atomic::Ordering;

use crate::Vm;
use crate::log::{Log, Replay, ScanTarget};
use crate::time::observe::triggers::WakeConditions;

/// Where looking ahead has come to.
#[derive(Default)]
pub(crate) struct LogScanner {
    wake: WakeConditions,
    replay: Option<Replay>,
    /// The positions of the heap's part of the block at which a holder is written to.
    touched: Vec<usize>,
    /// The block that they are of.
    block: Option<usize>,
}

impl Vm {
    /// The first time after `t`, up to `to`, at which a followed place can have changed or that is watched for in itself;
    /// the machine stands at `t` and has looked there. `Err` when it was interrupted.
    pub(crate) fn next_wake(&mut self, lookout: &mut LogScanner, t: i64, to: i64) -> Result<Option<i64>, ()> {
        let wake = self.control.driver().map(|d| d.armed.follow.wake(self)).unwrap_or_default();
        if wake.objects != lookout.wake.objects || wake.writes.is_some() != lookout.wake.writes.is_some() {
            lookout.block = None;
        }
        lookout.wake = wake;
        if lookout.wake.always {
            let interrupted = self.interrupt.load(Ordering::Relaxed);
            return if interrupted { Err(()) } else { Ok((t < to).then_some(t + 1)) };
        }
        let mut next = t + 1;
        while next <= to {
            if self.interrupt.load(Ordering::Relaxed) {
                return Err(());
            }
            match self.wake_in_block(lookout, next, to) {
                Ok(found) => return Ok(Some(found)),
                Err(end) => next = end + 1,
            }
        }
        Ok(None)
    }

    /// The same in the block of `next`, from there on; else the last time in it, or `to`.
    fn wake_in_block(&mut self, lookout: &mut LogScanner, next: i64, to: i64) -> Result<i64, i64> {
        let at = self.block_of(next);
        let Some(mut log) = self.log.take() else { return Err(to) };
        let Log { blocks, unpacked, .. } = &mut *log;
        let block = &blocks[at];
        if lookout.block != Some(at) {
            lookout.touched = match (&lookout.wake.writes, lookout.wake.objects.is_empty()) {
                (Some(ScanTarget::Named(named)), _) => {
                    self.heap.positions_writing(block.end, |touched| named.may_be(self, touched))
                }
                (Some(_), _) => self.heap.positions_writing(block.end, |_| true),
                (None, true) => Vec::new(),
                (None, false) => self.heap.positions_touching(block.end, &lookout.wake.objects),
            };
            lookout.block = Some(at);
        }
        let kept = lookout.replay.take().filter(|replay| replay.block == at && replay.first() <= next);
        let mut replay = kept.unwrap_or_else(|| self.replay(at, false));
        replay.lookout.clone_from(&lookout.wake.registers);
        replay.sought.clone_from(&lookout.wake.writes);
        replay.tells_events = self.control.driver().is_some_and(|d| !d.armed.is_of_places_alone());
        let moments = block.moments(unpacked);
        let mut found = Err(to);
        if replay.time >= next {
            // A value is returned by the last of the moment's events.
            let more = replay.sighted && replay.sought.is_some();
            found = if more { Ok(next) } else { self.watched_in(&replay, next, to, lookout).ok_or(to) };
        }
        while found.is_err() && replay.time < to {
            if !replay.step(moments, self.stack.start()) {
                found = Err(replay.time);
                break;
            }
            let first = replay.first().max(next);
            let woken = replay.time >= next && first <= to && self.is_woken(&replay, lookout);
            found = match woken {
                true => Ok(first),
                false => self.watched_in(&replay, next, to, lookout).ok_or(to),
            };
        }
        lookout.replay = Some(replay);
        self.log = Some(log);
        found
    }

    /// Whether something in a moment can have changed a place.
    fn is_woken(&self, replay: &Replay, lookout: &LogScanner) -> bool {
        replay.sighted
            || lookout.touched.binary_search(&replay.moments()).is_ok()
            || lookout.wake.births.iter().any(|birth| replay.births > *birth)
    }

    /// The first event of a moment, from `next` to `to`, that is watched for in itself or by its time.
    fn watched_in(&mut self, replay: &Replay, next: i64, to: i64, lookout: &LogScanner) -> Option<i64> {
        if !replay.tells_events && lookout.wake.times.is_empty() {
            return None;
        }
        let is_it = |vm: &mut Vm, t: i64| {
            lookout.wake.times.contains(&(t as u64)) || replay.tells_events && vm.is_watched(&replay.event(t))
        };
        (replay.first().max(next)..=replay.time.min(to)).find(|t| is_it(self, *t))
    }
}
