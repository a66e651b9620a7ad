//! When the log may not grow any more the oldest blocks go, and the history begins later.

use crate::Vm;
use crate::vm::run::Driver;

/// At once so much of the log goes: garbage has to be collected after that, which costs as much as what is left.
const PART: usize = 8;

impl Vm {
    /// The first event that is still in the log.
    pub(crate) fn first_logged(&self) -> i64 {
        self.control.driver().and_then(|d| d.checkpoints.first()).map_or(0, |c| c.time + 1)
    }

    /// A block was closed: lets the oldest go if there are more events, or more bytes, than there may be.
    pub(crate) fn make_room_in_log(&mut self) {
        let Some((keep, budget)) = self.driver().map(|d| d.policy.limits()) else { return };
        let too_many = self.now() - self.first_logged() >= keep;
        if too_many {
            // Block by block: what is asked for is a number of events.
            let kept = |d: &Driver| {
                d.checkpoints.partition_point(|c| c.time < d.checkpoints.last().map_or(0, |l| l.time) - keep)
            };
            let count = self.driver().map_or(0, |d| kept(d).saturating_sub(1));
            self.forget_blocks(count);
        }
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

    fn forget_blocks(&mut self, count: usize) {
        for _ in 0..count {
            let Some(log) = self.log.as_deref_mut().filter(|log| log.blocks.len() > 1) else { return };
            let block = log.blocks.pop_front();
            log.bytes -= block.as_ref().map_or(0, crate::log::Block::bytes);
            if let Some(block) = block {
                block.forget(&mut self.heap);
            }
            let Some(d) = self.driver() else { return };
            let checkpoint = d.checkpoints.remove(0);
            d.stack_bytes -= checkpoint.stack_bytes();
            // What led back from it, to the state before anything ran or to a block that has gone.
            let root = self.heap.root();
            if root != checkpoint.node {
                self.heap.drop_node(root);
            }
            self.heap.drop_node(checkpoint.node);
        }
    }
}
