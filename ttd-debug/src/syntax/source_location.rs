//! From what the user types after `break` to a line of a file.

use crate::answer::Answer;
use crate::commands::inspect;
use crate::session::Session;
use crate::syntax::functions::{Function, functions};
use crate::syntax::text;
use crate::target::SourceLocation;

/// Understands `LINE`, `FILE:LINE` and `FUNCTION`. The error is the answer to give.
pub fn resolve(session: &mut Session, text: &str) -> Result<SourceLocation, Box<Answer>> {
    let here = current_file(session);
    if let Some((name, line)) = text.rsplit_once(':') {
        let name = name.trim();
        let path =
            file(session, name).ok_or_else(|| refuse(format!("{} not found from sys.path", text::quote(name))))?;
        let line = line.trim();
        let line = line.parse().map_err(|_| refuse(format!("Bad lineno: {line}")))?;
        return at_line(session, path, line);
    }
    if let Ok(line) = text.parse() {
        return at_line(session, here, line);
    }
    let (path, function) = function(session, text).ok_or_else(|| {
        refuse(format!("The specified object {} is not a function or was not found along sys.path.", text::quote(text)))
    })?;
    Ok(SourceLocation { path, line: function.body_line, function: Some(function.name) })
}

fn refuse(why: String) -> Box<Answer> {
    Box::new(Answer::Error(why))
}

/// The file of the frame that is looked at.
fn current_file(session: &mut Session) -> String {
    inspect::selected(session).map(|at| session.target.code(at.code).path).unwrap_or_default()
}

/// The path of a file or module that the user names: beside the file we are in or in the current folder, as it is or
/// with `.py` added. It is written like the paths of code that has run.
pub fn file(session: &mut Session, name: &str) -> Option<String> {
    let here = current_file(session);
    let folder = here.rfind('/').map_or("", |at| &here[..=at]).to_string();
    let module = name.replace('.', "/");
    let below = |folder: &str| {
        [format!("{folder}{name}"), format!("{folder}{module}.py"), format!("{folder}{module}/__init__.py")]
    };
    let as_is = name.starts_with(['/', '<']).then(|| name.to_string());
    let current = std::env::current_dir().map(|path| format!("{}/", path.display()));
    let beside = below(&folder).into_iter();
    let candidates = as_is.into_iter().chain(beside).chain(current.iter().flat_map(|path| below(path)));
    candidates.map(|path| normal(&path)).find(|path| session.sources.lines(&*session.target, path).is_some())
}

/// A path without `.` and `..`.
fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|last| !["", ".."].contains(last)) => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn at_line(session: &mut Session, path: String, line: u32) -> Result<SourceLocation, Box<Answer>> {
    let lines = session.sources.lines(&*session.target, &path).unwrap_or_default();
    let text = (line as usize).checked_sub(1).and_then(|at| lines.get(at));
    let Some(text) = text.map(|text| text.trim()) else {
        return Err(Box::new(Answer::Text("End of file".into())));
    };
    if text.is_empty() || text.starts_with('#') || text.starts_with("\"\"\"") || text.starts_with("'''") {
        return Err(refuse("Blank or comment".into()));
    }
    Ok(SourceLocation { path, line, function: None })
}

/// The function that the user names, and its file.
pub fn function(session: &mut Session, text: &str) -> Option<(String, Function)> {
    let here = current_file(session);
    by_value(session, text).or_else(|| by_name(session, &here, text))
}

/// The function that an expression evaluates to, and its file.
fn by_value(session: &mut Session, expression: &str) -> Option<(String, Function)> {
    let ask = format!(
        "(lambda f: (lambda c: '%s:%d:%s' % (c.co_name, c.co_firstlineno, c.co_filename))\
         (getattr(f, '__func__', f).__code__))(\n{expression}\n)"
    );
    let answer = session.target.eval(&ask, session.selected).ok()?;
    let answer = text::unquote(answer.lines().last()?)?;
    let mut parts = answer.splitn(3, ':');
    let (name, line, path) = (parts.next()?, parts.next()?, parts.next()?);
    let line: u32 = line.parse().ok()?;
    let found = in_file(session, path, |f| f.name == name && f.first_line == line)?;
    Some((path.to_string(), found))
}

/// The function that a file defines under this name, run or not, and the file.
fn by_name(session: &mut Session, here: &str, name: &str) -> Option<(String, Function)> {
    let name = name.strip_prefix("self.").unwrap_or(name);
    if let Some(found) =
        in_file(session, here, |f| f.qualname == name).or_else(|| in_file(session, here, |f| f.name == name))
    {
        return Some((here.to_string(), found));
    }
    let (module, rest) = name.split_once('.')?;
    let path = file(session, module)?;
    let found = in_file(session, &path, |f| f.qualname == rest)?;
    Some((path, found))
}

fn in_file(session: &Session, path: &str, is_it: impl Fn(&Function) -> bool) -> Option<Function> {
    let source = session.target.source(path)?;
    functions(&source, path).into_iter().find(is_it)
}

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn paths_have_one_form() {
        for (path, expected) in [
            ("/a/./b.py", "/a/b.py"),
            ("/a/../b.py", "/b.py"),
            ("/../b.py", "/../b.py"),
            ("b.py", "b.py"),
            ("../b.py", "../b.py"),
        ] {
            assert_eq!(normal(path), expected);
        }
    }
}
