//! A filter leaves out only events at which its expression, evaluated there, is false.

mod beside_log;
mod conditions;

use std::rc::Rc;
use std::sync::atomic::Ordering;

use ttd_debug::target::{Event, EventKind, Filter, NEVER, SavedValue, Subject, ValueTest};
use ttd_tests::check::Failure;
use ttd_tests::run::{go, launch_text};
use ttd_tests::{Outcome, Program, Reference, Rng, Way, check_light};
use ttd_vm::time::{CmpOp, Config, Literal, Machine, Reached, Test, plain_expression};

/// Filters tried in each mode.
const FILTERS: u64 = 3;
/// Events over which a filter is tried.
const EVENTS: u64 = 60;

/// Stops of one run for a filter, at most.
const STOPS: usize = 60;

/// Comparisons by their operators.
const OPERATORS: [(&str, CmpOp); 8] = [
    ("==", CmpOp::Eq),
    ("!=", CmpOp::NotEq),
    ("<", CmpOp::Lt),
    ("<=", CmpOp::LtE),
    (">", CmpOp::Gt),
    (">=", CmpOp::GtE),
    ("is", CmpOp::Is),
    ("is not", CmpOp::IsNot),
];

/// Constants in source form, tried besides the values that the program has.
const CONSTANTS: [&str; 8] = ["None", "True", "False", "0", "1", "1.5", "-3", "'a'"];

fn literal(text: &str) -> Option<Literal> {
    match text {
        "None" => Some(Literal::None),
        "True" => Some(Literal::Bool(true)),
        "False" => Some(Literal::Bool(false)),
        text if text.starts_with('\'') => Some(Literal::Str(text.trim_matches('\'').to_string())),
        text => match text.parse() {
            Ok(n) => Some(Literal::Int(n)),
            Err(_) => text.parse().ok().map(Literal::Float),
        },
    }
}

fn names(event: &Event) -> Vec<(String, SavedValue)> {
    let mut names = vec![("args".to_string(), SavedValue::Arguments)];
    if event.gives_value() {
        names.push(("retval".to_string(), SavedValue::Returned));
    }
    names
}

/// Chooses a comparison and its source form.
fn choose(machine: &mut Machine, rng: &mut Rng) -> Option<(ValueTest, String)> {
    let event = machine.event();
    let arguments = machine.args(0);
    let (of, subject) = match rng.below(4) {
        0 if event.kind == EventKind::Return => (Subject::Returned, "retval".to_string()),
        1 if !arguments.is_empty() => {
            let n = rng.below(arguments.len() as u64) as usize;
            (Subject::Argument(n), format!("args[{n}]"))
        }
        _ => {
            let locals = machine.locals(0);
            let some = rng.below(locals.len().max(1) as u64) as usize;
            let name = locals.get(some)?.0.clone();
            (Subject::Variable(name.clone()), name)
        }
    };
    let mut eval = |source: &str| Some(machine.eval_in_diversion(source, 0, &names(&event)).ok()?.text);
    let attribute = eval(&format!("'.'.join(list(vars({subject}))[-1:])")).filter(|_| rng.below(2) == 0);
    let path: Vec<String> = attribute.map(|name| name.trim_matches('\'').to_string()).into_iter().collect();
    let is_name = |name: &String| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let path: Vec<String> = path.into_iter().filter(|name| !name.is_empty() && is_name(name)).collect();
    let subject = path.iter().fold(subject, |all, name| format!("{all}.{name}"));
    let value = eval(&subject)?;
    let constant = match rng.below(3) {
        0 => CONSTANTS[rng.below(CONSTANTS.len() as u64) as usize].to_string(),
        _ => value,
    };
    let with = literal(&constant).filter(|_| !constant.contains(['n', 'i']))?;
    let (operator, how) = OPERATORS[rng.below(OPERATORS.len() as u64) as usize];
    let test = ValueTest { subject: of, path, op: how, literal: with };
    Some((test, format!("bool({subject} {operator} {constant})")))
}

/// Forms of a condition made from a comparison.
const CONDITIONS: [&str; 4] = ["{}", "not {}", "{} or 1 < 0", "0 == 0 and {}"];

/// A filter by a comparison, or by a condition with or without it, and the expression that it is for.
fn filter_of(value: ValueTest, expression: String, rng: &mut Rng) -> (Filter, String) {
    // `args` and `retval` mean what the search gives them.
    let is_name = matches!(&value.subject, Subject::Variable(name) if name != "args" && name != "retval");
    if !is_name || rng.below(2) == 0 {
        return (Filter { values: vec![value], ..Filter::default() }, expression);
    }
    let form = CONDITIONS[rng.below(CONDITIONS.len() as u64) as usize];
    let comparison = expression.strip_prefix("bool").unwrap_or(&expression);
    let text = form.replace("{}", comparison);
    let condition = plain_expression(&text).map(Rc::new);
    // A negation does not hold where the comparison does.
    let values = if form.starts_with("not") || rng.below(2) == 0 { Vec::new() } else { vec![value] };
    (Filter { values, condition, ..Filter::default() }, format!("bool({text})"))
}

/// Tries a random filter and returns it with its expression.
fn try_one(machine: &mut Machine, reference: &Reference, rng: &mut Rng) -> Result<Option<(Filter, String)>, String> {
    let last = reference.last();
    let somewhere = rng.below(last + 1);
    go(machine, somewhere)?;
    let function = reference.events[somewhere as usize].function.clone();
    let Some((value, expression)) = choose(machine, rng) else {
        return Ok(None);
    };
    let (mut filter, expression) = filter_of(value, expression, rng);
    filter.depths = true;
    let of_one_function = rng.below(2) == 0;
    if of_one_function {
        filter.tests.push(Test::Function(function.clone()));
    }
    let from = somewhere.saturating_sub(rng.below(EVENTS));
    let to = last.min(from + EVENTS);
    let got = machine.events_matching(from, to, &filter).ok_or("interrupted")?;
    for t in from..=to {
        let row = &reference.events[t as usize];
        let there = got.iter().find(|(time, _)| *time == t);
        if of_one_function && row.function != function {
            match there {
                Some(_) => return Err(format!("event {t}, {row}, is of another function")),
                None => continue,
            }
        }
        go(machine, t)?;
        let event = machine.event();
        if there.is_some_and(|(_, listed)| *listed != event) {
            return Err(format!("event {t} is {event:?}, and in the list {there:?}"));
        }
        if !event.gives_value() && filter.values.iter().any(|test| test.subject == Subject::Returned) {
            continue;
        }
        let said = machine.eval_in_diversion(&expression, 0, &names(&event));
        let may_be_left_out = match &said {
            Ok(value) => value.text == "False",
            // Errors of evaluating, as opposed to the expression's own, do not concern the filter.
            Err(error) => {
                let error = error.to_string();
                let is_nothing = error.starts_with("NameError") && filter.condition.is_some();
                is_nothing || error.starts_with("RecursionError") || error.contains("'bool'")
            }
        };
        if !may_be_left_out && there.is_none() {
            let what = format!("event {t}, {row}, is left out: {expression} is {said:?}");
            return Err(what);
        }
    }
    Ok(Some((filter, expression)))
}

/// Whether an expression holds at the machine's event.
fn holds(machine: &mut Machine, expression: &str) -> bool {
    let names = names(&machine.event());
    let value = machine.eval_in_diversion(expression, 0, &names);
    value.is_ok_and(|value| value.text == "True")
}

/// Compares running on to each match of a filter in a fresh run with filtering a run that is known already.
fn run_ahead(
    known: &mut Machine,
    fresh: &mut Machine,
    (filter, expression): &(Filter, String),
    last: u64,
) -> Result<(), String> {
    go(fresh, 0)?;
    let (mut found, mut to) = (Vec::new(), 0);
    for _ in 0..STOPS {
        let reached = fresh.run_until_filter(filter, NEVER);
        let now = fresh.time().unwrap_or(NEVER);
        match reached {
            Reached::Target if now > to && now <= last => to = now,
            Reached::End if now == last => {
                to = last;
                break;
            }
            _ => return Err(format!("{filter:?} leads from {to} to {now}: {reached:?}")),
        }
        if fresh.written() != fresh.output().len() as u64 {
            return Err(format!("the program has run beyond event {now}"));
        }
        if holds(fresh, expression) {
            found.push(now);
        }
    }
    let candidates = known.events_matching(1, to, filter).ok_or("interrupted")?;
    let mut wanted = Vec::new();
    for (t, _) in candidates {
        go(known, t)?;
        if holds(known, expression) {
            wanted.push(t);
        }
    }
    match found == wanted {
        true => Ok(()),
        false => Err(format!("{expression} at {found:?}, and not at {wanted:?}")),
    }
}

fn all_of(program: &Program) -> Outcome {
    let no_reference = |what| Failure::new(program, Way::AGAIN, None, what);
    let reference = Reference::of(program).map_err(no_reference)?;
    for way in reference.some("sifted", &[Way::AGAIN, Way::every(7), Way::log(64)]) {
        let fail = |e| Failure::new(program, way, None, e);
        let mut machine = reference.launch(way).map_err(fail)?;
        let mut rng = Rng::new(&format!("sifted {} {way}", program.name));
        let mut some = None;
        for _ in 0..reference.visits(way, FILTERS) {
            let tried = try_one(&mut machine, &reference, &mut rng);
            let filter = tried.map_err(|e| Failure::new(program, way, machine.time(), e))?;
            some = filter.or(some);
        }
        let Some(mut filter) = some else { continue };
        filter.0.depths = rng.below(2) == 0;
        let mut fresh = reference.launch(way).map_err(fail)?;
        run_ahead(&mut machine, &mut fresh, &filter, reference.last()).map_err(fail)?;
    }
    Ok(())
}

#[test]
fn nothing_is_left_out_that_an_expression_holds_for() {
    check_light("sifted", all_of);
}

/// Comparisons of values in registers are decided without evaluating the expression.
#[test]
fn what_registers_tell_is_decided() {
    let text = "
def f(n, s, *rest):
    k = n % 10
    if k == 3: return None
    return k

for i in range(100):
    f(i, 'x')
";
    let compare = |subject, op, literal| Filter {
        tests: vec![Test::Function("f".into())],
        values: vec![ValueTest { subject, path: Vec::new(), op, literal }],
        ..Filter::default()
    };
    let argument = |n, how, with| compare(Subject::Argument(n), how, with);
    let returned = |how, with| compare(Subject::Returned, how, with);
    let k = |how, with| compare(Subject::Variable("k".into()), how, with);
    // Of the five events of a call: call, three or four lines, return.
    let cases = [
        (argument(0, CmpOp::Eq, Literal::Int(7)), 5),
        (argument(0, CmpOp::Lt, Literal::Float(1.5)), 10),
        (argument(1, CmpOp::Eq, Literal::None), 0),
        (returned(CmpOp::Is, Literal::None), 10),
        // Ordering None is an error, so those events stay in.
        (returned(CmpOp::GtE, Literal::Int(8)), 20 + 10),
        (returned(CmpOp::Eq, Literal::Str("x".into())), 0),
        (argument(1, CmpOp::Eq, Literal::Str("x".into())), 500 - 10),
        (argument(1, CmpOp::NotEq, Literal::Str("x".into())), 0),
        (argument(1, CmpOp::Eq, Literal::Str("y".into())), 0),
        // At the call and the first line it has no value yet, and evaluating would be an error.
        (k(CmpOp::Eq, Literal::Int(5)), 10 * 3 + 100 * 2),
    ];
    for log in [false, true] {
        let config = Config { log, ..Config::default() };
        let mut machine = launch_text(text, config);
        assert_eq!(machine.seek(NEVER), Reached::End);
        let last = machine.time().expect("events");
        for (filter, count) in &cases {
            let got = machine.events_matching(0, last, filter).expect("events");
            assert_eq!(got.len(), *count, "{filter:?}, log: {log}: {got:?}");
        }
    }
}

/// A run that stops for a filter goes no further, and Ctrl-C ends it where it is.
#[test]
fn a_run_stops_where_a_filter_lets_through() {
    let text = "
def f(n):
    print(n)
    return n * 2

for i in range(3):
    f(i)
t = 0
while t < 4_000_000:
    t += 1
f(t)
";
    let returned = |n| Filter {
        tests: vec![Test::Kind(Some(EventKind::Return))],
        values: vec![ValueTest {
            subject: Subject::Returned,
            path: Vec::new(),
            op: CmpOp::Eq,
            literal: Literal::Int(n),
        }],
        ..Filter::default()
    };
    for log in [false, true] {
        let config = Config { log, ..Config::default() };
        let mut machine = launch_text(text, config);
        assert_eq!(machine.run_until_filter(&returned(2), NEVER), Reached::Target);
        assert_eq!(machine.retval().as_deref(), Some("2"));
        assert_eq!(machine.output(), b"0\n1\n");
        let stopped = machine.time().expect("an event");
        let near = machine.run_until_filter(&returned(4), stopped + 2);
        assert_eq!((near, machine.time()), (Reached::Target, Some(stopped + 2)));
        assert_eq!(machine.run_until_filter(&returned(4), NEVER), Reached::Target);
        assert_eq!(machine.retval().as_deref(), Some("4"));

        let flag = machine.interrupt_flag();
        let set = flag.clone();
        machine.on_progress(Box::new(move |_| set.store(true, Ordering::Relaxed)));
        let reached = machine.run_until_filter(&returned(-1), NEVER);
        assert_eq!(reached, Reached::Interrupted);
        let here = machine.time().expect("an event");
        assert!(here > stopped && machine.end().is_none());
        assert_eq!(machine.output(), b"0\n1\n2\n");

        machine.on_progress(Box::new(|_| {}));
        flag.store(false, Ordering::Relaxed);
        let reached = machine.run_until_filter(&returned(8_000_000), NEVER);
        assert_eq!(reached, Reached::Target);
        assert_eq!(machine.event().line, 4);
        assert_eq!(machine.run_until_filter(&returned(0), NEVER), Reached::End);
        // Once the run is known, the result is the same.
        assert_eq!(machine.seek(0), Reached::Target);
        let mut returned_value = None;
        while returned_value.as_deref() != Some("2") {
            // The log may not know what is returned and then accepts the event.
            assert_eq!(machine.run_until_filter(&returned(2), NEVER), Reached::Target);
            returned_value = machine.retval();
        }
        assert_eq!(machine.time(), Some(stopped));
    }
}
