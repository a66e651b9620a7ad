//! The commands that travel.

use crate::answer::Answer;
use crate::commands::branches::frame;
use crate::commands::{Args, library};
use crate::session::Session;
use crate::session::arrive::{land, place_of_death, place_of_post_mortem};
use crate::target::{Event, EventKind, Time};
use crate::travel::motion::{Direction, Motion};
use crate::travel::{MotionResult, StopReason};

use Direction::{Backward, Forward};

/// `step`.
pub fn step(session: &mut Session, args: &Args) -> Vec<Answer> {
    if args.text == "--all"
        && let Some(why) = library::cannot_step_into_all(session)
    {
        return vec![why];
    }
    repeat(session, Motion::Step(Forward), args.count())
}

/// `next`.
pub fn next(session: &mut Session, args: &Args) -> Vec<Answer> {
    repeat(session, Motion::Next(Forward), args.count())
}

/// `return`.
pub fn return_(session: &mut Session, args: &Args) -> Vec<Answer> {
    match args.text.is_empty() {
        true => repeat(session, Motion::Return, 1),
        false => frame::return_value(session, args),
    }
}

/// `continue`.
pub fn continue_(session: &mut Session, args: &Args) -> Vec<Answer> {
    repeat(session, Motion::Continue(Forward), args.count())
}

/// `rstep`.
pub fn rstep(session: &mut Session, args: &Args) -> Vec<Answer> {
    repeat(session, Motion::Step(Backward), args.count())
}

/// `rnext`.
pub fn rnext(session: &mut Session, args: &Args) -> Vec<Answer> {
    repeat(session, Motion::Next(Backward), args.count())
}

/// `rreturn`.
pub fn rreturn(session: &mut Session, args: &Args) -> Vec<Answer> {
    repeat(session, Motion::CallSite, args.count())
}

/// `rcontinue`.
pub fn rcontinue(session: &mut Session, args: &Args) -> Vec<Answer> {
    repeat(session, Motion::Continue(Backward), args.count())
}

/// `nextf`.
pub fn nextf(session: &mut Session, args: &Args) -> Vec<Answer> {
    repeat(session, Motion::FrameStart(Forward), args.count())
}

/// `prevf`.
pub fn prevf(session: &mut Session, args: &Args) -> Vec<Answer> {
    repeat(session, Motion::FrameStart(Backward), args.count())
}

/// `until`.
pub fn until(session: &mut Session, args: &Args) -> Vec<Answer> {
    bounded(session, args, Forward)
}

/// `runtil`.
pub fn runtil(session: &mut Session, args: &Args) -> Vec<Answer> {
    bounded(session, args, Backward)
}

fn bounded(session: &mut Session, args: &Args, direction: Direction) -> Vec<Answer> {
    session.sync_target();
    let line = args.number.map(|line| u32::try_from(line).unwrap_or(u32::MAX));
    let current = session.selected_frame().map_or(0, |at| at.line);
    match (line, direction) {
        (Some(line), Forward) if line <= current => {
            vec![Answer::Error("\"until\" line number is smaller than current line number".into())]
        }
        (Some(line), Backward) if line >= current => {
            vec![Answer::Error("\"runtil\" line number is greater than current line number".into())]
        }
        _ => repeat(session, Motion::Until(direction, line), 1),
    }
}

/// `tup`.
pub fn tup(session: &mut Session, args: &Args) -> Vec<Answer> {
    let start = session.nav.now;
    let mut last = Vec::new();
    for _ in 0..args.count() {
        let from = session.nav.now;
        session.sync_target();
        let frame = session.view.selected;
        if session.target.stack().len() < frame + 2 {
            last = vec![Answer::Error("Oldest frame".into())];
            break;
        }
        let travel = session.navigator().run_motion_of(Motion::CallSite, from, frame);
        let arrived = travel.why == StopReason::Arrived;
        let stack = std::mem::take(&mut session.nav.tup_stack);
        last = land(session, from, travel, Motion::CallSite);
        session.nav.tup_stack = stack;
        if !arrived {
            break;
        }
        session.nav.tup_stack.push((session.nav.now, from));
    }
    session.nav.merge(start);
    last
}

/// `tdown`.
pub fn tdown(session: &mut Session, args: &Args) -> Vec<Answer> {
    let start = session.nav.now;
    let mut last = Vec::new();
    for _ in 0..args.count() {
        let from = session.nav.now;
        session.sync_target();
        let (frame, newest) = (session.view.selected, session.target.event());
        let here = session.navigator().event_of(frame, newest);
        let mut stack = std::mem::take(&mut session.nav.tup_stack);
        let back = stack.pop_if(|(site, _)| *site == from && frame == 0).map(|(_, came_from)| came_from);
        let travel = match back {
            Some(to) => MotionResult { to, why: StopReason::Arrived },
            None => session.navigator().run_motion_of(Motion::Callee, from, frame),
        };
        if back.is_none() && travel.why == StopReason::Arrived && !is_call_from(session, &here, travel.to) {
            session.sync_target();
            last = vec![Answer::Error("Newest frame: nothing more is called from here".into())];
            break;
        }
        last = land(session, from, travel, Motion::Callee);
        session.nav.tup_stack = stack;
    }
    session.nav.merge(start);
    last
}

/// Whether the event at `to` is a call made by the activation of `from`.
fn is_call_from(session: &mut Session, from: &Event, to: Time) -> bool {
    session
        .navigator()
        .event(to)
        .is_ok_and(|to| to.kind == EventKind::Call && from.kind != EventKind::Return && to.depth == from.depth + 1)
}

/// Repeats a motion `count` times, or until something stops it. The first is that of the selected frame.
fn repeat(session: &mut Session, motion: Motion, count: u64) -> Vec<Answer> {
    let from = session.nav.now;
    let mut travel = MotionResult { to: from, why: StopReason::Arrived };
    let mut frame = session.view.selected;
    let is_straight = count == 1 && frame == 0 && matches!(motion, Motion::Step(Forward) | Motion::Next(Forward));
    for _ in 0..count {
        travel = session.navigator().run_motion_of(motion, travel.to, frame);
        // The frame at which a motion ends is the newest there.
        frame = 0;
        let goes_on = match &travel.why {
            StopReason::Arrived => true,
            StopReason::Changed | StopReason::Asked(_) => matches!(motion, Motion::Continue(_)),
            // A count of `continue` is a count of hits.
            StopReason::Hit(hit) => {
                matches!(motion, Motion::Continue(_))
                    && session.breakpoints.get(hit.number).is_some_and(|b| !b.temporary)
            }
            _ => false,
        };
        if !goes_on {
            break;
        }
    }
    if matches!(motion, Motion::Continue(Forward)) {
        // The end that matters of a program that died is where the exception was raised, with all frames still there.
        // So does `post_mortem` lead there.
        let raised = match &travel.why {
            StopReason::End => place_of_death(session),
            StopReason::Asked(stop) => place_of_post_mortem(session, stop),
            _ => None,
        };
        travel.to = raised.filter(|at| *at > from).unwrap_or(travel.to);
    }
    session.after_motion.straight = (is_straight && travel.why == StopReason::Arrived).then_some((from, travel.to));
    land(session, from, travel, motion)
}
