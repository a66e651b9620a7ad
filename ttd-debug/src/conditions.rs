//! What an expression of `find` says about events: what can be decided without asking it, and what its words mean.

use crate::listing::Codes;
use crate::render::kind_name;
use crate::target::{Appearance, CodeInfo, Event, EventKind, How, Kept, Target, Watch, Writing};
use crate::text;

/// What is decided from an event alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    Kind(String),
    Function(String),
    File(String),
    Line(u32),
    Depth(u32),
}

impl Condition {
    /// The conditions of an expression that are joined by `and` and compare a word of the event with a constant.
    pub(crate) fn all_of(expression: &str) -> Vec<Condition> {
        ttd_code::conjuncts(expression)
            .into_iter()
            .filter_map(|condition| match condition {
                ttd_code::Condition::Equal(name, constant) => Condition::read(name, constant),
                ttd_code::Condition::Holds(..) => None,
            })
            .collect()
    }

    fn read(name: &str, constant: &str) -> Option<Condition> {
        let words = || text::unquote(constant);
        let number = || constant.parse().ok();
        match name {
            "kind" => words().map(Condition::Kind),
            "func" => words().map(Condition::Function),
            "file" => words().map(Condition::File),
            "line" => number().map(Condition::Line),
            "depth" => number().map(Condition::Depth),
            _ => None,
        }
    }

    pub(crate) fn holds(&self, target: &dyn Target, codes: &mut Codes, event: &Event) -> bool {
        match self {
            Condition::Kind(kind) => kind_name(event.kind) == kind,
            Condition::Function(name) => codes.of(target, event.code).name == *name,
            Condition::File(name) => text::file_name(&codes.of(target, event.code).path) == name,
            Condition::Line(line) => event.line == *line,
            Condition::Depth(depth) => event.depth == *depth,
        }
    }
}

/// The words that an expression may use about an event.
pub(crate) const WORDS: &[&str] = &[
    "kind", "func", "file", "line", "depth", "locals", "args", "retval", "exc", "writes",
];

/// Whether a name stands in an expression as a word of its own.
pub(crate) fn mentions(expression: &str, name: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    expression.match_indices(name).any(|(at, _)| {
        !expression[..at].ends_with(|c| word(c) || c == '.')
            && !expression[at + name.len()..].starts_with(word)
    })
}

/// What an expression that uses `writes` looks for: writes to one name, if it can only hold after such.
pub(crate) fn writing(expression: &str) -> Option<Watch> {
    let asked = mentions(expression, "writes").then(|| ttd_code::conjuncts(expression))?;
    let name = asked.into_iter().find_map(|condition| match condition {
        ttd_code::Condition::Holds("writes", name) => text::unquote(name),
        _ => None,
    });
    Some(Watch::writing(Writing::Named(name)))
}

/// Whether an event has what these words stand for: a value that is returned, an exception.
pub(crate) fn has_value(words: &[&str], event: &Event) -> bool {
    let returns = event.kind == EventKind::Return && event.how != How::Unwind;
    let raises = event.kind == EventKind::Exception;
    (returns || !words.contains(&"retval")) && (raises || !words.contains(&"exc"))
}

/// The names of what was written, as a tuple.
pub(crate) fn written_names(written: &[Appearance]) -> Kept {
    let names = written.iter().map(|what| match what {
        Appearance::Named(name) => format!("{}, ", text::quote(name)),
        _ => String::new(),
    });
    Kept::Text(format!("({})", names.collect::<String>()))
}

/// What a word says about an event.
pub(crate) fn meaning(word: &str, event: &Event, code: &CodeInfo) -> Kept {
    match word {
        "kind" => Kept::Word(kind_name(event.kind).to_string()),
        "func" => Kept::Word(code.name.clone()),
        "file" => Kept::Word(text::file_name(&code.path).to_string()),
        "line" => Kept::Number(event.line),
        "depth" => Kept::Number(event.depth),
        "args" => Kept::Arguments,
        "retval" => Kept::Returned,
        "exc" => Kept::Raised,
        _ => Kept::Text("dict(locals())".into()),
    }
}
