//! The same moment of a run with other events: the program's own events are the same in both, whatever library code has
//! events. So the n-th event of a kind, on a line of the program, is the same moment in both.

use crate::session::Session;
use crate::target::{Event, EventQuery, Filter, FrameWatch, Kinds, NumberTest, Reached, Test, Time};

/// More events like the one looked for are not passed one by one.
const MOST: usize = 100_000;

/// An event of the program's own code, by what is the same in both runs.
pub(crate) struct Moment {
    path: String,
    function: String,
    filter: Filter,
    /// How many such events there are up to this one.
    count: usize,
}

impl Moment {
    /// The last event of the program's own code up to now, in the innermost frame of such code. `None` when there is
    /// none, too many are like it, or the log does not have them all.
    pub(crate) fn present(session: &mut Session) -> Option<Moment> {
        if session.target.recorded().is_some() || session.target.first() > Time::START || !session.recording.has_events
        {
            return None;
        }
        session.sync_target();
        let mut at = session.nav.now;
        if !session.target.code(session.target.event().code).program {
            let stack = session.target.stack();
            let own = stack.iter().find(|frame| session.target.code(frame.code).program)?;
            let query = EventQuery::frame(FrameWatch::of_kinds(own.frame, own.code, Kinds::ALL));
            at = session.target.last_before(&query, at, Time::START).times.last().copied()?;
            session.navigator().seek(at).ok()?;
        }
        let event = session.target.event();
        let code = session.target.code(event.code);
        let tests = vec![
            Test::Kind(Some(event.kind)),
            Test::Function(code.name.clone()),
            Test::Line(NumberTest::equal(event.line)),
        ];
        let filter = Filter { tests, ..Filter::default() };
        let mut moment = Moment { path: code.path, function: code.name, filter, count: 0 };
        let alike = session.target.events_matching(Time::START, at, &moment.filter)?;
        moment.count = alike.iter().filter(|(_, event)| moment.is_like(session, event)).count();
        (1..=MOST).contains(&moment.count).then_some(moment)
    }

    /// Brings the target, of which nothing but the first event has run, to this moment. It does not run further.
    pub(crate) fn find(&self, session: &mut Session) -> Option<Time> {
        if session.target.seek(Time::START) != Reached::Target {
            return None;
        }
        let mut count = 0;
        loop {
            count += usize::from(self.is_like(session, &session.target.event()));
            if count == self.count {
                return session.target.time();
            }
            if session.target.run_until_filter(&self.filter, Time::NEVER) != Reached::Target {
                return None;
            }
        }
    }

    fn is_like(&self, session: &Session, event: &Event) -> bool {
        let code = session.target.code(event.code);
        let passes = |test: &Test| test.matches(&code.name, &code.path, event);
        code.program && code.path == self.path && code.name == self.function && self.filter.tests.iter().all(passes)
    }
}
