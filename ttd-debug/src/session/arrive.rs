//! Arriving: the time that a motion leads to becomes the present, with notes about what happened on the way.

use std::sync::atomic::Ordering;

use crate::answer::Answer;
use crate::session::Session;
use crate::session::{record_first, stop_view, watchpoints};
use crate::target::{ProgramStop, Reached, Time};
use crate::travel::motion::Direction::{Backward, Forward};
use crate::travel::motion::Motion;
use crate::travel::{MotionResult, StopReason};

/// Shown once, and again by `checkpoints`.
pub(crate) const STARVED: &str = "The memory limit is too small: checkpoints are farther apart than requested.";

/// Goes to a time.
pub(crate) fn jump(session: &mut Session, to: Time) -> Vec<Answer> {
    let from = session.nav.now;
    let reached = session.target.seek(to);
    let now = session.target.time().unwrap_or(from);
    session.explored.reached(now);
    let why = match reached {
        Reached::Target if to < session.target.first() => StopReason::Start,
        Reached::Target => StopReason::Arrived,
        Reached::End => StopReason::End,
        Reached::Interrupted => StopReason::Interrupted,
    };
    let motion = Motion::Step(if to < from { Backward } else { Forward });
    land(session, from, MotionResult { to: now, why }, motion)
}

/// Makes the time that a motion led to the present, and answers with the stop.
pub(crate) fn land(session: &mut Session, from: Time, travel: MotionResult, motion: Motion) -> Vec<Answer> {
    let mut notes = Vec::new();
    session.nav.now = travel.to;
    if !session.recording.warned_budget {
        let note = memory_note(session);
        session.recording.warned_budget = note.is_some();
        notes.extend(note);
    }
    if travel.why == StopReason::Interrupted {
        session.after_motion.interrupted = true;
        // The flag has done its work; it must not end the next evaluation as well.
        session.target.interrupt_flag().store(false, Ordering::Relaxed);
    }
    session.sync_target();
    // A change is shown also where something else has stopped the motion.
    let stops = matches!(&travel.why, StopReason::Changed | StopReason::Hit(_) | StopReason::Raised);
    if stops && !session.watches.list.is_empty() {
        notes.extend(watchpoints::changes(session, travel.to));
        session.sync_target();
    }
    match &travel.why {
        StopReason::Arrived | StopReason::Raised | StopReason::Changed => {}
        StopReason::Hit(hit) => {
            session.after_motion.commands =
                session.breakpoints.get(hit.number).map_or_else(Vec::new, |b| b.commands.clone());
            if let Some(error) = &hit.error {
                notes.push(format!("*** The condition of breakpoint {} failed: {error}", hit.number));
            } else if session.breakpoints.get(hit.number).is_some_and(|b| b.temporary)
                && let Some(gone) = session.breakpoints.remove(hit.number)
            {
                notes.push(format!("Deleted {}", gone.describe()));
            }
        }
        StopReason::Asked(stop) => {
            session.after_motion.commands = stop.commands.clone();
            notes.extend(stop.header.clone());
            notes.extend(stop.exception.as_ref().map(|(class, at)| post_mortem_note(class, at.map(Time), travel.to)));
        }
        StopReason::Start => notes.push(start_note(session)),
        StopReason::End => {
            notes.extend(end_note(session));
            notes.extend(session.recording_notes());
            notes.extend(session.unmatched_notes());
        }
        StopReason::Interrupted if motion.direction() == Backward => {
            notes.push("Interrupted: back where the search began.".into());
        }
        StopReason::Interrupted => notes.push("Program interrupted. (Use 'cont' to resume).".into()),
    }
    session.view.selected = frame_of_stop(session, &travel);
    session.after_motion.why = Some(travel.why.clone());
    session.view.listed = None;
    session.nav.tup_stack.clear();
    if travel.to == from && matches!(travel.why, StopReason::Start | StopReason::End) {
        return notes.into_iter().map(Answer::Text).collect();
    }
    if travel.to != from {
        session.nav.came_from = Some(from);
        session.nav.past.push(from);
        session.nav.future.clear();
    }
    vec![stop_view::here(session, notes)]
}

/// The time at which the exception that killed the program was raised, or the first recorded event after it.
pub(crate) fn place_of_death(session: &Session) -> Option<Time> {
    let died = session.target.end()?.died.as_ref()?;
    session.target.nearest(Time(died.at?), Forward)
}

/// The time at which the exception was raised that a `post_mortem` is about, or the first recorded event after it.
pub(crate) fn place_of_post_mortem(session: &Session, stop: &ProgramStop) -> Option<Time> {
    let (_, at) = stop.exception.as_ref()?;
    session.target.nearest(Time((*at)?), Forward)
}

/// The frame to select at the end of a motion: at a stop that the program asks for the frame that asks, although others
/// may have had events since its line began, else the newest.
fn frame_of_stop(session: &Session, travel: &MotionResult) -> usize {
    match &travel.why {
        StopReason::Asked(stop) if stop.time == travel.to.0 => {
            session.target.stack().iter().position(|at| at.frame == stop.frame).unwrap_or(0)
        }
        _ => 0,
    }
}

/// The note at a call of `post_mortem`, or where the exception was raised that the call is about.
fn post_mortem_note(class: &str, raised: Option<Time>, here: Time) -> String {
    match raised {
        Some(at) if at == here => format!("Post-mortem of this {class}. It was raised here."),
        Some(at) => format!("Post-mortem of the {class} that was raised at {at}; `goto {at}` leads there."),
        None => format!("Post-mortem of a {class}. It was not raised in your code."),
    }
}

/// The note, shown once, that the memory for the history is full.
fn memory_note(session: &mut Session) -> Option<String> {
    match record_first::full_log_note(session) {
        None => session.target.over_budget().then(|| STARVED.into()),
        note => note,
    }
}

/// The note at the first event that can be gone to.
fn start_note(session: &Session) -> String {
    match (session.target.first(), session.dropped_before()) {
        (Time::START, _) => "at the start of the program".into(),
        (first, None) => format!("at the first recorded event: {first}"),
        (first, _) => format!("at the first event that the log still has: {first}"),
    }
}

/// The note at the end of the program. The program itself has written the traceback if it died.
fn end_note(session: &Session) -> Option<String> {
    let end = session.target.end()?;
    Some(match &end.died {
        Some(death) if death.at.map(Time) == Some(session.nav.now) => {
            format!("Uncaught exception: the program died of {}. It was raised here.", death.summary)
        }
        Some(death) if place_of_death(session) == Some(session.nav.now) => {
            format!(
                "Uncaught exception: the program died of {}. Where it was raised was not recorded; this is the first recorded event after it.",
                death.summary
            )
        }
        _ => {
            let how = stop_view::describe_end(end);
            match end.last.filter(|last| session.target.gap(Time(*last)).is_some()) {
                Some(last) => format!("at the last recorded event: the program went on to event {last} and {how}"),
                None => format!("at the end of the program: {how}"),
            }
        }
    })
}
