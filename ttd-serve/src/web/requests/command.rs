//! `command`: a line as at the prompt. `run` and `pause`: whether the program runs on by itself.

use serde_json::{Value, json};
use ttd_debug::Answer;

use super::super::desk::Desk;
use super::super::request::Request;
use super::super::run::Running;
use crate::json;

pub(super) fn command(desk: &mut Desk, request: &Request) -> Result<Value, String> {
    let (focus, line) = (request.focus()?, request.line("line")?);
    if !desk.session.awaits_more() && desk.session.has_events() {
        desk.stand(focus.branch, focus.time)?;
        let thread = focus.thread.unwrap_or_else(|| desk.session.running_thread());
        desk.session.select(thread, focus.frame)?;
    }
    let run = desk.session.run_number();
    let answers = desk.session.execute(line);
    desk.is_over = answers.last() == Some(&Answer::Quit);
    if desk.session.run_number() != run {
        desk.running = Running::On(0);
        desk.give_up_jobs();
    }
    desk.tell_shared();
    let prompt = json::prompt(&desk.session.prompt());
    Ok(json!({
        "answers": answers.iter().map(json::answer).collect::<Vec<_>>(),
        "focus": desk.focus_json(),
        "awaits": prompt["awaits"],
        "question": prompt["question"],
    }))
}

pub(super) fn run(desk: &mut Desk, request: &Request) -> Result<Value, String> {
    let branch = request.branch()?.unwrap_or(desk.session.branch_number());
    desk.stand(Some(branch), None)?;
    if desk.session.end().is_none() {
        desk.running = Running::On(branch);
        desk.tell_run();
    }
    Ok(desk.run_json())
}

pub(super) fn pause(desk: &mut Desk, _: &Request) -> Result<Value, String> {
    desk.running = Running::Paused;
    desk.tell_run();
    Ok(desk.run_json())
}
