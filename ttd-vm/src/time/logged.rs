//! Going through a run that was logged: no code of the program runs, up to the end of the log.
//!
//! The end of the log is the *frontier*. There the program is live: it can run on, and what it does is logged. To be
//! anywhere else the frontier is *sealed*: the open block is closed, with a checkpoint at its end if one can be made
//! there. Running on begins at the last checkpoint; if the frontier could hold none (native code was waiting), what comes
//! after the last one is run, and logged, again.

use std::sync::atomic::Ordering;

use super::checkpoint::Moment;
use super::event::{Event, Reached};
use super::machine::Machine;
use super::watch::{Search, Watch};
use crate::Vm;
use crate::log::{Log, Moments, Replay};
use crate::vm::run::Stop;

/// A block is longer than asked for when the stack is deep: a checkpoint copies it.
const EVENTS_PER_FRAME: i64 = 16;

impl Machine {
    /// Whether every event and every write is logged.
    pub fn is_logged(&self) -> bool {
        self.vm().log.is_some()
    }

    /// The time of the last event in the log.
    fn log_end(&self) -> i64 {
        self.vm().log.as_ref().map_or(-1, |log| log.last)
    }

    /// Goes to time `t` by the log, or runs there.
    pub(super) fn go_in_log(&mut self, t: i64) -> Reached {
        if t <= self.log_end() {
            self.stand_at(t);
            return Reached::Target;
        }
        self.go_to_frontier();
        if self.vm().now() == t {
            return Reached::Target;
        }
        let left = t - self.vm().now();
        self.begin_progress((t < 1 << 60).then_some(left as u64));
        self.run_to(t)
    }

    /// Stands at an event that is in the log.
    pub(super) fn stand_at(&mut self, t: i64) {
        let ended = std::mem::take(&mut self.ended);
        self.vm_mut().seal(ended);
        self.leave();
        self.vm_mut().stand_at(t);
    }

    /// Makes the program live again: at the end of the log, or at the last checkpoint before it, with the log cut there.
    fn go_to_frontier(&mut self) {
        if self.vm().log.as_ref().is_none_or(|log| !log.away) {
            return;
        }
        self.leave();
        self.vm_mut().revive();
        self.ended = false;
    }

    /// The next event up to `limit` that meets the watch, if the log can tell. Otherwise the machine is at the frontier.
    pub(super) fn next_in_log(&mut self, watch: &Watch, limit: i64) -> Option<Reached> {
        let (now, last) = (self.vm().now(), self.log_end());
        self.vm_mut().learn_watch(watch);
        if now < last {
            let to = limit.min(last);
            let found = match watch.locations.is_empty() {
                true => self.next_event(now + 1, to),
                false => self.next_change(now, to),
            };
            match found {
                Err(()) => return Some(Reached::Interrupted),
                Ok(None) if to < limit => {}
                Ok(found) => {
                    self.stand_at(found.unwrap_or(limit));
                    return Some(Reached::Target);
                }
            }
        }
        if self.end().is_some_and(|end| end.last.map_or(-1, |t| t as i64) <= last) {
            self.stand_at(last);
            return Some(Reached::End);
        }
        self.go_to_frontier();
        if self.vm().now() < last {
            let stop = self.drive(last);
            if stop != Stop::Reached {
                return Some(self.settle(stop));
            }
        }
        None
    }

    /// The first event from `from` to `to` that meets the watch that was learned; `Err` when it was interrupted.
    fn next_event(&mut self, from: i64, to: i64) -> Result<Option<i64>, ()> {
        let mut found = None;
        let done = self.vm_mut().scan(from, to, |vm, t, event| {
            found = vm.is_watched(event).then_some(t);
            found.is_none()
        });
        if done || found.is_some() { Ok(found) } else { Err(()) }
    }

    /// The first event after `from`, up to `to`, that meets the watch or at which one of its places has changed.
    fn next_change(&mut self, from: i64, to: i64) -> Result<Option<i64>, ()> {
        let mut found = None;
        self.each_change(from, to, |t| {
            found = Some(t);
            false
        })?;
        Ok(found)
    }

    /// Calls `f` with the times after `from`, up to `to`, of what meets the watch, until it says no. Afterwards the
    /// machine is at one of these.
    fn each_change(&mut self, from: i64, to: i64, mut f: impl FnMut(i64) -> bool) -> Result<(), ()> {
        self.stand_at(from);
        self.begin_following();
        let mut looked = Ok(());
        for t in from + 1..=to {
            if self.vm().interrupt.load(Ordering::Relaxed) {
                looked = Err(());
                break;
            }
            self.vm_mut().stand_at(t);
            let changed = self.on_question_stack(Vm::follow);
            let event = self.vm().state.last;
            if (changed || self.vm_mut().is_watched(&event)) && !f(t) {
                break;
            }
        }
        if let Some(d) = self.vm_mut().driver() {
            d.armed.follow.let_go();
        }
        looked
    }

    /// As `last_before`.
    pub(super) fn last_in_log(&mut self, watch: &Watch, t: u64, floor: u64) -> Search {
        self.vm_mut().learn_watch(watch);
        let follows = !watch.locations.is_empty();
        // There is no event before the first that a place could have changed since.
        let known = self.vm().first_logged() + i64::from(follows);
        let lowest = (floor as i64).max(known);
        let mut before = t as i64;
        while before > lowest {
            let from = lowest.max(self.vm_mut().block_begin(before - 1) + 1);
            let mut times = Vec::new();
            let done = if follows {
                let note = |t: i64| {
                    times.push(t as u64);
                    true
                };
                self.each_change(from - 1, before - 1, note).is_ok()
            } else {
                self.vm_mut().scan(from, before - 1, |vm, t, event| {
                    if vm.is_watched(event) {
                        times.push(t as u64);
                    }
                    true
                })
            };
            if !done {
                return Search { times: Vec::new(), from: before as u64, interrupted: true };
            }
            if !times.is_empty() {
                return Search { times, from: from as u64, interrupted: false };
            }
            before = from;
        }
        Search { times: Vec::new(), from: floor.min(t), interrupted: false }
    }

    /// As `record`.
    pub(super) fn events_in_log(&mut self, from: u64, to: u64) -> Vec<Event> {
        if to as i64 > self.log_end() {
            self.seek(to);
        }
        let to = (to as i64).min(self.log_end());
        let mut events = Vec::new();
        let from = (from as i64).max(self.vm().first_logged());
        self.vm_mut().scan(from, to, |_, _, event| {
            events.push(*event);
            true
        });
        events
    }
}

impl Vm {
    /// The log is about to be travelled in: what is open is closed. `ended`: the program is over.
    fn seal(&mut self, ended: bool) {
        let Some(log) = self.log.as_deref_mut() else { return };
        if std::mem::replace(&mut log.away, true) || log.open.moments == 0 {
            return;
        }
        if !ended && self.is_at_event() {
            return self.end_block();
        }
        let node = self.heap.checkpoint();
        self.close_block(node);
    }

    /// A block of the log ends here, at a checkpoint where the next one begins.
    pub(crate) fn end_block(&mut self) {
        let checkpoint = self.make_checkpoint();
        let (node, time, depth) = (checkpoint.node, checkpoint.time, self.depth() as i64);
        let Some(d) = self.driver() else { return };
        let first = d.checkpoints.is_empty();
        d.keep_checkpoint(checkpoint);
        d.next_checkpoint = d.policy.next_after(time).max(time + depth * EVENTS_PER_FRAME);
        if !first {
            self.close_block(node);
        }
        self.begin_block();
        self.make_room_in_log();
    }

    /// Puts the machine at the last checkpoint, from where the program can run on.
    fn revive(&mut self) {
        let Some(at) = self.driver().map(|d| d.checkpoints.len() - 1) else { return };
        self.restore_checkpoint(at);
        let time = self.now();
        let Some(mut log) = self.log.take() else { return };
        for block in log.blocks.drain(at..) {
            log.bytes -= block.bytes();
            self.heap.drop_node(block.end);
            block.forget(&mut self.heap);
        }
        (log.last, log.away, log.replay) = (time, false, None);
        self.log = Some(log);
        self.begin_block();
    }

    /// The number of the block that holds the event at `t`, and the time of the checkpoint that it begins at.
    fn block_of(&mut self, t: i64) -> (usize, i64) {
        let Some(d) = self.driver() else { return (0, -1) };
        let at = d.checkpoints.partition_point(|c| c.time < t).saturating_sub(1);
        (at, d.checkpoints[at].time)
    }

    /// The time of the checkpoint before `t` at which the block begins that holds the event at `t`.
    fn block_begin(&mut self, t: i64) -> i64 {
        self.block_of(t).1
    }

    /// Puts the machine at an event that is in a closed block, or at a checkpoint.
    fn stand_at(&mut self, t: i64) {
        let Some(d) = self.driver() else { return };
        if let Ok(at) = d.checkpoints.binary_search_by_key(&t, |c| c.time) {
            return self.restore_checkpoint(at);
        }
        let (at, _) = self.block_of(t);
        let Some(mut log) = self.log.take() else { return };
        let kept = log.replay.take().filter(|replay| replay.block == at && replay.first() <= t);
        let mut replay = kept.unwrap_or_else(|| Box::new(self.replay(at, true)));
        self.step_to(&mut replay, log.blocks[at].moments(), t);
        self.heap.enter(log.blocks[at].end);
        self.heap.move_inside(replay.moments());
        self.put_replayed(&replay, t);
        log.replay = Some(replay);
        self.log = Some(log);
    }

    /// The beginning of a block.
    fn replay(&mut self, block: usize, registers: bool) -> Replay {
        let Some(d) = self.driver() else { panic!("a log without a driver") };
        Replay::new(block, &d.checkpoints[block], registers)
    }

    fn step_to(&self, replay: &mut Replay, block: Moments<'_>, t: i64) {
        while replay.time < t {
            assert!(replay.step(block, self.stack.start()), "event {t} is not in its block");
        }
    }

    fn put_replayed(&mut self, replay: &Replay, t: i64) {
        let Some(top) = replay.frames.last() else { return };
        let moment = Moment {
            state: replay.state(t),
            pc: top.code().start().wrapping_add(replay.pc as usize),
            births: replay.births,
            host: replay.misc.host,
            time: t,
        };
        self.put_at(moment, replay.stack.as_deref().unwrap_or_default(), &replay.frames);
    }

    /// Calls `f` with the events from `from` to `to` until it says no; whether it was neither stopped nor interrupted.
    fn scan(&mut self, from: i64, to: i64, mut f: impl FnMut(&mut Vm, i64, &Event) -> bool) -> bool {
        let Some(log) = self.log.take() else { return false };
        let done = self.scan_log(&log, from.max(0), to, &mut f);
        self.log = Some(log);
        done
    }

    fn scan_log(&mut self, log: &Log, from: i64, to: i64, f: &mut dyn FnMut(&mut Vm, i64, &Event) -> bool) -> bool {
        let mut t = from;
        let open = log.open.snapshot();
        while t <= to {
            if self.interrupt.load(Ordering::Relaxed) {
                return false;
            }
            let (at, _) = self.block_of(t);
            let block = log.blocks.get(at).map_or_else(|| open.moments(), |block| block.moments());
            let mut replay = self.replay(at, false);
            self.step_to(&mut replay, block, t);
            loop {
                while t <= replay.time.min(to) {
                    if !f(self, t, &replay.event(t)) {
                        return false;
                    }
                    t += 1;
                }
                if t > to || !replay.step(block, self.stack.start()) {
                    break;
                }
            }
        }
        true
    }
}
