//! Answers as texts for agents.

use ttd_debug::Session;
use ttd_debug::answer::colour::Paint;
use ttd_debug::answer::render;
use ttd_debug::{Answer, Prompt};

/// Answers as text, and whether there is an error among them.
pub(super) fn of_answers(answers: &[Answer]) -> (String, bool) {
    let failed = answers.iter().any(|answer| matches!(answer, Answer::Error(_)));
    (render::paint_all(answers, Paint::default()), failed)
}

/// Executes a command of a tool, and gives up what it has begun.
pub(super) fn execute(session: &mut Session, line: &str) -> (String, bool) {
    finished(session, line, |session| session.execute_own(line))
}

/// As `execute`, with the aliases of the session: a line of a script.
pub(super) fn execute_typed(session: &mut Session, line: &str) -> (String, bool) {
    finished(session, line, |session| session.execute(line))
}

fn finished(session: &mut Session, line: &str, run: impl FnOnce(&mut Session) -> Vec<Answer>) -> (String, bool) {
    let answers = run(session);
    let (mut text, failed) = of_answers(&answers);
    match session.prompt() {
        Prompt::Command(_) => (text, failed),
        // Questions are answered with yes: nobody is there to ask.
        Prompt::Question(_) => {
            let (more, failed_too) = of_answers(&session.execute("y"));
            text += &more;
            (text, failed || failed_too)
        }
        _ => {
            session.give_up_input();
            text += &format!("*** {line}: this needs more lines, which cannot be given here\n");
            (text, true)
        }
    }
}

/// One line about the present: `time 57 of 149, line bank.py:24 in transfer, on branch fix`.
pub(super) fn place(session: &mut Session) -> String {
    let (now, _) = session.present();
    let (_, last) = session.progress();
    let mut text = format!("time {now} of {last}");
    for answer in session.execute_own("when") {
        if let Answer::When(when) = answer {
            let kind = render::kind_name(when.kind);
            text += &format!(", {kind} {}:{} in {}", when.file, when.line, when.function);
        }
    }
    if let Prompt::Command(place) = session.prompt()
        && let Some(branch) = place.branch
    {
        text += &format!(", on branch {branch}");
    }
    text
}
