//! What happens where a motion leads: the place becomes the present, and what there is to say is said.

use std::sync::atomic::Ordering;

use crate::answer::Answer;
use crate::commands::watch;
use crate::session::Session;
use crate::session::{record_first, stop_view};
use crate::target::Reached;
use crate::travel::motion::Direction::{Backward, Forward};
use crate::travel::motion::Motion;
use crate::travel::{MotionResult, StopReason};

/// Said once, and again by `checkpoints`.
pub(crate) const STARVED: &str = "The memory given is too small: checkpoints are farther apart than asked for.";

/// Goes to a time by its number.
pub(crate) fn jump(session: &mut Session, to: u64) -> Vec<Answer> {
    let from = session.now;
    let reached = session.target.seek(to);
    let now = session.target.time().unwrap_or(from);
    session.timeline.reached(now);
    let why = match reached {
        Reached::Target if to < session.target.first() => StopReason::Start,
        Reached::Target => StopReason::Arrived,
        Reached::End => StopReason::End,
        Reached::Interrupted => StopReason::Interrupted,
    };
    let motion = Motion::Step(if to < from { Backward } else { Forward });
    land(session, from, MotionResult { to: now, why }, motion)
}

/// Makes the place a motion led to the present, and says what there is to say.
pub(crate) fn land(session: &mut Session, from: u64, travel: MotionResult, motion: Motion) -> Vec<Answer> {
    let mut notes = Vec::new();
    session.now = travel.to;
    if !session.warned_budget {
        let note = memory_note(session);
        session.warned_budget = note.is_some();
        notes.extend(note);
    }
    if travel.why == StopReason::Interrupted {
        session.interrupted = true;
        // It has done its work; a condition or a value asked for next must not meet it again.
        session.target.interrupt_flag().store(false, Ordering::Relaxed);
    }
    session.sync_target();
    match &travel.why {
        StopReason::Arrived => {}
        StopReason::Hit(hit) => {
            session.on_hit = session.breakpoints.get(hit.number).map_or_else(Vec::new, |b| b.commands.clone());
            if let Some(error) = &hit.error {
                notes.push(format!("*** The condition of breakpoint {} failed: {error}", hit.number));
            } else if session.breakpoints.get(hit.number).is_some_and(|b| b.temporary)
                && let Some(gone) = session.breakpoints.remove(hit.number)
            {
                notes.push(format!("Deleted {}", gone.describe()));
            }
        }
        StopReason::Changed => {
            notes.extend(watch::changes(session, travel.to));
            session.sync_target();
        }
        StopReason::Start => notes.push(start_note(session)),
        StopReason::End => {
            notes.extend(end_note(session));
            notes.extend(session.tell_choice());
        }
        StopReason::Interrupted if motion.direction() == Backward => {
            notes.push("Interrupted: back at where the search began.".into());
        }
        StopReason::Interrupted => notes.push("Program interrupted. (Use 'cont' to resume).".into()),
    }
    session.selected = 0;
    session.listed = None;
    session.tup_stack.clear();
    if travel.to == from && matches!(travel.why, StopReason::Start | StopReason::End) {
        return notes.into_iter().map(Answer::Text).collect();
    }
    if travel.to != from {
        session.past.push(from);
        session.future.clear();
    }
    vec![stop_view::here(session, notes)]
}

/// Where the exception was raised that killed the program; if that is not recorded, the first event after it that is.
pub(crate) fn place_of_death(session: &Session) -> Option<u64> {
    let died = session.target.end()?.died.as_ref()?;
    session.target.nearest(died.at?, false)
}

/// What is said once when the memory for the history is full.
fn memory_note(session: &mut Session) -> Option<String> {
    match record_first::forgotten(session) {
        None => session.target.over_budget().then(|| STARVED.into()),
        told => told,
    }
}

/// What is said at the first event that can be gone to.
fn start_note(session: &Session) -> String {
    match (session.target.first(), session.forgotten_before()) {
        (0, _) => "at the start of the program".into(),
        (first, None) => format!("at the beginning of what was recorded: event {first}"),
        (first, _) => format!("at the beginning of what is still recorded: event {first}"),
    }
}

/// What is said at the end of the program. The traceback of what killed it has been written by the program itself.
fn end_note(session: &Session) -> Option<String> {
    let end = session.target.end()?;
    Some(match &end.died {
        Some(death) if death.at == Some(session.now) => {
            format!("Uncaught exception: the program died of {}. Here it was raised.", death.summary)
        }
        Some(death) if place_of_death(session) == Some(session.now) => {
            format!(
                "Uncaught exception: the program died of {}. Where it was raised was not recorded, but that it came here.",
                death.summary
            )
        }
        _ => {
            let how = stop_view::describe_end(end);
            match end.last.filter(|last| session.target.gap(*last).is_some()) {
                Some(last) => format!("at the end of what was recorded: the program went on to event {last} and {how}"),
                None => format!("at the end of the program: {how}"),
            }
        }
    })
}

/// A command that moved several times counts as one in the navigation's history.
pub(crate) fn merge_history(session: &mut Session, start: u64) {
    if let Some(at) = session.past.iter().rposition(|t| *t == start)
        && session.now != start
    {
        session.past.truncate(at + 1);
    }
}
