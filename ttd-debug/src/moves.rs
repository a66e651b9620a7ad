//! The commands that travel.

use std::sync::atomic::Ordering;

use crate::answer::Answer;
use crate::commands::Args;
use crate::motion::{Direction, Motion};
use crate::session::Session;
use crate::stops;
use crate::target::{EventKind, Reached};
use crate::travel::{Travel, Why};

use Direction::{Backward, Forward};

/// `step`.
pub fn step(session: &mut Session, args: &Args) -> Vec<Answer> {
    repeat(session, Motion::Step(Forward), args.count())
}

/// `next`.
pub fn next(session: &mut Session, args: &Args) -> Vec<Answer> {
    repeat(session, Motion::Next(Forward), args.count())
}

/// `return`.
pub fn return_(session: &mut Session, args: &Args) -> Vec<Answer> {
    repeat(session, Motion::Return, args.count())
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
    session.settle();
    let line = args
        .number
        .map(|line| u32::try_from(line).unwrap_or(u32::MAX));
    let current = session.target.event().line;
    match (line, direction) {
        (Some(line), Forward) if line <= current => {
            vec![Answer::Error(
                "\"until\" line number is smaller than current line number".into(),
            )]
        }
        (Some(line), Backward) if line >= current => {
            vec![Answer::Error(
                "\"runtil\" line number is greater than current line number".into(),
            )]
        }
        _ => repeat(session, Motion::Until(direction, line), 1),
    }
}

/// `tup`.
pub fn tup(session: &mut Session, args: &Args) -> Vec<Answer> {
    let start = session.now;
    let mut last = Vec::new();
    for _ in 0..args.count() {
        let from = session.now;
        session.settle();
        if session.target.stack().len() < 2 {
            last = vec![Answer::Error("Oldest frame".into())];
            break;
        }
        let travel = session.road().follow(Motion::CallSite, from);
        let arrived = travel.why == Why::Arrived;
        let left = std::mem::take(&mut session.left);
        last = land(session, from, travel, Motion::CallSite);
        session.left = left;
        if !arrived {
            break;
        }
        session.left.push((session.now, from));
    }
    merge_history(session, start);
    last
}

/// `tdown`.
pub fn tdown(session: &mut Session, args: &Args) -> Vec<Answer> {
    let start = session.now;
    let mut last = Vec::new();
    for _ in 0..args.count() {
        let from = session.now;
        let mut left = std::mem::take(&mut session.left);
        let back = left
            .pop_if(|(site, _)| *site == from)
            .map(|(_, came_from)| came_from);
        let travel = match back {
            Some(to) => Travel {
                to,
                why: Why::Arrived,
            },
            None => session.road().follow(Motion::Callee, from),
        };
        if back.is_none() && travel.why == Why::Arrived && !is_call_into(session, travel.to, from) {
            session.settle();
            last = vec![Answer::Error(
                "Newest frame: nothing more is called from here".into(),
            )];
            break;
        }
        last = land(session, from, travel, Motion::Callee);
        session.left = left;
    }
    merge_history(session, start);
    last
}

/// Whether the event is a call made by the activation of `from`.
fn is_call_into(session: &mut Session, to: u64, from: u64) -> bool {
    let road = session.road();
    let mut event = |t| road.timeline.event(road.target, t);
    match (event(to), event(from)) {
        (Some(to), Some(from)) => {
            to.kind == EventKind::Call
                && from.kind != EventKind::Return
                && to.depth == from.depth + 1
        }
        _ => false,
    }
}

/// `restart`.
pub fn restart(session: &mut Session, _: &Args) -> Vec<Answer> {
    jump(session, 0)
}

/// `goto`.
pub fn goto(session: &mut Session, args: &Args) -> Vec<Answer> {
    match destination(session, &args.text) {
        Ok(Some(to)) => jump(session, to),
        Ok(None) => to_the_end(session),
        Err(error) => vec![Answer::Error(error)],
    }
}

/// The time that the user means; `None` is the end.
fn destination(session: &Session, text: &str) -> Result<Option<u64>, String> {
    let number = |digits: &str| digits.parse::<u64>().ok();
    let time = match text {
        "start" => Some(0),
        "end" => return Ok(None),
        _ => match (
            text.strip_prefix('+'),
            text.strip_prefix('-'),
            text.strip_suffix('%'),
        ) {
            (Some(ahead), _, _) => number(ahead.trim()).map(|n| session.now.saturating_add(n)),
            (_, Some(back), _) => number(back.trim()).map(|n| session.now.saturating_sub(n)),
            (_, _, Some(percent)) => {
                let known = u128::from(session.known().saturating_sub(1));
                let percent = number(percent.trim()).filter(|percent| *percent <= 100);
                percent.map(|percent| (known * u128::from(percent) / 100) as u64)
            }
            _ => session.marks.get(text).copied().or_else(|| number(text)),
        },
    };
    time.map(Some).ok_or_else(|| match text {
        "" => "goto needs a time: a number, a mark, start, end, +N, -N or NN%".into(),
        _ => format!("No such time or mark: {text}"),
    })
}

fn to_the_end(session: &mut Session) -> Vec<Answer> {
    let from = session.now;
    let reached = session.target.seek(u64::MAX);
    let now = session.target.time().unwrap_or(from);
    session.timeline.reached(now);
    let why = if reached == Reached::Interrupted {
        Why::Interrupted
    } else {
        Why::End
    };
    let death = session
        .target
        .end()
        .and_then(|end| end.died.as_ref())
        .and_then(|death| death.at);
    let to = if why == Why::End {
        death.unwrap_or(now)
    } else {
        now
    };
    land(session, from, Travel { to, why }, Motion::Step(Forward))
}

/// Goes to a time by its number.
pub(crate) fn jump(session: &mut Session, to: u64) -> Vec<Answer> {
    let from = session.now;
    let reached = session.target.seek(to);
    let now = session.target.time().unwrap_or(from);
    session.timeline.reached(now);
    let why = match reached {
        Reached::Target => Why::Arrived,
        Reached::End => Why::End,
        Reached::Interrupted => Why::Interrupted,
    };
    let motion = Motion::Step(if to < from { Backward } else { Forward });
    land(session, from, Travel { to: now, why }, motion)
}

/// Follows a motion `count` times, or until something else stops it.
fn repeat(session: &mut Session, motion: Motion, count: u64) -> Vec<Answer> {
    let from = session.now;
    let mut travel = Travel {
        to: from,
        why: Why::Arrived,
    };
    for _ in 0..count {
        travel = session.road().follow(motion, travel.to);
        let goes_on = match &travel.why {
            Why::Arrived => true,
            // A count of `continue` is a count of hits.
            Why::Hit(hit) => {
                matches!(motion, Motion::Continue(_))
                    && session
                        .breakpoints
                        .get(hit.number)
                        .is_some_and(|b| !b.temporary)
            }
            _ => false,
        };
        if !goes_on {
            break;
        }
    }
    if matches!(motion, Motion::Continue(Forward)) && travel.why == Why::End {
        // The interesting end of a program that died is where the exception was raised, with everything still there.
        let death = session
            .target
            .end()
            .and_then(|end| end.died.as_ref())
            .and_then(|death| death.at);
        travel.to = death.filter(|at| *at > from).unwrap_or(travel.to);
    }
    land(session, from, travel, motion)
}

/// Makes the place a motion led to the present, and says what there is to say.
fn land(session: &mut Session, from: u64, travel: Travel, motion: Motion) -> Vec<Answer> {
    let mut notes = Vec::new();
    session.now = travel.to;
    if travel.why == Why::Interrupted {
        session.gave_up = true;
        // It has done its work; a condition or a value asked for next must not meet it again.
        session
            .target
            .interrupt_flag()
            .store(false, Ordering::Relaxed);
    }
    session.settle();
    match &travel.why {
        Why::Arrived => {}
        Why::Hit(hit) => {
            session.on_hit = session
                .breakpoints
                .get(hit.number)
                .map_or_else(Vec::new, |b| b.commands.clone());
            if let Some(error) = &hit.error {
                notes.push(format!(
                    "*** The condition of breakpoint {} failed: {error}",
                    hit.number
                ));
            } else if session
                .breakpoints
                .get(hit.number)
                .is_some_and(|b| b.temporary)
                && let Some(gone) = session.breakpoints.remove(hit.number)
            {
                notes.push(format!("Deleted {}", gone.describe()));
            }
        }
        Why::Start => notes.push("at the start of the program".into()),
        Why::End => notes.extend(end_notes(session)),
        Why::Interrupted if motion.direction() == Backward => {
            notes.push("Interrupted: back at where the search began.".into());
        }
        Why::Interrupted => notes.push("Program interrupted. (Use 'cont' to resume).".into()),
    }
    session.selected = 0;
    session.listed = None;
    session.left.clear();
    if travel.to == from && matches!(travel.why, Why::Start | Why::End) {
        return notes.into_iter().map(Answer::Text).collect();
    }
    if travel.to != from {
        session.past.push(from);
        session.future.clear();
    }
    vec![stops::here(session, notes)]
}

/// What is said at the end of the program: the traceback of what killed it once, how it ended always.
fn end_notes(session: &mut Session) -> Vec<String> {
    let Some(end) = session.target.end() else {
        return Vec::new();
    };
    let mut notes = Vec::new();
    let Some(death) = &end.died else {
        return vec![format!(
            "at the end of the program: {}",
            stops::describe_end(end)
        )];
    };
    if !session.told_death {
        notes.push(death.traceback.clone());
    }
    notes.push(match death.at == Some(session.now) {
        true => format!(
            "Uncaught exception: the program died of {}. Here it was raised.",
            death.summary
        ),
        false => format!("at the end of the program: {}", stops::describe_end(end)),
    });
    session.told_death = true;
    notes
}

/// A command that moved several times counts as one in the navigation's history.
fn merge_history(session: &mut Session, start: u64) {
    if let Some(at) = session.past.iter().rposition(|t| *t == start)
        && session.now != start
    {
        session.past.truncate(at + 1);
    }
}
