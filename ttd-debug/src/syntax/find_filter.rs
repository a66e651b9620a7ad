//! The expressions of `find`: which conditions can be decided without evaluating them, and what their words mean.

use ttd_code::{CmpOp, Comparison, Literal, Operand, PlainExpr};

use crate::answer::render::{kind_name, kind_named};
use crate::syntax::text;
use crate::target::{
    CodeInfo, Event, EventKind, EventQuery, How, NumberTest, ObjectUse, SavedValue, Subject, Test, ValueTest,
    WriteQuery,
};

/// The conditions of an expression that are joined by `and` and compare a word of the event with a constant.
pub(crate) fn tests_of(expression: &str) -> Vec<Test> {
    ttd_code::conjuncts(expression)
        .into_iter()
        .filter_map(|condition| match condition {
            ttd_code::Condition::Equal(name, constant) => test(name, constant),
            ttd_code::Condition::Contains(..) => None,
        })
        .flatten()
        .chain(number_tests(expression))
        .collect()
}

/// The comparisons of the line and the depth with a number.
fn number_tests(expression: &str) -> impl Iterator<Item = Test> {
    let test_of = |comparison: Comparison<'_>| {
        let (Literal::Int(number), true) = (comparison.right, comparison.path.is_empty()) else { return None };
        let orders = !matches!(comparison.op, CmpOp::Is | CmpOp::IsNot | CmpOp::In | CmpOp::NotIn);
        let test = NumberTest { op: comparison.op, number };
        match comparison.left {
            Operand::Name("line") if orders => Some(Test::Line(test)),
            Operand::Name("depth") if orders => Some(Test::Depth(test)),
            _ => None,
        }
    };
    ttd_code::comparisons(expression).into_iter().flatten().filter_map(test_of)
}

fn test(name: &str, constant: &str) -> Option<Vec<Test>> {
    let words = || text::unquote(constant);
    let test = match name {
        "kind" => return words().map(|kind| kind_tests(&kind)),
        "func" => words().map(Test::Function),
        "file" => words().map(Test::File),
        _ => None,
    };
    test.map(|test| vec![test])
}

/// The names of calls and returns that are special, and the kinds of event that they belong to.
const HOWS: &[(&str, How, EventKind)] = &[
    ("resume", How::Resume, EventKind::Call),
    ("suspend", How::Suspend, EventKind::Return),
    ("unwind", How::Unwind, EventKind::Return),
];

/// The tests of `kind == 'NAME'`.
fn kind_tests(name: &str) -> Vec<Test> {
    match HOWS.iter().find(|(how, ..)| *how == name) {
        Some((_, how, kind)) => vec![Test::Kind(Some(*kind)), Test::How(*how)],
        None => vec![Test::Kind(kind_named(name))],
    }
}

/// The kind of the events that have what an expression is about: a value that is returned, an exception.
pub(crate) fn kind_of(expression: &str) -> Option<Test> {
    let kinds = [("retval", EventKind::Return), ("exc", EventKind::Exception)];
    let (_, kind) = kinds.into_iter().find(|(word, _)| mentions(expression, word))?;
    Some(Test::Kind(Some(kind)))
}

/// The words that a test of [`tests_of`] or [`kind_of`] may come from.
pub(crate) fn words_of(test: &Test) -> &'static [&'static str] {
    match test {
        Test::Kind(_) => &["kind", "retval", "exc"],
        Test::How(_) => &["kind"],
        Test::Function(_) => &["func"],
        Test::File(_) => &["file"],
        Test::Line(_) => &["line"],
        Test::Depth(_) => &["depth"],
        Test::Frame(_) | Test::Codes(_) | Test::OtherCodes(_) => &[],
    }
}

/// The comparisons with constants, in the order of evaluation, up to the first that is not understood. `is_own`: a name
/// that does not mean what it means in the program.
pub(crate) fn value_tests_of(expression: &str, is_own: impl Fn(&str) -> bool) -> Vec<ValueTest> {
    let mut tests = Vec::new();
    for comparison in ttd_code::comparisons(expression) {
        let Some(Comparison { left: of, path, op: how, right: with }) = comparison else {
            break;
        };
        let of = match of {
            // The event alone decides these, and they cannot raise.
            Operand::Name("kind" | "func" | "file" | "line" | "depth") if path.is_empty() => continue,
            Operand::Container("writes") => continue,
            Operand::Name("retval") => Subject::Returned,
            Operand::Item("args", n) => Subject::Argument(n),
            Operand::Name(name) if !WORDS.contains(&name) && !is_own(name) => Subject::Variable(name.to_string()),
            _ => break,
        };
        let path = path.into_iter().map(str::to_string).collect();
        tests.push(ValueTest { subject: of, path, op: how, literal: with });
    }
    tests
}

/// What must hold for an expression to hold, as far as it can be evaluated without running code. `is_own` as for
/// `value_tests_of`.
pub(crate) fn condition_of(expression: &str, is_own: impl Fn(&str) -> bool) -> Option<PlainExpr> {
    let mut conditions = ttd_code::plain_conditions(expression);
    conditions.retain(|condition| {
        let mut uses_own = false;
        condition.each_name(&mut |name| uses_own |= WORDS.contains(&name) || is_own(name));
        !uses_own
    });
    match conditions.len() {
        0 | 1 => conditions.pop(),
        _ => Some(PlainExpr::And(conditions)),
    }
}

/// The words that an expression may use about an event.
pub(crate) const WORDS: &[&str] =
    &["kind", "func", "file", "line", "depth", "locals", "args", "retval", "exc", "writes"];

/// Those that the prompt knows as well. `$_kind` and its like always mean the event's.
pub(crate) const PROMPT_WORDS: &[&str] = &["kind", "func", "file", "line", "depth", "args", "retval", "exc"];

/// Whether a name occurs in an expression as a word of its own.
pub(crate) fn mentions(expression: &str, name: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    expression.match_indices(name).any(|(at, _)| {
        !expression[..at].ends_with(|c| word(c) || c == '.') && !expression[at + name.len()..].starts_with(word)
    })
}

/// The query of an expression that uses `writes`: for writes to one name, if it can hold only after such.
pub(crate) fn writing(expression: &str) -> Option<EventQuery> {
    let asked = mentions(expression, "writes").then(|| ttd_code::conjuncts(expression))?;
    let name = asked.into_iter().find_map(|condition| match condition {
        ttd_code::Condition::Contains("writes", name) => text::unquote(name),
        _ => None,
    });
    Some(EventQuery::of_writes(WriteQuery::Named(name)))
}

/// Whether an event has the values that these words need: a returned value, an exception.
pub(crate) fn has_value(words: &[&str], event: &Event) -> bool {
    let returns = event.gives_value();
    let raises = event.kind == EventKind::Exception;
    (returns || !words.contains(&"retval")) && (raises || !words.contains(&"exc"))
}

/// The names of the writes, as a tuple.
pub(crate) fn written_names(written: &[ObjectUse]) -> SavedValue {
    let names = written.iter().map(|what| match what {
        ObjectUse::Named(name) => format!("{}, ", text::quote(name)),
        _ => String::new(),
    });
    SavedValue::Text(format!("({})", names.collect::<String>()))
}

/// The value of `kind` at an event. A resumption is equal to both `'call'` and `'resume'`, which no plain text is.
fn kind_value(event: &Event) -> SavedValue {
    let kind = kind_name(event.kind);
    let Some((how, ..)) = HOWS.iter().find(|(_, how, _)| *how == event.how) else {
        return SavedValue::Word(kind.to_string());
    };
    // Written without names, which the program may have given another meaning.
    let is_it = format!("other in ('{kind}', '{how}')");
    SavedValue::Text(format!(
        "''.__class__.__class__('kind', (''.__class__,), {{'__hash__': ''.__class__.__hash__, \
         '__eq__': lambda kind, other: {is_it}, '__ne__': lambda kind, other: not ({is_it})}})('{kind}')"
    ))
}

/// The value of a word at an event.
pub(crate) fn meaning(word: &str, event: &Event, code: &CodeInfo) -> SavedValue {
    match word {
        "kind" => kind_value(event),
        "func" => SavedValue::Word(code.name.clone()),
        "file" => SavedValue::Word(text::file_name(&code.path).to_string()),
        "line" => SavedValue::Number(event.line),
        "depth" => SavedValue::Number(event.depth),
        "args" => SavedValue::Arguments,
        "retval" => SavedValue::Returned,
        "exc" => SavedValue::Raised,
        _ => SavedValue::Text("dict(locals())".into()),
    }
}
