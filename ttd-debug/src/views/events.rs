//! The life of a frame: all its events with what had changed, from its call to its end.

use crate::session::Session;
use crate::session::listing::{Codes, visit};
use crate::target::{Event, EventKind, EventQuery, Filter, FrameWatch, How, Kinds, Reached, Time};
use crate::travel::Interrupted;
use crate::travel::raised::is_new_at;

/// A call of a function from its beginning to its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameLife {
    /// The time of its call.
    pub began: Time,
    /// The file.
    pub path: String,
    /// `co_qualname`.
    pub function: String,
    /// The arguments with their reprs.
    pub arguments: Vec<(String, String)>,
    /// Its events and calls, in order.
    pub events: Vec<LifeEvent>,
    /// There are more events than those.
    pub cut: bool,
}

/// An event of a frame, or a call that it makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LifeEvent {
    /// The time.
    pub time: Time,
    /// What happened.
    pub kind: EventKind,
    /// Which call or return.
    pub how: How,
    /// The line.
    pub line: u32,
    /// The function, where it is a call that the frame makes.
    pub callee: Option<String>,
    /// The value, where one is returned, or the exception.
    pub value: Option<String>,
    /// The variables that hold something else than at the frame's event before, with their reprs.
    pub changes: Vec<(String, String)>,
}

/// An event and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// The time.
    pub time: Time,
    /// The event.
    pub event: Event,
    /// `co_qualname`.
    pub function: String,
    /// The file.
    pub path: String,
}

impl Session {
    /// The events from one time up to before another, which must have been reached.
    ///
    /// # Errors
    /// Ctrl-C.
    pub fn event_list(&mut self, from: Time, to: Time) -> Result<Vec<EventRow>, Interrupted> {
        if from >= to {
            return Ok(Vec::new());
        }
        let events = self.target.events(from.max(self.target.first()), to - 1).ok_or(Interrupted)?;
        let mut codes = Codes::default();
        let row = |(time, event): (Time, Event)| {
            let code = codes.of(&*self.target, event.code);
            EventRow { time, event, function: code.qualname.clone(), path: code.path.clone() }
        };
        Ok(events.into_iter().map(row).collect())
    }

    /// The depth of the stack at an event.
    ///
    /// # Errors
    /// Ctrl-C.
    pub fn depth_at(&mut self, time: Time) -> Result<u32, Interrupted> {
        Ok(self.navigator().event(time)?.depth)
    }

    /// Reads the life of the frame whose event is at `t`, from its event at or after `from` on, at most `most` events.
    /// The present stays.
    ///
    /// # Errors
    /// Ctrl-C.
    pub fn frame_life(&mut self, t: Time, from: Time, most: usize) -> Result<FrameLife, Interrupted> {
        let result = self.read_life(t, from, most);
        self.sync_target();
        result
    }

    /// The last exceptions that were raised between two times, at most `most`, the latest first, each as
    /// `KeyError: 'a'`; and whether that is all, as far as `most` allows: Ctrl-C ends the search. The present stays,
    /// but the target is elsewhere until it is looked at.
    pub fn raised_between(&mut self, from: Time, to: Time, most: usize) -> (Vec<(Time, String)>, bool) {
        let query = EventQuery { any: Kinds::EXCEPTION, ..EventQuery::default() };
        let (mut before, mut raised) = (to + 1, Vec::new());
        while before > from {
            let found = self.target.last_before(&query, before, from);
            for time in found.times.iter().rev() {
                if raised.len() == most {
                    return (raised, true);
                }
                if self.target.seek(*time) == Reached::Interrupted {
                    return (raised, false);
                }
                let is_new = is_new_at(&mut *self.target, *time);
                raised.extend(self.target.exception().filter(|_| is_new).map(|text| (*time, text)));
            }
            if found.interrupted {
                return (raised, false);
            }
            let Some(first) = found.times.first() else { break };
            before = *first;
        }
        (raised, true)
    }

    fn read_life(&mut self, t: Time, from: Time, most: usize) -> Result<FrameLife, Interrupted> {
        let event = self.navigator().event(t)?;
        let frame = event.frame;
        let code = self.target.code(event.code);
        let mut life =
            FrameLife { began: Time(frame), path: code.path, function: code.qualname, ..FrameLife::default() };
        let first = Time(frame).max(self.target.first());
        self.navigator().seek(first)?;
        life.arguments = self.target.args(0);
        let mut known = self.target.locals(0);
        let end = self.end_of_frame(&event, t)?;
        let mut codes = Codes::default();
        visit(self, Time(frame), end, &Filter::default(), |session, time, event| {
            let is_new = event.kind == EventKind::Call && event.how == How::Start && event.frame != frame;
            let is_call = is_new && session.target.stack().get(1).is_some_and(|caller| caller.frame == frame);
            if event.frame != frame && !is_call {
                return Ok(true);
            }
            let mut row = LifeEvent {
                time,
                kind: event.kind,
                how: event.how,
                line: event.line,
                callee: None,
                value: None,
                changes: Vec::new(),
            };
            match event.frame == frame {
                true => session.own_event(event, &mut row, &mut known),
                false => session.call_of(event, &mut row, &mut codes),
            }
            if time < from {
                return Ok(true);
            }
            life.cut = life.events.len() >= most;
            if !life.cut {
                life.events.push(row);
            }
            Ok(!life.cut)
        })?;
        Ok(life)
    }

    fn own_event(&mut self, event: &Event, row: &mut LifeEvent, known: &mut Vec<(String, String)>) {
        let now = self.target.locals(0);
        row.changes = now.iter().filter(|variable| !known.contains(variable)).cloned().collect();
        *known = now;
        row.value = match (event.kind, event.how) {
            (EventKind::Return, How::Unwind) => None,
            (EventKind::Return, _) => self.target.retval(),
            (EventKind::Exception, _) => self.target.exception(),
            _ => None,
        };
    }

    fn call_of(&mut self, event: &Event, row: &mut LifeEvent, codes: &mut Codes) {
        let arguments: Vec<String> =
            self.target.args(0).into_iter().map(|(name, value)| format!("{name}={value}")).collect();
        let name = codes.of(&*self.target, event.code).qualname.clone();
        row.callee = Some(format!("{name}({})", arguments.join(", ")));
    }

    /// The last event of a frame, or the last event so far.
    fn end_of_frame(&mut self, event: &Event, t: Time) -> Result<Time, Interrupted> {
        let limit = self.frontier();
        if event.kind == EventKind::Return && event.how != How::Suspend {
            return Ok(t);
        }
        let watch = FrameWatch::of_kinds(event.frame, event.code, Kinds::ENDS);
        self.navigator().seek(t)?;
        match self.target.run_until(&EventQuery::frame(watch), limit) {
            crate::target::Reached::Interrupted => Err(Interrupted),
            _ => Ok(self.target.time().unwrap_or(limit).min(limit)),
        }
    }
}
