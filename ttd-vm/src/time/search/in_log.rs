//! Running a filter over a run that was logged.
//!
//! The log's reader goes from moment to moment. Where a filter compares values, it needs the registers of each, and
//! where it reads attributes or globals, the heap has to go there, write by write. Beyond a few blocks it is faster to
//! run the stretch again, with the filter armed as in a run without a log: the log is put *beside*, where the collector
//! sees it, the program runs from the checkpoint at which a block begins, and what it has written is undone. The log
//! does not change.

use super::filter::Filter;
use super::filter_exec::CompiledFilter;
use super::nearest::Timed;
use super::query::{EventQuery, ObjectUse};
use crate::Vm;
use crate::log::{Block, SiteIndex};
use crate::time::logged::navigate::Reads;
use crate::time::machine::Machine;
use crate::time::observe::event_patches::Keep;
use crate::vm::event::{Event, Reached};

/// Blocks that are read before the rest runs again: what is near is found without leaving the log.
const READ_FIRST: i64 = 16;
/// The least number of blocks for which it pays to run again.
const LEAST_RUN: i64 = 64;
/// The part of the blocks of a stretch, as 1/n, that it is faster to read than to run the stretch again.
const READ_PART: usize = 8;
/// The part of the bytes of objects, as 1/n, by which garbage may have grown before it is collected.
const GARBAGE_FRACTION: u64 = 4;

/// Uses of an object, with the events at which they were observed.
pub(super) type UsesByTime = Vec<(u64, Vec<ObjectUse>)>;

/// A filter for reading a log.
pub(super) struct LogFilter<'a> {
    compiled: CompiledFilter,
    blocks: FilteredBlocks<'a>,
}

/// In which blocks events can pass a filter.
struct FilteredBlocks<'a> {
    filter: &'a Filter,
    /// Where they can be; none if almost anywhere.
    sites: Option<SiteIndex>,
}

impl<'a> LogFilter<'a> {
    pub(super) fn new(vm: &mut Vm, filter: &'a Filter) -> LogFilter<'a> {
        let mut compiled = CompiledFilter::new(vm, filter);
        let sites = SiteIndex::new(&compiled.sites(&vm.loaded.codes), &vm.loaded.codes);
        LogFilter { compiled, blocks: FilteredBlocks { filter, sites } }
    }
}

impl FilteredBlocks<'_> {
    /// Whether an event of a block can pass.
    fn may_have(&mut self, vm: &Vm, block: &Block) -> bool {
        let Some(sites) = &mut self.sites else { return true };
        let code = |event: &Event| vm.loaded.codes.get(event.code as usize);
        sites.may_be_in(block, |event| code(event).is_none_or(|code| self.filter.may_be(code, event)))
    }
}

impl Machine {
    /// The first `most` events of the log between these times that pass the filter; `None` if interrupted. Leaves the
    /// machine at any time.
    pub(super) fn matches_in_log(&mut self, (from, to): (i64, i64), filter: &Filter, most: usize) -> Option<Timed> {
        if from > to || !self.vm().has_code_for(filter) {
            return Some(Vec::new());
        }
        let mut reader = LogFilter::new(self.vm_mut(), filter);
        let block = self.events_per_block();
        let near = from.saturating_add(READ_FIRST * block);
        if to - near < LEAST_RUN * block || !self.can_run_beside_log(&mut reader, near + 1, to) {
            return self.read_matches((from, to), &mut reader, most);
        }
        let mut events = self.read_matches((from, near), &mut reader, most)?;
        if events.len() < most {
            let keep = if most == usize::MAX { Keep::All } else { Keep::First(most - events.len()) };
            events.append(&mut self.run_beside_log((near + 1, to), &mut reader, keep)?);
        }
        Some(events)
    }

    /// The accepted events of the last blocks of the log before `before`, and the time from which on these are all.
    /// `asked`: where the search began. The farther it has come, the more blocks it takes at once.
    pub(super) fn last_blocks(
        &mut self,
        (floor, mut before, asked): (i64, i64, i64),
        reader: &mut LogFilter<'_>,
        most: usize,
    ) -> Option<(Timed, i64)> {
        if before - 1 > self.log_end() {
            self.seek(before as u64 - 1);
        }
        let begin = |machine: &Machine, t: i64| floor.max(machine.vm().block_begin(t) + 1);
        // The event at which a branch begins is not the one that the block before it has.
        let passed_over = |vm: &Vm, reader: &mut LogFilter<'_>, t: i64| {
            !vm.is_branch_point(t) && !vm.may_pass_in(vm.block_of(t), reader)
        };
        while before > floor && passed_over(self.vm(), reader, before - 1) {
            before = begin(self, before - 1);
        }
        if before <= floor {
            return Some((Vec::new(), floor));
        }
        let (far, block) = (asked - before, self.events_per_block());
        if far >= READ_FIRST * block {
            let from = begin(self, (before - far.max(LEAST_RUN * block)).max(floor));
            if self.can_run_beside_log(reader, from, before - 1) {
                let events = self.run_beside_log((from, before - 1), reader, Keep::Last(most))?;
                // More than asked for: earlier ones may have been let go.
                let from = if events.len() >= most { events[0].0 as i64 } else { from };
                return Some((events, from));
            }
        }
        let from = begin(self, before - 1);
        let events = self.read_matches((from, before - 1), reader, usize::MAX)?;
        Some((events, from))
    }

    /// The events that a block has at least, where the stack is not deep.
    fn events_per_block(&self) -> i64 {
        self.vm().control.driver().map_or(1, |d| d.policy.interval() as i64)
    }

    /// Whether this stretch of the log can run again, and a filter makes that worthwhile: it compares values, and there
    /// is no saying where.
    fn can_run_beside_log(&self, reader: &mut LogFilter<'_>, from: i64, to: i64) -> bool {
        if !self.can_stretch_run_again(from, to) || !reader.blocks.filter.reads_values() {
            return false;
        }
        let vm = self.vm();
        let blocks = vm.block_of(from)..=vm.block_of(to);
        let all = blocks.end() + 1 - blocks.start();
        blocks.filter(|block| vm.may_pass_in(*block, reader)).take(all / READ_PART + 1).count() > all / READ_PART
    }

    /// Whether a stretch of the log can run again. What was pruned is not there to run with; a stretch over the
    /// beginning of a branch, or with unrecorded events, is read.
    fn can_stretch_run_again(&self, from: i64, to: i64) -> bool {
        let vm = self.vm();
        let (Some(log), Some(d)) = (&vm.log, vm.control.driver()) else { return false };
        let begin = vm.block_begin(from);
        log.record_filter.is_none()
            && !log.prunes_dead
            && d.next_branch_point(begin - 1).is_none_or(|branch| branch > to)
    }

    /// Runs a stretch of the log again, and returns the events that pass the filter; `None` if interrupted. Leaves the
    /// machine at any time.
    fn run_beside_log(&mut self, (from, to): (i64, i64), reader: &mut LogFilter<'_>, keep: Keep) -> Option<Timed> {
        let at = self.vm().block_of(from);
        let (found, ended) =
            self.beside_log((from, to), |machine| machine.filtered_run(at, from, to, reader.blocks.filter, keep));
        // A run that ends before the recorded one repeats something else: what happened is in the log.
        if ended {
            let most = if let Keep::First(most) = keep { most } else { usize::MAX };
            return self.read_matches((from, to), reader, most);
        }
        found
    }

    /// Has the machine run again, without its log, from the checkpoint of the block with event `from`. Also returns
    /// whether that run has ended. Leaves the machine at any time.
    fn beside_log<T>(&mut self, (from, to): (i64, i64), run: impl FnOnce(&mut Machine) -> T) -> (T, bool) {
        let at = self.vm().block_of(from);
        self.seek_in_log(self.vm().block_begin(from));
        let end = self.end.take();
        let beside = self.vm_mut().put_log_beside();
        self.begin_progress(Some((to - from) as u64));
        let found = run(self);
        self.unwind_run();
        self.ended = false;
        self.vm_mut().restore_checkpoint(at);
        self.vm_mut().take_log_back(beside);
        (found, std::mem::replace(&mut self.end, end).is_some())
    }

    /// All uses of an object, which the query is for, between two times that were reached; `None` if interrupted. A
    /// long stretch of a log runs again. Leaves the machine at any time.
    pub fn all_object_uses(&mut self, query: &EventQuery, from: u64, to: u64) -> Option<UsesByTime> {
        let stretch = (from as i64, to as i64);
        let far = stretch.1 - stretch.0 >= LEAST_RUN * self.events_per_block();
        if self.is_logged() && far && stretch.1 <= self.log_end() && self.can_stretch_run_again(stretch.0, stretch.1) {
            let (found, ended) = self.beside_log(stretch, |machine| machine.collect_uses(query, to));
            if !ended {
                return found;
            }
        }
        if self.seek(from) != Reached::Target {
            return None;
        }
        self.collect_uses(query, to)
    }

    /// The last times before `before` at which a target of a query changes that must be looked at at every event, and
    /// the time from which on these are all; `Err` if interrupted, `None` if they must be read. `asked`: where the
    /// search began. The farther it has come, the longer the stretch that runs again. Leaves the machine at any time.
    pub(in crate::time) fn changes_by_running(
        &mut self,
        query: &EventQuery,
        (lowest, before, asked): (i64, i64, i64),
    ) -> Option<(Result<Vec<u64>, ()>, i64)> {
        let (far, block) = (asked - before, self.events_per_block());
        let at_every_event = self.vm().control.driver().is_some_and(|d| d.armed.data.needs_every_event());
        if query.targets.is_empty() || query.writes.is_some() || !at_every_event || far < READ_FIRST * block {
            return None;
        }
        let from = lowest.max(self.vm().block_begin((before - far.max(LEAST_RUN * block)).max(lowest)) + 1);
        if from >= before || !self.can_stretch_run_again(from, before - 1) {
            return None;
        }
        let (found, ended) = self.beside_log((from, before - 1), |machine| {
            machine.vm_mut().set_query(query);
            machine.collect_up_to(before, Vec::new(), (usize::MAX / 2, usize::MAX))
        });
        if ended {
            return None;
        }
        let times = found.map(|(times, _)| times.into_iter().filter(|t| *t >= from as u64).collect());
        Some((times.ok_or(()), from))
    }

    /// As `all_object_uses`, by running from one to the next, from the present on.
    fn collect_uses(&mut self, query: &EventQuery, to: u64) -> Option<UsesByTime> {
        let mut found = Vec::new();
        loop {
            match self.run_until(query, to) {
                Reached::Interrupted => return None,
                Reached::Target if self.changed() => {
                    let t = self.vm().now() as u64;
                    found.push((t, self.object_uses()));
                    if t >= to {
                        return Some(found);
                    }
                }
                _ => return Some(found),
            }
        }
    }

    /// As `matches_in_log`, by reading.
    fn read_matches(&mut self, times: (i64, i64), reader: &mut LogFilter<'_>, most: usize) -> Option<Timed> {
        let LogFilter { compiled, blocks } = reader;
        let mut seen = self.vm().now().min(times.1);
        let reads_heap = blocks.filter.reads_heap();
        if reads_heap {
            // The heap can only pass through closed blocks.
            self.seek_in_log(seen);
        }
        let by_values = compiled.compares_values();
        let depths = compiled.tracks_depth() || compiled.wants_depths();
        let reads = Reads { registers: by_values, depths };
        let mut events = Vec::new();
        let wanted = |vm: &Vm, block: &Block| blocks.may_have(vm, block);
        let done = self.vm_mut().scan_moments(times, reads, wanted, |vm, replay, mut times| {
            if replay.site().is_some_and(|(code, at)| !compiled.may_match_at(code, at)) {
                return true;
            }
            if by_values && vm.is_rejected_at(compiled, replay) {
                seen = *times.end();
                return true;
            }
            times.all(|t| {
                seen = t;
                let event = replay.event(t);
                if vm.is_accepted_at(compiled, replay, t, &event) {
                    events.push((t as u64, event));
                }
                events.len() < most
            })
        });
        if reads_heap {
            self.vm_mut().restore_logged(seen);
        }
        (done || events.len() >= most).then_some(events)
    }
}

/// What is as before when a log that was put beside is taken back.
struct Beside {
    /// When the next checkpoint was due: while the log is beside, none is made.
    next_checkpoint: i64,
    /// The bytes of objects.
    bytes: u64,
}

impl Vm {
    /// Whether an event of a block can pass a filter. That of the open block always can.
    fn may_pass_in(&self, block: usize, reader: &mut LogFilter<'_>) -> bool {
        let block = self.log.as_ref().and_then(|log| log.blocks.get(block));
        block.is_none_or(|block| reader.blocks.may_have(self, block))
    }

    /// Has the program run on from a checkpoint of its log without it. The log is kept.
    fn put_log_beside(&mut self) -> Beside {
        let log = self.log.take();
        self.heap.set_log_every_write(false);
        // Marking what the log names takes as long as many events.
        self.heap.retain_all();
        let bytes = self.heap.bytes_used();
        let mut beside = Beside { next_checkpoint: i64::MAX / 4, bytes };
        if let Some(d) = self.driver() {
            std::mem::swap(&mut beside.next_checkpoint, &mut d.next_checkpoint);
            d.log_beside = log;
            // What runs again is allocated again, in other cells.
            d.armed.data.reset();
        }
        self.note_collection();
        beside
    }

    /// Has the log again. The machine is at one of its checkpoints.
    fn take_log_back(&mut self, beside: Beside) {
        if let Some(d) = self.driver() {
            d.next_checkpoint = beside.next_checkpoint;
            d.armed.data.reset();
            self.log = d.log_beside.take();
        }
        self.heap.set_log_every_write(self.log.is_some());
        if self.heap.bytes_used().saturating_sub(beside.bytes) > beside.bytes / GARBAGE_FRACTION {
            self.collect_garbage();
        }
    }
}
