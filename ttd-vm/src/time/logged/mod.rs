//! Going through a run that was logged: no code of the program runs, up to the end of the log, but for long searches by
//! values (`time::search::in_log`).
//!
//! The end of the log is the *frontier*. There the program is live: it can run on, and what it does is logged. To be
//! anywhere else the frontier is *sealed*: the open block is closed, with a checkpoint at its end if one can be made
//! there. Running on begins at the last checkpoint; if the frontier could hold none (native code was waiting), what
//! comes after the last one is run, and logged, again.

pub(crate) mod navigate;
pub(crate) mod prune_dead;
pub(crate) mod recording_status;
pub(crate) mod retention;
pub(crate) mod show_log;

use std::sync::atomic::Ordering;

use super::machine::Machine;
use super::observe::log_scan::LogScanner;
use super::search::place::Place;
use super::search::query::{EventQuery, Search};
use crate::Vm;
use crate::log::Block;
use crate::time::driver::StopReason;
use crate::time::logged::navigate::Reads;
use crate::vm::event::{Event, Reached};

impl Machine {
    /// Whether every event and every write is logged.
    pub fn is_logged(&self) -> bool {
        self.vm().log.is_some()
    }

    /// The time of the last event in the log.
    pub(super) fn log_end(&self) -> i64 {
        self.vm().log.as_ref().map_or(-1, |log| log.last_time)
    }

    /// The last time that can be gone to once the program has ended.
    pub(super) fn end_in_log(&self) -> i64 {
        if self.recorded().is_some() { self.log_end() } else { i64::MAX }
    }

    /// Goes to time `t` in the log, or runs there.
    pub(super) fn seek_or_run(&mut self, t: i64) -> Reached {
        if t <= self.log_end() {
            self.seek_in_log(t);
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

    /// Restores an event of the log.
    pub(super) fn seek_in_log(&mut self, t: i64) {
        let ended = std::mem::take(&mut self.ended);
        self.vm_mut().seal(ended);
        self.unwind_run();
        if self.vm_mut().has_grown_in_log() {
            self.vm_mut().collect_in_log(t);
        }
        self.vm_mut().restore_logged(t);
    }

    /// Makes the program live again: at the end of the log, or at the last checkpoint before it, with the log cut
    /// there.
    fn go_to_frontier(&mut self) {
        if self.vm().log.as_ref().is_none_or(|log| !log.detached) {
            return;
        }
        self.unwind_run();
        self.vm_mut().resume_at_frontier();
        self.ended = false;
    }

    /// Goes to the next matching event up to `limit`, if the log can tell. Otherwise the machine is at the frontier.
    pub(super) fn next_in_log(&mut self, query: &EventQuery, limit: i64) -> Option<Reached> {
        let (now, last) = (self.vm().now(), self.log_end());
        self.vm_mut().set_query(query);
        if now < last {
            let to = limit.min(last);
            let found = match query.observes_state() {
                true => self.next_change(now, to),
                false => self.next_event(now + 1, to),
            };
            match found {
                Err(()) => return Some(Reached::Interrupted),
                Ok(None) if to < limit => {}
                Ok(found) => {
                    self.seek_in_log(found.unwrap_or(limit));
                    return Some(Reached::Target);
                }
            }
        }
        self.run_from_log()
    }

    /// Prepares to run on from the end of the log; `Some` if that is impossible.
    pub(super) fn run_from_log(&mut self) -> Option<Reached> {
        let last = self.log_end();
        let is_over = |t: Option<u64>| t.map_or(-1, |t| t as i64) <= last;
        if self.end().is_some_and(|end| is_over(end.last) || self.recorded().is_some()) {
            self.seek_in_log(last);
            return Some(Reached::End);
        }
        self.go_to_frontier();
        if self.vm().now() < last {
            self.vm_mut().driver().iter_mut().for_each(|d| d.allow_unrecorded = true);
            let stop = self.run_until_stop(last);
            self.vm_mut().driver().iter_mut().for_each(|d| d.allow_unrecorded = false);
            if stop != StopReason::Reached {
                return Some(self.settle_at_event(stop));
            }
            // Native code was waiting at the end of the log. The next time this need not run again.
            self.vm_mut().force_checkpoint();
        }
        None
    }

    /// Returns the first event from `from` to `to` that matches the query that was set; `Err` if interrupted.
    fn next_event(&mut self, from: i64, to: i64) -> Result<Option<i64>, ()> {
        let mut found = None;
        let done = self.each_matching((from, to), |t| {
            found = Some(t);
            false
        });
        if done || found.is_some() { Ok(found) } else { Err(()) }
    }

    /// Calls `f` with the times from `from` to `to` of events that match the query, until it returns false. Returns
    /// whether it was neither stopped nor interrupted.
    fn each_matching(&mut self, times: (i64, i64), mut f: impl FnMut(i64) -> bool) -> bool {
        let mut sites = self.vm_mut().take_sites_of_query();
        let conditions = self.vm().has_conditions();
        let mut seen = self.vm().now().min(times.1);
        if conditions {
            // The heap can only pass through closed blocks.
            self.seek_in_log(seen);
        }
        let reads = Reads { registers: conditions, depths: false };
        let matches = |vm: &Vm, event: &Event| vm.control.driver().is_some_and(|d| d.armed.matches(event));
        let wanted = |vm: &Vm, block: &Block| {
            sites.as_mut().is_none_or(|sites| sites.may_be_in(block, |event| matches(vm, event)))
        };
        let done = self.vm_mut().scan_moments(times, reads, wanted, |vm, replay, mut times| {
            let Some(armed) = vm.driver().map(|d| &d.armed) else { return false };
            let may_be = replay.site().is_none_or(|(code, at)| armed.may_match_at(code, at));
            !may_be
                || times.all(|t| {
                    let event = replay.event(t);
                    if !matches(vm, &event) {
                        return true;
                    }
                    seen = t;
                    let refused =
                        conditions && Place::of_moment(vm, replay).is_some_and(|place| vm.is_refused(&place, &event));
                    refused || f(t)
                })
        });
        self.vm_mut().keep_sites_of_query(sites);
        if conditions {
            self.vm_mut().restore_logged(seen);
        }
        done
    }

    /// Returns the first event after `from`, up to `to`, that matches the query or at which one of its targets has
    /// changed.
    fn next_change(&mut self, from: i64, to: i64) -> Result<Option<i64>, ()> {
        let mut found = None;
        self.each_change(from, to, |t| {
            found = Some(t);
            false
        })?;
        Ok(found)
    }

    /// Calls `f` with the times after `from`, up to `to`, of matches, until it returns false. Leaves the machine at any
    /// time.
    fn each_change(&mut self, from: i64, to: i64, mut f: impl FnMut(i64) -> bool) -> Result<(), ()> {
        self.seek_in_log(from);
        let from = self.vm().now();
        match self.vm().is_checkpoint(from) {
            true => self.on_eval_stack(Vm::begin_watching_in_log),
            false => self.begin_watching(),
        }
        let mut scanner = LogScanner::default();
        let mut t = from;
        while let Some(next) = self.vm_mut().next_trigger(&mut scanner, t, to)? {
            let begins_branch = self.vm().is_branch_point(next);
            if begins_branch || next > t + 1 && self.vm().watches_writes() {
                // Writes, and what a branch begins with, are found by comparing with the event before.
                self.vm_mut().restore_logged(next - 1);
                self.on_eval_stack(Vm::begin_watching_in_log);
            }
            if begins_branch {
                self.on_eval_stack(Vm::watches_leave_for_branch);
            }
            t = next;
            self.vm_mut().restore_logged(t);
            let changed = self.on_eval_stack(Vm::check_watches);
            if (changed || self.vm_mut().accepts_event()) && !f(t) {
                break;
            }
        }
        Ok(())
    }

    /// Returns the earliest time, not before `lowest`, such that no target changed from it up to before `before`, as
    /// far as whole blocks tell without going there: nothing that a target depends on was written or made in them.
    fn skip_quiet_blocks(&mut self, before: i64, lowest: i64) -> i64 {
        self.seek_in_log(before - 1);
        self.on_eval_stack(Vm::begin_watching_in_log);
        let Some(conditions) = self.vm_mut().driver().map(|d| std::mem::take(&mut d.armed.data)).map(|data| {
            let conditions = data.wake_conditions(self.vm());
            (conditions, data)
        }) else {
            return before;
        };
        let (conditions, data) = conditions;
        let newest = data.newest_owners();
        if let Some(d) = self.vm_mut().driver() {
            d.armed.data = data;
        }
        let (Some(newest), mut before) = (newest, before) else { return before };
        let mut registers = self.vm().watched_registers(&conditions.registers);
        while before > lowest {
            if self.vm().interrupt.load(Ordering::Relaxed) {
                break;
            }
            let at = self.vm().block_of(before - 1);
            if !self.vm().were_there_before(newest, at)
                || !self.vm_mut().is_block_quiet(&conditions, &mut registers, at)
            {
                break;
            }
            // The event at the checkpoint belongs to the block before.
            before = lowest.max(self.vm().block_begin(before - 1) + 1);
        }
        before
    }

    /// Returns the times from `from` to `to` at which something may have been written for this query, never too few.
    /// `None` if the log does not have them all, or if interrupted.
    pub fn possible_write_times(&mut self, query: &EventQuery, from: u64, to: u64) -> Option<Vec<u64>> {
        if !self.is_logged() || to as i64 > self.log_end() || self.first() >= from {
            return None;
        }
        self.vm_mut().set_query(query);
        self.seek_in_log(from as i64 - 1);
        self.on_eval_stack(Vm::begin_watching_in_log);
        let mut times = Vec::new();
        let (mut scanner, mut t) = (LogScanner::default(), from as i64 - 1);
        while let Some(next) = self.vm_mut().next_trigger(&mut scanner, t, to as i64).ok()? {
            times.push(next as u64);
            t = next;
        }
        Some(times)
    }

    /// As `last_before`.
    pub(super) fn last_in_log(&mut self, query: &EventQuery, t: u64, floor: u64) -> Search {
        self.vm_mut().set_query(query);
        let follows = query.observes_state();
        // The first event has none before it to compare with.
        let known = self.first() as i64 + i64::from(follows);
        let lowest = (floor as i64).max(known);
        let mut before = self.while_there(query, t) as i64;
        while before > lowest {
            if follows {
                before = self.skip_quiet_blocks(before, lowest);
            }
            if before <= lowest {
                break;
            }
            if self.vm().interrupt.load(Ordering::Relaxed) {
                return Search { times: Vec::new(), from: before as u64, interrupted: true };
            }
            if let Some((found, from)) = self.changes_by_running(query, (lowest, before, t as i64)) {
                match found {
                    Err(()) => return Search { times: Vec::new(), from: before as u64, interrupted: true },
                    Ok(times) if times.is_empty() => before = from,
                    Ok(times) => return Search { times, from: from as u64, interrupted: false },
                }
                continue;
            }
            let from = lowest.max(self.vm().block_begin(before - 1) + 1);
            let mut times = Vec::new();
            let done = if follows {
                let note = |t: i64| {
                    times.push(t as u64);
                    true
                };
                self.each_change(from - 1, before - 1, note).is_ok()
            } else {
                self.each_matching((from, before - 1), |t| {
                    times.push(t as u64);
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

    /// The part of these times that is in the log, after running on if needed.
    pub(super) fn recorded_range(&mut self, from: u64, to: u64) -> (i64, i64) {
        if to as i64 > self.log_end() {
            self.seek(to);
        }
        ((from as i64).max(self.vm().first_logged()), (to as i64).min(self.log_end()))
    }

    /// As `events`, and whether these are all.
    pub(super) fn events_in_log(&mut self, from: u64, to: u64) -> (Vec<(u64, Event)>, bool) {
        let (from, to) = self.recorded_range(from, to);
        let mut events = Vec::new();
        let done = self.vm_mut().scan(from, to, |_, t, event| {
            events.push((t as u64, *event));
            true
        });
        (events, done)
    }
}
