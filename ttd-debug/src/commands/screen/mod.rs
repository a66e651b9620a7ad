//! Commands about how the present is shown: `sticky`, `locals`, `tui`.

pub(crate) mod sticky;

use crate::answer::Answer;
use crate::commands::Args;
use crate::session::Session;
use crate::session::view::Panes;

/// `sticky`.
pub fn sticky(session: &mut Session, args: &Args) -> Vec<Answer> {
    let on = match args.text.as_str() {
        "" => !session.view.sticky,
        "on" => true,
        "off" => false,
        other => return vec![args.misuse(&format!("Invalid argument: {other}"))],
    };
    session.view.sticky = on;
    match session.recording.has_events && on {
        true => session.function_view().map(Answer::Function).into_iter().collect(),
        false => Vec::new(),
    }
}

/// `locals`.
pub fn locals(session: &mut Session, _: &Args) -> Vec<Answer> {
    let list = session.variables();
    match list.is_empty() {
        true => vec![Answer::Text("No variables".into())],
        false => vec![Answer::Variables(list)],
    }
}

/// `tui`.
pub fn tui(session: &mut Session, args: &Args) -> Vec<Answer> {
    let wanted = match args.text.as_str() {
        "" | "on" => Panes::On,
        "off" => Panes::Off,
        other => return vec![args.misuse(&format!("Invalid argument: {other}"))],
    };
    if session.view.panes == Panes::Impossible {
        return vec![Answer::Error("tui needs a terminal for input and output".into())];
    }
    session.view.panes = wanted;
    Vec::new()
}
