//! When the log may not grow any more the oldest blocks go, and the history begins later.

use super::checkpoint::Checkpoint;
use crate::Vm;

/// At once so much of the log goes: garbage has to be collected after that, which costs as much as what is left.
const PART: usize = 8;

impl Vm {
    /// The first event that is still in the log.
    pub(crate) fn first_logged(&self) -> i64 {
        self.control.driver().and_then(|d| d.checkpoints.first()).map_or(0, |c| c.time + 1)
    }

    /// The program runs and a block was closed: lets the oldest go if there are more events, or more bytes, than there
    /// may be.
    pub(crate) fn make_room_in_log(&mut self) {
        let now = self.now();
        let Some(d) = self.driver() else { return };
        let (keep, budget) = d.policy.limits();
        // Block by block: what is asked for is a number of events.
        let too_old = d.checkpoints.partition_point(|c| c.time < now - keep).saturating_sub(1);
        self.forget_blocks(too_old);
        if self.logged_bytes() > budget {
            let blocks = self.log.as_ref().map_or(0, |log| log.blocks.len());
            self.forget_blocks((blocks / PART).max(1).min(blocks.saturating_sub(1)));
            self.collect_soon();
        }
    }

    /// Bytes of the log and of the program's objects, many of which are only there because the log names them.
    fn logged_bytes(&mut self) -> u64 {
        let log = self.log.as_ref().map_or(0, |log| log.bytes);
        let stacks = self.driver().map_or(0, |d| d.stack_bytes);
        log + stacks + self.heap.history_bytes() + self.heap.bytes_used()
    }

    /// Forgets the oldest blocks, but for the last one.
    fn forget_blocks(&mut self, count: usize) {
        let Some(log) = self.log.as_deref_mut() else { return };
        let count = count.min(log.blocks.len().saturating_sub(1));
        for block in log.blocks.drain(..count) {
            log.bytes -= block.bytes();
            block.forget(&mut self.heap);
        }
        let Some(d) = self.driver() else { return };
        let gone: Vec<Checkpoint> = d.checkpoints.drain(..count).collect();
        d.stack_bytes -= gone.iter().map(Checkpoint::stack_bytes).sum::<u64>();
        for checkpoint in gone {
            // What led back from it, to the state before anything ran or to a block that has gone.
            let root = self.heap.root();
            if root != checkpoint.node {
                self.heap.drop_node(root);
            }
            self.heap.drop_node(checkpoint.node);
        }
    }
}
