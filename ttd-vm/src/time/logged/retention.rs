//! When the log may not grow any more the oldest blocks are packed, and when they all are, the oldest go, and the
//! history begins later; or, if that was chosen, nothing more is recorded.
//!
//! Where not everything is recorded a block goes on until it has a fair number of moments, and it ends where an event
//! is recorded.

use crate::Vm;
use crate::log::packer::UNDERWAY;
use crate::log::{Block, PackedBlock};
use crate::time::checkpoint::Checkpoint;
use crate::time::logged::navigate::EVENTS_PER_FRAME;

/// The part of the log that goes at once, as 1/n: a collection follows, and costs as much as what is left.
const DROPPED_FRACTION: usize = 8;

/// Bytes of a log from which on the oldest blocks are packed, whatever the budget is,
const PACKED_FROM: u64 = 384 << 20;
/// unless it has fewer blocks that are not packed: the latest past is gone to most often.
const PLAIN_BLOCKS: usize = 1024;
/// How many are begun to be packed when one is closed.
const PACKED_AT_ONCE: usize = 2;

/// Events until a block that is due inside a gap is tried again; doubled each time.
const RETRY_EVENTS: i64 = 64;

impl Vm {
    /// The first event that is still in the log.
    pub(crate) fn first_logged(&self) -> i64 {
        self.control.driver().and_then(|d| d.checkpoints.first()).map_or(0, |c| c.time + 1)
    }

    /// Drops the oldest blocks if there are more events, or bytes, than allowed. Called while the program runs, after a
    /// block was closed.
    pub(crate) fn make_room_in_log(&mut self) {
        let now = self.now();
        let Some(d) = self.driver() else { return };
        let (keep, budget) = d.policy.limits();
        // Only whole blocks go: the limit is a number of events.
        let too_old = d.checkpoints.partition_point(|c| c.time < now - keep).saturating_sub(1);
        match self.log.as_ref().and_then(|log| log.record_filter.as_deref()) {
            None => self.drop_blocks(too_old),
            Some(filter) if filter.choice.stops_when_full => return self.stop_if_full(keep, budget),
            Some(_) => self.drop_blocks(self.blocks_beyond(keep as u64)),
        }
        let away = self.driver().map_or(0, |d| d.away.bytes);
        self.pack_beside(away, PACKED_FROM, PLAIN_BLOCKS);
        if self.exceeds(budget) && !self.pruning_suffices(budget) {
            let blocks = self.log.as_ref().map_or(0, |log| log.blocks.len());
            self.drop_blocks((blocks / DROPPED_FRACTION).max(1).min(blocks.saturating_sub(1)));
            if self.limits.native_depth == 0 {
                self.collect_garbage();
            }
        }
        if self.driver().is_some_and(|d| d.stress_gc) {
            self.pack_beside(away, 0, 1);
            if self.log.as_ref().is_some_and(|log| log.blocks.len() % 8 == 0) {
                while self.pack_blocks() {}
            }
        }
    }

    /// Has old blocks packed while the program runs on, if the log has more than `most` bytes, and more than `plain`
    /// blocks that are not packed. `away`: bytes that other branches have.
    fn pack_beside(&mut self, away: u64, most: u64, plain: usize) {
        while let Some(packed) = self.log.as_deref_mut().and_then(|log| log.packer.receive_if_done()) {
            self.keep_packed(Some(packed));
        }
        for _ in 0..PACKED_AT_ONCE {
            let history = self.heap.history_bytes();
            let Some(log) = self.log.as_deref_mut() else { return };
            let (bytes, next) = (log.bytes + away + history, log.packed + log.packer.underway());
            if bytes <= most || log.blocks.len() - next <= plain {
                return;
            }
            if log.packer.underway() >= UNDERWAY {
                // The thread does not keep up: the run waits for it only if the log has grown much larger.
                if bytes <= most + most / 2 {
                    return;
                }
                self.receive_packed();
                continue;
            }
            log.packer.send(log.blocks[next].copy(&self.heap));
        }
    }

    /// Waits for the oldest block that is being packed.
    fn receive_packed(&mut self) {
        let Some(log) = self.log.as_deref_mut() else { return };
        let packed = log.packer.receive();
        self.keep_packed(packed);
    }

    /// Replaces the oldest block that is not packed; if it was lost on its way, it is packed now.
    fn keep_packed(&mut self, packed: Option<PackedBlock>) {
        let Some(log) = self.log.as_deref_mut() else { return };
        let block = &mut log.blocks[log.packed];
        log.bytes -= block.bytes();
        match packed {
            Some(packed) => block.keep_packed(packed, &mut self.heap),
            None => block.pack(&mut self.heap),
        }
        log.bytes += block.bytes();
        log.packed += 1;
    }

    /// Takes all blocks back that are being packed: something else is about to be done to blocks.
    pub(crate) fn finish_packing(&mut self) {
        while self.log.as_ref().is_some_and(|log| log.packer.underway() > 0) {
            self.receive_packed();
        }
    }

    /// Prunes unreachable objects, if that was chosen; returns whether that made enough room.
    fn pruning_suffices(&mut self, budget: u64) -> bool {
        let has_branches = self.driver().is_some_and(|d| d.away.first_left.is_some());
        if has_branches || !self.log.as_ref().is_some_and(|log| log.prunes_dead) || self.limits.native_depth > 0 {
            return false;
        }
        self.prune_unreachable();
        self.collect_garbage();
        self.logged_bytes() < budget - budget / DROPPED_FRACTION as u64
    }

    /// How many of the oldest blocks can be dropped if `keep` recorded events must stay.
    fn blocks_beyond(&self, keep: u64) -> usize {
        let Some(log) = self.log.as_deref() else { return 0 };
        let mut left = log.recorded();
        let goes = |block: &&Block| {
            left -= block.events;
            left >= keep
        };
        log.blocks.iter().take_while(goes).count()
    }

    /// Stops recording if the log has `keep` events, or needs `budget` bytes.
    fn stop_if_full(&mut self, keep: i64, budget: u64) {
        let now = self.now();
        let full = self.exceeds(budget);
        let Some(log) = self.log.as_deref_mut() else { return };
        let room = keep.saturating_sub_unsigned(log.recorded());
        if room <= 0 || full {
            log.record_filter.iter_mut().for_each(|filter| filter.stop(now));
        } else if let Some(d) = self.driver() {
            d.next_checkpoint = d.next_checkpoint.min(now.saturating_add(room));
        }
    }

    /// Whether a block that is due goes on, because it has few moments or nothing is recorded here.
    pub(crate) fn defers_block(&mut self) -> bool {
        let (now, here, depth) = (self.now(), self.is_recorded_here(), self.depth() as i64);
        let Some(log) = self.log.as_deref().filter(|log| log.record_filter.is_some()) else { return false };
        let moments = i64::from(log.open.moments);
        let Some(d) = self.driver() else { return false };
        let block = (d.policy.interval() as i64).max(depth * EVENTS_PER_FRAME);
        if moments * 4 >= block && here {
            return false;
        }
        if moments >= block * 4 {
            self.record_here();
            return false;
        }
        let soon = if moments * 4 < block { block } else { block.min(RETRY_EVENTS << d.deferrals.min(10)) };
        d.deferrals += 1;
        d.next_checkpoint = now + soon;
        self.make_room_in_log();
        true
    }

    /// Whether the log and the program's objects still need more than `budget` bytes after dropping shortcuts and
    /// packing.
    fn exceeds(&mut self, budget: u64) -> bool {
        if self.logged_bytes() > budget {
            self.heap.drop_shortcuts();
        }
        while self.logged_bytes() > budget {
            if !self.pack_blocks() {
                return true;
            }
        }
        false
    }

    /// Packs some of the oldest unpacked blocks, those of other branches first, but never the last block; returns
    /// whether there were any.
    fn pack_blocks(&mut self) -> bool {
        self.finish_packing();
        if self.pack_away(DROPPED_FRACTION) {
            return true;
        }
        let Some(log) = self.log.as_deref_mut() else { return false };
        let plain = log.blocks.len().saturating_sub(log.packed + 1);
        for _ in 0..plain.div_ceil(DROPPED_FRACTION) {
            let block = &mut log.blocks[log.packed];
            log.bytes -= block.bytes();
            block.pack(&mut self.heap);
            log.bytes += block.bytes();
            log.packed += 1;
        }
        plain > 0
    }

    /// Bytes of the log and of the program's objects, many of which are only there because the log names them.
    fn logged_bytes(&mut self) -> u64 {
        let log = self.log.as_ref().map_or(0, |log| log.bytes);
        let stacks = self.driver().map_or(0, |d| d.stack_bytes + d.away.bytes);
        log + stacks + self.heap.history_bytes() + self.heap.bytes_used()
    }

    /// Drops the oldest blocks, but never the last one.
    fn drop_blocks(&mut self, count: usize) {
        if count == 0 {
            return;
        }
        self.finish_packing();
        // What a branch left stays.
        let shared = self.driver().map_or(usize::MAX, |d| d.away.first_left.map_or(usize::MAX, |t| d.nearest(t - 1)));
        let Some(log) = self.log.as_deref_mut() else { return };
        let count = count.min(log.blocks.len().saturating_sub(1)).min(shared);
        log.packed = log.packed.saturating_sub(count);
        for block in log.blocks.drain(..count) {
            log.bytes -= block.bytes();
            block.free(&mut self.heap);
        }
        let Some(d) = self.driver() else { return };
        let gone: Vec<Checkpoint> = d.checkpoints.drain(..count).collect();
        d.stack_bytes -= gone.iter().map(Checkpoint::stack_bytes).sum::<u64>();
        for checkpoint in gone {
            // Drop what led back from it: to the state before anything ran, or to a dropped block.
            let root = self.heap.root();
            if root != checkpoint.node {
                self.heap.drop_node(root);
            }
            self.heap.drop_node(checkpoint.node);
        }
    }
}
