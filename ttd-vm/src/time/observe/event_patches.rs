//! Looking out for events while the program runs.
//!
//! The instructions at which a watched-for event can happen are patched, so that all others run as fast as ever; what
//! belongs to no instruction (exceptions, frames that are unwound, lines of handlers) comes through
//! `Vm::deliver_event` anyway. Patches lie over loaded code, which is no part of the program's state, and only from
//! `Vm::arm` to the next `Vm::disarm`, that is during one run: nobody who looks at a standing machine meets
//! one.

use ttd_code::bytecode::code::Event as CodeEvent;
use ttd_code::bytecode::op::Op;

use super::data_watch::DataWatches;
use crate::Vm;
use crate::time::search::filter::Filter;
use crate::time::search::filter_exec::CompiledFilter;
use crate::time::search::query::{EventQuery, Kinds};
use crate::vm::code::CodeRt;
use crate::vm::event::{Event, EventKind};

/// What is done about the events of a run.
#[derive(Default)]
pub(crate) enum EventAction {
    /// Nothing.
    #[default]
    Ignore,
    /// The run stops at the first that meets the watch, or goes through the sieve.
    Stop,
    /// The times of those that meet the watch are kept: this many of the last ones, or up to twice as many.
    Collect(Vec<u64>, usize),
    /// Every event is kept.
    Record(Vec<Event>),
    /// Those are kept, with their times, that go through the sieve.
    CollectFiltered(Vec<(u64, Event)>),
}

/// What is looked for in terms of loaded code.
#[derive(Default)]
pub(crate) struct ArmedWatch {
    query: EventQuery,
    /// What events are looked for instead, if they are told by what a watch cannot say.
    filter: Option<Box<CompiledFilter>>,
    /// The places: code and line, sorted.
    lines: Vec<(u32, u32)>,
    /// The instructions where a watched-for event can happen: code and index, sorted.
    sites: Vec<(u32, u32)>,
    /// How many code objects have been looked at.
    scanned_codes: usize,
    /// The sites are patched.
    patched: bool,
    /// The places whose changes count.
    pub(crate) data: DataWatches,
}

impl ArmedWatch {
    /// Finds the sites of code that was not looked at yet.
    fn find_sites(&mut self, codes: &[&'static CodeRt]) {
        for code in codes.iter().skip(self.scanned_codes).filter(|code| code.counted) {
            let places = self.query.locations.iter().filter(|p| p.is_at(&code.code.path, &code.code.name, p.line));
            let lines: Vec<(u32, u32)> = places.map(|place| (code.id, place.line)).collect();
            self.lines.extend(&lines);
            self.lines.sort_unstable();
            let first = self.sites.len();
            for (at, event) in &code.code.events {
                let wanted = match &self.filter {
                    Some(compiled) => compiled.may_accept(code, event),
                    None => self.can_match(code, *at, event),
                };
                if wanted && self.sites[first..].last() != Some(&(code.id, *at)) {
                    self.sites.push((code.id, *at));
                }
            }
            if self.patched {
                self.sites[first..].iter().for_each(|(_, at)| code.patch(*at, true));
            }
        }
        self.scanned_codes = codes.len();
    }

    /// Whether this event of an instruction can meet the watch, in the right frame.
    fn can_match(&self, code: &CodeRt, at: u32, event: &CodeEvent) -> bool {
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
                frame.code == code.id && frame.kinds.matches(kinds) && in_range
            })
    }

    /// Whether an event of this instruction, whose code was looked at, can meet the watch.
    pub(crate) fn may_match_at(&self, code: &CodeRt, at: u32) -> bool {
        self.sites.binary_search(&(code.id, at)).is_ok()
    }

    /// Whether every event has to be looked at.
    pub(crate) fn needs_every_event(&self) -> bool {
        self.data.is_active() || self.filter.as_ref().is_some_and(|compiled| compiled.tracks_depth())
    }

    /// Whether nothing but changes of places meets the watch.
    pub(crate) fn has_lines_only(&self) -> bool {
        self.query.locations.is_empty() && self.query.frame.is_none() && self.query.any == Kinds::NONE
    }

    fn patch(&mut self, codes: &[&'static CodeRt], on: bool) {
        if self.patched != on {
            self.patched = on;
            for (code, at) in &self.sites {
                codes[*code as usize].patch(*at, on);
            }
        }
    }

    /// The same as `EventQuery::meets`.
    pub(crate) fn matches(&self, event: &Event) -> bool {
        self.query.any.matches(Kinds::of(event))
            || self.query.frame.is_some_and(|frame| frame.matches(event))
            || event.kind == EventKind::Line && self.lines.binary_search(&(event.code, event.line)).is_ok()
    }
}

impl Vm {
    /// Knows what a watch means, so that `is_watched` can answer. What was found out for the same watch is used again.
    pub(crate) fn set_query(&mut self, query: &EventQuery) {
        let codes = std::mem::take(&mut self.loaded.codes);
        if let Some(d) = self.driver() {
            if d.armed.query != *query || d.armed.filter.is_some() {
                d.armed = ArmedWatch { query: query.clone(), data: DataWatches::new(query), ..ArmedWatch::default() };
            }
            d.armed.find_sites(&codes);
        }
        self.loaded.codes = codes;
    }

    /// The same for a filter.
    pub(crate) fn set_filter(&mut self, filter: &Filter) {
        let codes = std::mem::take(&mut self.loaded.codes);
        if let Some(d) = self.driver() {
            if d.armed.filter.as_ref().is_none_or(|compiled| !compiled.is_of(filter)) {
                d.armed = ArmedWatch { filter: Some(Box::new(CompiledFilter::new(filter))), ..ArmedWatch::default() };
            }
            d.armed.find_sites(&codes);
        }
        self.loaded.codes = codes;
    }

    /// Whether an event meets the watch that was learned last.
    pub(crate) fn matches_query(&mut self, event: &Event) -> bool {
        self.driver().is_some_and(|d| d.armed.matches(event))
    }

    /// From now on something is done about events. `Stop` and `Note` are about the watch that was learned last.
    pub(crate) fn arm(&mut self, action: EventAction) {
        let codes = std::mem::take(&mut self.loaded.codes);
        let mut only = None;
        if let Some(d) = self.driver() {
            d.action = action;
            if !d.needs_every_event() {
                d.armed.find_sites(&codes);
                d.armed.patch(&codes, true);
                only = d.armed.query.frame.filter(|_| d.armed.query.is_of_one_frame()).map(|frame| frame.frame);
            }
        }
        self.loaded.codes = codes;
        self.counting.armed = true;
        if self.watches_writes() {
            self.heap.set_log_every_write(true);
        }
        self.counting.only_frame = only.unwrap_or(u64::MAX);
    }

    /// The end of that: what was to be done, with what has been kept.
    pub(crate) fn disarm(&mut self) -> EventAction {
        self.counting.armed = false;
        self.heap.set_log_every_write(self.log.is_some());
        let codes = std::mem::take(&mut self.loaded.codes);
        let action = self.driver().map(|d| {
            d.armed.patch(&codes, false);
            d.armed.data.release();
            std::mem::take(&mut d.action)
        });
        self.loaded.codes = codes;
        action.unwrap_or_default()
    }

    /// Whether what is written is looked at.
    pub(crate) fn watches_writes(&self) -> bool {
        self.control.driver().is_some_and(|d| d.armed.data.tracer.is_active())
    }

    /// A new code object was loaded: what is looked for may happen in it.
    pub(crate) fn new_code_loaded(&mut self) {
        if self.counting.armed {
            let codes = std::mem::take(&mut self.loaded.codes);
            if let Some(d) = self.driver() {
                d.armed.find_sites(&codes);
            }
            self.loaded.codes = codes;
        }
    }

    /// An event has happened and something may have to be done about it; whether it stops the run. `before` is the one
    /// that was delivered before it.
    #[cold]
    #[inline(never)]
    pub(crate) fn handle_event(&mut self, before: &Event) -> bool {
        if self.driver().is_none_or(|d| d.suspend_time) {
            return false;
        }
        if self.driver().is_some_and(|d| d.needs_every_event()) {
            self.complete_depth(before);
        }
        let changed = self.check_watches();
        let (now, event) = (self.now() as u64, self.state.last);
        let wanted = changed || self.accepts_event();
        let Some(d) = self.driver() else { return false };
        match &mut d.action {
            EventAction::Ignore => {}
            EventAction::Stop => return wanted,
            EventAction::Collect(times, most) => {
                if wanted {
                    if times.len() >= *most * 2 {
                        times.drain(..*most);
                    }
                    times.push(now);
                }
            }
            EventAction::Record(events) => events.push(event),
            EventAction::CollectFiltered(events) => {
                if wanted {
                    events.push((now, event));
                }
            }
        }
        false
    }

    /// Whether the present event meets the watch, or goes through the sieve, that was learned last.
    pub(crate) fn accepts_event(&mut self) -> bool {
        let event = self.state.last;
        let Some(armed) = self.driver().map(|d| &mut d.armed) else { return false };
        let Some(mut compiled) = armed.filter.take() else { return armed.matches(&event) };
        let through = self.is_accepted(&mut compiled);
        if let Some(d) = self.driver() {
            d.armed.filter = Some(compiled);
        }
        through
    }
}
