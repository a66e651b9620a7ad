//! Steps of `origin` from parameters to arguments: those in the call, and what it passes on with `*` and `**`.

use ttd_code::Target as Access;
use ttd_code::analysis::value_flow::{Forwarded, Parameter, SourceKind, ValueSource, argument, forwarded};

use super::calls::line_at;
use super::values::Gives;
use super::{Next, Tracer, quoted, shown_line};
use crate::commands::query::moment::last_without;
use crate::session::listing::{going_on, line_of};
use crate::syntax::text::quote;
use crate::target::{Event, How, Key, Time, WatchTarget};
use crate::travel::Interrupted;

impl Tracer<'_> {
    /// The parameter that got a location's value at the call of the innermost frame, the present event: a variable, or
    /// an entry of the dict of `**`.
    pub(super) fn parameter(
        &mut self,
        location: &WatchTarget,
        event: &Event,
        t: Time,
    ) -> Result<Option<String>, Interrupted> {
        let names = self.session.target.args(0);
        let named = |name: &String| names.iter().any(|(argument, _)| argument == name).then(|| name.clone());
        Ok(match location {
            WatchTarget::Variable { frame, name, .. } if event.frame == *frame => named(name),
            // The call has made its cell.
            WatchTarget::Shared { name, .. } => {
                self.session.navigator().seek(t - 1)?;
                let is_new = self.session.target.held(location).is_none();
                self.session.navigator().seek(t)?;
                named(name).filter(|_| is_new)
            }
            WatchTarget::Item { key: Key::Text(key), .. } => {
                let is_it = |(name, _): &(String, String)| {
                    let place = format!("{name}[{}]", quote(key));
                    self.session.target.locate(&place, 0, &[]).is_ok_and(|found| found == *location)
                };
                names.iter().rev().any(is_it).then(|| key.clone())
            }
            _ => None,
        })
    }

    /// Goes on from a parameter to the argument in the caller.
    pub(super) fn argument(
        &mut self,
        t: Time,
        event: &Event,
        name: &str,
        held: Option<String>,
    ) -> Result<Next, Interrupted> {
        let code = self.session.target.code(event.code);
        self.step(t, &code.path, event.line, &format!("argument {name} of {}()", code.qualname));
        let Some((path, line)) = line_of(self.session, 1) else {
            return self.end("no line of the program called it");
        };
        let names = self.session.target.args(0);
        let position = names.iter().position(|(argument, _)| argument == name);
        if code.generator {
            let parameter = Parameter { function: &code.name, name, position, call: None };
            if let Some(next) = self.argument_of_generator(parameter, t, held.as_deref())? {
                return Ok(next);
            }
        }
        let source = self.source(&path);
        let call = self.site(&source, 1);
        let line = call.map_or(line, |(start, _)| line_at(&source, start));
        if let Some(function) =
            call.and_then(|call| self.other_function(&source, (line, call), (event.code, &code.name)))
        {
            return self.end(format!("{} passed it", quoted(function)));
        }
        let parameter = Parameter { function: &code.name, name, position, call };
        let mut possible = argument(&source, line, parameter);
        let is_call = call.is_some_and(|call| forwarded(&source, line, call).function.is_some());
        if possible.is_empty() && (!is_call || code.generator) {
            // Where a coroutine is awaited or a generator asked first, no call of it waits.
            possible = argument(&source, line, Parameter { call: None, ..parameter });
        }
        let held = held.as_deref();
        if let Some(next) = self.follow_arguments(&source, (&path, line), possible, (1, t), held)? {
            return Ok(next);
        }
        if let Some(next) = self.passed_on(&source, (line, call), (name, position), t, held) {
            return Ok(next);
        }
        if self.is_default(&source, (line, call), (name, position), held) {
            return self.end(format!("it is the default value of {name}"));
        }
        let line = shown_line(self.session.sources.line(&*self.session.target, &path, line).trim());
        self.end(format!("`{line}` does not say what it passes"))
    }

    /// Goes on from the first of the expressions that user frame `n` may have passed.
    fn follow_arguments(
        &mut self,
        source: &str,
        (path, line): (&str, u32),
        possible: Vec<ValueSource<'_>>,
        (n, t): (usize, Time),
        held: Option<&str>,
    ) -> Result<Option<Next>, Interrupted> {
        for from in possible {
            if self.may_give(from, n, held) == Gives::Other {
                continue;
            }
            let steps = self.steps.len();
            if from.kind != SourceKind::Load {
                self.note(t, path, line, &format!("made by {}", from.text));
            }
            if let Some(next) = self.follow(source, from, (n, t), held)? {
                return Ok(Some(next));
            }
            self.steps.truncate(steps);
            self.session.navigator().seek(t)?;
        }
        Ok(None)
    }

    /// Goes on from a parameter of a generator or coroutine to the call that made it, which is over when its frame
    /// begins, at `t`, the present event.
    fn argument_of_generator(
        &mut self,
        parameter: Parameter<'_>,
        t: Time,
        held: Option<&str>,
    ) -> Result<Option<Next>, Interrupted> {
        let Ok(WatchTarget::Variable { generator: Some(object), .. }) =
            self.session.target.locate(parameter.name, 0, &[])
        else {
            return Ok(None);
        };
        let range = (self.session.target.before_birth(object), t);
        let before = last_without(self.session, range, |session| session.target.is_made(object))?;
        self.session.navigator().seek(before)?;
        let n = going_on(&self.session.target.event());
        let mut next = None;
        if let Some((path, line)) = line_of(self.session, n) {
            let source = self.source(&path);
            let possible = argument(&source, line, parameter);
            next = self.follow_arguments(&source, (&path, line), possible, (n, before), held)?;
        }
        self.session.navigator().seek(t)?;
        Ok(next)
    }

    /// The function that the call in user frame 1 names, if it is not the one with this code and name, but one that
    /// calls that: `map`, `next`.
    pub(super) fn other_function<'s>(
        &mut self,
        source: &'s str,
        (line, call): (u32, (usize, usize)),
        (code, name): (u32, &str),
    ) -> Option<&'s str> {
        let function = forwarded(source, line, call).function?;
        let named = function.rsplit('.').next().unwrap_or_default();
        // Classes and objects that are called run methods with such names.
        let is_inline = name == "<lambda>" && function.starts_with("lambda");
        if named == name || is_inline || named == "partial" || name.starts_with("__") {
            return None;
        }
        // What cannot be asked again, as `super()`, is taken to be the function.
        match self.session.target.function_code(function, 1, &[]) {
            Ok(Some(own)) if own == code => None,
            Ok(None) => Some(function),
            _ => None,
        }
    }

    /// Goes on from a parameter to what the call in user frame 1 passes on for it. The target stands at the call.
    pub(super) fn passed_on(
        &mut self,
        source: &str,
        (line, call): (u32, Option<(usize, usize)>),
        (name, position): (&str, Option<usize>),
        t: Time,
        held: Option<&str>,
    ) -> Option<Next> {
        let Forwarded { items, entries, .. } = forwarded(source, line, call?);
        let item = items
            .zip(position)
            .and_then(|((text, before), position)| Some(format!("({text})[{}]", position.checked_sub(before)?)));
        let entry = entries.map(|text| format!("({text})[{}]", quote(name)));
        [entry, item].into_iter().flatten().find_map(|place| {
            let location = self.session.target.locate(&place, 1, &[]).ok()?;
            let is_place = !matches!(location, WatchTarget::Expression { .. });
            let has_value = is_place && self.session.target.held(&location).as_deref() == held;
            has_value.then_some(Next::Place(location, t))
        })
    }

    /// Whether the call in user frame 1 left a parameter to its default value. The target stands at the call.
    fn is_default(
        &mut self,
        source: &str,
        (line, call): (u32, Option<(usize, usize)>),
        (name, position): (&str, Option<usize>),
        held: Option<&str>,
    ) -> bool {
        let Some(function) = call.and_then(|call| forwarded(source, line, call).function) else { return false };
        let mut defaults = Vec::new();
        for function in [function.to_string(), format!("{function}.__init__")] {
            let at = position.map(|at| format!("{function}.__defaults__[{at} - {function}.__code__.co_argcount]"));
            defaults.extend(at);
            defaults.push(format!("{function}.__kwdefaults__[{}]", quote(name)));
        }
        let target = &mut self.session.target;
        held.is_some() && defaults.iter().any(|default| target.eval(default, 1).ok().as_deref() == held)
    }

    /// The attribute of a class that an attribute of an object is, if only the class has it.
    pub(super) fn of_class(&mut self, place: &str, n: usize) -> Option<String> {
        let Some(Access::Attribute(object, name)) = ttd_code::target(place) else { return None };
        if ttd_code::analysis::value_flow::may_have_effects(object) {
            return None;
        }
        let quoted = quote(name);
        let own = format!(
            "(lambda o: not isinstance(o, type) and {quoted} not in getattr(o, '__dict__', ()) and \
             any({quoted} in vars(c) and not hasattr(vars(c)[{quoted}], '__get__') for c in type(o).__mro__))({object})"
        );
        let holds = self.session.target.eval(&own, n).is_ok_and(|answer| answer == "True");
        holds.then(|| format!("(next(c for c in type({object}).__mro__ if {quoted} in vars(c))).{name}"))
    }

    /// Whether the return at the present event answers a loop or `with`: that of a generator's item or of one of the
    /// methods that they call.
    pub(super) fn is_asked(&self, event: &Event) -> bool {
        let name = self.session.target.code(event.code).name;
        event.kind == crate::target::EventKind::Return
            && event.how != How::Unwind
            && (event.how == How::Suspend
                || ["__next__", "__enter__", "__aenter__", "__anext__", "__getitem__"].contains(&&*name))
    }
}
