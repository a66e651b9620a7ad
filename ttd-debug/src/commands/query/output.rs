//! `output`: what the program had printed by now, and the event that printed something.

use crate::answer::Answer;
use crate::commands::Args;
use crate::session::Session;
use crate::session::arrive::jump;
use crate::session::listing::broken_off;
use crate::travel::Interrupted;

/// Characters of the output that are shown.
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
    // The last time that it was printed before now; else the first time after.
    let found = by_now.windows(pattern.len()).rposition(|part| part == pattern);
    let found = found.or_else(|| text.windows(pattern.len()).position(|part| part == pattern));
    let Some(at) = found else {
        return vec![Answer::Error(format!("{} was not printed so far", args.text))];
    };
    let end = (at + pattern.len()) as u64;
    match printed_at(session, end) {
        Ok(time) => jump(session, time),
        Err(Interrupted) => broken_off(session),
    }
}

fn shown(by_now: &[u8], now: u64) -> Vec<Answer> {
    if now == 0 {
        return vec![Answer::Text("Nothing was printed so far".into())];
    }
    let text = String::from_utf8_lossy(by_now).into_owned();
    let mut answers = Vec::new();
    if (by_now.len() as u64) < now {
        answers.push(Answer::Text(format!("(only the first {} bytes are kept)", by_now.len())));
    }
    let chars = text.chars().count();
    if chars > SHOWN {
        answers.push(Answer::Text(format!("({} characters before this are not shown)", chars - SHOWN)));
    }
    answers.push(Answer::Text(text.chars().skip(chars.saturating_sub(SHOWN)).collect()));
    answers
}

/// The last event at which less than this had been written: what ran after it wrote the rest.
fn printed_at(session: &mut Session, end: u64) -> Result<u64, Interrupted> {
    let (mut low, mut high) = (0, session.known().saturating_sub(1));
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        session.road().stand_at(middle)?;
        if session.target.written() < end { low = middle } else { high = middle - 1 }
    }
    Ok(low)
}
