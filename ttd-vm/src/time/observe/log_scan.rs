//! Scanning the log for the next event at which a watched target can have changed: the machine stands only there.

use std::rc::Rc;
use std::sync::atomic::Ordering;

use ttd_core::value::Value;

use crate::Vm;
use crate::log::{Block, Log, Replay, ScanTarget, Table};
use crate::time::observe::data_watch::NewestOwners;
use crate::time::observe::triggers::WakeConditions;
use crate::vm::code::intern::is_allocated;
use crate::vm::stack::frame::Frame;

/// The state of a scan.
#[derive(Default)]
pub(crate) struct LogScanner {
    conditions: WakeConditions,
    replay: Option<Replay>,
    /// Positions in the heap's segment at which an owner is written to.
    touched: Vec<usize>,
    /// The block that they belong to.
    block: Option<usize>,
}

/// Registers of frames that stay on the stack, as the log's index of writes knows them.
pub(crate) struct WatchedRegisters {
    /// For each its address, the code object of its frame, and its number there; none if one is in no frame.
    places: Option<Vec<(usize, u32, u16)>>,
    /// The transitions of the table that was asked last that can write to one of them.
    writing: Option<(Rc<Table>, Vec<u16>)>,
}

impl WatchedRegisters {
    /// Whether a moment of a block may write to one of them.
    fn may_be_written(&mut self, block: &Block) -> bool {
        let Some(places) = &self.places else { return true };
        if places.iter().any(|(address, ..)| block.written_in_full.may_have(*address)) {
            return true;
        }
        let table = &block.transitions;
        let known = self.writing.take().filter(|(known, _)| Rc::ptr_eq(known, table));
        let find = || {
            let of_place = |(_, code, register): &(usize, u32, u16)| table.writing(*code, *register);
            (table.clone(), places.iter().flat_map(of_place).collect())
        };
        let (_, writing) = self.writing.insert(known.unwrap_or_else(find));
        writing.iter().any(|id| block.used.binary_search(id).is_ok())
    }
}

impl Vm {
    /// Returns the first time after `t`, up to `to`, at which a target can have changed or an event matches; the
    /// machine must have observed at `t`. `Err` if interrupted.
    pub(crate) fn next_trigger(&mut self, scanner: &mut LogScanner, t: i64, to: i64) -> Result<Option<i64>, ()> {
        let conditions = self.control.driver().map(|d| d.armed.data.wake_conditions(self)).unwrap_or_default();
        if conditions.objects != scanner.conditions.objects
            || conditions.writes.is_some() != scanner.conditions.writes.is_some()
        {
            scanner.block = None;
        }
        scanner.conditions = conditions;
        if scanner.conditions.always {
            let interrupted = self.interrupt.load(Ordering::Relaxed);
            return if interrupted { Err(()) } else { Ok((t < to).then_some(t + 1)) };
        }
        // What a branch begins with was changed between two moments.
        let branch = self.control.driver().and_then(|d| d.next_branch_point(t)).filter(|begin| *begin <= to);
        let to = branch.unwrap_or(to);
        let mut next = t + 1;
        while next <= to {
            if self.interrupt.load(Ordering::Relaxed) {
                return Err(());
            }
            match self.trigger_in_block(scanner, next, to) {
                Ok(found) => return Ok(Some(found)),
                Err(end) => next = end + 1,
            }
        }
        Ok(branch)
    }

    /// Looks in the block of `next`, from there on; `Err` with the block's last time, or `to`, if nothing triggers.
    fn trigger_in_block(&mut self, scanner: &mut LogScanner, next: i64, to: i64) -> Result<i64, i64> {
        let at = self.block_of(next);
        let Some(mut log) = self.log.take() else { return Err(to) };
        let Log { blocks, unpacked, .. } = &mut *log;
        let block = &blocks[at];
        if scanner.block != Some(at) {
            scanner.touched = match (&scanner.conditions.writes, scanner.conditions.objects.is_empty()) {
                (Some(ScanTarget::Named(named)), _) => {
                    self.heap.positions_writing(block.end, |touched| named.may_write(self, touched))
                }
                (Some(_), _) => self.heap.positions_writing(block.end, |_| true),
                (None, true) => Vec::new(),
                (None, false) => {
                    let (objects, parts) = scanner.conditions.written_parts(self);
                    self.heap.positions_touching(block.end, &objects, |written| parts.concern(written))
                }
            };
            scanner.block = Some(at);
        }
        let quiet = scanner.conditions.are_objects_only() && !self.matches_events();
        let end = self.control.driver().and_then(|d| d.checkpoints.get(at + 1)).map(|c| c.time);
        if let Some(end) = end.filter(|_| quiet && scanner.touched.is_empty()) {
            self.log = Some(log);
            return Err(end.min(to));
        }
        let kept = scanner.replay.take().filter(|replay| replay.block == at && replay.first() <= next);
        let mut replay = kept.unwrap_or_else(|| self.replay(at, false));
        replay.watched_registers.clone_from(&scanner.conditions.registers);
        replay.scan_target.clone_from(&scanner.conditions.writes);
        replay.tracks_depth = self.matches_events();
        let moments = block.moments(unpacked);
        let mut found = Err(to);
        if replay.time >= next {
            // A value is returned by the last of the moment's events.
            let more = replay.matched && replay.scan_target.is_some();
            found = if more { Ok(next) } else { self.watched_in(&replay, next, to, scanner).ok_or(to) };
        }
        while found.is_err() && replay.time < to {
            if !replay.step(moments, self.stack.start()) {
                found = Err(replay.time);
                break;
            }
            let first = replay.first().max(next);
            let triggered = replay.time >= next && first <= to && self.is_triggered(&replay, scanner);
            found = match triggered {
                true => Ok(first),
                false => self.watched_in(&replay, next, to, scanner).ok_or(to),
            };
        }
        scanner.replay = Some(replay);
        self.log = Some(log);
        found
    }

    /// Whether a moment can have changed a target.
    fn is_triggered(&self, replay: &Replay, scanner: &LogScanner) -> bool {
        replay.matched
            || scanner.touched.binary_search(&replay.moments()).is_ok()
            || scanner.conditions.allocations.iter().any(|birth| replay.allocation_count > *birth)
    }

    /// Returns the first event of a moment, from `next` to `to`, that matches by itself or by its time.
    fn watched_in(&mut self, replay: &Replay, next: i64, to: i64, scanner: &LogScanner) -> Option<i64> {
        if !replay.tracks_depth && scanner.conditions.times.is_empty() {
            return None;
        }
        let is_it = |vm: &mut Vm, t: i64| {
            scanner.conditions.times.contains(&(t as u64)) || replay.tracks_depth && vm.matches_query(&replay.event(t))
        };
        (replay.first().max(next)..=replay.time.min(to)).find(|t| is_it(self, *t))
    }

    /// Whether events can match by themselves, not only by what was written before them.
    fn matches_events(&self) -> bool {
        self.control.driver().is_some_and(|d| !d.armed.has_lines_only())
    }

    /// Whether no target can have changed in a block, given what can change them at its end. `registers`: those of the
    /// conditions.
    pub(crate) fn is_block_quiet(
        &mut self,
        conditions: &WakeConditions,
        registers: &mut WatchedRegisters,
        block: usize,
    ) -> bool {
        let end = self.control.driver().and_then(|d| d.checkpoints.get(block + 1));
        let branches = end.is_some_and(|checkpoint| checkpoint.begins_branch);
        if branches || conditions.frame_is_over || !conditions.are_places_only() {
            return false;
        }
        let Some(closed) = self.log.as_ref().and_then(|log| log.blocks.get(block)) else { return false };
        // The index does not know which frames of other threads took their place.
        let may_be_written = self.loaded.threads_started || registers.may_be_written(closed);
        let node = closed.end;
        if !conditions.objects.is_empty() {
            let (objects, parts) = conditions.written_parts(self);
            if self.heap.has_write(node, &objects, |written| parts.concern(written)) {
                return false;
            }
        }
        conditions.registers.is_empty() || !may_be_written || !self.writes_registers(&conditions.registers, block)
    }

    /// Whether a moment of a closed block writes to one of these registers.
    fn writes_registers(&mut self, registers: &[usize], block: usize) -> bool {
        let Some(mut log) = self.log.take() else { return true };
        let mut replay = self.replay(block, false);
        replay.watched_registers = registers.to_vec();
        replay.tracks_depth = false;
        let Log { blocks, unpacked, .. } = &mut *log;
        let moments = blocks[block].moments(unpacked);
        while !replay.matched && replay.step(moments, self.stack.start()) {}
        self.log = Some(log);
        replay.matched
    }

    /// The frames and numbers of watched registers.
    pub(crate) fn watched_registers(&self, addresses: &[usize]) -> WatchedRegisters {
        let place = |address: usize| {
            let distance = |frame: &Frame| address.wrapping_sub(frame.base as usize) / size_of::<Value>();
            let frame = self.frames().find(|frame| distance(frame) < frame.code().nregs as usize)?;
            Some((address, frame.code().id, distance(frame) as u16))
        };
        WatchedRegisters { places: addresses.iter().map(|address| place(*address)).collect(), writing: None }
    }

    /// Whether frames and objects were there when a block began.
    pub(crate) fn were_there_before(&self, owners: NewestOwners, block: usize) -> bool {
        let begin = self.control.driver().and_then(|d| d.checkpoints.get(block));
        begin.is_some_and(|checkpoint| {
            owners.frame.is_none_or(|born| born as i64 <= checkpoint.time)
                && owners.object.is_none_or(|object| is_allocated(object, checkpoint.allocation_count))
        })
    }
}
