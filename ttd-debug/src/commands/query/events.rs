//! `events`: lists what has been reached; nothing runs for the first time. `--switches` lists only where the thread has
//! changed.

use crate::answer::{Answer, EventView};
use crate::commands::Args;
use crate::commands::query::range::time_range;
use crate::commands::query::switches;
use crate::session::Session;
use crate::session::listing::{Codes, broken_off, each};
use crate::syntax::text;

/// Events shown on either side of the present.
const AROUND: u64 = 10;
/// Events shown at most of those that were asked for.
const ROWS: u64 = 100_000;

/// `events`.
pub fn events(session: &mut Session, args: &Args) -> Vec<Answer> {
    let last = session.frontier();
    let now = session.nav.now;
    if let Some(times) = args.text.strip_prefix("--switches") {
        return match time_range(session, args, times) {
            Ok(range) => switches::switches(session, range),
            Err(error) => vec![*error],
        };
    }
    let has_end = args.text.contains(char::is_whitespace);
    let (from, wanted) = match time_range(session, args, &args.text) {
        Ok(None) => (now.saturating_sub(AROUND), last.min(now + AROUND)),
        Ok(Some((from, to))) if has_end => (from, to),
        Ok(Some((from, _))) => (from, last.min(from + 2 * AROUND)),
        Err(error) => return vec![*error],
    };
    let to = wanted.min(last).min(from + (ROWS - 1));
    let (mut rows, mut codes) = (Vec::new(), Codes::default());
    let read = each(session, from, to, |session, time, event| {
        let code = codes.of(&*session.target, event.code);
        rows.push(EventView {
            current: time == now,
            time,
            kind: event.kind,
            how: event.how,
            depth: event.depth,
            file: text::file_name(&code.path).to_string(),
            line: event.line,
            function: code.name.clone(),
            thread: None,
        });
    });
    if read.is_err() {
        return broken_off(session);
    }
    session.sync_target();
    let mut answers = vec![Answer::Events(rows)];
    if to < wanted.min(last) {
        let (next, end) = (to + 1, wanted.min(last));
        answers.push(Answer::Text(format!("(events {next} to {end} are not shown; `events {next} {end}` lists them)")));
    } else if wanted > last {
        answers.push(Answer::Text(format!("(the last event so far is {last})")));
    }
    answers
}
