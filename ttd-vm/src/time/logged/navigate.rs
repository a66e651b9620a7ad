//! Moving inside the log: ending blocks, restoring an event, becoming live again at the frontier, scanning events.

use std::ops::RangeInclusive;
use std::sync::atomic::Ordering;

use crate::Vm;
use crate::log::{Block, Log, Moments, Replay};
use crate::vm::event::Event;
use crate::vm::resume_point::ResumePoint;

/// Events per frame that a block has at least: its checkpoint copies the stack.
pub(crate) const EVENTS_PER_FRAME: i64 = 16;

/// What a scan reads besides the moments.
#[derive(Clone, Copy)]
pub(crate) struct Reads {
    /// Register values.
    pub(crate) registers: bool,
    /// Depths of events.
    pub(crate) depths: bool,
}

/// Bytes of garbage for which it is collected inside a log, where marking takes long.
const GARBAGE: u64 = 384 << 20;

impl Vm {
    /// Seals the frontier: closes the open block before moving inside the log. `ended`: the program is over.
    pub(crate) fn seal(&mut self, ended: bool) {
        self.finish_packing();
        // A gap may have been open, and evaluations append to the journal.
        self.heap.set_log_every_write(self.log.is_some());
        let Some(log) = self.log.as_deref_mut() else { return };
        if std::mem::replace(&mut log.detached, true) || log.open.moments == 0 {
            return;
        }
        if !ended && self.is_at_event() {
            return self.end_block();
        }
        let node = self.heap.checkpoint();
        self.close_block(node);
    }

    /// Ends a block with a checkpoint, at which the next one begins.
    pub(crate) fn end_block(&mut self) {
        let checkpoint = self.make_checkpoint();
        let (node, time, depth) = (checkpoint.node, checkpoint.time, self.depth() as i64);
        let Some(d) = self.driver() else { return };
        let first = d.checkpoints.is_empty();
        d.insert_checkpoint(checkpoint);
        d.next_checkpoint = d.policy.next_after(time).max(time + depth * EVENTS_PER_FRAME);
        d.deferrals = 0;
        if !first {
            self.close_block(node);
        }
        self.begin_block();
    }

    /// Restores the last checkpoint, from where the program can run on.
    pub(crate) fn resume_at_frontier(&mut self) {
        let Some(at) = self.driver().map(|d| d.checkpoints.len() - 1) else { return };
        self.restore_checkpoint(at);
        let time = self.now();
        let Some(mut log) = self.log.take() else { return };
        log.packed = log.packed.min(at);
        for block in log.blocks.drain(at..) {
            log.bytes -= block.bytes();
            self.heap.drop_node(block.end);
            block.free(&mut self.heap);
        }
        (log.last_time, log.detached, log.replay) = (time, false, None);
        self.log = Some(log);
        // What runs again is allocated again, in other cells.
        if let Some(d) = self.driver() {
            d.armed.data.reset();
        }
        // The gap's journal rule is chosen anew.
        self.heap.set_log_every_write(true);
        self.begin_block();
    }

    /// Whether the objects have grown by much while the machine stands inside the log: evaluations leave garbage, and
    /// nothing else collects there.
    pub(crate) fn has_grown_in_log(&mut self) -> bool {
        let bytes = self.heap.bytes_used();
        let Some(log) = &mut self.log else { return false };
        match (log.detached, log.object_bytes) {
            (false, _) => log.object_bytes = 0,
            (true, 0) => log.object_bytes = bytes,
            (true, before) => return bytes > before + GARBAGE.max(before / 2),
        }
        false
    }

    /// Collects garbage at the checkpoint before an event of the log.
    pub(crate) fn collect_in_log(&mut self, t: i64) {
        self.restore_checkpoint(self.block_of(t));
        self.log.iter_mut().for_each(|log| log.replay = None);
        self.collect_garbage();
        let bytes = self.heap.bytes_used();
        self.log.iter_mut().for_each(|log| log.object_bytes = bytes);
    }

    /// Whether there is a checkpoint at this time: no native code waits there.
    pub(crate) fn is_checkpoint(&self, t: i64) -> bool {
        self.control.driver().is_some_and(|d| d.checkpoint_at(t).is_some())
    }

    /// The number of the block that holds the event at `t`: it begins at a checkpoint before.
    pub(crate) fn block_of(&self, t: i64) -> usize {
        self.control.driver().map_or(0, |d| d.nearest(t - 1))
    }

    /// The time of the checkpoint at which the block begins that holds the event at `t`.
    pub(crate) fn block_begin(&self, t: i64) -> i64 {
        self.control.driver().map_or(-1, |d| d.checkpoints[d.nearest(t - 1)].time)
    }

    /// The first and the last of the events around `t` that are not recorded; the last is `i64::MAX` behind the log's
    /// end.
    pub(crate) fn gap_at(&self, t: i64) -> Option<(i64, i64)> {
        let log = self.log.as_deref().filter(|log| log.record_filter.is_some())?;
        if t > log.last_time {
            return Some((log.last_time + 1, i64::MAX));
        }
        let gaps = log.blocks.get(self.block_of(t)).map_or(log.open.gaps.as_slice(), |block| block.gaps());
        let gap = gaps[..gaps.partition_point(|gap| gap.first <= t)].last()?;
        let last = gap.first + gap.events - 1;
        (t <= last).then_some((gap.first, last))
    }

    /// The first event from `t` on that is recorded by now.
    pub(crate) fn recorded_from(&self, t: i64) -> Option<i64> {
        match self.gap_at(t) {
            None => Some(t),
            Some((_, i64::MAX)) => None,
            Some((_, last)) => Some(last + 1),
        }
    }

    /// The last event up to `t` that is recorded.
    pub(crate) fn recorded_up_to(&self, t: i64) -> Option<i64> {
        let found = self.gap_at(t).map_or(t, |(first, _)| first - 1);
        (found >= self.first_logged()).then_some(found)
    }

    /// Puts the machine at an event that is in a closed block, or at a checkpoint. If it is not recorded: at the last
    /// one before it that is.
    pub(crate) fn restore_logged(&mut self, t: i64) {
        let begin = self.first_logged() - 1;
        let t = self.recorded_up_to(t).unwrap_or(begin);
        let Some(d) = self.driver() else { return };
        if let Some(at) = d.checkpoint_at(t) {
            return self.restore_checkpoint(at);
        }
        let at = self.block_of(t);
        let Some(mut log) = self.log.take() else { return };
        let kept = log.replay.take().filter(|replay| replay.block == at && replay.first() <= t);
        let mut replay = kept.unwrap_or_else(|| Box::new(self.replay(at, true)));
        let Log { blocks, unpacked, .. } = &mut *log;
        self.step_to(&mut replay, blocks[at].moments(unpacked), t);
        self.heap.open_segment(log.blocks[at].end);
        self.heap.seek_moment(replay.moments());
        replay.complete(self.stack.start());
        self.put_replayed(&replay, t);
        log.replay = Some(replay);
        self.log = Some(log);
    }

    /// A replay from the beginning of a block.
    pub(crate) fn replay(&mut self, block: usize, registers: bool) -> Replay {
        let Some(d) = self.driver() else { panic!("a log without a driver") };
        d.checkpoints[block].replay(block, registers)
    }

    fn step_to(&self, replay: &mut Replay, block: Moments<'_>, t: i64) {
        while replay.time < t {
            assert!(replay.step(block, self.stack.start()), "event {t} is not in its block");
        }
    }

    fn put_replayed(&mut self, replay: &Replay, t: i64) {
        let Some(top) = replay.frames.last() else { return };
        let moment = ResumePoint {
            state: replay.state(t),
            pc: top.code().start().wrapping_add(replay.pc as usize),
            allocation_count: replay.allocation_count,
            host: replay.rare.host,
            time: t,
        };
        let stack = replay.stack.as_deref().unwrap_or_default();
        match self.control.driver().map(|d| &d.checkpoints[replay.block].replacements) {
            Some(gone) if !gone.is_empty() => {
                let mut stack = stack.to_vec();
                gone.put_tombstones(&self.heap, &mut stack);
                self.put_at(moment, &stack, &replay.frames);
            }
            _ => self.put_at(moment, stack, &replay.frames),
        }
    }

    /// Calls `f` with the events from `from` to `to` until it returns false. Returns whether it was neither stopped nor
    /// interrupted.
    pub(crate) fn scan(&mut self, from: i64, to: i64, mut f: impl FnMut(&mut Vm, i64, &Event) -> bool) -> bool {
        let reads = Reads { registers: false, depths: true };
        let all = |_: &Vm, _: &Block| true;
        self.scan_moments((from, to), reads, all, |vm, replay, mut times| times.all(|t| f(vm, t, &replay.event(t))))
    }

    /// Scans moment by moment: `f` gets the times of each moment's events within the range. Closed blocks that are not
    /// `wanted` are passed over.
    pub(crate) fn scan_moments(
        &mut self,
        (from, to): (i64, i64),
        reads: Reads,
        mut wanted: impl FnMut(&Vm, &Block) -> bool,
        mut f: impl FnMut(&mut Vm, &Replay, RangeInclusive<i64>) -> bool,
    ) -> bool {
        let Some(mut log) = self.log.take() else { return false };
        let done = self.scan_log(&mut log, (from.max(0), to), reads, &mut wanted, &mut f);
        self.log = Some(log);
        done
    }

    fn scan_log(
        &mut self,
        log: &mut Log,
        (from, to): (i64, i64),
        reads: Reads,
        wanted: &mut impl FnMut(&Vm, &Block) -> bool,
        f: &mut impl FnMut(&mut Vm, &Replay, RangeInclusive<i64>) -> bool,
    ) -> bool {
        let mut t = from;
        let Log { blocks, unpacked, open, last_time, replay: kept, .. } = log;
        let last_time = *last_time;
        let open = open.snapshot();
        while t <= to {
            if self.is_branch_point(t) {
                // The event as it is on the branch that begins there.
                let at = self.block_of(t + 1);
                let mut replay = self.replay(at, reads.registers);
                replay.tracks_depth = reads.depths;
                replay.begins_branch = true;
                replay.end = blocks.get(at).map(|block| block.end);
                if !f(self, &replay, t..=t) {
                    return false;
                }
                t += 1;
                continue;
            }
            // The run may have gone on without being recorded.
            if t > last_time {
                break;
            }
            let branch = self.control.driver().and_then(|d| d.next_branch_point(t));
            let to = branch.map_or(to, |begin| to.min(begin - 1));
            if self.interrupt.load(Ordering::Relaxed) {
                return false;
            }
            let at = self.block_of(t);
            if blocks.get(at).is_some_and(|block| !wanted(self, block)) {
                let next = self.control.driver().and_then(|d| d.checkpoints.get(at + 1));
                t = next.map_or(last_time, |checkpoint| checkpoint.time).min(to) + 1;
                continue;
            }
            let block = match blocks.get(at) {
                Some(block) => block.moments(unpacked),
                None => open.moments(),
            };
            // Where the machine has just been, the block need not be read from its beginning.
            let near = kept.as_ref().filter(|kept| kept.block == at && kept.first() <= t && at < blocks.len());
            let mut replay = match near {
                Some(near) => near.fork(reads.registers),
                None => self.replay(at, reads.registers),
            };
            replay.tracks_depth = reads.depths;
            replay.end = blocks.get(at).map(|block| block.end);
            self.step_to(&mut replay, block, t);
            loop {
                t = t.max(replay.first());
                let last = replay.time.min(to);
                if t <= last {
                    if !f(self, &replay, t..=last) {
                        return false;
                    }
                    t = last + 1;
                }
                if t > to || !replay.step(block, self.stack.start()) {
                    break;
                }
            }
        }
        true
    }
}
