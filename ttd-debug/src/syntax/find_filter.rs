//! The expressions of `find`: which conditions can be decided without evaluating them, and what their words mean.

use ttd_code::{Comparison, Operand};

use crate::answer::render::{kind_name, kind_named};
use crate::syntax::text;
use crate::target::{
    CodeInfo, Event, EventKind, EventQuery, ObjectUse, SavedValue, Subject, Test, ValueTest, WriteQuery,
};

/// The conditions of an expression that are joined by `and` and compare a word of the event with a constant.
pub(crate) fn tests_of(expression: &str) -> Vec<Test> {
    ttd_code::conjuncts(expression)
        .into_iter()
        .filter_map(|condition| match condition {
            ttd_code::Condition::Equal(name, constant) => test(name, constant),
            ttd_code::Condition::Contains(..) => None,
        })
        .collect()
}

fn test(name: &str, constant: &str) -> Option<Test> {
    let words = || text::unquote(constant);
    let number = || constant.parse().ok();
    match name {
        "kind" => words().map(|kind| Test::Kind(kind_named(&kind))),
        "func" => words().map(Test::Function),
        "file" => words().map(Test::File),
        "line" => number().map(Test::Line),
        "depth" => number().map(Test::Depth),
        _ => None,
    }
}

/// The kind of the events that have what an expression is about: a value that is returned, an exception.
pub(crate) fn kind_of(expression: &str) -> Option<Test> {
    let kinds = [("retval", EventKind::Return), ("exc", EventKind::Exception)];
    let (_, kind) = kinds.into_iter().find(|(word, _)| mentions(expression, word))?;
    Some(Test::Kind(Some(kind)))
}

/// The comparisons with constants, in the order of evaluation, up to the first that is not understood.
pub(crate) fn value_tests_of(expression: &str) -> Vec<ValueTest> {
    let mut tests = Vec::new();
    for comparison in ttd_code::comparisons(expression) {
        let Some(Comparison { left: of, op: how, right: with }) = comparison else {
            break;
        };
        let of = match of {
            // The event alone decides these, and they cannot raise.
            Operand::Name("kind" | "func" | "file" | "line" | "depth") => continue,
            Operand::Container("writes") => continue,
            Operand::Name("retval") => Subject::Returned,
            Operand::Item("args", n) => Subject::Argument(n),
            Operand::Name(name) if !WORDS.contains(&name) && !name.starts_with('_') => {
                Subject::Variable(name.to_string())
            }
            _ => break,
        };
        tests.push(ValueTest { subject: of, op: how, literal: with });
    }
    tests
}

/// The words that an expression may use about an event.
pub(crate) const WORDS: &[&str] =
    &["kind", "func", "file", "line", "depth", "locals", "args", "retval", "exc", "writes"];

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

/// The value of a word at an event.
pub(crate) fn meaning(word: &str, event: &Event, code: &CodeInfo) -> SavedValue {
    match word {
        "kind" => SavedValue::Word(kind_name(event.kind).to_string()),
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
