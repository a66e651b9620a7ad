//! `output`: the program's output up to now, and the event that printed a text.

use crate::answer::Answer;
use crate::commands::Args;
use crate::commands::query::moment::{last_without, moment_of_thread};
use crate::session::Session;
use crate::session::arrive::jump;
use crate::session::listing::broken_off;
use crate::target::Time;
use crate::travel::Interrupted;

/// Characters of the output shown at most.
const SHOWN: usize = 10_000;

/// `output`.
pub fn output(session: &mut Session, args: &Args) -> Vec<Answer> {
    session.sync_target();
    let now = session.target.written();
    let text = session.target.output();
    let by_now = &text[..text.len().min(now as usize)];
    if args.text.is_empty() {
        return shown(by_now, now);
    }
    let pattern = args.text.as_bytes();
    // The last time it was printed before now, else the first time after.
    let found = by_now.windows(pattern.len()).rposition(|part| part == pattern);
    let found = found.or_else(|| text.windows(pattern.len()).position(|part| part == pattern));
    let Some(at) = found else {
        return vec![Answer::Error(format!("{} has not been printed so far", args.text))];
    };
    let end = (at + pattern.len()) as u64;
    // What ran after the last event at which fewer bytes had been written wrote the rest.
    let range = (Time::START, session.frontier());
    let before = last_without(session, range, |session| session.target.written() >= end);
    let printed = before.and_then(|time| moment_of_thread(session, writer_of(session, end), time));
    match printed {
        Ok(time) => jump(session, time),
        Err(Interrupted) => broken_off(session),
    }
}

fn shown(by_now: &[u8], now: u64) -> Vec<Answer> {
    if now == 0 {
        return vec![Answer::Text("Nothing has been printed so far".into())];
    }
    let text = String::from_utf8_lossy(by_now).into_owned();
    let mut answers = Vec::new();
    if (by_now.len() as u64) < now {
        answers.push(Answer::Text(format!("(only the first {} bytes are kept)", by_now.len())));
    }
    let chars = text.chars().count();
    if chars > SHOWN {
        answers.push(Answer::Text(format!(
            "({} characters before this are not shown; ask from an earlier time for them)",
            chars - SHOWN
        )));
    }
    answers.push(Answer::Text(text.chars().skip(chars.saturating_sub(SHOWN)).collect()));
    answers
}

/// The thread that wrote the output up to a byte.
fn writer_of(session: &Session, end: u64) -> u64 {
    let pieces = session.target.output_pieces();
    pieces.get(pieces.partition_point(|piece| piece.end < end)).map_or(1, |piece| piece.thread)
}
