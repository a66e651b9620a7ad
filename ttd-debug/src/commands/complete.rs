//! Completion of the word at the cursor: commands, and whatever the argument of a command can name. Names and
//! attributes of the program are read in diversions, which leave no trace.

use crate::commands::{self, Command, Completes};
use crate::session::Session;
use crate::syntax::find_filter::WORDS;
use crate::syntax::text;

/// The variables of a frame and of its module, without what only Python needs.
const VARIABLES: &str = "[n for n in [*locals(), *globals()] if not n.startswith('__')]";
/// Candidates listed at most.
const MOST: usize = 500;

/// Returns where the word that ends at byte `at` of a line begins, and the candidates for it.
pub fn complete(session: &mut Session, line: &str, at: usize) -> (usize, Vec<String>) {
    let line = line.get(..at).unwrap_or(line);
    let start = if session.awaits_text() { 0 } else { line.rfind(";;").map_or(0, |found| found + 2) };
    let start = start + line[start..].len() - line[start..].trim_start().len();
    let part = &line[start..];
    let name = part.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let rest = &part[name.len()..];
    if !session.awaits_text() && rest.is_empty() && !part.is_empty() {
        let found = commands::complete(part);
        if !found.is_empty() {
            return (start, found.into_iter().map(str::to_string).collect());
        }
    }
    let command = (!session.awaits_text() && rest.starts_with(' ')).then(|| commands::find(name)).flatten();
    let (begin, mut found) = match command {
        Some(command) => argument(session, command, line),
        None => expression(session, line),
    };
    found.sort();
    found.dedup();
    found.truncate(MOST);
    (begin, found)
}

/// Completes the argument of a command.
fn argument(session: &mut Session, command: &Command, line: &str) -> (usize, Vec<String>) {
    let begin = line.rfind(' ').map_or(0, |at| at + 1);
    let word = &line[begin..];
    let starting = |names: Vec<String>| {
        let found: Vec<String> = names.into_iter().filter(|name| name.starts_with(word)).collect();
        (begin, found)
    };
    match command.completes {
        Completes::Function => starting(functions(session)),
        Completes::SourceLocation if line.contains(',') => expression(session, line),
        Completes::SourceLocation => {
            let (of_names, mut found) = expression(session, line);
            if of_names != begin {
                return (of_names, found);
            }
            found.extend(starting(functions(session)).1);
            found.extend(files(session, word).into_iter().map(|file| format!("{file}:")));
            (begin, found)
        }
        Completes::BreakpointCondition if line.trim_start().matches(' ').count() > 1 => expression(session, line),
        Completes::Breakpoints | Completes::BreakpointCondition => {
            starting(session.breakpoints.iter().map(|b| b.number.to_string()).collect())
        }
        Completes::Commands => starting(commands::complete("").into_iter().map(String::from).collect()),
        Completes::Times => {
            let fixed = ["start", "end"].map(String::from);
            starting(session.nav.marks.keys().cloned().chain(fixed).collect())
        }
        Completes::Branches => {
            let all = session.target.branches();
            starting(all.iter().map(|branch| session.branches.name(branch.number)).collect())
        }
        Completes::Aliases => starting(session.names.aliases.keys().cloned().collect()),
        Completes::Displays => starting(session.view.displays.iter().map(|d| d.expression.clone()).collect()),
        Completes::Expression => expression(session, line),
        Completes::Place if word.is_empty() => starting(names(session, VARIABLES)),
        Completes::Place => expression(session, line),
        Completes::Condition => {
            let (begin, mut found) = expression(session, line);
            let words = WORDS.iter().filter(|word| word.starts_with(&line[begin..]));
            found.extend(words.map(ToString::to_string));
            (begin, found)
        }
        Completes::Watchpoints => starting(session.watches.list.iter().map(|watch| watch.number.to_string()).collect()),
        Completes::Nothing => (line.len(), Vec::new()),
    }
}

/// Completes a name, an attribute or a `$name` at the end of Python text.
fn expression(session: &mut Session, line: &str) -> (usize, Vec<String>) {
    let in_name = |c: char| c.is_alphanumeric() || "_.$".contains(c);
    let begin = line.rfind(|c| !in_name(c)).map_or(0, |at| at + line[at..].chars().next().map_or(1, char::len_utf8));
    let word = &line[begin..];
    if let Some(start) = word.strip_prefix('$').filter(|start| !start.contains('.')) {
        let names = session.names.convenience.names();
        let found = names.into_iter().filter(|name| name.starts_with(start)).map(|name| format!("${name}"));
        return (begin, found.collect());
    }
    if !session.recording.has_events || word.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return (begin, Vec::new());
    }
    let (owner, start) = word.rsplit_once('.').unwrap_or(("", word));
    let names = match owner {
        "" => names(session, "[*locals(), *globals(), *dir(__builtins__)]"),
        owner => names(session, &format!("[n for n in dir({owner}) if type(n) is str]")),
    };
    let wanted = |name: &&String| name.starts_with(start) && (!name.starts_with('_') || start.starts_with('_'));
    let whole = |name: &String| {
        if owner.is_empty() { name.clone() } else { format!("{owner}.{name}") }
    };
    (begin, names.iter().filter(wanted).map(whole).collect())
}

/// The names in a list that a Python expression gives.
fn names(session: &mut Session, list: &str) -> Vec<String> {
    let joined = crate::commands::print::evaluate(session, &format!("'\\n'.join({list})"));
    let Ok(joined) = joined else { return Vec::new() };
    let last = joined.text.lines().last().and_then(text::unquote).unwrap_or_default();
    last.lines().map(str::to_string).collect()
}

/// The functions of the current file.
fn functions(session: &mut Session) -> Vec<String> {
    let path = session.current_file();
    let source = session.target.source(&path).unwrap_or_default();
    crate::syntax::functions::functions(&source, &path).into_iter().map(|function| function.qualname).collect()
}

/// The Python files whose paths begin like this, and the current file.
fn files(session: &mut Session, start: &str) -> Vec<String> {
    let (folder, _) = start.rsplit_once('/').map_or(("", start), |(folder, name)| (folder, name));
    let listed = std::fs::read_dir(if folder.is_empty() { "." } else { folder });
    let here = listed.into_iter().flatten().flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let whole = here.map(|name| if folder.is_empty() { name } else { format!("{folder}/{name}") });
    let mut found: Vec<String> = whole.filter(|path| path.ends_with(".py")).collect();
    if let Some(at) = session.selected_frame() {
        found.push(session.target.code(at.code).path);
    }
    found.retain(|path| path.starts_with(start));
    found
}
