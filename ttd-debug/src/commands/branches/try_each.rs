//! `try`: a short branch for each of several values, and how each ends.
//!
//! The values are evaluated at the present. A value that is plain data or an object of the program is saved; for any
//! other the iterable is evaluated again on the branch. Each branch begins at the present with an assignment and runs
//! on as `continue` does, up to a limit. On the way the expression is evaluated where the selected frame returns, or
//! where the line of `--at` is reached first, which ends the branch. If it does not know a name there, it is evaluated
//! in the main module at the end of the branch. The output of branches is not shown, and the world is closed to them
//! wherever they begin.

use crate::answer::{Answer, TrialRow, Trials};
use crate::commands::{Args, print};
use crate::session::Session;
use crate::session::convenience;
use crate::session::listing::{line_of, shown};
use crate::session::stop_view::describe_end;
use crate::syntax::for_clause::{ForClause, for_clause};
use crate::syntax::text;
use crate::target::{Change, EvalError, EventQuery, FrameWatch, Kinds, SavedValue, SourceLocation, Time};
use crate::travel::motion::{Direction, Motion};
use crate::travel::{Interrupted, MotionResult, StopReason};

/// Values that are tried, at most.
const MOST: usize = 1000;
/// Events of a branch, unless the user says how many.
const EVENTS: u64 = 1_000_000;
/// The name that stands for a saved value in the assignment.
const VALUE: &str = "_ttd_trial_value";

/// The options in front of the expression.
struct Options {
    keeps: bool,
    /// Where the expression is evaluated and the branch ends.
    at: Option<String>,
    events: u64,
}

/// What is tried.
struct Experiment<'a> {
    clause: ForClause<'a>,
    keeps: bool,
    events: u64,
    /// Where the branch ends.
    place: Option<SourceLocation>,
    /// The frame whose end is waited for: the time of its first call, and its code.
    frame: (u64, u32),
    /// The number of that frame, from the innermost.
    selected: usize,
}

/// A value to try: how it is shown, and the saved value if it can be saved.
struct Candidate {
    repr: String,
    kept: Option<SavedValue>,
}

/// `try`.
pub fn try_each(session: &mut Session, args: &Args) -> Vec<Answer> {
    // The statement, which begins with the same word.
    if args.text.starts_with(':') {
        return print::python(session, args.command.name(), &format!("{}{}", args.command.name(), args.text));
    }
    if args.text.is_empty() {
        return vec![args.misuse("An argument is required for this command")];
    }
    let (options, rest) = match options(&args.text) {
        Ok(read) => read,
        Err(why) => return vec![args.misuse(&why)],
    };
    let Some(clause) = for_clause(rest) else {
        return vec![args.misuse("What is tried is written EXPRESSION for NAME in ITERABLE")];
    };
    session.sync_target();
    let experiment = match prepare(session, clause, options) {
        Ok(experiment) => experiment,
        Err(answer) => return vec![*answer],
    };
    let candidates = match candidates(session, &experiment.clause) {
        Ok(candidates) => candidates,
        Err(error) => return vec![Answer::Error(error)],
    };
    let (mut rows, mut interrupted) = (Vec::new(), false);
    for (n, candidate) in candidates.iter().enumerate() {
        match attempt(session, &experiment, n, candidate) {
            Ok(row) => rows.push(row),
            Err(Interrupted) => {
                interrupted = true;
                break;
            }
        }
    }
    session.after_motion.interrupted = interrupted;
    let ForClause { expression, target, .. } = experiment.clause;
    let note = interrupted.then(|| {
        let (tried, all) = (rows.len(), candidates.len());
        Answer::Error(format!("Interrupted after {tried} of {all} values"))
    });
    let trials = Trials { target: target.into(), expression: expression.into(), rows };
    let table = (!trials.rows.is_empty()).then_some(Answer::Trials(trials));
    table.into_iter().chain(note).collect()
}

/// Reads the options, and returns what follows them.
fn options(text: &str) -> Result<(Options, &str), String> {
    let mut read = Options { keeps: false, at: None, events: EVENTS };
    let mut rest = text;
    loop {
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let (value, behind) = after.trim_start().split_once(char::is_whitespace).unwrap_or((after.trim_start(), ""));
        rest = match word {
            "--keep" => {
                read.keeps = true;
                after.trim_start()
            }
            "--at" => {
                read.at = Some(value.to_string());
                behind.trim_start()
            }
            "--until" => {
                let events = value.parse().ok().filter(|events| *events > 0);
                read.events = events.ok_or_else(|| format!("Not a number of events: {value}"))?;
                behind.trim_start()
            }
            _ => return Ok((read, rest)),
        };
    }
}

fn prepare<'a>(session: &mut Session, clause: ForClause<'a>, options: Options) -> Result<Experiment<'a>, Box<Answer>> {
    let refuse = |error: String| Box::new(Answer::Error(error));
    let spelled = convenience::spelled(session, clause.expression);
    spelled.and_then(|source| convenience::check(&source)).map_err(refuse)?;
    let assigned = convenience::spelled(session, &format!("{} = None", clause.target)).map_err(refuse)?;
    let compiled = ttd_code::compile(&assigned, "<stdin>", ttd_code::Mode::Single, ttd_code::Options::default());
    compiled.map_err(|error| refuse(format!("SyntaxError: {}", error.message)))?;
    let place = match options.at {
        Some(text) => Some(session.resolver().resolve(&text)?),
        None => None,
    };
    if let Some(refused) = session.refusal_for_thread("`try` is about a frame of the thread that runs") {
        return Err(refuse(refused));
    }
    let selected = session.view.selected;
    let Some(frame) = session.target.stack().get(selected).cloned() else {
        return Err(refuse("No frame is there to try something in".into()));
    };
    // A branch on which only a new name is bound would be the run as it is.
    let is_name = clause.target.chars().all(|c| c.is_alphanumeric() || c == '_');
    if is_name && let Err(EvalError::Raised(why)) = session.target.eval(clause.target, selected) {
        return Err(refuse(why));
    }
    let frame = (frame.frame, frame.code);
    Ok(Experiment { clause, keeps: options.keeps, events: options.events, place, frame, selected })
}

/// Evaluates the iterable, and shows and saves each of its values.
fn candidates(session: &mut Session, clause: &ForClause<'_>) -> Result<Vec<Candidate>, String> {
    let (source, names) = convenience::translate(session, clause.iterable)?;
    convenience::check(&source)?;
    let frame = session.view.selected;
    let mut ask = |source: &str| {
        let asked = session.target.eval_in_diversion(source, frame, &names);
        asked.map_err(|error| convenience::in_users_words(error).to_string())
    };
    let part = |from: usize, to: usize| format!("[*__import__('itertools').islice((\n{source}\n), {from}, {to})]");
    let last_line = |text: &str| text.rsplit('\n').next().and_then(|line| line.parse::<usize>().ok());
    let count = last_line(&ask(&format!("len({})", part(0, MOST + 1)))?.text).unwrap_or(0);
    match count {
        0 => return Err("There is no value to try".into()),
        n if n > MOST => return Err(format!("There are more than {MOST} values to try: take a part of them")),
        _ => {}
    }
    let one = |n: usize| {
        let result = ask(&format!("{}[0]", part(n, n + 1)))?;
        Ok(Candidate { repr: result.text, kept: result.kept })
    };
    (0..count).map(one).collect()
}

/// Runs the branch of one value.
fn attempt(
    session: &mut Session,
    experiment: &Experiment<'_>,
    n: usize,
    candidate: &Candidate,
) -> Result<TrialRow, Interrupted> {
    let ForClause { target, iterable, .. } = experiment.clause;
    let value = shown(session, &candidate.repr);
    let typed = format!("{target} = {value}");
    let mut row = TrialRow { value, result: "-".into(), end: String::new(), last: None, branch: None };
    let source = match candidate.kept {
        Some(_) => format!("{target} = {VALUE}"),
        None => format!("{target} = [value for n, value in enumerate((\n{iterable}\n)) if n == {n}][0]"),
    };
    let translated = convenience::translate(session, &source).map_err(EvalError::Raised);
    let begun = translated.and_then(|(source, mut names)| {
        names.extend(candidate.kept.clone().map(|kept| (VALUE.to_string(), kept)));
        session.begin_trial(&Change::Statement { source: &source, frame: experiment.selected, names: &names }, &typed)
    });
    let trial = match begun.map_err(convenience::in_users_words) {
        Ok(trial) => trial,
        Err(EvalError::Interrupted) => return Err(Interrupted),
        Err(error) => {
            row.end = format!("not begun: {}", error.to_string().replace(VALUE, "the value"));
            return Ok(row);
        }
    };
    let ran = run(session, experiment, &mut row);
    session.nav.now = session.target.time().unwrap_or(session.nav.now);
    row.branch = experiment.keeps.then(|| session.branches.name(trial.branch));
    let keeps = experiment.keeps && ran.is_ok();
    session.end_trial(&trial, keeps);
    ran.map(|()| row)
}

/// Runs on to the end of the branch that has begun, and notes what it is like there.
fn run(session: &mut Session, experiment: &Experiment<'_>, row: &mut TrialRow) -> Result<(), Interrupted> {
    let continues = Motion::Continue(Direction::Forward);
    let begins = session.nav.now;
    let limit = begins.saturating_add(experiment.events);
    let (frame, code) = experiment.frame;
    let waited = match &experiment.place {
        Some(place) => EventQuery::of_locations(vec![place.clone()]),
        None => EventQuery::frame(FrameWatch::of_kinds(frame, code, Kinds::ENDS)),
    };
    let mut asked = None;
    let mut travel = session.navigator().run_on(continues, begins, &waited, limit)?;
    let arrived = travel.why == StopReason::Arrived && {
        let target = &*session.target;
        let event = target.event();
        waited.matches(&event, || target.code(event.code))
    };
    let stops_there = experiment.place.is_some();
    if arrived {
        asked = Some(evaluate(session, experiment, 0)?);
        session.navigator().seek(travel.to)?;
        if !stops_there {
            travel = session.navigator().run_on(continues, travel.to, &EventQuery::default(), limit)?;
        }
    }
    row.last = Some(travel.to);
    let is_at_place = arrived && stops_there;
    row.end = describe(session, &travel, (is_at_place, experiment.events))?;
    row.result = match asked {
        Some(asked) if stops_there || !is_unknown_name(&asked) => asked,
        None if stops_there => "-".into(),
        asked => {
            session.navigator().seek(travel.to)?;
            let stack = session.target.stack();
            let place = stack.iter().position(|at| at.frame == frame).filter(|_| asked.is_none());
            let of_main = evaluate(session, experiment, place.unwrap_or(stack.len().saturating_sub(1)))?;
            asked.filter(|_| is_unknown_name(&of_main)).unwrap_or(of_main)
        }
    };
    session.navigator().seek(travel.to)
}

/// Whether the expression has given nothing because a name stands for nothing there.
fn is_unknown_name(result: &str) -> bool {
    result.starts_with("*** NameError")
}

/// What the expression gives in a frame, or what it raises.
fn evaluate(session: &mut Session, experiment: &Experiment<'_>, frame: usize) -> Result<String, Interrupted> {
    let translated = convenience::translate(session, experiment.clause.expression).map_err(EvalError::Raised);
    let result = translated.and_then(|(source, names)| session.target.eval_in_diversion(&source, frame, &names));
    match result.map_err(convenience::in_users_words) {
        Ok(result) => Ok(shown(session, &result.text)),
        Err(EvalError::Interrupted) => Err(Interrupted),
        Err(error) => Ok(format!("*** {error}")),
    }
}

/// How a branch ended, or what stopped it, and where.
fn describe(
    session: &mut Session,
    travel: &MotionResult,
    (is_at_place, events): (bool, u64),
) -> Result<String, Interrupted> {
    let here = |session: &mut Session| {
        let (path, line) = line_of(session, 0).unwrap_or_default();
        format!("{}:{line}", text::file_name(&path))
    };
    Ok(match &travel.why {
        StopReason::Interrupted => return Err(Interrupted),
        StopReason::End => {
            let Some(end) = session.target.end().cloned() else { return Err(Interrupted) };
            let mut described = describe_end(&end);
            if let Some(at) = end.died.as_ref().and_then(|death| death.at) {
                session.navigator().seek(Time(at))?;
                let event = session.target.event();
                let path = session.target.code(event.code).path;
                described += &format!(" at {}:{}", text::file_name(&path), event.line);
            }
            described
        }
        StopReason::Hit(hit) => format!("breakpoint {} at {}", hit.number, here(session)),
        StopReason::Changed => format!("a watched value changed at {}", here(session)),
        StopReason::Raised => format!("an exception at {}", here(session)),
        StopReason::Asked(_) => format!("stopped by the program at {}", here(session)),
        StopReason::Arrived | StopReason::Start if is_at_place => format!("at {}", here(session)),
        StopReason::Arrived | StopReason::Start => format!("not over after {events} events, at {}", here(session)),
    })
}
