//! The rows of `tree`: each call below the one that made it.
//!
//! Where every frame runs to its end before its caller goes on, the depths of calls in order of time are the tree. A
//! generator, a coroutine and a thread go on after other calls. Their row comes again then, before the calls that they
//! make.

use super::calls::view;
use crate::answer::CallView;
use crate::session::Session;
use crate::session::listing::Codes;
use crate::target::{Event, Time};
use crate::travel::Interrupted;

/// The rows of these calls, which are in order of time. Leaves the target at any time.
pub(super) fn rows(session: &mut Session, calls: &[(Time, Event)]) -> Result<Vec<CallView>, Interrupted> {
    let current = session.target.event().frame;
    let mut tree = Tree { codes: Codes::default(), current, path: None, rows: Vec::new() };
    let by_depth = !goes_on_elsewhere(session);
    for (time, event) in calls {
        if by_depth {
            tree.push(session, *time, event, event.depth.saturating_sub(1), false);
            continue;
        }
        let mut callers = callers_of(session, *time)?;
        // The first row may have callers that are not shown.
        let known = tree.path.take().unwrap_or_else(|| callers.clone());
        let shared = known.iter().zip(&callers).take_while(|(a, b)| a == b).count();
        for (level, frame) in callers.iter().enumerate().skip(shared) {
            let begin = session.navigator().event(Time(*frame))?;
            tree.push(session, Time(*frame), &begin, level as u32, true);
        }
        tree.push(session, *time, event, callers.len() as u32, false);
        callers.push(event.frame);
        tree.path = Some(callers);
    }
    Ok(tree.rows)
}

/// Whether a frame may go on after calls that it has not made.
fn goes_on_elsewhere(session: &Session) -> bool {
    let target = &session.target;
    let functions = target.functions();
    let is_generator = |(code, entered): &(u32, bool)| *entered && target.code(*code).generator;
    target.thread().is_some() || target.branch() != 0 || functions.iter().any(is_generator)
}

/// The frames that wait for the call that begins at a time, outermost first, by their first events.
fn callers_of(session: &mut Session, time: Time) -> Result<Vec<u64>, Interrupted> {
    session.navigator().seek(time)?;
    let stack = session.target.stack();
    Ok(stack.iter().skip(1).rev().map(|frame| frame.frame).collect())
}

struct Tree {
    codes: Codes,
    /// The frame of the present event.
    current: u64,
    /// The last row's frame and those above it, outermost first; none before the first row.
    path: Option<Vec<u64>>,
    rows: Vec<CallView>,
}

impl Tree {
    fn push(&mut self, session: &Session, time: Time, event: &Event, indent: u32, goes_on: bool) {
        let code = self.codes.of(&*session.target, event.code);
        let current = time.0 == self.current && !goes_on;
        self.rows.push(CallView { current, indent, goes_on, ..view(time, event, code) });
    }
}
