//! Patched instructions: stopping or collecting at matching events while the program runs.
//!
//! Only instructions that can have a matching event are patched, so all others run at full speed. Events that belong to
//! no instruction (exceptions, unwound frames, lines of handlers) come through `Vm::deliver_event` anyway. Patches lie
//! over loaded code, which is no program state, and only from `Vm::arm` to the next `Vm::disarm`, that is during one
//! run: a standing machine has none.

use ttd_code::bytecode::code::Event as CodeEvent;
use ttd_code::bytecode::op::{Ins, Op};

use super::data_watch::DataWatches;
use super::place_conditions::PlaceConditions;
use crate::Vm;
use crate::log::SiteIndex;
use crate::time::driver::Driver;
use crate::time::search::filter::Filter;
use crate::time::search::filter_exec::CompiledFilter;
use crate::time::search::place::Place;
use crate::time::search::query::{EventQuery, Kinds, SourceLocation};
use crate::vm::code::CodeRt;
use crate::vm::event::{Event, EventKind};

/// What is done about the events of a run.
#[derive(Default)]
pub(crate) enum EventAction {
    /// Nothing.
    #[default]
    Ignore,
    /// Stops the run at the first match.
    Stop,
    /// Collects times of matches.
    Collect {
        times: Vec<u64>,
        /// How many of the last ones are kept, or up to twice as many.
        most: usize,
        /// Stops the run at this many.
        enough: usize,
    },
    /// Records every event.
    Record(Vec<Event>),
    /// Collects the events that the filter accepts, with their times.
    CollectFiltered(Vec<(u64, Event)>, Keep),
}

/// Which of the events that a filter accepts are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// All.
    All,
    /// This many; the last one stops the run.
    First(usize),
    /// This many of the last ones, or up to twice as many.
    Last(usize),
}

/// A query or filter in terms of loaded code.
#[derive(Default)]
pub(crate) struct ArmedWatch {
    pub(super) query: EventQuery,
    /// The filter that decides instead of the query.
    filter: Option<Box<CompiledFilter>>,
    /// The query's locations: code and line, sorted.
    lines: Vec<(u32, u32)>,
    /// The conditions of the query's places.
    pub(super) conditions: PlaceConditions,
    /// The instructions where a matching event can happen: code and index, sorted.
    sites: Vec<(u32, u32)>,
    /// The sites as a log is searched for them, and how many they were then.
    site_index: Option<(SiteIndex, usize)>,
    /// How many code objects have been scanned.
    scanned_codes: usize,
    /// Whether the data watches may decide at any event.
    has_watches: bool,
    /// All other instructions with events, where the data watches alone decide: code and index.
    looks: Vec<(u32, u32)>,
    /// Whether the sites are patched, and whether the looks are.
    patched: (bool, bool),
    /// The data watches.
    pub(crate) data: DataWatches,
}

/// Whether code can be that of another one with a way of the debugger's added.
fn is_made_of(code: &CodeRt, own: &CodeRt) -> bool {
    let (code, own) = (&code.code, &own.code);
    code.ins.len() > own.ins.len()
        && (code.first_line, &code.qualname, &code.path) == (own.first_line, &own.qualname, &own.path)
}

impl ArmedWatch {
    /// Finds the sites in code that was not scanned yet.
    fn find_sites(&mut self, codes: &[&'static CodeRt]) {
        for code in codes.iter().skip(self.scanned_codes).filter(|code| code.counted) {
            let places = self.query.locations.iter().filter(|p| p.is_at(&code.code.path, &code.code.name, p.line));
            let lines: Vec<(u32, u32)> = places.map(|place| (code.id, place.line)).collect();
            for line in &lines {
                let at_line = |p: &SourceLocation| p.is_at(&code.code.path, &code.code.name, line.1);
                self.conditions.add(*line, self.query.locations.iter().filter(|p| at_line(p)));
            }
            self.lines.extend(&lines);
            self.lines.sort_unstable();
            // A frame that was sent on another way runs code that was made of its own.
            let of_frame = self.query.frame.is_some_and(|frame| {
                let own = codes.get(frame.code as usize);
                frame.code == code.id || own.is_some_and(|own| is_made_of(code, own))
            });
            let first = self.sites.len();
            for (at, event) in &code.code.events {
                let wanted = match &self.filter {
                    Some(compiled) => compiled.may_accept(code, event),
                    None => self.can_match(code, *at, event, of_frame),
                };
                if wanted && self.sites[first..].last() != Some(&(code.id, *at)) {
                    self.sites.push((code.id, *at));
                }
            }
            let first_look = self.looks.len();
            if self.has_watches {
                let sites = &self.sites[first..];
                let others = code.code.events.iter().map(|(at, _)| (code.id, *at));
                self.looks.extend(others.filter(|site| sites.binary_search(site).is_err()));
                self.looks.dedup();
            }
            patch_all(&self.looks[first_look..], codes, Some(Op::Look).filter(|_| self.patched.1));
            patch_all(&self.sites[first..], codes, Some(Op::Break).filter(|_| self.patched.0));
        }
        self.scanned_codes = codes.len();
    }

    /// Whether this event of an instruction can match, in the right frame. `of_frame`: the code can be that frame's.
    fn can_match(&self, code: &CodeRt, at: u32, event: &CodeEvent, of_frame: bool) -> bool {
        let (kinds, line) = match event {
            CodeEvent::Call(_) => (Kinds::CALLS, None),
            CodeEvent::Line(line) => (Kinds::LINE, Some(*line)),
            CodeEvent::Return(_) if code.original(at).op == Op::Yield => (Kinds::SUSPEND, None),
            CodeEvent::Return(_) => (Kinds::FINAL, None),
        };
        self.query.any.matches(kinds)
            || line.is_some_and(|line| self.lines.binary_search(&(code.id, line)).is_ok())
            || self.query.frame.is_some_and(|frame| {
                let in_range = line.is_none_or(|line| (frame.lines.0..=frame.lines.1).contains(&line));
                of_frame && frame.kinds.matches(kinds) && in_range
            })
    }

    /// Whether an event of this instruction, whose code was scanned, can match.
    pub(crate) fn may_match_at(&self, code: &CodeRt, at: u32) -> bool {
        self.sites.binary_search(&(code.id, at)).is_ok()
    }

    /// What an instruction is patched with now.
    pub(crate) fn patch_at(&self, code: u32, at: u32) -> Option<Op> {
        let among = |on: bool, sites: &[(u32, u32)]| on && sites.binary_search(&(code, at)).is_ok();
        if among(self.patched.0, &self.sites) {
            return Some(Op::Break);
        }
        among(self.patched.1, &self.looks).then_some(Op::Look)
    }

    /// Whether every event must come to the stop site.
    pub(crate) fn needs_every_event(&self) -> bool {
        self.data.needs_every_event() || self.filter.as_ref().is_some_and(|compiled| compiled.tracks_depth())
    }

    /// Whether a stop that the program asks for is looked for.
    pub(crate) fn stops_for_program(&self) -> bool {
        self.query.program_stops && self.filter.is_none()
    }

    /// Whether the query is about data only.
    pub(crate) fn has_lines_only(&self) -> bool {
        self.query.locations.is_empty() && self.query.frame.is_none() && self.query.any == Kinds::NONE
    }

    /// Whether the search is by a filter that compares values.
    fn compares_values(&self) -> bool {
        self.filter.as_ref().is_some_and(|compiled| compiled.compares_values())
    }

    /// Whether the depths of the events that the filter accepts are wanted.
    fn wants_depths(&self) -> bool {
        self.filter.as_ref().is_some_and(|compiled| compiled.wants_depths())
    }

    fn patch(&mut self, codes: &[&'static CodeRt], on: bool) {
        if self.patched.0 != on {
            self.patched.0 = on;
            patch_all(&self.sites, codes, Some(Op::Break).filter(|_| on));
        }
        if self.patched.1 != on {
            self.patched.1 = on;
            patch_all(&self.looks, codes, Some(Op::Look).filter(|_| on));
        }
    }

    /// As `EventQuery::matches`.
    pub(crate) fn matches(&self, event: &Event) -> bool {
        self.query.any.matches(Kinds::of(event))
            || self.query.frame.is_some_and(|frame| frame.matches(event))
            || event.kind == EventKind::Line && self.lines.binary_search(&(event.code, event.line)).is_ok()
    }
}

/// Patches instructions, or restores them.
fn patch_all(sites: &[(u32, u32)], codes: &[&'static CodeRt], op: Option<Op>) {
    sites.iter().for_each(|(code, at)| codes[*code as usize].patch(*at, op));
}

impl Vm {
    /// Where events of the query that was set last can be in a log; `None` if almost anywhere. To be given back.
    pub(crate) fn take_sites_of_query(&mut self) -> Option<SiteIndex> {
        let armed = &mut self.control.driver_mut()?.armed;
        let count = armed.sites.len();
        let known = armed.site_index.take().filter(|(_, indexed)| *indexed == count);
        known.map(|(index, _)| index).or_else(|| SiteIndex::new(&armed.sites, &self.loaded.codes))
    }

    /// Keeps what `take_sites_of_query` returned for the next search with the same query.
    pub(crate) fn keep_sites_of_query(&mut self, sites: Option<SiteIndex>) {
        if let (Some(d), Some(index)) = (self.driver(), sites) {
            let count = d.armed.sites.len();
            d.armed.site_index = Some((index, count));
        }
    }

    /// Sets the query that `matches_query` decides, keeping what was compiled for an equal one.
    pub(crate) fn set_query(&mut self, query: &EventQuery) {
        let Some(d) = self.control.driver() else { return };
        let is_new = d.armed.query != *query || d.armed.filter.is_some();
        let conditions = if is_new { self.conditions_of(query) } else { PlaceConditions::default() };
        if let Some(d) = self.control.driver_mut() {
            if is_new {
                let data = DataWatches::new(query);
                let has_watches = !query.targets.is_empty();
                d.armed = ArmedWatch { query: query.clone(), conditions, data, has_watches, ..ArmedWatch::default() };
            }
            d.armed.find_sites(&self.loaded.codes);
        }
    }

    /// Sets the filter, keeping what was compiled for an equal one.
    pub(crate) fn set_filter(&mut self, filter: &Filter) {
        let known =
            self.control.driver().and_then(|d| d.armed.filter.as_ref()).is_some_and(|known| known.is_of(filter));
        let compiled = (!known).then(|| Box::new(CompiledFilter::new(self, filter)));
        if let Some(d) = self.control.driver_mut() {
            if compiled.is_some() {
                d.armed = ArmedWatch { filter: compiled, ..ArmedWatch::default() };
            }
            d.armed.find_sites(&self.loaded.codes);
        }
    }

    /// Whether an event matches the query that was set last.
    pub(crate) fn matches_query(&mut self, event: &Event) -> bool {
        self.driver().is_some_and(|d| d.armed.matches(event))
    }

    /// Begins a run with this action; `Stop` and `Collect` use the query that was set last.
    pub(crate) fn arm(&mut self, action: EventAction) {
        let mut only = None;
        if let Some(d) = self.control.driver_mut() {
            d.action = action;
            if !d.needs_every_event() {
                d.armed.find_sites(&self.loaded.codes);
                d.armed.patch(&self.loaded.codes, true);
                only = d.armed.query.frame.filter(|_| d.armed.query.is_of_one_frame()).map(|frame| frame.frame);
            }
        }
        self.counting.armed = true;
        if self.watches_writes() {
            self.heap.set_log_every_write(true);
        }
        self.counting.only_frame = only.unwrap_or(u64::MAX);
        let by_values = |d: &Driver| d.armed.compares_values() && !d.needs_every_event() && !d.suspend_time;
        self.counting.filters = self.control.driver().is_some_and(by_values);
        self.begin_looks();
    }

    /// Ends the run's action, and returns it with what it collected.
    pub(crate) fn disarm(&mut self) -> EventAction {
        (self.counting.armed, self.counting.filters) = (false, false);
        self.disarm_looks();
        self.heap.set_log_every_write(self.log.is_some());
        let action = self.control.driver_mut().map(|d| {
            d.armed.patch(&self.loaded.codes, false);
            d.armed.data.release();
            std::mem::take(&mut d.action)
        });
        action.unwrap_or_default()
    }

    /// Whether writes are traced.
    pub(crate) fn watches_writes(&self) -> bool {
        self.control.driver().is_some_and(|d| d.armed.data.tracer.is_active())
    }

    /// Scans newly loaded code: a match may happen in it.
    pub(crate) fn new_code_loaded(&mut self) {
        if self.counting.armed
            && let Some(d) = self.control.driver_mut()
        {
            d.armed.find_sites(&self.loaded.codes);
        }
    }

    /// Does the run's action about an event; returns whether it stops the run. `before` is the event delivered before
    /// it.
    #[cold]
    #[inline(never)]
    pub(crate) fn handle_event(&mut self, before: &Event) -> bool {
        if self.driver().is_none_or(|d| d.suspend_time) {
            return false;
        }
        if self.driver().is_some_and(|d| d.needs_every_event()) {
            self.complete_depth(before);
        }
        // A filter is about no data.
        let filtered = self.driver().is_some_and(|d| d.armed.filter.is_some());
        let changed = !filtered && self.check_watches();
        let (now, event) = (self.now() as u64, self.state.last);
        let wanted = changed || self.accepts_event();
        let Some(d) = self.driver() else { return false };
        match &mut d.action {
            EventAction::Ignore => {}
            EventAction::Stop => return wanted,
            EventAction::Collect { times, most, enough } => {
                if wanted {
                    if times.len() >= *most * 2 {
                        times.drain(..*most);
                    }
                    times.push(now);
                    return times.len() >= *enough;
                }
            }
            EventAction::Record(events) => events.push(event),
            EventAction::CollectFiltered(..) if wanted => {
                if d.armed.wants_depths() {
                    self.complete_depth(before);
                }
                return self.keep_event();
            }
            EventAction::CollectFiltered(..) => {}
        }
        false
    }

    /// What a search has patched an instruction with.
    pub(crate) fn patch_of_search(&self, code: u32, at: u32) -> Option<Op> {
        self.control.driver().and_then(|d| d.armed.patch_at(code, at))
    }

    /// Keeps the present event, which the filter accepted; returns whether that is enough.
    fn keep_event(&mut self) -> bool {
        let (now, event) = (self.now() as u64, self.state.last);
        let Some(EventAction::CollectFiltered(events, keep)) = self.driver().map(|d| &mut d.action) else {
            return false;
        };
        if let Keep::Last(most) = *keep
            && events.len() >= most * 2
        {
            events.drain(..most);
        }
        events.push((now, event));
        matches!(*keep, Keep::First(most) if events.len() >= most)
    }

    /// Whether the filter of the search rejects the events of the instruction that the top frame has come to, whatever
    /// they are.
    pub(crate) fn is_filtered_out(&mut self, pc: *const Ins) -> bool {
        self.with_filter(|vm, filter| vm.is_rejected_here(filter, pc)).unwrap_or(false)
    }

    /// Has `decide` use the filter of the search, if it is by one.
    fn with_filter(&mut self, decide: impl FnOnce(&mut Vm, &mut CompiledFilter) -> bool) -> Option<bool> {
        let mut compiled = self.driver()?.armed.filter.take()?;
        let decision = decide(self, &mut compiled);
        if let Some(d) = self.driver() {
            d.armed.filter = Some(compiled);
        }
        Some(decision)
    }

    /// Whether the present event matches the query, or passes the filter, that was set last.
    pub(crate) fn accepts_event(&mut self) -> bool {
        if let Some(accepted) = self.with_filter(Vm::is_accepted) {
            return accepted;
        }
        let event = self.state.last;
        self.matches_query(&event) && !self.is_refused(&Place::of_event(self), &event)
    }
}
