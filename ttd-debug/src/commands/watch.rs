//! The commands for watchpoints.

use crate::answer::Answer;
use crate::commands::Args;
use crate::commands::query::history;
use crate::session::Session;
use crate::session::listing::shown;

/// `watch`.
pub fn watch(session: &mut Session, args: &Args) -> Vec<Answer> {
    if args.text.is_empty() {
        let list = session.watches.list.iter();
        let lines: Vec<Answer> =
            list.map(|w| Answer::Text(format!("Watchpoint {}: {}", w.number, w.expression))).collect();
        return match lines.is_empty() {
            true => vec![Answer::Text("No watchpoints".into())],
            false => lines,
        };
    }
    let location = match history::locate(session, &args.text) {
        Ok(location) => location,
        Err(error) => return vec![Answer::Error(error.to_string())],
    };
    if let Some(refused) = history::refused(session, &location, &args.text) {
        return vec![refused];
    }
    let held = session.target.held(&location);
    let value = held.map_or("(holds nothing now)".to_string(), |value| format!("= {}", shown(session, &value)));
    let number = session.watches.add(args.text.clone(), location);
    let said = format!("Watchpoint {number}: {} {value}", args.text);
    vec![Answer::Text(said)]
}

/// `unwatch`.
pub fn unwatch(session: &mut Session, args: &Args) -> Vec<Answer> {
    if args.text.is_empty() {
        session.watches.list.clear();
        return vec![Answer::Text("Deleted all watchpoints".into())];
    }
    let mut answers = Vec::new();
    for word in args.text.split_whitespace() {
        let number = word.parse::<u32>().ok();
        let found = session.watches.list.iter().position(|w| Some(w.number) == number || w.expression == word);
        answers.push(match found {
            Some(at) => {
                let gone = session.watches.list.remove(at);
                Answer::Text(format!("Deleted watchpoint {}: {}", gone.number, gone.expression))
            }
            None => Answer::Error(format!("No watchpoint {word}")),
        });
    }
    answers
}
