//! Which library code has events: `library`, and `step --all`.

use crate::answer::Answer;
use crate::commands::Args;
use crate::session::Session;
use crate::target::EventChoice;

/// `library`.
pub fn library(session: &mut Session, args: &Args) -> Vec<Answer> {
    let now = session.target.event_choice();
    if args.text.is_empty() {
        return vec![Answer::Text(described(&now))];
    }
    let Some(choice) = read(&args.text, now) else {
        return vec![args.misuse("A module pattern is missing")];
    };
    match choice.check() {
        Ok(()) => {
            let mut answers =
                vec![Answer::Text(format!("The program runs again, with the same inputs. {}", described(&choice)))];
            answers.extend(session.start_again(choice));
            answers
        }
        Err(error) => vec![args.misuse(&error)],
    }
}

/// Reads the patterns of library modules, and behind `--skip` those of modules that are to have no events. What is not
/// named stays as it is; `off` stands for none. `None` if a pattern is missing.
fn read(text: &str, now: EventChoice) -> Option<EventChoice> {
    let patterns = |text: &str| -> Option<Vec<String>> {
        let words = text.split([',', ' ', '\t']).filter(|word| !word.is_empty());
        match text.trim() {
            "off" => Some(Vec::new()),
            _ => Some(words.map(str::to_string).collect()).filter(|all: &Vec<String>| !all.is_empty()),
        }
    };
    match text.split_once("--skip") {
        None => Some(EventChoice { library: patterns(text)?, ..now }),
        Some(("", skipped)) => Some(EventChoice { skipped: patterns(skipped)?, ..now }),
        Some((library, skipped)) => Some(EventChoice { library: patterns(library)?, skipped: patterns(skipped)? }),
    }
}

/// The note on `step --all` where some library code has no events.
pub(crate) fn cannot_step_into_all(session: &Session) -> Option<Answer> {
    let choice = session.target.event_choice();
    if choice.library.iter().any(|pattern| pattern == "*") {
        return None;
    }
    let why = "step goes where there are events; type library * to run again with events in all library code";
    Some(Answer::Error(format!("{why} (or start with --library)")))
}

fn described(choice: &EventChoice) -> String {
    let library = match choice.library.join(", ") {
        none if none.is_empty() => "Library code has no events.".to_string(),
        all if choice.library.iter().any(|pattern| pattern == "*") && !all.is_empty() => {
            "All library code has events.".to_string()
        }
        some => format!("Of the library, this has events: {some}."),
    };
    match choice.skipped.join(", ") {
        none if none.is_empty() => library,
        some => format!("{library} Skipped: {some}."),
    }
}
