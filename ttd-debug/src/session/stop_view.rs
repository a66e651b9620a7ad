//! The present as an answer.

use crate::answer::{Answer, FrameView, Stop};
use crate::session::Session;
use crate::syntax::text;
use crate::target::{End, EventKind, FrameInfo, How};

/// The present as an answer, with notes about what happened on the way. It shows the selected frame.
pub fn here(session: &mut Session, notes: Vec<String>) -> Answer {
    session.sync_target();
    let (selected, newest) = (session.view.selected, session.target.event());
    let event = session.navigator().event_of(selected, newest);
    let returns = event.kind == EventKind::Return && event.how != How::Unwind;
    let returning = if returns { session.target.retval().map(|value| text::shorten(&value)) } else { None };
    let exception = if event.kind == EventKind::Exception { session.target.exception() } else { None };
    let at = FrameInfo { frame: event.frame, code: event.code, line: event.line };
    let frame = FrameView { returning, ..view(session, &at, true) };
    Answer::Stop(Stop {
        notes,
        time: session.nav.now,
        kind: event.kind,
        how: event.how,
        exception,
        frame,
        passing: false,
    })
}

/// A frame of the stack, without the value it may be returning.
pub fn view(session: &mut Session, at: &FrameInfo, current: bool) -> FrameView {
    let code = session.target.code(at.code);
    let source = session.sources.line(&*session.target, &code.path, at.line);
    FrameView { current, path: code.path, line: at.line, function: code.name, returning: None, source }
}

/// `exited 0`, or what it died of.
pub fn describe_end(end: &End) -> String {
    match &end.died {
        Some(death) => format!("died of {}", death.summary),
        None => format!("exited {}", end.status),
    }
}
