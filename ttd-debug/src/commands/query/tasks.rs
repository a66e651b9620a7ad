//! `tasks`: the tasks of asyncio, as a tree of who awaits whom.

use crate::answer::Answer;
use crate::commands::Args;
use crate::commands::script::ask;
use crate::session::Session;
use crate::session::listing::broken_off;
use crate::syntax::text;
use crate::target::EvalError;

/// The Python behind this.
const SCRIPT: &str = include_str!("../../tasks.py");

/// `tasks`.
pub fn tasks(session: &mut Session, _: &Args) -> Vec<Answer> {
    session.sync_target();
    let lines = match ask(session, SCRIPT, "tasks", None) {
        Ok(lines) => lines,
        Err(EvalError::Interrupted) => return broken_off(session),
        Err(error) => return vec![Answer::Error(error.to_string())],
    };
    let rows: Vec<Answer> = lines.lines().filter_map(|line| row(session, line)).collect();
    if rows.is_empty() { vec![Answer::Text("There are no tasks now".into())] } else { rows }
}

/// `    Task-2  leaf()  waits at tasks.py:6 in leaf: await asyncio.sleep(0)`
fn row(session: &mut Session, line: &str) -> Option<Answer> {
    let [depth, state, name, coroutine, path, line, function] = line.split('\t').collect::<Vec<_>>()[..] else {
        return None;
    };
    let (depth, line): (usize, u32) = (depth.parse().ok()?, line.parse().ok()?);
    let mark = if state == "runs" { '*' } else { ' ' };
    let indent = "  ".repeat(depth);
    let mut place = (path.to_string(), line, function.to_string());
    if state == "runs"
        && path.is_empty()
        && let Some(frame) = session.target.stack().first()
    {
        let code = session.target.code(frame.code);
        place = (code.path, frame.line, code.name);
    }
    let place = match place {
        (path, ..) if path.is_empty() => String::new(),
        (path, line, function) => {
            let source = session.sources.line(&*session.target, &path, line);
            format!(" at {}:{line} in {function}: {source}", text::file_name(&path))
        }
    };
    Some(Answer::Text(format!("{mark} {indent}{name}  {coroutine}()  {state}{place}").trim_end().to_string()))
}
