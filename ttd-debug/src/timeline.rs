//! The events of a run, as much of them as has been asked for.
//!
//! **What.** Blocks of 65,536 events, each a prefix of its stretch of time, read from the target when they are needed
//! and forgotten when there are too many of them. One event is 32 bytes or less, so a full store is about 96 MB.
//!
//! **Never ahead.** `frontier` is the last event that was ever reached. Below it, reading means running again what has
//! already happened and has no effects, so whole blocks are read at once. Beyond it, every event happens for the first
//! time: the program prints, reads and writes. There the target is advanced event by event and stops where the scan
//! stops.
//!
//! **Cost.** A scan costs its distance, rounded up to a block when it goes backwards.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use crate::target::{Event, Reached, Target};

/// Events in a block.
const BLOCK: u64 = 1 << 16;
/// Blocks that are kept.
const KEPT: usize = 48;

/// Why a scan came to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    /// The event that was looked for.
    Found(u64),
    /// There are no more events in this direction; the last one seen, or where the scan began.
    Exhausted(u64),
    /// Ctrl-C, after this event was seen.
    Interrupted(u64),
}

#[derive(Default)]
struct Block {
    events: Vec<Event>,
    used: u64,
}

/// The store. It holds no target: each call is given the one it belongs to.
pub struct Timeline {
    size: u64,
    blocks: BTreeMap<u64, Block>,
    frontier: Option<u64>,
    clock: u64,
}

impl Default for Timeline {
    fn default() -> Timeline {
        Timeline::new()
    }
}

impl Timeline {
    /// A timeline of which nothing is known.
    pub fn new() -> Timeline {
        Timeline::with_blocks_of(BLOCK)
    }

    /// The same with blocks of another size, to test what happens at their borders.
    pub fn with_blocks_of(size: u64) -> Timeline {
        Timeline {
            size,
            blocks: BTreeMap::new(),
            frontier: None,
            clock: 0,
        }
    }

    /// The last event that was ever reached.
    pub fn frontier(&self) -> Option<u64> {
        self.frontier
    }

    /// The target has reached `t` by other means.
    pub fn reached(&mut self, t: u64) {
        self.frontier = self.frontier.max(Some(t));
    }

    /// One event, which must have been reached before; `None` when reading it was interrupted.
    pub fn event(&mut self, target: &mut dyn Target, t: u64) -> Option<Event> {
        if target.time() == Some(t) {
            return Some(target.event());
        }
        let at = (t % self.size) as usize;
        self.load(target, t)?.get(at).copied()
    }

    /// The first event after `from` of which `stop` is true.
    pub fn forward(
        &mut self,
        target: &mut dyn Target,
        from: u64,
        stop: &mut dyn FnMut(u64, &Event) -> bool,
    ) -> Scan {
        let (mut t, size) = (from + 1, self.size);
        while self.frontier.is_some_and(|frontier| t <= frontier) {
            if interrupted(target) {
                return Scan::Interrupted(t - 1);
            }
            let last = (t - t % size + size - 1).min(self.frontier.unwrap_or(0));
            let Some(events) = self.load(target, last) else {
                return Scan::Interrupted(t - 1);
            };
            for event in &events[(t % size) as usize..=(last % size) as usize] {
                if stop(t, event) {
                    return Scan::Found(t);
                }
                t += 1;
            }
        }
        self.beyond(target, t - 1, stop)
    }

    /// The last event before `from` of which `stop` is true.
    pub fn backward(
        &mut self,
        target: &mut dyn Target,
        from: u64,
        stop: &mut dyn FnMut(u64, &Event) -> bool,
    ) -> Scan {
        let mut t = from;
        while t > 0 {
            if interrupted(target) {
                return Scan::Interrupted(t);
            }
            let first = (t - 1) - (t - 1) % self.size;
            let Some(events) = self.load(target, t - 1) else {
                return Scan::Interrupted(t);
            };
            for event in events[..(t - first) as usize].iter().rev() {
                t -= 1;
                if stop(t, event) {
                    return Scan::Found(t);
                }
            }
        }
        Scan::Exhausted(t)
    }

    /// The part of a forward scan that makes new events. `seen` is the frontier.
    fn beyond(
        &mut self,
        target: &mut dyn Target,
        seen: u64,
        stop: &mut dyn FnMut(u64, &Event) -> bool,
    ) -> Scan {
        if target
            .end()
            .and_then(|end| end.last)
            .is_some_and(|last| last <= seen)
        {
            return Scan::Exhausted(seen);
        }
        if target.time() != Some(seen) && target.seek(seen) == Reached::Interrupted {
            return Scan::Interrupted(seen);
        }
        let mut last = seen;
        let reached = target.advance(&mut |t, event| {
            last = t;
            self.append(t, event);
            stop(t, event)
        });
        self.reached(last);
        match reached {
            Reached::Target => Scan::Found(last),
            Reached::End => Scan::Exhausted(last),
            Reached::Interrupted => Scan::Interrupted(last),
        }
    }

    /// Keeps a new event where it continues a block that is known from its start.
    fn append(&mut self, t: u64, event: &Event) {
        let first = t - t % self.size;
        if t == first {
            self.clock += 1;
            self.blocks.insert(
                first,
                Block {
                    events: Vec::new(),
                    used: self.clock,
                },
            );
            self.forget(first);
        }
        if let Some(block) = self.blocks.get_mut(&first)
            && first + block.events.len() as u64 == t
        {
            block.events.push(*event);
        }
    }

    /// The block of `t`, holding at least everything up to `t`.
    fn load(&mut self, target: &mut dyn Target, t: u64) -> Option<&[Event]> {
        let first = t - t % self.size;
        self.clock += 1;
        let clock = self.clock;
        let block = self.blocks.entry(first).or_default();
        block.used = clock;
        let have = first + block.events.len() as u64;
        if have <= t {
            // The whole rest of the block, as far as it has happened: the next question is likely to be about it.
            let to = (first + self.size - 1).min(self.frontier.unwrap_or(t).max(t));
            let events = target.record(have, to);
            block.events.extend(events);
        }
        self.forget(first);
        let block = self.blocks.get(&first)?;
        (first + block.events.len() as u64 > t).then_some(block.events.as_slice())
    }

    /// Drops the block that was not used for longest, when there are too many. `keep` is in use.
    fn forget(&mut self, keep: u64) {
        if self.blocks.len() <= KEPT {
            return;
        }
        let oldest = self
            .blocks
            .iter()
            .filter(|(first, _)| **first != keep)
            .min_by_key(|(_, block)| block.used);
        if let Some(first) = oldest.map(|(first, _)| *first) {
            self.blocks.remove(&first);
        }
    }
}

fn interrupted(target: &dyn Target) -> bool {
    target.interrupt_flag().load(Ordering::Relaxed)
}
