//! The calls of a run as a tree.

use crate::commands::query::calls::{call_and_end, starts};
use crate::session::Session;
use crate::target::{Event, EventQuery, FrameWatch, How, Kinds, NumberTest, Reached, Test, Time};
use crate::travel::Interrupted;
use crate::views::Survey;

/// Events that are counted at once where no survey helps.
const SHORT: u64 = 1 << 16;

/// Which calls are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSearch {
    /// The frame that makes them; `None`: those that nobody in the program makes.
    parent: Option<Event>,
    /// The functions, by their code objects, wherever they are called from.
    codes: Option<Vec<u32>>,
    /// The first event that was not searched.
    pub next: Time,
    /// The first event behind those that are to be searched.
    pub end: Time,
}

/// A call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallNode {
    /// The time.
    pub time: Time,
    /// Its last event; `None` if it has not ended so far.
    pub until: Option<Time>,
    /// `co_qualname`.
    pub function: String,
    /// The file.
    pub path: String,
    /// The line of the function.
    pub line: u32,
    /// `n=3, m=4`.
    pub arguments: String,
    /// The repr of its result.
    pub result: Option<String>,
    /// The exception by which it was left: `KeyError: 'a'`.
    pub exception: Option<String>,
}

impl Session {
    /// Prepares a search for the calls that the frame which begins at a time makes, or for those that no frame of the
    /// program makes. With a text it is for all calls below it of functions with this text in their names.
    ///
    /// # Errors
    /// There is no call at this time, or Ctrl-C.
    pub fn call_search(&mut self, parent: Option<Time>, text: Option<&str>) -> Result<CallSearch, String> {
        let frontier = self.frontier();
        let codes = text.map(|text| self.functions_named(text));
        let Some(time) = parent else {
            return Ok(CallSearch { parent: None, codes, next: self.target.first(), end: frontier + 1 });
        };
        let event = self.navigator().event(time).map_err(|why| why.to_string())?;
        if event.frame != time.0 {
            return Err(format!("Event {time} is not the first of a call"));
        }
        let ends = EventQuery::frame(FrameWatch::of_kinds(event.frame, event.code, Kinds::ENDS));
        let reached = self.target.run_until(&ends, frontier);
        let end = self.target.time().unwrap_or(frontier).min(frontier);
        match reached {
            Reached::Interrupted => Err(Interrupted.to_string()),
            _ => Ok(CallSearch { parent: Some(event), codes, next: time + 1, end: end + 1 }),
        }
    }

    /// The code objects of functions with a text in their names.
    fn functions_named(&self, text: &str) -> Vec<u32> {
        let all = self.target.functions().into_iter().map(|(code, _)| code);
        all.filter(|code| self.target.code(*code).qualname.contains(text)).collect()
    }

    /// Searches further events, at most `most`, and returns the times of the calls among them.
    ///
    /// # Errors
    /// Ctrl-C; they are searched the next time.
    pub fn search_calls(&mut self, search: &mut CallSearch, most: u64) -> Result<Vec<Time>, Interrupted> {
        if search.next >= search.end {
            return Ok(Vec::new());
        }
        let to = (search.end - 1).min(search.next + most.saturating_sub(1));
        let mut filter = starts();
        match &search.codes {
            Some(codes) => filter.tests.push(Test::Codes(codes.clone())),
            None => {
                filter.tests.push(Test::Depth(NumberTest::equal(search.parent.map_or(0, |parent| parent.depth) + 1)))
            }
        }
        filter.depths = search.codes.is_none();
        let found = self.target.events_matching(search.next, to, &filter).ok_or(Interrupted)?;
        // A target may ignore the filter.
        let found = found.into_iter().filter(|(_, event)| {
            let code = self.target.code(event.code);
            filter.tests.iter().all(|test| test.matches(&code.name, &code.path, event))
        });
        let mut times: Vec<Time> = found.map(|(time, _)| time).collect();
        // While a generator waits, others make calls of this depth.
        let waits = search.parent.is_some_and(|parent| self.target.code(parent.code).generator);
        if (waits || self.target.thread().is_some()) && search.codes.is_none() {
            times = self.called_by(search.parent, times)?;
        }
        search.next = to + 1;
        Ok(times)
    }

    /// The calls that a frame makes, among calls of its depth: other threads have frames of this depth as well.
    fn called_by(&mut self, parent: Option<Event>, times: Vec<Time>) -> Result<Vec<Time>, Interrupted> {
        let mut own = Vec::new();
        for time in times {
            self.navigator().seek(time)?;
            let caller = self.target.stack().get(1).map(|frame| frame.frame);
            if caller == parent.map(|parent| parent.frame) {
                own.push(time);
            }
        }
        Ok(own)
    }

    /// Describes the call that begins at a time.
    ///
    /// # Errors
    /// Ctrl-C.
    pub fn call_node(&mut self, time: Time) -> Result<CallNode, Interrupted> {
        let event = self.navigator().event(time)?;
        let (row, ended) = call_and_end(self, time, &event)?;
        let code = self.target.code(event.code);
        let exception = match ended {
            Some((_, How::Unwind)) => Some(self.target.exception().unwrap_or_else(|| "an exception".into())),
            _ => None,
        };
        Ok(CallNode {
            time,
            until: ended.map(|(until, _)| until),
            function: code.qualname,
            path: code.path,
            line: event.line,
            arguments: row.arguments.unwrap_or_default(),
            result: row.result.filter(|_| ended.is_some() && exception.is_none()),
            exception,
        })
    }

    /// The number of calls behind one event, up to another; `None` if that must be counted first by the survey of the
    /// run.
    ///
    /// # Errors
    /// Ctrl-C.
    pub fn calls_between(&mut self, survey: &Survey, after: Time, to: Time) -> Result<Option<u64>, Interrupted> {
        let (from, end) = (after + 1, to + 1);
        if end.0.saturating_sub(from.0) <= SHORT {
            return Ok(Some(self.calls_counted(from, end)?));
        }
        let width = survey.width();
        let (first, last) = (Time(from.0.next_multiple_of(width)), Time(end.0 / width * width));
        if survey.next() < last || first - from > SHORT || end - last > SHORT {
            return Ok(None);
        }
        let edges = self.calls_counted(from, first)? + self.calls_counted(last, end)?;
        Ok(Some(edges + survey.between(first, last).calls))
    }

    fn calls_counted(&mut self, from: Time, end: Time) -> Result<u64, Interrupted> {
        if from >= end {
            return Ok(0);
        }
        let mut own = Survey::of_stretch(from, end - from);
        self.survey(&mut own, end - 1, u64::MAX)?;
        Ok(own.between(from, end).calls)
    }
}
