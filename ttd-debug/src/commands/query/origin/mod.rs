//! `origin`: how a value came to where it is, step by step back to where it was made.
//!
//! Each step combines two facts: the last event at which the location changed, from the run, and the expression from
//! which the changing line took the value, from its syntax tree. A line that took it from another location leads there,
//! a call to what it returned, a parameter to the argument; anything else created the value. An expression whose value
//! was another one is not where the value came from, whatever the line looks like (`values`).

use ttd_code::analysis::value_flow;
use ttd_code::analysis::value_flow::{
    InlineFunction, ItemKey, Parameter, SourceKind, StoreTarget, ValueSource, choice,
};

mod calls;
mod copies;
mod inside;
mod loops;
mod moves;
mod parameters;
mod values;

use values::Gives;

use crate::answer::{Answer, TraceRow};
use crate::commands::Args;
use crate::commands::query::history::{last_change, locate, never};
use crate::commands::query::moment::moment_before;
use crate::session::Session;
use crate::session::listing::{broken_off, going_on, jump_to_row, line_of};
use crate::syntax::text;
use crate::target::{Event, EventKind, How, Key, Time, WatchTarget};
use crate::travel::Interrupted;
use crate::travel::motion::Direction;

/// Steps listed at most.
const MOST: usize = 200;

/// `origin`.
pub fn origin(session: &mut Session, args: &Args) -> Vec<Answer> {
    if let Ok(number) = args.text.parse::<usize>() {
        let names = ("step", "origin");
        return jump_to_row(session, |s| &s.last.origin, number, names);
    }
    let location = match locate(session, &args.text) {
        Ok(location) if !is_stored(session, &location) => {
            let why = "is not a variable, attribute or item: its value is computed whenever it is used";
            return vec![Answer::Error(format!("{} {why}", args.text))];
        }
        Ok(location) => location,
        Err(error) => return vec![Answer::Error(error.to_string())],
    };
    session.sync_target();
    let object = session.target.object_held(&location);
    let mut tracer = Tracer { session, steps: Vec::new(), why: None, object };
    let done = tracer.go(location);
    let (steps, why, session) = (tracer.steps, tracer.why, tracer.session);
    if done.is_err() {
        return broken_off(session);
    }
    if steps.is_empty() {
        return never(session, &args.text);
    }
    session.sync_target();
    session.last.origin = steps.iter().map(|step| step.time).collect();
    let cut = (steps.len() >= MOST).then(|| format!("(it goes on before that; `origin {MOST}` goes there)"));
    let end = cut.or_else(|| why.map(|why| format!("(it ends there: {why})")));
    std::iter::once(Answer::Origin(steps)).chain(end.map(Answer::Text)).collect()
}

/// Whether a location holds what was put there.
fn is_stored(session: &mut Session, location: &WatchTarget) -> bool {
    match location {
        WatchTarget::Expression { .. } => false,
        WatchTarget::Computed { .. } => session.target.is_entry(location),
        _ => true,
    }
}

/// Where the trace goes on.
enum Next {
    /// The value was in this location at this time.
    Place(WatchTarget, Time),
    /// Nowhere: the trace ends.
    End,
}

/// Where a line stored a value: its source, the user frame that ran it from an event on, at which the target stands,
/// and the value.
#[derive(Clone, Copy)]
struct Stored<'a> {
    source: &'a str,
    path: &'a str,
    line: u32,
    n: usize,
    from: Time,
    held: Option<&'a str>,
}

struct Tracer<'a> {
    session: &'a mut Session,
    steps: Vec<TraceRow>,
    /// Why the trace ends.
    why: Option<String>,
    /// The value, if it is an object that no other can stand for.
    object: Option<u64>,
}

impl Tracer<'_> {
    fn go(&mut self, location: WatchTarget) -> Result<(), Interrupted> {
        let mut next = Next::Place(location, self.session.nav.now);
        while let Next::Place(location, t) = next {
            if self.steps.len() >= MOST {
                return Ok(());
            }
            next = self.change_of(&location, t)?;
        }
        Ok(())
    }

    /// Ends the trace.
    fn end(&mut self, why: impl Into<String>) -> Result<Next, Interrupted> {
        self.why = Some(why.into());
        Ok(Next::End)
    }

    /// Adds the step that gave a location its value at `t`.
    fn change_of(&mut self, location: &WatchTarget, t: Time) -> Result<Next, Interrupted> {
        let Some(at) = last_change(self.session, location, t)? else {
            return self.end(match location {
                WatchTarget::Item { .. } => "it was in its container from the beginning",
                _ => "the value was there when this began",
            });
        };
        if let Some(change) = self.session.changed_by_branch(location, at) {
            self.session.navigator().seek(at)?;
            if let Some((path, line)) = line_of(self.session, 0) {
                self.step(at, &path, line, &format!("changed on {change}"));
            }
            return self.end("it was changed by hand");
        }
        self.session.navigator().seek(at)?;
        let event = self.session.target.event();
        let held = self.session.target.held(location);
        if event.kind == EventKind::Call
            && event.how == How::Start
            && let Some(name) = self.parameter(location, &event, at)?
        {
            return self.argument(at, &event, &name, held);
        }
        let from = moment_before(self.session, location, at)?;
        self.session.navigator().seek(from)?;
        if self.session.target.nearest(at - 1, Direction::Backward) != Some(at - 1) {
            let time = self.session.target.time().unwrap_or(from);
            let what = "changed in events that were not recorded, from here on";
            if let Some((path, line)) = line_of(self.session, 0) {
                self.step(time, &path, line, what);
            }
            return Ok(Next::End);
        }
        let place = match location {
            WatchTarget::Variable { name, .. } | WatchTarget::Shared { name, .. } => StoreTarget::Name(name),
            WatchTarget::Attribute { name, .. } => StoreTarget::Attribute(name),
            WatchTarget::Item { key: Key::Text(text), .. } => StoreTarget::Item(ItemKey::Str(text)),
            WatchTarget::Item { key: Key::Number(at), .. } => StoreTarget::Item(ItemKey::Int(*at)),
            WatchTarget::Computed { .. } => StoreTarget::Item(ItemKey::Other),
            WatchTarget::Expression { .. } | WatchTarget::RunningThread => return Ok(Next::End),
        };
        let n = going_on(&self.session.target.event());
        let Some((path, line)) = line_of(self.session, n) else {
            return self.end("no line of the program stored it");
        };
        let source = self.source_of_frame(&path, line, n);
        self.step(from, &path, line, "");
        let at = Stored { source: &source, path: &path, line, n, from, held: held.as_deref() };
        self.stored_by_line(location, place, at)
    }

    /// Goes on from what a line has stored in a location.
    fn stored_by_line(
        &mut self,
        location: &WatchTarget,
        place: StoreTarget<'_>,
        at: Stored<'_>,
    ) -> Result<Next, Interrupted> {
        let Stored { source, path, line, n, from, held } = at;
        if let Some(namespace) = self.in_class_body(location, at) {
            return Ok(Next::Place(namespace, from));
        }
        let meant = self.stored(source, line, n, location);
        if let Some(next) = self.first_of(source, &meant, (n, from), held)? {
            return Ok(next);
        }
        if let Some(next) = self.moved_item(location, (path, line), from)? {
            return Ok(next);
        }
        // A variable of a module is an item of its namespace.
        let place = match place {
            StoreTarget::Item(ItemKey::Str(name))
                if self.session.target.locate(name, n, &[]).is_ok_and(|found| found == *location) =>
            {
                StoreTarget::Name(name)
            }
            place => place,
        };
        if let Some(next) = self.restored(location, place, at)? {
            return Ok(next);
        }
        let mut possible = value_flow::assigned(source, line, place);
        self.returned_first(source, &mut possible, n);
        if let Some(next) = self.first_of(source, &possible, (n, from), held)? {
            return Ok(next);
        }
        let next = match place {
            StoreTarget::Item(key) => self.item(key, location, at)?,
            StoreTarget::Attribute(name) => self.copied_attribute(name, at)?,
            StoreTarget::Name(_) => None,
        };
        let next = match next {
            None if self.why.is_none() => self.captured(place, at)?,
            next => next,
        };
        let next = match next {
            None if self.why.is_none() => self.only_part(source, line, (n, from), held)?,
            next => next,
        };
        next.map_or_else(|| self.end("the line does not say what it stores there"), Ok)
    }

    /// Goes on from an item that no assignment names.
    fn item(&mut self, key: ItemKey<'_>, location: &WatchTarget, at: Stored<'_>) -> Result<Option<Next>, Interrupted> {
        let elements = value_flow::elements(at.source, at.line, key);
        if let Some(next) = self.element(at.source, &elements, (at.n, at.from), at.held)? {
            return Ok(Some(next));
        }
        match self.copied_item(location, at) {
            None => self.joined_item(location, at),
            next => Ok(next),
        }
    }

    /// Goes on from where user frame `n` took the value at time `t`. `None`: it was another value.
    fn follow(
        &mut self,
        source: &str,
        from: ValueSource<'_>,
        (n, t): (usize, Time),
        held: Option<&str>,
    ) -> Result<Option<Next>, Interrupted> {
        let event = self.session.target.event();
        let place = match (from.kind, from.item) {
            (SourceKind::Load, None) => from.text.to_string(),
            (SourceKind::Load, Some(i)) => format!("({})[{i}]", from.text),
            (SourceKind::Entered | SourceKind::Iterable, item) if n == 1 && self.is_asked(&event) => {
                return match item.is_some() || self.session.target.retval().as_deref() == held {
                    true => self.returned(&event, t, item).map(Some),
                    false => self.given_by(source, from.text, (n, t)).map(Some),
                };
            }
            (SourceKind::Call, item) => return self.result(source, from, item, (n, t), held),
            (SourceKind::Awaited, item) => return self.awaited(source, from, item, (n, t), held).map(Some),
            (SourceKind::Iterable, _) => return self.round(source, from, (n, t), held).map(Some),
            (SourceKind::Choice, item) => {
                let Some(text) = self.taken(from.text, n) else {
                    let why = format!("which part of {} it was cannot be told", quoted(from.text));
                    return self.end(why).map(Some);
                };
                let from = choice::source_of(text);
                return self.follow(source, ValueSource { item, ..from }, (n, t), held);
            }
            _ if n == 0 && event.how == How::Resume && from.text.starts_with("yield") => {
                return self.sent(t, held).map(Some);
            }
            _ if self.may_give(from, n, held) == Gives::Other => return Ok(None),
            _ => return self.given_by(source, from.text, (n, t)).map(Some),
        };
        let place = self.of_class(&place, n).unwrap_or(place);
        match self.session.target.locate(&place, n, &[]) {
            Ok(location) if is_stored(self.session, &location) => {
                let other = held.is_some() && self.session.target.held(&location).as_deref() != held;
                Ok((!other).then_some(Next::Place(location, t)))
            }
            _ => self.end(format!("{} is computed", quoted(&place))).map(Some),
        }
    }

    /// Goes on from what a function returned or yielded at the target's event.
    fn returned(&mut self, event: &Event, t: Time, item: Option<usize>) -> Result<Next, Interrupted> {
        let code = self.session.target.code(event.code);
        let verb = if event.how == How::Suspend { "yielded" } else { "returned" };
        self.step(t, &code.path, event.line, &format!("{verb} by {}()", code.qualname));
        let held = self.session.target.retval().filter(|_| item.is_none());
        let source = self.source(&code.path);
        let inline = |function| value_flow::inline_results(&source, event.line, function, item);
        let possible = match &*code.name {
            "<lambda>" => inline(InlineFunction::Lambda),
            "<genexpr>" => inline(InlineFunction::Generator),
            _ => value_flow::returned(&source, event.line, item).into_iter().collect(),
        };
        let found = match possible.is_empty() {
            true => self.returned_before(&source, item, t, held.as_deref())?,
            false => self.first_of(&source, &possible, (0, t), held.as_deref())?,
        };
        found.map_or_else(|| self.end("the line does not say what it returns"), Ok)
    }

    /// Goes on from what a generator was resumed with at `t`, the present event: by the frame below it, or by the one
    /// below those that delegate to it.
    fn sent(&mut self, t: Time, held: Option<&str>) -> Result<Next, Interrupted> {
        let code = self.session.target.code(self.session.target.event().code);
        let stack = self.session.target.stack();
        for (n, frame) in stack.iter().enumerate().skip(1) {
            let Some((path, line)) = line_of(self.session, n) else { break };
            let source = self.source(&path);
            let parameter = Parameter { function: "send", name: "", position: Some(1), call: None };
            let possible = value_flow::argument(&source, line, parameter);
            if possible.is_empty() && self.session.target.code(frame.code).generator {
                continue;
            }
            self.step(t, &path, line, &format!("sent to {}()", code.qualname));
            return match self.first_of(&source, &possible, (n, t), held)? {
                Some(next) => Ok(next),
                None => self.end("it was resumed without a value"),
            };
        }
        self.end("no line of the program resumed it")
    }

    /// The alternative of a conditional expression that gave the value, by its tests now; `None` if one cannot be
    /// evaluated.
    fn taken<'s>(&mut self, choice: &'s str, n: usize) -> Option<&'s str> {
        for alternative in choice::alternatives(choice) {
            let Some((test, wanted)) = alternative.test else {
                return Some(alternative.text);
            };
            let result = self.session.target.eval_in_diversion(&format!("bool({test})"), n, &[]).ok()?;
            if (result.text == "True") == wanted {
                return Some(alternative.text);
            }
        }
        None
    }

    /// The source of the code that user frame `n` runs at a line: of a lambda, the body alone.
    fn source_of_frame(&mut self, path: &str, line: u32, n: usize) -> String {
        let source = self.source(path);
        let code = self.session.target.stack().get(n).map(|frame| frame.code);
        let is_lambda = code.is_some_and(|code| self.session.target.code(code).name == "<lambda>");
        let body = is_lambda.then(|| value_flow::lambdas::bodies_alone(&source, line)).flatten();
        body.unwrap_or(source)
    }

    fn source(&mut self, path: &str) -> String {
        self.session.sources.text(&*self.session.target, path)
    }

    /// Adds a step at a line: what happened there, and the line's text.
    fn step(&mut self, time: Time, path: &str, line: u32, what: &str) {
        let (sources, target) = (&mut self.session.sources, &*self.session.target);
        let text = sources.line(target, path, line);
        let text = match what {
            "" => text,
            what => format!("{what}: {text}"),
        };
        self.note(time, path, line, &text);
    }

    fn note(&mut self, time: Time, path: &str, line: u32, text: &str) {
        let text = shown_line(text);
        let file = text::file_name(path).to_string();
        // A comprehension on one line takes and stores without an event between: list that once.
        if let Some(last) = self.steps.last()
            && (last.time, last.line, &last.text) == (time, line, &text)
        {
            return;
        }
        self.steps.push(TraceRow { time, file, line, text });
    }
}

/// Python in a note, on one line.
fn quoted(source: &str) -> String {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    format!("`{}`", shown_line(&lines.join(" ")))
}

/// Shortens a line of source for a list.
fn shown_line(line: &str) -> String {
    const MOST: usize = 100;
    match line.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}...", &line[..at]),
        None => line.to_string(),
    }
}
