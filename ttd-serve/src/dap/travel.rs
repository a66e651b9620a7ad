//! Going to other times: out of a function, to the executions of a line, and what a timeline shows.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use ttd_debug::target::{EventKind, Time};
use ttd_debug::travel::StopReason;
use ttd_debug::{Answer, Session};

use super::adapter::Adapter;
use super::requests::{Reply, Request};
use super::while_running::is_urgent;
use crate::inbox::Running;

/// Targets that are offered at most, around the present.
const MOST: usize = 60;

/// Moments that a timeline shows at most.
const MOST_SAMPLES: u64 = 400;
/// Exceptions that it shows at most, the latest ones.
const MOST_EXCEPTIONS: usize = 200;
/// How long a timeline is sampled before what is there is returned, if the client does not say.
const PATIENCE: Duration = Duration::from_millis(100);
/// The longest that a client can say.
const MOST_PATIENCE: Duration = Duration::from_secs(10);

/// A function and the value that it returned.
type Returned = (String, String);

/// Leaves the function, and goes on to the next event of its caller. Returns what was said, why the program stops, and
/// what was returned.
pub(super) fn step_out(session: &mut Session) -> (Vec<Answer>, Option<StopReason>, Option<Returned>) {
    let is_return = |session: &mut Session| session.present().1.kind == EventKind::Return;
    let mut answers = Vec::new();
    if !is_return(session) {
        answers = session.execute_own("return");
        let why = session.take_stop_reason();
        if why != Some(StopReason::Arrived) || !is_return(session) {
            return (answers, why, None);
        }
    }
    let thread = session.running_thread();
    let stack = session.stack_of(thread);
    if stack.len() < 2 {
        // Nobody has called the module.
        answers.extend(session.execute_own("step"));
        return (answers, session.take_stop_reason(), None);
    }
    let value = session.returned_value().and_then(|value| session.value_of(value).ok());
    let returned = value.map(|value| (stack[0].function.clone(), value));
    // The next event of the frame that called.
    let moved = session.with_frame(thread, 1, |session| session.execute_own("next"));
    answers.extend(moved);
    (answers, session.take_stop_reason(), returned)
}

impl Adapter<'_> {
    pub(super) fn goto_targets(&mut self, request: &Request) -> Reply {
        let source = request.arguments.get("source").cloned().unwrap_or_default();
        // VS Code changes paths in sources, also in requests that an extension makes: it gives the path alone.
        let path = self.path_of(&source).or_else(|| request.text("path").map(str::to_string));
        let path = path.ok_or("gotoTargets needs a source with a path")?;
        let line = u32::try_from(request.needed_number("line")?).unwrap_or(u32::MAX);
        let session = self.session()?;
        let now = session.present().0;
        let found = session.executions(&path, line, MOST).map_err(|_| "cancelled")?;
        let total = found.total;
        let target = |(number, time): (u64, Time)| {
            let here = if time == now { " (here)" } else { "" };
            json!({ "id": time.0, "label": format!("{number} of {total}: event {time}{here}"), "line": line })
        };
        let targets: Vec<Value> = found.list.into_iter().map(target).collect();
        Ok(json!({ "targets": targets }))
    }

    /// `ttd/timeline`: depth and function at moments spread evenly over a part of the run, and with `exceptions` where
    /// exceptions were raised. What cannot be looked at soon is left out: the request can be made again with the times
    /// that are `known`.
    pub(super) fn timeline(&mut self, request: &Request) -> Reply {
        let known: Vec<u64> = request.list("known")?.iter().filter_map(Value::as_u64).collect();
        let session = self.session()?;
        let (_, last) = session.progress();
        let from = request.number("from").unwrap_or(0).min(last.0);
        let to = request.number("to").unwrap_or(last.0).clamp(from, last.0);
        let buckets = request.number("buckets").unwrap_or(100).clamp(1, MOST_SAMPLES).min(to - from + 1);
        let moment = |bucket: u64| from + ((to - from) as u128 * bucket as u128 / (buckets - 1).max(1) as u128) as u64;
        let wanted: Vec<u64> = (0..buckets).map(moment).filter(|time| !known.contains(time)).collect();
        let patience = request.number("patience").map_or(PATIENCE, Duration::from_millis).min(MOST_PATIENCE);
        let inbox = self.connection.inbox.clone();
        let (done, is_done) = channel::<()>();
        let watch = thread::spawn(move || {
            if is_done.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
                inbox.interrupt();
            }
        });
        let session = self.session()?;
        let seen = session.samples(wanted.iter().map(|time| Time(*time)));
        let mut complete = seen.len() == wanted.len();
        let mut exceptions = Value::Null;
        if complete && request.flag("exceptions") == Some(true) {
            let (raised, is_all) = session.raised_between(Time(from), Time(to), MOST_EXCEPTIONS);
            complete = is_all;
            exceptions = raised.iter().map(|(time, text)| json!({ "time": time.0, "text": text })).collect();
        }
        drop(done);
        let _ = watch.join();
        // The way back is not interrupted by the watch.
        self.connection.inbox.begin(Running::Stands, is_urgent);
        let (now, _) = self.session()?.present();
        let samples = seen.into_iter().zip(wanted).map(|(seen, asked)| {
            json!({
                "time": seen.time.0, "asked": asked, "depth": seen.depth, "function": seen.function,
                "path": seen.path, "line": seen.line, "thread": seen.thread,
            })
        });
        let samples: Vec<Value> = samples.collect();
        Ok(json!({
            "from": from, "to": to, "last": last.0, "now": now.0, "samples": samples, "exceptions": exceptions, "complete": complete,
        }))
    }
}
