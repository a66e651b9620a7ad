//! `tasks`: the tasks of asyncio, as a tree of who awaits whom.

use crate::answer::Answer;
use crate::commands::Args;
use crate::commands::script::ask;
use crate::session::Session;
use crate::session::listing::broken_off;
use crate::syntax::text;
use crate::target::EvalError;

/// The Python behind this.
const SCRIPT: &str = concat!(include_str!("../../all_tasks.py"), include_str!("../../tasks.py"));

/// A task that is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskRow {
    /// How many tasks await it, one the other.
    pub depth: usize,
    /// `runs`, `waits` or `could run`.
    pub state: String,
    /// Its name.
    pub name: String,
    /// The function of its coroutine.
    pub coroutine: String,
    /// Where it waits or runs: file, line and function; nothing if that is not in the program.
    pub place: Option<(String, u32, String)>,
}

/// `tasks`.
pub fn tasks(session: &mut Session, _: &Args) -> Vec<Answer> {
    let rows = match task_rows(session) {
        Ok(rows) => rows,
        Err(EvalError::Interrupted) => return broken_off(session),
        Err(error) => return vec![Answer::Error(error.to_string())],
    };
    if rows.is_empty() {
        return vec![Answer::Text("There are no tasks now".into())];
    }
    rows.into_iter().map(|row| shown(session, row)).collect()
}

/// The tasks at the present, each below the one that awaits it.
pub(crate) fn task_rows(session: &mut Session) -> Result<Vec<TaskRow>, EvalError> {
    session.sync_target();
    let lines = ask(session, SCRIPT, "tasks", None)?;
    Ok(lines.lines().filter_map(|line| row(session, line)).collect())
}

/// Reads a line of the script's answer.
fn row(session: &mut Session, line: &str) -> Option<TaskRow> {
    let [depth, state, name, coroutine, path, line, function] = line.split('\t').collect::<Vec<_>>()[..] else {
        return None;
    };
    let (depth, line): (usize, u32) = (depth.parse().ok()?, line.parse().ok()?);
    let mut place = (path.to_string(), line, function.to_string());
    if state == "runs"
        && path.is_empty()
        && let Some(frame) = session.target.stack().first()
    {
        let code = session.target.code(frame.code);
        place = (code.path, frame.line, code.name);
    }
    let place = Some(place).filter(|(path, ..)| !path.is_empty());
    Some(TaskRow { depth, state: state.into(), name: name.into(), coroutine: coroutine.into(), place })
}

/// `    Task-2  leaf()  waits at tasks.py:6 in leaf: await asyncio.sleep(0)`
fn shown(session: &mut Session, row: TaskRow) -> Answer {
    let TaskRow { depth, state, name, coroutine, place } = row;
    let mark = if state == "runs" { '*' } else { ' ' };
    let indent = "  ".repeat(depth);
    let place = match place {
        None => String::new(),
        Some((path, line, function)) => {
            let source = session.sources.line(&*session.target, &path, line);
            format!(" at {}:{line} in {function}: {source}", text::file_name(&path))
        }
    };
    Answer::Text(format!("{mark} {indent}{name}  {coroutine}()  {state}{place}").trim_end().to_string())
}
