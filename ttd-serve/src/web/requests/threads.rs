//! `threads`: which thread ran when, and what tasks and locks are like at the focus.

use serde_json::{Value, json};
use ttd_debug::target::Time;

use super::super::desk::Desk;
use super::super::job::{Job, Reply, Step, Update};
use super::super::known::Switch;
use super::super::request::{Focus, Request};
use super::shared::is_interrupt;

/// Stretches of a lane at most.
const MOST: usize = 4000;

pub(super) fn threads(desk: &mut Desk, request: &Request) -> Result<Reply, String> {
    let focus = request.focus()?;
    desk.stand(focus.branch, focus.time)?;
    let state = desk.session.run_state();
    let from = request.time("from")?.unwrap_or(state.first).max(state.first);
    let to = request.time("to")?.unwrap_or(Time::NEVER).min(state.last + 1).max(from);
    let buckets = request.number("buckets")?.unwrap_or(MOST as u64).clamp(1, MOST as u64);
    let focus = Focus { branch: Some(desk.session.branch_number()), time: Some(desk.session.progress().0), ..focus };
    Ok(Reply::Later(Box::new(Threads { focus, from, to, last: state.last, buckets })))
}

/// The work for the lanes.
struct Threads {
    focus: Focus,
    from: Time,
    to: Time,
    last: Time,
    buckets: u64,
}

impl Job for Threads {
    fn step(&mut self, desk: &mut Desk) -> Step {
        if let Err(why) = desk.stand(self.focus.branch, None) {
            return Step::Failed(why);
        }
        let branch = desk.session.branch_number();
        match desk.switches.search(branch, &mut desk.session, self.last) {
            Some((done, of)) => Step::More(Some(Update::Progress(done, of))),
            None => match self.answer(desk) {
                Ok(answer) => Step::Done(answer),
                // A request waits.
                Err(why) if is_interrupt(&why) => Step::More(None),
                Err(why) => Step::Failed(why),
            },
        }
    }
}

impl Threads {
    fn answer(&self, desk: &mut Desk) -> Result<Value, String> {
        let lanes = self.lanes(desk.switches.of(self.focus.branch.unwrap_or_default()));
        desk.stand(self.focus.branch, self.focus.time)?;
        let failed = |error: ttd_debug::target::EvalError| error.to_string();
        let tasks = desk.session.task_rows().map_err(failed)?.into_iter().map(|task| {
            let place = task.place.as_ref();
            json!({
                "task": format!("{}{}", "  ".repeat(task.depth), task.name),
                "state": task.state,
                "coroutine": task.coroutine,
                "path": place.map(|place| &place.0),
                "line": place.map(|place| place.1),
                "function": place.map(|place| &place.2),
            })
        });
        let tasks: Vec<Value> = tasks.collect();
        let locks = desk.session.lock_rows().map_err(failed)?.into_iter();
        let locks: Vec<Value> =
            locks.map(|(name, kind, state)| json!({ "lock": name, "kind": kind, "state": state })).collect();
        Ok(json!({ "from": self.from.0, "to": self.to.0, "lanes": lanes, "tasks": tasks, "locks": locks }))
    }

    /// The lanes, with stretches that are not shorter than a bucket.
    fn lanes(&self, switches: &[Switch]) -> Vec<Value> {
        let shortest = (self.to - self.from) / self.buckets;
        let mut numbers: Vec<(u64, &str)> = Vec::new();
        for switch in switches {
            for (number, name, _) in &switch.threads {
                if !numbers.iter().any(|(known, _)| known == number) {
                    numbers.push((*number, name));
                }
            }
        }
        let lane = |(number, name): &(u64, &str)| {
            let mut stretches: Vec<(Time, Time, &str)> = Vec::new();
            for (at, switch) in switches.iter().enumerate() {
                let end = switches.get(at + 1).map_or(self.to, |next| next.time);
                let (from, to) = (switch.time.max(self.from), end.min(self.to));
                let Some((.., state)) = switch.threads.iter().find(|(other, ..)| other == number) else { continue };
                if from >= to {
                    continue;
                }
                match stretches.last_mut() {
                    Some(last) if last.1 == from && (last.2 == *state || to - last.0 <= shortest) => last.1 = to,
                    _ => stretches.push((from, to, state)),
                }
            }
            stretches.truncate(MOST);
            let stretches =
                stretches.iter().map(|(from, to, state)| json!({ "from": from.0, "to": to.0, "state": state }));
            json!({ "number": number, "name": name, "stretches": stretches.collect::<Vec<_>>() })
        };
        numbers.iter().map(lane).collect()
    }
}
