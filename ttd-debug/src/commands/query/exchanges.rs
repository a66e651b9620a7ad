//! `sockets` and `processes`: what the program and others said to each other, each row with its moment.

use crate::answer::{Answer, MomentRow};
use crate::commands::Args;
use crate::commands::query::history::writer;
use crate::commands::query::moment::moment_of_thread;
use crate::session::Session;
use crate::session::listing::{broken_off, extract, jump_to_row, window};
use crate::target::{Exchange, Time};
use crate::travel::Interrupted;

/// Rows shown on either side of the present.
const SHOWN: usize = 20;

/// `sockets`.
pub fn sockets(session: &mut Session, args: &Args) -> Vec<Answer> {
    exchanges(session, args, false)
}

/// `processes`.
pub fn processes(session: &mut Session, args: &Args) -> Vec<Answer> {
    exchanges(session, args, true)
}

fn exchanges(session: &mut Session, args: &Args, of_processes: bool) -> Vec<Answer> {
    if let Ok(number) = args.text.parse::<usize>() {
        let list = if of_processes { "list of processes" } else { "list of sockets" };
        return jump_to_row(session, |s| &s.last.exchanges, number, ("row", list));
    }
    let answers = listed(session, args, of_processes);
    session.sync_target();
    answers.unwrap_or_else(|Interrupted| broken_off(session))
}

fn listed(session: &mut Session, args: &Args, of_processes: bool) -> Result<Vec<Answer>, Interrupted> {
    let first = session.target.first();
    let is_meant = |row: &&Exchange| {
        row.of_processes == of_processes && (args.text.is_empty() || row.with == args.text) && Time(row.time) >= first
    };
    let all: Vec<Exchange> = session.target.exchanges().iter().filter(is_meant).cloned().collect();
    if all.is_empty() {
        let with = match (args.text.as_str(), of_processes) {
            ("", true) => "other processes",
            ("", false) => "anybody over a socket",
            (with, _) => with,
        };
        return Ok(vec![Answer::Error(format!("Nothing was exchanged with {with} so far"))]);
    }
    let now = session.nav.now;
    let current = all.partition_point(|row| Time(row.time) < now).checked_sub(1);
    let shown = window(all.len(), current.unwrap_or(0), SHOWN);
    session.last.exchanges = all.iter().map(|row| Time(row.time)).collect();
    let mut rows = Vec::new();
    for at in shown.clone() {
        let row = &all[at];
        let time = moment_of_thread(session, row.thread, Time(row.time))?;
        session.last.exchanges[at] = time;
        let (file, line) = writer(session);
        let text = format!("{}: {}", row.with, row.text);
        rows.push(MomentRow { number: at + 1, current: Some(at) == current, time, file, line, text });
    }
    Ok(extract(Answer::Moments(rows), &shown, all.len(), "rows"))
}
