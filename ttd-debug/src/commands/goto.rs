//! Going to a time by its number or name.

use crate::answer::Answer;
use crate::commands::Args;
use crate::session::Session;
use crate::session::arrive::{jump, land, place_of_death};
use crate::syntax::parse::shell_words;
use crate::target::{Reached, Time};
use crate::travel::motion::{Direction, Motion};
use crate::travel::{MotionResult, StopReason};

/// `restart`.
pub fn restart(session: &mut Session, args: &Args) -> Vec<Answer> {
    if args.text.is_empty() {
        return jump(session, Time::START);
    }
    let arguments = match shell_words(&args.text) {
        Ok(arguments) => arguments,
        Err(error) => return vec![Answer::Error(format!("Cannot run {}: {error}", args.text))],
    };
    let program = session.target.arguments().first().cloned().unwrap_or_default();
    let note = format!("Restarting {program} with arguments:\n\t{}", arguments.join(" "));
    let mut answers = vec![Answer::Text(note)];
    answers.extend(session.run_with_arguments(&arguments));
    answers
}

/// `goto`.
pub fn goto(session: &mut Session, args: &Args) -> Vec<Answer> {
    if let Some(place) = session.nav.marks.get(&args.text).copied()
        && session.time_of_mark(&args.text).is_none()
    {
        return session.switch_branch(place.branch, Some(place.time));
    }
    match destination(session, &args.text) {
        Ok(Some(to)) => match session.not_recorded(to) {
            Some(why) => vec![Answer::Error(why)],
            None => go(session, &args.text, to),
        },
        Ok(None) => to_the_end(session),
        Err(error) => vec![args.misuse(&error)],
    }
}

/// Goes to a time, and says so when the run has no such time.
fn go(session: &mut Session, text: &str, to: Time) -> Vec<Answer> {
    let before =
        text.strip_prefix('-').and_then(|back| back.trim().parse().ok()).is_some_and(|n| Time(n) > session.nav.now);
    let answers = jump(session, to);
    let last = session.target.end().and_then(|end| end.last);
    let note = match last.filter(|last| Time(*last) < to) {
        Some(last) => Some(format!("There is no event {to}: the last one is {last}.")),
        None => before.then(|| "There is no event before 0.".to_string()),
    };
    note.map(Answer::Text).into_iter().chain(answers).collect()
}

/// The time that the user means; `None` is the end.
fn destination(session: &Session, text: &str) -> Result<Option<Time>, String> {
    let number = |digits: &str| digits.parse::<u64>().ok();
    let time = match text {
        "start" => Some(Time::START),
        "end" => return Ok(None),
        _ => match (text.strip_prefix('+'), text.strip_prefix('-'), text.strip_suffix('%')) {
            (Some(ahead), _, _) => number(ahead.trim()).map(|n| session.nav.now.saturating_add(n)),
            (_, Some(back), _) => number(back.trim()).map(|n| session.nav.now.saturating_sub(n)),
            (_, _, Some(percent)) => {
                let last = u128::from(session.frontier().0);
                let percent = number(percent.trim()).filter(|percent| *percent <= 100);
                percent.map(|percent| Time((last * u128::from(percent) / 100) as u64))
            }
            _ => session.time_of_mark(text).or_else(|| number(text).map(Time)),
        },
    };
    time.map(Some).ok_or_else(|| match text {
        "" => "An argument is required for this command".into(),
        _ => format!("No such time or mark: {text}"),
    })
}

pub(crate) fn to_the_end(session: &mut Session) -> Vec<Answer> {
    let from = session.nav.now;
    let reached = session.target.seek(Time::NEVER);
    let now = session.target.time().unwrap_or(from);
    session.explored.reached(now);
    let why = if reached == Reached::Interrupted { StopReason::Interrupted } else { StopReason::End };
    let to = if why == StopReason::End { place_of_death(session).unwrap_or(now) } else { now };
    land(session, from, MotionResult { to, why }, Motion::Step(Direction::Forward))
}
